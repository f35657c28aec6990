"""Treia (TR-01 to TR-05)."""

from __future__ import annotations

import pytest

from tests.clauses.plans import FIVE_TO_NONE, FIVE_TO_ONE, FOUR_EACH, FOUR_EACH_AND_A_DARE, turned
from tests.dealing import Deal, cards_of, dealt, game_of, planned
from trickbook.cli import main
from trickbook.kernel.layout import NO_TRUMP

# North's seven takes the fifth trick, in which East dares.
FIVE_TO_NONE_AND_A_DARE_BY_EAST = (*FIVE_TO_NONE[:4], "N: 7C / 8S / 10D / JD")


def value(deal: Deal) -> int:
    assert deal.table.is_match_over
    return int(deal.table.state.outcome_value)


@pytest.mark.clause("TR-01")
def test_there_are_no_sixes() -> None:
    pack = game_of("treia").pack
    assert len(pack) == 32
    assert {pack.name(place)[:-1] for place in range(32)} == {"7", "8", "9", "10", "J", "Q", "K", "A"}


@pytest.mark.clause("TR-01")
def test_there_are_fourteen_counters() -> None:
    game = game_of("treia")
    counters = cards_of("JC KH 8S 9C 9S 9H 9D AC AS AH AD JS JH JD")
    assert len(counters) == 14
    for i, counter in enumerate(counters):
        beaten_by = int(game.rules.beaten_by[NO_TRUMP, game.pack.places[counter][0]])
        assert set(game.pack.names(beaten_by)) == set(counters[:i])


@pytest.mark.clause("TR-01")
def test_a_deal_has_eight_tricks() -> None:
    deal = planned("treia", *FOUR_EACH)
    assert deal.over
    assert deal.table.tricks_won == [4, 4]
    assert deal.winners == ["N", "E", "N", "E", "N", "E", "S", "W"]


@pytest.mark.clause("TR-01")
def test_all_else_is_as_at_schwesing() -> None:
    assert planned("treia", *FIVE_TO_NONE).points == {"N-S": 2}
    assert planned("treia", *FIVE_TO_ONE).points == {"N-S": 1}
    assert dealt("treia", {"N": "8S", "E": "KH", "S": "JC"}).play("N: 8S", "E: KH", "S: JC").events[-1] == (
        "0 counter-strike S JC"
    )
    assert dealt("treia", {"S": "QC QS QD"}).turn == "S"
    treia, schwesing = game_of("treia").rulebook.values, game_of("schwesing").rulebook.values
    for section in ("table", "deal", "cut", "lead", "combination", "draw", "end", "daring", "sevens", "dealer"):
        assert treia[section] == schwesing[section]


@pytest.mark.clause("TR-02")
def test_four_tricks_each_carry_a_point() -> None:
    deal = planned("treia", *FOUR_EACH)
    assert deal.points == {}
    assert deal.carry == (0, 1)


@pytest.mark.clause("TR-02")
def test_ties_in_a_row_add_up_and_go_to_the_next_winner() -> None:
    deal = planned("treia", *FOUR_EACH)
    deal.next(*turned(FOUR_EACH, 1))
    assert (deal.carry, deal.points) == ((1, 2), {})
    deal.next(*turned(FOUR_EACH, 2))
    assert (deal.carry, deal.points) == ((2, 3), {})
    # West is forehand, and takes five tricks to one: 1 + 3.
    deal.next(*turned(FIVE_TO_ONE, 3))
    assert (deal.carry, deal.points) == ((3, 0), {"E-W": 4})
    deal.next(*turned(FIVE_TO_ONE, 4))
    assert (deal.carry, deal.points) == ((0, 0), {"N-S": 1})


@pytest.mark.clause("TR-02")
def test_carried_points_come_on_top_of_two() -> None:
    deal = planned("treia", *FOUR_EACH).next(*turned(FIVE_TO_NONE, 1))
    assert deal.points == {"E-W": 3}


@pytest.mark.clause("TR-02")
def test_points_for_daring_are_not_carried() -> None:
    deal = planned("treia", *FOUR_EACH_AND_A_DARE)
    assert deal.table.tricks_won == [4, 4]
    assert (deal.carry, deal.points) == ((0, 1), {"E-W": 1})
    deal.next(*turned(FOUR_EACH_AND_A_DARE, 1))
    assert (deal.carry, deal.points) == ((1, 2), {"N-S": 1})
    # North-South dare in the deal that East-West win: each side has its own.
    deal.next(*turned(FIVE_TO_NONE_AND_A_DARE_BY_EAST, 2))
    assert (deal.carry, deal.points) == ((2, 0), {"N-S": 4, "E-W": 1})
    assert deal.table.score == [5, 2]


@pytest.mark.clause("TR-02")
def test_carried_points_count_as_points_for_tricks() -> None:
    # East-West have one point in all, and it is for tricks: North-South's game does not count double.
    deal = planned("treia", *FOUR_EACH, score=(8, 0)).next(*turned(FIVE_TO_ONE, 1))
    assert deal.table.score == [8, 2]
    assert list(deal.table.state.trick_score[:2]) == [0, 2]
    assert value(deal.next(*turned(FIVE_TO_NONE, 2))) == 1


@pytest.mark.clause("TR-03")
@pytest.mark.parametrize(("before", "over"), [(7, False), (8, True), (9, True)])
def test_ten_matchsticks_win_the_game(before: int, over: bool) -> None:
    deal = planned("treia", *FIVE_TO_NONE, score=(before, 9))
    assert deal.table.is_match_over == over
    assert deal.match_winner == ("N-S" if over else None)


@pytest.mark.clause("TR-03")
def test_the_game_is_won_in_the_middle_of_a_deal_too() -> None:
    deal = planned("treia", "N: 8S / QC / QS / QH", score=(9, 9))
    assert deal.over
    assert deal.match_winner == "N-S"


@pytest.mark.clause("TR-03")
def test_points_beyond_the_tenth_count_for_nothing() -> None:
    # 2 + 3 carried at nine: the game is won like any other, and the next begins at nothing, without a carry.
    deal = planned("treia", *FIVE_TO_NONE, score=(9, 9), carry=3)
    assert deal.points == {"N-S": 5}
    assert deal.match_winner == "N-S"
    assert value(deal) == 2  # no points for tricks are known of the others here
    assert deal.carry == (3, 0)


@pytest.mark.clause("TR-04")
def test_a_game_counts_one() -> None:
    deal = planned("treia", *FIVE_TO_ONE, score=(8, 0)).next(*turned(FIVE_TO_ONE, 1))
    assert deal.table.score == [9, 1]
    assert value(deal.next(*turned(FIVE_TO_ONE, 2))) == 1


@pytest.mark.clause("TR-04")
def test_double_if_the_losers_have_nothing() -> None:
    assert value(planned("treia", *FIVE_TO_NONE, score=(8, 0))) == 2


@pytest.mark.clause("TR-04")
def test_double_if_the_losers_have_points_for_daring_alone() -> None:
    deal = planned("treia", *FIVE_TO_NONE_AND_A_DARE_BY_EAST, score=(8, 0))
    assert deal.table.score == [10, 1]
    assert value(deal) == 2


@pytest.mark.clause("TR-04")
def test_double_if_a_dare_wins_it() -> None:
    # What counts is what the losers have, not what wins the game.
    deal = planned("treia", "N: 8S / QC / QS / QH", score=(9, 0))
    assert (deal.match_winner, value(deal)) == ("N-S", 2)


@pytest.mark.clause("TR-04")
def test_not_double_if_the_losers_have_points_for_tricks_and_daring() -> None:
    deal = planned("treia", *FIVE_TO_NONE_AND_A_DARE_BY_EAST, score=(6, 0))
    deal.next(*turned(FIVE_TO_ONE, 1))
    assert deal.table.score == [8, 2]
    assert value(deal.next(*turned(FIVE_TO_NONE, 2))) == 1


@pytest.mark.clause("TR-04")
def test_at_schwesing_no_game_counts_double() -> None:
    assert value(planned("schwesing", *FIVE_TO_NONE, score=(10, 0))) == 1


@pytest.mark.clause("TR-05")
def test_show_tells_of_the_round_of_schnapps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "treia"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "A fault in the cut ritual or the score-keeping costs a round of schnapps" in shown
    assert "it never touches the score" in shown
    # What Schwesing tells holds at Treia, too.
    assert set(game_of("schwesing").rulebook.get("notes")) < set(game_of("treia").rulebook.get("notes"))
