"""`trickbook new`: a house rule from a game, by flags or by a menu."""

from __future__ import annotations

import argparse
import sys

from trickbook.cli import house_rules, menu
from trickbook.cli import options as shared
from trickbook.cli.errors import UsageError
from trickbook.cli.files import STANDARD
from trickbook.cli.parser import Parser
from trickbook.cli.streams import note, print_json, say


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "new",
        "write a house rule: what to change in a game, and what that does",
        "trickbook new our-table.toml --game schwesing --set match.target=15",
        run,
    )
    command.add_argument("file", type=shared.file_name, metavar="FILE", help="the file to write, or - to print it")
    command.add_argument("--game", default="", metavar="GAME", help="the game that it is put on")
    command.add_argument(
        "--set",
        dest="changes",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="what to change; may be repeated. Without it, a menu asks, where standard input is a terminal",
    )
    command.add_argument(
        "--list", action="store_true", help="list what can be changed, with present values, and write nothing"
    )
    command.add_argument("--quiet", action="store_true", help="leave out the quick comparison")
    house_rules.add_output(command)
    shared.add_json(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Write a house rule, check it, and say what it does."""
    from trickbook.cli.check import check
    from trickbook.rulebook import load

    plugins = shared.plugin_set(options)
    asks = not options.changes and not options.list and sys.stdin is not None and sys.stdin.isatty()
    if not options.game and not asks:
        raise UsageError("which game is the house rule for? Name it with --game GAME")
    game = options.game or menu.game(plugins)
    below = load(game, plugins=plugins)
    if options.list:
        for line in menu.mechanisms(below, plugins):
            say(line)
        return 0
    house_rules.refuse_to_overwrite(options.file, options.force)
    changes = options.changes or (menu.changes(below, plugins) if asks else [])
    if not changes:
        raise UsageError("nothing is to be changed; say what with --set KEY=VALUE, or list what there is with --list")
    found = check("+".join([game, *changes]), plugins)
    for finding in [] if options.json else found:
        say(str(finding))
    if not all(finding.warning for finding in found):
        if options.json:
            print_json({"file": None, "changes": [], "findings": [vars(finding) for finding in found]})
        note(f"{options.file} was not written")
        return 1
    changed = load("+".join([game, *changes]), plugins=plugins)
    name = options.name or (menu.name() if asks else "")
    text = house_rules.text_of(below, changed, plugins, name or ", ".join(changes), options.about)
    if options.json and options.file == STANDARD:
        raise UsageError("--json and a house rule both go to standard output; name a file")
    house_rules.write(text, options.file, options.force)
    if options.json:
        changes = house_rules.changes_as_json(below, changed, plugins)
        print_json({"file": options.file, "changes": changes, "findings": [vars(finding) for finding in found]})
        return 0
    if options.file == STANDARD:
        return 0
    written = f"{game}+{options.file}"
    say(f"{options.file} is written, and checked. Play it as {written}")
    if not options.quiet:
        house_rules.try_out((game, written), plugins)
    return 0
