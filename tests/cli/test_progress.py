"""How far work has come, where there is no terminal: a line after ten seconds, then ever more seldom."""

from __future__ import annotations

import time

import pytest

from trickbook.cli.progress import Progress


def test_lines_come_after_ten_seconds_and_then_ever_more_seldom(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with Progress("comparing", "deals") as shown:
        for second in range(1, 61):
            now[0] = 100.0 + second
            shown(10 * second, 1200)
    out, err = capsys.readouterr()
    assert out == ""
    # At ten deals a second 1,200 take two minutes.
    assert err.splitlines() == [
        "comparing: 100 of 1,200 deals done in 10 seconds; about 110 seconds left",
        "comparing: 200 of 1,200 deals done in 20 seconds; about 100 seconds left",
        "comparing: 400 of 1,200 deals done in 40 seconds; about 80 seconds left",
    ]


def test_short_work_says_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with Progress("comparing", "deals") as shown:
        now[0] = 9.9
        shown(7, None)
        assert capsys.readouterr().err == ""
        now[0] = 10.0
        shown(8, None)
    assert capsys.readouterr().err == "comparing: 8 deals done in 10 seconds\n"
