"""How the values of a metric are spread: plain numbers, for plots."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from trickbook.measure.statistics import Values

MOST_SINGLE_VALUES = 40
"""Up to so many different values are told one by one; more are put in bins."""
BINS = 30
"""Bins, all of one width, for what has more values."""


@dataclass(frozen=True)
class Bar:
    """A part of the values: those from `low` to `high`."""

    low: float
    high: float
    """The same as `low` where one value is meant. Else values equal to it belong to the next bar, but in the last one."""
    share: float
    """How many of all values that count are among them, from 0 to 1."""


def distribution(values: Values) -> tuple[Bar, ...]:
    """Return the bars of a histogram of the values that count, from low to high; their shares add up to 1.

    Each value has a bar of its own if there are no more than 40 different ones; otherwise there are 30 bars of the
    same width, empty ones included.

    >>> distribution(np.array([2.0, 5.0, 2.0, np.nan]))[0]
    Bar(low=2.0, high=2.0, share=0.6666666666666666)
    """
    counted = values[~np.isnan(values)]
    single, counts = np.unique(counted, return_counts=True)
    if len(single) <= MOST_SINGLE_VALUES:
        return tuple(
            Bar(float(value), float(value), int(count) / len(counted))
            for value, count in zip(single, counts, strict=True)
        )
    counts, edges = np.histogram(counted, BINS)
    return tuple(
        Bar(float(low), float(high), int(count) / len(counted))
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
    )
