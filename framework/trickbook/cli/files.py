"""Writing a file whole or not at all, and reading lines from a file or standard input."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TextIO

from trickbook.cli.errors import UsageError

STANDARD = "-"
"""The name that means standard input or output."""


@contextmanager
def whole_file(name: str) -> Iterator[TextIO]:
    """Open a file for writing lines: it is there, whole, once the block is left, and untouched if the block fails.

    `-` is standard output. What is no ordinary file, such as a pipe, is written to directly.
    Raises `OSError` if the file can't be written.
    """
    if name == STANDARD:
        yield sys.stdout
        return
    path = Path(name).resolve()
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            yield file
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(part):
            error.filename = name
        error.add_note(f"{name} was not written")
        raise


def lines_of(name: str) -> Iterator[str]:
    """Yield the lines of a file in UTF-8, or of standard input for `-`.

    Raises `OSError` if it can't be read, and `UsageError` if it is not text.
    """
    stream: IO[bytes]
    if name == STANDARD:
        if sys.stdin is None:
            raise UsageError("standard input is closed; name a file")
        stream = sys.stdin.buffer
    else:
        stream = Path(name).open("rb")
    with stream:
        for number, line in enumerate(stream, 1):
            try:
                yield line.decode("utf-8")
            except UnicodeDecodeError:
                raise UsageError(f"{name}:{number}: this is not text in UTF-8") from None
