"""How far a figure reaches down that is looked at because it is clear: who is picked for being large, looks larger than it is.

Z, a difference over its standard error, is told only if it is beyond a bound c, one way or the other. Among those told, Z has
the distribution of Z given |Z| > c, and its lower limit is the mean m at which no larger Z is told more often than a part a
of the time: P(Z >= z | |Z| > c) = a (Fithian, Sun and Taylor 2014, Optimal inference after model selection, arXiv:1410.2597;
for two sides see Zhong and Prentice 2008, Biostatistics 9, 621-634). Far beyond c it is the usual one, z - t. Just beyond it
the sign is all that is left: the limit is 0, and never below, since the sign is what was told.
"""

from __future__ import annotations

from math import erfc, sqrt
from statistics import NormalDist

from trickbook.measure.comparison import Difference
from trickbook.measure.t_distribution import OUTSIDE

_NORMAL = NormalDist()
_HALVINGS = 60


def _above(x: float) -> float:
    """Return how often a normal number is above x."""
    return erfc(x / sqrt(2)) / 2


def told_from(difference: Difference) -> float:
    """Return below which p a difference is clear, among so many others: what Holm's steps have divided 0.05 by is p_holm / p."""
    p, corrected = difference.contrast.p, difference.p_holm
    return OUTSIDE * p / corrected if p and corrected else OUTSIDE


def reach_of_selected(z: float, least_p: float, t: float) -> float:
    """Return how many standard errors the lower limit is below a figure that is z of them above 0, picked for a p below `least_p`.

    `t` is how many it would be for a figure that was not picked; no more than z is returned.

    >>> reach_of_selected(9.0, 0.05, 1.96)
    1.96
    >>> round(reach_of_selected(4.0, 0.05, 1.96), 2), reach_of_selected(3.0, 0.05, 1.96)
    (2.35, 3.0)
    """
    bound = -_NORMAL.inv_cdf(least_p / 2)
    outside = _above(t)

    def is_below(mean: float) -> bool:
        return _above(z - mean) < outside * (_above(bound - mean) + _above(bound + mean))

    if z <= bound or not is_below(0.0):
        return z
    if z - t - bound > t:  # so far beyond that nearly every such study is told
        return t
    low, high = 0.0, z
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return max(z - low, t)
