"""Whether what differs between some players also differs between stronger ones: a verdict on each finding.

A finding is a difference d of two games between the first players; D is the same difference between the stronger ones, on
deals of their own, so that the two are independent. The finding holds if D is shown to have the sign of d, and does not if
D is shown to be less than half of d, in its direction. Else it can't be told yet.

Of the two hypotheses that these verdicts reject, D <= 0 and D >= d / 2, at most one is true. So with m findings at most
m hypotheses are true, and with each p times m the chance that any verdict is wrong is at most 5 %. Holm's steps would gain
nothing here: to reject one hypothesis of a finding leaves the other (Shaffer 1986, J. Am. Stat. Assoc. 81, 826-831).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, hypot
from statistics import NormalDist
from typing import Any

from trickbook.answers.findings import fact_of, findings
from trickbook.answers.words import is_clear
from trickbook.measure.comparison import Comparison, Difference, Measured
from trickbook.measure.statistics import Contrast, rounded
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
_NORMAL = NormalDist()

Row = tuple[Measured, Difference]
"""A metric between the first players, and its difference between a game and the first."""


@dataclass(frozen=True)
class Verdict:
    """What stronger players say of a finding."""

    measured: Measured
    """The metric, between the first players."""
    difference: Difference
    """The difference between the first players."""
    stronger: Difference | None
    """The difference between the stronger players; None if they have not played what it is found from."""
    verdict: str
    """`HOLDS`, `FAILS`, `UNKNOWN`, `NEW` or `NEITHER`."""
    needed: int | None
    """About how many deals of each game the stronger players would have to play until it can be told; None if it is, or nobody knows."""


@dataclass(frozen=True)
class Stronger:
    """What stronger players say of a comparison."""

    beside: Comparison
    """The same games between stronger players, on deals of their own."""
    verdicts: tuple[Verdict, ...]
    """A verdict on each finding, or on each answer if a question was asked."""
    only: tuple[Row, ...]
    """Clear differences between stronger players, one for each fact, of which the first players show nothing clear."""

    @property
    def player(self) -> str:
        """Return who the stronger players are."""
        return self.beside.bots

    @property
    def seconds_a_deal(self) -> float:
        """Return how long a deal of each game takes them here."""
        return self.beside.seconds / self.beside.deals if self.beside.deals else 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the entry `stronger` of `trickbook compare --json`; only `seconds` and `seconds_needed` are times."""
        return {
            "player": self.player,
            "seed": self.beside.seed,
            "deals": self.beside.deals,
            "complete": self.beside.complete,
            "verdicts": [self._verdict_json(verdict) for verdict in self.verdicts],
            "only": [_row_json(row) for row in self.only],
            "comparison": {"metrics": self.beside.as_json()["metrics"]},
            "seconds": round(self.beside.seconds, 3),
        }

    def _verdict_json(self, verdict: Verdict) -> dict[str, Any]:
        seconds = None if verdict.needed is None else round(verdict.needed * self.seconds_a_deal)
        return {
            "metric": verdict.measured.metric.name,
            "game": verdict.difference.game,
            "against": verdict.difference.against,
            "first": _contrast_json(verdict.difference),
            "stronger": _contrast_json(verdict.stronger),
            "verdict": verdict.verdict,
            "deals_needed": verdict.needed,
            "seconds_needed": seconds,
        }


def _contrast_json(difference: Difference | None) -> dict[str, float | None] | None:
    if difference is None:
        return None
    contrast = difference.contrast
    return {"mean": rounded(contrast.mean), "low": rounded(contrast.low), "high": rounded(contrast.high)}


def _row_json(row: Row) -> dict[str, Any]:
    measured, difference = row
    return {
        "metric": measured.metric.name,
        "game": difference.game,
        "against": difference.against,
        "stronger": _contrast_json(difference),
    }


def above_part(first: Contrast, stronger: Contrast) -> tuple[float, float] | None:
    """Return how far the stronger players' difference is above `SMALLER` times the first players', in the direction of that.

    The second number is its standard error, towards each other: by MOVER (`trickbook.measure.intervals.mover`), from the
    sides of the two intervals that face each other. None if one has no interval.

    >>> above_part(Contrast(0.4, 0.1, 0.7, 0.01), Contrast(0.0, -0.2, 0.2, 1.0))[0]
    -0.2
    """
    if first.low is None or first.high is None or stronger.low is None or stronger.high is None:
        return None
    sign = 1 if first.mean > 0 else -1
    up = stronger.high - stronger.mean if sign > 0 else stronger.mean - stronger.low
    down = first.mean - first.low if sign > 0 else first.high - first.mean
    return sign * stronger.mean - SMALLER * abs(first.mean), hypot(up, SMALLER * down) / NORMAL_QUANTILE


def verdict_on(first: Contrast, stronger: Contrast, findings: int) -> str:
    """Return whether a clear difference holds with stronger players, as one of so many findings; see the module."""
    if first.mean * stronger.mean > 0 and stronger.p is not None and stronger.p * findings < OUTSIDE:
        return HOLDS
    above = above_part(first, stronger)
    if above is None or above[0] >= 0:
        return UNKNOWN
    beyond, error = above
    p = 2 * _NORMAL.cdf(beyond / error) if error > 0 else 0.0
    return FAILS if p * findings < OUTSIDE else UNKNOWN


def deals_needed(first: Contrast, stronger: Contrast, deals: int, findings: int) -> int | None:
    """Return about how many deals tell whether one of so many findings holds, from what so many deals have told.

    To set nothing apart from half of d with a power of 80 % takes N = n ((z + 0.84) e / (d / 2))² deals, with the standard
    error e of D after n deals, and z for 5 % over the number of findings, two-sided; if D itself is beyond that half, to set nothing
    apart from D. It is twice as many as there are, at least.
    """
    if stronger.low is None or stronger.high is None or not first.mean:
        return None
    error = (stronger.high - stronger.low) / 2 / NORMAL_QUANTILE
    reach = _NORMAL.inv_cdf(1 - OUTSIDE / findings / 2) + _NORMAL.inv_cdf(POWER)
    apart = max(abs(SMALLER * first.mean), stronger.mean if first.mean > 0 else -stronger.mean)
    return max(ceil(deals * (reach * error / apart) ** 2), 2 * deals)


def judge(comparison: Comparison, beside: Comparison, asked: Sequence[Row] | None = None) -> Stronger:
    """Say of each finding of a comparison whether it holds in another one of the same games, between stronger players.

    `asked` are answers to a question, which are judged in the place of the findings, the clear ones and the others.
    """
    places = range(1, len(comparison.games))
    rows = asked
    if rows is None:
        rows = [(found.measured, found.difference) for place in places for found in findings(comparison, place)]
    verdicts = tuple(_judged(row, beside, len(rows)) for row in rows)
    only = () if asked is not None else tuple(row for place in places for row in _only(comparison, beside, place))
    return Stronger(beside, verdicts, only)


def _judged(row: Row, beside: Comparison, count: int) -> Verdict:
    measured, difference = row
    stronger = _same_in(beside, row)
    if stronger is None:
        return Verdict(measured, difference, None, UNKNOWN, None)
    first, theirs = difference.contrast, stronger.contrast
    if not is_clear(difference):
        is_new = theirs.p is not None and theirs.p * count < OUTSIDE
        return Verdict(measured, difference, stronger, NEW if is_new else NEITHER, None)
    verdict = verdict_on(first, theirs, count)
    needed = deals_needed(first, theirs, beside.deals, count) if verdict == UNKNOWN else None
    return Verdict(measured, difference, stronger, verdict, needed)


def _same_in(beside: Comparison, row: Row) -> Difference | None:
    """Return the same difference in another comparison."""
    name, place = row[0].metric.name, row[1].place
    return next(
        (
            difference
            for measured in beside.metrics
            if measured.metric.name == name
            for difference in measured.differences
            if difference.place == place
        ),
        None,
    )


def _only(comparison: Comparison, beside: Comparison, place: int) -> list[Row]:
    """Return what is clear of a game between stronger players alone."""
    clear = {
        fact_of(measured.metric.name).name
        for measured in comparison.metrics
        for difference in measured.differences
        if difference.place == place and is_clear(difference)
    }
    return [(found.measured, found.difference) for found in findings(beside, place) if found.fact not in clear]
