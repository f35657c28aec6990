"""What players do in proved endings."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

import trickbook
from tests.bots.searching import Searcher
from tests.endings.positions import GAMES, endings
from tests.endings.proof import Key, legal_moves
from trickbook.bots.desk import DESK_TYPE, NO_EQUITY, Desk, new_desk
from trickbook.bots.endings import solve_ending
from trickbook.compiler import CompiledGame
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import Rules, State
from trickbook.kernel.run_time import POINTERS
from trickbook.kernel.types import RULES_TYPE, STATE_TYPE


@entry(
    types.int64(
        RULES_TYPE,
        STATE_TYPE,
        POINTERS["offers"],
        POINTERS["played"],
        POINTERS["trick_complete"],
        DESK_TYPE,
        types.int64,
    )
)
def _solve(rules: Rules, state: State, offers: Any, played: Any, trick_complete: Any, desk: Desk, budget: int) -> int:
    return solve_ending(rules, state, offers, played, trick_complete, desk, budget)


class Solver(Searcher):
    """Solves endings as players do, with all the time it wants; every point counts the same."""

    def __init__(self, game: CompiledGame) -> None:
        super().__init__(game, "ismcts:5000")
        self.desk = new_desk(self.players, NO_EQUITY)

    def values(self, state: State) -> dict[Key, float]:
        """Return the value of each move, or nothing if the ending can't be solved."""
        hooks = self.game.hooks
        with np.errstate(over="ignore"):
            self.number = _solve(
                self.game.rules, state, hooks.offers, hooks.played, hooks.trick_complete, self.desk, 5000
            )
        book = self.desk.slate.book[0]
        found = {}
        for i in range(book.groups if self.number else 0):
            move = self.desk.slate.choices[book.first[i]]
            found[int(move.cards), int(move.kind), int(move.manner)] = float(book.total[i])
        return found

    def worlds(self, state: State) -> dict[Any, float]:
        """Return hands, card points and cards on the table of each world, with its share; nothing if the ending can't be solved."""
        self.values(state)
        shares: dict[Any, float] = {}
        weights = self.desk.slate.weight[: self.number]
        for world, weight in zip(self.desk.slate.states, weights / weights.sum(), strict=False):
            key = tuple(tuple(map(int, world[field])) for field in ("hands", "card_points", "trick_cards"))
            shares[key] = shares.get(key, 0.0) + float(weight)
        return shares


def accuracy(name: str, player: str) -> dict[bool, tuple[int, int]]:
    """Return how many proved endings of a game a player plays right, and of how many: those with open cards (`True`), and the others.

    `name` is a key of `tests.endings.positions.GAMES`; `player` is named as for `--bots`. The player counts every point the same.
    """
    game = trickbook.load(GAMES[name])
    searcher = Searcher(game, player)
    searcher.desk = new_desk(searcher.players, NO_EQUITY)
    right = {True: (0, 0), False: (0, 0)}
    for ending in endings(name):
        state = ending.state(game)
        before = legal_moves(game, state)
        good, of = right[ending.is_open]
        is_right = ending.is_right(before.index(searcher.choice(state)))
        right[ending.is_open] = (good + is_right, of + 1)
    return right
