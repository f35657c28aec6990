"""What has been played so far, in all games alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import merge
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.measure.luck import weaker_than
from trickbook.measure.metrics import AGAIN, DEALS, DUPLICATE, Metric
from trickbook.measure.statistics import Values
from trickbook.study.units import Result, Unit, Work, most_in_unit, unpacked

Step = tuple[Unit, ...]
"""The same deals, or matches, of each game."""


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
    """The results of the steps that are complete."""

    def __init__(self) -> None:
        self._steps: dict[tuple[str, str], list[tuple[int, Sequence[Result]]]] = {}

    @property
    def steps(self) -> int:
        """How many steps are complete."""
        return sum(len(steps) for steps in self._steps.values())

    def add(self, step: Step, results: Sequence[Result]) -> None:
        """Add the next step, with the result of each game."""
        # The one change there is: an interruption comes before it or after it.
        player = step[0].work.bots if step[0].sample == DUPLICATE else ""
        self._steps.setdefault((step[0].sample, player), []).append((step[0].count, results))

    @property
    def total(self) -> int:
        """How many deals and matches of all games there are in all."""
        return sum(count * len(results) for steps in self._steps.values() for count, results in steps)

    def size(self, sample: str, player: str = "") -> int:
        """Return how many deals, or matches, of each game there are in a sample; of deals in duplicate those of a player."""
        return sum(count for count, _ in self._steps.get((sample, player), ()))

    def values(self, place: int, metric: Metric) -> Values | None:
        """Return the values of a metric in a game, by its place, in order; None if it does not apply to the game."""
        parts = [results[place].values.get(metric.name) for _, results in self._steps.get((metric.sample, ""), ())]
        found = [unpacked(part) for part in parts if part is not None]
        return np.concatenate(found) if found else None

    def duplicate(self, place: int, player: str, figure: str) -> Values:
        """Return a figure of each deal in duplicate of a player: `results`, `margins` or `won` (`trickbook.simulation.duplicate`)."""
        steps = self._steps[DUPLICATE, player]
        return np.concatenate([unpacked(results[place].values[figure]) for _, results in steps])

    def column(self, place: int, sample: str, field: str) -> NDArray[Any]:
        """Return a field of each deal in order, of those that `trickbook.study.units.Result` keeps.

        Raises `KeyError` if the field was not kept.
        """
        parts = [results[place].columns[field] for _, results in self._steps.get((sample, ""), ())]
        return np.concatenate(parts) if parts else np.zeros(0)
