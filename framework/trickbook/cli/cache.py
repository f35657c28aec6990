"""`trickbook cache`: where compiled code is kept."""

from __future__ import annotations

import argparse

from trickbook.cli import options as shared
from trickbook.cli.engine import EVERYTHING, PLAYING, PLUGIN_BOTS, SEARCHING, SOLVING, STEPPING, TALLYING, compiling
from trickbook.cli.parser import Parser
from trickbook.cli.streams import print_json, say
from trickbook.cli.warming import compiled_behind


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command("cache", "where compiled code is kept, and how large it is", "trickbook cache", run)
    command.add_argument(
        "action",
        nargs="?",
        choices=["clear", "warm"],
        metavar="clear|warm",
        help="clear: delete it; the next run compiles anew. warm: compile all that commands and the rulebooks that ship need, so that "
        "no later run waits for it",
    )
    shared.add_json(command)


def run(options: argparse.Namespace) -> int:
    """Say where compiled code is kept, delete it, or compile all there is."""
    from trickbook.kernel import kept

    if options.action == "warm":
        _warm()
    root = kept.cache_root()
    files = list(kept.compiled_files(root))
    size = sum(file.stat().st_size for file in files)
    if options.action == "clear":
        kept.clear(root, files)
    report = {
        "folder": str(root),
        "files": len(files),
        "bytes": size,
        "compiled": kept.is_cached(),
        "cleared": options.action == "clear",
    }
    if options.json:
        print_json(report)
    elif options.action == "clear":
        say(f"{root}: {_amount(len(files), size)} deleted")
    else:
        say(f"{root}: {_amount(len(files), size)}")
        say(
            "The engine of this version is compiled."
            if report["compiled"]
            else "The engine of this version is not compiled yet."
        )
    return 0


def _warm() -> None:
    with compiled_behind(SOLVING, SEARCHING, PLUGIN_BOTS) as behind:
        with compiling(PLAYING, TALLYING, STEPPING):
            pass
        behind.wait()
    with compiling(*EVERYTHING):
        from trickbook.game.loading import load
        from trickbook.rulebook import shipped_rulebooks

        for shipped in shipped_rulebooks():  # for what their plugins do while cards are played
            load(shipped.id)


def _amount(files: int, size: int) -> str:
    return f"{files} {'file' if files == 1 else 'files'}, {size / 1e6:.1f} MB"
