"""Comparisons that are played until they are precise, and the questions asked of several of them."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest

import trickbook
from trickbook.answers.questions import QUESTIONS, answers
from trickbook.answers.words import is_clear
from trickbook.game.table import Table
from trickbook.measure.comparison import Measured
from trickbook.measure.differences import paired_difference, unpaired_difference
from trickbook.measure.metrics import METRICS
from trickbook.measure.metrics.pairs import why_other_deals
from trickbook.measure.statistics import heterogeneity
from trickbook.simulation.batches import simulate_singles
from trickbook.study import CompareError, Comparison, compare
from trickbook.study.detect import detect


def measured(comparison: Comparison, name: str) -> Measured:
    (found,) = [entry for entry in comparison.metrics if entry.metric.name == name]
    return found


def test_a_comparison_is_played_until_it_is_precise() -> None:
    # Players that do not search play blocks of 2,048 deals. Random players win half of the deals: some 9,600 for a mean.
    comparison = compare(["schwesing"], bots="random", precision=0.01)
    assert comparison.precision is not None
    assert comparison.precision.reached
    assert comparison.precision.metric == "deals-won"
    assert comparison.precision.looks[-1] == comparison.deals
    assert 9_604 <= comparison.deals <= 9_604 * 1.02 + 2 * 2048
    assert comparison.matches == 0
    estimate = measured(comparison, "deals-won").values[0].estimate
    assert estimate.low is not None
    assert estimate.high is not None
    half = (estimate.high - estimate.low) / 2
    assert half <= 0.01
    assert comparison.precision.half_width == pytest.approx(half)


def test_what_is_to_be_precise_is_the_difference_of_two_games() -> None:
    comparison = compare(["schwesing", "schwesing+singles-only"], bots="random", precision=0.02, metric="points")
    contrast = measured(comparison, "points").differences[0].contrast
    assert contrast.low is not None
    assert contrast.high is not None
    assert (contrast.high - contrast.low) / 2 <= 0.02


def test_a_precision_of_whole_matches() -> None:
    comparison = compare(["schwesing"], bots="random", precision=0.5, metric="deals")
    assert (comparison.deals, comparison.matches) == (0, comparison.precision.looks[-1] if comparison.precision else 0)
    assert [entry.metric.sample for entry in comparison.metrics] == ["whole matches"] * 3


def test_no_more_is_played_than_may_be() -> None:
    comparison = compare(["schwesing"], bots="random", precision=0.0001, deals=3000)
    assert comparison.deals == 3000
    assert comparison.precision is not None
    assert not comparison.precision.reached


def test_precision_does_not_depend_on_threads() -> None:
    one, two = (
        compare(["schwesing", "treia"], bots="random", precision=0.02, threads=threads).as_json() for threads in (1, 2)
    )
    assert one["metrics"] == two["metrics"]
    assert one["precision"] == two["precision"]


@pytest.mark.parametrize(
    ("games", "options", "said"),
    [
        (["schwesing"], {"precision": 0.0}, "above 0"),
        (["schwesing"], {"precision": 0.01, "metric": "deal-won"}, "did you mean deals-won"),
        (["schwesing", "treia"], {"precision": 0.01, "metric": "carried"}, "schwesing has no metric 'carried'"),
        (["schwesing"], {"precision": 0.01, "matches": 5}, "single deals"),
        (["schwesing"], {"precision": 0.01, "metric": "rule-weight"}, "rule-weight"),
    ],
)
def test_precisions_that_can_not_be(games: list[str], options: dict[str, Any], said: str) -> None:
    with pytest.raises(CompareError, match=said):
        compare(games, bots="random", **options)


def test_detecting_says_how_many_deals_are_needed() -> None:
    detection = detect(["schwesing"], 0.05, bots="random", pilot=2000)
    # The variance of a share near one half is 1/4 less little: 7.849 x 0.25 / 0.0025 = 785 at most.
    assert detection.needed[0].units == pytest.approx(785, abs=10)
    # (1.96 + 1.645)² = 12.995.
    assert detection.needed[1].units == pytest.approx(1300, abs=15)
    assert detection.as_json()["needed"][0] == {"power": 0.8, "n": detection.needed[0].units}
    assert "80%" in "\n".join(detection.sentences())
    with pytest.raises(CompareError, match="above 0"):
        detect(["schwesing"], 0)


def test_detecting_with_pairs_needs_fewer_deals() -> None:
    paired = detect(["schwesing", "schwesing+optional-daring"], 0.02, bots="greedy", pilot=1000)
    assert paired.needed[0].units < detect(["schwesing"], 0.02, bots="greedy", pilot=1000).needed[0].units


def test_rule_weight_is_the_share_of_deals_that_are_played_otherwise() -> None:
    comparison = compare(["schwesing", "schwesing+singles-only"], deals=500, matches=5, bots="random")
    weight, winner = measured(comparison, "rule-weight"), measured(comparison, "other-winner")
    first, other = (simulate_singles(game, deals=500, seed=1, bots="random") for game in games_loaded())
    differs = (first["course"] != other["course"]).mean()
    assert weight.values[1].estimate.mean == pytest.approx(differs)
    assert weight.differences[0].contrast.mean == pytest.approx(differs)
    assert weight.values[0].estimate.mean == 0
    assert 0 < winner.values[1].estimate.mean <= differs
    # Certain, and not one of those that are counted.
    assert weight.differences[0].p_holm == 0


def games_loaded() -> list[Any]:
    import trickbook

    return [trickbook.load(game) for game in ("schwesing", "schwesing+singles-only")]


def test_a_rule_that_counts_otherwise_shows_in_what_deals_score_and_not_in_how_they_are_played() -> None:
    """Won deals that bring 3 points in place of 1 are scored otherwise whenever they are no sweeps; random players play on as before."""
    counts_more = "schwesing+score.won.points=3"
    comparison = compare(["schwesing", counts_more], deals=300, matches=5, bots="random")
    first = simulate_singles(trickbook.load("schwesing"), deals=300, seed=1, bots="random")
    other = simulate_singles(trickbook.load(counts_more), deals=300, seed=1, bots="random")
    scored = (first["score"] != other["score"]).any(axis=1).mean()
    assert 0.5 < scored < 1
    assert measured(comparison, "other-score").differences[0].contrast.mean == pytest.approx(scored)
    assert measured(comparison, "rule-weight").differences[0].contrast.mean == 0
    (answer,) = answers(comparison, QUESTIONS["usage"])
    assert f" Of 100 deals {round(100 * scored):.0f}" in answer.sentence


def test_rule_weight_of_a_rule_that_is_never_used() -> None:
    # Greedy players of one game, and of the same with another target, which a single deal does not reach.
    comparison = compare(["schwesing", "schwesing+match.target=40"], deals=300, matches=5, bots="random")
    weight = measured(comparison, "rule-weight").differences[0]
    # None of 300: by Wilson's interval no more than 3.84 / 303.84 are.
    assert (weight.contrast.mean, weight.contrast.low, weight.contrast.p) == (0, 0, 1)
    assert weight.contrast.high == pytest.approx(3.8415 / 303.8415, abs=1e-6)
    assert weight.contrast.excluded == weight.contrast.high
    assert not is_clear(weight)


@pytest.mark.parametrize(
    ("first", "other", "differs"),
    [
        ("schwesing", "treia", "pack"),
        ("schwesing", "schwesing+deal.at_a_time=1", "number of cards dealt at a time"),
        ("bura", "bura+deal.hand=4", "size of a hand"),
        ("bura", "bura+draw.at_once=true", "way of drawing"),
        ("bura", "bura+table.players=3", "number of players"),
        ("bura", "bura+closed", ""),
        ("schwesing", "schwesing+optional-daring", ""),
    ],
)
def test_other_deals_have_no_rule_weight(first: str, other: str, differs: str) -> None:
    """By the kernel: from one shuffle each seat has the same cards if and only if nothing is said to differ."""
    games = [trickbook.load(first), trickbook.load(other)]
    assert why_other_deals(games) == differs
    names = {entry.metric.name for entry in compare(games, deals=20, matches=2, bots="random").metrics}
    assert ({"rule-weight", "other-winner"} <= names) is not bool(differs)
    if not differs:
        tables = [Table(game, seed=7, match=3) for game in games]
        assert len({tuple(int(hand) for hand in table.state.hands) for table in tables}) == 1


def test_differences_are_corrected_for_their_number() -> None:
    comparison = compare(["schwesing", "treia", "schwesing+singles-only"], deals=500, matches=5, bots="random")
    differences = [
        difference for entry in comparison.metrics if not entry.metric.of_two for difference in entry.differences
    ]
    known = sorted((d.contrast.p, d.p_holm) for d in differences if d.contrast.p is not None and d.p_holm is not None)
    assert len(known) > 40
    # The least is multiplied by the number of all, in both games.
    positive = next((place, p, corrected) for place, (p, corrected) in enumerate(known) if p > 0)
    assert positive[2] == pytest.approx(min(1, (len(known) - positive[0]) * positive[1]))
    assert all(p <= corrected for p, corrected in known)


def test_distributions_are_plain_data() -> None:
    comparison = compare(["schwesing"], deals=2000, matches=20, bots="random")
    bars = measured(comparison, "cards").values[0].distribution
    rows = simulate_singles(games_loaded()[0], deals=2000, seed=1, bots="random")
    assert [bar.low for bar in bars] == sorted(set(rows["cards"].tolist()))
    assert bars[-1].share == pytest.approx((rows["cards"] == bars[-1].low).mean())
    for entry in comparison.metrics:
        shares = [bar.share for bar in entry.values[0].distribution]
        assert not shares or sum(shares) == pytest.approx(1)
    document = next(entry for entry in comparison.as_json()["metrics"] if entry["name"] == "cards")
    assert set(document["values"][0]["distribution"][0]) == {"low", "high", "share"}


def test_points_of_curves_are_not_compared() -> None:
    comparison = compare(["schwesing", "treia"], deals=200, matches=5, bots="random")
    curve = [entry for entry in comparison.metrics if entry.metric.name.startswith("leader-wins.")]
    assert len(curve) == 9
    assert not [entry for entry in curve if entry.differences]


BASE = tuple(entry.name for entry in METRICS)


def test_metrics_have_names_of_their_own() -> None:
    assert len(set(BASE)) == len(BASE)


def binomial_bounds(n: int, p: float, inside: float) -> tuple[int, int]:
    """Return the least and most successes of n that leave less than half of the rest outside on each side."""
    chances = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    below = np.cumsum(chances)
    outside = (1 - inside) / 2
    return int(np.searchsorted(below, outside)), int(np.searchsorted(below, 1 - outside))


def test_bounds_of_a_binomial() -> None:
    # 1,000 at 5 %: mean 50, standard deviation 6.89; the 99.9 % bounds are some 3.29 of these away.
    assert binomial_bounds(1000, 0.05, 0.999) == pytest.approx((28.5, 74), abs=2)


@pytest.mark.parametrize("studies", [200, pytest.param(1000, marks=pytest.mark.deep)])
def test_a_game_rarely_seems_to_differ_from_itself(studies: int) -> None:
    # Each study sets 200 deals against 200 other ones of the same game, as if they were paired, and as if they were not.
    rows = simulate_singles(games_loaded()[0], deals=studies * 400, seed=77, bots="random")
    low, high = binomial_bounds(studies, 0.05, 0.999)
    for values in (rows["cards"], rows["score"][:, 0], rows["tricks_won"][:, 0] > 4):
        first, other = values.astype(float).reshape(2, studies, 200)
        for difference in (paired_difference, unpaired_difference):
            p = [difference(a, b).p for a, b in zip(first, other, strict=True)]
            assert low <= sum(q is not None and q < 0.05 for q in p) <= high


@pytest.mark.deep
@pytest.mark.parametrize(("bots", "precision"), [("random", 0.01), ("ismcts:200", 0.03)])
def test_six_seeds_agree(bots: str, precision: float) -> None:
    contrasts = []
    for seed in range(1, 7):
        comparison = compare(
            ["schwesing", "schwesing+optional-daring"], bots=bots, precision=precision, seed=seed, metric="deals-won"
        )
        contrasts.append(measured(comparison, "deals-won").differences[0].contrast)
    assert heterogeneity(contrasts) > 0.001
