"""Sentences under test: what is said of a study of usual size, beside what is true by a run a hundred times as large.

The truth stands in `truths.json`, which `truths.py` makes. A sentence is wrong if it has the wrong sign, unit or players, calls clear what is
not so, or excludes what is so.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

import pytest

from tests.answers.truths import FILE, PAIRS, played
from trickbook.answers.findings import FACTS, fact_of, findings, headline
from trickbook.answers.questions import QUESTIONS, Answer, answers
from trickbook.study import Comparison

DEALS = 2000
DEEP_SEEDS = range(100, 115)
TRUTHS: dict[str, dict[str, dict[str, float | None]]] = json.loads(FILE.read_text("utf-8"))["pairs"]
BY_NAME = {pair.name: pair for pair in PAIRS}

# What answers each question: the unit in its sentence, by how much the figure in JSON is multiplied there, and the words up and down.
GAIN = ("a deal better for forehand's side", "a deal worse for forehand's side")
EXPECTED = {
    "seat-advantage": ("balance", {"points a deal", "chips a deal", "penalty points a deal"}, 1, GAIN),
    "side-balance": (
        "balance",
        {"in 100 decided deals"},
        100,
        ("in 100 better for forehand's side", "in 100 worse for forehand's side"),
    ),
    "match-minutes": ("length", {"minutes at the assumed pace"}, 1, ("minutes longer", "minutes shorter")),
    "drama": ("drama", {"on a scale from 0 to 1"}, 1, ("higher", "lower")),
    "luck": ("luck", {"of 100 parts"}, 100, ("parts more", "parts fewer")),
    "rule-weight": ("usage", {"of 100 deals"}, 100, ("otherwise", "otherwise")),
}
RULE_WEIGHT = "rule-weight"
UP = re.compile(r"\b(longer|later|more|rise|rises|better|larger|higher)\b")
DOWN = re.compile(r"\b(shorter|earlier|fewer|less|fall|falls|worse|smaller|lower)\b")
WRONG_SIGN = "has the wrong sign"
PENALTIES = {"seat-advantage", "dealer-advantage"}
NUMBER = r"([-+]?[\d.]+)"


@lru_cache(maxsize=2 * len(PAIRS))
def study(name: str, seed: int) -> Comparison:
    pair = BY_NAME[name]
    if pair.bots.startswith("ismcts"):
        return played(pair, 300, seed, 300, matches=10)
    return played(pair, DEALS, seed, DEALS if pair.duplicate else 0)


def stake(name: str, metric: str) -> str:
    """Return what a deal is played for in the games of a pair, by hand."""
    return "chips" if name.startswith("bura") else "penalty points" if name.startswith("kozel") else "points"


CASES = [
    (pair.name, metric) for pair in PAIRS for metric in EXPECTED if metric in TRUTHS[pair.name]
]  # fmt: skip


def test_there_are_enough() -> None:
    assert len(CASES) >= 40
    assert set(TRUTHS) == set(BY_NAME)
    for name, metric in (
        ("schwesing treia greedy", "seat-advantage"),
        ("schwesing schwesing+optional-daring greedy", "seat-advantage"),
        ("bura bura+closed greedy", "luck"),
    ):
        assert (name, metric) in CASES
    # Nobody can say how often a rule matters where deals are others, nor set chips against points.
    for name in ("schwesing treia greedy", "bura bura+table.players=3 greedy"):
        assert (name, "rule-weight") not in CASES
    assert ("schwesing bura greedy", "seat-advantage") not in CASES
    assert ("kozel-points kozel-money greedy", "seat-advantage") not in CASES


def the_answer(name: str, metric: str, seed: int) -> Answer:
    found = answers(study(name, seed), QUESTIONS[EXPECTED[metric][0]])
    (answer,) = [answer for answer in found if answer.measured.metric.name == metric]
    return answer


def faults(name: str, metric: str, seed: int) -> list[str]:
    """Return what a sentence says wrongly of the certainty or the sign."""
    answer = the_answer(name, metric, seed)
    sentence, scale = answer.sentence, EXPECTED[metric][2]
    true = TRUTHS[name][metric]
    low, high = true["low"], true["high"]
    assert low is not None
    assert high is not None
    found = []
    if excluded := re.search(rf"more than {NUMBER} (either way|of 100)", sentence):
        # The bound is rounded as it is written.
        most = float(excluded[1]) + 0.5 * 10 ** -len(excluded[1].partition(".")[2])
        if min(abs(low), abs(high)) * scale > most and low * high > 0:
            found.append("excludes the truth")
    turned = metric in PENALTIES and stake(name, metric).startswith("penalty")
    up, down = EXPECTED[metric][3]
    if sentence.endswith("a clear difference.") or "a clear difference. Random" in sentence:
        says_up, says_down = f" {up} (95 %" in sentence, f" {down} (95 %" in sentence
        assert says_up != says_down, sentence
        if (says_up is not turned and high <= 0) or (says_up is turned and low >= 0):
            found.append(WRONG_SIGN)
        if low <= 0 <= high:
            found.append("is sure of what is nothing")
    return found


@pytest.mark.parametrize(("name", "metric"), CASES)
def test_a_sentence_says_what_is_true(name: str, metric: str) -> None:
    answer = the_answer(name, metric, 1)
    sentence = answer.sentence
    _, units, scale, _ = EXPECTED[metric]
    # Unit and players.
    assert any(unit in sentence for unit in units), sentence
    if metric == "seat-advantage":
        assert re.search(rf"\d {stake(name, metric)} a deal", sentence), sentence
    pair = BY_NAME[name]
    weaker = "random" if pair.bots == "greedy" else "ismcts:5"
    players = {
        "luck": f"between {pair.bots} and {weaker},",
        RULE_WEIGHT: f"{pair.bots} players",
    }.get(metric, f"played by {pair.bots},")
    assert players.lower() in sentence.lower(), sentence
    if metric == "luck":
        assert ("says little of luck between people" in sentence) is (weaker == "random")
        parts = [float(part) for part in re.findall(rf"{NUMBER} of 100 parts", sentence)]
        assert all(0 <= part <= 100 for part in parts)
    assert WRONG_SIGN not in faults(name, metric, 1), (sentence, TRUTHS[name][metric])
    # Size: within the interval, twice over, in the unit of the sentence; and what is plain to see is said.
    assert answer.difference is not None
    contrast, true = answer.difference.contrast, TRUTHS[name][metric]["difference"]
    assert true is not None
    if contrast.low is None or contrast.high is None or contrast.low == contrast.high:
        return
    width = contrast.high - contrast.low
    if stated := re.search(
        rf": {NUMBER} (?!clear)|no clear difference \({NUMBER},|play {NUMBER} of 100 deals otherwise", sentence
    ):
        number = float(next(group for group in stated.groups() if group))
        assert abs(abs(number) - scale * abs(true)) <= scale * width, (sentence, true)
    if abs(true) > 2 * width and metric != RULE_WEIGHT:
        assert "a clear difference" in sentence, sentence


def test_sentences_are_as_sure_as_they_say() -> None:
    """At 95 %, one sentence in twenty may exclude what is so, or be sure of what is nothing."""
    wrong = [(name, metric, fault) for name, metric in CASES for fault in faults(name, metric, 1)]
    assert len(wrong) <= 0.05 * len(CASES), wrong


@pytest.mark.parametrize("name", BY_NAME)
def test_the_headline_says_what_is_true(name: str) -> None:
    found = findings(study(name, 1), 1)
    said = headline(study(name, 1), 1)
    assert f"played by {BY_NAME[name].bots}:" in said
    assert len({finding.fact for finding in found}) == len(found)
    for finding in found:
        metric = finding.measured.metric.name
        true = TRUTHS[name][metric]
        low, high = true["low"], true["high"]
        assert low is not None
        assert high is not None
        up, down = bool(UP.search(finding.words)), bool(DOWN.search(finding.words))
        assert up != down, finding.words
        turned = metric in PENALTIES and stake(name, metric).startswith("penalty")
        assert (high > 0) if up is not turned else (low < 0), (finding.words, true)
    if re.search(r"nothing( else)? you would notice", said):
        told = {finding.fact for finding in found if finding.is_noticeable}
        for metric in untold(name, told):
            pytest.fail(f"{said} But there is {metric}: {TRUTHS[name][metric]}")


def untold(name: str, told: set[str]) -> list[str]:
    """Return the metrics in which there is in truth something to notice that is none of the facts told."""
    by_name = {measured.metric.name: measured.metric for measured in study(name, 1).metrics}
    missing = []
    for metric, true in TRUTHS[name].items():
        effect, first, difference = true["effect"], true["first"], true["difference"]
        if metric not in by_name or effect is None or first is None or difference is None or abs(effect) < 0.1:
            continue
        fact = fact_of(metric)
        amounts = by_name[metric].quantity in ("how many", "time", "a scale from 0 to 1")
        if fact.rank(metric) is None or by_name[metric].of_two or (amounts and abs(difference) < 0.05 * abs(first)):
            continue
        if fact.name not in told:
            missing.append(metric)
    return missing


def test_no_fact_is_told_twice_over() -> None:
    """Each metric with a truth belongs to one fact at most, so that a headline can't say one thing two times."""
    for truth in TRUTHS.values():
        for metric in truth:
            assert sum(fact.has(metric) for fact in FACTS) <= 1


@pytest.mark.deep
def test_sentences_are_seldom_wrong_in_many_studies() -> None:
    """Of all answers one in twenty may exclude what is so or be sure of what is nothing; hardly one has the wrong sign."""
    every: dict[str, Any] = {}
    count = 0
    for name in BY_NAME:
        metrics = [metric for case, metric in CASES if case == name]
        for seed in DEEP_SEEDS if not BY_NAME[name].bots.startswith("ismcts") else ():
            for metric in metrics:
                count += 1
                for fault in faults(name, metric, seed):
                    every[fault] = every.get(fault, 0) + 1
    assert every.get(WRONG_SIGN, 0) <= 0.002 * count, every
    assert sum(every.values()) <= 0.05 * count, every
