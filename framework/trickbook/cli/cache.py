"""`trickbook cache`: where compiled code is kept."""

from __future__ import annotations

import argparse

from trickbook.cli import options as shared
from trickbook.cli.parser import Parser
from trickbook.cli.streams import print_json, say


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command("cache", "where compiled code is kept, and how large it is", "trickbook cache", run)
    command.add_argument(
        "action", nargs="?", choices=["clear"], metavar="clear", help="delete it; the next run compiles anew"
    )
    shared.add_json(command)


def run(options: argparse.Namespace) -> int:
    """Say where compiled code is kept, or delete it."""
    from trickbook.kernel import kept

    root = kept.cache_root()
    files = list(kept.compiled_files(root))
    size = sum(file.stat().st_size for file in files)
    if options.action:
        kept.clear(root, files)
    report = {
        "folder": str(root),
        "files": len(files),
        "bytes": size,
        "compiled": kept.is_cached(),
        "cleared": bool(options.action),
    }
    if options.json:
        print_json(report)
    elif options.action:
        say(f"{root}: {_amount(len(files), size)} deleted")
    else:
        say(f"{root}: {_amount(len(files), size)}")
        say(
            "The engine of this version is compiled."
            if report["compiled"]
            else "The engine of this version is not compiled yet."
        )
    return 0


def _amount(files: int, size: int) -> str:
    return f"{files} {'file' if files == 1 else 'files'}, {size / 1e6:.1f} MB"
