"""What players choose in a process without the JIT, to be set beside what they choose here."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def digests_without_jit(module: str, games: Sequence[str]) -> list[str]:
    """Return what the function `_digest` of a test module gives for each game, in a process without the JIT."""
    program = f"from {module} import _digest\nfor game in {list(games)!r}:\n    print(_digest(game))"
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()
