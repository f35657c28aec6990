"""Who stands where at the end of a tournament, and on average over several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any


def ranks(totals: Sequence[int]) -> list[int]:
    """Return the rank of each player by total, from 1; equal totals share a rank (TO-02).

    After players who share a rank, as many ranks are left out.

    >>> ranks([74, 60, 74, 81])
    [2, 4, 2, 1]
    """
    return [1 + sum(other > total for other in totals) for total in totals]


def ranking(totals: Sequence[int]) -> list[str]:
    """Return the players of a tournament in words, the first first.

    >>> ranking([74, 60, 74, 81])
    ['1. P4 with 81', '2. P1 and P3 with 74', '4. P2 with 60']
    """
    by_rank: dict[int, list[int]] = {}
    for player, rank in enumerate(ranks(totals)):
        by_rank.setdefault(rank, []).append(player)
    return [
        f"{rank}. {' and '.join(f'P{player + 1}' for player in players)} with {totals[players[0]]}"
        for rank, players in sorted(by_rank.items())
    ]


@dataclass(frozen=True)
class Standing:
    """Where a player stands, on average over tournaments."""

    player: int
    """Its number, from 0."""
    total: float
    """The mean of its totals."""
    rank: float
    """The mean of its ranks, from 1."""
    firsts: int
    """How often it was first, alone or with others."""

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"player": self.player, "total": self.total, "rank": self.rank, "firsts": self.firsts}


def standings(tournaments: Sequence[Sequence[int]]) -> list[Standing]:
    """Return where each player stands, from the totals of one tournament or more.

    >>> [standing.rank for standing in standings([[18, 23], [30, 20], [5, 5]])]
    [1.3333333333333333, 1.6666666666666667]
    """
    each = [ranks(totals) for totals in tournaments]
    return [
        Standing(
            player,
            fmean(totals[player] for totals in tournaments),
            fmean(places[player] for places in each),
            sum(places[player] == 1 for places in each),
        )
        for player in range(len(tournaments[0]) if tournaments else 0)
    ]


def standing_lines(found: Sequence[Standing], tournaments: int) -> list[str]:
    """Return a table of standings, in the order of the ranks, as lines of text."""
    if not found:
        return []
    several = f"over {tournaments:,} tournaments, on average" if tournaments > 1 else "of the tournament"
    lines = [f"Standing {several}:", f"  {'':>6}  {'total':>8}  {'rank':>6}  {'first':>6}"]
    decimals = 2 if tournaments > 1 else 0
    for standing in sorted(found, key=lambda standing: (standing.rank, standing.player)):
        numbers = f"{standing.total:8.{decimals}f}  {standing.rank:6.{decimals}f}  {standing.firsts:6,}"
        lines.append(f"  {f'P{standing.player + 1}':>6}  {numbers}")
    return lines
