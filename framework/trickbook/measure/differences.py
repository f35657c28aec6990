"""Differences of two games, each with its 95 % interval and p, and margins, which are differences from nothing."""

from __future__ import annotations

from dataclasses import replace
from math import exp, lgamma, nan, sqrt

import numpy as np

from trickbook.measure.intervals import Reach, mover, skewed_reach, unseen
from trickbook.measure.statistics import (
    ANY,
    MEAN,
    SPARSE,
    Contrast,
    Estimate,
    Limits,
    Method,
    Values,
    counted,
    skewness,
    sparse_reach,
    usual_value,
    variance,
)
from trickbook.measure.t_distribution import t_quantile, two_sided_p

_FARTHEST = 1000.0
"""Beyond so many standard errors p is 0."""


def contrast_by_reach(mean: float, reach: Reach, df: float) -> Contrast:
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


def _all_alike(mean: float, n: int, span: float | None, p: float, differing: int) -> Contrast:
    """Return a difference that is the same in all n units: with the interval of what has not been seen."""
    if n < 2:
        return Contrast(mean, None, None, None, differing)
    reach = None if span is None else unseen(n, span, t_quantile(n - 1))
    low, high = (None, None) if reach is None else (mean - reach, mean + reach)
    return Contrast(mean, low, high, p, differing, 0.0, span)


def paired_difference(first: Values, other: Values, limits: Limits = ANY) -> Contrast:
    """Return how much the mean of `other` is above that of `first`; value i of both comes from the same shuffles.

    By Student's t on the differences within each unit, corrected for skewness, with one degree of freedom less than there are
    units that count in the game in which fewer do. Where a unit counts in one game only, each value stands for its share in
    its own mean: u_i = c_i (x_i - m) n / (c_1 + ... + c_n), with c_i = 1 where it counts and 0 where not; the differences of
    the u_i have the spread of the difference of the means. (Where all count, they are the differences of the x_i less their
    mean.) Units that count in neither are left out.

    Where less than one unit in five differs, or does so otherwise than most do, Student's t is too sure of itself; then see
    `sparse_reach`. There, each unit has e_i = c'_i (x'_i - d - m) - c_i (x_i - m), with m the mean of `first` and d the most
    frequent difference: 0 in all that are as most are, and n / (c'_1 + ... + c'_n) times their mean, and d, is the difference of
    the means. If no unit differs, p is 1, and the interval that of something that has not happened in n units (`unseen`), with
    the greatest distance of two values, `Limits.span`. If all n differ by the same amount it is the same about that amount,
    and p is that of the sign test, 2 / 2ⁿ.
    """
    counts_first, counts_other = ~np.isnan(first), ~np.isnan(other)
    either = counts_first | counts_other
    n = int(either.sum())
    differing = int((either & ((counts_first != counts_other) | (first != other))).sum())
    span = limits.span(first, other)
    if differing == 0:
        return _all_alike(0.0, n, span, 1.0, 0)
    mean_first, mean_other = float(first[counts_first].mean()), float(other[counts_other].mean())
    mean = mean_other - mean_first
    fewest = min(int(counts_first.sum()), int(counts_other.sum()))
    if fewest < 2:
        return Contrast(mean, None, None, None, differing)
    scale_first, scale_other = n / int(counts_first.sum()), n / int(counts_other.sum())
    usual = usual_value((other - first)[counts_first & counts_other])[0] if (counts_first & counts_other).any() else 0.0
    away = np.where(counts_other, other - usual - mean_first, 0.0) - np.where(counts_first, first - mean_first, 0.0)
    away = np.where((counts_first == counts_other) & (other - first == usual), 0.0, away)[either] * scale_other
    if not away.any():
        return _all_alike(mean, n, span, min(0.5 ** (n - 1), 1.0) if mean else 1.0, differing)
    if np.count_nonzero(away) < SPARSE * n:
        found = contrast_by_reach(mean, sparse_reach(away, span), n - 1)
        size = sqrt(float((away**2).sum()) / np.count_nonzero(away))
        return replace(found, differing=differing, error=sqrt(variance(away) / n), size=size)
    apart = (
        np.where(counts_other, other - mean_other, 0.0)[either] * scale_other
        - np.where(counts_first, first - mean_first, 0.0)[either] * scale_first
    )
    error = sqrt(variance(apart) / n)
    found = contrast_by_reach(mean, skewed_reach(error, skewness(apart), n), fewest - 1)
    return replace(found, differing=differing, error=error)


def unpaired_difference(first: Values, other: Values, method: Method = MEAN, limits: Limits = ANY) -> Contrast:
    """Return how much the mean of `other` is above that of `first`, from independent units.

    The intervals of the two means, each by its own method, are put together by MOVER; of plain means without skewness that
    is Welch's t (1947), and has its degrees of freedom. If all units of each have the same value, p is that of the
    permutation test: one of (a + b)! / (a! b!) ways to part them sets their means so far apart, where there are a and b of
    them, and two where a = b; or 1 if the means are the same.
    """
    a, b = counted(first), counted(other)
    difference = float(b.mean()) - float(a.mean())
    if min(len(a), len(b)) < 2:
        return Contrast(difference, None, None, None)
    error_a, error_b = variance(a) / len(a), variance(b) / len(b)
    both = error_a + error_b
    df = both**2 / (error_a**2 / (len(a) - 1) + error_b**2 / (len(b) - 1)) if both > 0 else min(len(a), len(b)) - 1
    known = replace(limits, least=0.0, most=limits.span(a, b)) if limits.span(a, b) else limits
    ours, theirs = method.reach(b, known), method.reach(a, known)
    p = nan
    if not both > 0:
        ways = lgamma(len(a) + len(b) + 1) - lgamma(len(a) + 1) - lgamma(len(b) + 1)
        p = 1.0 if difference == 0 else min((2 if len(a) == len(b) else 1) * exp(-ways), 1.0)
    if ours is None or theirs is None:
        return Contrast(difference, None, None, p if p == p else None, None, sqrt(both))
    found = contrast_by_reach(difference, lambda t: mover(ours(t), theirs(t), 0.0), df)
    return replace(found, p=found.p if p != p else p, error=sqrt(both))


def difference_from(usual: float, values: Values, farthest: float | None = None) -> Contrast:
    """Return how much the mean of values, of which most may be one usual value, is above that; see `paired_difference`.

    If none is another, how sure that is depends on the `farthest` that a value can be away; it is unknown if that is.
    """
    x = counted(values)
    return paired_difference(np.full(len(x), usual), x, ANY if farthest is None else Limits(0.0, farthest))


def mean_beside(values: Values, usual: float, farthest: float | None = None, limits: Limits = ANY) -> Estimate:
    """Estimate a mean of values of which most may be one usual value, by `difference_from` that."""
    found = difference_from(usual, values, farthest)
    if found.low is None or found.high is None:
        return Estimate(usual + found.mean, None, None, len(counted(values)))
    low, high = limits.within(usual + found.low, usual + found.high)
    return Estimate(usual + found.mean, low, high, len(counted(values)))
