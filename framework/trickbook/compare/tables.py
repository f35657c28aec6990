"""Tables of single deals, a row a deal, for pandas, Polars, DuckDB and the like.

    deals = DealTable([game, other])
    trickbook.compare([game, other], observe=deals.add)
    frame = deals.to_pandas()

A column has the same name and kind in every game that is compared; a deal of a game in which it means nothing has no value there.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import numpy as np
from numpy.typing import NDArray

from trickbook.compare.metrics import DEALS, metrics_of
from trickbook.compiler import CompiledGame
from trickbook.extras import needed
from trickbook.kernel.layout import ENDED_CLAIM, ENDED_PLAYED, ENDED_POT, ENDED_TARGET
from trickbook.simulate import Rows

if TYPE_CHECKING:
    import pandas
    import pyarrow

TEXT, WHOLE, NUMBER = "text", "whole number", "number"
"""The kinds of column."""
ENDINGS = {ENDED_PLAYED: "played", ENDED_CLAIM: "claim", ENDED_POT: "combination", ENDED_TARGET: "target"}
"""How a deal ended, in the column `ended`."""


@dataclass(frozen=True)
class Column:
    """A column of the table of deals."""

    name: str
    """Its name: small letters, digits and `_`."""
    kind: str
    """`TEXT`, `WHOLE` or `NUMBER`."""
    meaning: str
    """What stands in it, in one line."""
    values: Callable[[Rows, CompiledGame], Any]
    """Its values; None where a game has no such thing; a negative whole number is no value, where `from_zero` says so."""
    from_zero: bool = False
    """Whether numbers below 0 mean that there is none."""


def _field(name: str, meaning: str, column: str = "", *, from_zero: bool = False) -> Column:
    return Column(column or name, WHOLE, meaning, lambda rows, _: rows[name], from_zero)


HEAD = (
    Column("game", TEXT, "the game as typed", lambda rows, game: np.full(len(rows), game.game, dtype=object)),
    _field("match", "the number of the deal, from 0: the same number, the same shuffle, in every game", "deal"),
    _field("attempt", "shuffles that the cut refused"),
    _field("dealer", "the seat that deals, from 0"),
    _field("first_leader", "forehand's seat, from 0", "forehand"),
    _field("first_side", "forehand's side, from 0", "forehand_side"),
    Column(
        "ended",
        TEXT,
        "what ended the deal: played, claim, combination, target",
        lambda rows, _: np.array([ENDINGS[int(code)] for code in rows["ended"]], dtype=object),
    ),
    _field("tricks", "tricks played, a double trick as one"),
    _field("cards", "cards played"),
    _field("moves", "moves made, passes not included"),
    _field("asked", "decisions: moves made, and passes", "decisions"),
    _field("choices", "decisions with more than one legal move"),
    _field("options", "legal moves, added up over all decisions"),
    _field("face_down", "cards played face down"),
    _field("claimer", "the seat that claimed; empty if none did", from_zero=True),
    _field("pot_taker", "the seat that took the pot at once; empty if none did", from_zero=True),
    _field("half_time_side", "the side with most tricks alone at half-time; empty if none had", from_zero=True),
    _field("carry_out", "what is handed on to the next deal"),
    _field("pot_staked", "chips staked in the deal"),
    _field("pot_left", "chips left in the pot"),
    _field("course", "a number that stands for all moves in order: where it differs, play did"),
)
"""The columns that every table has."""
BY_SIDE = (
    ("tricks_won", "tricks that side SIDE has won, as the game counts them"),
    ("card_points", "card points that side SIDE has won"),
    ("score", "what the deal gives side SIDE"),
)
"""Columns for each side, from 0: the field of a row, and what it means."""


def plain_name(name: str) -> str:
    """Return a name that needs no quotes in a query.

    >>> plain_name("event.counter-strike")
    'event_counter_strike'
    """
    return "".join(sign if sign.isalnum() else "_" for sign in name)


def columns_of(games: Sequence[CompiledGame]) -> list[Column]:
    """Return the columns of a table of deals of some games, in order."""
    sides = max(int(game.rules.sides) for game in games)
    columns = [*HEAD]
    for field, meaning in BY_SIDE:
        columns += [
            Column(f"{field}_{side}", WHOLE, meaning.replace("SIDE", str(side)), _OfSide(field, side))
            for side in range(sides)
        ]
    for name in dict.fromkeys(event.name for game in games for event in game.events):
        columns.append(Column(f"events_{plain_name(name)}", WHOLE, f"events of the kind {name}", _OfEvent(name)))
    columns += [
        Column(f"metric_{plain_name(metric.name)}", NUMBER, metric.what, _OfMetric(metric.name))
        for metric in metrics_of(*games)
        if metric.sample == DEALS
    ]
    return columns


@dataclass(frozen=True)
class _OfSide:
    field: str
    side: int

    def __call__(self, rows: Rows, game: CompiledGame) -> Any:
        return rows[self.field][:, self.side] if self.side < int(game.rules.sides) else None


@dataclass(frozen=True)
class _OfEvent:
    name: str

    def __call__(self, rows: Rows, game: CompiledGame) -> Any:
        names = [event.name for event in game.events]
        return rows["events"][:, names.index(self.name)] if self.name in names else None


@dataclass(frozen=True)
class _OfMetric:
    name: str

    def __call__(self, rows: Rows, game: CompiledGame) -> Any:
        for metric in metrics_of(game):
            if metric.name == self.name:
                return metric.values(rows, game)
        return None


@dataclass(frozen=True)
class _Part:
    """Values of a column, and where there are none."""

    values: NDArray[Any]
    missing: NDArray[np.bool_]


def _part(column: Column, rows: Rows, game: CompiledGame) -> _Part:
    values = column.values(rows, game)
    if values is None:
        empty = np.full(len(rows), "", dtype=object) if column.kind == TEXT else np.zeros(len(rows), np.int64)
        return _Part(empty, np.ones(len(rows), np.bool_))
    values = np.asarray(values)
    if column.kind == NUMBER:
        return _Part(values.astype(np.float64), np.isnan(values))
    missing = values < 0 if column.from_zero else np.zeros(len(rows), np.bool_)
    return _Part(values, missing)


class DealTable:
    """Collects single deals of some games, a row each."""

    def __init__(self, games: Sequence[CompiledGame]):
        self.games = tuple(games)
        """The games, in the order in which they are compared."""
        self.columns = tuple(columns_of(games))
        """The columns."""
        self._parts: list[tuple[int, dict[str, _Part]]] = []

    def add(self, place: int, rows: Rows) -> None:
        """Add deals of a game, by its place among the games: what `trickbook.compare` takes as `observe`."""
        game = self.games[place]
        self._parts.append((place, {column.name: _part(column, rows, game) for column in self.columns}))

    def _in_order(self) -> list[dict[str, _Part]]:
        """Return the parts game by game, whatever order they came in."""
        return [part for _, part in sorted(self._parts, key=lambda entry: entry[0])]

    def write_csv(self, file: TextIO) -> None:
        """Write the table as CSV (RFC 4180, but lines end as the file has them), with a line of names first."""
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(column.name for column in self.columns)
        for part in self._in_order():
            cells = [_cells(part[column.name]) for column in self.columns]
            writer.writerows(zip(*cells, strict=True))

    def to_arrow(self) -> pyarrow.Table:
        """Return the table as an Arrow table, which Polars and DuckDB take as it is.

        Raises `trickbook.extras.MissingExtraError` without PyArrow.
        """
        with needed("report"):
            import pyarrow as arrow
        types = {TEXT: arrow.string(), WHOLE: arrow.int64(), NUMBER: arrow.float64()}
        schema = arrow.schema(
            [(c.name, arrow.uint64() if c.name == "course" else types[c.kind]) for c in self.columns],
            {column.name: column.meaning for column in self.columns},
        )
        batches = [
            arrow.record_batch(
                [
                    arrow.array(_of_kind(column, part[column.name].values), field.type, mask=part[column.name].missing)
                    for column, field in zip(self.columns, schema, strict=True)
                ],
                schema=schema,
            )
            for part in self._in_order()
        ]
        return arrow.Table.from_batches(batches, schema)

    def write_parquet(self, file: BinaryIO) -> None:
        """Write the table as Parquet; the meaning of each column stands in the file's metadata.

        Raises `trickbook.extras.MissingExtraError` without PyArrow.
        """
        with needed("report"):
            from pyarrow import parquet
        parquet.write_table(self.to_arrow(), file)

    def to_pandas(self) -> pandas.DataFrame:
        """Return the table as a data frame; where there is no value stands NaN, or None.

        Raises `trickbook.extras.MissingExtraError` without pandas and PyArrow.
        """
        with needed("report"):
            import pandas as _  # noqa: F401
        frame: pandas.DataFrame = self.to_arrow().to_pandas()
        return frame


def _of_kind(column: Column, values: NDArray[Any]) -> NDArray[Any]:
    """Return values in the width that their kind has in a file."""
    if column.name == "course":
        return values.astype(np.uint64)
    return values.astype(np.int64) if column.kind == WHOLE else values


def _cells(part: _Part) -> list[Any]:
    """Return values as they are written in CSV, and an empty text where there is none."""
    values: list[Any] = part.values.tolist()
    if not part.missing.any():
        return values
    return ["" if missing else value for value, missing in zip(values, part.missing.tolist(), strict=True)]
