"""`trickbook compare`: play games on the same shuffles, and set them side by side."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trickbook.cli import options as shared
from trickbook.cli import outputs
from trickbook.cli.engine import PLAYING, compiling
from trickbook.cli.errors import UsageError
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import print_json

if TYPE_CHECKING:
    from trickbook.compare import Comparison
    from trickbook.compare.questions import Answer

QUESTIONS = ("balance", "length", "luck", "drama", "usage")
"""What can be asked; `trickbook.compare.questions` has what each is."""

DEALS = 10_000
"""Deals of each game that are played if nothing is said."""
_HIGHEST_SCORE = 1_000_000


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "compare",
        "play games on the same shuffles, and set them side by side, against the first",
        "trickbook compare schwesing treia -n 10000",
        run,
    )
    command.add_argument(
        "games",
        nargs="+",
        metavar="GAME",
        help="a rulebook, with house rules stacked on it by +; the first is the measure",
    )
    shared.add_play(
        command,
        deals=f"so many single deals of each game; {DEALS:,} if nothing is said",
        matches="so many whole matches of each game, for what is about whole matches; they are a sample of their own",
    )
    command.add_argument(
        "--from",
        dest="scores",
        type=_scores,
        default=[],
        metavar="SCORE[,SCORE...]",
        help="begin each deal at these scores, one for each side; at nothing if nothing is said",
    )
    command.add_argument(
        "--ask",
        choices=QUESTIONS,
        metavar="QUESTION",
        help=f"answer one question in a sentence, then show its table: {', '.join(QUESTIONS)}",
    )
    outputs.add(command)
    shared.add_json(command)
    shared.add_players(command)
    shared.add_plugins(command)


def _scores(text: str) -> list[int]:
    read = shared.whole_number(-_HIGHEST_SCORE, _HIGHEST_SCORE)
    return [read(part) for part in text.split(",")]


def run(options: argparse.Namespace) -> int:
    """Compare games, and print how they differ."""
    outputs.check(options)
    plugins = shared.plugin_set(options)
    with compiling(PLAYING):
        from trickbook.compare import compare
        from trickbook.games import load

        games = [load(game, players=options.players, plugins=plugins) for game in options.games]

    with Progress("comparing", "deals and matches") as progress:
        comparison = compare(
            games,
            deals=options.deals or DEALS,
            matches=options.matches,
            seed=options.seed,
            bots=options.bots,
            threads=shared.threads(options),
            scores=options.scores,
            progress=progress,
            keep=outputs.kept(options),
        )
    found = _answers(comparison, options.ask) if options.ask else []
    outputs.write(options, games, comparison, plugins, answer=[answer.sentence for answer in found])
    if options.json:
        document = comparison.as_json()
        print_json({**document, "answers": [answer.as_json() for answer in found]} if options.ask else document)
    elif not outputs.to_standard(options):
        _print_report(comparison, options.ask, found)
    return 0


def _answers(comparison: Comparison, name: str) -> list[Answer]:
    """Return the answers to a question.

    Raises `UsageError` if nothing that is measured in these games answers it.
    """
    from trickbook.compare.questions import QUESTIONS, answers

    question = QUESTIONS[name]
    found = answers(comparison, question)
    if not found:
        raise UsageError(f"--ask {name}: nothing is measured in these games that says it: {question.asks}")
    return found


def _print_report(comparison: Comparison, question: str | None, found: Sequence[Answer]) -> None:
    from rich.console import Console

    from trickbook.compare.questions import QUESTIONS, about
    from trickbook.compare.report import print_report

    console = Console()
    # Rich has its own way with closed pipes; captured, the text is printed like all other.
    with console.capture() as capture:
        if question:
            sentences = [answer.sentence for answer in found]
            print_report(about(comparison, QUESTIONS[question]), console, sentences=sentences)
        else:
            print_report(comparison, console)
    print(capture.get(), end="")
