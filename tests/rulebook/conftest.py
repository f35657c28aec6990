from __future__ import annotations

from pathlib import Path

import pytest

from tests.rulebook.helpers import Write


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write TOML files into a folder of their own."""

    def write_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_file
