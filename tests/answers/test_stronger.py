"""Verdicts of stronger players, on figures made up so that the verdict is known by hand."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from typing import Any

import numpy as np
import pytest

import trickbook
from trickbook.answers.stronger import (
    FAILS,
    HOLDS,
    NEITHER,
    NEW,
    UNKNOWN,
    above_part,
    deals_needed,
    judge,
    verdict_on,
)
from trickbook.answers.stronger_words import heading_of, roughly, sentences_of, time_needed, time_to_tell
from trickbook.measure.comparison import Difference, Measured, Value
from trickbook.measure.metrics import DEALS, METRICS, Metric
from trickbook.measure.statistics import Contrast, Estimate
from trickbook.study import CompareError, Comparison
from trickbook.study.beside import other_seed
from trickbook.study.samples import Samples

LENGTH = next(m for m in METRICS if isinstance(m, Metric) and m.name == "decisions")
SWEEPS = next(m for m in METRICS if isinstance(m, Metric) and m.name == "sweeps")
MATCH = next(m for m in METRICS if isinstance(m, Metric) and m.name == "deals")


def contrast(mean: float, half: float, p: float) -> Contrast:
    """Return a difference with a symmetric interval."""
    return Contrast(mean, mean - half, mean + half, p)


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


def test_how_far_the_stronger_are_above_half_and_how_sure_that_is() -> None:
    found = above_part(contrast(1.0, 0.6, 0.0), contrast(0.1, 0.4, 0.6))
    assert found is not None
    # 0.1 - 0.5; the halves of the intervals are 0.4 and 0.6 / 2, so together √(0.16 + 0.09) = 0.5.
    assert isclose(found[0], -0.4)
    assert isclose(found[1], 0.5 / 1.959964, rel_tol=1e-6)


def test_only_the_sides_that_face_each_other_count() -> None:
    first = Contrast(1.0, 0.4, 9.0, 0.0)
    stronger = Contrast(0.1, -8.0, 0.5, 0.9)
    assert above_part(first, stronger) == above_part(contrast(1.0, 0.6, 0.0), contrast(0.1, 0.4, 0.6))
    turned = above_part(Contrast(-1.0, -9.0, -0.4, 0.0), Contrast(-0.1, -0.5, 8.0, 0.9))
    assert turned == above_part(first, stronger)


def test_the_deals_needed_are_those_of_the_formula() -> None:
    # e = 0.98 / 1.96 = 0.5 after 1,000 deals, half of 1 is 0.5: (1.96 + 0.8416)² = 7.849 times as many.
    assert deals_needed(contrast(1.0, 0.1, 0.0), contrast(0.3, 0.979982, 0.5), 1000, 1) == pytest.approx(7849, abs=2)
    # Of ten findings each is clear below 0.005, at 2.8070 errors: (2.8070 + 0.8416)² = 13.312.
    assert deals_needed(contrast(1.0, 0.1, 0.0), contrast(0.3, 0.979982, 0.5), 1000, 10) == pytest.approx(13312, abs=4)
    assert deals_needed(contrast(1.0, 0.1, 0.0), contrast(0.6, 0.1, 0.5), 1000, 1) == 2000
    # A difference of 0.8 is beyond half of 0.2: 7849 × (0.5 / 0.8)² deals set it apart from nothing.
    assert deals_needed(contrast(0.2, 0.1, 0.0), contrast(0.8, 0.979982, 0.5), 1000, 1) == pytest.approx(3066, abs=2)


def a_comparison(bots: str, *figures: tuple[Metric, Contrast, float]) -> Comparison:
    """Return a comparison of two games with such differences, each with its p_holm."""
    metrics = tuple(
        Measured(
            metric,
            (Value(0, "bura", Estimate(0.3, 0.2, 0.4, 100)), Value(1, "bura+closed", Estimate(0.4, 0.3, 0.5, 100))),
            (Difference(1, "bura+closed", "bura", found, p_holm),),
        )
        for metric, found, p_holm in figures
    )
    return Comparison(
        games=("bura", "bura+closed"), deals=1000, matches=0, seed=1, bots=bots, paired=True, metrics=metrics,
        seconds=10.0, decisions_per_second=1.0, complete=True, samples=Samples(),
    )  # fmt: skip


def judged(first: Comparison, beside: Comparison) -> Comparison:
    """Return a comparison with what stronger players say of it."""
    return replace(first, stronger=judge(first, beside))


def test_each_clear_difference_has_a_verdict_and_each_sentence_names_both_players() -> None:
    first = a_comparison("greedy", (LENGTH, contrast(1.0, 0.1, 0.0), 0.0), (SWEEPS, contrast(0.1, 0.01, 0.0), 0.0))
    beside = a_comparison(
        "ismcts:100", (LENGTH, contrast(1.1, 0.1, 0.0), 0.0), (SWEEPS, contrast(0.001, 0.01, 0.9), 1.0)
    )
    comparison = judged(first, beside)
    assert comparison.stronger is not None
    found = {verdict.measured.metric.name: verdict.verdict for verdict in comparison.stronger.verdicts}
    assert found == {"decisions": HOLDS, "sweeps": FAILS}
    sentences = sentences_of(comparison)
    assert len(sentences) == 2
    for sentence in sentences:
        assert "between greedy players" in sentence
        assert "between ismcts:100 players" in sentence
    by_head = {sentence.partition(":")[0]: sentence for sentence in sentences}
    assert "+0.1 (95 % interval -0.9 to +1.1) in 100 deals" in by_head["Does not hold with stronger players"]
    assert "+1.10 (95 % interval +1.00 to +1.20)" in by_head["Holds with stronger players"]
    assert heading_of(comparison.stronger, comparison.seed).startswith("1,000 deals of each between ismcts:100 players")


def test_what_cannot_be_told_yet_says_how_much_would_tell_and_how_long_it_takes() -> None:
    first = a_comparison("greedy", (LENGTH, contrast(1.0, 0.1, 0.0), 0.0))
    beside = a_comparison("ismcts:100", (LENGTH, contrast(0.3, 0.979982, 0.5), 1.0))
    stronger = judge(first, beside)
    assert stronger.verdicts[0].verdict == UNKNOWN
    sentence = sentences_of(replace(first, stronger=stronger))[0]
    assert sentence.startswith("Can't be told yet: ")
    assert sentence.endswith("About 7,900 deals of each would tell.")
    # 10 seconds for 1,000 deals: 7,900 take 79 seconds.
    expected = "--stronger-deals 7900 plays them, in 1 minute or so at the speed of this run."
    assert time_to_tell(stronger, stronger.verdicts[0]) == expected
    document = stronger.as_json()["verdicts"][0]
    assert (document["verdict"], document["deals_needed"], document["seconds_needed"]) == (UNKNOWN, 7849, 78)


def test_whole_games_are_said_not_to_be_played() -> None:
    stronger = judge(a_comparison("greedy", (MATCH, contrast(1.0, 0.1, 0.0), 0.0)), a_comparison("ismcts:100"))
    first = a_comparison("greedy", (MATCH, contrast(1.0, 0.1, 0.0), 0.0))
    assert [verdict.verdict for verdict in stronger.verdicts] == [UNKNOWN]
    assert stronger.verdicts[0].stronger is None
    assert "ismcts:100 players play no whole games" in sentences_of(replace(first, stronger=stronger))[0]


def test_what_only_stronger_players_show_is_told() -> None:
    first = a_comparison("greedy", (LENGTH, contrast(0.01, 0.1, 0.8), 1.0))
    beside = a_comparison("ismcts:100", (LENGTH, contrast(-1.0, 0.1, 0.0), 0.0))
    comparison = judged(first, beside)
    assert comparison.stronger is not None
    assert not comparison.stronger.verdicts
    (sentence,) = sentences_of(comparison)
    assert sentence.startswith("Only with stronger players: bura+closed beside bura, ")
    assert sentence.endswith("between greedy players nothing of it is clear.")


def test_where_nothing_is_clear_that_is_said_of_both() -> None:
    nothing = (LENGTH, contrast(0.01, 0.1, 0.8), 1.0)
    (sentence,) = sentences_of(judged(a_comparison("greedy", nothing), a_comparison("ismcts:100", nothing)))
    assert sentence == "Nothing is clear between greedy players, nor between ismcts:100 players."


@pytest.mark.parametrize(("theirs", "verdict"), [(contrast(1.0, 0.1, 0.0), NEW), (contrast(0.1, 0.2, 0.3), NEITHER)])
def test_an_answer_that_is_not_clear_is_judged_too(theirs: Contrast, verdict: str) -> None:
    first = a_comparison("greedy", (LENGTH, contrast(0.05, 0.1, 0.3), 0.3))
    row = (first.metrics[0], first.metrics[0].differences[0])
    stronger = judge(first, a_comparison("ismcts:100", (LENGTH, theirs, 0.0)), [row])
    assert [found.verdict for found in stronger.verdicts] == [verdict]


def test_numbers_for_people() -> None:
    assert [roughly(number) for number in (7, 99, 101, 38123, 40000)] == [7, 99, 110, 39000, 40000]
    assert [time_needed(seconds) for seconds in (20, 89, 7199, 9000, 360000)] == [
        "less than a minute",
        "1 minute",
        "120 minutes",
        "2.5 hours",
        "100 hours",
    ]
    assert time_needed(7000) == "117 minutes"


def test_stronger_players_have_deals_of_their_own() -> None:
    assert other_seed(1) == 2**63 + 1
    assert other_seed(other_seed(7)) == 7
    assert LENGTH.sample == DEALS


def test_the_number_of_deals_is_that_of_the_figures_and_of_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal of 10 choices and 20 decisions is 100 × 10 × 20 / 2 = 10,000 moves of ismcts:100; of two games and one again 30,000."""
    from trickbook.study import beside
    from trickbook.study.samples import Step
    from trickbook.study.units import Result, Unit

    result = Result(0, {"choices": np.array([8, 12] * 5000), "decisions": np.array([20] * 10000)}, {})
    samples = Samples()
    work: Any = None
    step: Step = tuple(Unit(work, place, DEALS, 0, 10000) for place in range(2))
    samples.add(step, [result, result])
    metrics = [metric for metric in METRICS if isinstance(metric, Metric)]
    monkeypatch.setattr(beside, "MOVES", 200_000_000)
    assert beside.deals_for("ismcts:100", samples, metrics, 2, again=True) == 6600  # of 6,666
    assert beside.deals_for("ismcts:100", samples, metrics, 2, again=False) == 10_000  # no more than others have played
    assert beside.deals_for("ismcts:1000000", samples, metrics, 2, again=False) == 20


def test_from_python_nobody_plays_who_is_not_asked() -> None:
    games = ["bura", "bura+closed"]
    assert trickbook.compare(games, deals=60, matches=1).stronger is None
    found = trickbook.compare(games, deals=60, matches=1, stronger="ismcts:10", stronger_deals=20).stronger
    assert found is not None
    assert (found.player, found.beside.deals, found.beside.matches) == ("ismcts:10", 20, 0)
    with pytest.raises(CompareError, match="no player who searches"):
        trickbook.compare(games, deals=60, matches=1, stronger="greedy")
