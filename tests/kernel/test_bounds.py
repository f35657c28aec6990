"""The kernel never reads or writes outside an array. Compiled code says nothing of it unless it is asked to check."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.games import games, tables
from tests.kernel.recording import run

pytestmark = pytest.mark.deep

DEALS = 2_000
OUTSIDE = """\
import trickbook
from trickbook.kernel import engine
from trickbook.kernel.limits import MAX_MOVES, MAX_SEATS
from trickbook.kernel.layout import FOLLOW, new_moves, new_state
game, state = trickbook.load("schwesing"), new_state()
state.phase, state.lead_size, state.turn = FOLLOW, 1, MAX_SEATS
try:
    engine.legal_moves(game.rules, state, game.hooks.offers, new_moves(MAX_MOVES))
except IndexError:
    print("noticed")
"""


@pytest.fixture(scope="module")
def checking(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What makes a Python check bounds: code that was compiled without does not, so it has a cache of its own."""
    return {"NUMBA_BOUNDSCHECK": "1", "TRICKBOOK_CACHE": str(tmp_path_factory.mktemp("checked"))}


def test_a_place_outside_is_noticed(checking: dict[str, str]) -> None:
    """Else the test below would find nothing, whatever there is."""
    done = subprocess.run(
        [sys.executable, "-c", OUTSIDE], env={**os.environ, **checking}, capture_output=True, text=True
    )
    assert done.stdout.split() == ["noticed"], done.stderr


def test_deals_are_the_same_with_bounds_checked(checking: dict[str, str]) -> None:
    every = [*(f"{rulebook}:{number}" for rulebook, number in tables()), *(game for game in games() if "+" in game)]
    assert run(DEALS, every, **checking) == run(DEALS, every)
