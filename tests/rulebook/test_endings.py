"""Which standings at the end of a deal are possible: found again by playing all deals of a few tricks to their end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from trickbook.rulebook.checks.endings import Endings

RESULTS = ("won", "tied", "lost")


def ends(sides: int, cards: int, sizes: tuple[int, ...], enough: int, by_cards: bool) -> set[tuple[int, ...]]:
    """The tricks of each side at the end of a deal, for all winners and sizes of all tricks."""
    found: set[tuple[int, ...]] = set()
    open_deals = {((0,) * sides, cards)}
    while open_deals:
        tricks, left = open_deals.pop()
        for winner, size in product(range(sides), sizes):
            if size > left:
                continue
            more = tuple(count + (side == winner) * (size if by_cards else 1) for side, count in enumerate(tricks))
            if more[winner] >= enough or size == left:
                found.add(more)
            else:
                open_deals.add((more, left - size))
    return found


def result_of(tricks: tuple[int, ...]) -> str:
    """How the first side stands by tricks."""
    best = max(tricks)
    return "lost" if tricks[0] < best else "won" if tricks.count(best) == 1 else "tied"


def deals() -> Iterator[tuple[int, int, tuple[int, ...], int, bool]]:
    for sides, cards, sizes, by_cards in product((2, 3, 4), range(1, 8), ((1,), (1, 2), (1, 3)), (False, True)):
        for enough in range(1, cards + 2):
            yield sides, cards, sizes, enough, by_cards


@pytest.mark.parametrize("by_tricks", [True, False])
def test_no_standing_is_missed_and_with_single_cards_none_is_made_up(by_tricks: bool) -> None:
    for sides, cards, sizes, enough, by_cards in deals():
        largest = max(sizes)
        fewest = cards if by_cards else -(-cards // largest)
        endings = Endings(sides, by_tricks, cards, fewest, enough, largest - 1 if by_cards else 0)
        reached = {
            (result, tricks[0], sum(tricks[1:]))
            for tricks in ends(sides, cards, sizes, enough, by_cards)
            for result in ([result_of(tricks)] if by_tricks else RESULTS)
        }
        allowed = {case for case in product(RESULTS, range(cards + 1), range(cards + 1)) if endings.have(*case)}
        assert reached <= allowed, endings
        assert sizes != (1,) or reached == allowed, endings
