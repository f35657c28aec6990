"""What a seat can't see never changes what it may do."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.dealing import game_of
from trickbook.game.table import Table
from trickbook.kernel.layout import FOLLOW, LEAD

GAMES = [
    ("bura", 3),
    ("bura+closed", 2),
    ("bura+closed", 4),
    ("kozel-money+closed", 3),
    ("kozel-points", 3),
    ("kozel-points", 4),
]


def unseen_places(table: Table, seat: int) -> Iterator[tuple[str, int, int]]:
    """Where cards are whose place a seat does not know: hands, face-down plays and the stock."""
    state = table.state
    for other in range(table.seats):
        if other != seat:
            for where in ("hands", "hidden"):
                for card in table.game.pack.members(int(state[where][other])):
                    if where == "hidden" or card != state.turned:
                        yield where, other, card
    for place in range(int(state.stock_next), len(table.game.pack)):
        yield "pack", place, int(state.pack[place])


def put(table: Table, where: str, index: int, old: int, new: int) -> None:
    state = table.state
    if where == "pack":
        state.pack[index] = new
    else:
        state[where][index] = int(state[where][index]) & ~(1 << old) | 1 << new


def exchange(table: Table, one: tuple[str, int, int], two: tuple[str, int, int]) -> None:
    put(table, one[0], one[1], one[2], two[2])
    put(table, two[0], two[1], two[2], one[2])


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_legal_moves_depend_on_what_the_seat_sees(name: str, players: int) -> None:
    lot = random.Random(4)
    exchanged = 0
    for match in range(12):
        table = Table(game_of(name, players), seed=9, match=match)
        while not table.is_over:
            legal = table.legal_moves()
            places = list(unseen_places(table, int(table.turn or 0)))
            if table.state.phase in (LEAD, FOLLOW) and not table.state.pot_trick and len(places) > 1:
                one, two = lot.sample(places, 2)
                if one[:2] != two[:2]:
                    exchange(table, one, two)
                    table.look()
                    assert table.legal_moves() == legal
                    exchange(table, (*one[:2], two[2]), (*two[:2], one[2]))
                    table.look()
                    exchanged += 1
            table.play(lot.choice([move for move in legal if move.kind != "claim"]))
    assert exchanged > 50


@pytest.mark.clause("BU-V3", "KP-07")
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_all_that_is_played_was_seen_or_is_hidden(name: str, players: int) -> None:
    lot = random.Random(5)
    table = Table(game_of(name, players), seed=3)
    while not table.is_over:
        state = table.state
        hidden = [int(state.hidden[seat]) for seat in range(players)]
        assert int(state.face_up) | sum(hidden) == int(state.gone)
        assert int(state.face_up) & sum(hidden) == 0
        if "closed" not in name and name != "kozel-points":
            assert not any(hidden)
        assert (state.turned_to >= 0) == (table.stock_left == 0)
        table.play(lot.choice([move for move in table.legal_moves() if move.kind != "claim"]))
