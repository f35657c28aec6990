"""What daring does while cards are played. Compiled by Numba: plain numbers, no objects.

Settings: the places of the highest, middle and lowest matador; whether dares are declared; what a strike is
worth. Words, for one trick: who dared with the lowest and with the middle matador, and who struck each, all
counted from 1, 0 for nobody.
"""

from __future__ import annotations

from typing import Any

from trickbook.kernel.bits import NONE, bit
from trickbook.kernel.jit import helper
from trickbook.kernel.layout import DECLINED, FOLLOW, Rules, State
from trickbook.kernel.run_time import add_event, add_points, are_opponents, set_word, setting, word

HIGHEST, MIDDLE, LOWEST, DECLARATION, STRIKE_VALUE = range(5)
LOWEST_DARED, MIDDLE_DARED, LOWEST_STRUCK, MIDDLE_STRUCK = range(4)
DARE, STRIKE, COUNTER_STRIKE = range(3)


@helper
def is_dare(rules: Rules, state: State, own: int, seat: int, cards: Any, matador: int, others_to_come: int) -> bool:
    """Say whether a matador among the cards of a play is a dare (BR-40): the next higher one is out, others may follow."""
    if cards & bit(setting(rules, own, matador)) == NONE or others_to_come == 0 or state.stock_left == 0:
        return False
    next_higher = bit(setting(rules, own, matador - 1))
    return (state.gone | state.hands[seat] | cards) & next_higher == NONE


def offers(rules: Rules, state: State, own: int, seat: int, cards: Any) -> int:
    """Offer a choice where a play would be a dare (BR-60)."""
    others_to_come = state.to_play - 1 if state.phase == FOLLOW else state.seats - 1
    for matador in (MIDDLE, LOWEST):
        if is_dare(rules, state, own, seat, cards, matador, others_to_come):
            return 1
    return 0


def played(rules: Rules, state: State, own: int, seat: int, cards: Any, flags: int) -> int:
    """Note strikes, then dares, of a play (BR-42, BR-44 to BR-46)."""
    middle_darer = word(rules, state, own, MIDDLE_DARED) - 1
    if (
        cards & bit(setting(rules, own, HIGHEST)) != NONE
        and middle_darer >= 0
        and are_opponents(state, seat, middle_darer)
    ):
        struck_back = word(rules, state, own, LOWEST_STRUCK) > 0
        add_event(rules, state, own, COUNTER_STRIKE if struck_back else STRIKE, seat, setting(rules, own, HIGHEST))
        set_word(rules, state, own, MIDDLE_STRUCK, seat + 1)
    lowest_darer = word(rules, state, own, LOWEST_DARED) - 1
    if (
        cards & bit(setting(rules, own, MIDDLE)) != NONE
        and lowest_darer >= 0
        and are_opponents(state, seat, lowest_darer)
    ):
        add_event(rules, state, own, STRIKE, seat, setting(rules, own, MIDDLE))
        set_word(rules, state, own, LOWEST_STRUCK, seat + 1)
    if flags & DECLINED:
        return 0
    for matador in (MIDDLE, LOWEST):
        if is_dare(rules, state, own, seat, cards, matador, state.to_play):
            add_event(rules, state, own, DARE, seat, setting(rules, own, matador))
            set_word(rules, state, own, MIDDLE_DARED if matador == MIDDLE else LOWEST_DARED, seat + 1)
    return 0


def trick_complete(rules: Rules, state: State, own: int, winner: int) -> int:
    """Score the dares and strikes of the trick: one side has it all (BR-43 to BR-47, BR-60)."""
    lowest_darer = word(rules, state, own, LOWEST_DARED) - 1
    middle_darer = word(rules, state, own, MIDDLE_DARED) - 1
    if lowest_darer < 0 and middle_darer < 0:
        return 0
    lowest_striker = word(rules, state, own, LOWEST_STRUCK) - 1
    middle_striker = word(rules, state, own, MIDDLE_STRUCK) - 1
    strike = setting(rules, own, STRIKE_VALUE)
    if lowest_striker >= 0 and middle_striker >= 0:
        add_points(state, middle_striker, 2 * strike)
    elif lowest_striker >= 0:
        add_points(state, lowest_striker, strike + 1 if middle_darer >= 0 else strike)
    elif middle_striker >= 0:
        add_points(state, middle_striker, strike + 1 if lowest_darer >= 0 else strike)
    elif middle_darer >= 0 and lowest_darer >= 0:
        add_points(state, middle_darer, 2)
    elif middle_darer >= 0:
        add_points(state, middle_darer, 1)
    elif lowest_darer >= 0:
        add_points(state, lowest_darer, 1)
    return 0
