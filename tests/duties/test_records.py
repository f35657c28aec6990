"""Records of games with names and gifts: written, read, played again, told; and those that were changed are found out."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.dealing import game_of
from trickbook.game.table import Table
from trickbook.records import record_of, replay
from trickbook.records.transcript import transcript
from trickbook.records.writing import rules_line

GAMES = ("whist", "hearts", "spades", "oh-hell", "tressette", "sueca", "briscola")


def match(name: str, deals: int, seed: int = 0) -> list[dict[str, object]]:
    """The records of the first deals of a match between players who play by lot."""
    game, lot = game_of(name), Random(seed)
    table = Table(game)
    records = []
    for _ in range(deals):
        while not table.is_over:
            table.play_legal(lot.randrange(len(table.legal_moves())))
        records.append(record_of(game, table.state, 0))
        if table.is_match_over:
            break
        table.next_deal()
    return records


def problems(name: str, records: list[dict[str, object]]) -> list[str]:
    lines = [rules_line(game_of(name)), *map(json.dumps, records)]
    return [problem for result in replay(lines) for problem in result.problems]


@pytest.mark.parametrize("name", GAMES)
def test_records_come_out_the_same(name: str) -> None:
    assert problems(name, match(name, 3)) == []


def test_gifts_and_names_stand_in_the_record() -> None:
    moves = match("hearts", 1)[0]["moves"]
    assert isinstance(moves, list)
    assert [len(move["give"]) for move in moves[:4]] == [3, 3, 3, 3]
    moves = match("spades", 1)[0]["moves"]
    assert isinstance(moves, list)
    assert [set(move) for move in moves[:4]] == [{"seat", "name"}] * 4


def test_a_revoke_is_found_out() -> None:
    records = match("whist", 1)
    moves = records[0]["moves"]
    assert isinstance(moves, list)
    hands: dict[int, list[str]] = {seat: [] for seat in range(4)}
    for move in moves:
        hands[move["seat"]] += move["cards"]
    suit = moves[0]["cards"][0][-1]
    for place in (1, 2, 3):
        hand = hands[moves[place]["seat"]]
        other = [card for card in hand if card[-1] != suit]
        if moves[place]["cards"][0][-1] == suit and other:
            later = next(move for move in moves if move["cards"] == [other[0]])
            moves[place]["cards"], later["cards"] = later["cards"], moves[place]["cards"]
            break
    assert "(duty.follow)" in problems("whist", records)[0]


def test_a_number_too_high_is_found_out() -> None:
    records = match("oh-hell", 1)
    moves = records[0]["moves"]
    assert isinstance(moves, list)
    moves[0]["name"] = 2
    assert "names a number from 0 to 1 (step.bids)" in problems("oh-hell", records)[0]
    moves[0]["name"] = "one"
    assert "names no number" in problems("oh-hell", records)[0]


@pytest.mark.parametrize("name", GAMES)
def test_deals_are_told(name: str) -> None:
    record = match(name, 1)[0]
    lines = transcript(game_of(name), record)
    assert any(line.startswith("Score: ") for line in lines)
    assert not any("goes wrong" in line for line in lines)
    if name == "hearts":
        assert sum("gives away" in line for line in lines) == 4
    if name in ("spades", "oh-hell"):
        assert sum(" names " in line for line in lines) == 4
