"""Information set Monte Carlo tree search: sequential halving at the root, and below it a tree of what the seat can see.

Every world is one that the seat can't tell from its own (`worlds`). At the root each move is made in each world, so that luck is
common to all, and each has a tree as deep below it. In as many rounds as it takes to halve the moves down to one, each with the
same share of the budget, the better half of them goes on to the next: sequential halving, Karnin, Koren, Somekh, Almost Optimal
Exploration in Multi-Armed Bandits, ICML 2013; at the root of a tree, Pepels, Cazenave, Winands, Lanctot, Minimizing Simple
and Cumulative Regret in Monte-Carlo Tree Search, Computer Games Workshop 2014.

What a move is expected to bring is (X + P e) / (n + P), as in `tree`, with `root_prior` and `root_trust` of
`trickbook.bots.Player` for P and T.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.bots.buffers import DEALT, GREEDY_PLAYOUT, WORLD, Buffers
from trickbook.bots.endings import keep_best
from trickbook.bots.greedy import greedy_move
from trickbook.bots.playouts import search_key
from trickbook.bots.tree import expected, plant, simulate
from trickbook.bots.worlds import deal_world, look
from trickbook.kernel.copying import copy_hot
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.layout import Moves, Rules, State
from trickbook.kernel.randomness import keyed


@inlined
def promise(buffers: Buffers, player: Any, place: int, side: int, trusted: int) -> float:
    """Return what a move at the root is expected to bring."""
    known = buffers.known[0]
    node = buffers.nodes[known.root[place]]
    mean = known.average[side]
    if trusted >= 0:
        mean += (player.root_trust if place == trusted else -player.root_trust) * known.spread
    return expected(node, mean, player.root_prior, 1.0 / (node.visits + player.root_prior))


@helper
def put_best_first(buffers: Buffers, player: Any, left: int, kept: int, side: int, trusted: int) -> None:
    """Put the moves that promise most first, so many of so many."""
    order = buffers.known[0].order
    for place in range(kept):
        best = place
        most = -np.inf
        for other in range(place, left):
            worth = promise(buffers, player, order[other], side, trusted)
            if worth > most:
                most = worth
                best = other
        chosen = order[best]
        order[best] = order[place]
        order[place] = chosen


@helper
def ismcts_move(
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
    """Return the place of the move that is expected to bring most."""
    look(rules, state, buffers)
    if not player.sees_all:
        count = keep_best(rules, state, offers, played, trick_complete, player, room, count, buffers)
    if count == 1:
        return 0
    plant(state, buffers, player, room, count)
    known = buffers.known[0]
    side = state.side_of[state.turn]
    trusted = greedy_move(rules, state, room, count) if player.playout == GREEDY_PLAYOUT else -1
    key = search_key(state)
    rounds = 0
    while 1 << rounds < count:
        rounds += 1
    for place in range(count):
        known.order[place] = place
    left = count
    sample = 0
    until = player.budget // (rounds * left)
    while known.simulations < player.budget:
        own = keyed(key, sample)
        if player.sees_all:
            copy_hot(rules, buffers.worlds[DEALT], state)
        else:
            deal_world(rules, buffers, own)
            copy_hot(rules, buffers.worlds[DEALT], buffers.worlds[WORLD])
        for place in range(min(left, player.budget - known.simulations)):
            chosen = known.order[place]
            root = known.root[chosen]
            simulate(rules, buffers, offers, played, trick_complete, player, room[chosen], root, own)
        sample += 1
        if player.halves and sample >= until and left > 2:
            kept = (left + 1) // 2
            put_best_first(buffers, player, left, kept, side, trusted)
            left = kept
            until = sample + player.budget // (rounds * left)
    put_best_first(buffers, player, left, 1, side, trusted)
    return int(known.order[0])
