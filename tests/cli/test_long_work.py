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

WORK = ("compare", "schwesing", "treia", "--fast", "--json")
TIMES = ("seconds", "seconds_needed", "decisions_per_second")
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
@pytest.mark.parametrize(("bots", "deals", "units"), [("greedy", 30_000, 8), ("ismcts:20", 600, 3)])
def test_an_interrupted_comparison_prints_what_is_done_and_is_gone_on_with(
    run: Run, tmp_path: Path, bots: str, deals: int, units: int
) -> None:
    """With search, units of 97 deals (2048 / 21) are some of them played."""
    work = (*WORK, "--bots", bots, "-n", str(deals), "--matches", str(deals // 100))
    file = tmp_path / "work"
    process = started("trickbook", *work, "--threads", "1", "--resume", str(file), cwd=tmp_path)
    wait_for(lambda: file.exists() and file.read_bytes().count(b"\n") > units)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert b"trickbook: interrupted; " in err
    assert b"goes on from" in err
    assert b"Traceback" not in err
    part = json.loads(out)
    assert part["complete"] is False
    assert 0 < part["deals"] < deals
    assert {value["n"] for value in part["metrics"][0]["values"]} == {part["deals"]}
    with file.open("ab") as stream:
        stream.write(b"0123abcd {")  # as if it had been cut off in the middle of a unit
    assert without_times(run(*work, "--resume", str(file)).out) == without_times(run(*work).out)


def stopped_after(units: int, monkeypatch: pytest.MonkeyPatch, where: str = "study") -> None:
    """Let an interruption come when so many units of work have been played."""
    from trickbook.study import units

    played = iter(range(units))

    def play(unit: units.Unit) -> units.Result:
        if next(played, None) is None:
            raise KeyboardInterrupt
        return units.play(unit)

    monkeypatch.setattr(f"trickbook.study.{where}.play", play)


def never_played(monkeypatch: pytest.MonkeyPatch, where: str = "study") -> None:
    monkeypatch.setattr(f"trickbook.study.{where}.play", lambda unit: pytest.fail(f"{unit} was played"))


LUCK = ("compare", "schwesing", "treia", "-n", "5000", "--matches", "10", "--ask", "luck")


def test_luck_is_told_from_the_deals_that_were_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Units in their order: deals, matches and deals in duplicate of both games, then the next deals."""
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(9, patch)
        result = run(*LUCK, "--json", "--threads", "1", "--resume", "luck.work")
    assert (result.code, result.json["complete"]) == (130, False)
    assert (result.json["deals"], result.json["duplicate"]) == (4096, 2048)
    (answer,) = result.json["answers"]
    assert answer["metric"] == "luck"
    assert {value["n"] for value in result.json["metrics"][0]["values"]} == {2048}
    assert "goes on from luck.work" in result.err
    whole = run(*LUCK, "--json", "--resume", "luck.work")
    assert timeless(whole.out) == timeless(run(*LUCK, "--json", "--threads", "1").out)
    assert whole.json["duplicate"] == 5000
    never_played(monkeypatch)
    assert timeless(run(*LUCK, "--json", "--resume", "luck.work").out) == timeless(whole.out)


def test_who_stops_before_luck_is_known_gets_the_rest(run: Run) -> None:
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(4, patch)
        result = run(*LUCK, "--json", "--threads", "1")
    assert (result.code, result.json["deals"], result.json["duplicate"]) == (130, 2048, 0)
    assert result.json["answers"] == []
    assert "--ask luck: nothing that was played says it" in result.err


def test_luck_beside_a_metric_that_is_to_be_precise(run: Run) -> None:
    """Deals in duplicate come first then, so that all of them are played, however early the metric is known."""
    asked = ("--ask", "luck", "--precision", "2", "--metric", "deals", "--bots", "greedy", "--json")
    document = run("compare", "schwesing", *asked).json
    assert document["precision"]["reached"] is True
    assert (document["deals"], document["duplicate"]) == (0, 1000)
    assert document["answers"][0]["metric"] == "luck"


CURVE = ("compare", "bura", "-n", "20", "--matches", "1", "--skill", "ismcts:160", "--duplicate", "20", "--json")


def test_a_skill_curve_is_stopped_and_gone_on_with(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Units in their order: deals, matches, 12 (2048 / 161) deals of the first point, 20 of the second, 8 of the first."""
    for units, deals in ((3, {"skill.160": 12}), (1, {"skill.160": 12, "skill.40": 20})):
        with pytest.MonkeyPatch.context() as patch:
            stopped_after(units, patch)
            result = run(*CURVE, "--threads", "1", "--resume", "curve.work")
        assert (result.code, result.json["complete"]) == (130, False)
        assert result.json["duplicate"] == max(deals.values())
        assert "goes on from curve.work" in result.err
        points = [metric for metric in result.json["metrics"] if metric["name"].startswith("skill.")]
        assert {point["name"]: point["values"][0]["n"] for point in points} == deals
    whole = run(*CURVE, "--resume", "curve.work")
    assert whole.code == 0
    assert timeless(whole.out) == timeless(run(*CURVE, "--threads", "1").out)
    never_played(monkeypatch)
    assert timeless(run(*CURVE, "--resume", "curve.work").out) == timeless(whole.out)


SWEEP = ("sweep", "schwesing", "match.target", "6,8", "-n", "5000", "--matches", "40")


def test_a_sweep_is_stopped_and_gone_on_with(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(5, patch)
        result = run(*SWEEP, "--json", "--threads", "1", "--resume", "sweep.work")
    assert (result.code, result.json["complete"], result.json["deals"]) == (130, False, 2048)
    assert "goes on from sweep.work" in result.err
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(5, patch)
        assert run(*SWEEP, "--threads", "1").out.startswith("Stopped early: 2,048 deals and ")
    whole = run(*SWEEP, "--json", "--resume", "sweep.work")
    assert timeless(whole.out) == timeless(run(*SWEEP, "--json").out)
    never_played(monkeypatch)
    assert timeless(run(*SWEEP, "--json", "--resume", "sweep.work").out) == timeless(whole.out)


LADDER = ("ladder", "schwesing", "--bots", "random,greedy,ismcts:40", "-n", "80")


def timeless_ladder(text: str) -> dict[str, Any]:
    document = timeless(text)
    return {**document, "pairs": [{**pair, "seconds": 0} for pair in document["pairs"]]}


def test_a_ladder_is_stopped_and_gone_on_with(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One unit of the first pair, who don't search, and of the second, who do, two of 49 deals: 2048 / 41."""
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(2, patch, "ladder")
        result = run(*LADDER, "--json", "--threads", "1", "--resume", "ladder.work")
    assert (result.code, result.json["complete"]) == (130, False)
    assert [pair["deals"] for pair in result.json["pairs"]] == [80, 49]
    assert "goes on from ladder.work" in result.err
    with pytest.MonkeyPatch.context() as patch:
        stopped_after(1, patch, "ladder")
        assert run(*LADDER, "--threads", "1").out.startswith("Stopped early: schwesing: 80 deals a pair")
    whole = run(*LADDER, "--json", "--resume", "ladder.work")
    assert timeless_ladder(whole.out) == timeless_ladder(run(*LADDER, "--json", "--threads", "1").out)
    never_played(monkeypatch, "ladder")
    assert timeless_ladder(run(*LADDER, "--json", "--resume", "ladder.work").out) == timeless_ladder(whole.out)
    other = run("ladder", "schwesing", "--bots", "random,ismcts:4", "-n", "80", "--resume", "ladder.work")
    assert other.code == 2
    assert "bots greedy; ismcts:40 there, ismcts:4 here" in other.err


def test_a_sweep_until_it_is_precise(run: Run) -> None:
    sweep = ("sweep", "schwesing", "match.target", "6,8", "--bots", "random", "--metric", "deals", "--precision", "0.5")
    document = run(*sweep, "--json").json
    assert document["precision"]["reached"] is True
    assert document["precision"]["metric"] == "deals"
    assert document["chosen"] == ["deals"]
    assert "(deals) is known to ± 0." in " ".join(run(*sweep).out.split())


@pytest.mark.parametrize("where", [0.2, 0.5, 0.9])
def test_a_file_that_lost_forty_bytes_gives_the_same_report(run: Run, tmp_path: Path, where: float) -> None:
    work = ("compare", "schwesing", "treia", "-n", "5000", "--matches", "80", "--bots", "random", "--resume", "work")
    first = run(*work).out
    file = tmp_path / "work"
    whole = file.read_bytes()
    cut = int(where * len(whole))
    file.write_bytes(whole[:cut] + whole[cut + 40 :])
    again = run(*work).out
    assert again.splitlines()[:-1] == first.splitlines()[:-1]  # the last line has the times
    assert file.read_bytes() == whole


def test_a_file_that_somebody_writes_to_is_refused(run: Run, tmp_path: Path) -> None:
    work = ("compare", "schwesing", "-n", "100", "--matches", "2", "--resume", "work", "--json")
    hold = "import time, filelock; lock = filelock.FileLock('.work.lock'); lock.acquire(); print('held', flush=True); time.sleep(600)"
    holder = subprocess.Popen([sys.executable, "-c", hold], cwd=tmp_path, stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        holder.stdout.readline()
        result = run(*work)
        assert (result.code, result.out) == (2, "")
        assert "work is in use by another process" in result.err
    finally:
        holder.kill()
        holder.communicate()
    assert run(*work).code == 0  # a lock ends with its process
    assert run(*work).code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("compare", "schwesing", "--ask", "luck", "--bots", "random"), "nobody is weaker than random"),
        (("compare", "schwesing", "--ask", "luck", "--bots", "ismcts:3"), "at least 4"),
        (("compare", "schwesing", "--ask", "luck", "--bots", "greedy,random,greedy,random"), "several players"),
        (("compare", "schwesing", "--ask", "luck", "-n", "1"), "at least 2"),
        (("compare", "schwesing", "treia", "--precision", "1", "--metric", "deels"), "did you mean deals?"),
        (("compare", "schwesing", "treia", "--detect", "1", "--metric", "deels"), "did you mean deals?"),
        (("compare", "schwesing", "treia", "--detect", "1", "--matches", "9"), "--detect"),
        (("compare", "schwesing", "treia", "--precision", "1", "--ask", "usage"), "--ask usage"),
        (("compare", "schwesing", "--precision", "1", "--metric", "deals", "--ask", "balance"), "--ask balance"),
        (("compare", "schwesing", "--html", "nowhere/r.html"), "nowhere/r.html: "),
        (("compare", "schwesing", "--csv", "."), ".: "),
        (("compare", "schwesing", "--csv", "x", "--resume", "./x"), "a file each"),
        (("compare", "schwesing", "--parquet", "nowhere/d.parquet"), "nowhere/d.parquet: "),
        (("sweep", "schwesing", "match.target", "6,8", "--metric", "deals,deels"), "did you mean deals?"),
        (("sweep", "schwesing", "match.target", "6,8", "--metric", "rule-wieght"), "did you mean rule-weight?"),
        (("sweep", "schwesing", "match.target", "6,8", "--precision", "1", "--metric", "deals,points"), "'points'"),
        (("sweep", "schwesing", "match.target", "6,8", "--html", "nowhere/r.html"), "nowhere/r.html: "),
        (("sweep", "schwesing", "match.target", "6,8", "--resume", "-"), "--resume"),
        (("sweep", "schwesing", "match.target", "6,8", "--threads", "2", "--scheduler", "tcp://x:1"), "--scheduler"),
    ],
)
def test_what_can_be_refused_is_refused_before_anything_is_played(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    if "--html" in arguments or "--parquet" in arguments:
        pytest.importorskip("matplotlib")
        pytest.importorskip("pyarrow")
    never_played(monkeypatch)
    result = run(*arguments)
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert list(tmp_path.iterdir()) == []


def test_the_report_of_a_comparison_that_was_stopped_says_so() -> None:
    from trickbook.answers.words import heading, in_brief
    from trickbook.measure.metrics import DEALS
    from trickbook.study import Study

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


@pytest.mark.skipif(sys.platform == "win32", reason="an interruption is sent otherwise there")
def test_who_waits_for_a_scheduler_that_says_nothing_can_interrupt(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(PATIENCE)
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        process = started("trickbook", "compare", "schwesing", "-n", "9", "--scheduler", address, cwd=tmp_path)
        taken, _ = silent.accept()
        with taken:
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"trickbook: interrupted" in said
    assert b"Exception ignored" not in said
    assert b"Traceback" not in said


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("cluster"), stack)


def without_times(text: str) -> str:
    """Return a JSON document byte for byte, but for its times."""
    return "".join(
        line for line in text.splitlines(keepends=True) if line.strip().partition('"')[2].split('"')[0] not in TIMES
    )


def test_a_cluster_gives_the_same_bytes(run: Run, cluster: Cluster, tmp_path: Path, club: Path) -> None:
    """Also with players who search, and with those of a plugin, which are compiled where they play."""
    few = ("--matches", "2", "--csv", "deals.csv", "--json")
    works = (
        ("schwesing", "treia", "-n", "2100", "--stronger-deals", "20", *few),
        ("schwesing", "treia", "-n", "40", "--bots", "ismcts:4,greedy,montecarlo:4,random", *few),
        ("schwesing", "treia", "-n", "300", "--bots", "club.thrifty", "--ask", "luck", "--plugin", str(club), *few),
        ("schwesing", "-n", "10", "--skill", "ismcts:8", "--duplicate", "10", *few),
    )
    for number, work in enumerate(works):
        file = f"{number}.work"
        there = run("compare", *work, "--scheduler", cluster.address, "--resume", file)
        assert there.code == 0, there.err
        deals = (tmp_path / "deals.csv").read_bytes()
        for here in (("--threads", "1"), ("--resume", file)):
            assert without_times(run("compare", *work, *here).out) == without_times(there.out)
            assert (tmp_path / "deals.csv").read_bytes() == deals
    sweep = ("sweep", "schwesing", "match.target", "8,12", "-n", "300", *few)
    assert without_times(run(*sweep, "--scheduler", cluster.address).out) == without_times(run(*sweep).out)
    ladder = ("ladder", "schwesing", "--bots", "random,greedy", "-n", "2100", "--json")
    there = run(*ladder, "--scheduler", cluster.address)
    assert timeless_ladder(there.out) == timeless_ladder(run(*ladder).out)


def test_a_cluster_says_who_has_failed(cluster: Cluster, tmp_path: Path, club: Path) -> None:
    from trickbook.game.loading import load
    from trickbook.plugins import PluginSet
    from trickbook.portable import NotTheSameError
    from trickbook.study.cluster import ClusterError
    from trickbook.study.cluster import cluster as connected
    from trickbook.study.study import Study

    # A plugin that is a file of this machine alone: one of the rules, one of the players.
    plugin, rule = tmp_path / "quiet.py", tmp_path / "rule.toml"
    plugin.write_text('"""Does nothing."""\n', encoding="utf-8")
    rule.write_text('[append]\nplugins = ["quiet"]\n', encoding="utf-8")
    few: dict[str, Any] = {"deals": 10, "matches": 1}
    quiet = Study([load(f"schwesing+{rule}", plugins=PluginSet([plugin]))], bots="random", **few)
    players = Study([load("schwesing", plugins=PluginSet([club]))], bots="club.first", **few)
    plugin.unlink()
    club.write_text(club.read_text("utf-8") + "\n", encoding="utf-8")
    with connected(cluster.address) as (executor, threads):
        assert threads >= 1
        for study, said in (
            (quiet, "'quiet', and its file .* is not there"),
            (players, "'club', and its file .* is another"),
        ):
            with pytest.raises(NotTheSameError, match=said):
                study.play(executor=executor, threads=threads)
        with pytest.raises(RuntimeError, match="by the work itself"):
            executor.submit(exec, "raise RuntimeError('by the work itself')").result(PATIENCE)
        with pytest.raises(ImportError, match="no_such_module"):
            executor.submit(exec, "import no_such_module").result(PATIENCE)
    with pytest.raises(ClusterError, match="failed: "):
        executor.submit(exec, "")


@pytest.mark.deep
def test_a_worker_that_is_killed_changes_nothing(run: Run, cluster: Cluster, tmp_path: Path) -> None:
    """The last that the cluster is asked for: one worker is left."""
    work = ("compare", "schwesing", "treia", "-n", "300", "--matches", "10", "--bots", "ismcts:100", "--json")
    file = tmp_path / "work"
    process = started("trickbook", *work, "--scheduler", cluster.address, "--resume", str(file), cwd=tmp_path)
    wait_for(lambda: file.exists() and file.read_bytes().count(b"\n") > 5)
    cluster.workers[0].kill()
    out, err = process.communicate(timeout=10 * PATIENCE)
    assert process.returncode == 0, err
    assert timeless(out) == timeless(run(*work).out)
