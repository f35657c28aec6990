"""Games side by side: what each metric is in each, and how they differ from the first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from trickbook.compare.metrics import Metric
from trickbook.compare.samples import Samples
from trickbook.compare.statistics import Contrast, Estimate, paired_difference, unpaired_difference
from trickbook.compiler import CompiledGame
from trickbook.extras import needed
from trickbook.rulebook import Rulebook

if TYPE_CHECKING:
    import pandas

_DIGITS = 10


class CompareError(ValueError):
    """A comparison that can't be made."""


@dataclass(frozen=True)
class Value:
    """What a metric is in one game."""

    place: int
    """The place of the game among those compared."""
    game: str
    estimate: Estimate


@dataclass(frozen=True)
class Difference:
    """How much a metric is above what it is in the first game."""

    place: int
    """The place of the game among those compared."""
    game: str
    against: str
    contrast: Contrast


@dataclass(frozen=True)
class Measured:
    """A metric, what it is in each game that it applies to, and the differences from the first game."""

    metric: Metric
    values: tuple[Value, ...]
    differences: tuple[Difference, ...]
    """None where the metric does not apply to the first game."""


@dataclass(frozen=True)
class Comparison:
    """What came of playing some games on the same shuffles."""

    games: tuple[str, ...]
    deals: int
    """Single deals of each game."""
    matches: int
    """Whole matches of each game, a sample of their own."""
    seed: int
    bots: str
    paired: bool
    """Whether deal i, and match i, had the same shuffles in all games, so that differences were taken within them."""
    metrics: tuple[Measured, ...]
    seconds: float
    """How long all the playing took."""
    decisions_per_second: float
    """Moves made in all games, divided by `seconds`."""
    complete: bool
    """Whether all was played that was to be; if not, what there is stands in `deals` and `matches`."""
    samples: Samples = field(repr=False, compare=False)
    """The value of each metric in each deal and match."""
    rulebooks: tuple[Rulebook, ...] = ()
    """The resolved rulebook of each game."""

    def to_pandas(self) -> pandas.DataFrame:
        """Return the figures as a data frame: a row for each metric and game, with the difference from the first game.

        Raises `trickbook.extras.MissingExtraError` without pandas.
        """
        with needed("report"):
            import pandas as pd
        rows = []
        for measured in self.metrics:
            metric = measured.metric
            contrasts = {difference.place: difference.contrast for difference in measured.differences}
            for value in measured.values:
                estimate, contrast = value.estimate, contrasts.get(value.place)
                rows.append(
                    {
                        "metric": metric.name,
                        "game": value.game,
                        "unit": metric.unit,
                        "mean": estimate.mean,
                        "low": estimate.low,
                        "high": estimate.high,
                        "n": estimate.n,
                        "difference": contrast.mean if contrast else None,
                        "difference_low": contrast.low if contrast else None,
                        "difference_high": contrast.high if contrast else None,
                        "p": contrast.p if contrast else None,
                    }
                )
        return pd.DataFrame(rows)

    def as_json(self) -> dict[str, Any]:
        """Return what `trickbook compare --json` prints. Only the two times differ from one run to the next.

        A bound, or a p, is None where there are too few values to say.
        """
        return {
            "games": list(self.games),
            "deals": self.deals,
            "seed": self.seed,
            "bots": self.bots,
            "paired": self.paired,
            "complete": self.complete,
            "metrics": [_measured_json(measured) for measured in self.metrics],
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(self.decisions_per_second),
        }


def _number(value: float | None) -> float | None:
    """Drop the last digits, which depend on how a processor adds."""
    return None if value is None else float(f"{value:.{_DIGITS}g}")


def _measured_json(measured: Measured) -> dict[str, Any]:
    metric = measured.metric
    return {
        "name": metric.name,
        "unit": metric.unit,
        "what": metric.what,
        "values": [
            {
                "game": value.game,
                "mean": _number(value.estimate.mean),
                "low": _number(value.estimate.low),
                "high": _number(value.estimate.high),
                "n": value.estimate.n,
            }
            for value in measured.values
        ],
        "differences": [
            {
                "game": difference.game,
                "against": difference.against,
                "mean": _number(difference.contrast.mean),
                "low": _number(difference.contrast.low),
                "high": _number(difference.contrast.high),
                "p": _number(difference.contrast.p),
            }
            for difference in measured.differences
        ],
    }


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


def _side_by_side(metric: Metric, names: Sequence[str], samples: Samples, paired: bool) -> Measured | None:
    """Return a metric of all games in which it has a value; None if it has none in any."""
    found = {
        place: values
        for place in range(len(names))
        if (values := samples.values(place, metric)) is not None and not np.isnan(values).all()
    }
    if not found:
        return None
    estimates = tuple(Value(place, names[place], metric.method.estimate(values)) for place, values in found.items())
    differences = []
    if 0 in found:
        difference = paired_difference if paired else unpaired_difference
        differences = [
            Difference(place, names[place], names[0], difference(found[0], values))
            for place, values in found.items()
            if place > 0
        ]
    return Measured(metric, estimates, tuple(differences))


def measured_of(
    metrics: Iterable[Metric], names: Sequence[str], samples: Samples, paired: bool
) -> tuple[Measured, ...]:
    """Set games side by side, by what has been played so far; metrics without a value in any game are left out."""
    measured = [_side_by_side(metric, names, samples, paired) for metric in metrics]
    return tuple(found for found in measured if found)
