"""What has been played so far, in all games alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import merge
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.game.standings import StandingSums
from trickbook.measure.counts import Counts, Pairs, Values
from trickbook.measure.luck import weaker_than
from trickbook.measure.metrics import AGAIN, DEALS, DUPLICATE, Metric
from trickbook.study.sums import DuelSums, Sums, Wanted
from trickbook.study.units import Result, Step, Unit, Work, most_in_unit, unpacked

TOGETHER = 1 << 16
"""So many deals and matches of all games are added up together."""


@dataclass(frozen=True)
class Plan:
    """What is to be played: samples of the same size in all games."""

    works: tuple[Work, ...]
    """The work on each game, in their order."""
    sizes: Mapping[str, int]
    """How many deals, or matches, each sample of `works` is to have."""
    duels: Mapping[str, int] = field(default_factory=dict)
    """How many deals in duplicate a player is to have against a weaker one (`trickbook.measure.luck.weaker_than`)."""
    duels_first: bool = False
    """Whether all duels are played before the samples."""
    again: bool = False
    """Whether the single deals of the first game are played again, by other random numbers of the players."""

    @property
    def total(self) -> int:
        """How many deals and matches there are to be, in all games."""
        once = sum(self.sizes.values()) + sum(self.duels.values())
        return len(self.works) * once + (self.sizes.get(DEALS, 0) if self.again else 0)

    def steps(self) -> Iterator[Step]:
        """Yield the steps in order: games and samples advance together, so that whoever stops has some of each."""

        def of_sample(order: int, sample: str, works: Sequence[Work], size: int) -> Iterator[tuple[float, int, Step]]:
            most = min(most_in_unit(sample, work) for work in works)
            for first in range(0, size, most):
                count = min(most, size - first)
                step = tuple(Unit(work, place, sample, first, count) for place, work in enumerate(works))
                yield first / size, order, step

        samples = [(sample, self.works, size) for sample, size in self.sizes.items()]
        if self.again and DEALS in self.sizes:
            samples.append((AGAIN, self.works[:1], self.sizes[DEALS]))
        duels = [(DUPLICATE, self._against_weaker(player), size) for player, size in self.duels.items()]
        for together in (duels, samples) if self.duels_first else (samples + duels,):
            parts = [of_sample(order, *part) for order, part in enumerate(together)]
            for _, _, step in merge(*parts, key=lambda entry: entry[:2]):
                yield step

    def _against_weaker(self, player: str) -> tuple[Work, ...]:
        weaker = weaker_than(player)
        return tuple(replace(work, bots=player, against=weaker) for work in self.works)


class Samples:
    """The results of the steps that are complete, added up as they come; with `keep`, also deal by deal."""

    def __init__(
        self,
        metrics: Sequence[Metric] = (),
        *,
        paired: bool = False,
        again: bool = False,
        duels: Mapping[str, int] | None = None,
        keep: bool = False,
    ) -> None:
        """Begin with nothing; see `trickbook.study.sums.Wanted` for what is added up."""
        self._state = _State(Sums(Wanted(tuple(metrics), paired, again, duels or {})))
        self._kept: dict[tuple[str, str], list[Sequence[Result]]] | None = {} if keep else None

    @property
    def steps(self) -> int:
        """How many steps are complete."""
        return self._state.steps

    def add(self, step: Step, results: Sequence[Result]) -> None:
        """Add the next step, with the result of each game."""
        state = self._state.plus(step, results)
        # The one change there is: an interruption comes before it or after it.
        self._state = state
        if self._kept is not None:
            self._kept.setdefault(_sample_of(step), []).append(results)

    @property
    def total(self) -> int:
        """How many deals and matches of all games there are in all."""
        return self._state.total

    def size(self, sample: str, player: str = "") -> int:
        """Return how many deals, or matches, of each game there are in a sample; of deals in duplicate those of a player."""
        return self._state.sizes.get((sample, player), 0)

    def counts(self, place: int, metric: Metric) -> Counts | None:
        """Return how often a metric has each value in a game, by its place; None if it does not apply to the game."""
        return self._state.now.counts.get((place, metric.name))

    def pairs(self, place: int, metric: Metric) -> Pairs | None:
        """Return the values of a metric in the first game and in another, where games are paired.

        Of a metric of two games they are whether a deal of the first game, played again, and one of the other differ from
        it: 0 or 1; without being played again, the first game differs in none.
        """
        return self._state.now.pairs.get((place, metric.name))

    def opening(self, place: int, name: str) -> Values:
        """Return the first values of a metric in a game, `LOOKED_AT` at most, of those that say how long a deal is."""
        return self._state.now.opening[place, name]

    def duels(self, place: int, player: str) -> DuelSums:
        """Return the deals that a player has played in duplicate in a game, added up."""
        return self._state.now.duels[place, player]

    def standings(self, place: int) -> StandingSums | None:
        """Return where the players of the tournaments of a game stand, added up; None without tournaments."""
        return self._state.now.standings.get(place)

    def values(self, place: int, metric: Metric) -> Values | None:
        """Return the values of a metric in a game, by its place, in order; None if it does not apply to the game.

        Raises `KeyError` if nothing is kept deal by deal.
        """
        parts = [results[place].values.get(metric.name) for results in self._parts(metric.sample)]
        found = [unpacked(part) for part in parts if part is not None]
        return np.concatenate(found) if found else None

    def duplicate(self, place: int, player: str, figure: str) -> Values:
        """Return a figure of each deal in duplicate of a player: `results`, `margins` or `won` (`trickbook.simulation.duplicate`).

        Raises `KeyError` if nothing is kept deal by deal.
        """
        return np.concatenate([unpacked(results[place].values[figure]) for results in self._parts(DUPLICATE, player)])

    def column(self, place: int, sample: str, field: str) -> NDArray[Any]:
        """Return a field of each deal in order, of those that `trickbook.study.units.Result` keeps.

        Raises `KeyError` if the field was not kept.
        """
        parts = [results[place].columns[field] for results in self._parts(sample)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _parts(self, sample: str, player: str = "") -> Sequence[Sequence[Result]]:
        if self._kept is None:
            raise KeyError(
                "deals were added up and not kept one by one; expected a comparison that was asked to keep some fields"
            )
        return self._kept.get((sample, player), [])


def _sample_of(step: Step) -> tuple[str, str]:
    return step[0].sample, step[0].work.bots if step[0].sample == DUPLICATE else ""


@dataclass(frozen=True)
class _State:
    """What is added up, and the latest steps, which wait until there are many."""

    sums: Sums
    waiting: tuple[tuple[Step, Sequence[Result]], ...] = ()
    waiting_units: int = 0
    steps: int = 0
    total: int = 0
    sizes: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def plus(self, step: Step, results: Sequence[Result]) -> _State:
        """Return the state with one more step."""
        count, key = step[0].count, _sample_of(step)
        # The totals of a tournament, or records, don't weigh anything beside the values of deals.
        waiting, units = (*self.waiting, (step, results)), self.waiting_units + count * len(results)
        sums = self.sums
        if units >= TOGETHER:
            sums, waiting, units = sums.plus(waiting), (), 0
        sizes = {**self.sizes, key: self.sizes.get(key, 0) + count}
        return _State(sums, waiting, units, self.steps + 1, self.total + count * len(results), sizes)

    @cached_property
    def now(self) -> Sums:
        """All that there is, added up; what waits goes on waiting, so that who looks changes no figure."""
        return self.sums.plus(self.waiting) if self.waiting else self.sums
