"""Accounts over many deals: points come from the values of the clauses alone, and every sum is right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tests.dealing import game_of
from trickbook.kernel.layout import GOES_ON
from trickbook.simulation.batches import match_blocks

GAMES = {
    "schwesing": 5,
    "schwesing+optional-daring": 5,
    "schwesing+singles-only": 5,
    "schwesing+six-players": 4,
    "treia": 5,
    "treia+optional-daring": 5,
    "bruus-two": 5,
    "bruus-two+nine-of-sixteen": 9,
}
DEALS = 1500
# What happens in a trick, in order, and what it is worth: with a strike worth 2, and with a strike worth 1.
WORTH = {
    ("dare",): (1, 1),
    ("dare", "strike"): (2, 1),
    ("dare", "strike", "dare"): (3, 2),
    ("dare", "strike", "dare", "counter-strike"): (4, 2),
    ("dare", "dare"): (2, 2),
    ("dare", "dare", "strike"): (3, 2),
}


@cache
def states_of(name: str) -> Sequence[Any]:
    blocks = match_blocks(game_of(name), deals=DEALS, seed=21, bots="random", keep=True)
    return np.concatenate([block.states for block in blocks])


def for_daring(name: str, state: Any) -> list[int]:
    """The points for daring of each side, from the events of each trick; the last event's side has them."""
    points = [0, 0]
    for trick in range(state["tricks"]):
        here = [i for i in range(state["events"]) if state["event_trick"][i] == trick]
        if here:
            kinds = tuple(game_of(name).events[state["event_kind"][i]].name for i in here)
            side = int(state["side_of"][state["event_seat"][here[-1]]])
            points[side] += WORTH[kinds]["optional-daring" in name]
    return points


@pytest.mark.clause("BR-36", "BR-24", "TR-01", "TW-01", "TW-02")
@pytest.mark.parametrize("name", GAMES)
def test_tricks_add_up(name: str) -> None:
    most = len(game_of(name).pack) // game_of(name).rules.seats
    for state in states_of(name):
        won = [0, 0]
        for i in range(state["tricks"]):
            won[state["side_of"][state["trick_winner"][i]]] += int(state["trick_size"][i])
        assert list(state["tricks_won"][:2]) == won
        assert sum(won) <= most
        # The deal ends with the first trick that gives a side enough; before it, nobody has.
        assert max(won) - state["trick_size"][state["tricks"] - 1] < GAMES[name]
        if "singles-only" in name:
            assert set(state["trick_size"][: state["tricks"]]) == {1}


@pytest.mark.clause("BR-43", "BR-44", "BR-45", "BR-46", "BR-50", "BR-51", "BR-60", "TR-02")
@pytest.mark.parametrize("name", GAMES)
def test_points_are_those_of_the_clauses(name: str) -> None:
    target = game_of(name).rules.target
    for state in states_of(name):
        daring = for_daring(name, state)
        expected = list(daring)
        won = [int(tricks) for tricks in state["tricks_won"][:2]]
        before = [int(points) for points in state["before"][:2]]
        over_by_daring = any(b + d >= target for b, d in zip(before, daring, strict=True))
        carried = int(state["carry_in"])
        if not over_by_daring and max(won) >= GAMES[name]:
            winner = won.index(max(won))
            expected[winner] += (2 if min(won) == 0 else 1) + carried
            assert state["carry_out"] == 0
        elif not over_by_daring:
            assert won[0] == won[1]
            assert state["carry_out"] == carried + 1
        assert list(state["deal_score"][:2]) == expected


@pytest.mark.clause("BR-10", "BR-52", "TR-02", "TR-03")
@pytest.mark.parametrize("name", GAMES)
def test_each_deal_goes_on_from_the_one_before(name: str) -> None:
    target = game_of(name).rules.target
    states = states_of(name)
    for state in states:
        assert list(state["before"][:2] + state["deal_score"][:2]) == list(state["score"][:2])
        assert (max(state["score"][:2]) >= target) == (state["outcome"] != GOES_ON)
        if state["outcome"] != GOES_ON:
            assert state["score"][state["outcome_winner"]] >= target
    for last, state in pairwise(states):
        if last["outcome"] != GOES_ON:
            assert (state["match"], state["deal"]) == (last["match"] + 1, 0)
            assert not any(state["before"][:2])
            assert state["carry_in"] == 0
        else:
            assert (state["match"], state["deal"]) == (last["match"], last["deal"] + 1)
            assert list(state["before"][:2]) == list(last["score"][:2])
            assert state["carry_in"] == last["carry_out"]
            assert state["dealer"] == (last["dealer"] + 1) % last["seats"]
