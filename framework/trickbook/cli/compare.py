"""`trickbook compare`: play games on the same shuffles, and set them side by side."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from trickbook.cli import options as shared
from trickbook.cli.engine import compiling, playing
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import print_json, print_rich

if TYPE_CHECKING:
    from trickbook.compare import Comparison

DEALS = 10_000
"""Deals of each game that are played if nothing is said."""
_HIGHEST_SCORE = 1_000_000


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "compare",
        "play games on the same shuffles, and set them side by side, against the first",
        "trickbook compare schwesing treia -n 10000",
        run,
    )
    command.add_argument(
        "games",
        nargs="+",
        metavar="GAME",
        help="a rulebook, with house rules stacked on it by +; the first is the measure",
    )
    shared.add_play(
        command,
        deals=f"so many single deals of each game; {DEALS:,} if nothing is said",
        matches="so many whole matches of each game, for what is about whole matches; they are a sample of their own",
    )
    command.add_argument(
        "--from",
        dest="scores",
        type=_scores,
        default=[],
        metavar="SCORE[,SCORE...]",
        help="begin each deal at these scores, one for each side; at nothing if nothing is said",
    )
    shared.add_json(command)
    shared.add_players(command)
    shared.add_plugins(command)


def _scores(text: str) -> list[int]:
    read = shared.whole_number(-_HIGHEST_SCORE, _HIGHEST_SCORE)
    return [read(part) for part in text.split(",")]


def run(options: argparse.Namespace) -> int:
    """Compare games, and print how they differ."""
    plugins = shared.plugin_set(options)
    with compiling(*playing(options.bots)):
        from trickbook.compare import compare
        from trickbook.games import load

        games = [load(game, players=options.players, plugins=plugins) for game in options.games]

    with Progress("comparing", "deals and matches") as progress:
        comparison = compare(
            games,
            deals=options.deals or DEALS,
            matches=options.matches,
            seed=options.seed,
            bots=options.bots,
            threads=shared.threads(options),
            scores=options.scores,
            progress=progress,
        )
    if options.json:
        print_json(comparison.as_json())
    else:
        _print_report(comparison)
    return 0


def _print_report(comparison: Comparison) -> None:
    from trickbook.compare.report import print_report

    print_rich(lambda console: print_report(comparison, console))
