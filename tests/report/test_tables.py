"""Tables of deals: what stands in them is what was measured, in every form."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import trickbook
from trickbook.report.deal_tables import KEPT, DealTable, columns_of
from trickbook.study import Comparison

GAMES = ("schwesing", "treia", "bura")
DEALS = 300


@pytest.fixture(scope="module")
def games() -> Sequence[trickbook.CompiledGame]:
    return [trickbook.load(game) for game in GAMES]


@pytest.fixture(scope="module")
def comparison(games: Sequence[trickbook.CompiledGame]) -> Comparison:
    return trickbook.compare(games, deals=DEALS, matches=5, keep=KEPT)


@pytest.fixture(scope="module")
def rows(games: Sequence[trickbook.CompiledGame], comparison: Comparison) -> list[dict[str, str]]:
    file = io.StringIO()
    DealTable(games, comparison).write_csv(file)
    file.seek(0)
    return list(csv.DictReader(file))


def test_a_row_a_deal(rows: list[dict[str, str]]) -> None:
    assert [row["game"] for row in rows] == [game for game in GAMES for _ in range(DEALS)]
    assert [int(row["deal"]) for row in rows] == [*range(DEALS)] * len(GAMES)


def test_means_are_those_of_the_comparison(rows: list[dict[str, str]], comparison: Comparison) -> None:
    for name in ("deals-won", "points", "half-time", "event.dare", "pots-left"):
        (measured,) = [measured for measured in comparison.metrics if measured.metric.name == name]
        column = "metric_" + re.sub(r"\W", "_", name)
        for value in measured.values:
            found = [float(row[column]) for row in rows if row["game"] == value.game and row[column]]
            assert len(found) == value.estimate.n
            assert sum(found) / len(found) == pytest.approx(value.estimate.mean)


def test_what_a_game_has_not_is_empty(rows: list[dict[str, str]]) -> None:
    for row in rows:
        assert (row["events_dare"] == "") == (row["game"] == "bura")
        assert (row["metric_pots_left"] == "") == (row["game"] != "bura")


def test_tricks_of_the_sides_make_all_tricks(rows: list[dict[str, str]]) -> None:
    for row in rows:
        if row["game"] == "bura":  # a trick counts one there, whatever its size
            assert int(row["tricks_won_0"]) + int(row["tricks_won_1"]) == int(row["tricks"])


def test_names_need_no_quotes(games: Sequence[trickbook.CompiledGame]) -> None:
    names = [column.name for column in columns_of(games)]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names)


def test_parquet_and_csv_are_the_same(
    games: Sequence[trickbook.CompiledGame], comparison: Comparison, rows: list[dict[str, str]], tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    with (tmp_path / "deals.parquet").open("wb") as file:
        DealTable(games, comparison).write_parquet(file)
    table = parquet.read_table(tmp_path / "deals.parquet")
    assert table.schema.metadata[b"ended"].startswith(b"what ended the deal")
    for read, row in zip(table.to_pylist(), rows, strict=True):
        assert {name: "" if value is None else str(value) for name, value in read.items()} == row


def test_pandas_and_polars(games: Sequence[trickbook.CompiledGame], comparison: Comparison) -> None:
    pytest.importorskip("pandas")
    frame = DealTable(games, comparison).to_pandas()
    assert frame.shape[0] == DEALS * len(GAMES)
    figures = comparison.to_pandas()
    tricks = figures[(figures["metric"] == "tricks") & (figures["game"] == "treia")]
    assert tricks["mean"].item() == pytest.approx(frame[frame["game"] == "treia"]["metric_tricks"].mean())


def test_what_sets_a_game_against_the_first_has_its_column_too() -> None:
    games = [trickbook.load(name) for name in ("schwesing", "schwesing+optional-daring")]
    comparison = trickbook.compare(games, deals=DEALS, matches=1, keep=KEPT)
    file = io.StringIO()
    DealTable(games, comparison).write_csv(file)
    rows = list(csv.DictReader(io.StringIO(file.getvalue())))
    first, other = rows[:DEALS], rows[DEALS:]
    for row, own in zip(first, other, strict=True):
        assert (float(row["metric_rule_weight"]), float(row["metric_other_winner"])) == (0, 0)
        assert float(own["metric_rule_weight"]) == (own["course"] != row["course"])
        assert float(own["metric_other_winner"]) == (own["winner"] != row["winner"])
    for measured in comparison.metrics:
        if measured.metric.of_two:
            column = "metric_" + measured.metric.name.replace("-", "_")
            assert sum(float(row[column]) for row in other) / DEALS == pytest.approx(measured.values[1].estimate.mean)
