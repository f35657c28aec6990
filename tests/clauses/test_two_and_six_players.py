"""Bruus for two (TW-01 to TW-03) and for six (SX-01)."""

from __future__ import annotations

import pytest

from tests.dealing import Deal, dealt, game_of, planned
from trickbook.simulation.batches import simulate

NINE = "bruus-two+nine-of-sixteen"
SIX = "schwesing+six-players"

# All 32 cards: eight tricks each; nobody dares, since the matadors fall when the stock is gone.
EIGHT_EACH = (
    "P1: 9C / QC",
    "P1: 10C / 9S",
    "P2: QS / 9H",
    "P1: 10S / 9D",
    "P2: QH / AC",
    "P1: 10H / AS",
    "P2: QD / AH",
    "P1: KS / AD",
    "P2: 8C / JS",
    "P1: KC / JH",
    "P2: 8H / JD",
    "P1: 7D / 7C",
    "P2: 7H / 7S",
    "P1: 10D / 8S",
    "P2: 8D / KH",
    "P1: KD / JC",
)
NINE_TO_NONE = (
    "P1: 9C / QC",
    "P1: AC / 10C",
    "P1: 9S / QS",
    "P1: AS / 10S",
    "P1: 9H / QH",
    "P1: AH / 10H",
    "P1: 9D / QD",
    "P1: AD / 10D",
    "P1: JS / 8C",
)
# The second player takes the first trick, the first player the next nine.
NINE_TO_ONE = ("P1: KC / JH", "P2: KS / 9C", *NINE_TO_NONE[1:])
# All 36 cards: P1, P3 and P5 win three tricks, and so do P2, P4 and P6; nobody dares.
THREE_EACH = (
    "P1: 9C / QC / 10C / 8C / KC / 6C",
    "P1: QS / 9S / 10S / 8H / KS / 6S",
    "P2: QH / 9H / 10H / 8D / KD / 6H",
    "P3: QD / 9D / 10D / 6D / AC / AS",
    "P4: 7D / 7C / AH / AD / JS / JH",
    "P5: JD / JC / 7H / 7S / 8S / KH",
)
ODD, EVEN = "P1-P3-P5", "P2-P4-P6"


@pytest.mark.clause("TW-01")
def test_the_first_form_has_sixteen_tricks_with_32_cards() -> None:
    assert len(game_of(NINE).pack) == 32
    deal = planned(NINE, *EIGHT_EACH)
    assert deal.over
    assert len(deal.winners) == 16


@pytest.mark.clause("TW-01")
def test_nine_tricks_stop_the_deal() -> None:
    assert not planned(NINE, *NINE_TO_NONE[:8]).over
    deal = planned(NINE, *NINE_TO_NONE)
    assert deal.over
    assert deal.table.tricks_won == [9, 0]


@pytest.mark.clause("TW-01")
def test_nine_to_none_is_two_points() -> None:
    assert planned(NINE, *NINE_TO_NONE).points == {"P1": 2}
    deal = planned(NINE, *NINE_TO_ONE)
    assert deal.table.tricks_won == [9, 1]
    assert deal.points == {"P1": 1}


@pytest.mark.clause("TW-01")
def test_eight_each_is_a_bock() -> None:
    deal = planned(NINE, *EIGHT_EACH)
    assert deal.table.tricks_won == [8, 8]
    assert (deal.points, deal.carry) == ({}, (0, 1))
    other_way = [line.replace("P1", "P0").replace("P2", "P1").replace("P0", "P2") for line in EIGHT_EACH]
    deal.next(*other_way)
    assert (deal.points, deal.carry) == ({}, (1, 2))
    deal.next(*NINE_TO_NONE)
    assert (deal.points, deal.carry) == ({"P1": 4}, (2, 0))


@pytest.mark.clause("TW-01")
def test_the_first_form_is_played_to_twelve() -> None:
    deal = planned(NINE, *NINE_TO_NONE, score=(9, 11))
    assert not deal.table.is_match_over
    deal = planned(NINE, *NINE_TO_NONE, score=(10, 11))
    assert deal.match_winner == "P1"


@pytest.mark.clause("TW-01")
def test_the_first_form_has_doubles_triples_and_dares() -> None:
    deal = dealt(NINE, {"P1": "AS AH AD", "P2": "QC QS QD"})
    assert deal.turn == "P1"
    deal.play("P1: AS AH AD", "P2: QC QS QD")
    assert deal.table.tricks_won == [3, 0]
    assert dealt(NINE, {"P1": "8S"}).play("P1: 8S").events == ["0 dare P1 8S"]


@pytest.mark.clause("TW-02")
def test_the_second_form_is_to_five_tricks_with_36_cards() -> None:
    assert len(game_of("bruus-two").pack) == 36
    assert not planned("bruus-two", *NINE_TO_NONE[:4]).over
    deal = planned("bruus-two", *NINE_TO_NONE[:5])
    assert deal.over
    assert deal.points == {"P1": 2}
    deal = planned("bruus-two", *NINE_TO_ONE[:6])
    assert deal.over
    assert deal.table.tricks_won == [5, 1]
    assert deal.points == {"P1": 1}


@pytest.mark.clause("TW-02")
def test_four_each_goes_on_to_five() -> None:
    eight = EIGHT_EACH[:8]
    deal = planned("bruus-two", *eight)
    assert deal.table.tricks_won == [4, 4]
    assert not deal.over
    deal = planned("bruus-two", *eight, EIGHT_EACH[8])
    assert deal.over
    assert deal.points == {"P1": 1}
    assert deal.carry == (0, 0)


@pytest.mark.clause("TW-02")
def test_the_second_form_is_played_to_twelve() -> None:
    assert not planned("bruus-two", *NINE_TO_NONE[:5], score=(9, 11)).table.is_match_over
    assert planned("bruus-two", *NINE_TO_NONE[:5], score=(10, 11)).match_winner == "P1"


def trick_of_two(first: str, second: str, name: str = "bruus-two") -> Deal:
    return dealt(name, {"P1": first, "P2": second}).tricks(f"P1: {first} / {second}")


@pytest.mark.clause("TW-03")
def test_a_strike_of_the_second_player_can_not_be_struck_back() -> None:
    for name in ("bruus-two", NINE):
        deal = trick_of_two("8S", "KH", name)
        assert deal.events == ["0 dare P1 8S", "0 strike P2 KH"]
        assert deal.points == {"P2": 2}


@pytest.mark.clause("TW-03")
def test_the_second_player_does_not_dare() -> None:
    assert trick_of_two("QC", "8S").events == []
    assert trick_of_two("QC", "KH").events == []
    assert trick_of_two("KH", "JC").events == ["0 dare P1 KH", "0 strike P2 JC"]


@pytest.mark.clause("TW-03")
@pytest.mark.parametrize("name", ["bruus-two", NINE])
def test_no_counter_strike_in_many_deals(name: str) -> None:
    game = game_of(name)
    rows = simulate(game, deals=3000, seed=4, bots="random")
    counts = {kind.name: int(rows["events"][:, i].sum()) for i, kind in enumerate(game.events)}
    assert counts["counter-strike"] == 0
    assert counts["strike"] > 20


@pytest.mark.clause("SX-01")
def test_two_teams_of_three_sit_alternately() -> None:
    deal = dealt(SIX)
    assert deal.table.seats == 6
    assert deal.table.side_of == [0, 1, 0, 1, 0, 1]
    assert [len(deal.hand(f"P{i}")) for i in range(1, 7)] == [3] * 6
    assert deal.table.stock_left == 18


@pytest.mark.clause("SX-01")
def test_three_tricks_each_are_a_bock() -> None:
    deal = planned(SIX, *THREE_EACH)
    assert deal.over
    assert deal.winners == ["P1", "P2", "P3", "P4", "P5", "P6"]
    assert (deal.points, deal.carry) == ({}, (0, 1))


@pytest.mark.clause("SX-01")
def test_four_tricks_win() -> None:
    last = "P5: JD / 8S / 7H / 7S / JC / KH"
    deal = planned(SIX, *THREE_EACH[:5], last)
    assert deal.table.tricks_won == [4, 2]
    assert deal.points == {ODD: 1}
    four = (
        "P1: 9C / QC / 10C / 8C / KC / 6C",
        "P1: AC / 10S / 8H / KS / 6S / QS",
        "P1: 9S / QH / 10H / 8D / KD / 6H",
        "P1: AS / QD / 10D / 6D / JS / JH",
    )
    assert not planned(SIX, *four[:3]).over
    deal = planned(SIX, *four)
    assert deal.over
    assert deal.points == {ODD: 2}
    assert planned(SIX, *four, carry=1).points == {ODD: 3}


@pytest.mark.clause("SX-01")
@pytest.mark.parametrize(
    ("plays", "points"),
    [
        ("8S / QC / KH / QS / QH / QD", {ODD: 2}),  # both dares are of one team
        ("8S / QC / KH / QS / JC / QD", {ODD: 2}),  # a partner never strikes
        ("8S / QC / KH / QS / QH / JC", {EVEN: 3}),
        ("8S / KH / JC / QS / QH / QD", {ODD: 4}),
        ("8S / KH / QC / JC / QH / QD", {EVEN: 3}),
        ("8S / KH / QC / QS / JC / QD", {ODD: 4}),
        ("8S / QC / QS / QH / QD / KH", {EVEN: 2}),
        ("8S / QC / QS / QH / KH / JC", {EVEN: 3}),
        ("QC / QS / QH / QD / 8S / KH", {EVEN: 2}),
        ("QC / QS / QH / QD / 8C / KH", {}),
    ],
)
def test_dares_and_strikes_of_three_partners(plays: str, points: dict[str, int]) -> None:
    hands = {f"P{i}": card for i, card in enumerate(plays.split("/"), 1)}
    assert dealt(SIX, hands).tricks(f"P1: {plays}").points == points


@pytest.mark.clause("SX-01")
def test_six_players_is_marked_conjectural() -> None:
    assert game_of(SIX).rulebook.get("conjectural") is True
    assert game_of("schwesing").rulebook.get("conjectural") is False
