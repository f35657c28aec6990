"""A table in the hands of somebody who asks it for what can't be."""

from __future__ import annotations

import pytest

import trickbook
from trickbook.errors import SimulationError
from trickbook.game.table import IllegalMoveError, Table


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_a_seed_is_of_64_bits(seed: int) -> None:
    with pytest.raises(SimulationError, match="expected a whole number from 0 to"):
        Table(trickbook.load("schwesing"), seed=seed)


@pytest.mark.parametrize("match", [-1, 1 << 62])
def test_matches_are_counted_from_0(match: int) -> None:
    with pytest.raises(SimulationError, match=f"the match is {match}; expected"):
        Table(trickbook.load("schwesing"), match=match)


@pytest.mark.parametrize("place", [-1, 99])
def test_a_place_beyond_the_legal_moves_is_refused(place: int) -> None:
    table = Table(trickbook.load("schwesing"), seed=3)
    with pytest.raises(IllegalMoveError, match=f"there is no legal move {place}; expected a number from 0 to"):
        table.play_legal(place)
    assert table.legal_moves()


def test_no_move_is_legal_once_the_deal_is_over() -> None:
    table = Table(trickbook.load("schwesing"), seed=3)
    while not table.is_over:
        table.play_legal(0)
    with pytest.raises(IllegalMoveError, match="the deal is over"):
        table.play_legal(0)


def test_deals_follow_one_another() -> None:
    table = Table(trickbook.load("bura"), seed=3)
    with pytest.raises(IllegalMoveError, match="the deal is not over"):
        table.next_deal()
