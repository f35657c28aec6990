"""Deals that are added up say the same as deals that are kept, whole or in parts, and take no more room."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from trickbook.measure import counts
from trickbook.measure.comparison import CompareError
from trickbook.measure.counts import Counts, Pairs
from trickbook.measure.metrics import DEALS
from trickbook.study import Study, samples
from trickbook.study.asked import Asked
from trickbook.study.runner import How, Runner

GAMES = ("bura", "bura+closed")
SIZE: dict[str, Any] = {"deals": 5000, "matches": 70, "bots": "random", "duplicate": None}


def figures(study: Study) -> dict[str, Any]:
    document = study.comparison().as_json()
    return {key: value for key, value in document.items() if key not in ("seconds", "decisions_per_second")}


@pytest.fixture(scope="module")
def kept() -> Study:
    study = Study(GAMES, keep=(), **SIZE)
    study.play(threads=1)
    return study


def test_counts_are_those_of_the_deals(kept: Study) -> None:
    for metric in kept.metrics:
        if metric.of_two:
            continue
        for place in range(2):
            values, found = kept.samples.values(place, metric), kept.samples.counts(place, metric)
            if values is None:
                assert found is None
                continue
            assert found is not None
            expected = Counts.of(values)
            assert np.array_equal(found.values, expected.values), metric.name
            assert np.array_equal(found.counts, expected.counts), metric.name
            assert found.missing == expected.missing
        first, other = (kept.samples.values(place, metric) for place in range(2))
        pairs = kept.samples.pairs(1, metric)
        if pairs is not None and first is not None and other is not None:
            expected_pairs = Pairs.of(first, other)
            assert (pairs.n, pairs.differing) == (expected_pairs.n, expected_pairs.differing), metric.name


def test_metrics_of_two_games_count_the_deals_that_differ(kept: Study) -> None:
    for metric in kept.metrics:
        if metric.of_two:
            first, other = (kept.samples.column(place, DEALS, metric.of_two) for place in range(2))
            pairs = kept.samples.pairs(1, metric)
            assert pairs is not None
            assert pairs.differing == int((first != other).sum())
            assert pairs.n == 5000


@pytest.mark.parametrize("together", [1, 3000, 1 << 20])
def test_figures_are_the_same_however_many_deals_are_added_up_at_a_time(
    kept: Study, monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    monkeypatch.setattr(samples, "TOGETHER", together)
    study = Study(GAMES, **SIZE)
    study.play(threads=2)
    assert figures(study) == figures(kept)


def test_looking_on_the_way_changes_no_figure(kept: Study) -> None:
    study = Study(GAMES, **SIZE)
    study.play(until=lambda found: found.size(DEALS) >= 2048 and study.comparison() is not None, threads=1)
    assert study.samples.size(DEALS) == 2048
    study.play(threads=1)
    assert figures(study) == figures(kept)


def test_nothing_is_kept_deal_by_deal_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """After every 2048 deals of both games what waits is added up, and what is known of pairs has no more than its sums."""
    monkeypatch.setattr(samples, "TOGETHER", 4096)
    monkeypatch.setattr(counts, "MOST_PAIRS", 1000)
    study = Study(GAMES, deals=8192, matches=1, bots="random")
    study.play(threads=1)
    state = study.samples._state
    assert sum(step[0].count for step, _ in state.waiting) < 4096
    assert all(len(pairs.counts) <= 1000 + 4096 // 2 for pairs in state.sums.pairs.values())
    assert all(len(column) == 0 for column in state.sums.alone.values())
    with pytest.raises(KeyError, match="added up"):
        study.samples.values(0, study.metrics[0])


def test_a_runner_and_what_one_is_made_of_are_not_both_given() -> None:
    how: How = {"threads": 2}
    with pytest.raises(CompareError, match="a runner and threads"):
        Runner.of(Runner(), how)


def test_what_is_asked_is_one_value_that_is_checked_before_anything_is_played() -> None:
    asked = Asked.of(GAMES, deals=50, matches=2, bots="random", scores=[1, 0])
    assert (asked.sizes(), asked.scores, [game.game for game in asked.games]) == (
        {"single deals": 50, "whole matches": 2},
        (1, 0),
        list(GAMES),
    )
    assert Study(asked).asked is asked
    for wrong, message in (({"metric": "no-such"}, "no metric"), ({"metric": "deals", "deals": 5}, "only these are played")):
        with pytest.raises(CompareError, match=message):
            Asked.of(GAMES, **wrong)
