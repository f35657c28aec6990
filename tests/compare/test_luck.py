"""Skill and luck."""

from __future__ import annotations

import numpy as np
import pytest

import trickbook
from trickbook.compare.luck import (
    LuckError,
    luck_difference,
    luck_interval,
    skill_and_luck,
    skill_difference,
    weaker_than,
)


def test_a_quarter_of_the_simulations() -> None:
    assert weaker_than("ismcts:1000") == "ismcts:250"
    assert weaker_than("montecarlo:10:random") == "montecarlo:2:random"
    assert weaker_than("greedy") == "random"
    for player in ("random", "ismcts:3"):
        with pytest.raises(LuckError, match=player):
            weaker_than(player)


def study(numbers: np.random.Generator, luck: float, deals: int) -> np.ndarray:
    """Return results of deals in two turns, of which the deal explains so much, with whole numbers and a tail."""
    deal = numbers.exponential(1, (deals, 1)) - 1
    rest = numbers.normal(0, 1, (deals, 2))
    found: np.ndarray = luck**0.5 * deal + (1 - luck) ** 0.5 * rest + np.array([0.4, -0.4])
    return found


@pytest.mark.parametrize(("luck", "studies"), [(0.3, 300), pytest.param(0.3, 2000, marks=pytest.mark.deep),
                                               pytest.param(0.7, 2000, marks=pytest.mark.deep)])  # fmt: skip
def test_coverage_of_the_luck_share(luck: float, studies: int) -> None:
    numbers = np.random.default_rng(3)
    held = 0
    for _ in range(studies):
        found = luck_interval(study(numbers, luck, 1000), groups=50)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= luck <= found.high
    assert held / studies == pytest.approx(0.95, abs=0.015 if studies == 2000 else 0.038)


def test_luck_without_an_interval() -> None:
    assert luck_interval(np.array([[1.0, 1.0], [2.0, 2.0]])).low is None
    assert luck_interval(np.repeat(np.arange(20.0)[:, np.newaxis], 2, axis=1)).mean == 1


def test_skill_and_luck_of_a_game() -> None:
    game = trickbook.load("schwesing")
    found = skill_and_luck(game, "greedy", deals=400)
    assert (found.player, found.weaker, found.deals) == ("greedy", "random", 400)
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
