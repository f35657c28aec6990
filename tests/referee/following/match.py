"""From deal to deal: scores, what is kept from deal to deal, who deals next, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.referee.following.bids import Spades, SpadesRules
from tests.referee.following.deal import Deal, sides_of
from tests.referee.following.games import Game
from tests.referee.following.hearts import Hearts
from tests.referee.following.whist import KnockoutWhist


@dataclass
class Match:
    """The course of a match; `seats` are who still sits at the table."""

    game: Game
    seats: int
    dealer: int
    number: int = 0
    scores: list[int] = field(default_factory=list)
    bags: list[int] = field(default_factory=list)
    winner: int | None = None
    reason: str | None = None

    def __post_init__(self) -> None:
        sides = sides_of(self.game.rules, self.seats)
        self.scores = self.scores or [0] * sides
        self.bags = [0] * sides

    def deal(self, pack: list[str]) -> Deal:
        return self.game.deal(self.game.rules, pack, self.seats, self.dealer, self.number)

    def settle(self, deal: Deal) -> list[int]:
        """Write down a deal that is over; what each side gets for it, and whether the match is over."""
        gained = deal.scores()
        if isinstance(deal, Spades):
            gained = [points + cost for points, cost in zip(gained, self._bags(deal), strict=True)]
        self.scores = [before + points for before, points in zip(self.scores, gained, strict=True)]
        self._see_whether_it_is_over(deal)
        return gained

    def _bags(self, deal: Spades) -> list[int]:
        """Ten bags cost a hundred, whenever they come together (SP-09)."""
        rules = deal.rules
        assert isinstance(rules, SpadesRules)
        costs = []
        for side, bags in enumerate(deal.bags()):
            self.bags[side] += bags
            tens, self.bags[side] = divmod(self.bags[side], 10)
            costs.append(-tens * rules.bags_penalty)
        return costs

    def _see_whether_it_is_over(self, deal: Deal) -> None:
        rules = self.game.rules
        if isinstance(deal, Hearts):
            # HE-12: somebody has reached the limit, and one has fewest alone.
            fewest = min(self.scores)
            if max(self.scores) >= rules.limit and self.scores.count(fewest) == 1:
                self.winner, self.reason = self.scores.index(fewest), "limit"
        elif isinstance(deal, KnockoutWhist):
            left = [side for side, points in enumerate(self.scores) if points < rules.limit]
            if len(left) == 1:
                self.winner, self.reason = left[0], "last-left"
        elif rules.target:
            most = max(self.scores)
            if most >= rules.target and self.scores.count(most) == 1:
                self.winner, self.reason = self.scores.index(most), "target"
        if self.reason is None and rules.deals and self.number + 1 == rules.deals:
            most = max(self.scores)
            self.winner = self.scores.index(most) if self.scores.count(most) == 1 else None
            self.reason = "deals"

    def go_on(self) -> None:
        """The deal goes on to the left; who is out leaves the table first (KW-06)."""
        limit = self.game.rules.limit
        dealer = (self.dealer + 1) % self.seats
        if self.game.deal is KnockoutWhist:
            while self.scores[dealer] >= limit:
                dealer = (dealer + 1) % self.seats
            left = [seat for seat in range(self.seats) if self.scores[seat] < limit]
            dealer = left.index(dealer)
            self.scores = [self.scores[seat] for seat in left]
            self.seats = len(left)
        self.dealer = dealer
        self.number += 1
