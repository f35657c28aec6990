"""Questions that people ask of house rules, each answered in one sentence for each game, from one metric named beforehand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from trickbook.compare.comparing import Comparison, Difference, Measured
from trickbook.compare.report import in_hundreds, is_none, lower_first, writer_of
from trickbook.compare.statistics import OUTSIDE, Estimate, rounded


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

    def is_answered_by(self, names: Collection[str]) -> bool:
        """Say whether metrics of these names answer it, if they have values."""
        patterns = (*(name for name, _ in self.phrases), *self.metrics)
        return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)


QUESTIONS = {
    question.name: question
    for question in (
        Question(
            "balance",
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
            "length",
            "How long does it take?",
            (
                ("match-minutes", "a game takes {} minutes"),
                ("deals", "a game takes {} deals"),
                ("decisions", "a deal takes {} decisions"),
            ),
            ("cards", "tricks-played", "decisions", "minutes", "deals", "match-*", "eliminations"),
        ),
        Question(
            "luck",
            "How much is luck, how much skill?",
            (("luck", "the cards decide {} of 100 parts of what a side makes of a deal"),),
            ("luck", "skill"),
        ),
        Question(
            "drama",
            "How exciting is it?",
            (
                ("drama", "the drama of a deal is {} on a scale from 0 to 1"),
                ("half-time", "the leader at half-time wins {} of 100 deals"),
            ),
            ("drama", "half-time", "lead-changes", "decided-at", "comebacks", "sweeps"),
        ),
        Question(
            "usage",
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
    """Whether p, times the number of games that are set against the first, is below 0.05."""
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
    kept = tuple(
        measured
        for measured in comparison.metrics
        if measured.metric.shown and any(fnmatchcase(measured.metric.name, pattern) for pattern in question.metrics)
    )
    return replace(comparison, metrics=kept)


def answers(comparison: Comparison, question: Question) -> list[Answer]:
    """Return the answer for each game after the first, or for the only one; empty if nothing measured answers it."""
    by_name = {measured.metric.name: measured for measured in comparison.metrics}
    part = about(comparison, question)
    chosen = [(by_name[name], phrase) for name, phrase in question.phrases if name in by_name]
    chosen += [(measured, _phrase(measured)) for measured in part.metrics]
    several = len(comparison.games) > 1
    fitting = [(measured, phrase) for measured, phrase in chosen if measured.differences or not several]
    if not fitting:
        return []
    measured, phrase = fitting[0]
    values = {value.place: value.estimate for value in measured.values}
    if not several:
        sentence = f"In {comparison.games[0]} {_alone(measured, phrase, values[0])}."
        return [Answer(question, measured, comparison.games[0], None, False, sentence)]
    return [
        _answer(question, measured, phrase, values, difference, len(measured.differences))
        for difference in measured.differences
    ]


def _of_two(measured: Measured, difference: Difference) -> str:
    """Return how often two games part, in words."""
    contrast = difference.contrast
    write = writer_of(measured, [contrast])
    what = f"{measured.metric.what}, {difference.against}"
    if contrast.low is None or contrast.high is None:
        return f"In {difference.game}, {what}: {write(contrast.mean)} of 100 deals."
    if not contrast.mean:
        same = f"The same players play every deal of {difference.game} as in {difference.against}"
        most = next((value.estimate.high for value in measured.values if value.place == difference.place), None)
        if not most:
            return f"{same}."
        bound = f"{100 * most:.{2 if most < 0.01 else 1}f}"
        return f"{same}; that more than {bound} of 100 deals differ can be excluded."
    return (
        f"In {difference.game} the same players play {write(contrast.mean)} of 100 deals otherwise than in "
        f"{difference.against} (95 % interval {write(contrast.low)} to {write(contrast.high)})."
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


def _answer(
    question: Question,
    measured: Measured,
    phrase: str,
    values: dict[int, Estimate],
    difference: Difference,
    games: int,
) -> Answer:
    contrast = difference.contrast
    game, first = difference.game, difference.against
    if measured.metric.of_two:
        return Answer(question, measured, game, difference, bool(contrast.mean), _of_two(measured, difference))
    write = writer_of(measured, [contrast])
    here, there = write(values[difference.place].mean), write(values[0].mean)
    head = f"In {game} {phrase.format(here)}, in {first} {there}"
    clear = contrast.p is not None and contrast.p * games < OUTSIDE
    if is_none(difference):
        sentence = f"In {game} {phrase.format(here)}, just as in {first}: no deal differs."
    elif contrast.low is None or contrast.high is None:
        sentence = f"{head}; that is too few to say how sure it is."
    else:
        signed = writer_of(measured, [contrast], sign=True)
        low, high = signed(contrast.low), signed(contrast.high)
        if clear:
            more = "more" if contrast.mean > 0 else "less"
            size = write(abs(contrast.mean))
            sentence = f"{head}: {size} {more} (95 % interval {low} to {high}), a clear difference."
        else:
            bound = write(max(abs(contrast.low), abs(contrast.high)))
            sentence = (
                f"{head}: no clear difference ({signed(contrast.mean)}, 95 % interval {low} to {high}); "
                f"an effect of more than {bound} either way can be excluded."
            )
    return Answer(question, measured, game, difference, clear, sentence)
