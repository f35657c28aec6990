"""Whatever a file holds, loading gives a rulebook or findings with a place: never another exception."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rulebook.helpers import PLUGINS
from trickbook.rulebook import (
    FIELDS,
    Finding,
    Rulebook,
    RulebookError,
    from_flat,
    load,
    shipped_rulebooks,
    shipped_variants,
)

MUTATIONS = int(os.environ.get("TRICKBOOK_MUTATIONS", "200"))
FUZZ = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def findings(load_it: Callable[[], Rulebook]) -> tuple[Finding, ...]:
    """Return what is wrong with a game: nothing, if it loads."""
    try:
        load_it()
    except RulebookError as error:
        return error.findings or pytest.fail("an error without findings")
    return ()


def judge(path: Path, game: str) -> bool:
    """Say whether a game loads; fail on anything but findings with a place in a file that is there."""
    found = findings(lambda: load(game, plugins=PLUGINS))
    for finding in found:
        assert finding.problem
        assert finding.file
        assert finding.line >= 1
        assert finding.column >= 1
        if finding.file == str(path):
            lines = path.read_bytes().decode("utf-8", "replace").split("\n")
            assert finding.line <= len(lines)
            assert finding.column <= len(lines[finding.line - 1]) + 2
    return not found


@FUZZ
@given(st.binary(max_size=200))
def test_random_bytes(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "any.toml"
    path.write_bytes(data)
    judge(path, str(path))
    judge(path, f"schwesing+{path}")


PARTS = {part for field in FIELDS for part in field.path.split(".")} - {"*"}
KEYS = st.sampled_from([*sorted(PARTS), "A", "x", "append", "remove"])
SCALARS = st.sampled_from(
    ["1", "-1", "true", "nan", "1e400", '""', '"A"', '"rank"', '"JC"', "2024-01-01", "07:32:00", "[]"]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.tuples(KEYS, inner).map(lambda pair: f"{{ {pair[0]} = {pair[1]} }}")
    ),
    max_leaves=4,
)
PATHS = st.lists(KEYS, min_size=1, max_size=3).map(".".join)
LINES = st.lists(
    st.tuples(PATHS, VALUES).map(lambda pair: f"{pair[0]} = {pair[1]}")
    | PATHS.map(lambda path: f"[{path}]")
    | PATHS.map(lambda path: f"[[{path}]]"),
    max_size=8,
)


@FUZZ
@given(LINES)
def test_random_toml(tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "any.toml"
    path.write_text("\n".join(lines))
    judge(path, str(path))
    judge(path, f"treia+{path}")


@FUZZ
@given(st.text(alphabet="abst.+=[]{}\"' 1-\n♠\0", max_size=30), st.integers(-3, 100))
def test_random_games(text: str, players: int) -> None:
    for game in (text, f"schwesing+{text}", f"schwesing+match.{text}"):
        findings(partial(load, game, players=players, plugins=PLUGINS))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@FUZZ
@given(st.dictionaries(KEYS, JSON, max_size=4))
def test_random_flat_values(values: dict[str, Any]) -> None:
    found = findings(lambda: from_flat(values, plugins=PLUGINS))
    assert all(finding.line == 1 for finding in found)


def mutated(text: str, chance: random.Random) -> bytes:
    """Change a good file a little: a sign, a word, a line."""
    lines = text.split("\n")
    words = text.split()
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        kind = chance.randrange(6)
        if kind == 0:
            del lines[at]
            lines = lines or [""]
        elif kind == 1:
            lines.insert(at, chance.choice(lines))
        elif kind == 2:
            lines[at], other = chance.choice(lines), lines[at]
            lines[chance.randrange(len(lines))] = other
        elif kind == 3 and lines[at]:
            place = chance.randrange(len(lines[at]))
            sign = chance.choice("[]{}\"'=.,#10aA\\\x01\n ♠")
            lines[at] = lines[at][:place] + sign + lines[at][place + chance.randint(0, 1) :]
        elif kind == 4:
            old = chance.choice(words)
            lines[at] = lines[at].replace(old, chance.choice(words))
        else:
            lines[at] = lines[at].replace("=", f"= {chance.choice(['0', '1', '4', '9', '64', '-1', 'true'])} #", 1)
    return "\n".join(lines).encode()


def mutations(number: int) -> Iterator[tuple[str, bytes]]:
    """Yield so many mutated files, each with the game that it is put in, `{}` standing for its path."""
    files = [("{}", Path(shipped.file)) for shipped in shipped_rulebooks()]
    bases = {"nine-of-sixteen": "bruus-two"}
    for shipped in shipped_variants():
        fits = [*shipped.fits, "schwesing"]
        files.append((f"{bases.get(shipped.id, fits[0])}+{{}}", Path(shipped.file)))
    texts = [(game, file.read_text("utf-8")) for game, file in files]
    chance = random.Random(7)
    for _ in range(number):
        game, text = chance.choice(texts)
        yield game, mutated(text, chance)


def judge_mutations(folder: Path, number: int) -> int:
    """Load mutated files, and return how many of them load."""
    path = folder / "mutated.toml"
    good = 0
    for game, data in mutations(number):
        path.write_bytes(data)
        good += judge(path, game.format(path))
    return good


def test_mutated_files(tmp_path: Path) -> None:
    good = judge_mutations(tmp_path, MUTATIONS)
    assert 0 < good < MUTATIONS


@pytest.mark.deep
def test_very_many_mutated_files(tmp_path: Path) -> None:
    judge_mutations(tmp_path, 1_000_000)
