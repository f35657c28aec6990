"""What stronger players say of a comparison: a verdict on each finding, and what only they show; see `trickbook.answers.verdicts`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from trickbook.answers.findings import fact_of, findings
from trickbook.answers.verdicts import (
    HOLDS,
    NEITHER,
    NEW,
    UNKNOWN,
    Needed,
    deals_needed,
    matches_needed,
    told_from,
    verdict_on,
)
from trickbook.answers.words import is_clear
from trickbook.measure.comparison import Comparison, Difference, Measured
from trickbook.measure.metrics import MATCHES
from trickbook.measure.statistics import rounded
from trickbook.measure.t_distribution import OUTSIDE

LENGTH = "deals"
"""The metric that is how many deals a whole game is."""

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
    needed: Needed | None
    """How much more tells it; None if it is told, or nobody knows."""


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
        """Return how long a deal of each game takes them here; 0 where a file of earlier work had them all."""
        deals = self.beside.deals if self.beside.deals_now is None else self.beside.deals_now
        return self.beside.seconds / deals if deals else 0.0

    def seconds_for(self, verdict: Verdict) -> float | None:
        """Return how long what is needed to tell takes here; None where nobody knows."""
        if verdict.needed is None or not self.seconds_a_deal:
            return None
        return verdict.needed.units * (verdict.needed.deals_a_game or 1) * self.seconds_a_deal

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
        needed, seconds = verdict.needed, self.seconds_for(verdict)
        return {
            "metric": verdict.measured.metric.name,
            "game": verdict.difference.game,
            "against": verdict.difference.against,
            "first": _contrast_json(verdict.difference),
            "stronger": _contrast_json(verdict.stronger),
            "verdict": verdict.verdict,
            "deals_needed": needed.units if needed and needed.deals_a_game is None else None,
            "matches_needed": needed.units if needed and needed.deals_a_game else None,
            "needed_assumes": None if needed is None else "as seen" if needed.as_seen else "nothing or as much",
            "needed_tells": None if needed is None else HOLDS if needed.holds_only else "either",
            "seconds_needed": None if seconds is None else round(seconds),
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


def judge(comparison: Comparison, beside: Comparison, asked: Sequence[Row] | None = None) -> Stronger:
    """Say of each finding of a comparison whether it holds in another one of the same games, between stronger players.

    `asked` are answers to a question, which are judged in the place of the findings, the clear ones and the others.
    """
    places = range(1, len(comparison.games))
    rows = asked
    if rows is None:
        rows = [(found.measured, found.difference) for place in places for found in findings(comparison, place)]
    length = deals_a_game(comparison)
    verdicts = tuple(_judged(row, beside, len(rows), length) for row in rows)
    only = () if asked is not None else tuple(row for place in places for row in _only(comparison, beside, place))
    return Stronger(beside, verdicts, only)


def _judged(row: Row, beside: Comparison, count: int, length: float | None) -> Verdict:
    measured, difference = row
    stronger = _same_in(beside, row)
    if stronger is None:
        return Verdict(measured, difference, None, UNKNOWN, _games_needed(row, count, length))
    first, theirs = difference.contrast, stronger.contrast
    if not is_clear(difference):
        is_new = theirs.p is not None and theirs.p * count < OUTSIDE
        return Verdict(measured, difference, stronger, NEW if is_new else NEITHER, None)
    least_p = told_from(difference)
    verdict = verdict_on(first, theirs, count, least_p)
    needed = deals_needed(first, theirs, beside.deals, count, least_p) if verdict == UNKNOWN else None
    return Verdict(measured, difference, stronger, verdict, needed)


def _games_needed(row: Row, count: int, length: float | None) -> Needed | None:
    """Return how many whole games tell a clear finding about these; None for any other."""
    measured, difference = row
    if measured.metric.sample != MATCHES or length is None or not is_clear(difference):
        return None
    matches = min(value.estimate.n for value in measured.values if value.place in (0, difference.place))
    return matches_needed(difference.contrast, matches, length, count, told_from(difference))


def deals_a_game(comparison: Comparison) -> float | None:
    """Return how many deals a whole game is, on average of all games; None if none were played to their end."""
    lengths = [
        value.estimate.mean for found in comparison.metrics if found.metric.name == LENGTH for value in found.values
    ]
    return sum(lengths) / len(lengths) if lengths else None


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
