"""Sets of cards as bit masks of 64 bits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from trickbook.kernel.jit import inlined

NONE = np.uint64(0)
"""The empty set."""
ONE = np.uint64(1)
"""The lowest bit."""


@intrinsic
def _count_ones(typing_context: Any, mask: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), emit


@intrinsic
def _count_trailing_zeros(typing_context: Any, mask: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), emit


def size(mask: Any) -> int:
    """Return how many cards are in a set."""
    return int(mask).bit_count()


def lowest(mask: Any) -> int:
    """Return the place of the lowest card in a set that is not empty."""
    return (int(mask) & -int(mask)).bit_length() - 1


# Numba wants the same annotations on both functions of an overload.
@overload(size, inline="always")
def _size(mask: Any) -> Any:
    def count(mask: Any) -> Any:
        return np.int64(_count_ones(np.uint64(mask)))  # type: ignore[call-arg]

    return count


@overload(lowest, inline="always")
def _lowest(mask: Any) -> Any:
    def find(mask: Any) -> Any:
        return np.int64(_count_trailing_zeros(np.uint64(mask)))  # type: ignore[call-arg]

    return find


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
