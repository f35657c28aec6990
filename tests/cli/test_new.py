"""`new` and `derive`: a house rule is made, checked, written whole, and tried."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from trickbook.plugins import PluginSet
from trickbook.rulebook import load

PLUGINS = PluginSet()


def digest(game: str) -> str:
    return load(game, plugins=PLUGINS).digest


def test_a_house_rule_by_flags(run: Run, tmp_path: Path) -> None:
    result = run(
        "new", "our.toml", "--game", "schwesing", "--set", "match.target=15", "--name", "To fifteen", "--quiet"
    )
    assert (result.code, result.err) == (0, "")
    assert result.out == "our.toml is written, and checked. Play it as schwesing+our.toml\n"
    assert (tmp_path / "our.toml").read_text("utf-8") == (
        "# A house rule for Bruus (Schwesing): only what differs from it.\n\n"
        'name = "To fifteen"\nfits = ["schwesing"]\n\n'
        "[match]\n# the points that win the match; 0: no target\n# (before: 12)\ntarget = 15\n"
    )
    assert digest("schwesing+our.toml") == digest("schwesing+match.target=15")


def test_what_it_does_is_said(run: Run) -> None:
    result = run("new", "our.toml", "--game", "schwesing", "--set", "lead.sizes=[1]")
    assert result.code == 0
    first, second, *sentences = result.out.splitlines()
    assert first.startswith("our.toml is written")
    assert second == "In 500 deals by greedy players, on the same shuffles:"
    assert sentences.pop() == "More deals and stronger players: trickbook compare schwesing schwesing+our.toml"
    assert 1 <= len(sentences) <= 3
    assert all(sentence.startswith("  ") and sentence.endswith(".") for sentence in sentences)


def test_nothing_is_overwritten_or_half_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "our.toml").write_text("mine\n", "utf-8")
    change = ("--game", "schwesing", "--set", "match.target=15", "--quiet")
    result = run("new", "our.toml", *change)
    assert result.code == 2
    assert "--force" in result.err
    assert (tmp_path / "our.toml").read_text("utf-8") == "mine\n"
    assert run("new", "our.toml", *change, "--force").code == 0
    assert "target = 15" in (tmp_path / "our.toml").read_text("utf-8")
    # A value that the format takes and a plugin does not.
    result = run("new", "wrong.toml", "--game", "schwesing", "--set", 'daring.matadors=["JC","KH"]', "--quiet")
    assert result.code == 1
    assert "wrong.toml was not written" in result.err
    assert run("new", "wrong.toml", "--game", "schwesing", "--set", "match.targt=15").code == 1
    assert run("new", "wrong.toml", "--game", "schwesing", "--set", "match.target=12").code == 2
    assert run("new", "wrong.toml", "--set", "match.target=12").code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["our.toml"]


def test_what_can_be_changed_is_listed(run: Run, tmp_path: Path) -> None:
    lines = run("new", "our.toml", "--game", "schwesing", "--list").out.splitlines()
    place = lines.index("  match.target = 12")
    assert lines[place + 1].strip() == "the points that win the match; 0: no target"
    assert "  daring.strike = 2" in lines
    assert [*tmp_path.iterdir()] == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_house_rule_by_the_menu(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A wrong value is said to be, and asked for again; Enter ends.
    answers = ["match", "match.target", "many", "match", "match.target", "15", "", "To fifteen"]
    monkeypatch.setattr(sys, "stdin", Terminal("\n".join(answers) + "\n"))
    result = run("new", "our.toml", "--game", "schwesing", "--quiet")
    assert result.code == 0, result.err
    assert '"many" is not a whole number' in result.out
    assert 'name = "To fifteen"' in (tmp_path / "our.toml").read_text("utf-8")
    assert digest("schwesing+our.toml") == digest("schwesing+match.target=15")


def test_a_menu_that_is_left_writes_nothing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("match\n"))
    assert run("new", "our.toml", "--game", "schwesing").code == 2
    assert [*tmp_path.iterdir()] == []


def test_derive_writes_what_turns_one_game_into_another(run: Run) -> None:
    printed = run("derive", "schwesing", "treia")
    assert printed.code == 0
    assert 'name = "As Bruus (Treia)"' in printed.out
    assert run("derive", "schwesing", "treia", "-o", "treia-rule.toml").code == 0
    assert digest("schwesing+treia-rule.toml") == digest("treia")
    same = run("derive", "schwesing", "schwesing+match.target=12")
    assert same.code == 2
    assert "has the same rules as schwesing" in same.err
