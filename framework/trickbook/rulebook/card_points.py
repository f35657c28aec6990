"""What cards count for the side that wins them."""

from __future__ import annotations

from collections.abc import Mapping

LAST_TRICK = "last_trick"
"""The entry of `points` that says what the last trick counts."""


def points_of_card(points: Mapping[str, int], card: str) -> int:
    """Return what a card counts: what its own entry says, else its suit's, else its rank's.

    An entry of a suit or a card counts only if it is there; ranks that nobody names count nothing.

    >>> points_of_card({"H": 1, "QS": 13, "Q": 0}, "QH"), points_of_card({"H": 1, "QS": 13}, "QS")
    (1, 13)
    """
    rank, suit = card[:-1], card[-1]
    return next((points[name] for name in (card, suit, rank) if name in points), 0)
