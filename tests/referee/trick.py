"""What all the games share: taking over a trick card by card, and what a deal comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from tests.referee.record import Deal, Event, Fault, Move, Trick, cards_text, mask_text


def takes_over(cards: Sequence[int], winning: Sequence[int], beaten_by: Sequence[int]) -> bool:
    """Whether each of the winning cards is beaten by another one of `cards` (BR-32, BU-06).

    `beaten_by` has, for each card, the set of cards that beat it. Every assignment is tried.
    """
    return any(
        all(beaten_by[old] >> new & 1 for old, new in zip(winning, order, strict=True)) for order in permutations(cards)
    )


def winner_of(plays: Sequence[tuple[int, Sequence[int]]], beaten_by: Sequence[int]) -> int:
    """The seat that wins a trick whose plays, the lead first, are all open (BR-33)."""
    winner, winning = plays[0]
    for seat, cards in plays[1:]:
        if takes_over(cards, winning, beaten_by):
            winner, winning = seat, cards
    return winner


def same(mask: int, groups: Sequence[int]) -> bool:
    """Whether all cards of a set are in one of the groups (a rank, a suit)."""
    return any(not mask & ~group for group in groups)


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a deal may be written down; where the clauses are silent there are several."""

    score: tuple[int, ...]
    handed: int = 0
    left: int = 0
    trick_points: tuple[int, ...] = ()
    reached: int | None = None
    stakes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """What a deal comes to when its moves are played."""

    tricks: list[Trick]
    events: list[Event]
    tricks_won: list[int]
    card_points: list[int] | None
    endings: list[Ending]
    next_dealer: int
    why: str
    clause: str
    dealer_clause: str
    winner_clause: str
    tricks_clause: str
    carry_clause: str


class Moves:
    """The moves of a deal, taken one by one, and the hands and the stock that they are played from."""

    def __init__(self, deal: Deal, hands: list[int], stock: list[int], draw_clause: str, end_clause: str) -> None:
        self.moves = deal.moves
        self.seats = deal.seats
        self.at = 0
        self.hands = hands
        self.stock = stock
        self.drawn = 0
        self.draw_clause = draw_clause
        self.end_clause = end_clause

    @property
    def stock_left(self) -> int:
        return len(self.stock) - self.drawn

    def peek(self) -> Move | None:
        return self.moves[self.at] if self.at < len(self.moves) else None

    def take(self, seat: int, seat_clause: str, end_clause: str | None = None) -> Move:
        """The next move, which must be a play of this seat from its hand; the cards leave the hand."""
        move = self.peek()
        if move is None:
            raise Fault(
                end_clause or self.end_clause,
                f"the deal stops after {self.at} moves",
                f"seat {seat} to play: the deal is not over",
            )
        if move.claim:
            raise Fault(self.end_clause, f"move {self.at} is a claim", f"a play by seat {seat}")
        if move.seat != seat:
            raise Fault(seat_clause, f"move {self.at} is by seat {move.seat}", f"seat {seat}")
        if move.mask & ~self.hands[seat]:
            raise Fault(
                self.draw_clause,
                f"move {self.at}: seat {seat} plays {cards_text(move.cards)}",
                f"cards of its hand, {mask_text(self.hands[seat])}",
            )
        self.at += 1
        self.hands[seat] &= ~move.mask
        return move

    def no_more(self, clause: str, why: str) -> None:
        """Check that the deal ends here."""
        if self.at < len(self.moves):
            raise Fault(clause, f"{len(self.moves) - self.at} more moves after move {self.at - 1}", f"none: {why}")

    def draw(self, seat: int, count: int) -> None:
        """Give the top cards of the stock to a seat."""
        for card in self.stock[self.drawn : self.drawn + count]:
            self.hands[seat] |= 1 << card
        self.drawn += count
