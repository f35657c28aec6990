"""Whole deals and matches inside compiled code, and one row of figures for each deal."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from trickbook.bots.buffers import BUFFERS_TYPE, PLAYERS_TYPE, SEARCH, Buffers
from trickbook.bots.chance import draw_lot
from trickbook.bots.choosing import choose, who_is
from trickbook.kernel import moves, tricks
from trickbook.kernel.bits import NONE, size, unsigned
from trickbook.kernel.jit import entry, helper
from trickbook.kernel.layout import (
    ANNOUNCEMENT,
    BY_STOP,
    DECLINED,
    FACE_DOWN,
    GOES_ON,
    NAMING,
    NO_FAULT,
    NO_MOVE,
    OVER,
    STATE,
    Moves,
    Rules,
    State,
)
from trickbook.kernel.limits import MAX_CARDS, MAX_COMBINATIONS, MAX_EVENT_KINDS, MAX_PLAY, MAX_SEATS
from trickbook.kernel.randomness import DECIDING, keyed, stream
from trickbook.kernel.run_time import POINTERS
from trickbook.kernel.starting import STARTS
from trickbook.kernel.types import MOVES_TYPE, RULES_TYPE, STATE_TYPE

_COUNT = np.int32
_EIGHT_BITS = np.uint64(255)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_TELLING = np.uint64(FACE_DOWN | DECLINED)
_FNV_PRIME = np.uint64(0x100000001B3)

ROW = np.dtype(
    [
        ("match", np.int64),
        ("deal", _COUNT),
        ("attempt", _COUNT),  # shuffles that the cut refused
        ("seats", _COUNT),
        ("sides", _COUNT),
        ("dealer", _COUNT),
        ("first_leader", _COUNT),  # the seat that is due to lead first
        ("first_side", _COUNT),  # its side
        ("ended", _COUNT),
        ("tricks_won", _COUNT, (MAX_SEATS,)),  # by side
        ("card_points", _COUNT, (MAX_SEATS,)),
        ("before", _COUNT, (MAX_SEATS,)),
        ("score", _COUNT, (MAX_SEATS,)),  # what the deal has given each side
        ("tricks", _COUNT),  # tricks played, a double trick as one
        ("tricks_of_size", _COUNT, (MAX_PLAY + 1,)),
        ("cards", _COUNT),  # cards played
        ("moves", _COUNT),  # moves made, passes not included
        ("asked", _COUNT),  # decisions: moves made, and passes
        ("choices", _COUNT),  # decisions that had a legal alternative
        ("options", _COUNT),  # legal moves, added up over all decisions
        ("face_down", _COUNT),  # cards played face down
        ("combinations", _COUNT, (MAX_COMBINATIONS,)),  # announcements of each combination
        ("events", _COUNT, (MAX_EVENT_KINDS,)),  # events of each kind
        ("side_events", np.uint8, (MAX_EVENT_KINDS, MAX_SEATS)),  # events of each kind, by side
        ("trick_side", np.uint8, (MAX_CARDS,)),  # the side that won each trick; nothing beyond `tricks` counts
        ("trick_worth", np.int32, (MAX_CARDS,)),  # what it brought: card points if they decide, else what it counts as
        ("course", np.uint64),  # a hash of all moves in order; that one is declared is not in it
        ("carry_in", _COUNT),
        ("carry_out", _COUNT),
        ("pot_before", _COUNT),
        ("pot_staked", _COUNT),
        ("pot_left", _COUNT),
        ("claimer", _COUNT),  # a seat, or -1
        ("pot_taker", _COUNT),  # a seat, or -1
        ("half_time_side", _COUNT),  # the side with most tricks alone at half-time, or -1
        ("outcome", _COUNT),  # why the match ended with this deal, or GOES_ON
        ("outcome_winner", _COUNT),
        ("outcome_value", _COUNT),
        ("fault", _COUNT),
    ],
    align=True,
)
"""The figures of one deal."""

ROWS_TYPE = types.Array(numba.from_dtype(ROW), 1, "C")
SNAPSHOTS_TYPE = types.Array(numba.from_dtype(STATE), 1, "C")
SEATS_TYPE = types.Array(types.int64, 1, "C")
_HOOKS = (POINTERS["offers"], POINTERS["played"], POINTERS["trick_complete"])
_SEARCH = types.FunctionType(SEARCH)
PLAY_OUT = types.void(
    RULES_TYPE, STATE_TYPE, *_HOOKS, _SEARCH, _SEARCH, PLAYERS_TYPE, SEATS_TYPE, BUFFERS_TYPE, MOVES_TYPE
)
# Called through pointers, which costs nothing for a whole deal: so they are compiled once, not in every caller anew.
_GAME = (
    RULES_TYPE,
    STATE_TYPE,
    *STARTS,
    types.FunctionType(PLAY_OUT),
    *_HOOKS,
    _SEARCH,
    _SEARCH,
    PLAYERS_TYPE,
    BUFFERS_TYPE,
    MOVES_TYPE,
    ROWS_TYPE,
)


@helper
def half_time_side(state: State, counts_cards: int) -> int:
    """Return the side that has most tricks alone when at least half the deal's tricks are won, or -1."""
    total = 0
    for i in range(state.tricks):
        total += state.trick_size[i] if counts_cards else 1
    won = NONE  # eight bits for each side
    counted = 0
    for i in range(state.tricks):
        worth = state.trick_size[i] if counts_cards else 1
        won += np.uint64(worth) << np.uint64(8 * state.side_of[state.trick_winner[i]])
        counted += worth
        if 2 * counted >= total:
            break
    leader = 0
    most = won & _EIGHT_BITS
    shared = counted == 0
    for side in range(1, state.sides):
        amount = (won >> np.uint64(8 * side)) & _EIGHT_BITS
        if amount > most:
            leader = side
            most = amount
            shared = False
        elif amount == most:
            shared = True
    return -1 if shared else leader


@helper
def write_moves(state: State, row: Any) -> None:
    """Write what the moves of a deal tell: the combinations announced, and the hash (as FNV-1a does, a move at a time).

    To declare what happens by itself in another game is no other course: so that it is declared is not in the hash.
    """
    course = NONE
    for i in range(state.moves):
        if state.move_kind[i] == ANNOUNCEMENT:
            row.combinations[state.move_combination[i]] += 1
        flags = np.uint64(state.move_flags[i])
        if state.move_kind[i] != NAMING:
            flags &= _TELLING
        how = (flags << np.uint64(8)) | (np.uint64(state.move_kind[i]) << np.uint64(4))
        how |= np.uint64(state.move_seat[i])
        course = (course ^ state.move_cards[i] ^ (how * _SPREAD)) * _FNV_PRIME
    row.course = course


@helper
def write_row(rules: Rules, state: State, row: Any) -> None:
    """Write the figures of a deal that is over into an empty row."""
    row.match = state.match
    row.deal = state.deal
    row.attempt = state.attempt
    row.seats = state.seats
    row.sides = state.sides
    row.dealer = state.dealer
    row.first_leader = state.first_leader
    row.first_side = state.side_of[row.first_leader]
    row.ended = state.ended
    for side in range(MAX_SEATS):
        row.tricks_won[side] = state.tricks_won[side]
        row.card_points[side] = state.card_points[side]
        row.before[side] = state.before[side]
        row.score[side] = state.deal_score[side]
    row.tricks = state.tricks
    for i in range(state.tricks):
        row.tricks_of_size[state.trick_size[i]] += 1
    row.cards = size(state.gone)
    row.moves = state.moves
    row.asked = 0
    row.face_down = 0
    for seat in range(state.seats):
        row.asked += state.decisions[seat]
        row.face_down += size(state.hidden[seat])
    row.choices = state.choices
    row.options = state.options
    for i in range(state.events):
        noted = unsigned(int(state.event_kind[i]))
        row.events[noted] += 1
        row.side_events[noted, unsigned(state.side_of[state.event_seat[i]])] += np.uint8(1)
    by_points = rules.won_by_card_points or rules.claim_points > 0
    for i in range(state.tricks):
        row.trick_side[i] = state.side_of[state.trick_winner[i]]
        row.trick_worth[i] = (
            state.trick_points[i] if by_points else state.trick_size[i] if rules.counts_cards else np.int64(1)
        )
    write_moves(state, row)
    row.carry_in = state.carry_in
    row.carry_out = state.carry_out
    row.pot_before = state.pot_before
    row.pot_staked = state.pot_staked
    row.pot_left = state.pot
    row.claimer = state.claimer
    row.pot_taker = state.pot_taker
    row.half_time_side = half_time_side(state, rules.counts_cards)
    row.outcome = state.outcome
    row.outcome_winner = state.outcome_winner
    row.outcome_value = state.outcome_value
    row.fault = state.fault


@entry(PLAY_OUT)
def play_out(
    rules: Rules,
    state: State,
    offers: Any,
    played: Any,
    trick_complete: Any,
    search: Any,
    plugin_bots: Any,
    players: Any,
    at_seat: Any,
    buffers: Buffers,
    room: Moves,
) -> None:
    """Play a deal to its end. `at_seat` says who plays at each seat, as `who_is` does."""
    while state.phase != OVER and state.fault == NO_FAULT:
        drawn = draw_lot(state)  # before it is needed: it takes longest
        count = moves.legal_moves(rules, state, offers, room)
        chosen = 0
        if count == 0:
            state.fault = NO_MOVE
            return
        state.options += count
        if count > 1:
            state.choices += 1
            who = at_seat[unsigned(state.turn)]
            chosen = choose(
                rules,
                state,
                offers,
                played,
                trick_complete,
                search,
                plugin_bots,
                players,
                who,
                room,
                count,
                buffers,
                drawn,
            )
        move = room[unsigned(chosen)]
        tricks.apply_move(rules, state, move.cards, np.int64(move.kind), np.int64(move.manner), played, trick_complete)


@entry(types.int64(*_GAME, SNAPSHOTS_TYPE, types.boolean, types.int64))
def play_matches(
    rules: Rules,
    state: State,
    start_match: Any,
    next_deal: Any,
    start_deal: Any,
    play_out: Any,
    offers: Any,
    played: Any,
    trick_complete: Any,
    search: Any,
    plugin_bots: Any,
    players: Any,
    buffers: Buffers,
    room: Moves,
    rows: Any,
    snapshots: Any,
    keep: bool,
    last_match: int,
) -> int:
    """Play matches one after another until the rows are full or the last match is over; return how many rows are written.

    The rows are empty before. Goes on from the state: call it again with the same state for more. With `keep`, the state at the end of each
    deal is kept in `snapshots`. `players` has the players by their numbers in the match.
    """
    at_seat = np.zeros(MAX_SEATS, np.int64)
    for i in range(len(rows)):
        if state.outcome == GOES_ON:
            next_deal(rules, state)
        elif state.match >= last_match:
            return i
        else:
            start_match(rules, state, state.seed, state.match + 1)
        for seat in range(state.seats):
            at_seat[seat] = who_is(players, state.players[seat])
        start_deal(rules, state)
        play_out(rules, state, offers, played, trick_complete, search, plugin_bots, players, at_seat, buffers, room)
        write_row(rules, state, rows[i])
        if keep:
            snapshots[i] = state
        if state.fault != NO_FAULT:
            return i + 1
    return len(rows)


@entry(types.int64(*_GAME, types.int64, SEATS_TYPE, types.int64))
def play_single_deals(
    rules: Rules,
    state: State,
    start_match: Any,
    next_deal: Any,
    start_deal: Any,
    play_out: Any,
    offers: Any,
    played: Any,
    trick_complete: Any,
    search: Any,
    plugin_bots: Any,
    players: Any,
    buffers: Buffers,
    room: Moves,
    rows: Any,
    first_match: int,
    scores: Any,
    chance: int,
) -> int:
    """Play the first deal of one match after another, from the given scores, the deal going round; return how many.

    With another `chance` than 0 the shuffles are the same, and players who choose by chance choose by other random numbers.
    """
    seed = state.seed
    at_seat = np.zeros(MAX_SEATS, np.int64)
    for place in range(len(players)):
        at_seat[place] = who_is(players, place)
    for i in range(len(rows)):
        match = first_match + i
        start_match(rules, state, state.seed, match)
        state.dealer = match % state.seats
        state.cycle = match
        for side in range(state.sides):
            state.score[side] = scores[side]
        start_deal(rules, state)
        if chance != 0:  # the cards are dealt: from here on the seed is for choices alone
            state.seed = keyed(seed, chance)
            state.decision_key = stream(state.seed, DECIDING, state.match, state.deal, state.attempt)
        play_out(rules, state, offers, played, trick_complete, search, plugin_bots, players, at_seat, buffers, room)
        state.seed = seed
        write_row(rules, state, rows[i])
        if state.fault != NO_FAULT:
            return i + 1
    return len(rows)


def stand_before(state: State, seed: int, match: int) -> None:
    """Let `play_matches` begin with a match."""
    state.seed = np.uint64(seed)
    state.match = match - 1
    state.outcome = BY_STOP
    state.fault = NO_FAULT
