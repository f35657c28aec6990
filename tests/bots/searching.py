"""What players who search choose in a position, and the worlds that they think of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from trickbook.bots import bots_named, plugin_bots_of, search_of
from trickbook.bots.buffers import BUFFERS_TYPE, ISMCTS_FIRST, WORLD, Buffers, new_buffers
from trickbook.bots.equity import equity_for
from trickbook.bots.worlds import deal_world, look
from trickbook.compiler import CompiledGame
from trickbook.kernel import engine
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import FACE_DOWN, HOT_BYTES_OF_PLUGINS, STATE, Rules, State, new_moves
from trickbook.kernel.limits import MAX_MOVES
from trickbook.kernel.types import MASK_TYPE, RULES_TYPE, STATE_TYPE


@entry(types.void(RULES_TYPE, STATE_TYPE, BUFFERS_TYPE, MASK_TYPE))
def _think(rules: Rules, state: State, buffers: Buffers, key: Any) -> None:
    look(rules, state, buffers)
    deal_world(rules, buffers, key)


class Searcher:
    """A player who searches, at buffers of its own."""

    def __init__(self, game: CompiledGame, name: str) -> None:
        self.game = game
        self.players = bots_named(name, 1)
        self.buffers = new_buffers(self.players, equity_for(game, self.players))
        is_first = self.players[0].kind == ISMCTS_FIRST
        self.search = plugin_bots_of((), self.players) if is_first else search_of(self.players)
        self.room = new_moves(MAX_MOVES)

    def choice(self, state: State) -> tuple[int, int, int]:
        """Return the move that it makes: cards, kind, flags."""
        rules, hooks, room = self.game.rules, self.game.hooks, self.room
        rules_of_play = (hooks.offers, hooks.played, hooks.trick_complete)
        with np.errstate(over="ignore"):
            count = engine.legal_moves(rules, state, hooks.offers, room)
            chosen = room[self.search(rules, state, *rules_of_play, self.players[0], room, count, self.buffers)]
        return int(chosen.cards), int(chosen.kind), int(chosen.manner)

    def world(self, state: State, key: int) -> State:
        """Return a world that the seat to move can't tell from its own, with its log."""
        with np.errstate(over="ignore"):
            _think(self.game.rules, state, self.buffers, np.uint64(key))
        return self.with_log_of(state)

    def with_log_of(self, state: State) -> State:
        """Return the world that the buffers have dealt, with the log of the state that it is thought from, as it would be there."""
        world: State = np.array([state], STATE).view(np.recarray)[0]
        known = self.buffers.known[0]
        for name, (_, offset, *_) in (STATE.fields or {}).items():
            if offset < HOT_BYTES_OF_PLUGINS:
                world[name] = self.buffers.worlds[WORLD][name]
        world.unlogged = 0
        log = range(int(state.moves))
        hidden = [i for i in log if state.move_flags[i] & FACE_DOWN and state.move_seat[i] != known.seat]
        for place, i in enumerate(hidden):
            world.move_cards[i] = known.hidden_cards[place]
        return world
