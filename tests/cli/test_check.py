"""`check`: everything that is wrong, each with its place, and nothing passes that can't be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from trickbook.rulebook import shipped_rulebooks, shipped_variants

HOUSE_RULE = """\
name = "As we play it"
fits = ["schwesing"]

[match]
target = 15
"""


def test_what_ships_is_sound(run: Run) -> None:
    games = [shipped.id for shipped in (*shipped_rulebooks(), *shipped_variants())]
    result = run("check", *games)
    assert result.code == 0, result.out
    assert result.err == ""
    warned = [line for line in result.out.splitlines() if "warning: " in line]
    assert all("sound" in line for line in result.out.splitlines() if line not in warned)
    assert len(result.out.splitlines()) - len(warned) >= len(games)
    # Of two players at Bura, one is on the left and on the right.
    assert [line.partition("variants/")[2].partition(":")[0] for line in warned] == ["right-leads.toml"] * 2


def test_each_finding_has_its_place_and_the_nearest_name(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rule.toml").write_text(HOUSE_RULE.replace("target", "targt") + 'double = "always"\n', "utf-8")
    result = run("check", "schwesing+rule.toml")
    assert result.code == 1
    *findings, verdict = result.out.splitlines()
    second, first = sorted(findings, key=lambda finding: "targt" in finding)
    assert first.startswith("rule.toml:5:1: match.targt: ")
    assert "did you mean target?" in first or "did you mean match.target?" in first
    assert second.startswith("rule.toml:6:1: match.double: ")
    assert verdict == "schwesing+rule.toml: 2 findings"


def test_findings_as_json(run: Run) -> None:
    result = run("check", "schwesing+match.targt=15", "treia", "trea", "--json")
    assert result.code == 1
    first, second = result.json
    assert set(first) == {"game", "file", "line", "column", "key", "problem", "expected", "nearest", "id", "warning"}
    assert first["key"] == "match.targt"
    assert (second["game"], second["nearest"]) == ("trea", "treia")
    assert run("check", "treia", "--json").json == []


def test_each_game_gets_a_verdict(run: Run) -> None:
    result = run("check", "schwesing", "no-such-game", "treia")
    assert result.code == 1
    verdicts = [
        line for line in result.out.splitlines() if line.endswith(("sound; it loads, compiles and plays", "1 finding"))
    ]
    assert [verdict.partition(":")[0] for verdict in verdicts] == ["schwesing", "no-such-game", "treia"]


@pytest.mark.parametrize("typed", ["rule", "rule.toml"])
def test_a_house_rule_alone_is_tried_on_what_it_is_made_for(run: Run, tmp_path: Path, typed: str) -> None:
    (tmp_path / "rule.toml").write_text(HOUSE_RULE, "utf-8")
    result = run("check", typed)
    assert result.code == 0
    assert result.out.startswith(f"schwesing+{typed}: sound")


def test_a_house_rule_for_all_must_suit_some(run: Run, tmp_path: Path) -> None:
    assert "schwesing+optional-daring: sound" in run("check", "optional-daring").out
    (tmp_path / "rule.toml").write_text('[append]\nplugins = ["darling"]\n', "utf-8")
    result = run("check", "rule.toml")
    assert result.code == 1
    assert "did you mean daring?" in result.out


def test_what_only_playing_shows_is_found(run: Run) -> None:
    # A cut that refuses every card can never end.
    ranks = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    everything = ",".join(f"{rank}{suit}" for rank in ranks for suit in "CSHD")
    result = run("check", f"schwesing+cut.refused=[{everything}]")
    assert result.code == 1
    assert "cut.refused" in result.out


def test_a_plugin_that_fails_is_a_finding(run: Run, tmp_path: Path) -> None:
    code = (
        "from trickbook.hooks import hookimpl\n"
        "@hookimpl\n"
        "def trickbook_beaten_by(rulebook, pack, beaten_by):\n"
        "    return 1 / 0\n"
    )
    (tmp_path / "bad.py").write_text(code, "utf-8")
    (tmp_path / "rule.toml").write_text('[append]\nplugins = ["bad"]\n', "utf-8")
    result = run("check", "schwesing+rule.toml", "--plugin", "bad.py")
    assert result.code == 1
    assert "'bad'" in result.out
    assert "trickbook_beaten_by" in result.out
    assert "ZeroDivisionError" in result.out


def test_warnings_are_errors_if_strict(run: Run) -> None:
    game = "schwesing+match.target=0"
    loose, strict = run("check", game), run("check", game, "--strict")
    assert (loose.code, strict.code) == (0, 1)
    assert loose.out == strict.out
    warning, verdict = loose.out.splitlines()
    assert warning.startswith(f"{game}:1:11: warning: match.target: nothing ends a match")
    assert warning.endswith("[match-may-never-end]")
    assert verdict == f"{game}: sound; it loads, compiles and plays, with 1 warning"
    assert run("check", "schwesing", "--strict").code == 0
    assert run("check", game, "--json").json[0]["warning"] is True


def test_games_that_are_the_same_are_said_to_be(run: Run) -> None:
    games = ("schwesing", "schwesing+trump.suit=C", "schwesing+match.target=13")
    result = run("compare", *games, "--fast", "-n", "10")
    said = [line for line in result.out.splitlines() if "these games are the same" in line]
    reason = "they differ only in trump.suit, which has no effect in them"
    assert said == [f"schwesing and schwesing+trump.suit=C: these games are the same, since {reason}."]
    document = run("compare", *games, "--fast", "-n", "10", "--json").json
    assert document["same_games"] == [{"games": list(games[:2]), "reason": reason}]


def test_a_kind_of_finding_is_explained(run: Run) -> None:
    result = run("check", "--explain", "match-may-never-end")
    assert result.code == 0
    first, *lines = result.out.splitlines()
    assert first == "match-may-never-end (a warning): Neither a target nor a limit nor a number of deals ends a match."
    assert "  schwesing+match.target=0" in lines
    assert lines[-1] == "See docs/reference/findings.md#match-may-never-end"
    assert run("check", "--explain", "match-may-never-end", "--json").json["warning"] is True
    wrong = run("check", "--explain", "match-may-ever-end")
    assert wrong.code == 2
    assert "did you mean match-may-never-end?" in wrong.err
    assert run("check").code == 2


@pytest.mark.parametrize(
    ("typed", "meant"), [("validate", "check"), ("versus", "compare"), ("ls", "list"), ("shw", "show")]
)
def test_an_unknown_command_is_known_by_its_meaning(run: Run, typed: str, meant: str) -> None:
    assert f"did you mean {meant}?" in run(typed).err
