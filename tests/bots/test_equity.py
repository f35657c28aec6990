"""The match equity table, beside values worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

import trickbook
from trickbook.bots import bots_named
from trickbook.bots.equity import _induced, _with_carry, equity_for

SEARCHERS = bots_named("ismcts:10", 2)


def test_by_hand() -> None:
    """To two points, the dealer's side wins one point a time in four.

    At 1:1 the dealer's side has 1/4. At 1:0, side 0 dealing, it wins at once (1/4), or side 1 deals at 1:1, where
    side 0 has 3/4: 1/4 + 3/4 · 3/4 = 13/16. At 0:0, side 0 dealing: 1/4 E(1; 1:0) + 3/4 E(1; 0:1) with
    E(1; 1:0) = 3/4 + 1/4 E(0; 1:1) = 13/16 and E(1; 0:1) = 3/4 E(0; 1:1) = 3/16: 13/64 + 9/64 = 22/64.
    """
    rules = trickbook.load("schwesing+match.target=2").rules
    table = _induced(rules, np.array([[1, 0, 0, 0], [0, 1, 0, 1]]), np.array([0.25, 0.75]))
    assert table[0, 0, 1, 1] == pytest.approx(1 / 4)
    assert table[1, 0, 1, 1] == pytest.approx(3 / 4)
    assert table[0, 0, 1, 0] == pytest.approx(13 / 16)
    assert table[0, 0, 0, 0] == pytest.approx(22 / 64)
    assert table[0, 0, 2, 1] == 1.0
    assert table[0, 0, 1, 2] == 0.0


@pytest.mark.clause("TR-02", "HK-01")
def test_carry() -> None:
    """A tie hands on one more; who wins takes what was carried. Doublings double all points, and a decision ends them."""
    treia = trickbook.load("treia").rules
    assert _with_carry(treia, np.array([0, 0, 1, -1]), 2) == ([0, 0], 3)
    assert _with_carry(treia, np.array([1, 0, 0, 0]), 3) == ([4, 0], 0)
    assert _with_carry(treia, np.array([2, 1, 0, 1]), 1) == ([2, 2], 0)
    doubles = trickbook.load("kozel-points+tie-doubles").rules
    assert _with_carry(doubles, np.array([0, 2, 0, 0]), 2) == ([0, 8], 0)
    assert _with_carry(doubles, np.array([0, 0, 1, -1]), 2) == ([0, 0], 3)


@pytest.mark.parametrize("name", ["schwesing", "treia", "bruus-two"])
def test_more_points_are_worth_more_and_the_sides_are_alike(name: str) -> None:
    game = trickbook.load(name)
    table = equity_for(game, SEARCHERS)
    target = int(game.rules.target)
    within = table[:, :, :target, :target]
    assert (np.diff(within, axis=2) > 0).all()
    assert (np.diff(within, axis=3) < 0).all()
    assert np.allclose(within[0] + within[1].transpose(0, 2, 1), 1.0, atol=1e-6)


@pytest.mark.clause("KP-15", "KP-16")
def test_penalty_points_lose() -> None:
    table = equity_for(trickbook.load("kozel-points"), SEARCHERS)
    assert table[0, 0, 10, 0] < 0.2 < 0.8 < table[0, 0, 0, 10]
    assert table[0, 0, 12, 4] == 0.0
    assert table[0, 0, 14, 16] == 1.0
    assert 0.0 < table[0, 0, 14, 14] < 1.0


@pytest.mark.parametrize(
    "name",
    ["bura", "schwesing+schwesing-tournament", "kozel-points+table.players=3", "schwesing+match.target=1000000"],
)
def test_no_table_where_points_count_alike(name: str) -> None:
    assert equity_for(trickbook.load(name), SEARCHERS).size == 0


def test_no_table_where_nobody_searches() -> None:
    assert equity_for(trickbook.load("schwesing"), bots_named("greedy", 2)).size == 0
