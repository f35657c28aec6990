"""Write docs/explanation/what-house-rules-do.md: each house rule that ships against its game, and the clearest effects.

    python docs/effects.py            plays 20,000 deals of each game, and writes the page
    python docs/effects.py -n 2000    fewer

It takes a minute or two, so the page is not among those of docs/make.py. Figures change only if rules, players or
metrics do.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import trickbook
from trickbook.comparison import Comparison
from trickbook.comparison.comparing import Difference, Measured
from trickbook.comparison.metrics import MATCHES
from trickbook.comparison.words import clearness, differences_of, in_hundreds, interval_text, is_clear, writer_of
from trickbook.rulebook import shipped_variants

PAGE = Path(__file__).resolve().parent / "explanation" / "what-house-rules-do.md"
DEALS = 20_000
SHOWN = 3
GAMES = {
    "optional-daring": ("schwesing", "treia"),
    "tens-below-jacks": ("bura", "kozel-money", "kozel-points"),
}
"""The games of house rules that fit any, or that are shown with each of several; others are shown with all they fit."""
ELSEWHERE = {"schwesing-tournament": "A tournament changes who plays with whom, and nothing in a deal."}
HEAD = """\
# What house rules do

Each house rule that ships, set against its game: the {shown} clearest effects with their 95 % intervals, between
greedy players, over {deals:,} deals and {matches:,} whole games of each on the same shuffles. An effect is *clear* if its
p, corrected for the number of all that was measured (Holm), is below 0.05; others are not shown. At most one effect
comes from each of the questions that much the same figures answer, such as how long a deal is. Stronger players may
use a rule better: `--bots ismcts:200` asks them.

The table is made by

    python docs/effects.py

and each line can be had alone, with all that is measured:

```console
$ trickbook compare schwesing schwesing+optional-daring -n 20000
```

| game | house rule | deals played otherwise | clearest effects |
|---|---|---|---|
"""


def studies() -> Iterator[tuple[str, str]]:
    """Yield each game with each house rule that fits it."""
    for variant in shipped_variants():
        if variant.id in ELSEWHERE:
            continue
        for game in variant.fits or GAMES[variant.id]:
            yield game, variant.id


def told(measured: Measured, difference: Difference) -> str:
    """Return an effect in words."""
    contrast = difference.contrast
    write = writer_of(measured, [contrast], sign=True)
    unit = f"in 100 {measured.metric.among}" if in_hundreds(measured) else measured.metric.unit
    if measured.metric.sample == MATCHES and in_hundreds(measured):
        unit = "in 100 games"
    interval = interval_text(contrast.low, contrast.high, write)
    text = f"{measured.metric.title}: {write(contrast.mean)} {unit} ({interval})"
    return re.sub(r"-(?=\d)", "−", text)


def effects(comparison: Comparison) -> list[str]:
    """Return the clearest effects, at most one of each theme and sample."""
    rows = [row for row in differences_of(comparison, 1) if is_clear(row[1]) and not row[0].metric.of_two]
    found: dict[str, str] = {}
    for measured, difference in sorted(rows, key=lambda row: clearness(row[1]), reverse=True):
        found.setdefault(measured.metric.theme, told(measured, difference))
    return list(found.values())[:SHOWN]


def otherwise(comparison: Comparison) -> str:
    """Return in how many of 100 deals anybody played otherwise; not where the cards are not the same."""
    for measured, difference in differences_of(comparison, 1):
        if measured.metric.name == "rule-weight":
            return f"{100 * difference.contrast.mean:.1f} in 100"
    return "other cards"


def line(game: str, variant: str, deals: int) -> tuple[str, Comparison]:
    """Play a game with and without a house rule, and return the row of the table."""
    games = [game, f"{game}+{variant}"]
    comparison = trickbook.compare(games, deals=deals)
    shown = "<br>".join(effects(comparison)) or "none is clear"
    return f"| `{game}` | `{variant}` | {otherwise(comparison)} | {shown} |\n", comparison


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=DEALS, metavar="N", help=f"deals of each game; {DEALS:,} if not said")
    deals = parser.parse_args().n
    rows, comparison = [], None
    for game, variant in studies():
        row, comparison = line(game, variant, deals)
        rows.append(row)
        print(row, end="", flush=True)
    matches = comparison.matches if comparison else 0
    tail = "\n" + "".join(f"`{name}` is not in it. {why}\n" for name, why in ELSEWHERE.items())
    PAGE.write_text(
        HEAD.format(shown=SHOWN, deals=deals, matches=matches) + "".join(rows) + tail, "utf-8", newline="\n"
    )


if __name__ == "__main__":
    main()
