"""`trickbook plugin`: plugins that are there."""

from __future__ import annotations

import argparse

from trickbook.cli import options as shared
from trickbook.cli.listing import plugin_entry, print_entries
from trickbook.cli.parser import Parser
from trickbook.cli.streams import print_json


def add(parser: Parser) -> None:
    """Add the commands."""
    group = parser.command("plugin", "see to plugins", "trickbook plugin list")
    listing = group.command(
        "list",
        "plugins that are found, where they are from, and whether they can be used",
        "trickbook plugin list",
        run_list,
    )
    shared.add_json(listing)
    shared.add_plugins(listing)


def run_list(options: argparse.Namespace) -> int:
    """Print the plugins."""
    plugins = shared.plugin_set(options)
    infos = [plugins.info(name) for name in plugins.names()]
    if options.json:
        print_json([vars(info) for info in infos])
    else:
        print_entries("Plugins", [plugin_entry(info) for info in infos])
    return 0
