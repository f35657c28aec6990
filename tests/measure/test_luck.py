"""Luck: the intraclass correlation, its interval, and how it differs between games."""

from __future__ import annotations

import numpy as np
import pytest

import trickbook
from trickbook.bots import BotError
from trickbook.measure.luck import (
    Luck,
    LuckError,
    bounded,
    luck_difference,
    luck_interval,
    skill_difference,
    weaker_than,
)
from trickbook.measure.statistics import Estimate
from trickbook.simulation.duplicate import luck_share, play_duplicate
from trickbook.study import Study

# Shrout and Fleiss 1979, table 2: four judges rate six targets.
EMPTY = Estimate(0.0, None, None, 0)
RATINGS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], np.float64)


def test_a_quarter_of_the_simulations() -> None:
    assert weaker_than("ismcts:1000") == "ismcts:250"
    assert weaker_than("montecarlo:10:random") == "montecarlo:2:random"
    assert weaker_than("greedy") == weaker_than("club.careful") == "random"
    with pytest.raises(BotError, match="expected a whole number"):
        weaker_than("ismcts:²")
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


@pytest.mark.parametrize("studies", [40, pytest.param(250, marks=pytest.mark.deep)])
def test_differences_of_luck_hold_the_truth_whether_shuffles_are_shared_or_not(studies: int) -> None:
    """Three standard errors, at 95 %, are 4 % of 250 studies, and 10 % of 40."""
    numbers = np.random.default_rng(8)
    off = 0.04 if studies == 250 else 0.1
    for shared in (False, True):
        held = clear = 0
        for _ in range(studies):
            first = study(numbers, 0.6, 400)
            other = 0.8 * first + 0.6 * study(numbers, 0.6, 400) if shared else study(numbers, 0.3, 400)
            difference = luck_difference(made_up(first), made_up(other, "b"), paired=shared)
            assert difference.low is not None
            assert difference.high is not None
            assert difference.p is not None
            # Mixed in these parts, the deal explains as much as before.
            truth = 0.0 if shared else -0.3
            held += difference.low <= truth <= difference.high
            clear += difference.p < 0.05
            assert (difference.p < 0.05) == (not difference.low <= 0 <= difference.high)
        assert held / studies == pytest.approx(0.95, abs=off)
        assert (clear / studies == pytest.approx(0.05, abs=off)) if shared else (clear / studies > 0.9)


def test_shared_shuffles_make_the_interval_of_a_difference_narrower() -> None:
    numbers = np.random.default_rng(2)
    first = study(numbers, 0.5, 1000)
    near = first + numbers.normal(0, 0.2, first.shape)
    apart = near[numbers.permutation(1000)]
    widths = []
    for other in (near, apart):
        difference = luck_difference(made_up(first), made_up(other), paired=True)
        widths.append((difference.high or 0) - (difference.low or 0))
    assert 0 < widths[0] < 0.6 * widths[1]


def test_differences_of_shares_without_an_interval() -> None:
    found = made_up(study(np.random.default_rng(5), 0.5, 500))
    certain = made_up(np.repeat(np.arange(500.0)[:, np.newaxis], 2, axis=1))
    assert luck_difference(found, certain, paired=True).p is None


def test_what_is_not_paired_is_as_apart_as_other_deals_are() -> None:
    """The same figures from the same shuffles show no difference; from others, they might have been others."""
    found = made_up(study(np.random.default_rng(5), 0.5, 500))
    assert luck_difference(found, found, paired=True).is_unseen
    assert luck_difference(found, found, paired=True).high is None
    # No margin of 500 differs, and one could by as much as the margins do: by t, 1.9647² / 500 = 0.00772 of that.
    margins = found.margins
    unseen = skill_difference(found, found, paired=True)
    assert unseen.is_unseen
    assert unseen.high == pytest.approx(0.00772 * (margins.max() - margins.min()), rel=0.001)
    for difference in (luck_difference, skill_difference):
        apart = difference(found, found, paired=False)
        assert (apart.mean, apart.p) == (0, pytest.approx(1))
        assert apart.low == pytest.approx(-(apart.high or 0))
        assert (apart.high or 0) > 0.05


def test_luck_can_be_below_nothing() -> None:
    """In three turns whose sum is the same in each deal, the deals explain nothing, and the least there is: -1/2."""
    deal = np.random.default_rng(1).normal(size=(50, 3))
    assert luck_share(deal - deal.mean(axis=1, keepdims=True)) == pytest.approx(-0.5)


def test_skill_and_luck_of_a_game() -> None:
    found, again = (Study(["schwesing"], deals=1, matches=1, duplicate=400) for _ in range(2))
    found.play(threads=1)
    again.play(threads=2)
    (luck,), (other,) = found.lucks("greedy"), again.lucks("greedy")
    assert (luck.player, luck.weaker, luck.deals, luck.unit) == ("greedy", "random", 400, "points")
    assert luck.skill.low is not None
    assert luck.luck.low is not None
    assert luck.luck.high is not None
    # Greedy players beat random ones, clearly.
    assert luck.skill.low > 0
    assert luck.won.mean > 0.5
    assert 0 < luck.luck.low < luck.luck.mean < luck.luck.high < 1
    assert (other.luck, other.skill) == (luck.luck, luck.skill)
    # The same deals, played at once.
    played = play_duplicate(trickbook.load("schwesing"), "greedy", "random", deals=400)
    assert np.array_equal(played.margins, luck.margins)
    assert np.array_equal(played.results, luck.results)


def test_skill_and_luck_of_several_players_can_not_be_told() -> None:
    with pytest.raises(LuckError, match="expected one"):
        Study(["schwesing"], bots="greedy,random,greedy,random", duplicate=10)
    with pytest.raises(LuckError, match="at least 2"):
        Study(["schwesing"], skill="ismcts:200", skill_deals=1)


def test_the_cards_never_decide_less_than_nothing() -> None:
    """Whoever gains in one turn loses as much in the other: the correlation is -1, and cards decide 0 parts at least."""
    assert bounded(Estimate(-0.02, -0.05, 0.01, 100)) == Estimate(0.0, 0.0, 0.01, 100)
    assert bounded(Estimate(0.99, 0.9, 1.01, 100)) == Estimate(0.99, 0.9, 1.0, 100)
    assert bounded(Estimate(-0.02, None, None, 5)) == Estimate(0.0, None, None, 5)


def test_what_is_below_nothing_differs_from_nothing_by_nothing() -> None:
    """A game in which turns part more than deals beside one in which the deal is a third: the difference is that third."""
    numbers = np.random.default_rng(5)
    apart = numbers.normal(size=(4000, 1)) * np.array([1.0, -1.0]) + 0.5 * numbers.normal(size=(4000, 2))
    part = study(numbers, 0.33, 4000)
    lucks = [
        Luck("game", "points", "greedy", "random", 4000, luck_interval(results), EMPTY, EMPTY, results[:, 0], results)
        for results in (apart, part)
    ]
    assert lucks[0].luck.mean < 0
    difference = luck_difference(*lucks, paired=False)
    assert difference.mean == pytest.approx(lucks[1].luck.mean)
    assert difference.low is not None
    assert difference.low > 0.2
