"""How something is played: by whom, gone on from what, and who is told of the progress. Results depend on none of it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypedDict

from trickbook.measure.comparison import CompareError
from trickbook.measure.metrics import Metric
from trickbook.simulation.batches import Progress, check_request, in_order
from trickbook.study.journal import WorkFile
from trickbook.study.units import Result, Step, Unit, Work, play
from trickbook.study.workers import workers


class How(TypedDict, total=False):
    """What a `Runner` is made of, as the functions that play take it by name."""

    threads: int | None
    executor: Executor | None
    scheduler: str | None
    resume: Path | str | None
    progress: Progress | None


@dataclass(frozen=True)
class Runner:
    """Plays steps of work."""

    threads: int | None = None
    """Units that are played at a time; None: as many as there are processors."""
    executor: Executor | None = None
    """Who plays, in place of threads; it then has no more than about twice so many units as there are threads at a time."""
    scheduler: str | None = None
    """The address of a Dask cluster, whose workers play."""
    resume: Path | str | None = None
    """A file to which is written what is played; what it has already is not played again."""
    progress: Progress | None = None
    """Told what is done, and what there is to do."""

    @classmethod
    def of(cls, runner: Runner | None, how: How) -> Runner:
        """Return a runner that was given, or one made of what was given by name.

        Raises `CompareError` for both.
        """
        if runner is not None and how:
            raise CompareError(f"a runner and {', '.join(how)} were given; expected one of them")
        return runner or cls(**how)

    @contextmanager
    def opened(self, works: Sequence[Work], metrics: Sequence[Metric]) -> Iterator[Player]:
        """Give what plays the units of some works; the file belongs to these works and metrics.

        Raises `trickbook.simulation.batches.SimulationError` for a number of threads below 1, `CompareError` for both an executor
        and a scheduler, `trickbook.study.journal.ResumeError` for the file of another comparison, and
        `trickbook.study.cluster.ClusterError` for a cluster that can't be used.
        """
        check_request(works[0].seed, threads=self.threads)
        with ExitStack() as opened:
            file = opened.enter_context(WorkFile(Path(self.resume), works, metrics)) if self.resume else None
            executor, threads = opened.enter_context(workers(self.threads, self.executor, self.scheduler))
            yield Player(threads, executor, file)


@dataclass(frozen=True)
class Played:
    """A step that is complete."""

    step: Step
    results: Sequence[Result]
    now: Sequence[Unit]
    """Its units that were played now, and were not in a file before."""
    moves: int
    """Moves that were made in these."""


@dataclass(frozen=True)
class Player:
    """Plays steps of units with what a runner has opened."""

    threads: int
    executor: Executor | None
    file: WorkFile | None

    def play(
        self, steps: Callable[[], Iterator[Step]], tell: Callable[[int], None] | None = None
    ) -> Generator[Played, None, None]:
        """Play steps, and yield each when it is complete; `tell` is told the number of deals, or matches, of each unit.

        Units are played ahead, so `steps` is called twice: it must give the same steps each time.
        """
        units = chain.from_iterable(steps())
        results = in_order(play, units, self.threads, self.executor, self.file.known if self.file else lambda _: None)
        try:
            for step in steps():
                found, now, moves = [], [], 0
                for unit in step:
                    result = next(results)
                    found.append(result)
                    if self.file is None or self.file.add(unit, result):
                        now.append(unit)
                        moves += result.moves
                    if tell:
                        tell(unit.count)
                yield Played(step, found, now, moves)
        finally:
            results.close()
