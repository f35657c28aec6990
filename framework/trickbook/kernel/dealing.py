"""Shuffle, cut, deal, draw."""

from __future__ import annotations

import numpy as np

from trickbook.kernel.bits import NONE, bit, size
from trickbook.kernel.jit import helper
from trickbook.kernel.layout import FOR_DEAL, TOO_MANY_SHUFFLES, Rules, State
from trickbook.kernel.limits import MAX_ATTEMPTS, MAX_SEATS
from trickbook.kernel.randomness import DECIDING, SHUFFLING, below, number, stream


@helper
def following(state: State, seat: int) -> int:
    """Return the next seat clockwise."""
    seat += 1
    return 0 if seat == state.seats else seat


@helper
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
        state.before[seat] = state.score[seat]
    state.winning = NONE
    state.gone = NONE
    state.face_up = NONE
    state.contest = 0
    state.tricks = 0
    state.moves = 0
    state.events = 0
    state.choices = 0
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


@helper
def shuffle(rules: Rules, state: State) -> None:
    """Shuffle all cards of the universe, so that games share the order of the cards they have in common."""
    order = state.shuffled
    for card in range(rules.universe):
        order[card] = card
    key = stream(state.seed, SHUFFLING, state.match, state.deal, state.attempt)
    for last in range(rules.universe - 1, 0, -1):
        other = below(number(key, last), last + 1)
        card = order[last]
        order[last] = order[other]
        order[other] = card


@helper
def lay_pack(rules: Rules, state: State, start: int) -> int:
    """Lay the cards of the pack in dealing order, beginning at a place of the shuffled universe.

    Returns how many of them come before the end of the universe: the packet left behind by the cut.
    """
    laid = 0
    for place in range(start, rules.universe):
        card = rules.place_of[state.shuffled[place]]
        state.pack[laid] = np.uint8(card & 0xFF)
        laid += np.int64(card >= 0)
    left_behind = laid
    for place in range(start):
        card = rules.place_of[state.shuffled[place]]
        state.pack[laid] = np.uint8(card & 0xFF)
        laid += np.int64(card >= 0)
    return left_behind


@helper
def shuffle_and_cut(rules: Rules, state: State) -> None:
    """Shuffle until the cut shows no refused card (BR-11).

    The cut falls with equal chance between any two cards; the bottom card of the packet lifted and that of
    the packet left behind are looked at.
    """
    while True:
        shuffle(rules, state)
        if not rules.cut:
            lay_pack(rules, state, 0)
            return
        key = stream(state.seed, SHUFFLING, state.match, state.deal, state.attempt)
        counter = rules.universe
        left_behind = 0
        while left_behind == 0 or left_behind == rules.cards:
            left_behind = lay_pack(rules, state, below(number(key, counter), rules.universe + 1))
            counter += 1
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
    while dealt < rules.hand:
        batch = min(rules.at_a_time, rules.hand - dealt)
        seat = state.dealer
        for _ in range(state.seats):
            seat = following(state, seat)
            for _ in range(batch):
                state.hands[seat] |= bit(state.pack[place])
                place += 1
        dealt += batch
    state.stock_left = rules.cards - place
    state.trump = rules.trump
    state.turned = -1
    if rules.turned:
        state.turned = state.pack[place]
        state.trump = rules.suit[state.pack[place]]
        place += 1
    state.stock_next = place
    state.decision_key = stream(state.seed, DECIDING, state.match, state.deal, state.attempt)


@helper
def draw_one(state: State, seat: int) -> None:
    """Draw the top card of the stock; the turned card is the last of it."""
    state.stock_left -= 1
    if state.stock_left == 0 and state.turned >= 0:
        state.hands[seat] |= bit(state.turned)
    else:
        state.hands[seat] |= bit(state.pack[state.stock_next])
        state.stock_next += 1


@helper
def draw(rules: Rules, state: State) -> None:
    """Fill the hands, the winner first; where the stock is short, all draw the same smaller number (BR-23, BR-37, BU-08)."""
    if not rules.draws or state.stock_left == 0:
        return
    each = min(rules.hand - size(state.hands[state.leader]), state.stock_left // state.seats)
    rounds, batch = (1, each) if rules.draw_at_once else (each, 1)
    for _ in range(rounds):
        seat = state.leader
        for _ in range(state.seats):
            for _ in range(batch):
                draw_one(state, seat)
            seat = following(state, seat)


