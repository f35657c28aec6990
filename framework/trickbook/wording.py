"""Words on their way to people: lists, and text that may come from anywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BREAKS = re.compile(r"[ \t]*[\r\n\v\f\x85\u2028\u2029]\s*|\t")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What tells a terminal to do something, or to write in another direction."""


def one_line(text: str) -> str:
    """Return a text as one line that only shows something: line breaks become blanks, other control characters their escapes.

    >>> one_line("two\\nlines, \\x1b[31mred")
    'two lines, \\\\x1b[31mred'
    """
    return _CONTROLS.sub(lambda found: ascii(found[0])[1:-1], _BREAKS.sub(" ", text))


def said(error: BaseException) -> str:
    """Return in one line what an exception says; nothing if it says nothing, or its own text fails."""
    try:
        return one_line(str(error).strip())
    except Exception:  # the code that makes the text may be a plugin's
        return ""


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Return words as a list.

    >>> listed(["one", "two", "three"], "or")
    'one, two or three'
    """
    return f" {joint} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
