"""Compiling behind what is shown: never twice at once, never left behind, and nobody sees it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from trickbook.cli import engine, warming
from trickbook.kernel import kept
from trickbook.kernel.jit import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")

STARTING = "trickbook.kernel.starting"
"""A module of compiled code that takes little to compile."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let there be two cores, and an empty cache."""
    monkeypatch.setenv("TRICKBOOK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    return kept.cache_folder()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Return the processes that are started, which sleep in place of compiling."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(modules: object) -> subprocess.Popen[bytes]:
        processes.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]))
        return processes[-1]

    monkeypatch.setattr(warming, "_start", start)
    return processes


def test_a_process_of_its_own_compiles(folder: Path) -> None:
    assert not engine.is_compiled([STARTING])
    with warming.compiled_behind(STARTING) as behind:
        behind.wait()
    assert engine.is_compiled([STARTING])
    assert not (folder / warming.LOCK).exists()


def test_no_process_is_left_behind(folder: Path, started: list[subprocess.Popen[bytes]]) -> None:
    def interrupted() -> None:
        with warming.compiled_behind(STARTING) as behind:
            assert behind.is_compiling
            folder.mkdir(parents=True)
            (folder / warming.LOCK).write_text(str(started[0].pid), "ascii")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert started[0].returncode is not None
    assert not (folder / warming.LOCK).exists()


def test_nothing_is_started_for_what_is_compiled(folder: Path, started: list[subprocess.Popen[bytes]]) -> None:
    folder.mkdir(parents=True)
    (folder / f"{STARTING}.start_deal-1{kept.SUFFIX}").write_bytes(b"")
    with warming.compiled_behind(STARTING) as behind:
        behind.wait()
    assert not started


@pytest.mark.parametrize("cores", [1, None])
def test_nothing_is_started_without_a_second_core(
    folder: Path, started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch, cores: int | None
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    with warming.compiled_behind(STARTING) as behind:
        behind.wait()
    assert not started


def test_two_never_compile_at_once(folder: Path) -> None:
    folder.mkdir(parents=True)
    lock = folder / warming.LOCK
    lock.write_text("1", "ascii")
    assert not warming.warm([])
    assert lock.read_text("ascii") == "1"


def test_a_lock_that_was_left_behind_is_taken_over(folder: Path) -> None:
    folder.mkdir(parents=True)
    lock = folder / warming.LOCK
    lock.write_text("1", "ascii")
    then = time.time() - warming.STALE - 1
    os.utime(lock, (then, then))
    assert warming.warm([])
    assert not lock.exists()


def test_what_cannot_be_written_is_not_compiled_for_nothing(folder: Path) -> None:
    folder.parent.parent.mkdir(exist_ok=True)
    folder.parent.write_text("a letter", "utf-8")
    assert not warming.warm(["trickbook.no_such_module"])


def test_a_process_that_cannot_be_started_costs_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with warming.compiled_behind(STARTING) as behind:
        behind.wait()
    assert not behind.is_compiling


@pytest.mark.deep
def test_everything_is_compiled_and_output_is_the_same(tmp_path: Path, command: Callable[..., Any]) -> None:
    environment = {"TRICKBOOK_CACHE": str(tmp_path / "cache")}
    arguments = ("compare", "schwesing", "treia", "-n", "300", "--stronger-deals", "4", "--json")
    first = command(*arguments, environment=environment)
    assert command("cache", "warm", environment=environment).returncode == 0
    second = command(*arguments, environment=environment)
    assert second.stderr == b""
    assert b"Compiling the engine" in first.stderr
    without_time = [line for line in first.stdout.splitlines() if b"seconds" not in line]
    assert without_time == [line for line in second.stdout.splitlines() if b"seconds" not in line]
