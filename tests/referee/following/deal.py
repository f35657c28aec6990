"""One deal of any of the games: dealing, naming and giving, tricks. Each game says in a class of its own what differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

ACE_HIGH = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
IN_THE_BOX = tuple(rank + suit for rank in reversed(ACE_HIGH) for suit in "CSHD")
"""All cards in the order in which three cards that are given away are written down."""


@dataclass(frozen=True)
class Rules:
    """What all the games may differ in; each adds its own."""

    partners: bool = False
    """Whether four play two against two."""
    hands: tuple[int, ...] = (13,)
    target: int = 0
    limit: int = 0
    deals: int = 0


@dataclass(frozen=True)
class Trick:
    """A trick that is complete: its cards in the order in which they were played."""

    leader: int
    winner: int
    cards: tuple[str, ...]


def sides_of(rules: Rules, seats: int) -> int:
    """How many sides there are."""
    return 2 if rules.partners and seats == 4 else seats


Move = tuple[str, str | int]
"""A move: `("name", 3)`, `("give", "QS")` or `("play", "10D")`."""


class Deal:
    """One deal on its way; seats are numbered clockwise, the deal in its match from 0."""

    order: ClassVar[Sequence[str]] = ACE_HIGH
    """The ranks of a suit, the highest first."""

    def __init__(self, rules: Rules, pack: Sequence[str], seats: int, dealer: int, number: int) -> None:
        self.rules = rules
        self.seats = seats
        self.dealer = dealer
        self.number = number
        self.sides = sides_of(rules, seats)
        self.hand_size = rules.hands[number % len(rules.hands)]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.stock = list(pack)
        self.deal_out()
        self.turned: str | None = None
        self.trump: str | None = None
        self.find_trump(pack)
        self.dealt = [list(hand) for hand in self.hands]
        self.named: list[int] = [-1] * seats
        self.given: list[list[str]] = [[] for _ in range(seats)]
        self.to_do = self.before_play()
        self.tricks: list[Trick] = []
        self.on_table: list[tuple[int, str]] = []
        self.leader = self.first_leader() if not self.to_do else -1

    # What a game may say for itself.

    def find_trump(self, pack: Sequence[str]) -> None:
        """No trumps, unless a game says so."""

    def before_play(self) -> list[tuple[str, int]]:
        """What is done between dealing and the first lead, and by whom, in order."""
        return []

    def first_leader(self) -> int:
        """The player left of the dealer leads first."""
        return self.forehand

    def may_name(self, seat: int) -> list[int]:
        """The numbers that a player may name."""
        return list(range(self.hand_size + 1))

    def playable(self, hand: list[str]) -> list[str]:
        """The cards that may be played: of the suit led, if there are such."""
        if not self.on_table:
            return hand
        return self.of_suit(hand, self.suit(self.on_table[0][1])) or hand

    def worth(self, card: str) -> int:
        """The card points of a card."""
        return 0

    def last_trick_worth(self) -> int:
        """The card points of the last trick besides its cards."""
        return 0

    def scores(self) -> list[int]:
        """What the deal gives to each side."""
        raise NotImplementedError

    def suit(self, card: str) -> str:
        """The suit to which a card belongs."""
        return card[-1]

    def height(self, card: str) -> int:
        """How high a card stands in its suit."""
        return -self.order.index(card[:-1])

    # What is alike in all.

    @property
    def forehand(self) -> int:
        return (self.dealer + 1) % self.seats

    def in_turn(self, first: int) -> list[int]:
        return [(first + place) % self.seats for place in range(self.seats)]

    def deal_out(self) -> None:
        """One card at a time, from the player left of the dealer on."""
        for _ in range(self.hand_size):
            for seat in self.in_turn(self.forehand):
                self.hands[seat].append(self.stock.pop(0))

    def side(self, seat: int) -> int:
        return seat % self.sides

    def of_suit(self, cards: Sequence[str], suit: str | None) -> list[str]:
        return [card for card in cards if self.suit(card) == suit]

    @property
    def over(self) -> bool:
        return not self.to_do and not any(self.hands)

    @property
    def turn(self) -> int:
        if self.to_do:
            return self.to_do[0][1]
        return (self.leader + len(self.on_table)) % self.seats

    def legal(self) -> set[Move]:
        """All that the player whose turn it is may do."""
        seat = self.turn
        if not self.to_do:
            return {("play", card) for card in self.playable(list(self.hands[seat]))}
        what = self.to_do[0][0]
        if what == "name":
            return {("name", number) for number in self.may_name(seat)}
        return {("give", card) for card in self._may_give(seat)}

    def _may_give(self, seat: int) -> list[str]:
        """Any cards may be given; they are written down one by one in the order of the box."""
        left_to_give = sum(1 for what, who in self.to_do if (what, who) == ("give", seat))
        places = sorted(IN_THE_BOX.index(card) for card in self.hands[seat])
        if self.given[seat]:
            places = [place for place in places if place > IN_THE_BOX.index(self.given[seat][-1])]
        return [IN_THE_BOX[place] for place in places[: len(places) - left_to_give + 1]]

    def make(self, move: Move) -> None:
        """Make a move of the player whose turn it is, which must be legal."""
        kind, what = move
        seat = self.turn
        if kind == "play":
            assert isinstance(what, str)
            self._play(seat, what)
            return
        self.to_do.pop(0)
        if kind == "name":
            assert isinstance(what, int)
            self.named[seat] = what
        else:
            assert isinstance(what, str)
            self.hands[seat].remove(what)
            self.given[seat].append(what)
            if not any(each == "give" for each, _ in self.to_do):
                self.hand_over()
        if not self.to_do:
            self.leader = self.first_leader()

    def hand_over(self) -> None:
        """Take up what was given; a game that gives says from whom."""
        raise NotImplementedError

    def _play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.on_table.append((seat, card))
        if len(self.on_table) < self.seats:
            return
        winner = self.winner_of(self.on_table)
        self.tricks.append(Trick(self.leader, winner, tuple(card for _, card in self.on_table)))
        self.on_table = []
        self.leader = winner
        self.after_trick()

    def after_trick(self) -> None:
        """Nothing is drawn, unless a game says so."""

    def winner_of(self, plays: Sequence[tuple[int, str]]) -> int:
        """The highest trump wins, or else the highest card of the suit led."""
        trumps = [play for play in plays if self.trump and self.suit(play[1]) == self.trump]
        led = self.suit(plays[0][1])
        able = trumps or [play for play in plays if self.suit(play[1]) == led]
        return max(able, key=lambda play: self.height(play[1]))[0]

    # What has been won.

    def played(self) -> list[str]:
        """Every card that has been played, in order."""
        return [card for trick in self.tricks for card in trick.cards] + [card for _, card in self.on_table]

    def tricks_of(self, seat: int) -> int:
        return sum(1 for trick in self.tricks if trick.winner == seat)

    def tricks_by_side(self) -> list[int]:
        return self.by_side([self.tricks_of(seat) for seat in range(self.seats)])

    def cards_won(self, side: int) -> list[str]:
        return [card for trick in self.tricks if self.side(trick.winner) == side for card in trick.cards]

    def card_points(self) -> list[int]:
        """The card points of each side, the last trick's included once it is played."""
        points = [sum(self.worth(card) for card in self.cards_won(side)) for side in range(self.sides)]
        if self.over:
            points[self.side(self.tricks[-1].winner)] += self.last_trick_worth()
        return points

    def by_side(self, of_seats: Sequence[int]) -> list[int]:
        """Add up what belongs to each seat."""
        return [
            sum(amount for seat, amount in enumerate(of_seats) if self.side(seat) == side) for side in range(self.sides)
        ]
