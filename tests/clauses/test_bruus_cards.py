"""The pack and the rank of its cards (BR-01 to BR-07), pair by pair, and in tricks of two cards that matter."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.dealing import cards_of, dealt, game_of
from trickbook.kernel.layout import NO_TRUMP

ORDER = cards_of("JC KH 8S 9C 9S 9H 9D AC AS AH AD JS JH JD 6C 6S 6H 6D")
SEVENS = cards_of("7C 7S 7H 7D")
DUDS = cards_of("KC KS KD 8C 8H 8D QC QS QH QD 10C 10S 10H 10D")
CARDS = [*ORDER, *SEVENS, *DUDS]


def second_wins(lead: str, answer: str) -> bool:
    """Whether East takes North's lead over, with duds from the others."""
    duds = [dud for dud in DUDS if dud not in (lead, answer)]
    deal = dealt("schwesing", {"N": lead, "E": answer, "S": duds[0], "W": duds[-1]})
    deal.tricks(f"N: {lead} / {answer} / {duds[0]} / {duds[-1]}")
    assert deal.winners[0] in "NE"
    return deal.winners == ["E"]


def beaters(card: str) -> list[str]:
    """The cards that beat this one, by the table that all tricks are settled by."""
    game = game_of("schwesing")
    mask = int(game.rules.beaten_by[NO_TRUMP, game.pack.places[card][0]])
    return sorted(game.pack.names(mask), key=CARDS.index)


@pytest.mark.clause("BR-01")
def test_the_pack_has_36_cards() -> None:
    pack = game_of("schwesing").pack
    ranks = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert len(pack) == 36
    assert {pack.name(place) for place in range(36)} == {rank + suit for rank in ranks for suit in "CSHD"}


@pytest.mark.clause("BR-01")
@pytest.mark.parametrize("rank", ["9", "A", "6", "7"])
def test_suits_rank_clubs_spades_hearts_diamonds(rank: str) -> None:
    for higher, lower in pairwise("CSHD"):
        assert second_wins(rank + lower, rank + higher)
        assert not second_wins(rank + higher, rank + lower)


@pytest.mark.clause("BR-02")
def test_three_matadors_are_highest() -> None:
    assert beaters("JC") == []
    assert beaters("KH") == ["JC"]
    assert beaters("8S") == ["JC", "KH"]
    assert second_wins("KH", "JC")
    assert second_wins("8S", "KH")
    assert second_wins("9C", "8S")
    assert not second_wins("8S", "9C")


@pytest.mark.clause("BR-03")
def test_each_beater_takes_the_next_lower_one() -> None:
    assert len(ORDER[3:]) == 15
    for higher, lower in pairwise(ORDER[3:]):
        assert second_wins(lower, higher)
        assert not second_wins(higher, lower)


@pytest.mark.clause("BR-04")
def test_counters_are_one_total_order_above_the_duds() -> None:
    assert len(ORDER) == 18
    for i, counter in enumerate(ORDER):
        assert beaters(counter) == list(ORDER[:i])
    for dud in DUDS:
        assert set(ORDER) <= set(beaters(dud))
    assert second_wins("QC", "6D")
    assert not second_wins("6D", "QC")


@pytest.mark.clause("BR-05")
def test_only_a_higher_seven_beats_a_led_seven() -> None:
    for i, seven in enumerate(SEVENS):
        assert beaters(seven) == list(SEVENS[:i])
    for matador in ("JC", "KH", "8S"):
        assert not second_wins("7D", matador)


@pytest.mark.clause("BR-05")
def test_the_seven_of_hearts_falls_to_spades_too() -> None:
    deal = dealt("schwesing", {"N": "7H", "E": "JC", "S": "7S", "W": "7D"})
    assert deal.tricks("N: 7H / JC / 7S / 7D").winners == ["S"]


@pytest.mark.clause("BR-06")
def test_a_seven_that_is_not_led_beats_only_lower_sevens() -> None:
    for card in (*ORDER, *DUDS):
        assert not set(SEVENS) & set(beaters(card))
    for higher, lower in pairwise(SEVENS):
        assert second_wins(lower, higher)
        assert not second_wins(higher, lower)
    assert not second_wins("6D", "7C")


@pytest.mark.clause("BR-06")
def test_a_seven_wins_nothing_under_a_led_dud() -> None:
    deal = dealt("schwesing", {"N": "10C", "E": "7D", "S": "7C", "W": "QD"})
    assert deal.tricks("N: 10C / 7D / 7C / QD").winners == ["N"]


@pytest.mark.clause("BR-07")
def test_a_dud_beats_nothing() -> None:
    assert len(DUDS) == 14
    assert sorted(CARDS) == sorted(game_of("schwesing").pack.places)
    for card in CARDS:
        assert not set(DUDS) & set(beaters(card))
    assert not second_wins("QD", "QC")
    assert not second_wins("10D", "KD")
