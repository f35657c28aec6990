"""A comparison for people: sentences, a table of the games, and one of differences for each game after the first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from trickbook.answers.stronger_words import HOW_JUDGED, heading_of, sentences_of
from trickbook.answers.words import (
    called,
    clear_means,
    differences_of,
    flat_curve,
    heading,
    interval_text,
    is_clear,
    is_none,
    names_of,
    p_text,
    precision_reached,
    section_of,
    skill_points,
    stake_text,
    summary,
    writer_of,
)
from trickbook.game.standings import standing_lines
from trickbook.measure.comparison import Comparison, Measured
from trickbook.origin import Origin

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_LABEL = 26
_ENDLESS = 10_000
"""More columns than any table needs."""


def plain_table() -> Table:
    """Return an empty table with a line under its head, and no other."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    return Table(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)


def _table(first_column: str) -> Table:
    table = plain_table()
    table.add_column(first_column, min_width=_LABEL, overflow="fold")
    return table


def values_table(
    comparison: Comparison, metrics: Sequence[Measured], places: Sequence[int], *, between: str = " "
) -> Table:
    """Return a table with a row for each of some metrics and a column for each of some games.

    `between` stands between a mean and its interval.
    """
    from rich.text import Text

    table = _table("mean (95 % interval)")
    names = names_of(comparison)
    for place in places:
        table.add_column(Text(names[place]), justify="right", no_wrap=between == " ", overflow="fold")
    for section, group in groupby(metrics, section_of):
        table.add_row(Text(section), style="dim")
        for measured in group:
            write = writer_of(measured, [value.estimate for value in measured.values])
            cells = dict.fromkeys(places, "-")
            for value in measured.values:
                estimate = value.estimate
                if value.place in cells:
                    interval = interval_text(estimate.low, estimate.high, write)
                    stake = stake_text(measured, value.place)
                    cells[value.place] = f"{write(estimate.mean)}{stake}{between}({interval})"
            table.add_row(Text(measured.metric.title), *cells.values())
    return table


def differences_table(comparison: Comparison, place: int) -> Table:
    """Return the table of a game's differences from the first, by its place among those compared."""
    from rich.text import Text

    table = _table("")
    for column in ("difference", "95 % interval", "p"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    rows = differences_of(comparison, place)
    for section, group in groupby(rows, lambda row: section_of(row[0])):
        table.add_row(Text(section), style="dim")
        for measured, difference in group:
            contrast = difference.contrast
            write = writer_of(measured, [contrast], sign=True)
            if is_none(difference):
                interval = interval_text(contrast.low, contrast.high, write)
                table.add_row(Text(measured.metric.title), "none seen", interval)
                continue
            clear = is_clear(difference)
            table.add_row(
                Text(measured.metric.title),
                write(contrast.mean),
                interval_text(contrast.low, contrast.high, write),
                p_text(contrast.p),
                "clear" if clear else "",
                style="bold" if clear else "",
            )
    return table


def _width(table: Table, console: Console) -> int:
    """Return how wide a table of values must be at least, its titles folded."""
    from rich.measure import Measurement

    options = console.options.update(max_width=_ENDLESS)
    titles = Measurement.get(console, options, max(table.columns[0].cells, key=lambda cell: len(str(cell)))).maximum
    return Measurement.get(console, options, table).maximum - max(titles - _LABEL, 0)


def _values_tables(comparison: Comparison, metrics: Sequence[Measured], console: Console) -> list[Table]:
    """Return one table of values where it has room, else several, of as many games as have room."""
    places = range(len(comparison.games))
    whole = values_table(comparison, metrics, places)
    if _width(whole, console) <= console.width:
        return [whole]
    for room in range(len(places), 0, -1):
        starts = range(0, len(places), room)
        tables = [values_table(comparison, metrics, places[start : start + room], between="\n") for start in starts]
        if all(_width(table, console) <= console.width for table in tables):
            break
    return tables


def say_origin(origin: Origin, console: Console) -> None:
    """Print the versions and digests, which stand below all tables; what was played stands in the heading."""
    for text in (f"Rules: {origin.digests_words()}", origin.versions_words()):
        console.print(text, style="dim", markup=False, highlight=False, emoji=False)


def print_stronger(comparison: Comparison, console: Console) -> None:
    """Print what stronger players say of a comparison."""
    stronger = comparison.stronger
    if stronger is None:
        return
    for text, style in (
        (f"\n{heading_of(stronger, comparison.seed)}", ""),
        *((f"\n{sentence}", "bold") for sentence in sentences_of(comparison, times=True)),
        (f"\n{HOW_JUDGED}", "dim"),
    ):
        console.print(text, style=style, markup=False, highlight=False, emoji=False)
    console.print(f"{stronger.beside.seconds:.1f} s", style="dim", highlight=False)


def print_report(
    comparison: Comparison, console: Console | None = None, *, sentences: Sequence[str] | None = None
) -> None:
    """Print what was played, the sentences and the tables; plain text where the output is not a terminal.

    `sentences` stand in the place of the summary.
    """
    from rich.console import Console

    console = console or Console()

    def say(text: str, style: str = "") -> None:
        console.print(text, style=style, markup=False, highlight=False, emoji=False)

    say(heading(comparison))
    if games := called(comparison):
        say(games, style="dim")
    for sentence in summary(comparison) if sentences is None else sentences:
        say(f"\n{sentence}", style="bold")
    for table in _values_tables(comparison, [m for m in comparison.metrics if m.metric.shown], console):
        say("")
        console.print(table)
    if points := skill_points(comparison):
        player = points[0].metric.between[0]
        say(f"\nWhat it helps {player} to think four times as long, {points[0].metric.unit}:")
        for table in _values_tables(comparison, points, console):
            console.print(table)
        if flat := flat_curve(comparison):
            say(flat)
    names = names_of(comparison)
    for place in range(1, len(names)):
        say(f"\n{names[place]} minus {names[0]}:")
        console.print(differences_table(comparison, place))
    for found in comparison.standings:
        say(f"\n{found.game}")
        for line in standing_lines(found.players, found.tournaments):
            say(line)
    say("")
    if comparison.precision:
        say(precision_reached(comparison), style="dim")
    if len(comparison.games) > 1:
        say(f"clear: {clear_means(comparison)}", style="dim")
    say_origin(comparison.origin, console)
    say(f"{comparison.seconds:.1f} s, {comparison.decisions_per_second:,.0f} decisions a second", style="dim")
    print_stronger(comparison, console)
