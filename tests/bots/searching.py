"""What players who search choose in a position, and the worlds that they think of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from trickbook.bots import bots_named, guests_of, search_of
from trickbook.bots.desk import DESK_TYPE, ISMCTS_FIRST, WORLD, Desk, new_desk
from trickbook.bots.equity import equity_for
from trickbook.bots.worlds import deal_world, look
from trickbook.compiler import CompiledGame
from trickbook.kernel import engine
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import Rules, State, new_moves
from trickbook.kernel.limits import MAX_MOVES
from trickbook.kernel.types import MASK_TYPE, RULES_TYPE, STATE_TYPE


@entry(types.void(RULES_TYPE, STATE_TYPE, DESK_TYPE, MASK_TYPE))
def _think(rules: Rules, state: State, desk: Desk, key: Any) -> None:
    look(rules, state, desk)
    deal_world(rules, desk, key)


class Searcher:
    """A player who searches, at a desk of its own."""

    def __init__(self, game: CompiledGame, name: str) -> None:
        self.game = game
        self.players = bots_named(name, 1)
        self.desk = new_desk(self.players, equity_for(game, self.players))
        is_first = self.players[0].kind == ISMCTS_FIRST
        self.search = guests_of((), self.players) if is_first else search_of(self.players)
        self.room = new_moves(MAX_MOVES)

    def choice(self, state: State) -> tuple[int, int, int]:
        """Return the move that it makes: cards, kind, flags."""
        rules, hooks, room = self.game.rules, self.game.hooks, self.room
        rules_of_play = (hooks.offers, hooks.played, hooks.trick_complete)
        with np.errstate(over="ignore"):
            count = engine.legal_moves(rules, state, hooks.offers, room)
            chosen = room[self.search(rules, state, *rules_of_play, self.players[0], room, count, self.desk)]
        return int(chosen.cards), int(chosen.kind), int(chosen.manner)

    def world(self, state: State, key: int) -> State:
        """Return a world that the seat to move can't tell from its own. The next one takes its place."""
        with np.errstate(over="ignore"):
            _think(self.game.rules, state, self.desk, np.uint64(key))
        return self.desk.worlds[WORLD]
