"""How many deals are needed: for an interval of a wanted width, and to see an effect of a given size.

An interval of a wanted width can't simply be looked at until it is narrow enough: what stops when it looks narrow stops
too early, and its 95 % are fewer. The rule here is triple sampling (Hall 1981, Annals of Statistics 9, 1229-1238): a pilot
sample says how many units will be needed; half of these are played, which says it better; then the rest. Only if the
interval should still be too wide, some more are played. Every look asks how wide the interval is and never where it lies, and
there are few. To the variance 1/n is added (Chow and Robbins 1965, Annals of Mathematical Statistics 36, 457-462), so that
a pilot sample in which nothing rare has happened does not end the study.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil, hypot, sqrt

from trickbook.measure.intervals import reach_of_parts
from trickbook.measure.statistics import SPARSE, Contrast, Estimate
from trickbook.measure.t_distribution import NORMAL_QUANTILE, t_quantile

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


def needed(effect: float, variance: float) -> tuple[Needed, ...]:
    """Return the sizes of studies that find an effect at the 5 % level with a power of 80 % and of 95 %.

    N = (z + z(power))² s² / effect², with the `variance` s² of a unit (Cohen 1988, Statistical power analysis, 2.4, for two
    means; the variance of the pairing is in s²).
    """
    return tuple(
        Needed(power, max(ceil((NORMAL_QUANTILE + quantile) ** 2 * variance / effect**2), 2))
        for power, quantile in POWERS.items()
    )


def needed_where_few_differ(effect: float, share: float, size: float) -> tuple[Needed, ...]:
    """Return the same where so small a `share` of the units differs, each by `size`, and an effect is a matter of few events.

    An effect takes effect / size of the units at least, all of them to one side. With a share s of the units, the part above
    nothing is P = (s size + effect) / 2, and that below N = (s size - effect) / 2. A study finds the effect if its interval
    (`trickbook.measure.intervals.reach_of_parts`) is clear of nothing, and does so with a chance of 80 % if it still is
    at the mean that is exceeded in 80 % of studies: effect - z σ/√n + (z² - 1) effect size² / (6 σ² n), with σ² = s size² -
    effect² (Cornish and Fisher 1937).

    Raises `ValueError` for an effect that is larger than `size`.
    """
    if effect > size:
        raise ValueError(f"the effect is {effect:g}; expected no more than a unit can differ by, {size:g}")
    share = max(share, effect / size)
    square = max(share * size * size - effect * effect, 0.0)

    def finds(n: int, quantile: float) -> bool:
        skewed = (quantile**2 - 1) / 6 * effect * size * size / (square * n) if square else 0.0
        mean = effect - quantile * sqrt(square / n) + skewed
        # What the mean is lower by is in both parts, by their variances.
        below = (share * size - effect) / 2 * (1 + (effect - mean) / (share * size))
        parts = [(part, part * size - part * part) for part in (below + mean, below)]
        return mean > 0 and reach_of_parts(parts[0], parts[1], size, n)(t_quantile(n - 1))[0] < mean

    return tuple(Needed(power, _least(partial(finds, quantile=quantile))) for power, quantile in POWERS.items())


def _least(is_enough: Callable[[int], bool]) -> int:
    """Return the least number from 2 on that is enough, if all above it are."""
    most = 2
    while not is_enough(most):
        most *= 2
    least = most // 2
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (least, middle) if is_enough(middle) else (middle, most)
    return most


def needed_of(result: Contrast | Estimate, n: int, effect: float) -> tuple[Needed, ...] | None:
    """Return the sizes of studies that find an effect, from what n units gave; None if they say nothing of the spread."""
    if isinstance(result, Contrast):
        if result.differing is not None and result.size and effect <= result.size and result.differing < SPARSE * n:
            return needed_where_few_differ(effect, max(result.differing / n, effect / result.size), result.size)
        if result.error:
            return needed(effect, n * result.error**2)
    half = half_width(result)
    return needed(effect, n * (half / NORMAL_QUANTILE) ** 2) if half else None
