"""Kozel for points, clause by clause."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.clauses.trumps import TrumpDeal, begun, dealt
from tests.dealing import game_of
from trickbook.game.settle import settle_trick
from trickbook.game.table import IllegalMoveError
from trickbook.kernel.layout import BY_LAST_LEFT, BY_STOP
from trickbook.records import record_of
from trickbook.rulebook import RulebookError


def beats(card: str, target: str, trump: str) -> bool:
    return settle_trick("kozel-points", [f"P1: {target}", f"P2: {card}"], trump=trump).winner == 1


@pytest.mark.clause("KP-01")
class TestTable:
    @pytest.mark.parametrize(("players", "sides"), [(2, [0, 1]), (3, [0, 1, 2]), (4, [0, 1, 0, 1])])
    def test_sides(self, players: int, sides: list[int]) -> None:
        assert begun("kozel-points", players).table.side_of == sides

    @pytest.mark.parametrize("players", [5, 6])
    def test_two_to_four(self, players: int) -> None:
        with pytest.raises(RulebookError, match="expected 2, 3 or 4 players"):
            game_of("kozel-points", players)


@pytest.mark.clause("KP-02")
class TestShokha:
    def test_ranks_and_points_are_those_of_bura(self) -> None:
        one, two = game_of("kozel-points").rulebook, game_of("bura").rulebook
        for key in ("pack", "order", "points"):
            assert one.get(key) == two.get(key)

    def test_above_all(self) -> None:
        for trump in "CSHD":
            others = {f"A{trump}", f"10{trump}", "AS", "7S", "AC", "6D"}
            assert all(beats("6S", card, trump) for card in others)
            assert not any(beats(card, "6S", trump) for card in others)

    def test_worth_nothing(self) -> None:
        game = game_of("kozel-points")
        assert int(game.rules.card_points[game.pack.places["6S"][0]]) == 0

    def test_turned_up_it_makes_spades_trumps(self) -> None:
        deal = begun("kozel-points", 2)
        pack = [int(place) for place in deal.table.state.pack[:36]]
        shokha = deal.table.game.pack.places["6S"][0]
        pack.remove(shokha)
        pack.insert(8, shokha)
        deal.table.deal_pack(pack)
        assert deal.table.trump == "S"
        assert int(deal.table.state.turned) == shokha


@pytest.mark.clause("KP-03")
def test_four_cards_and_a_turned_one() -> None:
    deal = begun("kozel-points", 3, dealer="P3")
    pack = [deal.table.game.pack.name(int(place)) for place in deal.table.state.pack[:36]]
    assert deal.hand("P1") == {pack[0], pack[3], pack[6], pack[9]}
    assert deal.table.trump == pack[12][-1]
    assert deal.table.stock_left == 24
    while deal.table.stock_left:
        deal.pass_on().table.play_legal(0)
    last = (deal.table.leader + 2) % 3
    assert pack[12] in deal.table.hand(last)
    assert int(deal.table.state.turned_to) == last


@pytest.mark.clause("KP-04")
class TestFirstLead:
    @pytest.mark.parametrize(("players", "dealer", "first"), [(2, "P2", "P1"), (3, "P1", "P2"), (4, "P3", "P4")])
    def test_the_dealers_left(self, players: int, dealer: str, first: str) -> None:
        assert begun("kozel-points", players, dealer=dealer).pass_on().turn == first

    def test_the_winner_leads_unless_a_combination_does(self) -> None:
        hands = {"P1": "KS 9S 7C 7D", "P2": "QC 9C JC 8D"}
        deal = dealt("kozel-points", hands, "JH", "7H 10C").play("P1: KS", "P2: 8D down")
        assert deal.winners == ["P1"]
        assert deal.may("P2", "QC 9C JC 10C as molodka")
        assert deal.pass_on().turn == "P1"


@pytest.mark.clause("KP-05")
class TestLeads:
    def deal(self) -> TrumpDeal:
        return dealt("kozel-points", {"P1": "10D KD 6S 9C", "P2": "QC JS 8D 7H"}, "JH").pass_on()

    @pytest.mark.parametrize("lead", ["10D", "6S", "10D KD", "10D 6S", "9C 6S", "10D KD 6S"])
    def test_a_suit_and_the_shokha(self, lead: str) -> None:
        assert self.deal().may("P1", lead)

    @pytest.mark.parametrize("lead", ["10D 9C", "10D 9C 6S", "10D KD 6S 9C"])
    def test_not_two_suits(self, lead: str) -> None:
        with pytest.raises(IllegalMoveError):
            self.deal().play(f"P1: {lead}")

    def test_four(self) -> None:
        deal = dealt("kozel-points", {"P1": "10D KD 6S 9D", "P2": "QC JS 8D 7H"}, "JH").pass_on()
        assert deal.may("P1", "10D KD 6S 9D")

    def test_each_lead_once(self) -> None:
        # 6S stands in all four pools; each way to lead is listed once.
        deal = dealt("kozel-points", {"P1": "10S KS 6S 9S", "P2": "QC JH 8D 7H"}, "8H").pass_on()
        leads = [frozenset(move.cards) for move in deal.table.legal_moves()]
        assert len(leads) == len(set(leads)) == 4 + 6 + 4 + 1

    def test_nothing_beats_it(self) -> None:
        deal = self.deal().play("P1: 10D 6S")
        assert all(move.face_down for move in deal.table.legal_moves())


@pytest.mark.clause("KP-06")
class TestFollowing:
    def test_as_many_any_cards(self) -> None:
        deal = dealt("kozel-points", {"P1": "10D KD 6S 9C", "P2": "QC JS 8D 7H"}, "JH").play("P1: 10D KD")
        assert len({frozenset(move.cards) for move in deal.table.legal_moves()}) == 6

    def test_beating_is_that_of_bura(self) -> None:
        assert settle_trick("kozel-points", ["P1: AS 7S", "P2: 8S 6H"], trump="H").winner == 1
        assert settle_trick("kozel-points", ["P1: AS 7S", "P2: 8S 6C"], trump="H").winner == 0

    def test_the_shokha_beats_any_card(self) -> None:
        assert settle_trick("kozel-points", ["P1: AH", "P2: 6S"], trump="H").winner == 1
        assert settle_trick("kozel-points", ["P1: AS 7S", "P2: 8S 6S"], trump="H").winner == 1


@pytest.mark.clause("KP-07")
class TestFaceDown:
    HANDS = {"P1": "10D KD 6C 9C", "P2": "AD JS 8D 7S", "P3": "QC QS 8C 7D"}  # noqa: RUF012

    def test_what_beats_is_face_up(self) -> None:
        deal = dealt("kozel-points", self.HANDS, "JH").play("P1: 10D")
        assert deal.may("P2", "AD")
        assert not deal.may("P2", "AD down")
        with pytest.raises(IllegalMoveError, match="must be played face up"):
            deal.play("P2: AD down")

    def test_what_does_not_is_face_down(self) -> None:
        deal = dealt("kozel-points", self.HANDS, "JH").play("P1: 10D")
        assert deal.may("P2", "8D down")
        with pytest.raises(IllegalMoveError, match="must be played face down"):
            deal.play("P2: 8D")

    def test_the_best_play_so_far_counts(self) -> None:
        # A♦ would have to be beaten: what beats 10♦ alone is face down.
        deal = dealt("kozel-points", self.HANDS, "JH").play("P1: KD", "P2: AD")
        assert deal.may("P3", "7D down")
        deal = dealt("kozel-points", {**self.HANDS, "P3": "10D QS 8C 7D", "P1": "QD KD 6C 9C"}, "JH").play(
            "P1: KD", "P2: AD"
        )
        assert deal.may("P3", "10D down")

    def test_nobody_looks_at_them(self) -> None:
        deal = dealt("kozel-points", self.HANDS, "JH").play("P1: 10D", "P2: 8D down", "P3: QC down")
        state, pack = deal.table.state, deal.table.game.pack
        assert deal.winners == ["P1"]
        assert pack.names(int(state.face_up)) == ["10D"]
        assert [pack.names(int(state.hidden[seat])) for seat in range(3)] == [[], ["8D"], ["QC"]]


@pytest.mark.clause("KP-08")
class TestDrawing:
    def test_one_at_a_time_the_winner_first(self) -> None:
        deal = dealt("kozel-points", {"P1": "KS 9S 7C 7D", "P2": "QC AS JC 8D"}, "JH", "8H 10C").play(
            "P1: KS", "P2: AS"
        )
        assert deal.hand("P2") == {"QC", "JC", "8D", "8H"}
        assert deal.hand("P1") == {"9S", "7C", "7D", "10C"}

    @pytest.mark.parametrize(("players", "tricks"), [(2, 18), (3, 12), (4, 9)])
    def test_until_all_cards_are_played(self, players: int, tricks: int) -> None:
        deal = begun("kozel-points", players)
        while not deal.over:
            deal.pass_on()
            deal.table.play(min(deal.table.legal_moves(), key=lambda move: len(move.cards)))
        assert deal.table.stock_left == 0
        assert len(deal.winners) == tricks
        assert sum(deal.card_points) == 120


def announced(cards: str, *, trump: str = "H") -> str | None:
    """The combination that four cards are for a player who holds them, if any."""
    hands = {"P1": cards, "P2": "7C 8D 9H 7S"}
    deal = begun("kozel-points", 2).lay_out(hands, trump=trump, leader="P2", stock=20)
    names = [move.announce for move in deal.table.legal_moves() if move.announce]
    return names[0] if names else None


@pytest.mark.clause("KP-09")
class TestMoskva:
    @pytest.mark.parametrize(
        "cards", ["AC AS AH AD", "AC 10S 10H 10D", "AC 10S 10H 6S", "AC AS 10H 6S", "AC AS AD 6S", "AC AS 10C 10S"]
    )
    def test_aces_and_tens(self, cards: str) -> None:
        assert announced(cards) == "moskva"

    @pytest.mark.parametrize(
        "cards", ["10C 10S 10H 10D", "10C 10S 10H 6S", "AC AS AH KD", "AC AS KD 6S", "AC 10S 10H 6C"]
    )
    def test_what_is_none(self, cards: str) -> None:
        assert announced(cards) is None


@pytest.mark.clause("KP-10")
class TestMolodka:
    @pytest.mark.parametrize(
        "cards",
        ["6C 8C QC KC", "6H 8H QH KH", "8C QC KC 6S", "8H QH KH 6S", "8S QS KS 6S", "8S QS KS JS", "AC 10C KC 6S"],
    )
    def test_four_of_a_suit_or_three_and_the_shokha(self, cards: str) -> None:
        assert announced(cards) == "molodka"

    @pytest.mark.parametrize("cards", ["8C QC KC 9D", "8C QC 9D 6S", "8C QC KC 6D"])
    def test_what_is_none(self, cards: str) -> None:
        assert announced(cards) is None


@pytest.mark.clause("KP-11")
class TestAnnouncing:
    def test_before_the_first_trick_and_by_choice(self) -> None:
        deal = dealt("kozel-points", {"P1": "KS 9S 7C 7D", "P2": "QC 9C JC 10C"}, "JH")
        assert deal.may("P2", "QC 9C JC 10C as molodka")
        assert deal.may("P2", "pass")
        assert deal.pass_on().turn == "P1"

    def test_moskva_goes_before_molodka(self) -> None:
        hands = {"P1": "QC 9C JC 10C", "P2": "AC AS 10H 6S", "P3": "KD 9D 8S 7H"}
        deal = dealt("kozel-points", hands, "JH")
        assert deal.may("P2", "AC AS 10H 6S as moskva")
        deal.play("P2: pass")
        assert deal.may("P1", "QC 9C JC 10C as molodka")

    def test_equal_ones_in_playing_order(self) -> None:
        hands = {"P1": "QC 9C JC 10C", "P2": "KD 9H 8S 7H", "P3": "QD 9D JD 10D"}
        assert dealt("kozel-points", hands, "JH", dealer="P1").turn == "P3"
        assert dealt("kozel-points", hands, "JH", dealer="P3").turn == "P1"

    def test_a_moskva_is_the_one_lead_of_several_suits(self) -> None:
        hands = {"P1": "AC AS 10H 10D", "P2": "KD 9D 8S 7H"}
        deal = dealt("kozel-points", hands, "JH").play("P1: AC AS 10H 10D as moskva")
        assert deal.turn == "P2"
        deal = dealt("kozel-points", hands, "JH").pass_on()
        assert not deal.may("P1", "AC AS 10H 10D")

    def test_it_is_beaten_card_by_card(self) -> None:
        plays = ["P1: AC 10C 10D 10S", "P2: AD 6H 7H AS"]
        assert settle_trick("kozel-points", plays, trump="H").winner == 1
        plays = ["P1: AC AD 10D 10S", "P2: 8D 6H 7H AS"]
        assert settle_trick("kozel-points", plays, trump="H").winner == 0

    def test_the_shokha_in_it_by_nothing(self) -> None:
        plays = ["P1: AC 10C 10D 6S", "P2: 6H 7H 8H AH"]
        assert settle_trick("kozel-points", plays, trump="H").winner == 0
        # The same with a ten in its place is beaten.
        plays = ["P1: AC 10C 10D 10S", "P2: 6H 7H 8H AH"]
        assert settle_trick("kozel-points", plays, trump="H").winner == 1

    def test_the_trick_names_the_combination(self) -> None:
        trick = settle_trick("kozel-points", ["P1: AC 10C 10D 6S", "P2: 6H 7H 8H AH"], trump="H")
        assert trick.announced == "moskva"
        assert trick.as_json()["events"] == []

    def test_the_record_names_it(self) -> None:
        deal = dealt("kozel-points", {"P1": "KS 9S 7C 7D", "P2": "QC 9C JC 10C"}, "JH").play(
            "P2: QC 9C JC 10C as molodka"
        )
        record = record_of(deal.table.game, deal.table.state, 0)
        assert record["moves"] == [{"seat": 1, "cards": ["9C", "10C", "JC", "QC"], "announce": "molodka"}]


@pytest.mark.clause("KP-12")
def test_partners_count_together() -> None:
    deal = begun("kozel-points", 4).lay_out(
        {"P1": "AS", "P2": "9S", "P3": "8S", "P4": "7S"}, trump="H", leader="P3", points=[40, 69]
    )
    deal.play("P3: 8S", "P4: 7S down", "P1: AS", "P2: 9S down")
    assert deal.card_points == [51, 69]
    assert deal.gains == [2, 0]


def last_trick(
    points: Sequence[int],
    tricks: Sequence[int] = (),
    *,
    players: int,
    score: Sequence[int] = (),
    carry: int = 0,
    name: str = "kozel-points",
) -> TrumpDeal:
    """The last trick, worth nothing, won by P1; these are the points and tricks with it."""
    deal = begun(name, players, score=score, carry=carry)
    return play_last_trick(deal, points, tricks)


def play_last_trick(deal: TrumpDeal, points: Sequence[int], tricks: Sequence[int] = ()) -> TrumpDeal:
    cards = {"P1": "9S", "P2": "8S", "P3": "7S", "P4": "7C"}
    hands = {who: cards[who] for who in list(cards)[: deal.table.seats]}
    before = [*tricks] if tricks else [1] * len(points)
    before[0] -= 1
    deal.lay_out(hands, trump="H", leader="P1", points=points, tricks=before)
    deal.play("P1: 9S", *(f"{who}: {card} down" for who, card in list(hands.items())[1:]))
    assert deal.over
    return deal


@pytest.mark.clause("KP-13")
class TestTwoSides:
    @pytest.mark.parametrize("players", [2, 4])
    @pytest.mark.parametrize(
        ("points", "tricks", "penalties"),
        [
            ([61, 59], [5, 4], [0, 2]),
            ([89, 31], [8, 1], [0, 2]),
            ([90, 30], [8, 1], [0, 4]),
            ([119, 1], [8, 1], [0, 4]),
            ([120, 0], [8, 1], [0, 4]),  # a trick of no points
            ([120, 0], [9, 0], [0, 6]),  # no trick
            ([60, 60], [5, 4], [2, 2]),
            ([30, 90], [5, 4], [4, 0]),
            ([31, 89], [5, 4], [2, 0]),
            ([0, 120], [1, 8], [4, 0]),
        ],
    )
    def test_penalties(self, players: int, points: list[int], tricks: list[int], penalties: list[int]) -> None:
        assert last_trick(points, tricks, players=players).gains == penalties


@pytest.mark.clause("KP-14")
class TestThreePlayers:
    @pytest.mark.parametrize(
        ("points", "tricks", "penalties"),
        [
            ([50, 40, 30], [4, 4, 4], [0, 2, 2]),
            ([79, 21, 20], [4, 4, 4], [0, 2, 4]),
            ([78, 21, 21], [4, 4, 4], [0, 2, 2]),
            ([80, 20, 20], [4, 4, 4], [0, 4, 4]),
            ([120, 0, 0], [11, 1, 0], [0, 4, 6]),
            ([120, 0, 0], [12, 0, 0], [0, 6, 6]),
            ([50, 50, 20], [4, 4, 4], [2, 2, 4]),
            ([49, 49, 22], [4, 4, 4], [2, 2, 2]),
            ([60, 60, 0], [6, 6, 0], [2, 2, 6]),
            ([60, 60, 0], [6, 5, 1], [2, 2, 4]),
            ([40, 40, 40], [4, 4, 4], [2, 2, 2]),
            ([20, 80, 20], [4, 4, 4], [4, 0, 4]),
        ],
    )
    def test_penalties(self, points: list[int], tricks: list[int], penalties: list[int]) -> None:
        assert last_trick(points, tricks, players=3).gains == penalties


@pytest.mark.clause("KP-15")
class TestElimination:
    def test_at_twelve_one_is_out(self) -> None:
        deal = last_trick([60, 30, 30], players=3, score=[5, 10, 8])
        # 5, 12 and 10: P2 is out, the others go on with what they have.
        assert deal.table.score == [5, 12, 10]
        assert not deal.table.is_match_over
        deal.next_deal()
        assert deal.players == [0, 2]
        assert deal.table.score == [5, 10]
        assert deal.table.side_of == [0, 1]

    def test_eleven_is_not_out(self) -> None:
        deal = last_trick([60, 30, 30], players=3, score=[5, 9, 8]).next_deal()
        assert deal.table.seats == 3

    def test_two_play_by_the_table_for_two(self) -> None:
        deal = last_trick([60, 30, 30], players=3, score=[5, 10, 8]).next_deal()
        # 30 is little of two sides, and would be enough of three.
        assert play_last_trick(deal, [90, 30]).gains == [0, 4]

    def test_two_out_at_once_leave_a_winner(self) -> None:
        deal = last_trick([60, 30, 30], players=3, score=[11, 10, 10])
        assert deal.match_winner == "P1"
        assert deal.table.state.outcome == BY_LAST_LEFT

    def test_of_two_the_other_wins(self) -> None:
        deal = last_trick([90, 30], players=2, score=[10, 8])
        assert deal.match_winner == "P1"

    def test_a_team_is_out(self) -> None:
        deal = last_trick([30, 90], players=4, score=[8, 2])
        assert deal.table.is_match_over
        assert int(deal.table.state.outcome_winner) == 1

    def test_the_winner_after_an_elimination(self) -> None:
        deal = last_trick([60, 30, 30], players=3, score=[5, 10, 8]).next_deal()
        play_last_trick(deal, [90, 30])
        assert deal.table.is_match_over
        record = record_of(deal.table.game, deal.table.state, 0)
        assert record["outcome"] == {"winner": 0, "value": 1, "reason": "last-left"}
        assert (record["seats"], record["players"], record["before"], record["after"]) == (2, [0, 2], [5, 10], [5, 14])


@pytest.mark.clause("KP-16")
class TestAllAtTwelve:
    def test_two_with_different_totals(self) -> None:
        deal = last_trick([60, 60], players=2, score=[10, 11])
        # 12 and 13: the one with most is out.
        assert deal.match_winner == "P1"

    def test_two_with_equal_totals_play_on(self) -> None:
        deal = last_trick([60, 60], players=2, score=[11, 11])
        assert not deal.table.is_match_over
        deal.next_deal()
        assert deal.table.score == [13, 13]
        assert play_last_trick(deal, [60, 60]).gains == [2, 2]
        assert not deal.table.is_match_over
        deal.next_deal()
        play_last_trick(deal, [61, 59])
        # 15 and 17.
        assert deal.match_winner == "P1"

    def test_three_with_one_above_the_others(self) -> None:
        deal = last_trick([40, 40, 40], players=3, score=[10, 11, 10])
        assert not deal.table.is_match_over
        deal.next_deal()
        assert deal.players == [0, 2]
        assert deal.table.score == [12, 12]

    def test_three_with_two_above_the_third_play_on_as_three(self) -> None:
        deal = last_trick([40, 40, 40], players=3, score=[10, 11, 11]).next_deal()
        assert deal.players == [0, 1, 2]
        assert deal.table.score == [12, 13, 13]

    def test_three_equal_play_on(self) -> None:
        deal = last_trick([40, 40, 40], players=3, score=[11, 11, 11]).next_deal()
        assert deal.table.score == [13, 13, 13]

    def test_two_of_three_above_and_one_below_is_no_such_case(self) -> None:
        deal = last_trick([50, 50, 20], players=3, score=[10, 10, 2])
        assert deal.match_winner == "P3"

    def test_the_two_who_stay_beyond_play_on_until_one_has_more(self) -> None:
        deal = last_trick([40, 40, 40], players=3, score=[10, 11, 10]).next_deal()
        play_last_trick(deal, [61, 59])
        # 12 and 14.
        assert deal.table.is_match_over
        assert int(deal.table.state.outcome_winner) == 0

    def test_a_match_without_end_is_stopped(self) -> None:
        deal = last_trick([60, 60], players=2, score=[11, 11], name="kozel-points+match.at_most=1")
        assert deal.table.state.outcome == BY_STOP
        assert deal.match_winner is None


@pytest.mark.clause("KP-17")
class TestNextDealer:
    def test_to_the_left(self) -> None:
        assert last_trick([60, 30, 30], players=3).next_deal().dealer == "P1"

    def test_past_a_player_who_is_out(self) -> None:
        # P3 deals; P1 is next, and out, so P2 deals, who is now the first of two.
        deal = last_trick([30, 60, 30], players=3, score=[10, 2, 2])
        assert deal.dealer == "P3"
        deal.next_deal()
        assert deal.players == [1, 2]
        assert deal.players[int(deal.table.state.dealer)] == 1

    def test_the_dealer_goes_out(self) -> None:
        deal = last_trick([60, 30, 30], players=3, score=[2, 2, 10]).next_deal()
        assert deal.players == [0, 1]
        assert deal.players[int(deal.table.state.dealer)] == 0


@pytest.mark.clause("KP-X1")
def test_worked_example_of_a_trick() -> None:
    trick = settle_trick("kozel-points", ["P1: AC KC JC", "P2: 8H 6H QC", "P3: 6S 7H 10C"], trump="H")
    assert [step.takes_over for step in trick.steps] == [True, True, True]
    assert trick.winner == 2
    assert trick.steps[2].why == "6♠ beats 8♥; 7♥ beats 6♥; 10♣ beats Q♣"
    # 11 + 4 + 2, then 3, then 10.
    assert trick.points == {"P3": 30}


@pytest.mark.clause("KP-X2")
class TestWorkedExampleOfALead:
    def test_it_is_a_lead(self) -> None:
        trick = settle_trick("kozel-points", ["P1: 10D 6S KD"], trump="H")
        assert trick.winner == 0
        assert not trick.is_complete

    @pytest.mark.parametrize("trump", ["C", "S", "H", "D"])
    def test_nothing_beats_it(self, trump: str) -> None:
        others = {"C": "AC 10C KC", "S": "AS 10S KS", "H": "AH 10H KH", "D": "AD QD JD"}
        trick = settle_trick("kozel-points", ["P1: 10D 6S KD", f"P2: {others[trump]}"], trump=trump)
        assert trick.winner == 0
