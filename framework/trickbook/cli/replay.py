"""`trickbook replay`: play recorded deals again."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from trickbook.cli import options as shared
from trickbook.cli.engine import STEPPING, compiling
from trickbook.cli.errors import UsageError
from trickbook.cli.files import lines_of, number_of_lines
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import print_json

if TYPE_CHECKING:
    from trickbook.plugins import PluginSet
    from trickbook.records import Replayed


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "replay",
        "play recorded deals again: is each legal, and does it come out the same",
        "trickbook replay deals.jsonl",
        run,
    )
    command.add_argument("file", type=shared.file_name, metavar="FILE", help="a file of records; - is standard input")
    form = command.add_mutually_exclusive_group()
    form.add_argument("--show", action="store_true", help="print each deal as a transcript")
    form.add_argument("--json", action="store_true", help="print one JSON document, and nothing else")
    command.add_argument(
        "--line",
        type=shared.whole_number(1, shared.MOST_DEALS),
        metavar="N",
        help="with --show: print only what is on this line of the file",
    )
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Play records again, and return 1 if one is not legal or comes out otherwise."""
    if options.line and not options.show:
        options.parser.error("--line goes with --show")
    plugins = shared.plugin_set(options)
    total = number_of_lines(options.file)
    with compiling(STEPPING):
        pass
    games: dict[str, None] = {}
    deals = matches = 0
    last: tuple[str, int] | None = None
    problems: list[dict[str, Any]] = []
    for result in _replayed(options.file, total, plugins):
        if result.table is not None:
            deals += 1
            games[result.game] = None
            matches += last != (result.game, result.match)
            last = (result.game, result.match)
        if options.show and options.line in (None, result.line):
            _show(result)
        for problem in result.problems:
            problems.append(_problem(result, problem))
            if not options.json:
                print(f"{options.file}:{result.line}: {problem}")
    if not deals and not problems:
        raise UsageError(f"{options.file}: there are no records in it")
    report = {
        "file": options.file,
        "games": list(games),
        "deals": deals,
        "matches": matches,
        "ok": not problems,
        "problems": problems,
    }
    if options.json:
        print_json(report)
    else:
        print(_verdict(report))
    return 1 if problems else 0


def _replayed(file: str, total: int | None, plugins: PluginSet) -> Iterator[Replayed]:
    from trickbook.records import RecordError, replay

    with Progress(file, "lines") as progress:
        try:
            for result in replay(lines_of(file), plugins):
                progress(result.line, total)
                yield result
        except RecordError as error:
            raise UsageError(f"{file}: {error}") from error


def _problem(result: Replayed, problem: str) -> dict[str, Any]:
    known = result.table is not None
    return {
        "line": result.line,
        "game": result.game or None,
        "match": result.match if known else None,
        "deal": result.deal if known else None,
        "problem": problem,
    }


def _show(result: Replayed) -> None:
    from trickbook.transcript import transcript

    if result.table is None:
        return
    for line in transcript(result.table.game, result.record):
        print(line)
    print()


def _verdict(report: dict[str, Any]) -> str:
    deals, matches, lines = report["deals"], report["matches"], len({entry["line"] for entry in report["problems"]})
    played = f"{deals:,} {'deal' if deals == 1 else 'deals'} of {matches:,} {'match' if matches == 1 else 'matches'}"
    if report["ok"]:
        return f"{', '.join(report['games'])}: {played}, all legal, all the same"
    return f"{played} played again; {lines:,} {'line is' if lines == 1 else 'lines are'} not as recorded"
