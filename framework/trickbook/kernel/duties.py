"""Duties: which cards of a hand may be played, and what a play tells of the hand that it comes from.

A duty is a soft filter: it narrows the choice to its cards, or to all others, unless nothing would be left. The duties of a
rulebook are asked in their order. All can tell from a card that a duty did not let through, though it should have, that
its player held none that it would have: `told_by`.
"""

from __future__ import annotations

from typing import Any

from trickbook.kernel.bits import NONE, lowest, size, unsigned
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.layout import (
    ALWAYS,
    ANY_SUIT,
    AT_LEAD,
    DUTY_AT,
    DUTY_AVOIDS,
    DUTY_BEATS,
    DUTY_LED,
    DUTY_SUIT,
    DUTY_TRICK,
    DUTY_WINS,
    FOLLOW,
    IN_FIRST,
    IN_LATER,
    LED_OR_TRUMP,
    LED_SUIT,
    OPPONENT_WINS,
    PLAIN_SUITS,
    SUITLESS,
    TRUMP_LED,
    TRUMP_SUIT,
    TRUMPS_ONLY,
    Rules,
    State,
)


@inlined
def holds_now(rules: Rules, state: State, duty: Any, until: Any, seat: int) -> bool:
    """Say whether a duty is asked of a seat that leads or follows now."""
    follows = state.phase == FOLLOW
    if duty[DUTY_AT] != ALWAYS and (duty[DUTY_AT] == AT_LEAD) == follows:
        return False
    if not follows and (duty[DUTY_SUIT] == LED_SUIT or duty[DUTY_SUIT] == LED_OR_TRUMP or duty[DUTY_BEATS]):
        return False
    if until & state.gone != NONE:
        return False
    trick = duty[DUTY_TRICK]
    if trick != ALWAYS:
        if trick == IN_FIRST:
            if state.tricks > 0:
                return False
        elif trick == IN_LATER:
            if state.tricks == 0:
                return False
        elif size(state.hands[seat]) > 1:
            return False
    led = duty[DUTY_LED]
    if led != ALWAYS and (not follows or state.led == SUITLESS or (led == TRUMP_LED) != (state.led == TRUMP_SUIT)):
        return False
    wins = duty[DUTY_WINS]
    if wins == ALWAYS:
        return True
    is_partner = state.side_of[unsigned(state.winner)] == state.side_of[seat]
    return bool(follows and (wins == OPPONENT_WINS) != is_partner)


@inlined
def cards_of(rules: Rules, state: State, place: int) -> Any:
    """Return the cards that a duty lets through now."""
    duty = rules.duty[place]
    trump = unsigned(state.trump)
    cards = rules.duty_cards[place]
    suit = duty[DUTY_SUIT]
    if suit != ANY_SUIT:
        if suit == LED_SUIT:
            cards &= rules.suit_cards[trump, unsigned(state.led)]
        elif suit == TRUMPS_ONLY:
            cards &= rules.suit_cards[trump, TRUMP_SUIT]
        elif suit == LED_OR_TRUMP:
            cards &= rules.suit_cards[trump, unsigned(state.led)] | rules.suit_cards[trump, TRUMP_SUIT]
        elif suit == PLAIN_SUITS:
            cards &= ~rules.suit_cards[trump, TRUMP_SUIT]
    if duty[DUTY_BEATS]:
        cards &= rules.beaten_by[trump, lowest(state.winning)]
    return ~cards if duty[DUTY_AVOIDS] else cards


@helper
def allowed(rules: Rules, state: State, hand: Any) -> Any:
    """Return the cards of the hand to move that the duties allow."""
    seat = unsigned(state.turn)
    for place in range(rules.duties):
        if holds_now(rules, state, rules.duty[place], rules.duty_until[place], seat):
            left = hand & cards_of(rules, state, place)
            if left != NONE:
                hand = left
    return hand


@helper
def forbidding(rules: Rules, state: State, card: Any) -> int:
    """Return the place of the duty that forbids a card of the hand to move, or -1."""
    seat = unsigned(state.turn)
    hand = state.hands[seat]
    for place in range(rules.duties):
        if holds_now(rules, state, rules.duty[place], rules.duty_until[place], seat):
            left = hand & cards_of(rules, state, place)
            if left != NONE:
                if left & card == NONE:
                    return place
                hand = left
    return -1


@helper
def told_by(rules: Rules, state: State, card: Any) -> Any:
    """Return the cards that the seat to move does not hold, as all can tell from the card that it is about to play."""
    seat = unsigned(state.turn)
    let_through = ~NONE
    lacking = NONE
    for place in range(rules.duties):
        if holds_now(rules, state, rules.duty[place], rules.duty_until[place], seat):
            cards = cards_of(rules, state, place)
            if cards & card != NONE:
                let_through &= cards
            else:
                lacking |= let_through & cards
    return lacking
