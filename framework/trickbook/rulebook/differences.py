"""What rulebooks differ in: rule by rule, with where each value was set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trickbook.rulebook.fields import FIELDS, Field
from trickbook.rulebook.finish import NOT_RULES
from trickbook.rulebook.model import Origin, Rulebook

_PRIORITY = "the order of priority of what all have"
_NAMED = ("combination", "score")
"""The tables whose entries have names and an order."""


@dataclass(frozen=True)
class Setting:
    """What one rulebook says of a rule."""

    value: Any
    """The value; None where the rulebook has no such rule."""
    origin: Origin | None
    """Where it was set; None where there is no such rule."""


@dataclass(frozen=True)
class RuleDifference:
    """A rule that is not the same in all of some rulebooks."""

    key: str
    """The key path, such as `match.target`."""
    meaning: str
    """What the key does; empty if its plugin does not say."""
    settings: tuple[Setting, ...]
    """What each rulebook says, in order."""


def rule_differences(rulebooks: Sequence[Rulebook], fields: Iterable[Field] = ()) -> list[RuleDifference]:
    """Return the rules in which some rulebooks differ, in the order of the format.

    `fields` are the keys that plugins add to the format, for what they mean. Names, sources and notes are no rules. Of a
    combination or a row of the score that only some rulebooks have, what is no default is a difference.

    >>> from trickbook.plugins import PluginSet
    >>> from trickbook.rulebook import load
    >>> games = [load("schwesing", plugins=PluginSet()), load("schwesing+match.target=16", plugins=PluginSet())]
    >>> [(rule.key, [setting.value for setting in rule.settings]) for rule in rule_differences(games)]
    [('match.target', [12, 16])]
    """
    meanings = {tuple(field.path.split(".")): field.meaning for field in (*FIELDS, *fields)}
    paths: dict[str, None] = {}
    for rulebook in rulebooks:
        paths |= dict.fromkeys(rulebook.origins)
    found = []
    for path in paths:
        if path.partition(".")[0] in NOT_RULES or path.endswith(".before"):
            continue
        settings = tuple(_setting(rulebook, path) for rulebook in rulebooks)
        if _differ(settings):
            found.append(RuleDifference(path, _meaning(path, meanings), settings))
    found += [difference for table in _NAMED if (difference := _order(rulebooks, table))]
    # The keys of one combination, or of one row of the score, stand together.
    groups = list(dict.fromkeys(_group(field.path) for field in FIELDS) | dict.fromkeys([*map(_group, paths), *_NAMED]))
    sections = list(dict.fromkeys(group.partition(".")[0] for group in groups))
    return sorted(found, key=lambda rule: (sections.index(rule.key.partition(".")[0]), groups.index(_group(rule.key))))


def _group(path: str) -> str:
    parts = path.split(".")
    return ".".join(parts[:2]) if parts[0] in _NAMED else parts[0]


def _setting(rulebook: Rulebook, path: str) -> Setting:
    origin = rulebook.origins.get(path)
    return Setting(None, None) if origin is None else Setting(rulebook.get(path), origin)


def _differ(settings: Sequence[Setting]) -> bool:
    there = [setting for setting in settings if setting.origin is not None]
    if any(setting.value != there[0].value for setting in there):
        return True
    return len(there) < len(settings) and any(setting.origin and setting.origin.line for setting in there)


def _meaning(path: str, meanings: Mapping[tuple[str, ...], str]) -> str:
    parts = tuple(path.split("."))
    for place in range(len(parts)):
        named = (*parts[:place], "*", *parts[place + 1 :])
        if named in meanings:
            return meanings[named]
    return meanings.get(parts, "")


def _order(rulebooks: Sequence[Rulebook], table: str) -> RuleDifference | None:
    """Return a difference in the priority of the entries that all rulebooks have."""
    orders = [list(rulebook.get(table)) for rulebook in rulebooks]
    shared = set(orders[0]).intersection(*orders[1:])
    kept = [[name for name in order if name in shared] for order in orders]
    if all(order == kept[0] for order in kept):
        return None
    return RuleDifference(table, _PRIORITY, tuple(Setting(order, None) for order in orders))
