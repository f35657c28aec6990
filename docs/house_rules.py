"""What each house rule that ships does to its game: play it, keep the figures, and write the page made of them.

    python docs/house_rules.py            plays 20,000 deals of each game; writes the figures, and the page
    python docs/house_rules.py -n 2000    fewer

The figures stand in `docs/figures/house-rules.json`, and `docs/make.py` writes the page from them. Tests play
a fresh sample of each game with another seed, and want it to agree with every figure.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import trickbook
from figure import Figure, figure_of, keep, kept
from trickbook.answers.findings import findings
from trickbook.answers.words import differences_of, in_hundreds, interval_text, writer_of
from trickbook.measure.comparison import Difference, Measured
from trickbook.measure.metrics import MATCHES
from trickbook.rulebook import shipped_variants
from trickbook.study import Comparison

NAME = "house-rules"
"""The name of the file of figures."""
DEALS = 20_000
SEED = 1
PLAYERS = "greedy"
SHOWN = 3
GAMES = {
    "optional-daring": ("schwesing", "treia"),
    "tens-below-jacks": ("bura", "kozel-money", "kozel-points"),
}
"""The games of house rules that fit any, or that are shown with each of several; others are shown with all they fit."""
_FROM_THE_SECOND_DEAL = "It acts from the second deal of a match on; over 400 whole games nothing was clear."
ELSEWHERE = {
    "schwesing-tournament": "A tournament changes who plays with whom, and nothing in a deal.",
    "last-trick-leads": _FROM_THE_SECOND_DEAL,
    "winner-deals": _FROM_THE_SECOND_DEAL,
}
NOT_YET = ("hearts", "oh-hell", "spades", "tressette", "whist")
"""Games whose figures are still to be made: leave their names out here, and play."""
HEAD = """\
# What house rules do

Each house rule that ships, set against its game: the {shown} largest of the clear effects with their 95 % intervals, between
{players} players, over {deals:,} deals and {matches:,} whole games of each on the same shuffles, seed {seed}. An effect is *clear* if its
p, corrected for the number of all that was measured (Holm), is below 0.05; others are not shown. Effects are set against what chance
makes of one deal and the next in the game itself, and what several figures tell, such as how long a deal is, is told once.
Stronger players may use a rule better: `trickbook compare` asks them too.

The figures are made by

    python docs/house_rules.py

and each line can be had alone, with all that is measured:

```console
$ trickbook compare schwesing schwesing+optional-daring -n 20000
```

| game | house rule | deals played otherwise | largest effects |
|---|---|---|---|
"""


@dataclass(frozen=True)
class Row:
    """One row of the page: a house rule in a game."""

    game: str
    house_rule: str
    otherwise: Figure | None
    """How many deals are played otherwise; None where the cards are not the same."""
    effects: tuple[Figure, ...]


def studies() -> Iterator[tuple[str, str]]:
    """Yield each game with each house rule that fits it."""
    for variant in shipped_variants():
        if variant.id in ELSEWHERE:
            continue
        for game in variant.fits or GAMES[variant.id]:
            if game not in NOT_YET:
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


def effects(comparison: Comparison) -> tuple[Figure, ...]:
    """Return the largest effects that are clear, each fact once."""
    return tuple(
        figure_of(found.measured.metric.name, found.difference.contrast, told(found.measured, found.difference))
        for found in findings(comparison, 1)[:SHOWN]
    )


def otherwise(comparison: Comparison) -> Figure | None:
    """Return in how many deals anybody played otherwise; None where the cards are not the same."""
    for measured, difference in differences_of(comparison, 1):
        if measured.metric.name == "rule-weight":
            return figure_of(measured.metric.name, difference.contrast, f"{100 * difference.contrast.mean:.1f} in 100")
    return None


def row(game: str, house_rule: str, deals: int) -> tuple[Row, Comparison]:
    """Play a game with and without a house rule."""
    comparison = trickbook.compare([game, f"{game}+{house_rule}"], deals=deals, seed=SEED, bots=PLAYERS)
    return Row(game, house_rule, otherwise(comparison), effects(comparison)), comparison


def page() -> str:
    """Return the page, made from the figures."""
    figures = kept(NAME)
    lines = []
    for entry in figures["rows"]:
        weight = entry["otherwise"]["words"] if entry["otherwise"] else "other cards"
        shown = "<br>".join(effect["words"] for effect in entry["effects"]) or "none is clear"
        lines.append(f"| `{entry['game']}` | `{entry['house_rule']}` | {weight} | {shown} |\n")
    head = HEAD.format(
        shown=SHOWN,
        players=figures["players"],
        deals=figures["deals"],
        matches=figures["matches"],
        seed=figures["seed"],
    )
    elsewhere = "".join(f"`{name}` is not in it. {why}\n" for name, why in ELSEWHERE.items())
    games = ", ".join(f"`{game}`" for game in NOT_YET)
    not_yet = f"The house rules of {games} are not in it yet; `trickbook compare` sets each against its game.\n"
    return head + "".join(lines) + "\n" + elsewhere + (not_yet if NOT_YET else "")


def main() -> None:
    """Play, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=DEALS, metavar="N", help=f"deals of each game (default: {DEALS:,})")
    deals = parser.parse_args().n
    rows, matches = [], 0
    for game, house_rule in studies():
        found, comparison = row(game, house_rule, deals)
        rows.append(asdict(found))
        matches = comparison.matches
        print(f"{game}+{house_rule}: {len(found.effects)} effects", flush=True)
    keep(NAME, {"deals": deals, "matches": matches, "seed": SEED, "players": PLAYERS, "rows": rows})
    print("Now run: python docs/make.py")


if __name__ == "__main__":
    main()
