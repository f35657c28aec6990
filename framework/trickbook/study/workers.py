"""Who plays units of work: threads, an executor, or the workers of a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from trickbook.measure.comparison import CompareError


@contextmanager
def workers(
    threads: int | None, executor: Executor | None, scheduler: str | None
) -> Iterator[tuple[Executor | None, int]]:
    """Give an executor, or None for threads of this process, and how many units it can play at a time.

    `threads` are as many as there are processors if nothing is said; `scheduler` is the address of a Dask cluster.

    Raises `CompareError` for both an executor and a scheduler, and `trickbook.study.cluster.ClusterError` for a cluster
    that can't be used.
    """
    if scheduler is not None and not (isinstance(scheduler, str) and scheduler.strip()):
        raise CompareError(f"the scheduler is {scheduler!r}; expected its address, such as tcp://192.0.2.1:8786")
    if executor and scheduler:
        raise CompareError("an executor and a scheduler were given; expected one of them")
    if scheduler:
        from trickbook.study.cluster import cluster

        with cluster(scheduler) as found:
            yield found
    else:
        yield executor, (os.cpu_count() or 1) if threads is None else threads
