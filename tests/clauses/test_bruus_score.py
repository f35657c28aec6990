"""Score and match of Schwesing (BR-50 to BR-53)."""

from __future__ import annotations

import pytest

from tests.clauses.plans import FIVE_TO_NONE, FIVE_TO_ONE, NINE_TRICKS, turned
from tests.dealing import dealt, game_of, planned
from trickbook.cli import main
from trickbook.game.table import IllegalMoveError
from trickbook.kernel.layout import BY_TARGET

FOUR_TO_NONE = FIVE_TO_NONE[:4]


@pytest.mark.clause("BR-50")
def test_five_tricks_are_one_point() -> None:
    assert planned("schwesing", *FIVE_TO_ONE).points == {"N-S": 1}
    assert planned("schwesing", *NINE_TRICKS).points == {"E-W": 1}


@pytest.mark.clause("BR-50")
def test_five_tricks_against_none_are_two_points_instead() -> None:
    assert planned("schwesing", *FIVE_TO_NONE).points == {"N-S": 2}
    # As many for the other side, and for a deal that a double trick ends at six.
    assert planned("schwesing", *turned(FIVE_TO_NONE, 1), dealer="N").points == {"E-W": 2}
    assert planned("schwesing", *FOUR_TO_NONE, "N: 6S 6H / QD 7S / 7C JD / 7D JH").points == {"N-S": 2}


@pytest.mark.clause("BR-50")
def test_a_lost_trick_before_a_double_costs_the_second_point() -> None:
    deal = planned("schwesing", *FIVE_TO_ONE[:5], "N: 9H 9D / QD 7S / 7D 6C / 7H 6D")
    assert deal.table.tricks_won == [6, 1]
    assert deal.points == {"N-S": 1}


@pytest.mark.clause("BR-51")
def test_a_dare_is_scored_when_its_trick_is_complete() -> None:
    deal = planned("schwesing", "N: 8S / QC / QS / QH")
    assert not deal.over
    assert deal.points == {"N-S": 1}
    begun = dealt("schwesing", {"N": "8S", "E": "KC", "S": "QH", "W": "KS"}).play("N: 8S", "E: KC", "S: QH")
    assert begun.points == {}
    assert begun.play("W: KS").points == {"N-S": 1}


@pytest.mark.clause("BR-51")
def test_dares_come_before_the_points_for_tricks() -> None:
    # Both sides stand at 11. North's seven takes the fifth trick, but East has dared in it: East-West win.
    deal = planned("schwesing", *FOUR_TO_NONE, "N: 7C / 8S / 6C / 6S", score=(11, 11))
    assert deal.over
    assert deal.match_winner == "E-W"
    assert deal.points == {"E-W": 1}
    assert deal.table.score == [11, 12]


@pytest.mark.clause("BR-51")
def test_dares_and_tricks_add_up() -> None:
    deal = planned("schwesing", *FOUR_TO_NONE, "N: 7C / 8S / 6C / 6S")
    assert deal.points == {"N-S": 2, "E-W": 1}
    deal = planned("schwesing", *FOUR_TO_NONE, "N: 7C / 6C / 8S / 6S")
    assert deal.points == {"N-S": 3}


@pytest.mark.clause("BR-52")
@pytest.mark.parametrize(
    ("before", "winner"),
    [((9, 0), None), ((10, 0), "N-S"), ((11, 0), "N-S"), ((9, 11), None), ((10, 11), "N-S")],
)
def test_twelve_points_or_more_win(before: tuple[int, int], winner: str | None) -> None:
    deal = planned("schwesing", *FIVE_TO_NONE, score=before)
    assert deal.points == {"N-S": 2}
    assert deal.match_winner == winner
    assert deal.table.is_match_over == (winner is not None)


@pytest.mark.clause("BR-52")
def test_the_points_beyond_twelve_are_written_down() -> None:
    deal = planned("schwesing", *FIVE_TO_NONE, score=(11, 3))
    assert deal.table.score == [13, 3]
    assert deal.table.state.outcome == BY_TARGET
    assert deal.table.state.outcome_value == 1
    with pytest.raises(IllegalMoveError, match="the match is over"):
        deal.table.next_deal()


@pytest.mark.clause("BR-52")
def test_the_game_is_won_in_the_middle_of_a_deal() -> None:
    deal = planned("schwesing", "N: 8S / QC / QS / QH", score=(11, 11))
    assert deal.over
    assert deal.match_winner == "N-S"
    assert deal.table.tricks_won == [1, 0]
    deal = planned("schwesing", "N: 8S / QC / QS / KH", score=(11, 10))
    assert deal.over
    assert deal.match_winner == "E-W"
    assert deal.points == {"E-W": 2}


@pytest.mark.clause("BR-52")
def test_the_trick_is_played_to_its_end_first() -> None:
    # East dares at 11; South strikes it, so East-West get nothing.
    deal = planned("schwesing", "N: QC / 8S / KH / QH", score=(9, 11))
    assert deal.points == {"N-S": 3}
    assert deal.match_winner == "N-S"


@pytest.mark.clause("BR-52")
def test_scores_add_up_from_deal_to_deal() -> None:
    deal = planned("schwesing", *FIVE_TO_NONE)
    scores = [list(deal.table.score)]
    # The deal passes on: East, South, West, North, ... have the same cards.
    for steps in range(1, 11):
        deal.next(*turned(FIVE_TO_NONE, steps))
        scores.append(list(deal.table.score))
    assert scores[:4] == [[2, 0], [2, 2], [4, 2], [4, 4]]
    assert scores[-1] == [12, 10]
    assert deal.match_winner == "N-S"


@pytest.mark.clause("BR-52")
def test_the_target_is_a_key() -> None:
    deal = planned("schwesing+match.target=16", *FIVE_TO_NONE, score=(13, 0))
    assert not deal.table.is_match_over
    assert planned("schwesing+match.target=16", *FIVE_TO_NONE, score=(14, 0)).match_winner == "N-S"


@pytest.mark.clause("BR-53")
def test_show_tells_who_keeps_tricks_and_score(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "schwesing"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "One player of each team gathers its tricks" in shown
    assert "the Schreiber, keeps the score and gives out the matchsticks" in shown
    assert "Partners may not signal, though in old times they did" in shown


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("schwesing", ["BR-10", "BR-11", "BR-12", "BR-34", "BR-40"]),
        ("treia", ["BR-10", "BR-11", "BR-12", "BR-34", "BR-40", "TR-02", "TR-04"]),
        ("schwesing+optional-daring", ["BR-60"]),
        ("schwesing+schwesing-tournament", ["TO-01", "TO-03"]),
        ("bruus-two", ["TW-02"]),
        ("bruus-two+nine-of-sixteen", ["TW-01"]),
        ("schwesing+six-players", ["SX-01"]),
    ],
)
def test_what_is_decided_here_is_listed(name: str, clauses: list[str]) -> None:
    decided = " ".join(game_of(name).rulebook.get("decided"))
    assert [clause for clause in clauses if f"({clause})" not in decided] == []
