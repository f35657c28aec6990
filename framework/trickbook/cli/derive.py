"""`trickbook derive`: the house rule that turns one game into another."""

from __future__ import annotations

import argparse

from trickbook.cli import house_rules
from trickbook.cli import options as shared
from trickbook.cli.errors import UsageError
from trickbook.cli.files import STANDARD
from trickbook.cli.parser import Parser
from trickbook.cli.streams import print_json, say


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "derive",
        "write the house rule that turns one game into another",
        "trickbook derive schwesing treia",
        run,
    )
    command.add_argument("one", metavar="GAME", help="the game that the house rule is put on")
    command.add_argument("other", metavar="OTHER", help="the game that comes of it")
    command.add_argument(
        "-o",
        dest="output",
        type=shared.file_name,
        default=STANDARD,
        metavar="FILE",
        help="write it to a file (default: -, standard output)",
    )
    house_rules.add_output(command)
    shared.add_json(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Derive a house rule, and print it or write it."""
    from trickbook.rulebook import load

    house_rules.refuse_to_overwrite(options.output, options.force)
    plugins = shared.plugin_set(options)
    one, other = (load(game, plugins=plugins) for game in (options.one, options.other))
    if options.json:
        if options.output != STANDARD:
            raise UsageError("--json prints the changes, and -o writes a house rule; expected one of the two")
        changes = house_rules.changes_as_json(one, other, plugins)
        print_json({"game": one.game, "other": other.game, "digest": other.digest, "changes": changes})
        return 0
    text = house_rules.text_of(one, other, plugins, options.name or f"As {other.title}", options.about)
    house_rules.write(text, options.output, options.force)
    if options.output != STANDARD:
        say(f"{options.output} turns {one.game} into {other.game}: trickbook show {one.game}+{options.output}")
    return 0
