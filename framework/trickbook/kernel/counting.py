"""Counts at the end of a deal, and what the score gives for them.

A count is of a seat and of its side. One that is worked out by seat is, for a side, the sum of its seats'; one that is worked
out by side is, for each of its seats, the side's.
"""

from __future__ import annotations

from typing import Any

from trickbook.kernel.bits import NONE, size
from trickbook.kernel.jit import helper
from trickbook.kernel.layout import (
    BY_SEAT,
    CARD_POINTS,
    CONDITIONS,
    DEAL,
    FIXED,
    HAND,
    HELD,
    MISSED,
    NAMED,
    NO_CONDITION,
    OWN_COUNT,
    TALLY_EVERY,
    TALLY_KEEPS,
    TERMS,
    TRICKS,
    Rules,
    State,
)
from trickbook.kernel.limits import BUILT_IN_COUNTS, MAX_CONDITIONS


@helper
def count_tricks(rules: Rules, state: State) -> None:
    """Write the counts that every game has."""
    for side in range(state.sides):
        for count in range(rules.counts):
            state.side_counts[side, count] = 0
        state.side_counts[side, HAND] = state.hand
        state.side_counts[side, DEAL] = state.cycle + 1
    for seat in range(state.seats):
        counts = state.seat_counts[seat]
        tricks = state.seat_tricks[seat]
        named = state.named[seat]
        counts[TRICKS] = tricks
        counts[CARD_POINTS] = state.seat_points[seat]
        counts[NAMED] = max(named, 0)
        counts[MISSED] = abs(named - tricks) if named >= 0 else 0
        counts[HAND] = state.hand
        counts[DEAL] = state.cycle + 1
    for seat in range(state.seats):
        for count in (TRICKS, CARD_POINTS, NAMED, MISSED):
            state.side_counts[state.side_of[seat], count] += state.seat_counts[seat, count]


@helper
def cards_counted(state: State, seat: int, held: int, among: Any) -> int:
    """Return how many of some cards a seat has won in tricks, or held before the first lead."""
    return size(among & (state.held[seat] if held else state.seat_won[seat]))


@helper
def fits_counts(state: State, row: Any, counts: Any, side: int) -> bool:
    """Say whether all conditions of a row hold for a side with these counts."""
    for i in range(MAX_CONDITIONS):
        at = CONDITIONS + 4 * i
        if row[at] == NO_CONDITION:
            return True
        count, low, high = row[at + 1], row[at + 2], row[at + 3]
        if row[at] == OWN_COUNT:
            if not low <= counts[count] <= high:
                return False
        else:
            found = False
            for other in range(state.sides):
                if other != side and low <= state.side_counts[other, count] <= high:
                    found = True
            if not found:
                return False
    return True


@helper
def added_up(row: Any, counts: Any) -> int:
    """Return the fixed part of a row and its share of each count."""
    amount = int(row[FIXED])
    for i in range(MAX_CONDITIONS):
        at = TERMS + 2 * i
        amount += counts[row[at]] * row[at + 1]
    return amount


@helper
def work_out(rules: Rules, state: State) -> None:
    """Write all counts of the deal, in their order."""
    count_tricks(rules, state)
    for count in range(BUILT_IN_COUNTS, rules.counts):
        row = rules.count_row[count]
        among = rules.count_cards[count]
        if row[BY_SEAT]:
            for seat in range(state.seats):
                side = state.side_of[seat]
                amount = 0
                if fits_counts(state, row, state.seat_counts[seat], side):
                    amount = added_up(row, state.seat_counts[seat])
                    if among != NONE:
                        amount += cards_counted(state, seat, int(row[HELD]), among)
                state.seat_counts[seat, count] = amount
                state.side_counts[side, count] += amount
            continue
        for side in range(state.sides):
            amount = 0
            if fits_counts(state, row, state.side_counts[side], side):
                amount = added_up(row, state.side_counts[side])
                if among != NONE:
                    for seat in range(state.seats):
                        if state.side_of[seat] == side:
                            amount += cards_counted(state, seat, int(row[HELD]), among)
            state.side_counts[side, count] = amount
        for seat in range(state.seats):
            state.seat_counts[seat, count] = state.side_counts[state.side_of[seat], count]


@helper
def keep_tally(rules: Rules, state: State, place: int, side: int) -> int:
    """Add a count of this deal to what is kept of it, and return how often that has come to enough."""
    row = rules.tally[place]
    state.tally[place, side] += state.side_counts[side, row[TALLY_KEEPS]]
    times = state.tally[place, side] // row[TALLY_EVERY]
    state.tally[place, side] -= times * row[TALLY_EVERY]
    return int(times)
