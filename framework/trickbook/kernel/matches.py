"""From one deal to the next, and from one match to the next."""

from __future__ import annotations

from trickbook.kernel.bits import size
from trickbook.kernel.dealing import clear_deal, clear_words, deal_cards, following, shuffle_and_cut
from trickbook.kernel.jit import helper
from trickbook.kernel.layout import FOR_MATCH, GOES_ON, Rules, State
from trickbook.kernel.limits import MAX_SEATS, MAX_TALLIES
from trickbook.kernel.randomness import FIRST_DEALER, SEATING, below, number, stream
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
def next_dealer(rules: Rules, state: State) -> int:
    """Return the player who deals next (BR-10, BU-09, BU-11, BU-14, KM-05, KP-17).

    Players who go out are passed over, to the left.
    """
    if not rules.dealer_by_pot:
        seat = following(state, state.dealer)
    elif state.claimer >= 0:
        seat = state.claimer
    elif state.pot_taker >= 0:
        seat = state.pot_taker
    else:
        seat = state.dealer
    while (state.out >> state.side_of[seat]) & 1:
        seat = following(state, seat)
    return state.players[seat]


@helper
def next_deal(rules: Rules, state: State) -> None:
    """Go on to the next deal of the match, up to the dealing of the cards."""
    state.deal += 1
    state.cycle += 1
    state.carry_in = state.carry_out
    if rules.sessions > 0:
        state.dealer = following(state, state.dealer)
        if state.deal % rules.session_deals == 0:
            clear_scores(state)
            seat_players(rules, state)
        return
    dealer = next_dealer(rules, state)
    if state.out:
        remove_sides(state)
    for seat in range(state.seats):
        if state.players[seat] == dealer:
            state.dealer = seat
