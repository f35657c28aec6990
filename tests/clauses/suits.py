"""Deals with chosen hands of the games that follow suit, played in words: `N: 5C`, `N: names 3`, `N: gives 2C KH QS`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tests.dealing import Deal, cards_of, game_of
from trickbook.game.settle import settle_trick
from trickbook.game.table import IllegalMoveError, Move, Table

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
FORTY = ("2", "3", "4", "5", "6", "7", "J", "Q", "K", "A")


def suit(letter: str, ranks: Sequence[str] = RANKS) -> str:
    """All cards of a suit."""
    return " ".join(rank + letter for rank in ranks)


FOUR_SUITS = {"N": suit("C"), "E": suit("D"), "S": suit("H"), "W": suit("S")}
"""Each holds a suit: North, with the two of clubs, wins every trick where there are no trumps."""


class SuitDeal(Deal):
    """A deal in which numbers are named and cards given before the first lead."""

    def moves_of(self, words: str) -> Iterable[Move]:
        """The moves that words stand for: cards, `names 3`, or `gives 2C KH QS`, one card after another."""
        verb, _, rest = words.strip().partition(" ")
        if verb == "names":
            return [Move(kind="name", number=int(rest))]
        if verb == "gives":
            return [Move((card,), "give") for card in sorted(cards_of(rest), key=lambda card: self.table.game.pack.places[card][0])]
        return [Move(cards_of(words))]

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
    def winning_side(self) -> int | None:
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
