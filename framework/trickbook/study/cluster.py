"""Playing on a Dask cluster: any number of workers, on this machine or on others.

Workers are sent units of work as plain data, and compile the games themselves; see `trickbook.portable`. A unit whose worker
is lost is given to another by the scheduler, and comes out the same there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import Any

from trickbook.version import VERSION
from trickbook.wording import said

PATIENCE = 30.0
"""Seconds to wait for the scheduler, and for a first worker."""
_TO_CLOSE = 3.0


class ClusterError(ValueError):
    """A cluster that can't be used, or that failed."""


@contextmanager
def cluster(address: str, patience: float = PATIENCE) -> Iterator[tuple[Executor, int]]:
    """Connect to the scheduler of a Dask cluster; give an executor, and how many threads all its workers have.

    Raises `ClusterError` if `distributed` is not installed, the scheduler does not answer, there are no workers, or one of
    them has no Trickbook or another version of it. If the cluster fails while it is in use, what is asked of the executor
    raises it; what the work itself raises is passed on as it is.

    >>> with cluster("tcp://192.0.2.1:8786") as (executor, threads):  # doctest: +SKIP
    ...     trickbook.compare(["schwesing", "treia"], executor=executor, threads=threads)
    """
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise ClusterError(
            "a Dask cluster needs the package distributed, which is not installed: pip install 'trickbook[cluster]'"
        ) from None
    client = _connected(address, patience)
    try:
        with _blamed(address):
            threads = _threads(client, address, patience)
        yield _Workers(client.get_executor(pure=False), address, patience), threads
    finally:
        _close(client)


def _close(client: Any) -> None:
    """Leave the cluster, but don't wait long for a scheduler that does not answer."""
    with suppress(Exception):
        client.close(timeout=_TO_CLOSE)
    client.status = "closed"  # so that it does not wait again when it is collected


@contextmanager
def _blamed(address: str) -> Iterator[None]:
    """Turn whatever goes wrong with the cluster itself into a `ClusterError`."""
    try:
        yield
    except ClusterError:
        raise
    except Exception as error:  # a lost connection, a task that killed its workers, or that they can't read
        reason = said(error) or type(error).__name__
        raise ClusterError(f"the cluster at {address} failed: {reason}") from error


@dataclass(frozen=True)
class _Raised:
    """What the work itself has raised, brought back as a result, to be told from what the cluster raises."""

    error: Exception


def _attempt(work: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return work(*arguments)
    except Exception as error:
        return _Raised(error)


class _Task(Future[Any]):
    """A task of the cluster, which says who has failed."""

    def __init__(self, task: Future[Any], address: str, patience: float) -> None:
        super().__init__()
        self._task = task
        self._address = address
        self._patience = patience
        task.add_done_callback(self._take)

    def result(self, timeout: float | None = None) -> Any:
        """Return what the work returned; without a limit, only as long as the scheduler answers when it is asked now and then."""
        while timeout is None and not wait([self], self._patience).done:
            _ask(self._address, self._patience)
        return super().result(timeout)

    def cancel(self) -> bool:
        cancelled = super().cancel()
        self._task.cancel()
        return cancelled

    def _take(self, task: Future[Any]) -> None:
        if not self.set_running_or_notify_cancel():
            return
        try:
            with _blamed(self._address):
                found = task.result()
        except ClusterError as error:
            self.set_exception(error)
            return
        if isinstance(found, _Raised):
            self.set_exception(found.error)
        else:
            self.set_result(found)


class _Workers(Executor):
    """The workers of a cluster."""

    def __init__(self, executor: Executor, address: str, patience: float) -> None:
        self._executor = executor
        self._address = address
        self._patience = patience

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        with _blamed(self._address):
            task = self._executor.submit(_attempt, partial(work, **options), *arguments)
            return _Task(task, self._address, self._patience)


def _connected(address: str, patience: float) -> Any:
    import distributed

    connect: Any = distributed.Client
    _ask(address, patience)
    try:
        return connect(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError) as error:
        raise _no_answer(address, str(error)) from None


def _no_answer(address: str, reason: str) -> ClusterError:
    return ClusterError(
        f"no scheduler answers at {address!r}: {' '.join(reason.split())}; "
        "expected the address that `dask scheduler` prints, such as tcp://192.0.2.1:8786"
    )


def _ask(address: str, patience: float) -> None:
    """Ask a scheduler who it is; raises `ClusterError` if it has not answered in so many seconds.

    Something may take the connection and never say anything, for which a client of Dask waits without end. A thread of its own asks, so
    that an interruption reaches who waits, and nothing that is under way.
    """
    import distributed

    async def ask() -> None:
        connection: Any = distributed.Security().get_connection_args("client")  # type: ignore[no-untyped-call]
        scheduler: Any = distributed.rpc(address, connection_args=connection)  # type: ignore[no-untyped-call]
        try:
            await asyncio.wait_for(scheduler.identity(), patience)
        finally:
            scheduler.close_comms()

    answer: Future[None] = Future()

    def listen() -> None:
        try:
            answer.set_result(asyncio.run(ask()))
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=listen, daemon=True).start()
    try:
        answer.result()
    except TimeoutError:
        raise _no_answer(address, f"nothing was said in {patience:g} s") from None
    except (OSError, ValueError) as error:
        raise _no_answer(address, str(error)) from None


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
