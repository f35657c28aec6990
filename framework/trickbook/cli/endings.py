"""How a command ends that has something to write: all of it is tried, and what could not be written is said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from trickbook.cli.errors import explain
from trickbook.cli.streams import STANDARD_OUTPUT, discard_output, naming, note

Output = tuple[str, Callable[[], None]]
"""Something to write: its name for messages, and what writes it."""


def write_all(outputs: Sequence[Output]) -> list[BaseException]:
    """Write one output after another, and return what went wrong: one that can't be written costs none of the others.

    An interruption from the keyboard ends it, with a note on each that has not been written.
    """
    problems: list[BaseException] = []
    for place, (name, write) in enumerate(outputs):
        try:
            with naming(name):
                write()
        except OSError as error:
            problems.append(error)
            if error.filename == STANDARD_OUTPUT:
                discard_output()
        except KeyboardInterrupt as interruption:
            add_notes(interruption, (left for left, _ in outputs[place + 1 :]))
            return [*problems, interruption]
    return problems


def add_notes(interruption: KeyboardInterrupt, unwritten: Iterable[str]) -> None:
    """Let an interruption say which files it has left unwritten."""
    for name in unwritten:
        interruption.add_note(f"{name} was not written")


def tell(problems: Iterable[BaseException]) -> int:
    """Say what went wrong, and return the exit code: 0 if nothing did."""
    code = 0
    for problem in problems:
        found, lines = explain(problem)
        code = max(code, found)
        for line in lines:
            note(line)
    return code
