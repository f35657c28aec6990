"""The log of a deal."""

from __future__ import annotations

from typing import Any

from trickbook.kernel.bits import unsigned
from trickbook.kernel.jit import inlined
from trickbook.kernel.layout import State


@inlined
def log_move(state: State, seat: int, cards: Any, kind: Any, flags: Any) -> None:
    """Write a move into the log of the deal. Passes are not recorded."""
    if state.unlogged:
        return
    i = unsigned(state.moves)
    state.move_cards[i] = cards
    state.move_seat[i] = seat
    state.move_kind[i] = kind
    state.move_flags[i] = flags
    state.move_combination[i] = state.combination
    state.moves = i + 1
