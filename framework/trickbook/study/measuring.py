"""Measuring games by what has been played of them: each metric in each game, the differences, and their p corrected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from trickbook.compiler import CompiledGame
from trickbook.measure.comparison import Difference, Measured, Value
from trickbook.measure.corrections import corrected
from trickbook.measure.differences import paired_difference
from trickbook.measure.distribution import distribution
from trickbook.measure.metrics import AGAIN, Metric
from trickbook.measure.statistics import SHARE, Contrast, Estimate, Values
from trickbook.study.samples import Samples


def can_be_paired(games: Sequence[CompiledGame]) -> bool:
    """Say whether deal i of all games has the same shuffle: as many players, a cut in all or in none, common cards.

    The cards that two games have in common stand in the same order in both, wherever others are put in.
    """
    first = games[0]
    return all(
        game.rules.seats == first.rules.seats
        and game.rules.cut == first.rules.cut
        and not set(game.pack.cards).isdisjoint(first.pack.cards)
        for game in games
    )


def _against_first(metric: Metric, names: Sequence[str], samples: Samples, places: Iterable[int]) -> Measured | None:
    """Return a metric of two games: how often a figure of a deal is not what it is in the first game.

    Where the first game was played again by other random numbers of its players, the others are set against that, and so is
    the first game itself: the difference is then what there is above chance.
    """
    n = samples.size(metric.sample)
    if n == 0:
        return None
    if samples.size(AGAIN):
        return _above_chance(metric, names, samples, places)
    first = samples.column(0, metric.sample, metric.of_two)
    values, differences = [Value(0, names[0], Estimate(0.0, 0.0, 0.0, n))], []
    for place in places:
        differs = first != samples.column(place, metric.sample, metric.of_two)
        share = metric.estimate(differs.astype(np.float64))
        values.append(Value(place, names[place], share))
        contrast = Contrast(share.mean, share.low, share.high, 0.0 if share.mean else 1.0, int(differs.sum()))
        differences.append(Difference(place, names[place], names[0], contrast))
    return Measured(metric, tuple(values), tuple(differences))


def _above_chance(metric: Metric, names: Sequence[str], samples: Samples, places: Iterable[int]) -> Measured | None:
    """Return a metric of two games between players who choose by chance, in deals that were played again."""
    n = min(samples.size(metric.sample), samples.size(AGAIN))
    if n == 0:
        return None
    again = samples.column(0, AGAIN, metric.of_two)[:n]

    def differs(place: int) -> Values:
        values: Values = (samples.column(place, metric.sample, metric.of_two)[:n] != again).astype(np.float64)
        return values

    by_chance = differs(0)
    values, differences = [Value(0, names[0], metric.estimate(by_chance))], []
    for place in places:
        found = differs(place)
        values.append(Value(place, names[place], metric.estimate(found)))
        contrast = paired_difference(by_chance, found, metric.limits)
        differences.append(Difference(place, names[place], names[0], contrast))
    return Measured(metric, tuple(values), tuple(differences), beside_chance=True)


def measure(metric: Metric, names: Sequence[str], samples: Samples, paired: bool) -> Measured | None:
    """Return a metric of all games in which it has a value; None if it has none in any."""
    if metric.of_two:
        return _against_first(metric, names, samples, range(1, len(names)))
    found = {
        place: values
        for place in range(len(names))
        if (values := samples.values(place, metric)) is not None and not np.isnan(values).all()
    }
    if not found:
        return None
    estimates = tuple(
        Value(
            place,
            names[place],
            metric.estimate(values),
            distribution(values) if metric.shown and metric.method is not SHARE else (),
        )
        for place, values in found.items()
    )
    differences = []
    if 0 in found and metric.shown:
        differences = [
            Difference(place, names[place], names[0], metric.difference(found[0], values, paired))
            for place, values in found.items()
            if place > 0 and metric.can_differ(place)
        ]
    return Measured(metric, estimates, tuple(differences))


def measured_of(
    metrics: Iterable[Metric],
    names: Sequence[str],
    samples: Samples,
    paired: bool,
    beforehand: Sequence[str] = (),
) -> tuple[Measured, ...]:
    """Set games side by side, by what has been played so far; metrics without a value in any game are left out.

    For metrics that were chosen `beforehand` see `trickbook.measure.corrections.corrected`.
    """
    every = [measure(metric, names, samples, paired) for metric in metrics]
    return corrected([found for found in every if found], beforehand)
