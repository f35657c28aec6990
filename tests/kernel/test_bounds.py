"""The kernel never reads or writes outside an array. Compiled code says nothing of it unless it is asked to check."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.recording import run
from trickbook.plugins import PluginSet
from trickbook.rulebook import load, shipped_rulebooks, shipped_variants

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


def games() -> Iterator[str]:
    """Every rulebook for every number of players, and every house rule on every rulebook that it is made for."""
    for rulebook in shipped_rulebooks():
        for players in load(rulebook.id, plugins=PluginSet()).get("table.players_allowed"):
            yield f"{rulebook.id}:{players}"
    for variant in shipped_variants():
        for rulebook_id in tomllib.loads(Path(variant.file).read_text("utf-8")).get("fits", ["schwesing", "treia"]):
            yield f"{rulebook_id}+{variant.id}"


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
    every = list(games())
    assert run(DEALS, every, **checking) == run(DEALS, every)
