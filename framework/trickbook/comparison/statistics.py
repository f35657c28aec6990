"""Means, shares and differences, each with its 95 % interval.

Values stand in arrays with one number for each deal or match, NaN where it does not count. What can't be said from so
few values is None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, lgamma, nan, sqrt
from typing import TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from trickbook.comparison.student import NORMAL_QUANTILE, chi_square_p, t_quantile, two_sided_p

Values: TypeAlias = NDArray[np.float64]
"""One number for each deal or match; NaN where it does not count."""

SPARSE = 0.2
"""If a smaller part of the units differs, the difference of two games is found by `_sparse_difference`."""
FEW = 30
"""From so many values on, a mean of values that are all the same is taken to be without chance."""
_FARTHEST = 1000.0
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


def _counted(values: Values) -> Values:
    return values[~np.isnan(values)]


def _spread(values: Values) -> float:
    """Return the variance of a sample: the sum of squared deviations over n - 1; NaN for a single value."""
    return float(values.var(ddof=1)) if len(values) > 1 else nan


def mean_by_t(values: Values) -> Estimate:
    """Estimate a mean: m ± t s / √n, with Student's t for n - 1 degrees of freedom.

    Of fewer than `FEW` values that are all the same nothing is known of their spread, so there is no interval.
    """
    x = _counted(values)
    n, mean = len(x), float(x.mean())
    if n == 1 or (n < FEW and (x == x[0]).all()):
        return Estimate(mean, None, None, n)
    half = t_quantile(n - 1) * sqrt(_spread(x) / n)
    return Estimate(mean, mean - half, mean + half, n)


def rate_by_score(values: Values) -> Estimate:
    """Estimate how often something happens: the score interval of a Poisson mean, with its dispersion from the values.

    The bounds are the means M at which (m - M)² = t² f M / n, with f = s² / m and Student's t for n - 1 degrees of
    freedom; f is 1 if nothing happened. For common things it is the interval by t; for rare ones it is not symmetric,
    and never below 0.
    """
    x = _counted(values)
    n, mean = len(x), float(x.mean())
    if n == 1:
        return Estimate(mean, None, None, n)
    low, high = _score_bounds(mean, _spread(x) / mean if mean > 0 else 1.0, n, t_quantile(n - 1))
    return Estimate(mean, low, high, n)


def _score_bounds(mean: float, dispersion: float, n: int, t: float) -> tuple[float, float]:
    """Return the bounds of the score interval of a Poisson mean, at so many standard errors t."""
    shift = t * t * dispersion / (2 * n)
    half = sqrt(2 * shift * mean + shift * shift)
    # As a quotient, the lower bound does not lose its digits to a difference.
    return mean * mean / (mean + shift + half) if mean > 0 else 0.0, mean + shift + half


def share_by_wilson(values: Values) -> Estimate:
    """Estimate a share of n, from values that are 0 or 1: Wilson's score interval (1927).

    (m + z²/2n ± z √(m (1 - m) / n + z²/4n²)) / (1 + z²/n), with z = 1.96.
    """
    x = _counted(values)
    n, share = len(x), float(x.mean())
    z = NORMAL_QUANTILE
    middle = share + z * z / (2 * n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low = 0.0 if share == 0 else (middle - half) / scale
    high = 1.0 if share == 1 else (middle + half) / scale
    return Estimate(share, low, high, n)


@dataclass(frozen=True)
class Method:
    """A way to estimate a mean with its interval."""

    name: str
    """What it is called, for readers."""
    estimate: Callable[[Values], Estimate]
    """The estimate from at least one value that counts."""
    in_hundreds: bool
    """Whether it is told as so many in 100: shares, and what may be rare."""


MEAN = Method("mean, interval by Student's t", mean_by_t, in_hundreds=False)
RATE = Method("mean, score interval with dispersion", rate_by_score, in_hundreds=True)
SHARE = Method("share, Wilson's interval", share_by_wilson, in_hundreds=True)


def _contrast(difference: float, variance: float, df: float, p_if_constant: float) -> Contrast:
    """Set a difference against its variance, by Student's t; without variance there is no t, and p is told beforehand."""
    if variance != variance:
        return Contrast(difference, None, None, None)
    if variance == 0:
        return Contrast(difference, difference, difference, p_if_constant if difference else 1.0)
    error = sqrt(variance)
    half = t_quantile(df) * error
    return Contrast(difference, difference - half, difference + half, two_sided_p(difference / error, df))


def _sparse_difference(differences: Values) -> Contrast:
    """Return the mean of differences of which most are 0, by the score intervals of what is above 0 and what is below.

    The mean is P - N, with P the mean of what is above 0 and N that of what is below. Each has the interval of
    `rate_by_score`; where one of them is nothing, it has the dispersion of the other. They are put together by `mover`,
    with the correlation of the two parts.
    """
    n = len(differences)
    parts = np.maximum(differences, 0), np.maximum(-differences, 0)
    means = [float(part.mean()) for part in parts]
    spreads = [_spread(part) for part in parts]
    above, below = (spread / mean if mean > 0 else nan for spread, mean in zip(spreads, means, strict=True))
    dispersions = (above if above == above else below, below if below == below else above)
    both = spreads[0] * spreads[1]
    # The two parts are never above 0 in one unit, so their covariance is that of their means.
    correlation = -means[0] * means[1] * n / (n - 1) / sqrt(both) if both > 0 else 0.0

    def reach(t: float) -> tuple[float, float]:
        (low_p, high_p), (low_n, high_n) = (
            _score_bounds(part, dispersion, n, t) for part, dispersion in zip(means, dispersions, strict=True)
        )
        above, below = (means[0] - low_p, high_p - means[0]), (means[1] - low_n, high_n - means[1])
        return mover(above, below, correlation)

    return contrast_by_reach(means[0] - means[1], reach, n - 1)


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


def contrast_by_reach(mean: float, reach: Callable[[float], tuple[float, float]], df: float) -> Contrast:
    """Return a difference whose 95 % interval need not be symmetric: `reach(t)` says how far down and up it reaches.

    p is that of the t at which the interval just reaches 0.
    """
    left, right = reach(t_quantile(df))
    if mean == 0:
        return Contrast(mean, mean - left, mean + right, 1.0)
    least, most = 0.0, 1.0
    side = 0 if mean > 0 else 1
    while reach(most)[side] < abs(mean) and most < _FARTHEST:
        least, most = most, 2 * most
    for _ in range(60):
        middle = (least + most) / 2
        least, most = (middle, most) if reach(middle)[side] < abs(mean) else (least, middle)
    return Contrast(mean, mean - left, mean + right, two_sided_p(most, df))


def paired_difference(first: Values, other: Values) -> Contrast:
    """Return how much the mean of `other` is above that of `first`; value i of both comes from the same shuffles.

    By Student's t on the differences within each unit, with n - 1 degrees of freedom. Where a unit counts in one game
    only, each value stands for its share in its own mean: u_i = c_i (x_i - m) n / (c_1 + ... + c_n), with c_i = 1 where
    it counts and 0 where not; the differences of the u_i have the spread of the difference of the means. (Where all
    count, they are the differences of the x_i less their mean.) Units that count in neither are left out.

    Where less than one unit in five differs, Student's t is too sure of itself; then see `_sparse_difference`. If no unit
    differs, the difference is exactly 0 and p is 1. If all n differ by the same amount, p is that of the sign test, 2 / 2ⁿ.
    """
    counts_first, counts_other = ~np.isnan(first), ~np.isnan(other)
    either = counts_first | counts_other
    n = int(either.sum())
    if np.array_equal(first, other, equal_nan=True):
        return Contrast(0.0, 0.0, 0.0, 1.0)

    if np.array_equal(counts_first, counts_other) and n > 1:
        differences = (other - first)[either]
        if np.count_nonzero(differences) < SPARSE * n:
            return _sparse_difference(differences)

    def influence(x: Values, counts: NDArray[np.bool_]) -> tuple[float, Values]:
        mean = float(x[counts].mean())
        return mean, np.where(counts, x - mean, 0.0)[either] * (n / int(counts.sum()))

    mean_first, u_first = influence(first, counts_first)
    mean_other, u_other = influence(other, counts_other)
    fewest = min(int(counts_first.sum()), int(counts_other.sum()))
    variance = _spread(u_other - u_first) / n if fewest > 1 else nan
    return _contrast(mean_other - mean_first, variance, n - 1, 0.5 ** (n - 1))


def unpaired_difference(first: Values, other: Values) -> Contrast:
    """Return how much the mean of `other` is above that of `first`, from independent units: Welch's t (1947).

    If all units of each have the same value, p is that of the permutation test: one of (a + b)! / (a! b!) ways to part
    them sets their means so far apart, where there are a and b of them, and two where a = b.
    """
    a, b = _counted(first), _counted(other)
    difference = float(b.mean()) - float(a.mean())
    error_a, error_b = _spread(a) / len(a), _spread(b) / len(b)
    variance = error_a + error_b
    if not variance > 0:
        ways = lgamma(len(a) + len(b) + 1) - lgamma(len(a) + 1) - lgamma(len(b) + 1)
        return _contrast(difference, variance, nan, (2 if len(a) == len(b) else 1) * exp(-ways))
    df = variance**2 / (error_a**2 / (len(a) - 1) + error_b**2 / (len(b) - 1))
    return _contrast(difference, variance, df, nan)


def difference_from(usual: float, values: Values, farthest: float | None = None) -> Contrast:
    """Return how much the mean of values, of which most may be one usual value, is above that; see `paired_difference`.

    Where less than one in five is another, Student's t would be too sure of itself. If none is, the interval reaches f t²/n to
    each side, as that of `rate_by_score` for something that has not happened, with f the `farthest` that a value can be away;
    it is unknown if that is.
    """
    x = _counted(values)
    if (x == usual).all():
        known = farthest is not None and len(x) > 1
        reach = _score_bounds(0.0, farthest or 0.0, len(x), t_quantile(len(x) - 1))[1] if known else None
        return Contrast(0.0, None if reach is None else -reach, reach, 1.0 if len(x) > 1 else None)
    return paired_difference(np.full(len(x), usual), x)


def mean_beside(values: Values, usual: float, farthest: float | None = None) -> Estimate:
    """Estimate a mean of values of which most may be one usual value, by `difference_from` that."""
    found = difference_from(usual, values, farthest)
    low, high = (None if bound is None else usual + bound for bound in (found.low, found.high))
    return Estimate(usual + found.mean, low, high, len(_counted(values)))


DIFFERENCE = Method("mean, interval as of a paired difference", partial(mean_beside, usual=0.0), in_hundreds=False)


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
