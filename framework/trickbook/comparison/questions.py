"""Questions that people ask of house rules, each answered in one sentence for each game, from one metric named beforehand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from trickbook.comparison.comparing import Comparison, Difference, Measured
from trickbook.comparison.luck import FEWEST_DEALS
from trickbook.comparison.measuring import corrected
from trickbook.comparison.statistics import Estimate, rounded
from trickbook.comparison.words import (
    above_chance,
    in_hundreds,
    is_clear,
    is_none,
    lower_first,
    nothing_differs,
    spoken,
    writer_of,
)
from trickbook.defaults import QUESTIONS as NAMES


@dataclass(frozen=True)
class Question:
    """What can be asked with `--ask`."""

    name: str
    """The word to type."""
    asks: str
    """The question itself."""
    phrases: tuple[tuple[str, str], ...]
    """The metrics that answer it, the first that is measured: a name, and a phrase with {} for the number."""
    metrics: tuple[str, ...]
    """Patterns of the names of all metrics that are about it, for the table."""

    def answered_by(self, names: Collection[str]) -> str | None:
        """Return which metric of these names answers it: the first with a phrase, or else the first that is about it, if any."""
        named = (name for name, _ in self.phrases if name in names)
        return next(named, None) or next(filter(self.is_about, names), None)

    def is_about(self, name: str) -> bool:
        """Say whether a metric is about it."""
        return any(fnmatchcase(name, pattern) for pattern in self.metrics)


BALANCE, LENGTH, LUCK, DRAMA, USAGE = NAMES
QUESTIONS = {
    question.name: question
    for question in (
        Question(
            BALANCE,
            "Whom does it favour?",
            (("deals-won", "forehand's side wins {} of 100 deals"),),
            (
                "deals-won",
                "deals-won.*",
                "deals-undecided",
                "points",
                "points.*",
                "tricks",
                "seat-advantage",
                "dealer-advantage",
                "side-balance",
            ),
        ),
        Question(
            LENGTH,
            "How long does it take?",
            (
                ("match-minutes", "a game takes {} minutes"),
                ("deals", "a game takes {} deals"),
                ("decisions", "a deal takes {} decisions"),
            ),
            ("cards", "tricks-played", "decisions", "minutes", "deals", "match-*", "eliminations"),
        ),
        Question(
            LUCK,
            "How much is luck, how much skill?",
            (("luck", "the cards decide {} of 100 parts of what a side makes of a deal"),),
            ("luck", "skill", "skill.*"),
        ),
        Question(
            DRAMA,
            "How exciting is it?",
            (
                ("drama", "the drama of a deal is {} on a scale from 0 to 1"),
                ("half-time", "the leader at half-time wins {} of 100 deals"),
            ),
            ("drama", "half-time", "lead-changes", "decided-at", "comebacks", "sweeps"),
        ),
        Question(
            USAGE,
            "How often does it matter?",
            (("rule-weight", "the rule makes players choose differently in {} of 100 deals"),),
            (
                "rule-weight*",
                "other-winner",
                "event*",
                "combination*",
                "tricks-of-*",
                "face-down",
                "carried",
                "claims-*",
                "pots-*",
                "penalty.*",
            ),
        ),
    )
}
"""All questions, by the word to type."""


@dataclass(frozen=True)
class Answer:
    """What a question comes to in one game, beside the first game."""

    question: Question
    measured: Measured
    """The metric that answers it."""
    game: str
    difference: Difference | None
    """How the game differs from the first; None if there is one game only, or the first has no such metric."""
    is_clear: bool
    """Whether the difference is clear, as everywhere: `trickbook.comparison.words.is_clear`."""
    sentence: str
    """The answer in words, with its interval."""

    @property
    def excluded(self) -> float | None:
        """The size beyond which an effect, either way, can be excluded; None where that can't be said.

        It is the farther bound of the 95 % interval from 0.
        """
        if self.difference is None or self.difference.contrast.low is None or self.difference.contrast.high is None:
            return None
        return max(abs(self.difference.contrast.low), abs(self.difference.contrast.high))

    def as_json(self) -> dict[str, Any]:
        """Return the entry of the answer in `trickbook compare --json`."""
        contrast = self.difference.contrast if self.difference else None
        return {
            "question": self.question.name,
            "metric": self.measured.metric.name,
            "game": self.game,
            "against": self.difference.against if self.difference else None,
            "mean": rounded(contrast.mean if contrast else None),
            "low": rounded(contrast.low if contrast else None),
            "high": rounded(contrast.high if contrast else None),
            "p": rounded(contrast.p if contrast else None),
            "clear": self.is_clear,
            "excluded": rounded(self.excluded),
            "sentence": self.sentence,
        }


def about(comparison: Comparison, question: Question) -> Comparison:
    """Return the part of a comparison that is about a question: the metrics that it names."""
    return replace(
        comparison,
        metrics=tuple(measured for measured in comparison.metrics if question.is_about(measured.metric.name)),
    )


def _chosen(comparison: Comparison, question: Question) -> Measured | None:
    """Return the metric that answers a question, by what was known before anything was played; None if it has no figures."""
    name = question.answered_by(comparison.compared)
    found = next((measured for measured in comparison.metrics if measured.metric.name == name), None)
    return found if found and (found.differences or len(comparison.games) == 1) else None


def asked(comparison: Comparison, question: Question) -> Comparison:
    """Return a comparison in which the metric that answers a question is one that was chosen beforehand.

    Which one that is does not depend on what was played. What it changes is `p_holm`; see
    `trickbook.comparison.measuring.corrected`.
    """
    name = question.answered_by(comparison.compared)
    if name is None:
        return comparison
    beforehand = tuple(dict.fromkeys((*comparison.beforehand, name)))
    return replace(comparison, metrics=corrected(comparison.metrics, beforehand), beforehand=beforehand)


def answers(comparison: Comparison, question: Question) -> list[Answer]:
    """Return the answer for each game after the first, or for the only one; empty if what answers it has no figures."""
    comparison = asked(comparison, question)
    measured = _chosen(comparison, question)
    if measured is None:
        return []
    phrase = dict(question.phrases).get(measured.metric.name) or _phrase(measured)
    values = {value.place: value.estimate for value in measured.values}
    if len(comparison.games) == 1:
        sentence = f"In {spoken(comparison.games[0])} {_alone(measured, phrase, values[0])}."
        return [Answer(question, measured, comparison.games[0], None, False, sentence)]
    return [
        Answer(
            question,
            measured,
            difference.game,
            difference,
            is_clear(difference),
            above_chance(measured, difference, comparison.bots)
            if measured.beside_chance
            else _sentence(measured, phrase, values, difference, comparison.paired),
        )
        for difference in measured.differences
    ]


def _of_two(measured: Measured, difference: Difference) -> str:
    """Return how often two games part, in words."""
    contrast = difference.contrast
    game, first = spoken(difference.game), spoken(difference.against)
    write = writer_of(measured, [contrast])
    what = f"{measured.metric.what}, {first}"
    if contrast.low is None or contrast.high is None:
        return f"In {game}, {what}: {write(contrast.mean)} of 100 deals."
    if not contrast.mean:
        same = f"The same players play every deal of {game} as in {first}"
        most = next((value.estimate.high for value in measured.values if value.place == difference.place), None)
        if not most:
            return f"{same}."
        bound = f"{100 * most:.{2 if most < 0.01 else 1}f}"
        return f"{same}; that more than {bound} of 100 deals differ can be excluded."
    return (
        f"In {game} the same players play {write(contrast.mean)} of 100 deals otherwise than in "
        f"{first} (95 % interval {write(contrast.low)} to {write(contrast.high)})."
    )


def _phrase(measured: Measured) -> str:
    unit = f"in 100 {measured.metric.among}" if in_hundreds(measured) else measured.metric.unit
    # A brace in a name is no place for a number.
    return f"{lower_first(measured.metric.title)}: ".replace("{", "{{").replace("}", "}}") + "{} " + unit


def _alone(measured: Measured, phrase: str, estimate: Estimate) -> str:
    write = writer_of(measured, [estimate])
    if estimate.low is None or estimate.high is None:
        return phrase.format(write(estimate.mean))
    return f"{phrase.format(write(estimate.mean))} (95 % interval {write(estimate.low)} to {write(estimate.high)})"


def _sentence(
    measured: Measured, phrase: str, values: Mapping[int, Estimate], difference: Difference, paired: bool
) -> str:
    """Return the answer for one game in words."""
    if measured.metric.of_two:
        return _of_two(measured, difference)
    contrast = difference.contrast
    game, first = spoken(difference.game), spoken(difference.against)
    write = writer_of(measured, [contrast])
    here, there = write(values[difference.place].mean), write(values[0].mean)
    head = f"In {game} {phrase.format(here)}, in {first} {there}"
    if is_none(difference):
        return f"In {game} {phrase.format(here)}, just as in {first}: {nothing_differs(measured, paired)}."
    if contrast.low is None or contrast.high is None:
        return f"{head}; {why_unsure(values[difference.place], values[0])}."
    signed = writer_of(measured, [contrast], sign=True)
    low, high = signed(contrast.low), signed(contrast.high)
    if is_clear(difference):
        more = "more" if contrast.mean > 0 else "less"
        return f"{head}: {write(abs(contrast.mean))} {more} (95 % interval {low} to {high}), a clear difference."
    bound = write(max(abs(contrast.low), abs(contrast.high)))
    return (
        f"{head}: no clear difference ({signed(contrast.mean)}, 95 % interval {low} to {high}); "
        f"an effect of more than {bound} either way can be excluded."
    )


def why_unsure(*estimates: Estimate) -> str:
    """Return why a figure has no interval."""
    if min(estimate.n for estimate in estimates) < FEWEST_DEALS:
        return "that is too few to say how sure it is"
    return "how sure that is can't be said"
