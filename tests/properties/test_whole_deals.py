"""Whole deals, move by move, beside the same deal played by hand: cards, turns, legal moves, tricks."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dealing import game_of
from tests.properties.bruus_by_hand import Choice, DealByHand, House
from trickbook.game.table import IllegalMoveError, Move, Table
from trickbook.kernel.layout import FOLLOW

HOUSES = {
    "schwesing": House(),
    "schwesing+optional-daring": House(declared=True),
    "schwesing+singles-only": House(singles=True),
    "schwesing+six-players+optional-daring": House(seats=6, needed=4, declared=True),
    "schwesing+schwesing-tournament": House(),
    "treia": House(),
    "treia+optional-daring+singles-only": House(declared=True, singles=True),
    "bruus-two+optional-daring": House(seats=2, declared=True),
    "bruus-two+nine-of-sixteen": House(seats=2, needed=9),
}


def check_cards(table: Table) -> None:
    """Hands, played cards and stock are the pack, and no card is in two of them."""
    state, pack = table.state, table.game.pack
    hands = [int(mask) for mask in state.hands[: table.seats]]
    stock = [int(place) for place in state.pack[state.stock_next : len(pack)]]
    assert len(stock) == table.stock_left
    parts = [*hands, int(state.gone), sum(1 << place for place in stock)]
    assert sum(mask.bit_count() for mask in parts) == len(pack)
    assert sum(parts) == (1 << len(pack)) - 1
    if state.phase != FOLLOW:
        assert len({mask.bit_count() for mask in hands}) == 1


def legal(table: Table) -> set[Choice]:
    moves = table.legal_moves()
    choices = {(frozenset(move.cards), move.declare) for move in moves}
    assert len(choices) == len(moves)
    return choices


def try_anything(table: Table, allowed: set[Choice], lot: random.Random) -> None:
    """A move made up at random is refused unless it is among the legal ones."""
    names = list(table.game.pack.places)
    hand = list(table.hand(table.turn or 0))
    cards = lot.sample(hand if lot.random() < 0.7 else names, lot.randint(0, len(hand)))
    said = lot.choice([None, True, False])
    if (frozenset(cards), said) not in allowed:
        before = table.state.tobytes()
        with pytest.raises(IllegalMoveError):
            table.play(Move(tuple(cards), declare=said))
        assert table.state.tobytes() == before


def play_beside(name: str, seed: int, match: int) -> None:
    table = Table(game_of(name), seed, match)
    names = [table.game.pack.name(place) for place in table.state.pack[: len(table.game.pack)]]
    by_hand = DealByHand(names, int(table.state.dealer), HOUSES[name])
    lot = random.Random(seed)
    while not by_hand.over:
        check_cards(table)
        assert not table.is_over
        assert table.turn == by_hand.turn
        assert [set(table.hand(seat)) for seat in range(table.seats)] == by_hand.hands
        choices = by_hand.choices()
        assert legal(table) == choices
        try_anything(table, choices, lot)
        cards, said = lot.choice(sorted(choices, key=lambda choice: (sorted(choice[0]), str(choice[1]))))
        table.play(Move(tuple(cards), declare=said))
        by_hand.play(cards)
    check_cards(table)
    assert table.is_over
    assert table.tricks_won == by_hand.tricks_won
    assert sum(table.tricks_won) <= len(table.game.pack) // table.seats


@pytest.mark.clause("BR-20", "BR-21", "BR-23", "BR-24", "BR-31", "BR-34", "BR-35", "BR-37", "BR-60")
@pytest.mark.parametrize("name", HOUSES)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**64 - 1), match=st.integers(0, 1000))
def test_a_deal_goes_as_by_hand(name: str, seed: int, match: int) -> None:
    play_beside(name, seed, match)


@pytest.mark.deep
@pytest.mark.parametrize("name", HOUSES)
def test_many_deals_go_as_by_hand(name: str) -> None:
    for seed in range(3000):
        play_beside(name, seed, seed % 7)
