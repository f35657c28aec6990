"""What the page on strength says beside its first table: moons, and what there is to gain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import headroom
import moons
from trickbook.bots.playing import ROW


def deal(*tricks: tuple[int, int]) -> Any:
    """A deal of Hearts: for each trick the seat that won it, and its card points."""
    row = np.zeros(1, ROW).view(np.recarray)
    row.sides = 4
    row.tricks = len(tricks)
    for place, (seat, points) in enumerate(tricks):
        row.trick_side[0, place] = seat
        row.trick_worth[0, place] = points
    return row


SHOT = deal((0, 0), (2, 13), (2, 6), (1, 0), (2, 7))
STOPPED_LATE = deal((2, 13), (2, 7), (3, 2), (2, 4))  # 20 of 26 are more than three quarters
STOPPED_EARLY = deal((2, 13), (3, 1), (2, 12))  # 13 are half
NEVER_LIKELY = deal((1, 4), (2, 14), (1, 8))


@pytest.mark.parametrize(
    ("row", "half", "late"),
    [
        (SHOT, (1, 0), (1, 0)),
        (STOPPED_LATE, (0, 1), (0, 1)),
        (STOPPED_EARLY, (0, 1), (0, 0)),
        (NEVER_LIKELY, (0, 0), (0, 0)),
    ],
)
def test_a_moon_is_shot_or_stopped_by_what_comes_after_half_the_points_or_three_quarters(
    row: Any, half: tuple[int, int], late: tuple[int, int]
) -> None:
    for part, expected in ((moons.HALF, half), (moons.LATE, late)):
        found = moons.moons_in(row, part)
        assert (found.shot, found.stopped) == expected


def test_shares_are_of_all_deals_and_of_those_that_may_be_shot() -> None:
    found = moons.moons_in(np.concatenate([SHOT, STOPPED_LATE, STOPPED_EARLY, NEVER_LIKELY]), moons.HALF)
    assert found.share_shot.mean == 1 / 4
    assert found.share_stopped.mean == 2 / 3


def test_margins_are_told_with_their_signs() -> None:
    assert headroom.told({"mean": -0.0451, "low": -0.136, "high": 0.046}) == "-0.045 (-0.136 to +0.046)"


def test_only_margins_that_are_clear_of_zero_are_called_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    clear, unclear = ({"mean": 0.1, "low": low, "high": 0.2, "deals": 2200} for low in (0.01, -0.01))
    figures = {
        "worlds": 1000,
        "more": 5,
        "time": [{"game": "bura", "margin": clear}, {"game": "kozel-points for two", "margin": unclear}],
        "headroom": [
            {"game": "bura", "seeing": clear, "longer": unclear, "otherwise": 0.1},
            {"game": "kozel-points for two", "seeing": clear, "longer": clear, "otherwise": 0.225},
        ],
    }
    monkeypatch.setattr(headroom, "kept", lambda name: figures)
    page = headroom.section()
    assert "clearly stronger than that of version 0.1 in 1 of 2 games (bura)" in page
    assert "5 times the worlds are clearly better in 1 of 2 games (kozel-points for two)" in page
    assert "| `kozel-points` for two | +0.100 (-0.010 to +0.200) |" in page
