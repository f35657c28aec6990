"""In which ways the tricks of a deal can be spread over the sides when it ends."""

from __future__ import annotations

from dataclasses import dataclass

from trickbook.rulebook.checks.view import View


@dataclass(frozen=True)
class Endings:
    """How a deal that is scored can end: when all cards are played, or when a side has enough tricks."""

    sides: int
    by_tricks: bool
    """Whether most tricks win the deal."""
    most: int
    """Tricks of a deal played to the end, each of one card."""
    fewest: int
    """Tricks, as they are counted, of a deal played to the end with the largest leads throughout."""
    enough: int
    """So many tricks of one side end the deal at once."""
    beyond: int
    """By so many tricks a side can go beyond that with its last trick."""
    at_any: bool = False
    """Whether card points can end it after any trick."""

    @classmethod
    def of(cls, view: View, sides: int) -> Endings:
        """Work out the numbers for a number of sides, the others being out."""
        players = view["table.players"]
        most = view.cards_each(players * sides // view.sides)
        largest = max([1, *view["lead.sizes"], *(view[f"{row}.cards"] for row in view.rows("combination"))])
        by_cards = view["end.counts"] == "cards"
        fewest = most if by_cards else -(-most // largest)
        end = view["end.tricks"]
        enough = {"all": most + 1, "majority": most // 2 + 1}.get(end, end)
        return cls(
            sides,
            view["end.won_by"] == "tricks",
            most,
            fewest,
            enough,
            largest - 1 if by_cards else 0,
            view["end.card_points"] > 0,
        )

    def have(self, result: str, own: int, others: int) -> bool:
        """Say whether a side can have won, tied or lost with so many tricks, its opponents with so many together.

        Of what decides the deal only tricks are looked at: with card points anybody may have won.
        """
        opponents = self.sides - 1
        short, last = self.enough - 1, self.enough + self.beyond
        if own + others > self.most:
            return False
        ended_by_side = self.enough <= own <= last and others <= opponents * short
        ended_by_other = own <= short and self.enough <= others <= last + (opponents - 1) * short
        played_out = (
            own + others >= (1 if self.at_any else self.fewest) and own <= short and others <= opponents * short
        )
        if not self.by_tricks:
            return ended_by_side or ended_by_other or played_out
        played_out = played_out and tricks_give(result, self.sides, own, others)
        if result == "lost":  # to a side that has more, and not enough to end the deal
            return ended_by_other or (played_out and own < short)
        return played_out or (result == "won" and ended_by_side)


def tricks_give(result: str, sides: int, own: int, others: int) -> bool:
    """Say whether a side with so many tricks, its opponents with so many, can have won, tied or lost."""
    if result == "won":
        return own > 0 and others <= (sides - 1) * (own - 1)
    if result == "tied":
        return own <= others <= (sides - 1) * own
    return others > own
