"""Endings: where the worlds left can be counted and the rest is short, the best moves are worked out.

The model is that of best defence (Frank and Basin: Search in games with incomplete information, Artificial Intelligence 100,
1998). The seat at the root knows what it can see, and plays alike in worlds that it can't tell apart; all others see all cards. Those on its
side help it, all others, of whatever side, play against it. So what is found for a move is what it brings on average
over all worlds, however well the others play. With one world left that is alpha-beta with open cards: the exact value for two sides,
and for more what no alliance of theirs can take away.

A line goes on through all worlds in which it is possible, together, as far as the seat sees the same. `solve` gives
each of these worlds what it comes to. A move of
another is chosen in each world by itself; one of the seat is the same in all, the best on average. That choice is made at once
(vector minimaxing), so that the plan is one that can be played, but of those over several moves it need not be the best: a plan that is worse
here may do better together with another there. With one decision left, or one world, it is the best.

Nothing is solved where a card would be drawn, since what it is can't be seen; where others may be asked for a combination in some worlds only,
and pass; or where it takes more moves than `NODES_A_WORLD` for each world that the player may search.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from trickbook.bots.counting import can_be_counted, lay_worlds, prepare_places
from trickbook.bots.desk import Desk
from trickbook.bots.slate import MAX_CHOICES, MAX_STATES, MAX_WORLDS, SLATE_TYPE, Slate
from trickbook.bots.values import worth
from trickbook.bots.worlds import look
from trickbook.kernel import moves, tricks
from trickbook.kernel.bits import size
from trickbook.kernel.jit import helper, recursive
from trickbook.kernel.layout import (
    ANNOUNCE,
    CLAIM,
    FACE_DOWN,
    FACE_UP_ONLY,
    NO_FAULT,
    OVER,
    PASSING,
    Moves,
    Rules,
    State,
)
from trickbook.kernel.run_time import POINTERS
from trickbook.kernel.types import MOVES_TYPE, RULES_TYPE

NODES_A_WORLD = 12
"""How many moves may be made to solve an ending, for each world that the player may search: it takes about as long."""
TOO_LONG = 16.0
"""An ending is not begun if there are so many times more lines of play than moves that may be made."""
SAME = 1e-9
"""Moves whose values differ by no more are equally good."""
_EQUITY_TYPE = types.Array(types.float64, 4, "C")


@helper
def group_of(slate: Slate, move: Any, state: State, is_own: bool, firsts: int, groups: int) -> int:
    """Return the number of the moves that look like this one to the seat; as many as there are for a new one."""
    for number in range(groups):
        place = slate.firsts[firsts + number]
        other = slate.choices[place]
        if other.kind != move.kind or other.manner != move.manner:
            continue
        if slate.states[slate.choice_of[place]].turn != state.turn:
            continue
        is_hidden = not is_own and move.manner & FACE_DOWN
        if other.cards == move.cards or (is_hidden and size(other.cards) == size(move.cards)):
            return number
    return groups


@helper
def list_choices(
    rules: Rules, offers: Any, slate: Slate, equity: Any, room: Moves, first: int, many: int, low: int, firsts: int
) -> tuple[int, int]:
    """List the moves in each of some states, in groups of those that look alike; return where the list ends, and the groups.

    States in which the deal is over are given what they are worth. Who holds a right claim makes it, and nobody makes a
    wrong one: the pot is all
    there is to win, and can't be more than is lost by a wrong claim.
    """
    book = slate.book[0]
    top = low
    groups = 0
    asked = 0
    for i in range(first, first + many):
        state = slate.states[i]
        if state.phase == OVER:
            slate.worth[i] = worth(rules, state, equity, book.side)
            continue
        is_own = state.turn == book.seat
        asked |= 1 if is_own else 2
        count = moves.legal_moves(rules, state, offers, room)
        start = 0
        if state.phase == CLAIM and rules.stake > 0 and rules.claim_wrong_multiplies > 1:
            is_right = state.card_points[state.side_of[state.turn]] >= rules.claim_points
            if not is_own or many == 1 or rules.face_down == FACE_UP_ONLY:
                start = 0 if is_right else 1
                count = start + 1
        if count == 0 or top + count > MAX_CHOICES:
            book.failed = 1
            return top, groups
        for j in range(start, count):
            move = room[j]
            if move.kind == PASSING and state.phase == ANNOUNCE and not is_own and many > 1:
                book.failed = 1
            slate.choices[top] = move
            slate.choice_of[top] = i
            group = group_of(slate, move, state, is_own, firsts, groups)
            if group == groups:
                slate.firsts[firsts + groups] = top
                groups += 1
            slate.group[top] = group
            top += 1
    if asked == 3:
        book.failed = 1
    return top, groups


@helper
def make_group(
    rules: Rules, played: Any, trick_complete: Any, slate: Slate, first: int, low: int, top: int, group: int
) -> int:
    """Make the moves of a group, each in its state; return how many states come of it, from `first` on."""
    book = slate.book[0]
    made = 0
    for place in range(low, top):
        if slate.group[place] != group:
            continue
        if first + made >= MAX_STATES or book.nodes >= book.limit:
            book.failed = 1
            return made
        parent = slate.choice_of[place]
        slate.states[first + made] = slate.states[parent]
        slate.parent[first + made] = parent
        slate.weight[first + made] = slate.weight[parent]
        state = slate.states[first + made]
        move = slate.choices[place]
        tricks.apply_move(rules, state, move.cards, np.int64(move.kind), np.int64(move.manner), played, trick_complete)
        if state.fault != NO_FAULT or (state.phase != OVER and state.stock_left < book.stock):
            book.failed = 1
        book.nodes += 1
        made += 1
    return made


@helper
def helps(slate: Slate, state: State) -> bool:
    """Say whether the seat to move is on the side that looks."""
    return bool(state.side_of[state.turn] == slate.book[0].side)


@recursive(
    types.void(
        RULES_TYPE,
        POINTERS["offers"],
        POINTERS["played"],
        POINTERS["trick_complete"],
        SLATE_TYPE,
        _EQUITY_TYPE,
        MOVES_TYPE,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.float64,
        types.float64,
    )
)
def solve(
    rules: Rules,
    offers: Any,
    played: Any,
    trick_complete: Any,
    slate: Slate,
    equity: Any,
    room: Moves,
    first: int,
    many: int,
    low: int,
    firsts: int,
    least: float,
    most: float,
) -> None:
    """Find what each of some states that look alike comes to, and write it into `slate.worth`.

    The states are `many` from `first` on; `low` and `firsts` say where there is room for choices and groups. `least`
    and `most` are the window of
    alpha-beta, for a single state. The state at place 0 is the root: there, what each group of moves brings is written into the book, too.
    """
    book = slate.book[0]
    top, groups = list_choices(rules, offers, slate, equity, room, first, many, low, firsts)
    if book.failed or groups == 0:
        return
    is_own = slate.states[slate.choice_of[low]].turn == book.seat
    best = -np.inf
    if not is_own:
        for place in range(low, top):
            i = slate.choice_of[place]
            slate.worth[i] = -np.inf if helps(slate, slate.states[i]) else np.inf
    above = first + many
    for group in range(groups):
        made = make_group(rules, played, trick_complete, slate, above, low, top, group)
        if book.failed:
            return
        lower = -np.inf
        upper = np.inf
        if made == 1:
            parent = slate.parent[above]
            if many == 1:
                lower = least
                upper = most
            elif not is_own and helps(slate, slate.states[parent]):
                lower = slate.worth[parent]
            elif not is_own:
                upper = slate.worth[parent]
        solve(
            rules, offers, played, trick_complete, slate, equity, room, above, made, top, firsts + groups, lower, upper
        )
        if book.failed:
            return
        if is_own:
            total = 0.0
            for i in range(above, above + made):
                total += slate.weight[i] * slate.worth[i]
            if first == 0:
                book.total[group] = total
                book.first[group] = slate.firsts[firsts + group]
                book.groups = group + 1
            if total > best:
                best = total
                for i in range(above, above + made):
                    slate.worth[slate.parent[i]] = slate.worth[i]
        else:
            for i in range(above, above + made):
                parent = slate.parent[i]
                if helps(slate, slate.states[parent]):
                    slate.worth[parent] = max(slate.worth[parent], slate.worth[i])
                else:
                    slate.worth[parent] = min(slate.worth[parent], slate.worth[i])
        if many == 1 and first > 0:
            if helps(slate, slate.states[first]):
                least = max(least, slate.worth[first])
            else:
                most = min(most, slate.worth[first])
            if least >= most:
                return


@helper
def is_too_long(state: State, desk: Desk, worlds: float) -> bool:
    """Say whether there are far more lines of play than moves that may be made."""
    lines = worlds
    for seat in range(state.seats):
        for i in range(2, desk.known[0].hand_size[seat] + 1):
            lines *= i
    return bool(state.stock_left == 0 and lines > TOO_LONG * desk.slate.book[0].limit)


@helper
def lay_and_solve(
    rules: Rules, state: State, offers: Any, played: Any, trick_complete: Any, desk: Desk, most: int
) -> int:
    """Lay out worlds, up to so many, and solve them together; return how many, or 0 if that can't be done."""
    book = desk.slate.book[0]
    prepare_places(rules, state, desk)
    laid = lay_worlds(rules, desk, most)
    book.failed = 0
    book.groups = 0
    if laid > 0:
        solve(
            rules, offers, played, trick_complete, desk.slate, desk.equity, desk.moves, 0, laid, 0, 0, -np.inf, np.inf
        )
    return 0 if book.failed else laid


@helper
def solve_ending(
    rules: Rules, state: State, offers: Any, played: Any, trick_complete: Any, desk: Desk, budget: int
) -> int:
    """Solve the ending from a state, if that can be done; return over how many worlds, or 0.

    `book.total` then has the mean of what each of `book.groups` moves brings; the place of each among the choices is in `book.first`.
    """
    slate = desk.slate
    book = slate.book[0]
    if state.contest:
        return 0
    look(rules, state, desk)
    worlds = prepare_places(rules, state, desk)
    book.limit = NODES_A_WORLD * budget
    book.nodes = 0
    if not can_be_counted(desk, worlds) or is_too_long(state, desk, worlds):
        return 0
    book.seat = state.turn
    book.side = state.side_of[state.turn]
    book.stock = state.stock_left
    # With a stock the rest is seldom short enough: one world shows it.
    if state.stock_left > 0 and lay_and_solve(rules, state, offers, played, trick_complete, desk, 1) == 0:
        return 0
    laid = lay_and_solve(rules, state, offers, played, trick_complete, desk, MAX_WORLDS)
    weights = 0.0
    for i in range(laid):
        weights += slate.weight[i]
    for group in range(book.groups):
        book.total[group] /= weights
    return laid


@helper
def keep_best(
    rules: Rules,
    state: State,
    offers: Any,
    played: Any,
    trick_complete: Any,
    player: Any,
    room: Moves,
    count: int,
    desk: Desk,
) -> int:
    """Leave the best of the legal moves in the list, if the ending can be solved; return how many are left, all of them if not."""
    if solve_ending(rules, state, offers, played, trick_complete, desk, player.budget) == 0:
        return count
    book = desk.slate.book[0]
    best = -np.inf
    for group in range(book.groups):
        best = max(best, book.total[group])
    kept = 0
    for group in range(book.groups):
        if book.total[group] >= best - SAME:
            room[kept] = desk.slate.choices[book.first[group]]
            kept += 1
    return kept
