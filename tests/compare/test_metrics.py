"""Each metric by rows written by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import trickbook
from trickbook.bots.playing import ROW
from trickbook.compare.metrics import DEALS, MATCHES, METRICS, Family, metrics_of
from trickbook.compare.statistics import Values
from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import (
    BY_STOP,
    BY_TARGET,
    ENDED_CLAIM,
    ENDED_PLAYED,
    ENDED_POT,
    ENDED_TARGET,
    GOES_ON,
)
from trickbook.simulate import Rows

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
    assert "carried" not in [metric.name for metric in metrics_of(schwesing)]


def test_half_time(schwesing: CompiledGame) -> None:
    deals = rows(
        {"half_time_side": 0, "tricks_won": [5, 3]},
        {"half_time_side": 0, "tricks_won": [4, 5]},
        {"half_time_side": -1, "tricks_won": [5, 3]},  # nobody is ahead: not counted
        {"half_time_side": 1, "tricks_won": [4, 4]},  # a tie is not won
        {"half_time_side": -1, "tricks_won": [4, 4]},
    )
    assert measure(schwesing, "half-time", deals) == pytest.approx([1, 0, NAN, 0, NAN], nan_ok=True)


def test_lengths_of_deals(schwesing: CompiledGame) -> None:
    deals = rows({"cards": 24, "moves": 20, "choices": 17}, {"cards": 36, "moves": 36, "choices": 31})
    assert measure(schwesing, "cards", deals) == [24, 36]
    assert measure(schwesing, "decisions", deals) == [20, 36]
    assert measure(schwesing, "choices", deals) == [17, 31]


def test_tricks_by_size(schwesing: CompiledGame) -> None:
    deals = rows({"tricks_of_size": [0, 4, 1, 0]}, {"tricks_of_size": [0, 2, 0, 2]})
    assert measure(schwesing, "tricks-of-2", deals) == [1, 0]
    assert measure(schwesing, "tricks-of-3", deals) == [0, 2]
    singles = [metric.name for metric in metrics_of(trickbook.load("schwesing+singles-only"))]
    assert not [name for name in singles if name.startswith("tricks-of")]


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
    names = [metric.name for metric in metrics_of(schwesing, trickbook.load("treia"))]
    assert len(names) == len(set(names))
    assert names.index("sweeps") < names.index("carried") < names.index("half-time")


@pytest.mark.parametrize("entry", METRICS, ids=lambda entry: entry.name)
def test_every_metric_is_documented(entry: Any) -> None:
    assert entry.values.__doc__, "the formula stands in the docstring"
    assert entry.unit
    assert entry.what
    assert entry.sample in (DEALS, MATCHES)
    assert isinstance(entry, Family) or len(entry.title) <= 28
