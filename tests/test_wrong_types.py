"""What is of the wrong kind is refused from Python as from the command line: by an error of our own that says what was expected."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

import numpy as np
import pytest

import trickbook
from trickbook.bots import BotError
from trickbook.cards import CardError, parse_card
from trickbook.errors import SimulationError
from trickbook.game.seats import SeatError
from trickbook.game.table import IllegalMoveError, Move, Table

GAME = "schwesing"


def table() -> Table:
    return Table(trickbook.load(GAME), seed=3)


CASES: list[tuple[Callable[[Any], object], Any, type[ValueError], str]] = [
    (lambda bots: trickbook.simulate(GAME, deals=2, bots=bots), None, BotError, "the players are None; expected a text"),
    (lambda bots: trickbook.compare([GAME], deals=2, bots=bots), None, BotError, "the players are None"),
    (lambda bots: trickbook.compare([GAME], deals=2, bots=bots), ["greedy"], BotError, "expected a text"),
    (lambda game: trickbook.simulate(game, deals=2), 7, SimulationError, "expected a game, as trickbook.load returns it, found 7"),
    (lambda game: trickbook.compare([game], deals=2), None, ValueError, "expected a game"),
    (lambda seed: trickbook.simulate(GAME, deals=2, seed=seed), 1.5, SimulationError, r"the seed is 1\.5; expected a whole number"),
    (lambda seed: trickbook.simulate(GAME, deals=2, seed=seed), True, SimulationError, "the seed is True"),
    (lambda seed: trickbook.compare([GAME], deals=2, seed=seed), "1", SimulationError, "the seed is '1'"),
    (lambda n: trickbook.simulate(GAME, deals=2, threads=n), 1.5, SimulationError, r"1\.5 threads were asked for; expected a whole"),
    (lambda n: trickbook.compare([GAME], deals=2, threads=n), 1.5, SimulationError, r"1\.5 threads"),
    (lambda n: trickbook.simulate(GAME, deals=n), 2.0, SimulationError, r"2\.0 deals were asked for; expected a whole number"),
    (lambda n: trickbook.simulate(GAME, matches=n), "2", SimulationError, "'2' matches"),
    (Table, "bura", SimulationError, r"found 'bura'; did you mean trickbook\.load\('bura'\)\?"),
    (lambda seed: Table(trickbook.load(GAME), seed=seed), 1.5, SimulationError, r"the seed is 1\.5"),
    (lambda match: Table(trickbook.load(GAME), match=match), None, SimulationError, "the match is None"),
    (lambda cards: table().play(cards), [999], IllegalMoveError, "999 is not a card"),
    (lambda cards: table().play(cards), 999, IllegalMoveError, "999 is no move; expected a Move, or the names of cards"),
    (lambda cards: table().play(Move(cards)), (None,), IllegalMoveError, "None is not a card"),
    (lambda seat: table().hand(seat), -1, SeatError, "-1 is not a seat at this table; expected a number from 0 to 3"),
    (lambda seat: table().hand(seat), 4, SeatError, "4 is not a seat"),
    (lambda seat: table().hand(seat), "N", SeatError, "'N' is not a seat"),
    (lambda pack: table().deal_pack(pack), [0] * 36, SimulationError, "a pack of the places 0 to 35 of the game's cards, each once"),
    (lambda pack: table().deal_pack(pack), list(range(35)), SimulationError, "each once"),
    (lambda pack: table().deal_pack(pack), [*range(35), 36], SimulationError, "each once"),
    (lambda pack: table().deal_pack(pack), [*range(35), "9"], SimulationError, "each once"),
    (trickbook.load, 7, trickbook.RulebookError, "the game is 7; expected a text, such as 'schwesing"),
    (lambda games: trickbook.compare(games, deals=2), 7, ValueError, "expected a list of games, such as"),
    (lambda address: trickbook.Study([GAME], deals=2).play(scheduler=address), "", ValueError, "the scheduler is ''; expected its address"),
    (lambda scores: trickbook.Study([GAME], deals=2, scores=scores), [0.5, 0], SimulationError, "expected whole numbers"),
    (parse_card, 999, CardError, "999 is not a card"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "argument", "error", "words"), CASES)
def test_it_is_refused_by_name(
    call: Callable[[Any], object], argument: object, error: type[ValueError], words: str
) -> None:
    with pytest.raises(error, match=words) as raised:
        call(argument)
    assert type(raised.value).__module__.startswith("trickbook.")


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    rows = trickbook.simulate(GAME, deals=np.int64(3), seed=np.uint64(9), bots="random")  # type: ignore[arg-type]
    assert len(rows) == 3
    assert (rows["course"] == trickbook.simulate(GAME, deals=3, seed=9, bots="random")["course"]).all()
    assert table().hand(np.int8(1)) == table().hand(1)  # type: ignore[arg-type]


def test_a_pack_is_dealt_before_the_first_move() -> None:
    played = table()
    played.play_legal(0)
    with pytest.raises(SimulationError, match="a move has been made"):
        played.deal_pack(list(range(36)))


def test_cards_are_read_as_everywhere() -> None:
    played = table()
    move = next(move for move in played.legal_moves() if len(move.cards) == 1)
    name = move.cards[0]
    suit = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}[name[-1]]
    for spelled in (name.lower(), f"{name[:-1]}{suit}", f"{suit}{name[:-1].lower()}", f" {name} "):
        assert played.find(Move((spelled,))) == played.find(move)
    played.play([name.lower()])
    assert played.tricks[0].steps[0].cards == (name,)
    other = table()
    other.play(name.lower())
    assert other.tricks[0].steps[0].cards == (name,)


def test_a_table_is_for_one_thread_at_a_time() -> None:
    played = table()
    raised: list[BaseException] = []

    def play() -> None:
        try:
            played.play_legal(0)
        except SimulationError as error:
            raised.append(error)

    with played._alone():  # as if a move were being made
        other = Thread(target=play)
        other.start()
        other.join()
    assert "another thread is playing at this table; expected a table for each thread" in str(raised[0])
    play()  # one after another is no matter
    assert len(raised) == 1
