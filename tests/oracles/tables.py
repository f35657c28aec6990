"""Our games, move by move, in the words of the second writing of their rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

import trickbook
from tests.referee.following.deal import Move
from trickbook.compiler import CompiledGame
from trickbook.game.table import Table
from trickbook.kernel import engine
from trickbook.kernel.layout import GIVING, NAMING, OVER, new_moves
from trickbook.kernel.limits import MAX_MOVES


@cache
def game_of(name: str) -> CompiledGame:
    """A game, compiled once in a run of the tests."""
    return trickbook.load(name)


class OurDeal:
    """One deal of a game from a given pack, by the kernel itself: a `Table` would tell the same, with words and slowly."""

    def __init__(self, table: Table) -> None:
        self.game = table.game
        self.state = table.state
        self.names = [self.game.pack.name(place) for place in range(len(self.game.pack))]
        self.place = {name: place for place, name in enumerate(self.names)}
        self.room = new_moves(MAX_MOVES)

    @property
    def over(self) -> bool:
        return bool(self.state.phase == OVER)

    @property
    def turn(self) -> int:
        return int(self.state.turn)

    def legal(self) -> set[Move]:
        """All that the seat to move may do; each card that may be played is a move of its own."""
        count = int(engine.legal_moves(self.game.rules, self.state, self.game.hooks.offers, self.room))
        rows = self.room[:count]
        kinds, cards, manners = rows["kind"].tolist(), rows["cards"].tolist(), rows["manner"].tolist()
        if kinds and kinds[0] == NAMING:
            return {("name", number) for number in manners}
        what = "give" if kinds and kinds[0] == GIVING else "play"
        return {(what, self.names[card.bit_length() - 1]) for card in cards}

    def make(self, move: Move) -> None:
        kind, what = move
        if isinstance(what, int):
            cards, code, manner = 0, NAMING, what
        else:
            cards, code, manner = 1 << self.place[what], GIVING if kind == "give" else 0, 0
        hooks = self.game.hooks
        engine.apply_move(
            self.game.rules, self.state, np.uint64(cards), code, manner, hooks.played, hooks.trick_complete
        )

    def by_seat(self) -> list[int]:
        """What each seat's side gets for the deal."""
        return [int(self.state.deal_score[self.state.side_of[seat]]) for seat in range(int(self.state.seats))]


def deal_at_table(game: str, pack: Sequence[str], dealer: int, number: int = 0) -> OurDeal:
    """Deal a pack, by name in dealing order, as the deal of that number of a match that stands at nothing."""
    table = Table(game_of(game))
    table.state.dealer = dealer
    table.state.deal = table.state.round = number
    ours = OurDeal(table)
    table.deal_pack([ours.place[card] for card in pack])
    return ours
