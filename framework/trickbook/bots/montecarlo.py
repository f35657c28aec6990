"""Flat Monte Carlo: every legal move is played out in the same worlds, and the best on average is made."""

from __future__ import annotations

from typing import Any

from trickbook.bots.buffers import WORLD, Buffers
from trickbook.bots.playouts import make, play_world, search_key
from trickbook.bots.worlds import deal_world, look
from trickbook.kernel.jit import helper
from trickbook.kernel.layout import Moves, Rules, State
from trickbook.kernel.randomness import keyed


@helper
def montecarlo_move(
    rules: Rules,
    state: State,
    offers: Any,
    played: Any,
    trick_complete: Any,
    player: Any,
    room: Moves,
    count: int,
    buffers: Buffers,
) -> int:
    """Return the place of the move with the best mean over worlds; each is made in as many as the budget allows, at least one.

    With m moves and a budget of N, floor(N / m) worlds are dealt. All moves are made in each of them and played out
    with the same random numbers, so that luck is common to all and cancels in the comparison.
    """
    look(rules, state, buffers)
    known = buffers.known[0]
    side = state.side_of[state.turn]
    key = search_key(state)
    for i in range(count):
        known.total[i] = 0.0
    for sample in range(max(player.budget // count, 1)):
        own = keyed(key, sample)
        for i in range(count):
            deal_world(rules, buffers, own)
            world = buffers.worlds[WORLD]
            make(rules, world, room[i], played, trick_complete)
            play_world(rules, buffers, offers, played, trick_complete, player.playout, keyed(own, 0))
            known.total[i] += known.value[side]
    best = 0
    for i in range(1, count):
        if known.total[i] > known.total[best]:
            best = i
    return best
