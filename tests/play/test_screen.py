"""The whole screen, driven by its library's own pipe, and by a real pseudo-terminal."""

from __future__ import annotations

import io
import os
import select
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

import trickbook
from trickbook.play.conversation import Conversation
from trickbook.play.players import Adviser
from trickbook.play.screen import Screen, coloured
from trickbook.play.session import Session

RIGHT, LEFT, CTRL_C, CTRL_D, ENTER = "\x1b[C", "\x1b[D", "\x03", "\x04", "\r"


def played(*keys: str, game: str = "bura", colours: ColorDepth = ColorDepth.DEPTH_1_BIT) -> tuple[Session, str]:
    """Press keys one after another, and return the session and all that was drawn."""
    compiled = trickbook.load(game)
    session = Session(compiled, seed=5)
    conversation = Conversation(session, lambda: Adviser(compiled, "ismcts:10"), lambda _: ["the rules"])
    drawn = io.StringIO()
    output = Vt100_Output(drawn, lambda: Size(rows=24, columns=80), default_color_depth=colours)
    with create_pipe_input() as source:
        for key in keys:
            source.send_text(key)
        Screen(conversation).run(source, output)
    return session, drawn.getvalue()


def test_arrows_choose_and_enter_plays() -> None:
    first = Session(trickbook.load("bura"), seed=5).view()
    session, _ = played(RIGHT, ENTER, CTRL_D)
    assert session.table.tricks[0].steps[0].cards == first.choices[1].move.cards
    session, _ = played(RIGHT, LEFT, ENTER, CTRL_C)
    assert session.table.tricks[0].steps[0].cards == first.choices[0].move.cards


def test_cards_and_commands_are_typed() -> None:
    first = Session(trickbook.load("bura"), seed=5).view()
    card = first.choices[2].move.cards[0]
    session, drawn = played(card.lower(), ENTER, "finish", ENTER, CTRL_D)
    assert session.table.tricks[0].steps[0].cards == (card,)
    assert session.table.is_over
    assert "Your hand" in drawn


def test_advice_and_refusals_are_shown() -> None:
    _, drawn = played("?", CTRL_D)
    assert "would" in drawn
    _, drawn = played("X1", ENTER, CTRL_D)
    assert "not in this pack" in drawn


def test_quit_leaves() -> None:
    session, _ = played("quit", ENTER)
    assert session.records == []


def test_suits_have_colours_of_their_own_and_do_without() -> None:
    assert [style for style, text in coloured("10♦ A♠") if text.strip()] == ["class:diamonds", "class:spades"]
    _, plain = played(CTRL_D)
    _, colour = played(CTRL_D, colours=ColorDepth.DEPTH_4_BIT)
    assert "\x1b[0;32" in colour or "\x1b[0;31" in colour or "\x1b[0;33" in colour
    assert not any(f"\x1b[0;3{digit}" in plain for digit in range(8))


def test_a_plugin_that_fails_is_told_once_the_screen_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(Session, "play", fail)
    with pytest.raises(OSError, match="the disk is full"):
        played(ENTER)


def _read(terminal: int, seconds: float, until: bytes) -> bytes:
    found, end = b"", time.monotonic() + seconds
    while until not in found and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                found += os.read(terminal, 1 << 16)
            except OSError:  # the other side is closed
                break
    return found


def _in_terminal(arguments: Sequence[str], folder: Path, steps: Sequence[tuple[bytes, bytes]]) -> tuple[int, bytes]:
    """Run a command in a pseudo-terminal; each step waits for a text, and then presses keys."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.environ.update(TERM="xterm", COLUMNS="80", LINES="24")
        os.execv(sys.executable, [sys.executable, "-m", "trickbook", *arguments])
    drawn = b""
    for text, keys in steps:
        drawn += _read(terminal, 120, text)
        os.write(terminal, keys)
    drawn += _read(terminal, 60, b"cards again.")
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), drawn


def test_it_works_in_a_terminal(tmp_path: Path) -> None:
    steps = [(b"Arrows", b"finish\r"), (b"Enter", b"quit\r")]
    code, drawn = _in_terminal(["play", "bura", "--seed", "5", "--record", "kept.jsonl"], tmp_path, steps)
    assert code == 0
    assert b"\x1b[?1049h" in drawn
    assert b"\x1b[?1049l" in drawn
    assert b"1 deal was played to the end." in drawn
    assert (tmp_path / "kept.jsonl").read_text(encoding="utf-8").count("\n") == 2
    assert b"Traceback" not in drawn


def test_it_ends_in_order_in_a_terminal(tmp_path: Path) -> None:
    code, drawn = _in_terminal(["play", "bura", "--seed", "5"], tmp_path, [(b"Arrows", CTRL_C.encode())])
    assert code == 0
    assert b"No deal was played to its end." in drawn
