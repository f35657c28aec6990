"""What can't be written costs nothing else: the report is printed, the other files are there, and it is named."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from trickbook.cli.endings import tell, write_all
from trickbook.cli.files import whole_file
from trickbook.cli.streams import STANDARD_OUTPUT

FULL = Path("/dev/full")
"""A disk that has no room left, where there is one."""
on_full_disk = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
WORK = ("compare", "schwesing", "-n", "50", "--matches", "4", "--bots", "random")
NO_ROOM = os.strerror(errno.ENOSPC)


def no_room() -> None:
    raise OSError(errno.ENOSPC, NO_ROOM)


def test_one_that_can_not_be_written_costs_none_of_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    written: list[str] = []
    problems = write_all([("a", partial(written.append, "a")), ("b", no_room), ("c", partial(written.append, "c"))])
    assert written == ["a", "c"]
    assert tell(problems) == 2
    assert capsys.readouterr().err == f"trickbook: b: {NO_ROOM}\n"


def test_an_interruption_ends_the_writing_and_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    problems = write_all([("a", no_room), ("b", interrupted), ("c", lambda: pytest.fail("c was written"))])
    assert tell(problems) == 130
    assert capsys.readouterr().err == f"trickbook: a: {NO_ROOM}\ntrickbook: interrupted; c was not written\n"


def test_who_writes_the_same_file_last_has_it(tmp_path: Path) -> None:
    name = str(tmp_path / "deals.csv")
    with whole_file(name) as first, whole_file(name) as other:
        first.write("first\n")
        other.write("other\n")
    assert [path.name for path in tmp_path.iterdir()] == ["deals.csv"]
    assert Path(name).read_text("utf-8") == "first\n"


def test_nothing_is_said_where_all_went_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert tell(write_all([("a", lambda: None)])) == 0
    assert capsys.readouterr() == ("", "")


@on_full_disk
@pytest.mark.parametrize("option", ["--csv", "--html", "--parquet"])
def test_a_full_disk_costs_one_file(run: Run, tmp_path: Path, option: str) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("pyarrow")
    other = "--parquet" if option == "--csv" else "--csv"
    result = run(*WORK, option, str(FULL), other, "deals", "--json")
    assert (result.code, result.json["deals"]) == (2, 50)
    assert result.err == f"trickbook: {FULL}: {NO_ROOM}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["deals"]


@on_full_disk
def test_a_full_disk_costs_the_records_alone(run: Run) -> None:
    result = run("simulate", "schwesing", "-n", "5000", "--bots", "random", "--record", str(FULL), "--json")
    assert (result.code, result.json["deals"]) == (2, 5000)
    assert result.err == f"trickbook: {FULL}: {NO_ROOM}\n"


@on_full_disk
@pytest.mark.parametrize(
    "arguments",
    [
        (*WORK, "--csv", "deals.csv"),
        ("simulate", "schwesing", "-n", "50", "--bots", "random", "--record", "-"),
        ("list",),
    ],
)
def test_a_full_standard_output_is_named(
    command: Callable[..., Any], arguments: tuple[str, ...], tmp_path: Path
) -> None:
    with FULL.open("wb") as full:
        done = command(*arguments, stdout=full)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == f"trickbook: {STANDARD_OUTPUT}: {NO_ROOM}"
    assert [path.name for path in tmp_path.iterdir()] == [name for name in arguments if name == "deals.csv"]


def test_a_file_of_work_that_can_not_be_written_any_more_ends_the_play(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk becomes full at the third unit, so one step of both games is complete."""
    from trickbook.study import journal

    add = journal.WorkFile.add
    left = iter(range(3))

    def full(self: journal.WorkFile, *unit: Any) -> bool:
        if next(left, None) is None:
            self._file.close()
            self._file = full_file  # type: ignore[assignment]
        return add(self, *unit)

    class FullFile:
        def seek(self, place: int) -> None:
            no_room()

    full_file = FullFile()
    monkeypatch.setattr(journal.WorkFile, "add", full)
    result = run("compare", "schwesing", "treia", "-n", "5000", "--bots", "random", "--resume", "work", "--json")
    assert (result.code, result.json["complete"], result.json["deals"]) == (2, False, 2048)
    assert result.err == f"trickbook: work: {NO_ROOM}\n"


def test_too_little_memory_is_no_bug(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("trickbook.study.study.Study.comparison", too_much)
    result = run(*WORK)
    assert result.code == 2
    assert "not enough memory" in result.err


def test_stopped_work_is_written_as_far_as_it_is(run: Run, tmp_path: Path) -> None:
    """Two units of deals, one of each game, then an interruption."""
    pytest.importorskip("matplotlib")
    from tests.cli.test_long_work import stopped_after

    page = ("--html", "report.html")
    for work in (("compare", "schwesing", "treia"), ("sweep", "schwesing", "match.target", "6,8", *page)):
        with pytest.MonkeyPatch.context() as patch:
            stopped_after(2, patch)
            result = run(*work, "-n", "5000", "--bots", "random", "--threads", "1", "--csv", "deals.csv")
        assert result.code == 130
        assert result.out.startswith("Stopped early: 2,048 deals")
        assert (tmp_path / "deals.csv").read_bytes().count(b"\n") == 1 + 2 * 2048
    assert "Stopped early" in (tmp_path / "report.html").read_text("utf-8")


def test_who_stops_before_there_is_anything_is_told_what_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.cli.test_long_work import stopped_after

    stopped_after(0, monkeypatch)
    result = run(*WORK, "--threads", "1", "--csv", "deals.csv")
    assert (result.code, result.out) == (130, "")
    assert "deals.csv was not written" in result.err


def test_who_stops_the_reckoning_is_told_what_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("trickbook.study.study.Study.comparison", interrupted)
    for work in (WORK, ("sweep", "schwesing", "match.target", "6,8", *WORK[2:])):
        result = run(*work, "--csv", "deals.csv")
        assert (result.code, result.err) == (130, "trickbook: interrupted; deals.csv was not written\n")


def test_who_stops_the_drawing_of_a_page_has_the_report(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")

    def interrupted(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("trickbook.report.page.html_page", interrupted)
    result = run(*WORK, "--json", "--html", "report.html", "--csv", "deals.csv")
    assert (result.code, json.loads(result.out)["deals"]) == (130, 50)
    assert result.err == "trickbook: interrupted; report.html was not written; deals.csv was not written\n"
    assert list(tmp_path.iterdir()) == []
