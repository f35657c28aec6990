"""How long whole commands take, and how much memory, beside `python -c "import numba"`. See README.md."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from statistics import median
from tempfile import TemporaryDirectory

IMPORT = ("-c", "import numba")
"""What all commands are set beside: most of what is waited for at the start is this."""
COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("check", "schwesing"),
    "trick": ("trick", "schwesing", "W: 10D 10S", "N: 6H AD", "E: JH 9C", "S: AS AH"),
    "simulate": ("simulate", "schwesing", "-n", "100000", "--bots", "random"),
    "compare, 10,000 deals": ("compare", "schwesing", "treia", "-n", "10000", "--fast"),
    "compare, 200,000 random deals": ("compare", "schwesing", "treia", "-n", "200000", "--bots", "random", "--fast"),
    "sweep": ("sweep", "schwesing", "match.target", "10,12", "-n", "10000"),
    "ladder": ("ladder", "schwesing", "--bots", "random,greedy", "-n", "10000"),
}
LARGER = "2000000"
"""Deals of the same comparison that `--large` plays too: the memory should be the same."""
# A process of its own, so that the peak is that of one command; what Windows does not tell is left out.
_TIMER = """
import json, subprocess, sys, time
start = time.perf_counter()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
seconds = time.perf_counter() - start
try:
    import resource
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak, processor = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024), used.ru_utime + used.ru_stime
except ImportError:
    peak = processor = None
print(json.dumps([code, seconds, processor, peak]))
"""


@dataclass(frozen=True)
class Run:
    """One process from its start to its end."""

    seconds: float
    processor: float | None
    """The time of the processor, all threads together: what else the machine does counts less. None where the system does not tell."""
    peak: int | None
    """The most memory it had, in bytes; None where the system does not tell."""


def run(*arguments: str, byte_code: str) -> Run:
    """Run Python with arguments, and return what it took; byte code is kept in a folder. Raises `SystemExit` if it fails."""
    command = [sys.executable, "-c", _TIMER, sys.executable, *arguments]
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": byte_code}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its byte code
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    code, seconds, processor, peak = json.loads(done.stdout)
    if code:
        raise SystemExit(f"{' '.join(arguments)} ended with {code}")
    return Run(seconds, processor, peak)


def line(name: str, runs: list[Run], beside: list[Run]) -> str:
    """Return the medians of some runs, and how many times as long they took as what was run in turn with them."""
    seconds, peaks = median(found.seconds for found in runs), [found.peak for found in runs if found.peak is not None]
    ratio = median(found.seconds / other.seconds for found, other in zip(runs, beside, strict=True))
    memory = f"{max(peaks) / 1e6:6.0f} MB" if peaks else "     - MB"
    both = [(found.processor, other.processor) for found, other in zip(runs, beside, strict=True)]
    work = [own / other for own, other in both if own and other]
    processor = f", {median(work):5.2f} times its work" if work else ""
    return f"{name:32}{seconds:8.2f} s{memory}{ratio:8.2f} times import numba{processor}"


def main() -> None:
    """Run the commands in turn with the import, in rounds, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="so many runs of each (default: 5)")
    parser.add_argument("--only", metavar="WORD", default="", help="only the commands whose name has this word")
    parser.add_argument("--large", action="store_true", help=f"compare {LARGER} deals too, for its memory")
    options = parser.parse_args()
    chosen = {name: command for name, command in COMMANDS.items() if options.only in name}
    if options.large:
        large = [LARGER if part == "200000" else part for part in COMMANDS["compare, 200,000 random deals"]]
        chosen[f"compare, {int(LARGER):,} random deals"] = tuple(large)
    with TemporaryDirectory() as folder:
        once = partial(run, byte_code=folder)
        once(*IMPORT)
        print(line("import numba", *[[once(*IMPORT) for _ in range(options.rounds)]] * 2))
        for name, command in chosen.items():
            once("-m", "trickbook", *command)  # what compiles, compiles now
            rounds = [(once("-m", "trickbook", *command), once(*IMPORT)) for _ in range(options.rounds)]
            print(line(name, [found for found, _ in rounds], [other for _, other in rounds]), flush=True)


if __name__ == "__main__":
    main()
