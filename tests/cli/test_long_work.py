"""Long comparisons as typed: interrupted, gone on with, played on a cluster."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

WORK = ("compare", "schwesing", "treia", "-n", "30000", "--json")
TIMES = ("seconds", "decisions_per_second")
PATIENCE = 120.0


def started(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", *arguments]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, **{"stdout": -1, "stderr": -1, **options})


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def timeless(text: str | bytes) -> dict[str, Any]:
    return {key: value for key, value in json.loads(text).items() if key not in TIMES}


@pytest.mark.skipif(sys.platform == "win32", reason="a process can't be sent an interruption alone")
def test_an_interrupted_comparison_prints_what_is_done_and_is_gone_on_with(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "work"
    process = started("trickbook", *WORK, "--threads", "1", "--resume", str(file), cwd=tmp_path)
    wait_for(lambda: file.exists() and file.read_bytes().count(b"\n") > 8)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert b"trickbook: interrupted; " in err
    assert b"goes on from" in err
    assert b"Traceback" not in err
    part = json.loads(out)
    assert part["complete"] is False
    assert 0 < part["deals"] < 30_000
    assert {value["n"] for value in part["metrics"][0]["values"]} == {part["deals"]}
    with file.open("ab") as stream:
        stream.write(b"0123abcd {")  # as if it had been cut off in the middle of a unit
    assert timeless(run(*WORK, "--resume", str(file)).out) == timeless(run(*WORK).out)


def test_who_stops_before_luck_is_known_gets_the_rest(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("trickbook.cli.compare._with_luck", interrupted)
    result = run("compare", "schwesing", "treia", "-n", "10", "--matches", "1", "--ask", "luck", "--json")
    document = json.loads(result.out)
    assert (result.code, document["deals"], document["answers"]) == (130, 10, [])
    assert "interrupted" in result.err


def test_the_report_of_a_comparison_that_was_stopped_says_so() -> None:
    from trickbook.compare import Study
    from trickbook.compare.metrics import DEALS
    from trickbook.compare.report import heading, in_brief

    study = Study(["schwesing", "treia"], deals=5000, bots="random")
    with pytest.raises(KeyboardInterrupt):
        study.play(threads=1, progress=lambda done, _: signal.raise_signal(signal.SIGINT) if done > 6000 else None)
    stopped = study.comparison()
    assert heading(stopped).startswith("Stopped early: 2,048 deals and ")
    assert study.samples.size(DEALS) == 2048
    measured = study.measured(study.metrics[0])
    assert measured is not None
    contrast = measured.differences[0].contrast
    assert contrast.low is not None
    assert in_brief(measured).startswith(
        f"Tricks of forehand's side differ by {contrast.mean:+.2f} ({contrast.low:+.2f}"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--scheduler", "tcp://127.0.0.1:1", "--threads", "2"), "--scheduler"),
        (("--scheduler", "nonsense://x"), "nonsense"),
        (("--resume", "-"), "--resume"),
        (("--resume", "nowhere/work"), "nowhere"),
    ],
)
def test_what_long_work_can_not_be_asked_for(run: Run, arguments: tuple[str, ...], said: str) -> None:
    if "nonsense://x" in arguments:
        pytest.importorskip("distributed")
    result = run("compare", "schwesing", "-n", "10", *arguments)
    assert (result.code, result.out) == (2, "")
    assert said in result.err


def test_a_scheduler_without_distributed_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("compare", "schwesing", "-n", "10", "--scheduler", "tcp://127.0.0.1:1")
    assert result.code == 2
    assert "pip install 'trickbook[cluster]'" in result.err


class Cluster:
    """A scheduler and three workers, processes of this machine."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.folder = folder
        self.stack = stack
        self.start("scheduler", "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        where = (self.address, "--host", "127.0.0.1", "--no-dashboard")
        self.workers = [
            self.start(name, "worker", *where, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
            for name in ("a", "b", "c")
        ]

    def start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        log = self.stack.enter_context((self.folder / f"{name}.log").open("wb"))
        process = started("dask", *arguments, cwd=self.folder, stdout=log, stderr=subprocess.STDOUT)
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


def test_a_cluster_gives_the_same_bytes(run: Run, cluster: Cluster, tmp_path: Path) -> None:
    work = ("compare", "schwesing", "treia", "-n", "10000", "--json")
    file = str(tmp_path / "work")
    there = run(*work, "--scheduler", cluster.address, "--resume", file)
    assert there.code == 0, there.err
    for here in (run(*work, "--threads", "1"), run(*work, "--threads", "2"), run(*work, "--resume", file)):
        assert timeless(here.out) == timeless(there.out)
    # A plugin that is a file of this machine alone.
    plugin, rule = tmp_path / "quiet.py", tmp_path / "rule.toml"
    plugin.write_text('"""Does nothing."""\n', encoding="utf-8")
    rule.write_text('[append]\nplugins = ["quiet"]\n', encoding="utf-8")
    from trickbook.compare.cluster import cluster as connected
    from trickbook.compare.study import Study
    from trickbook.games import load
    from trickbook.plugins import PluginSet
    from trickbook.portable import NotTheSameError

    study = Study([load(f"schwesing+{rule}", plugins=PluginSet([plugin]))], deals=10, matches=1, bots="random")
    plugin.unlink()
    with connected(cluster.address) as (executor, threads):
        assert threads >= 1
        with pytest.raises(NotTheSameError, match="'quiet', and its file"):
            study.play(executor=executor, threads=threads)


@pytest.mark.deep
def test_a_worker_that_is_killed_changes_nothing(run: Run, cluster: Cluster, tmp_path: Path) -> None:
    work = ("compare", "schwesing", "treia", "-n", "300", "--matches", "10", "--bots", "ismcts:100", "--json")
    file = tmp_path / "work"
    process = started("trickbook", *work, "--scheduler", cluster.address, "--resume", str(file), cwd=tmp_path)
    wait_for(lambda: file.exists() and file.read_bytes().count(b"\n") > 5)
    cluster.workers[0].kill()
    out, err = process.communicate(timeout=10 * PATIENCE)
    assert process.returncode == 0, err
    assert timeless(out) == timeless(run(*work).out)
