"""How strong the players are that come with Trickbook: play them, keep the figures, and write the page made of them.

    python docs/strength.py             plays all pairs in all games, which takes a quarter of an hour or so
    python docs/strength.py -d 10       a tenth of the deals

The figures stand in `docs/figures/strength.json`, and `docs/make.py` writes the page from them. Tests play the pairs that
are quick with another seed, and want them to agree; `make deep` plays all.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import headroom
import moons
from figure import figure_of, keep, kept
from trickbook.answers.words import interval_text
from trickbook.study.ladder import Rung, ladder

NAME = "strength"
"""The name of the file of figures."""
SEED = 1


@dataclass(frozen=True)
class Pair:
    """A player against another, and in how many deals."""

    better: str
    against: str
    deals: int


PAIRS = (
    Pair("greedy", "random", 2000),
    Pair("ismcts:200", "greedy", 3000),
    Pair("ismcts:1000", "ismcts:200", 3000),
    Pair("ismcts:1000", "montecarlo:1000", 2000),
)
FEW = 2
"""So many of the pairs are played in games that follow suit."""
GAMES: dict[str, int | None] = {
    "schwesing": None,
    "treia": None,
    "bruus-two": None,
    "bura": None,
    "kozel-money": None,
    "kozel-points": None,
    "kozel-points for two": 2,
}
"""The games, each with the number of players, or None for its own."""
FOLLOWING = (
    "whist",
    "knockout-whist",
    "hearts",
    "hearts+jack-of-diamonds",
    "spades",
    "oh-hell",
    "briscola",
    "tressette",
    "sueca",
)
"""The games that follow suit."""
MATCHES = [(game, pair) for game in GAMES for pair in PAIRS] + [
    (game, pair) for game in FOLLOWING for pair in PAIRS[:FEW]
]
"""Who meets whom in which game."""
HEAD = """\
# Strength of play

What a rule does is worth knowing only between players who use it. This is how much the players that come with Trickbook
differ, each deal played in duplicate ([how to measure it](../how-to/measure-players.md)). The figures are margins in points
(penalty points, where least wins) or chips a deal, with their 95 % intervals; seed {seed}.

| game |{players} |
|---|{lines}|
"""
TAIL = """
The table is made by `python docs/strength.py`. A column can be had alone, for each game (`--players 2` for Kozel for points for two), by

{commands}

{sentences}
The intervals are not corrected for their number: of {count} at 95 %, {expected} or so are expected to miss the truth.
"""


def told(rung: Rung) -> str:
    """Return a margin with its interval."""
    return f"{rung.margin.mean:+.3f} ({interval_text(rung.margin.low, rung.margin.high, '{:+.3f}'.format)})"


def played(game: str, pair: Pair, part: int = 1, seed: int = SEED) -> Rung:
    """Play a pair in a game, as many deals as there are to be or a part of them."""
    name, players = game.partition(" ")[0], GAMES.get(game)
    bots = (pair.against, pair.better)
    return ladder(name, bots, deals=max(pair.deals // part, 2), seed=seed, players=players).rungs[0]


def _clear(figures: Sequence[dict[str, Any]], pair: str) -> tuple[list[str], list[str]]:
    """Return the games in which the whole interval of a pair is above zero, and those in which it is below."""
    found = [(entry["game"], entry["margin"]) for entry in figures if entry["margin"]["what"] == pair]
    return [game for game, margin in found if margin["low"] > 0], [game for game, margin in found if margin["high"] < 0]


def _sentence(figures: Sequence[dict[str, Any]], pair: Pair) -> str:
    name = f"{pair.better} over {pair.against}"
    better, worse = _clear(figures, name)
    games = sum(entry["margin"]["what"] == name for entry in figures)
    if len(better) == games:
        return f"- `{pair.better}` is better than `{pair.against}` in all {games} games, the whole interval above zero."
    parts = [f"better in {len(better)} of {games} games ({', '.join(better)})" if better else "better in no game"]
    parts += [f"worse in {len(worse)} ({', '.join(worse)})"] if worse else ["worse in none"]
    return f"- `{pair.better}` is shown to be {parts[0]} than `{pair.against}`, and {parts[1]}; elsewhere the interval holds zero."


def page() -> str:
    """Return the page, made from the figures."""
    found = kept(NAME)
    figures = found["figures"]
    pairs = [Pair(**pair) for pair in found["pairs"]]
    players = "".join(f" `{pair.better}` over `{pair.against}` |" for pair in pairs)[:-1].rstrip()
    text = HEAD.format(seed=found["seed"], players=players, lines="|".join("---" for _ in pairs))
    for game in (*GAMES, *FOLLOWING):
        cells = [entry["margin"]["words"] for entry in figures if entry["game"] == game]
        cells += [""] * (len(pairs) - len(cells))
        name, _, rest = game.partition(" ")
        text += f"| `{name}`{' ' * bool(rest)}{rest} | {' | '.join(cells)} |\n"
    commands = "\n".join(
        f"    trickbook ladder GAME -n {pair.deals} --bots {pair.against},{pair.better}" for pair in pairs
    )
    count = len(figures)
    return (
        text
        + TAIL.format(
            commands=commands,
            sentences="\n".join(_sentence(figures, pair) for pair in pairs) + "\n",
            count=count,
            expected=max(round(count / 20), 1),
        )
        + "".join(f"\n{part.section()}" for part in (headroom, moons))
    )


def main() -> None:
    """Play, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-d", type=int, default=1, metavar="D", help="play one in so many of the deals (default: all)")
    part = parser.parse_args().d
    figures = []
    for game, pair in MATCHES:
        rung = played(game, pair, part)
        margin = figure_of(f"{pair.better} over {pair.against}", rung.margin, told(rung))
        figures.append({"game": game, "margin": asdict(margin)})
        print(f"{game}: {margin.what}: {margin.words}", flush=True)
    pairs = [asdict(pair) | {"deals": max(pair.deals // part, 2)} for pair in PAIRS]
    keep(NAME, {"seed": SEED, "pairs": pairs, "figures": figures})
    print("Now run: python docs/make.py")


if __name__ == "__main__":
    main()
