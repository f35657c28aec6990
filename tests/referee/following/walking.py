"""A deal from its moves: what might have been done at each, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.referee.following.deal import Move
from tests.referee.following.games import Game
from tests.referee.following.match import Match


@dataclass(frozen=True)
class Walk:
    """What came of some moves."""

    decisions: list[tuple[int, set[Move]]]
    """For each whose turn it was, and all that could be done; up to the first move that could not be made."""
    over: bool
    gains: list[int]
    """What each seat's side gets for the deal; empty if it is not over."""


def random_deal(game: Game, seats: int, dealer: int, number: int, rng: Random) -> tuple[list[str], list[Move], Walk]:
    """Play a deal at random by the second writing, the deal of that number of a match that stands at nothing.

    Returns the pack, the moves, and what might have been done.
    """
    pack = [rank + suit for rank in game.deal.order for suit in "CSHD"]
    rng.shuffle(pack)
    match = Match(game, seats, dealer, number)
    deal = match.deal(list(pack))
    moves: list[Move] = []
    decisions: list[tuple[int, set[Move]]] = []
    while not deal.over:
        legal = deal.legal()
        decisions.append((deal.turn, legal))
        moves.append(rng.choice(sorted(legal, key=str)))
        deal.make(moves[-1])
    gains = match.settle(deal)
    return pack, moves, Walk(decisions, True, [gains[deal.side(seat)] for seat in range(seats)])
