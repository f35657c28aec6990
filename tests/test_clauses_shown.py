"""Each clause is shown by a command: `shown_by` in docs/clauses.toml prints what `shows` looks for."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from trickbook.cli import main

CLAUSES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent.parent / "docs" / "clauses.toml").read_text("utf-8")
)["clause"]
MANY = re.compile(r" -n \d{3,} ")


def commands() -> list[Any]:
    """Each command once; those that play many deals are for the deep tests."""
    found = dict.fromkeys(clause["shown_by"] for clause in CLAUSES if "shown_by" in clause)
    return [pytest.param(line, marks=[pytest.mark.deep] if MANY.search(line) else [], id=line[:60]) for line in found]


def printed(line: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What a line prints, on both streams, in one line of text; what stands before a bar is handed on in a file."""
    handed = folder / "deals.jsonl"
    said = ""
    for part in line.split(" | "):
        arguments = [str(handed) if word == "-" and said else word for word in shlex.split(part)]
        main(arguments)
        out, err = capsys.readouterr()
        handed.write_text(out, "utf-8")
        said = " ".join(f"{out} {err}".split())
    return said


def test_every_clause_says_which_command_shows_it() -> None:
    assert [clause["id"] for clause in CLAUSES if not (clause.get("shown_by") and clause.get("shows"))] == []


@pytest.mark.parametrize("line", commands())
def test_a_command_shows_its_clauses(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(line, tmp_path, capsys)
    mine = [clause for clause in CLAUSES if clause.get("shown_by") == line]
    missing = [clause["id"] for clause in mine if not re.search(clause["shows"], text)]
    assert missing == [], text[:2000]
