"""The worlds that a player who searches deals are those that its seat can't tell from the one it is in."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import trickbook
from tests.bots.positions import (
    TRUMPS,
    another_world,
    copy_of,
    deal,
    holds_what_it_must_have_led,
    load_text,
    positions,
)
from tests.bots.searching import Searcher
from trickbook.compiler import CompiledGame
from trickbook.game.table import Move
from trickbook.kernel import engine
from trickbook.kernel.layout import CLAIM, FACE_DOWN, FACE_DOWN_IF_BEATEN, State

GAMES = (
    "schwesing",
    "treia",
    "schwesing+six-players",
    "bruus-two",
    "bura+table.players=3",
    "bura+closed",
    "kozel-money",
    "kozel-points",
    "kozel-points+table.players=3",
)
SAME = (
    *(
        "phase",
        "turn",
        "leader",
        "winner",
        "winning",
        "face_up",
        "trump",
        "turned",
        "stock_left",
        "tricks",
        "score",
        "pot",
    ),
    *("lead_size", "to_play", "participants", "tricks_won", "moves", "move_seat", "move_kind", "move_flags", "words"),
)
"""Fields that everybody sees."""


def stock_of(state: State) -> list[int]:
    """The places of the cards in the stock, the turned card last."""
    in_stock = [int(state.turned)] if state.turned >= 0 and state.stock_left > 0 else []
    start = int(state.stock_next)
    return [int(card) for card in state.pack[start : start + int(state.stock_left) - len(in_stock)]] + in_stock


def places(mask: int) -> list[int]:
    return [place for place in range(64) if int(mask) >> place & 1]


def check(game: CompiledGame, state: State, world: State) -> None:
    """Check all that the seat to move in a state knows of a world."""
    seat = int(state.turn)
    seats = int(state.seats)
    for field in SAME:
        assert np.array_equal(world[field], state[field]), field
    assert world.hands[seat] == state.hands[seat]
    assert world.hidden[seat] == state.hidden[seat]
    held = [place for other in range(seats) for place in places(world.hands[other])]
    assert sorted([*held, *places(world.gone), *stock_of(world)]) == list(range(len(game.pack)))
    assert world.gone == np.bitwise_or.reduce(world.hidden) | world.face_up
    for other in range(seats):
        for field in ("hands", "hidden", "trick_cards"):
            assert int(world[field][other]).bit_count() == int(state[field][other]).bit_count(), field
    if state.turned >= 0 and state.stock_left == 0:
        turned = 1 << int(state.turned)
        drawn_by = [other for other in range(seats) if int(state.hands[other] | state.hidden[other]) & turned]
        assert all(int(world.hands[other] | world.hidden[other]) & turned for other in drawn_by)
    check_log(game, state, world)


def check_log(game: CompiledGame, state: State, world: State) -> None:
    """Check the moves of the deal: what was open is the same, what was not fits, and card points are theirs."""
    seats = int(state.seats)
    points = [0] * int(state.sides)
    hidden = [0] * seats
    winning = 0
    for i in range(int(state.moves)):
        cards = int(world.move_cards[i])
        mover = int(state.move_seat[i])
        trick = i // seats
        if not state.move_flags[i] & FACE_DOWN:
            winning = cards
        else:
            hidden[mover] |= cards
            if game.rules.face_down == FACE_DOWN_IF_BEATEN:
                with np.errstate(over="ignore"):
                    assert not engine.all_beaten(game.rules, int(state.trump), np.uint64(winning), np.uint64(cards))
        if not state.move_flags[i] & FACE_DOWN or mover == int(state.turn):
            assert cards == int(state.move_cards[i])
        if trick < int(state.tricks):
            side = int(state.side_of[state.trick_winner[trick]])
            points[side] += sum(int(game.rules.card_points[place]) for place in places(cards))
        else:
            assert cards == int(world.trick_cards[mover])
    assert hidden == [int(mask) for mask in world.hidden[:seats]]
    if game.has_card_points:
        assert points == [int(number) for number in world.card_points[: len(points)]]


@pytest.mark.clause("KP-07", "BU-V3")
@pytest.mark.parametrize("name", GAMES)
def test_worlds_fit_what_the_seat_knows(name: str) -> None:
    game = trickbook.load(name)
    searcher = Searcher(game, "montecarlo:1")
    differ = 0
    for number, state in enumerate(positions(game, 6, seed=3)):
        for key in range(3):
            world = searcher.world(state, 3 * number + key)
            check(game, state, world)
            differ += not np.array_equal(world.hands, state.hands)
    assert differ > 100


@pytest.mark.parametrize("name", GAMES)
def test_worlds_are_the_same_whatever_lies_where_the_seat_cannot_see(name: str) -> None:
    game = trickbook.load(name)
    searcher = Searcher(game, "montecarlo:1")
    luck = Random(5)
    for number, state in enumerate(positions(game, 3, seed=6)):
        world = copy_of(searcher.world(state, number))
        other = searcher.world(another_world(game, state, int(state.turn), luck), number)
        for field in (*SAME, "hands", "hidden", "gone", "trick_cards", "move_cards", "card_points"):
            assert np.array_equal(world[field], other[field]), field
        assert stock_of(world) == stock_of(other)


@pytest.mark.clause("BR-34")
@pytest.mark.parametrize("name", ["schwesing", "bruus-two", "kozel-money"])
def test_nobody_holds_what_would_have_been_led(name: str) -> None:
    """A trick to which all were asked, and nobody led a combination."""
    game = trickbook.load(name)
    searcher = Searcher(game, "montecarlo:1")
    checked = 0
    for number, state in enumerate(positions(game, 12, seed=8)):
        if state.phase != CLAIM and state.combination == game.rules.combinations:
            for key in range(10):
                world = searcher.world(state, 10 * number + key)
                assert not holds_what_it_must_have_led(game, world, int(state.turn))
                checked += 1
    assert checked > 1000


@pytest.mark.clause("BR-11")
def test_an_unseen_card_is_anywhere_with_the_same_chance() -> None:
    """The share of each card in each hand lies within five standard deviations, in 3000 worlds.

    A card that the cut refuses is never the last of the stock, so it is in a hand a little more often.
    """
    game = trickbook.load("schwesing+singles-only")
    searcher = Searcher(game, "montecarlo:1")
    state = next(positions(game, 1, seed=1))
    seat = int(state.turn)
    worlds = 3000
    held = np.zeros((4, len(game.pack)))
    last = np.zeros(len(game.pack))
    for key in range(worlds):
        world = searcher.world(state, key)
        for other in range(4):
            held[other, places(world.hands[other])] += 1
        last[stock_of(world)[-1]] += 1
    unseen = [place for place in range(len(game.pack)) if not int(state.hands[seat]) >> place & 1]
    share = 3 / len(unseen)
    spread = 5 * (worlds * share * (1 - share)) ** 0.5
    for other in range(4):
        if other != seat:
            assert (np.abs(held[other, unseen] - worlds * share) < spread + worlds * 0.01).all()
    assert last[places(game.pack.mask(["JC", "KH", "8S"]))].sum() == 0


@pytest.mark.clause("BU-13")
def test_those_who_play_for_the_pot_hold_the_combination(tmp_path: Path) -> None:
    """Clubs are trumps; seat 0 leads three of them, and seats 1 and 2 hold three, too. It takes more than 36 cards."""
    text = TRUMPS.replace('ranks = ["6"', 'ranks = ["2", "3", "4", "5", "6"')
    game = load_text(text, tmp_path / "trumps.toml", "+table.players=4")
    table = deal(game, ["6C 7C 8C", "9C JC QC", "10C KC AC", "6D 7H 8S"], turned="2C")
    table.play(Move(("6C", "7C", "8C"), "announce", announce="trumps"))
    state = table.state
    assert (state.pot_trick, state.turn) == (1, 1)
    searcher = Searcher(game, "montecarlo:1")
    clubs = sum(1 << place for place in range(len(game.pack)) if game.pack.name(place).endswith("C"))
    for key in range(50):
        assert int(searcher.world(state, key).hands[2]) & ~clubs == 0
