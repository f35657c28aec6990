"""Print a hash of the records of some games, to compare runs of Python that compile the kernel in different ways.

    python -m tests.kernel.recording DEALS GAME...

plays so many deals of each game, by random and by greedy players, and prints a line for each: the whole matches among
them, and a hash of the lines of their records. A game is `ID`, or `ID:PLAYERS`. What stands in the environment decides how the kernel runs.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import trickbook
from trickbook.kernel.layout import GOES_ON
from trickbook.records import record_lines
from trickbook.simulation.batches import match_blocks

BOTS = ("random", "greedy")
SEED = 3
_SWITCHES = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")


def hashes(deals: int, games: Iterable[str]) -> Iterator[str]:
    for name in games:
        identifier, _, players = name.partition(":")
        game = trickbook.load(identifier, players=int(players) if players else None)
        for bots in BOTS:
            digest, whole, known = hashlib.sha256(), 0, set[str]()
            for block in match_blocks(game, deals=deals, seed=SEED, bots=bots, keep=True):
                for line in record_lines(game, block, SEED, known):
                    digest.update(line.encode() + b"\n")
                whole += int((block.rows["outcome"] != GOES_ON).sum())
            yield f"{name} {bots} matches={whole} {digest.hexdigest()}"


def run(deals: int, games: Iterable[str], **switches: str) -> list[str]:
    """Return the lines that another Python prints, with these variables in its environment and no others of the kind."""
    environment = {name: value for name, value in os.environ.items() if name not in _SWITCHES}
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernel.recording", str(deals), *games],
        env={**environment, **switches},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


if __name__ == "__main__":
    for line in hashes(int(sys.argv[1]), sys.argv[2:]):
        print(line)
