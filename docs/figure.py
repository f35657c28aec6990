"""A figure of the documentation, kept beside the words that tell it, so that a test can play it again.

Figures stand in `docs/figures/`, each file written by the script that plays it; `docs/make.py` writes the pages from them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trickbook.measure.statistics import Contrast, Estimate

FOLDER = Path(__file__).resolve().parent / "figures"
WIDENED = 2.0
"""Two samples agree if their intervals, so many times as wide, meet: by chance alone they fail to in one of 10,000 cases at most."""


@dataclass(frozen=True)
class Figure:
    """A mean, or a difference of means, with its 95 % interval."""

    what: str
    """What is measured: the name of a metric, or of a pair of players."""
    mean: float
    low: float
    high: float
    words: str
    """How a page tells it."""

    def agrees_with(self, found: Contrast | Estimate) -> bool:
        """Say whether another sample of the same thing agrees. Raises `ValueError` if that has no interval."""
        if found.low is None or found.high is None:
            raise ValueError(f"{self.what}: expected a sample with an interval, found {found}")
        low = self.mean - WIDENED * (self.mean - self.low)
        high = self.mean + WIDENED * (self.high - self.mean)
        return found.mean - WIDENED * (found.mean - found.low) <= high and low <= found.mean + WIDENED * (
            found.high - found.mean
        )


def figure_of(what: str, found: Contrast | Estimate, words: str) -> Figure:
    """Return a result as a figure. Raises `ValueError` if it has no interval."""
    if found.low is None or found.high is None:
        raise ValueError(f"{what}: expected a result with an interval, found {found}")
    return Figure(what, found.mean, found.low, found.high, words)


def keep(name: str, figures: dict[str, Any]) -> None:
    """Write the figures of a script."""
    text = json.dumps(figures, indent=1, ensure_ascii=False) + "\n"
    (FOLDER / f"{name}.json").write_text(text, "utf-8", newline="\n")


def kept(name: str) -> dict[str, Any]:
    """Return the figures that a script has written."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return found
