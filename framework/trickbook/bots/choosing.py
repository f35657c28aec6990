"""How a player is asked for its move."""

from __future__ import annotations

from typing import Any

from trickbook.bots.buffers import GREEDY, ISMCTS, MONTECARLO, RANDOM, SEARCH, Buffers
from trickbook.bots.chance import random_move
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
    buffers: Buffers,
) -> int:
    """Stand in for the search where nobody searches, and for plugin bots where there are none."""
    return 0


@inlined
def who_is(players: Any, place: int) -> int:
    """Return the kind of a player who does not search, or, from `MONTECARLO` on, the place of one who does, or is a plugin bot."""
    kind = players[place].kind
    return int(kind if kind < MONTECARLO else MONTECARLO + place)


@inlined
def choose(
    rules: Rules,
    state: State,
    offers: Any,
    played: Any,
    trick_complete: Any,
    search: Any,
    plugin_bots: Any,
    players: Any,
    who: int,
    moves: Moves,
    count: int,
    buffers: Buffers,
    drawn: Any,
) -> int:
    """Return the place of the move that a player makes; for `who`, see `who_is`. `drawn` are this decision's random bits."""
    if who == RANDOM:
        return random_move(state, moves, count, drawn)
    if who == GREEDY:
        return greedy_move(rules, state, moves, count)
    player = players[who - MONTECARLO]
    if player.kind > ISMCTS:
        return int(plugin_bots(rules, state, offers, played, trick_complete, player, moves, count, buffers))
    return int(search(rules, state, offers, played, trick_complete, player, moves, count, buffers))
