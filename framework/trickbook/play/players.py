"""The machine's players at a table that people sit at too: asked for one move, and for what they expect of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from trickbook.bots import BotError, bots_named, search_of
from trickbook.bots.buffers import ISMCTS_FIRST, MONTECARLO, new_buffers
from trickbook.bots.choosing import no_search
from trickbook.bots.equity import equity_for
from trickbook.bots.playing import play_out
from trickbook.compiler import CompiledGame
from trickbook.errors import check_fault, playing
from trickbook.game.table import Move, Table
from trickbook.kernel import engine
from trickbook.kernel.layout import STATE, Moves, State, new_moves
from trickbook.kernel.limits import MAX_MOVES, MAX_SEATS
from trickbook.simulation.batches import LineUp


def copy_of(state: State) -> State:
    """Return a copy of a state, which shares nothing with it."""
    copies = np.zeros(1, STATE).view(np.recarray)
    copies[0] = state
    return copies[0]


class Players:
    """The players of a line-up, each asked for one move at a time; they choose as they do in `trickbook simulate`."""

    def __init__(self, game: CompiledGame, line_up: LineUp) -> None:
        self._game = game
        self._line_up = line_up
        self._room = new_moves(MAX_MOVES)
        self._search = search_of(line_up.players)
        self._plugin_bots = line_up.plugin_bots(game)
        self._buffers = new_buffers(line_up.players, equity_for(game, line_up.players))

    def choose(self, table: Table) -> int:
        """Return the place, among the legal moves, of the move that the player whose turn it is makes.

        Raises `trickbook.plugins.PluginError` for a plugin's player that chooses what there is not.
        """
        game, state = self._game, copy_of(table.state)
        with playing(game, self._line_up.names):
            count = int(engine.legal_moves(game.rules, state, game.hooks.offers, self._room))
            if count == 1:
                return 0
            player = self._line_up.players[int(state.players[state.turn])]
            if player.kind < MONTECARLO:
                return self._at_once(state, count, int(player.kind))
            asked = self._search if player.kind < ISMCTS_FIRST else self._plugin_bots
            before = self._room[:count].copy()
            chosen = int(_asked(asked, game, state, player, self._room, count, self._buffers))
            check_fault(game, int(state.fault), self._line_up.names)
            return _place_of(self._room[chosen], before)

    def _at_once(self, state: State, count: int, kind: int) -> int:
        """Return the move of a player who does not search: play the copied deal out by it, and see what it did first."""
        game, hooks, first = self._game, self._game.hooks, int(state.moves)
        turn, combination = int(state.turn), int(state.combination)
        legal = self._room[:count].copy()
        everywhere = np.full(MAX_SEATS, kind, np.int64)
        play_out(
            game.rules, state, hooks.offers, hooks.played, hooks.trick_complete, no_search, no_search,
            self._line_up.players, everywhere, self._buffers, self._room,
        )  # fmt: skip
        if first < int(state.moves) and int(state.move_seat[first]) == turn:
            made = (int(state.move_cards[first]), int(state.move_kind[first]), int(state.move_flags[first]))
            for place, move in enumerate(legal):
                same_combination = not made[1] or int(state.move_combination[first]) == combination
                if (int(move.cards), int(move.kind), int(move.manner)) == made and same_combination:
                    return place
        return count - 1  # to pass is the last of the legal moves, and no log has it


def _asked(asked: Any, game: CompiledGame, state: State, player: Any, room: Moves, count: int, buffers: Any) -> int:
    hooks = game.hooks
    return int(asked(game.rules, state, hooks.offers, hooks.played, hooks.trick_complete, player, room, count, buffers))


def _place_of(move: Any, among: Moves) -> int:
    wanted = (int(move.cards), int(move.kind), int(move.manner))
    return next(i for i, one in enumerate(among) if (int(one.cards), int(one.kind), int(one.manner)) == wanted)


@dataclass(frozen=True)
class Expected:
    """What a move is expected to bring."""

    move: Move
    value: float | None
    """On average, in the unit of `Advice.unit`; None for a move that was not tried."""
    tries: int
    """In how many worlds it was made."""


@dataclass(frozen=True)
class Advice:
    """What a player that searches would do, and what it expects of each move."""

    player: str
    """Its name, such as `ismcts:500`."""
    move: Move
    """What it would play."""
    expected: tuple[Expected, ...]
    """All legal moves: what it would play first, then what it has tried most, and of these the best on average."""
    unit: str
    """`match`: the chance of winning the match, from 0 to 1; `double`: the same where a match may count double, beyond these too;
    `points`: points of this deal ahead of the others' mean; `fewer`: the same, where least wins; `chips`."""
    solved: bool
    """Whether the rest of the deal was worked out to its end with open cards, and not searched."""


def check_adviser(name: str) -> None:
    """Raise `BotError` for any other player than `ismcts:N`."""
    bots_named(name, 1)
    if name.partition(":")[0] != "ismcts":
        raise BotError(f"{name} can't be asked for advice; expected ismcts:N, such as ismcts:500")


class Adviser:
    """A player of the kind `ismcts` that is asked for advice."""

    def __init__(self, game: CompiledGame, name: str) -> None:
        """Take its name; raises `trickbook.bots.BotError` for any other player than `ismcts:N`."""
        check_adviser(name)
        self.name = name
        """Its name."""
        self._game = game
        self._players: Any = bots_named(name, 1)
        self._equity = equity_for(game, self._players)
        self._buffers = new_buffers(self._players, self._equity)
        self._search = search_of(self._players)

    def advise(self, table: Table) -> Advice:
        """Return what it would do in place of the seat to move, knowing what that seat may know."""
        game, state, room, legal = self._game, copy_of(table.state), new_moves(MAX_MOVES), table.legal_moves()
        if len(legal) == 1:
            return Advice(self.name, legal[0], (Expected(legal[0], None, 0),), self._unit(), False)
        with playing(game):
            count = int(engine.legal_moves(game.rules, state, game.hooks.offers, room))
            before = room[:count].copy()
            chosen = int(_asked(self._search, game, state, self._players[0], room, count, self._buffers))
        book, known = self._buffers.slate.book[0], self._buffers.known[0]
        place = _place_of(room[chosen], before)
        if book.solved:
            means = [(float(book.total[i] / book.weight), int(book.solved)) for i in range(count)]
        else:
            nodes = [self._buffers.nodes[known.root[i]] for i in range(count)]
            means = [(float(node.total / max(node.visits, 1)), int(node.visits)) for node in nodes]
        expected = [
            Expected(move, value if tries else None, tries) for move, (value, tries) in zip(legal, means, strict=True)
        ]
        expected.sort(key=lambda one: (one.move != legal[place], -one.tries, -(one.value or 0.0)))
        return Advice(self.name, legal[place], tuple(expected), self._unit(), bool(book.solved))

    def _unit(self) -> str:
        rules = self._game.rules
        if len(self._equity) > 0:
            return "double" if rules.double else "match"
        if rules.stake:
            return "chips"
        return "fewer" if rules.least_wins else "points"
