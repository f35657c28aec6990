"""The greedy player: it takes a trick cheaply when it is worth having, and otherwise throws what is worth least.

It looks one play ahead. The worth of a move is what the trick promises to bring, less what its cards would bring
if they were kept. Chances come from counting cards that the seat has not seen, as if they were spread evenly over
the other hands and the stock. The unit is a trick of one card, or a card point in games that have them. Of equal
moves it makes the first. The weights were tried against each other over 40,000 deals a game; all are on plateaus.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trickbook.bots.knowledge import mean_points, none_among, pack_of, points_known, seen, still_out, worth_of_cards
from trickbook.kernel.bits import NONE, bit, lowest, size, unsigned, without_lowest
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
    NAMING,
    PASSING,
    STEP,
    Moves,
    Rules,
    State,
)
from trickbook.kernel.moves import takes_over

LEADS = 0.3
"""How much of a card's strength it has by being led; for the rest it must beat what others lead."""
DEARER = 0.5
"""How likely the next player is to take a trick, beside the last: it may have become dearer, or not worth its price."""
ELSE = 0.2
"""What of a trick would come anyway, by leading fewer cards now and having those tricks later."""
DECIDES = 2.5
"""How much more a trick counts that can end the deal."""
DARES = 1.5
"""What a dare that is not struck is worth, in tricks."""
STRUCK = 1.5
"""What a strike costs, in dares."""
ENDS_MATCH = 3.0
"""How much more a dare or a strike counts that can end the match."""
MOST_STRUCK = 2
"""The points that a strike is feared to cost, near the end of a match."""
ADDED = 0.6
"""What a card that another is still to play, or has hidden, is taken to add to a trick, beside the mean card."""
HIDDEN = 0.15
"""The risk taken in claims: what a card hidden in a trick of one's own counts, beside the mean unseen card."""
NOT_WANTED = -0.8
"""What a trick is worth to who has as many as he has named."""
URGENT = 2.0
"""What a trick is worth to who must take all that are left."""
ALMOST = 0.5
"""What keeps the risk of a card that nothing beats, or that beats nothing, from being sure."""
RID = 0.3
"""What it is worth to be rid of a card that would take tricks which are not wanted, in tricks."""
OTHER_SUIT = 0.15
"""How much a trump weighs against a card of a plain suit, beside higher cards of the suit, when tricks are foreseen."""
LESS_LIKELY = 0.45
"""By how much each card that beats another makes it less likely to take a trick: the logarithm."""
THE_POT = 1000.0
"""The worth of announcing a combination that can win the pot."""
NEVER = -1000.0
"""The worth of what is done only if there is nothing else."""


@inlined
def chance_to_beat(rules: Rules, state: State, cards: Any, out: Any, hand: int) -> float:
    """Return about how likely a hand of so many cards beats each of some cards with a different one."""
    chance = 1.0
    while cards != NONE and chance > 0.0:
        beaters = size(rules.beaten_by[state.trump, lowest(cards)] & out)
        chance *= 1.0 - none_among(beaters, size(out), hand) if beaters else 0.0
        cards = without_lowest(cards)
        hand -= 1
    return chance


@inlined
def chance_of_trick(state: State, seat: int, has_it: bool, to_come: int, beats: float) -> float:
    """Return the chance that a seat's side wins a trick that it has, or has not, while so many are still to play.

    The first of them can beat the cards that win now with the chance `beats`, the others less and less.
    """
    chance = 1.0 if has_it else 0.0
    side = state.side_of[seat]
    for _ in range(to_come):
        seat = following(state, seat)
        while state.pot_trick and state.participants & bit(seat) == NONE:
            seat = following(state, seat)
        if state.side_of[seat] == side:
            chance += (1.0 - chance) * beats
        else:
            chance -= chance * beats
        beats *= DEARER
    return chance


@inlined
def strength(rules: Rules, state: State, card: int, out: Any, hand: int) -> float:
    """Return the chance that a card wins a later trick: unseen cards that beat it count, and those that it beats."""
    unseen = size(out)
    beaters = size(rules.beaten_by[state.trump, card] & out)
    if unseen == 0 or 2 * beaters > unseen:
        return 0.0
    beats = size(rules.beats[state.trump, card] & out)
    return none_among(beaters, unseen, hand) * (LEADS + (1.0 - LEADS) * beats / unseen)


@inlined
def worth_of_keeping(rules: Rules, state: State, cards: Any, out: Any, hand: int, trick: float) -> float:
    """Return what cards would bring later: each its strength, times its own points and what others add to a trick."""
    worth = 0.0
    while cards != NONE:
        card = lowest(cards)
        worth += strength(rules, state, card, out, hand) * (trick + rules.card_worth[card])
        cards = without_lowest(cards)
    return worth


@inlined
def most_of(state: State, amounts: Any, without: int) -> int:
    """Return the most that a side has, one side (-1: none) left out."""
    most = -(1 << 40)
    for side in range(state.sides):
        if side != without:
            most = max(most, int(amounts[side]))
    return most


@inlined
def missing(rules: Rules, state: State) -> int:
    """Return what the side that is nearest to ending the deal lacks, in tricks or card points; 0: can't tell."""
    enough = int(rules.end_tricks[unsigned(state.seats)])
    if enough > 0:
        return enough - most_of(state, state.tricks_won, -1)
    points = int(rules.end_card_points) if rules.end_card_points > 0 else int(rules.claim_points)
    if points > 0 and rules.face_down == FACE_UP_ONLY:
        return points - most_of(state, state.card_points, -1)
    return 0


@helper
def next_higher(rules: Rules, state: State, card: int) -> Any:
    """Return the card right above one of those that dare, of these, as a set; the empty set if there is none."""
    all_above = rules.beaten_by[state.trump, card] & rules.dares
    above = all_above
    while above != NONE:
        if size(rules.beaten_by[state.trump, lowest(above)] & all_above) == size(all_above) - 1:
            return bit(lowest(above))
        above = without_lowest(above)
    return NONE


@helper
def is_safe(rules: Rules, state: State, seat: int, out: Any) -> bool:
    """Say whether a side is as good as sure of the deal: its tricks and the seat's unbeatable cards are enough."""
    sure = int(state.tricks_won[state.side_of[seat]])
    hand = state.hands[seat]
    while hand != NONE:
        sure += 1 if rules.beaten_by[state.trump, lowest(hand)] & out == NONE else 0
        hand = without_lowest(hand)
    return 0 < int(rules.end_tricks[unsigned(state.seats)]) <= sure


@helper
def worth_of_daring(
    rules: Rules, state: State, seat: int, cards: Any, flags: int, out: Any, hand: int, to_come: int
) -> float:
    """Return what the cards of a play that dare promise beside the trick: a dare, or a strike (BR-40 to BR-48).

    Such a card dares while the one right above it is out, the stock lasts and others are to play; where there is
    a choice, only if declared. It strikes the card right below it if a plugin has an event for that, by an opponent
    and in this trick. A side that is safe declares nothing that could lose the match (BR-61).
    """
    side = state.side_of[seat]
    gain, loss = 1.0, STRUCK
    if 0 < rules.target <= state.score[side] + 1:
        gain *= ENDS_MATCH
    if 0 < rules.target <= most_of(state, state.score, side) + MOST_STRUCK:
        loss *= ENDS_MATCH
        if flags & DECLARED and is_safe(rules, state, seat, out):
            return NEVER
    opponents = 0
    for later in range(seat + 1, seat + 1 + to_come):
        opponents += 1 if state.side_of[later % state.seats] != side else 0
    worth = 0.0
    daring = cards & rules.dares
    while daring != NONE:
        card = lowest(daring)
        daring = without_lowest(daring)
        dares = flags & DECLARED != 0 or (rules.watch_offers & rules.dares == NONE and state.stock_left > 0)
        if dares and to_come > 0 and next_higher(rules, state, card) & out != NONE:
            risk = 1.0 - none_among(1, size(out), min(opponents * hand, size(out)))
            worth += (1.0 - risk) * gain - risk * loss
        for i in range(state.events):
            by_opponent = state.event_trick[i] == state.tricks and state.side_of[state.event_seat[i]] != side
            if by_opponent and next_higher(rules, state, int(state.event_card[i])) == bit(card):
                worth += gain + loss
    return DARES * worth


@helper
def claims(rules: Rules, state: State, seat: int) -> bool:
    """Say whether to claim: on the points that the seat knows, and `HIDDEN` of the mean for each card it doesn't."""
    points, unknown = points_known(rules, state, seat)
    guess = HIDDEN * unknown * mean_points(rules, pack_of(rules) & ~seen(state, seat))
    return points + guess >= int(rules.claim_points)


class Outlook(NamedTuple):
    """What the worth of all moves of a decision depends on."""

    seat: int
    hand: int
    """How many cards the seat holds."""
    out: Any
    """The cards that others may still play, for all it knows."""
    to_come: int
    """How many are to play to the trick after this move."""
    lacking: int
    """See `missing`."""
    mean: float
    """The mean worth of a card of the pack, in card points."""
    trick: float
    """What others add to a trick of one card."""
    on_table: Any
    """The cards of the trick that all have seen."""
    if_thrown: float
    """The chance to win the trick with cards that do not take it over."""


@inlined
def outlook(rules: Rules, state: State) -> Outlook:
    """Return what the seat to move sees, to weigh its moves by."""
    seat = state.turn
    side = state.side_of[seat]
    hand = size(state.hands[seat])
    out = still_out(rules, state, seat)
    follows = state.phase == FOLLOW
    to_come = state.to_play - 1 if follows else state.seats - 1
    lacking = missing(rules, state)
    mean = rules.pack_worth / rules.cards if rules.has_card_worth else 0.0
    trick = mean * (state.seats - 1) if rules.has_card_worth else 1.0
    on_table = NONE
    if_thrown = 0.0
    if follows:
        for other in range(state.seats):
            on_table |= state.trick_cards[other] & state.face_up
        beats = chance_to_beat(rules, state, state.winning, out, hand)
        if_thrown = chance_of_trick(state, seat, state.side_of[state.winner] == side, to_come, beats)
    return Outlook(seat, hand, out, to_come, lacking, mean, trick, on_table, if_thrown)


@inlined
def worth_of_move(rules: Rules, state: State, move: Any, seen: Outlook) -> float:
    """Return what a move promises, less what its cards would bring if they were kept; passing promises nothing."""
    if move.kind == PASSING:
        return 0.0
    cards = move.cards
    chance = seen.if_thrown
    follows = state.phase == FOLLOW
    if not follows or (not move.manner & FACE_DOWN and takes_over(rules, state, cards)):
        beats = chance_to_beat(rules, state, cards, seen.out, seen.hand)
        chance = chance_of_trick(state, seen.seat, True, seen.to_come, beats)
    worth = float(size(cards) if rules.counts_cards else 1)
    if rules.has_card_worth:
        others = size(cards) * (state.seats - 1) - size(seen.on_table)
        worth = worth_of_cards(rules, seen.on_table | cards) + ADDED * seen.mean * others
    weight = DECIDES if 0 < seen.lacking <= worth else 1.0
    value = chance * worth * weight - ELSE * seen.trick * size(cards)
    value -= worth_of_keeping(rules, state, cards, seen.out, seen.hand, seen.trick)
    if cards & rules.dares != NONE:
        manner = int(move.manner)
        value += worth_of_daring(rules, state, seen.seat, cards, manner, seen.out, seen.hand, seen.to_come)
    if state.phase == ANNOUNCE and rules.combination_gives[state.combination] == GIVES_POT:
        value += THE_POT
    return float(value)


@inlined
def wanted(rules: Rules, state: State, seat: int) -> float:
    """Return what one more trick, or the card points in it, are worth to a seat: less than nothing where they do harm.

    Where least wins, they do. Where a number was named, tricks are wanted until there are so many; who has named none takes
    care of himself, others of what their side has named together.
    """
    if rules.least_wins_deal:
        return -1.0
    if rules.steps == 0 or state.named[seat] < 0:
        return 1.0
    lacking = state.named[seat] - state.seat_tricks[seat]
    if state.named[seat] > 0:
        lacking = 0
        for other in range(state.seats):
            if state.side_of[other] == state.side_of[seat] and state.named[other] > 0:
                lacking += state.named[other] - state.seat_tricks[other]
    if lacking <= 0:
        return NOT_WANTED
    return URGENT if lacking >= size(state.hands[seat]) else 1.0


@helper
def is_near_sweep(rules: Rules, state: State) -> bool:
    """Say whether one side has all of the cards won so far that score otherwise for who wins them all, and that is half of them.

    Only cards that all have seen are counted.
    """
    if rules.sweep == NONE or rules.face_down != FACE_UP_ONLY:
        return False
    taker = -1
    won = 0
    for seat in range(state.seats):
        own = size(state.seat_won[seat] & rules.sweep)
        if own > 0:
            if taker >= 0 and taker != state.side_of[seat]:
                return False
            taker = state.side_of[seat]
            won += own
    return 2 * won >= size(rules.sweep)


@inlined
def risk_of_keeping(rules: Rules, state: State, cards: Any, out: Any, hand: int) -> float:
    """Return how likely cards are to take tricks later that are not wanted: by the share of what is out that they beat."""
    risk = 0.0
    unseen = max(size(out), 1)
    while cards != NONE:
        card = lowest(cards)
        beaten = size(rules.beats[state.trump, card] & out)
        beaters = size(rules.beaten_by[state.trump, card] & out)
        risk += (beaten + ALMOST) / (beaten + beaters + 2 * ALMOST) + beaten / unseen
        cards = without_lowest(cards)
    return risk


@inlined
def worth_of_avoiding(rules: Rules, state: State, move: Any, seen: Outlook, harm: float) -> float:
    """Return what a move promises where tricks do harm: not to take this one, and to be rid of cards that would take others."""
    cards = move.cards
    chance = seen.if_thrown
    if state.phase != FOLLOW or takes_over(rules, state, cards):
        beats = chance_to_beat(rules, state, cards, seen.out, seen.hand)
        chance = chance_of_trick(state, seen.seat, True, seen.to_come, beats)
    risk = risk_of_keeping(rules, state, cards, seen.out, seen.hand)
    if not (rules.won_by_card_points or rules.cards_score) or not rules.has_card_worth:
        return float(RID * risk - harm * chance)
    others = size(cards) * (state.seats - 1) - size(seen.on_table)
    own = worth_of_cards(rules, cards)
    worth = worth_of_cards(rules, seen.on_table) + own + ADDED * seen.mean * others
    return float(RID * seen.trick * risk + (1.0 - chance) * own - harm * chance * worth)


@inlined
def worth_of_giving(rules: Rules, state: State, move: Any, seen: Outlook, want: float) -> float:
    """Return what it is worth to give a card away: its risk and its points where tricks do harm, else that it is weak."""
    risk = risk_of_keeping(rules, state, move.cards, seen.out, seen.hand)
    if want < 0.0:
        return float(seen.trick * risk + worth_of_cards(rules, move.cards))
    return -float(risk)


@helper
def likely_tricks(rules: Rules, trump: int, cards: Any, others: Any, dealt: float) -> float:
    """Return a measure of the tricks that cards take, each by how many cards that beat it may be among others."""
    tricks = 0.0
    while cards != NONE:
        card = lowest(cards)
        beaters = rules.beaten_by[trump, card] & others
        own_suit = size(beaters & rules.suit_cards[trump, rules.followed_suit[trump, card]])
        beating = own_suit + OTHER_SUIT * (size(beaters) - own_suit)
        tricks += np.exp(-LESS_LIKELY * dealt * beating)
        cards = without_lowest(cards)
    return tricks


@helper
def tricks_expected(rules: Rules, state: State, seat: int, out: Any) -> float:
    """Return about how many tricks a hand will take: its share in what all cards would, if they were spread evenly."""
    hand = state.hands[seat]
    in_other_hands = size(hand) * (state.seats - 1)
    own = likely_tricks(rules, state.trump, hand, out, in_other_hands / max(size(out), 1))
    cards = hand | out
    mean = likely_tricks(rules, state.trump, cards, cards, in_other_hands / max(size(cards) - 1, 1)) / size(cards)
    return float(min(own / max(mean * state.seats, 1e-9), size(hand)))


@helper
def step_move(rules: Rules, state: State, moves: Moves, count: int) -> int:
    """Return the place of the move that the greedy player makes before the first lead: it names what it expects to take."""
    seat = unsigned(state.turn)
    seen = outlook(rules, state)
    best = 0
    most = 2 * NEVER
    tricks = tricks_expected(rules, state, seat, seen.out) if moves[0].kind == NAMING else 0.0
    want = wanted(rules, state, seat)
    for i in range(count):
        is_number = moves[i].kind == NAMING
        value = -abs(moves[i].manner - tricks) if is_number else worth_of_giving(rules, state, moves[i], seen, want)
        if value > most:
            best = i
            most = value
    return best


@helper
def greedy_move(rules: Rules, state: State, moves: Moves, count: int) -> int:
    """Return the place of the move that the greedy player makes."""
    if state.phase == CLAIM:
        return 0 if claims(rules, state, state.turn) else 1
    if state.phase == STEP:
        return step_move(rules, state, moves, count)
    seen = outlook(rules, state)
    best = 0
    most = 2 * NEVER
    want = wanted(rules, state, unsigned(state.turn))
    if want < 0.0 and is_near_sweep(rules, state):
        want = 1.0  # to have them all, or that another has not
    for i in range(count):
        value = (
            worth_of_avoiding(rules, state, moves[i], seen, -want)
            if want < 0.0
            else worth_of_move(rules, state, moves[i], seen)
        )
        if value > most:
            best = i
            most = value
    return best
