"""`ladder`, as typed, and the proof of the players' strength in small."""

from __future__ import annotations

import re

import pytest

import trickbook
from tests.cli.conftest import Run
from trickbook.report.ladder import sentence
from trickbook.study.ladder import ladder

GAMES = [
    ("schwesing",),
    ("treia",),
    ("bruus-two",),
    ("bura",),
    ("kozel-money",),
    ("kozel-points",),
    ("kozel-points", "--players", "2"),
]
"""Every game that ships, with its usual number of players; Kozel for points in partnerships and for two."""


def test_ladder_says_who_beats_whom(run: Run) -> None:
    result = run("ladder", "schwesing", "-n", "300", "--bots", "random,greedy")
    assert result.code == 0
    assert result.err == ""
    assert "300 deals a pair, each played 2 times" in result.out
    assert "greedy beats random by 1." in result.out
    assert "<0.001" in result.out


def test_players_who_are_alike_are_not_told_apart(run: Run) -> None:
    """On so few deals and simulations, search has no reason to leave what the greedy player would do."""
    result = run("ladder", "schwesing", "-n", "20", "--bots", "greedy,ismcts:30")
    assert "20 deals don't tell ismcts:30 from greedy" in result.out


def test_ladder_as_json(run: Run) -> None:
    arguments = ("ladder", "bura", "--players", "3", "-n", "100", "--bots", "random,greedy,ismcts:10", "--json")
    document = run(*arguments, "--threads", "1").json
    assert set(document) == {"game", "digest", "unit", "sides", "seed", "pairs", "complete", "origin", "seconds"}
    assert (document["unit"], document["sides"], document["seed"]) == ("chips", 3, 1)
    assert [(pair["bot"], pair["against"]) for pair in document["pairs"]] == [
        ("greedy", "random"),
        ("ismcts:10", "greedy"),
    ]
    first = document["pairs"][0]
    assert set(first) == {"bot", "against", "deals", "turns", "margin", "won", "alike", "luck", "seconds"}
    assert (first["deals"], first["turns"]) == (100, 3)
    assert first["won"]["even"] == pytest.approx(1 / 3)
    assert first["margin"]["low"] > 0
    again = run(*arguments, "--threads", "2").json
    for one, other in zip(document["pairs"], again["pairs"], strict=True):
        assert {**one, "seconds": 0} == {**other, "seconds": 0}


def test_all_meet_all(run: Run) -> None:
    document = run(
        "ladder", "bruus-two", "-n", "8", "--bots", "random,greedy,ismcts:2", "--pairs", "all", "--json"
    ).json
    met = [(pair["bot"], pair["against"]) for pair in document["pairs"]]
    assert met == [("greedy", "random"), ("ismcts:2", "random"), ("ismcts:2", "greedy")]


def test_who_meets_whom_is_one_of_two_words() -> None:
    from trickbook.study.ladder import LadderError, ladder

    with pytest.raises(LadderError, match="'everybody'; expected 'next' or 'all'"):
        ladder("schwesing", ["random", "greedy"], meet="everybody")


def test_names_are_not_broken_in_the_middle_of_a_word_or_turned_into_pictures(run: Run) -> None:
    """Rich makes a picture of `:100:`."""
    out = run("ladder", "bura", "-n", "4", "--bots", "ismcts:25:random,ismcts:100:random").out
    assert max(map(len, out.splitlines())) <= 80
    table = out[out.index("player over") :]
    assert "ismcts:100:random" in table
    assert "ismcts:25:random" in table


@pytest.mark.parametrize(("game", "unit"), [("bura", "chips"), ("kozel-points", "penalty points"), ("treia", "points")])
def test_a_pair_is_told_in_the_unit_of_the_game(run: Run, game: str, unit: str) -> None:
    result = run("ladder", game, "-n", "50", "--bots", "random,greedy")
    assert re.search(rf"greedy beats random by [\d.]+ {unit} a deal", " ".join(result.out.split()))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "GAME"),
        (("schwesing", "--bots", "greedy"), "at least two players"),
        (("schwesing", "--bots", "greedy,ismtcs:5"), "did you mean ismcts?"),
        (("schwesing", "--bots", "greedy,nowhere.x"), "nowhere"),
        (("schwesing", "--bots", "greedy,daring.x"), "the plugin 'daring' adds none"),
        (("schwesing", "--bots", "random,greedy,daring.x"), "the plugin 'daring' adds none"),
        (("schwesing", "--scheduler", "tcp://x:1", "--threads", "2"), "--scheduler"),
        (("schwesing", "-n", "1"), "from 2"),
        (("schwesing", "--pairs", "some"), "--pairs"),
    ],
)
def test_bad_ladders_are_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.setattr("trickbook.study.ladder.play", lambda unit: pytest.fail(f"{unit} was played"))
    result = run("ladder", *arguments)
    assert result.code == 2
    assert said in result.err
    assert result.out == ""


@pytest.mark.parametrize("game", GAMES, ids=" ".join)
def test_greedy_beats_random(run: Run, game: tuple[str, ...]) -> None:
    (pair,) = run("ladder", *game, "-n", "200", "--bots", "random,greedy", "--json").json["pairs"]
    assert pair["margin"]["low"] > 0


@pytest.mark.parametrize("game", GAMES[4:], ids=" ".join)
def test_search_beats_greedy_where_few_deals_show_it(run: Run, game: tuple[str, ...]) -> None:
    (pair,) = run("ladder", *game, "-n", "200", "--bots", "greedy,ismcts:200", "--json").json["pairs"]
    assert pair["margin"]["low"] > 0


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES, ids=" ".join)
def test_more_search_is_better_or_no_worse(run: Run, game: tuple[str, ...]) -> None:
    """The steps of docs/explanation/strength.md that take long."""
    (first,) = run("ladder", *game, "-n", "3000", "--bots", "greedy,ismcts:200", "--json").json["pairs"]
    assert first["margin"]["low"] > 0
    for other in ("ismcts:200", "montecarlo:1000"):
        (pair,) = run("ladder", *game, "-n", "1500", "--bots", f"{other},ismcts:1000", "--json").json["pairs"]
        assert pair["margin"]["high"] >= 0, other


def test_a_player_who_leaves_nothing_to_chance_plays_itself_alike(run: Run) -> None:
    out = " ".join(run("ladder", "schwesing", "-n", "50", "--bots", "greedy,greedy").out.split())
    assert "greedy (2) and greedy (1) are one player, so that no margin is expected" in out
    assert "all 50 deals come out the same in all turns" in out
    pair = run("ladder", "schwesing", "-n", "50", "--bots", "greedy,greedy", "--json").json["pairs"][0]
    assert (pair["bot"], pair["against"], pair["alike"], pair["margin"]["mean"]) == (
        "greedy (2)",
        "greedy (1)",
        True,
        0,
    )


@pytest.mark.parametrize("bot", ["random", "ismcts:10:random"])
def test_a_player_by_chance_draws_otherwise_against_itself(run: Run, bot: str) -> None:
    result = run("ladder", "schwesing", "-n", "60", "--bots", f"{bot},{bot}", "--json")
    margin = result.json["pairs"][0]["margin"]
    assert result.json["pairs"][0]["luck"] < 1  # the same cards do not always give the same
    again = run("ladder", "schwesing", "-n", "60", "--bots", f"{bot},{bot}", "--json", "--threads", "1")
    assert again.json["pairs"][0]["margin"] == margin


def test_a_player_against_itself_is_clear_in_five_of_a_hundred_ladders() -> None:
    game = trickbook.load("schwesing")
    rungs = [ladder(game, ["random", "random"], deals=60, seed=seed, threads=1).rungs[0] for seed in range(200)]
    clear = [rung for rung in rungs if rung.is_better or rung.is_worse]
    # 10 are expected; 3 to 19 hold with a chance of 99 % (binomial).
    assert 3 <= len(clear) <= 19
    assert any(rung.margin.mean > 0 for rung in rungs)
    assert any(rung.margin.mean < 0 for rung in rungs)


def test_the_sentence_of_a_player_against_itself_says_what_is_expected() -> None:
    game = trickbook.load("schwesing")
    said = {sentence(ladder(game, ["random", "random"], deals=60, seed=seed, threads=1).rungs[0]) for seed in range(40)}
    start = "random (2) and random (1) are one player, so that no margin is expected"
    assert all(text.startswith(start) for text in said)
    assert any("and 60 deals show none: " in text for text in said)
