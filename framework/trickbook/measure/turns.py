"""Results of deals in duplicate, added up: what luck needs, however many deals there are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

GROUPS = 200
"""Groups of deals of which one at a time is left out, for the interval of the luck share."""
_CELLS_OF_GROUP = 32
_CELLS = GROUPS * _CELLS_OF_GROUP
_NEARLY_WHOLE = 1e-9


@dataclass(frozen=True, eq=False)
class Turns:
    """Sums of what the first side has made of each deal in each turn, cell by cell: neighbouring deals share a cell.

    Results are whole numbers times the number of turns less one, so that sums are exact.
    """

    planned: int
    """How many deals there are to be."""
    turns: int
    n: NDArray[np.int64]
    """Deals of each cell."""
    sums: NDArray[np.float64]
    """The sum of each turn: cells × turns."""
    squares: NDArray[np.float64]
    """The sum of all squares."""
    squares_of_deals: NDArray[np.float64]
    """The sum over deals of the square of what all turns come to."""
    differing: int = 0
    """Deals that do not come out the same in all turns."""
    checksum: int = 0
    """Stands for all results in order."""

    @classmethod
    def none(cls, planned: int, turns: int) -> Turns:
        """Return those of no deals yet, of so many that are to be."""
        cells = np.zeros(_CELLS)
        return cls(planned, turns, np.zeros(_CELLS, np.int64), np.zeros((_CELLS, turns)), cells, cells)

    @classmethod
    def of(cls, results: NDArray[np.float64] | Turns) -> Turns:
        """Add up results, deals × turns; what is added up already stays as it is."""
        return results if isinstance(results, Turns) else cls.none(*results.shape).plus(results)

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return int(self.n.sum())

    def plus(self, results: NDArray[np.float64]) -> Turns:
        """Return those with the deals that come next."""
        scaled = results * max(self.turns - 1, 1)
        whole = np.rint(scaled)
        scaled = np.where(np.abs(scaled - whole) < _NEARLY_WHOLE, whole, scaled) + 0.0  # -0 becomes 0
        cells = (np.arange(len(scaled)) + self.deals) * _CELLS // max(self.planned, 1)

        def added(known: NDArray[np.float64], figures: NDArray[np.float64]) -> NDArray[np.float64]:
            return known + np.bincount(cells, weights=figures, minlength=_CELLS)

        sums = [added(self.sums[:, turn], scaled[:, turn]) for turn in range(self.turns)]
        return Turns(
            self.planned,
            self.turns,
            self.n + np.bincount(cells, minlength=_CELLS),
            np.stack(sums, axis=1),
            added(self.squares, (scaled**2).sum(axis=1)),
            added(self.squares_of_deals, scaled.sum(axis=1) ** 2),
            self.differing + int((scaled != scaled[:, :1]).any(axis=1).sum()),
            crc32(scaled.tobytes(), self.checksum),
        )

    def share(self) -> float:
        """Return `trickbook.simulation.duplicate.luck_share` of all deals."""
        return _share(self._figures())[0]

    def shares_without(self, most_groups: int) -> list[tuple[float, bool]]:
        """Return the luck share without each group of deals, and whether anything varies in it; for all deals first."""
        groups = min(most_groups, self.deals)
        used = np.flatnonzero(self.n)
        if self.deals == self.planned and _CELLS % groups == 0:
            member = used // (_CELLS // groups)
        else:
            member = np.arange(len(used)) * groups // len(used)
        figures = self._figures()[used]
        whole = figures.sum(axis=0)
        return [_share(whole), *(_share(whole - figures[member == group].sum(axis=0)) for group in range(groups))]

    def same_as(self, other: Turns) -> bool:
        """Say whether all results are the same."""
        return self.deals == other.deals and self.checksum == other.checksum and bool((self.sums == other.sums).all())

    def _figures(self) -> NDArray[np.float64]:
        return np.column_stack((self.n, self.squares, self.squares_of_deals, self.sums))


def _share(figures: NDArray[np.float64]) -> tuple[float, bool]:
    """Return the luck share from sums, exactly, and whether anything varies."""
    figures = figures if figures.ndim == 1 else figures.sum(axis=0)
    deals, squares, squares_of_deals, *sums = (Fraction(float(figure)) for figure in figures)
    turns = len(sums)
    if deals < 2 or turns < 2:
        return float("nan"), False
    of_deals = (squares_of_deals - sum(sums) ** 2 / deals) / turns
    of_all = squares - sum(figure * figure for figure in sums) / deals
    between, left = of_deals / (deals - 1), (of_all - of_deals) / ((deals - 1) * (turns - 1))
    total = between + (turns - 1) * left
    return float((between - left) / total) if total > 0 else 0.0, of_all > 0
