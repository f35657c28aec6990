"""From resolved layers to a complete rulebook: defaults, order of named entries, digest; and back to TOML."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from trickbook.rulebook.fields import FIELDS
from trickbook.rulebook.model import Finding, Origin, Rulebook
from trickbook.rulebook.resolve import Resolution
from trickbook.rulebook.toml import Path
from trickbook.wording import one_line

NOT_RULES = ("name", "about", "source", "conjectural", "notes", "decided", "format", "parent", "fits")
"""Keys that say something about a rulebook and change nothing in play; the digest leaves them out."""
_FILE_KEYS = ("parent", "fits")
_UNSAID = {tuple(field.path.split(".")): field.default for field in FIELDS if field.unsaid}
_LATER_TABLES = {path[: path.index("*")] for path in _UNSAID if "*" in path} | {
    path[:-1] for path in _UNSAID if path[-1] == "*"
}
_LATER_TABLES -= {
    path[: path.index("*")]
    for path in (tuple(field.path.split(".")) for field in FIELDS if not field.unsaid)
    if "*" in path and path[-1] != "before"
}
_WORDS = ("duty", "*", "meaning")
"""What is there for people only; the digest leaves it out."""


def finish(
    resolution: Resolution,
    game: str,
    lineage: tuple[str, ...],
    house_rules: tuple[str, ...] = (),
    warnings: tuple[Finding, ...] = (),
) -> Rulebook:
    """Make the rulebook of a resolution in which nothing is wrong; `house_rules` are what those on it are called."""
    values: dict[str, Any] = {}
    origins: dict[str, Origin] = {}

    def fill(path: Path, known: Path) -> None:
        if "*" not in known[len(path) :]:
            setting = resolution.setting(known)
            _inner(values, known[:-1])[known[-1]] = "" if known[-1] == "before" else setting.value
            origins[".".join(known)] = setting.origin
            return
        table = known[: known.index("*")]
        _inner(values, table)
        for name in resolution.ordered_names(table):
            fill((*table, name), (*table, name, *known[len(table) + 1 :]))

    for known in resolution.format.fields:
        fill((), known)
    values["order"]["ranks"] = resolution.value("order.ranks")
    return Rulebook(game, values, origins, lineage, digest_of(values), house_rules, warnings)


def digest_of(values: Mapping[str, Any]) -> str:
    """Return sixteen hexadecimal digits that stand for the rules in a rulebook's values.

    Two rulebooks have the same digest if all rules are the same, and but for accidents only then. Keys may
    stand in any order, the entries of `combination` and `score` only in the same order of priority.
    """
    rules = {key: value for key, value in said(values, but=_WORDS).items() if key not in NOT_RULES}
    text = json.dumps(_canonical(rules), ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def said(values: Mapping[str, Any], path: Path = (), but: Path = ()) -> dict[str, Any]:
    """Return values without what no file sets and the format did not always know, and without the key `but`."""
    left: dict[str, Any] = {}
    for key, value in values.items():
        here = (*path, key)
        if isinstance(value, Mapping):
            inner = said(value, here, but)
            if inner or not any(_is(here, table) for table in _LATER_TABLES):
                left[key] = inner
        elif not _is(here, but) and not any(_is(here, known) and value == _UNSAID[known] for known in _UNSAID):
            left[key] = value
    return left


def _is(path: Path, known: Path) -> bool:
    return len(path) == len(known) and all(part in ("*", name) for name, part in zip(path, known, strict=True))


def _canonical(value: Any) -> Any:
    """Return values with tables as lists: those with rows in their order, others by key."""
    if not isinstance(value, Mapping):
        return value
    has_rows = value and all(isinstance(inner, Mapping) and "before" in inner for inner in value.values())
    keys = list(value) if has_rows else sorted(value)
    return [[key, _canonical(value[key])] for key in keys]


def to_flat(rulebook: Rulebook) -> dict[str, Any]:
    """Return all values of a rulebook, nested, without a parent: what `from_flat` takes.

    The order of the entries of `combination` and `score` is their priority.
    """
    return {key: _copy(value) for key, value in said(rulebook.values).items() if key not in _FILE_KEYS}


def to_toml(rulebook: Rulebook) -> str:
    """Return a rulebook as one TOML text without a parent, which loads to the same digest."""
    import tomli_w

    flat = {key: value for key, value in to_flat(rulebook).items() if value != {}}
    return f"# {one_line(rulebook.game)}\n# digest {rulebook.digest}\n\n" + tomli_w.dumps(flat)


def _copy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _copy(inner) for key, inner in value.items() if key != "before"}
    return list(value) if isinstance(value, list) else value


def _inner(values: dict[str, Any], path: Path) -> dict[str, Any]:
    for part in path:
        values = values.setdefault(part, {})
    return values
