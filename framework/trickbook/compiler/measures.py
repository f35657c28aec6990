"""What plugins add to comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trickbook.cards import Pack
from trickbook.hooks import MEASURE_METHODS, MEASURE_SAMPLES, Measure
from trickbook.plugins import PluginError, PluginSet, answers
from trickbook.rulebook.model import Rulebook
from trickbook.wording import one_line


def measures_of(
    rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str]
) -> tuple[tuple[str, Measure], ...]:
    """Ask the plugins what they add to comparisons."""
    found: dict[str, tuple[str, Measure]] = {}
    for plugin, said in plugins.ask(names, "trickbook_metrics", rulebook=rulebook, pack=pack):
        where = f"plugin {plugin!r}, hook 'trickbook_metrics'"
        with answers(plugin, "trickbook_metrics"):
            for measure in said:
                _check_measure(where, measure)
                if measure.name in found:
                    raise PluginError(
                        f"{where}: plugin {found[measure.name][0]!r} has a metric {measure.name!r} already"
                    )
                found[measure.name] = plugin, measure
    return tuple(found.values())


def _check_measure(where: str, measure: Any) -> None:
    if not isinstance(measure, Measure):
        raise PluginError(f"{where}: expected a Measure, found {measure!r}")
    for what, value, known in (
        ("method", measure.method, MEASURE_METHODS),
        ("sample", measure.sample, MEASURE_SAMPLES),
    ):
        if value not in known:
            raise PluginError(f"{where}: {measure.name!r} has the {what} {value!r}; expected one of {', '.join(known)}")
    for what in ("name", "title", "unit", "what"):
        text = getattr(measure, what)
        if not isinstance(text, str) or not text or text != one_line(text):
            raise PluginError(f"{where}: the {what} of {measure.name!r} is {text!r}; expected a text of one line")
    if not callable(measure.values):
        raise PluginError(
            f"{where}: the values of {measure.name!r} are {measure.values!r}; expected a function of rows"
        )
