"""`trickbook sweep`: one rule through a range of values, or one house rule at a time."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from trickbook.cli import long_work, outputs
from trickbook.cli import options as shared
from trickbook.cli.engine import compiling, playing
from trickbook.cli.parser import Parser
from trickbook.cli.recording import Recorder
from trickbook.cli.streams import note, print_json, print_rich
from trickbook.defaults import DEALS

if TYPE_CHECKING:
    from rich.console import Console

    from trickbook.compiler import CompiledGame
    from trickbook.measure.comparison import Measured
    from trickbook.plugins import PluginSet
    from trickbook.study import Comparison
    from trickbook.study.sweep import Plan


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "sweep",
        "take one rule through a range of values, or one house rule at a time, on the same shuffles",
        "trickbook sweep schwesing match.target 6..16..2 -n 2000",
        run,
    )
    shared.add_game(command)
    command.add_argument("key", nargs="?", metavar="KEY", help="the key of a rule, such as match.target")
    command.add_argument(
        "values", nargs="?", metavar="VALUES", help="its values: LOW..HIGH, LOW..HIGH..STEP, or a list such as 6,12,16"
    )
    command.add_argument(
        "--toggle",
        metavar="RULE[,RULE...]",
        help="instead of a key: house rules, put on the game one at a time and set against it",
    )
    command.add_argument(
        "--metric",
        metavar="NAME[,NAME...]",
        help="the metrics to draw, by their names in JSON; the first is that of --precision; "
        "by default those that differ most clearly, three at most",
    )
    shared.add_play(
        command,
        deals=f"number of single deals of each game (default: {DEALS:,})",
        matches="number of whole matches of each game, for what is about whole matches; they are a sample of their own",
    )
    long_work.add_precision(command)
    long_work.add(command)
    outputs.add(command)
    shared.add_json(command)
    shared.add_players(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Compare the games of a sweep, and print how they differ; after an interruption, by what has been played."""
    if bool(options.toggle) == bool(options.key) or bool(options.key) != bool(options.values):
        options.parser.error("expected either a key and its values, or --toggle with house rules")
    long_work.check(options)
    outputs.check(options)
    named = [name.strip() for name in options.metric.split(",")] if options.metric else []
    plugins = shared.plugin_set(options)
    with compiling(*playing(options.bots)):
        from trickbook.study import Study
        from trickbook.study.asked import USUAL_METRIC
        from trickbook.study.sweep import chosen

        plan, games = _plan(options, plugins)
    recorder = Recorder(options.record)
    asked = long_work.asked(
        options,
        games,
        metric=[*named, USUAL_METRIC][0] if options.precision else None,
    )
    study = Study(asked, record=recorder.write)
    for name in named:
        study.measured_in(name)
    outputs.check_deals(options, study)
    with outputs.owed(options, recorder):
        stop = long_work.play(study, options, "sweeping")
        comparison = study.comparison()
        if study.metric and not named:
            named = [study.metric.name]
        metrics = chosen(comparison, named)
        for name in named:
            if name not in [measured.metric.name for measured in metrics]:
                note(f"{name} has no value in what was played")
        sentences = _sentences(comparison, metrics if named else None, plan)

    def report() -> None:
        if options.json:
            print_json({**_document(plan, metrics), **comparison.as_json()})
        else:
            _print(comparison, metrics, plan, sentences)

    page = _page(options, comparison, metrics, plan, sentences)
    files = outputs.files(options, games, comparison, plugins, recorder, **page)
    return long_work.finish(options, stop, None if outputs.to_standard(options) else report, files)


def _plan(options: argparse.Namespace, plugins: PluginSet) -> tuple[Plan, list[CompiledGame]]:
    """Return the plan of the sweep, and its games, compiled."""
    from trickbook.game.loading import load
    from trickbook.rulebook import RulebookError
    from trickbook.rulebook import load as read
    from trickbook.study.sweep import explained, one_at_a_time, read_values, through_values

    def compiled(game: str) -> CompiledGame:
        return load(game, players=options.players, plugins=plugins)

    if options.toggle:
        plan = one_at_a_time(options.game, read_values(options.toggle))
        return plan, [compiled(game) for game in plan.games]
    values = read_values(options.values)
    rulebook = read(options.game, players=options.players, plugins=plugins)
    try:
        games = {value: compiled(f"{options.game}+{options.key}={value}") for value in values}
    except RulebookError as error:
        raise explained(error, rulebook, options.key) or error from None
    own = rulebook.get(options.key) if options.key in rulebook.origins else None
    found = [game.rulebook.get(options.key) for game in games.values()]
    plan = through_values(options.game, options.key, values, found, own)
    return plan, [games[value] for value in plan.labels]


def _sentences(comparison: Comparison, metrics: Sequence[Measured] | None, plan: Plan) -> list[str]:
    """Return what the measure is, and in what the others differ from it, in the metrics given or in all."""
    from trickbook.answers.words import summary

    about = comparison if metrics is None else replace(comparison, metrics=tuple(metrics))
    return [plan.measure, *summary(about, plan.labels)]


def _document(plan: Plan, metrics: Sequence[Measured]) -> dict[str, object]:
    return {
        "sweep": plan.axis,
        "labels": list(plan.labels),
        "order": list(plan.order),
        "measure": plan.measure,
        "chosen": [measured.metric.name for measured in metrics],
    }


def _page(
    options: argparse.Namespace,
    comparison: Comparison,
    metrics: Sequence[Measured],
    plan: Plan,
    sentences: Sequence[str],
) -> dict[str, object]:
    """Return what the page of a sweep has besides."""
    if not options.html:
        return {}
    from functools import partial

    from trickbook.report import plots
    from trickbook.report.page import Sketch

    labels = [plan.labels[place] for place in plan.order]
    return {
        "kind": "Trickbook · a sweep",
        "heading_words": f"{options.game}: {plan.axis}" if options.key else f"{options.game}, one house rule at a time",
        "only_values": bool(options.key),
        "sentences": sentences,
        "first": [
            Sketch(
                f"sweep-{number}",
                measured.metric.title,
                f"{measured.metric.title} ({measured.metric.what}) for each {plan.axis}, with its 95 % interval.",
                partial(plots.sweep, comparison, measured, plan.order, labels, plan.axis),
            )
            for number, measured in enumerate(metrics, start=1)
        ],
    }


def _print(comparison: Comparison, metrics: Sequence[Measured], plan: Plan, sentences: Sequence[str]) -> None:
    from trickbook.answers.words import heading, precision_reached
    from trickbook.report.interval_plot import print_strips
    from trickbook.report.text import say_origin

    def write(console: Console) -> None:
        console.print(heading(comparison), markup=False, highlight=False)
        console.print()
        for sentence in sentences:
            console.print(sentence, markup=False, highlight=False)
        for measured in metrics:
            console.print()
            print_strips(console, comparison, measured, plan.order, plan.labels)
        console.print()
        if comparison.precision:
            console.print(precision_reached(comparison), style="dim", markup=False, highlight=False)
        say_origin(comparison.origin, console)
        console.print(
            f"{comparison.seconds:.1f} s, {comparison.decisions_per_second:,.0f} decisions a second", style="dim"
        )

    print_rich(write)
