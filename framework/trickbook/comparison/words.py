"""A comparison in words: how figures are written, what is clear, and the sentences that say it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import floor, inf, log10

from trickbook.comparison.comparing import Comparison, Difference, Measured
from trickbook.comparison.metrics import DEALS, DUPLICATE, MATCHES
from trickbook.comparison.statistics import Contrast, Estimate
from trickbook.comparison.student import OUTSIDE
from trickbook.wording import listed

_CORRECTED = "p, corrected for the number of differences (Holm), is below 0.05"
_MOST_DECIMALS = 3
_PLAYERS = re.compile(r"\+table\.players=(\d+)$")


def in_hundreds(measured: Measured) -> bool:
    """Say whether a metric is told as so many in 100: shares, and things that are rare."""
    return measured.metric.method.in_hundreds


def section_of(measured: Measured) -> str:
    """Return the heading under which a metric stands in the tables."""
    if measured.metric.sample == MATCHES:
        return "A game, on average"
    if in_hundreds(measured):
        return f"In 100 {measured.metric.among}"
    return "A deal in duplicate, on average" if measured.metric.sample == DUPLICATE else "A deal, on average"


def writer_of(
    measured: Measured, results: Iterable[Estimate | Contrast], *, sign: bool = False
) -> Callable[[float], str]:
    """Return how results of a metric are written: with the decimals that the narrowest interval gives a meaning to."""
    scale = 100.0 if in_hundreds(measured) else 1.0
    bounds = [(result.low, result.high) for result in results]
    widths = [scale * (high - low) / 2 for low, high in bounds if low is not None and high is not None and high > low]
    decimals = min(max(-floor(log10(min(widths) / 2)), 0), _MOST_DECIMALS) if widths else 2
    # A bound that is not 0 must not look as if it were.
    bounds_next_to_0 = [scale * min(abs(low), abs(high)) for low, high in bounds if low and high and low * high > 0]
    while decimals < _MOST_DECIMALS and any(round(bound, decimals) == 0 for bound in bounds_next_to_0):
        decimals += 1
    # Adding 0 makes 0.0 of -0.0.
    return lambda number: f"{round(scale * number, decimals) + 0.0:{'+' if sign else ''}.{decimals}f}"


def interval_text(low: float | None, high: float | None, write: Callable[[float], str]) -> str:
    """Return an interval as it is written."""
    return "unknown" if low is None or high is None else f"{write(low)} to {write(high)}"


def p_text(p: float | None) -> str:
    """Return p as it is written."""
    if p is None:
        return "unknown"
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def lower_first(text: str) -> str:
    """Return a title, or a heading, as it stands inside a sentence."""
    return text[:1].lower() + text[1:]


def spoken(game: str) -> str:
    """Return a game's name as it stands in a sentence.

    >>> spoken("bura+closed+table.players=3")
    'bura+closed for 3 players'
    """
    return _PLAYERS.sub(r" for \1 players", game)


def how_many(number: int, what: str) -> str:
    """Return a number of things."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def differences_of(comparison: Comparison, place: int) -> list[tuple[Measured, Difference]]:
    """Return the differences of a game from the first, by its place among those compared."""
    return [
        (measured, difference)
        for measured in comparison.metrics
        for difference in measured.differences
        if difference.place == place
    ]


def is_clear(difference: Difference) -> bool:
    """Say whether a difference is clear, wherever that word stands: p, corrected for their number (Holm), is below 0.05.

    For what number that is see `trickbook.comparison.measuring.corrected`.
    """
    return difference.p_holm is not None and difference.p_holm < OUTSIDE


def clear_means(comparison: Comparison) -> str:
    """Return what `is_clear` says of the differences of a comparison."""
    titles = {measured.metric.name: measured.metric.title for measured in comparison.metrics}
    chosen = [titles[name] for name in comparison.beforehand if name in titles]
    return (
        f"{_CORRECTED}; what was chosen beforehand and the rest are corrected apart, each with a chance of 5 % at most "
        f"that anything is called clear wrongly; chosen beforehand: {', '.join(chosen)}"
        if chosen
        else _CORRECTED
    )


def is_none(difference: Difference) -> bool:
    """Say whether a difference is exactly nothing; `nothing_differs` says what that means."""
    return difference.contrast.mean == difference.contrast.low == difference.contrast.high == 0


def nothing_differs(measured: Measured, paired: bool) -> str:
    """Return in words why a difference is exactly nothing."""
    what = "game" if measured.metric.sample == MATCHES else "deal"
    return f"no {what} differs" if paired else f"it is the same in every {what} of both"


def clearness(difference: Difference) -> float:
    """Return how large a difference is beside its interval."""
    contrast = difference.contrast
    if contrast.low is None or contrast.high is None or is_none(difference):
        return 0.0
    width = contrast.high - contrast.low
    return abs(contrast.mean) / width if width else inf


def in_words(measured: Measured, difference: Difference) -> str:
    """Return a difference in words: what, how much, of what."""
    unit = f"in 100 {measured.metric.among}" if in_hundreds(measured) else measured.metric.unit
    change = writer_of(measured, [difference.contrast], sign=True)(difference.contrast.mean)
    return f"{lower_first(measured.metric.title)} ({change} {unit})"


def above_chance(measured: Measured, difference: Difference, bots: str) -> str:
    """Return how often players who search play a deal otherwise in two games, above what they do by chance in one."""
    contrast = difference.contrast
    write, signed = writer_of(measured, [contrast]), writer_of(measured, [contrast], sign=True)
    by_chance = next(value.estimate.mean for value in measured.values if value.place == 0)
    interval = interval_text(contrast.low, contrast.high, signed)
    return (
        f"In {spoken(difference.game)} {measured.metric.title[:1].lower()}{measured.metric.title[1:]} than in "
        f"{spoken(difference.against)}, between {bots} players: {signed(contrast.mean)} of 100 (95 % interval {interval}) above the "
        f"{write(by_chance)} of 100 in which the same players, by chance, do so in one and the same game."
    )


def in_brief(measured: Measured) -> str:
    """Return what is known so far of a metric in one line: the first difference, or the first value, with its interval."""
    differences = [difference.contrast for difference in measured.differences[:1]]
    results: list[Contrast | Estimate] = [*differences, measured.values[0].estimate]
    write = writer_of(measured, results[:1], sign=bool(differences))
    found = results[0]
    unit = f" in 100 {measured.metric.among}" if in_hundreds(measured) else ""
    differs = " differ by" if differences else ":"
    return f"{measured.metric.title}{differs} {write(found.mean)} ({interval_text(found.low, found.high, write)}){unit}"


def summary(comparison: Comparison, names: Sequence[str] = ()) -> list[str]:
    """Return a headline for each game after the first: what people would notice of it, the largest differences first.

    `names` are what the games are called; as typed, if none are given.
    """
    from trickbook.comparison.findings import headline

    return [headline(comparison, place, names) for place in range(1, len(comparison.games))]


def heading(comparison: Comparison) -> str:
    """Return what was played."""
    several = len(comparison.games) > 1
    shuffles = "" if not several else ", on the same shuffles" if comparison.paired else ", without common shuffles"
    samples = [
        (comparison.deals, "deal", ""),
        (comparison.matches, "whole game", ""),
        (comparison.duplicate, "deal", " in duplicate"),
    ]
    played = [how_many(number, what) + how for number, what, how in samples if number] or [how_many(0, "deal")]
    return (
        f"{'' if comparison.complete else 'Stopped early: '}{listed(played, 'and')}{' of each' if several else ''}{shuffles}"
        f"; players {comparison.bots}, seed {comparison.seed}"
    )


def precision_reached(comparison: Comparison) -> str:
    """Return in a sentence how precise the metric is that was to be known; nothing if none was."""
    precision = comparison.precision
    if precision is None:
        return ""
    metrics = {measured.metric.name: measured.metric for measured in comparison.metrics}
    chosen = metrics.get(precision.metric)
    title = lower_first(chosen.title) if chosen else precision.metric
    units = "deals" if chosen is None or chosen.sample == DEALS else "whole games"
    what = f"{'The difference in ' if len(comparison.games) > 1 else ''}{title} ({precision.metric})"
    what = what[:1].upper() + what[1:]
    half = "unknown" if precision.half_width is None else f"± {precision.half_width:.3g}"
    looks = listed([f"{look:,}" for look in precision.looks], "and")
    if precision.reached:
        return f"{what} is known to {half} (wanted: ± {precision.wanted:g}); looked at after {looks} {units}"
    if not comparison.complete:
        return f"{what} is known to {half} so far (wanted: ± {precision.wanted:g})"
    return f"{what} is known to {half} only (wanted: ± {precision.wanted:g}): no more was to be played"


def skill_points(comparison: Comparison) -> list[Measured]:
    """Return the points of the skill curve, from the most simulations to the fewest; none where it was not asked for."""
    return [measured for measured in comparison.metrics if measured.metric.name.startswith("skill.")]
