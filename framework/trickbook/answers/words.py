"""A comparison in words: how figures are written, what is clear, and the sentences that say it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import floor, inf, log10

from trickbook.measure.comparison import Comparison, Difference, Measured
from trickbook.measure.intervals import most_unseen
from trickbook.measure.metrics import DEALS, DUPLICATE, MATCHES
from trickbook.measure.statistics import Contrast, Estimate
from trickbook.measure.t_distribution import OUTSIDE
from trickbook.origin import score_words
from trickbook.wording import listed

_CORRECTED = "p, corrected for the number of differences (Holm), is below 0.05"
_MOST_DECIMALS = 3
_PLAYERS = re.compile(r"\+table\.players=(\d+)$")


def in_hundreds(measured: Measured) -> bool:
    """Say whether a metric is told as so many in 100: shares, and things that are rare."""
    return measured.metric.method.in_hundreds


def section_of(measured: Measured) -> str:
    """Return the heading under which a metric stands in the tables."""
    metric = measured.metric
    if metric.sample == MATCHES:
        return "A game, on average"
    if in_hundreds(measured):
        between = f", between {' and '.join(metric.between)}" if metric.between else ""
        return f"In 100 {metric.among}{between}"
    if metric.sample != DUPLICATE:
        return "A deal, on average"
    return (
        f"A deal in duplicate, {' over '.join(metric.between)}" if metric.between else "A deal in duplicate, on average"
    )


def writer_of(
    measured: Measured, results: Iterable[Estimate | Contrast], *, sign: bool = False, told: bool = False
) -> Callable[[float], str]:
    """Return how results of a metric are written: with the decimals that the narrowest interval gives a meaning to.

    `told` in a sentence, some metrics are so many in 100 that are not in tables.
    """
    scale = 100.0 if in_hundreds(measured) or (told and measured.metric.told_in_hundreds) else 1.0
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


def stake_text(measured: Measured, place: int) -> str:
    """Return what the points of a game are, to stand after a number, where they are not the same in all games."""
    return f" {measured.metric.stakes[place]}" if measured.metric.stakes else ""


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


def names_of(comparison: Comparison) -> tuple[str, ...]:
    """Return what the games are called, for people: by the names in their rulebooks; two with the same name as they are typed too."""
    if len(comparison.rulebooks) != len(comparison.games):
        return tuple(spoken(game) for game in comparison.games)
    titles = [rulebook.title for rulebook in comparison.rulebooks]
    typed: dict[str, set[str]] = {}
    for title, game in zip(titles, comparison.games, strict=True):
        typed.setdefault(title, set()).add(game)
    return tuple(
        title if len(typed[title]) == 1 else f"{title} ({game})"
        for title, game in zip(titles, comparison.games, strict=True)
    )


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

    For what number that is see `trickbook.measure.corrections.corrected`.
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
    """Say whether no difference was seen, which is not to say that there is none; `nothing_differs` has it in words."""
    return difference.contrast.is_unseen


def nothing_differs(measured: Measured, difference: Difference, paired: bool) -> str:
    """Return in words that no difference was seen, in how many deals, and what that excludes."""
    what = "game" if measured.metric.sample == MATCHES else "deal"
    n = min(value.estimate.n for value in measured.values if value.place in (0, difference.place))
    seen = f"it differs in no {what} of {n:,}" if paired else f"it is the same in every {what} of both, {n:,} of each"
    excluded = difference.contrast.excluded
    if excluded is not None:
        return f"{seen}; an effect of more than {bound_text(measured, excluded)} either way can be excluded"
    return f"{seen}; that more than {most_that_differ(n)} of 100 {what}s do can be excluded" if paired else seen


def most_that_differ(n: int) -> str:
    """Return how many in 100 may differ, at most, where none of n has: the upper bound of Wilson's interval.

    >>> most_that_differ(20_000)
    '0.019'
    """
    return f"{100 * most_unseen(n):.2g}"


def bound_text(measured: Measured, bound: float) -> str:
    """Return the size that an effect can't exceed, with two digits, so that none looks like nothing."""
    told_in_hundreds = in_hundreds(measured) or measured.metric.told_in_hundreds
    return f"{(100 if told_in_hundreds else 1) * bound:.2g}"


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

    `names` are what the games are called; by their rulebooks, if none are given.
    """
    from trickbook.answers.findings import headline

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
        f"; players {comparison.bots}, seed {comparison.seed}, deals from {score_words(comparison.scores)}"
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


def flat_curve(comparison: Comparison) -> str:
    """Return what it says that a skill curve begins flat, of the games in which it does; nothing if it does in none."""
    points = skill_points(comparison)
    if not points:
        return ""
    names = names_of(comparison)
    estimates = [(names[value.place], value.estimate) for value in points[0].values]
    flat = [name for name, found in estimates if found.low is not None and found.low <= 0]
    if not flat:
        return ""
    player, weaker = points[0].metric.between
    return (
        f"In {listed(flat)} it is not clear that {player} gains anything over {weaker}, who thinks a quarter as long: "
        "this player gains no more by thinking that could be told yet. It does not say that the game asks for no thought."
    )


def called(comparison: Comparison) -> str:
    """Return what is to be typed for each game, where that is not its name; else nothing."""
    pairs = dict(zip(comparison.games, names_of(comparison), strict=True))
    told = [f"{game} is {name}" for game, name in pairs.items() if game != name.lower()]
    return "; ".join(told)


def skill_points(comparison: Comparison) -> list[Measured]:
    """Return the points of the skill curve, from the most simulations to the fewest; none where it was not asked for."""
    return [measured for measured in comparison.metrics if measured.metric.name.startswith("skill.")]
