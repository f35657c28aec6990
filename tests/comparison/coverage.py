"""How often intervals hold the truth, for every metric and every difference, in studies drawn from deals that were played.

    python -m tests.comparison.coverage        prints the table of docs/explanation/coverage.md

A population of many deals of two games is played once. Its means, and their differences, are then the truth for studies
that draw so many deals of it by lot, with replacement; each study has the intervals that `trickbook compare` gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import trickbook
from trickbook.comparison import Comparison
from trickbook.comparison.comparing import Measured
from trickbook.comparison.metrics import DEALS, Metric
from trickbook.comparison.statistics import Contrast, Estimate

PAIRS = (
    ("schwesing", "treia"),
    ("schwesing", "schwesing+optional-daring"),
    ("bura", "bura+closed"),
    ("bura", "bura+three-aces-win"),
    ("kozel-money", "kozel-money+no-sixes"),
    ("kozel-points", "kozel-points+tie-doubles"),
)
"""Games that are set side by side: each family, with rules that change much, and rules that change next to nothing."""
POPULATION = 100_000
SIZES = (100, 1000)
STUDIES = 2000
MEAN, PAIRED, UNPAIRED = "mean", "paired difference", "unpaired difference"


@dataclass(frozen=True)
class Coverage:
    """How often the intervals of one figure held the truth."""

    game: str
    metric: str
    kind: str
    """`MEAN`, `PAIRED` or `UNPAIRED`."""
    size: int
    """Deals in a study."""
    above: float
    """The share of studies whose whole interval was above the truth."""
    below: float
    """The share of studies whose whole interval was below the truth."""
    unknown: float
    """The share of studies that gave no interval; they are in neither of the others."""
    off_mode: float
    """The share of the population's values, or differences, that are not the most frequent one."""

    @property
    def held(self) -> float:
        """The share of the intervals that held the truth, of those that there were."""
        given = 1 - self.unknown
        return 1 - (self.above + self.below) / given if given else float("nan")


def population(first: str, other: str, deals: int = POPULATION, bots: str = "greedy") -> Comparison:
    """Play the deals that studies are drawn from."""
    return trickbook.compare([first, other], deals=deals, matches=2, seed=1000, bots=bots)


def _off_mode(values: NDArray[np.float64]) -> float:
    _, counts = np.unique(values[~np.isnan(values)], return_counts=True)
    return float(1 - counts.max() / counts.sum()) if len(counts) else float("nan")


def _counted(found: Iterator[Estimate | Contrast], truth: float) -> tuple[float, float, float]:
    above = below = unknown = studies = 0
    tolerance = 1e-9 * max(abs(truth), 1.0)
    for result in found:
        studies += 1
        if result.low is None or result.high is None:
            unknown += 1
        else:
            above += result.low > truth + tolerance
            below += result.high < truth - tolerance
    return above / studies, below / studies, unknown / studies


def _drawn(size: int, studies: int, deals: int, seed: int) -> Iterator[NDArray[np.int64]]:
    chance = np.random.default_rng(seed)
    return (chance.integers(0, deals, size) for _ in range(studies))


def coverage_of(
    comparison: Comparison, measured: Measured, size: int, studies: int = STUDIES, seed: int = 1
) -> Iterator[Coverage]:
    """Yield how well the intervals of one metric hold: of its mean in each game, and of the differences."""
    metric: Metric = measured.metric
    if metric.sample != DEALS:
        return
    values = [comparison.samples.values(place, metric) for place in (0, 1)]
    if metric.of_two:
        first, other = (comparison.samples.column(place, DEALS, metric.of_two) for place in (0, 1))
        values = [None, (first != other).astype(np.float64)]
    deals = comparison.deals

    def studied(kind: str, game: str, of: NDArray[np.float64], truth: float, find) -> Coverage:  # type: ignore[no-untyped-def]
        return Coverage(
            game, metric.name, kind, size, *_counted(map(find, _drawn(size, studies, deals, seed)), truth), _off_mode(of)
        )

    for place, found in enumerate(values):
        if found is not None and not np.isnan(found).all():
            yield studied(
                MEAN,
                comparison.games[place],
                found,
                float(np.nanmean(found)),
                lambda draw, found=found: estimate(metric, found[draw]),
            )
    if values[0] is not None and values[1] is not None:
        first, other = values
        truth = float(np.nanmean(other) - np.nanmean(first))
        names = f"{comparison.games[1]} − {comparison.games[0]}"
        yield studied(
            PAIRED, names, other - first, truth, lambda draw: contrast(metric, first[draw], other[draw], paired=True)
        )
        chance = np.random.default_rng(seed + 1)
        yield studied(
            UNPAIRED,
            names,
            other - first,
            truth,
            lambda draw: contrast(metric, first[draw], other[chance.integers(0, deals, size)], paired=False),
        )


def estimate(metric: Metric, values: NDArray[np.float64]) -> Estimate:
    """Return the mean as `compare` has it; unknown where nothing counts."""
    if np.isnan(values).all():
        return Estimate(float("nan"), None, None, 0)
    return metric.estimate(values)


def contrast(metric: Metric, first: NDArray[np.float64], other: NDArray[np.float64], paired: bool) -> Contrast:
    """Return the difference as `compare` has it; unknown where nothing counts."""
    if np.isnan(first).all() or np.isnan(other).all():
        return Contrast(float("nan"), None, None, None)
    return metric.difference(first, other, paired)


def every(pairs=PAIRS, sizes=SIZES, studies: int = STUDIES, deals: int = POPULATION) -> Iterator[Coverage]:  # type: ignore[no-untyped-def]
    """Yield the coverage of every metric and every difference of some pairs of games."""
    for first, other in pairs:
        comparison = population(first, other, deals)
        for measured in comparison.metrics:
            for size in sizes:
                yield from coverage_of(comparison, measured, size, studies)


def main() -> None:
    """Print what is outside of 93 to 97 %."""
    for found in every(studies=500):
        if not 0.93 <= found.held <= 0.97 or found.unknown:
            print(
                f"{found.game:45} {found.metric:28} {found.kind:20} {found.size:5} {100 * found.held:6.1f} "
                f"{100 * found.above:5.1f} {100 * found.below:5.1f} {100 * found.unknown:5.1f} {100 * found.off_mode:6.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
