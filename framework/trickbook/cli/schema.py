"""`trickbook schema`: the rulebook format as a JSON Schema, for editors."""

from __future__ import annotations

import argparse
import json

from trickbook.cli import options as shared
from trickbook.cli.files import STANDARD, whole_file
from trickbook.cli.parser import Parser


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "schema",
        "the rulebook format as a JSON Schema, for editors",
        "trickbook schema -o trickbook.schema.json",
        run,
    )
    command.add_argument(
        "-o",
        dest="output",
        type=shared.file_name,
        default=STANDARD,
        metavar="FILE",
        help="write it to a file (default: -, standard output)",
    )
    shared.add_json(command)  # it is one in any case
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Print the schema, or write it to a file; keys of plugins that can't be used are left out."""
    from trickbook.rulebook.json_schema import json_schema

    plugins = shared.plugin_set(options)
    added = {name: plugins.fields(name) for name in plugins.names() if plugins.problem(name) is None}
    with whole_file(options.output) as file:
        file.write(json.dumps(json_schema(added), indent=2, ensure_ascii=False) + "\n")
    return 0
