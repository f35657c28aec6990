"""What has been played so far, in all games alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.comparison.metrics import DUPLICATE, Metric
from trickbook.comparison.statistics import Values
from trickbook.comparison.work import Result, Unit, Work, most_in_unit, unpacked

Step = tuple[Unit, ...]
"""The same deals, or matches, of each game."""


@dataclass(frozen=True)
class Plan:
    """What is to be played: samples of the same size in all games."""

    works: tuple[Work, ...]
    """The work on each game, in their order."""
    sizes: Mapping[str, int]
    """How many deals, or matches, each sample is to have."""
    ahead: tuple[str, ...] = ()
    """The samples that are played before the others."""

    def steps(self) -> Iterator[Step]:
        """Yield the steps in order: games and samples advance together, so that whoever stops has some of each."""

        def of_sample(order: int, sample: str, size: int) -> Iterator[tuple[float, int, Step]]:
            most = min(most_in_unit(sample, work) for work in self.works)
            for first in range(0, size, most):
                count = min(most, size - first)
                step = tuple(Unit(work, place, sample, first, count) for place, work in enumerate(self.works))
                yield first / size, order, step

        for is_ahead in (True, False):
            together = [sample for sample in self.sizes.items() if (sample[0] in self.ahead) is is_ahead]
            samples = [of_sample(order, *sample) for order, sample in enumerate(together)]
            for _, _, step in merge(*samples, key=lambda entry: entry[:2]):
                yield step


class Samples:
    """The results of the steps that are complete."""

    def __init__(self) -> None:
        self._steps: dict[str, list[tuple[int, Sequence[Result]]]] = {}

    @property
    def steps(self) -> int:
        """How many steps are complete."""
        return sum(len(steps) for steps in self._steps.values())

    @property
    def moves(self) -> int:
        """How many moves were made in them."""
        return sum(result.moves for steps in self._steps.values() for _, results in steps for result in results)

    def add(self, step: Step, results: Sequence[Result]) -> None:
        """Add the next step, with the result of each game."""
        # The one change there is: an interruption comes before it or after it.
        self._steps.setdefault(step[0].sample, []).append((step[0].count, results))

    def size(self, sample: str) -> int:
        """Return how many deals, or matches, of each game there are in a sample."""
        return sum(count for count, _ in self._steps.get(sample, ()))

    def values(self, place: int, metric: Metric) -> Values | None:
        """Return the values of a metric in a game, by its place, in order; None if it does not apply to the game."""
        parts = [results[place].values.get(metric.name) for _, results in self._steps.get(metric.sample, ())]
        found = [unpacked(part) for part in parts if part is not None]
        return np.concatenate(found) if found else None

    def duplicate(self, place: int, figure: str) -> Values:
        """Return a figure of each deal in duplicate, in order: `results`, `margins` or `won` (`trickbook.duplicate`)."""
        return np.concatenate([unpacked(results[place].values[figure]) for _, results in self._steps[DUPLICATE]])

    def column(self, place: int, sample: str, field: str) -> NDArray[Any]:
        """Return a field of each deal in order, of those that `trickbook.comparison.work.Result` keeps.

        Raises `KeyError` if the field was not kept.
        """
        parts = [results[place].columns[field] for _, results in self._steps.get(sample, ())]
        return np.concatenate(parts) if parts else np.zeros(0)
