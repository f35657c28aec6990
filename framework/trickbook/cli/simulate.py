"""`trickbook simulate`: play deals, match after match."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, TextIO

from trickbook.cli import options as shared
from trickbook.cli.engine import STEPPING, compiling, playing
from trickbook.cli.files import STANDARD, whole_file
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import print_json

if TYPE_CHECKING:
    from trickbook.compiler import CompiledGame
    from trickbook.simulate import Block, Rows

DEALS = 1000
"""Deals that are played if nothing is said."""


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "simulate",
        "play deals, match after match",
        "trickbook simulate schwesing -n 2000 --seed 3 --record deals.jsonl",
        run,
    )
    shared.add_game(command)
    shared.add_play(command, f"so many deals; {DEALS:,} if nothing is said", "so many whole matches instead")
    command.add_argument(
        "--record",
        type=shared.file_name,
        metavar="FILE",
        help="write each deal to a file of records; - is standard output",
    )
    shared.add_json(command)
    shared.add_players(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Play deals, and print what came of them."""
    if options.deals and options.matches:
        options.parser.error("-n and --matches can't both be given")
    if options.json and options.record == STANDARD:
        options.parser.error("--json and --record - would both write to standard output")
    plugins = shared.plugin_set(options)
    from trickbook.rulebook import load

    rulebook = load(options.game, players=options.players, plugins=plugins)
    with compiling(*playing(options.bots), *([STEPPING] if options.record else [])):
        from trickbook.compiler import compile_game

        game = compile_game(rulebook, plugins)
    began = time.perf_counter()
    rows = _play(game, options)
    report = summary(game, rows, options, time.perf_counter() - began)
    if options.json:
        print_json(report)
    else:
        stream = sys.stderr if options.record == STANDARD else sys.stdout
        for line in _lines(report):
            print(line, file=stream)
    return 0


def _play(game: CompiledGame, options: argparse.Namespace) -> Rows:
    """Play what was asked for; write the records as the deals are played."""
    import numpy as np

    from trickbook.simulate import match_blocks

    deals = None if options.matches else options.deals or DEALS
    parts = []
    with (
        Progress(game.game, "matches" if options.matches else "deals") as progress,
        whole_file(options.record) if options.record else nullcontext() as file,
    ):
        blocks = match_blocks(
            game,
            deals=deals,
            matches=options.matches,
            seed=options.seed,
            bots=options.bots,
            threads=shared.threads(options),
            keep=file is not None,
        )
        done = 0
        for block in _recorded(game, blocks, options.seed, file):
            parts.append(block.rows)
            done = done + len(block.rows) if deals else int(block.rows["match"][-1]) + 1
            progress(done, deals or options.matches)
    return np.concatenate(parts)


def _recorded(game: CompiledGame, blocks: Iterator[Block], seed: int, file: TextIO | None) -> Iterator[Block]:
    """Pass blocks on, and write their records to a file, if there is one."""
    if file is None:
        yield from blocks
        return
    from trickbook.records import record_lines

    known: set[str] = set()
    for block in blocks:
        for line in record_lines(game, block, seed, known):
            file.write(line + "\n")
        yield block


def summary(game: CompiledGame, rows: Rows, options: argparse.Namespace, seconds: float) -> dict[str, Any]:
    """Return what came of the deals: totals, means a deal, and the sides where they stay the same."""
    from trickbook.kernel.layout import BY_STOP, GOES_ON
    from trickbook.seats import side_name

    deals = len(rows)
    ended = rows["outcome"] != GOES_ON
    sides, seats = int(game.rules.sides), int(game.rules.seats)
    stay = bool((rows["sides"] == sides).all()) and not game.rules.sessions

    def a_deal(figures: Any) -> float:
        return float(figures.sum()) / deals

    def won(side: int) -> int:
        return int((ended & (rows["outcome"] != BY_STOP) & (rows["outcome_winner"] == side)).sum())

    whole = int(ended.sum())
    return {
        "game": game.game,
        "digest": game.rulebook.digest,
        "seed": options.seed,
        "bots": options.bots,
        "deals": deals,
        "matches": whole,
        "cut_off": not bool(ended[-1]),
        "deals_a_match": (int(ended.nonzero()[0][-1]) + 1) / whole if whole else None,
        "cards_a_deal": a_deal(rows["cards"]),
        "moves_a_deal": a_deal(rows["moves"]),
        "choices_a_deal": a_deal(rows["choices"]),
        "tricks_a_deal": a_deal(rows["tricks"]),
        "events_a_deal": {event.name: a_deal(rows["events"][:, i]) for i, event in enumerate(game.events)},
        "sides": [
            {
                "side": side_name(side, [seat % sides for seat in range(seats)]),
                "tricks_a_deal": a_deal(rows["tricks_won"][:, side]),
                "points_a_deal": a_deal(rows["score"][:, side]),
                "matches_won": won(side),
            }
            for side in range(sides)
        ]
        if stay
        else [],
        "seconds": seconds,
        "decisions_per_second": float(rows["moves"].sum()) / seconds,
    }


def _lines(report: dict[str, Any]) -> Iterator[str]:
    matches = "1 match" if report["matches"] == 1 else f"{report['matches']:,} matches"
    deals = "1 deal" if report["deals"] == 1 else f"{report['deals']:,} deals"
    cut_off = ", and one cut off" if report["cut_off"] else ""
    yield f"{report['game']}: {deals}, {matches}{cut_off}; seed {report['seed']}, players {report['bots']}"
    yield ""
    rows = [("", ["a deal"])]
    rows += [(what, [f"{report[f'{what}_a_deal']:.2f}"]) for what in ("tricks", "cards", "moves", "choices")]
    rows += [(kind, [f"{number:.3f}"]) for kind, number in report["events_a_deal"].items()]
    if report["deals_a_match"] is not None:
        rows.append(("deals a match", [f"{report['deals_a_match']:.2f}"]))
    yield from _table(rows)
    if report["sides"]:
        yield ""
        rows = [("", [side["side"] for side in report["sides"]])]
        for what in ("tricks", "points"):
            rows.append((f"{what} a deal", [f"{side[f'{what}_a_deal']:.2f}" for side in report["sides"]]))
        rows.append(("matches won", [f"{side['matches_won']:,}" for side in report["sides"]]))
        yield from _table(rows)


def _table(rows: list[tuple[str, list[str]]]) -> Iterator[str]:
    """Yield the lines of a small table: names on the left, figures on the right."""
    first = max(len(name) for name, _ in rows)
    width = max(len(cell) for _, cells in rows for cell in cells)
    for name, cells in rows:
        yield f"  {name:{first}}  " + "  ".join(f"{cell:>{width}}" for cell in cells)
