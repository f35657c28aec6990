"""Questions that people ask of house rules, each answered in a sentence for each game, by metrics named beforehand.

What answers a question is of the kind of quantity that it asks for: how often is never answered in points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from trickbook.answers.phrases import Phrase, Saying, usual_phrase
from trickbook.answers.words import is_clear
from trickbook.defaults import QUESTIONS as NAMES
from trickbook.measure.comparison import Comparison, Difference, Measured
from trickbook.measure.corrections import corrected
from trickbook.measure.metrics import METRICS, Metric
from trickbook.measure.metrics.in_duplicate import METRICS as IN_DUPLICATE
from trickbook.measure.metrics.metric import FREQUENCY, GAIN, PART, SCALE, TIME
from trickbook.measure.statistics import rounded


@dataclass(frozen=True)
class Question:
    """What can be asked with `--ask`."""

    name: str
    """The word to type."""
    asks: str
    """The question itself."""
    quantities: tuple[str, ...]
    """The kinds of quantity (`trickbook.measure.metrics.metric.QUANTITIES`) that answer it, each by one metric, in this order."""
    phrases: tuple[Phrase, ...]
    """The metrics that answer it: of each kind the first that is measured."""
    metrics: tuple[str, ...]
    """Patterns of the names of all metrics that are about it, for the table."""
    lists_alone: bool = False
    """Whether of one game alone all metrics of its kind answer it, since what it asks is how two games part."""

    def answered_by(self, names: Collection[str]) -> tuple[str, ...]:
        """Return which metrics of these names answer it: for each kind of quantity the first with a phrase; empty if none does."""
        found = []
        for quantity in self.quantities:
            of_kind = (phrase.metric for phrase in self.phrases if QUANTITY_OF[phrase.metric] == quantity)
            found += [name for name in of_kind if name in names][:1]
        return tuple(found)

    def listed(self, metrics: Iterable[Metric]) -> tuple[str, ...]:
        """Return which of some metrics answer it for one game alone where no phrase does."""
        if not self.lists_alone:
            return ()
        return tuple(
            metric.name
            for metric in metrics
            if self.is_about(metric.name) and metric.quantity in self.quantities and not metric.of_two and metric.shown
        )

    def is_about(self, name: str) -> bool:
        """Say whether a metric is about it."""
        return any(fnmatchcase(name, pattern) for pattern in self.metrics)


QUANTITY_OF = {metric.name: metric.quantity for metric in (*METRICS, *IN_DUPLICATE)}
"""What kind of quantity each metric of this project is."""
BALANCE, LENGTH, LUCK, DRAMA, USAGE = NAMES
QUESTIONS = {
    question.name: question
    for question in (
        Question(
            BALANCE,
            "Whom does it favour?",
            (GAIN, FREQUENCY),
            (
                Phrase(
                    "seat-advantage",
                    "forehand's side gets {} than the others",
                    "points a deal",
                    "points a deal better for forehand's side",
                    "points a deal worse for forehand's side",
                    beside=("more", "fewer"),
                    favours=True,
                ),
                Phrase(
                    "side-balance",
                    "forehand's side wins {} than its equal part",
                    "in 100 decided deals",
                    "in 100 better for forehand's side",
                    "in 100 worse for forehand's side",
                    beside=("more", "fewer"),
                ),
            ),
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
            (TIME,),
            (
                Phrase(
                    "match-minutes",
                    "a game takes {} at the assumed pace",
                    "minutes",
                    "minutes longer",
                    "minutes shorter",
                ),
                Phrase(
                    "minutes", "a deal takes {} at the assumed pace", "minutes", "minutes longer", "minutes shorter"
                ),
            ),
            ("cards", "tricks-played", "decisions", "minutes", "deals", "match-*", "eliminations"),
        ),
        Question(
            LUCK,
            "How much is luck, how much skill?",
            (PART,),
            (
                Phrase(
                    "luck",
                    "the cards decide {} of what a side makes of a deal",
                    "of 100 parts",
                    "parts more",
                    "parts fewer",
                ),
            ),
            ("luck", "skill", "skill.*"),
        ),
        Question(
            DRAMA,
            "How exciting is it?",
            (SCALE,),
            (Phrase("drama", "the drama of a decided deal is {}", "on a scale from 0 to 1", "higher", "lower"),),
            ("drama", "half-time", "lead-changes", "decided-at", "comebacks", "sweeps"),
        ),
        Question(
            USAGE,
            "How often does it matter?",
            (FREQUENCY,),
            (
                Phrase(
                    "rule-weight",
                    "the rule makes players choose differently in {}",
                    "of 100 deals",
                    "more often",
                    "less often",
                ),
            ),
            (
                "rule-weight*",
                "other-score",
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
            lists_alone=True,
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
    """Whether the difference is clear, as everywhere: `trickbook.answers.words.is_clear`."""
    sentence: str
    """The answer in words, with its interval."""

    @property
    def excluded(self) -> float | None:
        """The size beyond which an effect, either way, can be excluded; None where that can't be said.

        It is the farther bound of the 95 % interval from 0, so it is never 0: see
        `trickbook.measure.statistics.Contrast.excluded`.
        """
        return None if self.difference is None else self.difference.contrast.excluded

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


def _chosen(comparison: Comparison, question: Question) -> list[Measured]:
    """Return the metrics that answer a question, by what was known before anything was played, as far as they have figures."""
    by_name = {measured.metric.name: measured for measured in comparison.metrics}
    alone = len(comparison.games) == 1
    names = question.answered_by(comparison.compared)
    if alone and not names:
        names = question.listed(measured.metric for measured in comparison.metrics)
    found = [by_name[name] for name in names if name in by_name]
    return [
        measured
        for measured in found
        if measured.metric.quantity in question.quantities and (measured.differences or alone)
    ]


def asked(comparison: Comparison, question: Question) -> Comparison:
    """Return a comparison in which the metrics that answer a question are among those that were chosen beforehand.

    Which ones these are does not depend on what was played. What it changes is `p_holm`; see
    `trickbook.measure.corrections.corrected`.
    """
    names = question.answered_by(comparison.compared)
    if not names:
        return comparison
    beforehand = tuple(dict.fromkeys((*comparison.beforehand, *names)))
    return replace(comparison, metrics=corrected(comparison.metrics, beforehand), beforehand=beforehand)


def answers(comparison: Comparison, question: Question) -> list[Answer]:
    """Return the answers for each game after the first, or for the only one; empty if what answers it has no figures.

    There is one for each kind of quantity that answers the question, the games in order for each.
    """
    comparison = asked(comparison, question)
    return [
        answer for measured in _chosen(comparison, question) for answer in _answers_of(comparison, question, measured)
    ]


def _answers_of(comparison: Comparison, question: Question, measured: Measured) -> list[Answer]:
    phrase = next((phrase for phrase in question.phrases if phrase.metric == measured.metric.name), None)
    said = Saying(comparison, measured, phrase or usual_phrase(measured))
    if len(comparison.games) == 1:
        return [Answer(question, measured, comparison.games[0], None, False, said.alone())]
    return [
        Answer(question, measured, difference.game, difference, is_clear(difference), said.beside(difference))
        for difference in measured.differences
    ]
