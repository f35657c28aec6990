"""Bura and both Kozels over many deals: chips are neither made nor lost, and card points are all there."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tests.dealing import game_of
from trickbook.kernel.layout import ENDED_PLAYED, GOES_ON
from trickbook.simulation.batches import Rows, match_blocks

POT_GAMES = [
    *((name, players) for name in ("bura", "bura+closed+three-aces-win", "bura+no-sixes") for players in (2, 3, 6)),
    *((name, players) for name in ("kozel-money", "kozel-money+bura-leads-only") for players in (2, 3, 5)),
]
PENALTY_GAMES = [
    (name, players) for name in ("kozel-points", "kozel-points+tie-doubles+game-to-16") for players in (2, 3, 4)
]


def rows_of(name: str, players: int, deals: int = 3000) -> Rows:
    blocks = match_blocks(game_of(name, players), deals=deals, seed=17, bots="random")
    return np.concatenate([block.rows for block in blocks])


@pytest.mark.clause("BU-02", "BU-09", "BU-11", "KM-04")
@pytest.mark.parametrize(("name", "players"), POT_GAMES)
def test_chips_are_neither_made_nor_lost(name: str, players: int) -> None:
    rows = rows_of(name, players)
    assert (rows["score"].sum(axis=1) == rows["pot_before"] - rows["pot_left"]).all()
    assert set(rows["pot_staked"]) <= {0, players}
    for last, row in pairwise(rows):
        if last["outcome"] == GOES_ON:
            assert row["pot_before"] == last["pot_left"]
            assert (row["before"] == last["before"] + last["score"]).all()
        else:
            assert row["pot_before"] == 0
            assert not row["before"].any()


@pytest.mark.clause("KP-12")
@pytest.mark.parametrize(("name", "players"), PENALTY_GAMES)
def test_card_points_add_up(name: str, players: int) -> None:
    rows = rows_of(name, players)
    assert (rows["ended"] == ENDED_PLAYED).all()
    assert (rows["card_points"].sum(axis=1) == 120).all()
    assert (rows["cards"] == 36).all()


@pytest.mark.clause("KP-13", "KP-14", "KP-15", "HK-01")
@pytest.mark.parametrize(("name", "players"), PENALTY_GAMES)
def test_penalties_are_those_of_the_clauses(name: str, players: int) -> None:
    rows = rows_of(name, players)
    for row in rows:
        sides = int(row["sides"])
        score = row["score"][:sides] >> row["carry_in"]
        assert set(score) <= {0, 2, 4, 6}
        assert (score[row["card_points"][:sides] < 20] >= 4).all()
    three = rows[rows["sides"] == 3]
    assert (len(three) > 0) == (players == 3)
    for last, row in pairwise(rows):
        if last["outcome"] == GOES_ON:
            left = last["before"] + last["score"]
            limit = 16 if "16" in name else 12
            stay = [int(points) for points in left[: last["sides"]] if points < limit]
            if row["sides"] < last["sides"] and len(stay) > 1:
                assert list(row["before"][: row["sides"]]) == stay
