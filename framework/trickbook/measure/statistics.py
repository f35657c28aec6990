"""Means and shares, each with its 95 % interval.

Values stand in arrays with one number for each deal or match, NaN where it does not count. What can't be said from so
few values is None. What has not been seen in a sample is not taken to be impossible: n values that are all the same have
the interval of something that has not happened in n deals, times how far a value can be away (`unseen`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from trickbook.measure.intervals import Reach, exact_low, rare_bounds, reach_of_parts, skewed_reach, unseen
from trickbook.measure.t_distribution import NORMAL_QUANTILE, chi_square_p, t_quantile

Values: TypeAlias = NDArray[np.float64]
"""One number for each deal or match; NaN where it does not count."""

SPARSE = 0.2
"""If a smaller part of the values is not the most frequent one, their mean is found by `sparse_reach`."""
FEW = 20
"""So many events show how large one of them can be."""
_DIGITS = 10


@overload
def rounded(value: float) -> float: ...


@overload
def rounded(value: float | None) -> float | None: ...


def rounded(value: float | None) -> float | None:
    """Drop the last digits of a figure, which depend on how a processor adds; None stays None."""
    return None if value is None else float(f"{value:.{_DIGITS}g}")


@dataclass(frozen=True)
class Estimate:
    """A mean, the interval that holds the true one in 95 of 100 studies, and how many values it is the mean of."""

    mean: float
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True)
class Contrast:
    """How much a mean is above another, its 95 % interval, and how often chance alone would differ as much."""

    mean: float
    low: float | None
    high: float | None
    p: float | None
    differing: int | None = None
    """Units, such as deals, in which the two games differ; None where units of the two have nothing in common."""
    error: float | None = None
    """The standard error of the difference, by the spread of the units alone; for planning."""
    size: float | None = None
    """How far apart a unit is in which the two games differ, the root of the mean square; where none does, how far it can be."""

    @property
    def is_unseen(self) -> bool:
        """Whether no difference was seen: in no unit, or, of units that have nothing in common, all have one same value."""
        return self.mean == 0 and (self.differing == 0 or (self.differing is None and self.error == 0))

    @property
    def excluded(self) -> float | None:
        """The size beyond which a difference, either way, can be excluded: the farther bound; None where none is known."""
        return None if self.low is None or self.high is None else max(abs(self.low), abs(self.high))


@dataclass(frozen=True)
class Limits:
    """Between what the values of a metric must be, as far as that is known."""

    least: float | None = None
    most: float | None = None
    step: float | None = None
    """How far apart two values are taken to be where neither limits nor values tell, as one event of those that are counted."""

    def span(self, *seen: Values) -> float | None:
        """Return how far apart two values are taken to be; None where nobody knows.

        By the limits, or else as far as the largest that was seen is above the smallest possible, or the smallest seen.
        """
        if self.least is not None and self.most is not None:
            return self.most - self.least
        values = np.concatenate([counted(part) for part in seen])
        least = float(values.min()) if self.least is None else self.least
        return float(values.max()) - least or self.step

    def within(self, low: float, high: float) -> tuple[float, float]:
        """Return the part of an interval that is possible."""
        least = low if self.least is None else max(low, self.least)
        return least, high if self.most is None else min(high, self.most)


ANY = Limits()
"""Of a metric of which nothing is known."""
COUNT = Limits(0.0, step=1.0)
"""Of what is counted."""
POSITIVE = Limits(0.0)
"""Of what is measured, such as minutes."""
ZERO_TO_ONE = Limits(0.0, 1.0)
"""Of a share."""


def counted(values: Values) -> Values:
    """Return the values that count."""
    return values[~np.isnan(values)]


def variance(values: Values) -> float:
    """Return the variance of a sample: the sum of squared deviations over n - 1; NaN for a single value."""
    return float(values.var(ddof=1)) if len(values) > 1 else nan


def skewness(values: Values) -> float:
    """Return the third standardized moment of a sample: the mean of ((x - m) / s)³, with s² over n; 0 without spread."""
    centred = values - values.mean()
    spread = float((centred**2).mean())
    return float((centred**3).mean()) / spread**1.5 if spread > 0 else 0.0


def sparse_reach(away: Values, span: float | None) -> Reach:
    """Return the interval of the mean of values of which most are 0, by the intervals of what is above and below 0.

    The mean is P - N, with P the mean of what is above 0 and N that of what is below. Each has the interval of
    `rare_bounds`. They are put together by `mover`, with the correlation of the two parts. Of fewer than 20 values that are
    not 0 nobody knows how large one can be: as large as the `span` of the values then, else as the largest of both parts.
    """
    parts = np.maximum(away, 0), np.maximum(-away, 0)
    largest = float(np.abs(away).max())
    if np.count_nonzero(away) < FEW:
        largest = max(largest, span or 0.0)
    above, below = ((float(part.mean()), variance(part)) for part in parts)
    return reach_of_parts(above, below, largest, len(away))


def usual_value(values: Values) -> tuple[float, float]:
    """Return the most frequent of some values, and which part of them is another."""
    single, counts = np.unique(values, return_counts=True)
    most = int(counts.argmax())
    return float(single[most]), 1 - float(counts[most]) / len(values)


def mean_reach(values: Values, limits: Limits) -> Reach | None:
    """Return the interval of a mean: by t, corrected for skewness; by `sparse_reach` where most values are the same one.

    Where all are the same it is `unseen`, and None if nobody knows how far a value can be away.
    """
    n = len(values)
    usual, others = usual_value(values)
    if others == 0:
        span = limits.span(values)
        return None if span is None else lambda t: (unseen(n, span, t), unseen(n, span, t))
    if others < SPARSE:
        return sparse_reach(values - usual, limits.span(values))
    return skewed_reach(sqrt(variance(values) / n), skewness(values), n)


def rate_reach(values: Values, limits: Limits = ANY) -> Reach:
    """Return the interval of how often something happens: the score interval of a Poisson mean, with its dispersion.

    The bounds are the means M at which (m - M)² = t² f M / n, with f = s² / m and Student's t for n - 1 degrees of
    freedom; f is 1 where nothing happened, or the same in all units. For common things it is the interval by t; for rare
    ones it is not symmetric, never below 0, and that of `rare_bounds`.
    """
    n, mean = len(values), float(values.mean())
    spread = variance(values) or mean
    largest = float(values.max()) or 1.0

    def reach(t: float) -> tuple[float, float]:
        low, high = rare_bounds(mean, spread, largest, n, t)
        return mean - low, high - mean

    return reach


def share_reach(values: Values, limits: Limits = ZERO_TO_ONE) -> Reach:
    """Return the interval of a share of n, from values that are 0 or 1: Wilson's score interval (1927).

    (m + z²/2n ± z √(m (1 - m) / n + z²/4n²)) / (1 + z²/n), and for few of the one or the other kind as `exact_low` says.
    """
    n, share = len(values), float(values.mean())

    def _few(low: float, part: float, z: float) -> float:
        return exact_low(low, n * part / (1 - part), (1 - part) / n, z) if part < 1 else low

    def reach(z: float) -> tuple[float, float]:
        middle = share + z * z / (2 * n)
        half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        scale = 1 + z * z / n
        low = 0.0 if share == 0 else _few((middle - half) / scale, share, z)
        high = 1.0 if share == 1 else 1 - _few(1 - (middle + half) / scale, 1 - share, z)
        return share - low, high - share

    return reach


@dataclass(frozen=True)
class Method:
    """A way to estimate a mean with its interval."""

    name: str
    """What it is called, for readers."""
    in_hundreds: bool
    """Whether it is told as so many in 100: shares, and what may be rare."""
    reach: Callable[[Values, Limits], Reach | None]
    """The interval, from at least two values that all count; None where nothing is known of it."""
    limits: Limits = ANY
    """What is known of the values of all metrics of this method."""
    normal: bool = False
    """Whether the interval is by the normal distribution, and not by Student's t."""

    def quantile(self, n: int) -> float:
        """Return how many standard errors a 95 % interval reaches."""
        return NORMAL_QUANTILE if self.normal else t_quantile(n - 1)

    def estimate(self, values: Values, limits: Limits | None = None) -> Estimate:
        """Estimate a mean from at least one value that counts, with what is known of the values of the metric."""
        x = counted(values)
        known = limits or self.limits
        n, mean = len(x), float(x.mean())
        reach = self.reach(x, known) if n > 1 or self.normal else None
        if reach is None:
            return Estimate(mean, None, None, n)
        down, up = reach(self.quantile(n))
        return Estimate(mean, *known.within(mean - down, mean + up), n)


MEAN = Method("mean, interval by Student's t, corrected for skewness", False, mean_reach)
RATE = Method("mean, score interval with dispersion", True, rate_reach, COUNT)
SHARE = Method("share, Wilson's interval, exact where few", True, share_reach, ZERO_TO_ONE, normal=True)


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Return p values corrected for their number, by Holm's step-down method (1979); None where there is none.

    Of m values in rising order, the k-th becomes the largest of (m - j + 1) p_j for j up to k, and at most 1. Calling
    clear what is then below 0.05 calls anything clear that is chance alone in at most 5 of 100 studies, however the
    metrics depend on each other.

    >>> holm([0.01, 0.04, None, 0.03])
    [0.03, 0.06, None, 0.06]
    """
    order = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    corrected: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for smaller, (p, place) in enumerate(order):
        highest = max(highest, min((len(order) - smaller) * p, 1.0))
        corrected[place] = highest
    return corrected


def heterogeneity(estimates: Sequence[Estimate | Contrast]) -> float:
    """Return how often chance alone would set independent results apart as much as these, or more: Cochran's Q (1954).

    Q = Σ (m_i - m)² / e_i², where e_i is the half-width over 1.96 and m the mean weighted by 1 / e_i²; the p value is
    that of χ² with one degree of freedom less than there are results.

    Raises `ValueError` for a result that has no interval, or one of no width.
    """
    weights, means = [], []
    for result in estimates:
        if result.low is None or result.high is None or not result.high > result.low:
            raise ValueError(f"expected results with an interval of some width, found {result}")
        weights.append((2 * NORMAL_QUANTILE / (result.high - result.low)) ** 2)
        means.append(result.mean)
    mean = sum(w * m for w, m in zip(weights, means, strict=True)) / sum(weights)
    q = sum(w * (m - mean) ** 2 for w, m in zip(weights, means, strict=True))
    return chi_square_p(q, len(means) - 1)
