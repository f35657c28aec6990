"""Checks across keys: what each file may say, but all of them together can't.

Each rule is one small function that yields findings; a rule that needs a key with a faulty value is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

from trickbook.rulebook.checks import cards, combinations, duties, play, scoring, table
from trickbook.rulebook.checks.view import UnsoundError, View
from trickbook.rulebook.model import Finding
from trickbook.rulebook.resolve import Resolution

RULES = (*table.RULES, *cards.RULES, *play.RULES, *combinations.RULES, *duties.RULES, *scoring.RULES)
"""All rules, in the order in which they report."""


def check(resolution: Resolution) -> Iterator[Finding]:
    """Yield what is wrong between the keys of a game whose layers have all been read."""
    view = View(resolution)
    for rule in RULES:
        try:
            yield from rule(view)
        except UnsoundError:
            continue
