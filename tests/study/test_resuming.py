"""The file to go on from: whole, cut off, damaged, of something else."""

from __future__ import annotations

import json
import os
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trickbook.study import Study, compare
from trickbook.study.journal import ResumeError

GAMES = ("schwesing", "treia")
OPTIONS: dict[str, Any] = {"deals": 3000, "matches": 40, "bots": "random"}


def timeless(**options: Any) -> dict[str, Any]:
    document = compare(GAMES, **{**OPTIONS, **options}).as_json()
    return {key: value for key, value in document.items() if key not in ("seconds", "decisions_per_second")}


def test_what_is_in_the_file_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "work"
    plain = timeless()
    assert timeless(resume=file) == plain
    before = file.read_bytes()
    assert before.count(b"\n") == 1 + 2 * (2 + 2)  # the head; two units of deals and two of matches for each game
    monkeypatch.setattr("trickbook.study.study.play", lambda unit: pytest.fail(f"{unit} was played again"))
    assert timeless(resume=file) == plain
    assert file.read_bytes() == before


@pytest.mark.parametrize("cut", [1, 9, 700, 20_000])
def test_a_file_that_is_cut_off_is_gone_on_from(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "work"
    plain = timeless(resume=file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    assert timeless(resume=file) == plain
    assert file.read_bytes() == whole


@pytest.mark.parametrize("left", [0, 5, 100])
def test_a_file_cut_off_in_its_head_is_begun_anew(tmp_path: Path, left: int) -> None:
    file = tmp_path / "work"
    plain = timeless(resume=file)
    whole = file.read_bytes()
    file.write_bytes(whole[:left])
    assert timeless(resume=file) == plain
    assert file.read_bytes() == whole


def test_what_comes_after_a_damaged_unit_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "work"
    plain = timeless(resume=file)
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    lines[3] = lines[3].replace(b"A", b"B", 1)
    file.write_bytes(b"".join(lines))
    assert timeless(resume=file) == plain
    assert file.read_bytes() == whole


def test_more_deals_may_be_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "work"
    timeless(resume=file)
    assert timeless(resume=file, deals=5000, matches=80) == timeless(deals=5000, matches=80)


def test_fields_kept_come_out_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "work"
    first, again = (compare(GAMES, **OPTIONS, resume=file, keep=("score", "course")).samples for _ in range(2))
    scores = again.column(1, "single deals", "score")
    assert scores.shape == (3000, first.column(0, "single deals", "score").shape[1])
    assert (scores == first.column(1, "single deals", "score")).all()
    assert (again.column(0, "single deals", "course") == first.column(0, "single deals", "course")).all()


@pytest.mark.parametrize(
    ("games", "options", "said"),
    [
        (GAMES, {"seed": 2}, "seed 1 there, 2 here"),
        (GAMES, {"bots": "greedy"}, "bots random there, greedy here"),
        (GAMES, {"scores": (3, 4)}, "from nothing there, 3,4 here"),
        (GAMES, {"keep": ("cards",)}, "columns nothing there, cards here"),
        (GAMES[:1], {}, "games schwesing, treia there, schwesing here"),
    ],
)
def test_the_file_of_another_comparison_is_refused(
    tmp_path: Path, games: tuple[str, ...], options: dict[str, Any], said: str
) -> None:
    file = tmp_path / "work"
    timeless(resume=file)
    before = file.read_bytes()
    with pytest.raises(ResumeError, match=said):
        Study(games, **{**OPTIONS, **options}).play(resume=file)
    assert file.read_bytes() == before


def test_rules_that_have_changed_are_refused(tmp_path: Path) -> None:
    rule, file = tmp_path / "rule.toml", tmp_path / "work"
    for target, refused in ((13, False), (14, True)):
        rule.write_text(f"[match]\ntarget = {target}\n", encoding="utf-8")
        study = Study([f"schwesing+{rule}"], **{**OPTIONS, "deals": 10, "matches": 1})
        if not refused:
            study.play(resume=file)
            continue
        with pytest.raises(ResumeError, match=r"the rules of .* are others"):
            study.play(resume=file)


@pytest.mark.parametrize("text", ["hello\n", "hello", "\n", '{"format": "trickbook-record"}\n', "\x00\xff"])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "work"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ResumeError, match="is not a file of work"):
        timeless(resume=file)
    assert file.read_text(encoding="utf-8") == text


def line(said: Any) -> bytes:
    """Return a line with the right checksum, whatever it says."""
    text = said if isinstance(said, bytes) else json.dumps(said).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def said_by(whole: bytes, number: int) -> Any:
    return json.loads(whole.splitlines()[number].partition(b" ")[2])


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], bytes]:
    """What came of a few deals, and the file of them."""
    file = tmp_path_factory.mktemp("small") / "work"
    return timeless(deals=40, matches=2, resume=file), file.read_bytes()


UNITS: list[dict[str, Any]] = [
    {"moves": "many"},
    {"moves": True},
    {"values": {}},
    {"values": 5},
    {"columns": {}},
    {"columns": {"course": ["<u8", [40], "AAAA"]}},
    {"unit": "first"},
    {"unit": [[0], "single deals", 0, 40, ""]},
    {"unit": [0, "single deals", 0, 39, ""]},
]
"""What lines of units might say instead."""


@pytest.mark.parametrize("instead", [*UNITS, [1, 2], 5, b"[" * 100_000, b"\xff"], ids=lambda value: str(value)[:40])
def test_a_unit_that_says_something_else_is_played_again(
    tmp_path: Path, small: tuple[dict[str, Any], bytes], instead: Any
) -> None:
    plain, whole = small
    lines = whole.splitlines(keepends=True)
    forged = {**said_by(whole, 1), **instead} if isinstance(instead, dict) else instead
    file = tmp_path / "work"
    file.write_bytes(b"".join([lines[0], line(forged), *lines[2:]]))
    assert timeless(deals=40, matches=2, resume=file) == plain


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("tricks", ["|O", [40], ""]),
        ("tricks", ["<f4", [20, 2], None]),
        ("tricks", ["<f4", [41], None]),
        ("tricks", ["|b1", [40], None]),
        ("tricks", [5, 5]),
        ("tricks", None),
        ("trics", ["<f4", [40], None]),
    ],
)
def test_a_unit_with_figures_of_another_shape_is_played_again(
    tmp_path: Path, small: tuple[dict[str, Any], bytes], name: str, array: Any
) -> None:
    from base64 import b64encode

    plain, whole = small
    lines = whole.splitlines(keepends=True)
    unit = said_by(whole, 1)
    if isinstance(array, list) and array[-1] is None:
        numbers = 41 if array[1] == [41] else 40
        size = 1 if array[0] == "|b1" else 4
        array = [*array[:2], b64encode(zlib.compress(bytes(size * numbers))).decode()]
    unit["values"][name] = array
    file = tmp_path / "work"
    file.write_bytes(b"".join([lines[0], line(unit), *lines[2:]]))
    assert timeless(deals=40, matches=2, resume=file) == plain


def stored(kind: str, shape: list[int], numbers: list[float]) -> list[Any]:
    """Return an array as the file has it."""
    from base64 import b64encode

    return [kind, shape, b64encode(zlib.compress(np.array(numbers, kind).tobytes())).decode()]


NAN, INFINITE = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("part", "name", "array"),
    [
        ("values", "tricks", stored("<f4", [-1], [5.0] * 40)),
        ("values", "tricks", stored("<f8", [40], [*[5.0] * 39, INFINITE])),
        ("values", "tricks", stored("<f8", [40], [-INFINITE, *[NAN] * 39])),
        ("values", "tricks", stored("<f8", [40], [1e300] * 40)),
        ("values", "deals-won", stored("<f4", [40], [2.0] * 40)),
        ("values", "deals-won", stored("|i1", [40], [-1] * 40)),
        ("columns", "dealer", stored("|i1", [40], [4] * 40)),
        ("columns", "dealer", stored("|i1", [40], [-1] * 40)),
        ("columns", "winner", stored("|i1", [40], [2] * 40)),
        ("columns", "course", stored("<u8", [40, 1, -1], [1] * 40)),
        ("values", "tricks", stored("<f4", [40], [0.0] * 1_000_000)),
        ("values", "tricks", stored("<f4", [1 << 40, 1 << 40], [0.0] * 40)),
    ],
)
def test_a_unit_with_figures_that_nothing_can_have_come_to_is_played_again(
    tmp_path: Path, small: tuple[dict[str, Any], bytes], part: str, name: str, array: list[Any]
) -> None:
    plain, whole = small
    lines = whole.splitlines(keepends=True)
    unit = said_by(whole, 1)
    assert name in unit[part]
    unit[part][name] = array
    file = tmp_path / "work"
    file.write_bytes(b"".join([lines[0], line(unit), *lines[2:]]))
    assert timeless(deals=40, matches=2, resume=file) == plain


def test_figures_that_can_be_are_taken(tmp_path: Path, small: tuple[dict[str, Any], bytes]) -> None:
    """Lest the test above refuse whatever is changed."""
    plain, whole = small
    lines = whole.splitlines(keepends=True)
    unit = said_by(whole, 1)
    unit["values"]["tricks"] = stored("<f4", [40], [5.0] * 40)
    file = tmp_path / "work"
    file.write_bytes(b"".join([lines[0], line(unit), *lines[2:]]))
    found = timeless(deals=40, matches=2, resume=file)
    (tricks,) = (metric for metric in found["metrics"] if metric["name"] == "tricks")
    assert tricks["values"][0]["mean"] == 5.0
    assert found != plain


@pytest.mark.parametrize(
    ("instead", "said"),
    [
        ({"games": [{}]}, "it names no games"),
        ({"games": 5}, "it names no games"),
        ({"games": [5]}, "it names no games"),
        ({"games": []}, "games nothing there"),
        ({"seed": {}}, "seed {} there, 1 here"),
        ({"metrics": 5}, "other metrics"),
        ({"another": 1}, "not as this version writes it"),
        ({"format": "another"}, "not a file of work"),
    ],
)
def test_a_head_that_says_something_else_is_refused(
    tmp_path: Path, small: tuple[dict[str, Any], bytes], instead: dict[str, Any], said: str
) -> None:
    _, whole = small
    file = tmp_path / "work"
    forged = line({**said_by(whole, 0), **instead})
    file.write_bytes(forged)
    with pytest.raises(ResumeError, match=said):
        timeless(deals=40, matches=2, resume=file)
    assert file.read_bytes() == forged


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices are no files there")
@pytest.mark.parametrize("kind", ["pipe", "folder", "/dev/null", "/dev/zero", "/dev/full"])
def test_only_an_ordinary_file_is_gone_on_from(tmp_path: Path, kind: str) -> None:
    file = tmp_path / kind  # a path that begins with / stays as it is
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    elif not file.exists():
        pytest.skip(f"there is no {kind} here")
    with pytest.raises(ResumeError, match=f"{file} is a .*; expected an ordinary file"):
        timeless(resume=file)
    assert not list(tmp_path.glob(".*.lock"))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_that_go_round_in_a_circle_are_no_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(OSError, match="symbolic link") as raised:
        timeless(resume=one)
    assert raised.value.filename == str(one)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="there is no such file here")
def test_a_file_beside_which_no_lock_can_be_is_not_called_in_use() -> None:
    with pytest.raises(ResumeError, match="can't be made; expected a folder that can be written to"):
        timeless(resume=Path("/proc/self/mem"))
