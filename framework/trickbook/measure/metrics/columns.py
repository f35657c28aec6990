"""The rows of a sample, each field as one array that is taken out once, and the figures that several metrics are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from trickbook.simulation.batches import Rows

Figure = TypeVar("Figure")
Which = ParamSpec("Which")


class Columns:
    """Rows by field, as `rows[field]`; a row is wide, and a field is read by many metrics."""

    def __init__(self, rows: Rows) -> None:
        """Take rows of dtype `trickbook.bots.playing.ROW`, which stay as they are."""
        self.rows = rows
        """The rows themselves."""
        self.figures: dict[Any, Any] = {}
        """What `once` has found."""
        self._fields: dict[str, NDArray[Any]] = {}

    def __getitem__(self, field: str) -> NDArray[Any]:
        if field not in self._fields:
            self._fields[field] = np.ascontiguousarray(self.rows[field])
        return self._fields[field]

    def __len__(self) -> int:
        return len(self.rows)


def once(
    figure: Callable[Concatenate[Rows, Which], Figure],
) -> Callable[Concatenate[Rows, Which], Figure]:
    """Let a figure of rows be found once for all metrics that read it, where the rows are `Columns`. Nobody changes what it returns."""

    def found(rows: Rows, /, *which: Which.args, **named: Which.kwargs) -> Figure:
        columns = cast(Any, rows)
        if not isinstance(columns, Columns):
            return figure(rows, *which, **named)
        key = figure, *map(_name, which)
        if key not in columns.figures:
            columns.figures[key] = figure(rows, *which, **named)
        return cast(Figure, columns.figures[key])

    found.__doc__ = figure.__doc__
    return found


def _name(which: Any) -> Any:
    return which if isinstance(which, int | str) else id(which)
