"""What there is to gain over the search, as the page on strength tells it; `benchmarks/strength.py` plays and keeps the figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from figure import kept
from trickbook.answers.words import interval_text

NAME = "headroom"
"""The name of the file of figures."""
COMMAND = "python benchmarks/strength.py --only time headroom --keep docs/figures/headroom.json"


def told(margin: dict[str, Any]) -> str:
    """Return a margin with its interval."""
    return f"{margin['mean']:+.3f} ({interval_text(margin['low'], margin['high'], '{:+.3f}'.format)})"


def listed(entries: Sequence[dict[str, Any]], which: str, fits: Callable[[dict[str, Any]], bool]) -> str:
    """Return how many games there are whose margin fits, and which."""
    found = [entry["game"] for entry in entries if fits(entry[which])]
    return f"in {len(found)} of {len(entries)} games" + (f" ({', '.join(found)})" if found else "")


def deals_of(margins: Iterable[dict[str, Any]]) -> str:
    """Return how many deals margins come from."""
    return " or ".join(f"{deals:,}" for deals in sorted({margin["deals"] for margin in margins}))


def section() -> str:
    """Return the section of the page on strength."""
    found = kept(NAME)
    beside = {entry["game"]: entry for entry in found["headroom"]}
    rows = "\n".join(
        f"| `{entry['game'].partition(' ')[0]}`{''.join(entry['game'].partition(' ')[1:])} | {told(entry['margin'])} "
        f"| {told(beside[entry['game']]['seeing'])} | {told(beside[entry['game']]['longer'])} "
        f"| {100 * beside[entry['game']]['otherwise']:.0f} |"
        for entry in found["time"]
    )
    own = f"ismcts:{found['worlds']}"
    better = listed(found["time"], "margin", lambda margin: margin["low"] > 0)
    gains = listed(found["headroom"], "longer", lambda margin: margin["low"] > 0)
    first = deals_of(entry["margin"] for entry in found["time"])
    seeing = deals_of(entry["seeing"] for entry in found["headroom"])
    longer = deals_of(entry["longer"] for entry in found["headroom"])
    return f"""\
## What there is to gain

How far has the search come, and how far could it go? The first column has what `ismcts` makes of a deal more than the search of
version 0.1, `ismcts-first:{found["worlds"]}`, in the same time a move ({first} deals in duplicate). The others have what is
made of a deal more than by `{own}`: by the same search if it sees all cards ({seeing} deals), which is more than any fair
player could make, and by the same search with {found["more"]} times the worlds ({longer} deals). The last column has in how
many of 100 decisions of random deals that one chooses another move.

| game | `ismcts` over `ismcts-first:{found["worlds"]}`, same time | seeing all cards | {found["more"]} times the worlds | other choice |
|---|---|---|---|---|
{rows}

In the same time a move today's search is clearly stronger than that of version 0.1 {better}; elsewhere the interval holds zero.
{found["more"]} times the worlds are clearly better {gains}: there a faster search would be a stronger one.
Where they are not, the curve is flat: a search {found["more"]} times as fast would play no better that could be seen in so many
deals, so nothing much is to be had there from speed, or from a cleverer choice of what to search. What is left between `{own}`
and the player who sees all cards is of two kinds that these figures can't part: what can't be known, and what others' moves
tell of their cards, which `ismcts` does not use beyond what the rules of play prove. To weigh worlds by how well they explain
the moves seen was tried, and brought nothing that could be seen ([benchmarks](../../benchmarks/README.md)).

The figures are made again, and kept, by the first of these; the second has {found["more"]} times the worlds alone, for a game.

    {COMMAND}
    trickbook ladder GAME -n 800 --seed 8 --bots {own},ismcts:{found["more"] * found["worlds"]}
"""
