"""The record format: one line of JSON, read strictly into a `Deal`.

What is checked here needs no rule of any game: that every field is there and of its kind. A card is a number,
rank by rank from six to ace and within a rank C S H D; a set of cards is an int with a bit for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

SUITS = ("C", "S", "H", "D")
RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
NUMBER = {name: number for number, name in enumerate(NAMES)}

RANK_CARDS = {rank: sum(1 << NUMBER[rank + suit] for suit in SUITS) for rank in RANKS}
SUIT_CARDS = tuple(sum(1 << NUMBER[rank + suit] for rank in RANKS) for suit in SUITS)

ANNOUNCEMENTS = ("bura", "three-aces", "molodka", "moskva", "four-aces")
REASONS = ("target", "last-left", "deals", "stopped")


class Fault(Exception):  # noqa: N818 (as often collected as raised)
    """Something in a record that a clause, or the format (`record`), does not allow."""

    def __init__(self, clause: str, what: str, expected: str) -> None:
        super().__init__(clause, what, expected)
        self.clause = clause
        self.what = what
        self.expected = expected

    def __str__(self) -> str:
        return f"[{self.clause}] {self.what}; expected {self.expected}"


class Move(NamedTuple):
    seat: int
    cards: tuple[int, ...]
    mask: int
    face_down: bool
    declare: bool | None
    announce: str | None
    claim: bool


class Trick(NamedTuple):
    leader: int
    winner: int
    size: int


class Event(NamedTuple):
    trick: int
    kind: str
    seat: int
    card: str


class Pot(NamedTuple):
    before: int
    staked: int
    left: int


@dataclass(frozen=True, slots=True)
class Outcome:
    winner: int | None
    value: int
    reason: str
    totals: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Deal:
    game: str
    digest: str
    seed: int
    match: int
    number: int
    seats: int
    players: tuple[int, ...]
    teams: tuple[int, ...]
    dealer: int
    pack: tuple[int, ...]
    trump: str | None
    turned: int | None
    moves: tuple[Move, ...]
    tricks: tuple[Trick, ...]
    events: tuple[Event, ...]
    tricks_won: tuple[int, ...]
    card_points: tuple[int, ...] | None
    taken: int
    handed: int
    pot: Pot | None
    before: tuple[int, ...]
    score: tuple[int, ...]
    after: tuple[int, ...]
    outcome: Outcome | None

    @property
    def sides(self) -> int:
        return len(self.before)


def cards_text(cards: Sequence[int]) -> str:
    """Write cards as a record does."""
    return " ".join(NAMES[card] for card in cards)


def mask_text(mask: int) -> str:
    """Write a set of cards."""
    return cards_text([card for card in range(len(NAMES)) if mask >> card & 1])


def is_number(value: object) -> bool:
    """Whether a JSON value is a whole number (true and false are none)."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_digest(value: object) -> bool:
    """Whether a JSON value is sixteen lower-case hex digits."""
    return isinstance(value, str) and len(value) == 16 and not set(value) - set("0123456789abcdef")


def _bad(key: str, value: object, expected: str) -> Fault:
    text = repr(value)
    return Fault("record", f"{key} is {text if len(text) < 200 else text[:200] + '...'}", expected)


def _number(data: Mapping[str, Any], key: str, low: int | None = None, high: int | None = None) -> int:
    value = data[key]
    if not is_number(value) or (low is not None and value < low) or (high is not None and value > high):
        bounds = "" if low is None else f" from {low}" + ("" if high is None else f" to {high}")
        raise _bad(key, value, f"a whole number{bounds}")
    return int(value)


def _numbers(data: Mapping[str, Any], key: str, length: int | None = None, low: int | None = None) -> tuple[int, ...]:
    value = data[key]
    good = isinstance(value, list) and all(is_number(each) and (low is None or each >= low) for each in value)
    if not good or (length is not None and len(value) != length):
        count = "" if length is None else f"{length} "
        raise _bad(key, value, f"a list of {count}whole numbers" + ("" if low is None else f", none below {low}"))
    return tuple(value)


def _cards(value: object, key: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not value:
        raise _bad(key, value, "a list of cards")
    numbers = []
    for name in value:
        number = NUMBER.get(name) if isinstance(name, str) else None
        if number is None:
            raise _bad(f"a card of {key}", name, "a rank from 6 to A and a suit letter, such as 10D")
        numbers.append(number)
    if len(set(numbers)) != len(numbers):
        raise _bad(key, value, "no card twice")
    return tuple(numbers)


def _exact_keys(data: object, what: str, keys: frozenset[str]) -> Mapping[str, Any]:
    if not isinstance(data, dict) or data.keys() != keys:
        raise _bad(what, data, f"exactly the keys {', '.join(sorted(keys))}")
    return data


_CLAIM_KEYS = frozenset({"seat", "claim"})
_PLAY_KEYS = frozenset({"seat", "cards"})
_MOVE_KEYS = frozenset({"seat", "cards", "face_down", "declare", "announce"})
_TRICK_KEYS = frozenset({"leader", "winner", "size"})
_EVENT_KEYS = frozenset({"trick", "kind", "seat", "card"})
_POT_KEYS = frozenset({"before", "staked", "left"})
_OUTCOME_KEYS = frozenset({"winner", "value", "reason"})


def _move(data: object, number: int, seats: int) -> Move:
    what = f"move {number}"
    if not isinstance(data, dict) or "seat" not in data:
        raise _bad(what, data, "a seat and its cards, or its claim")
    seat = _number(data, "seat", 0, seats - 1)
    if "claim" in data:
        if data.keys() != _CLAIM_KEYS or data["claim"] is not True:
            raise _bad(what, data, '{"seat": ..., "claim": true}')
        return Move(seat, (), 0, False, None, None, True)
    if not _PLAY_KEYS <= data.keys() <= _MOVE_KEYS:
        raise _bad(what, data, f"seat and cards, and of {', '.join(sorted(_MOVE_KEYS - _PLAY_KEYS))} what applies")
    if data.get("face_down", True) is not True:
        raise _bad(f"face_down of {what}", data["face_down"], "true, or no such key")
    if not isinstance(data.get("declare", True), bool):
        raise _bad(f"declare of {what}", data["declare"], "true or false")
    announce = data.get("announce")
    if "announce" in data and announce not in ANNOUNCEMENTS:
        raise _bad(f"announce of {what}", announce, "one of " + ", ".join(ANNOUNCEMENTS))
    cards = _cards(data["cards"], f"the cards of {what}")
    mask = 0
    for card in cards:
        mask |= 1 << card
    return Move(seat, cards, mask, "face_down" in data, data.get("declare"), announce, False)


def _trick(data: object, number: int, seats: int) -> Trick:
    fields = _exact_keys(data, f"trick {number}", _TRICK_KEYS)
    return Trick(
        _number(fields, "leader", 0, seats - 1),
        _number(fields, "winner", 0, seats - 1),
        _number(fields, "size", 1),
    )


def _event(data: object, number: int, seats: int) -> Event:
    fields = _exact_keys(data, f"event {number}", _EVENT_KEYS)
    if not isinstance(fields["kind"], str) or fields["card"] not in NUMBER:
        raise _bad(f"event {number}", data, "a kind and a card by their names")
    return Event(_number(fields, "trick", 0), fields["kind"], _number(fields, "seat", 0, seats - 1), fields["card"])


def _pot(data: object) -> Pot | None:
    if data is None:
        return None
    fields = _exact_keys(data, "pot", _POT_KEYS)
    return Pot(_number(fields, "before", 0), _number(fields, "staked", 0), _number(fields, "left", 0))


def _outcome(data: object, sides: int) -> Outcome | None:
    if data is None:
        return None
    if not isinstance(data, dict) or data.keys() - {"totals"} != _OUTCOME_KEYS:
        raise _bad("outcome", data, "winner, value and reason (and totals in a tournament)")
    winner = None if data["winner"] is None else _number(data, "winner", 0, sides - 1)
    if data["reason"] not in REASONS:
        raise _bad("reason", data["reason"], "one of " + ", ".join(REASONS))
    totals = _numbers(data, "totals") if "totals" in data else None
    return Outcome(winner, _number(data, "value", 0), data["reason"], totals)


_HEAD = (
    "format",
    "version",
    "game",
    "digest",
    "kernel",
    "seed",
    "match",
    "deal",
    "seats",
    "players",
    "teams",
)
_COURSE = ("dealer", "pack", "trump", "turned", "moves", "tricks", "events", "tricks_won", "card_points")
_KEYS = frozenset((*_HEAD, *_COURSE, "carry", "pot", "before", "score", "after", "outcome"))


def read_deal(data: Mapping[str, Any]) -> Deal:
    """Read a record, or raise the `Fault` that makes it unreadable."""
    if missing := _KEYS - data.keys():
        raise Fault("record", f"there is no {', '.join(sorted(missing))}", "every field of the format")
    if not is_number(data["version"]) or data["version"] != 1:
        raise _bad("version", data["version"], "1")
    for key in ("game", "kernel"):
        if not isinstance(data[key], str):
            raise _bad(key, data[key], "a text")
    if not is_digest(data["digest"]):
        raise _bad("digest", data["digest"], "sixteen hex digits")
    for key in ("moves", "tricks", "events"):
        if not isinstance(data[key], list):
            raise _bad(key, data[key], "a list")
    seats = _number(data, "seats", 2, 8)
    teams = _numbers(data, "teams", seats, 0)
    sides = len(set(teams))
    if set(teams) != set(range(sides)):
        raise _bad("teams", data["teams"], "the sides numbered from 0")
    if data["trump"] is not None and data["trump"] not in SUITS:
        raise _bad("trump", data["trump"], "a suit letter or null")
    if data["turned"] is not None and data["turned"] not in NUMBER:
        raise _bad("turned", data["turned"], "a card or null")
    carry = _numbers(data, "carry", 2, 0)
    return Deal(
        game=data["game"],
        digest=data["digest"],
        seed=_number(data, "seed"),
        match=_number(data, "match", 0),
        number=_number(data, "deal", 0),
        seats=seats,
        players=_numbers(data, "players", seats, 0),
        teams=teams,
        dealer=_number(data, "dealer", 0, seats - 1),
        pack=_cards(data["pack"], "pack"),
        trump=data["trump"],
        turned=None if data["turned"] is None else NUMBER[data["turned"]],
        moves=tuple(_move(move, number, seats) for number, move in enumerate(data["moves"])),
        tricks=tuple(_trick(trick, number, seats) for number, trick in enumerate(data["tricks"])),
        events=tuple(_event(event, number, seats) for number, event in enumerate(data["events"])),
        tricks_won=_numbers(data, "tricks_won", sides, 0),
        card_points=None if data["card_points"] is None else _numbers(data, "card_points", sides, 0),
        taken=carry[0],
        handed=carry[1],
        pot=_pot(data["pot"]),
        before=_numbers(data, "before", sides),
        score=_numbers(data, "score", sides),
        after=_numbers(data, "after", sides),
        outcome=_outcome(data["outcome"], sides),
    )
