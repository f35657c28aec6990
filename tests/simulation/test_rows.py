"""The row of a deal beside what can be counted by hand: games so small that all their deals have the same figures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import trickbook
from trickbook.bots.playing import half_time_side
from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import new_state
from trickbook.simulation.batches import simulate, simulate_singles

SMALL = """
name = "Twelve cards, three each"
table.players = 2
pack.ranks = ["J", "Q", "K"]
deal.hand = 3
draw.after_trick = true
lead.sizes = [1]
score.any.points = 1
match.deals = 2
"""
"""Any card may be played to any. Three tricks are drawn after, one card each, and three are not."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> CompiledGame:
    path = tmp_path_factory.mktemp("games") / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    return trickbook.load(str(path))


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_every_deal_of_a_small_game_has_the_figures_counted_by_hand(small: CompiledGame, bots: str) -> None:
    """Each chooses from three cards four times, then from two, and has one left: 2 (3 + 3 + 3 + 3 + 2 + 1) legal moves."""
    rows = simulate(small, matches=60, seed=4, bots=bots)
    figures = {
        "tricks": 6,
        "cards": 12,
        "moves": 12,
        "asked": 12,
        "choices": 10,
        "options": 30,
        "face_down": 0,
        "seats": 2,
        "sides": 2,
        "carry_in": 0,
        "pot_staked": 0,
        "claimer": -1,
        "pot_taker": -1,
    }
    for field, figure in figures.items():
        assert set(rows[field]) == {figure}, field
    assert (rows["tricks_won"].sum(axis=1) == 6).all()
    assert rows["tricks_of_size"].sum(axis=0).tolist()[:3] == [0, 6 * len(rows), 0]
    assert rows["deal"].tolist() == [0, 1] * 60
    assert (rows["first_leader"] == 1 - rows["dealer"]).all()
    assert (rows["first_side"] == rows["first_leader"]).all()


def test_the_side_ahead_at_half_time_is_the_one_with_most_of_three_tricks(small: CompiledGame) -> None:
    rows = simulate_singles(small, deals=200, seed=6, bots="random")
    won_by = rows["trick_side"][:, :6].astype(np.int64)
    assert (rows["half_time_side"] == (won_by[:, :3].sum(axis=1) > 1)).all()
    assert (rows["tricks_won"][:, 1] == won_by.sum(axis=1)).all()
    # In some deals the fourth trick makes it even, so that half-time must not be a trick later.
    assert ((won_by[:, :3].sum(axis=1) == 2) & (won_by[:, 3] == 0)).any()


def ended(winners: str, sizes: str = "") -> Any:
    """A deal that is over: who has won each trick, of sides A, B and C, and how many cards each has played to it."""
    state = new_state()
    state.sides = state.seats = 3
    state.side_of[:3] = 0, 1, 2
    state.tricks = len(winners)
    for trick, winner in enumerate(winners):
        state.trick_winner[trick] = "ABC".index(winner)
        state.trick_size[trick] = int(sizes[trick]) if sizes else 1
    return state


@pytest.mark.parametrize(
    ("winners", "sizes", "ahead"),
    [
        ("AAAA", "", "A"),
        ("ABBB", "", ""),  # two of four tricks are half of them, and they are shared; a trick later B would be ahead
        ("BBAAAA", "", "B"),  # three of six: B has two, A one; a trick later they would be even
        ("AAB", "", "A"),  # of three, half are won with the second
        ("ABBCCC", "", "B"),
        ("ABCCCC", "", ""),
        ("BAAAA", "", "A"),  # of five, half are won with the third
        ("A", "", "A"),
        ("", "", ""),
        ("BAA", "211", "B"),  # a double trick is two of four
        ("ABB", "112", ""),
        ("BAA", "213", "B"),  # three of six; B has two, A one
    ],
)
def test_half_time(winners: str, sizes: str, ahead: str) -> None:
    plain = getattr(half_time_side, "py_func", half_time_side)
    found = int(plain(ended(winners, sizes), bool(sizes)))
    assert ("ABC"[found] if found >= 0 else "") == ahead
