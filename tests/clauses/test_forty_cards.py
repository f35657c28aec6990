"""Briscola, Tressette and Sueca, clause by clause."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.clauses.suits import FORTY, SuitDeal, stacked, suit, takes
from tests.dealing import game_of
from trickbook.game.table import Table

SUITS = {"N": suit("C", FORTY), "E": suit("D", FORTY), "S": suit("H", FORTY), "W": suit("S", FORTY)}


def worth(name: str) -> dict[str, int]:
    """What each rank counts."""
    game = game_of(name)
    return {
        rank: int(game.rules.card_points[game.pack.places[rank + "D"][0]])
        for rank in FORTY
        if game.rules.card_points[game.pack.places[rank + "D"][0]]
    }


def won_by_hand(deal: SuitDeal, values: dict[str, int]) -> list[int]:
    """The card points of each side, counted from the tricks."""
    table = deal.table
    points = [0] * len(set(table.side_of))
    for trick in table.tricks:
        assert trick.winner is not None
        points[table.side_of[trick.winner]] += sum(
            values.get(card[:-1], 0) for step in trick.steps for card in step.cards
        )
    return points


@pytest.mark.clause("BI-01")
def test_briscola_cards() -> None:
    assert len(game_of("briscola").pack) == 40
    for higher, lower in pairwise(("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2")):
        assert takes("briscola", higher + "D", lower + "D", "H", ("P1", "P2"))
        assert not takes("briscola", lower + "D", higher + "D", "H", ("P1", "P2"))
    assert worth("briscola") == {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


@pytest.mark.clause("BI-02")
def test_briscola_for_two_and_four() -> None:
    two, four = Table(game_of("briscola")), Table(game_of("briscola", 4))
    assert (two.side_of, four.side_of) == ([0, 1], [0, 1, 0, 1])
    assert [len(four.hand(seat)) for seat in range(4)] == [3, 3, 3, 3]
    with pytest.raises(ValueError, match="expected 2 or 4 players"):
        game_of("briscola", 3)


@pytest.mark.clause("BI-03", "BI-06")
def test_the_turned_card_is_trump_and_drawn_last() -> None:
    deal = stacked("briscola", {}, dealer="P2", turned="7H")
    assert deal.table.trump == "H"
    deal.finish()
    draws = [drawn for trick in deal.table.tricks for drawn in trick.drawn.items()]
    assert draws[-1][1] == ("7H",)
    assert len(draws) == 34
    assert [len(trick.drawn) for trick in deal.table.tricks] == [2] * 17 + [0] * 3


@pytest.mark.clause("BI-06")
def test_the_winner_draws_first() -> None:
    deal = stacked("briscola", {"P1": "2C 4D 5D", "P2": "AC 4S 5S"}, dealer="P2", turned="7H")
    next_card = deal.table.game.pack.name(int(deal.table.state.pack[7]))
    deal.play("P1: 2C", "P2: AC")
    assert deal.table.tricks[0].drawn[1] == (next_card,)
    assert deal.turn == "P2"


@pytest.mark.clause("BI-04")
def test_who_leads_in_briscola() -> None:
    deal = stacked("briscola", {"P1": "AC 4D 5D", "P2": "2C 4S 5S"}, dealer="P2", turned="7H")
    assert deal.turn == "P1"
    assert deal.play("P1: AC", "P2: 2C").turn == "P1"


@pytest.mark.clause("BI-05")
def test_nobody_need_follow() -> None:
    deal = stacked("briscola", {"P1": "2C 4D 5D", "P2": "AC 2H 5S"}, dealer="P2", turned="7H")
    assert deal.play("P1: 2C").may_play == {"AC", "2H", "5S"}
    assert deal.play("P2: 2H").winners == ["P2"]
    assert not takes("briscola", "AS", "2C", "H", ("P1", "P2"))


@pytest.mark.clause("BI-07")
def test_most_card_points_win_the_deal() -> None:
    values = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
    seen = set()
    for first in FORTY:
        deal = stacked("briscola", {"P1": f"{first}C"}, dealer="P2", turned="7H").finish()
        points = won_by_hand(deal, values)
        assert sum(points) == 120
        assert deal.gains == [int(points[0] > 60), int(points[1] > 60)]
        seen.add(tuple(deal.gains))
    assert len(seen) > 1


@pytest.mark.clause("BI-07")
def test_sixty_to_sixty() -> None:
    table = Table(game_of("briscola"))
    deal = SuitDeal(table)
    while len(deal.winners) < 19:
        table.play_legal(0)
    left = sum(worth("briscola").get(card[:-1], 0) for seat in (0, 1) for card in table.hand(seat))
    first = table.leader
    winner_has = {0: 60, 1: 60}
    # Whoever wins the last trick comes to sixty with it.
    leads, follows = table.hand(first)[0], table.hand(1 - first)[0]
    trump = table.trump
    follower_wins = (follows[-1] == trump and leads[-1] != trump) or (
        follows[-1] == leads[-1] and takes("briscola", follows, leads, trump, ("P1", "P2"))
    )
    winner = 1 - first if follower_wins else first
    winner_has[winner] -= int(left)
    for side, points in winner_has.items():
        table.state.card_points[side] = points
    deal.finish()
    assert deal.card_points == [60, 60]
    assert deal.gains == [0, 0]


@pytest.mark.clause("BI-08")
def test_best_of_three() -> None:
    winners = []
    for first in FORTY:
        deal = stacked("briscola", {"P1": f"{first}C"}, dealer="P2", turned="7H", score=(1, 1)).finish()
        assert deal.winning_side == (deal.gains.index(1) if 1 in deal.gains else None)
        assert not stacked("briscola", {"P1": f"{first}C"}, dealer="P2", turned="7H").finish().table.is_match_over
        winners.append(deal.winning_side)
    assert {0, 1} <= set(winners)


@pytest.mark.clause("TS-01")
def test_tressette_cards() -> None:
    assert stacked("tressette", {}).table.side_of == [0, 1, 0, 1]
    assert stacked("tressette", {}).table.trump is None
    for higher, lower in pairwise(("3", "2", "A", "K", "Q", "J", "7", "6", "5", "4")):
        assert takes("tressette", higher + "D", lower + "D")
        assert not takes("tressette", lower + "D", higher + "D")


@pytest.mark.clause("TS-02")
def test_five_at_a_time() -> None:
    table = Table(game_of("tressette"), seed=4)
    pack = [table.game.pack.name(int(place)) for place in table.state.pack[:40]]
    first = (int(table.state.dealer) + 1) % 4
    assert set(table.hand(first)) == set(pack[0:5] + pack[20:25])


@pytest.mark.clause("TS-03")
def test_who_leads_in_tressette() -> None:
    deal = stacked("tressette", {"N": "4C", "E": "3C", "S": "5C", "W": "6C"})
    assert deal.turn == "N"
    assert deal.tricks("N: 4C / 3C / 5C / 6C").turn == "E"


@pytest.mark.clause("TS-04")
def test_following_in_tressette() -> None:
    deal = stacked("tressette", {"N": "4C", "E": "5C 6C 3D", "S": suit("H", FORTY)})
    clubs = {card for card in deal.hand("E") if card[-1] == "C"}
    assert deal.play("N: 4C").may_play == clubs
    assert deal.play("E: 5C").may_play == set(suit("H", FORTY).split())
    assert not takes("tressette", "3D", "4C")


def nine_and_the_last(name: str = "tressette", score: tuple[int, ...] = ()) -> SuitDeal:
    """North takes nine tricks with clubs, East the last with the ace of diamonds."""
    hands = {
        "N": "2C 3C AC KC QC JC 7C 6C 5C 4D",
        "E": "4C 5D 6D 7D JD QD KD 2D 3D AD",
        "S": suit("H", FORTY),
        "W": suit("S", FORTY),
    }
    north, east = hands["N"].split(), hands["E"].split()
    rest = zip(north, east, hands["S"].split(), hands["W"].split(), strict=True)
    return stacked(name, hands, score=score).tricks(*(f"N: {' / '.join(cards)}" for cards in rest))


@pytest.mark.clause("TS-05")
class TestThirds:
    def test_values(self) -> None:
        assert worth("tressette") == {"A": 3, "3": 1, "2": 1, "K": 1, "Q": 1, "J": 1}

    def test_all_tricks_are_eleven_points(self) -> None:
        deal = stacked("tressette", SUITS).finish()
        assert deal.card_points == [35, 0]
        assert deal.gains == [11, 0]

    def test_the_last_trick_and_rounding(self) -> None:
        # The last trick has three aces, of diamonds, hearts and spades, and counts three thirds: twelve, four points.
        # The other 23 thirds are seven points and two thirds.
        deal = nine_and_the_last()
        assert deal.winners == ["N"] * 9 + ["E"]
        assert deal.card_points == [23, 12]
        assert deal.gains == [7, 4]


@pytest.mark.clause("TS-06")
def test_nothing_is_declared() -> None:
    assert {move.kind for move in stacked("tressette", SUITS).table.legal_moves()} == {"play"}


@pytest.mark.clause("TS-07")
class TestTressetteMatch:
    def test_twenty_one(self) -> None:
        assert nine_and_the_last(score=(14, 10)).winning_side == 0
        assert not nine_and_the_last(score=(13, 16)).table.is_match_over

    def test_equal_beyond(self) -> None:
        assert not nine_and_the_last(score=(15, 18)).table.is_match_over


@pytest.mark.clause("TS-V1")
def test_thirty_one() -> None:
    assert nine_and_the_last("tressette+tressette-to-31", (24, 10)).winning_side == 0
    assert not nine_and_the_last("tressette+tressette-to-31", (23, 10)).table.is_match_over


@pytest.mark.clause("TS-V2")
def test_no_last_trick() -> None:
    # Nine thirds are three points.
    assert nine_and_the_last("tressette+no-last-trick").gains == [7, 3]


@pytest.mark.clause("SU-01")
def test_sueca_cards() -> None:
    assert stacked("sueca", {}, last="2H").table.side_of == [0, 1, 0, 1]
    for higher, lower in pairwise(("A", "7", "K", "J", "Q", "6", "5", "4", "3", "2")):
        assert takes("sueca", higher + "D", lower + "D", "H")
        assert not takes("sueca", lower + "D", higher + "D", "H")
    assert worth("sueca") == {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}


@pytest.mark.clause("SU-02")
def test_ten_at_once() -> None:
    table = Table(game_of("sueca"), seed=4)
    pack = [table.game.pack.name(int(place)) for place in table.state.pack[:40]]
    assert set(table.hand((int(table.state.dealer) + 1) % 4)) == set(pack[:10])


@pytest.mark.clause("SU-03")
def test_the_dealers_last_card() -> None:
    deal = stacked("sueca", {}, dealer="S", last="4D")
    assert deal.table.trump == "D"
    assert "4D" in deal.hand("S")


@pytest.mark.clause("SU-04")
def test_following_in_sueca() -> None:
    hands = {"N": "7C", "E": "AC 2D 3D", "S": suit("H", FORTY)}
    deal = stacked("sueca", hands, dealer="S", last="2H")
    assert deal.turn == "W"
    deal = stacked("sueca", hands | {"W": "KC 2S"}, last="2S")
    clubs = {card for card in deal.hand("E") if card[-1] == "C"}
    assert deal.turn == "N"
    assert deal.play("N: 7C").may_play == clubs
    assert deal.play("E: AC").may_play == set(suit("H", FORTY).split())
    assert takes("sueca", "2H", "AC", "H")
    assert not takes("sueca", "AD", "2C", "H")


FOUR_FOR_EAST = {
    "N": suit("C", FORTY),
    "E": "AH 7H AD 7D KD JD QD 6D 5D 4D",
    "S": "KH JH QH 6H 5H 4H 3H 2H 3D 2D",
    "W": suit("S", FORTY),
}
"""South's two of hearts makes trumps. East takes four tricks, two with trumps and two with diamonds, and South the others."""


@pytest.mark.clause("SU-05")
@pytest.mark.parametrize(
    ("spades", "club", "diamonds", "east_west", "games"),
    [
        # East's trumps are 21; then come two diamonds, four spades and a club.
        (("AS", "KS", "JS", "2S"), "2C", ("AD", "7D"), 60, [0, 0]),
        (("AS", "KS", "QS", "2S"), "2C", ("AD", "7D"), 59, [1, 0]),
        (("AS", "KS", "2S", "3S"), "KC", ("AD", "7D"), 61, [0, 1]),
        (("JS", "2S", "3S", "4S"), "2C", ("KD", "QD"), 30, [1, 0]),
        (("QS", "2S", "3S", "4S"), "2C", ("KD", "QD"), 29, [2, 0]),
    ],
)
def test_sixty_one_and_ninety_one(
    spades: tuple[str, ...], club: str, diamonds: tuple[str, str], east_west: int, games: list[int]
) -> None:
    deal = stacked("sueca", FOUR_FOR_EAST, dealer="S", last="2H").tricks(
        f"W: {spades[0]} / 3C / AH / 3H",
        f"E: 7H / 4H / {spades[1]} / 4C",
        f"E: {diamonds[0]} / 2D / {spades[2]} / 5C",
        f"E: {diamonds[1]} / 3D / {spades[3]} / {club}",
    )
    deal.finish()
    assert deal.winners == ["E"] * 4 + ["S"] * 6
    assert deal.card_points == [120 - east_west, east_west]
    assert deal.gains == games


@pytest.mark.clause("SU-06")
def test_all_points_with_a_trick_lost_give_two() -> None:
    hands = {
        "N": suit("C", FORTY),
        "E": "3H AD 7D KD JD QD 6D 5D 4D 3D",
        "S": "AH 7H KH JH QH 6H 5H 4H 2H 2D",
        "W": suit("S", FORTY),
    }
    deal = stacked("sueca", hands, dealer="S", last="2H").tricks("W: 2S / 2C / 3H / 2D").finish()
    assert deal.winners == ["E"] + ["S"] * 9
    assert deal.card_points == [120, 0]
    assert deal.gains == [2, 0]


@pytest.mark.clause("SU-06")
def test_all_tricks_give_four() -> None:
    deal = stacked("sueca", SUITS, last="2S").finish()
    assert deal.table.tricks_won == [0, 10]
    assert deal.gains == [0, 4]


@pytest.mark.clause("SU-07")
def test_four_games_win_the_match() -> None:
    assert stacked("sueca", SUITS, last="2S").finish().winning_side == 1
    assert not stacked("sueca", FOUR_FOR_EAST, dealer="S", last="2H", score=(1, 1)).finish().table.is_match_over
