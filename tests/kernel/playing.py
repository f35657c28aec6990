"""Play deals and print a hash of all that happened: run in a process of its own, with and without the JIT."""

from __future__ import annotations

import argparse
import hashlib

import numpy as np

import trickbook
from trickbook.simulation.batches import match_blocks

LOGS = {"move_": "moves", "trick_": "tricks", "event_": "events"}
"""Lists of which only so many entries are in use, by how their names begin."""
SCRATCH = {"left", "swap_with", "stands_at", "in_order"}
"""What dealing leaves behind."""


def digest(game: str, deals: int, bots: str) -> str:
    """Return a hash of the rows and of the final states of so many deals."""
    found = hashlib.sha256()
    for block in match_blocks(trickbook.load(game), deals=deals, seed=11, bots=bots, keep=True):
        for name in block.rows.dtype.names or ():
            found.update(np.ascontiguousarray(block.rows[name]).tobytes())
        states = block.states
        for name in sorted(set(states.dtype.names or ()) - SCRATCH):
            values = np.array(states[name])
            for beginning, count in LOGS.items():
                if name.startswith(beginning) and values.ndim == 2:
                    values[np.arange(values.shape[1])[None, :] >= np.asarray(states[count])[:, None]] = 0
            found.update(name.encode() + values.tobytes())
    return found.hexdigest()


def main() -> None:
    """Play what the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("deals", type=int)
    parser.add_argument("bots")
    parser.add_argument("games", nargs="+")
    options = parser.parse_args()
    for game in options.games:
        print(game, digest(game, options.deals, options.bots))


if __name__ == "__main__":
    main()
