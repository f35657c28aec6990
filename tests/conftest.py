"""What all tests share."""

import signal
from pathlib import Path

import pytest
from hypothesis import settings

from tests.plugins.players import CLUB
from trickbook.study import beside

# The first example of a test may have to load the compiled kernel.
settings.register_profile("trickbook", deadline=None)
settings.load_profile("trickbook")

# A process started in the background may ignore interruptions, and hands that on to all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Return the file of a plugin that adds players."""
    file = tmp_path / "club.py"
    file.write_text(CLUB, encoding="utf-8")
    return file


@pytest.fixture(autouse=True)
def little_time_for_stronger_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let stronger players play a hundredth of what they would, where a test compares games as users do."""
    monkeypatch.setattr(beside, "MOVES", beside.MOVES // 100)
