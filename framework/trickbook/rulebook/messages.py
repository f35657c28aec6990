"""The words of findings: values as they stand in the file, what was expected, the nearest right name."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from typing import Any

from trickbook.cards import RANKS, SUITS
from trickbook.rulebook.fields import KINDS, MAX_SCORE, Field
from trickbook.wording import listed

_LONGEST = 40
_MOST_WORDS = 40


def nearest_of(name: str, names: Iterable[str]) -> str:
    """Return the name most like the one given, or an empty text if none is like it."""
    by_folded = {other.casefold(): other for other in names}
    found = difflib.get_close_matches(name.casefold()[:100], by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else ""


def quoted(text: str) -> str:
    """Return a text in double quotes, as TOML writes it, cut short where it is long."""
    return json.dumps(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…", ensure_ascii=False)


def shown(value: Any) -> str:
    """Say in a few words what a TOML value is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else "a number out of range"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    return "a table" if isinstance(value, dict) else "a date or time"


def one_of(names: Iterable[str]) -> str:
    """Say what there is to choose from: `one of a, b, c`, cut short where there is much."""
    words = [name if len(name) <= _LONGEST else quoted(name) for name in names]
    more = f" and {len(words) - _MOST_WORDS} more" if len(words) > _MOST_WORDS else ""
    return f"one of {', '.join(words[:_MOST_WORDS])}{more}" if len(words) > 1 else "".join(words)


def expected_of(field: Field, item: bool = False) -> str:
    """Say what a key takes, or what one item of its list is."""
    if field.kind in _ITEMS:
        one = _ITEMS[field.kind]
        one += _bounds(field) if one == _WHOLE else ""
        if field.choices:
            one = listed([quoted(choice) for choice in field.choices], "or")
        return one if item else f"{KINDS[field.kind]}, such as {field.example}"
    words = KINDS[field.kind]
    if field.kind in ("number", "number or word"):
        words = "a whole number" + _bounds(field)
    if field.kind == "suit":
        words += f": {' '.join(SUITS)}"
    if field.choices:
        choices = listed([quoted(choice) for choice in field.choices], "or")
        words = choices if field.kind == "choice" else f"{words}, or {choices}"
    return words


_WHOLE = "a whole number"
_ITEMS = {
    "texts": "a text",
    "numbers": _WHOLE,
    "repeated": _WHOLE,
    "range": _WHOLE,
    "words": "a word",
    "members": 'a suit letter, a rank or a card in quotes, such as "H" or "QS"',
    "ranks": f"a rank in quotes: {' '.join(RANKS)}",
    "suits": f"a suit letter in quotes: {' '.join(SUITS)}",
    "cards": 'a card in quotes, such as "10D"',
    "rungs": 'a rank or a card in quotes, such as "9" or "10D", or "J-trump" or "J-colour"',
    "ladder": 'a rank or a card in quotes, such as "9" or "10D"',
    "names": "a name in quotes",
}


def _bounds(field: Field) -> str:
    if field.high == MAX_SCORE:
        return f" of {field.low} or more" if field.low > -MAX_SCORE else ""
    return f" from {field.low} to {field.high}"
