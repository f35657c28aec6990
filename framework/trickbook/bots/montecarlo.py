"""Flat Monte Carlo: every legal move is played out in the same worlds, and the best on average is made."""

from __future__ import annotations

from typing import Any

from trickbook.bots.desk import WORLD, Desk
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
    desk: Desk,
) -> int:
    """Return the place of the move with the best mean over worlds; each is made in as many as the budget allows, at least one.

    With m moves and a budget of N, floor(N / m) worlds are dealt. All moves are made in each of them and played out
    with the same random numbers, so that luck is common to all and cancels in the comparison.
    """
    look(rules, state, desk)
    side = state.side_of[state.turn]
    key = search_key(state)
    for i in range(count):
        desk.totals[i] = 0.0
    for sample in range(max(player.budget // count, 1)):
        own = keyed(key, sample)
        for i in range(count):
            deal_world(rules, desk, own)
            world = desk.worlds[WORLD]
            make(rules, world, room[i], played, trick_complete)
            play_world(rules, desk, offers, played, trick_complete, player.playout, keyed(own, 0))
            desk.totals[i] += desk.known[0].value[side]
    best = 0
    for i in range(1, count):
        if desk.totals[i] > desk.totals[best]:
            best = i
    return best
