"""Rule weight between players who search: above what the same players do otherwise by chance, from courses made up by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from trickbook.answers.questions import QUESTIONS, answers
from trickbook.measure.comparison import Comparison
from trickbook.measure.corrections import corrected
from trickbook.measure.metrics import AGAIN, DEALS, METRICS, Metric
from trickbook.study.measuring import measure
from trickbook.study.samples import Samples, Step
from trickbook.study.units import Result, Unit

WEIGHT = next(metric for metric in METRICS if isinstance(metric, Metric) and metric.name == "rule-weight")
NAMES = ("bura", "bura+closed")
DEALS_PLAYED = 200
NO_WORK: Any = None


def samples(first: int, other: int, again: int = DEALS_PLAYED) -> Samples:
    """Return deals of which the first so many are played otherwise than when the first game is played again."""
    numbers = np.arange(DEALS_PLAYED)
    found = Samples((WEIGHT,), paired=True, again=bool(again))
    step: Step = tuple(Unit(NO_WORK, place, DEALS, 0, DEALS_PLAYED) for place in range(2))
    courses = [np.where(numbers < differing, -1 - numbers, numbers) for differing in (first, other)]
    found.add(step, [Result(0, {}, {"course": course}) for course in courses])
    if again:
        found.add((Unit(NO_WORK, 0, AGAIN, 0, again),), [Result(0, {}, {"course": numbers[:again]})])
    return found


def test_a_game_is_set_against_the_first_one_played_again() -> None:
    """Of 200 deals 20 differ by chance and 60 in the other game: 40 more, all of them in one direction."""
    found = measure(WEIGHT, NAMES, samples(20, 60), paired=True)
    assert found is not None
    assert found.beside_chance
    assert [value.estimate.mean for value in found.values] == [0.1, 0.3]
    (difference,) = found.differences
    assert difference.contrast.mean == pytest.approx(0.2)
    assert difference.contrast.differing == 40
    low, high = difference.contrast.low, difference.contrast.high
    assert low is not None
    assert high is not None
    # By the normal distribution 0.2 ± 1.96 √(0.2 · 0.8 / 200) = 0.2 ± 0.055.
    assert low == pytest.approx(0.145, abs=0.01)
    assert high == pytest.approx(0.255, abs=0.01)


def test_what_is_no_more_than_chance_is_no_difference() -> None:
    found = measure(WEIGHT, NAMES, samples(50, 50), paired=True)
    assert found is not None
    (difference,) = found.differences
    assert (difference.contrast.mean, difference.contrast.p) == (0.0, 1.0)
    assert difference.contrast.is_unseen
    # Without the first game once more, it would be certain.
    alone = measure(WEIGHT, NAMES, samples(0, 50, again=0), paired=True)
    assert alone is not None
    assert not alone.beside_chance
    assert (alone.differences[0].contrast.mean, alone.differences[0].contrast.p) == (0.25, 0.0)


def test_less_than_chance_is_below_nothing() -> None:
    found = measure(WEIGHT, NAMES, samples(80, 20), paired=True)
    assert found is not None
    assert found.differences[0].contrast.mean == pytest.approx(-0.3)


def test_only_deals_that_were_played_again_count() -> None:
    """After an interruption 50 of 200 deals have been played again: all of these differ in both games."""
    found = measure(WEIGHT, NAMES, samples(60, 60, again=50), paired=True)
    assert found is not None
    assert [(value.estimate.mean, value.estimate.n) for value in found.values] == [(1.0, 50), (1.0, 50)]


def test_beside_chance_it_is_one_of_the_many_metrics_that_p_is_corrected_for() -> None:
    found = measure(WEIGHT, NAMES, samples(20, 30), paired=True)
    assert found is not None
    twice = corrected([found, found])
    p = found.differences[0].contrast.p
    assert p is not None
    assert 0 < p < 0.01
    assert [entry.differences[0].p_holm for entry in twice] == [pytest.approx(2 * p)] * 2
    # Greedy players differ in a deal, or don't: what differs once is certain, and is corrected for nothing.
    certain = measure(WEIGHT, NAMES, samples(0, 30, again=0), paired=True)
    assert certain is not None
    assert [entry.differences[0].p_holm for entry in corrected([certain, certain])] == [0.0, 0.0]


def test_the_sentence_says_what_chance_does_and_what_there_is_above_it() -> None:
    found = measure(WEIGHT, NAMES, samples(20, 60), paired=True)
    assert found is not None
    comparison = Comparison(
        games=NAMES, deals=200, matches=0, seed=1, bots="ismcts:100", paired=True, metrics=(found,), seconds=1.0,
        decisions_per_second=1.0, complete=True, samples=samples(20, 60), compared=("rule-weight",),
    )  # fmt: skip
    (answer,) = answers(comparison, QUESTIONS["usage"])
    assert answer.sentence.startswith(
        "In bura+closed deals played differently than in bura, between ismcts:100 players: +20 of 100 deals (95 % interval +14 to +26) "
    )
    assert answer.sentence.endswith(
        "above the 10 of 100 in which the same players, by chance, do so in one and the same game."
    )
