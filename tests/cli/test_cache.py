"""`cache`: only compiled code is ever deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "cache"
    monkeypatch.setenv("TRICKBOOK_CACHE", str(root))
    compiled = root / "0123456789abcdef" / "kernel_12"
    compiled.mkdir(parents=True)
    (compiled / "engine.start-1.py311.nbi").write_bytes(b"12345")
    (compiled / "engine.start-1.py311.1.nbc").write_bytes(b"123")
    return root


def test_where_and_how_much(run: Run, folder: Path) -> None:
    document = run("cache", "--json").json
    assert document == {"folder": str(folder), "files": 2, "bytes": 8, "compiled": False, "cleared": False}
    assert str(folder) in run("cache").out


def test_clear_leaves_everything_else(run: Run, folder: Path) -> None:
    kept = [
        folder / "letter.txt",
        folder / "0123456789abcdef" / "notes.txt",
        folder / "my documents" / "thesis.nbi",
    ]
    for file in kept:
        file.parent.mkdir(exist_ok=True)
        file.write_text("precious", "utf-8")
    assert run("cache", "clear").code == 0
    assert sorted(path for path in folder.rglob("*") if path.is_file()) == sorted(kept)


def test_clear_takes_empty_folders_along(run: Run, folder: Path) -> None:
    assert run("cache", "clear", "--json").json["cleared"] is True
    assert list(folder.iterdir()) == []
    assert run("cache", "clear", "--json").json["files"] == 0


def test_a_folder_that_is_not_there(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRICKBOOK_CACHE", str(tmp_path / "nowhere"))
    assert run("cache", "--json").json["files"] == 0
    assert not (tmp_path / "nowhere").exists()
