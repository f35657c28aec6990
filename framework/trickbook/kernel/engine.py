"""The kernel as Python calls it: each function compiled for one signature, and kept on disk.

Importing this module compiles the kernel, or loads what was compiled before.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from trickbook.kernel import duties, matches, moves, scoring, tricks
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import ANNOUNCEMENT, OVER, PASSING, Moves, Rules, State
from trickbook.kernel.run_time import POINTERS
from trickbook.kernel.types import MASK_TYPE, MOVES_TYPE, RULES_TYPE, STATE_TYPE, WORD_TYPE


@entry(types.void(RULES_TYPE, STATE_TYPE))
def start_deal_from_pack(rules: Rules, state: State) -> None:
    """Deal the pack that the state holds, and go to the first decision."""
    matches.start_deal_from_pack(rules, state)


@entry(types.void(RULES_TYPE, STATE_TYPE))
def ask_for_combinations(rules: Rules, state: State) -> None:
    """Let the leader be due to lead, and find who is to move."""
    tricks.ask_for_combinations(rules, state)


_LEGAL_MOVES = types.int64(RULES_TYPE, STATE_TYPE, POINTERS["offers"], MOVES_TYPE)
_APPLY_MOVE = types.void(
    RULES_TYPE, STATE_TYPE, MASK_TYPE, WORD_TYPE, WORD_TYPE, POINTERS["played"], POINTERS["trick_complete"]
)


@entry(_LEGAL_MOVES)
def legal_moves(rules: Rules, state: State, offers: Any, room: Moves) -> int:
    """Write the legal moves of the seat to move, and return how many there are."""
    return int(moves.legal_moves(rules, state, offers, room))


@entry(types.int64(RULES_TYPE, STATE_TYPE, MASK_TYPE))
def forbidding(rules: Rules, state: State, card: Any) -> int:
    """Return the place of the duty that forbids a card which the seat to move holds, or -1."""
    return int(duties.forbidding(rules, state, card))


@entry(types.int64(RULES_TYPE, STATE_TYPE, WORD_TYPE, WORD_TYPE))
def fitting_row(rules: Rules, state: State, side: int, result: int) -> int:
    """Return the first row of the score that fits a side, or -1."""
    return int(scoring.fitting_row(rules, state, side, result))


@entry(types.int64(RULES_TYPE, STATE_TYPE, WORD_TYPE, WORD_TYPE, WORD_TYPE, WORD_TYPE))
def fitting_in_group(rules: Rules, state: State, group: int, side: int, seat: int, result: int) -> int:
    """Return the first row of a group of the score that fits a side, or, with a seat of 0 or more, that seat; -1 if none does."""
    return int(scoring.fitting_in_group(rules, state, group, side, seat, result))


@entry(types.int64(RULES_TYPE, STATE_TYPE, WORD_TYPE, WORD_TYPE, WORD_TYPE))
def row_gives(rules: Rules, state: State, place: int, side: int, seat: int) -> int:
    """Return what a row of the score that fits gives to a side, or for one of its seats."""
    return int(scoring.row_gives(rules, state, place, side, seat))


@entry(_APPLY_MOVE)
def apply_move(rules: Rules, state: State, cards: Any, kind: int, flags: int, played: Any, trick_complete: Any) -> None:
    """Make a legal move of the seat to move."""
    tricks.apply_move(rules, state, cards, kind, flags, played, trick_complete)


# The functions above come as pointers, so that they are compiled once.
@entry(
    types.int64(
        RULES_TYPE,
        STATE_TYPE,
        types.FunctionType(_LEGAL_MOVES),
        types.FunctionType(_APPLY_MOVE),
        POINTERS["offers"],
        POINTERS["played"],
        POINTERS["trick_complete"],
        MOVES_TYPE,
        STATE_TYPE,
    )
)
def replay_log(
    rules: Rules,
    state: State,
    legal_moves: Any,
    apply_move: Any,
    offers: Any,
    played: Any,
    trick_complete: Any,
    room: Moves,
    recorded: State,
) -> int:
    """Make the moves in the log of another state, with the passes that they imply.

    Returns -1 when the deal comes to its end with them, or the place of the first that can't be made, or their
    number if the deal is not over after them.
    """
    for i in range(recorded.moves):
        made = False
        while not made:
            if state.phase == OVER:
                return i
            count = legal_moves(rules, state, offers, room)
            place = -1
            if state.turn == recorded.move_seat[i]:
                kind = recorded.move_kind[i]
                if kind != ANNOUNCEMENT or state.combination == recorded.move_combination[i]:
                    place = moves.same_move(room, count, recorded.move_cards[i], kind, recorded.move_flags[i])
            made = place >= 0
            if not made:
                place = count - 1
                if room[place].kind != PASSING:
                    return i
            move = room[place]
            apply_move(rules, state, move.cards, np.int64(move.kind), np.int64(move.manner), played, trick_complete)
    while state.phase != OVER:
        count = legal_moves(rules, state, offers, room)
        if room[count - 1].kind != PASSING:
            return int(recorded.moves)
        apply_move(rules, state, room[count - 1].cards, PASSING, 0, played, trick_complete)
    return -1


@entry(types.boolean(RULES_TYPE, WORD_TYPE, MASK_TYPE, MASK_TYPE))
def all_beaten(rules: Rules, trump: int, targets: int, cards: int) -> bool:
    """Say whether each of the targets is beaten by a different one of the cards."""
    return moves.all_beaten(rules, trump, targets, cards)
