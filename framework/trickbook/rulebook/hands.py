"""How many cards are dealt to each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def hand_sizes(get: Callable[[str], Any]) -> Sequence[int]:
    """Return the sizes that hands have, deal after deal; `get` returns the value of a key."""
    sizes: Sequence[int] = get("deal.hands") or [get("deal.hand")]
    return sizes
