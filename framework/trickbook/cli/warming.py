"""Compiling in a process of its own: behind what is shown already, or all there is, before it is needed.

    python -m trickbook.cli.warming MODULE...

compiles modules of compiled code, unless such a process is at work in the same folder already.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

from trickbook.cli.engine import is_compiled

LOCK = "compiling.lock"
"""The file that says that a process is at work."""
STALE = 180.0
"""Seconds after which a lock counts as left behind by a process that was killed."""
_LOOK_EVERY = 0.2


class Behind:
    """Modules that a process behind this one compiles, if there is anything to compile."""

    def __init__(self, modules: Sequence[str]) -> None:
        self.modules = tuple(modules)
        self._process = _start(self.modules) if _is_worth_it(self.modules) else None

    @property
    def is_compiling(self) -> bool:
        """Say whether the process is at work."""
        return self._process is not None and self._process.poll() is None

    def wait(self) -> None:
        """Wait until the process has ended, or another that was there before it. What is missing then is compiled where it is needed."""
        if self._process is not None:
            self._process.wait()
            while not is_compiled(self.modules) and _is_held(_lock()):
                time.sleep(_LOOK_EVERY)

    def end(self) -> None:
        """End the process, if it is at work still."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            _release(_lock(), self._process.pid)


@contextmanager
def compiled_behind(*modules: str) -> Iterator[Behind]:
    """Let a process compile modules while this block runs, where they are not compiled and there is a second processor core for it."""
    behind = Behind(modules)
    try:
        yield behind
    finally:
        behind.end()


def warm(modules: Sequence[str]) -> bool:
    """Compile modules, unless another process is at it; say whether that was done here."""
    lock = _lock()
    if not _take(lock):
        return False
    try:
        for module in modules:
            import_module(module)
    finally:
        _release(lock, os.getpid())
    return True


def _is_worth_it(modules: Sequence[str]) -> bool:
    from trickbook.kernel.jit import JIT

    return bool(modules and JIT and sys.executable and (os.cpu_count() or 1) > 1 and not is_compiled(modules))


def _start(modules: Sequence[str]) -> subprocess.Popen[bytes] | None:
    nothing = subprocess.DEVNULL
    command = [sys.executable, "-m", "trickbook.cli.warming", *modules]
    try:
        return subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
    except OSError:
        return None


def _lock() -> Path:
    from trickbook.kernel.kept import cache_folder

    return cache_folder() / LOCK


def _take(lock: Path) -> bool:
    """Take a lock; false if another process has it, or it can't be written, and so nothing could be kept."""
    from trickbook.kernel.kept import make

    with suppress(OSError):
        make(lock.parent)
        if lock.exists() and not _is_held(lock):
            lock.unlink()
        with lock.open("x", encoding="ascii") as file:
            file.write(str(os.getpid()))
        return True
    return False


def _is_held(lock: Path) -> bool:
    try:
        return time.time() - lock.stat().st_mtime < STALE
    except OSError:
        return False


def _release(lock: Path, process: int) -> None:
    with suppress(OSError, ValueError):
        if int(lock.read_text("ascii")) == process:
            lock.unlink()


if __name__ == "__main__":
    warm(sys.argv[1:])
