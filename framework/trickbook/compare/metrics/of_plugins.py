"""Metrics that plugins add: plain functions over rows, as their hook `trickbook_metrics` gives them."""

from __future__ import annotations

from functools import partial

import numpy as np

from trickbook.compare.metrics.figures import last_deals
from trickbook.compare.metrics.metric import DEALS, MATCHES, PLUGINS, Metric
from trickbook.compare.statistics import MEAN, RATE, SHARE, Values
from trickbook.compiler import CompiledGame
from trickbook.hooks import Measure
from trickbook.plugins import PluginError
from trickbook.simulate import Rows

_METHODS = {"mean": MEAN, "rate": RATE, "share": SHARE}
_SAMPLES = {"deals": DEALS, "matches": MATCHES}


def _values(plugin: str, measure: Measure, rows: Rows, game: CompiledGame) -> Values:
    """Ask a plugin's function for the values of rows, and see that it gives as many numbers as there should be.

    Raises `PluginError` naming the plugin and the metric if it fails, or gives something else.
    """
    where = f"plugin {plugin!r}, hook 'trickbook_metrics', metric {measure.name!r}"
    try:
        values = np.asarray(measure.values(rows), dtype=np.float64)
    except Exception as error:  # a plugin may fail in any way
        raise PluginError(f"{where}: {type(error).__name__}: {error}") from error
    expected = len(rows) if measure.sample == "deals" else len(last_deals(rows))
    if values.shape != (expected,):
        raise PluginError(
            f"{where}: expected {expected} values, one for each of the {measure.sample}, found {values.shape}"
        )
    if measure.method == "share" and not np.isin(values[~np.isnan(values)], (0.0, 1.0)).all():
        raise PluginError(f"{where}: the values of a share are 0, 1 or NaN, found others")
    return values


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
