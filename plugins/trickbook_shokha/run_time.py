"""What is counted of wild cards while cards are played. Compiled by Numba: plain numbers, no objects.

Settings: how many wild cards there are, then their places.
"""

from __future__ import annotations

from typing import Any

from trickbook.kernel.bits import NONE, bit
from trickbook.kernel.layout import Rules, State
from trickbook.kernel.run_time import add_event, setting

WILD_LEAD = 0


def played(rules: Rules, state: State, own: int, seat: int, cards: Any, flags: int) -> int:
    """Count a lead with a wild card in it, once."""
    if seat != state.leader:
        return 0
    for i in range(1, setting(rules, own, 0) + 1):
        card = setting(rules, own, i)
        if cards & bit(card) != NONE:
            add_event(rules, state, own, WILD_LEAD, seat, card)
            return 0
    return 0
