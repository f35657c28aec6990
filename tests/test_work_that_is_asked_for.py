"""No more is played than is asked for."""

from __future__ import annotations

from typing import Any

import pytest

import trickbook
from trickbook.simulation import batches


@pytest.fixture
def last_matches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The last match of each call of the engine."""
    found: list[int] = []
    play = batches.play_matches

    def watched(*arguments: Any) -> int:
        found.append(int(arguments[-1]))
        return int(play(*arguments))

    monkeypatch.setattr(batches, "play_matches", watched)
    return found


@pytest.mark.parametrize(("matches", "last"), [(1, [0]), (256, [255]), (257, [255, 256]), (600, [255, 511, 599])])
def test_so_many_matches(last_matches: list[int], matches: int, last: list[int]) -> None:
    rows = trickbook.simulate("schwesing+match.deals=1+match.target=0", matches=matches, bots="random")
    assert rows["match"].tolist() == list(range(matches))
    assert last_matches == last


def test_fewer_matches_are_the_beginning_of_more() -> None:
    few, many = (trickbook.simulate("treia", matches=matches, bots="random", seed=3) for matches in (3, 300))
    assert few.tobytes() == many[: len(few)].tobytes()
    assert set(few["match"]) == {0, 1, 2}
