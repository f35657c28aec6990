"""Dealing and play with single cards (BR-10 to BR-24)."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.clauses.plans import FIVE_TO_NONE, NINE_TRICKS, turned
from tests.dealing import MATADORS, dealt, game_of, planned
from trickbook.game.table import IllegalMoveError, Table
from trickbook.simulation.batches import match_blocks, simulate


@pytest.mark.clause("BR-10")
def test_partners_sit_opposite_each_other() -> None:
    table = Table(game_of("schwesing"))
    assert table.seats == 4
    assert table.side_of == [0, 1, 0, 1]


@pytest.mark.clause("BR-10")
def test_play_and_the_deal_go_clockwise() -> None:
    deal = planned("schwesing", *FIVE_TO_NONE, dealer="W")
    assert deal.over
    dealers = []
    for steps in range(1, 6):
        deal.next(*turned(FIVE_TO_NONE, steps))
        dealers.append(deal.name(deal.table.state.dealer))
    assert dealers == ["N", "E", "S", "W", "N"]


@pytest.mark.clause("BR-10")
def test_the_first_dealer_is_drawn_by_lot() -> None:
    rows = simulate(game_of("schwesing"), matches=800, seed=5, bots="random")
    first_dealers = np.bincount(rows["dealer"][rows["deal"] == 0], minlength=4)
    assert first_dealers.sum() == 800
    # A quarter each; the standard deviation is 12.
    assert all(140 < times < 260 for times in first_dealers)


@pytest.mark.clause("BR-11")
def test_no_matador_is_shown_in_the_cut() -> None:
    game = game_of("schwesing")
    blocks = match_blocks(game, deals=1500, seed=2, bots="random", keep=True)
    states = np.concatenate([block.states for block in blocks])
    rows = np.concatenate([block.rows for block in match_blocks(game, deals=1500, seed=2, bots="random")])
    cuts = []
    for state in states:
        pack = [int(place) for place in state["pack"][:36]]
        shuffled = [int(place) for place in state["in_order"][:36]]
        cut = shuffled.index(pack[0])
        assert pack == shuffled[cut:] + shuffled[:cut]
        assert game.pack.name(shuffled[cut - 1]) not in MATADORS
        assert game.pack.name(shuffled[-1]) not in MATADORS
        cuts.append(cut)
    # Each of the 35 cut points about 43 times.
    assert set(cuts) == set(range(1, 36))
    assert max(np.bincount(cuts)) < 80
    # Of two cards, one or both are matadors with chance 1 - 33/36 * 32/35 = 0.16.
    assert np.mean(rows["attempt"] > 0) > 0.12


@pytest.mark.clause("BR-12")
def test_three_cards_each_are_dealt_at_once_from_forehand_on() -> None:
    game = game_of("schwesing")
    table = Table(game)
    table.state.dealer = 1
    table.deal_pack(list(range(36)))
    names = [game.pack.name(place) for place in range(36)]
    assert [table.hand(seat) for seat in (2, 3, 0, 1)] == [tuple(names[i : i + 3]) for i in (0, 3, 6, 9)]
    assert table.stock_left == 24


@pytest.mark.clause("BR-12")
def test_a_deal_has_nine_tricks() -> None:
    deal = planned("schwesing", *NINE_TRICKS)
    assert deal.winners == ["N", "E", "N", "E", "N", "E", "E", "S", "W"]
    assert deal.over


@pytest.mark.clause("BR-20")
@pytest.mark.parametrize(("dealer", "forehand"), [("N", "E"), ("E", "S"), ("S", "W"), ("W", "N")])
def test_forehand_leads_to_the_first_trick(dealer: str, forehand: str) -> None:
    assert dealt("schwesing", dealer=dealer).turn == forehand


@pytest.mark.clause("BR-20")
def test_the_winner_leads_to_the_next_trick() -> None:
    deal = dealt("schwesing", {"N": "QC", "E": "9D", "S": "9C", "W": "6C"})
    assert deal.tricks("N: QC / 9D / 9C / 6C").turn == "S"


@pytest.mark.clause("BR-21")
def test_any_card_may_be_played() -> None:
    hands = {"N": "9C 7H QD", "E": "JC 7S 6D", "S": "9S 10C AD", "W": "KH 8C 6C"}
    for lead in hands["N"].split():
        deal = dealt("schwesing", hands).play(f"N: {lead}")
        for who in "ESW":
            assert all(deal.may(who, card) for card in hands[who].split())
            deal.play(f"{who}: {hands[who].split()[0]}")


@pytest.mark.clause("BR-21")
def test_only_cards_of_ones_own_hand_may_be_played() -> None:
    deal = dealt("schwesing", {"N": "9C", "E": "JC"})
    with pytest.raises(IllegalMoveError, match="North does not hold J♣"):
        deal.play("N: JC")


@pytest.mark.clause("BR-22")
@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("7H / JC / 7C / 7S", "S"),  # the highest seven, not the highest counter
        ("7S / JC / 9C / 7H", "N"),
        ("QC / 6D / 6S / 10C", "S"),  # the highest counter
        ("AC / 9D / JC / 9C", "S"),
        ("6D / QC / 7C / KC", "N"),
        ("10D / 10C / KC / QC", "N"),  # no counter: the led card
        ("8D / 7C / 8C / 7S", "N"),
    ],
)
def test_who_wins_a_single_trick(plays: str, winner: str) -> None:
    hands = dict(zip("NESW", plays.split("/"), strict=True))
    assert dealt("schwesing", hands).tricks(f"N: {plays}").winners == [winner]


@pytest.mark.clause("BR-23")
def test_the_winner_draws_first_then_the_others_in_turn() -> None:
    hands = {"N": "QC 8C KD", "E": "QS 8H 10D", "S": "9C 10H 8D", "W": "QH 10C KS"}
    deal = dealt("schwesing", hands, "JS 6D JH 6H").tricks("N: QC / QS / 9C / QH")
    assert deal.hand("S") == {"10H", "8D", "JS"}
    assert deal.hand("W") == {"10C", "KS", "6D"}
    assert deal.hand("N") == {"8C", "KD", "JH"}
    assert deal.hand("E") == {"8H", "10D", "6H"}
    assert deal.table.stock_left == 20


@pytest.mark.clause("BR-23")
def test_without_stock_play_goes_on_without_drawing() -> None:
    held = []
    for played in range(1, 9):
        deal = planned("schwesing", *NINE_TRICKS[:played])
        held.append((deal.table.stock_left, *(len(deal.hand(who)) for who in "NESW")))
    assert held[4:] == [(4, 3, 3, 3, 3), (0, 3, 3, 3, 3), (0, 2, 2, 2, 2), (0, 1, 1, 1, 1)]


@pytest.mark.clause("BR-24")
def test_the_deal_stops_at_five_tricks() -> None:
    deal = planned("schwesing", *FIVE_TO_NONE[:4])
    assert not deal.over
    assert deal.table.tricks_won == [4, 0]
    deal = planned("schwesing", *FIVE_TO_NONE)
    assert deal.over
    assert deal.table.tricks_won == [5, 0]
    assert deal.table.stock_left == 8
    with pytest.raises(IllegalMoveError, match="the deal is over"):
        deal.table.play(["QS"])


@pytest.mark.clause("BR-24")
def test_tricks_of_partners_count_together() -> None:
    # North-South stand at three, East-West at four, before the eighth trick; South takes it, West the last.
    assert not planned("schwesing", *NINE_TRICKS[:8]).over
    deal = planned("schwesing", *NINE_TRICKS)
    assert deal.over
    assert deal.table.tricks_won == [4, 5]


def test_plans_use_every_card_once() -> None:
    cards = [card for line in NINE_TRICKS for card in line[2:].replace("/", " ").split()]
    assert sorted(cards) == sorted(game_of("schwesing").pack.places)
    assert not any(first == second for first, second in combinations(cards, 2))
