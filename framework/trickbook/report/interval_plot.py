"""Intervals drawn with characters: a line for each game, under one another on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trickbook.answers.words import in_hundreds, interval_text, lower_first, section_of, writer_of
from trickbook.measure.comparison import Comparison, Measured

if TYPE_CHECKING:
    from rich.console import Console

LINE, DOT = "─", "●"
"""What an interval and its mean are drawn with; an output that lacks them gets `-` and `o`."""
_NARROWEST = 12


def strip(low: float, mean: float, high: float, scale: tuple[float, float], width: int) -> str:
    """Return an interval as characters on a scale.

    >>> strip(2.0, 4.0, 6.0, (0.0, 10.0), 11)
    '  ──●──    '
    """
    start, end = scale

    def column(value: float) -> int:
        return round((value - start) / (end - start) * (width - 1)) if end > start else width // 2

    first, last = column(low), column(high)
    drawn = " " * first + LINE * (last - first + 1) + " " * (width - last - 1)
    place = column(mean)
    return drawn[:place] + DOT + drawn[place + 1 :]


def print_strips(
    console: Console, comparison: Comparison, measured: Measured, order: Sequence[int], labels: Sequence[str]
) -> None:
    """Print a metric of some games, one below another in the order given: label, mean, interval, and the interval drawn."""
    by_place = {value.place: value.estimate for value in measured.values}
    found = [(labels[place], by_place.get(place)) for place in order]
    estimates = [estimate for _, estimate in found if estimate]
    write = writer_of(measured, estimates)
    bounds = [
        bound for estimate in estimates for bound in (estimate.low, estimate.mean, estimate.high) if bound is not None
    ]
    scale = (min(bounds), max(bounds))
    texts = [
        (label, "-", "")
        if estimate is None
        else (label, write(estimate.mean), f"({interval_text(estimate.low, estimate.high, write)})")
        for label, estimate in found
    ]
    wide = [max(len(row[column]) for row in texts) for column in range(3)]
    room = max(console.width - sum(wide) - 8, _NARROWEST)
    unit = lower_first(section_of(measured)) if in_hundreds(measured) else measured.metric.unit
    console.print(f"{measured.metric.title}, {unit}", markup=False, highlight=False, style="bold", soft_wrap=True)
    for (label, mean, interval), (_, estimate) in zip(texts, found, strict=True):
        drawn = ""
        if estimate and estimate.low is not None and estimate.high is not None:
            drawn = strip(estimate.low, estimate.mean, estimate.high, scale, room)
        line = f"  {label:{wide[0]}}  {mean:>{wide[1]}} {interval:{wide[2]}}  {drawn}".rstrip()
        console.print(line, markup=False, highlight=False, soft_wrap=True)
