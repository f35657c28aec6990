"""Endings that are solved: what the moves are worth, and what players make of it. The truth is that of `tests.endings.proof`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import trickbook
from tests.endings.playing import Solver, accuracy, kept
from tests.endings.positions import GAMES, Ending, proved
from trickbook.compiler import CompiledGame
from trickbook.game.table import Table
from trickbook.kernel.layout import STEP

EVERY = 21
"""One ending in so many is proved anew in a normal run."""
LEAST = 200
SHORT_ENOUGH = {"bruus-two": 0.7}
"""Which share of the endings is short enough to be solved in all worlds; elsewhere 0.95. Two players of Bruus hold up to nine cards."""
OPEN, OTHERS = 0.99, 0.97
"""Which share of the endings is to be played right: those with open cards, and the others."""


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
    assert solved >= SHORT_ENOUGH.get(name, 0.95) * len(found)


def test_solving_worlds_dealt_by_lot_comes_close_to_the_proof() -> None:
    """Where cards lie face down worlds are dealt one card after another, and do not come exactly as often as in the proof.

    Values lie within 4 of one another, so their deviation is 2 at most. Within five standard errors of the proof are nine
    endings of ten.
    """
    game, found = kept("kozel-points")
    solver = Solver(game, "ismcts:1000")
    errors: list[float] = []
    solved = close = 0
    for ending in found:
        number, values = solver.solve(ending.state(game))
        if number:
            off = np.abs(np.subtract(values, ending.values)).tolist()
            errors += off
            solved += 1
            close += max(off) < 5 * 2 / number**0.5
    assert solved > 0.9 * len(found)
    assert close >= 0.88 * solved
    assert np.mean(errors) < 0.1


@pytest.mark.parametrize("name", GAMES)
def test_search_plays_proved_endings_right(name: str) -> None:
    """Each decision of `ismcts:1000`."""
    right = accuracy(name, "ismcts:1000")
    for is_open, least in ((True, OPEN), (False, OTHERS)):
        good, of = right[is_open]
        assert good >= least * of


def test_the_first_legal_move_is_often_wrong() -> None:
    """So whoever does not look is found out."""
    shares = []
    for name in GAMES:
        _, found = kept(name)
        shares.append(np.mean([ending.is_right(0) for ending in found]))
    assert max(shares) < 0.8


GIVEN_AWAY = """
name = "Four cards each, one of which is given to the other player"
table.players = 2
table.players_allowed = [2]
pack.ranks = ["A", "K", "Q", "J"]
pack.suits = ["C", "S"]
order.ranks = ["A", "K", "Q", "J"]
deal.hand = 4
step.pass.does = "give"
step.pass.cards = 1
step.pass.to = ["left"]
duty.follow.at = "follow"
duty.follow.suit = "led"
score.most.result = "won"
score.most.points = 1
score.else.points = 0
match.target = 2
"""


def test_a_card_that_was_given_away_is_in_the_one_world_there_is(tmp_path: Path) -> None:
    """All cards are dealt, so the other hand is known, and what was given away in it: one world, with the true hand."""
    path = tmp_path / "given.toml"
    path.write_text(GIVEN_AWAY, "utf-8")
    game = trickbook.load(str(path))
    solver = Solver(game, "ismcts:100")
    table = Table(game, seed=4)
    while table.state.phase == STEP:
        table.play(table.legal_moves()[0])
    while len(table.legal_moves()) == 1:
        table.play(table.legal_moves()[0])
    seat = int(table.state.turn)
    assert int(table.state.given[seat]).bit_count() == 1
    number, values = solver.solve(table.state)
    assert (number, len(values)) == (1, len(table.legal_moves()))
    assert solver.buffers.slate.states[0].hands[1 - seat] == table.state.hands[1 - seat]
