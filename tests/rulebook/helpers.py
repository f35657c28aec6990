"""What the tests of rulebooks share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from trickbook.rulebook import Field, Finding, RulebookError, load

MARK = "▸"


class BundledKeys:
    """Stands in for the bundled plugins: their names and keys, without their rules."""

    FIELDS: ClassVar[dict[str, tuple[Field, ...]]] = {
        "sevens": (Field("sevens.rank", "ranks", ["7"], "ranks that only a higher suit beats", '["7"]'),),
        "daring": (
            Field("daring.matadors", "cards", ["JC", "KH", "8S"], "highest first", '["JC", "KH", "8S"]'),
            Field("daring.declared", "yes or no", False, "a dare counts only if declared", "true"),
            Field("daring.strike", "number", 2, "what a strike is worth", "2", high=100),
        ),
        "broken": (),
    }

    def names(self) -> Sequence[str]:
        return tuple(self.FIELDS)

    def problem(self, name: str) -> str | None:
        return "its hook has no docstring" if name == "broken" else None

    def fields(self, name: str) -> tuple[Field, ...]:
        return self.FIELDS[name]


PLUGINS = BundledKeys()


def unmark(text: str) -> tuple[str, tuple[int, int]]:
    """Take the mark out of a text, and return the text and the line and column of the mark, from 1."""
    for number, line in enumerate(text.split("\n"), 1):
        if MARK in line:
            return text.replace(MARK, ""), (number, line.index(MARK) + 1)
    return text, (1, 1)


def findings_of(game: str, **options: int) -> tuple[Finding, ...]:
    """Load a game that must not load, and return what is wrong with it."""
    with pytest.raises(RulebookError) as error:
        load(game, plugins=PLUGINS, **options)
    assert error.value.findings
    return error.value.findings


Write = Callable[[str, str], Path]
"""A function that writes a TOML file by name and text, and returns its path."""
