"""Play games on the same shuffles, and set what is measured side by side."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from trickbook.compare.metrics import DEALS, MATCHES, Metric, metrics_of
from trickbook.compare.statistics import Contrast, Estimate, Values, paired_difference, unpaired_difference
from trickbook.compiler import CompiledGame
from trickbook.extras import needed
from trickbook.games import load
from trickbook.plugins import PluginSet
from trickbook.rulebook import Rulebook
from trickbook.simulate import Block, Progress, Rows, match_blocks, single_blocks

if TYPE_CHECKING:
    import pandas

FEWEST_MATCHES = 200
"""Whole matches that are played, unless more are asked for or there are many deals."""
DEALS_TO_A_MATCH = 50
"""With many deals, one whole match is played for so many."""
_DIGITS = 10


Observe: TypeAlias = Callable[[int, Rows], None]
"""Called with the place of a game among those compared and the rows of some of its single deals, in order."""


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


class _Count:
    """Counts moves over all games, and deals and matches for the progress bar."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.moves = 0
        self.done = 0
        self.total = total
        self.progress = progress

    def add(self, more: int, moves: int) -> None:
        self.moves += moves
        self.done += more
        if self.progress:
            self.progress(self.done, self.total)


def _measure(
    game: CompiledGame,
    deals: Iterable[Block],
    matches: Iterable[Block],
    count: _Count,
    observe: Callable[[Rows], None] | None,
) -> dict[str, Values]:
    """Return the values of each metric of a game, by name."""
    metrics = metrics_of(game)
    parts: dict[str, list[Values]] = {metric.name: [] for metric in metrics}
    for sample, blocks in ((DEALS, deals), (MATCHES, matches)):
        for block in blocks:
            if observe and sample == DEALS:
                observe(block.rows)
            for metric in metrics:
                if metric.sample == sample:
                    parts[metric.name].append(metric.values(block.rows, game))
            rows = block.rows
            count.add(len(rows) if sample == DEALS else len(np.unique(rows["match"])), int(rows["moves"].sum()))
    return {name: np.concatenate(values) for name, values in parts.items()}


def _side_by_side(
    metric: Metric, names: Sequence[str], samples: Sequence[Mapping[str, Values]], paired: bool
) -> Measured | None:
    """Return a metric of all games in which it has a value; None if it has none in any."""
    found = {
        place: sample[metric.name]
        for place, sample in enumerate(samples)
        if metric.name in sample and not np.isnan(sample[metric.name]).all()
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


def compare(
    games: Sequence[str | CompiledGame],
    *,
    deals: int = 10_000,
    seed: int = 1,
    bots: str = "greedy",
    threads: int | None = None,
    matches: int | None = None,
    scores: Sequence[int] = (),
    players: int | None = None,
    plugins: PluginSet | None = None,
    progress: Progress | None = None,
    observe: Observe | None = None,
) -> Comparison:
    """Play games on the same shuffles, and compare each with the first.

    `deals` single deals of each are begun at `scores` (nothing, if none are given), and, as a sample of its own, so
    many whole `matches` are played: 200, or one for 50 deals if that is more. A game is one that is loaded, or a name
    as `trickbook.load` takes it, with `players` and `plugins`. Results don't depend on the number of `threads`, which
    is that of the processors if none is given. `observe` is given the rows of all single deals, in blocks, as they are
    played; see `trickbook.compare.tables.DealTable`.

    Raises `CompareError` for no games; `SimulationError`, `BotError` and what `trickbook.load` raises.

    >>> comparison = compare(["schwesing", "treia"], deals=100, bots="random")
    >>> comparison.paired
    True
    """
    if not games:
        raise CompareError("there is nothing to compare; expected one game, and others to set against it")
    loaded = [load(game, players=players, plugins=plugins) if isinstance(game, str) else game for game in games]
    names = tuple(game.game for game in loaded)
    if matches is None:
        matches = max(FEWEST_MATCHES, deals // DEALS_TO_A_MATCH)
    if threads is None:
        threads = os.cpu_count() or 1
    count = _Count(len(games) * (deals + matches), progress)
    start = perf_counter()
    samples = [
        _measure(
            game,
            single_blocks(game, deals=deals, seed=seed, bots=bots, threads=threads, scores=scores),
            match_blocks(game, matches=matches, seed=seed, bots=bots, threads=threads),
            count,
            partial(observe, place) if observe else None,
        )
        for place, game in enumerate(loaded)
    ]
    seconds = perf_counter() - start
    paired = can_be_paired(loaded)
    measured = [_side_by_side(metric, names, samples, paired) for metric in metrics_of(*loaded)]
    return Comparison(
        games=names,
        deals=deals,
        matches=matches,
        seed=seed,
        bots=bots,
        paired=paired,
        metrics=tuple(found for found in measured if found),
        seconds=seconds,
        decisions_per_second=count.moves / seconds,
        rulebooks=tuple(game.rulebook for game in loaded),
    )
