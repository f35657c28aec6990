"""Spades, clause by clause."""

from __future__ import annotations

import pytest

from tests.clauses.suits import SuitDeal, stacked, suit, takes
from tests.dealing import game_of
from trickbook.game.table import Table

NORTH_HAS_SPADES = {"N": suit("S"), "E": suit("D"), "S": suit("H"), "W": suit("C")}
"""North takes all thirteen tricks. In `names` North is first, then East, South, West."""

SEVEN_AND_SIX = {
    "N": "AS KS QS JS 10S 9S 8S 7D 6D 5D 4D 3D 2D",
    "E": "AD KD QD JD 10D 9D 8D 7S 6S 5S 4S 3S 2S",
    "S": suit("H"),
    "W": suit("C"),
}
"""North takes seven tricks and East six, however it is played: East's spades and North's diamonds are all lower."""


def scored(hands: dict[str, str], *numbers: int, name: str = "spades", score: tuple[int, ...] = ()) -> SuitDeal:
    """A deal played out, with what North, East, South and West have named."""
    return stacked(name, hands, score=score).names(*numbers).finish()


@pytest.mark.clause("SP-01")
def test_partners_and_trumps() -> None:
    deal = stacked("spades", {})
    assert deal.table.side_of == [0, 1, 0, 1]
    assert deal.table.trump == "S"
    assert takes("spades", "2S", "AH")
    assert not takes("spades", "AH", "2S")


@pytest.mark.clause("SP-02")
def test_dealing() -> None:
    table = Table(game_of("spades"), seed=4)
    pack = [table.game.pack.name(int(place)) for place in table.state.pack[:52]]
    assert set(table.hand((int(table.state.dealer) + 1) % 4)) == set(pack[0::4])
    deal = scored(NORTH_HAS_SPADES, 7, 0, 0, 0)
    deal.table.next_deal()
    assert int(deal.table.state.dealer) == 0


@pytest.mark.clause("SP-03")
class TestNaming:
    def test_none_to_thirteen_in_turn(self) -> None:
        deal = stacked("spades", {}, dealer="N")
        for who in ("E", "S", "W", "N"):
            assert deal.turn == who
            assert deal.may_name == list(range(14))
            deal.names(13)

    def test_partners_numbers_are_added(self) -> None:
        assert scored(NORTH_HAS_SPADES, 6, 1, 7, 1).gains == [130, -20]


@pytest.mark.clause("SP-04")
def test_who_leads() -> None:
    deal = stacked("spades", {"E": "2C", "S": "AC", "W": "3C", "N": "4C"}, dealer="N").names(3, 3, 3, 3)
    assert deal.turn == "E"
    deal.tricks("E: 2C / AC / 3C / 4C")
    assert deal.turn == "S"


@pytest.mark.clause("SP-05")
def test_following() -> None:
    deal = stacked("spades", {"N": "2C", "E": "3C 4C AS", "S": suit("D"), "W": suit("H")}).names(3, 3, 3, 3)
    clubs = {card for card in deal.hand("E") if card[-1] == "C"}
    deal.play("N: 2C")
    assert deal.may_play == clubs
    deal.play("E: 3C")
    assert deal.may_play == set(suit("D").split())


LONG_IN_SPADES = {
    "N": "AC KC QC JC 10C 9C 8C 7C AS KS QS JS 10S",
    "E": "2C 3C 4C 5C 6C 9S 8S 7S 6S 5S 4S 3S 2S",
    "S": suit("H"),
    "W": suit("D"),
}
"""North leads and holds spades; East has five clubs and spades."""


@pytest.mark.clause("SP-06")
class TestBreaking:
    def test_not_at_first(self) -> None:
        deal = stacked("spades", LONG_IN_SPADES).names(3, 3, 3, 3)
        assert {card[-1] for card in deal.may_play} == {"C"}
        assert "spades" in deal.why_not("AS")

    def test_once_one_has_been_played(self) -> None:
        deal = stacked("spades", LONG_IN_SPADES).names(3, 3, 3, 3)
        for club, low, at in zip(
            ["AC", "KC", "QC", "JC", "10C"], ["2C", "3C", "4C", "5C", "6C"], range(2, 7), strict=True
        ):
            deal.tricks(f"N: {club} / {low} / {at}H / {at}D")
            assert "AS" not in deal.may_play
        deal.tricks("N: 9C / 2S / 7H / 7D")
        assert deal.turn == "E"
        assert deal.may_play == {"9S", "8S", "7S", "6S", "5S", "4S", "3S"}
        deal.tricks("E: 3S / 8H / 8D / AS")
        assert "KS" in deal.may_play

    def test_who_has_only_spades_may_lead_them(self) -> None:
        deal = stacked("spades", NORTH_HAS_SPADES).names(3, 3, 3, 3)
        assert deal.may_play == set(suit("S").split())


@pytest.mark.clause("SP-07")
class TestContract:
    def test_made_gives_ten_each(self) -> None:
        assert scored(SEVEN_AND_SIX, 4, 3, 3, 3).gains == [70, 60]

    def test_too_few_cost_ten_each(self) -> None:
        assert scored(SEVEN_AND_SIX, 5, 4, 3, 3).gains == [-80, -70]


@pytest.mark.clause("SP-08")
def test_bags_give_a_point_each() -> None:
    # Seven taken, five named; six taken, six named.
    assert scored(SEVEN_AND_SIX, 3, 3, 2, 3).gains == [52, 60]
    # Nobody falls short and has bags: eight named, seven taken.
    assert scored(SEVEN_AND_SIX, 4, 1, 4, 1).gains == [-80, 24]


@pytest.mark.clause("SP-09")
class TestTenBags:
    def test_ten_in_one_deal(self) -> None:
        # Three named, thirteen taken: 30 + 10 - 100.
        assert scored(NORTH_HAS_SPADES, 2, 1, 1, 1).gains == [-60, -20]

    def test_they_are_kept_from_deal_to_deal(self) -> None:
        deal = scored(SEVEN_AND_SIX, 1, 1, 1, 1)
        assert deal.gains == [25, 24]
        deal.table.next_deal()
        assert [int(bags) for bags in deal.table.state.tally[0, :2]] == [5, 4]
        table = deal.table
        table.state.dealer = 3
        held = {seat: cards.split() for seat, cards in enumerate(SEVEN_AND_SIX.values())}
        order = [held[turn % 4][turn // 4] for turn in range(52)]
        table.deal_pack([table.game.pack.places[card][0] for card in order])
        # Five bags more make ten: 20 + 5 - 100; four more make eight.
        assert deal.names(1, 1, 1, 1).finish().gains == [-75, 24]
        assert [int(bags) for bags in table.state.tally[0, :2]] == [0, 8]


@pytest.mark.clause("SP-10")
class TestNil:
    def test_made_and_failed(self) -> None:
        # South's nil is made, and North's seven are; East and West make theirs.
        assert scored(SEVEN_AND_SIX, 7, 6, 0, 0).gains == [170, 160]

    def test_tricks_of_a_failed_nil_are_bags_and_do_not_help(self) -> None:
        # North takes seven on a nil: -100 and seven bags; South falls short of three: -30.
        assert scored(SEVEN_AND_SIX, 0, 3, 3, 3).gains == [-100 + 7 - 30, 60]

    def test_two_nils_of_a_side(self) -> None:
        assert scored(NORTH_HAS_SPADES, 13, 0, 0, 0).gains == [230, 200]


@pytest.mark.clause("SP-11")
class TestMatch:
    def test_five_hundred(self) -> None:
        assert scored(SEVEN_AND_SIX, 4, 3, 3, 3, score=(430, 0)).winning_side == 0
        assert not scored(SEVEN_AND_SIX, 4, 3, 3, 3, score=(429, 439)).table.is_match_over

    def test_the_higher_of_two(self) -> None:
        assert scored(SEVEN_AND_SIX, 4, 3, 3, 3, score=(430, 450)).winning_side == 1

    def test_equal_scores_go_on(self) -> None:
        assert not scored(SEVEN_AND_SIX, 4, 3, 3, 3, score=(440, 450)).table.is_match_over


@pytest.mark.clause("SP-V1")
def test_no_bags() -> None:
    assert scored(NORTH_HAS_SPADES, 2, 1, 1, 1, name="spades+no-bags").gains == [40, -20]


@pytest.mark.clause("SP-V2")
def test_spades_at_any_time() -> None:
    deal = stacked("spades+spades-at-any-time", LONG_IN_SPADES).names(3, 3, 3, 3)
    assert "AS" in deal.may_play


@pytest.mark.clause("SP-V3")
def test_no_nil() -> None:
    # North names none and takes seven, which help South's three: 30 and four bags.
    assert scored(SEVEN_AND_SIX, 0, 3, 3, 3, name="spades+no-nil").gains == [34, 60]


@pytest.mark.clause("SP-V4")
def test_at_least_one() -> None:
    assert stacked("spades+name-at-least-one", {}).may_name == list(range(1, 14))


@pytest.mark.clause("SP-V5")
def test_a_failed_nil_helps() -> None:
    # -100 for the nil, 30 for South's three, and four bags.
    assert scored(SEVEN_AND_SIX, 0, 3, 3, 3, name="spades+failed-nil-helps").gains == [-66, 60]


@pytest.mark.clause("SP-V6")
def test_nil_fifty() -> None:
    assert scored(SEVEN_AND_SIX, 7, 6, 0, 0, name="spades+nil-fifty").gains == [120, 110]
    assert scored(SEVEN_AND_SIX, 0, 3, 3, 3, name="spades+nil-fifty").gains == [-73, 60]


@pytest.mark.clause("SP-V7")
def test_to_two_hundred_and_fifty() -> None:
    assert scored(SEVEN_AND_SIX, 4, 3, 3, 3, name="spades+spades-to-250", score=(180, 0)).winning_side == 0
