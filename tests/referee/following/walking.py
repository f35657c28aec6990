"""A deal from its moves: what might have been done at each, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.referee.following.deal import Deal, Move
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


def walk_second_writing(game: Game, pack: Sequence[str], seats: int, dealer: int, moves: Sequence[Move]) -> Walk:
    """Make moves in the first deal of a match."""
    match = Match(game, seats, dealer)
    deal: Deal = match.deal(list(pack))
    decisions: list[tuple[int, set[Move]]] = []
    for move in moves:
        if deal.over:
            break
        decisions.append((deal.turn, deal.legal()))
        if move not in deal.legal():
            break
        deal.make(move)
    gains = match.settle(deal) if deal.over else []
    return Walk(decisions, deal.over, [gains[deal.side(seat)] for seat in range(seats)] if gains else [])
