"""What a metric is: a name, a meaning, a formula over rows, and how its mean is estimated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from trickbook.compiler import CompiledGame
from trickbook.measure.differences import paired_difference, unpaired_difference
from trickbook.measure.metrics.figures import unit_of
from trickbook.measure.statistics import Contrast, Estimate, Limits, Method, Values
from trickbook.simulation.batches import Rows

DEALS = "single deals"
"""The sample of single deals, each begun at the same score."""
MATCHES = "whole matches"
"""The sample of matches played to their end."""
AGAIN = "single deals again"
"""The single deals of the first game once more, with players who choose by other random numbers; what rule weight is above."""
DUPLICATE = "deals in duplicate"
"""The sample of single deals in as many turns as there are sides, the players exchanged, where luck or skill is asked for."""

FAIRNESS = "fairness"
LENGTH = "length"
COURSE = "course of the deal"
CHOICE = "choice"
EVENTS = "events"
MATCH = "match"
SKILL = "skill and luck"
PLUGINS = "plugins"
THEMES = (FAIRNESS, LENGTH, COURSE, CHOICE, EVENTS, MATCH, SKILL, PLUGINS)
"""What metrics are about: each has one theme."""

FEWER = "(fewer is better)"
"""Stands in the unit of what counts penalty points."""

STAKE = "points"
"""The word in a metric's unit and words that becomes `chips`, or `penalty points`, in games that count those."""
TITLE = "TITLE"
"""The word in the words of a family's change that becomes the title of the metric."""
WHAT = "WHAT"
"""The word in the words of a family's change that becomes what the metric is."""

FREQUENCY = "how often"
GAIN = "what a side makes of it"
TIME = "time"
AMOUNT = "how many"
SCALE = "a scale from 0 to 1"
PART = "part of the variance"
OTHER = "other"
QUANTITIES = (FREQUENCY, GAIN, TIME, AMOUNT, SCALE, PART, OTHER)
"""The kinds of quantity that metrics measure; a question is answered by one kind."""


def _no_values(rows: Rows, game: CompiledGame) -> Values:
    return np.full(len(rows), np.nan)


@dataclass(frozen=True)
class Metric:
    """Something that is measured in each deal or match."""

    name: str
    """Its name in JSON; never changes its meaning."""
    title: str
    """Its name for people, at most 28 characters."""
    unit: str
    """What its mean counts."""
    what: str
    """What it is, in one line."""
    theme: str
    """What it is about, one of `THEMES`."""
    sample: str
    """`DEALS`, `MATCHES` or `DUPLICATE`."""
    method: Method
    """How the mean and its interval are found."""
    values: Callable[[Rows, CompiledGame], Values] = _no_values
    """The values, from rows in order; of matches, rows of whole matches. Its docstring has the formula."""
    applies: Callable[[CompiledGame], bool] = lambda _: True
    """Whether it means anything in a game."""
    among: str = "deals"
    """What a share or a rate is told as so many in 100 of."""
    points: bool = False
    """Whether it counts points of a side, which in some games are penalties."""
    shown: bool = True
    """Whether it stands in the tables and is compared; otherwise it is a point of a curve, for plots."""
    of_two: str = ""
    """The figure of a deal that is set against the first game's, for a metric of two games; see `pairs`."""
    formula: str = ""
    """Its formula, where it has no value in a deal by itself."""
    quantity: str = OTHER
    """What kind of quantity it is, one of `QUANTITIES`."""
    counted: str = ""
    """Which deals, or matches, count, if not all do."""
    told_in_hundreds: bool = False
    """Whether sentences tell it as so many in 100, though the tables tell it as a part of 1."""
    more: str = ""
    """What is said of a game that has more of it: {} is how much, told in 100 where the metric is."""
    less: str = ""
    """What is said of a game that has less of it."""
    favours: bool = False
    """Whether `more` says who is favoured, which penalty points turn round."""
    stake: str = ""
    """What its points are, if it counts points: `points`, `penalty points` or `chips`; of a game, see `metrics`."""
    bounds: Limits | None = None
    """Between what its values must be in any game; as its method says, if nothing is said."""
    between: tuple[str, ...] = ()
    """The two players between whom it is measured, if it is about two."""
    stakes: tuple[str, ...] = ()
    """What its points are in each of the games compared, where that is not the same in all."""

    @property
    def limits(self) -> Limits:
        """Between what its values must be, as far as that is known."""
        return self.bounds or self.method.limits

    def estimate(self, values: Values) -> Estimate:
        """Estimate its mean from the values of some deals or matches, at least one of which counts."""
        return self.method.estimate(values, self.limits)

    def difference(self, first: Values, other: Values, paired: bool) -> Contrast:
        """Estimate how much its mean in another game is above that in the first; `paired`: value i is of the same shuffles."""
        if paired:
            return paired_difference(first, other, self.limits)
        return unpaired_difference(first, other, self.method, self.limits)

    def metrics(self, game: CompiledGame) -> list[Metric]:
        """Return the metric itself, in the unit and the words that it has in a game, if it applies to that game."""
        if not self.applies(game):
            return []
        if not self.points:
            return [self]
        stake = unit_of(game)
        unit, more, less = (text.replace(STAKE, stake) for text in (self.unit, self.more, self.less))
        if game.points_are_penalties:
            unit = f"{unit} {FEWER}"
            more, less = (less, more) if self.favours else (more, less)
        return [replace(self, unit=unit, more=more, less=less, stake=stake)]

    def can_differ(self, place: int) -> bool:
        """Say whether the game at a place, among those compared, can be set against the first: chips are no points."""
        return not self.stakes or self.stakes[place] == self.stakes[0]

    def change(self, more: bool) -> str:
        """Return what is said of a game that has more, or less, of it; {} is how much."""
        words = self.more if more else self.less
        if words:
            return words
        return f"{_plain(self.title)}: {{}} {'more' if more else 'less'}"


@dataclass(frozen=True)
class Family:
    """Metrics of one kind, as many as a game has things to count."""

    name: str
    """The pattern of their names."""
    unit: str
    what: str
    theme: str
    sample: str
    method: Method
    values: Callable[[Rows, CompiledGame, int], Values]
    """As for a metric, given which of them."""
    members: Callable[[CompiledGame], Sequence[tuple[int, str, str, str]]]
    """For each metric of a game: which it is, its name, its title, and what it is."""
    among: str = "deals"
    """As for a metric."""
    points: bool = False
    """As for a metric."""
    shown: bool = True
    """As for a metric."""
    quantity: str = OTHER
    """As for a metric."""
    counted: str = ""
    """As for a metric."""
    more: str = ""
    """As for a metric; `TITLE` becomes its title, `WHAT` what it is."""
    less: str = ""
    """As for a metric; `TITLE` becomes its title, `WHAT` what it is."""

    def metrics(self, game: CompiledGame) -> list[Metric]:
        """Return the metrics of a game."""

        def filled(words: str, title: str, what: str) -> str:
            return words.replace(TITLE, _plain(title)).replace(WHAT, _plain(what))

        return [
            metric
            for which, name, title, what in self.members(game)
            for metric in Metric(
                name,
                title,
                self.unit,
                what,
                self.theme,
                self.sample,
                self.method,
                partial(_member, self.values, which),
                among=self.among,
                points=self.points,
                shown=self.shown,
                quantity=self.quantity,
                counted=self.counted,
                more=filled(self.more, title, what),
                less=filled(self.less, title, what),
            ).metrics(game)
        ]


def _plain(title: str) -> str:
    """Return a title inside a sentence in which {} is the place for a number; a brace in a name is none."""
    return f"{title[:1].lower()}{title[1:]}".replace("{", "{{").replace("}", "}}")


def _member(values: Callable[[Rows, CompiledGame, int], Values], which: int, rows: Rows, game: CompiledGame) -> Values:
    return values(rows, game, which)
