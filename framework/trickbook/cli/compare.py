"""`trickbook compare`: play games on the same shuffles, and set them side by side."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from trickbook.cli import long_work, outputs, sameness, stronger
from trickbook.cli import options as shared
from trickbook.cli.endings import tell, write_all
from trickbook.cli.engine import compiling, playing
from trickbook.cli.errors import UsageError
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.recording import Recorder
from trickbook.cli.streams import note, print_json, print_rich, say
from trickbook.cli.warming import Behind, compiled_behind
from trickbook.defaults import CURVE_DEALS, DEALS, DUPLICATE_DEALS, QUESTIONS

if TYPE_CHECKING:
    from trickbook.answers.questions import Answer
    from trickbook.compiler import CompiledGame
    from trickbook.plugins import PluginSet
    from trickbook.study import Comparison, Study

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
        deals=f"number of single deals of each game (default: {DEALS:,})",
        matches="number of whole matches of each game, for what is about whole matches; they are a sample of their own",
    )
    command.add_argument(
        "--from",
        dest="scores",
        type=_scores,
        default=[],
        metavar="SCORE[,SCORE...]",
        help="begin each deal at these scores, one for each side, with which no match would be over (default: no points)",
    )
    command.add_argument(
        "--detect",
        type=shared.positive_number,
        metavar="SIZE",
        help="say how many deals are needed to see an effect of that size in the metric, and play only a pilot sample, "
        "of -n deals, or matches if the metric is about these",
    )
    command.add_argument(
        "--metric",
        metavar="NAME",
        help="the metric that --precision and --detect are about, as --json names it (default: deals-won)",
    )
    long_work.add_precision(command)
    long_work.add(command)
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
        help=f"number of deals in duplicate; by default -n, or {DUPLICATE_DEALS:,} for --ask luck, "
        f"{CURVE_DEALS:,} for --skill",
    )
    stronger.add(command)
    outputs.add(command)
    shared.add_json(command)
    shared.add_players(command)
    shared.add_plugins(command)


def _scores(text: str) -> list[int]:
    read = shared.whole_number(-_HIGHEST_SCORE, _HIGHEST_SCORE)
    return [read(part) for part in text.split(",")]


def _check(options: argparse.Namespace) -> None:
    """Refuse options that don't go together, before anything is compiled or played; ends the command."""
    refuse = options.parser.error
    long_work.check(options)
    if options.metric and not (options.precision or options.detect):
        refuse("--metric says what --precision or --detect is about; expected one of them too")
    if options.precision and options.detect:
        refuse("--precision and --detect can't both be given: the one plays, the other plans")
    if options.precision and options.ask == "luck" and not options.metric:
        refuse("--ask luck plays a fixed number of deals in duplicate; expected --metric beside --precision")
    if options.detect and (options.ask or options.skill or outputs.names_of(options)):
        refuse("--detect only plans: it goes with neither --ask nor --skill nor a file to write")
    if options.detect and options.matches:
        refuse("--detect plays a pilot sample of what its metric is about: -n says how large, not --matches")
    if options.duplicate and not (options.skill or options.ask == "luck"):
        refuse("--duplicate is for --ask luck and --skill; expected one of them too")
    stronger.check(options)
    outputs.check(options)


def run(options: argparse.Namespace) -> int:
    """Compare games, and print how they differ; after an interruption, by what has been played."""
    _check(options)
    plugins = shared.plugin_set(options)
    named = stronger.named(options)
    first = playing(",".join(filter(None, (options.bots, options.skill))))
    later = [module for module in (playing(named) if named else ()) if module not in first]
    with compiled_behind(*later) as behind:
        with compiling(*first):
            from trickbook.game.loading import load

            player = stronger.player_of(options)
            games = [load(game, players=options.players, plugins=plugins) for game in options.games]
        return _detect(games, options) if options.detect else _compare(games, plugins, player, behind, options)


def _compare(
    games: Sequence[CompiledGame], plugins: PluginSet, player: str | None, behind: Behind, options: argparse.Namespace
) -> int:
    """Compare games; `player` are the stronger ones, who play last, so that they may be compiled behind the others."""
    recorder = Recorder(options.record)
    study = _study(games, options, recorder)
    with outputs.owed(options, recorder):
        stop = long_work.play(study, options, "comparing")
        comparison, found = _answers(study.comparison(), options.ask)
        report = None if outputs.to_standard(options) else partial(_print, games, comparison, found, options)
        problems: list[BaseException] = []
        if player and stop is None and report and not options.json:
            problems, report = long_work.show(report), None
        if player and stop is None and not problems:
            behind.wait()
            with compiling(*behind.modules):
                pass
            stop = stronger.play(study, player, options)
            comparison, found = _answers(study.comparison(), options.ask)
            if not outputs.to_standard(options):
                report = (
                    partial(_print, games, comparison, found, options)
                    if options.json
                    else partial(_verdicts, comparison)
                )
    files = outputs.files(options, games, comparison, plugins, recorder, answer=[answer.sentence for answer in found])
    if not player and not options.fast and len(games) > 1 and report and not options.json:
        note(f"No stronger players have played: {stronger.why_left_out(options)}")
    return tell([*problems, *write_all(files)]) if problems else long_work.finish(options, stop, report, files)


def _study(games: Sequence[CompiledGame], options: argparse.Namespace, recorder: Recorder) -> Study:
    """Plan what is to be played, and see to it that it will say what is asked for."""
    from trickbook.study import Study

    skill, skill_deals = _curve(options)
    asked = long_work.asked(
        options,
        games,
        scores=options.scores,
        metric=_metric(options, games),
        duplicate=_duplicate(options),
        skill=skill,
        skill_deals=skill_deals,
    )
    study = Study(asked, record=recorder.write)
    outputs.check_deals(options, study)
    _check_question(options.ask, study)
    return study


def _detect(games: Sequence[CompiledGame], options: argparse.Namespace) -> int:
    """Say how many deals are needed to see an effect."""
    from trickbook.measure.sample_size import PILOT
    from trickbook.study.asked import USUAL_METRIC
    from trickbook.study.detect import detect

    with Progress("playing a pilot sample", "deals and matches") as progress:
        detection = detect(
            games,
            options.detect,
            metric=options.metric or USUAL_METRIC,
            pilot=options.deals or PILOT,
            seed=options.seed,
            bots=options.bots,
            scores=options.scores,
            runner=long_work.runner_of(options, progress),
        )
    if options.json:
        print_json(detection.as_json())
    else:
        for sentence in detection.sentences():
            say(sentence)
    return 0


def _metric(options: argparse.Namespace, games: Sequence[CompiledGame]) -> str | None:
    """Return the metric that a precision is about: the one named, or else the first that all games have and that answers the question.

    Raises `UsageError` if no such metric answers it.
    """
    from trickbook.answers.questions import QUESTIONS
    from trickbook.measure.metrics import metrics_of

    if options.metric or not (options.precision and options.ask):
        named: str | None = options.metric
        return named
    common = {metric.name for metric in metrics_of(*games) if metric.of_two}
    common |= set.intersection(*({metric.name for metric in metrics_of(game)} for game in games))
    common -= {metric.name for metric in metrics_of(*games) if metric.stakes}
    for name in QUESTIONS[options.ask].answered_by(common):
        return name
    raise UsageError(
        f"--ask {options.ask} is answered by no metric that all these games have; "
        "expected --metric, which says what --precision is about"
    )


def _duplicate(options: argparse.Namespace) -> int | None:
    """Return how many deals are to be played in duplicate, if any are."""
    if options.ask != "luck":
        return None
    deals: int | None = None if options.precision else options.deals
    return options.duplicate or deals or DUPLICATE_DEALS


def _curve(options: argparse.Namespace) -> tuple[str | None, int]:
    """Return whose skill curve is to be played, if any is, and from how many deals.

    Asked about luck, players who search have one too, of which the first point tells luck.
    """
    from trickbook.measure.luck import SIMPLEST, weaker_than

    if options.skill:
        return options.skill, options.duplicate or CURVE_DEALS
    deals = _duplicate(options)
    if deals is None or weaker_than(options.bots) == SIMPLEST:
        return None, CURVE_DEALS
    return options.bots, deals


def _check_question(name: str | None, study: Study) -> None:
    """See to it, before anything is played, that a question has an answer.

    Raises `UsageError` if nothing that will be measured in these games answers it.
    """
    from trickbook.answers.questions import QUESTIONS, USAGE
    from trickbook.measure.metrics.pairs import why_other_deals

    if not name or QUESTIONS[name].answered_by(study.compared()):
        return
    alone = len(study.games) == 1
    if alone and QUESTIONS[name].listed(study.metrics):
        return
    other = "" if alone or name != USAGE else why_other_deals(study.games)
    why = f" To tell, they must have the same deals, and the {other} is not the same in all" if other else ""
    raise UsageError(f"--ask {name}: nothing is measured in these games that says it: {QUESTIONS[name].asks}{why}")


def _answers(comparison: Comparison, name: str | None) -> tuple[Comparison, list[Answer]]:
    """Return the answers to a question, and the comparison in which their metric is one that was chosen beforehand.

    There are none, and a word about it is printed, if too little was played to say anything.
    """
    from trickbook.answers.questions import QUESTIONS, answers, asked
    from trickbook.answers.stronger import judge

    if not name:
        return comparison, []
    found = answers(comparison, QUESTIONS[name])
    if not found:
        note(f"--ask {name}: nothing that was played says it: {QUESTIONS[name].asks}")
    comparison = asked(comparison, QUESTIONS[name])
    if comparison.stronger:
        rows = [(answer.measured, answer.difference) for answer in found if answer.difference]
        comparison = replace(comparison, stronger=judge(comparison, comparison.stronger.beside, rows or None))
    return comparison, found


def _verdicts(comparison: Comparison) -> None:
    from trickbook.report.text import print_stronger

    print_rich(lambda console: print_stronger(comparison, console))


def _print(
    games: Sequence[CompiledGame], comparison: Comparison, found: Sequence[Answer], options: argparse.Namespace
) -> None:
    from trickbook.answers.findings import in_short
    from trickbook.answers.questions import QUESTIONS, about
    from trickbook.report.text import print_report

    if options.json:
        document = {**comparison.as_json(), **in_short(comparison), "same_games": sameness.same_games(games)}
        print_json({**document, "answers": [answer.as_json() for answer in found]} if options.ask else document)
        return
    for sentence in sameness.sentences(games):
        say(sentence)
    if found:
        sentences = [answer.sentence for answer in found]
        asked = about(comparison, QUESTIONS[options.ask])
        print_rich(lambda console: print_report(asked, console, sentences=sentences))
    else:
        print_rich(lambda console: print_report(comparison, console))
