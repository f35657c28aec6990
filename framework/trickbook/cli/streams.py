"""Standard output and error: any encoding, closed, or full."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TextIO

from trickbook.wording import one_line

if TYPE_CHECKING:
    from rich.console import Console

STANDARD_OUTPUT = "standard output"
"""What messages call it."""
_PLAIN = {
    "♣": "C",
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "…": "...",
    "–": "-",
    "—": "-",
    "−": "-",
    "±": "+-",
    "×": "x",
    "→": "->",
    "≥": ">=",
    "≤": "<=",
    "²": "2",
    "─": "-",
    "●": "o",
}
"""What is written where an encoding lacks a character; all others become a question mark."""
_HANDLER = "trickbook.plain"
_OUTPUT: ContextVar[TextIO | None] = ContextVar("output", default=None)
"""Where a command prints, while `sys.stdout` is for what others print."""


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in lacking), error.end


def prepare_streams() -> None:
    """Make standard output and error take any text: `10♦` becomes `10D` where the encoding has no suits."""
    codecs.register_error(_HANDLER, _plain)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed before we began
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


@contextmanager
def own_output() -> Iterator[None]:
    """Keep standard output for what a command prints itself: whatever else is printed meanwhile goes to standard error.

    So plugins may print what they like, and what stands on standard output is still one document. Compiled code prints by
    way of `sys.stdout`, too.
    """
    with output_to(sys.stdout), redirect_stdout(sys.stderr):
        yield


@contextmanager
def output_to(stream: TextIO) -> Iterator[None]:
    """Let commands print to a stream."""
    before = _OUTPUT.set(stream)
    try:
        yield
    finally:
        _OUTPUT.reset(before)


def output() -> TextIO:
    """Return where a command prints."""
    return _OUTPUT.get() or sys.stdout


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Let an `OSError` of this block say which file it is about: what is written does not know where it goes."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or name
        raise


def discard_output() -> None:
    """Send what is still to be written nowhere, so that Python can end in silence."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def print_text(text: str) -> None:
    """Print a text as it is, such as a file of many lines."""
    with naming(STANDARD_OUTPUT):
        output().write(text)


def flush_output() -> None:
    """Write what is still to be written of what a command has printed; raises an `OSError` that says so if it can't be."""
    with naming(STANDARD_OUTPUT):
        output().flush()


def say(text: str = "", stream: TextIO | None = None) -> None:
    """Print a line, to standard output if nothing else is named. What is in it may come from anywhere; see `one_line`."""
    line = one_line(text) + "\n"
    if stream is None:
        print_text(line)
    else:
        stream.write(line)


def print_json(document: Any) -> None:
    """Print one JSON document, in ASCII."""
    print_text(json.dumps(document, indent=2) + "\n")


def print_rich(write: Callable[[Console], None]) -> None:
    """Print what a function writes to a Rich console, like all other text: Rich has its own way with closed pipes."""
    from rich.console import Console

    console = Console(file=output(), emoji=False)  # else `ismcts:100:random` has a picture in it
    with console.capture() as capture:
        write(console)
    print_text(capture.get())


def note(text: str) -> None:
    """Print a message for people: to standard error, so that it never gets into the data."""
    say(text, sys.stderr)
