"""Tricks of two and three cards (BR-30 to BR-37, BR-54), with the worked examples BR-X1 to BR-X5."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.clauses.plans import NINE_TRICKS
from tests.dealing import Deal, cards_of, dealt, game_of, planned
from trickbook.game.table import IllegalMoveError, Move
from trickbook.kernel import engine
from trickbook.kernel.layout import NO_TRUMP


def takes_over(cards: str, winning: str) -> bool:
    game = game_of("schwesing")
    targets, own = (np.uint64(game.pack.mask(cards_of(text))) for text in (winning, cards))
    return bool(engine.all_beaten(game.rules, NO_TRUMP, targets, own))


def leads(deal: Deal) -> set[str]:
    return {" ".join(move.cards) for move in deal.table.legal_moves()}


@pytest.mark.clause("BR-30")
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("KH KD 9C", {"KH", "KD", "9C", "KH KD"}),  # K♥ stays a king
        ("8C 8S JC", {"8C", "8S", "JC", "8C 8S"}),
        ("JC JD AS", {"JC", "JD", "AS", "JC JD"}),
        ("7C 7D 6H", {"7C", "7D", "6H", "7C 7D"}),
        ("QC KC AC", {"QC", "KC", "AC"}),  # one suit is not one rank
        ("JC KH 8S", {"JC", "KH", "8S"}),
    ],
)
def test_two_of_a_rank_may_be_led_together(hand: str, expected: set[str]) -> None:
    assert leads(dealt("schwesing", {"N": hand})) == {" ".join(sorted_as_dealt(cards)) for cards in expected}


def sorted_as_dealt(cards: str) -> list[str]:
    pack = game_of("schwesing").pack
    return pack.names(pack.mask(cards_of(cards)))


@pytest.mark.clause("BR-30")
def test_cards_of_two_ranks_can_not_be_led_together() -> None:
    deal = dealt("schwesing", {"N": "KH KD 9C"})
    with pytest.raises(IllegalMoveError, match="cards of a lead are of one rank"):
        deal.play("N: KH 9C")


@pytest.mark.clause("BR-31")
def test_the_others_play_as_many_cards_as_were_led() -> None:
    deal = dealt("schwesing", {"N": "10D 10S QC", "E": "9C 7H KD", "S": "6D 6H AS", "W": "JC KH 8H"})
    deal.play("N: 10D 10S")
    for who, hand in (("E", "9C 7H KD"), ("S", "6D 6H AS"), ("W", "JC KH 8H")):
        first, second, third = hand.split()
        allowed = [{first, second}, {first, third}, {second, third}]
        found = [set(move.cards) for move in deal.table.legal_moves()]
        assert len(found) == 3
        assert all(pair in found for pair in allowed)
        with pytest.raises(IllegalMoveError, match="each plays two cards, not one"):
            deal.play(f"{who}: {first}")
        deal.play(f"{who}: {first} {second}")


@pytest.mark.clause("BR-32")
@pytest.mark.parametrize(
    ("cards", "winning", "result"),
    [
        ("JH 9C", "6H AD", True),
        ("9C JH", "AD 6H", True),
        ("JH JS", "6H AD", False),  # no jack but J♣ beats an ace
        ("9C 10D", "6H AD", False),  # one card can't beat two
        ("9H 6C", "9D 6D", True),  # 9♥ beats both, 6♣ only the six
        ("6C 9H", "6D 9D", True),
        ("9C 6D", "9D 6C", False),
        ("KH 6C", "9C 8S", False),
        ("KH 9S", "9H 9D", True),
        ("6C 6S", "QC QS", True),
        ("6C QH", "QC QS", False),
        ("7C 7S", "7H 7D", True),
        ("7C 7H", "7S 7D", True),
        ("7S 7H", "7C 7D", False),
        ("JC KH", "7H 7D", False),
        ("7C JC", "7S 7D", False),
        ("7C 7S", "10C 10S", False),
        ("AC 9D JC", "AS AH AD", True),
        ("AC 9D AS", "AH AD JS", True),
        ("9S AC 6C", "9H AS JD", False),  # 6♣ beats none of them
        ("JC 6C 6S", "KH QC QD", True),
        ("9H JC 6S", "9D AC 6H", True),  # 9♥ must leave 6♥ to 6♠
        ("6S 9H JC", "AC 6H 9D", True),
        ("8S JC 6D", "KH 9C QC", True),
        ("8S KH 6D", "9C 9S 9H", False),
    ],
)
def test_each_winning_card_is_beaten_by_a_different_one(cards: str, winning: str, result: bool) -> None:
    assert takes_over(cards, winning) == result


@pytest.mark.clause("BR-32")
def test_the_beating_cards_need_not_share_a_rank() -> None:
    deal = dealt("schwesing", {"N": "AH AD", "E": "9H JC", "S": "9C 9S", "W": "KH 8S"})
    deal.tricks("N: AH AD / 9H JC / 9C 9S / KH 8S")
    assert deal.winners == ["E"]


@pytest.mark.clause("BR-33")
def test_a_later_player_must_beat_the_cards_that_win_now() -> None:
    # West's aces beat the led tens, but not South's nines; in the other order both would take over.
    deal = dealt("schwesing", {"N": "10D 10S", "E": "QC QS", "S": "9H 9D", "W": "AC AS"})
    assert deal.tricks("N: 10D 10S / QC QS / 9H 9D / AC AS").winners == ["S"]
    deal = dealt("schwesing", {"N": "10D 10S", "E": "QC QS", "S": "AC AS", "W": "9H 9D"})
    assert deal.tricks("N: 10D 10S / QC QS / AC AS / 9H 9D").winners == ["W"]


@pytest.mark.clause("BR-33")
def test_the_order_of_play_decides() -> None:
    # Neither of A♠ A♥ and 9♣ 6♣ beats the other: whichever comes first keeps the trick.
    deal = dealt("schwesing", {"N": "10D 10S", "E": "AS AH", "S": "9C 6C", "W": "QC QS"})
    assert deal.tricks("N: 10D 10S / AS AH / 9C 6C / QC QS").winners == ["E"]
    deal = dealt("schwesing", {"N": "10D 10S", "E": "9C 6C", "S": "AS AH", "W": "QC QS"})
    assert deal.tricks("N: 10D 10S / 9C 6C / AS AH / QC QS").winners == ["E"]


@pytest.mark.clause("BR-34")
@pytest.mark.parametrize("who", ["N", "E", "S", "W"])
def test_three_of_a_rank_are_led_before_the_first_trick_by_whoever_holds_them(who: str) -> None:
    deal = dealt("schwesing", {who: "6C 6S 6D"})
    assert deal.turn == who
    assert leads(deal) == {"6C 6S 6D"}


@pytest.mark.clause("BR-34")
def test_three_of_a_rank_must_be_led() -> None:
    deal = dealt("schwesing", {"N": "8C 8S 8H"})
    with pytest.raises(IllegalMoveError, match="North holds 8♣ 8♠ 8♥ and must lead it"):
        deal.play("N: 8C")
    with pytest.raises(IllegalMoveError, match="must lead it"):
        deal.play("N: 8C 8H")


@pytest.mark.clause("BR-34")
def test_three_of_a_rank_are_led_whoever_won_the_last_trick() -> None:
    # North wins; South draws a third ace.
    hands = {"N": "9C QC 8D", "E": "10C QH KS", "S": "AS AH KC", "W": "10D QD 8C"}
    deal = dealt("schwesing", hands, "6C 6S AD 6H").tricks("N: 9C / 10C / KC / 10D")
    assert deal.winners == ["N"]
    assert deal.turn == "S"
    assert leads(deal) == {"AS AH AD"}
    deal.tricks("S: AS AH AD / QD 8C 6H / QC 8D 6C / QH KS 6S")
    assert deal.winners == ["N", "S"]


@pytest.mark.clause("BR-34")
def test_a_key_makes_three_of_a_rank_a_choice() -> None:
    hands = {"N": "QC 10D 8H", "E": "6C 6S 6D", "S": "KC 10H QD", "W": "KD 8D QH"}
    deal = dealt("schwesing+combination.triple.must=false", hands)
    assert deal.may("E", "6C 6S 6D")
    deal.table.play(Move(kind="pass"))
    assert deal.tricks("N: QC / 6C / KC / KD").winners == ["E"]


@pytest.mark.clause("BR-34")
def test_a_key_leaves_out_the_first_trick() -> None:
    hands = {"N": "QC 10D 8H", "E": "6C 6S 6D", "S": "KC 10H QD", "W": "KD 8D QH"}
    deal = dealt("schwesing+combination.triple.first_trick=false", hands, "6H KS 9D JD")
    assert leads(deal) == {"QC", "8H", "10D"}
    deal.tricks("N: QC / 6C / KC / KD")
    assert deal.turn == "E"
    assert leads(deal) == {"6S 6H 6D"}


@pytest.mark.clause("BR-35")
@pytest.mark.parametrize(
    ("dealer", "first"),
    [("W", "E"), ("N", "E"), ("E", "S"), ("S", "E")],
)
def test_of_several_the_first_in_playing_order_leads(dealer: str, first: str) -> None:
    # East and South hold three of a rank; forehand is N, E, S, W in turn.
    assert dealt("schwesing", {"E": "QC QS QD", "S": "AC AS AD"}, dealer=dealer).turn == first


@pytest.mark.clause("BR-35")
def test_priority_is_counted_from_the_winner_of_the_last_trick() -> None:
    # South wins; West and North have drawn a third card of a rank each, and so has East.
    hands = {"N": "10C AS AD", "E": "10D JS JD", "S": "9C KS QC", "W": "10H 8C 8H"}
    deal = dealt("schwesing", hands, "6C 8D AH JH").tricks("N: 10C / 10D / 9C / 10H")
    assert deal.turn == "W"
    # West's eights are led first, then, if they still hold them, the others; here they must answer with three.
    deal.tricks("W: 8C 8H 8D / AS AD AH / JS JD JH / KS QC 6C")
    assert deal.winners == ["S", "N"]


@pytest.mark.clause("BR-36")
def test_a_double_counts_two_and_a_triple_three() -> None:
    hands = {"N": "AS AH AD", "E": "10C QS KC", "S": "10H QH KD", "W": "10D QD KS"}
    deal = dealt("schwesing", hands, "9C 9S QC 8C 8H JD 8D 6C JS 6S 6H 7C")
    deal.tricks("N: AS AH AD / 10C QS KC / 10H QH KD / 10D QD KS")
    assert deal.table.tricks_won == [3, 0]
    assert not deal.over
    deal.tricks("N: 9C 9S / 8C 8H / 8D 6C / 6S 6H")
    assert deal.table.tricks_won == [5, 0]
    assert deal.over


@pytest.mark.clause("BR-36", "BR-24")
def test_more_than_five_tricks_end_the_deal_too() -> None:
    plan = ("N: 9C / 10C / 10H / 10D", "N: AC / QC / QS / QH", "N: 9S / KC / KS / KD", "N: AS / 8C / 8D / 8H")
    deal = planned("schwesing", *plan, "N: 6S 6H / QD 10S / 7C JD / 7D JH")
    assert deal.table.tricks_won == [6, 0]
    assert deal.over
    assert deal.points == {"N-S": 2}


@pytest.mark.clause("BR-37")
def test_two_missing_cards_are_drawn_at_once() -> None:
    hands = {"N": "10C 10S 8D", "E": "9H 9D 8C", "S": "QC QS KC", "W": "QH QD KD"}
    deal = dealt("schwesing", hands, "JS 6C KS 8H JH 6S 6H JD").tricks("N: 10C 10S / 9H 9D / QC QS / QH QD")
    assert deal.hand("E") == {"8C", "JS", "6C"}
    assert deal.hand("S") == {"KC", "KS", "8H"}
    assert deal.hand("W") == {"KD", "JH", "6S"}
    assert deal.hand("N") == {"8D", "6H", "JD"}
    assert deal.table.stock_left == 16


@pytest.mark.clause("BR-37")
def test_three_missing_cards_are_drawn_at_once() -> None:
    hands = {"N": "10C 10S 10H", "E": "9H 8S 8C", "S": "QC QS KC", "W": "6C JS 9S"}
    stock = "KS 8H JH 6S 6H JD 6D AC AS AH QD AD"
    deal = dealt("schwesing", hands, stock).tricks("N: 10C 10S 10H / 9H 8S 8C / QC QS KC / 6C JS 9S")
    assert deal.hand("W") == {"KS", "8H", "JH"}
    assert deal.hand("N") == {"6S", "6H", "JD"}
    assert deal.hand("E") == {"6D", "AC", "AS"}
    assert deal.hand("S") == {"AH", "QD", "AD"}
    assert deal.table.stock_left == 12


def last_of_the_pack(deal: Deal, number: int) -> list[str]:
    pack = deal.table.game.pack
    return [pack.name(int(place)) for place in deal.table.state.pack[len(pack) - number : len(pack)]]


@pytest.mark.clause("BR-37")
def test_four_cards_for_two_missing_each_are_one_each() -> None:
    assert planned("schwesing", *NINE_TRICKS[:5]).table.stock_left == 4
    deal = planned("schwesing", *NINE_TRICKS[:5], "N: JS JH / AS AH / 7C 6C / 7D 10D")
    assert deal.winners[5] == "E"
    assert deal.table.stock_left == 0
    assert [len(deal.hand(who)) for who in "ESWN"] == [2, 2, 2, 2]
    for who, card in zip("ESWN", last_of_the_pack(deal, 4), strict=True):
        assert card in deal.hand(who)


@pytest.mark.clause("BR-37")
def test_eight_cards_for_three_missing_each_are_two_each() -> None:
    # North and East hold three of a rank; North, who has won the trick before, leads first.
    four = (*NINE_TRICKS[:3], "N: 8D / KS / KD / 10D")
    assert planned("schwesing", *four).table.stock_left == 8
    deal = planned("schwesing", *four, "N: JS JH JD / AS AH AD / 7C 6S QH / 7D 10S 7S")
    assert deal.winners[4] == "E"
    assert deal.table.stock_left == 0
    drawn = last_of_the_pack(deal, 8)
    for i, who in enumerate("ESWN"):
        assert deal.hand(who) == set(drawn[2 * i : 2 * i + 2])


@pytest.mark.clause("BR-X1")
def test_worked_example_1() -> None:
    hands = {"W": "10D 10S", "N": "6H AD", "E": "JH 9C", "S": "9S AS AH"}
    deal = dealt("schwesing", hands, dealer="S")
    deal.tricks("W: 10D 10S / 6H AD / JH 9C / AS AH")
    assert [step.takes_over for step in deal.table.tricks[0].steps] == [True, True, True, False]
    assert deal.table.tricks[0].steps[2].why == "9♣ beats A♦; J♥ beats 6♥"
    assert deal.winners == ["E"]
    assert deal.table.tricks_won == [0, 2]


@pytest.mark.clause("BR-X1")
def test_nothing_south_could_play_would_win() -> None:
    assert not any(takes_over(" ".join(pair), "JH 9C") for pair in combinations(["9S", "AS", "AH"], 2))


@pytest.mark.clause("BR-X2")
def test_worked_example_2() -> None:
    hands = {"W": "10D 10S", "N": "6H AD", "E": "AS AH 9S", "S": "9C JH 6C"}
    deal = dealt("schwesing", hands, dealer="S")
    deal.tricks("W: 10D 10S / 6H AD / AS AH / JH 6C")
    assert [step.takes_over for step in deal.table.tricks[0].steps] == [True, True, True, False]
    assert deal.winners == ["E"]
    assert deal.table.tricks_won == [0, 2]
    assert not any(takes_over(" ".join(pair), "AS AH") for pair in combinations(["9C", "JH", "6C"], 2))


@pytest.mark.clause("BR-X3")
def test_worked_example_3() -> None:
    counters = cards_of("8S 9C 9S 9H 9D AC AS AH AD JS JH JD 6C 6S 6H 6D")
    others = [card for card in game_of("schwesing").pack.places if card not in ("KH", "KD")]
    beating = {frozenset(pair) for pair in combinations(others, 2) if takes_over(" ".join(pair), "KH KD")}
    assert beating == {frozenset(("JC", counter)) for counter in counters}


@pytest.mark.clause("BR-X4")
def test_worked_example_4() -> None:
    hands = {"E": "10C QC KC", "S": "AC 9D JC", "W": "10D QD KD", "N": "AS AH AD"}
    deal = dealt("schwesing", hands, dealer="N")
    assert deal.turn == "N"
    deal.tricks("N: AS AH AD / 10C QC KC / AC 9D JC / 10D QD KD")
    assert deal.winners == ["S"]
    assert deal.table.tricks_won == [3, 0]


@pytest.mark.clause("BR-X5")
def test_worked_example_5() -> None:
    hands = {"N": "AS AH AD", "W": "8C 8S 8H", "E": "10C QC KC", "S": "10D QD KD"}
    deal = dealt("schwesing", hands, dealer="N")
    assert deal.turn == "W"
    deal.tricks("W: 8C 8S 8H / AS AH AD / 10C QC KC / 10D QD KD")
    assert deal.winners == ["W"]
    assert deal.table.tricks_won == [0, 3]


@pytest.mark.clause("BR-54")
def test_singles_only_has_no_double_leads() -> None:
    assert leads(dealt("schwesing+singles-only", {"N": "KH KD 9C"})) == {"KH", "KD", "9C"}


@pytest.mark.clause("BR-54")
def test_singles_only_has_no_triples() -> None:
    deal = dealt("schwesing+singles-only", {"N": "6C 6S 6D", "E": "AC AS AD"})
    assert deal.turn == "N"
    assert leads(deal) == {"6C", "6S", "6D"}


@pytest.mark.clause("BR-54")
def test_singles_only_changes_nothing_else() -> None:
    deal = planned("schwesing+singles-only", *NINE_TRICKS)
    assert deal.winners == planned("schwesing", *NINE_TRICKS).winners
    assert deal.points == {"E-W": 1}
