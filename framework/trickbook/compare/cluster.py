"""Playing on a Dask cluster: any number of workers, on this machine or on others.

Workers are sent units of work as plain data, and compile the games themselves; see `trickbook.portable`. A unit whose worker
is lost is given to another by the scheduler, and comes out the same there.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any

from trickbook.version import VERSION

PATIENCE = 30.0
"""Seconds to wait for the scheduler, and for a first worker."""


class ClusterError(ValueError):
    """A cluster that can't be used, or that failed."""


@contextmanager
def cluster(address: str, patience: float = PATIENCE) -> Iterator[tuple[Executor, int]]:
    """Connect to the scheduler of a Dask cluster; give an executor, and how many threads all its workers have.

    Raises `ClusterError` if `distributed` is not installed, the scheduler does not answer, there are no workers, one of
    them has no Trickbook or another version of it, or if the cluster fails while it is in use.

    >>> with cluster("tcp://192.0.2.1:8786") as (executor, threads):  # doctest: +SKIP
    ...     trickbook.compare(["schwesing", "treia"], executor=executor, threads=threads)
    """
    try:
        import distributed
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise ClusterError(
            "a Dask cluster needs the package distributed, which is not installed: pip install 'trickbook[cluster]'"
        ) from None
    client = _connected(address, patience)
    try:
        yield client.get_executor(pure=False), _threads(client, address, patience)
    except (
        distributed.KilledWorker,
        CommClosedError,
        CancelledError,
        RuntimeError,
        ImportError,
    ) as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise ClusterError(f"the cluster at {address} failed: {said}") from error
    finally:
        client.close(timeout=patience)


def _connected(address: str, patience: float) -> Any:
    import distributed

    connect: Any = distributed.Client
    try:
        return connect(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"no scheduler answers at {address!r}: {' '.join(str(error).split())}; "
            "expected the address that `dask scheduler` prints, such as tcp://192.0.2.1:8786"
        ) from None


def _threads(client: Any, address: str, patience: float) -> int:
    """Return how many threads the workers have, all of whom must have the same Trickbook."""
    import distributed

    try:
        client.wait_for_workers(1, timeout=patience)
    except (TimeoutError, distributed.TimeoutError):
        raise ClusterError(
            f"the scheduler at {address} has no workers; start one with `dask worker {address}`"
        ) from None
    for worker, versions in client.get_versions(packages=["trickbook"])["workers"].items():
        version = versions["packages"].get("trickbook")
        if version != VERSION:
            has = f"Trickbook {version}" if version else "no Trickbook"
            raise ClusterError(f"the worker {worker} has {has}, and this is Trickbook {VERSION}; install it there")
    threads: int = sum(client.nthreads().values())
    return threads
