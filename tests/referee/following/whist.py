"""Whist, and Knockout Whist (WH, KW)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.referee.following.deal import Deal, Rules


@dataclass(frozen=True)
class WhistRules(Rules):
    partners: bool = True
    target: int = 5
    honours: bool = False
    trump: str = "dealer"
    """`dealer`: the dealer's last card; `none`; or the letter of a suit that is always trumps."""


class Whist(Deal):
    rules: WhistRules

    def find_trump(self, pack: Sequence[str]) -> None:
        """The last card dealt is shown: the dealer's (WH-03)."""
        if self.rules.trump == "dealer":
            self.turned = pack[self.seats * self.hand_size - 1]
            self.trump = self.turned[-1]
        elif self.rules.trump != "none":
            self.trump = self.rules.trump

    def scores(self) -> list[int]:
        tricks = self.tricks_by_side()
        scores = [max(0, mine - 6) for mine in tricks]
        if self.rules.honours and self.trump:
            for side in range(2):
                held = [card for seat in (side, side + 2) for card in self.dealt[seat]]
                honours = sum(1 for rank in "AKQJ" if rank + self.trump in held)
                scores[side] += {4: 4, 3: 2}.get(honours, 0)
        return scores


@dataclass(frozen=True)
class KnockoutRules(Rules):
    hands: tuple[int, ...] = (7, 6, 5, 4, 3, 2, 1)
    limit: int = 1


class KnockoutWhist(Deal):
    rules: KnockoutRules

    def find_trump(self, pack: Sequence[str]) -> None:
        """The next card is turned (KW-03)."""
        self.turned = self.stock[0]
        self.trump = self.turned[-1]

    def scores(self) -> list[int]:
        """Who takes no trick is out (KW-05)."""
        return [1 if tricks == 0 else 0 for tricks in self.tricks_by_side()]
