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

import numpy as np

import trickbook
from trickbook.bots import BOTS, bot_numbers
from trickbook.bots.playing import ROW, play_matches, play_out, stand_before
from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import GOES_ON, NO_FAULT, STATE, new_moves, new_state
from trickbook.kernel.limits import MAX_MOVES
from trickbook.records import record_lines
from trickbook.simulate import Block

SEED = 3
_SWITCHES = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")


def played(game: CompiledGame, bots: str, deals: int) -> Block:
    """Play just so many deals, where `simulate` would play some ahead: without the JIT that takes long."""
    state, hooks = new_state(), game.hooks
    stand_before(state, SEED, 0)
    players = np.array(bot_numbers(bots, int(game.rules.tournament_players)), np.int64)
    rows, states = np.zeros(deals, ROW).view(np.recarray), np.zeros(deals, STATE).view(np.recarray)
    with np.errstate(over="ignore"):
        written = play_matches(
            game.rules, state, play_out, hooks.offers, hooks.played, hooks.trick_complete,
            players, new_moves(MAX_MOVES), rows, states, True, deals,
        )  # fmt: skip
    assert written == deals
    assert (rows.fault == NO_FAULT).all()
    return Block(rows, states)


def hashes(deals: int, games: Iterable[str]) -> Iterator[str]:
    for name in games:
        identifier, _, players = name.partition(":")
        game = trickbook.load(identifier, players=int(players) if players else None)
        for bots in BOTS:
            digest = hashlib.sha256()
            block = played(game, bots, deals)
            for line in record_lines(game, block, SEED, set()):
                digest.update(line.encode() + b"\n")
            whole = int((block.rows["outcome"] != GOES_ON).sum())
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
