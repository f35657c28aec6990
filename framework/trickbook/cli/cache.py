"""`trickbook cache`: where compiled code is kept."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from trickbook.cli import options as shared
from trickbook.cli.parser import Parser
from trickbook.cli.streams import print_json, say

_FOLDER = re.compile(r"[0-9a-f]{16}")
_COMPILED = (".nbi", ".nbc")
"""Endings of the files that Numba writes."""


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command("cache", "where compiled code is kept, and how large it is", "trickbook cache", run)
    command.add_argument(
        "action", nargs="?", choices=["clear"], metavar="clear", help="delete it; the next run compiles anew"
    )
    shared.add_json(command)


def run(options: argparse.Namespace) -> int:
    """Say where compiled code is kept, or delete it."""
    from trickbook.kernel import jit

    root = jit.cache_root()
    files = list(_files(root))
    size = sum(file.stat().st_size for file in files)
    if options.action:
        _clear(root, files)
    report = {
        "folder": str(root),
        "files": len(files),
        "bytes": size,
        "compiled": jit.is_cached(),
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


def _files(root: Path) -> Iterator[Path]:
    """Yield the files of compiled code, and no others: the folder may be anything that TRICKBOOK_CACHE names."""
    if not root.is_dir():
        return
    for folder in sorted(root.iterdir()):
        if _FOLDER.fullmatch(folder.name) and folder.is_dir():
            yield from (file for file in sorted(folder.rglob("*")) if file.suffix in _COMPILED and file.is_file())


def _clear(root: Path, files: list[Path]) -> None:
    for file in files:
        file.unlink(missing_ok=True)
    folders = {folder for file in files for folder in file.parents if root in folder.parents}
    for folder in sorted(folders, reverse=True):
        with suppress(OSError):  # something else is in it
            folder.rmdir()
