"""What has been played, added up: counts of the values of each metric, and of pairs of them, which take no more room for more deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trickbook.game.standings import StandingSums
from trickbook.measure.counts import Counts, Pairs, Values, coded, count_codes
from trickbook.measure.metrics import AGAIN, DEALS, DUPLICATE, MATCHES, Metric
from trickbook.measure.turns import Turns
from trickbook.study.units import TOTALS, Result, Step, unpacked

LOOKED_AT = 2048
"""The first so many deals tell how long a deal is."""
LENGTHS = ("choices", "decisions")
"""The metrics that tell it."""
_Played: TypeAlias = Sequence[tuple[Step, Sequence[Result]]]
_Columns: TypeAlias = dict[tuple[int, str], NDArray[Any]]


@dataclass(frozen=True)
class Wanted:
    """What is to be added up."""

    metrics: tuple[Metric, ...]
    paired: bool = False
    """Whether deal i, and match i, have the same shuffles in all games, so that pairs of their values are counted."""
    again: bool = False
    """Whether the single deals of the first game are played again, to set metrics of two games against."""
    duels: Mapping[str, int] = field(default_factory=dict)
    """How many deals in duplicate each player is to have."""


@dataclass(frozen=True, eq=False)
class DuelSums:
    """Deals that a player has played in duplicate in one game."""

    results: Turns
    margins: Counts
    won: Counts
    beside_first: Pairs | None
    """The margins of the first game and of this one, where games are paired."""


@dataclass(frozen=True, eq=False)
class Sums:
    """All that is known of some steps. By the place of a game and the name of a metric, or of a player."""

    wanted: Wanted
    counts: Mapping[tuple[int, str], Counts] = field(default_factory=dict)
    pairs: Mapping[tuple[int, str], Pairs] = field(default_factory=dict)
    """The values in the first game and in another."""
    opening: Mapping[tuple[int, str], Values] = field(default_factory=dict)
    """The first values of the metrics that tell how long a deal is."""
    duels: Mapping[tuple[int, str], DuelSums] = field(default_factory=dict)
    standings: Mapping[int, StandingSums] = field(default_factory=dict)
    alone: Mapping[tuple[int, str], NDArray[Any]] = field(default_factory=dict)
    """Columns of deals that were not yet played again; at place -1 those that were played again before."""

    def plus(self, played: _Played) -> Sums:
        """Return the sums with the steps that come next."""
        found = self
        for sample in (DEALS, MATCHES):
            found = found._with_values([results for step, results in played if step[0].sample == sample], sample)
        found = found._with_standings(results for step, results in played if step[0].sample == MATCHES)
        for player in dict.fromkeys(step[0].work.bots for step, _ in played if step[0].sample == DUPLICATE):
            duels = [results for step, results in played if step[0].sample == DUPLICATE and step[0].work.bots == player]
            found = found._with_duels(duels, player)
        return found._with_differing(played)

    def _with_values(self, played: Sequence[Sequence[Result]], sample: str) -> Sums:
        if not played:
            return self
        counts, pairs, opening = dict(self.counts), dict(self.pairs), dict(self.opening)
        for metric in self.wanted.metrics:
            if metric.sample != sample or metric.of_two:
                continue
            codes: dict[int, tuple[Values, NDArray[np.intp]]] = {}
            for place in range(len(played[0])):
                parts = [results[place].values.get(metric.name) for results in played]
                numbers = _together([part for part in parts if part is not None])
                if numbers is None:
                    continue
                codes[place] = coded(numbers, unpacked(numbers))
                key = place, metric.name
                _add(counts, key, count_codes(*codes[place]))
                if metric.name in LENGTHS and len(opening.get(key, ())) < LOOKED_AT:
                    known = [opening[key]] if key in opening else []
                    opening[key] = np.concatenate([*known, unpacked(numbers[:LOOKED_AT])])[:LOOKED_AT]
                if self.wanted.paired and place and 0 in codes and metric.shown and metric.can_differ(place):
                    _add(pairs, key, Pairs.of_codes(codes[0], codes[place]))
        return replace(self, counts=counts, pairs=pairs, opening=opening)

    def _with_standings(self, played: Iterable[Sequence[Result]]) -> Sums:
        standings = dict(self.standings)
        for results in played:
            for place, result in enumerate(results):
                if TOTALS in result.columns:
                    known = standings.get(place, StandingSums())
                    standings[place] = known.plus(result.columns[TOTALS].tolist())
        return replace(self, standings=standings)

    def _with_duels(self, played: Sequence[Sequence[Result]], player: str) -> Sums:
        duels = dict(self.duels)
        first: tuple[Values, NDArray[np.intp]] | None = None
        for place in range(len(played[0])):
            results, margins, won = (
                np.concatenate([unpacked(step[place].values[figure]) for step in played])
                for figure in ("results", "margins", "won")
            )
            codes = coded(margins, margins)
            first = first or codes
            planned = self.wanted.duels.get(player, len(results))
            known = duels.get((place, player)) or DuelSums(
                Turns.none(planned, results.shape[1]), Counts.of(np.zeros(0)), Counts.of(np.zeros(0)), None
            )
            pairs = Pairs.of_codes(first, codes) if self.wanted.paired else None
            duels[place, player] = DuelSums(
                known.results.plus(results),
                known.margins.plus(count_codes(*codes)),
                known.won.plus(Counts.of(won)),
                known.beside_first.plus(pairs) if known.beside_first and pairs else pairs,
            )
        return replace(self, duels=duels)

    def _with_differing(self, played: _Played) -> Sums:
        """Count in how many deals metrics of two games differ, of those that were played again if any are to be."""
        metrics = [metric for metric in self.wanted.metrics if metric.of_two]
        found = {key: [column] for key, column in self.alone.items()}
        for step, results in played:
            if metrics and step[0].sample in (DEALS, AGAIN):
                for place, metric, column in _columns(results, metrics):
                    key = (-1 if step[0].sample == AGAIN else place), metric.of_two
                    found.setdefault(key, []).append(column)
        alone: _Columns = {key: np.concatenate(columns) for key, columns in found.items()}
        pairs = dict(self.pairs)
        reference = -1 if self.wanted.again else 0
        for metric in metrics:
            name = metric.of_two
            n = min(len(alone.get((place, name), ())) for place in (reference, 0))
            if not n:
                continue
            against = alone[reference, name][:n]
            by_chance = _coded_bools(alone[0, name][:n] != against)
            places = [place for place, other in alone if other == name and place > 0]
            for place in places:
                differs = _coded_bools(alone[place, name][:n] != against)
                _add(pairs, (place, metric.name), Pairs.of_codes(by_chance, differs))
            for place in {reference, 0, *places}:
                alone[place, name] = alone[place, name][n:].copy()
        return replace(self, pairs=pairs, alone=alone)


def _coded_bools(found: NDArray[np.bool_]) -> tuple[Values, NDArray[np.intp]]:
    """Return 0 or 1 for each, coded as `trickbook.measure.counts.coded` does."""
    return np.array([0.0, 1.0]), found.astype(np.intp)


def _columns(results: Sequence[Result], metrics: Sequence[Metric]) -> Iterator[tuple[int, Metric, NDArray[Any]]]:
    for place, result in enumerate(results):
        for metric in metrics:
            yield place, metric, result.columns[metric.of_two]


def _together(parts: Sequence[NDArray[Any]]) -> NDArray[Any] | None:
    """Return packed values of several units as one array; None if there are none."""
    if not parts:
        return None
    alike = len({part.dtype for part in parts}) == 1
    return np.concatenate(parts if alike else [unpacked(part) for part in parts])


def _add(known: dict[Any, Any], key: Any, found: Any) -> None:
    known[key] = known[key].plus(found) if key in known else found
