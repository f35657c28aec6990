"""Hearts (HE)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.referee.following.deal import Deal, Rules


@dataclass(frozen=True)
class HeartsRules(Rules):
    limit: int = 100
    to: tuple[int, ...] = (1, 3, 2, 0)
    """To whom cards are given, deal after deal, in places to the left; 0: to nobody."""
    cards: int = 3
    breaks: tuple[str, ...] = ("H", "QS")
    """What must have been played before a heart is led: suits and cards; empty: nothing, hearts may be led at once."""
    not_in_first_trick: tuple[str, ...] = ("H", "QS")
    opening: tuple[str, ...] = ("2C",)
    """What the holder of the two of clubs must lead: this card, or any of this suit."""
    jack: int = 0
    """What the jack of diamonds counts."""
    queen: int = 13
    moon: str = "others"
    """What all penalty cards do: `others` get 26, `subtracts` 26 from the own score, or `nothing` special."""
    no_tricks: int = 0
    """What a player without a trick gets, unless somebody took all penalty cards."""


def among(card: str, members: tuple[str, ...]) -> bool:
    return card in members or card[-1] in members


class Hearts(Deal):
    rules: HeartsRules

    def before_play(self) -> list[tuple[str, int]]:
        """Three cards each, given before anybody sees what he gets (HE-03, HE-04)."""
        if not self.way:
            return []
        return [("give", seat) for seat in self.in_turn(self.forehand) for _ in range(self.rules.cards)]

    @property
    def way(self) -> int:
        return self.rules.to[self.number % len(self.rules.to)]

    def hand_over(self) -> None:
        for seat in range(self.seats):
            self.hands[(seat + self.way) % self.seats] += self.given[seat]

    def first_leader(self) -> int:
        """The holder of the two of clubs leads (HE-05)."""
        return next(seat for seat in range(self.seats) if "2C" in self.hands[seat])

    def playable(self, hand: list[str]) -> list[str]:
        first = not self.tricks
        if not self.on_table:
            if first:
                return [card for card in hand if among(card, self.rules.opening)] or hand
            broken = not self.rules.breaks or any(among(card, self.rules.breaks) for card in self.played())
            return hand if broken else [card for card in hand if card[-1] != "H"] or hand
        following = self.of_suit(hand, self.on_table[0][1][-1])
        if following:
            if not first:
                return following
            return [card for card in following if not among(card, self.rules.not_in_first_trick)] or following
        if first:
            return [card for card in hand if not among(card, self.rules.not_in_first_trick)] or hand
        return hand

    def worth(self, card: str) -> int:
        """A heart one, the queen of spades thirteen (HE-09)."""
        if card == "QS":
            return self.rules.queen
        if card == "JD":
            return self.rules.jack
        return 1 if card[-1] == "H" else 0

    def scores(self) -> list[int]:
        scores = self.card_points()
        penalties = [sum(1 for card in self.cards_won(side) if among(card, ("H", "QS"))) for side in range(self.sides)]
        if self.rules.moon != "nothing" and 14 in penalties:
            shooter = penalties.index(14)
            for side in range(self.sides):
                jack = self.rules.jack if "JD" in self.cards_won(side) else 0
                if self.rules.moon == "others":
                    scores[side] = jack + (0 if side == shooter else 26)
                else:
                    scores[side] = jack - (26 if side == shooter else 0)
            return scores
        return [
            points + (self.rules.no_tricks if tricks == 0 else 0)
            for points, tricks in zip(scores, self.tricks_by_side(), strict=True)
        ]
