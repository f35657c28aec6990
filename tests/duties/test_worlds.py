"""What plays tell of hands, and the worlds that are dealt by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import numpy as np
import pytest

from tests.bots.searching import Searcher
from tests.dealing import game_of
from tests.duties.hands import deal, give, tricks
from trickbook.game.table import Table
from trickbook.kernel.layout import GIVING, STATE, State

GAMES = ("whist", "hearts", "spades", "oh-hell", "tressette", "sueca")
SPADES = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
HEARTS = SPADES.replace("S", "H")
CLUBS = SPADES.replace("S", "C")
DIAMONDS = SPADES.replace("S", "D")
SMALL = 'whist+pack.ranks=["J","Q","K","A"]+deal.hand=4'
"""Whist with sixteen cards, four each."""


def positions(name: str, deals: int = 3) -> Iterator[Table]:
    """Positions in deals between players who play by lot."""
    for seed in range(deals):
        table, lot = Table(game_of(name), seed=seed), Random(seed)
        table.state.cycle = seed + 2
        while not table.is_over:
            yield table
            table.play_legal(lot.randrange(len(table.legal_moves())))


@pytest.mark.parametrize("name", GAMES)
def test_nobody_holds_what_he_is_known_to_lack(name: str) -> None:
    for table in positions(name, 12):
        for seat in range(4):
            assert int(table.state.hands[seat]) & int(table.state.lacks[seat]) == 0


def test_who_does_not_follow_has_none_of_the_suit() -> None:
    table = deal("whist", {0: SPADES, 1: HEARTS, 2: CLUBS, 3: DIAMONDS})
    tricks(table, "2S 2H")
    assert set(table.game.pack.names(int(table.state.lacks[1]))) == set(SPADES.split())
    assert int(table.state.lacks[0]) == 0


def test_points_in_the_first_trick_tell_that_there_was_nothing_else() -> None:
    table = deal("hearts", {0: CLUBS, 1: HEARTS, 2: SPADES, 3: DIAMONDS}, cycle=3)
    tricks(table, "2C 5H")
    assert set(table.game.pack.names(int(table.state.lacks[1]))) == {
        *CLUBS.split(),
        *DIAMONDS.split(),
        *SPADES.split(),
    } - {"QS"}


@pytest.mark.parametrize("name", GAMES)
def test_worlds_fit_what_is_known(name: str) -> None:
    searcher = Searcher(game_of(name), "ismcts:20")
    for key, table in enumerate(positions(name)):
        state = table.state
        seat, seats = int(state.turn), int(state.seats)
        world = searcher.world(state, key)
        held = [int(world.hands[other]) | int(world.giving[other]) for other in range(seats)]
        assert int(world.hands[seat]) == int(state.hands[seat])
        assert [hand.bit_count() for hand in held] == [
            (int(state.hands[other]) | int(state.giving[other])).bit_count() for other in range(seats)
        ]
        assert all(hand & int(state.lacks[other]) == 0 for other, hand in enumerate(held))
        everywhere = 0
        for hand in held:
            assert everywhere & hand == 0
            everywhere |= hand
        assert everywhere & int(state.gone) == 0
        if int(state.given_to) and int(state.given[seat]):
            to = (seat + int(state.given_to)) % seats
            kept = int(state.given[seat]) & ~int(state.gone)
            assert held[to] & kept == kept


def enumerate_worlds(
    state: State, others: tuple[int, ...], unseen: list[int], must: dict[int, int]
) -> set[tuple[int, ...]]:
    """All ways to deal the unseen cards to three others of whom it is known what they lack and must have."""
    one, two, three = others
    room = {seat: int(state.hands[seat]).bit_count() - must[seat].bit_count() for seat in others}
    found = set()
    for first in combinations(unseen, room[one]):
        left = [card for card in unseen if card not in first]
        for second in combinations(left, room[two]):
            third = [card for card in left if card not in second]
            if len(third) != room[three]:
                continue
            hands = [
                must[seat] | sum(1 << card for card in cards)
                for seat, cards in ((one, first), (two, second), (three, third))
            ]
            if all(hand & int(state.lacks[seat]) == 0 for seat, hand in zip(others, hands, strict=True)):
                found.add(tuple(hands))
    return found


def test_bound_worlds_come_equally_often() -> None:
    """East did not follow spades, West did not follow clubs: every way that fits comes, each as often as another."""
    table = deal(SMALL, {0: "JS QC KC AC", 1: "JH QH KH AH", 2: "QS KS AS JC", 3: "QD KD AD JD"}, dealer=3)
    # Trumps are diamonds, by West's last card; North leads, East throws a heart, South takes it, West trumps.
    tricks(table, "JS JH QS QD")
    tricks(table, "KD")  # West leads a trump; North is to play
    state, pack = table.state, table.game.pack
    others = (1, 2, 3)
    turned = 1 << int(state.turned)
    must = {1: 0, 2: 0, 3: turned}
    unseen = pack.members((int(state.hands[1]) | int(state.hands[2]) | int(state.hands[3])) & ~turned)
    fitting = enumerate_worlds(state, others, unseen, must)
    assert 1 < len(fitting) < 400
    searcher = Searcher(game_of(SMALL), "ismcts:20")
    draws = 60 * len(fitting)
    found: Counter[tuple[int, ...]] = Counter()
    for key in range(draws):
        world = searcher.world(state, key)
        found[tuple(int(world.hands[seat]) for seat in others)] += 1
    assert set(found) == fitting
    expected = draws / len(fitting)
    chi_square = sum((found[one] - expected) ** 2 / expected for one in fitting)
    freedom = len(fitting) - 1
    # The normal bound of Wilson and Hilferty for one chance in a million.
    bound = freedom * (1 - 2 / (9 * freedom) + 4.75 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert chi_square < bound


def copy_of(state: State) -> State:
    return np.array([state.item()], STATE).view(np.recarray)[0]


@pytest.mark.parametrize("name", ["hearts", "oh-hell"])
def test_no_choice_depends_on_hidden_cards(name: str) -> None:
    """In any world that a seat can't tell from the true one, it does the same."""
    game = game_of(name)
    searcher = Searcher(game, "ismcts:12")
    for number, table in enumerate(positions(name, 2)):
        if number % 5:
            continue
        state = table.state
        seat = int(state.turn)
        chosen = searcher.choice(copy_of(state))
        other = copy_of(state)
        world = searcher.world(state, 77)
        for one in range(int(state.seats)):
            other.hands[one] = world.hands[one]
            other.giving[one] = world.giving[one]
        hidden = [i for i in range(int(state.moves)) if state.move_kind[i] == GIVING and state.move_seat[i] != seat]
        for i in hidden:
            other.move_cards[i] = 0
        assert searcher.choice(other) == chosen


def test_what_was_given_is_known_to_be_there() -> None:
    table = deal("hearts", {0: SPADES, 1: HEARTS, 2: CLUBS, 3: DIAMONDS})
    give(table, "QS KS AS", "2H 3H 4H", "2C 3C 4C", "2D 3D 4D")
    searcher = Searcher(game_of("hearts"), "ismcts:20")
    given = table.game.pack.mask(["2C", "3C", "4C"])
    while table.turn != 2:
        table.play(table.legal_moves()[0])
    for key in range(20):
        world = searcher.world(table.state, key)
        left = given & ~int(table.state.gone)
        assert int(world.hands[3]) & left == left
