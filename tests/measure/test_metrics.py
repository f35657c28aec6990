"""Each metric by rows written by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import trickbook
from trickbook.bots.playing import ROW
from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import (
    BY_DEALS,
    BY_LAST_LEFT,
    BY_STOP,
    BY_TARGET,
    ENDED_CLAIM,
    ENDED_PLAYED,
    ENDED_POT,
    ENDED_TARGET,
    GOES_ON,
)
from trickbook.measure.metrics import DEALS, MATCHES, METRICS, Family, metrics_of
from trickbook.measure.statistics import Values
from trickbook.simulation.batches import Rows

NAN = np.nan
TEAMS = {"seats": 4, "sides": 2, "ended": ENDED_PLAYED, "half_time_side": -1, "claimer": -1, "pot_taker": -1}


@pytest.fixture(scope="module")
def schwesing() -> CompiledGame:
    return trickbook.load("schwesing")


@pytest.fixture(scope="module")
def by_card_points() -> CompiledGame:
    """A game in which card points decide."""
    game = trickbook.load("schwesing+end.won_by=card-points+points.A=11")
    assert game.rules.won_by_card_points
    return game


@pytest.fixture(scope="module")
def bura() -> CompiledGame:
    return trickbook.load("bura", players=3)


def names(game: CompiledGame) -> list[str]:
    return [metric.name for metric in metrics_of(game)]


def rows(*deals: dict[str, Any], **common: Any) -> Rows:
    made = np.zeros(len(deals), ROW)
    for row, deal in zip(made, deals, strict=True):
        for field, value in {**TEAMS, **common, **deal}.items():
            if isinstance(value, list):
                row[field][: len(value)] = value
            else:
                row[field] = value
    return made


def measure(game: CompiledGame, name: str, of: Rows) -> list[float]:
    (metric,) = [metric for metric in metrics_of(game) if metric.name == name]
    values: Values = metric.values(of, game)
    assert values.dtype == np.float64
    return [float(value) for value in values]


def test_tricks_and_points_are_those_of_forehands_side(schwesing: CompiledGame) -> None:
    deals = rows(
        {"first_side": 0, "tricks_won": [5, 3], "score": [1, 2]},
        {"first_side": 1, "tricks_won": [5, 3], "score": [1, 2]},
        {"first_side": 1, "tricks_won": [0, 6], "score": [-2, 4]},
        {"first_side": 0, "tricks_won": [0, 6], "score": [-2, 4]},
    )
    assert measure(schwesing, "tricks", deals) == [5, 3, 6, 0]
    assert measure(schwesing, "points", deals) == [1, 2, 4, -2]


def test_deals_won_by_tricks(schwesing: CompiledGame) -> None:
    deals = rows(
        {"first_side": 0, "tricks_won": [5, 3]},
        {"first_side": 1, "tricks_won": [5, 3]},
        {"first_side": 0, "tricks_won": [4, 4]},  # a tie is won by none
        {"first_side": 1, "tricks_won": [0, 5]},
        {"first_side": 0, "tricks_won": [2, 1], "ended": ENDED_TARGET},  # stopped by a dare at eleven all
    )
    assert measure(schwesing, "deals-won", deals) == [1, 0, 0, 1, 1]


def test_deals_won_of_more_sides_than_two(schwesing: CompiledGame) -> None:
    three = {"seats": 3, "sides": 3}
    deals = rows(
        {"first_side": 2, "tricks_won": [1, 3, 4]},
        {"first_side": 1, "tricks_won": [4, 4, 0]},
        {"first_side": 1, "tricks_won": [4, 4, 0, 9]},  # a side that does not sit at this table
        **three,
    )
    assert measure(schwesing, "deals-won", deals) == [1, 0, 0]


def test_deals_won_by_card_points(by_card_points: CompiledGame) -> None:
    deals = rows(
        {"first_side": 0, "tricks_won": [5, 3], "card_points": [50, 70]},
        {"first_side": 1, "tricks_won": [5, 3], "card_points": [50, 70]},
        {"first_side": 1, "tricks_won": [3, 5], "card_points": [60, 60]},
    )
    assert measure(by_card_points, "deals-won", deals) == [0, 1, 0]


def test_deals_won_by_the_pot(schwesing: CompiledGame) -> None:
    deals = rows(
        {"first_side": 1, "pot_taker": 1, "claimer": 1, "ended": ENDED_CLAIM, "tricks_won": [3, 2, 0]},
        {"first_side": 1, "pot_taker": -1, "claimer": 1, "ended": ENDED_CLAIM, "tricks_won": [0, 4, 0]},  # wrong claim
        {"first_side": 1, "pot_taker": 2, "ended": ENDED_POT},
        {"first_side": 2, "pot_taker": 2, "ended": ENDED_POT},
        seats=3,
        sides=3,
    )
    assert measure(schwesing, "deals-won", deals) == [1, 0, 0, 1]
    partners = rows({"first_side": 1, "pot_taker": 3, "claimer": 3, "ended": ENDED_CLAIM})
    assert measure(schwesing, "deals-won", partners) == [1]


@pytest.mark.clause("BU-09", "BU-11", "BU-13")
def test_deals_of_a_game_for_the_pot_are_won_by_its_taker_alone(bura: CompiledGame) -> None:
    deals = rows(
        {"first_side": 0, "tricks_won": [7, 3, 2], "card_points": [80, 30, 10]},  # nobody claimed
        {"first_side": 1, "tricks_won": [7, 3, 2], "card_points": [80, 30, 10]},
        {"first_side": 1, "tricks_won": [4, 2, 0], "ended": ENDED_CLAIM, "claimer": 1, "pot_taker": 1},
        {"first_side": 0, "tricks_won": [4, 2, 0], "ended": ENDED_CLAIM, "claimer": 1, "pot_taker": 1},
        {"first_side": 0, "tricks_won": [4, 2, 0], "ended": ENDED_CLAIM, "claimer": 0},  # wrong
        {"first_side": 1, "tricks_won": [4, 2, 0], "ended": ENDED_CLAIM, "claimer": 0},
        {"first_side": 2, "tricks_won": [4, 2, 0], "ended": ENDED_POT, "pot_taker": 2},
        {"first_side": 0, "tricks_won": [4, 2, 0], "ended": ENDED_POT, "pot_taker": 2},
        seats=3,
        sides=3,
    )
    assert measure(bura, "deals-won", deals) == [0, 0, 1, 0, 0, 0, 1, 0]


@pytest.mark.clause("KM-03", "KM-04")
def test_deals_of_kozel_for_money_are_won_by_most_card_points_or_a_combination() -> None:
    kozel = trickbook.load("kozel-money")
    two = {"seats": 2, "sides": 2}
    deals = rows(
        {"first_side": 0, "tricks_won": [2, 6], "card_points": [61, 59], "pot_taker": 0},
        {"first_side": 1, "tricks_won": [2, 6], "card_points": [61, 59], "pot_taker": 0},
        {"first_side": 1, "tricks_won": [2, 6], "card_points": [60, 60]},  # split
        {"first_side": 1, "tricks_won": [3, 0], "card_points": [40, 0], "ended": ENDED_POT, "pot_taker": 1},
        **two,
    )
    assert measure(kozel, "deals-won", deals) == [1, 0, 0, 1]


def test_sweeps(schwesing: CompiledGame) -> None:
    deals = rows(
        {"tricks_won": [5, 0]},
        {"tricks_won": [0, 6]},
        {"tricks_won": [5, 1]},
        {"tricks_won": [2, 0], "ended": ENDED_TARGET},  # the deal was not played to its end
        {"tricks_won": [0, 0]},
    )
    assert measure(schwesing, "sweeps", deals) == [1, 1, 0, 0, 0]


def test_carried_applies_where_a_tie_is_a_bock(schwesing: CompiledGame) -> None:
    treia = trickbook.load("treia")
    deals = rows({"carry_out": 0}, {"carry_out": 1}, {"carry_out": 2})
    assert measure(treia, "carried", deals) == [0, 1, 1]
    assert "carried" not in names(schwesing)


def test_half_time(schwesing: CompiledGame) -> None:
    deals = rows(
        {"half_time_side": 0, "tricks_won": [5, 3]},
        {"half_time_side": 0, "tricks_won": [4, 5]},
        {"half_time_side": -1, "tricks_won": [5, 3]},  # nobody is ahead: not counted
        {"half_time_side": 1, "tricks_won": [4, 4]},  # a tie is not won
        {"half_time_side": -1, "tricks_won": [4, 4]},
    )
    assert measure(schwesing, "half-time", deals) == pytest.approx([1, 0, NAN, 0, NAN], nan_ok=True)


def test_half_time_is_left_out_where_tricks_do_not_decide(by_card_points: CompiledGame, bura: CompiledGame) -> None:
    others = [trickbook.load(game) for game in ("kozel-money", "kozel-points")]
    assert not [game.game for game in (by_card_points, bura, *others) if "half-time" in names(game)]
    assert "half-time" in names(trickbook.load("treia"))


@pytest.mark.clause("BU-09")
def test_claims_right_and_wrong(bura: CompiledGame, schwesing: CompiledGame) -> None:
    deals = rows(
        {"ended": ENDED_CLAIM, "claimer": 1, "pot_taker": 1},
        {"ended": ENDED_CLAIM, "claimer": 0, "pot_taker": 0},
        {"ended": ENDED_CLAIM, "claimer": 2},
        {"ended": ENDED_POT, "pot_taker": 0},  # by a bura: no claim
        {"ended": ENDED_PLAYED},
        seats=3,
        sides=3,
    )
    assert measure(bura, "claims-right", deals) == [1, 1, 0, 0, 0]
    assert measure(bura, "claims-wrong", deals) == [0, 0, 1, 0, 0]
    assert measure(bura, "pots-by-combination", deals) == [0, 0, 0, 1, 0]
    for game in (schwesing, trickbook.load("kozel-money"), trickbook.load("kozel-points")):
        assert not {"claims-right", "claims-wrong"} & set(names(game))


def test_pots_are_won_by_combinations_where_one_gives_the_pot(schwesing: CompiledGame) -> None:
    assert "pots-by-combination" in names(trickbook.load("kozel-money"))
    for game in (schwesing, trickbook.load("kozel-points"), trickbook.load("bura+bura-leads-only")):
        assert "pots-by-combination" not in names(game)


@pytest.mark.clause("BU-09", "BU-11")
def test_pots_left_and_pots_played_for(bura: CompiledGame, schwesing: CompiledGame) -> None:
    played = rows(
        {"match": 0, "pot_staked": 3, "pot_left": 3},  # nobody claims
        {"match": 0, "pot_before": 3, "pot_staked": 3, "pot_left": 12},  # a wrong claim doubles the 6
        {"match": 0, "pot_before": 12, "pot_staked": 0, "pot_left": 0, "outcome": BY_DEALS},
        {"match": 1, "pot_staked": 3, "pot_left": 0, "outcome": BY_DEALS},
        {"match": 2, "pot_staked": 3, "pot_left": 3, "outcome": BY_STOP},
        seats=3,
        sides=3,
    )
    assert measure(bura, "pots-left", played) == [1, 1, 0, 0, 1]
    # 3 + 6 + 12 in three deals.
    assert measure(bura, "pot", played) == pytest.approx([7, 3, NAN], nan_ok=True)
    for game in (schwesing, trickbook.load("kozel-points")):
        assert not {"pots-left", "pot"} & set(names(game))


@pytest.mark.clause("KP-13", "KP-14")
def test_penalties_by_kind(schwesing: CompiledGame, bura: CompiledGame) -> None:
    kozel = trickbook.load("kozel-points", players=3)
    deals = rows(
        {"score": [0, 2, 4]},
        {"score": [4, 0, 4]},
        {"score": [2, 2, 2]},
        {"score": [6, 6, 0, 6, 0, 0]},  # sides from the fourth on do not sit at this table
        seats=3,
        sides=3,
    )
    assert measure(kozel, "penalty.0", deals) == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])
    assert measure(kozel, "penalty.2", deals) == pytest.approx([1 / 3, 0, 1, 0])
    assert measure(kozel, "penalty.4", deals) == pytest.approx([1 / 3, 2 / 3, 0, 0])
    assert measure(kozel, "penalty.6", deals) == pytest.approx([0, 0, 0, 2 / 3])
    for game in (kozel, trickbook.load("kozel-points")):
        assert [name for name in names(game) if name.startswith("penalty")] == [f"penalty.{n}" for n in (0, 2, 4, 6)]
    for game in (schwesing, bura):
        assert not [name for name in names(game) if name.startswith("penalty")]


def test_penalties_of_other_numbers_of_sides_are_no_kind() -> None:
    two, three = (trickbook.load("kozel-points+score.sixty-all.points=3", players=players) for players in (2, 3))
    assert "penalty.3" in names(two)
    assert "penalty.3" not in names(three)


@pytest.mark.clause("KP-15", "KP-16")
def test_eliminations(schwesing: CompiledGame, bura: CompiledGame) -> None:
    kozel = trickbook.load("kozel-points", players=3)
    three, two = {"seats": 3, "sides": 3}, {"seats": 2, "sides": 2}
    played = rows(
        # One goes out after the second deal, the next after the fourth.
        {"match": 0, "deal": 0, **three},
        {"match": 0, "deal": 1, **three},
        {"match": 0, "deal": 2, **two},
        {"match": 0, "deal": 3, **two, "outcome": BY_LAST_LEFT},
        # Two at once; three sit down to the next match, and two left the one before: no elimination lies between.
        {"match": 1, "deal": 0, **three},
        {"match": 1, "deal": 1, **three, "outcome": BY_LAST_LEFT},
        # Of a match that ends in its first deal, of three, the two of the next are no elimination.
        {"match": 2, "deal": 0, **three, "outcome": BY_DEALS},
        {"match": 3, "deal": 0, **two, "outcome": BY_LAST_LEFT},
        {"match": 4, "deal": 0, **three},
        {"match": 4, "deal": 1, **two, "outcome": BY_STOP},
    )
    assert measure(kozel, "eliminations", played) == pytest.approx([2, 1, 0, 1, NAN], nan_ok=True)
    assert measure(kozel, "deals", played) == pytest.approx([4, 2, 1, 1, NAN], nan_ok=True)
    assert "eliminations" not in names(schwesing) + names(bura)


def test_wild_leads() -> None:
    kozel = trickbook.load("kozel-points")
    assert measure(kozel, "event.wild-lead", rows({"events": [0]}, {"events": [1]})) == [0, 1]


def test_lengths_of_deals(schwesing: CompiledGame) -> None:
    deals = rows({"cards": 24, "moves": 20, "choices": 17}, {"cards": 36, "moves": 36, "choices": 31})
    assert measure(schwesing, "cards", deals) == [24, 36]
    assert measure(schwesing, "decisions", deals) == [20, 36]
    assert measure(schwesing, "choices", deals) == [17, 31]


def test_tricks_by_size(schwesing: CompiledGame) -> None:
    deals = rows({"tricks_of_size": [0, 4, 1, 0]}, {"tricks_of_size": [0, 2, 0, 2]})
    assert measure(schwesing, "tricks-of-2", deals) == [1, 0]
    assert measure(schwesing, "tricks-of-3", deals) == [0, 2]
    singles = trickbook.load("schwesing+singles-only")
    assert not [name for name in names(singles) if name.startswith("tricks-of")]


def test_events_of_every_kind(schwesing: CompiledGame) -> None:
    deals = rows({"events": [2, 1, 0]}, {"events": [3, 0, 1]})
    assert measure(schwesing, "event.dare", deals) == [2, 3]
    assert measure(schwesing, "event.strike", deals) == [1, 0]
    assert measure(schwesing, "event.counter-strike", deals) == [0, 1]


def test_deals_of_whole_matches(schwesing: CompiledGame) -> None:
    played = rows(
        {"match": 0, "deal": 0, "outcome": GOES_ON},
        {"match": 0, "deal": 1, "outcome": BY_TARGET},
        {"match": 1, "deal": 0, "outcome": BY_TARGET},
        {"match": 2, "deal": 0, "outcome": GOES_ON},
        {"match": 2, "deal": 1, "outcome": GOES_ON},
        {"match": 2, "deal": 2, "outcome": BY_STOP},  # stopped: not counted
    )
    assert measure(schwesing, "deals", played) == pytest.approx([2, 1, NAN], nan_ok=True)


def test_metrics_of_several_games_are_in_order_and_named_once(schwesing: CompiledGame) -> None:
    found = [metric.name for metric in metrics_of(schwesing, trickbook.load("treia"))]
    assert len(found) == len(set(found))
    assert found.index("points") < found.index("sweeps") < found.index("carried") < found.index("deals")


@pytest.mark.parametrize("entry", METRICS, ids=lambda entry: entry.name)
def test_every_metric_is_documented(entry: Any) -> None:
    assert entry.values.__doc__, "the formula stands in the docstring"
    assert entry.unit
    assert entry.what
    assert entry.sample in (DEALS, MATCHES)
    assert isinstance(entry, Family) or len(entry.title) <= 28
