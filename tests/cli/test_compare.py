"""`compare`, as typed."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


def test_compare_prints_the_games_side_by_side(run: Run) -> None:
    result = run("compare", "schwesing", "treia", "-n", "200", "--matches", "20")
    assert result.code == 0
    assert result.err == ""
    assert "schwesing" in result.out
    assert "treia minus schwesing" in result.out


def test_compare_as_json(run: Run) -> None:
    arguments = ("compare", "schwesing", "treia", "-n", "200", "--matches", "20", "--seed", "5", "--json")
    document = run(*arguments).json
    assert set(document) >= {"games", "deals", "seed", "bots", "paired", "metrics", "seconds", "decisions_per_second"}
    assert (document["games"], document["deals"], document["seed"]) == (["schwesing", "treia"], 200, 5)
    again = run(*arguments, "--threads", "2").json
    assert again["metrics"] == document["metrics"]


def test_compare_from_a_score(run: Run) -> None:
    plain = run("compare", "schwesing", "-n", "200", "--matches", "1", "--json").json["metrics"]
    late = run("compare", "schwesing", "-n", "200", "--matches", "1", "--from", "11,11", "--json").json["metrics"]
    assert plain != late


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "GAME"),
        (("schwesing", "trea"), "treia"),
        (("schwesing", "--from", "1,2,3"), "3"),
        (("schwesing", "--from", "a"), "--from"),
        (("schwesing", "--bots", "greedy,greedy"), "4"),
    ],
)
def test_bad_comparisons_are_refused(run: Run, arguments: tuple[str, ...], said: str) -> None:
    result = run("compare", "-n", "10", *arguments)
    assert result.code == 2
    assert said in result.err
    assert result.out == ""
