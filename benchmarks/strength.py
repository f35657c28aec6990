"""How strong the search is: in endings, at the same time a move as that of version 0.1, and beside what could be had. See README.md."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time
from typing import Any
from unittest.mock import patch

import numpy as np

import trickbook
from trickbook.bots import Player, bots_named, plugin_bots_of, search_of
from trickbook.bots.buffers import new_buffers
from trickbook.bots.choosing import no_search
from trickbook.bots.equity import equity_for
from trickbook.compiler import CompiledGame
from trickbook.game.table import Table
from trickbook.kernel import engine
from trickbook.kernel.jit import JIT
from trickbook.kernel.layout import STATE, new_moves
from trickbook.kernel.limits import MAX_MOVES
from trickbook.study.ladder import Rung, ladder

GAMES = {
    "schwesing": None,
    "treia": None,
    "bruus-two": None,
    "bura": None,
    "kozel-money": None,
    "kozel-points": None,
    "kozel-points for two": 2,
}
"""The games, and how many play if that is not the number that the rulebook has."""
PARTS = ("endings", "time", "headroom")
"""The tables."""
TODAY, FIRST = "ismcts", "ismcts-first"
"""The search, and the one of version 0.1."""
DEALS, QUICK_DEALS = 1500, 60
POSITIONS, QUICK_POSITIONS = 120, 24
"""Decisions of deals between random players, at which both are timed."""
HEADROOM_DEALS, QUICK_HEADROOM_DEALS = 200, 10
"""Deals of the pairs that show what there is to gain: one of them sees all cards, the other has `MORE` times the worlds."""
MORE = 5
ROUNDS = 3
"""How often each position is searched by each of the two in turn; the median counts."""


Entry = dict[str, Any]
"""What is found in a game, as it is kept."""


@dataclass(frozen=True)
class Measuring:
    """How much is played, and with what."""

    worlds: int
    deals: int
    headroom_deals: int
    positions: int
    seed: int
    threads: int


def positions(game: CompiledGame, seed: int, count: int) -> list[Any]:
    """Return as many decisions with a choice, from all parts of random deals."""
    luck = Random(seed)
    found: list[Any] = []
    for match in range(count):
        table = Table(game, seed, match)
        while not table.is_over:
            moves = len(table.legal_moves())
            if moves > 1:
                found.append(np.array([table.state], STATE).view(np.recarray)[0])
            table.play_legal(luck.randrange(moves))
    return luck.sample(found, count)


def milliseconds(game: CompiledGame, names: tuple[str, str], seed: int, count: int) -> list[float]:
    """Return the processor time that each of two players takes for a move, on the same positions, in turn.

    What it takes to call compiled code with buffers, without any search, is taken off: players at a table are not asked from Python.
    """
    players = bots_named(",".join(names), 2)
    buffers = [new_buffers(players[i : i + 1], equity_for(game, players)) for i in range(2)]
    asked = [search_of(players[:1]), plugin_bots_of((), players[1:]), no_search]
    hooks, room = game.hooks, new_moves(MAX_MOVES)
    times: list[list[float]] = [[], [], []]
    with np.errstate(over="ignore"):
        for state in positions(game, seed, count):
            for i in range(3):
                taken = []
                for _ in range(ROUNDS):
                    # Anew each time: a player who solves an ending leaves only the best moves in the list.
                    legal = engine.legal_moves(game.rules, state, hooks.offers, room)
                    start = thread_time()
                    asked[i](
                        *(game.rules, state, hooks.offers, hooks.played, hooks.trick_complete),
                        *(players[i % 2], room, legal, buffers[i % 2]),
                    )
                    taken.append(1000 * (thread_time() - start))
                times[i].append(median(taken))
    first, second, calling = (sum(one) / len(one) for one in times)
    return [first - calling, second - calling]


def numbers(rung: Rung) -> dict[str, Any]:
    """Return a margin with its interval, as it is kept."""
    return {"mean": rung.margin.mean, "low": rung.margin.low, "high": rung.margin.high, "deals": rung.deals}


def margin_of(rung: Rung) -> str:
    """Return a margin with its interval."""
    found = rung.margin
    if found.mean is None or found.low is None or found.high is None:
        return f"{'?':>26}"
    return f"{found.mean:+8.3f} ({found.low:+.3f} to {found.high:+.3f})"


def loaded(name: str) -> CompiledGame:
    """Return one of the games."""
    return trickbook.load(name.removesuffix(" for two"), players=GAMES[name])


def endings(names: tuple[str, str]) -> None:
    """Print which shares of the endings that are proved in the tests the two players play right."""
    sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests are not installed
    try:
        kept = import_module("tests.endings.positions")
        accuracy = import_module("tests.endings.playing").accuracy
    except ModuleNotFoundError as error:
        print(f"no proved endings: {error}", file=sys.stderr)
        return
    print(f"{'Proved endings, right in 100':<30}{'cards open':>15}{'before':>15}{'others':>15}{'before':>15}")
    for name in kept.GAMES:
        if not (kept.FOLDER / f"{name}.jsonl").exists():
            continue
        found = [accuracy(name, player) for player in names]
        cells = [
            f"{100 * right / of:.1f} of {of}" if of else "-"
            for is_open in (True, False)
            for right, of in (one[is_open] for one in found)
        ]
        print(f"{name:<30}{cells[0]:>15}{cells[1]:>15}{cells[2]:>15}{cells[3]:>15}", flush=True)


def constants(settings: Sequence[str]) -> dict[str, float]:
    """Return constants of the search by name, from `NAME=VALUE`; raise `ValueError` for what is none."""
    found: dict[str, float] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in Player._fields[Player._fields.index("exploration") :]:
            raise ValueError(f"the search has no constant {name!r}; expected one of {', '.join(Player._fields[4:])}")
        found[name] = type(Player._field_defaults[name])(value)
    return found


def at_the_same_time(games: Sequence[str], options: Measuring) -> list[Entry]:
    """Print and return for each game what the search of today makes of the time that the first takes for so many worlds."""
    found: list[Entry] = []
    first = f"{FIRST}:{options.worlds}"
    print(f"\n{TODAY} over {first} in the same time a move, {options.deals} deals in duplicate, seed {options.seed}")
    print(f"{'':22}{'margin a deal (95 %)':>30}  {'worlds':>7}{'ms a move':>11}{'before':>9}")
    for name in games:
        game = loaded(name)
        same = milliseconds(game, (f"{TODAY}:{options.worlds}", first), options.seed, options.positions)
        worlds = max(round(options.worlds * same[1] / same[0]), 1)
        today = f"{TODAY}:{worlds}"
        times = milliseconds(game, (today, first), options.seed, options.positions)
        rung = ladder(game, (first, today), deals=options.deals, seed=options.seed, threads=options.threads).rungs[0]
        print(f"{name:22}{margin_of(rung):>30}  {worlds:7}{times[0]:11.2f}{times[1]:9.2f}", flush=True)
        found.append({"game": name, "margin": numbers(rung), "worlds": worlds})
    return found


def chosen_otherwise(game: CompiledGame, names: tuple[str, str], seed: int, count: int) -> float:
    """Return the share of decisions, of those that the times are taken of, at which two players who search choose differently."""
    players = bots_named(",".join(names), 2)
    buffers = [new_buffers(players[i : i + 1], equity_for(game, players)) for i in range(2)]
    hooks, room = game.hooks, new_moves(MAX_MOVES)
    search = search_of(players)
    different = 0
    with np.errstate(over="ignore"):
        for state in positions(game, seed, count):
            chosen = []
            for i in range(2):
                legal = engine.legal_moves(game.rules, state, hooks.offers, room)
                place = search(
                    *(game.rules, state, hooks.offers, hooks.played, hooks.trick_complete),
                    *(players[i], room, legal, buffers[i]),
                )
                chosen.append(room[place].copy())
            different += chosen[0] != chosen[1]
    return different / count


def headroom(games: Sequence[str], options: Measuring) -> list[Entry]:
    """Print and return for each game how much there is to gain: by seeing all cards, and by searching longer."""
    found: list[Entry] = []
    own, longer = f"{TODAY}:{options.worlds}", f"{TODAY}:{MORE * options.worlds}"
    seer = f"{TODAY}:{options.worlds + 1}"  # told from the other by one world more

    def player(kind: int, budget: int = 0, *rest: int) -> Player:
        return Player(kind, budget, *rest)._replace(sees_all=int(budget == options.worlds + 1))

    print(f"\nWhat could be had over {own}, {options.headroom_deals} deals in duplicate, seed {options.seed}")
    print(f"{'':22}{'seeing all cards (95 %)':>30}{longer + ' (95 %)':>32}{'other choice in 100':>21}")
    for name in games:
        game = loaded(name)
        rungs = []
        for better in (seer, longer):
            with patch("trickbook.bots.Player", player):
                pair = ladder(
                    game, (own, better), deals=options.headroom_deals, seed=options.seed, threads=options.threads
                )
            rungs.append(pair.rungs[0])
        other = chosen_otherwise(game, (own, longer), options.seed, options.positions)
        cells = [margin_of(rung) for rung in rungs]
        print(f"{name:22}{cells[0]:>30}{cells[1]:>32}{100 * other:21.0f}", flush=True)
        seeing, searching = (numbers(rung) for rung in rungs)
        found.append({"game": name, "seeing": seeing, "longer": searching, "otherwise": round(other, 3)})
    return found


def main() -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="some of the games; all if none is named")
    parser.add_argument("-n", "--deals", type=int, help=f"deals, each in all turns; {DEALS} if nothing is said")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=1000, help="how many worlds both search for a move")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="write margins to a file, beside what it has of other tables"
    )
    parser.add_argument(
        "--only", nargs="+", choices=PARTS, default=PARTS, help="some of the tables; all if none is named"
    )
    parser.add_argument(
        "--set",
        nargs="+",
        default=[],
        metavar="NAME=VALUE",
        help="other constants of the search: fields of trickbook.bots.Player",
    )
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_DEALS} deals: to see that it works")
    options = parser.parse_args()
    if not JIT:
        parser.error("NUMBA_DISABLE_JIT is set: there is nothing to measure")
    if wrong := [name for name in options.games if name not in GAMES]:
        parser.error(f"there is no game {wrong[0]!r}; expected some of {', '.join(GAMES)}")
    asked = Measuring(
        worlds=options.worlds,
        deals=options.deals or (QUICK_DEALS if options.quick else DEALS),
        headroom_deals=QUICK_HEADROOM_DEALS if options.quick else HEADROOM_DEALS,
        positions=QUICK_POSITIONS if options.quick else POSITIONS,
        seed=options.seed,
        threads=options.threads,
    )
    try:
        player = partial(Player, **constants(options.set))
    except ValueError as error:
        parser.error(str(error))
    found: dict[str, Any] = {"worlds": asked.worlds, "more": MORE, "seed": asked.seed}
    with patch("trickbook.bots.Player", player):
        if "endings" in options.only:
            endings((f"{TODAY}:{options.worlds}", f"{FIRST}:{options.worlds}"))
        if "time" in options.only:
            found["time"] = at_the_same_time(options.games, asked)
    if "headroom" in options.only:
        found["headroom"] = headroom(options.games, asked)
    if options.keep:
        options.keep.write_text(json.dumps(kept_before(options.keep) | found, indent=1) + "\n", "utf-8", newline="\n")
    return 0


def kept_before(path: Path) -> dict[str, Any]:
    """Return what a file has of other tables."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


if __name__ == "__main__":
    sys.exit(main())
