"""Whether two games are the same one to those who play."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from trickbook.compiler import CompiledGame
from trickbook.errors import SimulationError
from trickbook.rulebook import Rulebook
from trickbook.rulebook.differences import rule_differences
from trickbook.simulation.batches import match_blocks
from trickbook.wording import listed

MATCHES = 256
"""Matches that are played to see whether two games differ."""
DEALS = 6
"""Deals of each of them at most: whole matches of random players can be long."""
_MOST_KEYS = 6


def same_game(one: CompiledGame, other: CompiledGame) -> bool:
    """Say whether the kernel reads the same of two games: pack, rules and plugins' functions."""
    return (
        one.pack.cards == other.pack.cards
        and one.rules.tobytes() == other.rules.tobytes()
        and one.hooks == other.hooks
        and one.tournament_players == other.tournament_players
    )


def same_play(one: CompiledGame, other: CompiledGame) -> bool:
    """Say whether random players on the same shuffles do and score the same in the first deals of some matches of two games."""
    try:
        ours, theirs = (
            [block.states for block in match_blocks(_short(game), matches=MATCHES, seed=1, bots="random", keep=True)]
            for game in (one, other)
        )
    except SimulationError:  # one of them can't be played, so they are not the same
        return False
    return len(ours) == len(theirs) and all(
        left.shape == right.shape and np.array_equal(left.view(np.uint8), right.view(np.uint8))
        for left, right in zip(ours, theirs, strict=True)
    )


def _short(game: CompiledGame) -> CompiledGame:
    rules = game.rules.copy()
    rules.at_most = min(int(rules.at_most), DEALS)
    return replace(game, rules=rules)


def why_same(one: Rulebook, other: Rulebook) -> str:
    """Say why two games that compile to the same are the same: they say the same, or they differ in what has no effect.

    >>> from trickbook.plugins import PluginSet
    >>> from trickbook.rulebook import load
    >>> games = [load(game, plugins=PluginSet()) for game in ("schwesing", "schwesing+trump.suit=C")]
    >>> why_same(*games)
    'they differ only in trump.suit, which has no effect in them'
    """
    if one.digest == other.digest:
        return "all their rules are the same"
    keys = [difference.key for difference in rule_differences([one, other])]
    more = f" and {len(keys) - _MOST_KEYS} more keys" if len(keys) > _MOST_KEYS else ""
    verb = "has" if len(keys) == 1 else "have"
    return f"they differ only in {listed(keys[:_MOST_KEYS])}{more}, which {verb} no effect in them"
