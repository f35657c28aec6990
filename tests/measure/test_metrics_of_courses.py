"""Metrics of seats, of choice and length, and of the course of a deal, by rows written by hand."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

import trickbook
from tests.measure.test_metrics import measure, names, rows
from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import BY_STOP, BY_TARGET, ENDED_CLAIM, ENDED_POT
from trickbook.measure.metrics import Metric, metrics_of

NAN = np.nan


@pytest.fixture(scope="module")
def schwesing() -> CompiledGame:
    return trickbook.load("schwesing")


@pytest.fixture(scope="module")
def bura() -> CompiledGame:
    return trickbook.load("bura", players=3)


@pytest.fixture(scope="module")
def kozel() -> CompiledGame:
    return trickbook.load("kozel-points")


def metric(game: CompiledGame, name: str) -> Metric:
    (found,) = [metric for metric in metrics_of(game) if metric.name == name]
    return found


def course(winners: list[int], worth: list[int] | None = None) -> dict[str, object]:
    """Return the fields of a deal whose tricks are won by these sides, and bring so much."""
    brought = worth or [1] * len(winners)
    won = [sum(w for side, w in zip(winners, brought, strict=True) if side == of) for of in range(3)]
    return {"tricks": len(winners), "trick_side": winners, "trick_worth": brought, "tricks_won": won}


def test_points_and_wins_by_place_in_the_order_of_play(bura: CompiledGame, schwesing: CompiledGame) -> None:
    deals = rows(
        {"first_side": 0, "score": [2, -1, -1], "ended": ENDED_POT, "pot_taker": 0},
        {"first_side": 1, "score": [5, 6, 7], "ended": ENDED_POT, "pot_taker": 2},
        {"first_side": 2, "score": [5, 6, 7], "ended": ENDED_CLAIM, "claimer": 1},
        seats=3,
        sides=3,
    )
    assert measure(bura, "points.2", deals) == [-1, 7, 5]
    assert measure(bura, "points.3", deals) == [-1, 5, 6]
    assert measure(bura, "deals-won.2", deals) == [0, 1, 0]
    assert measure(bura, "deals-won.3", deals) == [0, 0, 0]
    assert measure(bura, "deals-undecided", deals) == [0, 0, 1]
    # 2 against -1 and -1; 6 against 5 and 7; 7 against 5 and 6.
    assert measure(bura, "seat-advantage", deals) == [3, 0, 1.5]
    # Of three sides, a third is fair.
    assert measure(bura, "side-balance", deals) == pytest.approx([2 / 3, -1 / 3, NAN], nan_ok=True)
    assert {"points.2", "deals-won.2"} <= set(names(schwesing))
    assert not {"points.3", "deals-won.3", "dealer-advantage"} & set(names(schwesing))


def test_dealer_advantage(bura: CompiledGame) -> None:
    deals = rows(
        {"dealer": 2, "score": [2, -1, -1]},
        {"dealer": 0, "score": [2, -1, -1]},
        {"dealer": 1, "score": [0, 0, 6, 100]},  # the fourth does not sit at this table
        seats=3,
        sides=3,
    )
    assert measure(bura, "dealer-advantage", deals) == [-1.5, 3, -3]


@pytest.mark.clause("KP-13")
def test_penalty_points_are_marked(kozel: CompiledGame, schwesing: CompiledGame, bura: CompiledGame) -> None:
    for name in ("points", "points.2", "seat-advantage", "event-worth.wild-lead"):
        assert metric(kozel, name).unit.startswith("penalty points")
        assert metric(kozel, name).unit.endswith("(fewer is better)")
    for game in (schwesing, bura):
        assert not [metric.name for metric in metrics_of(game) if "fewer" in metric.unit]
    assert "fewer" not in metric(kozel, "tricks").unit


def test_choice(schwesing: CompiledGame) -> None:
    deals = rows(
        {"asked": 20, "moves": 18, "choices": 15, "options": 50, "tricks": 5},
        {"asked": 4, "moves": 4, "choices": 0, "options": 4, "tricks": 1},
        {"asked": 0},
    )
    assert measure(schwesing, "legal-moves", deals) == pytest.approx([2.5, 1, NAN], nan_ok=True)
    assert measure(schwesing, "real-choices", deals) == pytest.approx([0.75, 0, NAN], nan_ok=True)
    assert measure(schwesing, "tricks-played", deals) == [5, 1, 0]
    # 60 + 15 x 6 + 5 x 2 = 160 seconds; 60 + 4 x 2 = 68; 60.
    assert measure(schwesing, "minutes", deals) == pytest.approx([160 / 60, 68 / 60, 1])


def test_moves_and_minutes_of_whole_matches(schwesing: CompiledGame) -> None:
    played = rows(
        {"match": 0, "asked": 20, "moves": 18, "choices": 15},
        {"match": 0, "asked": 4, "moves": 4, "outcome": BY_TARGET},
        {"match": 1, "asked": 4, "moves": 4, "outcome": BY_STOP},
    )
    assert measure(schwesing, "match-minutes", played) == pytest.approx([228 / 60, NAN], nan_ok=True)
    assert measure(schwesing, "match-decisions", played) == pytest.approx([22, NAN], nan_ok=True)


def test_when_a_deal_is_decided(schwesing: CompiledGame) -> None:
    deals = rows(
        course([0, 0, 0, 0, 0]),  # side 0 leads from the first trick on
        course([1, 0, 0, 1, 0]),  # 0-1, 1-1, 2-1, 2-2, 3-2: for good only after the fifth
        course([0, 1, 0, 0]),  # 1-0, 1-1, 2-1, 3-1: for good after the third of four
        course([0, 1, 1, 0]),  # nobody wins
        course([0, 1, 1], [3, 1, 1]),  # a triple trick: 3-0, 3-1, 3-2
        {"tricks": 0},
    )
    assert measure(schwesing, "decided-at", deals) == pytest.approx([0.2, 1, 0.75, NAN, 1 / 3, NAN], nan_ok=True)


def test_a_winner_that_never_led_is_known_at_the_end(bura: CompiledGame) -> None:
    deals = rows(
        {**course([0, 0], [10, 4]), "ended": ENDED_POT, "pot_taker": 2, "card_points": [14]},
        {**course([1, 0, 1], [0, 21, 11]), "ended": ENDED_CLAIM, "claimer": 0, "pot_taker": 0},
        seats=3,
        sides=3,
    )
    # Side 2 wins by a bura without a point. In the second deal: 0-0 all, 21-0, 21-11.
    assert measure(bura, "decided-at", deals) == pytest.approx([1, 2 / 3])
    # The first is 10 and 14 of 14 behind.
    assert measure(bura, "drama", deals) == pytest.approx([(sqrt(10 / 14) + 1) / 2, 0])
    assert measure(bura, "comebacks", deals) == [1, 0]


def test_changes_of_the_lead(schwesing: CompiledGame) -> None:
    deals = rows(
        course([0, 0, 0]),
        course([0, 1, 1, 0, 0]),  # 1-0, 1-1, 1-2 (one), 2-2, 3-2 (two)
        course([0, 1, 0]),  # 1-0, 1-1, 2-1: the same side again
        course([1, 0]),  # a tie at the end
        course([1, 0, 0], [1, 2, 1]),  # 0-1, 2-1 without a tie between
        {"tricks": 0},
    )
    assert measure(schwesing, "lead-changes", deals) == [0, 2, 0, 0, 1, 0]


def test_drama(schwesing: CompiledGame) -> None:
    deals = rows(
        course([0, 0, 0]),
        course([1, 1, 0, 0, 0]),  # behind by 1, 2, 1, 0, 0 of 5
        course([0, 1]),  # nobody wins
    )
    behind = (sqrt(1 / 5) + sqrt(2 / 5) + sqrt(1 / 5)) / 5
    assert measure(schwesing, "drama", deals) == pytest.approx([0, behind, NAN], nan_ok=True)


def test_comebacks(schwesing: CompiledGame) -> None:
    deals = rows(
        course([1, 1, 0, 0, 0]),  # after three of five side 1 leads 2-1
        course([1, 1, 1, 0, 0]),
        course([1, 0, 0, 0]),  # 1-1 after two of four: not counted
        course([1, 1, 0, 0]),  # nobody wins: not counted
    )
    assert measure(schwesing, "comebacks", deals) == pytest.approx([1, 0, NAN, NAN], nan_ok=True)


def test_the_curve_of_how_early_the_winner_is_known(schwesing: CompiledGame) -> None:
    # Ten tricks: 1 leads after one; 1-1; 1 leads after three and four; 2-3 for 1 after five; 3-3; then 0.
    deals = rows(course([1, 0, 1, 0, 1, 0, 0, 0, 0, 0]), course([0, 1, 1]))
    assert measure(schwesing, "leader-wins.10", deals) == [0, 0]
    assert measure(schwesing, "leader-wins.20", deals) == pytest.approx([NAN, 0], nan_ok=True)
    # 34 % of three tricks, as 40 %, are two: a tie.
    assert measure(schwesing, "leader-wins.40", deals) == pytest.approx([NAN, NAN], nan_ok=True)
    assert measure(schwesing, "leader-wins.50", deals) == pytest.approx([0, NAN], nan_ok=True)
    assert measure(schwesing, "leader-wins.70", deals) == [1, 1]
    assert measure(schwesing, "leader-wins.90", deals) == [1, 1]
    assert not metric(schwesing, "leader-wins.50").shown


def test_what_an_event_comes_with(schwesing: CompiledGame) -> None:
    dare, strike = ([row, *[[0] * 8] * 15] for row in ([2, 1, 9, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 0]))
    deals = rows(
        {"side_events": dare, "score": [4, 1]},  # two dares to one
        {"side_events": strike, "score": [4, 1]},  # one each: not counted
        {"score": [4, 1]},
    )
    assert measure(schwesing, "event-worth.dare", deals) == pytest.approx([3, NAN, NAN], nan_ok=True)
    assert measure(schwesing, "event-worth.strike", deals) == pytest.approx([NAN] * 3, nan_ok=True)


@pytest.mark.clause("BU-12", "KP-08")
def test_announcements_by_name(bura: CompiledGame, kozel: CompiledGame, schwesing: CompiledGame) -> None:
    assert bura.combinations == ("bura", "three-aces", "molodka")
    deals = rows({"combinations": [0, 1, 2]}, {"combinations": [1, 0, 0]})
    assert measure(bura, "combination.three-aces", deals) == [1, 0]
    assert measure(bura, "combination.molodka", deals) == [2, 0]
    assert measure(bura, "combination.bura", deals) == [0, 1]
    assert {"combination.molodka", "combination.moskva"} <= set(names(kozel))
    # A triple is simply led.
    assert not [name for name in names(schwesing) if name.startswith("combination")]


def test_cards_played_face_down(kozel: CompiledGame, schwesing: CompiledGame) -> None:
    assert measure(kozel, "face-down", rows({"face_down": 7}, {"face_down": 0})) == [7, 0]
    assert "face-down" not in names(schwesing)
