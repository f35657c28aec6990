"""What there is to say of a game beside another: the clear differences, by size, one for each fact, and a headline of them.

A fact is told by several metrics: that deals grow longer shows in cards, tricks, moves and minutes. It is said once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import asin, copysign, floor, inf, isfinite, log10, sqrt
from typing import Any

import numpy as np

from trickbook.answers.words import differences_of, in_hundreds, is_clear, is_none, names_of
from trickbook.measure.comparison import Comparison, Difference, Measured
from trickbook.measure.metrics.metric import AMOUNT, SCALE, TIME
from trickbook.measure.statistics import RATE, SHARE, Estimate, rounded
from trickbook.measure.t_distribution import NORMAL_QUANTILE
from trickbook.wording import listed

NOTICEABLE = 0.1
"""From this effect on a difference is one that people would notice: half of what Cohen calls a small effect.

It is a tenth of what chance makes of one deal and the next; of a share around a half 5 in 100, of one around a tenth 3 in 100.
"""
NOTICEABLE_PART = 0.05
"""From this part of what the first game has, on average, an amount or a time is one that people would notice.

Where chance makes little of a thing, such as the mean of a whole match, even a great effect may be too small to be seen.
"""
_NAMED = 6
_SMALL_NAMED = 2
_SHORT_MINUTES = 2


@dataclass(frozen=True)
class Fact:
    """One thing that can be said of a game, which several metrics tell."""

    name: str
    """What it is about, in a word or two."""
    told_by: tuple[str, ...]
    """Patterns of the names of metrics that tell it, the best first."""
    shown_by: tuple[str, ...] = ()
    """Patterns of the names of metrics that move with it, and with other things too, so that they don't tell it."""

    def rank(self, name: str) -> int | None:
        """Return how well a metric tells it, 0 being best; None if it does not."""
        return next((rank for rank, pattern in enumerate(self.told_by) if fnmatchcase(name, pattern)), None)

    def has(self, name: str) -> bool:
        """Say whether a metric tells it or moves with it."""
        return any(fnmatchcase(name, pattern) for pattern in self.told_by + self.shown_by)


FACTS = (
    Fact("what a deal brings", ("points-in-all",), ("points", "points.*")),
    Fact("balance", ("seat-advantage", "dealer-advantage", "side-balance"), ("deals-won", "deals-won.*", "tricks")),
    Fact("undecided deals", ("deals-undecided", "carried", "pots-left")),
    Fact(
        "length of a deal",
        ("minutes", "decisions", "tricks-played", "cards", "choices"),
        ("match-minutes", "match-decisions"),
    ),
    Fact("length of a game", ("deals", "eliminations")),
    Fact("choice", ("legal-moves", "real-choices")),
    Fact("course", ("decided-at", "comebacks", "lead-changes", "drama"), ("half-time",)),
    Fact("sweeps", ("sweeps",)),
    Fact("size of tricks", ("tricks-of-*",)),
    Fact("combinations and claims", ("pots-by-combination", "claims-right", "claims-wrong", "combination.*")),
    Fact("penalties", ("penalty.*",)),
)
"""The facts that several metrics tell; every other metric tells a fact of its own, but for those that go with an event."""
_GOES_WITH = (("event-worth.", "event."),)


def fact_of(name: str) -> Fact:
    """Return the fact that a metric tells, or that it moves with."""
    for fact in FACTS:
        if fact.has(name):
            return fact
    for prefix, of in _GOES_WITH:
        if name.startswith(prefix):
            event = of + name.removeprefix(prefix)
            return Fact(event, (event,), (name,))
    if name.startswith("event."):
        return Fact(name, (name,), (f"event-worth.{name.removeprefix('event.')}",))
    return Fact(name, (name,))


@dataclass(frozen=True)
class Finding:
    """A clear difference of a game from the first, that stands for all that tells the same."""

    measured: Measured
    """The metric."""
    difference: Difference
    """How the game differs from the first in it."""
    fact: str
    """The fact that it tells: the name of one of `FACTS`, or of the metric."""
    effect: float
    """How large it is beside what the first game itself has, with its sign; see `effect_of`."""
    is_noticeable: bool
    """Whether people would notice it; see `is_noticeable`."""
    words: str
    """It in words, a part of a sentence: `a deal is 16 seconds longer`."""

    def as_json(self) -> dict[str, Any]:
        """Return the entry of the finding in `trickbook compare --json`; an effect without bounds is None."""
        return {
            "game": self.difference.game,
            "metric": self.measured.metric.name,
            "fact": self.fact,
            "effect": rounded(self.effect) if isfinite(self.effect) else None,
            "noticeable": self.is_noticeable,
            "words": self.words,
        }


def effect_of(comparison: Comparison, measured: Measured, difference: float) -> float:
    """Return the effect that a difference of a metric from the first game is, with its sign.

    Of a share it is Cohen's h, 2 asin √(p + d) - 2 asin √p (Cohen 1988, Statistical power analysis, 6.2); of all else d / s
    (2.2), with s the standard deviation of the metric in the first game, from deal to deal or match to match. Where only some
    deals count in the first game it is multiplied by their part: what is so of one deal in a hundred is hardly noticed. It is
    infinite if the metric does not vary there.
    """
    if difference == 0:
        return 0.0
    first = next(value.estimate for value in measured.values if value.place == 0)
    metric = measured.metric
    values = comparison.samples.values(0, metric)
    part = 1.0 if values is None else float(np.mean(~np.isnan(values)))
    if metric.method is SHARE:
        p = min(max(first.mean, 0.0), 1.0)
        return part * 2 * (asin(sqrt(min(max(p + difference, 0.0), 1.0))) - asin(sqrt(p)))
    spread = _spread_of_interval(first) if values is None else float(np.nanstd(values))
    if spread == 0 and metric.method is RATE:
        # What never happens in the first game is as rare as its interval allows, and spreads as rare things do.
        spread = sqrt(max(first.high or 0.0, abs(difference)))
    return part * difference / spread if spread else copysign(inf, difference)


def is_noticeable(comparison: Comparison, measured: Measured, difference: float) -> bool:
    """Say whether people would notice a difference of a metric from the first game.

    Its effect is `NOTICEABLE`, and if it is one of how many, how long or how large a part, it is `NOTICEABLE_PART` of the mean too.
    """
    if abs(effect_of(comparison, measured, difference)) < NOTICEABLE:
        return False
    if measured.metric.quantity not in (AMOUNT, TIME, SCALE):
        return True
    first = next(value.estimate.mean for value in measured.values if value.place == 0)
    return abs(difference) >= NOTICEABLE_PART * abs(first)


def _spread_of_interval(estimate: Estimate) -> float:
    """Return the standard deviation that a mean with this interval comes from."""
    if estimate.low is None or estimate.high is None:
        return 0.0
    return (estimate.high - estimate.low) / 2 / NORMAL_QUANTILE * sqrt(estimate.n)


def amount_text(measured: Measured, difference: Difference) -> str:
    """Return how large a difference is, without its sign: minutes as seconds where they are few, shares as so many in 100."""
    contrast = difference.contrast
    size = abs(contrast.mean)
    if measured.metric.quantity == TIME:
        return time_text(size)
    if in_hundreds(measured):
        return f"{_short(100 * size)} in 100 {measured.metric.among}"
    return f"{_short(100 * size)} in 100" if measured.metric.told_in_hundreds else _short(size)


def time_text(minutes: float) -> str:
    """Return a time as people say it.

    >>> time_text(0.27), time_text(6.83)
    ('16 seconds', '6.8 minutes')
    """
    if minutes >= _SHORT_MINUTES:
        return f"{_short(minutes)} minutes"
    seconds = _short(60 * minutes) if minutes < 1 / 60 else f"{60 * minutes:.0f}"
    return f"{seconds} second{'' if seconds == '1' else 's'}"


def _short(size: float) -> str:
    """Write a number of no sign with two digits, or with all those before the point.

    >>> _short(0.0271), _short(1.74), _short(125.4)
    ('0.027', '1.7', '125')
    """
    decimals = max(1 - floor(log10(size)), 0) if size > 0 else 0
    return f"{size:.{decimals}f}"


def change_in_words(measured: Measured, difference: Difference) -> str:
    """Return a difference in words, as a part of a sentence: `a deal is 16 seconds longer`."""
    metric = measured.metric
    words = metric.change(difference.contrast.mean > 0).format(amount_text(measured, difference))
    return words if metric.more or in_hundreds(measured) else f"{words} ({metric.unit})"


def findings(comparison: Comparison, place: int) -> tuple[Finding, ...]:
    """Return the clear differences of a game from the first, the largest effects first, one for each fact.

    `place` is that of the game among those compared. For a fact stands the best of the metrics that tell it and that people would
    notice, or else the best that differs clearly. Metrics of two games, such as rule weight, are no differences in anything.
    """
    best: dict[str, tuple[tuple[bool, int], Finding]] = {}
    for measured, difference in differences_of(comparison, place):
        fact = fact_of(measured.metric.name)
        rank = fact.rank(measured.metric.name)
        if measured.metric.of_two or rank is None or not is_clear(difference) or not difference.contrast.mean:
            continue
        effect = effect_of(comparison, measured, difference.contrast.mean)
        large = is_noticeable(comparison, measured, difference.contrast.mean)
        found = Finding(measured, difference, fact.name, effect, large, change_in_words(measured, difference))
        order = (not found.is_noticeable, rank)
        if fact.name not in best or order < best[fact.name][0]:
            best[fact.name] = order, found
    return tuple(sorted((found for _, found in best.values()), key=lambda found: -abs(found.effect)))


def is_excluded(comparison: Comparison, measured: Measured, difference: Difference) -> bool:
    """Say whether it can be excluded that people would notice a difference: both bounds of its interval are too small."""
    contrast = difference.contrast
    return all(
        bound is not None and not is_noticeable(comparison, measured, bound) for bound in (contrast.low, contrast.high)
    )


def _rest(comparison: Comparison, place: int, found: Sequence[Finding]) -> str:
    """Return what is to be said of all that is none of the noticeable findings."""
    told = {finding.fact for finding in found if finding.is_noticeable}
    rest = [
        row
        for row in differences_of(comparison, place)
        if not row[0].metric.of_two
        and (fact := fact_of(row[0].metric.name)).name not in told
        and fact.rank(row[0].metric.name) is not None
    ]
    else_ = " else" if told else ""
    if not all(is_excluded(comparison, *row) for row in rest):
        clear = any(is_clear(row[1]) for row in differences_of(comparison, place) if not row[0].metric.of_two)
        return f"nothing{else_} that you would notice is clear yet" if clear or told else "nothing is clear yet"
    both = " in what can be compared" if _has_its_own(comparison, place) else ""
    return f"nothing{else_} you would notice{both}"


def _has_its_own(comparison: Comparison, place: int) -> bool:
    """Say whether a game and the first have something that can't be compared: only one has it, or it counts something else."""
    return any(
        ({0, place} & {value.place for value in measured.values}) in ({0}, {place})
        or not measured.metric.can_differ(place)
        for measured in comparison.metrics
        if measured.metric.shown and not measured.metric.of_two
    )


def headline(comparison: Comparison, place: int, names: Sequence[str] = ()) -> str:
    """Return in a sentence what people would notice of a game beside the first, and what is clear but too small for that.

    That nothing else would be noticed is said only where the intervals exclude it. `names` are what the games are called; by
    their rulebooks, if none are given.
    """
    names = names or names_of(comparison)
    game, first = names[place], names[0]
    rows = [row for row in differences_of(comparison, place) if not row[0].metric.of_two]
    if all(is_none(difference) for _, difference in differences_of(comparison, place)):
        return f"Between {game} and {first} no difference was seen in anything that was measured."
    found = findings(comparison, place)
    large = [finding for finding in found if finding.is_noticeable]
    small = [finding for finding in found if not finding.is_noticeable][:_SMALL_NAMED]
    named = large[:_NAMED]
    parts = (
        [", ".join(f.words for f in named) if len(large) > _NAMED else listed([f.words for f in named])]
        if large
        else []
    )
    if len(large) > _NAMED:
        parts.append(f"{len(large) - _NAMED} more that you would notice")
    parts.append(_rest(comparison, place, found))
    if small:
        parts.append(f"clear but small: {listed([finding.words for finding in small])}")
    clear = sum(is_clear(difference) for _, difference in rows)
    unnamed = len(found) - len(large) - len(small)
    if unnamed:
        parts.append(f"{unnamed} more that {'is' if unnamed == 1 else 'are'} clear and small")
    elif clear > len(found) > 0:
        parts.append("what else is clear goes with this")
    has_times = any(finding.measured.metric.quantity == TIME for finding in named + small)
    pace = " Times are at an assumed pace." if has_times else ""
    return (
        f"{game} beside {first}, played by {comparison.bots}: {'; '.join(parts)}. "
        f"{clear} of {len(rows)} metrics clearly differ.{pace}"
    )


def in_short(comparison: Comparison) -> dict[str, Any]:
    """Return the headlines of a comparison and what they are made of, as in `trickbook compare --json`."""
    places = range(1, len(comparison.games))
    return {
        "headline": [headline(comparison, place) for place in places],
        "findings": [found.as_json() for place in places for found in findings(comparison, place)],
    }
