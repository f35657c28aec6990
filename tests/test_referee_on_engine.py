"""Records that the engine writes, judged by a referee that knows the clauses and nothing of the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from tests.dealing import game_of
from tests.referee import judge
from trickbook.records import record_lines
from trickbook.simulation.batches import match_blocks

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
# How many may play, and the house rules that fit; alone, and all together in this order.
BURA_AND_KOZEL: dict[str, tuple[Sequence[int], Sequence[str]]] = {
    "bura": (
        range(2, 7),
        (
            "three-aces-win",
            "bura-only",
            "closed",
            "no-sixes",
            "right-leads",
            "bura-leads-only",
            "tens-below-jacks",
        ),
    ),
    "kozel-money": (range(2, 6), ("closed", "no-sixes", "right-leads", "bura-leads-only", "tens-below-jacks")),
    "kozel-points": (
        range(2, 5),
        ("right-leads", "moskva-three-aces", "tens-below-jacks", "tie-doubles", "game-to-16"),
    ),
}
STACKS = [
    "+".join((game, *stack))
    for game, (_, variants) in BURA_AND_KOZEL.items()
    for stack in ((), *((variant,) for variant in variants), variants)
]
TABLES = [(stack, players) for stack in STACKS for players in BURA_AND_KOZEL[stack.partition("+")[0]][0]]


def records(name: str, deals: int, seed: int, bots: str, players: int | None = None) -> Iterator[str]:
    known: set[str] = set()
    game = game_of(name, players)
    for block in match_blocks(game, deals=deals, seed=seed, bots=bots, keep=True):
        yield from record_lines(game, block, seed, known)


def complaints(name: str, deals: int, seed: int = 11, players: int | None = None) -> list[str]:
    written = 0

    def counted() -> Iterator[str]:
        nonlocal written
        for line in records(name, deals, seed, "random", players):
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


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_referee_has_no_complaint_of_bura_and_kozel(name: str, players: int) -> None:
    assert complaints(name, 200, players=players) == []


@pytest.mark.deep
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_referee_has_no_complaint_of_many_deals_of_bura_and_kozel(name: str, players: int) -> None:
    assert complaints(name, 100_000, seed=3, players=players) == []
