"""What a comparison measures: a table of metrics, each with its formula.

A metric takes the rows of a sample (dtype `trickbook.bots.playing.ROW`) and returns one value for each deal or
match, NaN where it does not count. Formulas use the names of the row's fields; F is forehand's side. There is a module
for each theme, and `METRICS` is the one list of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trickbook.compiler import CompiledGame
from trickbook.measure.metrics import choice, course, events, fairness, length, match, pairs
from trickbook.measure.metrics.figures import deal_winner, unit_of
from trickbook.measure.metrics.metric import AGAIN, DEALS, DUPLICATE, MATCHES, THEMES, Family, Metric
from trickbook.measure.metrics.of_plugins import metrics_of_plugins
from trickbook.measure.metrics.pairs import have_the_same_deals
from trickbook.plugins import PluginError

__all__ = [
    "AGAIN",
    "DEALS",
    "DUPLICATE",
    "MATCHES",
    "METRICS",
    "THEMES",
    "Family",
    "Metric",
    "deal_winner",
    "metrics_of",
]


def _section(metric: Metric | Family) -> tuple[bool, bool, bool]:
    """Return where a metric stands in the report: means of deals, then what is told in 100, then matches."""
    return metric.sample == MATCHES, metric.method.in_hundreds, metric.among != "deals"


METRICS: tuple[Metric | Family, ...] = tuple(
    sorted(
        (metric for theme in (fairness, length, choice, course, pairs, events, match) for metric in theme.METRICS),
        key=_section,
    )
)
"""All metrics of this project, in the order of the report; those of plugins come after those of their kind."""


def metrics_of(*games: CompiledGame) -> list[Metric]:
    """Return the metrics that mean something in any of the games, in order; a metric of several is the first one's.

    Metrics of two games are among them if all games have the same deals.

    Raises `PluginError` if a plugin's metric has the name of another one.
    """
    found: dict[str, Metric] = {}
    pairs_count = len(games) > 1 and have_the_same_deals(games)
    for entry in METRICS:
        for game in games:
            for metric in entry.metrics(game):
                if pairs_count or not metric.of_two:
                    found.setdefault(metric.name, metric)
    own = set(found)
    for game in games:
        for plugin, metric in metrics_of_plugins(game):
            if metric.name in own:
                raise PluginError(
                    f"plugin {plugin!r}, hook 'trickbook_metrics': {metric.name!r} is a metric of this project; "
                    "expected another name"
                )
            found.setdefault(metric.name, metric)
    stakes = tuple(unit_of(game) for game in games)
    if len(set(stakes)) > 1:
        found = {name: _of_stakes(metric, games, stakes) for name, metric in found.items()}
    return sorted(found.values(), key=_section)


def _of_stakes(metric: Metric, games: Sequence[CompiledGame], stakes: tuple[str, ...]) -> Metric:
    """Return a metric of games in which not all are played for the same; those that count no points stay as they are."""
    if not metric.points:
        return metric
    units = [
        same.unit for game in games for entry in METRICS for same in entry.metrics(game) if same.name == metric.name
    ]
    return replace(metric, unit=" or ".join(dict.fromkeys(units)), stakes=stakes)
