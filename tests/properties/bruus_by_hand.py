"""One deal of Bruus in plain Python, by the clauses, for holding the engine against. It knows cards by name alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

COUNTERS = ("JC", "KH", "8S", *(r + s for r in "9AJ6" for s in "CSHD" if r + s != "JC"))
NEXT_HIGHER = {"8S": "KH", "KH": "JC"}

Choice = tuple[frozenset[str], bool | None]
"""Cards, and what is said of them: declared, undeclared, or nothing."""


@dataclass(frozen=True)
class House:
    """What a game's house rules change."""

    seats: int = 4
    needed: int = 5
    declared: bool = False
    singles: bool = False


def beats(card: str, other: str) -> bool:
    if other[0] == "7":
        return card[0] == "7" and "CSHD".index(card[-1]) < "CSHD".index(other[-1])
    if card not in COUNTERS:
        return False
    return other not in COUNTERS or COUNTERS.index(card) < COUNTERS.index(other)


def takes_over(cards: frozenset[str], winning: frozenset[str]) -> bool:
    return any(all(map(beats, order, winning)) for order in permutations(cards))


class DealByHand:
    """The deal as far as it has gone."""

    def __init__(self, pack: Sequence[str], dealer: int, house: House) -> None:
        self.house = house
        self.hands: list[set[str]] = [set() for _ in range(house.seats)]
        for turn in range(house.seats):
            self.hands[(dealer + 1 + turn) % house.seats] = set(pack[3 * turn : 3 * turn + 3])
        self.stock = list(pack[3 * house.seats :])
        self.gone: list[str] = []
        self.tricks_won = [0, 0]
        self.plays: list[frozenset[str]] = []
        self.over = False
        self._open((dealer + 1) % house.seats)

    def _open(self, due: int) -> None:
        """Begin a trick: three of a rank come first, counted from the one who is due to lead (BR-34, BR-35)."""
        self.plays = []
        in_order = [(due + turn) % self.house.seats for turn in range(self.house.seats)]
        self.leader = next((seat for seat in in_order if self._must_lead(seat)), due)

    def _must_lead(self, seat: int) -> bool:
        ranks = {card[:-1] for card in self.hands[seat]}
        return not self.house.singles and len(self.hands[seat]) == 3 and len(ranks) == 1

    @property
    def turn(self) -> int:
        return (self.leader + len(self.plays)) % self.house.seats

    def choices(self) -> set[Choice]:
        """Every legal move of the seat to move (BR-21, BR-30, BR-31, BR-34, BR-60)."""
        hand = self.hands[self.turn]
        if self.plays:
            sets = [frozenset(cards) for cards in combinations(hand, len(self.plays[0]))]
        elif self._must_lead(self.turn):
            sets = [frozenset(hand)]
        else:
            sets = [frozenset([card]) for card in hand]
            if not self.house.singles:
                sets += [frozenset(pair) for pair in combinations(hand, 2) if pair[0][:-1] == pair[1][:-1]]
        return {(cards, said) for cards in sets for said in self._sayings(cards)}

    def _sayings(self, cards: frozenset[str]) -> tuple[bool | None, ...]:
        last = len(self.plays) == self.house.seats - 1
        if not self.house.declared or last or not self.stock:
            return (None,)
        known = self.hands[self.turn] | set(self.gone)
        dares = any(card in cards and higher not in known for card, higher in NEXT_HIGHER.items())
        return (True, False) if dares else (None,)

    def play(self, cards: frozenset[str]) -> None:
        """Play cards, and go on to the next trick when all have played (BR-20, BR-23, BR-24, BR-36, BR-37)."""
        self.hands[self.turn] -= cards
        self.gone += cards
        self.plays.append(cards)
        if len(self.plays) < self.house.seats:
            return
        winning = 0
        for turn in range(1, self.house.seats):
            if takes_over(self.plays[turn], self.plays[winning]):
                winning = turn
        winner = (self.leader + winning) % self.house.seats
        self.tricks_won[winner % 2] += len(cards)
        if self.tricks_won[winner % 2] >= self.house.needed:
            self.over = True
            return
        each = min(len(cards), len(self.stock) // self.house.seats)
        for turn in range(self.house.seats):
            self.hands[(winner + turn) % self.house.seats] |= set(self.stock[:each])
            del self.stock[:each]
        self.over = not any(self.hands)
        if not self.over:
            self._open(winner)
