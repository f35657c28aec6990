"""Writing a file whole or not at all, and reading lines from a file or standard input."""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import BinaryIO, TextIO
from uuid import uuid4

from trickbook.cli.errors import UsageError
from trickbook.cli.streams import STANDARD_OUTPUT, naming, output
from trickbook.paths import resolved

STANDARD = "-"
"""The name that means standard input or output."""


@contextmanager
def whole_file(name: str) -> Iterator[TextIO]:
    """Open a file for writing lines in UTF-8: it is there, whole, once the block is left; see `whole_bytes`."""
    with whole_bytes(name) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
        try:
            yield text
            text.flush()
        finally:
            with suppress(OSError):  # what failed once fails again
                text.detach()


@contextmanager
def whole_bytes(name: str) -> Iterator[BinaryIO]:
    """Open a file for writing: it is there, whole, once the block is left, and untouched if the block fails.

    `-` is standard output. What is no ordinary file, such as a pipe, is written to directly.
    Raises `OSError`, which names the file, if it can't be written.
    """
    if name == STANDARD:
        with naming(STANDARD_OUTPUT):
            standard = output()
            standard.flush()
            yield standard.buffer
            standard.buffer.flush()
        return
    path, part = _places(name)
    ordinary = part != path
    try:
        with part.open("xb" if ordinary else "wb") as file:
            yield file
        if ordinary:
            _replace(path, part)
    except BaseException as error:
        if ordinary:
            with suppress(OSError):
                part.unlink()
        if isinstance(error, OSError) and error.filename in (None, str(part)):
            error.filename = name
        error.add_note(f"{name} was not written")
        raise


def try_to_write(name: str) -> None:
    """Find out whether `whole_bytes` can write a file, before there is anything to write; leave all as it is.

    Raises `OSError` if it can't be written.
    """
    if name == STANDARD:
        return
    path, part = _places(name)
    try:
        if part != path:
            part.open("xb").close()
            part.unlink()
        elif path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    except OSError as error:
        error.filename = name
        raise


def _places(name: str) -> tuple[Path, Path]:
    """Return the path of a file, and where its parts are written until it is whole: the same, if it is no ordinary file."""
    path = resolved(Path(name))
    ordinary = path.is_file() or not path.exists()
    return path, path.with_name(f".{path.name}.{uuid4().hex[:12]}.part") if ordinary else path


def _replace(path: Path, part: Path) -> None:
    if path.exists():
        shutil.copymode(path, part)
    part.replace(path)


def lines_of(name: str) -> Iterator[str]:
    """Yield the lines of a file in UTF-8, or of standard input for `-`.

    Raises `OSError` if it can't be read, and `UsageError` if it is not text.
    """
    with naming("standard input" if name == STANDARD else name), _opened(name) as stream:
        for number, line in enumerate(stream, 1):
            try:
                yield line.decode("utf-8")
            except UnicodeDecodeError:
                raise UsageError(f"{name}:{number}: this is not text in UTF-8") from None


def number_of_lines(name: str) -> int | None:
    """Return how many lines an ordinary file has, or None for anything else.

    Raises `OSError` if it can't be read.
    """
    if name == STANDARD or (Path(name).exists() and not Path(name).is_file()):
        return None
    with Path(name).open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name != STANDARD:
        return Path(name).open("rb")
    if sys.stdin is None:
        raise UsageError("standard input is closed; name a file")
    return nullcontext(sys.stdin.buffer)
