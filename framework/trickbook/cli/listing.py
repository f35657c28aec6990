"""`trickbook list`: what there is."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from trickbook.cli import options as shared
from trickbook.cli.parser import Parser
from trickbook.cli.streams import output, print_json, say

if TYPE_CHECKING:
    from trickbook.plugins import PluginInfo, PluginSet
    from trickbook.rulebook import Shipped


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "list", "rulebooks, house rules and plugins, a line each, and where they are from", "trickbook list", run
    )
    shared.add_json(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Print what there is."""
    from trickbook.rulebook import shipped_rulebooks, shipped_variants

    plugins = shared.plugin_set(options)
    infos = [plugins.info(name) for name in plugins.names()]
    bots = _bots(plugins, infos)
    if options.json:
        print_json(
            {
                "rulebooks": [shipped._asdict() for shipped in shipped_rulebooks()],
                "variants": [shipped._asdict() for shipped in shipped_variants()],
                "plugins": [vars(info) for info in infos],
                "bots": [{"name": name, "about": about, "origin": origin} for name, about, origin in bots],
            }
        )
        return 0
    _print_shipped("Rulebooks", shipped_rulebooks())
    say()
    _print_shipped("House rules, put on a rulebook with +", shipped_variants())
    say()
    print_entries("Plugins", [plugin_entry(info) for info in infos])
    say()
    print_entries("Players, for --bots", bots)
    return 0


def _bots(plugins: PluginSet, infos: Sequence[PluginInfo]) -> list[tuple[str, str, str]]:
    """Return name, description and origin of each player, those of sound plugins last."""
    from trickbook.bots import BOTS

    bots = [(name, about, "trickbook") for name, about in BOTS.items()]
    for info in infos:
        if not info.problem:
            bots += [(f"{info.name}.{bot.name}", bot.about, info.origin) for bot in plugins.bots(info.name)]
    return bots


def _print_shipped(heading: str, entries: Sequence[Shipped]) -> None:
    """Print entries that ship, with the folder that they stand in once, in the heading."""
    folders = {str(Path(shipped.file).parent) for shipped in entries}
    print_entries(f"{heading} ({', '.join(sorted(folders))})", [_entry(shipped) for shipped in entries])


def _entry(shipped: Shipped) -> tuple[str, str, str]:
    mark = "CONJECTURAL: " if shipped.conjectural else ""
    fits = f"fits {', '.join(shipped.fits)}; " if shipped.fits else ""
    return shipped.id, f"{mark}{shipped.about}", f"{fits}{Path(shipped.file).name}"


def plugin_entry(info: PluginInfo) -> tuple[str, str, str]:
    """Return name, description and origin of a plugin."""
    about = f"CAN'T BE USED: {info.problem}" if info.problem else info.about
    return info.name, about, info.origin if info.version == "file" else f"{info.origin} {info.version}"


def print_entries(heading: str, entries: Sequence[tuple[str, str, str]]) -> None:
    """Print entries of a name, a description and an origin: a line each, folded at a terminal's width."""
    say(heading)
    if not entries:
        say("  none")
    width = max((len(name) for name, _, _ in entries), default=0)
    for name, about, origin in entries:
        text = f"  {name:{width}}  {about}  ({origin})"
        for line in _folded(text, width + 4) if output().isatty() else [text]:
            say(line)


def _folded(text: str, indent: int) -> list[str]:
    columns = max(shutil.get_terminal_size().columns, indent + 20)
    return textwrap.wrap(text, columns, subsequent_indent=" " * indent, break_on_hyphens=False)
