"""Intervals and p values, by published tables, published examples, and simulated studies."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np
import pytest

from trickbook.measure.differences import (
    contrast_by_reach,
    difference_from,
    mean_beside,
    paired_difference,
    unpaired_difference,
)
from trickbook.measure.distribution import Bar, distribution
from trickbook.measure.intervals import most_unseen, mover
from trickbook.measure.statistics import (
    COUNT,
    MEAN,
    RATE,
    SHARE,
    ZERO_TO_ONE,
    Contrast,
    Estimate,
    Limits,
    Values,
    heterogeneity,
    holm,
)
from trickbook.measure.t_distribution import NORMAL_QUANTILE, chi_square_p, t_quantile, two_sided_p

STUDIES = 2000
# "Student" (1908), The probable error of a mean: hours of sleep gained with two drugs by ten patients.
FIRST_DRUG = np.array([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0])
SECOND_DRUG = np.array([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])


def shares(ones: int, n: int) -> Values:
    return np.repeat([1.0, 0.0], [ones, n - ones])


# The 0.975 column of any printed table of Student's t.
@pytest.mark.parametrize(
    ("df", "t"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (20, 2.086), (30, 2.042), (60, 2.000),
     (120, 1.980), (10_000_000, 1.960)],
)  # fmt: skip
def test_quantiles_of_t(df: int, t: float) -> None:
    assert t_quantile(df) == pytest.approx(t, abs=0.0006)


# From the 0.9, 0.95, 0.99, 0.995 and 0.9995 columns.
@pytest.mark.parametrize(
    ("t", "df", "p"),
    [(3.078, 1, 0.2), (6.314, 1, 0.1), (63.657, 1, 0.01), (1.886, 2, 0.2), (6.965, 2, 0.02), (1.812, 10, 0.1),
     (3.169, 10, 0.01), (4.587, 10, 0.001), (2.750, 30, 0.01), (3.291, 10_000_000, 0.001)],
)  # fmt: skip
def test_p_of_t(t: float, df: int, p: float) -> None:
    assert two_sided_p(t, df) == pytest.approx(p, rel=0.002)
    assert two_sided_p(-t, df) == two_sided_p(t, df)


@pytest.mark.parametrize("t", [0.01, 0.5, 1.0, 1.96, 7.0, 100.0])
def test_p_of_t_in_closed_form(t: float) -> None:
    # One degree of freedom is Cauchy's distribution; two have F(t) = 1/2 + t / (2 sqrt(2 + t²)).
    assert two_sided_p(t, 1) == pytest.approx(1 - 2 * np.arctan(t) / np.pi, rel=1e-9)
    assert two_sided_p(t, 2) == pytest.approx(1 - t / np.sqrt(2 + t * t), rel=1e-9)


def test_p_of_extremes() -> None:
    assert two_sided_p(0.0, 5) == 1
    assert two_sided_p(1e200, 3) == pytest.approx(0, abs=1e-9)
    assert two_sided_p(50, 10_000) == pytest.approx(0, abs=1e-300)


# Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3.
@pytest.mark.parametrize(
    ("ones", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)],
)
def test_wilson(ones: int, n: int, low: float, high: float) -> None:
    estimate = SHARE.estimate(shares(ones, n))
    assert estimate.mean == pytest.approx(ones / n)
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=0.00005)
    mirrored = SHARE.estimate(shares(n - ones, n))
    assert mirrored.low == pytest.approx(1 - high, abs=0.00005)


def test_the_lower_bound_of_a_few_is_the_exact_one() -> None:
    # Brown, Cai and DasGupta (2001): half the 5 % quantile of chi-square with 2, 4 and 6 degrees of freedom, 0.0513, 0.355 and
    # 0.818 events, by Wilson and Hilferty's cube within 0.012; Wilson's own bounds are 0.177, 0.549 and 1.02.
    n = 100_000
    for events, exact in ((1, 0.0513), (2, 0.3554), (3, 0.8177)):
        for method in (SHARE, RATE):
            found = method.estimate(shares(events, n))
            assert found.low is not None
            assert n * found.low == pytest.approx(exact, abs=0.012)
        others = SHARE.estimate(shares(n - events, n))
        assert others.high is not None
        assert n * (1 - others.high) == pytest.approx(exact, abs=0.012)


@pytest.mark.parametrize("expected", [0.05, 0.1, 0.17, 0.5, 1.0])
def test_what_is_next_to_never_seen_is_held(expected: float) -> None:
    # With 0.17 to be expected a study has one event in 16 of 100 cases, which Wilson's interval takes to be too many. What is
    # outside here is at most the chance of two or more, or of none where that is excluded.
    n = 1000
    held = 0.0
    for events in range(12):
        found = SHARE.estimate(shares(events, n))
        chance = comb(n, events) * (expected / n) ** events * (1 - expected / n) ** (n - events)
        held += chance * holds(found, expected / n)
    assert held > 0.94


def test_students_sleep() -> None:
    # Student's mean is 1.58 with t = 4.06; the bounds and the p values as R's manual shows them for `sleep`.
    paired = paired_difference(FIRST_DRUG, SECOND_DRUG)
    assert paired.mean == pytest.approx(1.58)
    # Two patients gained most, so the correction for skewness lets the interval reach farther up, and leaves the rest.
    assert paired.low == pytest.approx(0.7001142, abs=1e-6)
    assert (paired.high or 0) > 2.4598858
    assert paired.p == pytest.approx(0.002833, abs=1e-6)
    gained = MEAN.estimate(SECOND_DRUG - FIRST_DRUG)
    assert gained.low == pytest.approx(0.7001142, abs=1e-6)
    welch = unpaired_difference(FIRST_DRUG, SECOND_DRUG)
    # Neither bound is nearer than Welch's.
    assert (welch.low or 0) <= -0.2054832 + 1e-6
    assert (welch.high or 0) >= 3.3654832 - 1e-6
    assert welch.p == pytest.approx(0.07939, abs=0.02)
    # Without skewness they are the same: means 2 and 4, errors 1/√3 and 2/√3, and (5/3)² / (1/18 + 16/18) = 2.94 degrees of freedom.
    plain = unpaired_difference(np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 6.0]))
    half = t_quantile(50 / 17) * (5 / 3) ** 0.5
    assert (plain.low, plain.high) == pytest.approx((2 - half, 2 + half), abs=1e-6)


def test_rate_of_ten_is_the_score_interval_of_a_poisson_mean() -> None:
    # Ten events: 10 + z²/2 -+ z sqrt(10 + z²/4) = 5.43 and 18.41, where variance and mean are equal. With ten ones in n
    # values, s²/m is (1 - 10/n) n / (n - 1), which comes to 1 as n grows.
    n = 1_000_000
    estimate = RATE.estimate(shares(10, n))
    assert estimate.low is not None
    assert estimate.high is not None
    assert (n * estimate.low, n * estimate.high) == pytest.approx((5.43, 18.41), abs=0.01)


def test_rate_of_nothing() -> None:
    # (0 - M)² = z² M / n has the solutions 0 and z²/n.
    estimate = RATE.estimate(np.zeros(1_000_000))
    assert (estimate.mean, estimate.low) == (0, 0)
    assert estimate.high == pytest.approx(3.8415 / 1_000_000, rel=1e-4)


def test_rate_of_common_things_is_the_interval_by_t() -> None:
    values = np.array([3.0, 4.0, 5.0] * 3000)
    by_score, by_t = RATE.estimate(values), MEAN.estimate(values)
    assert (by_score.low, by_score.high) == pytest.approx((by_t.low, by_t.high), abs=2e-4)


@pytest.mark.parametrize("estimate", [MEAN.estimate, RATE.estimate])
def test_a_single_value_has_no_interval(estimate: Callable[[Values], Estimate]) -> None:
    assert estimate(np.array([7.0])) == Estimate(7.0, None, None, 1)


def test_a_single_value_is_a_share() -> None:
    # z² / (1 + z²) = 0.793 of a share may be hidden behind one failure.
    estimate = SHARE.estimate(np.array([0.0]))
    assert (estimate.mean, estimate.low, estimate.n) == (0, 0, 1)
    assert estimate.high == pytest.approx(0.7935, abs=0.0001)


@pytest.mark.parametrize("estimate", [lambda x: MEAN.estimate(x, COUNT), RATE.estimate])
def test_of_equal_values_another_may_not_have_been_seen(estimate: Callable[[Values], Estimate]) -> None:
    # Of a count, no value is taken to be farther away than 0 is; t for 47 degrees of freedom is 2.0117, and 2.0117² / 48 of
    # 48 are 4.047. How often something happens has the score interval: (48 - M)² = t² M.
    found = estimate(np.full(48, 48.0))
    assert (found.mean, found.n) == (48, 48)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 47 < 49 < found.high


@pytest.mark.parametrize("estimate", [MEAN.estimate, RATE.estimate, SHARE.estimate])
def test_what_does_not_count_is_left_out(estimate: Callable[[Values], Estimate]) -> None:
    assert estimate(np.array([1.0, np.nan, 0.0, 1.0, np.nan])) == estimate(np.array([1.0, 0.0, 1.0]))


def test_a_difference_that_no_unit_shows_may_be_there() -> None:
    # Something that has not happened in 100 deals happens in t²/n = 1.9842² / 100 = 0.03937 of them at most. Deals of a share
    # differ by 1 at most; of points, that were seen from 2 to 8, by 6; and nobody knows of points that were always 2.
    ones = shares(30, 100)
    for same in (ones, np.zeros(100)):
        found = paired_difference(same, same.copy(), ZERO_TO_ONE)
        assert (found.mean, found.p, found.differing) == (0, 1, 0)
        assert (found.low, found.high) == pytest.approx((-0.03937, 0.03937), abs=1e-5)
        assert found.excluded == found.high
        assert found.is_unseen
    points = np.repeat([2.0, 5.0, 8.0], [50, 30, 20])
    assert paired_difference(points, points.copy()).high == pytest.approx(6 * 0.03937, abs=1e-4)
    unknown = paired_difference(np.full(100, 2.0), np.full(100, 2.0))
    assert (unknown.low, unknown.excluded, unknown.is_unseen) == (None, None, True)
    # Of two samples with nothing in common either may have some that was not seen, by Wilson 3.94 / 103.94.
    apart = unpaired_difference(np.zeros(100), np.zeros(100), SHARE, ZERO_TO_ONE)
    assert apart.is_unseen
    assert apart.p == 1
    assert apart.high == pytest.approx(0.0379, abs=0.001)


def test_only_some_values_of_one_kind_are_missing() -> None:
    # Counts of 12 and nothing else: a value is taken to be no farther away than 0 is.
    found = paired_difference(np.full(100, 12.0), np.full(100, 12.0), COUNT)
    assert found.high == pytest.approx(12 * 0.03937, abs=1e-3)


def test_most_that_may_differ_where_none_was_seen() -> None:
    # z² / (n + z²) = 3.8415 / 10,003.84.
    assert most_unseen(10_000) == pytest.approx(3.8400e-4, rel=1e-3)
    assert SHARE.estimate(np.zeros(10_000)).high == pytest.approx(most_unseen(10_000))


def test_one_of_a_few_that_differ_may_be_larger_than_all_that_were_seen() -> None:
    # Four of a thousand differ, by 0.1; a unit may differ by 1. By Fay and Feuer the upper bound has one more of these: mean
    # (0.4 + 1) / 1000, variance (0.04 + 1) / 1000², a gamma distribution with the shape 1.885, whose 97.5 % quantile is 5.39
    # (of scale 0.743, in thousandths).
    few = np.repeat([0.1, 0.0], [4, 996])
    found = paired_difference(np.zeros(1000), few, ZERO_TO_ONE)
    assert found.high is not None
    assert 1000 * found.high == pytest.approx(0.743 * 5.39, rel=0.03)
    # Of as many as twenty one sees it.
    many = paired_difference(np.zeros(1000), np.repeat([0.1, 0.0], [20, 980]), ZERO_TO_ONE)
    assert many.high is not None
    assert 1000 * many.high == pytest.approx(0.1 * 30.9, rel=0.02)


def test_a_difference_that_is_the_same_in_most_units_is_sparse_about_it() -> None:
    # All of twenty deals have one point less, but for one that has two more: no Student's t, which would hardly hold.
    found = paired_difference(np.full(20, 5.0), np.where(np.arange(20) < 19, 4.0, 7.0))
    shifted = paired_difference(np.full(20, 4.0), np.where(np.arange(20) < 19, 4.0, 7.0), Limits(0.0, 3.0))
    assert found.mean == pytest.approx(shifted.mean - 1)
    assert found.high == pytest.approx((shifted.high or 0) - 1)
    assert found.low == pytest.approx((shifted.low or 0) - 1)


def test_the_same_difference_everywhere_has_the_p_of_an_exact_test() -> None:
    # Of 2⁴ ways to give four differences their signs, two have them all alike; of 7!/(3! 4!) = 35 ways to part seven
    # values, one sets the means of three and of four so far apart; of 6!/(3! 3!) = 20, two do.
    same = paired_difference(np.arange(4.0), np.arange(4.0) + 2)
    assert (same.mean, same.p) == (2, 2 / 16)
    found = unpaired_difference(np.full(3, 2.0), np.full(4, 5.0))
    assert found.mean == 3
    assert found.p == pytest.approx(1 / 35)
    assert unpaired_difference(np.full(3, 2.0), np.full(3, 5.0)).p == pytest.approx(2 / 20)


def test_mover_by_hand() -> None:
    # √(3² + 4²) down and √(6² + 8²) up; wholly correlated, |3 - 4| and |6 - 8|.
    assert mover((3.0, 6.0), (8.0, 4.0), 0.0) == (5.0, 10.0)
    assert mover((3.0, 6.0), (8.0, 4.0), 1.0) == (1.0, 2.0)


def test_p_is_that_of_the_interval_that_just_reaches_nothing() -> None:
    # An interval of t down and 2t up about -4 reaches 0 at t = 2.
    found = contrast_by_reach(-4.0, lambda t: (t, 2 * t), 10)
    assert (found.low, found.high) == (pytest.approx(-6.228, abs=0.001), pytest.approx(0.456, abs=0.002))
    assert found.p == pytest.approx(two_sided_p(2.0, 10))


def test_a_mean_of_values_of_which_most_are_one() -> None:
    values = np.array([0.5] * 17 + [1.0, 1.0, 0.0])
    found, difference = mean_beside(values, 0.5), paired_difference(np.full(20, 0.5), values)
    assert found.mean == pytest.approx(0.525)
    assert (difference.low, difference.high) != (None, None)
    assert found.low == pytest.approx(0.5 + (difference.low or 0))
    assert found.high == pytest.approx(0.5 + (difference.high or 0))
    # t for 99 degrees of freedom is 1.984; 1.984² / 100 = 0.0394, of which half, since no value can be farther away.
    alike = mean_beside(np.full(100, 0.5), 0.5, 0.5)
    assert (alike.mean, alike.low, alike.high) == (
        0.5,
        pytest.approx(0.4803, abs=1e-4),
        pytest.approx(0.5197, abs=1e-4),
    )


def test_values_that_are_all_the_same_have_no_interval_where_nobody_knows_how_far_one_can_be() -> None:
    assert MEAN.estimate(np.full(30, 3.0)) == Estimate(3.0, None, None, 30)


def test_an_interval_is_unknown_where_nobody_knows_how_far_a_value_can_be() -> None:
    assert mean_beside(np.zeros(100), 0.0) == Estimate(0.0, None, None, 100)
    assert mean_beside(np.zeros(1), 0.0, 1.0) == Estimate(0.0, None, None, 1)
    found = difference_from(0.0, np.zeros(100))
    assert (found.mean, found.low, found.high, found.p) == (0.0, None, None, 1.0)


@pytest.mark.parametrize("difference", [paired_difference, unpaired_difference])
def test_a_single_value_says_nothing_of_a_difference(difference: Callable[[Values, Values], Contrast]) -> None:
    found = difference(np.array([1.0]), np.array([4.0]))
    assert (found.mean, found.low, found.high, found.p) == (3, None, None, None)


def test_paired_difference_where_units_count_in_one_game_only() -> None:
    # Means 2 and 5, so the difference is 3. Four units count in either. The first has x = 3, 1, 2, so
    # u = (1, -1, 0, 0) * 4/3; the other has x = 4, 6, 5, so u = (0, -1, 1, 0) * 4/3. Their differences,
    # (-1, 0, 1, 0) * 4/3, have the variance (32/9) / 3, and their mean has (32/27) / 4 = 8/27. Each game has three values,
    # and Student's t for 2 degrees of freedom is 4.302653.
    gap = np.nan
    found = paired_difference(np.array([3.0, 1.0, 2.0, gap, gap]), np.array([gap, 4.0, 6.0, 5.0, gap]))
    half = 4.302653 * (8 / 27) ** 0.5
    assert found.mean == pytest.approx(3)
    assert (found.low, found.high) == pytest.approx((3 - half, 3 + half), abs=1e-5)


def holds(result: Estimate | Contrast, truth: float) -> bool:
    assert result.low is not None
    assert result.high is not None
    return result.low <= truth <= result.high


def coverage(study: Callable[[], Estimate | Contrast], truth: float) -> float:
    return sum(holds(study(), truth) for _ in range(STUDIES)) / STUDIES


def test_coverage_of_means() -> None:
    numbers = np.random.default_rng(1)
    assert coverage(lambda: MEAN.estimate(numbers.integers(0, 6, 100).astype(float)), 2.5) == pytest.approx(
        0.95, abs=0.015
    )
    assert coverage(lambda: MEAN.estimate(numbers.normal(0, 1, 5)), 0) == pytest.approx(0.95, abs=0.015)
    # The length of a game: at least four deals, and a tail.
    assert coverage(
        lambda: MEAN.estimate(3 + numbers.geometric(0.15, 200).astype(float)), 3 + 1 / 0.15
    ) == pytest.approx(0.95, abs=0.015)


@pytest.mark.parametrize("often", [0.01, 0.1, 0.5])
def test_coverage_of_rates(often: float) -> None:
    # Up to two a deal, as dares are: less spread than Poisson's.
    numbers = np.random.default_rng(2)
    study = lambda: RATE.estimate(numbers.binomial(2, often / 2, 2000).astype(float))  # noqa: E731
    assert coverage(study, often) == pytest.approx(0.95, abs=0.015)


@pytest.mark.parametrize("share", [0.02, 0.15, 0.5])
def test_coverage_of_shares(share: float) -> None:
    numbers = np.random.default_rng(3)
    study = lambda: SHARE.estimate((numbers.random(1000) < share).astype(float))  # noqa: E731
    assert coverage(study, share) == pytest.approx(0.95, abs=0.015)


def test_coverage_of_paired_differences() -> None:
    numbers = np.random.default_rng(4)

    def study() -> Contrast:
        luck = numbers.normal(0, 3, 200)
        return paired_difference(luck + numbers.normal(0, 1, 200), luck + numbers.normal(0.5, 1, 200))

    assert coverage(study, 0.5) == pytest.approx(0.95, abs=0.015)


def test_coverage_of_paired_shares_that_count_now_and_then() -> None:
    # A leader at half-time in 80 of 100 deals of the first game and in 70 of the other, mostly the same deals; the
    # leader wins if the deal's luck is good enough.
    numbers = np.random.default_rng(5)

    def study() -> Contrast:
        luck, tie = numbers.random((2, 400))
        first = np.where(tie < 0.8, luck < 0.75, np.nan)
        other = np.where(tie + 0.1 * numbers.random(400) < 0.75, luck < 0.65, np.nan)
        return paired_difference(first, other)

    assert coverage(study, -0.1) == pytest.approx(0.95, abs=0.015)


def test_coverage_of_unpaired_differences() -> None:
    numbers = np.random.default_rng(6)
    study = lambda: unpaired_difference(numbers.normal(0, 1, 40), numbers.normal(1, 5, 15))  # noqa: E731
    assert coverage(study, 1) == pytest.approx(0.95, abs=0.015)


def test_p_is_below_five_percent_in_five_of_a_hundred_studies_of_nothing() -> None:
    numbers = np.random.default_rng(7)
    found = 0
    for _ in range(STUDIES):
        p = paired_difference(numbers.normal(0, 1, 30), numbers.normal(0, 1, 30)).p
        assert p is not None
        found += p < 0.05
    assert found / STUDIES == pytest.approx(0.05, abs=0.015)


def test_holms_correction() -> None:
    # The example of Wright (1992), Biometrics 48, is of this kind: 0.005, 0.01, 0.03 and 0.04 of four comparisons become
    # 4 x 0.005, 3 x 0.01, 2 x 0.03, and no less than that.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, None, 0.6]) == [1, None, 1]
    assert holm([0.02, None]) == [0.02, None]
    assert holm([]) == []


def test_holms_correction_keeps_false_alarms_rare() -> None:
    numbers = np.random.default_rng(8)
    found = 0
    for _ in range(STUDIES):
        corrected = holm(numbers.random(20).tolist())
        found += any(p is not None and p < 0.05 for p in corrected)
    assert found / STUDIES == pytest.approx(0.05, abs=0.015)


# The 0.05, 0.01 and 0.001 columns of any printed table of chi-square.
@pytest.mark.parametrize(
    ("q", "df", "p"),
    [(3.841, 1, 0.05), (6.635, 1, 0.01), (5.991, 2, 0.05), (13.816, 2, 0.001), (7.815, 3, 0.05), (9.488, 4, 0.05),
     (15.086, 5, 0.01), (20.515, 5, 0.001), (18.307, 10, 0.05)],
)  # fmt: skip
def test_tails_of_chi_square(q: float, df: int, p: float) -> None:
    assert chi_square_p(q, df) == pytest.approx(p, rel=0.003)


def test_heterogeneity() -> None:
    # Half-widths of 1.96 are errors of 1: Q = 1 + 0 + 1 with two degrees of freedom, exp(-1).
    results = [Estimate(mean, mean - NORMAL_QUANTILE, mean + NORMAL_QUANTILE, 9) for mean in (1.0, 2.0, 3.0)]
    assert heterogeneity(results) == pytest.approx(np.exp(-1))
    with pytest.raises(ValueError, match="interval"):
        heterogeneity([Estimate(1.0, None, None, 1)])


def test_bars_of_a_distribution() -> None:
    few = distribution(np.array([1.0, 3.0, 1.0, np.nan, 1.0]))
    assert few == (Bar(1.0, 1.0, 0.75), Bar(3.0, 3.0, 0.25))
    many = distribution(np.arange(60.0))
    assert len(many) == 30
    assert (many[0].low, many[-1].high) == (0, 59)
    assert [bar.share for bar in many] == pytest.approx([2 / 60] * 30)


@pytest.mark.parametrize(
    ("differ", "above", "studies"),
    [
        (0.01, 0.75, 300),
        *(
            pytest.param(differ, above, STUDIES, marks=pytest.mark.deep)
            for differ in (0.01, 0.02, 0.05, 0.15)
            for above in (1.0, 0.75, 0.5)
        ),
    ],
)
def test_coverage_of_paired_differences_that_are_rare(differ: float, above: float, studies: int) -> None:
    numbers = np.random.default_rng(9)

    def study() -> Contrast:
        luck = numbers.random(1000)
        found = np.where(luck < differ * above, 1.0, np.where(luck < differ, -1.0, 0.0))
        return paired_difference(np.zeros(1000), found, ZERO_TO_ONE)

    truth = differ * (2 * above - 1)
    held = sum(holds(study(), truth) for _ in range(studies)) / studies
    if studies == STUDIES and differ == 0.01:  # with ten deals to be expected it may hold more
        assert 0.935 <= held <= 0.99
    else:
        assert held == pytest.approx(0.95, abs=0.015 if studies == STUDIES else 0.04)


@pytest.mark.parametrize("above", [1.0, 0.5])
def test_five_deals_that_differ_are_not_overrated(above: float) -> None:
    # With five deals in a thousand to be expected the interval may hold more than 95 %, and does not hold less.
    numbers = np.random.default_rng(10)
    held = 0
    for _ in range(500):
        luck = numbers.random(1000)
        found = np.where(luck < 0.005 * above, 1.0, np.where(luck < 0.005, -1.0, 0.0))
        held += holds(paired_difference(np.zeros(1000), found, ZERO_TO_ONE), 0.005 * (2 * above - 1))
    assert held / 500 > 0.935


def test_rare_differences_by_hand() -> None:
    # Ten of a million differ, all upwards: the score interval of ten, 5.43 to 18.41 (see above), less that of none, 0 to
    # 3.84, by MOVER: from 10 - sqrt(4.57² + 3.84²) to 10 + sqrt(8.41² + 0²).
    n = 1_000_000
    found = paired_difference(np.zeros(n), shares(10, n))
    assert found.low is not None
    assert found.high is not None
    assert found.mean == pytest.approx(10 / n)
    assert (n * found.low, n * found.high) == pytest.approx((10 - 5.97, 18.41), abs=0.01)
    mirrored = paired_difference(shares(10, n), np.zeros(n))
    assert (mirrored.low, mirrored.high) == pytest.approx((-found.high, -found.low))
    assert mirrored.p == found.p


def test_p_of_rare_differences_agrees_with_the_interval() -> None:
    numbers = np.random.default_rng(11)
    for _ in range(200):
        luck = numbers.random(500)
        found = paired_difference(np.zeros(500), np.where(luck < 0.02, 1.0, np.where(luck < 0.026, -1.0, 0.0)))
        assert found.p is not None
        assert found.low is not None
        assert found.high is not None
        assert (found.p < 0.05) == (found.low > 0 or found.high < 0)
