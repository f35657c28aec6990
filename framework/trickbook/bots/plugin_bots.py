"""Players that plugins add: they are handed copies of the rules, and of the state less all that their seat may not see."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import types

from trickbook.bots import BOTS
from trickbook.bots.buffers import BLANK, BUFFERS_TYPE, SEARCH, Buffers
from trickbook.bots.chance import draw_lot
from trickbook.bots.knowledge import points_of
from trickbook.bots.worlds import look
from trickbook.kernel.jit import JIT, entry
from trickbook.kernel.layout import FACE_DOWN, NO_SUCH_MOVE, Moves, Rules, State
from trickbook.kernel.run_time import compile_hook
from trickbook.kernel.types import MOVES_TYPE, RULES_TYPE, STATE_TYPE

if TYPE_CHECKING:
    from trickbook.hooks import Bot


@entry(types.void(RULES_TYPE, STATE_TYPE, BUFFERS_TYPE))
def hide(rules: Rules, state: State, buffers: Buffers) -> None:
    """Write what the seat to move sees into the buffers' blank world, and nothing else.

    Blank are: other hands, the stock, the order of the pack, the seed; what others have played face down, its card points
    too; and what counts legal moves, or the decisions of others, since both depend on their hands. The cards are still
    counted: by the legal moves of the seat itself, `lead_size`, the log, `stock_left`.
    """
    look(rules, state, buffers)
    view = buffers.worlds[BLANK]
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


@entry(types.uint64(RULES_TYPE, STATE_TYPE, MOVES_TYPE, types.int64, BUFFERS_TYPE))
def prepare(rules: Rules, state: State, moves: Moves, count: int, buffers: Buffers) -> Any:
    """Lay out for a plugin bot what it may see and what it may do; return the random bits of its decision."""
    drawn = draw_lot(state)
    hide(rules, state, buffers)
    buffers.rules[0] = rules
    for i in range(count):
        buffers.moves[i] = moves[i]
    return drawn


@cache
def ask_plugin_bots(plugin_bots: tuple[Bot, ...], asked: Callable[..., int]) -> Callable[..., int]:
    """Return a function of signature `SEARCH` that asks plugin bots for their moves, and all others through another such function.

    Raises `trickbook.kernel.run_time.HookError` for a plugin bot that can't be compiled. One that names a move that there is not
    ends the deal with the fault `NO_SUCH_MOVE`.
    """
    for number, plugin_bot in enumerate(plugin_bots):
        asked = _ask_plugin_bot(asked, len(BOTS) + number, compile_hook("choose", plugin_bot.choose, plugin_bot.plugin))
    return asked


def _ask_plugin_bot(others: Callable[..., int], kind: int, choose: Callable[..., int]) -> Callable[..., int]:
    def move_of(
        rules: Rules,
        state: State,
        offers: Any,
        played: Any,
        trick_complete: Any,
        player: Any,
        moves: Moves,
        count: int,
        buffers: Buffers,
    ) -> int:
        if player.kind != kind:
            return others(rules, state, offers, played, trick_complete, player, moves, count, buffers)
        drawn = prepare(rules, state, moves, count, buffers)
        chosen = choose(buffers.rules[0], buffers.worlds[BLANK], buffers.moves, count, drawn)
        if 0 <= chosen < count:
            return chosen
        state.fault = NO_SUCH_MOVE
        return 0

    if not JIT:
        return move_of
    # Not kept on disk: it refers to functions of this process.
    compiled: Callable[..., int] = numba.njit(SEARCH, nogil=True)(move_of)
    return compiled
