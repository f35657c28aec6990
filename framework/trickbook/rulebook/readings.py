"""Ranks, suits and cards as people write them, brought to the names that the format uses."""

from __future__ import annotations

from typing import Any

from trickbook.cards import RANKS, SUIT_SYMBOLS, SUITS, CardError, card_name, parse_card


def read_rank(text: str) -> str | None:
    """Return the name of a rank (`10` for `t`), or None if the text is not a rank."""
    rank = text.strip().upper()
    rank = "10" if rank == "T" else rank
    return rank if rank in RANKS else None


def read_suit(text: str) -> str | None:
    """Return the letter of a suit (`H` for `♥`), or None if the text is not a suit."""
    suit = text.strip().upper()
    if suit in SUIT_SYMBOLS:
        return SUITS[SUIT_SYMBOLS.index(suit)]
    return suit if suit in SUITS else None


def read_card(text: str) -> str | None:
    """Return the name of a card (`10D` for `♦t`), or None if the text is not a card."""
    try:
        return card_name(parse_card(text))
    except CardError:
        return None


def read_rung(text: str) -> str | None:
    """Return the name of a rank or of a card, or None if the text is neither."""
    return read_rank(text) or read_card(text)


def read_relative(text: str) -> str | None:
    """Return the name of a rank, of a card, or of a rank relative to trumps (`J-trump`, `J-colour`); None if it is none of them."""
    rank, dash, which = text.strip().partition("-")
    if dash:
        known = read_rank(rank)
        return f"{known}-{which.lower()}" if known and which.lower() in ("trump", "colour") else None
    return read_rung(text)


def read_member(text: str) -> str | None:
    """Return the name of a suit, of a rank or of a card, or None if the text is none of them."""
    return read_suit(text) or read_rung(text)


READINGS = {
    "suit": read_suit,
    "ranks": read_rank,
    "suits": read_suit,
    "cards": read_card,
    "ladder": read_rung,
    "rungs": read_relative,
    "members": read_member,
}
"""For each kind of value that names ranks, suits or cards, how one name is read."""


def canonical(kind: str, value: Any) -> Any:
    """Return a valid value of a kind with all names as the format writes them."""
    reading = READINGS.get(kind)
    if reading is None:
        return value
    return [reading(item) for item in value] if isinstance(value, list) else reading(value)
