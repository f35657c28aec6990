"""One deal as a Python object: whose turn it is, what is legal, playing, and why a trick falls as it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

import numpy as np

from trickbook.cards import SUITS, CardError, card_name, parse_card
from trickbook.compiler import CompiledGame
from trickbook.errors import SimulationError, check_fault, check_game, check_seed, is_whole, playing, shown
from trickbook.game.reasons import why_illegal, why_play
from trickbook.game.score_reasons import points_at_once
from trickbook.game.seats import check_number
from trickbook.kernel import engine, starting
from trickbook.kernel.layout import (
    ANNOUNCEMENT,
    DECLARED,
    DECLINED,
    FACE_DOWN,
    FOLLOW,
    GOES_ON,
    NO_TRUMP,
    OVER,
    State,
    new_moves,
    new_state,
)
from trickbook.kernel.limits import MAX_LOG, MAX_MOVES


class IllegalMoveError(ValueError):
    """A move that the rules don't allow at this moment; the message says which rule."""


_KINDS = ("play", "announce", "claim", "pass")


def _cards_in(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the names of cards; raises `IllegalMoveError` for what can't be names, one after another."""
    if isinstance(cards, Iterable):
        return tuple(cards.replace(",", " ").split()) if isinstance(cards, str) else tuple(cards)
    raise IllegalMoveError(f"{shown(cards)} is no move; expected a Move, or the names of cards, such as ['10D', '10S']")


@dataclass(frozen=True)
class Move:
    """A move of a player, as records write it."""

    cards: tuple[str, ...] = ()
    """The cards, by name, ascending; none for a claim or a pass."""
    kind: str = "play"
    """`play`, `announce`, `claim` or `pass`."""
    face_down: bool = False
    """Whether the cards are played face down."""
    declare: bool | None = None
    """Whether the player declares a dare; None where no choice is offered."""
    announce: str = ""
    """The name of the combination that is announced."""


@dataclass(frozen=True)
class Step:
    """One play of a trick, and what it did."""

    seat: int
    cards: tuple[str, ...]
    takes_over: bool
    """Whether it wins the trick now; true of a lead."""
    why: str
    """The reason, in words."""
    face_down: bool = False
    """Whether its cards lie face down."""
    announced: str = ""
    """The combination that it is announced as, a lead."""


@dataclass
class Trick:
    """A trick, complete or not."""

    leader: int
    size: int
    """Cards that each plays."""
    steps: list[Step] = field(default_factory=list)
    winner: int | None = None
    """The seat that has won it, once it is complete."""
    scored: list[int] = field(default_factory=list)
    """Once it is complete: what it has scored at once, by side, such as the points for a dare."""
    drawn: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """The cards that each seat has drawn after it, the winner first; empty if nobody draws."""


class Table:
    """One match, deal by deal and move by move.

    >>> import trickbook
    >>> table = Table(trickbook.load("schwesing"), seed=7)
    >>> while not table.is_over:
    ...     table.play(table.legal_moves()[0])
    >>> sum(table.tricks_won) <= 9
    True
    """

    def __init__(self, game: CompiledGame, seed: int = 0, match: int = 0) -> None:
        """Deal the first deal of a match.

        Raises `trickbook.errors.SimulationError` for a seed or a match out of range, or a game that can't be dealt.
        """
        check_game(game)
        check_seed(seed)
        if not is_whole(match, 1 << 62):
            raise SimulationError(f"the match is {shown(match)}; expected a whole number from 0 to 2**62 - 1")
        self.game = game
        """The game that is played."""
        self.state: State = new_state()
        """The kernel's record: plain numbers, for those who know what they do."""
        self.tricks: list[Trick] = []
        """The tricks of this deal in order, the one being played last."""
        self._in_use = Lock()
        self._room = new_moves(MAX_MOVES)
        self._count = 0
        with playing(self.game):
            starting.start_match(game.rules, self.state, np.uint64(seed), match)
            starting.start_deal(game.rules, self.state)
        self.look()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_in_use"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _in_use=Lock())

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Change the table within this; raises `SimulationError` while another thread does."""
        if not self._in_use.acquire(blocking=False):
            raise SimulationError("another thread is playing at this table; expected a table for each thread")
        try:
            with playing(self.game):
                yield
        finally:
            self._in_use.release()

    def next_deal(self) -> None:
        """Go on to the next deal of the match.

        Raises `IllegalMoveError` if the deal is not over, or the match is, and `SimulationError` where another thread plays here.
        """
        if not self.is_over or self.is_match_over:
            raise IllegalMoveError("the match is over" if self.is_over else "the deal is not over")
        with self._alone():
            starting.next_deal(self.game.rules, self.state)
            starting.start_deal(self.game.rules, self.state)
        self._begin()

    def deal_pack(self, pack: Sequence[int]) -> None:
        """Deal a given pack (places, in dealing order) in place of the one that was dealt.

        Raises `SimulationError` if it has not each card of the game once, or a move has been made.
        """
        cards = len(self.game.pack)
        if not all(is_whole(place, cards) for place in pack) or len(pack) != cards or len(set(pack)) != cards:
            raise SimulationError(f"expected a pack of the places 0 to {cards - 1} of the game's cards, each once")
        if self.state.moves or self.tricks:
            raise SimulationError("a move has been made; expected a pack before the first")
        self.state.pack[: len(pack)] = pack
        # The accounts of the deal are opened again, so what it staked must be given back first.
        for seat in range(int(self.state.seats)):
            self.state.score[self.state.side_of[seat]] += int(self.state.pot_staked) // int(self.state.seats)
        self.state.pot = self.state.pot_before
        with self._alone():
            engine.start_deal_from_pack(self.game.rules, self.state)
        self._begin()

    def _begin(self) -> None:
        self.tricks = []
        self.look()

    def look(self) -> None:
        """List the legal moves anew, for those who have changed `state` by hand.

        Raises `trickbook.errors.SimulationError` or `trickbook.plugins.PluginError` if the deal can't be played on.
        """
        check_fault(self.game, int(self.state.fault))
        if self.is_over:
            self._count = 0
            return
        with self._alone():
            self._count = int(engine.legal_moves(self.game.rules, self.state, self.game.hooks.offers, self._room))

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        return bool(self.state.phase == OVER)

    @property
    def is_match_over(self) -> bool:
        """Whether the match is over."""
        return self.is_over and bool(self.state.outcome != GOES_ON)

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return int(self.state.seats)

    @property
    def side_of(self) -> list[int]:
        """The side of each seat."""
        return [int(side) for side in self.state.side_of[: self.seats]]

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the deal is over."""
        return None if self.is_over else int(self.state.turn)

    @property
    def leader(self) -> int:
        """The seat that leads, or is due to lead."""
        return int(self.state.leader)

    @property
    def trump(self) -> str | None:
        """The letter of the trump suit, if there is one."""
        return None if self.state.trump == NO_TRUMP else SUITS[self.state.trump]

    @property
    def stock_left(self) -> int:
        """How many cards are left to draw."""
        return int(self.state.stock_left)

    @property
    def tricks_won(self) -> list[int]:
        """The tricks of each side, as the game counts them (BR-36)."""
        return [int(n) for n in self.state.tricks_won[: self.state.sides]]

    @property
    def score(self) -> list[int]:
        """The score of each side in the match."""
        return [int(n) for n in self.state.score[: self.state.sides]]

    def hand(self, seat: int) -> tuple[str, ...]:
        """Return the cards that a seat holds, ascending.

        Raises `trickbook.game.seats.SeatError` for a seat that there is not.
        """
        return tuple(self.game.pack.names(int(self.state.hands[check_number(seat, self.seats)])))

    def legal_moves(self) -> list[Move]:
        """Return the legal moves of the seat to move, in the kernel's order."""
        return [self._move(i) for i in range(self._count)]

    def _move(self, i: int) -> Move:
        entry = self._room[i]
        kind = int(entry.kind)
        flags = int(entry.manner)
        return Move(
            tuple(self.game.pack.names(int(entry.cards))),
            _KINDS[kind],
            bool(flags & FACE_DOWN),
            True if flags & DECLARED else False if flags & DECLINED else None,
            self.game.combinations[self.state.combination] if kind == ANNOUNCEMENT else "",
        )

    def find(self, move: Move) -> int | None:
        """Return the place of a move among the legal ones, or None if it is not legal.

        The order of its cards is free, and so is how they are written, as in `trickbook.cards.parse_card`.
        """
        # By name, since copies of a card share theirs.
        try:
            wanted = replace(move, cards=tuple(sorted(card_name(parse_card(card)) for card in move.cards)))
        except CardError:
            return None
        for i in range(self._count):
            if _KINDS[self._room[i].kind] == move.kind:
                legal = self._move(i)
                if replace(legal, cards=tuple(sorted(legal.cards))) == wanted:
                    return i
        return None

    def play(self, move: Move | Iterable[str]) -> None:
        """Make a move of the seat to move: a `Move`, or the names of the cards to play.

        Raises `IllegalMoveError` if the rules don't allow it, with the rule, and for what is no move.
        """
        chosen = move if isinstance(move, Move) else Move(_cards_in(move))
        place = self.find(chosen)
        if place is None:
            raise IllegalMoveError(self.why_not(chosen))
        self.play_legal(place)

    def why_not(self, move: Move) -> str:
        """Return why a move is not legal at this moment, with the rule."""
        return why_illegal(self.game, self.state, move, self.legal_moves())

    def play_log(self, log: Sequence[tuple[int, int, int, int, int]]) -> int | None:
        """Make moves as the kernel's log has them (seat, cards as a mask, kind, flags, combination), with the passes they imply.

        Returns None if the deal comes to its end with them; otherwise the place of the first that can't be made, or
        their number if the deal is not over. `tricks` is not kept: it is for those who need only the outcome.
        """
        if len(log) > MAX_LOG:
            return MAX_LOG
        recorded = new_state()
        recorded.moves = len(log)
        if log:
            seats, cards, kinds, flags, combinations = zip(*log, strict=True)
            recorded.move_seat[: len(log)] = seats
            recorded.move_cards[: len(log)] = cards
            recorded.move_kind[: len(log)] = kinds
            recorded.move_flags[: len(log)] = flags
            recorded.move_combination[: len(log)] = combinations
        hooks = self.game.hooks
        with self._alone():
            result = engine.replay_log(
                self.game.rules,
                self.state,
                engine.legal_moves,
                engine.apply_move,
                hooks.offers,
                hooks.played,
                hooks.trick_complete,
                self._room,
                recorded,
            )
        self.look()
        return None if result < 0 else int(result)

    def play_legal(self, place: int) -> None:
        """Make the legal move at a place of `legal_moves()`.

        Raises `IllegalMoveError` if there is no such place.
        """
        if not 0 <= place < self._count:
            there = f"expected a number from 0 to {self._count - 1}" if self._count else "the deal is over"
            raise IllegalMoveError(f"there is no legal move {place}; {there}")
        entry = self._room[place]
        cards, kind, flags = int(entry.cards), int(entry.kind), int(entry.manner)
        seat = int(self.state.turn)
        winning_before = int(self.state.winning)
        trump = int(self.state.trump)
        leads = bool(self.state.phase != FOLLOW)
        tricks_before = int(self.state.tricks)
        scored_before = points_at_once(self.game, self.state)
        hands_before = [int(hand) for hand in self.state.hands[: self.seats]]
        combination = self._move(place).announce
        with self._alone():
            engine.apply_move(
                self.game.rules,
                self.state,
                np.uint64(cards),
                kind,
                flags,
                self.game.hooks.played,
                self.game.hooks.trick_complete,
            )
        if cards and not (self.is_over and int(self.state.tricks) == tricks_before and leads):
            if leads:
                self.tricks.append(Trick(seat, cards.bit_count()))
            face_down = bool(flags & FACE_DOWN)
            takes_over, why = why_play(self.game, trump, 0 if leads else winning_before, cards, face_down)
            names = tuple(self.game.pack.names(cards))
            self.tricks[-1].steps.append(Step(seat, names, takes_over, why, face_down, combination))
            if int(self.state.tricks) > tricks_before:
                self.tricks[-1].winner = int(self.state.trick_winner[tricks_before])
                scored = points_at_once(self.game, self.state)
                self.tricks[-1].scored = [now - then for now, then in zip(scored, scored_before, strict=True)]
        self._note_drawing(hands_before)
        self.look()

    def _note_drawing(self, hands_before: Sequence[int]) -> None:
        for step in range(self.seats):
            seat = (self.leader + step) % self.seats
            drawn = int(self.state.hands[seat]) & ~hands_before[seat]
            if drawn:
                self.tricks[-1].drawn[seat] = tuple(self.game.pack.names(drawn))
