"""Suits that are followed, and duties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from trickbook.cards import NO_SUIT, Pack, suit_of
from trickbook.compiler.pack import mask_of, mask_of_places, members
from trickbook.kernel.layout import (
    ALWAYS,
    ANY_SUIT,
    AT_FOLLOW,
    AT_LEAD,
    DUTY_AT,
    DUTY_AVOIDS,
    DUTY_BEATS,
    DUTY_LED,
    DUTY_SUIT,
    DUTY_TRICK,
    DUTY_WINS,
    IN_FIRST,
    IN_LAST,
    IN_LATER,
    LED_OR_TRUMP,
    LED_SUIT,
    OPPONENT_WINS,
    PARTNER_WINS,
    PLAIN_LED,
    PLAIN_SUITS,
    SUITLESS,
    TRUMP_LED,
    TRUMP_SUIT,
    TRUMPS,
    TRUMPS_ONLY,
    Rules,
)
from trickbook.rulebook.model import Rulebook

_WORDS: Sequence[tuple[int, str, Mapping[str, int]]] = (
    (DUTY_AT, "at", {"any": ALWAYS, "lead": AT_LEAD, "follow": AT_FOLLOW}),
    (DUTY_TRICK, "trick", {"any": ALWAYS, "first": IN_FIRST, "later": IN_LATER, "last": IN_LAST}),
    (DUTY_LED, "led", {"any": ALWAYS, "trump": TRUMP_LED, "plain": PLAIN_LED}),
    (DUTY_WINS, "wins", {"any": ALWAYS, "opponent": OPPONENT_WINS, "partner": PARTNER_WINS}),
    (
        DUTY_SUIT,
        "suit",
        {
            "any": ANY_SUIT,
            "led": LED_SUIT,
            "trump": TRUMPS_ONLY,
            "led-or-trump": LED_OR_TRUMP,
            "plain": PLAIN_SUITS,
        },
    ),
)


def set_duties(rules: Rules, rulebook: Rulebook, pack: Pack) -> None:
    """Set to which suit each card belongs where suit is followed, for each trump, and the duties in their order."""
    _set_suits(rules, rulebook, pack)
    duties: Mapping[str, Mapping[str, Any]] = rulebook.get("duty")
    rules.duties = len(duties)
    for place, keys in enumerate(duties.values()):
        row = rules.duty[place]
        for column, key, words in _WORDS:
            row[column] = words[keys[key]]
        row[DUTY_BEATS] = keys["beats"]
        row[DUTY_AVOIDS] = keys["avoid"]
        rules.duty_cards[place] = members(keys["cards"], pack) if keys["cards"] else mask_of_places(range(len(pack)))
        rules.duty_until[place] = members(keys["until"], pack)


def _set_suits(rules: Rules, rulebook: Rulebook, pack: Pack) -> None:
    ladder = rulebook.get("order.ladder")
    joins_trumps = rulebook.get("order.ladder_belongs") == "trump"
    for trump in range(TRUMPS):
        on_ladder = mask_of(ladder, rulebook, pack, trump) if ladder else 0
        for place, card in enumerate(pack.cards):
            suit = suit_of(card)
            followed = SUITLESS if suit == NO_SUIT else TRUMP_SUIT if suit == trump else suit
            if joins_trumps and on_ladder >> place & 1:
                followed = TRUMP_SUIT
            rules.followed_suit[trump, place] = followed
            if followed != SUITLESS:
                rules.suit_cards[trump, followed] |= np.uint64(1 << place)
