"""What happens between dealing and the first lead: numbers are named, cards are given away."""

from __future__ import annotations

from typing import Any

from trickbook.kernel.bits import NONE, ONE, bit, lowest, size, unsigned, without_lowest
from trickbook.kernel.dealing import following
from trickbook.kernel.jit import apart, helper
from trickbook.kernel.layout import (
    FACE_DOWN,
    GIVES,
    GIVING,
    HAND_AT_MOST,
    NAMES,
    NAMING,
    STEP,
    STEP_CARDS,
    STEP_COLUMNS,
    STEP_DIRECTIONS,
    STEP_DOES,
    STEP_HOOK,
    STEP_LEAST,
    STEP_MOST,
    Moves,
    Rules,
    State,
)
from trickbook.kernel.listing import add_move
from trickbook.kernel.log import log_move


@helper
def begin_steps(rules: Rules, state: State) -> bool:
    """Go to the first step; say whether there is one to take."""
    state.step = -1
    return next_step(rules, state)


@helper
def next_step(rules: Rules, state: State) -> bool:
    """Go on to the next step; say whether there is one to take."""
    while state.step + 1 < rules.steps:
        state.step += 1
        row = rules.step[state.step]
        if row[STEP_DOES] == GIVES:
            state.given_to = row[STEP_COLUMNS + state.cycle % row[STEP_DIRECTIONS]]
            if state.given_to < 0:  # so many steps against the clock
                state.given_to += state.seats
            if state.given_to == 0:
                continue
        state.phase = STEP
        state.asked = 0
        state.turn = following(state, state.dealer)
        return True
    return False


@helper
def most_named(rules: Rules, state: State) -> int:
    """Return the largest number that may be named."""
    most = rules.step[state.step][STEP_MOST]
    return int(state.hand) if most == HAND_AT_MOST else min(int(most), int(state.hand))


@apart
def step_moves(rules: Rules, state: State, moves: Moves) -> int:
    """List what the seat to move may name, or give next: a card above those that it has chosen, which leaves enough above it."""
    row = rules.step[state.step]
    seat = unsigned(state.turn)
    count = 0
    if row[STEP_DOES] == NAMES:
        named = 0
        for other in range(state.seats):
            named += max(state.named[other], 0)
        barred = state.hand - named if row[STEP_HOOK] and state.asked == state.seats - 1 else -1
        for number in range(row[STEP_LEAST], most_named(rules, state) + 1):
            if number != barred:
                count = add_move(moves, count, NONE, NAMING, number)
        return count
    chosen = state.giving[seat]
    missing = int(row[STEP_CARDS]) - size(chosen)
    cards = state.hands[seat]
    highest = chosen
    while highest != NONE and without_lowest(highest) != NONE:
        highest = without_lowest(highest)
    if highest != NONE:
        cards &= ~(highest | (highest - ONE))
    while size(cards) >= missing:
        count = add_move(moves, count, bit(lowest(cards)), GIVING, FACE_DOWN)
        cards = without_lowest(cards)
    return count


@helper
def hand_over(state: State) -> None:
    """Let everybody have the cards that are given to him."""
    for seat in range(state.seats):
        to = (seat + state.given_to) % state.seats
        state.hands[to] |= state.giving[seat]
        state.given[seat] = state.giving[seat]
        state.giving[seat] = NONE


@apart
def take_step(rules: Rules, state: State, seat: int, cards: Any, kind: int, number: int) -> bool:
    """Name a number, or choose a card to give; say whether all steps are over."""
    log_move(state, seat, cards, kind, number)
    row = rules.step[state.step]
    if kind == NAMING:
        state.named[seat] = number
    else:
        state.hands[seat] &= ~cards
        state.giving[seat] |= cards
        if size(state.giving[seat]) < row[STEP_CARDS]:
            return False
    state.asked += 1
    if state.asked < state.seats:
        state.turn = following(state, seat)
        return False
    if kind == GIVING:
        hand_over(state)
    return not next_step(rules, state)
