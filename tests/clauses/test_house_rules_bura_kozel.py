"""House rules of Bura and both Kozels, alone and stacked, and what they do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.clauses.test_kozel_points import last_trick, play_last_trick
from tests.clauses.trumps import begun, dealt
from tests.dealing import game_of
from trickbook.cards import parse_card
from trickbook.game.settle import settle_trick
from trickbook.game.table import IllegalMoveError
from trickbook.plugins import PluginSet
from trickbook.rulebook import Finding, RulebookError, load


@pytest.mark.clause("HK-01")
class TestTieDoubles:
    NAME = "kozel-points+tie-doubles"

    @pytest.mark.parametrize("players", [2, 4])
    def test_sixty_to_sixty_costs_nothing_and_doubles_the_next(self, players: int) -> None:
        deal = last_trick([60, 60], players=players, name=self.NAME)
        assert deal.gains == [0, 0]
        assert deal.carry == (0, 1)
        deal.next_deal()
        play_last_trick(deal, [61, 59])
        assert deal.gains == [0, 4]
        assert deal.carry == (1, 0)

    def test_ties_in_a_row_double_again(self) -> None:
        deal = last_trick([60, 60], players=2, name=self.NAME).next_deal()
        assert play_last_trick(deal, [60, 60]).carry == (1, 2)
        deal.next_deal()
        # Four times a penalty of 2.
        assert play_last_trick(deal, [61, 59]).gains == [0, 8]

    def test_every_penalty_is_doubled(self) -> None:
        assert last_trick([90, 30], [8, 1], players=2, name=self.NAME, carry=1).gains == [0, 8]
        assert last_trick([120, 0], [9, 0], players=2, name=self.NAME, carry=1).gains == [0, 12]

    def test_for_the_next_deal_alone(self) -> None:
        deal = last_trick([60, 60], players=2, name=self.NAME).next_deal()
        play_last_trick(deal, [61, 59])
        deal.next_deal()
        assert play_last_trick(deal, [61, 59]).gains == [0, 2]

    def test_not_of_three_sides(self) -> None:
        deal = last_trick([60, 60, 0], [6, 5, 1], players=3, name=self.NAME)
        assert deal.gains == [2, 2, 4]
        assert deal.carry == (0, 0)

    def test_nor_any_other_score(self) -> None:
        assert last_trick([61, 59], players=2, name=self.NAME).carry == (0, 0)


@pytest.mark.clause("HK-02")
class TestThreeAceMoskva:
    NAME = "kozel-points+moskva-three-aces"

    def names(self, cards: str, name: str = NAME, trump: str = "H") -> list[str]:
        deal = begun(name, 2).lay_out({"P1": cards, "P2": "7C 8D 9H 7S"}, trump=trump, leader="P2", stock=20)
        return sorted({move.announce for move in deal.table.legal_moves() if move.announce})

    @pytest.mark.parametrize("cards", ["AC AS AD KH", "AC AS AH 6C", "AC AS AD 6S"])
    def test_three_aces(self, cards: str) -> None:
        assert self.names(cards) == ["moskva"]

    @pytest.mark.parametrize("cards", ["AC AS 6S KH", "AC 10S 10H 10D", "AC AS KH 10H"])
    def test_what_is_none(self, cards: str) -> None:
        assert self.names(cards) == []

    def test_with_the_ace_of_trumps_or_not(self) -> None:
        name = self.NAME + '+combination.moskva.at_least_suits="trump"'
        assert self.names("AC AS AH KD", name) == ["moskva"]
        assert self.names("AC AS AD KH", name) == []
        assert self.names("AC AS AD KH", name, trump="D") == ["moskva"]

    def test_three_cards_are_led(self) -> None:
        deal = begun(self.NAME, 2).lay_out({"P1": "AC AS AD KH", "P2": "7H 8H 9H 7S"}, trump="H", leader="P2", stock=20)
        deal.play("P1: AC AS AD as moskva", "P2: 7H 8H 9H")
        assert deal.winners[-1] == "P2"


@pytest.mark.clause("HK-03")
class TestBuraLeadsOnly:
    @pytest.mark.parametrize("name", ["bura+bura-leads-only", "kozel-money+bura-leads-only"])
    def test_it_leads_and_can_be_beaten(self, name: str) -> None:
        more = {"bura": ["", ""], "kozel-money": [" 6C", " 7S"]}[name.partition("+")[0]]
        hands = {"P1": "AH 10H KH" + more[1], "P2": "QH 9H 8H" + more[0]}
        deal = dealt(name, hands, "JH", dealer="P1")
        deal.play("P2: QH 9H 8H as bura", "P1: AH 10H KH")
        assert deal.winners == ["P1"]
        assert deal.pot == 2

    def test_it_is_a_choice(self) -> None:
        deal = dealt("kozel-money+bura-leads-only", {"P1": "KS 9S 6D 7S", "P2": "10H 9H 8H 6C"}, "JH")
        assert deal.may("P2", "pass")


@pytest.mark.clause("HK-04")
class TestTensBelowJacks:
    @pytest.mark.parametrize("game", ["bura", "kozel-money", "kozel-points"])
    def test_order(self, game: str) -> None:
        name = f"{game}+tens-below-jacks"
        for higher, lower in (("A", "K"), ("K", "Q"), ("Q", "J"), ("J", "10"), ("10", "9"), ("9", "8"), ("7", "6")):
            assert settle_trick(name, [f"P1: {lower}C", f"P2: {higher}C"], trump="H").winner == 1
            assert settle_trick(name, [f"P1: {higher}C", f"P2: {lower}C"], trump="H").winner == 0

    def test_it_counts_as_before(self) -> None:
        assert settle_trick("bura+tens-below-jacks", ["P1: 10C", "P2: JC"], trump="H").points == {"P2": 12}

    def test_before_and_after_no_sixes(self) -> None:
        one, two = game_of("bura+no-sixes+tens-below-jacks"), game_of("bura+tens-below-jacks+no-sixes")
        assert one.rulebook.digest == two.rulebook.digest
        assert one.rulebook.get("order.ranks") == ["A", "K", "Q", "J", "10", "9", "8", "7"]


@pytest.mark.clause("HK-05")
def test_game_to_16() -> None:
    name = "kozel-points+game-to-16"
    assert not last_trick([90, 30], players=2, score=[0, 11], name=name).table.is_match_over
    assert last_trick([90, 30], players=2, score=[0, 12], name=name).match_winner == "P1"


# ---- What `check` refuses ------------------------------------------------------------------------------------


def findings(game: str, players: int | None = None) -> Sequence[Finding]:
    with pytest.raises(RulebookError) as error:
        load(game, players=players, plugins=PluginSet())
    return error.value.findings


class TestRefusals:
    @pytest.mark.clause("KM-01")
    def test_six_players_at_kozel_for_money(self) -> None:
        (finding,) = findings("kozel-money", players=6)
        assert (finding.key, finding.problem) == ("table.players", "the game is not made for 6 players")
        assert finding.expected == "2, 3, 4 or 5 players (table.players_allowed)"

    @pytest.mark.clause("BU-V3")
    @pytest.mark.parametrize("game", ["schwesing", "treia", "kozel-points"])
    def test_closed_elsewhere(self, game: str) -> None:
        (finding,) = findings(f"{game}+closed")
        assert finding.key == "fits"
        assert "does not fit" in finding.problem
        assert "bura" in finding.expected

    def test_a_combination_larger_than_a_hand(self) -> None:
        (finding,) = findings("bura+combination.three-aces.cards=4")
        assert finding.key == "combination.three-aces.cards"
        assert finding.problem == "4 cards can't be held in a hand of 3"

    def test_trumps_without_suits(self, tmp_path: Path) -> None:
        file = tmp_path / "no-suits.toml"
        file.write_text('[pack]\nsuits = []\njokers = 2\n[trump]\nchosen = "turned"\n', "utf-8")
        problems = {finding.key: finding.problem for finding in findings(str(file))}
        assert problems["trump.chosen"] == "there can't be a trump suit in a pack without suits"

    def test_points_for_ranks_that_are_not_there(self) -> None:
        (finding,) = findings("bura+no-sixes+points.6=1")
        assert (finding.key, finding.problem) == ("points.6", '"6" is not in the pack')

    def test_a_penalty_table_with_a_gap(self, tmp_path: Path) -> None:
        for row, gap in (
            ("no-trick", "2 sides, a side that has lost with 0 tricks"),
            ("some-tricks", "2 sides, a side that has lost with 1 trick"),
            ("sixty-all", "2 sides, a side that has tied"),
            ("most", "2 sides, a side that has won"),
        ):
            file = tmp_path / f"{row}.toml"
            file.write_text(f'[remove]\nscore = ["{row}"]\n', "utf-8")
            found = findings(f"kozel-points+{file}")
            assert {finding.key for finding in found} == {"score"}
            assert gap in found[0].problem, found[0].problem

    @pytest.mark.clause("KP-14")
    def test_a_penalty_table_with_a_gap_for_three(self, tmp_path: Path) -> None:
        file = tmp_path / "gap.toml"
        file.write_text('[remove]\nscore = ["tied-for-most"]\n', "utf-8")
        load(f"kozel-points+{file}", plugins=PluginSet(), players=2)
        (finding,) = findings(f"kozel-points+{file}", players=3)
        assert "3 sides, a side that has tied" in finding.problem

    @pytest.mark.parametrize("variant", ["three-aces-win", "bura-only"])
    def test_house_rules_for_what_kozel_for_money_has_not(self, variant: str) -> None:
        assert any("bura, four-aces" in finding.expected for finding in findings(f"kozel-money+{variant}"))

    def test_no_wild_card(self) -> None:
        with pytest.raises(RulebookError, match=r"shokha\.cards: there is no wild card"):
            game_of("kozel-points+shokha.cards=[]")

    def test_a_wild_card_that_is_not_there(self) -> None:
        (finding,) = findings("kozel-points+shokha.cards=['5S']")
        assert finding.problem == '"5S" is not in the pack'


# ---- Stacks --------------------------------------------------------------------------------------------------


class TestSevenHouseRules:
    SEVEN = (
        "three-aces-win",
        "bura-only",
        "closed",
        "no-sixes",
        "right-leads",
        "bura-leads-only",
        "tens-below-jacks",
    )
    GAME = "+".join(("bura", *SEVEN))

    @pytest.mark.clause("BU-V1", "BU-V2", "BU-V3", "BU-V4", "BU-V5", "HK-03", "HK-04")
    def test_values_and_where_they_come_from(self) -> None:
        book = load(self.GAME, plugins=PluginSet())
        assert book.lineage == ("bura", *self.SEVEN)
        for key, value, layer in (
            ("follow.face_down", "may", "closed"),
            ("lead.first", "right", "right-leads"),
            ("pack.ranks", ["7", "8", "9", "10", "J", "Q", "K", "A"], "no-sixes"),
            ("order.ranks", ["A", "K", "Q", "J", "10", "9", "8", "7"], "tens-below-jacks"),
            ("combination.bura.gives", "lead", "bura-leads-only"),
            ("combination.bura.suits", "trump", "bura"),
            ("claim.points", 31, "bura"),
        ):
            assert book.get(key) == value
            assert book.origins[key].layer == layer
        assert list(book.get("combination")) == ["bura"]

    def test_it_is_played(self) -> None:
        deal = begun(self.GAME, 3, dealer="P1").pass_on()
        assert deal.turn == "P3"
        assert deal.finish().over

    def test_the_last_one_has_the_last_word(self) -> None:
        one = load('bura+bura-leads-only+combination.bura.gives="pot"', plugins=PluginSet())
        assert one.get("combination.bura.gives") == "pot"
        (finding,) = findings("bura+bura-only+three-aces-win")
        assert finding.problem == "any 3 cards make this combination"


# ---- The wild card is a setting ------------------------------------------------------------------------------


@pytest.mark.clause("KP-02", "KP-05", "KP-10")
class TestAnotherWildCard:
    NAME = "kozel-points+shokha.cards=['7H']"

    def test_it_takes_the_place_of_the_six(self) -> None:
        assert settle_trick(self.NAME, ["P1: AC", "P2: 7H"], trump="C").winner == 1
        assert settle_trick(self.NAME, ["P1: 7H", "P2: AC"], trump="C").winner == 0
        assert settle_trick(self.NAME, ["P1: 7S", "P2: 6S"], trump="C").winner == 0

    def test_it_joins_leads(self) -> None:
        settle_trick(self.NAME, ["P1: 10D KD 7H"], trump="C")
        with pytest.raises(IllegalMoveError):
            settle_trick(self.NAME, ["P1: 10D KD 6S"], trump="C")

    def test_two_of_them(self) -> None:
        name = "kozel-points+shokha.cards=['6S','6C']"
        assert settle_trick(name, ["P1: 6C", "P2: 6S"], trump="H").winner == 1
        assert settle_trick(name, ["P1: 6S", "P2: 6C"], trump="H").winner == 0
        assert settle_trick(name, ["P1: AH", "P2: 6C"], trump="H").winner == 1
        deal = dealt(name, {"P1": "6S 6C KD 9D", "P2": "QC JS 8D 7H"}, "JH").pass_on()
        leads = [frozenset(move.cards) for move in deal.table.legal_moves()]
        # Singles, pairs with one and with both, K♦ 9♦, triples and all four: each once.
        assert len(leads) == len(set(leads)) == 4 + 6 + 4 + 1

    def test_what_it_may_stand_for(self) -> None:
        name = "kozel-points+shokha.stands_for=['A']"
        cards = "6S 10C 10D 10H"
        for game, names in ((name, {"moskva"}), ("kozel-points+shokha.stands_for=[]", set())):
            hand = "6S AC 10D 10H"
            deal = begun(game, 2).lay_out({"P1": hand, "P2": "7C 8D 9H 7S"}, trump="H", leader="P2", stock=20)
            assert {move.announce for move in deal.table.legal_moves()} - {""} == names
        # One ace must be real in any case.
        deal = begun(name, 2).lay_out({"P1": cards, "P2": "7C 8D 9H 7S"}, trump="H", leader="P2", stock=20)
        assert deal.is_lead

    def test_wild_leads_are_counted_and_not_recorded(self) -> None:
        game = game_of("kozel-points")
        assert [(event.name, event.recorded) for event in game.events] == [("wild-lead", False)]
        deal = dealt("kozel-points", {"P1": "10D KD 6S 9C", "P2": "QC JS 8D 7H"}, "JH").play("P1: 10D 6S")
        assert deal.events == ["0 wild-lead P1 6S"]
        deal = dealt("kozel-points", {"P1": "10D KD 9S 9C", "P2": "QC 6S 8D 7H"}, "JH").play("P1: 10D", "P2: 6S")
        assert deal.events == []

    def test_copies_do_not_beat_each_other(self) -> None:
        name = "kozel-points+pack.ranks=['6','10','J','Q','K','A']+pack.copies=2"
        game = game_of(name)
        both = game.pack.places["6S"]
        assert game.pack.cards[both[0]] % 54 == parse_card("6S")
        assert all(int(game.rules.beaten_by[trump, place]) == 0 for place in both for trump in range(5))
