"""The kernel gives the same results as plain Python, and compiled with a check of every index."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = (
    "schwesing",
    "treia",
    "bruus-two",
    "bura",
    "kozel-points",
    "kozel-money",
    "schwesing+optional-daring",
    "schwesing+six-players",
    "schwesing+schwesing-tournament",
    "bruus-two+nine-of-sixteen",
)


def played(deals: int, bots: str, games: tuple[str, ...], **environment: str) -> list[str]:
    """Return what `playing.py` prints of games, one after another."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernel.playing", str(deals), bots, *games],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=1500,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(("deals", "bots"), [(300, "random"), (60, "greedy")])
def test_plain_python_plays_the_same_deals(deals: int, bots: str) -> None:
    assert played(deals, bots, GAMES[:1], NUMBA_DISABLE_JIT="1") == played(deals, bots, GAMES[:1])


@pytest.mark.deep
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_plain_python_plays_the_same_deals_of_every_game(bots: str) -> None:
    assert played(300, bots, GAMES, NUMBA_DISABLE_JIT="1") == played(300, bots, GAMES)


@pytest.mark.deep
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_no_index_is_out_of_bounds(tmp_path: Path, bots: str) -> None:
    # A cache folder of its own: code from a warm cache checks nothing.
    checked = played(5000, bots, GAMES, NUMBA_BOUNDSCHECK="1", TRICKBOOK_CACHE=str(tmp_path))
    assert checked == played(5000, bots, GAMES)
