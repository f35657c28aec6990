"""The games for card points with forty cards: Briscola (BI), Tressette (TS) and Sueca (SU)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.referee.following.deal import Deal, Rules


@dataclass(frozen=True)
class BriscolaRules(Rules):
    partners: bool = True
    hands: tuple[int, ...] = (3,)
    target: int = 2


class Briscola(Deal):
    rules: BriscolaRules
    order = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2")

    def find_trump(self, pack: Sequence[str]) -> None:
        """The next card is turned, and is the last to be drawn (BI-03)."""
        self.turned = self.stock.pop(0)
        self.stock.append(self.turned)
        self.trump = self.turned[-1]

    def playable(self, hand: list[str]) -> list[str]:
        """Nobody need follow suit (BI-05)."""
        return hand

    def after_trick(self) -> None:
        """Each draws a card, the winner first (BI-06)."""
        if len(self.stock) >= self.seats:
            for seat in self.in_turn(self.leader):
                self.hands[seat].append(self.stock.pop(0))

    def worth(self, card: str) -> int:
        return {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}.get(card[:-1], 0)

    def scores(self) -> list[int]:
        """Who has most card points alone wins the deal (BI-07)."""
        points = self.card_points()
        return [1 if mine == max(points) and points.count(mine) == 1 else 0 for mine in points]


@dataclass(frozen=True)
class TressetteRules(Rules):
    partners: bool = True
    hands: tuple[int, ...] = (10,)
    target: int = 21
    last: int = 3
    """What the last trick counts, in thirds."""


class Tressette(Deal):
    rules: TressetteRules
    order = ("3", "2", "A", "K", "Q", "J", "7", "6", "5", "4")

    def deal_out(self) -> None:
        """Five cards at a time (TS-02)."""
        for _ in range(2):
            for seat in self.in_turn(self.forehand):
                for _ in range(5):
                    self.hands[seat].append(self.stock.pop(0))

    def worth(self, card: str) -> int:
        """In thirds of a point (TS-06)."""
        return {"A": 3, "3": 1, "2": 1, "K": 1, "Q": 1, "J": 1}.get(card[:-1], 0)

    def last_trick_worth(self) -> int:
        return self.rules.last

    def scores(self) -> list[int]:
        return [thirds // 3 for thirds in self.card_points()]


@dataclass(frozen=True)
class SuecaRules(Rules):
    partners: bool = True
    hands: tuple[int, ...] = (10,)
    target: int = 4


class Sueca(Deal):
    rules: SuecaRules
    order = ("A", "7", "K", "J", "Q", "6", "5", "4", "3", "2")

    def deal_out(self) -> None:
        """Ten cards each at once (SU-02)."""
        for seat in self.in_turn(self.forehand):
            self.hands[seat] = [self.stock.pop(0) for _ in range(10)]

    def find_trump(self, pack: Sequence[str]) -> None:
        """The dealer's last card (SU-03)."""
        self.turned = pack[39]
        self.trump = self.turned[-1]

    def worth(self, card: str) -> int:
        return {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}.get(card[:-1], 0)

    def scores(self) -> list[int]:
        scores = []
        for points, tricks in zip(self.card_points(), self.tricks_by_side(), strict=True):
            scores.append(4 if tricks == 10 else 2 if points > 90 else 1 if points > 60 else 0)
        return scores
