"""The arithmetic of verdicts: figures for which the verdict is known by hand, and studies of which the truth is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from trickbook.answers.verdicts import (
    FAILS,
    FEWEST,
    HOLDS,
    UNKNOWN,
    Needed,
    deals_needed,
    matches_needed,
    p_of_below,
    verdict_on,
)
from trickbook.measure.statistics import Contrast

ALWAYS_TOLD = 1.0
"""The p below which a figure is told that is told whatever it is."""


def approximately(number: int, by: int) -> Any:
    return pytest.approx(number, abs=by)


def contrast(mean: float, half: float, p: float, error: float | None = None) -> Contrast:
    """Return a difference with a symmetric interval."""
    return Contrast(mean, mean - half, mean + half, p, error=error)


# For each: what the first players have, what the stronger ones have, how many findings there are, the verdict, and why by hand.
BY_HAND = {
    "the same, and clear": (contrast(1.0, 0.1, 0.0), contrast(1.0, 0.4, 1e-6), 1, HOLDS),
    "the same, below 0": (contrast(-1.0, 0.1, 0.0), contrast(-0.9, 0.4, 1e-5), 1, HOLDS),
    # p 0.03 is clear of one finding, and of two it is 0.06; 0.9 is not less than half of 1.
    "clear by itself": (contrast(1.0, 0.1, 0.0), contrast(0.9, 0.81, 0.03), 1, HOLDS),
    "not clear among two": (contrast(1.0, 0.1, 0.0), contrast(0.9, 0.81, 0.03), 2, UNKNOWN),
    # 0 is 0.5 below half; its error is √(0.2² + 0.05²) / 1.96 = 0.105, so 4.75 errors: p is 2 in a million.
    "nothing, and known well": (contrast(1.0, 0.1, 0.0), contrast(0.0, 0.2, 1.0), 20, FAILS),
    # The same with an interval three times as wide: 0.5 is 1.63 errors, p = 0.10.
    "nothing, and known badly": (contrast(1.0, 0.1, 0.0), contrast(0.0, 0.6, 1.0), 1, UNKNOWN),
    "the other sign, clear": (contrast(1.0, 0.1, 0.0), contrast(-1.0, 0.3, 1e-9), 5, FAILS),
    "the other sign, below 0": (contrast(-1.0, 0.1, 0.0), contrast(1.0, 0.3, 1e-9), 5, FAILS),
    # A clear difference of a quarter is one of the same sign: it holds, if less than half.
    "small but clear": (contrast(1.0, 0.1, 0.0), contrast(0.25, 0.1, 1e-6), 3, HOLDS),
    "bura+closed": (contrast(-0.021, 0.008, 1e-6), contrast(-0.001, 0.013, 0.88), 8, UNKNOWN),
    "no interval": (contrast(1.0, 0.1, 0.0), Contrast(0.0, None, None, None), 1, UNKNOWN),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_a_verdict_is_the_one_found_by_hand(name: str) -> None:
    first, stronger, findings, verdict = BY_HAND[name]
    assert verdict_on(first, stronger, findings) == verdict


def test_only_the_sides_that_face_each_other_count() -> None:
    """0.1 is 0.4 below half of 1; the sides are 0.4 and 0.6 / 2, together √(0.16 + 0.09) = 0.5, which is 1.96 errors: Φ(-1.568) is 0.0584.

    What is told whatever it is, is told always, so nothing is to be divided by.
    """
    first, stronger = Contrast(1.0, 0.4, 9.0, 0.0), Contrast(0.1, -8.0, 0.5, 0.9)
    turned = Contrast(-1.0, -9.0, -0.4, 0.0), Contrast(-0.1, -0.5, 8.0, 0.9)
    for ours, theirs in ((first, stronger), turned):
        assert p_of_below(ours, theirs, ALWAYS_TOLD) == pytest.approx(0.0584, abs=1e-4)


def test_what_is_just_clear_has_its_sign_and_no_size() -> None:
    """At 2.5 errors, told from 1.96: P(Z > 2.5) / P(|Z| > 1.96) is 0.0062 / 0.05 = 0.124 if there is nothing at all."""
    first = contrast(2.5, 1.959964, 0.0124)
    assert p_of_below(first, contrast(0.0, 1e-6, 1.0), 0.05) == pytest.approx(0.0062097 / 0.05, abs=1e-4)
    assert verdict_on(first, contrast(0.0, 0.1, 1.0), 1) == UNKNOWN
    assert verdict_on(first, contrast(-0.5, 0.1, 0.0), 1) == FAILS
    # Had it been told whatever it is, half of it would be 1.25 - 0.98 at least.
    assert verdict_on(first, contrast(0.0, 0.1, 1.0), 1, ALWAYS_TOLD) == FAILS


def test_a_figure_far_beyond_what_is_clear_is_as_good_as_any() -> None:
    first, stronger = contrast(9.0, 1.959964, 0.0), contrast(1.0, 1.959964, 0.3)
    assert p_of_below(first, stronger, 0.01) == pytest.approx(p_of_below(first, stronger, ALWAYS_TOLD), rel=0.01)


@pytest.mark.parametrize("error", [0.2, 1.0])
@pytest.mark.parametrize("true", [0.3, 1.0, 2.0, 3.0, 5.0])
def test_few_findings_are_said_wrongly_not_to_hold_though_they_were_picked(true: float, error: float) -> None:
    """Of true differences, in standard errors, those are told whose p is below 0.005; stronger players have just half of each.

    25 in 1,000 are said not to hold; 2,000 studies count that to 11 in 1,000, at three standard errors.
    """
    draw = np.random.default_rng(1)
    z, least_p = 2.8070, 0.005
    firsts = draw.normal(true, 1.0, 1_000_000)
    firsts = firsts[np.abs(firsts) > z][:2000]
    seen = draw.normal(true / 2, error, len(firsts))
    wrong = naive = 0
    for ours, theirs in zip(firsts.tolist(), seen.tolist(), strict=True):
        first, stronger = contrast(ours, 1.959964, 0.001), contrast(theirs, 1.959964 * error, 1.0)
        # What is told with the wrong sign does not hold indeed.
        wrong += ours > 0 and verdict_on(first, stronger, 1, least_p) == FAILS
        naive += verdict_on(first, stronger, 1, ALWAYS_TOLD) == FAILS
    assert wrong <= 0.036 * len(firsts)
    assert true < 1 or wrong >= 0.014 * len(firsts)
    if true <= 1 and error < 1:
        assert naive > 0.2 * len(firsts)  # it can be seen that picking matters


def test_the_deals_needed_are_those_of_the_formula() -> None:
    # e = 0.98 / 1.96 = 0.5 after 1,000 deals; half of 1, of which all is known, is 0.5: (1.96 + 0.8416)² = 7.849 times as many.
    first = contrast(1.0, 1e-6, 0.0)
    found = deals_needed(first, contrast(0.3, 0.979982, 0.5), 1000, 1)
    assert found == Needed(approximately(7849, 3))
    # Of ten findings each is clear below 0.005, at 2.8070 errors: (2.8070 + 0.8416)² = 13.312.
    found = deals_needed(first, contrast(0.3, 0.979982, 0.5), 1000, 10)
    assert found == Needed(approximately(13312, 6))
    # Known less well, 0.5 is 1.96 × √(E² + 0.0255²) + 0.84 E: at E = 0.1772 it is 0.3509 + 0.1491, so (0.5 / 0.1772)² = 7.962 times.
    found = deals_needed(contrast(1.0, 0.1, 0.0), contrast(0.3, 0.979982, 0.5), 1000, 1)
    assert found == Needed(approximately(7962, 10))
    assert deals_needed(first, contrast(0.6, 0.1, 0.5), 1000, 1) == Needed(2000, as_seen=True)
    # A difference of 0.8 is beyond half of 0.2: 1.9622 / 0.64 sets it apart from nothing.
    found = deals_needed(contrast(0.2, 0.1, 0.0), contrast(0.8, 0.979982, 0.5), 1000, 1)
    assert found == Needed(approximately(3066, 2), as_seen=True)


def test_what_is_just_clear_can_only_be_shown_to_hold() -> None:
    """At 2.06 errors nothing is known of its size; all of it is told from nothing by 1.9622 / 0.04 times as many deals."""
    found = deals_needed(contrast(0.2, 0.19, 0.04), contrast(0.05, 0.979982, 0.9), 1000, 1)
    assert found == Needed(approximately(49056, 10), holds_only=True)


def test_the_whole_games_needed_are_found_from_the_spread_of_the_first() -> None:
    """With e = 0.05 in 200 games: (2.8016 × 0.05 / 0.5)² is 0.0785 of 200 games, and 20 are the fewest."""
    assert matches_needed(contrast(1.0, 0.097998, 0.0, 0.05), 200, 8.0, 1) == Needed(FEWEST, deals_a_game=8.0)
    # Ten times as many games for the same error are ten times as many to be played.
    found = matches_needed(contrast(1.0, 1e-6, 0.0, 0.05), 2000, 8.0, 1)
    assert found == Needed(approximately(157, 1), deals_a_game=8.0)
    assert matches_needed(contrast(1.0, 0.1, 0.0), 200, 8.0, 1) is None
