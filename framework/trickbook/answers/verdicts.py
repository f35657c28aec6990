"""Whether a difference between some players is also one between stronger ones: the arithmetic of a verdict.

A finding is a difference d of two games between the first players; D is the same difference between the stronger ones, on
deals of their own, so that the two are independent. The finding holds if D is shown to have the sign of d, and does not if
D is shown to be less than half of d, in its direction. Else it can't be told yet.

A finding is there because d is clear, so d looks larger than it is. The chance p of a D so far below half of d, if it is not
below, is therefore that among findings which are told: see `p_of_below`.

Of the two hypotheses that these verdicts reject, D <= 0 and D >= d / 2, at most one is true. So with m findings at most
m hypotheses are true, and with each p times m the chance that any verdict is wrong is at most 5 %. Holm's steps would gain
nothing here: to reject one hypothesis of a finding leaves the other (Shaffer 1986, J. Am. Stat. Assoc. 81, 826-831).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, hypot, sqrt
from statistics import NormalDist

from trickbook.measure.comparison import Difference
from trickbook.measure.statistics import Contrast
from trickbook.measure.t_distribution import NORMAL_QUANTILE, OUTSIDE

HOLDS = "holds"
"""The stronger players' difference is clear, and has the same sign."""
FAILS = "does not hold"
"""It is clearly less than half as large, or has the other sign."""
UNKNOWN = "not known yet"
"""Neither of the two can be said."""
NEW = "only with stronger players"
"""The difference is clear between stronger players, and is not between the first."""
NEITHER = "clear with neither"
"""The difference that answers a question is clear between neither."""
SMALLER = 0.5
"""What is less than so much of the first players' difference is not the same finding."""
POWER = 0.8
"""How often a study of the size that is `needed` tells whether a finding holds."""
FEWEST = 20
"""Whole games that are needed in any case."""
_NORMAL = NormalDist()
_ADVERSE = _NORMAL.inv_cdf(POWER)
_FARTHEST = 1e6
"""So many times the deals that tell all of a difference tell as much as any number."""
_HALVINGS = 20


@dataclass(frozen=True)
class Needed:
    """About how much of each game the stronger players would have to play until it can be told whether a finding holds."""

    units: int
    """Deals, or whole games where the finding is about these."""
    as_seen: bool = False
    """Whether the difference between them is taken to be as large as it was seen; else to be nothing, or as large as
    between the first players. In between, it takes up to four times as many."""
    holds_only: bool = False
    """Whether they tell no more than that it holds, since it is known too badly between the first players."""
    deals_a_game: float | None = None
    """Of whole games, how many deals one is, on average of all games."""


def told_from(difference: Difference) -> float:
    """Return below which p a difference is clear, among so many others: p_holm / p is what Holm's steps have divided 0.05 by."""
    p, corrected = difference.contrast.p, difference.p_holm
    return OUTSIDE * p / corrected if p and corrected else OUTSIDE


def _errors(first: Contrast, stronger: Contrast) -> tuple[float, float] | None:
    """Return the standard errors of two differences towards each other, from the sides of their intervals that face each other.

    So does MOVER (`trickbook.measure.intervals.mover`). None if one has no interval.
    """
    if first.low is None or first.high is None or stronger.low is None or stronger.high is None:
        return None
    if first.mean > 0:
        down, up = first.mean - first.low, stronger.high - stronger.mean
    else:
        down, up = first.high - first.mean, stronger.mean - stronger.low
    return down / NORMAL_QUANTILE, up / NORMAL_QUANTILE


def p_of_below(first: Contrast, stronger: Contrast, least_p: float) -> float:
    """Return how often D is so far below half of d, or farther, if it is not below, among differences d that are told.

    d is told if its p is below `least_p`, so if y, its size in standard errors e, is beyond c. Let x be D in the direction of d,
    over e, and s the error of D over e. Without picking, z = (x - y / 2) / r with r = √(s² + 1/4) is normal at D = d / 2. Given
    y + x / (2 s²), which says all that is known of d there, the studies that are told are those with z below z + 2 r (y - c), or
    above z + 2 r (y + c), where d is told with the other sign. So p = Φ(z) / (Φ(z + 2 r (y - c)) + Φ(-z - 2 r (y + c))). That is the
    most powerful test without bias after picking (Fithian, Sun and Taylor 2014, arXiv:1410.2597, section 3). 1 without intervals.
    """
    errors = _errors(first, stronger)
    if errors is None:
        return 1.0
    error, theirs = errors
    above = (stronger.mean if first.mean > 0 else -stronger.mean) - SMALLER * abs(first.mean)
    both = hypot(theirs, SMALLER * error)
    if not both:
        return 1.0 if above >= 0 else 0.0
    p = _NORMAL.cdf(above / both)
    if not error:
        return p
    size, bound = abs(first.mean) / error, -_NORMAL.inv_cdf(least_p / 2)
    root = both / error / SMALLER
    told = _NORMAL.cdf(above / both + root * (size - bound)) + _NORMAL.cdf(-above / both - root * (size + bound))
    return min(p / told, 1.0) if told and size > bound else 1.0


def verdict_on(first: Contrast, stronger: Contrast, findings: int, least_p: float = OUTSIDE) -> str:
    """Return whether a clear difference holds with stronger players, as one of so many findings; see the module.

    It is clear since its p was below `least_p`.
    """
    if first.mean * stronger.mean > 0 and stronger.p is not None and stronger.p * findings < OUTSIDE:
        return HOLDS
    return FAILS if 2 * p_of_below(first, stronger, least_p) * findings < OUTSIDE else UNKNOWN


def deals_needed(
    first: Contrast, stronger: Contrast, deals: int, findings: int, least_p: float = OUTSIDE
) -> Needed | None:
    """Return about how many deals tell whether one of so many findings holds, from what so many deals have told.

    It is the least number at which D, if it is nothing, is said not to hold in 80 of 100 studies: where it comes out no more than
    0.84 standard errors above nothing. At most a quarter of that tells all of d from nothing as often: N = n ((z + 0.84) e / d)²,
    with the standard error e of D after n deals, and z for 5 % over the number of findings, two-sided. If no number says that it
    does not hold, that is what there is. If D itself is beyond half of d, it is taken to be D, in the place of d. It is twice as
    many as there are, at least.
    """
    if stronger.low is None or stronger.high is None or not first.mean:
        return None
    error = (stronger.high - stronger.low) / 2 / NORMAL_QUANTILE
    seen = stronger.mean if first.mean > 0 else -stronger.mean
    if seen > SMALLER * abs(first.mean):
        return Needed(max(_to_hold(seen, error, deals, findings), 2 * deals), as_seen=True)
    found = _needed(first, error, deals, findings, least_p)
    return replace(found, units=max(found.units, 2 * deals))


def matches_needed(
    first: Contrast, matches: int, deals_a_game: float, findings: int, least_p: float = OUTSIDE
) -> Needed | None:
    """Return the same of whole games, of which stronger players have played none: as if theirs differed as much as these do."""
    if first.error is None or not first.error or not first.mean:
        return None
    found = _needed(first, first.error, matches, findings, least_p)
    return replace(found, units=max(found.units, FEWEST), deals_a_game=deals_a_game)


def _to_hold(difference: float, error: float, units: int, findings: int) -> int:
    """Return how many units tell a difference from nothing, by the standard error that so many units give."""
    level = -_NORMAL.inv_cdf(OUTSIDE / findings / 2)
    return ceil(units * ((level + _ADVERSE) * error / difference) ** 2)


def _needed(first: Contrast, error: float, units: int, findings: int, least_p: float) -> Needed:
    sign = 1 if first.mean > 0 else -1

    def fails(number: float) -> bool:
        theirs = error * sqrt(units / number)
        mean, half = sign * _ADVERSE * theirs, NORMAL_QUANTILE * theirs
        return verdict_on(first, Contrast(mean, mean - half, mean + half, 1.0), findings, least_p) == FAILS

    least = _to_hold(first.mean, error, units, findings)
    if not fails(least * _FARTHEST):
        return Needed(least, holds_only=True)
    most = 1.0
    while not fails(least * most):
        most *= 2
    low = most / 2
    for _ in range(_HALVINGS):
        middle = (low + most) / 2
        low, most = (low, middle) if fails(least * middle) else (middle, most)
    return Needed(ceil(least * most))
