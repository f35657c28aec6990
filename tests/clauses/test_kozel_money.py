"""Kozel for money, clause by clause."""

from __future__ import annotations

import pytest

from tests.clauses.trumps import TrumpDeal, begun, dealt
from tests.dealing import game_of
from trickbook.game.settle import settle_trick
from trickbook.game.table import IllegalMoveError
from trickbook.kernel.layout import BY_DEALS
from trickbook.records import record_of
from trickbook.rulebook import RulebookError


@pytest.mark.clause("KM-01")
class TestTable:
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_two_to_five_with_four_cards(self, players: int) -> None:
        deal = begun("kozel-money", players)
        assert [len(deal.table.hand(seat)) for seat in range(players)] == [4] * players
        assert deal.table.stock_left == 36 - 4 * players
        assert deal.pot == players
        assert deal.gains == [-1] * players

    def test_not_six(self) -> None:
        with pytest.raises(RulebookError, match="not made for 6 players; expected 2, 3, 4 or 5 players"):
            game_of("kozel-money", 6)

    def test_as_in_bura(self) -> None:
        one, two = game_of("kozel-money").rulebook, game_of("bura").rulebook
        for key in ("pack", "order", "points", "trump", "lead.first", "lead.same", "draw", "pot.stake", "follow"):
            assert one.get(key) == two.get(key)

    def test_beating(self) -> None:
        assert settle_trick("kozel-money", ["P1: KS", "P2: 10S"], trump="H").winner == 1
        assert settle_trick("kozel-money", ["P1: AS", "P2: 6H"], trump="H").winner == 1

    @pytest.mark.parametrize(("players", "dealer", "first"), [(2, "P1", "P2"), (5, "P5", "P1")])
    def test_first_lead(self, players: int, dealer: str, first: str) -> None:
        hands = {
            "P1": "KS 9D 6C 7S",
            "P2": "QS 9C 6D 7D",
            "P3": "JS 9S 8D 7C",
            "P4": "10S 8C QD 6S",
            "P5": "JD 10C 8S KC",
        }
        deal = dealt("kozel-money", {who: hands[who] for who in list(hands)[:players]}, "JH", dealer=dealer)
        assert deal.turn == first


@pytest.mark.clause("KM-02")
class TestLeads:
    def deal(self) -> TrumpDeal:
        return dealt("kozel-money", {"P1": "KS 9S 6S 7S", "P2": "AC AS AD 8D"}, "JH")

    @pytest.mark.parametrize("lead", ["KS", "7S", "KS 9S 6S", "9S 6S 7S"])
    def test_one_or_three_of_a_suit(self, lead: str) -> None:
        assert self.deal().may("P1", lead)

    @pytest.mark.parametrize("lead", ["KS 9S", "KS 9S 6S 7S"])
    def test_not_two_or_four(self, lead: str) -> None:
        with pytest.raises(IllegalMoveError, match="a lead is one or three"):
            self.deal().play(f"P1: {lead}")

    def test_three_aces_and_molodka_mean_nothing(self) -> None:
        # P2 holds three aces, P1 more than three spades: nobody is asked.
        deal = self.deal()
        assert deal.is_lead
        assert list(game_of("kozel-money").rulebook.get("combination")) == ["bura", "four-aces"]


@pytest.mark.clause("KM-03")
class TestCombinations:
    def test_bura_wins_at_once_and_is_no_choice(self) -> None:
        deal = dealt("kozel-money", {"P1": "KS 9S 6D 7S", "P2": "10H 9H 8H 6C", "P3": "6S 7C 8D QC"}, "JH")
        (move,) = deal.table.legal_moves()
        assert (move.kind, set(move.cards)) == ("announce", {"10H", "9H", "8H"})
        deal.play("P2: 10H 9H 8H as bura")
        assert deal.over
        assert deal.gains == [-1, 2, -1]

    def test_of_four_trumps_three_are_shown(self) -> None:
        deal = dealt("kozel-money", {"P1": "KS 9S 6D 7S", "P2": "10H 9H 8H 6H"}, "JH")
        assert len(deal.table.legal_moves()) == 4
        assert not deal.may("P2", "pass")

    def test_four_aces(self) -> None:
        deal = dealt("kozel-money", {"P1": "KS 9S 6D 7S", "P2": "AC AS AH AD"}, "JH")
        assert not deal.may("P2", "pass")
        deal.play("P2: AC AS AH AD as four-aces")
        assert deal.gains == [-1, 1]
        assert deal.winners == []

    def test_bura_goes_before_four_aces(self) -> None:
        deal = dealt("kozel-money", {"P1": "AC AS AH AD", "P2": "10H 9H 8H 6C"}, "JH")
        assert deal.turn == "P2"
        deal.play("P2: 10H 9H 8H as bura")
        assert deal.gains == [-1, 1]

    def test_between_tricks(self) -> None:
        deal = dealt("kozel-money", {"P1": "KS 9S 6D 7S", "P2": "10H 9H 8D 6C"}, "JH", "7D 8H").play("P1: KS", "P2: 8D")
        assert [move.announce for move in deal.table.legal_moves()] == ["bura"]
        assert deal.turn == "P2"

    def test_several_buras_play_for_the_pot(self) -> None:
        hands = {"P1": "KS 9S 6D 7S", "P2": "10H 9H 8H 6C", "P3": "6S 7C 8D QC", "P4": "AH QH KH 7H"}
        deal = dealt("kozel-money", hands, "JH").play("P2: 10H 9H 8H as bura")
        assert deal.turn == "P4"
        assert {frozenset(move.cards) for move in deal.table.legal_moves()} == {
            frozenset(three.split()) for three in ("AH QH KH", "AH QH 7H", "AH KH 7H", "QH KH 7H")
        }
        deal.play("P4: AH KH QH")
        assert deal.winners == ["P4"]
        assert deal.gains == [-1, -1, -1, 3]

    def test_the_first_in_playing_order_leads(self) -> None:
        hands = {"P1": "10H 9H 8H 6C", "P2": "KS 9S 6D 7S", "P3": "AH QH KH 7C"}
        assert dealt("kozel-money", hands, "JH", dealer="P1").turn == "P3"
        assert dealt("kozel-money", hands, "JH", dealer="P3").turn == "P1"

    def test_three_trumps_in_a_hand_of_three_are_none(self) -> None:
        hands = {"P1": "10H 9H 8H", "P2": "KS 9S 6D"}
        deal = begun("kozel-money").lay_out(hands, trump="H", leader="P2")
        assert deal.is_lead
        assert deal.turn == "P2"

    def test_in_a_full_hand_without_a_stock_they_are(self) -> None:
        hands = {"P1": "10H 9H 8H 6C", "P2": "KS 9S 6D 7D"}
        deal = begun("kozel-money").lay_out(hands, trump="H", leader="P2")
        assert deal.turn == "P1"
        assert not deal.is_lead


def last_trick(points: list[int], *, players: int, name: str = "kozel-money") -> TrumpDeal:
    """The last trick, worth nothing, won by P1; these are the points before it."""
    hands = {"P1": "9S", "P2": "8S", "P3": "7S", "P4": "6S", "P5": "6C"}
    deal = begun(name, players).lay_out(
        {who: hands[who] for who in list(hands)[:players]}, trump="H", leader="P1", points=points
    )
    return deal.play(*(f"{who}: {hands[who]}" for who in list(hands)[:players]))


@pytest.mark.clause("KM-04")
class TestPot:
    def test_most_card_points_take_it(self) -> None:
        deal = last_trick([40, 41, 39], players=3)
        assert deal.over
        assert deal.gains == [-1, 2, -1]
        assert deal.pot == 0

    def test_a_tie_splits_it(self) -> None:
        deal = last_trick([60, 60], players=2)
        assert deal.gains == [0, 0]
        assert deal.pot == 0

    def test_a_rest_stays(self) -> None:
        deal = last_trick([50, 50, 20], players=3)
        assert deal.gains == [0, 0, -1]
        assert deal.pot == 1
        record = record_of(deal.table.game, deal.table.state, 0)
        assert record["pot"] == {"before": 0, "staked": 3, "left": 1}
        deal.next_deal()
        # New stakes join it.
        assert deal.pot == 4

    def test_four_share_a_pot_with_a_rest(self) -> None:
        deal = begun("kozel-money", 5)
        deal.table.state.pot = 7
        hands = {"P1": "9S", "P2": "8S", "P3": "7S", "P4": "6S", "P5": "6C"}
        deal.lay_out(hands, trump="H", leader="P1", points=[30, 30, 30, 30, 0])
        deal.play(*(f"{who}: {card}" for who, card in hands.items()))
        assert deal.gains == [0, 0, 0, 0, -1]
        assert deal.pot == 3

    def test_no_claims(self) -> None:
        deal = begun("kozel-money").lay_out({"P1": "9S 6S", "P2": "8S 7S"}, trump="H", leader="P1", points=[110, 0])
        deal.play("P1: 9S", "P2: 8S")
        assert deal.turn == "P1"
        assert deal.is_lead

    def test_hands_are_filled_after_each_trick(self) -> None:
        deal = dealt("kozel-money", {"P1": "KS 9S 8S 7D", "P2": "QS 9C 6D 8D"}, "JH", "QC QD 10C 10D 6C 7C")
        deal.play("P1: KS 9S 8S", "P2: QS 9C 6D")
        assert deal.hand("P1") == {"7D", "QC", "10C", "6C"}
        assert deal.hand("P2") == {"8D", "QD", "10D", "7C"}

    def test_with_five_players_one_card_stays_out(self) -> None:
        # 36 - 20 = 16 cards: three rounds for five.
        deal = begun("kozel-money+bura-leads-only", 5)
        while not deal.over:
            deal.pass_on()
            if deal.is_lead and len(deal.table.hand(0)) < 4:
                break
            deal.table.play_legal(len(deal.table.legal_moves()) - 1)
        assert deal.table.stock_left == 1
        assert deal.table.state.turned_to == -1

    def test_all_cards_are_played(self) -> None:
        deal = begun("kozel-money+bura-leads-only")
        while not deal.over:
            deal.pass_on().table.play_legal(len(deal.table.legal_moves()) - 1)
        assert deal.table.stock_left == 0
        assert sum(deal.card_points) == 120


@pytest.mark.clause("KM-05")
class TestMatch:
    def test_the_deal_passes_to_the_left(self) -> None:
        deal = last_trick([40, 41, 39], players=3)
        assert deal.dealer == "P3"
        deal.next_deal()
        assert deal.dealer == "P1"

    def test_whoever_takes_the_pot(self) -> None:
        deal = dealt("kozel-money", {"P1": "KS 9S 6D 7S", "P2": "10H 9H 8H 6C"}, "JH").play("P2: 10H 9H 8H as bura")
        assert deal.next_deal().dealer == "P1"

    def test_twelve_deals(self) -> None:
        deal = begun("kozel-money", 3)
        for _ in range(11):
            assert not deal.finish().table.is_match_over
            deal.next_deal()
        assert deal.finish().table.state.outcome == BY_DEALS
        assert sum(deal.table.score) == -deal.pot
