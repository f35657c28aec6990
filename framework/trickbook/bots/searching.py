"""The players that search, as one function that compiled play calls through a pointer.

It is compiled, or loaded, only where such a player plays; play without one is the same code with and without it.
"""

from __future__ import annotations

from typing import Any

from trickbook.bots.buffers import ISMCTS, SEARCH, Buffers
from trickbook.bots.ismcts import ismcts_move
from trickbook.bots.montecarlo import montecarlo_move
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import Moves, Rules, State


@entry(SEARCH)
def search_move(
    rules: Rules,
    state: State,
    offers: Any,
    played: Any,
    trick_complete: Any,
    player: Any,
    moves: Moves,
    count: int,
    buffers: Buffers,
) -> int:
    """Return the place of the move that a player who searches makes."""
    if player.kind == ISMCTS:
        return ismcts_move(rules, state, offers, played, trick_complete, player, moves, count, buffers)
    return montecarlo_move(rules, state, offers, played, trick_complete, player, moves, count, buffers)
