"""A comparison for people: sentences, a table of the games, and one of differences for each game after the first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from math import floor, inf, log10
from typing import TYPE_CHECKING

from trickbook.compare.comparing import Comparison, Difference, Measured, Precision
from trickbook.compare.metrics import MATCHES
from trickbook.compare.statistics import MEAN, OUTSIDE, Contrast, Estimate

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_MOST_DECIMALS = 3
_NAMED = 3
_LABEL = 26
_ON_ONE_LINE = 24
_ON_TWO_LINES = 18
"""Columns of the terminal for what is measured, and for a game with the interval beside or below the mean."""


def _in_hundreds(measured: Measured) -> bool:
    """Say whether a metric is told as so many in 100: shares, and things that are rare."""
    return measured.metric.method is not MEAN


def _section(measured: Measured) -> str:
    if measured.metric.sample == MATCHES:
        return "A game, on average"
    return f"In 100 {measured.metric.among}" if _in_hundreds(measured) else "A deal, on average"


def _writer(
    measured: Measured, results: Iterable[Estimate | Contrast], *, sign: bool = False
) -> Callable[[float], str]:
    """Return how results of a metric are written: with the decimals that the narrowest interval gives a meaning to."""
    scale = 100.0 if _in_hundreds(measured) else 1.0
    bounds = [(result.low, result.high) for result in results]
    widths = [scale * (high - low) / 2 for low, high in bounds if low is not None and high is not None and high > low]
    decimals = min(max(-floor(log10(min(widths) / 2)), 0), _MOST_DECIMALS) if widths else 2
    # Adding 0 makes 0.0 of -0.0.
    return lambda number: f"{round(scale * number, decimals) + 0.0:{'+' if sign else ''}.{decimals}f}"


def _interval(low: float | None, high: float | None, write: Callable[[float], str]) -> str:
    return "unknown" if low is None or high is None else f"{write(low)} to {write(high)}"


def _p(p: float | None) -> str:
    if p is None:
        return "unknown"
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _how_many(number: int, what: str) -> str:
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
    """Say whether a difference is clear: p, corrected for the number of all differences (Holm), is below 0.05."""
    return difference.p_holm is not None and difference.p_holm < OUTSIDE


def is_none(difference: Difference) -> bool:
    """Say whether no deal or match differs."""
    return difference.contrast.mean == difference.contrast.low == difference.contrast.high == 0


def _clearness(difference: Difference) -> float:
    """Return how large a difference is beside its interval."""
    contrast = difference.contrast
    if contrast.low is None or contrast.high is None:
        return 0.0
    width = contrast.high - contrast.low
    return abs(contrast.mean) / width if width else inf


def _in_words(measured: Measured, difference: Difference) -> str:
    title = measured.metric.title
    unit = f"in 100 {measured.metric.among}" if _in_hundreds(measured) else measured.metric.unit
    change = _writer(measured, [difference.contrast], sign=True)(difference.contrast.mean)
    return f"{title[0].lower()}{title[1:]} ({change} {unit})"


def in_brief(measured: Measured) -> str:
    """Return what is known so far of a metric in one line: the first difference, or the first value, with its interval."""
    differences = [difference.contrast for difference in measured.differences[:1]]
    results: list[Contrast | Estimate] = [*differences, measured.values[0].estimate]
    write = _writer(measured, results[:1], sign=bool(differences))
    found = results[0]
    unit = f" in 100 {measured.metric.among}" if _in_hundreds(measured) else ""
    differs = " differ by" if differences else ":"
    return f"{measured.metric.title}{differs} {write(found.mean)} ({_interval(found.low, found.high, write)}){unit}"


def summary(comparison: Comparison) -> list[str]:
    """Return a sentence for each game after the first: in what it clearly differs, the clearest differences first."""
    first = comparison.games[0]
    sentences = []
    for place, game in enumerate(comparison.games[1:], start=1):
        rows = differences_of(comparison, place)
        clear = [row for row in rows if is_clear(row[1])]
        clear.sort(key=lambda row: _clearness(row[1]), reverse=True)
        named = "; ".join(_in_words(*row) for row in clear[:_NAMED])
        if all(is_none(difference) for _, difference in rows):
            sentences.append(f"{game} and {first} do not differ in anything measured.")
        elif not clear:
            sentences.append(f"{game} and {first} do not clearly differ in any of {_how_many(len(rows), 'metric')}.")
        else:
            most = ", most clearly: " if len(clear) > _NAMED else ": "
            sentences.append(
                f"{game} clearly differs from {first} in {len(clear)} of {len(rows)} metrics{most}{named}."
            )
    return sentences


def heading(comparison: Comparison) -> str:
    """Return what was played."""
    several = len(comparison.games) > 1
    shuffles = "" if not several else ", on the same shuffles" if comparison.paired else ", without common shuffles"
    return (
        f"{'' if comparison.complete else 'Stopped early: '}"
        f"{_how_many(comparison.deals, 'deal')} and {_how_many(comparison.matches, 'whole game')}"
        f"{' of each' if several else ''}{shuffles}; players {comparison.bots}, seed {comparison.seed}"
    )


def precision_reached(precision: Precision) -> str:
    """Return in a sentence how precise the metric is that was to be known."""
    half = "unknown" if precision.half_width is None else f"± {precision.half_width:.3g}"
    looks = ", ".join(f"{look:,}" for look in precision.looks)
    if precision.reached:
        return f"{precision.metric} is known to {half} (wanted: {precision.wanted:g}); looked at after {looks}"
    return f"{precision.metric} is known to {half} only (wanted: {precision.wanted:g}): no more was to be played"


def _table(first_column: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    table.add_column(first_column, min_width=_LABEL, overflow="fold")
    return table


def values_table(comparison: Comparison, places: Sequence[int], *, between: str = " ") -> Table:
    """Return the table with a row for each metric and a column for each of some games.

    `between` stands between a mean and its interval.
    """
    from rich.markup import escape

    table = _table("mean (95 % interval)")
    for place in places:
        table.add_column(escape(comparison.games[place]), justify="right", overflow="fold")
    for section, group in groupby((measured for measured in comparison.metrics if measured.metric.shown), _section):
        table.add_row(section, style="dim")
        for measured in group:
            write = _writer(measured, [value.estimate for value in measured.values])
            cells = dict.fromkeys(places, "-")
            for value in measured.values:
                estimate = value.estimate
                if value.place in cells:
                    interval = _interval(estimate.low, estimate.high, write)
                    cells[value.place] = f"{write(estimate.mean)}{between}({interval})"
            table.add_row(measured.metric.title, *cells.values())
    return table


def differences_table(comparison: Comparison, place: int) -> Table:
    """Return the table of a game's differences from the first, by its place among those compared."""
    table = _table("")
    for column in ("difference", "95 % interval", "p"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    rows = differences_of(comparison, place)
    for section, group in groupby(rows, lambda row: _section(row[0])):
        table.add_row(section, style="dim")
        for measured, difference in group:
            contrast = difference.contrast
            write = _writer(measured, [contrast], sign=True)
            if is_none(difference):
                table.add_row(measured.metric.title, "none")
                continue
            clear = is_clear(difference)
            table.add_row(
                measured.metric.title,
                write(contrast.mean),
                _interval(contrast.low, contrast.high, write),
                _p(contrast.p),
                "clear" if clear else "",
                style="bold" if clear else "",
            )
    return table


def print_report(comparison: Comparison, console: Console | None = None) -> None:
    """Print what was played, the sentences and the tables; plain text where the output is not a terminal."""
    from rich.console import Console

    console = console or Console()

    def say(text: str, style: str = "") -> None:
        console.print(text, style=style, markup=False, highlight=False)

    say(heading(comparison))
    for sentence in summary(comparison):
        say(f"\n{sentence}", style="bold")
    room = console.width - _LABEL
    places = range(len(comparison.games))
    one_line = len(places) * (_ON_ONE_LINE + 2) <= room
    fit = len(places) if one_line else max(room // (_ON_TWO_LINES + 1), 1)
    for start in range(0, len(places), fit):
        say("")
        console.print(values_table(comparison, places[start : start + fit], between=" " if one_line else "\n"))
    for place in places[1:]:
        say(f"\n{comparison.games[place]} minus {comparison.games[0]}:")
        console.print(differences_table(comparison, place))
    say("")
    if comparison.precision:
        say(precision_reached(comparison.precision), style="dim")
    if len(places) > 1:
        say("clear: p, corrected for the number of all differences (Holm), is below 0.05", style="dim")
    say(f"{comparison.seconds:.1f} s, {comparison.decisions_per_second:,.0f} decisions a second", style="dim")
