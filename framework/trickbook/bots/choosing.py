"""How a player is asked for its move."""

from __future__ import annotations

from typing import Any

from trickbook.bots.greedy import greedy_move
from trickbook.kernel.bits import natural
from trickbook.kernel.jit import inlined
from trickbook.kernel.layout import CLAIM, LEAD, PASSING, Moves, Rules, State
from trickbook.kernel.randomness import below, number

RANDOM, GREEDY = range(2)
CLAIMS_ONE_IN = 16
"""The random player claims once in so many times that it is asked."""
ANNOUNCES_ONE_IN = 2
"""The random player announces, where it may pass, once in so many times."""
_SEAT_STRIDE = 1 << 20


@inlined
def draw_lot(state: State) -> Any:
    """Return the 64 random bits of this decision."""
    seat = natural(state.turn)
    return number(state.decision_key, seat * _SEAT_STRIDE + state.decisions[seat])


@inlined
def random_move(state: State, moves: Moves, count: int, drawn: Any) -> int:
    """Return the place of a move chosen by lot."""
    if state.phase >= LEAD:
        return below(drawn, count)
    if state.phase == CLAIM:
        return 0 if below(drawn, CLAIMS_ONE_IN) == 0 else 1
    if moves[count - 1].kind == PASSING:
        spread = ANNOUNCES_ONE_IN * (count - 1)
        chosen = below(drawn, spread)
        return chosen if chosen < count - 1 else count - 1
    return below(drawn, count)


@inlined
def choose(rules: Rules, state: State, player: int, moves: Moves, count: int, drawn: Any) -> int:
    """Return the place of the move that a player makes. `drawn` are the random bits of this decision."""
    if player == GREEDY:
        return greedy_move(rules, state, moves, count)
    return random_move(state, moves, count, drawn)
