"""Shuffle, cut, deal, draw."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.kernel.bits import NONE, bit, size, unsigned
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.layout import FOR_DEAL, TOO_MANY_SHUFFLES, Rules, State
from trickbook.kernel.limits import MAX_ATTEMPTS, MAX_SEATS
from trickbook.kernel.randomness import DECIDING, SHUFFLING, below, number, stream


@inlined
def following(state: State, seat: int) -> int:
    """Return the next seat clockwise."""
    seat += 1
    return 0 if seat == state.seats else seat


@inlined
def clear_words(rules: Rules, state: State, lifetime: int) -> None:
    """Set the plugins' words that live no longer than this back to 0."""
    for word in range(rules.words):
        if rules.word_lifetime[word] <= lifetime:
            state.words[word] = 0


@helper
def clear_deal(rules: Rules, state: State) -> None:
    """Forget the last deal, and put the stakes into the pot (BU-02, BU-09, BU-11)."""
    for seat in range(MAX_SEATS):
        state.hands[seat] = NONE
        state.trick_cards[seat] = NONE
        state.hidden[seat] = NONE
        state.decisions[seat] = 0
        state.tricks_won[seat] = 0
        state.card_points[seat] = 0
        state.deal_score[seat] = 0
        state.lacks[seat] = NONE
        state.named[seat] = -1
        state.seat_tricks[seat] = 0
        state.seat_points[seat] = 0
        state.seat_won[seat] = NONE
        state.giving[seat] = NONE
        state.given[seat] = NONE
        state.before[seat] = state.score[seat]
    state.winning = NONE
    state.gone = NONE
    state.face_up = NONE
    state.pot_trick = 0
    state.tricks = 0
    state.moves = 0
    state.first_play = 0
    state.given_to = 0
    state.events = 0
    state.choices = 0
    state.options = 0
    state.attempt = 0
    state.claimer = -1
    state.pot_taker = -1
    state.carry_out = 0
    state.pot_before = state.pot
    state.pot_staked = 0
    clear_words(rules, state, FOR_DEAL)
    if rules.stake > 0 and state.stake_due:
        for seat in range(state.seats):
            state.deal_score[state.side_of[seat]] -= rules.stake
            state.score[state.side_of[seat]] -= rules.stake
        state.pot_staked = rules.stake * state.seats
        state.pot += state.pot_staked


@inlined
def put_in_others(rules: Rules, state: State, key: Any, cut: int) -> int:
    """Say where each card stands when the others are put in anywhere between; return the new place of the cut."""
    stands_at = state.stands_at
    for card in range(rules.core):
        stands_at[card] = card
    for card in range(rules.core, rules.universe):
        place = below(number(key, card + 1), card + 1 + rules.cut)
        behind_cut = np.int64(place > cut)
        place -= behind_cut & rules.cut
        cut += (1 - behind_cut) & rules.cut
        for earlier in range(rules.core):
            stands_at[earlier] += stands_at[earlier] >= np.uint8(place)
        for earlier in range(rules.core, card):
            stands_at[earlier] += stands_at[earlier] >= np.uint8(place)
        stands_at[card] = place
    return cut


@inlined
def shuffle(rules: Rules, state: State, key: Any) -> None:
    """Shuffle the cards that most packs have, and lay every card where it is to stand."""
    left = state.left
    swap_with = state.swap_with
    for last in range(rules.core):
        left[last] = rules.place_of[last]
        swap_with[last] = below(number(key, last), last + 1)
    for last in range(rules.core - 1, 0, -1):
        other = swap_with[unsigned(last)]
        state.in_order[state.stands_at[unsigned(last)]] = left[other]
        left[other] = left[unsigned(last)]
    state.in_order[state.stands_at[0]] = left[0]
    for card in range(rules.core, rules.universe):
        state.in_order[state.stands_at[card]] = rules.place_of[card]


@inlined
def lay_from(state: State, start: int, stop: int, laid: Any) -> Any:
    """Lay the cards of the pack that stand in a part of the order, after so many others; return the new number."""
    for place in range(start, stop):
        card = np.int64(state.in_order[unsigned(place)])
        state.pack[unsigned(laid)] = np.uint8(card & 0xFF)
        laid += np.int64(card >= 0)
    return laid


@helper
def shuffle_and_cut(rules: Rules, state: State) -> None:
    """Shuffle until the cut lifts a packet, leaves one, and shows no refused card (BR-11).

    Games share the order of the cards they have in common: the cards that most packs have are shuffled first; then
    the cut is laid between any two of them, or at an end; then every other card that the pack needs is put in
    anywhere. A longer pack is thus a shorter one with cards put in. The bottom card of the packet lifted and that
    of the packet left behind are looked at. Without a cut, the pack begins at the first place.
    """
    while True:
        key = stream(state.seed, SHUFFLING, state.match, state.deal, state.attempt)
        cut = below(number(key, rules.core), rules.core + 1) if rules.cut else 0
        cut = put_in_others(rules, state, key, cut)
        shuffle(rules, state, key)
        left_behind = lay_from(state, cut, rules.universe, 0)
        lay_from(state, 0, cut, left_behind)
        if not rules.cut:
            return
        if 0 < left_behind < rules.cards:
            shown = bit(state.pack[left_behind - 1]) | bit(state.pack[rules.cards - 1])
            if shown & rules.cut_refused == NONE:
                return
        state.attempt += 1
        if state.attempt == MAX_ATTEMPTS:
            state.fault = TOO_MANY_SHUFFLES
            return


@helper
def deal_cards(rules: Rules, state: State) -> None:
    """Deal from the front of the pack, forehand first; turn a card for trump; the rest is the stock (BR-12, BU-03)."""
    place = 0
    dealt = 0
    state.hand = rules.hands[state.cycle % rules.hand_sizes] if rules.hand_sizes else rules.hand
    while dealt < state.hand:
        batch = min(rules.at_a_time, state.hand - dealt)
        seat = state.dealer
        for _ in range(state.seats):
            seat = following(state, seat)
            for _ in range(batch):
                state.hands[unsigned(seat)] |= bit(state.pack[unsigned(place)])
                place += 1
        dealt += batch
    state.stock_left = rules.cards - place
    state.trump = rules.trump
    state.turned = -1
    state.turned_to = -1
    if rules.turned:
        state.turned = state.pack[place]
        state.trump = rules.suit[state.pack[place]]
        place += 1
    elif rules.dealers_last:
        state.turned = state.pack[place - 1]
        state.turned_to = state.dealer
        state.trump = rules.suit[state.pack[place - 1]]
    state.stock_next = place
    state.decision_key = stream(state.seed, DECIDING, state.match, state.deal, state.attempt)


@helper
def draw(rules: Rules, state: State) -> None:
    """Fill the hands, the winner first; where the stock is short, all draw the same smaller number (BR-23, BR-37, BU-08)."""
    if not rules.draws or state.stock_left == 0:
        return
    each = rules.hand - size(state.hands[unsigned(state.leader)])
    if each * state.seats > state.stock_left:
        each = state.stock_left // state.seats
    rounds, batch = (1, each) if rules.draw_at_once else (each, 1)
    place = state.stock_next
    left = state.stock_left
    for _ in range(rounds):
        seat = state.leader
        for _ in range(state.seats):
            state.lacks[unsigned(seat)] = NONE
            for _ in range(batch):
                left -= 1
                if left == 0 and state.turned >= 0:  # the turned card is the last of the stock
                    state.hands[unsigned(seat)] |= bit(state.turned)
                    state.turned_to = seat
                else:
                    state.hands[unsigned(seat)] |= bit(state.pack[unsigned(place)])
                    place += 1
            seat = following(state, seat)
    state.stock_next = place
    state.stock_left = left
