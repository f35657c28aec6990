"""Answers in words, from figures made up by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

import trickbook
from trickbook.answers.questions import QUANTITY_OF, QUESTIONS, Question, about, answers, asked
from trickbook.answers.words import clear_means, is_clear, spoken
from trickbook.measure.comparison import Difference, Measured, Value
from trickbook.measure.metrics.in_duplicate import LUCK
from trickbook.measure.statistics import Contrast, Estimate
from trickbook.study import Comparison


@pytest.fixture(scope="module")
def played() -> Comparison:
    return trickbook.compare(["schwesing", "treia"], deals=50, matches=5, bots="random")


def with_figures(played: Comparison, contrast: Contrast, name: str = "side-balance") -> Comparison:
    """Replace the measured figures by made-up ones."""
    (metric,) = [measured.metric for measured in played.metrics if measured.metric.name == name]
    values = (
        Value(0, "schwesing", Estimate(0.02, 0.01, 0.03, 1000)),
        Value(1, "treia", Estimate(0.02 + contrast.mean, -0.09, -0.07, 1000)),
    )
    difference = Difference(1, "treia", "schwesing", contrast)
    return replace(played, metrics=(Measured(metric, values, (difference,)),))


def test_a_clear_answer(played: Comparison) -> None:
    comparison = with_figures(played, Contrast(-0.10, -0.13, -0.07, 0.0001))
    (answer,) = answers(comparison, QUESTIONS["balance"])
    assert answer.is_clear
    assert answer.sentence == (
        "In Bruus (Treia), played by random, forehand's side wins 8 in 100 decided deals fewer than its equal part, "
        "in Bruus (Schwesing) 2 more: 10 in 100 worse for forehand's side (95 % interval -13 to -7), a clear difference."
    )


def test_a_null_answer_says_what_can_be_excluded(played: Comparison) -> None:
    comparison = with_figures(played, Contrast(0.01, -0.02, 0.04, 0.5))
    (answer,) = answers(comparison, QUESTIONS["balance"])
    assert not answer.is_clear
    assert answer.excluded == 0.04
    assert "no clear difference (+1, 95 % interval -2 to +4)" in answer.sentence
    assert "an effect of more than 4 either way can be excluded" in answer.sentence


def test_no_deal_differs(played: Comparison) -> None:
    # t² / n of 1,000 deals is 0.00385, of a share 0.385 in 100.
    nothing = Contrast(0.0, -0.00385, 0.00385, 1.0, differing=0, error=0.0)
    (answer,) = answers(with_figures(played, nothing), QUESTIONS["balance"])
    assert answer.sentence.endswith(
        "just as in Bruus (Schwesing): it differs in no deal of 1,000; an effect of more than 0.39 either way can be excluded."
    )
    assert answer.excluded == 0.00385
    # Where nobody knows how far a deal can be, 3.84 / 1,003.84 of all deals is what may differ.
    (answer,) = answers(with_figures(played, replace(nothing, low=None, high=None)), QUESTIONS["balance"])
    assert answer.sentence.endswith("it differs in no deal of 1,000; that more than 0.38 of 100 deals do can be excluded.")
    assert answer.excluded is None


def test_nothing_differs_in_the_words_of_the_sample_and_of_the_pairing(played: Comparison) -> None:
    nothing = Contrast(0.0, -0.05, 0.05, 1.0, differing=0, error=0.0)
    games = with_figures(played, nothing, "match-minutes")
    (answer,) = answers(games, QUESTIONS["length"])
    assert answer.sentence.endswith("it differs in no game of 1,000; an effect of more than 0.05 either way can be excluded.")
    (answer,) = answers(replace(games, paired=False), QUESTIONS["length"])
    assert answer.sentence.endswith(
        "it is the same in every game of both, 1,000 of each; an effect of more than 0.05 either way can be excluded."
    )
    (answer,) = answers(replace(with_figures(played, nothing), paired=False), QUESTIONS["balance"])
    assert answer.sentence.endswith(
        "it is the same in every deal of both, 1,000 of each; an effect of more than 5 either way can be excluded."
    )


def test_clear_means_the_same_in_the_answer_and_in_the_table(played: Comparison) -> None:
    """With two games beside the first, p of 0.03 and 0.04 both become 0.06 by Holm's method; with one, 0.03 it stays."""
    comparison = with_figures(played, Contrast(-0.10, -0.19, -0.01, 0.03))
    (measured,) = comparison.metrics
    (one,) = measured.differences
    other = replace(one, place=2, game="bura", contrast=Contrast(-0.10, -0.19, -0.01, 0.04))
    values = (*measured.values, replace(measured.values[1], place=2, game="bura"))
    both = replace(
        comparison,
        games=("schwesing", "treia", "bura"),
        metrics=(replace(measured, values=values, differences=(one, other)),),
    )
    (alone,) = answers(comparison, QUESTIONS["balance"])
    assert alone.is_clear
    assert "a clear difference" in alone.sentence
    for answer in answers(both, QUESTIONS["balance"]):
        assert not answer.is_clear
        assert "no clear difference" in answer.sentence
    shown = asked(both, QUESTIONS["balance"]).metrics[0].differences
    assert [is_clear(difference) for difference in shown] == [False, False]
    assert clear_means(asked(both, QUESTIONS["balance"])).endswith("chosen beforehand: Balance of the sides")


def test_the_metric_that_answers_is_fixed_before_anything_is_played(played: Comparison) -> None:
    """If it turns out to have no figures, no other takes its place."""
    question = QUESTIONS["balance"]
    both = ("seat-advantage", "side-balance")
    assert question.answered_by(played.compared) == both
    without = replace(played, metrics=tuple(found for found in played.metrics if found.metric.name not in both))
    assert answers(without, question) == []
    assert asked(without, question).beforehand == both


def test_nothing_answers_that_is_not_of_the_kind_asked_for() -> None:
    """Neither points nor tricks say who wins, and no margin how often."""
    assert QUESTIONS["balance"].answered_by(("cards", "points", "tricks", "side-balance")) == ("side-balance",)
    assert QUESTIONS["balance"].answered_by(("cards", "points", "tricks")) == ()
    assert QUESTIONS["usage"].answered_by(("event-worth.dare", "event.dare")) == ()
    assert QUESTIONS["length"].answered_by(("decisions", "deals", "minutes")) == ("minutes",)


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda question: question.name)
def test_metrics_that_answer_are_of_the_kinds_of_the_question(question: Question) -> None:
    for phrase in question.phrases:
        assert QUANTITY_OF[phrase.metric] in question.quantities
        assert question.is_about(phrase.metric)


def test_how_often_a_rule_matters_is_not_asked_of_other_deals() -> None:
    comparison = trickbook.compare(["schwesing", "treia"], deals=20, matches=2, bots="random")
    assert answers(comparison, QUESTIONS["usage"]) == []


def test_of_one_game_all_that_happens_is_said_and_nothing_in_points() -> None:
    comparison = trickbook.compare(["schwesing"], deals=20, matches=2, bots="random")
    found = answers(comparison, QUESTIONS["usage"])
    assert {answer.measured.metric.name for answer in found} >= {"event.dare", "tricks-of-2"}
    assert all(" in 100 " in answer.sentence for answer in found)
    assert not any("points" in answer.sentence for answer in found)


def test_chips_are_not_set_against_points() -> None:
    """In Schwesing a deal is played for points, in Bura for chips; who wins can be compared."""
    comparison = trickbook.compare(["schwesing", "bura"], deals=20, matches=2, bots="random")
    assert [answer.measured.metric.name for answer in answers(comparison, QUESTIONS["balance"])] == ["side-balance"]
    points = next(measured for measured in comparison.metrics if measured.metric.name == "points")
    assert points.metric.unit == "points a deal or chips a deal"
    assert [value.place for value in points.values] == [0, 1]
    assert points.differences == ()


def test_fewer_penalty_points_are_better_for_forehand() -> None:
    kozel = trickbook.compare(["kozel-points", "kozel-points"], deals=5, matches=1, bots="random")
    for name, words in (("seat-advantage", "0.10 penalty points a deal better"), ("side-balance", "10 in 100 worse")):
        comparison = with_figures(kozel, Contrast(-0.10, -0.13, -0.07, 0.0001), name)
        (answer,) = answers(comparison, QUESTIONS["balance"])
        assert f"{words} for forehand's side (95 % interval -" in answer.sentence


def test_luck_names_both_players_and_how_many_deals_rank_two_games(played: Comparison) -> None:
    luck = replace(LUCK, between=("greedy", "random"))
    values = (Value(0, "schwesing", Estimate(0.30, 0.2, 0.4, 1000)), Value(1, "treia", Estimate(0.34, 0.2, 0.4, 1000)))
    difference = Difference(1, "treia", "schwesing", Contrast(0.04, -0.0384, 0.1184, 0.3))
    comparison = replace(played, metrics=(Measured(luck, values, (difference,)),), compared=("luck",))
    (answer,) = answers(comparison, QUESTIONS["luck"])
    # (1.96 + 0.84)² · 1000 · (0.0784 / 1.96)² / 0.04² = 7849, and a little for 1/n: rounded up to two digits.
    assert "about 7,900 deals in duplicate" in answer.sentence
    assert answer.sentence.startswith("In Bruus (Treia), between greedy and random, the cards decide 34 of 100 parts")
    assert answer.sentence.endswith("Random plays any legal move, so that this says little of luck between people.")
    searching = replace(luck, between=("ismcts:100", "ismcts:25"))
    (answer,) = answers(replace(comparison, metrics=(Measured(searching, values, (difference,)),)), QUESTIONS["luck"])
    assert "between ismcts:100 and ismcts:25, the cards" in answer.sentence
    assert "any legal move" not in answer.sentence


def test_numbers_of_players_are_words_in_sentences() -> None:
    assert spoken("bura+closed+table.players=3") == "bura+closed for 3 players"
    assert spoken("bura") == "bura"
    comparison = trickbook.compare(["bura"], players=3, deals=20, matches=1, bots="random")
    assert [answer.sentence[:22] for answer in answers(comparison, QUESTIONS["balance"])] == [
        "In Bura for 3 players,"
    ] * 2


def test_a_share_of_deals_played_otherwise(played: Comparison) -> None:
    paired = trickbook.compare(["schwesing", "schwesing+optional-daring"], deals=50, matches=5, bots="random")
    (weight,) = [measured for measured in paired.metrics if measured.metric.name == "rule-weight"]
    changed = replace(weight.differences[0], contrast=Contrast(0.25, 0.15, 0.35, 0.0))
    comparison = replace(paired, metrics=(replace(weight, differences=(changed,)),))
    (answer,) = answers(comparison, QUESTIONS["usage"])
    assert "play 25 of 100 deals otherwise than in Bruus (Schwesing) (95 % interval 15 to 35)" in answer.sentence


def test_no_deal_is_played_otherwise(played: Comparison) -> None:
    paired = trickbook.compare(["schwesing", "schwesing+optional-daring"], deals=50, matches=5, bots="random")
    (weight,) = [measured for measured in paired.metrics if measured.metric.name == "rule-weight"]
    # Wilson's interval of none in 50 ends at z²/(50 + z²) = 3.84/53.84.
    value = replace(weight.values[0], place=1, estimate=Estimate(0.0, 0.0, 0.0713, 50))
    changed = replace(weight.differences[0], contrast=Contrast(0.0, 0.0, 0.0, 1.0))
    comparison = replace(paired, metrics=(replace(weight, values=(value,), differences=(changed,)),))
    (answer,) = answers(comparison, QUESTIONS["usage"])
    assert (
        "Random players play all 50 deals of Bruus (Schwesing) with optional daring as in Bruus (Schwesing)"
        in answer.sentence
    )
    assert "that more than 7.1 of 100 deals differ can be excluded" in answer.sentence


def test_the_table_has_what_belongs_to_the_question(played: Comparison) -> None:
    names = {measured.metric.name for measured in about(played, QUESTIONS["length"]).metrics}
    assert {"decisions", "minutes", "deals"} <= names
    assert "deals-won" not in names


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda question: question.name)
def test_phrases_have_a_place_for_the_number(question: Question) -> None:
    assert all(phrase.says.count("{}") == 1 for phrase in question.phrases)
