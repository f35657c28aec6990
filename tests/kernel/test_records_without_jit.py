"""The kernel as plain Python plays the same deals as the compiled one, to the byte."""

from __future__ import annotations

from tests.kernel.recording import run

GAMES = (
    "schwesing",
    "treia",
    "schwesing+schwesing-tournament",
    "bura:3",
    "bura+closed",
    "kozel-points:3",
)
DEALS = 50
"""As many as a tournament has, and two more: whole matches of each game."""


def test_records_are_the_same_without_the_jit() -> None:
    compiled = run(DEALS, GAMES)
    assert len(compiled) == 2 * len(GAMES)
    assert not [line for line in compiled if "matches=0" in line]
    assert run(DEALS, GAMES, NUMBA_DISABLE_JIT="1") == compiled
