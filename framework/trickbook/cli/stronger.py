"""Stronger players beside those of `compare`: who they are, when they are left out, and that an interruption costs only them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from trickbook.cli import long_work
from trickbook.cli import options as shared
from trickbook.cli.errors import is_ours
from trickbook.cli.files import STANDARD
from trickbook.cli.parser import Parser
from trickbook.defaults import BOTS, STRONGER

if TYPE_CHECKING:
    from trickbook.study import Study


def add(command: Parser) -> None:
    """Add `--fast`, `--stronger` and `--stronger-deals`."""
    command.add_argument(
        "--fast",
        action="store_true",
        help="leave out the stronger players, who otherwise play too and say whether each finding holds between them",
    )
    command.add_argument(
        "--stronger",
        metavar="PLAYER",
        help=f"the stronger players, who search (default: {STRONGER}); they are left out where one game is played alone, "
        "where --bots names other players than greedy, and with --precision, --detect and --ask luck",
    )
    command.add_argument(
        "--stronger-deals",
        type=shared.whole_number(1, shared.MOST_DEALS),
        metavar="N",
        help="number of deals of each game between the stronger players (default: as many as take less than a minute, "
        "and no more than -n)",
    )


def why_left_out(options: argparse.Namespace) -> str:
    """Return why stronger players are left out, as a part of a sentence; nothing if they are not, or nobody can miss them."""
    if options.fast:
        return "--fast leaves them out"
    if options.precision:
        return "--precision plays one metric only"
    if STANDARD in (options.csv, options.parquet, options.record) and not options.html:
        return "what goes to standard output has no room for them"
    if options.ask == "luck":
        return "--ask luck names its own players"
    if options.bots.strip() != BOTS and not options.stronger:
        return "--bots says who plays; --stronger PLAYER asks stronger ones too"
    return ""


def check(options: argparse.Namespace) -> None:
    """Refuse options that don't go together; ends the command."""
    asked = "--stronger" if options.stronger is not None else "--stronger-deals" if options.stronger_deals else ""
    if not asked:
        return
    if options.detect:
        options.parser.error(f"{asked} and --detect can't both be given: --detect only plans")
    if len(options.games) == 1:
        options.parser.error(f"{asked} is for what differs between games; expected two or more")
    if why := why_left_out(options):
        options.parser.error(f"{asked} asks for stronger players, but {why}")


def player_of(options: argparse.Namespace) -> str | None:
    """Return who the stronger players are; None if they are left out.

    Raises `trickbook.study.CompareError` or `BotError` for players who can't be the stronger ones.
    """
    player = named(options)
    if player is not None:
        from trickbook.study.study import check_stronger

        check_stronger(player)
    return player


def named(options: argparse.Namespace) -> str | None:
    """Return the name of the stronger players, whoever they are; None if they are left out. Imports nothing that is compiled."""
    if len(options.games) == 1 or options.detect or why_left_out(options):
        return None
    return str(STRONGER if options.stronger is None else options.stronger).strip()


def play(study: Study, player: str, options: argparse.Namespace) -> long_work.Stop | None:
    """Let stronger players play, and return what stopped them, if anything did: it costs nothing of what others have played."""
    try:
        beside = study.prepare_stronger(player, options.stronger_deals)
        return long_work.play(beside, options, "comparing", f"deals between {player} players", needed=False)
    except (KeyboardInterrupt, OSError) as stop:
        return stop
    except ValueError as stop:
        if not is_ours(stop):
            raise
        return stop
