"""Bura, clause by clause."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from tests.clauses.trumps import TrumpDeal, begun, dealt
from tests.dealing import game_of
from trickbook.game.settle import settle_trick
from trickbook.game.table import IllegalMoveError, Table
from trickbook.kernel.layout import BY_DEALS
from trickbook.records import record_of
from trickbook.rulebook import RulebookError

ORDER = ("A", "10", "K", "Q", "J", "9", "8", "7", "6")


def beats(name: str, card: str, target: str, trump: str) -> bool:
    """Whether a card takes a trick of one card over."""
    trick = settle_trick(name, [f"P1: {target}", f"P2: {card}"], trump=trump)
    return trick.winner == 1


@pytest.mark.clause("BU-01")
class TestPack:
    def test_thirty_six_cards_and_their_points(self) -> None:
        game = game_of("bura")
        assert len(game.pack) == 36
        points = {game.pack.name(place): int(game.rules.card_points[place]) for place in range(36)}
        assert sum(points.values()) == 120
        worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0, "6": 0}
        assert points == {rank + suit: worth[rank] for rank in ORDER for suit in "CSHD"}

    def test_ranks(self) -> None:
        for higher, lower in pairwise(ORDER):
            assert beats("bura", f"{higher}C", f"{lower}C", "H")
            assert not beats("bura", f"{lower}C", f"{higher}C", "H")

    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_two_to_six_play(self, players: int) -> None:
        assert begun("bura", players).table.seats == players

    def test_usually_two(self) -> None:
        assert begun("bura").table.seats == 2

    @pytest.mark.parametrize("players", [7, 8])
    def test_not_more(self, players: int) -> None:
        with pytest.raises(RulebookError, match=f"not made for {players} players; expected 2, 3, 4, 5 or 6 players"):
            game_of("bura", players)


@pytest.mark.clause("BU-02")
class TestStakes:
    @pytest.mark.parametrize("players", [2, 5])
    def test_everybody_stakes_one(self, players: int) -> None:
        deal = begun("bura", players)
        assert deal.pot == players
        assert deal.gains == [-1] * players

    def test_the_first_dealer_is_drawn_by_lot(self) -> None:
        game = game_of("bura", 3)
        dealers = [int(Table(game, seed=seed).state.dealer) for seed in range(60)]
        assert set(dealers) == {0, 1, 2}
        assert dealers == [int(Table(game, seed=seed).state.dealer) for seed in range(60)]


@pytest.mark.clause("BU-03")
class TestDealing:
    def test_one_at_a_time_then_the_turned_card(self) -> None:
        deal = begun("bura", 3, dealer="P1")
        pack = [deal.table.game.pack.name(int(place)) for place in deal.table.state.pack[:36]]
        assert deal.hand("P2") == {pack[0], pack[3], pack[6]}
        assert deal.hand("P3") == {pack[1], pack[4], pack[7]}
        assert deal.hand("P1") == {pack[2], pack[5], pack[8]}
        assert deal.table.trump == pack[9][-1]
        assert deal.table.stock_left == 36 - 9

    def test_the_turned_card_is_drawn_last(self) -> None:
        # 36 - 12 = 24 cards to draw, six rounds for four players: the last to draw has the turned card.
        deal = begun("bura", 4)
        turned = deal.table.game.pack.name(int(deal.table.state.turned))
        while deal.table.stock_left > 4:
            assert deal.table.state.turned_to == -1
            deal.pass_on()
            deal.table.play(next(move for move in deal.table.legal_moves() if len(move.cards) == 1))
        while deal.table.stock_left:
            deal.pass_on()
            deal.table.play_legal(0)
        last = (int(deal.table.leader) + 3) % 4
        assert int(deal.table.state.turned_to) == last
        assert turned in deal.table.hand(last)


@pytest.mark.clause("BU-04")
@pytest.mark.parametrize(
    ("players", "dealer", "first"),
    [(2, "P1", "P2"), (2, "P2", "P1"), (3, "P3", "P1"), (5, "P2", "P3"), (6, "P6", "P1")],
)
def test_who_leads_first(players: int, dealer: str, first: str) -> None:
    assert begun("bura", players, dealer=dealer).pass_on().turn == first


@pytest.mark.clause("BU-05")
class TestLeads:
    def deal(self) -> TrumpDeal:
        return dealt("bura", {"P1": "KS 9S 6D", "P2": "AC 7H 8D"}, "JH").pass_on()

    @pytest.mark.parametrize("lead", ["KS", "9S", "6D", "KS 9S"])
    def test_cards_of_one_suit(self, lead: str) -> None:
        assert self.deal().may("P1", lead)

    @pytest.mark.parametrize("lead", ["KS 6D", "KS 9S 6D"])
    def test_not_of_two_suits(self, lead: str) -> None:
        deal = self.deal()
        assert not deal.may("P1", lead)
        with pytest.raises(IllegalMoveError, match="of one suit"):
            deal.play(f"P1: {lead}")

    def test_three_of_a_suit(self) -> None:
        assert dealt("bura", {"P1": "KS 9S 6S", "P2": "AC 7H 8D"}, "JH").pass_on().may("P1", "KS 9S 6S")

    def test_the_others_play_as_many_any_cards(self) -> None:
        deal = self.deal().play("P1: KS 9S")
        plays = {frozenset(move.cards) for move in deal.table.legal_moves()}
        assert plays == {frozenset({"7H", "8D"}), frozenset({"7H", "AC"}), frozenset({"8D", "AC"})}
        with pytest.raises(IllegalMoveError, match="each plays two cards"):
            deal.play("P2: AC")


@pytest.mark.clause("BU-06")
class TestBeating:
    @pytest.mark.parametrize(
        ("card", "target", "wins"),
        [
            ("AS", "10S", True),
            ("10S", "AS", False),
            ("AC", "6S", False),  # another plain suit
            ("6H", "AS", True),  # the least trump
            ("AS", "6H", False),
            ("7H", "6H", True),
            ("6H", "7H", False),
        ],
    )
    def test_one_card(self, card: str, target: str, wins: bool) -> None:
        assert beats("bura", card, target, "H") == wins

    @pytest.mark.parametrize(
        ("cards", "targets", "wins"),
        [
            ("7S 6H", "AS 6S", True),  # by matching: the trump takes the ace
            ("6H 7C", "AS 6S", False),  # one trump can't beat both
            ("6H 7H", "AS 6S", True),
            ("9D JS", "QS 7S", True),
            ("KS 8S", "QS 9S", False),
            ("AS KC", "KS 9S", False),
            ("10H 7H", "9H 6H", True),
            ("8H 7H", "9H 6H", False),
        ],
    )
    def test_several_cards(self, cards: str, targets: str, wins: bool) -> None:
        trump = "D" if "D" in cards else "H"
        trick = settle_trick("bura", [f"P1: {targets}", f"P2: {cards}"], trump=trump)
        assert (trick.winner == 1) == wins

    def test_a_later_player_must_beat_what_wins_now(self) -> None:
        # K♣ would beat the lead, and does not beat the ace that has beaten it.
        trick = settle_trick("bura", ["P1: QC", "P2: AC", "P3: KC"], trump="H")
        assert [step.takes_over for step in trick.steps] == [True, True, False]
        assert trick.winner == 1
        # The winning cards are P2's two trumps, so P3's higher club is of no use.
        trick = settle_trick("bura", ["P1: QC 9C", "P2: 6H 7H", "P3: AC 8H"], trump="H")
        assert trick.winner == 1


@pytest.mark.clause("BU-07")
def test_the_winner_has_the_cards_and_leads_next() -> None:
    deal = dealt("bura", {"P1": "KS 9S 6D", "P2": "AC 7H 8D", "P3": "10S 8C 6C"}, "JH", "QC QD QS")
    deal.play("P1: KS", "P2: 8D", "P3: 10S")
    assert deal.card_points == [0, 0, 14]
    assert deal.pass_on().turn == "P3"
    assert deal.is_lead
    assert "nobody may look through tricks that were taken" in " ".join(game_of("bura").rulebook.get("notes"))


@pytest.mark.clause("BU-08")
class TestDrawing:
    def test_one_at_a_time_the_winner_first(self) -> None:
        deal = dealt("bura", {"P1": "KS 9S 6D", "P2": "AC 7H 8D", "P3": "8C 6C 7D"}, "JH", "QC QD QS 10C 10D 10S")
        deal.play("P1: KS 9S", "P2: AC 7H", "P3: 8C 6C").pass_on()
        assert deal.hand("P1") == {"6D", "QC", "10C"}
        assert deal.hand("P2") == {"8D", "QD", "10D"}
        assert deal.hand("P3") == {"7D", "QS", "10S"}

    def test_a_round_that_five_cannot_share(self) -> None:
        # 36 - 15 = 21 cards: four rounds for five players; the turned card stays out.
        deal = begun("bura", 5)
        left = []
        while not deal.over:
            deal.pass_on()
            if deal.over:
                break
            if deal.is_lead:
                left.append((deal.table.stock_left, len(deal.table.hand(deal.table.leader))))
            deal.table.play(next(move for move in deal.table.legal_moves() if len(move.cards) == 1))
        assert left == [(21, 3), (16, 3), (11, 3), (6, 3), (1, 3), (1, 2), (1, 1)]
        assert deal.table.state.turned_to == -1

    def test_round_by_round(self) -> None:
        # Three cards are missing in each of five hands, and eleven are left: two rounds take place.
        deal = begun("bura", 5).lay_out(
            {"P1": "AC KC 9C", "P2": "8S 8H 6S", "P3": "7S 7D 6H", "P4": "9S 9D JS", "P5": "QS 8D 9H"},
            trump="D",
            leader="P1",
            stock=11,
        )
        deal.play("P1: AC KC 9C", "P2: 8S 8H 6S", "P3: 7S 7D 6H", "P4: 9S 9D JS", "P5: QS 8D 9H").pass_on()
        assert {len(deal.table.hand(seat)) for seat in range(5)} == {2}
        assert deal.table.stock_left == 1

    def test_two_players_draw_all(self) -> None:
        deal = begun("bura").finish()
        assert deal.table.stock_left == 0
        assert sum(deal.card_points) == 120


def before_a_trick_worth(points: int, *, mine: int, players: int = 2, name: str = "bura") -> TrumpDeal:
    """P1, who has won `mine` points, leads to the last trick, and wins it and so many points."""
    cards = {10: ("10S", "9S"), 11: ("AS", "9S"), 0: ("8S", "7S")}[points]
    hands = {"P1": cards[0], "P2": cards[1], "P3": "6S"}
    return begun(name, players).lay_out(
        {who: hands[who] for who in list(hands)[:players]},
        trump="H",
        leader="P1",
        points=[mine, *[0] * (players - 1)],
    )


@pytest.mark.clause("BU-09")
class TestClaims:
    def test_thirty_one_is_right(self) -> None:
        deal = before_a_trick_worth(11, mine=20).play("P1: AS", "P2: 9S", "P1: claim")
        assert deal.over
        assert deal.card_points == [31, 0]
        assert deal.gains == [1, -1]  # the pot of two, less the stake
        assert deal.pot == 0

    def test_thirty_is_wrong(self) -> None:
        deal = before_a_trick_worth(10, mine=20).play("P1: 10S", "P2: 9S", "P1: claim")
        assert deal.card_points == [30, 0]
        # The claimer doubles the pot of two.
        assert deal.gains == [-1 - 2, -1]
        assert deal.pot == 4

    def test_after_a_right_claim_a_new_pot_is_staked(self) -> None:
        deal = before_a_trick_worth(11, mine=20, players=3).play("P1: AS", "P2: 9S", "P3: 6S", "P1: claim").next_deal()
        assert deal.pot == 3
        assert deal.dealer == "P1"

    def test_after_a_wrong_claim_the_doubled_pot_stays_without_new_stakes(self) -> None:
        deal = before_a_trick_worth(10, mine=20, players=3).play("P1: 10S", "P2: 9S", "P3: 6S", "P3: claim")
        assert deal.gains == [-1, -1, -1 - 3]
        deal.next_deal()
        assert deal.pot == 6
        assert deal.gains == [0, 0, 0]
        assert deal.dealer == "P3"

    def test_a_second_wrong_claim_doubles_again(self) -> None:
        deal = before_a_trick_worth(10, mine=20).play("P1: 10S", "P2: 9S", "P1: claim").next_deal()
        deal.lay_out({"P1": "10S", "P2": "9S"}, trump="H", leader="P1").play("P1: 10S", "P2: 9S", "P2: claim")
        assert deal.gains == [0, -4]
        assert deal.pot == 8

    def test_a_claim_comes_before_drawing_and_announcing(self) -> None:
        deal = dealt("bura", {"P1": "KS 9S 6D", "P2": "AH 7H 8D"}, "JH", "10H QH")
        deal.play("P1: KS", "P2: 8D")
        assert deal.may("P1", "claim")
        assert len(deal.hand("P1")) == len(deal.hand("P2")) == 2
        deal.play("P2: claim")
        assert deal.over
        assert deal.table.stock_left == 36 - 6

    def test_not_before_the_first_trick(self) -> None:
        deal = begun("bura")
        assert not any(move.kind == "claim" for move in deal.table.legal_moves())
        with pytest.raises(IllegalMoveError, match="between two tricks"):
            deal.pass_on().play(f"{deal.turn}: claim")

    def test_after_the_last_trick_too(self) -> None:
        deal = before_a_trick_worth(11, mine=20).play("P1: AS", "P2: 9S")
        assert not deal.hand("P1")
        assert deal.may("P1", "claim")

    def test_anybody_may_claim(self) -> None:
        deal = before_a_trick_worth(11, mine=20).play("P1: AS", "P2: 9S", "P1: pass")
        assert deal.may("P2", "claim")

    def test_a_claimer_of_enough_may_hold_more(self) -> None:
        deal = before_a_trick_worth(11, mine=90).play("P1: AS", "P2: 9S", "P1: claim")
        assert deal.gains == [1, -1]


@pytest.mark.clause("BU-10")
def test_the_first_to_claim_is_the_first_in_playing_order() -> None:
    deal = begun("bura", 3).lay_out({"P1": "7S", "P2": "9S", "P3": "AS"}, trump="H", leader="P1", points=[40, 40, 0])
    deal.play("P1: 7S", "P2: 9S", "P3: AS")
    asked = []
    while not deal.over:
        asked.append(deal.turn)
        deal.play(f"{deal.turn}: pass")
    assert asked == ["P3", "P1", "P2"]


@pytest.mark.clause("BU-11")
def test_nobody_claims() -> None:
    deal = before_a_trick_worth(11, mine=80, players=3).play("P1: AS", "P2: 9S", "P3: 6S").pass_on()
    assert deal.over
    assert deal.gains == [-1, -1, -1]
    assert deal.pot == 3
    dealer = deal.dealer
    deal.next_deal()
    assert deal.pot == 6
    assert deal.dealer == dealer


@pytest.mark.clause("BU-12")
class TestCombinations:
    def test_highest_first(self) -> None:
        hands = {"P1": "KS 9S 6S", "P2": "AC AS AD", "P3": "10H 9H 8H"}
        deal = dealt("bura+bura-leads-only", hands, "JH")
        assert deal.may("P3", "10H 9H 8H as bura")
        deal.play("P3: pass")
        assert deal.may("P2", "AC AS AD as three-aces")
        deal.play("P2: pass")
        assert deal.may("P1", "KS 9S 6S as molodka")
        deal.play("P1: pass")
        assert deal.is_lead
        assert deal.turn == "P1"

    def test_the_lead_for_one_who_did_not_win_the_last_trick(self) -> None:
        deal = dealt("bura", {"P1": "KS 9S 6D", "P2": "QC 9C 8D"}, "JH", "7D 10C")
        deal.play("P1: KS", "P2: 8D", "P2: QC 9C 10C as molodka")
        assert deal.turn == "P1"
        deal.play("P1: 9S 6D 7D")
        assert deal.winners == ["P1", "P2"]

    def test_before_the_first_trick(self) -> None:
        deal = dealt("bura", {"P1": "KS 9S 6D", "P2": "QC 9C 10C"}, "JH")
        assert deal.may("P2", "QC 9C 10C as molodka")

    def test_three_aces_are_led_though_they_are_of_three_suits(self) -> None:
        deal = dealt("bura", {"P1": "AS AC AD", "P2": "6H 7H QC"}, "JH").play(
            "P1: AS AC AD as three-aces", "P2: 6H 7H QC"
        )
        assert deal.winners == ["P1"]
        deal = dealt("bura", {"P1": "AS AC AD", "P2": "KS 9S 6D"}, "JH").pass_on()
        assert not deal.may("P1", "AS AC AD")

    def test_three_aces_may_be_beaten(self) -> None:
        trick = settle_trick("bura", ["P1: AS AC AD", "P2: 6H 7H 8H"], trump="H")
        assert trick.winner == 1

    def test_a_molodka_is_of_a_plain_suit(self) -> None:
        deal = dealt("bura+bura-leads-only", {"P1": "KS 9S 6D", "P2": "10H 9H 8H"}, "JH")
        assert deal.may("P2", "10H 9H 8H as bura")
        deal.play("P2: pass")
        assert deal.is_lead

    def test_announcing_is_a_choice(self) -> None:
        deal = dealt("bura", {"P1": "KS 9S 6D", "P2": "10H 9H 8H"}, "JH")
        assert deal.may("P2", "pass")
        assert deal.pass_on().turn == "P1"

    def test_equal_ones_in_playing_order(self) -> None:
        hands = {"P1": "KS 9C 6D", "P2": "KC QC JC", "P3": "9D 8D 7D", "P4": "6S 7S 8S"}
        deal = dealt("bura", hands, "JH", dealer="P2")
        asked = []
        while not deal.is_lead:
            asked.append(deal.turn)
            deal.play(f"{deal.turn}: pass")
        assert asked == ["P3", "P4", "P2"]


@pytest.mark.clause("BU-13")
class TestBura:
    def test_it_wins_the_pot(self) -> None:
        deal = dealt("bura", {"P1": "KS 9S 6D", "P2": "10H 9H 8H", "P3": "6C 7C 8D"}, "JH").play(
            "P2: 10H 9H 8H as bura"
        )
        assert deal.over
        assert deal.gains == [-1, 2, -1]
        assert deal.pot == 0
        assert deal.winners == []

    def test_between_tricks_too(self) -> None:
        deal = dealt("bura", {"P1": "KS 9S 6D", "P2": "10H 9H 8D"}, "JH", "7D 8H").play("P1: KS", "P2: 8D")
        deal.play("P2: 10H 9H 8H as bura")
        assert deal.gains == [-1, 1]

    def test_the_holders_alone_play_for_it(self) -> None:
        hands = {"P1": "10H 7H 6H", "P2": "KS 9S 6D", "P3": "AH 9H 8H", "P4": "6C 7C 8D"}
        deal = dealt("bura", hands, "JH").play("P1: 10H 7H 6H as bura")
        assert deal.turn == "P3"
        assert [set(move.cards) for move in deal.table.legal_moves()] == [{"AH", "9H", "8H"}]
        deal.play("P3: AH 9H 8H")
        assert deal.over
        assert deal.winners == ["P3"]
        assert deal.gains == [-1, -1, 3, -1]

    def test_who_announced_keeps_it_if_it_is_not_beaten(self) -> None:
        hands = {"P1": "10H 7H 6H", "P2": "KS 9S 6D", "P3": "KH 9H 8H", "P4": "6C 7C 8D"}
        deal = dealt("bura", hands, "JH").play("P1: 10H 7H 6H as bura", "P3: KH 9H 8H")
        # Nothing beats the ten.
        assert deal.gains == [3, -1, -1, -1]

    def test_the_first_to_announce_leads(self) -> None:
        hands = {"P1": "10H 7H 6H", "P2": "KS 9S 6D", "P3": "AH 9H 8H"}
        deal = dealt("bura", hands, "JH").play("P1: pass")
        assert deal.may("P3", "AH 9H 8H as bura")
        deal.play("P3: AH 9H 8H as bura")
        assert deal.turn == "P1"
        deal.play("P1: 10H 7H 6H")
        assert deal.gains == [-1, -1, 2]

    def test_the_record_has_the_trick_of_the_holders(self) -> None:
        hands = {"P1": "10H 7H 6H", "P2": "KS 9S 6D", "P3": "AH 9H 8H"}
        deal = dealt("bura", hands, "JH").play("P1: 10H 7H 6H as bura", "P3: AH 9H 8H")
        record = record_of(deal.table.game, deal.table.state, 0)
        assert record["moves"] == [
            {"seat": 0, "cards": ["6H", "7H", "10H"], "announce": "bura"},
            {"seat": 2, "cards": ["8H", "9H", "AH"]},
        ]
        assert record["tricks"] == [{"leader": 0, "winner": 2, "size": 3}]
        assert record["pot"] == {"before": 0, "staked": 3, "left": 0}

    def test_settled_as_a_trick(self) -> None:
        alone = settle_trick("bura", ["P1: 10H 7H 6H", "P2: AH 9H 8S"], trump="H")
        assert alone.winner == 0
        assert alone.announced == "bura"
        assert alone.would_win_pot
        both = settle_trick("bura", ["P1: 10H 7H 6H", "P3: AH 9H 8H"], trump="H", players=4)
        assert both.winner == 2
        assert both.is_complete


@pytest.mark.clause("BU-14")
def test_who_takes_the_pot_without_a_claim_deals_next() -> None:
    hands = {"P1": "10H 7H 6H", "P2": "KS 9S 6D", "P3": "AH 9H 8H"}
    deal = dealt("bura", hands, "JH", dealer="P3").play("P1: 10H 7H 6H as bura", "P3: AH 9H 8H").next_deal()
    assert deal.dealer == "P3"
    deal = dealt("bura", {"P1": "KS 9S 6D", "P2": "10H 9H 8H", "P3": "6C 7C 8D"}, "JH").play("P2: 10H 9H 8H as bura")
    assert deal.next_deal().dealer == "P2"


@pytest.mark.clause("BU-15")
class TestMatch:
    def test_twelve_deals(self) -> None:
        deal = begun("bura", 3)
        for _ in range(11):
            assert not deal.finish().table.is_match_over
            deal.next_deal()
        deal.finish()
        assert deal.table.is_match_over
        assert deal.table.state.outcome == BY_DEALS
        # Nobody has claimed: all have staked twelve times, and none is richest.
        assert deal.table.score == [-12, -12, -12]
        record = record_of(deal.table.game, deal.table.state, 0)
        assert record["outcome"] == {"winner": None, "value": 1, "reason": "deals"}
        assert record["pot"] == {"before": 33, "staked": 3, "left": 36}
        json.dumps(record)

    def test_the_richest_wins(self) -> None:
        deal = begun("bura+match.deals=1").lay_out({"P1": "AS", "P2": "9S"}, trump="H", leader="P1", points=[20, 0])
        deal.play("P1: AS", "P2: 9S", "P1: claim")
        assert deal.match_winner == "P1"


@pytest.mark.clause("BU-16")
def test_the_rule_sheet_warns_of_three_players() -> None:
    notes = " ".join(game_of("bura").rulebook.get("notes"))
    for text in ("three players or more", "throwing high cards", "only among people you trust"):
        assert text in notes


@pytest.mark.clause("BU-X1")
class TestWorkedExample:
    PLAYS = ("P1: QS 7S", "P2: 9D JS")

    def test_both_trumps_win(self) -> None:
        trick = settle_trick("bura", [*self.PLAYS, "P3: KD 8D"], trump="D", holding=["P3: 9S"])
        assert [step.takes_over for step in trick.steps] == [True, True, True]
        assert trick.steps[1].why == "9♦ beats Q♠; J♠ beats 7♠"
        assert trick.winner == 2

    def test_one_trump_is_not_enough(self) -> None:
        trick = settle_trick("bura", [*self.PLAYS, "P3: 8D 9S"], trump="D", holding=["P3: KD"])
        assert trick.winner == 1

    def test_to_win_both_trumps_must_be_played(self) -> None:
        winners = {
            cards: settle_trick("bura", [*self.PLAYS, f"P3: {cards}"], trump="D", holding=[f"P3: {left}"]).winner
            for cards, left in (("KD 8D", "9S"), ("KD 9S", "8D"), ("8D 9S", "KD"))
        }
        assert winners == {"KD 8D": 2, "KD 9S": 1, "8D 9S": 1}


# ---- Variants ----------------------------------------------------------------------------------------------


@pytest.mark.clause("BU-V1")
class TestThreeAcesWin:
    HANDS = {"P1": "KS 9S 6D", "P2": "AC AS AD", "P3": "7C 8D QC"}  # noqa: RUF012

    def test_the_pot_if_nobody_holds_bura(self) -> None:
        deal = dealt("bura+three-aces-win", self.HANDS, "JH").play("P2: AC AS AD as three-aces")
        assert deal.over
        assert deal.gains == [-1, 2, -1]
        assert deal.winners == []

    def test_only_the_lead_if_somebody_does(self) -> None:
        hands = self.HANDS | {"P3": "10H 9H 8H"}
        deal = dealt("bura+three-aces-win", hands, "JH").play("P2: AC AS AD as three-aces")
        assert deal.turn == "P3"
        deal.play("P3: 10H 9H 8H", "P1: KS 9S 6D")
        assert deal.winners == ["P3"]
        assert deal.pot == 3

    def test_elsewhere_they_only_lead(self) -> None:
        assert not dealt("bura", self.HANDS, "JH").play("P2: AC AS AD as three-aces").over


@pytest.mark.clause("BU-V2")
def test_bura_only() -> None:
    assert list(game_of("bura+bura-only").rulebook.get("combination")) == ["bura"]
    hands = {"P1": "KS 9S 6D", "P2": "AC AS AD", "P3": "7C 8C QC"}
    deal = dealt("bura+bura-only", hands, "JH")
    assert deal.is_lead
    assert deal.turn == "P1"
    hands["P3"] = "10H 9H 8H"
    assert dealt("bura+bura-only", hands, "JH").play("P3: 10H 9H 8H as bura").over
    # Each can be left out alone, too.
    assert list(game_of("bura+remove.combination=['molodka']").rulebook.get("combination")) == ["bura", "three-aces"]


@pytest.mark.clause("BU-V3")
class TestClosed:
    HANDS = {"P1": "KS 9S 6D", "P2": "AS 7S 8D", "P3": "7C 8C 7H"}  # noqa: RUF012

    def test_the_lead_is_face_up(self) -> None:
        deal = dealt("bura+closed", self.HANDS, "JH").pass_on()
        assert deal.may("P1", "KS")
        assert not deal.may("P1", "KS down")

    def test_what_beats_may_be_either(self) -> None:
        deal = dealt("bura+closed", self.HANDS, "JH").play("P1: KS")
        assert deal.may("P2", "AS")
        assert deal.may("P2", "AS down")

    def test_all_else_is_face_down(self) -> None:
        deal = dealt("bura+closed", self.HANDS, "JH").play("P1: KS")
        assert not deal.may("P2", "7S")
        assert deal.may("P2", "7S down")
        with pytest.raises(IllegalMoveError, match="must be played face down"):
            deal.play("P2: 7S")

    def test_what_is_face_down_has_no_power(self) -> None:
        deal = dealt("bura+closed", self.HANDS, "JH").play("P1: KS", "P2: AS down", "P3: 7C down")
        assert deal.winners == ["P1"]
        assert deal.card_points == [15, 0, 0]

    def test_the_next_must_beat_the_best_face_up(self) -> None:
        # The hidden ace does not count, so 7♥ need only beat the king.
        deal = dealt("bura+closed", self.HANDS, "JH").play("P1: KS", "P2: AS down", "P3: 7H")
        assert deal.winners == ["P3"]

    def test_what_each_knows(self) -> None:
        deal = dealt("bura+closed", self.HANDS, "JH").play("P1: KS", "P2: AS down", "P3: 7C down")
        state, pack = deal.table.state, deal.table.game.pack
        assert pack.names(int(state.face_up)) == ["KS"]
        assert [pack.names(int(state.hidden[seat])) for seat in range(3)] == [[], ["AS"], ["7C"]]

    def test_a_claim_is_a_risk(self) -> None:
        # P1 has 20, and can't know whether P2's face-down card counts 11 or nothing.
        for card, gain in (("AC", 1), ("6C", -3)):
            deal = begun("bura+closed").lay_out({"P1": "8H", "P2": card}, trump="H", leader="P1", points=[20, 0])
            deal.play("P1: 8H", f"P2: {card} down", "P1: claim")
            assert deal.gains[0] == gain

    def test_an_open_game_has_no_face_down_cards(self) -> None:
        deal = dealt("bura", self.HANDS, "JH").play("P1: KS")
        assert deal.may("P2", "7S")
        assert not deal.may("P2", "7S down")


@pytest.mark.clause("BU-V4")
def test_no_sixes() -> None:
    for name in ("bura+no-sixes", "kozel-money+no-sixes"):
        game = game_of(name)
        assert len(game.pack) == 32
        assert not any(card.startswith("6") for card in game.pack.places)
        assert sum(int(points) for points in game.rules.card_points) == 120


@pytest.mark.clause("BU-V5")
@pytest.mark.parametrize(
    ("players", "dealer", "first"), [(2, "P1", "P2"), (3, "P1", "P3"), (5, "P3", "P2"), (4, "P3", "P2")]
)
def test_the_right_leads(players: int, dealer: str, first: str) -> None:
    deal = begun("bura+right-leads", players, dealer=dealer).pass_on()
    assert deal.turn == first
    # The dealer plays second.
    deal.table.play_legal(0)
    assert deal.turn == dealer
