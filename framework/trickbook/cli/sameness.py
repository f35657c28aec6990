"""Saying which of several games are one and the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trickbook.compiler import CompiledGame


def same_games(games: Sequence[CompiledGame]) -> list[dict[str, Any]]:
    """Return the pairs of games that are played by the same rules, each with the reason in words."""
    from trickbook.effects import same_game, why_same

    return [
        {"games": [one.game, other.game], "reason": why_same(one.rulebook, other.rulebook)}
        for one, other in combinations(games, 2)
        if same_game(one, other)
    ]


def sentences(games: Sequence[CompiledGame]) -> list[str]:
    """Return a sentence for each such pair.

    What differs between them in a report can only be chance: on the same shuffles nothing does.
    """
    return [
        f"{' and '.join(pair['games'])}: these games are the same, since {pair['reason']}."
        for pair in same_games(games)
    ]
