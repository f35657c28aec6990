"""`trickbook compare`: play games on the same shuffles, and set them side by side."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trickbook.cli import options as shared
from trickbook.cli import outputs
from trickbook.cli.engine import compiling, playing
from trickbook.cli.errors import UsageError, explain
from trickbook.cli.files import STANDARD
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import note, print_json, print_rich

if TYPE_CHECKING:
    from trickbook.compare import Comparison, Study
    from trickbook.compare.questions import Answer
    from trickbook.compiler import CompiledGame

QUESTIONS = ("balance", "length", "luck", "drama", "usage")
"""What can be asked; `trickbook.compare.questions` has what each is."""
DUPLICATE_DEALS = 1000
"""Deals that are played in duplicate to tell skill from luck, if nothing is said."""
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
        deals=f"so many single deals of each game; {shared.DEALS:,} if nothing is said",
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
        "--precision",
        type=shared.positive_number,
        metavar="WIDTH",
        help="play until the 95 %% interval of the metric reaches no farther than so much to each side; "
        "-n is the most then",
    )
    command.add_argument(
        "--detect",
        type=shared.positive_number,
        metavar="SIZE",
        help="say how many deals are needed to see an effect of that size in the metric, and play only a pilot sample",
    )
    command.add_argument(
        "--metric",
        metavar="NAME",
        help="the metric that --precision and --detect are about, as --json names it; deals-won if nothing is said",
    )
    command.add_argument(
        "--resume",
        type=shared.file_name,
        metavar="FILE",
        help="write what is played to a file as it goes, and go on from what the file has already",
    )
    command.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="play on a Dask cluster: the address that dask scheduler prints, such as tcp://192.0.2.1:8786",
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
    """Compare games, and print how they differ; after an interruption, by what has been played."""
    if options.threads and options.scheduler:
        options.parser.error("--threads and --scheduler can't both be given: the cluster's workers have theirs")
    if options.resume == STANDARD:
        options.parser.error("--resume takes the name of a file, not -")
    if options.metric and not (options.precision or options.detect):
        options.parser.error("--metric says what --precision or --detect is about; expected one of them too")
    if options.precision and options.detect:
        options.parser.error("--precision and --detect can't both be given: the one plays, the other plans")
    if options.precision and options.ask == "luck" and not options.metric:
        options.parser.error(
            "--ask luck plays a fixed number of deals in duplicate; expected --metric beside --precision"
        )
    if options.detect and (options.ask or options.html or options.csv or options.parquet):
        options.parser.error("--detect only plans: it goes with neither --ask nor a file to write")
    outputs.check(options)
    plugins = shared.plugin_set(options)
    with compiling(*playing(options.bots)):
        from trickbook.compare import Study
        from trickbook.compare.metrics import DEALS as SINGLE_DEALS
        from trickbook.games import load

        games = [load(game, players=options.players, plugins=plugins) for game in options.games]
    if options.detect:
        return _detect(games, options)
    study = Study(
        games,
        deals=options.deals,
        matches=options.matches,
        seed=options.seed,
        bots=options.bots,
        scores=options.scores,
        precision=options.precision,
        metric=_metric(options),
        keep=outputs.kept(options),
    )
    if (options.csv or options.parquet) and not study.plan.sizes.get(SINGLE_DEALS):
        options.parser.error(f"--csv and --parquet have a row a deal, and {options.metric} is found from whole matches")
    interruption = _play(study, options)
    if interruption and not study.samples.steps:
        raise interruption  # there is nothing to show
    comparison = study.comparison()
    question = options.ask
    if question == "luck":
        try:
            comparison = comparison if interruption else _with_luck(comparison, games, options)
        except KeyboardInterrupt as interrupted:
            interruption = interrupted
        if interruption:
            question = None  # it is answered by deals in duplicate, and they are played last
    found = _answers(comparison, question) if question else []
    outputs.write(options, games, comparison, plugins, answer=[answer.sentence for answer in found])
    if options.json:
        document = comparison.as_json()
        print_json({**document, "answers": [answer.as_json() for answer in found]} if options.ask else document)
    elif not outputs.to_standard(options):
        _print_report(comparison, question, found)
    if not interruption:
        return 0
    if options.resume:
        interruption.add_note(f"the same command goes on from {options.resume}")
    code, lines = explain(interruption)
    for line in lines:
        note(line)
    return code


def _detect(games: Sequence[CompiledGame], options: argparse.Namespace) -> int:
    """Say how many deals are needed to see an effect."""
    from trickbook.compare.detect import detect
    from trickbook.compare.planning import PILOT
    from trickbook.compare.study import USUAL_METRIC

    with Progress("playing a pilot sample", "deals and matches") as progress:
        detection = detect(
            games,
            options.detect,
            metric=options.metric or USUAL_METRIC,
            pilot=options.deals or PILOT,
            seed=options.seed,
            bots=options.bots,
            threads=shared.threads(options),
            scores=options.scores,
            progress=progress,
        )
    if options.json:
        print_json(detection.as_json())
    else:
        print("\n".join(detection.sentences()))
    return 0


def _play(study: Study, options: argparse.Namespace) -> KeyboardInterrupt | None:
    """Play, and return the interruption from the keyboard, if there was one."""
    try:
        with Progress("comparing", "deals and matches", lambda: _so_far(study)) as progress:
            study.play(
                threads=shared.threads(options),
                scheduler=options.scheduler,
                resume=options.resume,
                progress=progress,
            )
    except KeyboardInterrupt as interruption:
        return interruption
    return None


def _so_far(study: Study) -> str:
    """Return the first metric with its interval, as far as it is known."""
    from trickbook.compare.report import in_brief

    measured = study.measured(study.metric or study.metrics[0])
    return in_brief(measured) if measured else ""


def _metric(options: argparse.Namespace) -> str | None:
    """Return the metric that a precision is about: the one named, or else the one that answers the question."""
    from trickbook.compare.questions import QUESTIONS

    if options.metric or not (options.precision and options.ask):
        named: str | None = options.metric
        return named
    return QUESTIONS[options.ask].phrases[0][0]


def _with_luck(comparison: Comparison, games: Sequence[CompiledGame], options: argparse.Namespace) -> Comparison:
    """Play deals in duplicate, and add skill and luck to what is measured."""
    from trickbook.compare.luck import skill_and_luck
    from trickbook.compare.questions import with_luck

    lucks = []
    for game in games:
        with Progress(f"{game.game} in duplicate", "deals") as progress:
            lucks.append(
                skill_and_luck(
                    game,
                    options.bots,
                    deals=options.deals or DUPLICATE_DEALS,
                    seed=options.seed,
                    threads=shared.threads(options),
                    scores=options.scores,
                    progress=progress,
                )
            )
    return with_luck(comparison, lucks)


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
    from trickbook.compare.questions import QUESTIONS, about
    from trickbook.compare.report import print_report

    if question:
        sentences = [answer.sentence for answer in found]
        asked = about(comparison, QUESTIONS[question])
        print_rich(lambda console: print_report(asked, console, sentences=sentences))
    else:
        print_rich(lambda console: print_report(comparison, console))
