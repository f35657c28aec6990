"""`trickbook ladder`: players against each other, in duplicate."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from trickbook.cli import long_work
from trickbook.cli import options as shared
from trickbook.cli.engine import compiling, playing
from trickbook.cli.parser import Parser
from trickbook.cli.streams import print_json, print_rich
from trickbook.defaults import LADDER_BOTS, LADDER_DEALS

if TYPE_CHECKING:
    from trickbook.study.ladder import Ladder

_BOTS = ",".join(LADDER_BOTS)


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "ladder",
        "play the players against each other, each deal again with the sides exchanged",
        "trickbook ladder bura --bots random,greedy,ismcts:200 -n 1000",
        run,
    )
    shared.add_game(command)
    command.add_argument(
        "-n",
        dest="deals",
        type=shared.whole_number(2, shared.MOST_DEALS),
        default=LADDER_DEALS,
        metavar="N",
        help=f"number of deals that each pair plays, each once from every side (default: {LADDER_DEALS:,})",
    )
    shared.add_seed(command)
    command.add_argument(
        "--bots",
        default=_BOTS,
        metavar="NAME,NAME[,NAME...]",
        help=f"the players, from the weakest up (default: {_BOTS}); {shared.PLAYERS}",
    )
    command.add_argument(
        "--pairs",
        choices=("next", "all"),
        default="next",
        help="who meets whom: each player the one named before it, or all of them all others (default: next)",
    )
    shared.add_threads(command)
    long_work.add(command)
    shared.add_json(command)
    shared.add_players(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Play the ladder, and print who is better than whom; after an interruption, by what has been played."""
    long_work.check(options)
    plugins = shared.plugin_set(options)
    with compiling(*playing(options.bots)):
        from trickbook.game.loading import load
        from trickbook.study.ladder import LadderRun

        game = load(options.game, players=options.players, plugins=plugins)
        played = LadderRun(game, options.bots.split(","), meet=options.pairs, deals=options.deals, seed=options.seed)
    stop = long_work.play(played, options, f"{game.game}, the ladder", "% of the work")
    return long_work.finish(options, stop, partial(_print, played.ladder(), options))


def _print(played: Ladder, options: argparse.Namespace) -> None:
    from trickbook.report.ladder import print_ladder

    if options.json:
        print_json(played.as_json())
    else:
        print_rich(lambda console: print_ladder(played, console))
