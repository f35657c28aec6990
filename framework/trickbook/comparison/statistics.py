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

from trickbook.comparison.student import NORMAL_QUANTILE, chi_square_p, t_quantile

Values: TypeAlias = NDArray[np.float64]
"""One number for each deal or match; NaN where it does not count."""
Reach: TypeAlias = Callable[[float], tuple[float, float]]
"""How far an interval reaches down and up from its mean, for so many standard errors."""

SPARSE = 0.2
"""If a smaller part of the values is not the most frequent one, their mean is found by `sparse_reach`."""
FEW = 20
"""So many events show how large one of them can be."""
_SYMMETRIC = 1e-6
"""With less skewness a mean has the plain interval by t."""
_ONE_SIDED = 1.6448536269514722 / NORMAL_QUANTILE
"""So much of a two-sided quantile of the normal distribution is the one-sided one."""
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


def unseen(n: int, span: float, t: float) -> float:
    """Return how far a mean can be from n values that are all the same: f t² / n, where f is how far a value can be away.

    It is the upper bound of `score_bounds` for something that has not happened in n deals, and brings f each time. For a
    share, f = 1, it is Wilson's bound but for a little; the rule of three (Hanley and Lippman-Hand 1983) has 3 / n, one-sided.
    """
    return span * t * t / n


def most_unseen(n: int) -> float:
    """Return the largest share that something may have which has happened in none of n units: z² / (n + z²), by Wilson's interval."""
    return NORMAL_QUANTILE**2 / (n + NORMAL_QUANTILE**2)


def skewness(values: Values) -> float:
    """Return the third standardized moment of a sample: the mean of ((x - m) / s)³, with s² over n; 0 without spread."""
    centred = values - values.mean()
    spread = float((centred**2).mean())
    return float((centred**3).mean()) / spread**1.5 if spread > 0 else 0.0


def skewed_reach(error: float, skew: float, n: int) -> Reach:
    """Return the interval of a mean by Student's t, corrected for skewness (Hall 1992, J. R. Statist. Soc. B 54, 221-228).

    T = (m - M) / e, with the standard error e, is not symmetric if the values have a skewness g. Hall's monotone cubic
    h(T) = T + (g / √n) (T² / 3 + 1 / 6) + g² T³ / (27 n) nearly is, so the bounds are m - e h⁻¹(t) and m - e h⁻¹(-t), where
    h⁻¹(x) = (3 √n / g) (∛(1 + (g / √n) (x - g / (6 √n))) - 1). Without skewness they are m ± t e.

    A small sample that has missed the tail shows too little skewness, so the interval by Student's t is not made shorter: it
    reaches as far as the farther of the two on each side.
    """
    root = sqrt(n)

    def inverse(x: float) -> float:
        if abs(skew) < _SYMMETRIC:
            return x
        return 3 * root / skew * (float(np.cbrt(1 + skew / root * (x - skew / (6 * root)))) - 1)

    return lambda t: (error * max(inverse(t), t), error * max(-inverse(-t), t))


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


def reach_of_parts(above: tuple[float, float], below: tuple[float, float], largest: float, n: int) -> Reach:
    """Return the interval of `sparse_reach` from the mean and the variance of what is above 0, and of what is below."""
    means, spreads = zip(above, below, strict=True)
    both = spreads[0] * spreads[1]
    # The two parts are never above 0 in one unit, so their covariance is that of their means.
    correlation = -means[0] * means[1] * n / (n - 1) / sqrt(both) if both > 0 else 0.0

    def reach(t: float) -> tuple[float, float]:
        (low_p, high_p), (low_n, high_n) = (
            rare_bounds(part, spread, largest, n, t) for part, spread in zip(means, spreads, strict=True)
        )
        above, below = (means[0] - low_p, high_p - means[0]), (means[1] - low_n, high_n - means[1])
        return mover(above, below, correlation)

    return reach


def mover(first: tuple[float, float], second: tuple[float, float], correlation: float) -> tuple[float, float]:
    """Return how far the interval of a difference, first - second, reaches down and up.

    `first` and `second` are how far their own intervals reach down and up. By MOVER, the method of variance estimates
    recovery (Zou and Donner 2008, Statistics in Medicine 27, 1693-1702; with a correlation r: Zou 2007, Psychological
    Methods 12, 399-413): √(down₁² + up₂² - 2 r down₁ up₂) down, and √(up₁² + down₂² - 2 r up₁ down₂) up.

    >>> mover((3.0, 6.0), (8.0, 4.0), 0.0)
    (5.0, 10.0)
    """
    down, up = first
    less, more = second
    return (
        sqrt(max(down * down + more * more - 2 * correlation * down * more, 0.0)),
        sqrt(max(up * up + less * less - 2 * correlation * up * less, 0.0)),
    )


def score_bounds(mean: float, dispersion: float, n: int, t: float) -> tuple[float, float]:
    """Return the bounds of the score interval of a Poisson mean, at so many standard errors t."""
    shift = t * t * dispersion / (2 * n)
    half = sqrt(2 * shift * mean + shift * shift)
    # As a quotient, the lower bound does not lose its digits to a difference.
    return mean * mean / (mean + shift + half) if mean > 0 else 0.0, mean + shift + half


def _cubed(events: float, t: float) -> float:
    """Return the quantile at t of a gamma distribution with that mean and scale 1, by Wilson and Hilferty's cube (1931)."""
    return events * max(1 - 1 / (9 * events) + t / (3 * sqrt(events)), 0.0) ** 3


def exact_low(low: float, events: float, worth: float, t: float) -> float:
    """Return the lower bound for so few events, each worth so much of the mean, where a score interval's is too high.

    That of a single event is so high that an event which was to be expected 0.17 times lies below it in 16 of 100 studies.
    The bound is then the one-sided exact one, half the 5 % quantile of χ² with twice as many degrees of freedom as there are
    events (Brown, Cai and DasGupta 2001, Statistical Science 16, 101-133, section 4.1.1), which is the lower one up to ten.
    """
    return min(low, worth * _cubed(events, -_ONE_SIDED * t)) if events > 0 else low


def rare_bounds(mean: float, spread: float, largest: float, n: int, t: float) -> tuple[float, float]:
    """Return the bounds of the mean of n values that are 0 or more and mostly 0, at so many standard errors t.

    With their variance s² = `spread`, they are like n m² / s² events worth f / n each, with f = s² / m. Bounds are those of
    `score_bounds`, the lower one as `exact_low` has it. Where events are few and of different size, the sample does not
    tell how large one can be; so the upper bound is at least that of Fay and Feuer (1997, Statistics in Medicine 16,
    791-801), which has one more of the largest size w seen: the quantile of a gamma distribution with the mean m + w / n
    and the variance s² / n + w² / n². (w less m, as the value takes the place of one that has the mean.) With events of
    one size that is the exact bound of a Poisson mean, and all but the score interval's.
    """
    if mean == 0:
        return 0.0, unseen(n, largest, t)
    dispersion = spread / mean
    low, high = score_bounds(mean, dispersion, n, t)
    if dispersion == 0:
        return low, high
    more = max(largest - mean, 0.0)
    total, square = n * mean + more, n * spread + more * more
    worth = square / total
    return (
        exact_low(low, n * mean / dispersion, dispersion / n, t),
        max(high, worth * _cubed(total / worth, t) / n),
    )


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
