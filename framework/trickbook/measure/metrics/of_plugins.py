"""Metrics that plugins add: plain functions over rows, as their hook `trickbook_metrics` gives them."""

from __future__ import annotations

from functools import partial

import numpy as np

from trickbook.compiler import CompiledGame
from trickbook.hooks import Measure
from trickbook.measure.metrics.figures import last_deals
from trickbook.measure.metrics.metric import DEALS, MATCHES, PLUGINS, Metric
from trickbook.measure.statistics import MEAN, RATE, SHARE, Values
from trickbook.plugins import PluginError, said
from trickbook.simulation.batches import Rows

_METHODS = {"mean": MEAN, "rate": RATE, "share": SHARE}
_SAMPLES = {"deals": DEALS, "matches": MATCHES}
_NUMBERS = "biuf"
LARGEST = 1e100
"""The values of a metric are no farther from 0, so that the squares of many of them can be added up."""


def _values(plugin: str, measure: Measure, rows: Rows, game: CompiledGame) -> Values:
    """Ask a plugin's function for the values of rows, and see that it gives as many numbers as there should be.

    Raises `PluginError` naming the plugin and the metric if it fails, or gives something else.
    """
    where = f"plugin {plugin!r}, hook 'trickbook_metrics', metric {measure.name!r}"
    lent = rows.view()
    lent.flags.writeable = False  # other metrics read the same rows
    try:
        with np.errstate(all="ignore"):  # what comes of 0 / 0 is NaN, which does not count
            found = np.asarray(measure.values(lent))
    except (Exception, SystemExit) as error:  # a plugin may fail in any way
        raise PluginError(f"{where}: {said(error)}") from error
    expected = len(rows) if measure.sample == "deals" else len(last_deals(rows))
    if found.shape != (expected,):
        raise PluginError(
            f"{where}: expected {expected} values, one for each of the {measure.sample}, found {found.shape}"
        )
    if found.dtype.kind not in _NUMBERS:
        raise PluginError(f"{where}: expected numbers, found values of the type {found.dtype}")
    with np.errstate(over="ignore"):
        values = found.astype(np.float64)
    _check_range(where, measure, values[~np.isnan(values)])
    return values


def _check_range(where: str, measure: Measure, counted: Values) -> None:
    """Refuse values of which no mean, or no interval, could be told."""
    beyond = counted[np.abs(counted) > LARGEST]
    if len(beyond):
        raise PluginError(
            f"{where}: expected numbers from {-LARGEST:g} to {LARGEST:g}, or NaN where it does not count, "
            f"found {beyond[0]:g}"
        )
    if measure.method == "share" and not np.isin(counted, (0.0, 1.0)).all():
        raise PluginError(f"{where}: the values of a share are 0, 1 or NaN, found others")
    if measure.method == "rate" and (counted < 0).any():
        raise PluginError(f"{where}: the values of a rate are 0 or more, or NaN, found {counted.min():g}")


def metrics_of_plugins(game: CompiledGame) -> list[tuple[str, Metric]]:
    """Return the metrics that the plugins of a game add, each with the plugin's name."""
    return [
        (
            plugin,
            Metric(
                name=measure.name,
                title=measure.title,
                unit=measure.unit,
                what=measure.what,
                theme=PLUGINS,
                sample=_SAMPLES[measure.sample],
                method=_METHODS[measure.method],
                values=partial(_values, plugin, measure),
            ),
        )
        for plugin, measure in game.measures
    ]
