"""Luck: the intraclass correlation, its interval, and how it differs between games."""

from __future__ import annotations

import numpy as np
import pytest

import trickbook
from trickbook.comparison.luck import (
    Luck,
    LuckError,
    luck_difference,
    luck_interval,
    skill_and_luck,
    skill_difference,
    weaker_than,
)
from trickbook.comparison.statistics import Estimate
from trickbook.duplicate import luck_share

# Shrout and Fleiss 1979, table 2: four judges rate six targets.
RATINGS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], np.float64)


def test_a_quarter_of_the_simulations() -> None:
    assert weaker_than("ismcts:1000") == "ismcts:250"
    assert weaker_than("montecarlo:10:random") == "montecarlo:2:random"
    assert weaker_than("greedy") == "random"
    for player in ("random", "ismcts:3"):
        with pytest.raises(LuckError, match=player):
            weaker_than(player)


def test_the_worked_example_of_shrout_and_fleiss() -> None:
    """Their table 4 has ICC(3,1) = .71, from mean squares of 11.24 between targets and 1.02 of what is left."""
    assert luck_share(RATINGS) == pytest.approx((11.24 - 1.02) / (11.24 + 3 * 1.02), abs=0.002)
    assert luck_share(RATINGS) == pytest.approx(0.71, abs=0.005)


def test_the_interval_has_the_width_that_fisher_found() -> None:
    """Of normal results in two turns, artanh of the share has the standard error 1/√(n - 3/2) (Fisher 1925, section 39)."""
    numbers = np.random.default_rng(11)
    deals = 6000
    found = luck_interval(numbers.normal(size=(deals, 1)) + numbers.normal(size=(deals, 2)))
    assert found.low is not None
    assert found.high is not None
    width = np.arctanh(found.high) - np.arctanh(found.low)
    # The jackknife in 200 groups knows its standard error to a twentieth.
    assert width == pytest.approx(2 * 1.96 / (deals - 1.5) ** 0.5, rel=0.15)


def study(numbers: np.random.Generator, luck: float, deals: int, turns: int = 2) -> np.ndarray:
    """Return results of deals in some turns, of which the deal explains so much, with whole numbers and a tail."""
    deal = numbers.exponential(1, (deals, 1)) - 1
    rest = numbers.normal(0, 1, (deals, turns))
    found: np.ndarray = luck**0.5 * deal + (1 - luck) ** 0.5 * rest + np.linspace(0.4, -0.4, turns)
    return found


def holds(found: Estimate, truth: float) -> bool:
    assert found.low is not None
    assert found.high is not None
    return found.low <= truth <= found.high


@pytest.mark.parametrize(("luck", "turns", "studies"), [
    (0.3, 2, 300), (0.3, 3, 300),
    pytest.param(0.3, 2, 2000, marks=pytest.mark.deep), pytest.param(0.7, 2, 2000, marks=pytest.mark.deep),
    pytest.param(0.05, 4, 2000, marks=pytest.mark.deep),
])  # fmt: skip
def test_coverage_of_the_luck_share(luck: float, turns: int, studies: int) -> None:
    numbers = np.random.default_rng(3)
    held = sum(holds(luck_interval(study(numbers, luck, 1000, turns), groups=50), luck) for _ in range(studies))
    assert held / studies == pytest.approx(0.95, abs=0.015 if studies == 2000 else 0.038)


def test_luck_without_an_interval() -> None:
    assert luck_interval(np.array([[1.0, 1.0], [2.0, 2.0]])).low is None
    alike = np.repeat(np.arange(20.0)[:, np.newaxis], 2, axis=1)
    assert luck_interval(alike) == Estimate(1.0, None, None, 20)
    # One deal alone comes out otherwise: without it nothing would be left to chance.
    alike[3, 1] += 1
    assert luck_interval(alike).low is None
    assert luck_interval(np.zeros((20, 2))) == Estimate(0.0, None, None, 20)


def made_up(results: np.ndarray, game: str = "a") -> Luck:
    nothing = Estimate(0.0, None, None, len(results))
    share = luck_interval(results)
    return Luck(game, "points", "greedy", "random", len(results), share, nothing, nothing, results[:, 0], results)


def test_differences_of_luck_hold_the_truth_whether_shuffles_are_shared_or_not() -> None:
    numbers = np.random.default_rng(8)
    studies = 250
    for shared in (False, True):
        held = clear = 0
        for _ in range(studies):
            first = study(numbers, 0.6, 400)
            other = 0.8 * first + 0.6 * study(numbers, 0.6, 400) if shared else study(numbers, 0.3, 400)
            difference = luck_difference(made_up(first), made_up(other, "b"))
            assert difference.low is not None
            assert difference.high is not None
            assert difference.p is not None
            # Mixed in these parts, the deal explains as much as before.
            truth = 0.0 if shared else -0.3
            held += difference.low <= truth <= difference.high
            clear += difference.p < 0.05
            assert (difference.p < 0.05) == (not difference.low <= 0 <= difference.high)
        assert held / studies == pytest.approx(0.95, abs=0.04)
        assert (clear / studies == pytest.approx(0.05, abs=0.04)) if shared else (clear / studies > 0.9)


def test_shared_shuffles_make_the_interval_of_a_difference_narrower() -> None:
    numbers = np.random.default_rng(2)
    first = study(numbers, 0.5, 1000)
    near = first + numbers.normal(0, 0.2, first.shape)
    apart = near[numbers.permutation(1000)]
    widths = []
    for other in (near, apart):
        difference = luck_difference(made_up(first), made_up(other))
        widths.append((difference.high or 0) - (difference.low or 0))
    assert 0 < widths[0] < 0.6 * widths[1]


def test_differences_of_other_numbers_of_deals_and_of_shares_without_an_interval() -> None:
    numbers = np.random.default_rng(5)
    long, short = made_up(study(numbers, 0.5, 500)), made_up(study(numbers, 0.5, 300))
    assert luck_difference(long, short).low is not None
    certain = made_up(np.repeat(np.arange(500.0)[:, np.newaxis], 2, axis=1))
    assert luck_difference(long, certain).p is None
    assert skill_difference(long, short).low is not None


def test_skill_and_luck_of_a_game() -> None:
    game = trickbook.load("schwesing")
    found = skill_and_luck(game, "greedy", deals=400)
    assert (found.player, found.weaker, found.deals, found.unit) == ("greedy", "random", 400, "points")
    assert found.skill.low is not None
    assert found.luck.low is not None
    assert found.luck.high is not None
    # Greedy players beat random ones, clearly.
    assert found.skill.low > 0
    assert found.won.mean > 0.5
    assert 0 < found.luck.low < found.luck.mean < found.luck.high < 1
    again = skill_and_luck(game, "greedy", deals=400, threads=2)
    assert again.luck == found.luck
    assert again.skill == found.skill
    assert (luck_difference(found, again).mean, luck_difference(found, again).p) == (0, 1)
    assert skill_difference(found, again).mean == 0


def test_skill_and_luck_of_several_players_can_not_be_told() -> None:
    with pytest.raises(LuckError, match="expected one"):
        skill_and_luck(trickbook.load("schwesing"), "greedy,random", deals=10)
