"""Endings that are solved: what the moves are worth, and what players make of it. The truth is that of `tests.endings.proof`."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests.bots.searching import Searcher
from tests.endings.positions import GAMES, Ending, endings, game_named, proved
from tests.endings.proof import legal_moves
from trickbook.bots.desk import NO_EQUITY, new_desk
from trickbook.compiler import CompiledGame

EVERY = 21
"""One ending in so many is proved anew in a normal run."""
LEAST = 200
OPEN, OTHERS = 0.99, 0.97
"""Which share of the endings is to be played right: those with open cards, and the others."""


class Solver(Searcher):
    """A player for whom every point counts the same, as in the proof."""

    def __init__(self, game: CompiledGame, name: str) -> None:
        super().__init__(game, name)
        self.desk = new_desk(self.players, NO_EQUITY)

    def solve(self, state: object) -> tuple[int, list[float]]:
        """Choose a move, and return in how many worlds the ending was solved, and what each legal move is worth on average."""
        count = len(legal_moves(self.game, state))
        self.choice(state)
        book = self.desk.slate.book[0]
        return int(book.solved), [float(total) / float(book.weight) for total in book.total[:count]]


@cache
def kept(name: str) -> tuple[CompiledGame, list[Ending]]:
    return game_named(name), endings(name)


@pytest.mark.parametrize("name", GAMES)
def test_there_are_endings_enough_and_their_moves_differ(name: str) -> None:
    _, found = kept(name)
    assert len(found) >= LEAST
    assert len({(ending.match, tuple(ending.moves)) for ending in found}) == len(found)
    assert all(max(ending.values) > min(ending.values) for ending in found)


def check_proof(game: CompiledGame, ending: Ending) -> None:
    found = proved(game, ending.state(game))
    assert found is not None
    assert found[0] == ending.worlds
    assert found[1] == pytest.approx(ending.values, abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
def test_values_are_those_of_the_proof(name: str) -> None:
    game, found = kept(name)
    for ending in found[::EVERY]:
        check_proof(game, ending)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_all_values_are_those_of_the_proof(name: str) -> None:
    game, found = kept(name)
    for ending in found:
        check_proof(game, ending)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "kozel-points"])
def test_solving_all_worlds_gives_the_values_of_the_proof(name: str) -> None:
    """Where no card of others lies face down the worlds are counted, so the values are the same; all but a few endings are short enough."""
    game, found = kept(name)
    solver = Solver(game, "ismcts:1000")
    solved = 0
    for ending in found:
        number, values = solver.solve(ending.state(game))
        if number == ending.worlds:
            solved += 1
            assert values == pytest.approx(ending.values, abs=1e-9)
    assert solved >= 0.95 * len(found)


def test_solving_worlds_dealt_by_lot_comes_close_to_the_proof() -> None:
    """Where cards lie face down: 1000 worlds, values within 4 and penalties of -6 to 6, so three standard errors are below 0.6."""
    game, found = kept("kozel-points")
    solver = Solver(game, "ismcts:1000")
    errors = []
    for ending in found:
        number, values = solver.solve(ending.state(game))
        if number:
            errors += np.abs(np.subtract(values, ending.values)).tolist()
            assert max(errors) < 0.6
    assert len(errors) > 2 * 0.9 * len(found)
    assert np.mean(errors) < 0.05


def accuracy(name: str, player: str) -> dict[bool, tuple[int, int]]:
    """Return how many endings of a game a player plays right, and of how many: those with open cards (`True`), and the others."""
    game, found = kept(name)
    searcher = Solver(game, player)
    right = {True: (0, 0), False: (0, 0)}
    for ending in found:
        state = ending.state(game)
        before = legal_moves(game, state)
        good, of = right[ending.is_open]
        right[ending.is_open] = good + ending.is_right(before.index(searcher.choice(state))), of + 1
    return right


@pytest.mark.parametrize("name", GAMES)
def test_search_plays_proved_endings_right(name: str) -> None:
    """Each decision of `ismcts:1000`."""
    right = accuracy(name, "ismcts:1000")
    for is_open, least in ((True, OPEN), (False, OTHERS)):
        good, of = right[is_open]
        assert good >= least * of


def test_the_greedy_player_does_not() -> None:
    """So the endings are hard enough to tell players apart."""
    shares = []
    for name in GAMES:
        _, found = kept(name)
        shares.append(np.mean([ending.is_right(0) for ending in found]))
    assert max(shares) < 0.8
