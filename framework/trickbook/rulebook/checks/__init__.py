"""Checks across keys: what each file may say, but all of them together can't.

Each rule is one small function that yields findings; a rule that needs a key with a faulty value is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from trickbook.rulebook.checks import cards, combinations, duties, idle, play, scoring, table
from trickbook.rulebook.checks.view import Rule, UnsoundError, View
from trickbook.rulebook.model import Finding
from trickbook.rulebook.resolve import Resolution

RULES = (*table.RULES, *cards.RULES, *play.RULES, *combinations.RULES, *duties.RULES, *scoring.RULES)
"""All rules, in the order in which they report."""
WARNINGS = idle.RULES
"""What a game that can be played is warned of."""


def check(resolution: Resolution) -> Iterator[Finding]:
    """Yield what is wrong between the keys of a game whose layers have all been read."""
    yield from _asked(RULES, resolution)


def warnings(resolution: Resolution) -> Iterator[Finding]:
    """Yield what in a game that can be played is without effect, as far as its keys show it."""
    yield from (replace(finding, warning=True) for finding in _asked(WARNINGS, resolution))


def _asked(rules: Sequence[Rule], resolution: Resolution) -> Iterator[Finding]:
    view = View(resolution)
    for rule in rules:
        try:
            yield from (replace(finding, id=finding.id or id_of(rule)) for finding in rule(view))
        except UnsoundError:
            continue


def id_of(rule: Rule) -> str:
    """Return the id of what a rule finds: its name, with hyphens."""
    return rule.__name__.replace("_", "-")
