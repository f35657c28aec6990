"""Oh Hell, clause by clause."""

from __future__ import annotations

import pytest

from tests.clauses.suits import SuitDeal, stacked
from tests.dealing import game_of
from trickbook.game.table import Table

TWO_CARDS = {"N": "AC 2D", "E": "3C 4D", "S": "2H 5D", "W": "KC AD"}
"""South trumps the first trick; West's ace of diamonds wins the second."""


def two_cards(name: str, *numbers: int) -> SuitDeal:
    """The second deal played out: South and West take a trick each."""
    deal = stacked(name, TWO_CARDS, turned="9H", number=1).names(*numbers)
    return deal.tricks("N: AC / 3C / 2H / KC", "S: 5D / AD / 2D / 4D")


@pytest.mark.clause("OH-01")
def test_three_to_five_play() -> None:
    for players in (3, 4, 5):
        assert Table(game_of("oh-hell", players)).side_of == list(range(players))
    with pytest.raises(ValueError, match="expected 3, 4 or 5 players"):
        game_of("oh-hell", 6)


@pytest.mark.clause("OH-02")
@pytest.mark.parametrize(("number", "cards"), [(0, 1), (1, 2), (9, 10), (10, 9), (18, 1)])
def test_hands_grow_and_shrink(number: int, cards: int) -> None:
    deal = stacked("oh-hell", {}, number=number)
    assert len(deal.hand("N")) == cards
    assert deal.table.stock_left == 52 - 4 * cards


@pytest.mark.clause("OH-02")
def test_the_deal_goes_on_to_the_left() -> None:
    deal = two_cards("oh-hell", 0, 0, 0, 0)
    deal.table.next_deal()
    assert int(deal.table.state.dealer) == 0


@pytest.mark.clause("OH-03")
def test_the_next_card_is_turned_and_stays_out() -> None:
    deal = stacked("oh-hell", TWO_CARDS, turned="9H", number=1)
    assert deal.table.trump == "H"
    deal.names(0, 0, 0, 0).tricks("N: AC / 3C / 2H / KC")
    assert all("9H" not in deal.hand(who) for who in "NESW")
    assert len(deal.hand("N")) == 1


@pytest.mark.clause("OH-04")
def test_naming_in_turn_the_dealer_last() -> None:
    deal = stacked("oh-hell", {}, dealer="E", number=4)
    for who in ("S", "W", "N"):
        assert deal.turn == who
        assert deal.may_name == [0, 1, 2, 3, 4, 5]
        deal.names(0)
    assert deal.turn == "E"


@pytest.mark.clause("OH-05")
class TestHook:
    def test_the_sum_may_not_come_out(self) -> None:
        # The example of the source: five cards; two, none and one leave the dealer no two.
        deal = stacked("oh-hell", {}, number=4).names(2, 0, 1)
        assert deal.turn == "W"
        assert deal.may_name == [0, 1, 3, 4, 5]

    def test_beyond_that_all_is_free(self) -> None:
        deal = stacked("oh-hell", {}, number=4).names(3, 1, 2)
        assert deal.may_name == [0, 1, 2, 3, 4, 5]

    def test_in_deals_of_one_card_too(self) -> None:
        assert stacked("oh-hell", {}, number=0).names(0, 1, 0).may_name == [1]


@pytest.mark.clause("OH-06")
def test_following_and_winning() -> None:
    deal = stacked("oh-hell", TWO_CARDS, turned="9H", number=1).names(0, 0, 0, 0)
    assert deal.turn == "N"
    deal.play("N: AC")
    assert deal.may_play == {"3C"}
    deal.play("E: 3C")
    assert deal.may_play == {"2H", "5D"}
    deal.play("S: 2H", "W: KC")
    assert deal.winners == ["S"]
    assert deal.turn == "S"


@pytest.mark.clause("OH-07")
def test_ten_for_exact_and_one_a_trick() -> None:
    # South one of one, West one of none, North none of none, East none of two.
    assert two_cards("oh-hell", 0, 2, 1, 0).gains == [10, 0, 11, 1]


@pytest.mark.clause("OH-08")
class TestMatch:
    def last(self, score: tuple[int, ...]) -> SuitDeal:
        hands = {"N": "AC", "E": "2C", "S": "3C", "W": "4C"}
        deal = stacked("oh-hell", hands, turned="9H", number=18, score=score).names(1, 0, 0, 1)
        return deal.tricks("N: AC / 2C / 3C / 4C")

    def test_most_points_win_after_the_last_deal(self) -> None:
        deal = self.last((100, 105, 90, 90))
        assert deal.gains == [11, 10, 10, 0]
        assert deal.winning_side == 1

    def test_shared(self) -> None:
        deal = self.last((104, 105, 90, 90))
        assert deal.table.is_match_over
        assert deal.winning_side is None

    def test_not_before(self) -> None:
        assert not two_cards("oh-hell", 0, 0, 0, 0).table.is_match_over


@pytest.mark.clause("OH-V1")
def test_no_hook() -> None:
    assert stacked("oh-hell+no-hook", {}, number=4).names(2, 0, 1).may_name == [0, 1, 2, 3, 4, 5]


@pytest.mark.clause("OH-V2", "OH-V3")
@pytest.mark.parametrize("house_rule", ["down-and-up", "down-only"])
@pytest.mark.parametrize(("number", "cards"), [(0, 10), (1, 9), (9, 1)])
def test_hands_shrink_first(house_rule: str, number: int, cards: int) -> None:
    assert len(stacked(f"oh-hell+{house_rule}", {}, number=number).hand("N")) == cards


@pytest.mark.clause("OH-V2")
def test_and_grow_again() -> None:
    assert len(stacked("oh-hell+down-and-up", {}, number=10).hand("N")) == 2
    assert len(stacked("oh-hell+down-and-up", {}, number=18).hand("N")) == 10


@pytest.mark.clause("OH-V3")
def test_ten_deals_are_all() -> None:
    deal = stacked("oh-hell+down-only", {}, number=9).names(0, 0, 0, 0).finish()
    assert deal.table.is_match_over


@pytest.mark.clause("OH-V4")
def test_exact_only() -> None:
    assert two_cards("oh-hell+exact-only", 0, 2, 1, 0).gains == [10, 0, 11, 0]


@pytest.mark.clause("OH-V5")
def test_five_for_exact() -> None:
    assert two_cards("oh-hell+five-for-exact", 0, 2, 1, 0).gains == [5, 0, 6, 1]


@pytest.mark.clause("OH-V6")
def test_off_by() -> None:
    assert two_cards("oh-hell+off-by", 0, 2, 1, 0).gains == [10, -2, 11, -1]


@pytest.mark.clause("OH-V7")
def test_no_trump() -> None:
    deal = stacked("oh-hell+no-trump", TWO_CARDS, number=1).names(0, 0, 0, 0)
    assert deal.table.trump is None
    assert deal.tricks("N: AC / 3C / 2H / KC").winners == ["N"]
