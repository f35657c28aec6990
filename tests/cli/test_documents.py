"""The reference page of JSON documents has every key that is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "reference" / "json.md"
COMMANDS = {
    "list": ["list"],
    "plugin list": ["plugin", "list"],
    "check": ["check", "nothing"],
    "show": ["show", "treia"],
    "trick": ["trick", "schwesing", "N: 8S", "E: 10D", "S: JC", "W: KH"],
    "simulate": ["simulate", "treia", "-n", "20"],
    "compare": ["compare", "treia", "schwesing", "--precision", "3", "--metric", "tricks"],
    "compare --detect": ["compare", "treia", "schwesing", "--detect", "0.2", "-n", "20", "--bots", "random"],
    "sweep": ["sweep", "schwesing", "match.target", "4,6", "-n", "20", "--matches", "2", "--bots", "random"],
    "ladder": ["ladder", "bruus-two", "--bots", "random,greedy", "-n", "4"],
    "replay": ["replay", "deals.jsonl"],
    "replay --list-differing": ["replay", "study.jsonl", "--list-differing"],
    "replay --side-by-side": ["replay", "study.jsonl", "--side-by-side", "0"],
    "cache": ["cache"],
}
MORE = {
    "compare": [
        ["compare", "bura", "bura+closed", "-n", "200", "--matches", "5", "--ask", "balance", "--stronger", "ismcts:4"],
        ["compare", "treia", "treia+match.target=10", "-n", "10", "--matches", "1", "--fast", "--bots", "random"],
    ]
}
"""Further runs of a command, that print what the first one does not."""
IN_SOME = {
    "file",
    "player",
    "face_down",
    "totals",
    "ranks",
    "rank",
    "total",
    "firsts",
    "tournaments",
    "players",
    "holds",
    "simulate",
    "key",
    "then",
    "today",
    "either",
    "points",
    "chips",
}
"""Keys, and words in the descriptions of keys, that stand in some documents only, such as those of tournaments or old records."""
BY_NAME = {"values", "origins", "plugins", "events_a_deal", "points"}
"""Keys below which the keys are names: of rules, plugins, kinds of event, sides."""


def keys(document: Any) -> Iterator[str]:
    for key, value in document.items() if isinstance(document, dict) else ():
        yield key
        if not (isinstance(value, dict) and key in BY_NAME):
            yield from keys(value)
        elif key == "origins":
            yield from keys(list(value.values()))
    for item in document if isinstance(document, list) else ():
        yield from keys(item)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_key_is_documented(run: Run, tmp_path: Path, command: str) -> None:
    if command.startswith("replay --"):
        run("compare", "schwesing", "treia", "-n", "20", "--matches", "1", "--fast", "--record", "study.jsonl")
    (tmp_path / "deals.jsonl").write_text('{"format": "trickbook-record"}\n', "utf-8")
    _, *sections = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    (section,) = [section for section in sections if section.startswith(f"`{command}`\n")]
    shared: set[str] = set()
    if command == "sweep":  # "as compare, but without" some keys, which it names before the table
        compare = next(section for section in sections if section.startswith("`compare`\n"))
        without, _, section = section.partition("with nothing but null")
        shared = set(re.findall(r"`(\w+)`", compare))
        left_out = set(re.findall(r"`(\w+)`", without)) - {"sweep", "compare"}
        assert not left_out & set(run(*COMMANDS[command], "--json").json)
    named = set(re.findall(r"`(\w+)`", section))
    origin = next(section for section in sections if section.startswith("Origin\n"))
    of_origin = set(re.findall(r"`(\w+)`", origin)) if "(#origin)" in section or shared else set()
    found = set(keys(run(*COMMANDS[command], "--json").json))
    for more in MORE.get(command, ()):
        found |= set(keys(run(*more, "--json").json))
    if command == "list":
        found -= {"version", "problem"}  # those of plugins
    assert found <= named | of_origin | shared
    assert named - found - set(command.split()) <= IN_SOME, "documented, and not there"
