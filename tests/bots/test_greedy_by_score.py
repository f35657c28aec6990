"""The greedy player goes by the score table: what it gives for counts of cards, and for who wins them all."""

from __future__ import annotations

import pytest

import trickbook
from tests.bots.positions import greedy_plays
from tests.clauses.suits import SuitDeal, stacked

NO_PASSING = 3
"""The number of the deal, from 0, in which nothing is given."""
JACK = "hearts+jack-of-diamonds"
TO_THE_JACK = {
    "N": "2C AC KC QC JC 10C 9C 8C 7C 6C 5H 6H 7H",
    "E": "3C 3D 5D 6D 7D 8D 9D AS KS QS 2H 3H 4H",
    "S": "4C QD 4D KD AD AH KH QH JH 10H 9H 8H 2S",
    "W": "5C JD 2D 10D 3S 4S 5S 6S 7S 8S 9S 10S JS",
}
TO_THE_MOON = {
    "N": "2C 3C 4C 2D 3D 4D 5D 6D 7D 8D 9D 3S AS",
    "E": "10D JD QD KD AD 2S 4S 5S 6S 7S JS QS KS",
    "S": "AC KC QC JC 10C 9C 8C 7C 6C 5C 8S 9S 10S",
    "W": "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
}
SOUTH_TAKES = (
    "N: 2C / 10D / AC / 2H",
    "S: KC / 3H / 3C / JD",
    "S: QC / 4H / 4C / QD",
    "S: JC / 5H / 2D / KD",
    "S: 10C / 6H / 3D / AD",
    "S: 9C / 7H / 4D / 2S",
    "S: 8C / 8H / 5D / 4S",
)
"""Tricks with a heart each: six of them are 6 of the 14 penalty cards, seven are half."""


def worth(name: str) -> dict[str, float]:
    """What winning a card is worth, without the cards that are worth nothing."""
    game = trickbook.load(name)
    found = {card: float(game.rules.card_worth[places[0]]) for card, places in game.pack.places.items()}
    return {card: value for card, value in found.items() if value}


HEARTS = {f"{rank}H": 1.0 for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("hearts", {**HEARTS, "QS": 13.0}),
        (JACK, {**HEARTS, "QS": 13.0, "JD": -10.0}),
        (f"{JACK}+score.jack.divide=4", {**HEARTS, "QS": 13.0, "JD": -2.5}),  # ten points off for four of them
        (f"{JACK}+score.jack.each.jack=5", {**HEARTS, "QS": 13.0, "JD": 5.0}),  # five more to pay
        ("hearts+moon-subtracts", {**HEARTS, "QS": 13.0}),
        ("spades", {}),
    ],
)
def test_what_a_card_is_worth_is_read_off_the_score_table(name: str, expected: dict[str, float]) -> None:
    assert worth(name) == expected


def test_card_points_are_worth_what_they_are_where_a_third_of_them_is_scored() -> None:
    ranks = {"A": 3.0, "3": 1.0, "2": 1.0, "K": 1.0, "Q": 1.0, "J": 1.0}
    assert worth("tressette") == {rank + suit: points for rank, points in ranks.items() for suit in "CDHS"}


def card_to_the_jack(name: str) -> str:
    """South's card to W: JD, N: 5H, E: 3D, from QD KD AD and 4D."""
    deal = stacked(name, TO_THE_JACK, number=NO_PASSING)
    deal.tricks("N: 2C / 3C / 4C / 5C").play("W: JD", "N: 5H", "E: 3D")
    return greedy_plays(deal.table).cards[0]


def test_a_trick_with_the_jack_and_a_heart_is_taken_only_where_the_jack_takes_points_off() -> None:
    assert card_to_the_jack("hearts") == "4D"
    assert card_to_the_jack(JACK) in {"QD", "KD", "AD"}


def given_by_east(name: str) -> set[str]:
    """What East gives of a hand of which the jack of diamonds is the highest card."""
    deal = stacked(name, {"E": "2C 3C 4C 5C 6C 2D 3D 4D JD 2S 3S 4S 5S"}, number=0)
    given: set[str] = set()
    while len(given) < 3:
        move = greedy_plays(deal.table)
        given |= set(move.cards) if deal.turn == "E" else set()
        deal.table.play(move)
    return given


def test_the_jack_is_given_away_only_where_it_takes_nothing_off() -> None:
    assert "JD" in given_by_east("hearts")
    assert "JD" not in given_by_east(JACK)


def south_leads_a_spade(hearts: int) -> SuitDeal:
    """South has so many hearts, leads 8S, and West throws another heart: North holds 3S and AS."""
    deal = stacked("hearts", TO_THE_MOON, number=NO_PASSING).tricks(*SOUTH_TAKES[:hearts])
    return deal.play("S: 8S", f"W: {hearts + 2}H")


@pytest.mark.parametrize(("hearts", "card"), [(3, "3S"), (6, "3S"), (7, "AS")])
def test_a_heart_is_taken_from_who_may_win_them_all(hearts: int, card: str) -> None:
    assert greedy_plays(south_leads_a_spade(hearts).table).cards == (card,)
