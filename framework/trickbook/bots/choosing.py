"""How a player is asked for its move."""

from __future__ import annotations

from typing import Any

from trickbook.bots.chance import random_move
from trickbook.bots.desk import GREEDY, RANDOM, SEARCH, Desk
from trickbook.bots.greedy import greedy_move
from trickbook.kernel.jit import entry, inlined
from trickbook.kernel.layout import Moves, Rules, State


@entry(SEARCH)
def no_search(
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
    """Stand in for the search where nobody searches."""
    return 0


@inlined
def choose(
    rules: Rules,
    state: State,
    offers: Any,
    played: Any,
    trick_complete: Any,
    search: Any,
    player: Any,
    moves: Moves,
    count: int,
    desk: Desk,
    drawn: Any,
) -> int:
    """Return the place of the move that a player makes. `drawn` are the random bits of this decision."""
    if player.kind == RANDOM:
        return random_move(state, moves, count, drawn)
    if player.kind == GREEDY:
        return greedy_move(rules, state, moves, count)
    return int(search(rules, state, offers, played, trick_complete, player, moves, count, desk))
