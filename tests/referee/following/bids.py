"""The games in which tricks are named beforehand: Spades (SP) and Oh Hell (OH)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.referee.following.deal import Deal, Rules


@dataclass(frozen=True)
class SpadesRules(Rules):
    partners: bool = True
    target: int = 500
    broken_by: tuple[str, ...] = ("S",)
    """The suit of which a card must have been played before a spade is led; empty: never, unless only spades are held."""
    any_lead: bool = False
    """Whether spades may be led at once."""
    nil: int = 100
    bags_penalty: int = 100
    least: int = 0
    nil_helps: bool = False
    """Whether the tricks of a failed nil count for the partner."""


class Spades(Deal):
    rules: SpadesRules

    def find_trump(self, pack: Sequence[str]) -> None:
        self.trump = "S"

    def before_play(self) -> list[tuple[str, int]]:
        """Each names in turn, the player left of the dealer first (SP-03)."""
        return [("name", seat) for seat in self.in_turn(self.forehand)]

    def may_name(self, seat: int) -> list[int]:
        return list(range(self.rules.least, self.hand_size + 1))

    def playable(self, hand: list[str]) -> list[str]:
        if self.on_table:
            return super().playable(hand)
        broken = bool(self.rules.broken_by) and any(card[-1] == "S" for card in self.played())
        return hand if broken or self.rules.any_lead else [card for card in hand if card[-1] != "S"] or hand

    def bags(self) -> list[int]:
        """The tricks of each side beyond what it named (SP-08, SP-10)."""
        bags = []
        for side in range(2):
            named, helping, stray = self._contract(side)
            bags.append(max(0, helping - named) + stray)
        return bags

    def _contract(self, side: int) -> tuple[int, int, int]:
        """What a side has named, the tricks that count for it, and those of its nils."""
        named = helping = stray = 0
        for seat in (side, side + 2):
            if self.named[seat] == 0 and not self.rules.nil_helps:
                stray += self.tricks_of(seat)
            else:
                helping += self.tricks_of(seat)
            named += self.named[seat]
        return named, helping, stray

    def scores(self) -> list[int]:
        """Without what bags kept from earlier deals cost: that is the match's (SP-09)."""
        scores = []
        for side in range(2):
            points = 0
            for seat in (side, side + 2):
                if self.named[seat] == 0 and self.rules.nil:
                    points += self.rules.nil if self.tricks_of(seat) == 0 else -self.rules.nil
            named, helping, _ = self._contract(side)
            points += 10 * named if helping >= named else -10 * named
            points += self.bags()[side]
            scores.append(points)
        return scores


@dataclass(frozen=True)
class OhHellRules(Rules):
    hands: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    deals: int = 19
    hook: bool = True
    bonus: int = 10
    only_exact: bool = False
    """Whether tricks count only if they are as many as named."""
    penalty: int = 0
    """What each trick too many or too few costs, in place of the tricks counting."""
    trump: str = "turned"


class OhHell(Deal):
    rules: OhHellRules

    def find_trump(self, pack: Sequence[str]) -> None:
        """The next card is turned (OH-03)."""
        if self.rules.trump == "turned":
            self.turned = self.stock[0]
            self.trump = self.turned[-1]
        elif self.rules.trump != "none":
            self.trump = self.rules.trump

    def before_play(self) -> list[tuple[str, int]]:
        return [("name", seat) for seat in self.in_turn(self.forehand)]

    def may_name(self, seat: int) -> list[int]:
        """The dealer, who is last, may not make the sum come out (OH-05)."""
        numbers = list(range(self.hand_size + 1))
        if not self.rules.hook or seat != self.dealer:
            return numbers
        so_far = sum(self.named[other] for other in range(self.seats) if other != seat)
        return [number for number in numbers if so_far + number != self.hand_size]

    def scores(self) -> list[int]:
        scores = []
        for seat in range(self.seats):
            tricks, named = self.tricks_of(seat), self.named[seat]
            if tricks == named:
                scores.append(self.rules.bonus + tricks)
            elif self.rules.penalty:
                scores.append(-self.rules.penalty * abs(named - tricks))
            else:
                scores.append(0 if self.rules.only_exact else tricks)
        return scores
