"""Metrics that a plugin named by its file adds to a comparison."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import trickbook
from tests.plugins.test_file_plugins import set_up
from trickbook.cli import main
from trickbook.plugins import PluginError, PluginSet
from trickbook.simulation.batches import simulate_singles
from trickbook.study import compare

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
        (one(title="'two\\nlines'"), "expected a text of one line"),
        (one(unit="'\\x1b[2J'"), "expected a text of one line"),
        (one(values="5"), "expected a function of rows"),
        (one(values="lambda rows: 5"), "expected 100 values"),
        (one(values="lambda rows: rows['trickery']"), "trickery"),
        (one(values="lambda rows: rows['tricks'] + 2", method="'share'"), "0, 1 or NaN"),
        (one(values="lambda rows: -1 * rows['tricks']", method="'rate'"), "0 or more, or NaN, found -"),
        (one(values="lambda rows: np.full(len(rows), np.inf)"), "found inf"),
        (one(values="lambda rows: np.full(len(rows), -np.inf)"), "found -inf"),
        (one(values="lambda rows: np.full(len(rows), 1e308)"), "found 1e+308"),
        (one(values="lambda rows: np.where(rows['tricks'] > 0, -1e200, np.nan)"), "found -1e+200"),
        (one(values="lambda rows: rows['tricks'][1:]"), "found (99,)"),
        (one(values="lambda rows: rows['tricks'][:, np.newaxis]"), "found (100, 1)"),
        (one(values="lambda rows: np.full(len(rows), 1j)"), "found values of the type complex128"),
        (one(values="lambda rows: [None] * len(rows)"), "found values of the type object"),
        (one(values="lambda rows: ['1'] * len(rows)"), "found values of the type <U1"),
        (one(values="lambda rows: rows['tricks'].astype('M8[s]')"), "found values of the type datetime64"),
        (one(values="lambda rows: rows['tricks'].fill(0)"), "read-only"),
        (one(values="lambda rows: exit('enough')"), "SystemExit: enough"),
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


@pytest.mark.parametrize("method", ["mean", "rate", "share"])
def test_a_metric_that_never_counts_is_left_out(method: str, tmp_path: Path) -> None:
    source = one(values="lambda rows: rows['tricks'] * 0 / 0", method=repr(method))
    name, plugin = set_up(tmp_path, source)
    games = [trickbook.load(name, plugins=PluginSet([plugin]))]
    assert "mine.x" not in [m.metric.name for m in compare(games, deals=20, matches=1, bots="random").metrics]


HOSTILE = "'one\\n  two\\x1b[31m red\\x07'"
FAILING = {
    "imported": f"raise RuntimeError({HOSTILE})\n",
    "asked for its keys": f"from trickbook.hooks import hookimpl\n@hookimpl\ndef trickbook_keys():\n    raise RuntimeError({HOSTILE})\n",
    "compiled": HEAD + f"    raise RuntimeError({HOSTILE})\n",
    "answers": HEAD + f"    return [{HOSTILE}]\n",
    "checks": "from trickbook.hooks import Problem, hookimpl\n@hookimpl\ndef trickbook_check(rulebook, pack):\n"
    f"    return [Problem('lead.sizes', {HOSTILE})]\n",
    "measures": HEAD
    + "    def fail(rows):\n"
    + f"        raise RuntimeError({HOSTILE})\n"
    + "    return [Measure('mine.x', 'X', 'x a deal', 'an x', fail)]\n",
    "has no text": HEAD
    + "    class Odd(Exception):\n        def __str__(self):\n            raise ValueError\n"
    + "    raise Odd\n",
}  # fmt: skip


@pytest.mark.parametrize("when", FAILING)
def test_what_a_plugin_says_is_one_line_without_control_characters(
    when: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, plugin = set_up(tmp_path, FAILING[when])
    assert main(["compare", name, "-n", "20", "--matches", "1", "--bots", "random", "--plugin", str(plugin)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.isprintable()
    if when == "has no text":
        assert line.endswith("Odd")
    else:
        assert "one two\\x1b[31m red\\x07" in line or "one\\n  two\\x1b[31m red\\x07" in line
