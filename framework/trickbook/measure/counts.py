"""Values by how often each was seen: what is kept of a sample, however many deals it has.

Values of deals are few, so that counts of them take no more room for more deals. Pairs of values, of the same deal in two
games, may be many; of more than `MOST_PAIRS` only the sums are kept that their differences need (`Pairs`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Values: TypeAlias = NDArray[np.float64]
"""One number for each deal or match; NaN where it does not count."""
Numbers: TypeAlias = NDArray[np.int64]

MOST_PAIRS = 1 << 16
"""Different pairs of values that are kept one by one."""
SETTLED = 0.25
"""Pairs are kept one by one as long as no larger part of them is other than most are: few that differ are told apart."""
_MOST_CELLS = 1 << 20
"""Pairs of codes that are counted in a table; more are sorted."""


@dataclass(frozen=True, eq=False)
class Counts:
    """Different values in rising order, how often each was seen, and how many units do not count."""

    values: Values
    counts: Numbers
    missing: int = 0

    @classmethod
    def of(cls, values: Values | Counts) -> Counts:
        """Count values, of which NaN does not count; what is counted already stays as it is."""
        if isinstance(values, Counts):
            return values
        single, counts = np.unique(values[~np.isnan(values)], return_counts=True)
        return cls(single, counts.astype(np.int64), len(values) - int(counts.sum()))

    @classmethod
    def weighted(cls, values: Values, counts: Numbers) -> Counts:
        """Count values that were each seen so often; the same value may come several times, NaN does not count."""
        known = ~np.isnan(values)
        single, place = np.unique(values[known], return_inverse=True)
        total = np.zeros(len(single), np.int64)
        np.add.at(total, place, counts[known])
        return cls(single, total, int(counts[~known].sum()))

    @property
    def n(self) -> int:
        """How many units count."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """The mean of the values; there is one at least."""
        return self.sum_of(self.values) / self.n

    def sum_of(self, figures: Values) -> float:
        """Add up a figure of each value, as often as the value was seen."""
        return float((figures * self.counts).sum())

    def plus(self, other: Counts) -> Counts:
        """Return the counts of both together."""
        found = Counts.weighted(
            np.concatenate((self.values, other.values)), np.concatenate((self.counts, other.counts))
        )
        return Counts(found.values, found.counts, self.missing + other.missing)


def coded(numbers: NDArray[Any], values: Values) -> tuple[Values, NDArray[np.intp]]:
    """Return the different values, and for each unit which of them it has; `values` are the `numbers` unpacked."""
    if numbers.dtype.kind == "i" and len(numbers):
        least = int(numbers.min())
        codes = numbers.astype(np.intp) - least
        seen = np.bincount(codes)
        present = np.flatnonzero(seen)
        places = np.zeros(len(seen), np.intp)
        places[present] = np.arange(len(present))
        single = (present + least).astype(np.float64)
        single[single == np.iinfo(numbers.dtype).min] = np.nan
        return single, places[codes]
    single, places = np.unique(values, return_inverse=True)
    return single, places.reshape(-1).astype(np.intp)


def count_codes(single: Values, codes: NDArray[np.intp]) -> Counts:
    """Return the counts of coded values."""
    counts = np.bincount(codes, minlength=len(single)).astype(np.int64)
    known = ~np.isnan(single)
    seen = known & (counts > 0)
    return Counts(single[seen], counts[seen], int(counts[~known].sum()))


@dataclass(frozen=True, eq=False)
class _Sums:
    """Sums of x^a y^b, with a + b up to 3, over pairs; and how many pairs differ."""

    both: Values
    """Over pairs that both count, at [a, b]."""
    first: Values
    """Of x^a where only the first counts."""
    other: Values
    """Of y^b where only the other counts."""
    differing: int

    @classmethod
    def of(cls, first: Values, other: Values, counts: Numbers) -> _Sums:
        """Add up pairs."""
        here, there = ~np.isnan(first), ~np.isnan(other)
        both = here & there
        x, y, w = first[both], other[both], counts[both].astype(np.float64)

        def alone(values: Values, which: NDArray[np.bool_]) -> Values:
            return np.array([float((values[which] ** a * counts[which]).sum()) for a in range(4)])

        powers = np.array([[float((x**a * y**b * w).sum()) for b in range(4)] for a in range(4)])
        return cls(powers, alone(first, here & ~there), alone(other, there & ~here), _differing(first, other, counts))

    def plus(self, more: _Sums) -> _Sums:
        """Return the sums of both together."""
        return _Sums(
            self.both + more.both, self.first + more.first, self.other + more.other, self.differing + more.differing
        )

    def about(self, mean_first: float, mean_other: float) -> tuple[Values, Values, Values]:
        """Return the sums of the powers of the distances from the means."""
        ours, theirs = _shift(mean_first), _shift(mean_other)
        return ours @ self.both @ theirs.T, ours @ self.first, theirs @ self.other


def _shift(mean: float) -> Values:
    """Return the matrix that makes sums of powers about a mean of sums of powers about 0, by the binomial theorem."""
    return np.array([[comb(a, b) * (-mean) ** (a - b) if b <= a else 0.0 for b in range(4)] for a in range(4)])


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of values of the same units, in two games: how often each was seen, or, of very many different ones, their sums.

    Values are NaN where a unit does not count in that game.
    """

    first: Values
    other: Values
    counts: Numbers
    sums: _Sums | None = None
    """The sums of pairs of which no counts are kept."""
    counted_first: Counts | None = None
    """The values in the first game of pairs of which only the sums are kept."""
    counted_other: Counts | None = None
    """The values in the other game of pairs of which only the sums are kept."""

    @classmethod
    def of(cls, first: Values, other: Values) -> Pairs:
        """Count the pairs of two arrays, unit by unit."""
        return cls.weighted(first, other, np.ones(len(first), np.int64))

    @classmethod
    def weighted(cls, first: Values, other: Values, counts: Numbers) -> Pairs:
        """Count pairs that were each seen so often; the same pair may come several times."""
        order = np.lexsort((other, first))
        x, y, w = first[order] + 0.0, other[order] + 0.0, counts[order]  # -0 becomes 0
        if len(x) == 0:
            return cls(x, y, w)

        def changes(values: Values) -> NDArray[np.bool_]:
            same: NDArray[np.bool_] = (values[1:] == values[:-1]) | (np.isnan(values[1:]) & np.isnan(values[:-1]))
            return ~same

        starts = np.flatnonzero(np.concatenate(([True], changes(x) | changes(y))))
        return cls(x[starts], y[starts], np.add.reduceat(w, starts))

    @classmethod
    def of_codes(cls, first: tuple[Values, NDArray[np.intp]], other: tuple[Values, NDArray[np.intp]]) -> Pairs:
        """Count the pairs of two coded samples, unit by unit."""
        (x, here), (y, there) = first, other
        cells = here * len(y) + there
        if len(x) * len(y) <= _MOST_CELLS:
            seen = np.bincount(cells)
            present = np.flatnonzero(seen)
            counts = seen[present]
        else:
            present, counts = np.unique(cells, return_counts=True)
        return cls(x[present // len(y)], y[present % len(y)], counts.astype(np.int64))

    def plus(self, more: Pairs) -> Pairs:
        """Return both together; `more` are pairs that have all their counts."""
        if self.sums:
            added = more._summed()
            assert added.sums
            sums, ours, theirs = self.sums.plus(added.sums), self.of_first, self.of_other
            return Pairs(
                self.first, self.other, self.counts, sums, ours.plus(added.of_first), theirs.plus(added.of_other)
            )
        found = Pairs.weighted(
            np.concatenate((self.first, more.first)),
            np.concatenate((self.other, more.other)),
            np.concatenate((self.counts, more.counts)),
        )
        return found._summed() if len(found.counts) > MOST_PAIRS and not found._few_differ() else found

    def _few_differ(self) -> bool:
        both = ~(np.isnan(self.first) | np.isnan(self.other))
        alike = Counts.weighted(self.other[both] - self.first[both], self.counts[both]).counts.max(initial=0)
        neither = np.isnan(self.first) & np.isnan(self.other)
        n = int(self.counts[~neither].sum())
        return bool(n - int(alike) <= SETTLED * n)

    def _summed(self) -> Pairs:
        """Return only the sums of these pairs."""
        none = np.zeros(0)
        return Pairs(
            none,
            none,
            np.zeros(0, np.int64),
            _Sums.of(self.first, self.other, self.counts),
            self.of_first,
            self.of_other,
        )

    @property
    def of_first(self) -> Counts:
        """The values in the first game."""
        return self.counted_first or Counts.weighted(self.first, self.counts)

    @property
    def of_other(self) -> Counts:
        """The values in the other game."""
        return self.counted_other or Counts.weighted(self.other, self.counts)

    @property
    def n(self) -> int:
        """Units that count in one of the games at least."""
        if self.sums:
            return int(self.sums.both[0, 0] + self.sums.first[0] + self.sums.other[0])
        return int(self.counts[~(np.isnan(self.first) & np.isnan(self.other))].sum())

    @property
    def differing(self) -> int:
        """Units in which the games differ, those that count in one of them only included."""
        return self.sums.differing if self.sums else _differing(self.first, self.other, self.counts)

    def spread(self) -> tuple[float, float]:
        """Return the sums of squares and of cubes of u' - u of `trickbook.measure.differences.difference_within`, whose mean is 0."""
        n, ours, theirs = self.n, self.of_first, self.of_other
        mean_first, mean_other, scale_first, scale_other = ours.mean, theirs.mean, n / ours.n, n / theirs.n
        if self.sums:
            both, first, other = self.sums.about(mean_first, mean_other)
            s, t = scale_first, scale_other
            square = t * t * (both[0, 2] + other[2]) - 2 * s * t * both[1, 1] + s * s * (both[2, 0] + first[2])
            cube = t**3 * (both[0, 3] + other[3]) - s**3 * (both[3, 0] + first[3])
            cube += 3 * t * s * s * both[2, 1] - 3 * t * t * s * both[1, 2]
            return float(square), float(cube)
        apart = np.where(np.isnan(self.other), 0.0, self.other - mean_other) * scale_other
        apart -= np.where(np.isnan(self.first), 0.0, self.first - mean_first) * scale_first
        return float((apart**2 * self.counts).sum()), float((apart**3 * self.counts).sum())


def _differing(first: Values, other: Values, counts: Numbers) -> int:
    here, there = ~np.isnan(first), ~np.isnan(other)
    return int(counts[(here | there) & ((here != there) | (first != other))].sum())
