"""What `new` and `derive` have in common: making a house rule, checking it, writing it whole, and trying it out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from trickbook.cli.errors import UsageError
from trickbook.cli.files import STANDARD, whole_file
from trickbook.cli.parser import Parser
from trickbook.cli.streams import print_text, say
from trickbook.rulebook.sources import shipped_rulebooks

if TYPE_CHECKING:
    from trickbook.plugins import PluginSet
    from trickbook.rulebook import Rulebook

DEALS = 500
"""Deals of the quick comparison, by greedy players."""


def add_output(parser: Parser) -> None:
    """Add what both commands take beside the games."""
    parser.add_argument("--name", default="", metavar="TEXT", help="what people call the house rule")
    parser.add_argument("--about", default="", metavar="TEXT", help="one line about it")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def refuse_to_overwrite(name: str, force: bool) -> None:
    """Raise `UsageError` if there is such a file, and nobody said that it may go."""
    if name != STANDARD and not force and Path(name).exists():
        raise UsageError(f"there is a file {name!r} already; expected another name, or --force to write over it")


def text_of(one: Rulebook, other: Rulebook, plugins: PluginSet, name: str, about: str) -> str:
    """Return the house rule that turns one game into another, as the text of a file.

    Raises `DeriveError` if there is none, or nothing to change.
    """
    from trickbook.rulebook.deriving import DeriveError, derive
    from trickbook.rulebook.writing import to_house_rule

    changes = derive(one, other, plugins)
    if not changes:
        raise DeriveError(f"{other.game} has the same rules as {one.game}; expected a game that differs")
    shipped = {rulebook.id for rulebook in shipped_rulebooks()}
    fits = [one.lineage[0]] if one.game in shipped else []
    return to_house_rule(changes, below=one.title, name=name, about=about, fits=fits)


def changes_as_json(one: Rulebook, other: Rulebook, plugins: PluginSet) -> list[dict[str, Any]]:
    """Return the changes that turn one game into another, each with its key path, value, former value and meaning."""
    from trickbook.rulebook.deriving import derive

    return [{**vars(change), "path": ".".join(change.path)} for change in derive(one, other, plugins)]


def write(text: str, name: str, force: bool) -> None:
    """Write a house rule whole, or print it; never over another file unless told to."""
    if name == STANDARD:
        print_text(text)
        return
    refuse_to_overwrite(name, force)
    with whole_file(name) as file:
        file.write(text)


def try_out(games: tuple[str, str], plugins: PluginSet) -> None:
    """Say in a few sentences what the second of two games does otherwise, by a quick comparison with greedy players."""
    from trickbook.answers.findings import in_short
    from trickbook.cli.engine import compiling, playing
    from trickbook.study.at_once import compare

    with compiling(*playing("greedy")):
        comparison = compare(games, deals=DEALS, matches=DEALS // 10, bots="greedy", plugins=plugins)
    short = in_short(comparison)
    say(f"In {DEALS} deals by greedy players, on the same shuffles:")
    (headline,) = short["headline"]
    untold = (found["words"] for found in short["findings"] if found["words"] and found["words"] not in headline)
    others = [f"{words[0].upper()}{words[1:]}." for words in untold]
    for sentence in [headline, *others][:3]:
        say(f"  {sentence}")
    say(f"More deals and stronger players: trickbook compare {games[0]} {games[1]}")
