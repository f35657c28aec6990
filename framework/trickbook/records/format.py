"""What a line of a file of records must be: format version 1, described in `docs/reference/records.md`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from trickbook.cards import CardError, card_name, parse_card

RECORD_FORMAT = "trickbook-record"
RULES_FORMAT = "trickbook-rules"
FORMAT_VERSION = 1
SINGLE_DEALS, WHOLE_MATCHES = "deals", "matches"
"""The samples of a study, as `study.sample` of a record names them; a single deal may begin at any score."""
_MARK = "\ufeff"
"""With what some programs begin a text file: it says that it is UTF-8."""
NO_DIGEST = "0" * 16
"""The digest in a record written by hand, whose rules are those that its game's name means now."""


class RecordError(ValueError):
    """A line that is not a record, or can't be played again."""


def parsed(line: str) -> dict[str, Any]:
    """Return the record or the rules on a line; raises `RecordError` if it is neither."""
    try:
        data = json.loads(line.removeprefix(_MARK))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this line is not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") not in (RECORD_FORMAT, RULES_FORMAT):
        raise RecordError(
            f"this line is neither a record (format {RECORD_FORMAT!r}) nor rules (format {RULES_FORMAT!r})"
        )
    return data


def rules_on(line: str) -> Mapping[str, Any] | None:
    """Return what stands on a line of rules, as it is written; None if the line is none."""
    if RULES_FORMAT not in line:  # most lines are records, and need not be parsed for this
        return None
    try:
        data = parsed(line)
        check_rules(data)
    except RecordError:
        return None
    return data


def check_rules(data: Mapping[str, Any]) -> None:
    """Raise `RecordError` if a line of rules does not say whose they are."""
    texts = isinstance(data.get("digest"), str) and isinstance(data.get("game"), str)
    if data["format"] != RULES_FORMAT or not texts or not isinstance(data.get("rules"), dict):
        raise RecordError("a line of rules needs a game, a digest and rules")


def sample_of(record: Mapping[str, Any]) -> tuple[str, int]:
    """Return which sample of a study a record belongs to, and the place of its game there; ("", 0) outside of studies."""
    study = record.get("study")
    if not isinstance(study, dict) or study.get("sample") not in (SINGLE_DEALS, WHOLE_MATCHES):
        return "", 0
    place = study.get("place")
    return study["sample"], place if isinstance(place, int) else 0


def _up_to(limit: int) -> tuple[str, Callable[[Any], bool]]:
    return f"a whole number from 0 to {limit - 1}", lambda value: is_number(value, limit)


_SHAPES: dict[str, tuple[str, Any]] = {
    "version": ("1", lambda v: v == FORMAT_VERSION and type(v) is int),
    "game": ("a text", lambda v: isinstance(v, str)),
    "digest": ("a text", lambda v: isinstance(v, str)),
    "kernel": ("a text", lambda v: isinstance(v, str)),
    "seed": _up_to(1 << 64),
    "match": _up_to(1 << 62),
    "deal": _up_to(1 << 31),
    "seats": _up_to(64),
    "dealer": _up_to(64),
    "players": ("a list of numbers", lambda v: _is_list(v, lambda x: is_number(x, 64))),
    "teams": ("a list of numbers", lambda v: _is_list(v, lambda x: is_number(x, 64))),
    "pack": ("a list of cards", lambda v: _is_list(v, lambda x: isinstance(x, str))),
    "trump": ("a suit letter or null", lambda v: v is None or isinstance(v, str)),
    "turned": ("a card or null", lambda v: v is None or isinstance(v, str)),
    "moves": ("a list of moves", lambda v: _is_list(v, lambda x: isinstance(x, dict))),
    "tricks": ("a list of tricks", lambda v: _is_list(v, lambda x: isinstance(x, dict))),
    "events": ("a list of events", lambda v: _is_list(v, lambda x: isinstance(x, dict))),
    "tricks_won": ("a list of numbers", lambda v: _is_list(v, _is_any_number)),
    "card_points": ("a list of numbers or null", lambda v: v is None or _is_list(v, _is_any_number)),
    "carry": ("two numbers", lambda v: _is_list(v, lambda x: is_number(x, 1 << 31)) and len(v) == 2),
    "pot": ("a table or null", lambda v: v is None or isinstance(v, dict)),
    "before": ("a list of numbers", lambda v: _is_list(v, _is_any_number)),
    "score": ("a list of numbers", lambda v: _is_list(v, _is_any_number)),
    "after": ("a list of numbers", lambda v: _is_list(v, _is_any_number)),
    "outcome": ("a table or null", lambda v: v is None or isinstance(v, dict)),
}


def is_number(value: Any, limit: int) -> bool:
    """Return whether a value is a whole number from 0 to below a limit."""
    return type(value) is int and 0 <= value < limit


def _is_any_number(value: Any) -> bool:
    return type(value) is int and abs(value) < 1 << 60


def _is_list(value: Any, each: Any) -> bool:
    return isinstance(value, list) and all(each(item) for item in value)


def respelled(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record whose shape is right with its cards as Trickbook names them, however they are written (`10♦`, `td`).

    What is no card stays as it is.
    """
    turned = record["turned"]
    return {
        **record,
        "pack": [name_of(card) for card in record["pack"]],
        "turned": turned if turned is None else name_of(turned),
        "moves": [
            {**move, **{key: [name_of(card) for card in move[key]] for key in ("cards", "give") if key in move}}
            for move in record["moves"]
        ],
        "events": [
            {**event, "card": name_of(event["card"])} if isinstance(event.get("card"), str) else event
            for event in record["events"]
        ],
    }


def name_of(card: str) -> str:
    """Return the name of a card however it is written; what is no card stays as it is."""
    try:
        return card_name(parse_card(card))
    except CardError:
        return card


def check_shape(record: Mapping[str, Any]) -> None:
    """Raise `RecordError` if a key of a record is missing, or has a value of another kind."""
    for key, (expected, is_right) in _SHAPES.items():
        if key not in record:
            raise RecordError(f"the record has no {key!r}; expected {expected}")
        if not is_right(record[key]):
            raise RecordError(f"{key}: expected {expected}, found {json.dumps(record[key])[:80]}")
    if "leader" in record and not is_number(record["leader"], 64):
        raise RecordError(f"leader: expected a whole number from 0 to 63, found {json.dumps(record['leader'])[:80]}")
    for move in record["moves"]:
        if not is_number(move.get("seat"), 64):
            raise RecordError(f"a move has no seat: {json.dumps(move)[:80]}")
        if "name" in move and not is_number(move["name"], 256):
            raise RecordError(f"a move names no number: {json.dumps(move)[:80]}")
        if "give" in move and not _is_list(move["give"], lambda x: isinstance(x, str)):
            raise RecordError(f"a move gives no cards: {json.dumps(move)[:80]}")
        if not (
            "claim" in move
            or "name" in move
            or "give" in move
            or _is_list(move.get("cards"), lambda x: isinstance(x, str))
        ):
            raise RecordError(f"a move has neither cards nor a claim: {json.dumps(move)[:80]}")
