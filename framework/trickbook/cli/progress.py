"""How far work has come, with the time left: a bar after a second, or where there is no terminal a line after ten, twenty, forty ..."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from trickbook.cli.engine import raises_when_ended, raises_when_interrupted
from trickbook.cli.errors import EndedError
from trickbook.cli.streams import note, output, output_to
from trickbook.wording import one_line

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_PATIENCE = 1.0
"""Seconds before a bar is shown, and between two looks at what has come of the work."""
_FIRST_LINE = 10.0
"""Seconds before a line is printed where there is no terminal; the next one comes when twice as many have gone by."""


class Progress:
    """Shows how far work has come, on standard error; says where it was when interrupted."""

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
        self._next_line = _FIRST_LINE
        self._before: dict[int, Any] = {}
        self._interrupted: KeyboardInterrupt | None = None
        self._shows = sys.stderr.isatty()
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._above = ExitStack()

    def __enter__(self) -> Self:
        kept = ((signal.SIGINT, raises_when_interrupted()), (signal.SIGTERM, raises_when_ended()))
        self._before = {number: signal.signal(number, self._interrupt) for number, raises in kept if raises}
        return self

    def _interrupt(self, number: int, _: object) -> None:
        self._interrupted = KeyboardInterrupt() if number == signal.SIGINT else EndedError()
        raise self._interrupted

    def __call__(self, done: int, total: int | None) -> None:
        """Report how many are done, of how many."""
        if self._interrupted:  # raised before, but in a place where Python ignores exceptions
            raise self._interrupted
        self.done = done if total is None else min(done, total)
        self.total = total
        passed = time.monotonic() - self._began
        if not self._shows and passed >= self._next_line:
            self._next_line = 2 * passed
            note(self._line(passed))
        if not self._shows or passed < _PATIENCE:
            return
        if self._bar is None:
            self._start()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=self.done, total=self.total)
            if time.monotonic() - self._asked > _PATIENCE:
                self._bar.update(self._task, so_far=self.so_far())
                self._asked = time.monotonic()

    def _line(self, passed: float) -> str:
        """Return in a line how far the work has come after so many seconds, and about how long the rest takes."""
        done = f"{self.what}: {self.done:,} {self.unit} done in {passed:.0f} seconds"
        if not self.total or not self.done:
            return done
        left = passed * (self.total - self.done) / self.done
        done = f"{self.what}: {self.done:,} of {self.total:,} {self.unit} done in {passed:.0f} seconds"
        return f"{done}; about {left:.0f} {'second' if round(left) == 1 else 'seconds'} left"

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
        for number, before in self._before.items():
            signal.signal(number, before)
        self._above.close()
        if self._bar is not None:
            self._bar.stop()
        if isinstance(error, KeyboardInterrupt):
            of = f" of {self.total:,}" if self.total else ""
            error.add_note(f"{self.done:,}{of} {self.unit} were done")
