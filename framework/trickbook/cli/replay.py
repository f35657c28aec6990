"""`trickbook replay`: play recorded deals again."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from trickbook.cli import courses
from trickbook.cli import options as shared
from trickbook.cli.engine import STEPPING, compiling
from trickbook.cli.errors import UsageError
from trickbook.cli.files import lines_of, number_of_lines
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import print_json, say

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
    courses.add(form)
    shared.add_json(command)
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
    if options.show and options.json:
        options.parser.error("argument --json: not allowed with argument --show")
    from trickbook.game.standings import ranking

    plugins = shared.plugin_set(options)
    if options.list_differing:
        return courses.list_differing(options)
    total = number_of_lines(options.file)
    with compiling(STEPPING):
        pass
    if options.side_by_side:
        return courses.side_by_side(options, plugins)
    counts = _Counts()
    problems: list[dict[str, Any]] = []
    stated = _Stated(options.line, plugins)
    for result in _replayed(options.file, total, plugins, stated):
        if result.table is not None:
            counts.add(result)
        if options.show:
            stated.say()
            if options.line in (None, result.line):
                _show(result)
        for problem in result.problems:
            problems.append(_problem(result, problem))
            if not options.json:
                say(f"{options.file}:{result.line}: {problem}")
    if options.show:
        stated.say()
    if not stated.is_there:
        raise UsageError(f"{options.file}: there is nothing on line {options.line}; the last line is {stated.lines}")
    if not counts.deals and not problems:
        raise UsageError(f"{options.file}: there are no records in it")
    report: dict[str, Any] = {
        "file": options.file,
        "games": list(counts.games),
        "deals": counts.deals,
        "matches": counts.matches,
        "single_deals": counts.single_deals,
        "tournaments": counts.tournaments,
        "ok": not problems,
        "problems": problems,
        "rules_since": stated.rules_since,
    }
    if options.json:
        print_json(report)
    else:
        say(_verdict(report))
        for changed in stated.rules_since:
            say(_since(changed))
        for tournament in counts.tournaments:
            say(f"  match {tournament['match']}, the ranks: {', '.join(ranking(tournament['totals']))}")
    return 1 if problems else 0


class _Counts:
    """What has been played again: each game of each sample counts its own matches."""

    def __init__(self) -> None:
        self.games: dict[str, None] = {}
        self.deals = self.matches = self.single_deals = 0
        self.tournaments: list[dict[str, Any]] = []
        self._last: tuple[object, ...] = ()

    def add(self, result: Replayed) -> None:
        """Count a deal."""
        from trickbook.game.standings import ranks
        from trickbook.records import SINGLE_DEALS, sample_of

        record = result.record
        sample = sample_of(record)
        match = (result.game, record["digest"], record["seed"], sample, result.match)
        self.games[result.game] = None
        self.deals += 1
        if sample[0] == SINGLE_DEALS:
            self.single_deals += 1
        else:
            self.matches += match != self._last
        self._last = match
        totals = (record["outcome"] or {}).get("totals")
        if totals and result.table is not None and not result.problems:
            self.tournaments.append(
                {"game": result.game, "match": result.match, "totals": totals, "ranks": ranks(totals)}
            )


class _Stated:
    """The lines of rules that have gone by, until they are said."""

    def __init__(self, only: int | None, plugins: PluginSet) -> None:
        self.rules_since: list[dict[str, Any]] = []
        """What today's rules have otherwise than those recorded: game, key, then and today."""
        self._plugins = plugins
        self.lines = 0
        """How many lines have gone by."""
        self.is_there = only is None
        """Whether there is anything on the line that is asked for."""
        self._only = only
        self._waiting: list[str] = []

    def watch(self, lines: Iterable[str]) -> Iterator[str]:
        """Pass lines on, and keep those of rules, or of the one line that is asked for."""
        from trickbook.records import rules_on
        from trickbook.records.transcript import rules_in_words

        for number, line in enumerate(lines, 1):
            self.lines = number
            if stated := rules_on(line):
                self._compare(stated)
            if self._only in (None, number):
                self.is_there |= bool(line.strip())
                if rules := rules_on(line):
                    self._waiting.append(rules_in_words(rules))
            yield line

    def _compare(self, rules: Mapping[str, Any]) -> None:
        from trickbook.records.rules_since import changes_since

        for change in changes_since(rules, self._plugins):
            then, today = (setting.value for setting in change.settings)
            entry = {"game": rules["game"], "key": change.key, "then": then, "today": today}
            self.rules_since += [] if entry in self.rules_since else [entry]

    def say(self) -> None:
        """Say what they are."""
        for words in self._waiting:
            say(words)
            say()
        self._waiting.clear()


def _replayed(file: str, total: int | None, plugins: PluginSet, stated: _Stated) -> Iterator[Replayed]:
    from trickbook.records import RecordError, replay

    with Progress(file, "lines") as progress:
        try:
            for result in replay(stated.watch(lines_of(file)), plugins):
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
    from trickbook.records.transcript import transcript

    if result.table is None:
        return
    for line in transcript(result.table.game, result.record, result.kept):
        say(line)
    say()


def _since(changed: dict[str, Any]) -> str:
    then, today = (
        "not a rule" if value is None else json.dumps(value, ensure_ascii=False)
        for value in (changed["then"], changed["today"])
    )
    return (
        f"  {changed['game']} has other rules today: {changed['key']} was {then} when it was recorded, and is {today}"
    )


def _verdict(report: dict[str, Any]) -> str:
    singles, matches, lines = (
        report["single_deals"],
        report["matches"],
        len({entry["line"] for entry in report["problems"]}),
    )
    deals = report["deals"] - singles
    in_matches = (
        f"{deals:,} {'deal' if deals == 1 else 'deals'} of {matches:,} {'match' if matches == 1 else 'matches'}"
    )
    single = f"{singles:,} single {'deal' if singles == 1 else 'deals'}"
    played = " and ".join([*([single] if singles else []), *([in_matches] if deals or not singles else [])])
    if report["ok"]:
        return f"{', '.join(report['games'])}: {played}, all legal, all the same"
    return f"{played} played again; {lines:,} {'line is' if lines == 1 else 'lines are'} not as recorded"
