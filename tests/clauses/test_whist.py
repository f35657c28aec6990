"""Whist and Knockout Whist, clause by clause."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.clauses.suits import FOUR_SUITS, RANKS, SuitDeal, stacked, suit, takes
from tests.dealing import game_of
from trickbook.game.table import Table


def seven_and_six(name: str = "whist", score: tuple[int, ...] = ()) -> SuitDeal:
    """South has seven high trumps and six low diamonds, East above them: seven tricks to six, however it is played."""
    hands = {
        "N": suit("C"),
        "W": suit("S"),
        "S": "AH KH QH JH 10H 9H 8H 7D 6D 5D 4D 3D 2D",
        "E": "AD KD QD JD 10D 9D 8D 7H 6H 5H 4H 3H 2H",
    }
    return stacked(name, hands, dealer="S", last="8H", score=score)


@pytest.mark.clause("WH-01")
def test_two_partnerships_and_aces_high() -> None:
    assert stacked("whist", {}).table.side_of == [0, 1, 0, 1]
    assert len(game_of("whist").pack) == 52
    for lower, higher in pairwise(RANKS):
        assert takes("whist", higher + "D", lower + "D", "H")
        assert not takes("whist", lower + "D", higher + "D", "H")


@pytest.mark.clause("WH-02")
class TestDealing:
    def test_one_card_at_a_time_thirteen_each(self) -> None:
        table = Table(game_of("whist"), seed=4)
        pack = [table.game.pack.name(int(place)) for place in table.state.pack[:52]]
        first = (int(table.state.dealer) + 1) % 4
        assert set(table.hand(first)) == set(pack[0::4])
        assert set(table.hand((first + 1) % 4)) == set(pack[1::4])

    def test_the_deal_goes_on_to_the_left_and_the_first_by_lot(self) -> None:
        assert {int(Table(game_of("whist"), seed).state.dealer) for seed in range(40)} == {0, 1, 2, 3}
        table = seven_and_six().finish().table
        table.next_deal()
        assert int(table.state.dealer) == 3


@pytest.mark.clause("WH-03")
def test_the_dealers_last_card_is_trump_and_the_dealers() -> None:
    deal = stacked("whist", {}, dealer="E", last="7D")
    assert deal.table.trump == "D"
    assert "7D" in deal.hand("E")
    assert deal.table.stock_left == 0


@pytest.mark.clause("WH-04")
def test_left_of_the_dealer_leads_and_then_the_winner() -> None:
    deal = stacked("whist", {"N": "2C", "E": "AC", "S": "KC", "W": "3C"}, dealer="W", last="2H")
    assert deal.turn == "N"
    deal.tricks("N: 2C / AC / KC / 3C")
    assert deal.winners == ["E"]
    assert deal.turn == "E"


@pytest.mark.clause("WH-05")
class TestFollowing:
    def test_who_can_must(self) -> None:
        deal = stacked("whist", {"N": "2C", "E": "9C 4C KS"}, last="2H")
        clubs = {card for card in deal.hand("E") if card[-1] == "C"}
        deal.play("N: 2C")
        assert deal.may_play == clubs
        assert "follow" in deal.why_not("KS") or "suit led" in deal.why_not("KS")

    def test_who_can_not_may_play_any(self) -> None:
        deal = stacked("whist", {"E": suit("D")}, last="2H")
        deal.play("N: 2C")
        assert deal.may_play == set(suit("D").split())


@pytest.mark.clause("WH-06")
def test_highest_trump_or_highest_of_the_suit_led() -> None:
    assert takes("whist", "2H", "AC", "H")
    assert not takes("whist", "AD", "2C", "H")
    hands = {"N": "KC", "E": suit("D"), "S": "2H 3S AS KS QS JS 10S 9S 8S 7S 6S 5S 4S", "W": "AC 3H"}
    deal = stacked("whist", hands, dealer="W", last="3H")
    deal.tricks("N: KC / AD / 2H / AC")
    assert deal.winners == ["S"]


@pytest.mark.clause("WH-07")
class TestScore:
    def test_one_above_six(self) -> None:
        deal = seven_and_six().finish()
        assert deal.table.tricks_won == [7, 6]
        assert deal.gains == [1, 0]

    def test_all_thirteen_give_seven(self) -> None:
        deal = stacked("whist", FOUR_SUITS, dealer="W", last="2S").finish()
        assert deal.table.tricks_won == [0, 13]
        assert deal.gains == [0, 7]

    def test_honours_do_not_count(self) -> None:
        deal = stacked("whist", FOUR_SUITS, dealer="W", last="AS").finish()
        assert deal.gains == [0, 7]


@pytest.mark.clause("WH-08")
class TestMatch:
    def test_five_win(self) -> None:
        assert seven_and_six(score=(4, 3)).finish().winning_side == 0

    def test_four_do_not(self) -> None:
        assert not seven_and_six(score=(3, 4)).finish().table.is_match_over


@pytest.mark.clause("WH-V1")
def test_without_trumps_the_suit_led_wins() -> None:
    deal = stacked("whist+no-trump", FOUR_SUITS)
    assert deal.table.trump is None
    assert deal.finish().gains == [7, 0]


@pytest.mark.clause("WH-V2", "WH-V3")
@pytest.mark.parametrize(("house_rule", "target"), [("long-whist", 10), ("american-whist", 7)])
def test_longer_matches(house_rule: str, target: int) -> None:
    name = f"whist+{house_rule}"
    assert seven_and_six(name, (target - 1, 0)).finish().winning_side == 0
    assert not seven_and_six(name, (target - 2, 0)).finish().table.is_match_over


@pytest.mark.clause("WH-V4")
def test_hearts_are_always_trumps() -> None:
    deal = stacked("whist+hearts-are-trumps", FOUR_SUITS)
    assert deal.table.trump == "H"
    assert deal.finish().gains == [7, 0]


@pytest.mark.clause("KW-01")
def test_two_to_seven_play() -> None:
    for players in range(2, 8):
        assert Table(game_of("knockout-whist", players)).side_of == list(range(players))


@pytest.mark.clause("KW-02")
@pytest.mark.parametrize(("number", "cards"), [(0, 7), (1, 6), (5, 2), (6, 1)])
def test_hands_shrink(number: int, cards: int) -> None:
    deal = stacked("knockout-whist", {}, number=number)
    assert len(deal.hand("N")) == cards
    deal.finish()
    assert len(deal.winners) == cards


@pytest.mark.clause("KW-03")
@pytest.mark.parametrize("number", [0, 3])
def test_a_card_is_turned_in_every_deal(number: int) -> None:
    assert stacked("knockout-whist", {}, turned="9D", number=number).table.trump == "D"


@pytest.mark.clause("KW-04")
def test_following_and_winning() -> None:
    hands = {"N": "AC 2D", "E": "3C 4D", "S": "2H 5D", "W": "KC 6D"}
    deal = stacked("knockout-whist", hands, turned="9H", number=5)
    assert deal.turn == "N"
    deal.play("N: AC")
    assert deal.may_play == {"3C"}
    deal.play("E: 3C")
    assert deal.may_play == {"2H", "5D"}
    deal.play("S: 2H", "W: KC")
    assert deal.winners == ["S"]
    assert deal.turn == "S"


@pytest.mark.clause("KW-05")
class TestOut:
    def test_who_takes_no_trick_is_out(self) -> None:
        hands = {"N": "AC 2D", "E": "3C 4D", "S": "2H 5D", "W": "KC AD"}
        deal = stacked("knockout-whist", hands, turned="9H", number=5)
        deal.tricks("N: AC / 3C / 2H / KC", "S: 5D / AD / 2D / 4D")
        assert deal.gains == [1, 1, 0, 0]
        assert not deal.table.is_match_over
        deal.table.next_deal()
        assert deal.table.seats == 2

    def test_the_last_one_left_wins(self) -> None:
        deal = stacked("knockout-whist", {"N": "2C", "E": "3C", "S": "4D", "W": "AC"}, turned="9H", number=6)
        assert deal.tricks("N: 2C / 3C / 4D / AC").winning_side == 3


@pytest.mark.clause("KW-06")
def test_the_deal_passes_over_who_is_out() -> None:
    hands = {"N": "AC 2D", "E": "3C 4D", "S": "2H 5D", "W": "KC AD"}
    deal = stacked("knockout-whist", hands, turned="9H", number=5)
    deal.tricks("N: AC / 3C / 2H / KC", "S: 5D / AD / 2D / 4D")
    deal.table.next_deal()
    assert [int(player) for player in deal.table.state.players[:2]] == [2, 3]
    assert int(deal.table.state.players[int(deal.table.state.dealer)]) == 2
