"""How far an interval reaches from a mean: bounds from figures of a sample, for any number of standard errors.

Nothing that was not seen is taken to be impossible: `unseen` is the interval of what has not happened.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cbrt, sqrt
from typing import TypeAlias

from trickbook.measure.t_distribution import NORMAL_QUANTILE

Reach: TypeAlias = Callable[[float], tuple[float, float]]
"""How far an interval reaches down and up from its mean, for so many standard errors."""

_ONE_SIDED = 1.6448536269514722 / NORMAL_QUANTILE
"""So much of a two-sided quantile of the normal distribution is the one-sided one."""
_SYMMETRIC = 1e-6
"""With less skewness a mean has the plain interval by t."""


def unseen(n: int, span: float, t: float) -> float:
    """Return how far a mean can be from n values that are all the same: f t² / n, where f is how far a value can be away.

    It is the upper bound of `score_bounds` for something that has not happened in n deals, and brings f each time. For a
    share, f = 1, it is Wilson's bound but for a little; the rule of three (Hanley and Lippman-Hand 1983) has 3 / n, one-sided.
    """
    return span * t * t / n


def most_unseen(n: int) -> float:
    """Return the largest share that something may have which has happened in none of n units: z² / (n + z²), by Wilson's interval."""
    return NORMAL_QUANTILE**2 / (n + NORMAL_QUANTILE**2)


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
        return 3 * root / skew * (cbrt(1 + skew / root * (x - skew / (6 * root))) - 1)

    return lambda t: (error * max(inverse(t), t), error * max(-inverse(-t), t))


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
