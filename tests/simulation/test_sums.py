"""Deals added up as they are played: the sums of the rows that the same deals have, and no more room for more of them."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

import trickbook
from trickbook.bots.tallying import TALLY
from trickbook.kernel.layout import BY_STOP, GOES_ON
from trickbook.simulation.batches import SimulationError, match_blocks, simulate
from trickbook.simulation.sums import add, new_tally, tally, tally_of

GAMES = [
    "schwesing",
    "treia+match.target=3",
    "bruus-two",
    "bura",
    "kozel-money",
    "kozel-points",
    "kozel-points+match.at_most=2",
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("asked", [{"deals": 700}, {"matches": 300}], ids=lambda asked: next(iter(asked)))
def test_a_tally_is_the_sum_of_the_rows(game: str, asked: dict[str, int]) -> None:
    loaded = trickbook.load(game)
    rows = simulate(loaded, **asked, seed=5, bots="random")
    found = tally(loaded, **asked, seed=5, bots="random")
    ended = rows["outcome"] != GOES_ON
    decided = ended & (rows["outcome"] != BY_STOP)
    assert found.deals == len(rows)
    assert found.ended == ended.sum()
    assert found.stopped == (rows["outcome"] == BY_STOP).sum()
    assert found.drawn == (decided & (rows["outcome_winner"] < 0)).sum()
    assert found.last_end == (np.flatnonzero(ended)[-1] + 1 if ended.any() else 0)
    assert bool(found.goes_on) == (not ended[-1])
    for name in ("cards", "moves", "choices", "tricks"):
        assert found[name] == rows[name].sum(), name
    assert found.events.tolist() == rows["events"].sum(axis=0).tolist()
    for name in ("tricks_won", "score"):
        sides = [rows[name][:, side][rows["sides"] > side].sum() for side in range(int(loaded.rules.sides))]
        assert found[name][: len(sides)].tolist() == sides, name
    assert found.won[:2].tolist() == [(decided & (rows["outcome_winner"] == side)).sum() for side in (0, 1)]


def test_players_who_sit_elsewhere_from_deal_to_deal_have_their_own_sums() -> None:
    """In a tournament a player's deals are those of its table; what all players have won is counted once for each partner."""
    game = trickbook.load("schwesing+schwesing-tournament")
    found = tally(game, matches=3, seed=2)
    players, seats = int(game.rules.tournament_players), int(game.rules.seats)
    assert found.player_deals[:players].sum() == seats * found.deals
    assert found.player_tricks[:players].sum() == 2 * found.tricks_won.sum()
    assert found.player_score[:players].sum() == 2 * found.score.sum()


@pytest.mark.parametrize("wanted", [1, 699, 700, 2600])
def test_a_tally_does_not_depend_on_threads_nor_on_where_blocks_end(wanted: int) -> None:
    game = trickbook.load("schwesing")
    one, two = (tally(game, deals=wanted, seed=3, bots="random", threads=threads) for threads in (1, 2))
    assert one.deals == wanted
    assert one.tobytes() == two.tobytes()


def test_kept_states_are_added_up_alike() -> None:
    game = trickbook.load("treia")
    sums = new_tally()
    for block in match_blocks(game, deals=3000, seed=4, keep=True):
        add(sums, tally_of(block))
    assert sums.tobytes() == tally(game, deals=3000, seed=4).tobytes()


def test_parts_of_which_the_last_has_no_end_keep_the_end_of_the_first() -> None:
    first, second = new_tally(), new_tally()
    first.deals, first.ended, first.last_end, first.goes_on = 10, 1, 10, 0
    second.deals, second.goes_on = 5, 1
    add(first, second)
    assert (first.deals, first.ended, first.last_end, first.goes_on) == (15, 1, 10, 1)
    third = new_tally()
    third.deals, third.ended, third.last_end = 7, 2, 7
    add(first, third)
    assert (first.deals, first.ended, first.last_end, first.goes_on) == (22, 3, 22, 0)


def test_room_does_not_grow_with_the_number_of_deals() -> None:
    """Rows of 45,000 deals more would be some 30 MB."""
    game = trickbook.load("schwesing")
    peaks = []
    for deals in (5_000, 50_000):
        tally(game, deals=100, bots="random")
        tracemalloc.start()
        tally(game, deals=deals, bots="random")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 200_000
    assert peaks[1] < 45_000 * TALLY.itemsize


@pytest.mark.parametrize("asked", [{}, {"deals": 5, "matches": 5}, {"deals": 0}, {"matches": -1}])
def test_what_can_not_be_asked_for_is_refused(asked: dict[str, int]) -> None:
    with pytest.raises(SimulationError, match="expected"):
        tally(trickbook.load("schwesing"), **asked)
