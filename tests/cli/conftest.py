"""Running the command inside the process, and as a user does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from trickbook.cli import main


@dataclass(frozen=True)
class Result:
    """What a command has left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Result:
        capsys.readouterr()
        code = main(arguments)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Result(code, out, err)

    return run


@pytest.fixture
def command(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run the command as a process of its own, in an empty folder."""

    def command(*arguments: str, environment: dict[str, str] | None = None, **options: Any) -> Any:
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        done = subprocess.run(
            [sys.executable, "-m", "trickbook", *arguments],
            cwd=tmp_path,
            env={**os.environ, **(environment or {})},
            check=False,
            **options,
        )
        for stream in (done.stdout, done.stderr):
            assert b"Traceback" not in (stream or b"")
            assert b"Exception ignored" not in (stream or b"")
        return done

    return command
