"""Games side by side: what each metric is in each, and how they differ from the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from trickbook.extras import needed
from trickbook.game.standings import Standing
from trickbook.measure.distribution import Bar
from trickbook.measure.metrics import Metric
from trickbook.measure.sample_size import half_width
from trickbook.measure.statistics import (
    Contrast,
    Estimate,
    rounded,
)
from trickbook.origin import Origin, Played, score_words, versions
from trickbook.rulebook import Rulebook

if TYPE_CHECKING:
    import pandas

    from trickbook.answers.stronger import Stronger
    from trickbook.study.samples import Samples

SMALLEST, LARGEST = 1e-6, 1e6
"""What a precision, or an effect, may be: that to see a smaller one takes more deals than can be played."""


class CompareError(ValueError):
    """A comparison that can't be made."""


def check_size(what: str, size: float) -> None:
    """Raise `CompareError` for a precision, or an effect, so small or large that no metric can have it."""
    if not SMALLEST <= size <= LARGEST:
        raise CompareError(
            f"the {what} is {size:g}; expected a number above 0, from {SMALLEST:f} to {LARGEST:,.0f}, such as 0.01"
        )


@dataclass(frozen=True)
class Value:
    """What a metric is in one game."""

    place: int
    """The place of the game among those compared."""
    game: str
    estimate: Estimate
    distribution: tuple[Bar, ...] = ()
    """How the values are spread, for plots; nothing for a share, whose values are 0 or 1."""


@dataclass(frozen=True)
class Difference:
    """How much a metric is above what it is in the first game."""

    place: int
    """The place of the game among those compared."""
    game: str
    against: str
    contrast: Contrast
    p_holm: float | None = None
    """p, corrected for the number of differences of the comparison; see `trickbook.measure.corrections.corrected`."""


@dataclass(frozen=True)
class Measured:
    """A metric, what it is in each game that it applies to, and the differences from the first game."""

    metric: Metric
    values: tuple[Value, ...]
    differences: tuple[Difference, ...]
    """None where the metric does not apply to the first game, or is not to be compared."""
    beside_chance: bool = False
    """Of a metric of two games: whether each game, the first one too, is set against the first game played again, with other
    random numbers of the players, so that a difference is what there is above chance."""

    def results(self) -> Sequence[Contrast | Estimate]:
        """Return the differences, or, of a game alone, the mean."""
        differences = [difference.contrast for difference in self.differences]
        return differences or [value.estimate for value in self.values]

    def half_width(self) -> float | None:
        """Return half the width of the widest interval of a difference, or, of a game alone, of the mean."""
        found = [half_width(result) for result in self.results()]
        return None if None in found else max(half for half in found if half is not None)


@dataclass(frozen=True)
class Precision:
    """How a comparison that was to be so precise has come out."""

    metric: str
    """The name of the metric that was to be known."""
    wanted: float
    """Half the width that its interval was to have, at most."""
    half_width: float | None
    """Half the width that it has; of the widest difference, or, of a game alone, of the mean."""
    reached: bool
    """Whether that was narrow enough; if not, the most that may be played was played."""
    looks: tuple[int, ...]
    """The numbers of deals, or matches, after which the width was looked at."""


@dataclass(frozen=True)
class Standings:
    """Where the players of a tournament stand, on average (TO-02)."""

    game: str
    tournaments: int
    """How many were played to their end."""
    players: tuple[Standing, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        players = [standing.as_json() for standing in self.players]
        return {"game": self.game, "tournaments": self.tournaments, "players": players}


@dataclass(frozen=True, repr=False)
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
    """Moves made in all games, but for those that a file of earlier work had, divided by `seconds`."""
    complete: bool
    """Whether all was played that was to be; if not, what there is stands in `deals` and `matches`."""
    samples: Samples = field(compare=False)
    """The value of each metric in each deal and match."""
    precision: Precision | None = None
    """What came of a wanted precision, if there was one."""
    beforehand: tuple[str, ...] = ()
    """The names of metrics that were chosen before anything was played; see `trickbook.measure.corrections.corrected`."""
    rulebooks: tuple[Rulebook, ...] = ()
    """The resolved rulebook of each game."""
    duplicate: int = 0
    """Deals of each game that were played in duplicate besides, for skill and luck."""
    compared: tuple[str, ...] = ()
    """The names of the metrics in which games can differ, or of all metrics of one game, known before anything was played."""
    scores: tuple[int, ...] = ()
    """The score at which each single deal began, by side; none: at nothing."""
    played: tuple[Played, ...] = ()
    """Each game with the digest of its rules and the versions of its plugins."""
    versions: Mapping[str, str] = field(default_factory=versions)
    """What it was played with: trickbook, kernel, numba, numpy, python."""

    standings: tuple[Standings, ...] = ()
    """Where the players of each tournament stand; none of games that are none."""

    stronger: Stronger | None = None
    """What stronger players say of it, if any have played."""

    @property
    def origin(self) -> Origin:
        """Where the figures come from; every output says it."""
        sizes = {"deals": self.deals, "matches": self.matches, "duplicate": self.duplicate}
        return Origin(self.played, self.bots, self.seed, self.scores, sizes, self.versions)

    def __repr__(self) -> str:
        """Return one line: what was played, and not the figures."""
        sizes = f"deals={self.deals}, matches={self.matches}, duplicate={self.duplicate}"
        return (
            f"<Comparison of {', '.join(self.games)}: {sizes}, bots={self.bots!r}, seed={self.seed}, "
            f"from={score_words(self.scores)}, {len(self.metrics)} metrics, "
            f"{'complete' if self.complete else 'stopped early'}, trickbook {self.versions.get('trickbook', '?')}>"
        )

    def to_pandas(self) -> pandas.DataFrame:
        """Return the figures as a data frame: a row for each metric and game, with the difference from the first game.

        Where they come from stands in its `attrs`, under `origin`. Raises `trickbook.extras.MissingExtraError` without pandas.
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
        frame = pd.DataFrame(rows)
        frame.attrs["origin"] = self.origin.as_json()
        return frame

    def as_json(self) -> dict[str, Any]:
        """Return what `trickbook compare --json` prints. Only the two times differ from one run to the next.

        A bound, or a p, is None where there are too few values to say.
        """
        return {
            "games": list(self.games),
            "deals": self.deals,
            "matches": self.matches,
            "duplicate": self.duplicate,
            "seed": self.seed,
            "bots": self.bots,
            "from": list(self.scores),
            "paired": self.paired,
            "complete": self.complete,
            "beforehand": list(self.beforehand),
            "metrics": [_measured_json(measured) for measured in self.metrics],
            "precision": _precision_json(self.precision),
            "standings": [found.as_json() for found in self.standings],
            "origin": self.origin.as_json(),
            "stronger": self.stronger.as_json() if self.stronger else None,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(self.decisions_per_second),
        }


def _precision_json(precision: Precision | None) -> dict[str, Any] | None:
    if precision is None:
        return None
    return {
        "metric": precision.metric,
        "wanted": precision.wanted,
        "half_width": rounded(precision.half_width),
        "reached": precision.reached,
        "looks": list(precision.looks),
    }


def _measured_json(measured: Measured) -> dict[str, Any]:
    metric = measured.metric
    return {
        "name": metric.name,
        "unit": metric.unit,
        "what": metric.what,
        "theme": metric.theme,
        "sample": metric.sample,
        "method": metric.method.name,
        "shown": metric.shown,
        "quantity": metric.quantity,
        "counted": metric.counted,
        "between": list(metric.between),
        "stakes": list(metric.stakes),
        "values": [
            {
                "game": value.game,
                "mean": rounded(value.estimate.mean),
                "low": rounded(value.estimate.low),
                "high": rounded(value.estimate.high),
                "n": value.estimate.n,
                "distribution": [
                    {"low": rounded(bar.low), "high": rounded(bar.high), "share": rounded(bar.share)}
                    for bar in value.distribution
                ],
            }
            for value in measured.values
        ],
        "differences": [
            {
                "game": difference.game,
                "against": difference.against,
                "mean": rounded(difference.contrast.mean),
                "low": rounded(difference.contrast.low),
                "high": rounded(difference.contrast.high),
                "p": rounded(difference.contrast.p),
                "p_holm": rounded(difference.p_holm),
            }
            for difference in measured.differences
        ],
    }
