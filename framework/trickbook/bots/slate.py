"""What endings are solved on: arrays made once, a slate for each set of buffers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from trickbook.kernel.jit import entry
from trickbook.kernel.layout import MOVE, STATE, Rules
from trickbook.kernel.limits import MAX_MOVES
from trickbook.kernel.run_time import POINTERS
from trickbook.kernel.types import MOVES_TYPE, RULES_TYPE, WORD_TYPE

MAX_LEVELS = 64
"""How many moves a line of play can have."""
SOLVED, TOO_LONG, DRAWS = range(3)
"""What has come of solving an ending: it takes too many moves, or cards are drawn before it is over."""

_WORD = np.int64

BOOK = np.dtype(
    [
        ("seat", _WORD),  # who looks
        ("side", _WORD),  # its side
        ("nodes", _WORD),  # moves made so far
        ("limit", _WORD),  # how many may be
        ("failed", _WORD),  # why the ending can't be solved, or `SOLVED`
        ("later", _WORD),  # 1: the seat has a choice to come
        ("solved", _WORD),  # in how many worlds it is solved
        ("weight", np.float64),  # how likely these are together
        ("value", np.float64, (MAX_MOVES,)),  # what each move at the root comes to in the world that is solved
        ("total", np.float64, (MAX_MOVES,)),  # the same over all worlds, each times its weight
    ],
    align=True,
)
"""The account of an ending that is being solved."""


class Slate(NamedTuple):
    """What an ending is solved on."""

    book: Any
    """One record of dtype `BOOK`."""
    states: Any
    """The world at place 0, and what the moves of a line make of it."""
    moves: Any
    """The legal moves in these states, one list after another."""


_NUMBA: Any = types
SLATE_TYPE = _NUMBA.NamedTuple(
    [types.Array(numba.from_dtype(BOOK), 1, "C"), types.Array(numba.from_dtype(STATE), 1, "C"), MOVES_TYPE], Slate
)
SOLVE = types.float64(
    RULES_TYPE,
    POINTERS["offers"],
    POINTERS["played"],
    POINTERS["trick_complete"],
    SLATE_TYPE,
    types.Array(types.float64, 4, "C"),
    WORD_TYPE,
    WORD_TYPE,
    types.float64,
    types.float64,
)
"""The signature of the function that solves endings."""


def new_slate(is_used: bool) -> Slate:
    """Return a slate; one without room if nobody solves endings."""
    return Slate(
        np.zeros(1, BOOK).view(np.recarray),
        np.zeros(MAX_LEVELS if is_used else 1, STATE).view(np.recarray),
        np.zeros(2 * MAX_MOVES if is_used else 1, MOVE).view(np.recarray),
    )


@entry(SOLVE)
def solve_nothing(
    rules: Rules,
    offers: Any,
    played: Any,
    trick_complete: Any,
    slate: Slate,
    equity: Any,
    depth: int,
    low: int,
    least: float,
    most: float,
) -> float:
    """Stand in for the solver where nobody asks for it."""
    return 0.0
