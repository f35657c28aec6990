"""The schema for editors: a public TOML tool says by it of one file what `check` says, of all that ships and of files gone wrong."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from trickbook.cli import main
from trickbook.plugins import PluginSet
from trickbook.rulebook import FIELDS, RulebookError, load
from trickbook.rulebook.json_schema import json_schema

TOMBI = shutil.which("tombi", path=str(Path(sys.executable).parent)) or shutil.which("tombi")
ONE_FILE = ("unknown-key", "key-in-wrong-table", "value-not-taken", "not-a-name", "not-toml", "text-without-quotes")
"""Kinds of finding that a schema can say too."""
LINE = re.compile(r"^([\w-]+) = (.+?)(\s+#.*)?$")
BROKEN = 200
PLUGINS = PluginSet()


def shipped() -> list[Path]:
    return [
        Path(str(path))
        for package in ("trickbook.rulebooks", "trickbook.variants")
        for path in files(package).iterdir()
        if path.name.endswith(".toml")
    ]


def judged(folder: Path, texts: dict[str, str]) -> set[str]:
    """The names of the files with which tombi finds something wrong."""
    if TOMBI is None:
        pytest.skip("tombi is not installed; it is in the extra test")
    assert main(["schema", "-o", str(folder / "trickbook.schema.json")]) == 0
    for name, text in texts.items():
        (folder / name).write_text("#:schema ./trickbook.schema.json\n" + text, "utf-8")
    found = folder / "found.jsonl"
    subprocess.run(
        [TOMBI, "lint", "--offline", "--diagnostics-format", "json-lines", "--diagnostics-file", found.name, *texts],
        cwd=folder,
        check=False,
        capture_output=True,
    )
    said = [json.loads(line) for line in found.read_text("utf-8").splitlines()]
    assert not [one for one in said if one["code"] == "schema-resolution"], "the schema was not found"
    return {Path(one["path"]).name for one in said if one["level"] == "error"}


def test_all_that_ships_is_let_through(tmp_path: Path) -> None:
    texts = {path.name: path.read_text("utf-8") for path in shipped()}
    assert len(texts) > 50
    assert judged(tmp_path, texts) == set()


def gone_wrong(text: str, random: Random) -> str:
    """A file with one line of it changed: a key misspelt, another kind of value, or a value out of bounds; some stay right."""
    lines = text.split("\n")
    places = [place for place, line in enumerate(lines) if LINE.match(line)]
    place = random.choice(places)
    key, value, _ = LINE.match(lines[place]).groups()  # type: ignore[union-attr]
    lines[place] = random.choice(
        [
            f"{key}x = {value}",
            f"{key[1:]} = {value}",
            f"{key} = 7",
            f"{key} = -3",
            f'{key} = "wrong"',
            f"{key} = [1, true]",
            f'{key} = ["JJ"]',
            f"{key} = wrong",
            f"{key} = 1.5",
            f"{key} = {value.lower()}",
            f"{key} = 99999999999",
        ]
    )
    return "\n".join(lines)


def test_of_two_hundred_files_gone_wrong_it_says_what_check_says(tmp_path: Path) -> None:
    random = Random(12)
    games = [path for path in shipped() if path.parent.name == "rulebooks"]
    texts = {f"f{number}.toml": gone_wrong(random.choice(games).read_text("utf-8"), random) for number in range(BROKEN)}
    wrong = judged(tmp_path, texts)
    refused = set()
    for name in texts:
        try:
            load(str(tmp_path / name), plugins=PLUGINS)
        except RulebookError as error:
            if any(finding.id in ONE_FILE and finding.file.endswith(name) for finding in error.findings):
                refused.add(name)
    assert {name: texts[name] for name in wrong ^ refused} == {}
    assert BROKEN * 0.7 < len(wrong) < BROKEN


def test_every_key_stands_in_the_schema() -> None:
    plugins = {name: PLUGINS.fields(name) for name in PLUGINS.names()}
    schema = json_schema(plugins)
    for field in (*FIELDS, *(field for fields in plugins.values() for field in fields)):
        table = schema
        for part in field.path.split("."):
            table = table["patternProperties"][r"^[\w-]+$"] if part == "*" else table["properties"][part]
        assert table["description"].startswith(field.meaning)
        assert table["default"] == field.default
