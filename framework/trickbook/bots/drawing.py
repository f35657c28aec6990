"""Drawing unseen cards by lot: those that are drawn come first among them."""

from __future__ import annotations

from typing import Any

from trickbook.kernel.bits import NONE, bit
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.randomness import below, number


@inlined
def take(known: Any, first: int, place: int) -> Any:
    """Let the unseen card at a place be the next one; return it as a set."""
    card = known.unseen[place]
    known.unseen[place] = known.unseen[first]
    known.unseen[first] = card
    return bit(card)


@inlined
def draw_cards(known: Any, first: int, count: int, key: Any) -> Any:
    """Draw so many of the unseen cards from a place on, and put them first there (the shuffle of Fisher and Yates)."""
    cards = NONE
    for i in range(first, first + count):
        cards |= take(known, i, i + below(number(key, known.drawn), known.unseen_size - i))
        known.drawn += 1
    return cards


@helper
def draw_from(known: Any, first: int, count: int, wanted: Any, key: Any) -> Any:
    """Draw so many unseen cards out of a set, from a place on; fewer if there are not so many."""
    cards = NONE
    for i in range(first, first + count):
        fitting = 0
        for place in range(i, known.unseen_size):
            if bit(known.unseen[place]) & wanted != NONE:
                fitting += 1
        if fitting == 0:
            return cards
        left = below(number(key, known.drawn), fitting)
        known.drawn += 1
        place = i
        while left > 0 or bit(known.unseen[place]) & wanted == NONE:
            if bit(known.unseen[place]) & wanted != NONE:
                left -= 1
            place += 1
        cards |= take(known, i, place)
    return cards
