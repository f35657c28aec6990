"""The random player, and the random bits of a decision."""

from __future__ import annotations

from typing import Any

from trickbook.kernel.bits import unsigned
from trickbook.kernel.jit import inlined
from trickbook.kernel.layout import CLAIM, LEAD, PASSING, Moves, State
from trickbook.kernel.randomness import below, number

CLAIMS_ONE_IN = 16
"""The random player claims once in so many times that it is asked."""
ANNOUNCES_ONE_IN = 2
"""The random player announces, where it may pass, once in so many times."""
SEAT_STRIDE = 1 << 20
"""More decisions than a seat can have in a deal: what keeps the streams of the seats apart."""


@inlined
def draw_lot(state: State) -> Any:
    """Return the 64 random bits of this decision."""
    seat = unsigned(state.turn)
    return number(state.decision_key, seat * SEAT_STRIDE + state.decisions[seat])


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
