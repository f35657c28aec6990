"""Players that plugins add: they are handed copies of the rules, and of the state less all that their seat may not see."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import types

from trickbook.bots import BOTS
from trickbook.bots.chance import draw_lot
from trickbook.bots.desk import BLANK, DESK_TYPE, SEARCH, Desk
from trickbook.bots.knowledge import points_of
from trickbook.bots.worlds import look
from trickbook.kernel.jit import JIT, entry
from trickbook.kernel.layout import FACE_DOWN, NO_SUCH_MOVE, Moves, Rules, State
from trickbook.kernel.run_time import compile_hook
from trickbook.kernel.types import MOVES_TYPE, RULES_TYPE, STATE_TYPE

if TYPE_CHECKING:
    from trickbook.hooks import Bot


@entry(types.void(RULES_TYPE, STATE_TYPE, DESK_TYPE))
def hide(rules: Rules, state: State, desk: Desk) -> None:
    """Write what the seat to move sees into the desk's blank world, and nothing else.

    Blank are: other hands, the stock, the order of the pack, the seed; what others have played face down, its card points
    too; and what counts legal moves, or the
    decisions of others, since both depend on their hands. The cards are still counted: by the legal moves of
    the seat itself, `lead_size`, the log, `stock_left`.
    """
    look(rules, state, desk)
    view = desk.worlds[BLANK]
    view.unlogged = 0
    view.choices = 0
    view.options = 0
    for seat in range(view.seats):
        if seat != view.turn:
            view.decisions[seat] = 0  # only holders of a combination are asked for it, and to pass is a decision
    for place in range(len(view.pack)):
        view.pack[place] = 0
    for place in range(len(view.left)):
        view.left[place] = 0
        view.swap_with[place] = 0
    for place in range(len(view.stands_at)):
        view.stands_at[place] = 0
        view.in_order[place] = 0
    view.in_trick &= view.face_up | view.hidden[view.turn]
    for i in range(view.first_play, view.first_play + view.tricks * view.seats):
        if view.move_flags[i] & FACE_DOWN and view.move_seat[i] != view.turn:
            trick = (i - view.first_play) // view.seats
            view.trick_points[trick] -= np.int32(points_of(rules, state.move_cards[i]))


@entry(types.uint64(RULES_TYPE, STATE_TYPE, MOVES_TYPE, types.int64, DESK_TYPE))
def prepare(rules: Rules, state: State, moves: Moves, count: int, desk: Desk) -> Any:
    """Lay out for a guest what it may see and what it may do; return the random bits of its decision."""
    drawn = draw_lot(state)
    hide(rules, state, desk)
    desk.rules[0] = rules
    for i in range(count):
        desk.moves[i] = moves[i]
    return drawn


@cache
def ask_guests(guests: tuple[Bot, ...], asked: Callable[..., int]) -> Callable[..., int]:
    """Return a function of signature `SEARCH` that asks guests for their moves, and all others through another such function.

    Raises `trickbook.kernel.run_time.HookError` for a guest that can't be compiled. A guest that names a move that there is not
    ends the deal with the fault `NO_SUCH_MOVE`.
    """
    for number, guest in enumerate(guests):
        asked = _ask_guest(asked, len(BOTS) + number, compile_hook("choose", guest.choose, guest.plugin))
    return asked


def _ask_guest(others: Callable[..., int], kind: int, choose: Callable[..., int]) -> Callable[..., int]:
    def move_of(
        rules: Rules,
        state: State,
        offers: Any,
        played: Any,
        trick_complete: Any,
        player: Any,
        moves: Moves,
        count: int,
        desk: Desk,
    ) -> int:
        if player.kind != kind:
            return others(rules, state, offers, played, trick_complete, player, moves, count, desk)
        drawn = prepare(rules, state, moves, count, desk)
        chosen = choose(desk.rules[0], desk.worlds[BLANK], desk.moves, count, drawn)
        if 0 <= chosen < count:
            return chosen
        state.fault = NO_SUCH_MOVE
        return 0

    if not JIT:
        return move_of
    # Not kept on disk: it refers to functions of this process.
    compiled: Callable[..., int] = numba.njit(SEARCH, nogil=True)(move_of)
    return compiled
