"""Hearts, clause by clause."""

from __future__ import annotations

import pytest

from tests.clauses.suits import FOUR_SUITS, SuitDeal, stacked, suit, takes
from tests.dealing import game_of
from trickbook.game.table import Table

NO_PASSING = 3
"""The number of the deal, from 0, in which nothing is given."""


def dealt(hands: dict[str, str], name: str = "hearts", *, score: tuple[int, ...] = ()) -> SuitDeal:
    """A deal in which nothing is given."""
    return stacked(name, hands, number=NO_PASSING, score=score)


@pytest.mark.clause("HE-01")
def test_four_alone_without_trumps() -> None:
    deal = dealt(FOUR_SUITS)
    assert deal.table.side_of == [0, 1, 2, 3]
    assert deal.table.trump is None
    assert takes("hearts", "AC", "KC")
    assert not takes("hearts", "AD", "2C")
    with pytest.raises(ValueError, match="expected 4 players"):
        game_of("hearts", 3)


@pytest.mark.clause("HE-02")
def test_all_cards_are_dealt_one_at_a_time() -> None:
    table = Table(game_of("hearts"), seed=4)
    pack = [table.game.pack.name(int(place)) for place in table.state.pack[:52]]
    assert set(table.hand((int(table.state.dealer) + 1) % 4)) == set(pack[0::4])
    deal = dealt(FOUR_SUITS).finish()
    deal.table.next_deal()
    assert int(deal.table.state.dealer) == 0


@pytest.mark.clause("HE-03")
@pytest.mark.parametrize(("number", "to"), [(0, "E"), (1, "W"), (2, "S"), (4, "E"), (5, "W")])
def test_three_cards_are_given_left_right_across(number: int, to: str) -> None:
    deal = stacked("hearts", FOUR_SUITS, number=number)
    deal.play("N: gives 2C 5C AC", "E: gives 2D 5D AD", "S: gives 2H 5H AH", "W: gives 2S 5S AS")
    assert {"2C", "5C", "AC"} <= deal.hand(to)
    assert len(deal.hand("N")) == 13
    assert not {"2C", "5C", "AC"} & deal.hand("N")


@pytest.mark.clause("HE-03")
@pytest.mark.parametrize("number", [3, 7])
def test_nothing_is_given_in_the_fourth_deal(number: int) -> None:
    deal = stacked("hearts", FOUR_SUITS, number=number)
    assert deal.may_play == {"2C"}
    assert {move.kind for move in deal.table.legal_moves()} == {"play"}


@pytest.mark.clause("HE-04")
def test_nobody_has_what_comes_before_all_have_given() -> None:
    deal = stacked("hearts", FOUR_SUITS)
    deal.play("N: gives 2C 5C AC")
    assert deal.turn == "E"
    assert deal.hand("E") == set(suit("D").split())
    deal.play("E: gives 2D 5D AD", "S: gives 2H 5H AH")
    assert deal.hand("W") == set(suit("S").split())
    deal.play("W: gives 2S 5S AS")
    assert {"2H", "5H", "AH"} <= deal.hand("W")


@pytest.mark.clause("HE-05")
class TestOpening:
    @pytest.mark.parametrize("holder", ["N", "E", "S", "W"])
    def test_the_two_of_clubs_leads(self, holder: str) -> None:
        deal = dealt({holder: "2C AH KD"})
        assert deal.turn == holder
        assert deal.may_play == {"2C"}

    def test_it_is_who_holds_it_after_giving(self) -> None:
        deal = stacked("hearts", FOUR_SUITS)
        deal.play("N: gives 2C 5C AC", "E: gives 2D 5D AD", "S: gives 2H 5H AH", "W: gives 2S 5S AS")
        assert deal.turn == "E"
        assert deal.may_play == {"2C"}


@pytest.mark.clause("HE-06")
def test_following_and_winning() -> None:
    deal = dealt({"N": "2C", "E": "9C AH", "S": "KC", "W": "AC"})
    clubs = {card for card in deal.hand("E") if card[-1] == "C"}
    deal.play("N: 2C")
    assert deal.may_play == clubs
    deal.play("E: 9C", "S: KC", "W: AC")
    assert deal.winners == ["W"]
    assert deal.turn == "W"


@pytest.mark.clause("HE-07")
class TestFirstTrick:
    def test_no_heart_and_not_the_queen(self) -> None:
        held = "QS AH KH 5H AD KD 3S 4S 5S 6S 7S 8S 9S"
        deal = dealt({"N": "2C", "E": held})
        deal.play("N: 2C")
        assert deal.may_play == set(held.split()) - {"QS", "AH", "KH", "5H"}

    def test_who_has_nothing_else_may_play_any(self) -> None:
        held = "QS AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H"
        deal = dealt({"N": "2C", "E": held})
        deal.play("N: 2C")
        assert deal.may_play == set(held.split())

    def test_later_tricks_are_free(self) -> None:
        deal = dealt({"N": "2C 3C", "E": "QS AH AD KD QD JD 10D 9D 8D 7D 6D 5D 4D", "S": "AC", "W": "KC"})
        deal.tricks("N: 2C / AD / AC / KC")
        deal.play("S: " + next(card for card in sorted(deal.hand("S")) if card[-1] == "C"))
        deal.play("W: " + next(iter(sorted(deal.may_play))), "N: 3C")
        assert {"QS", "AH"} <= deal.may_play


HEARTS_AND_SPADES = {
    "N": "2C AC 3H 4H 2S 3S 4S 5S 6S 7S 8S 9S 10S",
    "E": "3C 4C AH KS AS JS 2D 3D 4D 5D 6D 7D 8D",
    "S": "5C KC QH JH 10H 9H 8H 9D 10D JD QD KD AD",
    "W": "6C QS KH 2H 5H 6H 7H 7C 8C 9C 10C JC QC",
}


@pytest.mark.clause("HE-08")
class TestBreaking:
    def test_no_heart_is_led_before(self) -> None:
        deal = dealt(HEARTS_AND_SPADES).tricks("N: 2C / 3C / KC / 6C")
        assert deal.turn == "S"
        assert {card[-1] for card in deal.may_play} == {"C", "D"}
        assert "hearts" in deal.why_not("QH")

    def test_a_heart_breaks_them(self) -> None:
        deal = dealt(HEARTS_AND_SPADES).tricks("N: 2C / 3C / KC / 6C", "S: 9D / 7C / 3H / 2D")
        assert deal.winners[-1] == "S"
        assert "QH" in deal.may_play

    def test_the_queen_of_spades_does_too(self) -> None:
        deal = dealt(HEARTS_AND_SPADES).tricks("N: 2C / 3C / KC / 6C", "S: 9D / QS / 2S / 2D")
        assert "QH" in deal.may_play

    def test_another_card_does_not(self) -> None:
        deal = dealt(HEARTS_AND_SPADES).tricks("N: 2C / 3C / KC / 6C", "S: 9D / 7C / 2S / 2D")
        assert "QH" not in deal.may_play

    def test_who_has_only_hearts_may_lead_them(self) -> None:
        hands = {"N": "2C", "E": "AC 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", "S": "3C", "W": "4C"}
        deal = dealt(hands).tricks("N: 2C / AC / 3C / 4C")
        assert deal.may_play == set(hands["E"].split()) - {"AC"}


@pytest.mark.clause("HE-10")
def test_hearts_and_the_queen() -> None:
    hands = {
        "N": "2C AC KC QC JC AD KD 10C 9C 8C 7C 6C 2D",
        "E": "3C 3D 4D 5D 6D 7D 8D AS KS QS 2H 3H 4H",
        "S": "4C AH KH QH JH 10H 9H 8H 7H 6H 5H 2S 3S",
        "W": "5C JD QD 10D 9D 4S 5S 6S 7S 8S 9S 10S JS",
    }
    deal = dealt(hands).tricks(
        "N: 2C / 3C / 4C / 5C",
        "W: JD / 2D / 3D / 2S",
        "W: 4S / 6C / AS / 3S",
        "E: QS / AH / 5S / 7C",
    )
    assert deal.winners == ["W", "W", "E", "E"]
    assert deal.card_points == [0, 14, 0, 0]
    deal.finish()
    assert sum(deal.gains) == 26
    assert deal.gains == deal.card_points


def almost_the_moon(name: str) -> SuitDeal:
    """North takes twelve tricks, each with a heart; South the last, with the queen of spades and a heart."""
    hands = {"N": suit("C"), "E": suit("D"), "S": suit("S"), "W": suit("H")}
    hands["N"], hands["S"] = hands["N"].replace("2C", "2S"), hands["S"].replace("2S", "2C")
    deal = dealt(hands, name).tricks("S: 2C / 2H / 3C / 2D")
    spades = [card for card in suit("S").split() if card not in ("2S", "QS")]
    others = zip(suit("C").split()[2:], suit("D").split()[1:-1], spades, suit("H").split()[1:-1], strict=True)
    return deal.tricks(*(f"N: {' / '.join(cards)}" for cards in others), "N: 2S / AD / QS / AH")


@pytest.mark.clause("HE-11")
class TestMoon:
    def test_the_others_get_twenty_six(self) -> None:
        deal = dealt(FOUR_SUITS).finish()
        assert deal.winners == ["N"] * 13
        assert deal.gains == [0, 26, 26, 26]

    def test_all_but_the_last_trick_are_no_moon(self) -> None:
        deal = almost_the_moon("hearts")
        assert deal.winners == ["N"] * 12 + ["S"]
        assert deal.gains == [12, 0, 14, 0]


@pytest.mark.clause("HE-12")
class TestMatch:
    def test_a_hundred_ends_it_and_fewest_wins(self) -> None:
        deal = dealt(FOUR_SUITS, score=(50, 74, 10, 60)).finish()
        assert deal.table.score == [50, 100, 36, 86]
        assert deal.winning_side == 2

    def test_ninety_nine_do_not(self) -> None:
        assert not dealt(FOUR_SUITS, score=(50, 73, 10, 60)).finish().table.is_match_over

    def test_a_shared_least_goes_on(self) -> None:
        deal = dealt(FOUR_SUITS, score=(36, 80, 10, 60)).finish()
        assert deal.table.score == [36, 106, 36, 86]
        assert not deal.table.is_match_over


@pytest.mark.clause("HE-V1")
class TestJack:
    def test_ten_points_off(self) -> None:
        assert almost_the_moon("hearts+jack-of-diamonds").gains == [2, 0, 14, 0]

    def test_not_needed_for_the_moon(self) -> None:
        assert dealt(FOUR_SUITS, "hearts+jack-of-diamonds").finish().gains == [-10, 26, 26, 26]


@pytest.mark.clause("HE-V2")
def test_the_moon_subtracts() -> None:
    assert dealt(FOUR_SUITS, "hearts+moon-subtracts").finish().gains == [-26, 0, 0, 0]


@pytest.mark.clause("HE-V3")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_no_passing(number: int) -> None:
    assert stacked("hearts+no-passing", FOUR_SUITS, number=number).may_play == {"2C"}


@pytest.mark.clause("HE-V4")
def test_the_queen_does_not_break() -> None:
    deal = dealt(HEARTS_AND_SPADES, "hearts+queen-does-not-break")
    deal.tricks("N: 2C / 3C / KC / 6C", "S: 9D / QS / 2S / 2D")
    assert "QH" not in deal.may_play
    deal.tricks("S: 10D / 2H / 3S / 3D")
    assert "QH" in deal.may_play


@pytest.mark.clause("HE-V5")
def test_hearts_at_any_time() -> None:
    deal = dealt(HEARTS_AND_SPADES, "hearts+hearts-at-any-time").tricks("N: 2C / 3C / KC / 6C")
    assert "QH" in deal.may_play


@pytest.mark.clause("HE-V6")
def test_points_in_the_first_trick() -> None:
    held = "QS AH KH 5H AD KD 3S 4S 5S 6S 7S 8S 9S"
    deal = dealt({"N": "2C", "E": held}, "hearts+points-in-first-trick")
    deal.play("N: 2C")
    assert deal.may_play == set(held.split())


@pytest.mark.clause("HE-V7")
def test_any_club_opens() -> None:
    deal = dealt({"N": "2C AC 5C AH KH QH JH AD KD QD JD AS KS"}, "hearts+any-club-opens")
    assert deal.may_play == {"2C", "AC", "5C"}
