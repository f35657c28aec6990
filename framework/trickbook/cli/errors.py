"""What went wrong, in words and as an exit code."""

from __future__ import annotations

import os
import traceback

from trickbook.wording import said

BAD_INPUT = 2
"""Exit code: the command or its input is wrong."""
INTERRUPTED = 130
"""Exit code: stopped from the keyboard, as shells count it."""
ENDED = 143
"""Exit code: told to end by the system or another program, as shells count it."""
DEBUG = "TRICKBOOK_DEBUG"
"""Environment variable: set it to see where in the code an unexpected error came from."""
_WHERE = f"{DEBUG}=1 shows where"


class EndedError(KeyboardInterrupt):
    """The process was told to end (SIGTERM); it is to do so as after an interruption from the keyboard."""


class UsageError(ValueError):
    """Options or arguments that don't go together."""


def explain(error: BaseException) -> tuple[int, list[str]]:
    """Return the exit code for an exception, and the lines to print."""
    notes = list(getattr(error, "__notes__", ()))
    if isinstance(error, EndedError):
        return ENDED, ["; ".join(["trickbook: told to end", *notes])]
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, ["; ".join(["trickbook: interrupted", *notes])]
    if isinstance(error, BrokenPipeError):
        return 0, []
    if is_ours(error):
        return BAD_INPUT, _findings(error) or [f"trickbook: {error}"]
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return BAD_INPUT, [f"trickbook: {error.filename}: {reason}" if error.filename else f"trickbook: {reason}"]
    if isinstance(error, MemoryError):
        return BAD_INPUT, [
            "trickbook: there is not enough memory for this; expected fewer deals or matches, or fewer games"
        ]
    if isinstance(error, SystemExit) and not os.environ.get(DEBUG):
        return BAD_INPUT, [
            f"trickbook: code that is not Trickbook's own, such as a plugin's, has ended the program ({_WHERE})"
        ]
    if os.environ.get(DEBUG):
        return BAD_INPUT, "".join(traceback.format_exception(error)).splitlines()
    return BAD_INPUT, [f"trickbook: this is a bug: {type(error).__name__}: {said(error)} ({_WHERE})"]


def is_ours(error: BaseException) -> bool:
    """Say whether an exception is one with which Trickbook refuses what it is given."""
    return isinstance(error, ValueError) and type(error).__module__.partition(".")[0] == "trickbook"


def _findings(error: BaseException) -> list[str]:
    return [str(finding) for finding in getattr(error, "findings", ())]
