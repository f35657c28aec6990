"""`compare`, as typed."""

from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Run


def test_compare_prints_the_games_side_by_side(run: Run) -> None:
    result = run("compare", "schwesing", "treia", "-n", "200", "--matches", "20", "--fast")
    assert result.code == 0
    assert result.err == ""
    assert "schwesing" in result.out
    assert "treia is Bruus (Treia)" in result.out
    assert "Bruus (Treia) minus Bruus (Schwesing)" in result.out


def test_compare_as_json(run: Run) -> None:
    arguments = ("compare", "schwesing", "treia", "-n", "200", "--matches", "20", "--seed", "5", "--fast", "--json")
    document = run(*arguments).json
    assert set(document) >= {
        *("games", "deals", "matches", "seed", "bots", "paired", "metrics", "seconds", "decisions_per_second"),
    }
    assert (document["games"], document["deals"], document["matches"]) == (["schwesing", "treia"], 200, 20)
    assert (document["seed"], document["bots"], document["paired"]) == (5, "greedy", True)
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
        (("schwesing", "--from", "1,2,3"), "3 scores were given for the 2 sides of schwesing"),
        (("schwesing", "--from", "1"), "1 score was given for the 2 sides of schwesing"),
        (("schwesing", "--from", "12,5"), "12 points win a match of schwesing"),
        (("schwesing", "treia", "--from", "11,0"), "10 points win a match of treia"),
        (("kozel-points", "--players", "2", "--from", "12,0"), "a side with 12 points is out"),
        (("kozel-points", "--players", "2", "--from", "13,12"), "a side with 12 points is out"),
        (("schwesing", "--from", "40,40"), "a match of schwesing is over at 12"),
        (("kozel-points", "--players", "2", "--from", "24,24"), "expected less than 24"),
        (("schwesing", "--seed", "18446744073709551616"), "from 0 to 18446744073709551615"),
        (("schwesing", "-n", "1000000000000"), "from 1 to 1000000000"),
        (("schwesing", "--threads", "100000"), "from 1 to 256"),
        (("schwesing", "--from", "99999999999,0"), "from -1000000 to 1000000"),
        (("schwesing", "--players", "99999999"), "from 1 to 1000"),
        (("schwesing", "--from", "a"), "--from"),
        (("schwesing", "--bots", "greedy,greedy"), "4"),
    ],
)
def test_bad_comparisons_are_refused(run: Run, arguments: tuple[str, ...], said: str) -> None:
    result = run("compare", "-n", "10", *arguments)
    assert result.code == 2
    assert said in result.err
    assert result.out == ""


def test_scores_below_nothing_need_no_equals_sign(run: Run) -> None:
    arguments = ("compare", "schwesing", "-n", "50", "--matches", "1", "--json")
    spaced, joined = run(*arguments, "--from", "-5,11"), run(*arguments, "--from=-5,11")
    assert spaced.code == 0
    assert spaced.json["metrics"] == joined.json["metrics"]


def test_compare_until_it_is_precise(run: Run) -> None:
    arguments = ("compare", "schwesing", "--bots", "random", "--precision", "0.02", "--from", "5,0")
    result = run(*arguments)
    assert result.code == 0
    assert "Deals forehand's side wins (deals-won) is known to ± 0.0" in " ".join(result.out.split())
    assert re.search(r"looked at after 2,048( and [\d,]+)? deals", " ".join(result.out.split()))
    assert "whole game" not in result.out
    document = run(*arguments, "--json").json
    assert document["precision"]["reached"] is True
    assert document["precision"]["half_width"] <= 0.02
    few = run(*arguments, "-n", "100", "--json").json
    assert (few["deals"], few["precision"]["reached"]) == (100, False)


def test_compare_says_how_many_deals_an_effect_needs(run: Run) -> None:
    arguments = ("compare", "schwesing", "treia", "--bots", "random", "--detect", "0.1", "--metric", "points")
    result = run(*arguments)
    assert result.code == 0
    assert "in 80% of studies" in result.out
    document = run(*arguments, "--json").json
    assert [plan["power"] for plan in document["needed"]] == [0.8, 0.95]
    assert (document["metric"], document["effect"], document["pilot"]) == ("points", 0.1, 500)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--precision", "0"), "above 0"),
        (("--precision", "1e-300"), "from 0.000001 to 1,000,000"),
        (("--detect", "1e300"), "from 0.000001 to 1,000,000"),
        (("--detect", "1e-9"), "from 0.000001 to 1,000,000"),
        (("--precision", "nan"), "above 0"),
        (("--precision", "a"), "expected a number"),
        (("--metric", "cards"), "--precision"),
        (("--precision", "0.1", "--detect", "0.1"), "--detect"),
        (("--precision", "0.1", "--metric", "deels"), "did you mean deals?"),
    ],
)
def test_bad_precisions_are_refused(run: Run, arguments: tuple[str, ...], said: str) -> None:
    result = run("compare", "schwesing", *arguments)
    assert result.code == 2
    assert said in result.err


@pytest.mark.clause("KP-16")
@pytest.mark.parametrize("game", [("kozel-points", "--players", "2"), ("schwesing",)])
def test_sides_that_share_the_score_at_which_a_match_ends_play_on(run: Run, game: tuple[str, ...]) -> None:
    assert run("compare", *game, "-n", "20", "--matches", "1", "--bots", "random", "--from", "12,12").code == 0


def test_luck_is_chosen_beforehand_and_corrected(run: Run) -> None:
    arguments = ("compare", "bura", "bura+closed", "-n", "60", "--matches", "2", "--ask", "luck", "--duplicate", "80")
    document = run(*arguments, "--json").json
    luck, skill = document["metrics"][:2]
    assert (luck["name"], luck["method"]) == ("luck", "intraclass correlation, interval by the jackknife")
    assert (skill["name"], skill["unit"]) == ("skill", "chips a deal")
    assert {value["n"] for value in luck["values"] + skill["values"]} == {80}
    assert document["beforehand"] == ["luck"]
    assert luck["differences"][0]["p_holm"] == luck["differences"][0]["p"]
    assert skill["differences"][0]["p_holm"] >= skill["differences"][0]["p"]
    (answer,) = document["answers"]
    assert answer["clear"] == (luck["differences"][0]["p_holm"] < 0.05)


def test_the_skill_curve_of_a_player(run: Run) -> None:
    arguments = ("compare", "bura", "-n", "20", "--matches", "1", "--skill", "ismcts:160:random", "--duplicate", "10")
    document = run(*arguments, "--json").json
    points = [metric for metric in document["metrics"] if metric["name"].startswith("skill.")]
    assert [(point["name"], point["sample"], point["shown"]) for point in points] == [
        ("skill.160", "deals in duplicate", False),
        ("skill.40", "deals in duplicate", False),
    ]
    result = run(*arguments)
    assert "160 over 40 simulations" in result.out
    assert "10 deals in duplicate" in " ".join(result.out.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--skill", "greedy"), "has no skill curve"),
        (("--skill", "ismcts:3"), "has no quarter"),
        (("--skill", "ismtcs:200"), "did you mean ismcts?"),
        (("--skill", "ismcts:200,greedy"), "names several players"),
        (("--ask", "luck", "--bots", "random"), "nobody is weaker"),
        (("--ask", "luck", "--bots", "greedy,random,greedy,random"), "names several players"),
        (("--duplicate", "100"), "--skill"),
        (("--detect", "0.1", "--skill", "ismcts:200"), "--detect only plans"),
    ],
)
def test_luck_and_skill_that_can_not_be_told_are_refused_before_anything_is_played(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    def played(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("trickbook.cli.long_work.play", played)
    result = run("compare", "schwesing", *arguments)
    assert (result.code, result.out) == (2, "")
    assert said in result.err


def test_the_heading_says_where_whole_games_begin(run: Run) -> None:
    late = " ".join(run("compare", "schwesing", "-n", "20", "--matches", "1", "--from", "11,11").out.split())
    assert "deals from 11:11, whole games from their beginning" in late
    plain = run("compare", "schwesing", "-n", "20", "--matches", "1").out
    assert "from their beginning" not in plain


def test_the_heading_says_which_whole_games_never_ended(run: Run) -> None:
    """Nobody has 12 points after two deals: a game that stops then has no winner, and says nothing of how long games are."""
    endless = "schwesing+match.at_most=2"
    found = run("compare", "schwesing", endless, "-n", "20", "--matches", "30", "--fast")
    text = " ".join(found.out.split())
    assert re.search(r"; of the whole games \d+ of [^;]* never ended, were stopped, and don't count", text), text
    assert "never ended" not in run("compare", "schwesing", "-n", "20", "--matches", "3").out


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (("--html", "a", "--csv", "a"), "--html and --csv are the same file, a"),
        (("--record", "b", "--resume", "./b"), "--record and --resume are the same file, ./b"),
        (("--json", "--csv", "-"), "--json and --csv - would both write to standard output"),
    ],
)
def test_two_options_for_one_file_are_both_named(run: Run, files: tuple[str, ...], said: str) -> None:
    result = run("compare", "schwesing", "treia", "-n", "10", *files)
    assert (result.code, result.out) == (2, "")
    assert said in result.err


def test_intervals_of_few_deals_reach_no_farther_than_can_be(run: Run) -> None:
    """A share is from 0 to 1, so that of another game is at most 1 above or below it."""
    metrics = run("compare", "schwesing", "treia", "-n", "2", "--matches", "2", "--fast", "--json").json["metrics"]
    shares = [entry for entry in metrics if entry["method"].startswith("share") and entry["differences"]]
    assert len(shares) > 4
    for entry in shares:
        for found in entry["differences"]:
            assert found["low"] is None or -1 <= found["low"] <= found["mean"] <= found["high"] <= 1
