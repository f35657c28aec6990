"""Digests of the records of every shipped rulebook and house rule, from fixed seeds.

    python -m tests.kernel.digests

writes `tests/data/record-digests.json` anew. A change of the kernel that is to change no deal leaves the file as it is.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import trickbook
from tests.games import seated
from trickbook.records import record_lines
from trickbook.simulation.batches import match_blocks

DIGESTS = Path(__file__).parents[1] / "data" / "record-digests.json"
DEALS = 30
BOTS = ("random", "greedy")
SEED = 11


def digest(name: str, bots: str) -> str:
    """Return a digest of the records of some deals of a game, from the first move of the first match."""
    game = trickbook.load(name)
    known = {game.rulebook.digest}
    found = hashlib.sha256()
    for block in match_blocks(game, deals=DEALS, seed=SEED, bots=bots, keep=True):
        for line in record_lines(game, block, SEED, known):
            found.update(line.encode() + b"\n")
    return found.hexdigest()[:16]


def digests() -> dict[str, dict[str, str]]:
    """Return the digest of each shipped game with each of the players."""
    return {name: {bots: digest(name, bots) for bots in BOTS} for name in seated()}


if __name__ == "__main__":
    DIGESTS.write_text(json.dumps(digests(), indent=1) + "\n", "utf-8")
