"""Solving a world: what each move comes to with open cards, if both sides play as well as can be (alpha-beta).

Knuth, Moore: An Analysis of Alpha-Beta Pruning, Artificial Intelligence 6 (1975). A deal is worth what `values.worth` says;
how tricks or card points are shared out beside that does not count.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.bots.slate import DRAWS, MAX_LEVELS, SOLVE, SOLVED, TOO_LONG, Slate
from trickbook.bots.values import worth
from trickbook.kernel import moves, tricks
from trickbook.kernel.copying import copy_hot
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import NO_FAULT, OVER, Rules
from trickbook.kernel.limits import MAX_MOVES


@entry(SOLVE)
def solve(
    rules: Rules,
    offers: Any,
    played: Any,
    trick_complete: Any,
    slate: Slate,
    equity: Any,
    depth: int,
    low: int,
    least: float,
    most: float,
) -> float:
    """Return what the state at a level of the slate is worth to the side that looks: exactly, if between `least` and `most`.

    Its moves are listed from the place `low` on. At the root each move is solved by itself, and what it comes to
    is written into `book.value`. `book.failed` says that more moves were made than may be, or that cards are drawn
    before the deal ends: what they are can't be known.
    """
    book = slate.book[0]
    state = slate.states[depth]
    if state.phase == OVER:
        return worth(rules, state, equity, book.side)
    count = moves.legal_moves(rules, state, offers, slate.moves[low:])
    if count == 0 or depth + 1 == MAX_LEVELS or low + count > MAX_MOVES or book.nodes + count > book.limit:
        book.failed = TOO_LONG
        return 0.0
    if depth > 0 and count > 1 and state.turn == book.seat:
        book.later = 1
    is_ours = state.side_of[state.turn] == book.side
    child = slate.states[depth + 1]
    best = -np.inf if is_ours else np.inf
    for i in range(count):
        copy_hot(rules, child, state)
        move = slate.moves[low + i]
        tricks.apply_move(rules, child, move.cards, np.int64(move.kind), np.int64(move.manner), played, trick_complete)
        book.nodes += 1
        if child.fault != NO_FAULT or (child.phase != OVER and child.stock_left < state.stock_left):
            book.failed = DRAWS
        if book.failed != SOLVED:
            return 0.0
        value = solve(rules, offers, played, trick_complete, slate, equity, depth + 1, low + count, least, most)
        if depth == 0:
            book.value[i] = value
        elif is_ours:
            best = max(best, value)
            least = max(least, best)
        else:
            best = min(best, value)
            most = min(most, best)
        if least >= most:
            break
    return best
