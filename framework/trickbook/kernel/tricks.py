"""The course of a deal: whose move, laying cards, completing a trick, and what happens between two."""

from __future__ import annotations

from typing import Any

from trickbook.kernel.bits import NONE, bit, lowest, size, unsigned, without_lowest
from trickbook.kernel.dealing import clear_words, draw, following
from trickbook.kernel.duties import told_by
from trickbook.kernel.jit import apart, helper, inlined
from trickbook.kernel.layout import (
    ANNOUNCE,
    CLAIM,
    CLAIMING,
    ENDED_CLAIM,
    ENDED_PLAYED,
    ENDED_POT,
    ENDED_TARGET,
    FACE_DOWN,
    FOLLOW,
    FOR_TRICK,
    GIVES_POT,
    HOLDER_LEADS,
    LAST_TRICK_LEADS,
    LEAD,
    PASSING,
    STEP,
    Rules,
    State,
)
from trickbook.kernel.log import log_move
from trickbook.kernel.moves import holds, takes_over
from trickbook.kernel.scoring import finish_deal, target_reached
from trickbook.kernel.steps import take_step


@helper
def open_first_trick(rules: Rules, state: State) -> None:
    """Let the first leader be due to lead, and ask for combinations (BR-20, BU-04, KP-04)."""
    state.first_play = state.moves
    leader = state.dealer
    if rules.first_lead == HOLDER_LEADS:
        leader = holder_of_leading_card(rules, state)
    elif rules.first_lead >= LAST_TRICK_LEADS:
        leader = state.opens if state.opens >= 0 else following(state, leader)
    elif rules.first_lead != 0:
        for _ in range(1 if rules.first_lead == 1 else state.seats - 1):
            leader = following(state, leader)
    state.leader = leader
    state.first_leader = leader
    for seat in range(state.seats):
        state.held[seat] = state.hands[seat]
    ask_for_combinations(rules, state)


@helper
def holder_of_leading_card(rules: Rules, state: State) -> int:
    """Return the seat that holds the first of the leading cards that is held; forehand if none is."""
    for i in range(rules.leading_cards):
        for seat in range(state.seats):
            if state.hands[seat] & bit(rules.leading_card[i]) != NONE:
                return seat
    return following(state, state.dealer)


@helper
def ask_for_combinations(rules: Rules, state: State) -> None:
    """Begin to ask the holders of combinations."""
    state.combination = 0
    state.asked = 0
    next_combination(rules, state)


@inlined
def next_combination(rules: Rules, state: State) -> None:
    """Go on to the next holder of a combination, by priority and playing order, or to the lead (BR-35, BU-12, KP-11)."""
    combination = unsigned(state.combination)
    asked = state.asked
    while combination < rules.combinations:
        if state.tricks > 0 or rules.combination_first_trick[combination]:
            while asked < state.seats:
                seat = state.leader + asked
                if seat >= state.seats:
                    seat -= state.seats
                if holds(rules, state, combination, unsigned(seat)):
                    state.combination = combination
                    state.asked = asked
                    state.phase = ANNOUNCE
                    state.turn = seat
                    return
                asked += 1
        combination += 1
        asked = 0
    state.combination = combination
    state.asked = 0
    state.phase = LEAD
    state.turn = state.leader


@helper
def other_holders(rules: Rules, state: State, combination: int, seat: int) -> Any:
    """Return the other seats that hold a combination, as bits."""
    others = NONE
    for other in range(state.seats):
        if other != seat and holds(rules, state, combination, other):
            others |= bit(other)
    return others


@helper
def wins_pot(rules: Rules, state: State, combination: int) -> bool:
    """Say whether a combination gives the pot: none above it that does so is held by anybody (BU-13, BU-V1, KM-03)."""
    if rules.combination_gives[combination] != GIVES_POT:
        return False
    for higher in range(combination):
        if rules.combination_gives[higher] == GIVES_POT and other_holders(rules, state, higher, -1) != NONE:
            return False
    return True


@inlined
def open_trick(state: State, seat: int, cards: Any, participants: Any) -> None:
    """Begin a trick with a lead."""
    state.leader = seat
    state.lead_size = size(cards)
    state.participants = participants
    state.to_play = size(participants)
    state.winning = cards
    state.winner = seat
    state.phase = FOLLOW


@inlined
def lay(
    rules: Rules, state: State, seat: int, cards: Any, kind: Any, flags: Any, played: Any, trick_complete: Any
) -> None:
    """Play cards to the trick."""
    state.hands[seat] &= ~cards
    state.trick_cards[seat] = cards
    state.gone |= cards
    state.to_play -= 1
    log_move(state, seat, cards, kind, flags)
    if flags & FACE_DOWN:
        state.hidden[seat] |= cards
    else:
        state.face_up |= cards
        # Read and written whatever happens: this compiles without a jump, which could not be foreseen.
        winning = state.winning
        winner = state.winner
        if takes_over(rules, state, cards):
            winning = cards
            winner = seat
        state.winning = winning
        state.winner = winner
    if cards & rules.watch_plays != NONE:
        played(rules, state, rules.hook_owner, seat, cards, flags)
    if state.to_play == 0:
        complete_trick(rules, state, trick_complete)
    else:
        seat = following(state, seat)
        while state.participants & bit(seat) == NONE:
            seat = following(state, seat)
        state.turn = seat


@helper
def complete_trick(rules: Rules, state: State, trick_complete: Any) -> None:
    """Give the trick to its winner, and end the deal or go on."""
    winner = unsigned(state.winner)
    side = unsigned(state.side_of[winner])
    state.tricks_won[side] += state.lead_size if rules.counts_cards else 1
    state.seat_tricks[winner] += 1
    in_trick = NONE
    for seat in range(state.seats):
        in_trick |= state.trick_cards[seat]
        state.trick_cards[seat] = NONE
    points = 0
    if rules.has_card_points:
        cards = in_trick
        while cards != NONE:
            points += rules.card_points[lowest(cards)]
            cards = without_lowest(cards)
        if state.hands[winner] == NONE and (state.stock_left == 0 or not rules.draws):
            points += rules.last_trick_points
        state.card_points[side] += points
    state.in_trick = in_trick
    state.seat_won[winner] |= in_trick
    state.seat_points[winner] += points
    if not state.unlogged:
        trick = unsigned(state.tricks)
        state.trick_leader[trick] = state.leader
        state.trick_winner[trick] = winner
        state.trick_size[trick] = state.lead_size
        state.trick_points[trick] = points
    if in_trick & rules.watch_plays != NONE:
        trick_complete(rules, state, rules.hook_owner, winner)
        clear_words(rules, state, FOR_TRICK)
    state.leader = winner
    state.tricks += 1
    if rules.target_ends_deal and target_reached(rules, state):
        finish_deal(rules, state, ENDED_TARGET)
    elif state.pot_trick:
        state.pot_taker = winner
        finish_deal(rules, state, ENDED_POT)
    elif (
        0 < rules.end_tricks[unsigned(state.seats)] <= state.tricks_won[side]
        or 0 < rules.end_card_points <= state.card_points[side]
    ):
        finish_deal(rules, state, ENDED_PLAYED)
    elif rules.claim_points > 0:
        state.phase = CLAIM
        state.asked = 0
        state.turn = winner
    else:
        draw_and_go_on(rules, state)


@helper
def draw_and_go_on(rules: Rules, state: State) -> None:
    """Draw, and open the next trick, or end the deal when all cards are played."""
    draw(rules, state)
    if state.hands[unsigned(state.leader)] == NONE:
        finish_deal(rules, state, ENDED_PLAYED)
    else:
        ask_for_combinations(rules, state)


@apart
def open_with_combination(rules: Rules, state: State, seat: int, cards: Any, kind: Any, flags: Any) -> bool:
    """Begin a trick with a combination, or take the pot with it; say whether there is a trick (BR-34, BU-12, BU-13, KM-03, KP-11)."""
    everybody = bit(state.seats) - bit(0)
    if not wins_pot(rules, state, state.combination):
        open_trick(state, seat, cards, everybody)
        return True
    others = other_holders(rules, state, state.combination, seat)
    if others == NONE:
        log_move(state, seat, cards, kind, flags)
        state.pot_taker = seat
        finish_deal(rules, state, ENDED_POT)
        return False
    state.pot_trick = 1
    open_trick(state, seat, cards, others | bit(seat))
    return True


@apart
def answer_claim(rules: Rules, state: State, seat: int, kind: int) -> None:
    """Claim, or let the next seat be asked (BU-09, BU-10)."""
    if kind == CLAIMING:
        log_move(state, seat, NONE, CLAIMING, 0)
        state.claimer = seat
        finish_deal(rules, state, ENDED_CLAIM)
        return
    state.asked += 1
    if state.asked == state.seats:
        draw_and_go_on(rules, state)
    else:
        state.turn = following(state, seat)


@inlined
def apply_move(rules: Rules, state: State, cards: Any, kind: Any, flags: Any, played: Any, trick_complete: Any) -> None:
    """Make a legal move of the seat to move."""
    seat = unsigned(state.turn)
    state.decisions[seat] += 1
    phase = state.phase
    if rules.duties > 0 and phase != STEP:
        if not state.unlogged:
            state.lacks[seat] |= told_by(rules, state, cards)
        if phase == LEAD:
            state.led = rules.followed_suit[unsigned(state.trump), lowest(cards)]
    if phase != FOLLOW:
        if phase == LEAD:
            open_trick(state, seat, cards, bit(state.seats) - bit(0))
        elif phase == CLAIM:
            answer_claim(rules, state, seat, kind)
            return
        elif phase == STEP:
            if take_step(rules, state, seat, cards, kind, flags):
                open_first_trick(rules, state)
            return
        elif kind == PASSING:
            state.asked += 1
            next_combination(rules, state)
            return
        elif not open_with_combination(rules, state, seat, cards, kind, flags):
            return
    lay(rules, state, seat, cards, kind, flags, played, trick_complete)
