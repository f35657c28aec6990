"""Units of work: so many deals or matches of one game, which anybody can play, anywhere, in any order.

A unit says all that is needed, and its result is a few small arrays. Both can be pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.bots.equity import equity_for
from trickbook.compare.metrics import DEALS, MATCHES, deal_winner, metrics_of
from trickbook.compare.statistics import Values
from trickbook.portable import PortableGame
from trickbook.simulate import (
    Cast,
    Rows,
    at_a_table,
    in_a_match,
    matches_in_block,
    play_match_block,
    play_single_block,
    singles_in_block,
    starting_scores,
)

MATCHES_IN_UNIT = 32
"""Whole matches in a unit, where nobody searches: few, so that whoever stops early has some."""
_NO_LIMIT = 1 << 62
_MOST_KEPT = 64


@dataclass(frozen=True)
class Work:
    """What all units of a game have in common."""

    game: PortableGame
    seed: int
    bots: str
    scores: tuple[int, ...]
    """The scores at which single deals begin; at nothing if there are none."""
    keep: tuple[str, ...]
    """The fields of a deal's row (`trickbook.bots.playing.ROW`) that are kept."""


@dataclass(frozen=True)
class Unit:
    """So many deals or matches of one game."""

    work: Work
    place: int
    """The place of the game among those compared."""
    sample: str
    """`DEALS` or `MATCHES`."""
    first: int
    """The number of the first deal or match."""
    count: int


@dataclass(frozen=True)
class Result:
    """What came of a unit."""

    moves: int
    """Moves made in all."""
    values: Mapping[str, NDArray[Any]]
    """For each metric of the sample, by name, its value for each deal or match, packed."""
    columns: Mapping[str, NDArray[Any]]
    """The fields to be kept, for each deal; of single deals always `course`, `dealer`, `first_side` and `winner`.

    `winner` is the side that wins the deal, or -1.
    """


def packed(values: Values) -> NDArray[Any]:
    """Return numbers in the smallest type that holds them without loss; among whole numbers the lowest is NaN."""
    missing = np.isnan(values)
    found = values[~missing]
    if (found == np.rint(found)).all():
        most = np.abs(found).max(initial=0)
        for kind in (np.int8, np.int16):
            if most <= np.iinfo(kind).max:
                return np.where(missing, np.iinfo(kind).min, values).astype(kind)
    with np.errstate(over="ignore"):
        short = values.astype(np.float32)
    return short if np.array_equal(short, values, equal_nan=True) else values


def unpacked(numbers: NDArray[Any]) -> Values:
    """Return what `packed` has packed."""
    values: Values = numbers.astype(np.float64)
    if numbers.dtype.kind == "i":
        values[numbers == np.iinfo(numbers.dtype).min] = np.nan
    return values


@lru_cache(_MOST_KEPT)
def _seated(game: PortableGame, bots: str, sample: str) -> tuple[Cast, NDArray[np.float64]]:
    """Return the players, and the match equity table they need."""
    cast = at_a_table(game.game, bots) if sample == DEALS else in_a_match(game.game, bots)
    return cast, equity_for(game.game, cast.players)


def _play_deals(unit: Unit) -> Rows:
    work = unit.work
    cast, equity = _seated(work.game, work.bots, DEALS)
    scores = starting_scores(work.game.game, work.scores)
    last = unit.first + unit.count
    return play_single_block(work.game, cast, equity, work.seed, scores, last, unit.count, unit.first).rows


def _play_matches(unit: Unit) -> Rows:
    work = unit.work
    cast, equity = _seated(work.game, work.bots, MATCHES)
    return play_match_block(work.game, cast, equity, work.seed, False, _NO_LIMIT, unit.count, unit.first).rows


_PLAYED: Mapping[str, Callable[[Unit], Rows]] = {DEALS: _play_deals, MATCHES: _play_matches}


def most_in_unit(sample: str, work: Work) -> int:
    """Return how many deals or matches make a unit: fewer, where players search."""
    cast = at_a_table(work.game.game, work.bots)
    return singles_in_block(cast) if sample == DEALS else matches_in_block(cast, MATCHES_IN_UNIT)


def play(unit: Unit) -> Result:
    """Play a unit.

    Raises `trickbook.portable.NotTheSameError` where the game can't be played as it would be where the unit was made, and
    `trickbook.simulate.SimulationError` for a game that breaks a limit.
    """
    game = unit.work.game.game
    rows = _PLAYED[unit.sample](unit)
    values = {
        metric.name: packed(metric.values(rows, game)) for metric in metrics_of(game) if metric.sample == unit.sample
    }
    columns = {field: rows[field].copy() for field in unit.work.keep}
    if unit.sample == DEALS:
        for field in ("course", "dealer", "first_side"):
            columns.setdefault(field, rows[field].copy())
        columns["winner"] = deal_winner(rows, game).astype(np.int8)
    return Result(int(rows["moves"].sum()), values, columns)
