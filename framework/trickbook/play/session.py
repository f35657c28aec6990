"""A session: one match at a table, at which a person has one player's seat and the machine all others."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np

from trickbook.compiler import CompiledGame
from trickbook.game.seats import SeatError, seat_name
from trickbook.game.table import IllegalMoveError, Move, Table, Trick
from trickbook.kernel.layout import State
from trickbook.play.players import Players, copy_of
from trickbook.play.view import View, look
from trickbook.records import SINGLE_DEALS, record_of, sample_of, table_at
from trickbook.records.transcript import ending
from trickbook.simulation.batches import in_a_match


class SessionError(ValueError):
    """Something that can't be done at this moment of a session."""


@dataclass(frozen=True)
class _Moment:
    """What a session goes back to."""

    state: State
    tricks: list[Trick]
    player: int
    records: int


class Session:
    """A match, played deal by deal: whenever it is another's turn than the person's, the machine has already moved.

    >>> import trickbook
    >>> session = Session(trickbook.load("schwesing"), seed=7)
    >>> session.view().seat, len(session.view().hand)
    (0, 9)
    """

    def __init__(
        self,
        game: CompiledGame,
        *,
        seed: int = 1,
        match: int = 0,
        deal: int = 0,
        bots: str = "greedy",
        seat: int = 0,
        record: Mapping[str, Any] | None = None,
    ) -> None:
        """Deal, and let the machine play up to the person's first move.

        `bots` names the machine's players as `trickbook simulate --bots` does; who is named for the person's own seat plays on
        for it when asked to. `seat` is where the person sits in the first deal that is played. The deals before `deal` are played by
        the machine. A `record`, of a sound shape, gives the deal in place of `seed`, `match` and `deal`.

        Raises `trickbook.bots.BotError` for players that are not there, `SeatError` for a seat that is not there,
        `trickbook.records.RecordError` for a record whose deal does not fit the game, `SessionError` if the match is over before the deal.
        """
        self.game = game
        """The game that is played."""
        self._study: Any = None
        if record is None:
            self.seed = seed
            self.table = Table(game, seed, match)
        else:
            self.seed = record["seed"]
            self.table = table_at(game, record)
            self.table.state.seed = np.uint64(self.seed)
            self._study = record["study"] if sample_of(record)[0] == SINGLE_DEALS else None
        self.records: list[dict[str, Any]] = []
        """The deals that are over, as `trickbook.records` has them."""
        self._players = Players(game, in_a_match(game, bots))
        self._history: list[_Moment] = []
        self._ending: tuple[str, ...] = ()
        self.player = -1
        """The person's player, by its number in the match; the seat of a player may change from deal to deal."""
        for number in range(deal):
            self._play_on()
            if self.is_over:
                raise SessionError(f"the match is over after deal {number}; expected a deal from 0 to {number}")
            self._next()
        if not 0 <= seat < self.table.seats:
            raise SeatError(f"{seat!r} is not a seat at this table; expected a number from 0 to {self.table.seats - 1}")
        self.player = int(self.table.state.players[seat])
        self._go()

    @property
    def seat(self) -> int | None:
        """The person's seat; None if its player sits out this deal."""
        return self._seat_of(self.player)

    def _seat_of(self, player: int) -> int | None:
        players = self.table.state.players[: self.table.seats].tolist()
        return players.index(player) if player in players else None

    @property
    def is_over(self) -> bool:
        """Whether no deal follows: the match is over, or a single deal of a record is."""
        return self.table.is_match_over or (self.table.is_over and self._study is not None)

    def view(self) -> View:
        """Return what the person's seat sees."""
        return look(self.table, self.seat, self._ending)

    def view_of(self, player: int) -> View:
        """Return what another player sees; who is no player sees what lies open."""
        return look(self.table, self._seat_of(player), self._ending)

    def play(self, move: Move) -> None:
        """Make a move for the person's seat, and let the machine play up to the next.

        Raises `IllegalMoveError`, with the rule that forbids it.
        """
        place = self.table.find(move) if self._is_own_turn() else None
        if place is None:
            raise IllegalMoveError(self.why_not(move))
        self._remember()
        self.table.play_legal(place)
        self._go()

    def why_not(self, move: Move) -> str:
        """Return why a move can't be made, with the rule; that it is legal is not looked at."""
        if self.table.is_over or self._is_own_turn():
            return self.table.why_not(move)
        return "it is not your turn"

    def undo(self) -> None:
        """Go back to the person's last move, or to before what the machine last played for it; raises `SessionError` if there is none."""
        if not self._history:
            raise SessionError("there is nothing to take back")
        moment = self._history.pop()
        self.table.state, self.table.tricks = moment.state, moment.tricks
        self.player = moment.player
        del self.records[moment.records :]
        self._ending = ()
        self.table.look()
        self._note_ending()

    def take_seat(self, seat: int) -> None:
        """Play on from another seat; the machine takes over the one that is left. Raises `SeatError` if there is no such seat."""
        if not 0 <= seat < self.table.seats:
            raise SeatError(f"{seat!r} is not a seat at this table; expected a number from 0 to {self.table.seats - 1}")
        self._remember()
        self.player = int(self.table.state.players[seat])
        self._go()

    def finish_deal(self) -> None:
        """Let the machine play the deal to its end, for the person's seat too."""
        if not self.table.is_over:
            self._remember()
            self._play_on()

    def finish_match(self) -> None:
        """Let the machine play the match to its end, for the person's seat too."""
        self._remember()
        self._play_on()
        while not self.is_over:
            self._next()
            self._play_on()

    def next_deal(self) -> None:
        """Deal anew, and let the machine play up to the person's move; raises `SessionError` if the deal or the match is not over."""
        if not self.table.is_over:
            raise SessionError("the deal is not over")
        if self.is_over:
            raise SessionError("no deal follows")
        self._remember()
        self._next()
        self._go()

    def _next(self) -> None:
        self._ending = ()
        self.table.next_deal()

    def _remember(self) -> None:
        moment = _Moment(copy_of(self.table.state), deepcopy(self.table.tricks), self.player, len(self.records))
        self._history.append(moment)

    def _is_own_turn(self) -> bool:
        turn = self.table.turn
        return turn is not None and turn == self.seat

    def _go(self) -> None:
        """Let the machine play until the person has something to choose; to pass where nothing else is allowed is no choice."""
        while not self.table.is_over:
            if not self._is_own_turn():
                self.table.play_legal(self._players.choose(self.table))
            elif [move.kind for move in self.table.legal_moves()] == ["pass"]:
                self.table.play_legal(0)
            else:
                return
        self._note_ending()

    def _play_on(self) -> None:
        while not self.table.is_over:
            self.table.play_legal(self._players.choose(self.table))
        self._note_ending()

    def _note_ending(self) -> None:
        if not self.table.is_over or self._ending:
            return
        record = record_of(self.game, self.table.state, self.seed)
        self._ending = tuple(ending(self.game, self.table.state, record, record["outcome"]))
        if not self.records or self.records[-1]["deal"] != record["deal"]:
            self.records.append(record if self._study is None else {**record, "study": self._study})

    def seat_names(self) -> list[str]:
        """Return the short names of the seats."""
        return [seat_name(seat, self.table.seats) for seat in range(self.table.seats)]
