"""Deals added up inside compiled code, as they are played: nothing is kept of a deal but its part of the sums."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from trickbook.bots.buffers import BUFFERS_TYPE, PLAYERS_TYPE, SEARCH, Buffers
from trickbook.bots.choosing import who_is
from trickbook.bots.playing import PLAY_OUT, SNAPSHOTS_TYPE
from trickbook.kernel.bits import size
from trickbook.kernel.jit import entry, helper
from trickbook.kernel.layout import BY_STOP, BY_TOO_MANY_POINTS, GOES_ON, NO_FAULT, Moves, Rules, State
from trickbook.kernel.limits import MAX_EVENT_KINDS, MAX_PLAYERS, MAX_SEATS
from trickbook.kernel.run_time import POINTERS
from trickbook.kernel.starting import STARTS
from trickbook.kernel.types import MOVES_TYPE, RULES_TYPE, STATE_TYPE

_SUM = np.int64

TALLY = np.dtype(
    [
        ("deals", _SUM),
        ("ended", _SUM),  # matches that came to an end, those that were stopped included
        ("stopped", _SUM),  # before anybody won, for whatever reason
        ("too_many_points", _SUM),  # stopped since there was no room for more points
        ("drawn", _SUM),  # matches that ended, were not stopped, and were won by no side
        ("last_end", _SUM),  # deals up to the end of the last match that ended
        ("goes_on", _SUM),  # 1: the match of the last deal has not ended
        ("cards", _SUM),
        ("moves", _SUM),
        ("choices", _SUM),
        ("tricks", _SUM),
        ("events", _SUM, (MAX_EVENT_KINDS,)),
        # By side.
        ("tricks_won", _SUM, (MAX_SEATS,)),
        ("score", _SUM, (MAX_SEATS,)),
        ("won", _SUM, (MAX_SEATS,)),  # matches
        # By player, as numbered at the start of a match: what the sides of each have won.
        ("player_deals", _SUM, (MAX_PLAYERS,)),
        ("player_tricks", _SUM, (MAX_PLAYERS,)),
        ("player_score", _SUM, (MAX_PLAYERS,)),
        ("player_won", _SUM, (MAX_PLAYERS,)),
        ("fault", _SUM),
    ],
    align=True,
)
"""Sums over deals, played one after another."""

TALLY_TYPE = numba.from_dtype(TALLY)
_SEARCH = types.FunctionType(SEARCH)


@helper
def add_deal(state: State, tally: Any) -> None:
    """Add a deal that is over."""
    tally.deals += 1
    tally.cards += size(state.gone)
    tally.moves += state.moves
    tally.choices += state.choices
    tally.tricks += state.tricks
    for i in range(state.events):
        tally.events[state.event_kind[i]] += 1
    has_ended = state.outcome != GOES_ON
    is_stopped = state.outcome == BY_STOP or state.outcome == BY_TOO_MANY_POINTS
    tally.goes_on = 0 if has_ended else 1
    if has_ended:
        tally.ended += 1
        tally.last_end = tally.deals
        tally.stopped += 1 if is_stopped else 0
        tally.too_many_points += 1 if state.outcome == BY_TOO_MANY_POINTS else 0
        tally.drawn += 1 if not is_stopped and state.outcome_winner < 0 else 0
    for side in range(state.sides):
        tally.tricks_won[side] += state.tricks_won[side]
        tally.score[side] += state.deal_score[side]
        tally.won[side] += 1 if has_ended and state.outcome_winner == side else 0
    for seat in range(state.seats):
        player = state.players[seat]
        side = state.side_of[seat]
        tally.player_deals[player] += 1
        tally.player_tricks[player] += state.tricks_won[side]
        tally.player_score[player] += state.deal_score[side]
        tally.player_won[player] += 1 if has_ended and state.outcome_winner == side else 0
    tally.fault = state.fault


# What takes as long as a deal is called through a pointer, and so is not compiled once more.
@entry(
    types.void(
        RULES_TYPE,
        STATE_TYPE,
        *STARTS,
        types.FunctionType(PLAY_OUT),
        POINTERS["offers"],
        POINTERS["played"],
        POINTERS["trick_complete"],
        _SEARCH,
        _SEARCH,
        PLAYERS_TYPE,
        BUFFERS_TYPE,
        MOVES_TYPE,
        TALLY_TYPE,
        types.int64,
        types.int64,
    )
)
def tally_matches(
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
    tally: Any,
    last_match: int,
    most_deals: int,
) -> None:
    """Play matches one after another, until the last one is over or there are so many deals, and add them up.

    Goes on from the state, as `trickbook.bots.playing.play_matches` does; `players` has the players by their numbers in the match.
    Stops at a fault, which the tally then has.
    """
    at_seat = np.zeros(MAX_SEATS, np.int64)
    while tally.deals < most_deals and tally.fault == NO_FAULT:
        if state.outcome == GOES_ON:
            next_deal(rules, state)
        elif state.match >= last_match:
            return
        else:
            start_match(rules, state, state.seed, state.match + 1)
        for seat in range(state.seats):
            at_seat[seat] = who_is(players, state.players[seat])
        start_deal(rules, state)
        play_out(rules, state, offers, played, trick_complete, search, plugin_bots, players, at_seat, buffers, room)
        add_deal(state, tally)


@entry(types.void(SNAPSHOTS_TYPE, TALLY_TYPE))
def tally_states(states: Any, tally: Any) -> None:
    """Add up deals of which the state at their end was kept."""
    for i in range(len(states)):
        add_deal(states[i], tally)
