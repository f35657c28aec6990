"""The kernel as Python calls it: each function compiled for one signature, and kept on disk.

Importing this module compiles the kernel, or loads what was compiled before.
"""

from __future__ import annotations

from typing import Any

from numba import types

from trickbook.kernel import matches, moves, tricks
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import Moves, Rules, State
from trickbook.kernel.run_time import POINTERS
from trickbook.kernel.types import MASK_TYPE, MOVES_TYPE, RULES_TYPE, STATE_TYPE, WORD_TYPE


@entry(types.void(RULES_TYPE, STATE_TYPE, MASK_TYPE, WORD_TYPE))
def start_match(rules: Rules, state: State, seed: int, match: int) -> None:
    """Begin a match: seat the players and draw the first dealer."""
    state.seed = seed
    matches.start_match(rules, state, match)


@entry(types.void(RULES_TYPE, STATE_TYPE))
def start_deal(rules: Rules, state: State) -> None:
    """Shuffle, cut and deal, and go to the first decision."""
    matches.start_deal(rules, state)


@entry(types.void(RULES_TYPE, STATE_TYPE))
def start_deal_from_pack(rules: Rules, state: State) -> None:
    """Deal the pack that the state holds, and go to the first decision."""
    matches.start_deal_from_pack(rules, state)


@entry(types.void(RULES_TYPE, STATE_TYPE))
def ask_for_combinations(rules: Rules, state: State) -> None:
    """Let the leader be due to lead, and find who is to move."""
    tricks.ask_for_combinations(rules, state)


@entry(types.void(RULES_TYPE, STATE_TYPE))
def next_deal(rules: Rules, state: State) -> None:
    """Go on to the next deal of the match, up to the dealing of the cards."""
    matches.next_deal(rules, state)


@entry(types.int64(RULES_TYPE, STATE_TYPE, POINTERS["offers"], MOVES_TYPE))
def legal_moves(rules: Rules, state: State, offers: Any, room: Moves) -> int:
    """Write the legal moves of the seat to move, and return how many there are."""
    return moves.legal_moves(rules, state, offers, room)


@entry(types.void(RULES_TYPE, STATE_TYPE, MASK_TYPE, WORD_TYPE, WORD_TYPE, POINTERS["played"], POINTERS["trick_complete"]))
def apply_move(rules: Rules, state: State, cards: int, kind: int, flags: int, played: Any, trick_complete: Any) -> None:
    """Make a legal move of the seat to move."""
    tricks.apply_move(rules, state, cards, kind, flags, played, trick_complete)


@entry(types.boolean(RULES_TYPE, WORD_TYPE, MASK_TYPE, MASK_TYPE))
def all_beaten(rules: Rules, trump: int, targets: int, cards: int) -> bool:
    """Say whether each of the targets is beaten by a different one of the cards."""
    return moves.all_beaten(rules, trump, targets, cards)
