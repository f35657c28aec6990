"""What happens between dealing and the first lead, and who leads first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trickbook.cards import Pack
from trickbook.kernel.layout import (
    GIVES,
    HAND_AT_MOST,
    HOLDER_LEADS,
    LAST_DEAL_LEADS,
    LAST_TRICK_LEADS,
    NAMES,
    STEP_CARDS,
    STEP_COLUMNS,
    STEP_DIRECTIONS,
    STEP_DOES,
    STEP_HOOK,
    STEP_LEAST,
    STEP_MOST,
    Rules,
)
from trickbook.rulebook.model import Rulebook

_FIRST_LEADS = {"left": 1, "right": -1, "dealer": 0, "holder": HOLDER_LEADS} | {
    "last-trick": LAST_TRICK_LEADS,
    "last-deal": LAST_DEAL_LEADS,
}


def set_steps(rules: Rules, rulebook: Rulebook, pack: Pack) -> None:
    """Set the steps in their order, and who leads first after them."""
    across = rulebook.get("table.players") // 2
    directions = {"left": 1, "right": -1, "across": across, "nobody": 0}
    steps: Mapping[str, Mapping[str, Any]] = rulebook.get("step")
    rules.steps = len(steps)
    for place, keys in enumerate(steps.values()):
        row = rules.step[place]
        row[STEP_DOES] = NAMES if keys["does"] == "name" else GIVES
        row[STEP_LEAST] = keys["least"]
        row[STEP_MOST] = HAND_AT_MOST if keys["most"] == "hand" else keys["most"]
        row[STEP_HOOK] = keys["hook"]
        row[STEP_CARDS] = keys["cards"]
        row[STEP_DIRECTIONS] = len(keys["to"])
        for i, word in enumerate(keys["to"]):
            row[STEP_COLUMNS + i] = directions[word]
    rules.first_lead = _FIRST_LEADS[rulebook.get("lead.first")]
    cards = [place for name in rulebook.get("lead.holder") for place in pack.places[name]]
    rules.leading_cards = len(cards)
    for i, card in enumerate(cards):
        rules.leading_card[i] = card
