"""The greedy player: it takes a trick cheaply when it is worth having, and otherwise throws what is worth least.

It looks one play ahead. The worth of a move is what the trick promises to bring, less what its cards would be
worth if they were kept. Chances come from counting the cards that the seat has not seen, as if they were
spread evenly over the other hands and the stock. The unit is a trick of one card, or a card point in games
that have them. Equal moves: the first in the list.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.bots.knowledge import mean_points, pack_of, points_known, points_of, seen, still_out
from trickbook.kernel.bits import NONE, bit, lowest, size, without_lowest
from trickbook.kernel.dealing import following
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.layout import (
    ANNOUNCE,
    CLAIM,
    DECLARED,
    FACE_DOWN,
    FACE_UP_ONLY,
    FOLLOW,
    GIVES_POT,
    PASSING,
    Moves,
    Rules,
    State,
)
from trickbook.kernel.moves import takes_over

KEEP = 0.9
"""What a card that surely wins a trick later is worth beside a trick won now."""
LEADS = 0.3
"""How much of that it can do by being led; for the rest it must beat what others lead."""
RETAKES = 0.5
"""How much harder it is to take a trick back: it has become dearer."""
DECIDES = 2.0
"""How much more a trick counts that can end the deal."""
DARES = 1.5
"""What a dare that is not struck is worth, in tricks."""
STRUCK = 2.0
"""What a strike costs, in dares."""
STAKE_OF_MATCH = 3.0
"""How much more a dare or a strike counts that can end the match."""
HIDDEN_SHARE = 0.5
"""What a card that one has not seen is taken to bring to a trick, beside the mean: nobody gives away what counts."""
THE_POT = 1000.0
"""The worth of announcing a combination that wins the pot."""
NEVER = -1000.0
"""The worth of what is not done if anything else can be."""


@inlined
def none_among(kind: int, unseen: int, drawn: int) -> float:
    """Return the chance that none of so many cards drawn from the unseen is of a kind."""
    chance = 1.0
    for i in range(drawn):
        if unseen - kind - i <= 0:
            return 0.0
        chance *= (unseen - kind - i) / (unseen - i)
    return chance


@inlined
def chance_to_beat(rules: Rules, state: State, cards: Any, out: Any, hand: int) -> float:
    """Return about how likely it is that a hand of so many cards beats each of some cards with a different one."""
    chance = 1.0
    unseen = size(out)
    while cards != NONE and chance > 0.0:
        beaters = size(rules.beaten_by[state.trump, lowest(cards)] & out)
        chance *= 1.0 - none_among(beaters, unseen, hand) if beaters else 0.0
        cards = without_lowest(cards)
        hand -= 1
    return chance


@inlined
def chance_of_trick(state: State, seat: int, mine: bool, to_come: int, beats: float) -> float:
    """Return the chance that the seat's side has the trick in the end, if each player to come can beat it with this chance."""
    has_it = 1.0 if mine else 0.0
    side = state.side_of[seat]
    for _ in range(to_come):
        seat = following(state, seat)
        while state.participants & bit(seat) == NONE and state.contest:
            seat = following(state, seat)
        if state.side_of[seat] == side:
            has_it += (1.0 - has_it) * (beats * RETAKES if mine else beats)
        else:
            has_it -= has_it * (beats if mine else beats * RETAKES)
    return has_it


@inlined
def strength(rules: Rules, state: State, card: int, out: Any, hand: int) -> float:
    """Return the chance that a card wins a later trick, from how many unseen cards beat it and how many it beats."""
    unseen = size(out)
    if unseen == 0:
        return 0.0
    holds = none_among(size(rules.beaten_by[state.trump, card] & out), unseen, hand)
    if holds < 0.02:
        return holds
    beats = 0
    for other in range(rules.cards):
        beats += np.int64((rules.beaten_by[state.trump, other] >> np.uint64(card)) & (out >> np.uint64(other)) & np.uint64(1))
    return holds * (LEADS + (1.0 - LEADS) * beats / unseen)


@inlined
def worth_of_keeping(rules: Rules, state: State, cards: Any, out: Any, hand: int, trick: float) -> float:
    """Return what cards are worth in hand: the chance of each to win a later trick, times its own points and what others add."""
    worth = 0.0
    while cards != NONE:
        card = lowest(cards)
        worth += KEEP * strength(rules, state, card, out, hand) * (trick + rules.card_points[card])
        cards = without_lowest(cards)
    return worth


@helper
def next_higher(rules: Rules, state: State, card: int) -> Any:
    """Return the watched card right above a watched card, as a set; the empty set if there is none."""
    watched_above = rules.beaten_by[state.trump, card] & rules.watch_plays
    above = watched_above
    while above != NONE:
        if size(rules.beaten_by[state.trump, lowest(above)] & watched_above) == size(watched_above) - 1:
            return bit(lowest(above))
        above = without_lowest(above)
    return NONE


@inlined
def best_of_others(state: State, amounts: Any, side: int) -> int:
    """Return the most that another side has."""
    best = np.int64(-(1 << 40))
    for other in range(state.sides):
        if other != side:
            best = max(best, amounts[other])
    return best


@helper
def is_safe(rules: Rules, state: State, seat: int, out: Any) -> bool:
    """Say whether the seat's side is as good as sure to win the deal: its tricks, and cards that nothing beats, are enough."""
    sure = state.tricks_won[state.side_of[seat]]
    hand = state.hands[seat]
    while hand != NONE:
        sure += rules.beaten_by[state.trump, lowest(hand)] & out == NONE
        hand = without_lowest(hand)
    return rules.end_tricks > 0 and sure >= rules.end_tricks


@helper
def worth_of_daring(rules: Rules, state: State, seat: int, cards: Any, flags: int, out: Any, hand: int, to_come: int) -> float:
    """Return what the watched cards of a play promise beside the trick: a dare, or a strike on another's.

    A watched card dares while the one right above it is out, the stock lasts and others are to play, unless that
    is declined; it strikes a card right below it for which an opponent has an event in this trick.
    """
    side = state.side_of[seat]
    gain = STAKE_OF_MATCH if 0 < rules.target <= state.score[side] + 1 else 1.0
    loss = STRUCK
    if 0 < rules.target <= best_of_others(state, state.score, side) + STRUCK:
        loss *= STAKE_OF_MATCH
        if flags & DECLARED and is_safe(rules, state, seat, out):
            return NEVER
    worth = 0.0
    opponents = 0
    for _ in range(to_come):
        seat = following(state, seat)
        opponents += state.side_of[seat] != side
    watched = cards & rules.watch_plays
    while watched != NONE:
        card = lowest(watched)
        above = next_higher(rules, state, card)
        dares = flags & DECLARED or (rules.watch_offers == NONE and state.stock_left > 0)
        if dares and above & out != NONE and to_come > 0:
            risk = 1.0 - none_among(1, size(out), min(opponents * hand, size(out)))
            worth += (1.0 - risk) * gain - risk * loss
        for i in range(state.events):
            noted = np.int64(state.event_card[i])
            if state.event_trick[i] == state.tricks and state.side_of[state.event_seat[i]] != side:
                worth += (gain + loss) * (next_higher(rules, state, noted) == bit(card))
        watched = without_lowest(watched)
    return DARES * worth


@helper
def claims(rules: Rules, state: State, seat: int) -> bool:
    """Say whether to claim: with what the seat knows, and `HIDDEN_SHARE` of the mean for each card that it does not."""
    points, unknown = points_known(rules, state, seat)
    guess = HIDDEN_SHARE * unknown * mean_points(rules, pack_of(rules) & ~seen(state, seat))
    return points + guess >= rules.claim_points


@helper
def greedy_move(rules: Rules, state: State, moves: Moves, count: int) -> int:
    """Return the place of the move that the greedy player makes."""
    seat = state.turn
    if state.phase == CLAIM:
        return 0 if claims(rules, state, seat) else 1
    side = state.side_of[seat]
    follows = state.phase == FOLLOW
    hand = size(state.hands[seat])
    out = still_out(rules, state, seat)
    to_come = state.to_play - 1 if follows else state.seats - 1
    # What a card that another plays adds to a trick, and what all of those in this trick add.
    per_card = mean_points(rules, pack_of(rules)) if rules.has_card_points else 0.0
    trick = per_card * (state.seats - 1) if rules.has_card_points else 1.0
    laid = NONE
    if follows and rules.has_card_points:
        for other in range(state.seats):
            laid |= state.trick_cards[other] & state.face_up
    on_table = points_of(rules, laid)
    amounts = state.card_points if rules.claim_points else state.tricks_won
    goal = rules.claim_points if rules.face_down == FACE_UP_ONLY else 0
    goal = rules.end_tricks if rules.end_tricks else goal
    ahead = max(amounts[side], best_of_others(state, amounts, side)) if goal else 0
    thrown = chance_of_trick(state, seat, state.side_of[state.winner] == side, to_come, chance_to_beat(rules, state, state.winning, out, hand)) if follows else 0.0
    best = 0
    most = 2 * NEVER
    for i in range(count):
        cards = moves[i].cards
        if moves[i].kind == PASSING:
            value = 0.0
        else:
            cards_each = size(cards)
            if not follows or (not moves[i].manner & FACE_DOWN and takes_over(rules, state, cards)):
                chance = chance_of_trick(state, seat, True, to_come, chance_to_beat(rules, state, cards, out, hand))
            else:
                chance = thrown
            if rules.has_card_points:
                worth = on_table + points_of(rules, cards) + per_card * (cards_each * (state.seats - 1) - size(laid)) * HIDDEN_SHARE
            else:
                worth = float(cards_each if rules.counts_cards else 1)
            weight = DECIDES if goal and ahead + worth >= goal else 1.0
            usual = trick * cards_each / 2
            value = chance * worth * weight - usual - worth_of_keeping(rules, state, cards, out, hand, trick)
            if cards & rules.watch_plays != NONE:
                value += worth_of_daring(rules, state, seat, cards, np.int64(moves[i].manner), out, hand, to_come)
            if state.phase == ANNOUNCE and rules.combination_gives[state.combination] == GIVES_POT:
                value += THE_POT
        if value > most:
            best = i
            most = value
    return best
