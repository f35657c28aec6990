"""Metrics that a plugin named by its file adds to a comparison."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import trickbook
from tests.plugins.test_file_plugins import set_up
from trickbook.compare import compare
from trickbook.plugins import PluginError, PluginSet
from trickbook.simulate import simulate_singles

HEAD = (
    "import numpy as np\nfrom trickbook.hooks import Measure, hookimpl\n@hookimpl\ndef trickbook_metrics(rulebook):\n"
)
LONG = HEAD + (
    "    return [\n"
    "        Measure('mine.long', 'Long deals', 'share of deals', 'deals of six tricks or more',\n"
    "                lambda rows: rows['tricks'] >= 6, method='share'),\n"
    "        Measure('mine.games', 'Games', 'games', 'one a match',\n"
    "                lambda rows: np.ones((rows['outcome'] != 0).sum()), sample='matches'),\n"
    "    ]\n"
)


def one(**changes: str) -> str:
    """Return the source of a plugin with one metric, changed in one way."""
    said = {
        "name": "'mine.x'",
        "title": "'X'",
        "unit": "'x a deal'",
        "what": "'an x'",
        "values": "lambda rows: rows['tricks']",
    }
    return HEAD + f"    return [Measure({', '.join(f'{key}={value}' for key, value in {**said, **changes}.items())})]\n"


def test_metrics_of_a_plugin_are_measured(tmp_path: Path) -> None:
    name, plugin = set_up(tmp_path, LONG)
    game = trickbook.load(name, plugins=PluginSet([plugin]))
    comparison = compare(["schwesing", game], deals=300, matches=5, bots="random")
    found = {measured.metric.name: measured for measured in comparison.metrics}
    rows = simulate_singles(game, deals=300, seed=1, bots="random")
    (value,) = found["mine.long"].values
    assert value.estimate.mean == pytest.approx(np.mean(rows["tricks"] >= 6))
    assert value.place == 1
    (value,) = found["mine.games"].values
    assert (value.estimate.mean, value.estimate.n) == (1, 5)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (one(name="'tricks'"), "'tricks' is a metric of this project"),
        (one(name="'event.dare'"), "'event.dare' is a metric of this project"),
        (one(method="'median'"), "expected one of mean, rate, share"),
        (one(sample="'tricks'"), "expected one of deals, matches"),
        (one(title="''"), "title"),
        (one(values="5"), "expected a function of rows"),
        (one(values="lambda rows: 5"), "expected 100 values"),
        (one(values="lambda rows: rows['trickery']"), "trickery"),
        (one(values="lambda rows: rows['tricks'] + 2", method="'share'"), "0, 1 or NaN"),
        (HEAD + "    return [5]\n", "expected a Measure"),
        (HEAD + "    return 5\n", "unusable answer"),
        (one().rstrip() + " * 2\n", "has a metric 'mine.x' already"),
    ],
)  # fmt: skip
def test_metrics_that_can_not_be_are_refused_by_name(source: str, said: str, tmp_path: Path) -> None:
    name, plugin = set_up(tmp_path, source)
    with pytest.raises(PluginError, match="mine") as raised:
        compare([trickbook.load(name, plugins=PluginSet([plugin]))], deals=100, matches=1, bots="random")
    assert said in str(raised.value)
