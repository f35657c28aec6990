"""Our games, a whole deal in one call, told in the words of the second writing of their rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import types

import trickbook
from tests.referee.following.deal import Move
from tests.referee.following.walking import Walk
from trickbook.game.table import Table
from trickbook.kernel import engine
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import GIVING, NAMING, OVER, Moves, Rules, State, new_moves
from trickbook.kernel.limits import MAX_MOVES
from trickbook.kernel.run_time import POINTERS
from trickbook.kernel.types import MASK_TYPE, MOVES_TYPE, RULES_TYPE, STATE_TYPE, WORD_TYPE

_LIST = types.Array(WORD_TYPE, 1, "C")
_MASKS = types.Array(MASK_TYPE, 1, "C")
_LEGAL_MOVES = types.FunctionType(types.int64(RULES_TYPE, STATE_TYPE, POINTERS["offers"], MOVES_TYPE))
_APPLY_MOVE = types.FunctionType(
    types.void(RULES_TYPE, STATE_TYPE, MASK_TYPE, WORD_TYPE, WORD_TYPE, POINTERS["played"], POINTERS["trick_complete"])
)


@entry(
    types.int64(
        RULES_TYPE,
        STATE_TYPE,
        _LEGAL_MOVES,
        _APPLY_MOVE,
        POINTERS["offers"],
        POINTERS["played"],
        POINTERS["trick_complete"],
        MOVES_TYPE,
        _MASKS,
        _LIST,
        _LIST,
        _LIST,
        _MASKS,
    )
)
def walk(
    rules: Rules,
    state: State,
    legal_moves: Any,
    apply_move: Any,
    offers: Any,
    played: Any,
    trick_complete: Any,
    room: Moves,
    cards: Any,
    numbers: Any,
    turns: Any,
    kinds: Any,
    allowed: Any,
) -> int:
    """Make moves (`cards`, or where there are none `numbers`), and tell what might have been done each time.

    Writes, for each decision, whose `turns` it was, of what `kinds` the moves were, and as a set the cards, or the
    numbers, that were `allowed`. Returns how many decisions there were: one more than moves made if one is not allowed.
    """
    for i in range(len(cards)):
        if state.phase == OVER:
            return i
        count = legal_moves(rules, state, offers, room)
        turns[i] = state.turn
        kinds[i] = room[0].kind
        allowed[i] = 0
        for place in range(count):
            if kinds[i] == NAMING:
                allowed[i] |= np.uint64(1) << np.uint64(room[place].manner)
            else:
                allowed[i] |= room[place].cards
        move = cards[i] if kinds[i] != NAMING else np.uint64(1) << np.uint64(numbers[i])
        if allowed[i] & move == 0:
            return i + 1
        apply_move(rules, state, cards[i], kinds[i], numbers[i], played, trick_complete)
    return len(cards)


@cache
def _table(game: str) -> Table:
    """A table of a game, compiled once in a run of the tests."""
    return Table(trickbook.load(game))


def walk_at_table(game: str, pack: Sequence[str], dealer: int, moves: Sequence[Move], number: int = 0) -> Walk:
    """Deal a pack, by name in dealing order, as the deal of that number of a match that stands at nothing, and make moves."""
    table = _table(game)
    rules, hooks, names = table.game.rules, table.game.hooks, table.game.pack.names(-1)
    place = {name: i for i, name in enumerate(names)}
    state = table.state.copy()
    state.dealer = dealer
    state.deal = state.cycle = number
    state.pack[: len(pack)] = [place[card] for card in pack]
    engine.start_deal_from_pack(rules, state)
    size = len(moves)
    cards = np.array([1 << place[what] if isinstance(what, str) else 0 for _, what in moves], np.uint64)
    numbers = np.array([what if isinstance(what, int) else 0 for _, what in moves], np.int64)
    turns, kinds, allowed = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.uint64)
    seen = int(
        walk(
            rules,
            state,
            engine.legal_moves,
            engine.apply_move,
            hooks.offers,
            hooks.played,
            hooks.trick_complete,
            new_moves(MAX_MOVES),
            cards,
            numbers,
            turns,
            kinds,
            allowed,
        )
    )
    decisions = []
    for turn, kind, mask in zip(turns[:seen].tolist(), kinds[:seen].tolist(), allowed[:seen].tolist(), strict=True):
        word = {NAMING: "name", GIVING: "give"}.get(kind, "play")
        bits = [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
        decisions.append((turn, {(word, bit if word == "name" else names[bit]) for bit in bits}))
    over = bool(state.phase == OVER)
    gains = [int(state.deal_score[state.side_of[seat]]) for seat in range(int(state.seats))] if over else []
    return Walk(decisions, over, gains)
