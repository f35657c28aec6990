"""The format of rulebooks as a JSON Schema, from the one table of keys, for editors.

A schema judges one file on its own: what files together must say, and what only reading a name shows, `trickbook check` judges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trickbook.cards import JOKERS, RANKS, SUIT_SYMBOLS, SUITS
from trickbook.rulebook.field import Field
from trickbook.rulebook.fields import FIELDS
from trickbook.rulebook.toml import Path

NAME = r"^[\w-]+$"
"""What names of rows and plugins look like."""
_RANK = r"(?:[2-9AaJjQqKkTt]|10)"
_OF_TRUMPS = "-(?:trump|colour)"
_SUIT = f"[{''.join(SUITS)}{''.join(SUITS).lower()}{''.join(SUIT_SYMBOLS)}]"
_CARD = rf"(?:{_RANK}\s*{_SUIT}|{_SUIT}\s*{_RANK}|[Xx][12])"


def json_schema(plugins: Mapping[str, Sequence[Field]]) -> dict[str, Any]:
    """Return a JSON Schema (draft 7) of rulebooks and house rules; `plugins` are the keys that plugins add, by plugin."""
    fields = [*FIELDS, *(field for added in plugins.values() for field in added)]
    schema = _table({tuple(field.path.split(".")): field for field in fields}, ())
    for change, what in (
        ("append", "adds to a list of a layer below"),
        ("remove", "takes from a list, or names from a table"),
    ):
        schema["properties"][change] = {
            "type": "object",
            "description": what,
            "additionalProperties": {"type": ["array", "object"]},
        }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A rulebook or house rule for Trickbook",
        **schema,
    }


def _table(fields: Mapping[Path, Field], path: Path) -> dict[str, Any]:
    inside: dict[str, Any] = {}
    for name in dict.fromkeys(
        known[len(path)] for known in fields if len(known) > len(path) and known[: len(path)] == path
    ):
        here = (*path, name)
        inside[name] = _of_field(fields[here]) if here in fields else _table(fields, here)
    anything = inside.pop("*", None)
    table: dict[str, Any] = {"type": "object", "additionalProperties": False}
    if inside:
        table["properties"] = inside
    if anything:
        table["patternProperties"] = {NAME: anything}
    return table


def _of_field(field: Field) -> dict[str, Any]:
    return {"description": f"{field.meaning}. Example: {field.example}", "default": field.default, **_value(field)}


def _value(field: Field) -> dict[str, Any]:
    """Return what a key takes."""
    whole = {"type": "integer", "minimum": field.low, "maximum": field.high}
    plain: dict[str, dict[str, Any]] = {
        "text": {"type": "string"},
        "yes or no": {"type": "boolean"},
        "number": whole,
        "choice": {"type": "string", "enum": list(field.choices)},
        "number or word": {"anyOf": [whole, {"type": "string", "enum": list(field.choices)}]},
        "suit": _names(SUITS, _SUIT),
        "range": {"type": "array", "items": whole, "minItems": 2, "maxItems": 2},
    }
    if field.kind in plain:
        return plain[field.kind]
    items: dict[str, dict[str, Any]] = {
        "texts": {"type": "string"},
        "names": {"type": "string"},
        "numbers": whole,
        "repeated": whole,
        "words": {"type": "string", "enum": list(field.choices)},
        "ranks": _names(RANKS, _RANK),
        "suits": _names(SUITS, _SUIT),
        "cards": _names(_cards(), _CARD),
        "ladder": _names([*RANKS, *_cards()], f"(?:{_RANK}|{_CARD})"),
        "rungs": _names([*RANKS, *_relative(), *_cards()], f"(?:{_RANK}(?:{_OF_TRUMPS})?|{_CARD})"),
        "members": _names([*SUITS, *RANKS, *_cards()], f"(?:{_SUIT}|{_RANK}|{_CARD})"),
    }
    return {"type": "array", "items": items[field.kind]}


def _relative() -> list[str]:
    return [f"{rank}-{which}" for rank in RANKS for which in ("trump", "colour")]


def _cards() -> list[str]:
    return [*(rank + suit for suit in SUITS for rank in RANKS), *JOKERS]


def _names(names: Iterable[str], pattern: str) -> dict[str, Any]:
    """Return the schema of a name: as the format writes it, for editors to propose, or in another way that is read too."""
    return {"type": "string", "anyOf": [{"enum": list(names)}, {"pattern": rf"^\s*{pattern}\s*$"}]}
