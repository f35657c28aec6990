"""A ladder for people: a sentence a pair, and the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.compare.ladder import Ladder, Rung

if TYPE_CHECKING:
    from rich.console import Console


def _signed(number: float) -> str:
    # Adding 0 makes 0.0 of -0.0.
    return f"{round(number, 3) + 0.0:+.3f}"


def _interval(rung: Rung) -> str:
    if rung.margin.low is None or rung.margin.high is None:
        return "unknown"
    return f"{_signed(rung.margin.low)} to {_signed(rung.margin.high)}"


def _share(share: float | None) -> str:
    return "?" if share is None else f"{100 * share:.0f}"


def sentence(rung: Rung, unit: str) -> str:
    """Return what came of a pair, in words."""
    by = f"{_signed(abs(rung.margin.mean))[1:]} {unit} a deal (95 % interval of the margin {_interval(rung)})"
    if rung.is_better:
        return f"{rung.bot} beats {rung.against} by {by}, and wins {_share(rung.won.mean)} of 100 deals."
    if rung.is_worse:
        return f"{rung.bot} loses to {rung.against} by {by}, and wins {_share(rung.won.mean)} of 100 deals."
    return (
        f"{rung.deals:,} deals don't tell {rung.bot} from {rung.against}: "
        f"{_signed(rung.margin.mean)} {unit} a deal (95 % interval {_interval(rung)})."
    )


def heading(ladder: Ladder) -> str:
    """Return what was played."""
    deals, turns = ladder.rungs[0].deals, ladder.rungs[0].turns
    return (
        f"{ladder.game}: {deals:,} deals a pair, each played {turns} times with the sides exchanged; seed {ladder.seed}"
    )


def _p(p: float | None) -> str:
    if p is None:
        return "unknown"
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def print_ladder(ladder: Ladder, console: Console) -> None:
    """Print what was played, the sentences and the table; plain text where the output is not a terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    def say(text: str, style: str = "") -> None:
        console.print(text, style=style, markup=False, highlight=False)

    say(heading(ladder) + "\n")
    for rung in ladder.rungs:
        say(sentence(rung, ladder.unit), style="bold" if rung.is_better or rung.is_worse else "")
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False, show_edge=False)
    table.add_column("player", overflow="fold")
    table.add_column("against", overflow="fold")
    for column in ("margin", "95 % interval", "p", "won in 100", "luck"):
        table.add_column(column, justify="right", no_wrap=True)
    for rung in ladder.rungs:
        table.add_row(
            escape(rung.bot),
            escape(rung.against),
            _signed(rung.margin.mean),
            _interval(rung),
            _p(rung.margin.p),
            f"{_share(rung.won.mean)} ({_share(rung.won.low)} to {_share(rung.won.high)})",
            "?" if rung.luck != rung.luck else f"{rung.luck:.2f}",
        )
    say("")
    console.print(table)
    say(
        f"\nmargin: {ladder.unit} a deal, more is better; won: deals, of which equals win {_share(1 / ladder.sides)} in 100; "
        f"luck: the share of a deal's result that the cards decide between these two; {ladder.seconds:.1f} s",
        style="dim",
    )
