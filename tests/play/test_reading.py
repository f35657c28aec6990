"""What can be typed for a move."""

from __future__ import annotations

import pytest

from trickbook.game.table import Move
from trickbook.play.reading import ReadingError, read_move
from trickbook.play.session import Session
from trickbook.play.view import Choice, View, look, move_text


def view_of(asked: str, *moves: Move) -> View:
    """Return a view in which there are these moves to choose from, and nothing else of interest."""
    import trickbook

    blank = look(Session(trickbook.load("bura"), seed=1).table, None)
    choices = tuple(
        Choice(str(i if move.number is None else move.number), move_text(move), move) for i, move in enumerate(moves, 1)
    )
    return View(**{**vars(blank), "asked": asked, "choices": choices})


TEN, PAIR = Move(("10D",)), Move(("10S", "10D"))
DOWN = Move(("10D",), face_down=True)


@pytest.mark.parametrize("text", ["1", "10D", "td", "♦10", " 10♦ ", "play 10d"])
def test_a_card_is_read_in_any_notation(text: str) -> None:
    assert read_move(view_of("play", TEN, PAIR), text) == TEN


@pytest.mark.parametrize("text", ["2", "10D 10S", "ts,td"])
def test_cards_are_read_in_any_order(text: str) -> None:
    assert read_move(view_of("play", TEN, PAIR), text) == PAIR


def test_cards_are_played_face_up_if_nothing_else_is_said() -> None:
    view = view_of("play", DOWN, TEN)
    assert read_move(view, "10D") == TEN
    assert read_move(view, "10D up") == TEN
    assert read_move(view, "10D down") == DOWN


def test_what_can_be_declared_has_to_be_said() -> None:
    declared, silent = (Move(("9C",), declare=declare) for declare in (True, False))
    view = view_of("play", silent, declared)
    assert read_move(view, "9c declare") == declared
    assert read_move(view, "9c silent") == silent
    with pytest.raises(ReadingError, match="1 9♣, not declared or 2 9♣, declared"):
        read_move(view, "9c")


def test_where_a_number_of_tricks_is_named_the_number_itself_is_typed() -> None:
    view = view_of("name", *(Move(kind="name", number=number) for number in (0, 1, 3)))
    assert read_move(view, "0").number == 0
    assert read_move(view, "3").number == 3
    with pytest.raises(ReadingError, match="there is no choice 2; expected 0, 1 or 3"):
        read_move(view, "2")


def test_claims_and_passes_are_words() -> None:
    view = view_of("claim", Move(kind="claim"), Move(kind="pass"))
    assert read_move(view, "Claim").kind == "claim"
    assert read_move(view, "pass").kind == "pass"
    assert read_move(view, "2").kind == "pass"


def test_what_is_not_legal_is_read_for_the_rules_to_refuse() -> None:
    assert read_move(view_of("play", TEN), "AS KS") == Move(("AS", "KS"))
    assert read_move(view_of("give", Move(("2C",), "give")), "AS") == Move(("AS",), "give")


@pytest.mark.parametrize("text", ["99", "zz", "down", "1 2 3", "\x00", "10", "²"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ReadingError):
        read_move(view_of("play", TEN), text)
