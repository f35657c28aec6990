"""`trickbook play` as a user types it, line by line."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Result, Run

Play = Callable[..., Result]


@pytest.fixture
def play(run: Run, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Run `trickbook play` with what is typed."""

    def play(typed: str | bytes, *arguments: str) -> Result:
        data = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        return run("play", *arguments)

    return play


def test_a_match_is_played_to_its_end_and_its_record_comes_out_the_same(play: Play, run: Run) -> None:
    done = play("1\n1\nmatch\n\n", "schwesing", "--seed", "3", "--record", "kept.jsonl")
    assert done.code == 0
    assert "wins the match" in done.out
    assert "They are in kept.jsonl." in done.out
    assert "trickbook play schwesing --seed 3 deals the same cards again." in done.out
    again = run("replay", "kept.jsonl")
    assert again.code == 0
    assert "of 1 match, all legal, all the same" in again.out


def test_the_same_seed_deals_the_same_and_another_does_not(play: Play) -> None:
    hands = [play("", "bura", "--seed", seed).out.partition("Your hand")[2] for seed in ("1", "1", "2")]
    assert hands[0] == hands[1] != hands[2]
    assert "Your hand" in play("", "bura").out


def test_no_line_is_wider_than_80_columns_and_none_moves_the_cursor(play: Play) -> None:
    out = play("?\n1\nhelp\nrules\ntable\nlast\nfinish\n", "hearts", "--seed", "1", "--advice", "ismcts:20").out
    assert max(map(len, out.splitlines())) <= 82  # with the prompt that stands before an answer in a pipe
    assert "\x1b" not in out


def test_an_illegal_card_is_answered_with_the_rule(play: Play) -> None:
    out = play("AS AH\n", "whist", "--seed", "1").out
    assert "lead.sizes" in out or "does not hold" in out


def test_advice_is_given_for_each_move(play: Play) -> None:
    out = play("?\n", "bura", "--seed", "5", "--advice", "ismcts:30").out
    assert "ismcts:30 would choose" in out
    assert "in chips more than the others' average" in out.replace("\n  ", " ")
    assert sum("tries)" in line or "try)" in line for line in out.splitlines()) > 1


def test_a_deal_is_taken_from_a_line_of_a_file(play: Play, run: Run) -> None:
    play("finish\n\nfinish\n", "schwesing", "--seed", "6", "--record", "kept.jsonl")
    second = json.loads(Path("kept.jsonl").read_text(encoding="utf-8").splitlines()[2])
    assert second["deal"] == 1
    done = play("finish\n", "--deal-from", "kept.jsonl", "--line", "3", "--record", "again.jsonl")
    assert "deal 1" in done.out.splitlines()[0]
    assert json.loads(Path("again.jsonl").read_text(encoding="utf-8").splitlines()[1]) == second
    assert run("replay", "again.jsonl").code == 0


@pytest.mark.parametrize("line", ["1", "9"])
def test_a_line_without_a_record_is_said_to_be_none(play: Play, line: str) -> None:
    play("finish\n", "bura", "--seed", "6", "--record", "kept.jsonl")
    done = play("", "--deal-from", "kept.jsonl", "--line", line)
    assert done.code == 2
    assert f"line {line}" in done.err


def test_a_single_deal_of_a_study_is_played_and_kept_as_one(play: Play, run: Run) -> None:
    run("compare", "schwesing", "treia", "-n", "20", "--fast", "--record", "study.jsonl")
    done = play("finish\n\n", "--deal-from", "study.jsonl", "--record", "kept.jsonl")
    assert done.code == 0, done.err
    assert run("replay", "kept.jsonl").code == 0


TYPED = ["?\n", "1\n", "zz\n", "undo\n", "undo\n", "seat P2\n", "finish\n", "undo\n", "finish\n", "\n", "1\n", "quit\n"]


def test_the_input_may_end_at_any_moment(play: Play) -> None:
    whole = "".join(TYPED)
    for end in range(0, len(whole), 5):
        done = play(whole[:end], "bura", "--seed", "2", "--advice", "ismcts:4", "--record", "kept.jsonl")
        assert (done.code, done.err) == (0, "")
        assert "deals the same cards again." in done.out.splitlines()[-1]


def test_whatever_is_typed_there_is_an_answer(play: Play) -> None:
    draw = random.Random(1)
    lines = [bytes(draw.randrange(256) for _ in range(draw.randrange(40))) for _ in range(200)]
    lines += [b"seat", b"seat 99", b"seat \xff", b"next", b"match match", b"1" * 5000, b"\x1b[A", b"undo", b"\0"]
    done = play(b"\n".join(lines), "kozel-money", "--seed", "4")
    assert done.code == 0
    assert "this is a bug" not in done.out + done.err
    assert "\x1b" not in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "which GAME?"),
        (("bura", "--line", "3"), "--line goes with --deal-from"),
        (("--deal-from", "x.jsonl", "--seed", "3"), "--seed does not go with --deal-from"),
        (("--deal-from", "x.jsonl"), "x.jsonl"),
        (("bura", "--seat", "Q"), "is not a seat"),
        (("bura", "--bots", "gredy"), "did you mean greedy?"),
        (("bura", "--advice", "greedy"), "can't be asked for advice"),
        (("bura", "--record", "-"), "name a file"),
        (("bura", "--record", "no/such/folder"), "no/such/folder"),
        (("bura", "--deal", "9999"), "the match is over after deal"),
        (("burra",), "did you mean"),
    ],
)
def test_what_is_wrong_is_said(play: Play, arguments: tuple[str, ...], said: str) -> None:
    done = play("", *arguments)
    assert done.code == 2
    assert said in done.err


def test_players_are_numbered_where_there_are_not_four(play: Play) -> None:
    assert "You are P3." in play("", "bura", "--players", "5", "--seat", "P3", "--seed", "1").out
    assert "You are South." in play("", "spades", "--seat", "s", "--seed", "1").out


def test_an_interruption_keeps_the_record(play: Play, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            if not line:
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupted(b"finish\n\n"), encoding="utf-8"))
    done = run("play", "bura", "--seed", "2", "--record", "kept.jsonl")
    assert done.code == 130
    assert "1 deal was played to the end." in done.out
    assert run("replay", "kept.jsonl").code == 0


def test_the_library_that_draws_is_loaded_only_where_it_draws() -> None:
    code = "import sys, trickbook.cli.parser as p; p.make_parser(); print([m for m in sys.modules if 'prompt_toolkit' in m or m == 'numba'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
