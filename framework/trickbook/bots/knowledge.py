"""What a seat knows. A player looks at cards through these functions alone.

A seat knows its hand, what was played face up, what it has itself played face down, and the turned card. It does
not know other hands, the stock, or cards that others have hidden, not even those in tricks of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.kernel.bits import NONE, bit, lowest, size, without_lowest
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.layout import FACE_UP_ONLY, Rules, State

_ALL = ~NONE


@inlined
def pack_of(rules: Rules) -> Any:
    """Return the set of all cards of the pack."""
    return _ALL >> np.uint64(64 - rules.cards)


@inlined
def seen(state: State, seat: int) -> Any:
    """Return the cards whose place a seat knows or has known."""
    mask = state.hands[seat] | state.face_up | state.hidden[seat] | state.giving[seat] | state.given[seat]
    return mask if state.turned < 0 else mask | bit(state.turned)


@inlined
def still_out(rules: Rules, state: State, seat: int) -> Any:
    """Return the cards that others may still play, for all a seat knows: the unseen, and the turned card once drawn."""
    out = pack_of(rules) & ~seen(state, seat)
    if state.turned >= 0 and state.stock_left == 0:
        out |= bit(state.turned) & ~(state.hands[seat] | state.face_up | state.hidden[seat])
    return out | ((state.giving[seat] | state.given[seat]) & ~state.face_up)


@inlined
def none_among(kind: int, unseen: int, drawn: int) -> float:
    """Return the chance that, of so many cards drawn from the unseen, none is one of so many of a kind."""
    chance = 1.0
    for i in range(drawn):
        if unseen - kind - i <= 0:
            return 0.0
        chance *= (unseen - kind - i) / (unseen - i)
    return chance


@helper
def points_of(rules: Rules, cards: Any) -> int:
    """Return the card points of a set of cards."""
    points = 0
    while cards != NONE:
        points += int(rules.card_points[lowest(cards)])
        cards = without_lowest(cards)
    return points


@helper
def worth_of_cards(rules: Rules, cards: Any) -> float:
    """Return what winning a set of cards is worth by the score table, in card points."""
    worth = 0.0
    while cards != NONE:
        worth += rules.card_worth[lowest(cards)]
        cards = without_lowest(cards)
    return worth


@helper
def points_known(rules: Rules, state: State, seat: int) -> tuple[int, int]:
    """Return the card points that a seat knows to be in its side's tricks, and how many cards in them it has not seen.

    With all cards face up anybody can have kept count; otherwise only what was open, or the seat's own, counts.
    """
    side = state.side_of[seat]
    if rules.face_down == FACE_UP_ONLY:
        return int(state.card_points[side]), 0
    won = NONE
    for winner in range(state.seats):
        if state.side_of[winner] == side:
            won |= state.seat_won[winner]
    known = won & (state.face_up | state.hidden[seat])
    return points_of(rules, known), size(won & ~known)


@helper
def mean_points(rules: Rules, cards: Any) -> float:
    """Return the mean card points of a set of cards; 0 for no cards."""
    return points_of(rules, cards) / max(size(cards), 1)
