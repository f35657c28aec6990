"""Tables of single deals, a row a deal, for pandas, Polars, DuckDB and the like.

    from trickbook.report.deal_tables import DealTable, KEPT

    comparison = trickbook.compare(games, keep=KEPT)
    frame = DealTable(games, comparison).to_pandas()

A column has the same name and kind in every game that is compared; a deal of a game in which it means nothing has no
value there.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import numpy as np
from numpy.typing import NDArray

from trickbook.compiler import CompiledGame
from trickbook.extras import needed
from trickbook.kernel.layout import ENDED_CLAIM, ENDED_PLAYED, ENDED_POT, ENDED_TARGET
from trickbook.measure.comparison import Comparison
from trickbook.measure.metrics import DEALS, Metric, metrics_of
from trickbook.origin import Origin, score_words
from trickbook.study.samples import Samples

if TYPE_CHECKING:
    import pandas
    import pyarrow

TEXT, WHOLE, NUMBER = "text", "whole number", "number"
"""The kinds of column."""
DEAL_MEANING = "the number of the deal, from 0: the same number, the same shuffle, in games that are paired"
"""What stands in the column `deal`."""
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
    values: Callable[[Deals], NDArray[Any] | None]
    """Its values; None where a game has no such thing."""
    from_zero: bool = False
    """Whether numbers below 0 mean that there is none."""


@dataclass(frozen=True)
class Deals:
    """The single deals of one game."""

    game: CompiledGame
    place: int
    """The place of the game among those compared."""
    samples: Samples
    origin: Origin

    def field(self, name: str) -> NDArray[Any]:
        """Return a field of each deal's row."""
        return self.samples.column(self.place, DEALS, name)

    def __len__(self) -> int:
        return self.samples.size(DEALS)


def _field(name: str, meaning: str, column: str = "", *, from_zero: bool = False) -> Column:
    return Column(column or name, WHOLE, meaning, partial(Deals.field, name=name), from_zero)


def _ended(deals: Deals) -> NDArray[Any]:
    return np.array([ENDINGS[int(code)] for code in deals.field("ended")], dtype=object)


def _stated(name: str, meaning: str, words: Callable[[Deals], str]) -> Column:
    return Column(name, TEXT, meaning, lambda deals: np.full(len(deals), words(deals), dtype=object))


def _start(deals: Deals) -> str:
    return score_words(deals.origin.scores)


FIELDS = (
    _field("attempt", "shuffles that the cut refused"),
    _field("dealer", "the seat that deals, from 0"),
    _field("first_leader", "forehand's seat, from 0", "forehand"),
    _field("first_side", "forehand's side, from 0", "forehand_side"),
    _field("winner", "the side that wins the deal, from 0; empty if none does", from_zero=True),
    Column("ended", TEXT, "what ended the deal: played, claim, combination, target", _ended),
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
"""Columns that every table has, after `game` and `deal`."""
ORIGIN = (
    _stated("players", "who played, as typed", lambda deals: deals.origin.bots),
    _stated("start_score", "the score at which the deal begins, side by side: 11:10; 0 is nothing", _start),
    _stated("seed", "the seed of the study", lambda deals: str(deals.origin.seed)),
    _stated("sample", "how much of each game the study played", lambda deals: deals.origin.sample_words()),
    _stated("digest", "the digest of the game's rules", lambda deals: deals.game.rulebook.digest),
    _stated("versions", "the versions of all that results depend on", lambda deals: deals.origin.versions_words()),
)
"""Columns that every table ends with: where its figures come from, the same in all rows of a game."""
BY_SIDE = (
    ("tricks_won", "tricks that side SIDE has won, as the game counts them"),
    ("card_points", "card points that side SIDE has won"),
    ("score", "what the deal gives side SIDE"),
)
"""Columns for each side, from 0: the field of a row, and what it means."""
KEPT = (
    *("attempt", "first_leader", "ended", "tricks", "cards", "moves", "asked", "choices", "options", "face_down"),
    *("claimer", "pot_taker", "half_time_side", "carry_out", "pot_staked", "pot_left"),
    *("tricks_won", "card_points", "score", "events"),
)
"""What `trickbook.compare` must keep for the table."""


def plain_name(name: str) -> str:
    """Return a name that needs no quotes in a query.

    >>> plain_name("event.counter-strike")
    'event_counter_strike'
    """
    return "".join(sign if sign.isalnum() else "_" for sign in name)


def columns_of(games: Sequence[CompiledGame]) -> list[Column]:
    """Return the columns of a table of deals of some games, in order."""
    columns = [
        Column("game", TEXT, "the game as typed", lambda deals: np.full(len(deals), deals.game.game, dtype=object)),
        Column(
            "deal",
            WHOLE,
            DEAL_MEANING,
            lambda deals: np.arange(len(deals)),
        ),
        *FIELDS,
    ]
    for field, meaning in BY_SIDE:
        columns += [
            Column(f"{field}_{side}", WHOLE, meaning.replace("SIDE", str(side)), partial(_of_side, field, side))
            for side in range(max(int(game.rules.sides) for game in games))
        ]
    columns += [
        Column(f"events_{plain_name(name)}", WHOLE, f"events of the kind {name}", partial(_of_event, name))
        for name in dict.fromkeys(event.name for game in games for event in game.events)
    ]
    columns += [
        Column(f"metric_{plain_name(metric.name)}", NUMBER, metric.what, partial(_of_metric, metric))
        for metric in metrics_of(*games)
        if metric.sample == DEALS
    ]
    return [*columns, *ORIGIN]


def _of_side(field: str, side: int, deals: Deals) -> NDArray[Any] | None:
    return deals.field(field)[:, side] if side < int(deals.game.rules.sides) else None


def _of_event(name: str, deals: Deals) -> NDArray[Any] | None:
    names = [event.name for event in deals.game.events]
    return deals.field("events")[:, names.index(name)] if name in names else None


def _of_metric(metric: Metric, deals: Deals) -> NDArray[Any] | None:
    if not metric.of_two:
        return deals.samples.values(deals.place, metric)
    differs: NDArray[Any] = deals.field(metric.of_two) != deals.samples.column(0, DEALS, metric.of_two)
    return differs


@dataclass(frozen=True)
class _Part:
    """Values of a column, and where there are none."""

    values: NDArray[Any]
    missing: NDArray[np.bool_]


def _part(column: Column, deals: Deals) -> _Part:
    values = column.values(deals)
    if values is None:
        return _Part(np.zeros(len(deals), np.int64), np.ones(len(deals), np.bool_))
    if column.kind == NUMBER:
        return _Part(values.astype(np.float64), np.isnan(values))
    missing = values < 0 if column.from_zero else np.zeros(len(deals), np.bool_)
    return _Part(values, missing)


class DealTable:
    """The single deals of all games of a comparison, a row each."""

    def __init__(self, games: Sequence[CompiledGame], comparison: Comparison):
        """Take the games that were compared, in order, and a comparison that kept the fields named by `KEPT`."""
        self.columns = tuple(columns_of(games))
        """The columns."""
        self.origin = comparison.origin
        """Where the figures come from."""
        self._deals = [Deals(game, place, comparison.samples, self.origin) for place, game in enumerate(games)]

    def _parts(self) -> Iterator[list[_Part]]:
        """Yield the values of all columns, game by game."""
        for deals in self._deals:
            yield [_part(column, deals) for column in self.columns]

    def write_csv(self, file: TextIO) -> None:
        """Write the table as CSV (RFC 4180, but lines end as the file has them), with a line of names first."""
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(column.name for column in self.columns)
        for parts in self._parts():
            writer.writerows(zip(*map(_cells, parts), strict=True))

    def to_arrow(self) -> pyarrow.Table:
        """Return the table as an Arrow table, which Polars and DuckDB take as it is.

        Raises `trickbook.extras.MissingExtraError` without PyArrow.
        """
        with needed("report"):
            import pyarrow as arrow
        types = {TEXT: arrow.string(), WHOLE: arrow.int64(), NUMBER: arrow.float64()}
        schema = arrow.schema(
            [(c.name, arrow.uint64() if c.name == "course" else types[c.kind]) for c in self.columns],
            {column.name: column.meaning for column in self.columns}
            | {"trickbook": json.dumps(self.origin.as_json(), ensure_ascii=False)},
        )
        batches = [
            arrow.record_batch(
                [
                    arrow.array(_of_kind(column, part.values), field.type, mask=part.missing)
                    for column, field, part in zip(self.columns, schema, parts, strict=True)
                ],
                schema=schema,
            )
            for parts in self._parts()
        ]
        return arrow.Table.from_batches(batches, schema)

    def write_parquet(self, file: BinaryIO) -> None:
        """Write the table as Parquet; the meaning of each column stands in the file's metadata, and so does
        where the figures come from, as JSON under the key `trickbook`.

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
    return values.astype({WHOLE: np.int64, NUMBER: np.float64, TEXT: np.object_}[column.kind])


def _cells(part: _Part) -> list[Any]:
    """Return values as they are written in CSV, and an empty text where there is none."""
    values: list[Any] = part.values.tolist()
    if not part.missing.any():
        return values
    return ["" if missing else value for value, missing in zip(values, part.missing.tolist(), strict=True)]
