"""A progress bar with the time left, on anything that takes longer than a second."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from trickbook.cli.engine import raises_when_interrupted
from trickbook.cli.streams import output, output_to
from trickbook.wording import one_line

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_PATIENCE = 1.0
"""Seconds before a bar is shown, and between two looks at what has come of the work."""


class Progress:
    """Shows how far work has come, on standard error if that is a terminal; says where it was when interrupted."""

    def __init__(self, what: str, unit: str = "deals", so_far: Callable[[], str] = lambda: "") -> None:
        self.what = one_line(what)
        """What is being done, for the head of the bar."""
        self.unit = unit
        """What is counted."""
        self.done = 0
        """How many are done."""
        self.total: int | None = None
        """How many there are, if known."""
        self.so_far = so_far
        """Asked now and then what has come of it so far; shown beside the bar."""
        self._asked = 0.0
        self._began = time.monotonic()
        self._before: Any = None
        self._interrupted = False
        self._shows = sys.stderr.isatty()
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._above = ExitStack()

    def __enter__(self) -> Self:
        if raises_when_interrupted():
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def _interrupt(self, *_: object) -> None:
        self._interrupted = True
        raise KeyboardInterrupt

    def __call__(self, done: int, total: int | None) -> None:
        """Say that so many of so many are done."""
        if self._interrupted:  # raised before, but in a place where Python ignores exceptions
            raise KeyboardInterrupt
        self.done = done if total is None else min(done, total)
        self.total = total
        if not self._shows or time.monotonic() - self._began < _PATIENCE:
            return
        if self._bar is None:
            self._start()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=self.done, total=self.total)
            if time.monotonic() - self._asked > _PATIENCE:
                self._bar.update(self._task, so_far=self.so_far())
                self._asked = time.monotonic()

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn(self.unit),
            TimeRemainingColumn(),
            TextColumn("{task.fields[so_far]}", markup=False),
        )
        self._bar = Bar(*columns, console=Console(stderr=True, emoji=False), transient=True)
        self._task = self._bar.add_task(self.what, total=self.total, so_far="")
        self._bar.start()
        if output().isatty():  # what is printed meanwhile stands above the bar
            self._above.enter_context(output_to(sys.stdout))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        self._above.close()
        if self._bar is not None:
            self._bar.stop()
        if isinstance(error, KeyboardInterrupt):
            of = f" of {self.total:,}" if self.total else ""
            error.add_note(f"{self.done:,}{of} {self.unit} were done")
