"""Sets of cards as bit masks of 64 bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite.ir import Constant, IntType
from numba import extending, types

from trickbook.kernel.jit import inlined

NONE = np.uint64(0)
"""The empty set."""
ONE = np.uint64(1)
"""The lowest bit."""


def size(mask: Any) -> int:
    """Return how many cards are in a set."""
    return int(mask).bit_count()


def lowest(mask: Any) -> int:
    """Return the place of the lowest card in a set that is not empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


_EXTENDING: Any = extending


def _of_a_set(function: Callable[[Any], int], emit: Callable[[Any, Any], Any]) -> None:
    """Tell Numba what a function of a set is: one instruction, put in place of the call, so that nothing need be compiled for it."""

    def typed(context: Any) -> Any:
        return lambda mask: types.int64(types.uint64)

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return emit(builder, arguments[0])

    _EXTENDING.type_callable(function)(typed)
    _EXTENDING.lower_builtin(function, types.uint64)(lowered)


_of_a_set(size, lambda builder, mask: builder.ctpop(mask))
_of_a_set(lowest, lambda builder, mask: builder.cttz(mask, Constant(IntType(1), 1)))


@inlined
def bit(place: int) -> Any:
    """Return the set of one card."""
    return ONE << np.uint64(place)


@inlined
def without_lowest(mask: Any) -> Any:
    """Return a set that is not empty, less its lowest card."""
    return mask & (mask - ONE)


@inlined
def unsigned(number: int) -> int:
    """Return a number that is not negative, nor above 2**31, unchanged.

    Numba counts negative indices from the end of an array; the mask tells the compiler that this is none, and it
    leaves the code for it out. For the indices that are read at every move.
    """
    return number & 0x7FFF_FFFF
