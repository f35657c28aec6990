"""Playing a world to the end of its deal, and the random numbers of a search."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.bots.buffers import GREEDY_PLAYOUT, WORLD, Buffers
from trickbook.bots.chance import SEAT_STRIDE, draw_lot, random_move
from trickbook.bots.greedy import greedy_move
from trickbook.bots.values import settle
from trickbook.kernel import moves, tricks
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.layout import NO_FAULT, OVER, Rules, State
from trickbook.kernel.randomness import SEARCHING, keyed, stream


@helper
def search_key(state: State) -> Any:
    """Return the key of the random numbers for the search of this decision: they are no part of the game's."""
    deal = stream(state.seed, SEARCHING, state.match, state.deal, state.attempt)
    return keyed(deal, state.turn * SEAT_STRIDE + state.decisions[state.turn])


@inlined
def make(rules: Rules, world: State, move: Any, played: Any, trick_complete: Any) -> None:
    """Make a move."""
    tricks.apply_move(rules, world, move.cards, np.int64(move.kind), np.int64(move.manner), played, trick_complete)


@helper
def play_world(
    rules: Rules, buffers: Buffers, offers: Any, played: Any, trick_complete: Any, playout: int, key: Any
) -> None:
    """Play the deal of the buffers' world to its end, and write what it is worth to each side."""
    world = buffers.worlds[WORLD]
    room = buffers.moves
    world.decision_key = key
    while world.phase != OVER and world.fault == NO_FAULT:
        drawn = draw_lot(world)
        count = moves.legal_moves(rules, world, offers, room)
        if count == 0:  # a world that should not be: no hand was found to fit what the seat knows
            break
        chosen = 0
        if count > 1:
            is_greedy = playout == GREEDY_PLAYOUT
            chosen = greedy_move(rules, world, room, count) if is_greedy else random_move(world, room, count, drawn)
        make(rules, world, room[chosen], played, trick_complete)
    settle(rules, world, buffers.equity, buffers.known[0].value)
