"""Deals with chosen hands of the games that follow suit, played in words: `N: 5C`, `N: names 3`, `N: gives 2C KH QS`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.dealing import cards_of, game_of
from trickbook.game.seats import parse_seat, seat_name
from trickbook.game.settle import settle_trick
from trickbook.game.table import IllegalMoveError, Move, Table

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
FORTY = ("2", "3", "4", "5", "6", "7", "J", "Q", "K", "A")


def suit(letter: str, ranks: Sequence[str] = RANKS) -> str:
    """All cards of a suit."""
    return " ".join(rank + letter for rank in ranks)


FOUR_SUITS = {"N": suit("C"), "E": suit("D"), "S": suit("H"), "W": suit("S")}
"""Each holds a suit: North, with the two of clubs, wins every trick where there are no trumps."""


class SuitDeal:
    """One deal at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def seat(self, name: str) -> int:
        return parse_seat(name, self.table.seats)

    def name(self, seat: int) -> str:
        return seat_name(seat, self.table.seats)

    @property
    def turn(self) -> str | None:
        return None if self.table.turn is None else self.name(self.table.turn)

    def hand(self, who: str) -> set[str]:
        return set(self.table.hand(self.seat(who)))

    def play(self, *moves: str) -> SuitDeal:
        """Make moves; each must be of the seat whose turn it is."""
        for told in moves:
            who, _, words = told.partition(":")
            assert self.turn == who.strip(), f"{told}: it is {self.turn}'s turn"
            verb, _, rest = words.strip().partition(" ")
            if verb == "names":
                self.table.play(Move(kind="name", number=int(rest)))
            elif verb == "gives":
                for card in sorted(cards_of(rest), key=lambda card: self.table.game.pack.places[card][0]):
                    self.table.play(Move((card,), "give"))
            else:
                self.table.play(Move(cards_of(words)))
        return self

    def tricks(self, *lines: str) -> SuitDeal:
        """Play whole tricks: `N: 2C / 5C / AC / KC`, the leader's card first."""
        for line in lines:
            leader, _, cards = line.partition(":")
            first = self.seat(leader.strip())
            for turn, card in enumerate(cards.split("/")):
                self.play(f"{self.name((first + turn) % self.table.seats)}: {card}")
        return self

    def names(self, *numbers: int) -> SuitDeal:
        """Let all name in turn."""
        for number in numbers:
            self.play(f"{self.turn}: names {number}")
        return self

    def finish(self) -> SuitDeal:
        """Play on to the end of the deal, each the first card that is legal."""
        while not self.table.is_over:
            self.table.play_legal(0)
        return self

    @property
    def may_play(self) -> set[str]:
        """The cards that the seat to move may play, or give."""
        return {card for move in self.table.legal_moves() for card in move.cards}

    @property
    def may_name(self) -> list[int]:
        return [move.number for move in self.table.legal_moves() if move.number is not None]

    def why_not(self, card: str) -> str:
        """Why the seat to move may not play a card."""
        try:
            self.table.play(Move(cards_of(card)))
        except IllegalMoveError as error:
            return str(error)
        raise AssertionError(f"{card} was played")

    @property
    def winners(self) -> list[str]:
        """Who has won each complete trick."""
        return [self.name(trick.winner) for trick in self.table.tricks if trick.winner is not None]

    @property
    def gains(self) -> list[int]:
        """What the deal gives each side."""
        return [int(points) for points in self.table.state.deal_score[: self.table.state.sides]]

    @property
    def card_points(self) -> list[int]:
        return [int(points) for points in self.table.state.card_points[: self.table.state.sides]]

    @property
    def match_winner(self) -> int | None:
        """The side that has won the match."""
        winner = int(self.table.state.outcome_winner)
        return winner if self.table.is_match_over and winner >= 0 else None


def stacked(
    name: str,
    hands: Mapping[str, str],
    *,
    dealer: str = "W",
    last: str = "",
    turned: str = "",
    number: int = 0,
    score: Sequence[int] = (),
    players: int | None = None,
) -> SuitDeal:
    """The deal of that number of a match, with these hands, filled up with what nobody names; `last` is the dealer's last card.

    `turned` is the card after the hands; `score` is how the match stands.
    """
    table = Table(game_of(name, players))
    deal = SuitDeal(table)
    state = table.state
    state.dealer = deal.seat(dealer)
    state.deal = state.cycle = number
    for side, points in enumerate(score):
        state.score[side] = points
    rules, seats = table.game.rules, table.seats
    size = int(rules.hands[number % int(rules.hand_sizes)]) if rules.hand_sizes else int(rules.hand)
    held = {deal.seat(who): list(cards_of(cards)) for who, cards in hands.items()}
    named = {card for cards in held.values() for card in cards} | {last, turned}
    free = [card for card in table.game.pack.places if card not in named]
    dealing = int(state.dealer)
    for seat in range(seats):
        cards = held.setdefault(seat, [])
        wanted = size - (seat == dealing and bool(last) and last not in cards)
        while len(cards) < wanted:
            cards.append(free.pop(0))
        if seat == dealing and last:
            cards[:] = [card for card in cards if card != last] + [last]
    order: list[str] = []
    batch = min(int(rules.at_a_time), size)
    for first in range(0, size, batch):
        for turn in range(seats):
            order += held[(dealing + 1 + turn) % seats][first : first + batch]
    order += ([turned] if turned else []) + free
    table.deal_pack([table.game.pack.places[card][0] for card in order])
    return deal


def takes(name: str, card: str, target: str, trump: str | None = None, seats: Sequence[str] = ("N", "E")) -> bool:
    """Whether a card takes a trick over from the card that was led."""
    trick = settle_trick(name, [f"{seats[0]}: {target}", f"{seats[1]}: {card}"], trump=trump)
    return trick.winner == 1
