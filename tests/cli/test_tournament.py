"""Totals and ranks of tournaments (TO-02) reach every command that plays or replays them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from trickbook.game.standings import ranking, standing_lines, standings

TOURNAMENT = "schwesing+schwesing-tournament"


def totals_in(path: str) -> list[list[int]]:
    """Each tournament's totals, added up from the records' own scores by who sat where."""
    tournaments: list[list[int]] = []
    for line in Path(path).read_text("utf-8").splitlines():
        record = json.loads(line)
        if record["format"] != "trickbook-record":
            continue
        if record["deal"] == 0:
            tournaments.append([0] * 4)
        for player, side in zip(record["players"], record["teams"], strict=True):
            tournaments[-1][player] += record["score"][side]
    return tournaments


@pytest.mark.clause("TO-02")
def test_simulate_tells_totals_and_ranks(run: Run) -> None:
    found = run("simulate", TOURNAMENT, "--matches", "2", "--record", "t.jsonl", "--json").json
    totals = totals_in("t.jsonl")
    assert [entry["totals"] for entry in found["tournaments"]] == totals
    for entry in found["tournaments"]:
        best_first = sorted(entry["totals"], reverse=True)
        assert entry["ranks"] == [best_first.index(total) + 1 for total in entry["totals"]]
    assert [entry["total"] for entry in found["standings"]] == [(a + b) / 2 for a, b in zip(*totals, strict=True)]
    text = run("simulate", TOURNAMENT, "--matches", "1").out
    (first,) = [
        line.split()
        for line in text.splitlines()
        if line.strip().startswith(f"P{totals[0].index(max(totals[0])) + 1} ")
    ]
    assert first[1:] == [str(max(totals[0])), "1", "1"]


@pytest.mark.clause("TO-02")
def test_replay_tells_the_ranks(run: Run) -> None:
    run("simulate", TOURNAMENT, "--matches", "1", "--record", "t.jsonl")
    (totals,) = totals_in("t.jsonl")
    expected = ranking(totals)
    assert [entry["totals"] for entry in run("replay", "t.jsonl", "--json").json["tournaments"]] == [totals]
    assert f"match 0, the ranks: {', '.join(expected)}" in run("replay", "t.jsonl").out
    told = run("replay", "t.jsonl", "--show", "--line", "49").out
    assert "the ranks, by points over all sessions:\n  " + "\n  ".join(expected) in told
    assert "Nobody wins" not in told
    assert "Session 2, table 1, deal 3: " in run("replay", "t.jsonl", "--show", "--line", "20").out


@pytest.mark.clause("TO-02")
def test_compare_tells_where_the_players_stand(run: Run) -> None:
    arguments = ("compare", TOURNAMENT, "-n", "10", "--matches", "3", "--record", "t.jsonl")
    (found,) = run(*arguments, "--json").json["standings"]
    whole = totals_in_matches("t.jsonl")
    assert (found["game"], found["tournaments"]) == (TOURNAMENT, 3)
    assert [entry["total"] for entry in found["players"]] == pytest.approx(
        [sum(own) / 3 for own in zip(*whole, strict=True)]
    )
    assert "Standing over 3 tournaments, on average:" in run(*arguments).out
    run(*arguments, "--html", "t.html")
    assert "Standing over 3 tournaments, on average:" in Path("t.html").read_text("utf-8")
    assert run("compare", "schwesing", "-n", "10", "--matches", "3", "--json").json["standings"] == []


def totals_in_matches(path: str) -> list[list[int]]:
    """The totals of the whole matches of a study."""
    lines = Path(path).read_text("utf-8").splitlines()
    whole = [line for line in lines if json.loads(line).get("study", {}).get("sample") == "matches"]
    Path("whole.jsonl").write_text("\n".join(whole), "utf-8")
    return totals_in("whole.jsonl")


def test_equal_totals_are_one_rank_in_words() -> None:
    assert ranking([5, 5, 3, 5]) == ["1. P1 and P2 and P4 with 5", "4. P3 with 3"]
    lines = standing_lines(standings([[5, 5], [7, 3]]), 2)
    assert lines[2].split() == ["P1", "6.00", "1.00", "2"]
    assert lines[3].split() == ["P2", "4.00", "1.50", "1"]
