"""Measuring games by what has been played of them: each metric in each game, the differences, and their p corrected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trickbook.compiler import CompiledGame
from trickbook.measure.comparison import Difference, Measured, Value
from trickbook.measure.corrections import corrected
from trickbook.measure.distribution import distribution
from trickbook.measure.metrics import AGAIN, Metric
from trickbook.measure.statistics import SHARE, Contrast, Estimate
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


def _of_two(metric: Metric, names: Sequence[str], samples: Samples) -> Measured | None:
    """Return a metric of two games: how often a figure of a deal is not what it is in the first game.

    Where the first game was played again by other random numbers of its players, the others are set against that, and so is
    the first game itself: the difference is then what there is above chance.
    """
    found = {
        place: pairs
        for place in range(1, len(names))
        if (pairs := samples.pairs(place, metric)) is not None and pairs.n
    }
    if not found:
        return None
    beside_chance = samples.size(AGAIN) > 0
    by_chance = next(iter(found.values())).of_first
    first = metric.estimate(by_chance) if beside_chance else Estimate(0.0, 0.0, 0.0, by_chance.n)
    values, differences = [Value(0, names[0], first)], []
    for place, pairs in found.items():
        share = metric.estimate(pairs.of_other)
        values.append(Value(place, names[place], share))
        certain = Contrast(share.mean, share.low, share.high, 0.0 if share.mean else 1.0, pairs.differing)
        contrast = metric.difference_within(pairs) if beside_chance else certain
        differences.append(Difference(place, names[place], names[0], contrast))
    return Measured(metric, tuple(values), tuple(differences), beside_chance)


def measure(metric: Metric, names: Sequence[str], samples: Samples, paired: bool) -> Measured | None:
    """Return a metric of all games in which it has a value; None if it has none in any."""
    if metric.of_two:
        return _of_two(metric, names, samples)
    found = {
        place: counts
        for place in range(len(names))
        if (counts := samples.counts(place, metric)) is not None and counts.n
    }
    if not found:
        return None
    estimates = tuple(
        Value(
            place,
            names[place],
            metric.estimate(counts),
            distribution(counts) if metric.shown and metric.method is not SHARE else (),
        )
        for place, counts in found.items()
    )
    differences = []
    if 0 in found and metric.shown:
        differences = [
            Difference(place, names[place], names[0], _difference(metric, samples, place, paired))
            for place in found
            if place > 0 and metric.can_differ(place)
        ]
    return Measured(metric, estimates, tuple(differences))


def _difference(metric: Metric, samples: Samples, place: int, paired: bool) -> Contrast:
    """Return the difference of the game at a place from the first, in which the metric has values too."""
    pairs = samples.pairs(place, metric) if paired else None
    if pairs is not None:
        return metric.difference_within(pairs)
    first, other = samples.counts(0, metric), samples.counts(place, metric)
    assert first is not None
    assert other is not None
    return metric.difference_between(first, other)


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
