"""`trickbook sweep`: one rule through a range of values, or one house rule at a time."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from trickbook.cli import options as shared
from trickbook.cli import outputs
from trickbook.cli.engine import compiling, playing
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import print_json, print_rich

if TYPE_CHECKING:
    from rich.console import Console

    from trickbook.compare import Comparison
    from trickbook.compare.comparing import Measured
    from trickbook.compare.sweeping import Plan
    from trickbook.plugins import PluginSet


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
        help="the metrics to draw, by their names in JSON; if nothing is said, those that differ most clearly, three at most",
    )
    shared.add_play(
        command,
        deals=f"so many single deals of each game; {shared.DEALS:,} if nothing is said",
        matches="so many whole matches of each game, for what is about whole matches; they are a sample of their own",
    )
    outputs.add(command)
    shared.add_json(command)
    shared.add_players(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Compare the games of a sweep, and print how they differ."""
    if bool(options.toggle) == bool(options.key) or bool(options.key) != bool(options.values):
        options.parser.error("expected either a key and its values, or --toggle with house rules")
    outputs.check(options)
    plugins = shared.plugin_set(options)
    with compiling(*playing(options.bots)):
        from trickbook.compare import compare
        from trickbook.compare.sweeping import chosen
        from trickbook.games import load

        plan = _plan(options, plugins)
        games = [load(game, players=options.players, plugins=plugins) for game in plan.games]
    with Progress("sweeping", "deals and matches") as progress:
        comparison = compare(
            games,
            deals=options.deals,
            matches=options.matches,
            seed=options.seed,
            bots=options.bots,
            threads=shared.threads(options),
            progress=progress,
            keep=outputs.kept(options),
        )
    metrics = chosen(comparison, options.metric.split(",") if options.metric else ())
    outputs.write(options, games, comparison, plugins, **_page(options, comparison, metrics, plan))
    if options.json:
        print_json({**_document(plan, metrics), **comparison.as_json()})
    elif not outputs.to_standard(options):
        _print(comparison, metrics, plan)
    return 0


def _plan(options: argparse.Namespace, plugins: PluginSet) -> Plan:
    from trickbook.compare.sweeping import one_at_a_time, read_values, through_values
    from trickbook.rulebook import load

    if options.toggle:
        return one_at_a_time(options.game, read_values(options.toggle))
    values = read_values(options.values)
    rulebook = load(options.game, players=options.players, plugins=plugins)
    own = rulebook.get(options.key) if options.key in rulebook.origins else None
    return through_values(options.game, options.key, values, own)


def _document(plan: Plan, metrics: list[Measured]) -> dict[str, object]:
    return {
        "sweep": plan.axis,
        "labels": list(plan.labels),
        "order": list(plan.order),
        "chosen": [measured.metric.name for measured in metrics],
    }


def _page(
    options: argparse.Namespace, comparison: Comparison, metrics: list[Measured], plan: Plan
) -> dict[str, object]:
    """Return what the page of a sweep has besides."""
    if not options.html:
        return {}
    from functools import partial

    from trickbook.compare import plots
    from trickbook.compare.page import Sketch

    labels = [plan.labels[place] for place in plan.order]
    return {
        "kind": "Trickbook · a sweep",
        "heading_words": f"{options.game}: {plan.axis}" if options.key else f"{options.game}, one house rule at a time",
        "only_values": bool(options.key),
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


def _print(comparison: Comparison, metrics: list[Measured], plan: Plan) -> None:
    from trickbook.compare.report import heading, summary
    from trickbook.compare.strips import print_strips

    def write(console: Console) -> None:
        console.print(heading(comparison), markup=False, highlight=False)
        console.print()
        for sentence in summary(comparison, plan.labels):
            console.print(sentence, markup=False, highlight=False)
        for measured in metrics:
            console.print()
            print_strips(console, comparison, measured, plan.order, plan.labels)
        console.print(
            f"\n{comparison.seconds:.1f} s, {comparison.decisions_per_second:,.0f} decisions a second", style="dim"
        )

    print_rich(write)
