"""How often intervals hold the truth, for every metric and every difference, in studies drawn from deals that were played.

    python -m tests.measure.coverage        prints what is outside of 93 to 97 %

A population of many deals, and matches, of two games is played once. Its means, and their differences, are then the truth for
studies that draw so many of it by lot, with replacement; each study has the intervals that `trickbook compare` gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

import trickbook
from trickbook.measure.comparison import Measured
from trickbook.measure.metrics import DEALS, Metric
from trickbook.measure.statistics import Contrast, Estimate, Values, holm, usual_value
from trickbook.study import Comparison

PAIRS = (
    ("schwesing", "treia"),
    ("schwesing", "schwesing+optional-daring"),
    ("treia", "treia+singles-only"),
    ("bruus-two", "schwesing"),
    ("bura", "bura+closed"),
    ("bura", "bura+three-aces-win"),
    ("kozel-money", "kozel-money+no-sixes"),
    ("kozel-points", "kozel-points+tie-doubles"),
)
"""Games that are set side by side: each family, with rules that change much, and rules that change next to nothing."""
DEALS_PLAYED, MATCHES_PLAYED = 100_000, 10_000
SIZES = (100, 1000)
STUDIES = 2000
MEAN, PAIRED, UNPAIRED = "mean", "paired difference", "unpaired difference"
Draw = NDArray[np.int64]
"""The places in the population of the units of a study."""


@dataclass(frozen=True)
class Coverage:
    """How often the intervals of one figure held the truth."""

    games: tuple[str, ...]
    metric: str
    kind: str
    """`MEAN`, `PAIRED` or `UNPAIRED`."""
    size: int
    """Deals, or matches, in a study."""
    above: float
    """The share of studies whose whole interval was above the truth."""
    below: float
    """The share of studies whose whole interval was below the truth."""
    unknown: float
    """The share of studies that gave no interval; they are in neither of the others."""
    events: float
    """How many units of a study are to be expected that are not as most are: in the game in which they are fewer, or, of a
    paired difference, that differ otherwise than most do."""

    @property
    def held(self) -> float:
        """The share of the intervals that held the truth, of those that there were; NaN if there were none."""
        given = 1 - self.unknown
        return 1 - (self.above + self.below) / given if given else nan


def population(games: Sequence[str], deals: int = DEALS_PLAYED, matches: int = MATCHES_PLAYED) -> Comparison:
    """Play the deals and matches that studies are drawn from."""
    return trickbook.compare(games, deals=deals, matches=matches, seed=1000)


def _missed(
    find: Callable[[Draw], Estimate | Contrast | None], draws: Sequence[Draw], truth: float
) -> tuple[float, float, float]:
    above = below = unknown = 0
    tolerance = 1e-9 * max(abs(truth), 1.0)
    for result in map(find, draws):
        if result is None or result.low is None or result.high is None:
            unknown += 1
        else:
            above += result.low > truth + tolerance
            below += result.high < truth - tolerance
    return above / len(draws), below / len(draws), unknown / len(draws)


def _events(values: Values) -> float:
    """Return the share of all units that count and are not as most are."""
    counted = values[~np.isnan(values)]
    return usual_value(counted)[1] * len(counted) / len(values) if len(counted) else 0.0


def _values(comparison: Comparison, measured: Measured) -> tuple[Values | None, Values | None]:
    metric = measured.metric
    if metric.of_two:
        first, other = (comparison.samples.column(place, DEALS, metric.of_two) for place in (0, 1))
        return None, (first != other).astype(np.float64)
    first, other = (
        None if values is None or np.isnan(values).all() else values
        for values in (comparison.samples.values(place, metric) for place in (0, 1))
    )
    return first, other


def coverage_of(
    comparison: Comparison, measured: Measured, size: int, studies: int = STUDIES, seed: int = 1
) -> Iterator[Coverage]:
    """Yield how well the intervals of one metric hold: of its mean in each of two games, and of the differences."""
    metric, games = measured.metric, comparison.games
    both = _values(comparison, measured)
    units = next(len(values) for values in both if values is not None)
    chance = np.random.default_rng(seed)
    draws: list[Draw] = list(chance.integers(0, units, (studies, size)))
    for game, values in zip(games, both, strict=True):
        if values is not None:
            missed = _missed(
                lambda draw, values=values: estimate(metric, values[draw]), draws, float(np.nanmean(values))
            )
            yield Coverage((game,), metric.name, MEAN, size, *missed, size * _events(values))
    first, other = both
    if first is None or other is None or not metric.shown:
        return
    truth = float(np.nanmean(other) - np.nanmean(first))
    if comparison.paired:
        missed = _missed(lambda draw: contrast(metric, first[draw], other[draw], paired=True), draws, truth)
        yield Coverage(games, metric.name, PAIRED, size, *missed, size * _events(other - first))
    apart = iter(chance.integers(0, units, (studies, size)))
    missed = _missed(lambda draw: contrast(metric, first[draw], other[next(apart)], paired=False), draws, truth)
    yield Coverage(games, metric.name, UNPAIRED, size, *missed, size * min(_events(first), _events(other)))


def estimate(metric: Metric, values: Values) -> Estimate | None:
    """Return the mean as `compare` has it; None where nothing counts."""
    return None if np.isnan(values).all() else metric.estimate(values)


def contrast(metric: Metric, first: Values, other: Values, paired: bool) -> Contrast | None:
    """Return the difference as `compare` has it; None where nothing counts."""
    return None if np.isnan(first).all() or np.isnan(other).all() else metric.difference(first, other, paired)


def false_alarms(comparison: Comparison, size: int, studies: int, paired: bool, seed: int = 1) -> float:
    """Return in how many studies anything is called clear, by Holm, of a game that is set against other deals of itself.

    `paired`: whether the deals are taken for the same ones, as `compare` does with common shuffles.
    """
    measured = [entry for entry in comparison.metrics if entry.metric.shown and not entry.metric.of_two]
    metrics = [(entry.metric, _values(comparison, entry)[0]) for entry in measured]
    chance = np.random.default_rng(seed)
    found = 0
    for _ in range(studies):
        p = []
        for metric, values in metrics:
            if values is not None:
                first, other = values[chance.integers(0, len(values), (2, size))]
                result = contrast(metric, first, other, paired)
                p.append(result.p if result else None)
        found += any(q is not None and q < 0.05 for q in holm(p))
    return found / studies


def main() -> None:
    """Print what is outside of 93 to 97 %."""
    for games in PAIRS:
        comparison = population(games)
        for measured in comparison.metrics:
            for size in SIZES:
                for found in coverage_of(comparison, measured, size):
                    if not 0.93 <= found.held <= 0.97 or found.unknown:
                        print(
                            f"{' '.join(found.games):45} {found.metric:28} {found.kind:20} {found.size:5} "
                            f"{100 * found.held:6.1f} {100 * found.above:5.1f} {100 * found.below:5.1f} "
                            f"{100 * found.unknown:5.1f} {found.events:8.1f}",
                            flush=True,
                        )


if __name__ == "__main__":
    main()
