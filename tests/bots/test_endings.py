"""Endings that are solved: the worlds they are solved over, the values found, and what players make of them."""

from __future__ import annotations

import pytest

import trickbook
from tests.endings.playing import Solver, accuracy
from tests.endings.positions import FOLDER, GAMES, Ending, endings
from tests.endings.proof import Proof, legal_moves, worlds_of
from trickbook.bots.endings import SAME

KEPT = [name for name in GAMES if (FOLDER / f"{name}.jsonl").exists()]
"""Games of which there are endings."""
EVERY = 12
"""One ending in so many is proved anew in a normal run."""


def check_proof(name: str, ending: Ending) -> None:
    game = trickbook.load(GAMES[name])
    proof = Proof(game, ending.state(game))
    assert len(proof.worlds) == ending.worlds
    assert proof.values() == pytest.approx(ending.values, abs=1e-9)


@pytest.mark.parametrize("name", KEPT)
def test_values_are_those_of_the_proof(name: str) -> None:
    for ending in endings(name)[::EVERY]:
        check_proof(name, ending)


@pytest.mark.deep
@pytest.mark.parametrize("name", KEPT)
def test_all_values_are_those_of_the_proof(name: str) -> None:
    for ending in endings(name):
        check_proof(name, ending)


@pytest.mark.parametrize("name", KEPT)
def test_the_worlds_are_all_that_the_seat_cannot_tell_apart(name: str) -> None:
    """Hands, card points and shares of all worlds are those that were counted by going through them in the tests."""
    game = trickbook.load(GAMES[name])
    solver = Solver(game)
    for ending in endings(name)[::EVERY]:
        state = ending.state(game)
        mine = solver.worlds(state)
        proved = {}
        total = 0.0
        for world, weight in worlds_of(game, state):
            key = (tuple(map(int, world.hands)), tuple(map(int, world.card_points)), tuple(map(int, world.trick_cards)))
            proved[key] = proved.get(key, 0.0) + weight
            total += weight
        assert mine.keys() == proved.keys()
        assert all(abs(mine[key] - proved[key] / total) < 1e-9 for key in mine)


@pytest.mark.parametrize("name", KEPT)
def test_what_is_solved_is_never_worth_more_than_the_best_plan(name: str) -> None:
    """It is the value itself in an open ending; where the seat has moves to come, a plan found may fall short of the best."""
    game = trickbook.load(GAMES[name])
    solver = Solver(game)
    solved = 0
    for ending in endings(name):
        state = ending.state(game)
        found = solver.values(state)
        if not found:
            continue
        solved += 1
        for move, value in zip(legal_moves(game, state), ending.values, strict=True):
            assert found[move] <= value + SAME
            if ending.is_open:
                assert found[move] == pytest.approx(value, abs=SAME)
    assert solved >= 0.9 * len(endings(name))


@pytest.mark.parametrize("name", KEPT)
def test_search_plays_proved_endings_right(name: str) -> None:
    """Of the endings with open cards 99 in 100, of the others 97 (each decision of `ismcts:1000`, every point counting the same)."""
    right = accuracy(name, "ismcts:1000")
    for is_open, least in ((True, 0.99), (False, 0.97)):
        good, of = right[is_open]
        assert good >= least * of
