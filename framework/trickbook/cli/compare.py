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
    from trickbook.compare.luck import Luck
    from trickbook.compare.questions import Answer
    from trickbook.compiler import CompiledGame

QUESTIONS = ("balance", "length", "luck", "drama", "usage")
"""What can be asked; `trickbook.compare.questions` has what each is."""
DUPLICATE_DEALS = 1000
"""Deals that are played in duplicate to tell skill from luck, if nothing is said."""
CURVE_DEALS = 200
"""Deals that are played in duplicate for each point of a skill curve, if nothing is said."""
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
    command.add_argument(
        "--skill",
        metavar="PLAYER",
        help="show what it helps to think four times as long: PLAYER, such as ismcts:200, and those with ever fewer "
        "simulations, each in duplicate against one with a quarter of them",
    )
    command.add_argument(
        "--duplicate",
        type=shared.whole_number(2, shared.MOST_DEALS),
        metavar="N",
        help=f"so many deals in duplicate; if nothing is said, -n or {DUPLICATE_DEALS:,} for --ask luck, "
        f"{CURVE_DEALS:,} for --skill",
    )
    outputs.add(command)
    shared.add_json(command)
    shared.add_players(command)
    shared.add_plugins(command)


def _scores(text: str) -> list[int]:
    read = shared.whole_number(-_HIGHEST_SCORE, _HIGHEST_SCORE)
    return [read(part) for part in text.split(",")]


def _check(options: argparse.Namespace) -> None:
    """Refuse options that don't go together, before anything is compiled or played."""
    refuse = options.parser.error
    if options.threads and options.scheduler:
        refuse("--threads and --scheduler can't both be given: the cluster's workers have theirs")
    if options.resume == STANDARD:
        refuse("--resume takes the name of a file, not -")
    if options.metric and not (options.precision or options.detect):
        refuse("--metric says what --precision or --detect is about; expected one of them too")
    if options.precision and options.detect:
        refuse("--precision and --detect can't both be given: the one plays, the other plans")
    if options.precision and options.ask == "luck" and not options.metric:
        refuse("--ask luck plays a fixed number of deals in duplicate; expected --metric beside --precision")
    if options.detect and (options.ask or options.skill or options.html or options.csv or options.parquet):
        refuse("--detect only plans: it goes with neither --ask nor --skill nor a file to write")
    if options.duplicate and not (options.skill or options.ask == "luck"):
        refuse("--duplicate is for --ask luck and --skill; expected one of them too")
    outputs.check(options)


def _check_players(options: argparse.Namespace) -> None:
    """Refuse players of which luck or skill can't be told, before anything is played."""
    from trickbook.compare.luck import weaker_than
    from trickbook.compare.skill import curve_of

    if options.ask == "luck":
        weaker_than(options.bots)
    if options.skill:
        curve_of(options.skill)


def run(options: argparse.Namespace) -> int:
    """Compare games, and print how they differ; after an interruption, by what has been played."""
    _check(options)
    plugins = shared.plugin_set(options)
    with compiling(*playing(",".join(filter(None, (options.bots, options.skill))))):
        from trickbook.games import load

        _check_players(options)
        games = [load(game, players=options.players, plugins=plugins) for game in options.games]
    if options.detect:
        return _detect(games, options)
    study = _study(games, options)
    interruption = _play(study, options)
    if interruption and not study.samples.steps:
        raise interruption  # there is nothing to show
    comparison, question = study.comparison(), options.ask
    if interruption is None:
        comparison, interruption = _in_duplicate(comparison, games, options)
    if question == "luck" and "luck" not in [measured.metric.name for measured in comparison.metrics]:
        question = None  # stopped before it was known: it is answered by deals in duplicate, and they are played last
    if question:
        comparison, found = _answers(comparison, question)
    else:
        found = []
    outputs.write(options, games, comparison, plugins, answer=[answer.sentence for answer in found])
    if options.json:
        document = comparison.as_json()
        print_json({**document, "answers": [answer.as_json() for answer in found]} if options.ask else document)
    elif not outputs.to_standard(options):
        _print_report(comparison, question, found)
    return _ended(interruption, options)


def _ended(interruption: KeyboardInterrupt | None, options: argparse.Namespace) -> int:
    """Say how to go on, if the comparison was interrupted, and return the exit code."""
    if interruption is None:
        return 0
    if options.resume:
        interruption.add_note(f"the same command goes on from {options.resume}")
    code, lines = explain(interruption)
    for line in lines:
        note(line)
    return code


def _study(games: Sequence[CompiledGame], options: argparse.Namespace) -> Study:
    """Plan what is to be played."""
    from trickbook.compare import Study
    from trickbook.compare.metrics import DEALS as SINGLE_DEALS

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
    return study


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


def _in_duplicate(
    comparison: Comparison, games: Sequence[CompiledGame], options: argparse.Namespace
) -> tuple[Comparison, KeyboardInterrupt | None]:
    """Play deals in duplicate if luck or skill is asked for, and add them; an interruption leaves out what it came into."""
    try:
        if options.ask == "luck":
            comparison = _with_luck(comparison, games, options)
        if options.skill:
            comparison = _with_skill(comparison, games, options)
    except KeyboardInterrupt as interruption:
        return comparison, interruption
    return comparison, None


def _with_luck(comparison: Comparison, games: Sequence[CompiledGame], options: argparse.Namespace) -> Comparison:
    """Play deals in duplicate, and add luck and skill to what is measured; of players who search, the skill curve too."""
    from trickbook.compare.luck import skill_and_luck
    from trickbook.compare.skill import with_luck, with_skill

    deals = options.duplicate or options.deals or DUPLICATE_DEALS
    lucks = []
    for game in games:
        with Progress(f"{game.game} in duplicate", "deals") as progress:
            lucks.append(
                skill_and_luck(
                    game,
                    options.bots,
                    deals=deals,
                    seed=options.seed,
                    threads=shared.threads(options),
                    scores=options.scores,
                    progress=progress,
                )
            )
    if not options.skill and ":" in options.bots:
        comparison = _with_curves(comparison, games, options, options.bots, deals, lucks)
    elif not options.skill:
        comparison = with_skill(comparison, lucks)
    return with_luck(comparison, lucks)


def _with_skill(comparison: Comparison, games: Sequence[CompiledGame], options: argparse.Namespace) -> Comparison:
    return _with_curves(comparison, games, options, options.skill, options.duplicate or CURVE_DEALS)


def _with_curves(
    comparison: Comparison,
    games: Sequence[CompiledGame],
    options: argparse.Namespace,
    player: str,
    deals: int,
    known: Sequence[Luck] = (),
) -> Comparison:
    """Play a skill curve in each game, and add it; `known` are the first points, if they have been played."""
    from trickbook.compare.skill import skill_curve, with_curves

    curves = []
    for place, game in enumerate(games):
        with Progress(f"{game.game}, the skill curve", "deals") as progress:
            curves.append(
                skill_curve(
                    game,
                    player,
                    deals=deals,
                    seed=options.seed,
                    threads=shared.threads(options),
                    scores=options.scores,
                    first=known[place] if known else None,
                    progress=progress,
                )
            )
    return with_curves(comparison, curves)


def _answers(comparison: Comparison, name: str) -> tuple[Comparison, list[Answer]]:
    """Return the answers to a question, and the comparison in which their metric is one chosen beforehand.

    Raises `UsageError` if nothing that is measured in these games answers it.
    """
    from trickbook.compare.questions import QUESTIONS, answers, asked

    question = QUESTIONS[name]
    found = answers(comparison, question)
    if not found:
        raise UsageError(f"--ask {name}: nothing is measured in these games that says it: {question.asks}")
    return asked(comparison, question), found


def _print_report(comparison: Comparison, question: str | None, found: Sequence[Answer]) -> None:
    from trickbook.compare.questions import QUESTIONS, about
    from trickbook.compare.report import print_report

    if question:
        sentences = [answer.sentence for answer in found]
        asked = about(comparison, QUESTIONS[question])
        print_rich(lambda console: print_report(asked, console, sentences=sentences))
    else:
        print_rich(lambda console: print_report(comparison, console))
