"""Options that mean the same in every command."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from trickbook.cli.parser import Parser

if TYPE_CHECKING:
    from trickbook.plugins import PluginSet

MOST_DEALS = 1_000_000_000
"""Deals, or matches, that can be asked for."""
MOST_PLAYERS = 1000
MOST_CARDS = 1000
MOST_THREADS = 256
PLAYERS = (
    "the players are random, greedy, montecarlo:N, ismcts:N, and PLUGIN.NAME for those of plugins; see trickbook list"
)
"""Who may be named in `--bots`, for the help."""


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,30}", text):
            raise argparse.ArgumentTypeError(f"expected a whole number, found {text[:40]!r}")
        number = int(text)
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {high}, found {text}")
        return number

    return read


def positive_number(text: str) -> float:
    """Read a number above 0."""
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, found {text!r}") from None
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number above 0, found {text}")
    return number


def existing_file(text: str) -> Path:
    """Read the path of a file that is there."""
    path = Path(text)
    try:
        if path.is_file():
            return path
    except (OSError, ValueError):  # a path that no system can have
        pass
    raise argparse.ArgumentTypeError(f"there is no file {text!r}")


def file_name(text: str) -> str:
    """Read the name of a file that need not be there, or `-`."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(f"expected the name of a file, found {text!r}")
    return text


def add_game(parser: Parser) -> None:
    """Add the argument GAME."""
    parser.add_argument("game", metavar="GAME", help="a rulebook, with house rules stacked on it by +")


def add_json(parser: Parser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON document, and nothing else")


def add_plugins(parser: Parser) -> None:
    """Add `--no-plugins` and `--plugin`."""
    parser.add_argument("--no-plugins", action="store_true", help="leave out the plugins that are installed")
    parser.add_argument(
        "--plugin",
        action="append",
        type=existing_file,
        default=[],
        metavar="FILE",
        help="take a plugin from a Python file; may be repeated",
    )


def add_players(parser: Parser) -> None:
    """Add `--players`."""
    parser.add_argument(
        "--players",
        type=whole_number(1, MOST_PLAYERS),
        metavar="N",
        help="number of players; short for +table.players=N",
    )


def add_play(parser: Parser, deals: str, matches: str) -> None:
    """Add what says how much is played, and by whom; the help for `-n` and `--matches` is the command's own."""
    parser.add_argument(
        "-n",
        dest="deals",
        type=whole_number(1, MOST_DEALS),
        metavar="N",
        help=deals,
    )
    parser.add_argument(
        "--matches",
        type=whole_number(1, MOST_DEALS),
        metavar="N",
        help=matches,
    )
    add_seed(parser)
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="NAME[,NAME...]",
        help=f"who plays: one name for all, or one for each seat (default: greedy); {PLAYERS}",
    )
    add_threads(parser)


def add_seed(parser: Parser) -> None:
    """Add `--seed`."""
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**64 - 1),
        default=1,
        metavar="S",
        help="picks the shuffles and the players' choices; the same seed, the same results (default: 1)",
    )


def add_threads(parser: Parser) -> None:
    """Add `--threads`."""
    parser.add_argument(
        "--threads",
        type=whole_number(1, MOST_THREADS),
        metavar="N",
        help="number of threads (default: as many as there are processors); results don't depend on it",
    )


def threads(options: argparse.Namespace) -> int:
    """Return how many threads to use."""
    chosen: int | None = options.threads
    return chosen or min(os.cpu_count() or 1, MOST_THREADS)


def plugin_set(options: argparse.Namespace) -> PluginSet:
    """Return the plugins that the options leave.

    Raises `trickbook.plugins.PluginError` if two have one name.
    """
    from trickbook.plugins import PluginSet

    return PluginSet(options.plugin, installed=not options.no_plugins)
