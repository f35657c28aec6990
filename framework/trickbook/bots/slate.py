"""What endings are solved on: arrays made once, a slate for each desk."""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from trickbook.kernel.layout import MOVE, STATE
from trickbook.kernel.limits import MAX_CARDS, MAX_MOVES, MAX_SEATS
from trickbook.kernel.types import MOVES_TYPE

MAX_WORLDS = 704
"""The most worlds over which an ending is solved."""
MAX_STATES = 2048
"""States there is room for: the worlds, and what becomes of them along a line of play."""
MAX_CHOICES = 8192
"""Moves along a line of play, in all worlds together."""
MAX_PILE = 12
"""The most cards that lie face down in a side's tricks, so that all ways in which they got there can be counted."""
MAX_PLACES = 2 * MAX_SEATS + MAX_SEATS + 1
"""Where an unseen card can be: a hand, a side's tricks, face down on the table before a seat, or the stock."""

_WORD = np.int64
_MASK = np.uint64

BOOK = np.dtype(
    [
        ("seat", _WORD),  # who looks
        ("side", _WORD),
        ("nodes", _WORD),  # moves made so far
        ("limit", _WORD),  # how many may be
        ("failed", _WORD),  # 1: the ending can't be solved
        ("stock", _WORD),  # cards in the stock at the root
        ("groups", _WORD),  # of moves at the root
        ("total", np.float64, (MAX_MOVES,)),  # what each group of moves at the root brings, over all worlds
        ("first", _WORD, (MAX_MOVES,)),  # the place among the choices of the first move of each
        # Worlds: the cards whose place is unknown, and where each may be.
        ("cards", np.uint8, (MAX_CARDS,)),
        ("size", _WORD),
        ("at", _WORD, (MAX_CARDS,)),  # where each card is now, or -1
        ("left", _WORD, (MAX_PLACES,)),  # how many more cards a place takes
        ("held", _MASK, (MAX_PLACES,)),  # the cards that are there now
    ],
    align=True,
)
"""The account of an ending being solved."""


class Slate(NamedTuple):
    """What an ending is solved on. States lie one on another: the worlds first, and above them what moves make of them."""

    book: Any
    """One record of dtype `BOOK`."""
    states: Any
    worth: Any
    """What each state comes to, for the side that looks."""
    weight: Any
    """How likely it is."""
    parent: Any
    """The state that it comes from."""
    choices: Any
    """Moves, of all worlds and levels."""
    choice_of: Any
    """The state in which each can be made."""
    group: Any
    """The number of what is seen of it."""
    firsts: Any
    """The first move of each group."""
    ways: Any
    """In how many ways each part of a pile can have come about."""


_NUMBA: Any = types
SLATE_TYPE = _NUMBA.NamedTuple(
    [
        types.Array(numba.from_dtype(BOOK), 1, "C"),
        types.Array(numba.from_dtype(STATE), 1, "C"),
        types.Array(types.float64, 1, "C"),
        types.Array(types.float64, 1, "C"),
        types.Array(types.int64, 1, "C"),
        MOVES_TYPE,
        types.Array(types.int64, 1, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.int64, 1, "C"),
        types.Array(types.float64, 1, "C"),
    ],
    Slate,
)


def new_slate(is_used: bool) -> Slate:
    """Return a slate; one without room if nobody searches."""
    states, choices = (MAX_STATES, MAX_CHOICES) if is_used else (1, 1)
    return Slate(
        np.zeros(1, BOOK).view(np.recarray),
        np.zeros(states, STATE).view(np.recarray),
        np.zeros(states),
        np.zeros(states),
        np.zeros(states, np.int64),
        np.zeros(choices, MOVE).view(np.recarray),
        np.zeros(choices, np.int64),
        np.zeros(choices, np.int64),
        np.zeros(choices, np.int64),
        np.zeros(1 << MAX_PILE if is_used else 1),
    )
