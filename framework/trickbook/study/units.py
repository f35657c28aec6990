"""Units of work: so many deals or matches of one game, which anybody can play, anywhere, in any order.

A unit says all that is needed, and its result is a few small arrays. Both can be pickled.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.bots.equity import equity_for
from trickbook.bots.playing import ROW
from trickbook.kernel.layout import GOES_ON, STATE
from trickbook.measure.metrics import AGAIN, DEALS, DUPLICATE, MATCHES, Metric, deal_winner, metrics_of
from trickbook.measure.metrics.columns import Columns
from trickbook.measure.metrics.of_plugins import LARGEST
from trickbook.measure.statistics import RATE, SHARE, Values
from trickbook.portable import PortableGame
from trickbook.records import SINGLE_DEALS, WHOLE_MATCHES
from trickbook.simulation.batches import (
    Block,
    LineUp,
    Rows,
    at_a_table,
    in_a_match,
    matches_in_block,
    play_match_block,
    play_single_block,
    singles_in_block,
    starting_scores,
)
from trickbook.simulation.duplicate import line_ups_of, play_duplicate_block

MATCHES_IN_UNIT = 32
"""Whole matches in a unit, where nobody searches: few, so that whoever stops early has some."""
RECORDED = {DEALS: SINGLE_DEALS, MATCHES: WHOLE_MATCHES}
"""The samples that are recorded, and what records call them; deals in duplicate are not."""
TOTALS = "totals"
"""The column of whole tournaments that has each player's total."""
RESULT = "result"
"""The column that stands for what a deal has given each side."""
_RESULT_BASE = 251
_SIDES = ("dealer", "first_side", "winner")
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
    keep: tuple[str, ...] = ()
    """The fields of the row of a single deal (`trickbook.bots.playing.ROW`) that are kept."""
    record: bool = False
    """Whether single deals and whole matches are recorded."""
    against: str = ""
    """Whom `bots` meets in deals in duplicate; nobody if there are none."""
    part: str = ""
    """Which part of a study it is for, beside the main one: the name of the stronger players."""


@dataclass(frozen=True)
class Unit:
    """So many deals or matches of one game."""

    work: Work
    place: int
    """The place of the game among those compared."""
    sample: str
    """`DEALS`, `MATCHES`, `DUPLICATE` or `AGAIN`."""
    first: int
    """The number of the first deal or match."""
    count: int


Step = tuple[Unit, ...]
"""The same deals, or matches, of each game."""


@dataclass(frozen=True)
class Result:
    """What came of a unit."""

    moves: int
    """Moves made in all."""
    values: Mapping[str, NDArray[Any]]
    """For each metric of the sample, by name, its value for each deal or match, packed.

    Of deals in duplicate `results`, `margins` and `won`, as in `trickbook.simulation.duplicate.Duplicate`.
    """
    columns: Mapping[str, NDArray[Any]]
    """Of single deals the fields to be kept, and always `course`, `dealer`, `first_side` and `winner`.

    `winner` is the side that wins the deal, or -1.
    """
    lines: tuple[str, ...] = ()
    """The records of the deals in order, without line ends, if they were asked for."""


_SMALL = ((np.int8, 127), (np.int16, 32767))


def packed(values: Values) -> NDArray[Any]:
    """Return numbers in the smallest type that holds them without loss; among whole numbers the lowest is NaN."""
    missing = np.isnan(values)
    some_missing = bool(missing.any())
    found = values[~missing] if some_missing else values
    most = max(abs(float(found.min(initial=0))), abs(float(found.max(initial=0))))
    for kind, highest in _SMALL:
        if most <= highest:
            whole = found.astype(kind)
            if not (whole == found).all():
                break
            if not some_missing:
                return whole
            numbers = np.full(values.shape, -highest - 1, kind)
            numbers[~missing] = whole
            return numbers
    with np.errstate(over="ignore"):
        short = values.astype(np.float32)
    return short if np.array_equal(short[~missing], found) else values


def unpacked(numbers: NDArray[Any]) -> Values:
    """Return what `packed` has packed."""
    values: Values = numbers.astype(np.float64)
    if numbers.dtype.kind == "i":
        values[numbers == np.iinfo(numbers.dtype).min] = np.nan
    return values


@lru_cache(_MOST_KEPT)
def _seated(game: PortableGame, bots: str, against: str, sample: str) -> tuple[tuple[LineUp, ...], NDArray[np.float64]]:
    """Return the players, of deals in duplicate those of each turn, and the match equity table they need."""
    if sample == DUPLICATE:
        line_ups = line_ups_of(game.game, bots, against)
    else:
        line_ups = (at_a_table(game.game, bots) if sample == DEALS else in_a_match(game.game, bots),)
    return line_ups, equity_for(game.game, line_ups[0].players)


def _measured(unit: Unit, rows: Rows) -> dict[str, NDArray[Any]]:
    game = unit.work.game.game
    columns: Any = Columns(rows)
    return {metric.name: packed(metric.values(columns, game)) for metric in _metrics(unit.work.game, unit.sample)}


@lru_cache(_MOST_KEPT)
def _metrics(game: PortableGame, sample: str) -> tuple[Metric, ...]:
    """Return the metrics of a sample that have a value in each deal or match."""
    return tuple(metric for metric in metrics_of(game.game) if metric.sample == sample)


def _play_deals(unit: Unit) -> Result:
    work, game = unit.work, unit.work.game.game
    (line_up,), equity = _seated(work.game, work.bots, "", DEALS)
    scores = starting_scores(game, work.scores)
    last, chance = unit.first + unit.count, int(unit.sample == AGAIN)
    keep = work.record and unit.sample in RECORDED
    block = play_single_block(
        work.game, line_up, equity, work.seed, scores, last, unit.count, unit.first, keep=keep, chance=chance
    )
    rows = block.rows
    columns = {field: rows[field].copy() for field in _kept(unit)}
    sides = zip(_SIDES, (rows["dealer"], rows["first_side"], deal_winner(rows, game)), strict=True)
    columns |= {field: numbers.astype(np.int8) for field, numbers in sides}
    columns[RESULT] = _result_of(rows)
    return Result(int(rows["moves"].sum()), _measured(unit, rows), columns, _recorded(unit, block))


def _result_of(rows: Rows) -> NDArray[np.int64]:
    """Return a number for each deal that stands for what it has given each side: another one, but by rare chance, for other scores."""
    places = np.int64(_RESULT_BASE) ** np.arange(rows["score"].shape[1], dtype=np.int64)
    found: NDArray[np.int64] = (rows["score"].astype(np.int64) * places).sum(axis=1)
    return found


def _kept(unit: Unit) -> tuple[str, ...]:
    """Return the fields of single deals that are kept."""
    return ("course",) if unit.sample == AGAIN else (*unit.work.keep, "course")


def _play_matches(unit: Unit) -> Result:
    work = unit.work
    (line_up,), equity = _seated(work.game, work.bots, "", MATCHES)
    last = unit.first + unit.count
    players = work.game.game.tournament_players
    keep = work.record or bool(players)
    block = play_match_block(work.game, line_up, equity, work.seed, keep, _NO_LIMIT, last, unit.count, unit.first)
    rows = block.rows
    columns = {TOTALS: block.states["totals"][rows["outcome"] != GOES_ON, :players].copy()} if players else {}
    return Result(int(rows["moves"].sum()), _measured(unit, rows), columns, _recorded(unit, block))


def _recorded(unit: Unit, block: Block) -> tuple[str, ...]:
    """Return the records of a block whose states were kept, if they were asked for."""
    if not unit.work.record or unit.sample not in RECORDED:
        return ()
    game, seed = unit.work.game.game, unit.work.seed
    study = {"sample": RECORDED[unit.sample], "place": unit.place}
    from trickbook.records import record_of

    return tuple(json.dumps(record_of(game, state, seed) | {"study": study}) for state in block.states)


def _play_duplicate(unit: Unit) -> Result:
    work = unit.work
    line_ups, equity = _seated(work.game, work.bots, work.against, DUPLICATE)
    scores = starting_scores(work.game.game, work.scores)
    last = unit.first + unit.count
    played = play_duplicate_block(work.game, line_ups, equity, work.seed, scores, last, unit.count, unit.first)
    values = {"results": played.results, "margins": played.margins, "won": played.won}
    moves = sum(int(rows["moves"].sum()) for rows in played.turns)
    return Result(moves, {name: packed(numbers) for name, numbers in values.items()}, {})


def is_result_of(unit: Unit, result: Result) -> bool:
    """Say whether a result can be that of a unit: by the names, shapes and types of its figures, and by what they can be."""
    return _has_figures_of(unit, result) and _has_sound_figures(unit, result)


def _has_sound_figures(unit: Unit, result: Result) -> bool:
    """Say whether no figure is one that nothing can have come to: an infinity, a share of two, a side that there is not."""
    rules = unit.work.game.game.rules
    ranges = {metric.name: _RANGES.get(metric.method.name, _ANY) for metric in metrics_of(unit.work.game.game)}
    below = {"dealer": (0, int(rules.seats)), "first_side": (0, int(rules.sides)), "winner": (-1, int(rules.sides))}
    if unit.sample == DUPLICATE:
        ranges = {"won": _RANGES[SHARE.name]}
    for name, numbers in result.values.items():
        low, high = ranges.get(name, _ANY)
        found = unpacked(numbers)
        found = found[~np.isnan(found)]
        if not ((low <= found) & (found <= high)).all():
            return False
    return all(
        ((least <= result.columns[name]) & (result.columns[name] < limit)).all()
        for name, (least, limit) in below.items()
        if name in result.columns
    )


_ANY = (-LARGEST, LARGEST)
_RANGES = {SHARE.name: (0.0, 1.0), RATE.name: (0.0, LARGEST)}


def _has_figures_of(unit: Unit, result: Result) -> bool:
    work, game = unit.work, unit.work.game.game
    many: tuple[int, ...] = (unit.count,)
    values = {metric.name: many for metric in metrics_of(game) if metric.sample == unit.sample}
    columns: dict[str, tuple[Any, ...]] = {}
    if unit.sample == DUPLICATE:
        values = {"results": (unit.count, int(game.rules.sides)), "margins": many, "won": many}
    if unit.sample in (DEALS, AGAIN):
        base = {field: ROW[field] for field in _kept(unit)}
        columns = {field: (many + kind.shape, kind.base) for field, kind in base.items()}
        columns |= {field: (many, np.dtype(np.int8)) for field in _SIDES}
        columns[RESULT] = (many, np.dtype(np.int64))
    if unit.sample == MATCHES and game.tournament_players:
        columns = {TOTALS: ((unit.count, game.tournament_players), STATE["totals"].base)}
    if work.record and unit.sample in RECORDED and len(result.lines) < unit.count:
        return False
    return {
        name: numbers.shape for name, numbers in result.values.items() if numbers.dtype.kind in "if"
    } == values and {name: (numbers.shape, numbers.dtype) for name, numbers in result.columns.items()} == columns


_PLAYED: Mapping[str, Callable[[Unit], Result]] = {
    DEALS: _play_deals,
    AGAIN: _play_deals,
    MATCHES: _play_matches,
    DUPLICATE: _play_duplicate,
}


def most_in_unit(sample: str, work: Work) -> int:
    """Return how many deals or matches make a unit: fewer, where players search."""
    game = work.game.game
    line_up = line_ups_of(game, work.bots, work.against)[0] if sample == DUPLICATE else at_a_table(game, work.bots)
    return matches_in_block(line_up, MATCHES_IN_UNIT) if sample == MATCHES else singles_in_block(line_up)


def play(unit: Unit) -> Result:
    """Play a unit.

    Raises `trickbook.portable.NotTheSameError` where the game can't be played as it would be where the unit was made, and
    `trickbook.simulation.batches.SimulationError` for a game that breaks a limit.
    """
    return _PLAYED[unit.sample](unit)
