"""Writing the records of a study while it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from trickbook.cli.files import STANDARD, whole_bytes


class Recorder:
    """A file of records, there once all is played, or what was played until an interruption; whole up to a record."""

    def __init__(self, name: str | None) -> None:
        """Take the name of the file, - for standard output; without a name nothing is written."""
        self._name = name
        self._file: BinaryIO | None = None
        self._whole = 0
        self._problem: OSError | None = None

    @property
    def write(self) -> Callable[[str], None] | None:
        """What writes lines of text; None if nothing is to be written."""
        return self._write if self._name else None

    def _write(self, text: str) -> None:
        """Write some lines; once they can't be, all is played nevertheless, and `check` says so."""
        if self._problem or self._file is None:
            return
        try:
            self._whole += self._file.write(text.encode())
        except BrokenPipeError:
            raise
        except OSError as error:
            self._problem = error

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep the file open for a block; it is in its place when the block is left, but not if the block fails."""
        if not self._name:
            yield
            return
        try:
            with whole_bytes(self._name) as self._file:
                yield
                self.check()
                if self._name != STANDARD and self._file.seekable():
                    self._file.truncate(self._whole)  # an interruption may have come in the middle of a line
        except OSError as error:
            if isinstance(error, BrokenPipeError) or error.filename not in (None, self._name):
                raise
            self._problem = error
        finally:
            self._file = None

    def check(self) -> None:
        """Raise the `OSError` for which the file could not be written, if there was one."""
        if self._problem:
            raise self._problem
