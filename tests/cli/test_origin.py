"""Where figures come from stands in every output of a study."""

from __future__ import annotations

import csv
import io
import json
import platform
import re
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import pytest

import trickbook
from tests.cli.conftest import Run
from trickbook.origin import score_words
from trickbook.report.deal_tables import KEPT, DealTable
from trickbook.report.page import html_page
from trickbook.study import Comparison
from trickbook.version import KERNEL, VERSION

GAMES = ("schwesing", "schwesing+optional-daring")
FROM = (11, 10)


@pytest.fixture(scope="module")
def games() -> Sequence[trickbook.CompiledGame]:
    return [trickbook.load(game) for game in GAMES]


@pytest.fixture(scope="module")
def comparison(games: Sequence[trickbook.CompiledGame]) -> Comparison:
    return trickbook.compare(games, deals=60, matches=4, seed=7, scores=FROM, duplicate=20, keep=KEPT)


def expected_versions() -> dict[str, str]:
    return {
        "trickbook": VERSION,
        "kernel": KERNEL,
        "numba": version("numba"),
        "numpy": version("numpy"),
        "python": platform.python_version(),
    }


def test_a_comparison_says_what_it_depends_on(comparison: Comparison, games: Sequence[trickbook.CompiledGame]) -> None:
    assert comparison.scores == FROM
    assert comparison.versions == expected_versions()
    found = comparison.as_json()
    assert found["from"] == [11, 10]
    plugins = {name: game.plugin_set.version(name) for game in games for name in ("sevens", "daring")}
    assert found["origin"] == {
        "games": [{"game": game.game, "digest": game.rulebook.digest, "plugins": plugins} for game in games],
        "bots": "greedy",
        "seed": 7,
        "from": [11, 10],
        "sample": {"deals": 60, "matches": 4, "duplicate": 20},
        "versions": expected_versions(),
    }


def test_its_repr_is_a_line(comparison: Comparison) -> None:
    text = repr(comparison)
    assert "\n" not in text
    assert len(text) < 300
    for part in (*GAMES, "deals=60", "matches=4", "duplicate=20", "'greedy'", "seed=7", "from=11:10", VERSION):
        assert part in text


def test_a_page_says_it(comparison: Comparison) -> None:
    text = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", html_page(comparison)))
    assert "deals begin at 11:10" in text
    for name, number in expected_versions().items():
        shown = {"kernel": f"(kernel {number})", "numpy": f"NumPy {number}"}.get(name, f"{name.capitalize()} {number}")
        assert shown in text
    assert "plugins daring" in text


def test_a_table_of_deals_says_it_in_each_row(comparison: Comparison, games: Sequence[trickbook.CompiledGame]) -> None:
    file = io.StringIO()
    DealTable(games, comparison).write_csv(file)
    rows = [*csv.DictReader(io.StringIO(file.getvalue()))]
    assert len(rows) == 120
    for place, row in enumerate(rows):
        assert (row["players"], row["start_score"], row["seed"]) == ("greedy", "11:10", "7")
        assert row["sample"] == "60 deals, 4 whole games, 20 deals in duplicate"
        assert row["digest"] == games[place // 60].rulebook.digest
        assert f"Trickbook {VERSION} (kernel {KERNEL})" in row["versions"]


def test_parquet_says_it_in_its_schema(
    comparison: Comparison, games: Sequence[trickbook.CompiledGame], tmp_path: Path
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "deals.parquet"
    with path.open("wb") as file:
        DealTable(games, comparison).write_parquet(file)
    schema = parquet.read_schema(path)
    assert json.loads(schema.metadata[b"trickbook"]) == comparison.origin.as_json()
    assert parquet.read_table(path).column("start_score").to_pylist() == ["11:10"] * 120


def test_a_frame_says_it(comparison: Comparison) -> None:
    pytest.importorskip("pandas")
    assert comparison.to_pandas().attrs["origin"] == comparison.origin.as_json()


@pytest.mark.parametrize(
    ("command", "start"),
    [
        (["compare", "schwesing", "treia", "-n", "20", "--matches", "2", "--from", "3,2"], "deals from 3:2"),
        (["compare", "schwesing", "--detect", "0.5", "-n", "50", "--from", "3,2"], "deals from 3:2"),
        (["sweep", "schwesing", "match.target", "10,12", "-n", "20", "--matches", "2"], "deals from 0"),
        (["ladder", "schwesing", "--bots", "random,greedy", "-n", "20"], "deals from 0"),
        (["simulate", "schwesing", "-n", "20"], "matches from 0"),
    ],
)
def test_every_command_says_it(run: Run, command: Sequence[str], start: str) -> None:
    text = " ".join(run(*command, "--seed", "9").out.split())
    bots = "random,greedy" if "ladder" in command else "greedy"
    for part in (
        start,
        f"players {bots}",
        "seed 9",
        f"Trickbook {VERSION} (kernel {KERNEL})",
        f"NumPy {version('numpy')}",
    ):
        assert part in text
    assert re.search(r"Rules: schwesing(\+match\.target=12)? [0-9a-f]{16}", text)
    found = json.loads(run(*command, "--seed", "9", "--json").out)["origin"]
    assert (found["seed"], found["bots"], found["versions"]) == (9, bots, expected_versions())
    assert found["from"] == ([3, 2] if "--from" in command else [])
    assert any(found["sample"].values())


def test_records_say_it(run: Run) -> None:
    first = json.loads(run("simulate", "schwesing", "-n", "2", "--seed", "9", "--record", "-").out.splitlines()[0])
    assert first["format"] == "trickbook-rules"
    assert (first["origin"]["bots"], first["origin"]["seed"]) == ("greedy", 9)
    assert first["origin"]["versions"] == expected_versions()


def test_scores_in_words() -> None:
    assert score_words((11, 10)) == "11:10"
    assert score_words(()) == "0"
