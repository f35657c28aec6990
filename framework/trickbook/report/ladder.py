"""A ladder for people: a sentence a pair, and the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.answers.words import interval_text, p_text
from trickbook.measure.luck import possible
from trickbook.origin import score_words
from trickbook.report.text import plain_table, say_origin
from trickbook.study.ladder import Ladder, Rung

if TYPE_CHECKING:
    from rich.console import Console


def _signed(number: float) -> str:
    # Adding 0 makes 0.0 of -0.0.
    return f"{round(number, 3) + 0.0:+.3f}"


def _interval(rung: Rung) -> str:
    return interval_text(rung.margin.low, rung.margin.high, _signed)


def _share(share: float | None) -> str:
    return "?" if share is None else f"{100 * share:.0f}"


def sentence(rung: Rung) -> str:
    """Return what came of a pair, in words."""
    by = f"{_signed(abs(rung.margin.mean))[1:]} {rung.unit} a deal (95 % interval of the margin {_interval(rung)})"
    if rung.alike:
        return _of_one_player(rung)
    if rung.is_better:
        return f"{rung.bot} beats {rung.against} by {by}, and wins {_share(rung.won.mean)} of 100 deals."
    if rung.is_worse:
        return f"{rung.bot} loses to {rung.against} by {by}, and wins {_share(rung.won.mean)} of 100 deals."
    return (
        f"{rung.deals:,} deals don't tell {rung.bot} from {rung.against}: "
        f"{_signed(rung.margin.mean)} {rung.unit} a deal (95 % interval {_interval(rung)})."
    )


def _of_one_player(rung: Rung) -> str:
    """Return what came of a player against itself, of which nothing is expected."""
    are = f"{rung.bot} and {rung.against} are one player, so that no margin is expected"
    if not rung.differing:
        return f"{are}; all {rung.deals:,} deals come out the same in all turns."
    found = f"{_signed(rung.margin.mean)} {rung.unit} a deal (95 % interval {_interval(rung)})"
    if rung.is_better or rung.is_worse:
        return f"{are}; {rung.deals:,} deals give {found}, which is clear by chance, as in 5 of 100 such ladders."
    return f"{are}, and {rung.deals:,} deals show none: {found}."


def heading(ladder: Ladder) -> str:
    """Return what was played."""
    deals, turns = ladder.rungs[0].deals, ladder.rungs[0].turns
    stopped = "" if ladder.complete else "Stopped early: "
    return (
        f"{stopped}{ladder.game}: {deals:,} deals a pair, each played {turns} times with the sides exchanged; "
        f"players {ladder.origin.bots}, seed {ladder.seed}, deals from {score_words(ladder.origin.scores)}"
    )


def print_ladder(ladder: Ladder, console: Console) -> None:
    """Print what was played, the sentences and the table; plain text where the output is not a terminal."""
    from rich.text import Text

    def say(text: str, style: str = "") -> None:
        console.print(text, style=style, markup=False, highlight=False, emoji=False)

    say(heading(ladder) + "\n")
    for rung in ladder.rungs:
        say(sentence(rung), style="bold" if (rung.is_better or rung.is_worse) and not rung.alike else "")
    table = plain_table()
    # One column, so that two long names are broken between them, and not in the middle of a word.
    table.add_column("player over another", overflow="fold")
    for column in ("margin", "95 % interval", "p", "won in 100", "luck"):
        table.add_column(column, justify="right", no_wrap=True)
    for rung in ladder.rungs:
        table.add_row(
            Text(f"{rung.bot} over {rung.against}"),  # in a plain string `:100:` would be a picture
            _signed(rung.margin.mean),
            _interval(rung),
            p_text(rung.margin.p),
            f"{_share(rung.won.mean)} ({_share(rung.won.low)} to {_share(rung.won.high)})",
            "?" if rung.luck != rung.luck else f"{possible(rung.luck):.2f}",
        )
    say("")
    console.print(table)
    say(
        f"\nmargin: {ladder.unit} a deal, more is better; won: deals, of which equals win {_share(1 / ladder.sides)} in 100; "
        f"luck: the share of a deal's result that the cards decide between these two; {ladder.seconds:.1f} s",
        style="dim",
    )
    say_origin(ladder.origin, console)
