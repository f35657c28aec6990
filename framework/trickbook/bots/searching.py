"""The players that search, as one function that compiled play calls through a pointer.

It is compiled, or loaded, only where such a player plays; play without one is the same code with and without it.
"""

from __future__ import annotations

from typing import Any

from trickbook.bots.desk import ISMCTS, SEARCH, Desk
from trickbook.bots.endings import keep_best
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
    desk: Desk,
) -> int:
    """Return the place of the move that a player who searches makes."""
    count = keep_best(rules, state, offers, played, trick_complete, player, moves, count, desk)
    if count == 1:
        return 0
    if player.kind == ISMCTS:
        return ismcts_move(rules, state, offers, played, trick_complete, player, moves, count, desk)
    return montecarlo_move(rules, state, offers, played, trick_complete, player, moves, count, desk)
