"""The records of all shipped games are what they were: no change of the kernel has changed a deal."""

from __future__ import annotations

import json

import pytest

from tests.kernel.digests import DIGESTS, digest

KNOWN = json.loads(DIGESTS.read_text("utf-8"))


@pytest.mark.parametrize("game", KNOWN)
def test_records_are_what_they_were(game: str) -> None:
    assert {bots: digest(game, bots) for bots in KNOWN[game]} == KNOWN[game]
