"""Who stands where at the end of a tournament."""

from __future__ import annotations

from collections.abc import Sequence


def ranks(totals: Sequence[int]) -> list[int]:
    """Return the rank of each player by total, from 1; equal totals share a rank (TO-02).

    After players who share a rank, as many ranks are left out.

    >>> ranks([74, 60, 74, 81])
    [2, 4, 2, 1]
    """
    return [1 + sum(other > total for other in totals) for total in totals]
