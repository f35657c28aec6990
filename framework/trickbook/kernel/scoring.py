"""The end of a deal: score table, carry, pot; and whether the match is over."""

from __future__ import annotations

import numpy as np

from trickbook.kernel.counting import added_up, fits_counts, keep_tally, work_out
from trickbook.kernel.jit import apart, helper
from trickbook.kernel.layout import (
    BY_DEALS,
    BY_LAST_LEFT,
    BY_LIMIT,
    BY_SEAT,
    BY_STOP,
    BY_TARGET,
    BY_TOO_MANY_POINTS,
    CARD_POINTS_FROM,
    CARD_POINTS_TO,
    CARRIES,
    DIVIDES,
    ENDED_CLAIM,
    ENDED_PLAYED,
    ENDED_POT,
    FOR_RESULTS,
    FOR_SIDES,
    GIVES_POINTS,
    GOES_ON,
    GROUP,
    LOST,
    OTHERS_TRICKS_TO,
    OVER,
    POT_BY_MOST,
    TALLY_POINTS,
    TIED,
    TRICKS_FROM,
    TRICKS_TO,
    WON,
    Rules,
    State,
)
from trickbook.kernel.limits import MAX_DOUBLINGS, MAX_POINTS


@helper
def give(state: State, side: int, points: int) -> None:
    """Add to the score of a side, in the deal and in the match."""
    state.deal_score[side] += points
    state.score[side] += points


@helper
def achieved(rules: Rules, state: State, side: int) -> int:
    """Return what decides the deal: the tricks or the card points of a side."""
    return state.card_points[side] if rules.won_by_card_points else state.tricks_won[side]


@helper
def leading_side(amounts: np.ndarray, sides: int) -> int:
    """Return the side that has most alone, or -1."""
    leader = 0
    shared = False
    for side in range(1, sides):
        if amounts[side] > amounts[leader]:
            leader = side
            shared = False
        elif amounts[side] == amounts[leader]:
            shared = True
    return -1 if shared else leader


@helper
def result_of(rules: Rules, state: State, side: int) -> int:
    """Return whether a side has most alone, shares the most, or has less; where least wins, the other way round."""
    mine = achieved(rules, state, side)
    equals = 0
    for other in range(state.sides):
        theirs = achieved(rules, state, other)
        if (theirs < mine) if rules.least_wins_deal else (theirs > mine):
            return LOST
        if other != side and theirs == mine:
            equals += 1
    return TIED if equals else WON


@helper
def row_fits(rules: Rules, state: State, side: int, result: int, place: int) -> bool:
    """Say whether a row of the score table fits the tricks and card points of a side (BR-50, KP-13, KP-14)."""
    others = 0
    for other in range(state.sides):
        if other != side:
            others += state.tricks_won[other]
    row = rules.score_row[place]
    return bool(
        (row[FOR_SIDES] == 0 or row[FOR_SIDES] == state.sides)
        and (row[FOR_RESULTS] & result)
        and row[TRICKS_FROM] <= state.tricks_won[side] <= row[TRICKS_TO]
        and row[CARD_POINTS_FROM] <= state.card_points[side] <= row[CARD_POINTS_TO]
        and others <= row[OTHERS_TRICKS_TO]
    )


@helper
def fitting_row(rules: Rules, state: State, side: int, result: int) -> int:
    """Return the first row of the score table that fits a side, or -1."""
    for i in range(rules.score_rows):
        if row_fits(rules, state, side, result, i):
            return i
    return -1


@helper
def fitting_in_group(rules: Rules, state: State, group: int, side: int, seat: int, result: int) -> int:
    """Return the first row of a group that fits the counts of a side, or, with a seat, of that seat; -1 if none does."""
    for i in range(rules.score_rows):
        row = rules.score_linear[i]
        if row[GROUP] == group and (row[BY_SEAT] != 0) == (seat >= 0) and row_fits(rules, state, side, result, i):
            counts = state.seat_counts[seat] if seat >= 0 else state.side_counts[side]
            if fits_counts(state, row, counts, side):
                return i
    return -1


@helper
def row_gives(rules: Rules, state: State, place: int, side: int, seat: int) -> int:
    """Return what a row that fits gives to a side for its counts, or for those of one of its seats."""
    counts = state.seat_counts[seat] if seat >= 0 else state.side_counts[side]
    row = rules.score_linear[place]
    return int(added_up(row, counts) // row[DIVIDES])


@helper
def points_by_counts(rules: Rules, state: State, side: int, result: int) -> tuple[int, int]:
    """Return what the score gives a side: in each group the first row that fits; and what they hand on at most."""
    points = 0
    carried = 0
    for group in range(rules.score_groups):
        for seat in range(-1, state.seats):
            if seat < 0 or state.side_of[seat] == side:
                i = fitting_in_group(rules, state, group, side, seat, result)
                if i >= 0:
                    points += row_gives(rules, state, i, side, seat)
                    carried = max(carried, int(rules.score_row[i, CARRIES]))
    return points, carried


@helper
def score_tricks(rules: Rules, state: State) -> None:
    """Give each side what its row says, and hand on the carry (TR-02, HK-01)."""
    carried = 0
    somebody_won = False
    if rules.by_counts:
        work_out(rules, state)
    for side in range(state.sides):
        result = result_of(rules, state, side)
        if rules.by_counts:
            points, carries = points_by_counts(rules, state, side, result)
            carried = max(carried, carries)
        else:
            i = fitting_row(rules, state, side, result)
            points = int(rules.score_row[i, GIVES_POINTS]) if i >= 0 else 0
            if i >= 0:
                carried = max(carried, int(rules.score_row[i, CARRIES]))
        if rules.carry_doubles:
            points <<= min(state.carry_in, MAX_DOUBLINGS)
        elif result == WON:
            points += state.carry_in
            somebody_won = True
        for i in range(rules.tallies):
            points += keep_tally(rules, state, i, side) * rules.tally[i, TALLY_POINTS]
        give(state, side, points)
        state.trick_score[side] += points
    if rules.carry_doubles:
        state.carry_out = state.carry_in + carried if carried else 0
    else:
        state.carry_out = 0 if somebody_won else state.carry_in + carried


@helper
def settle_claim(rules: Rules, state: State) -> None:
    """Count the claimer's tricks: right takes the pot, wrong pays for it, and it stays (BU-09)."""
    side = state.side_of[state.claimer]
    if state.card_points[side] >= rules.claim_points:
        state.pot_taker = state.claimer
        give(state, side, state.pot)
        state.pot = 0
    else:
        fine = state.pot * (rules.claim_wrong_multiplies - 1)
        give(state, side, -fine)
        state.pot += fine
        state.stake_due = 0


@helper
def split_pot(rules: Rules, state: State) -> None:
    """Give the pot to the side with most, or split it; a rest that can't be split stays (KM-04)."""
    winners = 0
    for side in range(state.sides):
        winners += result_of(rules, state, side) != LOST
    share = state.pot // winners
    for side in range(state.sides):
        if result_of(rules, state, side) != LOST:
            give(state, side, share)
    if winners == 1:
        for seat in range(state.seats):
            if result_of(rules, state, state.side_of[seat]) == WON:
                state.pot_taker = seat
    state.pot -= share * winners


@apart
def finish_deal(rules: Rules, state: State, ended: int) -> None:
    """Score the deal, and see whether the match is over."""
    state.ended = ended
    state.phase = OVER
    state.stake_due = 1
    state.carry_out = state.carry_in
    if ended == ENDED_CLAIM:
        settle_claim(rules, state)
    elif ended == ENDED_POT:
        give(state, state.side_of[state.pot_taker], state.pot)
        state.pot = 0
    elif ended == ENDED_PLAYED:
        if rules.score_rows > 0:
            score_tricks(rules, state)
        if rules.stake > 0 and rules.pot_won_by == POT_BY_MOST:
            split_pot(rules, state)
    settle_match(rules, state)
    if has_too_many_points(rules, state):
        count_no_further(state)
    if rules.sessions > 0 and not state.unlogged:
        for seat in range(state.seats):
            state.totals[state.players[seat]] += state.deal_score[state.side_of[seat]]


@helper
def has_too_many_points(rules: Rules, state: State) -> bool:
    """Say whether a score, the pot or the doublings handed on are beyond what is counted, so that the match can't go on."""
    for side in range(state.sides):
        if abs(state.score[side]) > MAX_POINTS or abs(state.deal_score[side]) > MAX_POINTS:
            return True
    return state.pot > MAX_POINTS or (rules.carry_doubles and state.carry_out > MAX_DOUBLINGS)


@helper
def count_no_further(state: State) -> None:
    """Let scores and pot stand at the most that is counted, and end the match if it was to go on."""
    for side in range(state.sides):
        before = state.score[side] - state.deal_score[side]
        gained = min(max(state.deal_score[side], -MAX_POINTS), MAX_POINTS)
        state.score[side] = min(max(before + gained, -MAX_POINTS), MAX_POINTS)
        state.deal_score[side] = state.score[side] - before
    state.pot = min(state.pot, MAX_POINTS)
    if state.outcome == GOES_ON:
        state.outcome = BY_TOO_MANY_POINTS
        state.carry_out = 0


@helper
def target_reached(rules: Rules, state: State) -> bool:
    """Say whether a side has reached the target, and has more than any other (BR-52)."""
    if rules.target == 0:
        return False
    leader = leading_side(state.score, state.sides)
    return leader >= 0 and state.score[leader] >= rules.target


@helper
def sides_out(rules: Rules, state: State) -> int:
    """Return the sides that go out after this deal, as bits (KP-15, KP-16)."""
    out = 0
    beyond = 0
    for side in range(state.sides):
        if state.score[side] >= rules.limit:
            out |= 1 << side
            beyond += 1
    if beyond < state.sides:
        return out
    most = leading_side(state.score, state.sides)
    return 0 if most < 0 else 1 << most


@helper
def best_side(rules: Rules, state: State) -> int:
    """Return the side with the most points alone, the fewest where they are penalties (KP-13, KP-15), or -1."""
    if not rules.least_wins:
        return leading_side(state.score, state.sides)
    best = 0
    shared = False
    for side in range(1, state.sides):
        if state.score[side] < state.score[best]:
            best = side
            shared = False
        elif state.score[side] == state.score[best]:
            shared = True
    return -1 if shared else best


@helper
def most_points(state: State) -> int:
    """Return the most points that a side has in the match."""
    most = state.score[0]
    for side in range(1, state.sides):
        most = max(most, state.score[side])
    return int(most)


@helper
def losers_are_bare(state: State) -> bool:
    """Say whether no side but the winner has points for tricks (TR-04)."""
    for side in range(state.sides):  # noqa: SIM110  (Numba has no all() of a generator)
        if side != state.outcome_winner and state.trick_score[side] > 0:
            return False
    return True


@helper
def settle_match(rules: Rules, state: State) -> None:
    """Decide whether the match is over, who has won it, and what it counts."""
    state.outcome = GOES_ON
    state.outcome_winner = -1
    state.outcome_value = 1
    state.out = 0
    if target_reached(rules, state):
        state.outcome = BY_TARGET
        state.outcome_winner = leading_side(state.score, state.sides)
    elif rules.limit_ends_match:
        winner = best_side(rules, state)
        if winner >= 0 and most_points(state) >= rules.limit:
            state.outcome = BY_LIMIT
            state.outcome_winner = winner
    elif rules.limit > 0:
        state.out = sides_out(rules, state)
        left = 0
        last = -1
        for side in range(state.sides):
            if not (state.out >> side) & 1:
                left += 1
                last = side
        if left == 1:
            state.outcome = BY_LAST_LEFT
            state.outcome_winner = last
    if state.outcome == GOES_ON:
        deals = state.deal + 1
        if rules.sessions > 0:
            tables = rules.tournament_players // rules.seats
            if deals == rules.sessions * tables * rules.session_deals:
                state.outcome = BY_DEALS
        elif rules.match_deals > 0 and deals == rules.match_deals:
            state.outcome = BY_DEALS
            state.outcome_winner = best_side(rules, state)
        if state.outcome == GOES_ON and deals == rules.at_most:
            state.outcome = BY_STOP
    if rules.double and state.outcome_winner >= 0 and losers_are_bare(state):
        state.outcome_value = 2
    if state.outcome != GOES_ON:
        state.carry_out = 0
