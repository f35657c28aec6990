"""How often players shoot the moon in Hearts, and how often it is stopped.

    python docs/moons.py             plays the deals, which takes some minutes
    python docs/moons.py -d 10       a tenth of them

A player who has taken all card points so far, when half or three quarters of them are gone, may be shooting the moon. (Half of them may be
the queen of spades alone.) It is shot if he has them all at the end, and stopped if another takes one after that. The figures stand
in `docs/figures/moons.json`, and the page on strength tells them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import trickbook
from figure import figure_of, keep, kept
from trickbook.answers.words import interval_text
from trickbook.measure.statistics import SHARE, Estimate
from trickbook.simulation.batches import Rows, simulate_singles

NAME = "moons"
GAME = "hearts"
PLAYERS = {"random": 4000, "greedy": 4000, "ismcts:200": 400, "ismcts:1000": 100}
"""Who plays, all four alike, and how many deals."""
SEED = 1
HALF, LATE = 0.5, 0.75
"""Which parts of the card points must be gone."""
SHOT, STOPPED, STOPPED_LATE = "shot", "stopped", "stopped late"
"""What is measured: moons in all deals, and those that are stopped among those that may be shot after half, and after three quarters."""


@dataclass(frozen=True)
class Moons:
    """What came of moons in some deals."""

    deals: int
    shot: int
    stopped: int

    @property
    def share_shot(self) -> Estimate:
        """In which share of deals somebody took all card points."""
        return _share(self.shot, self.deals)

    @property
    def share_stopped(self) -> Estimate:
        """Which share was stopped of the moons that could still be shot."""
        return _share(self.stopped, self.shot + self.stopped)


def _share(part: int, whole: int) -> Estimate:
    return SHARE.estimate(np.repeat([1.0, 0.0], [part, whole - part]))


def moons_in(rows: Rows, part: float) -> Moons:
    """Count the moons in deals that were played, each a row of dtype `ROW`; those may be shot that can be when a part of the points is gone.

    >>> moons_in(simulate_singles(trickbook.load("hearts"), deals=3, bots="greedy"), HALF).deals
    3
    """
    shot = stopped = 0
    for row in rows:
        tricks = int(row["tricks"])
        taken: NDArray[np.int64] = np.zeros((tricks, int(row["sides"])), np.int64)
        taken[np.arange(tricks), row["trick_side"][:tricks]] = row["trick_worth"][:tricks]
        taken = taken.cumsum(axis=0)
        gone = taken.sum(axis=1)
        late = int(np.argmax(gone >= part * gone[-1]))
        if taken[late].max() == gone[late]:
            if taken[-1].max() == gone[-1]:
                shot += 1
            else:
                stopped += 1
    return Moons(len(rows), shot, stopped)


def played(player: str, part: int = 1, seed: int = SEED) -> tuple[Moons, Moons]:
    """Play the deals of a player, or a part of them, and count the moons after half the points and after three quarters."""
    deals = max(PLAYERS[player] // part, 2)
    rows = simulate_singles(trickbook.load(GAME), deals=deals, seed=seed, bots=player)
    return moons_in(rows, HALF), moons_in(rows, LATE)


def told(share: Estimate) -> str:
    """Return a share with its interval."""
    return f"{100 * share.mean:.1f} ({interval_text(share.low, share.high, lambda bound: f'{100 * bound:.1f}')})"


def section() -> str:
    """Return the section of the page on strength."""
    found = kept(NAME)
    rows = "\n".join(
        f"| `{entry['player']}` | {entry['deals']:,} | {entry[SHOT]['words']} | {entry[STOPPED]['words']} "
        f"| {entry[STOPPED_LATE]['words']} |"
        for entry in found["figures"]
    )
    return f"""\
## Moons in Hearts

Four players alike in `{GAME}`, seed {found["seed"]}. A moon may be shot if one player has taken all card points so far when half,
or three quarters, of them are gone; it is stopped if another takes one after that. (The queen of spades alone is half.)

| players | deals | moons shot, in 100 deals | stopped, of 100 that may be shot after half | after three quarters |
|---|---|---|---|---|
{rows}

Made by `python docs/moons.py`.
"""


def figures_of(player: str, found: Moons, late: Moons) -> dict[str, Any]:
    """Return the figures of a player."""
    shares: Sequence[tuple[str, Estimate]] = (
        (SHOT, found.share_shot),
        (STOPPED, found.share_stopped),
        (STOPPED_LATE, late.share_stopped),
    )
    return {"player": player, "deals": found.deals} | {
        what: asdict(figure_of(what, share, told(share))) for what, share in shares
    }


def main() -> None:
    """Play, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-d", type=int, default=1, metavar="D", help="play one in so many of the deals (default: all)")
    part = parser.parse_args().d
    figures = []
    for player in PLAYERS:
        figures.append(figures_of(player, *played(player, part)))
        print(player, *(figures[-1][what]["words"] for what in (SHOT, STOPPED, STOPPED_LATE)), sep=": ", flush=True)
    keep(NAME, {"seed": SEED, "figures": figures})
    print("Now run: python docs/make.py")


if __name__ == "__main__":
    main()
