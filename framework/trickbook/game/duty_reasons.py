"""Duties in words, and which of them forbids a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from trickbook.cards import SUIT_SYMBOLS, SUITS, cards_text
from trickbook.compiler import CompiledGame
from trickbook.kernel import engine
from trickbook.kernel.layout import State
from trickbook.wording import listed

if TYPE_CHECKING:
    from trickbook.game.table import Move

_SUITS = {
    "any": "cards",
    "led": "cards of the suit led",
    "trump": "trumps",
    "led-or-trump": "cards of the suit led or trumps",
    "plain": "cards that are no trumps",
}
_TRICKS = {"any": "", "first": " in the first trick", "later": " after the first trick", "last": " in the last trick"}
_LED = {"any": "", "trump": " to a trump", "plain": " to a plain suit"}
_WINS = {"any": "", "opponent": " while an opponent wins", "partner": " while the partner wins"}


def duty_in_words(keys: Mapping[str, Any]) -> str:
    """Return what a duty says: its own words, or else words for its keys.

    >>> duty_in_words({"meaning": "follow suit"})
    'follow suit'
    """
    if keys["meaning"]:
        return str(keys["meaning"])
    verb = {"lead": "led", "follow": "played", "any": "played"}[keys["at"]]
    what = _SUITS[keys["suit"]]
    if keys["cards"]:
        named = _named(keys["cards"])
        what = named if keys["suit"] == "any" else f"{what} among {named}"
    what += " that beat the trick" if keys["beats"] else ""
    until = f" until one of {_named(keys['until'])} has been played" if keys["until"] else ""
    where = _TRICKS[keys["trick"]] + _LED[keys["led"]] + _WINS[keys["wins"]] + until
    if keys["avoid"]:
        return f"no {what} may be {verb}{where}, unless there is nothing else"
    return f"{what} must be {verb}{where} by who has them"


def _named(members: Sequence[str]) -> str:
    return listed([_member(name) for name in members], "or")


def _member(name: str) -> str:
    if name in SUITS:
        return SUIT_SYMBOLS[SUITS.index(name)]
    return cards_text([name]) if len(name) > 1 and name[-1] in (*SUITS, "1", "2") else name


def why_duty(game: CompiledGame, state: State, who: str, cards: int, legal: Sequence[Move]) -> str:
    """Return which duty forbids a card that the seat to move holds, and what may be played; an empty text if none does."""
    if not game.rules.duties or cards.bit_count() != 1:
        return ""
    place = int(engine.forbidding(game.rules, state, np.uint64(cards)))
    if place < 0:
        return ""
    name, keys = list(game.rulebook.get("duty").items())[place]
    left = game.pack.texts(game.pack.mask([card for move in legal for card in move.cards]))
    return f"{who} may not play {game.pack.texts(cards)} now: {duty_in_words(keys)} (duty.{name}); {left} may be played"
