"""OpenSpiel's hearts, spades and oh_hell, spoken to in the names of cards that Trickbook uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

import pytest

from tests.referee.following.deal import ACE_HIGH, IN_THE_BOX, Move

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install 'trickbook[oracle]'")

RANKS = tuple(reversed(ACE_HIGH))
NAMING = 52
"""In all three games the actions below are cards, and those from here on numbers."""


@dataclass
class Dealt:
    """A game of OpenSpiel's with its cards dealt, and what must be dealt at our table to match it."""

    state: Any
    game: str
    """The rulebook and house rules by which we play it."""
    pack: list[str]
    seats: int = 4
    dealer: int = 3
    gives: bool = False
    """Whether cards are given before the first lead."""
    moves: list[tuple[int, Move]] = field(default_factory=list)
    """The moves made, each with its seat."""
    allowed: list[set[Move]] = field(default_factory=list)
    """What might have been done at each."""


class Oracle:
    """One game with its parameters; each subclass says how a deal begins and what its numbers mean."""

    name: ClassVar[str]

    def __init__(self, game: str, **parameters: Any) -> None:
        self.game = game
        self.spiel = pyspiel.load_game(self.name, parameters)

    def deal(self, rng: Random) -> Dealt:
        """Deal a game by lot."""
        raise NotImplementedError

    def card(self, action: int) -> str:
        """The card that an action stands for: here rank by rank, from the two up."""
        return RANKS[action // 4] + "CDHS"[action % 4]

    def action(self, move: Move) -> int:
        """The action that a move is."""
        what = move[1]
        if isinstance(what, int):
            return NAMING + what
        return RANKS.index(what[:-1]) * 4 + "CDHS".index(what[-1])

    def moves(self, dealt: Dealt) -> set[Move]:
        """All that may be done now."""
        return {
            ("name", action - NAMING) if action >= NAMING else ("play", self.card(action))
            for action in dealt.state.legal_actions()
        }

    def known(self, so_far: Sequence[tuple[int, Move]], ours: set[Move]) -> set[Move]:
        """Our moves, without those that a rule of the oracle's forbids which no rulebook of ours can say."""
        return ours

    def play(self, dealt: Dealt, rng: Random) -> None:
        """Play a game to its end at random."""
        while not dealt.state.is_terminal():
            allowed = self.moves(dealt)
            move = rng.choice(sorted(allowed, key=str))
            dealt.allowed.append(allowed)
            dealt.moves.append((dealt.state.current_player(), move))
            dealt.state.apply_action(self.action(move))

    def scores(self, dealt: Dealt) -> list[int]:
        """What each seat's side gets, as we count it."""
        return [round(amount) for amount in dealt.state.returns()]


def shuffled(rng: Random) -> list[str]:
    pack = list(IN_THE_BOX)
    rng.shuffle(pack)
    return pack


class Hearts(Oracle):
    """To whom cards are given is drawn by lot there, not deal after deal; returns are 26 less the points."""

    name = "hearts"

    def deal(self, rng: Random) -> Dealt:
        state = self.spiel.new_initial_state()
        way = rng.choice(state.legal_actions())
        state.apply_action(way)
        pack = shuffled(rng)
        for card in pack:
            state.apply_action(self.action(("play", card)))
        to = ("nobody", "left", "across", "right")[way]
        return Dealt(state, f'{self.game}+step.pass.to=["{to}"]', pack, gives=way != 0)

    def moves(self, dealt: Dealt) -> set[Move]:
        """The three cards to give come in any order there; we hold the oracle to that of the box, as our moves are."""
        if not dealt.gives or len(dealt.moves) >= 12:
            return super().moves(dealt)
        hand = sorted((self.card(action) for action in dealt.state.legal_actions()), key=IN_THE_BOX.index)
        given = len(dealt.moves) % 3
        if given:
            last = IN_THE_BOX.index(str(dealt.moves[-1][1][1]))
            hand = [card for card in hand if IN_THE_BOX.index(card) > last]
        return {("give", card) for card in hand[: len(hand) - (2 - given)]}

    def scores(self, dealt: Dealt) -> list[int]:
        return [26 - amount for amount in super().scores(dealt)]


class Spades(Oracle):
    """Cards are numbered suit by suit there, and partners may not name more than 13 together."""

    name = "spades"

    def card(self, action: int) -> str:
        return RANKS[action % 13] + "CDHS"[action // 13]

    def action(self, move: Move) -> int:
        what = move[1]
        if isinstance(what, int):
            return super().action(move)
        return "CDHS".index(what[-1]) * 13 + RANKS.index(what[:-1])

    def deal(self, rng: Random) -> Dealt:
        state = self.spiel.new_initial_state()
        pack = shuffled(rng)
        for card in pack:
            state.apply_action(self.action(("play", card)))
        return Dealt(state, self.game, pack)

    def known(self, so_far: Sequence[tuple[int, Move]], ours: set[Move]) -> set[Move]:
        if not 2 <= len(so_far) < 4:
            return ours
        partners = so_far[-2][1][1]
        return {(kind, number) for kind, number in ours if int(number) + int(partners) <= 13}


class OhHell(Oracle):
    """Hand sizes and dealers are drawn by lot there, and the first card goes to player 0 whoever deals."""

    name = "oh_hell"

    def __init__(self, game: str, *, players: int, tricks: int, **parameters: Any) -> None:
        game += f"+table.players={players}+deal.hands=[{tricks}]"
        super().__init__(game, players=players, num_tricks_fixed=tricks, **parameters)
        self.players = players
        self.tricks = tricks

    def deal(self, rng: Random) -> Dealt:
        state = self.spiel.new_initial_state()
        state.apply_action(self.tricks)
        dealer = rng.randrange(self.players)
        state.apply_action(dealer)
        pack = shuffled(rng)
        for turn in range(self.tricks):
            for seat in range(self.players):
                place = turn * self.players + (seat - dealer - 1) % self.players
                state.apply_action(self.action(("play", pack[place])))
        state.apply_action(self.action(("play", pack[self.players * self.tricks])))
        return Dealt(state, self.game, pack, self.players, dealer)
