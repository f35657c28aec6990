"""Findings and the headline, from figures made up by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

import trickbook
from trickbook.answers.findings import (
    FACTS,
    amount_text,
    change_in_words,
    effect_of,
    fact_of,
    findings,
    headline,
    is_noticeable,
)
from trickbook.measure.comparison import Difference, Measured, Value
from trickbook.measure.statistics import Contrast, Estimate
from trickbook.study import Comparison
from trickbook.study.samples import Samples

NOTHING = float("nan")


class Given:
    """Samples in which every metric has the same values in the first game."""

    def __init__(self, *values: float) -> None:
        self.of_deals = np.array(values)

    def values(self, place: int, metric: object) -> Any:
        return self.of_deals


def given(comparison: Comparison, *values: float) -> Comparison:
    return replace(comparison, samples=cast(Samples, Given(*values)))


@pytest.fixture(scope="module")
def played() -> Comparison:
    return trickbook.compare(["schwesing", "treia"], deals=50, matches=5, bots="random")


def row(comparison: Comparison, name: str, first: float, change: float, half: float, p: float = 0.001) -> Measured:
    """Return a metric that is so much in the first game and differs by so much, give or take half the interval."""
    (metric,) = [measured.metric for measured in comparison.metrics if measured.metric.name == name]
    values = (
        Value(0, "schwesing", Estimate(first, first - half, first + half, 1000)),
        Value(1, "treia", Estimate(first + change, first + change - half, first + change + half, 1000)),
    )
    contrast = Contrast(change, change - half, change + half, p)
    return Measured(metric, values, (Difference(1, "treia", "schwesing", contrast, p),))


def with_rows(comparison: Comparison, *rows: Measured) -> Comparison:
    return replace(comparison, metrics=rows)


def test_the_effect_of_a_share_is_cohens_h(played: Comparison) -> None:
    """From a half to three quarters it is 2 asin √¾ - 2 asin √½ = 2π/3 - π/2 = π/6."""
    measured = row(played, "sweeps", 0.5, 0.25, 0.01)
    assert effect_of(given(played, 0, 1), measured, 0.25) == pytest.approx(np.pi / 6)
    assert effect_of(given(played, 0, 1), measured, -0.25) == pytest.approx(-np.pi / 6)


def test_the_effect_of_a_mean_is_in_standard_deviations(played: Comparison) -> None:
    measured = row(played, "minutes", 3.0, 0.5, 0.01)
    assert effect_of(given(played, 2, 4), measured, 0.5) == pytest.approx(0.5)
    assert effect_of(given(played, 1, 5), measured, 0.5) == pytest.approx(0.25)


def test_what_few_deals_have_has_a_small_effect(played: Comparison) -> None:
    measured = row(played, "event-worth.strike", 3.0, 0.5, 0.01)
    assert effect_of(given(played, 2, 4, NOTHING, NOTHING), measured, 0.5) == pytest.approx(0.25)


def test_what_is_small_beside_its_mean_is_not_noticed(played: Comparison) -> None:
    """A game of 100 moves, give or take 1: two moves more are two standard deviations, and 2 in 100."""
    measured = row(played, "decisions", 100.0, 2.0, 0.1)
    comparison = given(played, 99, 101)
    assert effect_of(comparison, measured, 2.0) == pytest.approx(2.0)
    assert not is_noticeable(comparison, measured, 2.0)
    assert is_noticeable(comparison, measured, 6.0)


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("minutes", 0.27, "a deal is 16 seconds longer"),
        ("minutes", -1 / 60, "a deal is 1 second shorter"),
        ("match-minutes", -6.83, "a game is 6.8 minutes shorter"),
        ("sweeps", -0.061, "sweeps fall by 6.1 in 100 deals"),
        ("seat-advantage", 0.0271, "forehand's side does better by 0.027 points a deal"),
        ("side-balance", 0.018, "forehand's side wins 1.8 in 100 more of the decided deals"),
        ("decided-at", -0.114, "a deal is decided earlier by 11 in 100 of its tricks"),
        ("comebacks", 0.05, "comebacks rise by 5.0 in 100 decided deals with a leader halfway"),
        ("tricks-of-2", -1.25, "double tricks fall by 125 in 100 deals"),
        ("points.2", -0.12, "what the deal gives the side that is 2nd to play falls by 0.12 points"),
        ("event-worth.dare", -0.08, "margin with dare: 0.080 less (points above the other sides)"),
    ],
)
def test_changes_in_words(played: Comparison, name: str, change: float, words: str) -> None:
    measured = row(played, name, 0.5, change, 0.001)
    assert change_in_words(measured, measured.differences[0]) == words


def test_penalties_turn_round_who_is_favoured() -> None:
    """Where points are penalties, more of them for forehand's side is worse."""
    kozel = trickbook.compare(["kozel-points", "kozel-points"], deals=5, matches=1, bots="random")
    measured = row(kozel, "seat-advantage", 0.0, 0.05, 0.01)
    words = change_in_words(measured, measured.differences[0])
    assert words == "forehand's side does worse by 0.050 penalty points a deal"
    points = row(kozel, "points", 0.0, 0.05, 0.01)
    assert change_in_words(points, points.differences[0]).endswith("0.050 penalty points more")


def test_where_chips_are_won_the_words_say_chips() -> None:
    bura = trickbook.compare(["bura", "bura"], deals=5, matches=1, bots="random")
    measured = row(bura, "seat-advantage", 0.0, -0.05, 0.01)
    assert measured.metric.unit == "chips a deal"
    assert change_in_words(measured, measured.differences[0]) == "forehand's side does worse by 0.050 chips a deal"


def test_every_metric_tells_one_fact(played: Comparison) -> None:
    for measured in played.metrics:
        assert sum(fact.has(measured.metric.name) for fact in FACTS) <= 1, measured.metric.name
    assert fact_of("points.2").name == fact_of("points-in-all").name == "what a deal brings"
    assert fact_of("side-balance").name == fact_of("seat-advantage").name == "balance"
    assert fact_of("cards").name == fact_of("tricks-played").name == fact_of("minutes").name
    assert fact_of("event-worth.dare").name == fact_of("event.dare").name == "event.dare"
    assert fact_of("event-worth.dare").rank("event-worth.dare") is None
    assert fact_of("upset.turns").name == "upset.turns"


def test_one_finding_a_fact_the_best_that_tells_it(played: Comparison) -> None:
    comparison = given(
        with_rows(
            played,
            row(played, "cards", 30.0, 9.0, 0.1),
            row(played, "minutes", 3.0, 0.5, 0.1),
            row(played, "points", 1.0, 0.9, 0.1),
            row(played, "seat-advantage", 0.0, 0.8, 0.1),
            row(played, "deals-won", 0.5, 0.4, 0.1),
            row(played, "sweeps", 0.5, 0.01, 0.1, p=0.5),
        ),
        *(2, 4),
    )
    assert [found.measured.metric.name for found in findings(comparison, 1)] == ["seat-advantage", "minutes"]


def test_what_nobody_would_notice_is_said_so(played: Comparison) -> None:
    comparison = given(
        with_rows(played, row(played, "minutes", 3.0, 0.5, 0.1), row(played, "seat-advantage", 0.0, 0.05, 0.01)), 2, 4
    )
    assert headline(comparison, 1) == (
        "Bruus (Treia) beside Bruus (Schwesing), played by random: a deal is 30 seconds longer; nothing else you would notice; "
        "clear but small: forehand's side does better by 0.050 points a deal. 2 of 2 metrics clearly differ. "
        "Times are at an assumed pace."
    )


def test_nothing_else_is_said_only_where_it_is_excluded(played: Comparison) -> None:
    """A seat advantage from -0.3 to +0.3 with a standard deviation of 1 may be noticed, whatever p is."""
    wide = row(played, "seat-advantage", 0.0, 0.0, 0.3, p=1.0)
    long = row(played, "minutes", 3.0, 0.5, 0.1)
    both = headline(given(with_rows(played, long, wide), 2, 4), 1)
    assert "a deal is 30 seconds longer; nothing else that you would notice is clear yet." in both
    alone = headline(given(with_rows(played, wide), 2, 4), 1)
    assert "played by random: nothing is clear yet. 0 of 1 metrics" in alone
    narrow = row(played, "seat-advantage", 0.0, 0.0001, 0.05, p=0.9)
    assert "played by random: nothing you would notice. " in headline(given(with_rows(played, narrow), 2, 4), 1)


def test_what_only_one_has_is_not_passed_over(played: Comparison) -> None:
    """Points are carried on in treia only, so nothing can be said of how that differs."""
    (carried,) = [measured for measured in played.metrics if measured.metric.name == "carried"]
    narrow = row(played, "seat-advantage", 0.0, 0.0001, 0.05, p=0.9)
    assert "nothing you would notice in what can be compared." in headline(
        given(with_rows(played, narrow, carried), 2, 4), 1
    )


def test_a_time_is_told_as_people_say_it(played: Comparison) -> None:
    measured = row(played, "minutes", 3.0, 1.99, 0.1)
    assert amount_text(measured, measured.differences[0]) == "119 seconds"
