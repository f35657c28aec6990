"""Counts of values and of pairs, by hand, and that parts put together are the whole."""

from __future__ import annotations

import numpy as np
import pytest

from trickbook.measure import counts
from trickbook.measure.counts import Counts, Pairs, coded, count_codes
from trickbook.measure.differences import difference_within
from trickbook.measure.turns import Turns
from trickbook.simulation.duplicate import luck_share

GAP = float("nan")


def test_values_are_counted_and_those_that_do_not_count_are_missing() -> None:
    found = Counts.of(np.array([2.0, GAP, 5.0, 2.0]))
    assert (found.values.tolist(), found.counts.tolist(), found.missing, found.n) == ([2.0, 5.0], [2, 1], 1, 3)
    assert found.mean == 3.0
    both = found.plus(Counts.of(np.array([5.0, 1.0])))
    assert (both.values.tolist(), both.counts.tolist(), both.missing) == ([1.0, 2.0, 5.0], [1, 2, 2], 1)


def test_packed_numbers_are_counted_as_their_values() -> None:
    """The lowest of a kind of whole number stands for what does not count."""
    found = count_codes(*coded(np.array([3, -128, -1, 3], np.int8), np.zeros(0)))
    assert (found.values.tolist(), found.counts.tolist(), found.missing) == ([-1.0, 3.0], [1, 2], 1)


def test_pairs_are_counted_with_what_does_not_count() -> None:
    first, other = np.array([1.0, GAP, 1.0, GAP, 1.0]), np.array([2.0, 4.0, 2.0, GAP, GAP])
    found = Pairs.of(first, other)
    assert sorted(found.counts.tolist()) == [1, 1, 1, 2]
    assert (found.n, found.differing) == (4, 4)  # the one that counts in neither is left out
    coded_pairs = Pairs.of_codes(coded(first, first), coded(other, other))
    assert sorted(coded_pairs.counts.tolist()) == [1, 1, 1, 2]
    assert (found.of_first.n, found.of_other.n, found.of_first.missing) == (3, 3, 2)


def test_sums_of_pairs_say_the_same_as_their_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many different pairs only sums are kept, and the difference is the same."""
    chance = np.random.default_rng(4)
    first = np.where(chance.random(600) < 0.1, GAP, chance.normal(3, 1, 600))
    other = np.where(chance.random(600) < 0.2, GAP, first + chance.gamma(1, 1, 600))
    whole = difference_within(Pairs.of(first, other))
    monkeypatch.setattr(counts, "MOST_PAIRS", 100)
    parts = Pairs.of(first[:50], other[:50])
    for start in range(50, 600, 110):
        parts = parts.plus(Pairs.of(first[start : start + 110], other[start : start + 110]))
    assert parts.sums
    assert len(parts.counts) == 0
    found = difference_within(parts)
    assert found.differing == whole.differing
    for figure in ("mean", "low", "high", "p", "error"):
        assert getattr(found, figure) == pytest.approx(getattr(whole, figure), rel=1e-9, abs=1e-12), figure


def test_pairs_of_which_few_differ_keep_their_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MOST_PAIRS", 10)
    first = np.arange(100.0)
    other = np.where(first < 10, first + 0.5 * first, first)
    half = Pairs.of(first[:50], other[:50]).plus(Pairs.of(first[50:], other[50:]))
    assert half.sums is None
    assert half.n == 100


def test_turns_added_up_in_parts_have_the_share_of_the_whole() -> None:
    """For three sides results are halves; the share of all deals is that of their results, and 1 where turns are alike."""
    results = np.random.default_rng(6).integers(-9, 9, (500, 3)) / 2
    parts = Turns.none(500, 3)
    for start in range(0, 500, 70):
        parts = parts.plus(results[start : start + 70])
    assert parts.deals == 500
    assert parts.same_as(Turns.of(results))
    assert parts.share() == pytest.approx(luck_share(results), abs=1e-12)
    without = [results[np.arange(500) * 200 // 500 != group] for group in range(200)]
    expected = [luck_share(part) for part in (results, *without)]
    assert [share for share, _ in parts.shares_without(200)] == pytest.approx(expected, abs=1e-12)
    assert Turns.of(np.repeat(results[:, :1], 3, axis=1)).share() == 1.0


def test_results_in_another_order_are_not_the_same() -> None:
    assert not Turns.of(np.array([[1.0, 2.0], [3.0, 4.0]])).same_as(Turns.of(np.array([[3.0, 4.0], [1.0, 2.0]])))
