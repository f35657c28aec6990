"""Naming, and scores that go by counts. All expectations are worked out by hand from the rules of the games."""

from __future__ import annotations

import pytest

from tests.duties.hands import deal, name, numbers, tricks
from trickbook.game.score_reasons import why_score
from trickbook.game.table import IllegalMoveError, Move, Table
from trickbook.records import record_of

SPADES = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
HEARTS = SPADES.replace("S", "H")
CLUBS = SPADES.replace("S", "C")
DIAMONDS = SPADES.replace("S", "D")


def play_out(table: Table) -> Table:
    while not table.is_over:
        table.play(table.legal_moves()[0])
    return table


def all_spades_to_north(*named: int, score: tuple[int, int] = (0, 0)) -> Table:
    """North holds all spades, which are trumps, and so takes thirteen tricks; West deals, so North names first."""
    table = deal("spades", {0: SPADES, 1: HEARTS, 2: CLUBS, 3: DIAMONDS}, score=score)
    name(table, *named)
    return play_out(table)


class TestSpades:
    def test_the_number_is_made_with_bags(self) -> None:
        # North and South named 9 and took 13: 90 and 4 bags; East and West named 2 and took none: -20.
        assert all_spades_to_north(8, 1, 1, 1).score == [94, -20]

    def test_a_nil_is_made(self) -> None:
        # South's nil: 100, and 120 for 12 with a bag; East and West both named nil and took none.
        assert all_spades_to_north(12, 0, 0, 0).score == [100 + 120 + 1, 200]

    def test_a_nil_fails_and_its_tricks_are_bags(self) -> None:
        # North named nil and took 13: -100; South named 2 and took none, North's tricks don't help: -20; 13 bags: 13 - 100.
        table = all_spades_to_north(0, 1, 2, 1)
        assert table.score == [-100 - 20 + 13 - 100, -20]
        assert int(table.state.tally[0, 0]) == 3

    def test_bags_are_kept_from_deal_to_deal(self) -> None:
        table = deal("spades", {0: SPADES, 1: HEARTS, 2: CLUBS, 3: DIAMONDS})
        table.state.tally[0, 0] = 8
        name(table, 10, 1, 1, 1)
        play_out(table)
        # 110 and two bags, which are the ninth and tenth: -100.
        assert table.score[0] == 110 + 2 - 100
        assert int(table.state.tally[0, 0]) == 0

    def test_five_hundred_wins(self) -> None:
        table = all_spades_to_north(12, 1, 1, 1, score=(400, 0))
        assert table.is_match_over
        assert int(table.state.outcome_winner) == 0

    def test_the_reasons_add_up(self) -> None:
        table = all_spades_to_north(8, 1, 1, 1)
        assert list(why_score(table.game, table.state)) == [
            "N-S has named 9: 90 points (score.made).",
            "N-S has bags 4: four points (score.bags).",
            "N-S has four bags to carry on (tally.bags).",
            "E-W has over -2 and named 2: minus 20 points (score.set).",
            "E-W has bags 0: no points (score.bags).",
        ]


class TestOhHell:
    def hell(self, *named: int, cycle: int = 1) -> Table:
        """Two cards each, hearts turned: North AH KH, East AS KS, South AC KC, West AD KD; West deals."""
        table = deal("oh-hell", {0: "AH KH", 1: "AS KS", 2: "AC KC", 3: "AD KD"}, cycle=cycle, then="2H")
        name(table, *named)
        return table

    def test_trumps_are_those_of_the_turned_card(self) -> None:
        assert self.hell().trump == "H"

    def test_up_to_the_cards_of_the_hand_may_be_named(self) -> None:
        assert numbers(self.hell()) == [0, 1, 2]

    def test_the_last_may_not_make_it_come_out(self) -> None:
        assert numbers(self.hell(1, 0, 0)) == [0, 2]
        with pytest.raises(IllegalMoveError, match=r"West names last, and may not name 1: .* the two tricks there are"):
            self.hell(1, 0, 0, 1)

    def test_the_last_may_name_all_where_the_sum_is_beyond(self) -> None:
        assert numbers(self.hell(2, 1, 0)) == [0, 1, 2]

    def test_exact_numbers_bring_ten(self) -> None:
        table = play_out(self.hell(2, 0, 1, 0))
        # North takes both: 10 + 2; East and West none, as named: 10; South missed: 0.
        assert table.score == [12, 10, 0, 10]

    def test_hands_go_up_and_down(self) -> None:
        table = Table(self.hell().game)
        sizes = []
        for _ in range(19):
            sizes.append(len(table.hand(0)))
            play_out(table)
            if not table.is_match_over:
                table.next_deal()
        assert sizes == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
        assert table.is_match_over

    def test_a_number_out_of_range_is_refused(self) -> None:
        with pytest.raises(IllegalMoveError, match=r"North names a number from 0 to 2 \(step.bids\)"):
            self.hell(3)


class TestHearts:
    def all_to_north(self, score: tuple[int, ...] = (0, 0, 0, 0)) -> Table:
        """North has the highest of all suits, and takes every trick; nothing is given in the fourth deal."""
        hands = {
            0: "AC KC QC AS KS QS JS AH KH QH AD KD QD",
            1: "2C JC 10C 10S 9S 8S 7S JH 10H 9H JD 10D 9D",
            2: "9C 8C 7C 6S 5S 4S 3S 8H 7H 6H 8D 7D 6D",
            3: "6C 5C 4C 3C 2S 5H 4H 3H 2H 5D 4D 3D 2D",
        }
        table = deal("hearts", hands, cycle=3, score=score)
        table.play(["2C"])
        while not table.is_over:
            legal = table.legal_moves()
            # North leads and takes from the top; the others have lower cards only.
            table.play(
                max(legal, key=lambda move: table.game.pack.places[move.cards[0]][0]) if table.turn == 0 else legal[0]
            )
        return table

    def test_who_takes_all_gets_nothing_and_the_others_26(self) -> None:
        table = self.all_to_north()
        assert table.tricks_won[0] >= 12
        assert table.score == [0, 26, 26, 26]

    def test_a_hundred_ends_the_match_and_the_fewest_win(self) -> None:
        table = self.all_to_north(score=(90, 80, 50, 60))
        assert table.is_match_over
        assert table.score == [90, 106, 76, 86]
        assert record_of(table.game, table.state, 0)["outcome"] == {"winner": 2, "value": 1, "reason": "limit"}

    def test_while_two_share_the_fewest_it_goes_on(self) -> None:
        table = self.all_to_north(score=(90, 80, 60, 60))
        assert not table.is_match_over

    def test_points_taken_are_counted(self) -> None:
        table = play_out(deal("hearts", {}, cycle=3))
        if max(table.state.card_points[:4]) < 26:
            assert table.score == [int(points) for points in table.state.card_points[:4]]
        assert sum(table.state.card_points[:4]) == 26


class TestWhist:
    def test_a_point_for_each_trick_above_six(self) -> None:
        table = play_out(deal("whist", {0: SPADES, 1: HEARTS, 2: CLUBS, 3: DIAMONDS}))
        # West has all trumps. He takes all thirteen tricks for East and West: seven above six.
        assert table.tricks_won == [0, 13]
        assert table.score == [0, 7]

    def test_a_trick_led_is_all_that_can_be_lost(self) -> None:
        table = deal("whist", {0: SPADES, 1: HEARTS, 2: CLUBS, 3: DIAMONDS})
        tricks(table, "2S 2H 2C 2D")
        assert table.tricks[0].winner == 3


def test_a_number_is_no_card() -> None:
    table = deal("spades", {0: SPADES, 1: HEARTS})
    assert table.named == [None] * 4
    table.play(Move(kind="name", number=4))
    assert table.named == [4, None, None, None]
    with pytest.raises(IllegalMoveError, match="names a number"):
        table.play(["AH"])
