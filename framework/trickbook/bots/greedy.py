"""The greedy player."""

from __future__ import annotations

from trickbook.kernel.jit import helper
from trickbook.kernel.layout import Moves, Rules, State


@helper
def greedy_move(rules: Rules, state: State, moves: Moves, count: int) -> int:
    """Return the place of the move that the greedy player makes."""
    return 0
