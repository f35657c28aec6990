"""Writing a list of moves."""

from __future__ import annotations

from typing import Any

from trickbook.kernel.bits import unsigned
from trickbook.kernel.jit import inlined
from trickbook.kernel.layout import Moves


@inlined
def add_move(moves: Moves, count: int, cards: Any, kind: int, flags: int) -> int:
    """Write a move to the end of a list of so many, and return the new length."""
    move = moves[unsigned(count)]
    move.cards = cards
    move.kind = kind
    move.manner = flags
    return count + 1
