"""The tournament at Schwesing (TO-01 to TO-03)."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import trickbook
from tests.clauses.plans import FIVE_TO_ONE, turned
from tests.dealing import Deal, game_of, hands_and_stock, planned
from trickbook.game.standings import ranks
from trickbook.game.table import Table
from trickbook.kernel.layout import BY_DEALS, GOES_ON
from trickbook.rulebook import RulebookError
from trickbook.simulation.batches import match_blocks

TOURNAMENT = "schwesing+schwesing-tournament"


@cache
def played(players: int, tournaments: int = 3) -> tuple[Any, ...]:
    """The states at the end of each deal of some tournaments."""
    game = game_of(f"{TOURNAMENT}+tournament.players={players}")
    deals = 3 * 16 * players // 4 * tournaments
    blocks = match_blocks(game, deals=deals, seed=9, bots="random", keep=True)
    return tuple(state for block in blocks for state in block.states)


def sessions(players: int, tournaments: int = 3) -> list[list[Any]]:
    """The same, a list a session."""
    states = played(players, tournaments)
    size = 16 * players // 4
    return [list(states[i : i + size]) for i in range(0, len(states), size)]


def partners(state: Any) -> set[frozenset[int]]:
    seated = [int(player) for player in state["players"][:4]]
    return {frozenset(seated[0::2]), frozenset(seated[1::2])}


@pytest.mark.clause("TO-01")
@pytest.mark.parametrize("players", [4, 8, 12])
def test_three_sessions_of_four_rounds_of_four_deals(players: int) -> None:
    deals = 3 * 4 * 4 * players // 4
    states = played(players)
    assert [int(state["match"]) for state in states] == [i // deals for i in range(3 * deals)]
    assert [int(state["deal"]) for state in states] == [i % deals for i in range(3 * deals)]
    ends = [i for i, state in enumerate(states) if state["outcome"] != GOES_ON]
    assert ends == [deals - 1, 2 * deals - 1, 3 * deals - 1]
    assert {int(states[i]["outcome"]) for i in ends} == {BY_DEALS}


@pytest.mark.clause("TO-01")
@pytest.mark.parametrize("players", [4, 8, 12])
def test_in_a_session_everybody_keeps_the_partner(players: int) -> None:
    for session in sessions(players):
        tables = [session[i : i + 16] for i in range(0, len(session), 16)]
        for table in tables:
            assert len({tuple(state["players"][:4]) for state in table}) == 1
        seated = [int(player) for table in tables for player in table[0]["players"][:4]]
        assert sorted(seated) == list(range(players))


@pytest.mark.clause("TO-01")
def test_partners_are_drawn_anew_in_each_session() -> None:
    # Four players can be paired in three ways, each with a chance of a third.
    drawn = [sorted(map(sorted, partners(session[0]))) for session in sessions(4, 60)]
    pairings = [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]]
    times = [drawn.count(pairing) for pairing in pairings]
    assert sum(times) == 180
    assert all(35 < number < 85 for number in times)  # 60 each; the standard deviation is 6


@pytest.mark.clause("TO-01")
def test_opponents_are_drawn_too() -> None:
    opponents = set()
    for session in sessions(8, 8):
        seated = [int(player) for player in session[0]["players"][:4]]
        if 0 in seated:
            own = seated.index(0) % 2
            opponents |= {player for seat, player in enumerate(seated) if seat % 2 != own}
    assert opponents == {1, 2, 3, 4, 5, 6, 7}


@pytest.mark.clause("TO-01")
@pytest.mark.parametrize("players", [2, 5, 6, 7])
def test_the_number_of_players_is_a_multiple_of_four(players: int) -> None:
    with pytest.raises(RulebookError, match="expected a multiple of 4"):
        trickbook.load(f"{TOURNAMENT}+tournament.players={players}")


@pytest.mark.clause("TO-01")
def test_rounds_and_deals_are_keys() -> None:
    game = game_of(f"{TOURNAMENT}+tournament.sessions=2+tournament.rounds=3+tournament.deals=5")
    rows = np.concatenate([block.rows for block in match_blocks(game, matches=2, seed=1, bots="random")])
    assert len(rows) == 2 * 2 * 3 * 5


@pytest.mark.clause("TO-02")
@pytest.mark.parametrize("players", [4, 8, 12])
def test_points_count_for_both_partners_over_all_sessions(players: int) -> None:
    totals = [0] * players
    for state in played(players):
        if state["deal"] == 0:
            totals = [0] * players
        for seat in range(4):
            totals[state["players"][seat]] += int(state["deal_score"][seat % 2])
        assert [int(total) for total in state["totals"][:players]] == totals
        assert sum(totals) % 2 == 0


@pytest.mark.clause("TO-02")
def test_a_total_is_18_and_23_and_33() -> None:
    # Sessions of one deal, in which forehand's side has one point for tricks; the rest is laid down beforehand.
    deal = Deal(Table(game_of(f"{TOURNAMENT}+tournament.rounds=1+tournament.deals=1")))
    state = deal.table.state
    totals = []
    for session, points in enumerate([18, 23, 33]):
        if session:
            deal.table.next_deal()
        lines = turned(FIVE_TO_ONE, deal.forehand)
        deal.deal(*hands_and_stock(deal, lines))
        sides = deal.table.side_of
        own = sides[list(state.players[:4]).index(0)]
        state.deal_score[own] = points - (own == sides[deal.forehand])
        deal.tricks(*lines)
        totals.append(int(state.totals[0]))
    assert totals == [18, 41, 74]
    assert deal.table.is_match_over


@pytest.mark.clause("TO-02")
def test_a_session_begins_at_nothing_and_the_total_goes_on() -> None:
    for session in sessions(8):
        for start in (0, 16):
            assert list(session[start]["before"][:2]) == [0, 0]
            scores = np.sum([state["deal_score"][:2] for state in session[start : start + 16]], axis=0)
            assert list(session[start + 15]["score"][:2]) == list(scores)


@pytest.mark.clause("TO-02")
def test_equal_totals_share_a_rank() -> None:
    assert ranks([74, 60, 74, 81]) == [2, 4, 2, 1]
    assert ranks([5, 5, 5, 5]) == [1, 1, 1, 1]
    assert ranks([1, 2, 3]) == [3, 2, 1]


@pytest.mark.clause("TO-03")
def test_there_is_no_target() -> None:
    deal = planned(TOURNAMENT, *FIVE_TO_ONE, score=(11, 30))
    assert deal.table.score == [12, 30]
    assert not deal.table.is_match_over
    deal = planned(TOURNAMENT, "N: 8S / QC / QS / QH", score=(11, 11))
    assert not deal.over
    assert deal.points == {"N-S": 1}


@pytest.mark.clause("TO-03")
def test_nobody_wins_a_tournament_as_a_side() -> None:
    for state in played(8):
        assert int(state["outcome_winner"]) == -1


@pytest.mark.clause("TO-03")
def test_deals_are_scored_as_at_schwesing() -> None:
    deal = planned(TOURNAMENT, *FIVE_TO_ONE)
    assert deal.points == planned("schwesing", *FIVE_TO_ONE).points == {"N-S": 1}
    # The deal passes on in a session, too.
    deal.next(*turned(FIVE_TO_ONE, 1))
    assert deal.table.score == [1, 1]
