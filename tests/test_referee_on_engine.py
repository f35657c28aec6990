"""Records that the engine writes, judged by a referee that knows the clauses and nothing of the engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.dealing import game_of
from tests.referee import judge
from trickbook.records import record_lines
from trickbook.simulate import match_blocks

GAMES = (
    "schwesing",
    "schwesing+optional-daring",
    "schwesing+singles-only",
    "schwesing+singles-only+optional-daring",
    "schwesing+six-players",
    "schwesing+six-players+optional-daring",
    "schwesing+schwesing-tournament",
    "schwesing+schwesing-tournament+tournament.players=8",
    "treia",
    "treia+optional-daring",
    "treia+singles-only",
    "treia+schwesing-tournament",
    "bruus-two",
    "bruus-two+optional-daring",
    "bruus-two+singles-only",
    "bruus-two+nine-of-sixteen",
    "bruus-two+nine-of-sixteen+optional-daring",
)


def records(name: str, deals: int, seed: int, bots: str) -> Iterator[str]:
    known: set[str] = set()
    game = game_of(name)
    for block in match_blocks(game, deals=deals, seed=seed, bots=bots, keep=True):
        yield from record_lines(game, block, seed, known)


def complaints(name: str, deals: int, seed: int = 11) -> list[str]:
    written = 0

    def counted() -> Iterator[str]:
        nonlocal written
        for line in records(name, deals, seed, "random"):
            written += '"trickbook-record"' in line
            yield line

    found = judge(counted(), strict=True)
    assert written == deals
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_referee_has_no_complaint(name: str) -> None:
    assert complaints(name, 300) == []


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_the_referee_has_no_complaint_of_many_deals(name: str) -> None:
    assert complaints(name, 100_000, seed=3) == []
