"""How games differ in truth, from runs so large that little of chance is left: makes `truths.json` beside it.

    python tests/answers/truths.py

takes some minutes. The seed is none that the tests play. The effect is worked out here, and not by the code under test.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import asin, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from trickbook.measure.statistics import SHARE
from trickbook.study import Comparison, compare

FILE = Path(__file__).with_name("truths.json")
SEED = 20_261_201


@dataclass(frozen=True)
class Pair:
    """Two games, and who plays them."""

    first: str
    other: str
    bots: str = "greedy"
    deals: int = 200_000
    """Single deals of each in the large run."""
    duplicate: int = 0
    """Deals in duplicate of each in the large run, if luck is asked about."""

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.first} {self.other} {self.bots}"


PAIRS = (
    Pair("schwesing", "treia", duplicate=100_000),
    Pair("schwesing", "schwesing+optional-daring", duplicate=100_000),
    Pair("schwesing", "schwesing+singles-only"),
    Pair("schwesing", "schwesing+deal.at_a_time=1"),
    Pair("treia", "treia+singles-only"),
    Pair("bura", "bura+closed", duplicate=100_000),
    Pair("bura", "bura+three-aces-win"),
    Pair("bura", "bura+table.players=3"),
    Pair("bura", "bura+no-sixes"),
    Pair("bruus-two", "bruus-two+nine-of-sixteen"),
    Pair("kozel-points", "kozel-points+tens-below-jacks"),
    Pair("kozel-points", "kozel-points+tie-doubles"),
    Pair("schwesing", "bura"),
    Pair("kozel-points", "kozel-money"),
    Pair("schwesing", "treia", bots="random"),
    Pair("kozel-points", "kozel-points+tens-below-jacks", bots="random"),
    Pair("bura", "bura+closed", bots="ismcts:20", deals=20_000, duplicate=10_000),
)
"""What sentences are tested on; those that the words have once got wrong are among them."""


def played(pair: Pair, deals: int, seed: int, duplicate: int = 0, matches: int | None = None) -> Comparison:
    """Play a pair."""
    games = [pair.first, pair.other]
    return compare(games, deals=deals, seed=seed, bots=pair.bots, duplicate=duplicate or None, matches=matches)


def _effect(comparison: Comparison, measured: Any, difference: float) -> float | None:
    """Return Cohen's h of a share, d of all else, by the part of the deals that count; None if the first has no spread."""
    values = comparison.samples.values(0, measured.metric)
    if values is None:
        return None
    counted = values[~np.isnan(values)]
    part = len(counted) / len(values)
    if measured.metric.method is SHARE:
        p = float(counted.mean())
        return part * 2 * (asin(sqrt(min(max(p + difference, 0.0), 1.0))) - asin(sqrt(p)))
    spread = float(counted.std())
    return part * difference / spread if spread else None


def truth(comparison: Comparison) -> dict[str, dict[str, float | None]]:
    """Return of each metric what it is in the first game, and how the other differs."""
    found = {}
    for measured in comparison.metrics:
        for difference in measured.differences:
            contrast = difference.contrast
            numbers = {
                "first": measured.values[0].estimate.mean,
                "difference": contrast.mean,
                "low": contrast.low,
                "high": contrast.high,
                "effect": _effect(comparison, measured, contrast.mean),
            }
            found[measured.metric.name] = {
                key: None if number is None else float(f"{number:.6g}") for key, number in numbers.items()
            }
    return found


def main() -> None:
    """Play all pairs, and write what is true of them."""
    pairs = {}
    for pair in PAIRS:
        comparison = played(pair, pair.deals, SEED, pair.duplicate)
        pairs[pair.name] = truth(comparison)
        print(f"{pair.name}: {comparison.seconds:.0f} s", flush=True)
    document = {"seed": SEED, "deals": {pair.name: pair.deals for pair in PAIRS}, "pairs": pairs}
    FILE.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
