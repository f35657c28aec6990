"""Measure the figures that the page about traps quotes: what starting, calling and copying cost.

    python benchmarks/traps.py

Each figure is the least of several rounds: starting by the clock, the rest by the processor's time. Run it on a machine that does nothing else.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import numba
import numpy as np

import trickbook
from trickbook.kernel import engine
from trickbook.kernel.layout import STATE

ROUNDS = 7


def least(seconds: Callable[[], float]) -> float:
    """Return the least of several measurements, in seconds."""
    return min(seconds() for _ in range(ROUNDS))


def started(code: str) -> float:
    """Return how long a new Python takes to run a line of code, in seconds by the clock."""
    before = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - before


def called(times: int = 2_000) -> float:
    """Return how long a call from Python of one compiled function takes, the call alone, in seconds."""
    table = trickbook.Table(trickbook.load("schwesing"), seed=1)
    rules, state = table.game.rules, table.state
    trump, cards = int(state.trump), np.uint64(1)
    before = time.process_time()
    for _ in range(times):
        engine.all_beaten(rules, trump, cards, cards)
    return (time.process_time() - before) / times


@numba.njit(cache=False)
def _copy(states: np.ndarray, times: int) -> None:
    for i in range(times):
        states[i & 7] = states[(i + 3) & 7]


def copied(times: int = 1_000_000) -> float:
    """Return how long copying a whole state takes inside compiled code, in seconds."""
    states = np.zeros(8, STATE)
    _copy(states, 1)
    before = time.process_time()
    _copy(states, times)
    return (time.process_time() - before) / times


def main() -> None:
    """Print the figures."""
    bare = least(partial(started, "pass"))
    report("start Python", bare * 1000, "ms")
    report("import Numba, besides", (least(partial(started, "import numba")) - bare) * 1000, "ms")
    kernel = least(partial(started, "import trickbook.kernel.engine")) - bare
    report("load the kernel from its cache, Numba included", kernel * 1000, "ms")
    players = least(partial(started, "import trickbook.bots.playing")) - bare
    report("load the players from their cache, all included", players * 1000, "ms")
    report("call a compiled function from Python", least(called) * 1e6, "µs")
    report(f"copy a state of {STATE.itemsize:,} bytes in compiled code", least(copied) * 1e9, "ns")


def report(what: str, figure: float, unit: str) -> None:
    """Print a line."""
    print(f"to {what:50s} {figure:9.1f} {unit}")


if __name__ == "__main__":
    main()
