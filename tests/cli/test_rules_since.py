"""Old records: they are played by their own rules, and `replay` says what is otherwise today."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

MINE = 'parent = "schwesing"\n[match]\ntarget = {target}\n'


def test_what_has_changed_since_is_said(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(MINE.format(target=3), "utf-8")
    assert run("simulate", "mine.toml", "--matches", "1", "--record", "old.jsonl").code == 0
    assert "today" not in run("replay", "old.jsonl").out
    mine.write_text(MINE.format(target=7), "utf-8")
    result = run("replay", "old.jsonl")
    assert result.code == 0  # a record is played by the rules that stand in it
    first, second = result.out.splitlines()
    assert first.endswith("all legal, all the same")
    assert second == "  mine.toml has other rules today: match.target was 3 when it was recorded, and is 7"
    assert run("replay", "old.jsonl", "--json").json["rules_since"] == [
        {"game": "mine.toml", "key": "match.target", "then": 3, "today": 7}
    ]
    mine.unlink()
    assert run("replay", "old.jsonl").out.splitlines() == [first]


def test_matches_of_two_files_are_two(run: Run, tmp_path: Path) -> None:
    lines = []
    for seed in ("1", "2"):
        assert run("simulate", "schwesing", "--matches", "1", "--seed", seed, "--record", f"{seed}.jsonl").code == 0
        lines.append((tmp_path / f"{seed}.jsonl").read_text("utf-8"))
    (tmp_path / "both.jsonl").write_text("".join(lines), "utf-8")
    assert run("replay", "both.jsonl", "--json").json["matches"] == 2
