"""From one deal to the next, and from one match to the next."""

from __future__ import annotations

from trickbook.kernel.bits import size
from trickbook.kernel.dealing import clear_deal, clear_words, deal_cards, following, shuffle_and_cut
from trickbook.kernel.jit import helper
from trickbook.kernel.layout import (
    ENDED_CLAIM,
    FOR_MATCH,
    GOES_ON,
    LAST_DEAL_LEADS,
    LAST_TRICK_LEADS,
    LEFT_DEALS,
    LOSER_DEALS,
    POT_DEALS,
    RIGHT_DEALS,
    WINNER_DEALS,
    WON,
    Rules,
    State,
)
from trickbook.kernel.limits import MAX_SEATS, MAX_TALLIES
from trickbook.kernel.randomness import FIRST_DEALER, SEATING, below, number, stream
from trickbook.kernel.scoring import achieved, result_of
from trickbook.kernel.steps import begin_steps
from trickbook.kernel.tricks import open_first_trick


@helper
def seat_players(rules: Rules, state: State) -> None:
    """Seat the players of a tournament's session by lot: partners and opponents are drawn (TO-01)."""
    tables = rules.tournament_players // rules.seats
    session = state.deal // (tables * rules.session_deals)
    table = state.deal // rules.session_deals % tables
    order = state.seating
    for player in range(rules.tournament_players):
        order[player] = player
    key = stream(state.seed, SEATING, state.match, session, 0)
    for last in range(rules.tournament_players - 1, 0, -1):
        other = below(number(key, last), last + 1)
        player = order[last]
        order[last] = order[other]
        order[other] = player
    for seat in range(rules.seats):
        state.players[seat] = order[table * rules.seats + seat]


@helper
def clear_scores(state: State) -> None:
    """Let all sides stand at nothing."""
    for side in range(MAX_SEATS):
        state.score[side] = 0
        state.trick_score[side] = 0
        for i in range(MAX_TALLIES):
            state.tally[i, side] = 0
    state.carry_in = 0


@helper
def start_match(rules: Rules, state: State, match: int) -> None:
    """Seat the players and draw the first dealer (BR-10, BU-02). The state's seed is set already."""
    state.match = match
    state.deal = 0
    state.cycle = 0
    state.seats = rules.seats
    state.sides = rules.sides
    for seat in range(rules.seats):
        state.players[seat] = seat
        state.side_of[seat] = seat % rules.sides
    clear_scores(state)
    state.pot = 0
    state.stake_due = 1
    state.opens = -1
    state.outcome = GOES_ON
    state.fault = 0
    clear_words(rules, state, FOR_MATCH)
    state.dealer = below(number(stream(state.seed, FIRST_DEALER, match, 0, 0), 0), rules.seats)
    if rules.sessions > 0:
        for player in range(rules.tournament_players):
            state.totals[player] = 0
        seat_players(rules, state)


@helper
def start_deal(rules: Rules, state: State) -> None:
    """Shuffle, cut, deal, and go to the first decision."""
    clear_deal(rules, state)
    shuffle_and_cut(rules, state)
    deal_cards(rules, state)
    begin(rules, state)


@helper
def begin(rules: Rules, state: State) -> None:
    """Go to the first decision of a deal."""
    if not begin_steps(rules, state):
        open_first_trick(rules, state)


@helper
def start_deal_from_pack(rules: Rules, state: State) -> None:
    """Deal the pack that the state holds, and go to the first decision."""
    clear_deal(rules, state)
    deal_cards(rules, state)
    begin(rules, state)


@helper
def remove_sides(state: State) -> None:
    """Let the players of the sides that are out leave the table; the others keep their order (KP-15)."""
    kept_sides = 0
    for side in range(state.sides):
        if not (state.out >> side) & 1:
            state.score[kept_sides] = state.score[side]
            state.trick_score[kept_sides] = state.trick_score[side]
            for i in range(MAX_TALLIES):
                state.tally[i, kept_sides] = state.tally[i, side]
            kept_sides += 1
    kept_seats = 0
    for seat in range(state.seats):
        side = state.side_of[seat]
        if not (state.out >> side) & 1:
            gone_before = size(state.out & ((1 << side) - 1))
            state.players[kept_seats] = state.players[seat]
            state.side_of[kept_seats] = side - gone_before
            kept_seats += 1
    state.seats = kept_seats
    state.sides = kept_sides


@helper
def seat_of_side(state: State, side: int) -> int:
    """Return the dealer if he is of a side, or else the first of its seats in turn after him."""
    seat = state.dealer
    while state.side_of[seat] != side:
        seat = following(state, seat)
    return int(seat)


@helper
def winner_of_deal(rules: Rules, state: State) -> int:
    """Return the seat that won the deal: who took the pot, or of the side that has most alone; -1 if there is none (BU-V7)."""
    if state.pot_taker >= 0:
        return int(state.pot_taker)
    if state.ended == ENDED_CLAIM:
        return -1
    for side in range(state.sides):
        if result_of(rules, state, side) == WON:
            return seat_of_side(state, side)
    return -1


@helper
def loser_of_deal(rules: Rules, state: State) -> int:
    """Return the seat that lost the deal, of the side that has least alone, most where least wins; -1 if there is none (BU-V8)."""
    worst = 0
    shared = False
    for side in range(1, state.sides):
        below = achieved(rules, state, worst) - achieved(rules, state, side)
        if rules.least_wins_deal:
            below = -below
        if below > 0:
            worst = side
            shared = False
        elif below == 0:
            shared = True
    return -1 if shared else seat_of_side(state, worst)


@helper
def still_in(state: State, seat: int) -> int:
    """Return the player at a seat, or the next to the left who is not out (KP-17)."""
    while (state.out >> state.side_of[seat]) & 1:
        seat = following(state, seat)
    return int(state.players[seat])


@helper
def next_dealer(rules: Rules, state: State) -> int:
    """Return the player who deals next (BR-10, BU-09, BU-11, BU-14, KM-05, KP-17, BU-V7, BU-V8).

    Players who go out are passed over, to the left.
    """
    seat = -1
    if rules.deals_next == LEFT_DEALS:
        seat = following(state, state.dealer)
    elif rules.deals_next == RIGHT_DEALS:
        return next_on_the_right(state)
    elif rules.deals_next == POT_DEALS:
        seat = state.claimer if state.claimer >= 0 else state.pot_taker
    elif rules.deals_next == WINNER_DEALS:
        seat = winner_of_deal(rules, state)
    elif rules.deals_next == LOSER_DEALS:
        seat = loser_of_deal(rules, state)
    return still_in(state, seat if seat >= 0 else state.dealer)


@helper
def next_on_the_right(state: State) -> int:
    """Return the player on the dealer's right, past those who are out."""
    seat = state.dealer
    while True:
        seat = (seat if seat > 0 else state.seats) - 1
        if not (state.out >> state.side_of[seat]) & 1:
            return int(state.players[seat])


@helper
def next_leader(rules: Rules, state: State) -> int:
    """Return the player who leads first in the next deal by what happened in this one; -1 if none does (BU-V6)."""
    seat = -1
    if rules.first_lead == LAST_TRICK_LEADS:
        seat = state.leader if state.tricks > 0 else state.pot_taker
    elif rules.first_lead == LAST_DEAL_LEADS:
        seat = winner_of_deal(rules, state)
    return still_in(state, seat) if seat >= 0 else -1


@helper
def seat_of_player(state: State, player: int) -> int:
    """Return the seat of a player, or -1."""
    for seat in range(state.seats):
        if state.players[seat] == player:
            return seat
    return -1


@helper
def next_deal(rules: Rules, state: State) -> None:
    """Go on to the next deal of the match, up to the dealing of the cards."""
    state.deal += 1
    state.cycle += 1
    state.carry_in = state.carry_out
    leader = next_leader(rules, state)
    if rules.sessions > 0:
        state.dealer = following(state, state.dealer)
        state.opens = seat_of_player(state, leader)
        if state.deal % rules.session_deals == 0:
            clear_scores(state)
            seat_players(rules, state)
            state.opens = -1
        return
    dealer = next_dealer(rules, state)
    if state.out:
        remove_sides(state)
    state.dealer = seat_of_player(state, dealer)
    state.opens = seat_of_player(state, leader)
