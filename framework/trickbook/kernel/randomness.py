"""Random numbers by counting: each stream is named by what it is for, so that no draw shifts another.

The mixing function is the finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
generators, 2014, with Stafford's constants, variant 13). A number below n comes from the upper 32 bits by
multiplication; its bias is below n / 2**32.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.kernel.jit import helper, inlined

# What a stream is for.
SHUFFLING, FIRST_DEALER, SEATING, DECIDING, SEARCHING = range(5)

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@inlined
def mixed(value: Any) -> Any:
    """Return a 64-bit number in which every bit depends on every bit of the value."""
    value = (value ^ (value >> _30)) * _FIRST
    value = (value ^ (value >> _27)) * _SECOND
    return value ^ (value >> _31)


@inlined
def keyed(key: Any, number: int) -> Any:
    """Return the key of a stream within a stream."""
    return mixed(key + _STEP * (np.uint64(number) + np.uint64(1)))


@helper
def stream(seed: Any, purpose: int, match: int, deal: int, attempt: int) -> Any:
    """Return the key of the stream for one purpose in one attempt at one deal of one match."""
    return keyed(keyed(keyed(keyed(mixed(seed + _STEP), purpose), match), deal), attempt)


@inlined
def number(key: Any, counter: int) -> Any:
    """Return the 64-bit number at a place of a stream."""
    return mixed(key + _STEP * np.uint64(counter))


@inlined
def below(value: Any, bound: int) -> Any:
    """Return a number from 0 to bound - 1, made from 64 random bits."""
    return np.int64(((value >> _32) * np.uint64(bound)) >> _32)
