"""What README and documentation tell a user to type works in an empty folder, and prints what they say."""

from __future__ import annotations

import doctest
import io
import re
import shlex
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from trickbook.cli import main

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"file\s+`([\w.-]+)`:\n\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
FEW = {"-n": 100, "--duplicate": 20}
"""Options that say how many deals are played, and how many are few: a page may speak of deal 70."""
ELSEWHERE = ("make ", "python3 -m venv ", ". .venv/", "pip install ")
"""Commands that other tests, or CI, see to."""


def typed(page: Path) -> Iterator[tuple[str, str]]:
    """Yield each command that a page shows, and what the page says it prints."""
    for block in CONSOLE.findall(page.read_text("utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            yield line, output


def with_few_deals(arguments: list[str]) -> list[str]:
    """The same command for no more deals than `FEW` says."""
    command = [
        str(min(int(word), FEW[option])) if option in FEW else word for option, word in pairwise(("", *arguments))
    ]
    return [*command, "-n", str(FEW["-n"])] if command[0] in ("compare", "sweep") and "-n" not in command else command


@pytest.mark.parametrize("all_deals", [False, pytest.param(True, marks=pytest.mark.deep)], ids=["few", "all"])
@pytest.mark.parametrize("page", [page for page in PAGES if [*typed(page)]], ids=lambda page: page.stem)
def test_what_a_page_shows_works(
    page: Path, all_deals: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is said of many deals takes long: where the page does not show what comes out, few are played."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))  # nobody types
    for name, content in FILE.findall(page.read_text("utf-8")):
        (tmp_path / name).write_text(content, "utf-8")
    # A page of reference shows each command alone; its files are written first.
    commands = sorted(typed(page), key=lambda command: "replay" in command[0])
    for line, output in commands:
        program, *arguments = shlex.split(line)
        if program != "trickbook":
            assert line.startswith(ELSEWHERE), f"{page.name}: {line}"
            continue
        code = main(arguments if output or all_deals else with_few_deals(arguments))
        out, err = capsys.readouterr()
        assert code == 0, f"{page.name}: $ {line}\n{err}"
        # It may be the first run ever, who asks for other players is told that stronger ones don't play too, and on a busy
        # machine it may take so long that it says how far it is.
        told = r"^(Compiling the engine .*|No stronger players have played: .*|.* done in \d+ seconds; about .* left)\n"
        assert re.sub(told, "", err, flags=re.MULTILINE) == ""
        if output:
            assert out == output, f"{page.name}: $ {line}"


def test_blocks_of_commands_are_marked_as_such() -> None:
    for page in PAGES:
        for language, block in re.findall(r"^```(\w*)\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            shows_commands = block.startswith("$ ") or "\n$ " in block
            assert shows_commands == (language == "console"), f"{page.name}: {block}"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>> " in page.read_text("utf-8")], ids=lambda page: page.stem
)
def test_python_on_a_page_works(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted > 0
    assert found.failed == 0
