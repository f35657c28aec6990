"""Playing a world to the end of its deal, and the random numbers of a search."""

from __future__ import annotations

from typing import Any

from trickbook.bots.chance import SEAT_STRIDE, random_move
from trickbook.bots.desk import GREEDY_PLAYOUT, WORLD, Desk
from trickbook.bots.greedy import greedy_move
from trickbook.bots.values import settle
from trickbook.kernel import moves, tricks
from trickbook.kernel.jit import helper
from trickbook.kernel.layout import NO_FAULT, OVER, Rules, State
from trickbook.kernel.randomness import SEARCHING, keyed, stream


@helper
def search_key(state: State) -> Any:
    """Return the key of the random numbers for the search of this decision: they are no part of the game's."""
    deal = stream(state.seed, SEARCHING, state.match, state.deal, state.attempt)
    return keyed(deal, state.turn * SEAT_STRIDE + state.decisions[state.turn])


@helper
def play_world(rules: Rules, desk: Desk, offers: Any, played: Any, trick_complete: Any, playout: int, key: Any) -> None:
    """Play the deal of the desk's world to its end, and write what it is worth to each side."""
    world = desk.worlds[WORLD]
    room = desk.moves
    world.decision_key = key
    while world.phase != OVER and world.fault == NO_FAULT:
        count = moves.legal_moves(rules, world, offers, room)
        if count == 0:  # a world that should not be: no hand was found to fit what the seat knows
            break
        chosen = 0
        if count > 1:
            chosen = greedy_move(rules, world, room, count) if playout == GREEDY_PLAYOUT else random_move(world, room, count)
        tricks.apply_move(rules, world, room[chosen].cards, room[chosen].kind, room[chosen].manner, played, trick_complete)
    settle(rules, world, desk.equity, desk.known[0].value)
