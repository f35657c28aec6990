"""Worlds where plays have told what a hand lacks: dealt exactly, each way with the same chance, by counting.

The unseen cards that some holder is known to lack come first. `ways[k][r]` is the number of ways in which the cards from the k-th
on can be dealt when the holders still take r cards each: a sum over the holders of the k-th card, and past the last of these
cards a multinomial coefficient. A world is one walk: each card goes to a holder with the share that the ways through him have.
Holders are the other seats, and the stock where cards are left. Where the table would be too large, cards are dealt one after
another to those who may have them, in proportion to the room that they have, and again if that fails: nearly, not exactly,
each way with the same chance.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.bots.buffers import BLANK, WORLD, Buffers
from trickbook.bots.drawing import draw_cards, take
from trickbook.kernel.bits import NONE, bit, lowest, size, without_lowest
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.layout import GIVING, Rules, State
from trickbook.kernel.limits import MAX_SEATS
from trickbook.kernel.randomness import below, number

TRIES = 64
"""How often cards are dealt anew where there is no room to count."""
_UNIT = 1.0 / (1 << 53)
_BITS = np.uint64(11)


@helper
def look_at_hands(rules: Rules, state: State, buffers: Buffers) -> None:
    """Write down which cards that the seat gave away other hands must have, and blank what others give away."""
    known = buffers.known[0]
    blank = buffers.worlds[BLANK]
    seat = known.seat
    for other in range(state.seats):
        if other != seat:
            if state.given_to > 0 and (seat + state.given_to) % state.seats == other:
                known.must[other] |= state.given[seat] & ~state.gone
            known.giving_size[other] = size(state.giving[other])
            known.hand_size[other] += known.giving_size[other]
            blank.giving[other] = NONE
            blank.given[other] = NONE
            blank.held[other] &= state.gone
    for i in range(state.moves):
        if state.move_kind[i] == GIVING and state.move_seat[i] != seat:
            blank.move_cards[i] = NONE


@helper
def count_ways(rules: Rules, state: State, buffers: Buffers) -> None:
    """Put the cards that somebody can't have first, and count the ways to deal from each of them on."""
    known = buffers.known[0]
    unseen = known.unseen_size
    left = unseen
    known.holders = 0
    for seat in range(state.seats):
        room = known.hand_size[seat] - size(known.must[seat])
        if seat != known.seat and room > 0:
            known.holder[known.holders] = seat
            known.holder_room[known.holders] = room
            known.holder_lacks[known.holders] = state.lacks[seat]
            known.holders += 1
            left -= room
    if left > 0:
        known.holder[known.holders] = MAX_SEATS
        known.holder_room[known.holders] = left
        known.holder_lacks[known.holders] = NONE
        known.holders += 1
    last = known.holders - 1
    for i in range(last):  # the roomiest comes last: its room follows from that of the others
        if known.holder_room[i] > known.holder_room[last]:
            swap_holders(known, i, last)
    known.bound = 0
    for place in range(unseen):
        card = known.unseen[place]
        for i in range(known.holders):
            if known.holder_lacks[i] & bit(card) != NONE:
                take(known, known.bound, place)
                known.bound += 1
                break
    layer = 1
    for i in range(last):
        known.stride[i] = layer
        layer *= known.holder_room[i] + 1
    known.layer = layer
    known.exact = 1 if known.bound > 0 and layer * (known.bound + 1) <= len(buffers.ways) else 0
    if known.exact:
        fill_ways(buffers)


@inlined
def swap_holders(known: Any, one: int, other: int) -> None:
    """Let two holders change places."""
    known.holder[one], known.holder[other] = known.holder[other], known.holder[one]
    known.holder_room[one], known.holder_room[other] = known.holder_room[other], known.holder_room[one]
    known.holder_lacks[one], known.holder_lacks[other] = known.holder_lacks[other], known.holder_lacks[one]


@helper
def fill_ways(buffers: Buffers) -> None:
    """Fill the table of ways, from the last bound card to the first."""
    known = buffers.known[0]
    last = known.holders - 1
    for k in range(known.bound, -1, -1):
        for at in range(known.layer):
            rest = known.unseen_size - k
            ways = 1.0
            for i in range(last):
                room = at // known.stride[i] % (known.holder_room[i] + 1)
                for j in range(room):  # a binomial coefficient, as far as there are so many cards
                    ways *= max(rest - j, 0) / (j + 1)
                rest -= room
            if rest < 0 or rest > known.holder_room[last]:
                ways = 0.0
            elif k < known.bound:
                ways = 0.0
                card = bit(known.unseen[k])
                for i in range(known.holders):
                    if known.holder_lacks[i] & card == NONE:
                        if i == last:
                            ways += buffers.ways[(k + 1) * known.layer + at] if rest > 0 else 0.0
                        elif at // known.stride[i] % (known.holder_room[i] + 1) > 0:
                            ways += buffers.ways[(k + 1) * known.layer + at - known.stride[i]]
            buffers.ways[k * known.layer + at] = ways


@inlined
def lot(known: Any, key: Any) -> float:
    """Draw a number from 0 to below 1."""
    drawn = number(key, known.drawn)
    known.drawn += 1
    return float(drawn >> _BITS) * _UNIT


@helper
def deal_bound(buffers: Buffers, key: Any) -> None:
    """Deal the cards that somebody can't have, each to a holder by the share of ways through him."""
    known = buffers.known[0]
    last = known.holders - 1
    at = known.layer - 1  # all have all their room
    for k in range(known.bound):
        card = bit(known.unseen[k])
        left = lot(known, key) * buffers.ways[k * known.layer + at]
        chosen = -1
        for i in range(known.holders):
            if known.holder_lacks[i] & card == NONE and known.room_left[i] > 0:
                below_it = at if i == last else at - known.stride[i]
                ways = buffers.ways[(k + 1) * known.layer + below_it]
                if ways > 0.0:
                    chosen = i
                    if left < ways:
                        break
                    left -= ways
        hold(buffers, chosen, card)
        if chosen != last:
            at -= known.stride[chosen]


@helper
def deal_by_room(buffers: Buffers, key: Any) -> bool:
    """Deal the cards that somebody can't have to holders who may, in proportion to their room; say whether that came out."""
    known = buffers.known[0]
    for k in range(known.bound):
        card = bit(known.unseen[k])
        room = 0
        for i in range(known.holders):
            if known.holder_lacks[i] & card == NONE:
                room += known.room_left[i]
        if room == 0:
            return False
        left = below(number(key, known.drawn), room)
        known.drawn += 1
        for i in range(known.holders):
            if known.holder_lacks[i] & card == NONE:
                left -= known.room_left[i]
                if left < 0:
                    hold(buffers, i, card)
                    break
    return True


@inlined
def hold(buffers: Buffers, holder: int, card: Any) -> None:
    """Let a holder have a card."""
    known = buffers.known[0]
    known.dealt[holder] |= card
    known.room_left[holder] -= 1


@helper
def clear_holders(known: Any) -> None:
    """Let no holder have a card yet."""
    for i in range(known.holders):
        known.dealt[i] = NONE
        known.room_left[i] = known.holder_room[i]


@helper
def deal_holders(rules: Rules, buffers: Buffers, key: Any) -> None:
    """Deal the hands of the others and the stock in the buffers' world."""
    known = buffers.known[0]
    world = buffers.worlds[WORLD]
    clear_holders(known)
    if known.exact:
        deal_bound(buffers, key)
    elif known.bound > 0:
        for _ in range(TRIES):
            if deal_by_room(buffers, key):
                break
            clear_holders(known)
    first = 0
    for place in range(known.unseen_size):  # what is dealt already comes first
        card = known.unseen[place]
        for i in range(known.holders):
            if known.dealt[i] & bit(card) != NONE:
                take(known, first, place)
                first += 1
                break
    for i in range(known.holders):
        known.dealt[i] |= draw_cards(known, first, known.room_left[i], key)
        first += known.room_left[i]
    for seat in range(world.seats):
        if seat != known.seat:
            world.hands[seat] = known.must[seat]
    for i in range(known.holders):
        if known.holder[i] == MAX_SEATS:
            lay_stock(world, known, known.dealt[i], key)
        else:
            world.hands[known.holder[i]] |= known.dealt[i]
    for seat in range(world.seats):
        world.held[seat] |= world.hands[seat]
        for _ in range(known.giving_size[seat]):
            give_one(world, known, seat, key)


@helper
def lay_stock(world: State, known: Any, cards: Any, key: Any) -> None:
    """Lay the cards of the stock in an order by lot."""
    count = 0
    while cards != NONE:
        other = below(number(key, known.drawn), count + 1)
        known.drawn += 1
        world.pack[world.stock_next + count] = world.pack[world.stock_next + other]
        world.pack[world.stock_next + other] = lowest(cards)
        cards = without_lowest(cards)
        count += 1


@helper
def give_one(world: State, known: Any, seat: int, key: Any) -> None:
    """Let a seat have chosen one of its cards, by lot, to be given away."""
    cards = world.hands[seat]
    left = below(number(key, known.drawn), size(cards))
    known.drawn += 1
    while left > 0:
        cards = without_lowest(cards)
        left -= 1
    world.hands[seat] &= ~bit(lowest(cards))
    world.giving[seat] |= bit(lowest(cards))
