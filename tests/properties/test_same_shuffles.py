"""The same seed gives the same deals, and games share the order of the cards that they have in common."""

from __future__ import annotations

import numpy as np
import pytest

from tests.dealing import game_of
from trickbook.game.table import Table
from trickbook.simulation.batches import Rows, match_blocks, simulate, simulate_singles

GAMES = ("schwesing", "treia", "schwesing+six-players", "bruus-two+nine-of-sixteen", "schwesing+schwesing-tournament")


def pack_at(name: str, seed: int, match: int) -> tuple[list[str], int]:
    """The pack in dealing order, and how often the cut has asked for another shuffle."""
    table = Table(game_of(name), seed, match)
    pack = table.game.pack
    return [pack.name(int(place)) for place in table.state.pack[: len(pack)]], int(table.state.attempt)


def figures(rows: Rows) -> list[list[int]]:
    """The rows as plain numbers, without the gaps between their fields."""
    columns = [rows[field].reshape(len(rows), -1) for field in rows.dtype.names or ()]
    return np.hstack(columns).tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_deals(name: str) -> None:
    game = game_of(name)
    rows = figures(simulate(game, deals=400, seed=12, bots="random"))
    assert figures(simulate(game, deals=400, seed=12, bots="random")) == rows
    assert figures(simulate(game, deals=400, seed=13, bots="random")) != rows
    assert figures(simulate(game, deals=100, seed=12, bots="random")) == rows[:100]
    assert figures(simulate(game, deals=400, seed=12, bots="random", threads=2)) == rows
    singles = figures(simulate_singles(game, deals=400, seed=12, bots="random"))
    assert figures(simulate_singles(game, deals=400, seed=12, bots="random", threads=2)) == singles


@pytest.mark.parametrize("other", ["treia", "bruus-two+nine-of-sixteen", "schwesing+six-players", "bruus-two"])
def test_games_share_the_order_of_common_cards(other: str) -> None:
    common = set(game_of(other).pack.places) & set(game_of("schwesing").pack.places)
    shared = 0
    for match in range(150):
        mine, my_attempt = pack_at("schwesing", 8, match)
        theirs, their_attempt = pack_at(other, 8, match)
        if my_attempt == their_attempt:
            shared += 1
            assert [card for card in mine if card in common] == [card for card in theirs if card in common]
    # The cut shows a matador in about one shuffle of six, and mostly in both games.
    assert shared > 110


def test_house_rules_that_leave_the_pack_alone_leave_the_shuffles_alone() -> None:
    for name in ("schwesing+optional-daring", "schwesing+singles-only", "schwesing+match.target=3"):
        for match in range(20):
            assert pack_at(name, 3, match) == pack_at("schwesing", 3, match)


def test_a_later_deal_depends_on_seed_match_and_number_alone() -> None:
    # Whatever was played before: the third deal of a match has the same pack under other rules and players.
    packs = []
    for name, bots in (("schwesing", "random"), ("schwesing", "greedy"), ("schwesing+optional-daring", "random")):
        states = np.concatenate(
            [block.states for block in match_blocks(game_of(name), matches=6, seed=4, bots=bots, keep=True)]
        )
        packs.append({int(state["match"]): list(state["pack"][:36]) for state in states if state["deal"] == 2})
    assert len(packs[0]) == 6
    assert packs[0] == packs[1] == packs[2]
