"""Line by line: for screen readers, pipes, and terminals that can't do more. Nothing is drawn, no cursor moves."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import BinaryIO

from trickbook.play.conversation import Conversation

WIDTH = 80
"""Columns that a line has at most."""


def play_plain(
    conversation: Conversation, typed: BinaryIO, say: Callable[[str], None], prompt: Callable[[], None]
) -> None:
    """Play until the person leaves, or the input ends; what is no UTF-8 is read as far as it goes.

    An interruption from the keyboard is let through. Raises what `Conversation.enter` does.
    """
    _say_all(conversation.opening(), say)
    while not conversation.is_done:
        prompt()
        line = typed.readline()
        if not line:
            say("")
            break
        _say_all(conversation.enter(line.decode("utf-8", "replace")), say)


def _say_all(lines: list[str], say: Callable[[str], None]) -> None:
    for line in lines:
        for part in folded(line):
            say(part)


def folded(line: str, width: int = WIDTH) -> list[str]:
    """Return a line as lines that are no wider, those after the first indented.

    >>> folded("one two three", 8)
    ['one two', '  three']
    """
    indent = " " * (len(line) - len(line.lstrip()))
    return wrap(
        line.strip(), width, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False
    ) or [""]
