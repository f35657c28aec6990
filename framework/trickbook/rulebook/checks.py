"""Checks across keys."""

from __future__ import annotations

from collections.abc import Iterator

from trickbook.rulebook.model import Finding
from trickbook.rulebook.resolve import Resolution


def check(resolution: Resolution) -> Iterator[Finding]:
    """Yield findings."""
    yield from ()
