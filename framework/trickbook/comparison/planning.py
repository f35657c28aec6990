"""How many deals are needed: for an interval of a wanted width, and to see an effect of a given size.

An interval of a wanted width can't simply be looked at until it is narrow enough: what stops when it looks narrow stops
too early, and its 95 % are fewer. The rule here is triple sampling (Hall 1981, Annals of Statistics 9, 1229-1238): a pilot
sample says how many units will be needed; half of these are played, which says it better; then the rest. Only if the
interval should still be too wide, some more are played. Every look asks how wide the interval is and never where it lies, and
there are few. To the variance 1/n is added (Chow and Robbins 1965, Annals of Mathematical Statistics 36, 457-462), so that
a pilot sample in which nothing rare has happened does not end the study.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, hypot

from trickbook.comparison.statistics import Contrast, Estimate
from trickbook.comparison.student import NORMAL_QUANTILE

PILOT = 500
"""Units in the pilot sample."""
_FIRST_PART = 0.5
"""Hall's gamma: the part of the units needed, as the pilot says, after which one looks again."""
_SLACK = 1.01
"""So many times the units needed are played, for else every second study would miss by a few."""
POWERS = {0.80: 0.8416212335729143, 0.95: 1.6448536269514722}
"""The chances of seeing an effect, each with its quantile of the normal distribution."""


def half_width(result: Estimate | Contrast) -> float | None:
    """Return half the width of an interval, or None if there is none."""
    if result.low is None or result.high is None:
        return None
    return (result.high - result.low) / 2


def next_size(n: int, half: float | None, precision: float) -> int:
    """Return how many units to have at the next look, from half the width that n units gave; n, if that is enough.

    With the variance s² + 1/n in place of s², h becomes √(h² + z²/n²).
    """
    if half is None:
        return 2 * n
    reached = hypot(half, NORMAL_QUANTILE / n)
    if reached <= precision:
        return n
    wanted = ceil(_SLACK * n * (reached / precision) ** 2)
    return max(ceil(_FIRST_PART * wanted), 2 * n) if n < _FIRST_PART * wanted else wanted


class Looks:
    """When to look at a study that is being played, and whether it is enough."""

    def __init__(self, precision: float, pilot: int = PILOT) -> None:
        self.precision = precision
        """Half the width that the interval is to have, at most."""
        self.next = pilot
        """How many units there are to be before one looks again."""
        self.sizes: list[int] = []
        """The numbers of units at which one has looked."""
        self.half: float | None = None
        """Half the width at the last look."""
        self.reached = False
        """Whether the interval was narrow enough."""

    def is_due(self, n: int) -> bool:
        """Say whether to look, when there are n units."""
        return n >= self.next

    def is_enough(self, n: int, half: float | None) -> bool:
        """Look at half the width that n units give, and say whether it is narrow enough."""
        self.sizes.append(n)
        self.half = half
        self.next = next_size(n, half, self.precision)
        self.reached = self.next <= n
        return self.reached


@dataclass(frozen=True)
class Needed:
    """How many deals are needed to see an effect."""

    power: float
    """How often a study of this size will find an effect of that size."""
    units: int
    """Deals of each game, or matches if the metric is about matches."""


def needed(half: float, n: int, effect: float) -> tuple[Needed, ...]:
    """Return the sizes of studies that find an effect at the 5 % level with a power of 80 % and of 95 %.

    `half` is half the width of the interval that n units gave, so the variance of a unit is s² = n (half / z)², to which
    1/n is added as above. N = (z + z(power))² s² / effect² (Cohen 1988, Statistical power analysis, 2.4, for two means; the
    variance of the pairing is in s²).
    """
    variance = n * (half / NORMAL_QUANTILE) ** 2 + 1 / n
    return tuple(
        Needed(power, ceil((NORMAL_QUANTILE + quantile) ** 2 * variance / effect**2))
        for power, quantile in POWERS.items()
    )
