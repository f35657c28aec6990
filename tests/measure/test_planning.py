"""How many deals are played: the sequential rule, its coverage in simulated studies, and the power of studies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from trickbook.measure.differences import paired_difference, unpaired_difference
from trickbook.measure.sample_size import Looks, half_width, needed, needed_of, needed_where_few_differ, next_size
from trickbook.measure.statistics import MEAN, RATE, SHARE, ZERO_TO_ONE, Contrast, Estimate, Values

Draw = Callable[[np.random.Generator, int], Any]
Study = tuple[Draw, Callable[[Any], Estimate | Contrast], float, float]
UNIT = 16
"""Units come in blocks."""


def share(p: float) -> Draw:
    return lambda numbers, n: (numbers.random(n) < p).astype(float)


def pairs(only_first: float, only_other: float) -> Draw:
    """Return shares of one half in two games, in which so many units are won in the one and not in the other."""

    def draw(numbers: np.random.Generator, n: int) -> Values:
        luck, alike = numbers.random((2, n))
        first = np.where(luck < only_first, 1, np.where(luck < only_first + only_other, 0, alike < 0.5))
        other = np.where(luck < only_first, 0, np.where(luck < only_first + only_other, 1, alike < 0.5))
        return np.stack([first, other]).astype(float)

    return draw


STUDIES: dict[str, Study] = {
    "share of a half": (share(0.5), SHARE.estimate, 0.5, 0.02),
    "share of a tenth": (share(0.1), SHARE.estimate, 0.1, 0.02),
    "share of a fiftieth": (share(0.02), SHARE.estimate, 0.02, 0.008),
    # As with search at Schwesing: an eighth of the deals is won in one game only.
    "paired shares": (pairs(0.065, 0.065), lambda x: paired_difference(*x), 0, 0.02),
    "paired shares that differ": (pairs(0.09, 0.04), lambda x: paired_difference(*x), -0.05, 0.02),
    "unpaired": (
        lambda numbers, n: np.stack([numbers.normal(0, 1, n), numbers.normal(1, 3, n)]),
        lambda x: unpaired_difference(*x),
        1,
        0.15,
    ),
    # The length of a game: at least four deals, and a tail.
    "mean with a tail": (
        lambda numbers, n: 3 + numbers.geometric(0.15, n).astype(float),
        MEAN.estimate,
        3 + 1 / 0.15,
        0.25,
    ),
    "rate": (lambda numbers, n: numbers.binomial(2, 0.05, n).astype(float), RATE.estimate, 0.1, 0.015),
}


def coverage(study: Study, studies: int, seed: int) -> float:
    """Return how often the interval holds the truth when studies stop by the rule."""
    draw, estimate, truth, precision = study
    numbers = np.random.default_rng(seed)
    held = 0
    for _ in range(studies):
        looks = Looks(precision)
        data = draw(numbers, 0)
        while True:
            data = np.concatenate([data, draw(numbers, -(-(looks.next - data.shape[-1]) // UNIT) * UNIT)], axis=-1)
            result = estimate(data)
            if looks.is_enough(data.shape[-1], half_width(result)):
                break
        assert result.low is not None
        assert result.high is not None
        assert (result.high - result.low) / 2 <= precision
        held += result.low <= truth <= result.high
    return held / studies


@pytest.mark.parametrize("name", ["share of a half", "paired shares", "mean with a tail"])
def test_coverage_of_studies_that_stop_when_they_are_precise(name: str) -> None:
    # 300 studies: three standard errors are 0.038.
    assert coverage(STUDIES[name], 300, 1) == pytest.approx(0.95, abs=0.038)


@pytest.mark.deep
@pytest.mark.parametrize("name", STUDIES)
def test_coverage_of_many_studies_that_stop_when_they_are_precise(name: str) -> None:
    assert coverage(STUDIES[name], 2000, 2) == pytest.approx(0.95, abs=0.015)


def test_the_next_size() -> None:
    # The pilot sample of 500 is ± 0.04: 500 x 16 = 8,000 are needed for 0.01 (a little more with 1/n and the slack), so
    # first about half of that.
    assert next_size(500, 0.04, 0.01) == pytest.approx(4040, abs=50)
    # 6,000 with ± 0.012 need 8,640, and there are more than half of them.
    assert next_size(6000, 0.012, 0.01) == pytest.approx(8726, abs=20)
    assert next_size(4000, 0.0099, 0.01) == 4000
    assert next_size(500, None, 0.01) == 1000


def test_a_pilot_sample_in_which_nothing_happens_is_not_the_end() -> None:
    # 1.96/n is 0.00392 for 500: not enough for 0.001, for which 1,960 are needed.
    assert next_size(500, 0.0, 0.001) > 500
    assert next_size(1961, 0.0, 0.001) == 1961
    assert next_size(500, 0.0, 0.01) == 500


def test_looks_keep_account() -> None:
    looks = Looks(0.01)
    assert not looks.is_due(499)
    assert looks.is_due(500)
    assert not looks.is_enough(512, 0.02)
    assert not looks.is_due(512)
    # 512 x 4 are 2,048; half of these come first, and 1.96/n is still added.
    assert looks.next == pytest.approx(1073, abs=5)
    assert looks.is_enough(looks.next, 0.0097)
    assert looks.reached
    assert looks.sizes[0] == 512


def test_power_of_a_study() -> None:
    # A share of one half that is to be told from another in independent samples, s² = 1/4 + 1/4: to see 0.1 with 80 %,
    # (1.959964 + 0.841621)² / 2 / 0.01 = 392.4; with 95 %, (1.959964 + 1.644854)² / 2 / 0.01 = 649.7.
    assert [(plan.power, plan.units) for plan in needed(0.1, 0.5)] == [(0.80, 393), (0.95, 650)]


def test_studies_of_the_planned_size_find_the_effect() -> None:
    # s² = 1, effect 0.2: 196.2 and 324.9.
    numbers = np.random.default_rng(5)
    for plan in needed(0.2, 1.0):
        data = numbers.normal(0.2, 1, (2000, plan.units))
        found = np.mean([
            abs(row.mean()) / (row.std(ddof=1) / plan.units**0.5) > 1.97 for row in data
        ])  # fmt: skip
        assert found == pytest.approx(plan.power, abs=0.03)


FEW_DIFFER = {
    "twenty in a thousand, all one way": (0.02, 0.0),
    "five in a thousand, all one way": (0.005, 0.0),
    "three to one": (0.0075, 0.0025),
    "five to one": (0.05, 0.01),
    "two to one": (0.01, 0.005),
    "nearly as many both ways": (0.085, 0.065),
}


@pytest.mark.parametrize("name", FEW_DIFFER)
@pytest.mark.parametrize("studies", [200, pytest.param(2000, marks=pytest.mark.deep)])
def test_studies_of_the_planned_size_find_an_effect_in_few_deals(name: str, studies: int) -> None:
    # Of a thousand of these some 5 % more or less are found: one deal more or less decides.
    more, less = FEW_DIFFER[name]
    numbers = np.random.default_rng(6)
    for plan in needed_where_few_differ(more - less, more + less, 1.0):
        found = 0
        for _ in range(studies):
            luck = numbers.random(plan.units)
            other = np.where(luck < more, 1.0, np.where(luck < more + less, -1.0, 0.0))
            p = paired_difference(np.zeros(plan.units), other, ZERO_TO_ONE).p
            found += p is not None and p < 0.05
        error = 3 * (plan.power * (1 - plan.power) / studies) ** 0.5
        assert found / studies == pytest.approx(plan.power, abs=0.05 + error)


def test_an_effect_takes_some_deals_that_differ() -> None:
    # In a pilot sample none of 500 differed. An effect of 0.02 of a share takes 20 deals of a thousand all the same, and
    # to see five or so of them some 360; by the variance of the pilot sample, which is 0, it would be none.
    pilot = paired_difference(np.zeros(500), np.zeros(500), ZERO_TO_ONE)
    plans = needed_of(pilot, 500, 0.02)
    assert plans is not None
    assert plans == needed_where_few_differ(0.02, 0.0, 1.0)
    assert 300 < plans[0].units < 400
    with pytest.raises(ValueError, match="no more than a unit can differ by"):
        needed_where_few_differ(2.0, 0.1, 1.0)


def test_where_many_deals_differ_the_variance_says_what_is_needed() -> None:
    numbers = np.random.default_rng(7)
    data = numbers.normal(0, 1, 5000)
    plans = needed_of(paired_difference(np.zeros(5000), data), 5000, 0.1)
    assert plans == needed(0.1, float(data.var(ddof=1)))
    # Of a game alone the interval says it: 0.25 of a share, (1.959964 + 0.841621)² / 4 / 0.0025 = 784.9.
    alone = needed_of(SHARE.estimate(np.repeat([0.0, 1.0], 5000)), 10_000, 0.05)
    assert alone is not None
    assert alone[0].units == pytest.approx(785, abs=2)
    assert needed_of(Estimate(3.0, None, None, 100), 100, 0.1) is None


RARE = {
    "none in most pilots": (0.0005, 0.004),
    "one in a pilot": (0.002, 0.004),
    "five in a pilot": (0.01, 0.004),
    "fifteen in a pilot": (0.03, 0.01),
}


@pytest.mark.parametrize("name", RARE)
@pytest.mark.parametrize("studies", [100, pytest.param(2000, marks=pytest.mark.deep)])
def test_a_study_does_not_stop_on_rare_differences_that_it_has_not_seen(name: str, studies: int) -> None:
    often, precision = RARE[name]

    def draw(numbers: np.random.Generator, n: int) -> Values:
        return np.stack([np.zeros(n), (numbers.random(n) < often).astype(float)])

    study: Study = (draw, lambda x: paired_difference(*x, ZERO_TO_ONE), often, precision)
    # 95 %, and more where a study has fewer than ten or so of them.
    assert coverage(study, studies, 3) >= 0.935 - (0.03 if studies == 100 else 0.0)
