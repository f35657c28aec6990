"""The house rule that turns one game into another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trickbook.rulebook.differences import rule_differences
from trickbook.rulebook.fields import FIELDS, Field
from trickbook.rulebook.finish import NOT_RULES
from trickbook.rulebook.loading import load_with
from trickbook.rulebook.model import PluginSource, Rulebook, RulebookError
from trickbook.rulebook.schema import Format
from trickbook.rulebook.toml import Path
from trickbook.wording import listed

_MOST_KEYS = 8


class DeriveError(ValueError):
    """No house rule turns the one game into the other."""


@dataclass(frozen=True)
class Change:
    """One key that a house rule sets, or one table from which it removes names."""

    path: Path
    """The key path; of names that are removed it begins with `remove`."""
    value: Any
    """What the house rule says; an empty mapping for a row in which all is at its default."""
    meaning: str
    """What the key does; empty where names are removed."""
    before: Any
    """What the game below says; None where it has no such key."""


def derive(one: Rulebook, other: Rulebook, plugins: PluginSource) -> list[Change]:
    """Return the changes that turn one game into another: as a house rule on the first they give the second's digest.

    Raises `DeriveError` if none do, which names the keys that would still differ.
    """
    added = {name: plugins.fields(name) for name in dict.fromkeys([*one.get("plugins"), *other.get("plugins")])}
    format = Format(FIELDS, added)
    problem = ""
    for with_order in (False, True):
        changes = [*_changes(format, one, other, with_order)]
        try:
            reached = load_with(one.game, nested(changes), plugins=plugins)
        except RulebookError as error:
            problem = str(error.findings[0])
            continue
        if reached.digest == other.digest:
            return changes
        keys = [difference.key for difference in rule_differences([reached, other])]
        problem = f"{listed(keys[:_MOST_KEYS])} would still differ"
    raise DeriveError(
        f"no house rule turns {one.game} into {other.game}: {problem}; expected a rulebook of its own (trickbook show --toml)"
    )


def nested(changes: Sequence[Change]) -> dict[str, Any]:
    """Return changes as the nested values of a house rule."""
    values: dict[str, Any] = {}
    for change in changes:
        table = values
        for part in change.path[:-1]:
            table = table.setdefault(part, {})
        if isinstance(change.value, Mapping):
            table.setdefault(change.path[-1], {})
        else:
            table[change.path[-1]] = change.value
    return values


def _changes(format: Format, one: Rulebook, other: Rulebook, with_order: bool) -> Iterator[Change]:
    for key, value in other.values.items():
        if key not in NOT_RULES:
            yield from _of(format, (key,), one.values.get(key), value, one, bool(other.origins["order.ranks"].line))
    if with_order:
        for table, value in other.values.items():
            if value and (table, "*", "before") in format.fields and list(value) != list(one.values.get(table, {})):
                for name, target in zip(value, [*list(value)[1:], ""], strict=True):
                    yield Change((table, name, "before"), target, "", None)


def _of(format: Format, path: Path, old: Any, new: Any, one: Rulebook, set_in_other: bool) -> Iterator[Change]:
    """Yield the changes at and below a key path; `old` is None where the game below lacks it."""
    if not isinstance(new, Mapping):
        field = format.field(path)
        if field is None or path[-1] == "before":
            return
        # The order of ranks that nobody has set follows the pack.
        follows = path == ("order", "ranks") and not (one.origins["order.ranks"].line or set_in_other)
        if (old != new if old is not None else new != field.default) and not follows:
            yield Change(path, new, field.meaning, old)
        return
    below = old if isinstance(old, Mapping) else {}
    if format.is_named(path):
        gone = [name for name in below if name not in new and _is_named(one, (*path, name))]
        if gone:
            yield Change(("remove", ".".join(path)), gone, "", None)
    for name, value in new.items():
        if format.is_named(path) and name not in below and isinstance(value, Mapping):
            yield Change((*path, name), {}, "", None)
        yield from _of(format, (*path, name), below.get(name), value, one, set_in_other)


def _is_named(rulebook: Rulebook, path: Path) -> bool:
    """Say whether a rulebook names an entry itself, and does not only have it since the pack has such a card."""
    origin = rulebook.origins.get(".".join(path))
    return origin is None or bool(origin.line)


def fields_of(rulebooks: Sequence[Rulebook], plugins: PluginSource) -> list[Field]:
    """Return the keys of the format and of the plugins that some rulebooks use."""
    names = dict.fromkeys(name for rulebook in rulebooks for name in rulebook.get("plugins"))
    return [*FIELDS, *(field for name in names for field in plugins.fields(name))]
