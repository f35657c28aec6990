"""Comparisons in the making: stopped, gone on with, played by others, sent to other processes."""

from __future__ import annotations

import json
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import trickbook
from tests.plugins.test_file_plugins import set_up
from tests.plugins.test_metrics_of_plugins import LONG
from trickbook.measure.metrics import DEALS, MATCHES
from trickbook.plugins import PluginSet
from trickbook.portable import NotTheSameError, PortableGame
from trickbook.simulation.batches import SimulationError, simulate, simulate_singles
from trickbook.simulation.duplicate import play_duplicate
from trickbook.study import CompareError, Study
from trickbook.study.journal import ResumeError
from trickbook.study.units import packed, play, unpacked

GAMES = ("schwesing", "treia")
SMALL: dict[str, Any] = {"deals": 5000, "matches": 70, "bots": "random"}


def timeless(study: Study) -> dict[str, Any]:
    document = study.comparison().as_json()
    return {key: value for key, value in document.items() if key not in ("seconds", "decisions_per_second")}


def played(**options: Any) -> Study:
    study = Study(GAMES, **SMALL)
    study.play(**options)
    return study


class LastFirst(Executor):
    """Does all that it has been given once a result is asked for, the last first."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []
        self.most = 0

    def submit(self, work: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        executor = self

        class Lazy(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                while executor.waiting:
                    executor.waiting.pop()()
                return super().result(timeout)

        future = Lazy()
        self.waiting.append(
            lambda: future.set_result(pickle.loads(pickle.dumps(work(*pickle.loads(pickle.dumps(arguments))))))
        )
        self.most = max(self.most, len(self.waiting))
        return future


def test_an_executor_may_do_units_in_any_order_and_has_few_at_a_time() -> None:
    executor = LastFirst()
    assert timeless(played(executor=executor, threads=2)) == timeless(played(threads=1))
    assert executor.most == 5


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(3, multiprocessing.get_context("spawn")) as executor:
        yield executor


@pytest.mark.parametrize(
    ("bots", "deals"),
    [("random", 5000), ("ismcts:4,greedy,montecarlo:4,random", 40), ("club.thrifty", 40)],
)
def test_processes_play_the_same(processes: Executor, club: Path, bots: str, deals: int) -> None:
    """Players of plugins are compiled again in each process, from their file."""
    plugins = PluginSet([club])
    found = []
    for options in ({"threads": 1}, {"threads": 2}, {"executor": processes, "threads": 2}):
        study = Study(GAMES, deals=deals, matches=3, bots=bots, plugins=plugins)
        study.play(**options)  # type: ignore[arg-type]
        found.append(json.dumps(timeless(study)).encode())
    assert found[0] == found[1] == found[2]
    game = trickbook.load("treia", plugins=plugins)
    rows = simulate(game, matches=3, bots=bots, executor=processes, threads=2)
    assert rows.tobytes() == simulate(game, matches=3, bots=bots).tobytes()


def test_processes_play_the_same_deals_in_duplicate(processes: Executor) -> None:
    here, there = (Study(GAMES, deals=10, matches=1, duplicate=2100) for _ in range(2))
    here.play(threads=1)
    there.play(executor=processes, threads=2)
    assert timeless(here) == timeless(there)
    assert there.samples.duplicate(1, "greedy", "margins").shape == (2100,)
    played = play_duplicate(trickbook.load("treia"), "greedy", "random", deals=2100)
    assert np.array_equal(there.samples.duplicate(1, "greedy", "margins"), played.margins)


def test_metrics_of_a_plugin_are_measured_in_processes(processes: Executor, tmp_path: Path) -> None:
    name, plugin = set_up(tmp_path, LONG)
    found = []
    for options in ({"threads": 1}, {"executor": processes, "threads": 2}):
        study = Study(["schwesing", trickbook.load(name, plugins=PluginSet([plugin]))], deals=100, matches=2)
        study.play(**options)  # type: ignore[arg-type]
        found.append(timeless(study))
    assert found[0] == found[1]
    assert "mine.long" in [metric["name"] for metric in found[0]["metrics"]]


def test_players_of_a_plugin_must_be_the_same_elsewhere(processes: Executor, club: Path, tmp_path: Path) -> None:
    study = Study(GAMES, deals=10, matches=1, bots="club.first", plugins=PluginSet([club]))
    assert [name for name, _ in study.plan.works[0].game.plugins] == ["club", "daring", "sevens"]
    file = tmp_path / "work"
    study.play(resume=file)
    club.write_text(club.read_text("utf-8").replace("return 0", "return count - 1", 1), encoding="utf-8")
    other = Study(GAMES, deals=20, matches=1, bots="club.first", plugins=PluginSet([club]))
    club.write_text(club.read_text("utf-8") + "\n", encoding="utf-8")
    with pytest.raises(NotTheSameError, match=r"'club'.* is another here"):
        other.play(executor=processes, threads=2)
    with pytest.raises(ResumeError, match=r"plugin club .* there, .* here"):
        Study(GAMES, deals=20, matches=1, bots="club.first", plugins=PluginSet([club])).play(resume=file)
    with pytest.raises(ResumeError, match=r"plugin club .* there, nothing here"):
        Study(GAMES, deals=20, matches=1, bots="random", plugins=PluginSet([club])).play(resume=file)


def test_one_name_is_no_list_of_games() -> None:
    with pytest.raises(CompareError, match=r"'treia' is one game; expected a list of games, such as \['treia'\]"):
        trickbook.compare("treia")


def interrupt(done: int, total: int) -> None:
    raise KeyboardInterrupt


def test_a_stopped_study_has_the_same_deals_of_all_games_and_goes_on_to_the_same_end() -> None:
    study = Study(GAMES, **SMALL)
    study.play(until=lambda samples: samples.size(DEALS) >= 4096, threads=2)
    stopped = study.comparison()
    assert (stopped.deals, stopped.matches) == (4096, 32)
    (tricks,) = [measured for measured in stopped.metrics if measured.metric.name == "tricks"]
    for value in tricks.values:
        rows = simulate_singles(trickbook.load(value.game), deals=4096, bots="random")
        first = rows["tricks_won"][np.arange(4096), rows["first_side"]]
        assert value.estimate.n == 4096
        assert value.estimate.mean == pytest.approx(first.mean())
    with pytest.raises(KeyboardInterrupt):
        study.play(progress=interrupt)
    assert study.comparison().complete is False
    study.play()
    assert timeless(study) == timeless(played())


def test_an_interruption_leaves_whole_steps() -> None:
    study = Study(GAMES, **SMALL)

    def interrupt(done: int, total: int) -> None:
        if done > 2 * 2048 + 2 * 64:  # in the middle of a step
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study.play(progress=interrupt, threads=2)
    assert study.samples.size(DEALS) in (2048, 4096)
    assert study.comparison().complete is False
    study.play()
    assert study.comparison().complete is True
    assert timeless(study) == timeless(played())


def test_samples_keep_the_fields_that_are_asked_for() -> None:
    study = Study(GAMES, keep=("cards", "score"), **{**SMALL, "deals": 2100})
    study.play()
    rows = simulate_singles(trickbook.load("treia"), deals=2100, bots="random")
    for field in ("cards", "score", "course", "dealer", "first_side"):
        assert (study.samples.column(1, DEALS, field) == rows[field]).all()
    with pytest.raises(KeyError):
        study.samples.column(1, DEALS, "moves")
    assert all(not play(unit).columns for step in study.plan.steps() for unit in step if unit.sample == MATCHES)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([0.0, 1.0, np.nan], "i1"),
        ([-127.0, 127.0], "i1"),
        ([-128.0, np.nan], "i2"),
        ([40000.0], "f4"),
        ([0.5, np.nan], "f4"),
        ([0.1], "f8"),
        ([1e300], "f8"),
        ([np.nan, np.nan], "i1"),
        ([], "i1"),
    ],
)
def test_packing_loses_nothing(values: list[float], kind: str) -> None:
    array = np.array(values)
    assert packed(array).dtype == np.dtype(kind)
    assert np.array_equal(unpacked(packed(array)), array, equal_nan=True)


def sent(portable: PortableGame, **changes: Any) -> PortableGame:
    """Return a game as it comes out at the other end, where it claims something else."""
    portable.__dict__.update(changes)
    return pickle.loads(pickle.dumps(portable))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"plugins": (("daring", "0.1.0"), ("elsewhere", "2.0"), ("sevens", "0.1.0"))}, "'elsewhere' 2.0"),
        ({"plugins": (("daring", "7.1"), ("sevens", "0.1.0"))}, "'daring' 7.1, and here it is 0.1.0"),
        ({"made_by": ("9.9", "1")}, r"Trickbook 9.9 \(kernel 1\)"),
        ({"digest": "0123456789abcdef"}, "0123456789abcdef"),
        ({"files": (("daring", "/nowhere/daring.py", "0"),)}, "nowhere"),
    ],
)
def test_a_game_that_would_not_be_the_same_elsewhere_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(NotTheSameError, match=said):
        sent(PortableGame(trickbook.load("schwesing")), **changes).game  # noqa: B018


def test_a_plugin_that_is_a_file_must_be_the_same_file(tmp_path: Path) -> None:
    plugin, rule = tmp_path / "quiet.py", tmp_path / "rule.toml"
    plugin.write_text('"""Does nothing."""\n', encoding="utf-8")
    rule.write_text('[append]\nplugins = ["quiet"]\n', encoding="utf-8")
    portable = PortableGame(trickbook.load(f"schwesing+{rule}", plugins=PluginSet([plugin])))
    assert sent(portable).game.rulebook.digest == portable.digest
    plugin.write_text('"""Does something else."""\n', encoding="utf-8")
    with pytest.raises(NotTheSameError, match=r"'quiet'.* is another here"):
        sent(portable, name="another").game  # noqa: B018


def test_a_unit_is_small_and_gives_the_same_wherever_it_is_played() -> None:
    study = Study(GAMES, **SMALL)
    unit = next(study.plan.steps())[1]
    text = pickle.dumps(unit)
    assert len(text) < 20_000
    here, there = play(unit), play(pickle.loads(text))
    assert here.moves == there.moves
    assert here.values.keys() == there.values.keys()
    for name, values in here.values.items():
        np.testing.assert_array_equal(values, there.values[name])  # NaN stands in some
    assert len(pickle.dumps(here)) < 100 * 2048  # bytes a deal
    assert replace(unit, first=1) != unit


def test_what_can_not_be_played() -> None:
    with pytest.raises(CompareError, match="executor and a scheduler"):
        Study(GAMES).play(executor=LastFirst(), scheduler="tcp://127.0.0.1:1")
    with pytest.raises(SimulationError, match="0 threads"):
        Study(GAMES).play(threads=0)
    with pytest.raises(SimulationError, match="3 scores"):
        Study(GAMES, scores=(1, 2, 3))


def test_a_scheduler_that_says_nothing_is_given_up() -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    from socket import create_server

    from trickbook.study.cluster import ClusterError, cluster

    with create_server(("127.0.0.1", 0)) as silent:  # takes connections, and never answers
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        said = r"no scheduler answers at .*: nothing was said in 0\.5 s"
        with pytest.raises(ClusterError, match=said), cluster(address, patience=0.5):
            pytest.fail("it can't be used")


def test_a_scheduler_that_stops_answering_is_given_up() -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    from concurrent.futures import Future
    from socket import create_server

    from trickbook.study.cluster import ClusterError, _Task

    with create_server(("127.0.0.1", 0)) as silent:
        task = _Task(Future(), f"tcp://127.0.0.1:{silent.getsockname()[1]}", patience=0.3)
        with pytest.raises(ClusterError, match="nothing was said"):
            task.result()
