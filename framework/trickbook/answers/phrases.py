"""How a metric answers a question in words: what it is in one game, and how another differs from the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from trickbook.answers.stronger_words import roughly
from trickbook.answers.words import (
    bound_text,
    in_hundreds,
    interval_text,
    is_clear,
    is_none,
    lower_first,
    names_of,
    nothing_differs,
    writer_of,
)
from trickbook.measure.comparison import Comparison, Difference, Measured
from trickbook.measure.luck import FEWEST_DEALS, SIMPLEST
from trickbook.measure.metrics.metric import PART, STAKE
from trickbook.measure.sample_size import needed_of
from trickbook.measure.statistics import Estimate

_SCORES = "other-score"
_MOST_DEALS = 100_000_000
"""More deals than anybody plays."""


@dataclass(frozen=True)
class Phrase:
    """The words of one metric."""

    metric: str
    """The name of the metric."""
    says: str
    """What is said of one game; {} is how much."""
    unit: str
    """What stands after the first number; `points` becomes what a side makes of a deal in the game."""
    more: str
    """What stands after the size of a difference, if it is above 0."""
    less: str
    """What stands after the size of a difference, if it is below 0."""
    beside: tuple[str, str] = ("", "")
    """What stands after a number above 0, and below, where it is told beside something else: `more` and `fewer`."""
    favours: bool = False
    """Whether `more` and `less` say who is favoured, which penalty points turn round."""


def usual_phrase(measured: Measured) -> Phrase:
    """Return the words for a metric that has none of its own."""
    unit = f"in 100 {measured.metric.among}" if in_hundreds(measured) else measured.metric.unit
    # A brace in a name is no place for a number.
    what = measured.metric.what.replace("{", "{{").replace("}", "}}")
    return Phrase(measured.metric.name, f"{what}: {{}}", unit, "more", "fewer")


@dataclass(frozen=True)
class Saying:
    """A metric of a comparison with its words."""

    comparison: Comparison
    measured: Measured
    phrase: Phrase

    @property
    def _played(self) -> str:
        """Who has played, so that the sentence is true of them."""
        return f"between {' and '.join(self.measured.metric.between)}" if self.measured.metric.between else (
            f"played by {self.comparison.bots}"
        )  # fmt: skip

    @property
    def _about_random(self) -> str:
        """What is to be said where one of two players plays any legal move."""
        if SIMPLEST not in self.measured.metric.between:
            return ""
        return f" {SIMPLEST.capitalize()} plays any legal move, so that this says little of luck between people."

    def _number(self, value: float, write: Callable[[float], str], *, short: bool = False) -> str:
        """Return how much something is: with its unit, or only the number and whether it is more or fewer."""
        more, fewer = self.phrase.beside
        if not more:
            return write(value) if short else f"{write(value)} {self._unit}"
        which = fewer if value < 0 else more
        return f"{write(abs(value))} {which}" if short else f"{write(abs(value))} {self._unit} {which}"

    @property
    def _unit(self) -> str:
        stake = self.measured.metric.stake
        return self.phrase.unit.replace(STAKE, stake) if stake else self.phrase.unit

    def _says(self, game: str, value: float, write: Callable[[float], str]) -> str:
        return f"In {game}, {self._played}, {self.phrase.says.format(self._number(value, write))}"

    def alone(self) -> str:
        """Return the answer for the only game."""
        estimate = self.measured.values[0].estimate
        write = writer_of(self.measured, [estimate], told=True)
        head = self._says(names_of(self.comparison)[0], estimate.mean, write)
        if estimate.low is None or estimate.high is None:
            return f"{head}.{self._about_random}"
        return f"{head} (95 % interval {write(estimate.low)} to {write(estimate.high)}).{self._about_random}"

    def beside(self, difference: Difference) -> str:
        """Return the answer for a game after the first."""
        if self.measured.metric.of_two:
            return self._of_two(difference) + self._scores(difference)
        return self._beside(difference) + self._about_random

    def _scores(self, difference: Difference) -> str:
        """Return in how many deals something else is scored, which is more than is played otherwise where a rule counts otherwise."""
        for measured in self.comparison.metrics:
            for other in measured.differences:
                if measured.metric.name == _SCORES and other.place == difference.place and other.contrast.mean:
                    write = writer_of(measured, [other.contrast])
                    above = " above chance" if measured.beside_chance else ""
                    interval = interval_text(other.contrast.low, other.contrast.high, write)
                    return f" Of 100 deals {write(other.contrast.mean)}{above} are scored otherwise (95 % interval {interval})."
        return ""

    def _beside(self, difference: Difference) -> str:
        contrast = difference.contrast
        names = names_of(self.comparison)
        values = {value.place: value.estimate for value in self.measured.values}
        here, there = values[difference.place], values[0]
        write = writer_of(self.measured, [contrast], told=True)
        head = self._says(names[difference.place], here.mean, write)
        if is_none(difference):
            unseen = nothing_differs(self.measured, difference, self.comparison.paired)
            return f"{head}, just as in {names[0]}: {unseen}."
        head = f"{head}, in {names[0]} {self._number(there.mean, write, short=True)}"
        if contrast.low is None or contrast.high is None:
            return f"{head}; {why_unsure(here, there)}."
        signed = writer_of(self.measured, [contrast], sign=True, told=True)
        low, high = signed(contrast.low), signed(contrast.high)
        if is_clear(difference):
            change = f"{write(abs(contrast.mean))} {self._change(contrast.mean)}"
            return f"{head}: {change} (95 % interval {low} to {high}), a clear difference."
        bound = write(contrast.excluded or 0.0)
        return (
            f"{head}: no clear difference ({signed(contrast.mean)}, 95 % interval {low} to {high}); "
            f"an effect of more than {bound} either way can be excluded{self._needed(difference, there.n)}."
        )

    def _change(self, difference: float) -> str:
        """Return which way a difference goes, in the words of the metric."""
        turned = self.phrase.favours and self.measured.metric.stake.startswith("penalty")
        words = self.phrase.more if (difference > 0) is not turned else self.phrase.less
        return words.replace(STAKE, self.measured.metric.stake)

    def _needed(self, difference: Difference, n: int) -> str:
        """Return how many deals in duplicate it takes to rank two games in luck that don't clearly differ."""
        if self.measured.metric.quantity != PART:
            return ""
        seen = abs(difference.contrast.mean)
        found = needed_of(difference.contrast, n, seen) if seen else None
        most = found[0].units if found else _MOST_DEALS
        if most >= _MOST_DEALS:
            return "; to rank the two takes more deals than anybody plays, if they differ no more than here"
        return f"; to rank the two, if they differ as much as here, takes about {roughly(most):,} deals in duplicate"

    def _of_two(self, difference: Difference) -> str:
        """Return how often two games part, in words."""
        contrast = difference.contrast
        names = names_of(self.comparison)
        game, first = names[difference.place], names[0]
        players = f"{self.comparison.bots} players"
        write = writer_of(self.measured, [contrast])
        if self.measured.beside_chance:
            return self._above_chance(difference)
        if contrast.low is None or contrast.high is None:
            return f"In {game}, {players}: {self.measured.metric.what}, {first}: {write(contrast.mean)} of 100 deals."
        if not contrast.mean:
            n = next(v.estimate.n for v in self.measured.values if v.place == difference.place)
            same = f"{players.capitalize()} play all {n:,} deals of {game} as in {first}"
            most = next((v.estimate.high for v in self.measured.values if v.place == difference.place), None)
            if not most:
                return f"{same}."
            return f"{same}; that more than {bound_text(self.measured, most)} of 100 deals differ can be excluded."
        return (
            f"In {game} {players} play {write(contrast.mean)} of 100 deals otherwise than in "
            f"{first} (95 % interval {write(contrast.low)} to {write(contrast.high)})."
        )


    def _above_chance(self, difference: Difference) -> str:
        """Return how often players who search play a deal otherwise in two games, above what they do by chance in one."""
        contrast, names = difference.contrast, names_of(self.comparison)
        write, signed = writer_of(self.measured, [contrast]), writer_of(self.measured, [contrast], sign=True)
        by_chance = next(value.estimate.mean for value in self.measured.values if value.place == 0)
        return (
            f"In {names[difference.place]} {lower_first(self.measured.metric.title)} than in {names[0]}, "
            f"between {self.comparison.bots} players: {signed(contrast.mean)} of 100 deals "
            f"(95 % interval {interval_text(contrast.low, contrast.high, signed)}) above the "
            f"{write(by_chance)} of 100 in which the same players, by chance, do so in one and the same game."
        )


def why_unsure(*estimates: Estimate) -> str:
    """Return why a figure has no interval."""
    if min(estimate.n for estimate in estimates) < FEWEST_DEALS:
        return "that is too few to say how sure it is"
    return "how sure that is can't be said"
