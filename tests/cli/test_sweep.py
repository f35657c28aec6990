"""`sweep`, and the files and answers of `compare`, as typed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from trickbook.report.interval_plot import strip
from trickbook.study.sweep import SweepError, read_values, through_values

FEW = ("-n", "100", "--matches", "20")


def test_a_sweep_through_values(run: Run) -> None:
    result = run("sweep", "schwesing", "match.target", "8..16..4", "--metric", "deals", *FEW)
    assert result.code == 0
    assert result.err == ""
    lines = result.out.splitlines()
    start = lines.index("Deals, deals a game")
    assert [line.split()[0] for line in lines[start + 1 : start + 4]] == ["8", "12", "16"]
    assert all("●" in line for line in lines[start + 1 : start + 4])


def test_the_measure_is_the_value_that_the_game_has(run: Run) -> None:
    document = run("sweep", "schwesing", "match.target", "10,12", "--json", *FEW).json
    assert document["games"] == ["schwesing+match.target=12", "schwesing+match.target=10"]
    assert document["labels"] == ["12", "10"]
    assert document["order"] == [1, 0]
    assert document["sweep"] == "match.target"


def test_a_target_changes_no_single_deal(run: Run) -> None:
    """From nothing, no deal of Schwesing scores six (BR-50), so a target of 8 or 12 makes no difference to it."""
    document = run("sweep", "schwesing", "match.target", "8,12", "--json", *FEW).json
    (won,) = [metric for metric in document["metrics"] if metric["name"] == "deals-won"]
    assert won["differences"][0]["mean"] == 0


def test_one_house_rule_at_a_time(run: Run) -> None:
    document = run("sweep", "bura", "--toggle", "closed,no-sixes", "--json", *FEW).json
    assert document["games"] == ["bura", "bura+closed", "bura+no-sixes"]
    assert document["labels"] == ["bura", "closed", "no-sixes"]


def test_intervals_in_ascii(command: object) -> None:
    done = command(  # type: ignore[operator]
        "sweep",
        "schwesing",
        "match.target",
        "8,12",
        "--metric",
        "deals",
        *FEW,
        environment={"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert b"-o-" in done.stdout
    assert b"?" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("schwesing",), "--toggle"),
        (("schwesing", "match.target"), "--toggle"),
        (("schwesing", "match.target", "9..6"), "9..6"),
        (("schwesing", "match.target", "1..100"), "64"),
        (("schwesing", "match.target", "1..1000000000"), "64"),
        (("schwesing", "match.target", f"1..{'9' * 5000}"), "more than 18 digits"),
        (("schwesing", "match.target", "6,,8"), "empty"),
        (("schwesing", "match.targt", "6,8"), "match.target"),
        (("schwesing", "--toggle", "closed"), "fit"),
        (("schwesing", "match.target", "6,8", "--metric", "luk"), "luk"),
    ],
)
def test_bad_sweeps_are_refused(run: Run, arguments: tuple[str, ...], said: str) -> None:
    result = run("sweep", *arguments, *FEW)
    assert result.code == 2
    assert said in result.err
    assert result.out == ""


def test_values() -> None:
    assert read_values("6..8") == ["6", "7", "8"]
    assert read_values("-4..4..4") == ["-4", "0", "4"]
    assert read_values("[1],[1, 2]") == ["[1]", "[1, 2]"]
    with pytest.raises(SweepError):
        read_values("6..8..0")


def test_without_its_own_value_the_first_is_the_measure(run: Run) -> None:
    plan = through_values("schwesing", "match.target", ["6", "8"], [6, 8], 12)
    assert plan.order == (0, 1)
    assert plan.measure == "Set against match.target=6, the first of them; schwesing itself has 12."
    assert plan.measure in " ".join(run("sweep", "schwesing", "match.target", "6,8", *FEW).out.split())


def test_values_are_compared_and_not_how_they_are_typed(run: Run) -> None:
    """Bura leads one to three cards, which is the list [1, 2, 3] (BU-08)."""
    document = run("sweep", "bura", "lead.sizes", "[1],[1,2,  3]", "--json", *FEW).json
    assert document["labels"][0] == "[1,2,  3]"
    assert document["measure"].endswith("as bura has it.")


def test_the_summary_is_about_the_metrics_asked_for(run: Run) -> None:
    result = run("sweep", "schwesing", "--toggle", "singles-only", "--metric", "deals-won,deals", *FEW)
    assert "of 2 metrics" in " ".join(result.out.split())


def test_a_game_that_ends_by_another_key_is_said_to(run: Run) -> None:
    result = run("sweep", "kozel-points", "match.target", "6,8", *FEW)
    assert (result.code, result.out) == (2, "")
    assert "did you mean match.limit?" in result.err


def test_a_strip_has_its_ends_and_its_mean() -> None:
    assert strip(0.0, 10.0, 10.0, (0.0, 10.0), 11) == "──────────●"
    assert strip(5.0, 5.0, 5.0, (5.0, 5.0), 11) == "     ●     "


def test_files_are_written(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    pytest.importorskip("matplotlib")
    pytest.importorskip("pyarrow")
    files = ("--html", "r.html", "--csv", "d.csv", "--parquet", "d.parquet")
    assert run("compare", "schwesing", "treia", *FEW, "--fast", *files).code == 0
    assert "--html r.html" in (tmp_path / "r.html").read_text("utf-8")
    assert (tmp_path / "d.csv").read_bytes().count(b"\n") == 201
    assert (tmp_path / "d.parquet").read_bytes()[:4] == b"PAR1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["d.csv", "d.parquet", "r.html"]
    again = (tmp_path / "r.html").read_bytes()
    assert run("compare", "schwesing", "treia", *FEW, "--fast", *files).code == 0
    assert (tmp_path / "r.html").read_bytes() == again


def test_a_table_on_standard_output_is_alone_there(run: Run) -> None:
    result = run("compare", "schwesing", *FEW, "--csv", "-")
    assert result.out.startswith("game,deal,")
    assert result.out.count("\n") == 101


def test_the_page_of_a_sweep(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert run("sweep", "schwesing", "match.target", "8,12", *FEW, "--metric", "deals", "--html", "s.html").code == 0
    text = (tmp_path / "s.html").read_text("utf-8")
    assert 'id="sweep-1-title"' in text


def test_what_is_missing_is_named_before_anything_is_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    result = run("compare", "schwesing", "treia", "--html", "r.html")
    assert result.code == 2
    assert 'pip install "trickbook[report]"' in result.err
    assert "jinja2" in result.err


@pytest.mark.parametrize("question", ["balance", "length", "luck", "drama", "usage"])
def test_every_question_is_answered_in_one_sentence_for_each_kind_of_quantity(run: Run, question: str) -> None:
    document = run("compare", "schwesing", "schwesing+optional-daring", *FEW, "--ask", question, "--fast", "--json").json
    metrics = {
        "balance": ["seat-advantage", "side-balance"],
        "length": ["match-minutes"],
        "luck": ["luck"],
        "drama": ["drama"],
        "usage": ["rule-weight"],
    }
    assert [answer["metric"] for answer in document["answers"]] == metrics[question]
    for answer in document["answers"]:
        assert answer["question"] == question
        assert answer["sentence"].endswith(".")
        assert answer["against"] == "schwesing"
        assert answer["low"] <= answer["mean"] <= answer["high"]


@pytest.mark.parametrize(
    ("game", "differs"),
    [("treia", "pack"), ("schwesing+deal.at_a_time=1", "number of cards dealt at a time")],
)
def test_how_often_a_rule_matters_is_refused_before_playing_where_deals_are_others(
    run: Run, game: str, differs: str
) -> None:
    result = run("compare", "schwesing", game, *FEW, "--ask", "usage")
    assert result.code == 2
    assert result.out == ""
    assert f"the {differs} is not the same in all" in result.err


def test_the_answer_comes_first(run: Run) -> None:
    result = run("compare", "schwesing", "treia", *FEW, "--ask", "balance", "--fast")
    said = " ".join(result.out.split())
    assert said.index("In Bruus (Treia), played by greedy, forehand's side gets") < said.index("mean (95 % interval)")
    assert "Deals, deals a game" not in said


def test_an_unknown_question_is_refused(run: Run) -> None:
    result = run("compare", "schwesing", "treia", "--ask", "colour")
    assert result.code == 2
    assert "balance" in result.err
