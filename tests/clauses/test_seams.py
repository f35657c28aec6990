"""From one deal to the next: who leads first, who deals, and when a deal ends by itself."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tests.clauses.test_kozel_points import last_trick
from tests.clauses.trumps import TrumpDeal, begun
from tests.dealing import game_of
from trickbook.plugins import PluginSet
from trickbook.records import record_lines, replay
from trickbook.rulebook import RulebookError, load
from trickbook.simulation.batches import match_blocks

KOZEL = "kozel-points"


def first_leader(deal: TrumpDeal) -> str:
    return deal.name(int(deal.table.state.first_leader))


@pytest.mark.clause("BU-V6")
class TestWinnerOfTheLastTrickLeads:
    NAME = f"{KOZEL}+last-trick-leads"

    def test_the_first_deal_is_left_to_forehand(self) -> None:
        assert first_leader(begun(self.NAME, 3, dealer="P2")) == "P3"

    def test_then_who_won_the_last_trick(self) -> None:
        # P1 wins the last trick, and P3 has dealt; so P1 deals next, and P2 would lead by the usual rule.
        deal = last_trick([60, 30, 30], players=3, name=self.NAME).next_deal()
        assert (deal.dealer, first_leader(deal)) == ("P1", "P1")

    def test_in_a_whole_match_as_it_comes(self) -> None:
        deal = begun(self.NAME, 4).finish()
        for _ in range(3):
            last = deal.winners[-1]
            deal.next_deal()
            assert first_leader(deal) == last
            assert deal.is_lead is False or deal.turn == last
            deal.finish()

    def test_past_a_leader_who_is_out(self) -> None:
        # P1 wins the last trick and has 10 points, 2 more are 12: P1 is out, and P2, now the first, leads.
        deal = last_trick([30, 60, 30], players=3, score=[10, 0, 0], name=self.NAME).next_deal()
        assert deal.players == [1, 2]
        assert deal.players[int(deal.table.state.first_leader)] == 1

    def test_the_winner_of_a_deal_may_lead_instead(self) -> None:
        name = f'{KOZEL}+lead.first="last-deal"'
        deal = last_trick([20, 30, 70], players=3, name=name).next_deal()
        assert first_leader(deal) == "P3"
        # Nobody has most alone: forehand leads. P3 has dealt, P1 deals now.
        deal = last_trick([20, 50, 50], players=3, name=name).next_deal()
        assert first_leader(deal) == "P2"


@pytest.mark.clause("BU-V7", "BU-V8")
@pytest.mark.parametrize(
    ("following", "points", "dealer"),
    [  # P3 has dealt, or P4 of four.
        ("left", [60, 30, 30], "P1"),
        ("right", [60, 30, 30], "P2"),
        ("winner", [60, 30, 30], "P1"),
        ("winner", [30, 60, 30], "P2"),
        ("winner", [50, 50, 20], "P3"),
        ("winner", [70, 50], "P1"),  # of P1 and P3, the first in turn after P4
        ("winner", [50, 70], "P4"),  # of P2 and P4, the dealer
        ("loser", [60, 20, 40], "P2"),
        ("loser", [60, 30, 30], "P3"),
        ("loser", [70, 50], "P4"),
        ("loser", [50, 70], "P1"),
    ],
)
def test_who_deals_next(following: str, points: Sequence[int], dealer: str) -> None:
    players = 4 if len(points) == 2 else 3
    deal = last_trick(points, players=players, name=f'{KOZEL}+dealer.next="{following}"').next_deal()
    assert deal.dealer == dealer


@pytest.mark.clause("BU-V8")
def test_least_wins_turns_winner_and_loser_round() -> None:
    for following, dealer in (("winner", "P2"), ("loser", "P1")):
        name = f'{KOZEL}+end.least_wins=true+dealer.next="{following}"'
        assert last_trick([60, 20, 40], players=3, name=name).next_deal().dealer == dealer


@pytest.mark.clause("BU-V7")
def test_who_deals_right_passes_those_who_are_out() -> None:
    # P3 has dealt; P2, on the right, goes out with 10 and 2 more, so P1 deals.
    deal = last_trick([60, 30, 30], players=3, score=[0, 10, 0], name=f'{KOZEL}+dealer.next="right"').next_deal()
    assert deal.players == [0, 2]
    assert deal.dealer == "P1"


@pytest.mark.clause("BU-V7")
def test_who_took_the_pot_has_won() -> None:
    deal = begun('bura+dealer.next="winner"', 3, dealer="P1")
    deal.lay_out({"P1": "6C", "P2": "7C", "P3": "8C"}, trump="H", leader="P1", points=[0, 40, 0])
    deal.play("P1: 6C", "P2: 7C", "P3: 8C", "P2: claim")
    assert deal.over
    assert deal.next_deal().dealer == "P2"


@pytest.mark.clause("HK-06")
def test_no_shokha() -> None:
    deal = begun(f"{KOZEL}+no-shokha", 2)
    deal.lay_out({"P1": "AC 6C", "P2": "6S 7C"}, trump="H", leader="P1")
    assert not deal.play("P1: AC").may("P2", "6S")
    assert deal.may("P2", "6S down")


@pytest.mark.clause("HK-07")
def test_three_at_most() -> None:
    deal = begun(f"{KOZEL}+three-at-most", 2)
    deal.lay_out({"P1": "6C 7C 8C 9C", "P2": "6H 7H 8H 9D"}, trump="H", leader="P1").pass_on()
    assert deal.may("P1", "6C 7C 8C")
    assert not deal.may("P1", "6C 7C 8C 9C")


@pytest.mark.clause("HK-08")
class TestEndByCardPoints:
    NAME = "briscola+end.card_points=61"

    def deal(self, points: Sequence[int]) -> TrumpDeal:
        deal = begun(self.NAME, 2)
        deal.lay_out({"P1": "AC 2C", "P2": "3C 4C"}, trump="H", leader="P1", points=points)
        return deal.play("P1: AC", "P2: 3C")  # 21 points for P1

    def test_as_soon_as_a_side_has_them(self) -> None:
        assert self.deal([40, 30]).over
        assert self.deal([40, 30]).gains == [1, 0]

    def test_and_not_before(self) -> None:
        assert not self.deal([39, 30]).over

    def test_card_points_that_nobody_has(self) -> None:
        for points, name in (("121", "briscola"), ("31", "bura"), ("61", "kozel-points")):
            with pytest.raises(RulebookError) as caught:
                load(f"{name}+end.card_points={points}", plugins=PluginSet())
            assert [finding.key for finding in caught.value.findings] == ["end.card_points"]


@pytest.mark.parametrize(
    ("name", "found"),
    [("bura", "where a pot is played for"), ("schwesing+schwesing-tournament", "the deal passes to the left")],
)
def test_who_can_t_deal_next(name: str, found: str) -> None:
    with pytest.raises(RulebookError, match=found):
        load(f'{name}+dealer.next="loser"', plugins=PluginSet())


class TestRecords:
    NAME = f"{KOZEL}+last-trick-leads"

    def lines(self, name: str = NAME, players: int = 3) -> list[str]:
        game = game_of(name, players)
        blocks = match_blocks(game, deals=12, seed=4, bots="random", keep=True)
        return [line for block in blocks for line in record_lines(game, block, 4, set())]

    def problems(self, lines: Sequence[str]) -> list[str]:
        return [problem for replayed in replay(lines) for problem in replayed.problems]

    def test_they_state_the_leader_and_can_begin_in_the_middle(self) -> None:
        rules, *records = self.lines()
        assert self.problems([rules, *records]) == []
        middle = next(i for i, line in enumerate(records) if json.loads(line)["deal"] == 2)
        assert self.problems([rules, *records[middle:]]) == []

    @pytest.mark.parametrize("first", ["last-trick", "last-deal"])
    @pytest.mark.parametrize("name", ["spades", "oh-hell", "hearts+lead.holder=[]"])
    def test_they_replay_where_steps_come_before_the_first_lead(self, name: str, first: str) -> None:
        rules, *records = self.lines(f"{name}+lead.first={first}", 4)
        assert len({json.loads(line)["leader"] for line in records}) > 1
        assert self.problems([rules, *records]) == []

    def test_another_leader_is_found(self) -> None:
        rules, first, second, *_ = self.lines()
        changed = json.loads(second)
        changed["leader"] = (changed["leader"] + 1) % 3
        assert any(problem.startswith("leader:") for problem in self.problems([rules, first, json.dumps(changed)]))
        del changed["leader"]
        assert any("no 'leader'" in problem for problem in self.problems([rules, first, json.dumps(changed)]))

    def test_other_games_have_none(self) -> None:
        game = game_of(KOZEL, 3)
        (block,) = match_blocks(game, deals=1, seed=4, bots="random", keep=True)
        assert "leader" not in json.loads([*record_lines(game, block, 4, set())][-1])
