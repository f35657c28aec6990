"""Daring and striking (BR-40 to BR-48, BR-60, BR-61), with the worked examples BR-X6 and BR-X7."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.clauses.plans import NINE_TRICKS
from tests.dealing import Deal, dealt, planned
from trickbook.game.table import IllegalMoveError

DUDS = {"N": "QC", "E": "QS", "S": "QH", "W": "QD"}
MATADORS = {"8": "8S", "K": "KH", "J": "JC"}

# What a trick gives when N, E, S and W play in this order: 8 is 8♠, K is K♥, J is J♣, - a dud. Worked out from
# BR-40 to BR-47 by hand. First the side, N for North-South and E for East-West, then its points: with a strike worth
# 2, and with a strike worth 1 and every dare declared (BR-60).
TABLE = """
8---  N 1 1    -8--  E 1 1    --8-  N 1 1    ---8  - 0 0
K---  N 1 1    -K--  E 1 1    --K-  N 1 1    ---K  - 0 0
J---  - 0 0    -J--  - 0 0    --J-  - 0 0    ---J  - 0 0

8K--  E 3 2    8-K-  N 2 2    8--K  E 2 1    -8K-  N 3 2    -8-K  E 1 1    --8K  E 2 1
K8--  N 1 1    K-8-  N 1 1    K--8  N 1 1    -K8-  E 1 1    -K-8  E 1 1    --K8  N 1 1
8J--  N 1 1    8-J-  N 1 1    8--J  N 1 1    -8J-  E 1 1    -8-J  E 1 1    --8J  N 1 1
J8--  E 1 1    J-8-  N 1 1    J--8  - 0 0    -J8-  N 1 1    -J-8  - 0 0    --J8  - 0 0
KJ--  E 2 1    K-J-  N 1 1    K--J  E 2 1    -KJ-  N 2 1    -K-J  E 1 1    --KJ  E 2 1
JK--  - 0 0    J-K-  - 0 0    J--K  - 0 0    -JK-  - 0 0    -J-K  - 0 0    --JK  - 0 0

8KJ-  N 4 2    8K-J  E 3 2    8-KJ  E 3 2    -8KJ  E 4 2
8JK-  N 1 1    8J-K  E 2 1    8-JK  E 2 1    -8JK  E 1 1
K8J-  N 1 1    K8-J  E 2 1    K-8J  E 2 1    -K8J  E 1 1
KJ8-  E 2 1    KJ-8  E 2 1    K-J8  N 1 1    -KJ8  N 2 1
J8K-  N 2 1    J8-K  E 1 1    J-8K  E 2 1    -J8K  E 2 1
JK8-  - 0 0    JK-8  - 0 0    J-K8  - 0 0    -JK8  - 0 0
"""
WORDS = TABLE.split()
CASES = {WORDS[i]: (WORDS[i + 1], int(WORDS[i + 2]), int(WORDS[i + 3])) for i in range(0, len(WORDS), 4)}
SIDES = {"N": "N-S", "E": "E-W"}


def expected(side: str, points: int) -> dict[str, int]:
    return {SIDES[side]: points} if points else {}


def play_pattern(name: str, pattern: str, words: str = "", lead: str = "QC") -> Deal:
    """Play one trick of single cards, with these words wherever there is a choice; other matadors stay in the stock."""
    cards = {who: MATADORS.get(sign, DUDS[who]) for who, sign in zip("NESW", pattern, strict=True)}
    if pattern[0] == "-":
        cards["N"] = lead
    deal = dealt(name, cards)
    for who in "NESW":
        move = f"{who}: {cards[who]}"
        deal.play(f"{move} {words}" if words and deal.may(who, f"{cards[who]} {words}") else move)
    return deal


def test_the_table_has_every_order() -> None:
    slots = "8KJ----"
    assert set(CASES) == {"".join(order) for order in permutations(slots, 4)} - {"----"}


@pytest.mark.clause("BR-40", "BR-41", "BR-42", "BR-43", "BR-44", "BR-45", "BR-46", "BR-47")
@pytest.mark.parametrize("pattern", CASES)
def test_dares_and_strikes_in_every_order(pattern: str) -> None:
    side, points, _ = CASES[pattern]
    assert play_pattern("schwesing", pattern).points == expected(side, points)


@pytest.mark.clause("BR-48")
@pytest.mark.parametrize("pattern", [pattern for pattern in CASES if pattern[0] == "-"])
def test_dares_and_strikes_under_a_led_seven(pattern: str) -> None:
    side, points, _ = CASES[pattern]
    deal = play_pattern("schwesing", pattern, lead="7D")
    assert deal.points == expected(side, points)
    assert deal.winners == ["N"]


@pytest.mark.clause("BR-60")
@pytest.mark.parametrize("pattern", CASES)
def test_declared_dares_in_every_order(pattern: str) -> None:
    side, _, points = CASES[pattern]
    assert play_pattern("schwesing+optional-daring", pattern, "declared").points == expected(side, points)


@pytest.mark.clause("BR-60")
@pytest.mark.parametrize("pattern", CASES)
def test_undeclared_nothing_is_won_or_lost(pattern: str) -> None:
    deal = play_pattern("schwesing+optional-daring", pattern, "undeclared")
    assert deal.points == {}
    assert deal.events == []


# BR-40, point by point.


@pytest.mark.clause("BR-40")
def test_a_no_dare_once_the_next_higher_has_been_played() -> None:
    # K♥ falls in the first trick, where it dares; 8♠ in the second can't be struck any more.
    deal = planned("schwesing", "N: KH / QC / QS / QH", "N: 8S / 10C / 10S / 10H")
    assert deal.events == ["0 dare N KH"]


@pytest.mark.clause("BR-40")
def test_a_only_the_next_higher_counts() -> None:
    # J♣ is gone; 8♠ dares all the same, since K♥ is not.
    deal = planned("schwesing", "N: JC / QC / QS / QH", "N: 8S / 10C / 10S / 10H")
    assert deal.events == ["1 dare N 8S"]
    deal = planned("schwesing", "N: JC / QC / QS / QH", "N: KH / 10C / 10S / 10H")
    assert deal.events == []


@pytest.mark.clause("BR-40")
@pytest.mark.parametrize(
    ("hand", "card", "dares"),
    [
        ("8S KH QC", "8S", False),
        ("8S JC QC", "8S", True),  # J♣ is not the next higher
        ("KH JC QC", "KH", False),
        ("KH 8S QC", "KH", True),
        ("8S KH JC", "8S", False),
        ("8S KH JC", "KH", False),
    ],
)
def test_b_no_dare_with_the_next_higher_in_hand(hand: str, card: str, dares: bool) -> None:
    deal = dealt("schwesing", {"N": hand}).play(f"N: {card}")
    assert deal.events == ([f"0 dare N {card}"] if dares else [])


@pytest.mark.clause("BR-40")
def test_b_another_player_may_hold_it() -> None:
    for holder in "ESW":
        deal = dealt("schwesing", {"N": "8S", holder: "KH"}).play("N: 8S")
        assert deal.events == ["0 dare N 8S"]


@pytest.mark.clause("BR-40")
def test_b_no_dare_with_the_next_higher_in_the_same_play() -> None:
    deal = dealt("schwesing", {"N": "10C 10S", "E": "8S KH"}).play("N: 10C 10S", "E: 8S KH")
    assert deal.events == ["0 dare E KH"]
    deal = dealt("schwesing", {"N": "10C 10S", "E": "JC KH"}).play("N: 10C 10S", "E: JC KH")
    assert deal.events == []
    deal = dealt("schwesing", {"N": "10C 10S", "E": "8S JC"}).play("N: 10C 10S", "E: 8S JC")
    assert deal.events == ["0 dare E 8S"]
    deal = dealt("schwesing", {"N": "10C 10S 10H", "E": "8S KH JC"}).play("N: 10C 10S 10H", "E: 8S KH JC")
    assert deal.events == []


@pytest.mark.clause("BR-40")
def test_c_the_last_to_play_does_not_dare() -> None:
    # Last means last to this trick: with South to lead, East is.
    hands = {"S": "QC", "W": "QS", "N": "QH", "E": "8S"}
    deal = dealt("schwesing", hands, dealer="E").tricks("S: QC / QS / QH / 8S")
    assert deal.events == []
    deal = dealt("schwesing", {"E": "QC", "S": "QS", "W": "KH", "N": "QH"}, dealer="N").tricks("E: QC / QS / KH / QH")
    assert deal.events == ["0 dare W KH"]


@pytest.mark.clause("BR-40")
def test_d_no_dare_once_the_stock_is_exhausted() -> None:
    # The sixth trick is the last with a stock, of four cards.
    in_time = (*NINE_TRICKS[:5], "N: 10D / 8S / 7C / 7D")
    assert planned("schwesing", *NINE_TRICKS[:5]).table.stock_left == 4
    assert planned("schwesing", *in_time).events == ["5 dare E 8S"]
    too_late = (*NINE_TRICKS[:6], "E: 8S / 7H / JD / 6C")
    deal = planned("schwesing", *too_late)
    assert deal.table.stock_left == 0
    assert deal.events == []


@pytest.mark.clause("BR-40", "BR-42")
def test_d_without_a_dare_there_is_no_strike() -> None:
    deal = planned("schwesing", *NINE_TRICKS[:6], "E: 8S / KH / JC / 6C")
    assert deal.events == []
    assert deal.points == {}


@pytest.mark.clause("BR-41")
def test_a_dare_is_automatic() -> None:
    deal = dealt("schwesing", {"N": "8S"})
    assert not deal.may("N", "8S declared")
    assert not deal.may("N", "8S undeclared")
    assert deal.play("N: 8S").events == ["0 dare N 8S"]


@pytest.mark.clause("BR-42")
def test_a_strike_comes_later_in_the_same_trick() -> None:
    # K♥ in the next trick strikes nothing: the dare has succeeded.
    deal = planned("schwesing", "N: 8S / QC / QS / QH", "N: 10C / KH / 10S / 10H")
    assert deal.events == ["0 dare N 8S", "1 dare E KH"]
    assert deal.points == {"N-S": 1, "E-W": 1}


@pytest.mark.clause("BR-42")
def test_the_spitz_does_not_strike_toller_hund() -> None:
    deal = play_pattern("schwesing", "8J--")
    assert deal.events == ["0 dare N 8S"]
    assert deal.winners == ["E"]


@pytest.mark.clause("BR-42")
def test_a_partner_never_strikes() -> None:
    assert play_pattern("schwesing", "K-J-").events == ["0 dare N KH"]
    assert play_pattern("schwesing", "8-K-").events == ["0 dare N 8S", "0 dare S KH"]
    # Last to play, the partner with K♥ neither strikes nor dares.
    assert play_pattern("schwesing", "-8-K").events == ["0 dare E 8S"]


@pytest.mark.clause("BR-43")
def test_the_events_of_a_strike() -> None:
    assert play_pattern("schwesing", "8--K").events == ["0 dare N 8S", "0 strike W KH"]
    assert play_pattern("schwesing", "KJ--").events == ["0 dare N KH", "0 strike E JC"]


@pytest.mark.clause("BR-44")
def test_a_strike_that_is_a_further_dare_is_two_events() -> None:
    deal = play_pattern("schwesing", "8K--")
    assert deal.events == ["0 dare N 8S", "0 strike E KH", "0 dare E KH"]
    assert deal.points == {"E-W": 3}


@pytest.mark.clause("BR-44")
def test_a_further_dare_needs_what_every_dare_needs() -> None:
    # The striker holds J♣, or it is gone, or the striker is last: 2 for the strike alone.
    deal = dealt("schwesing", {"N": "8S", "E": "KH JC", "S": "QC", "W": "QS"}).tricks("N: 8S / KH / QC / QS")
    assert (deal.events, deal.points) == (["0 dare N 8S", "0 strike E KH"], {"E-W": 2})
    deal = play_pattern("schwesing", "8-JK")
    assert (deal.events, deal.points) == (["0 dare N 8S", "0 strike W KH"], {"E-W": 2})
    deal = play_pattern("schwesing", "--8K")
    assert (deal.events, deal.points) == (["0 dare S 8S", "0 strike W KH"], {"E-W": 2})


@pytest.mark.clause("BR-45")
def test_a_counter_strike_stands_instead_of_a_strike() -> None:
    deal = play_pattern("schwesing", "8KJ-")
    assert deal.events == ["0 dare N 8S", "0 strike E KH", "0 dare E KH", "0 counter-strike S JC"]
    assert deal.points == {"N-S": 4}


@pytest.mark.clause("BR-45")
def test_ones_partner_does_not_strike_a_further_dare() -> None:
    deal = play_pattern("schwesing", "8K-J")
    assert deal.events == ["0 dare N 8S", "0 strike E KH", "0 dare E KH"]
    assert deal.points == {"E-W": 3}


@pytest.mark.clause("BR-46")
def test_two_dares_of_one_side() -> None:
    deal = play_pattern("schwesing", "8-K-")
    assert (deal.events, deal.points) == (["0 dare N 8S", "0 dare S KH"], {"N-S": 2})
    deal = play_pattern("schwesing", "8-KJ")
    assert (deal.events, deal.points) == (["0 dare N 8S", "0 dare S KH", "0 strike W JC"], {"E-W": 3})


@pytest.mark.clause("BR-47")
def test_one_side_alone_scores_in_a_trick() -> None:
    for pattern in CASES:
        assert len(play_pattern("schwesing", pattern).points) <= 1


@pytest.mark.clause("BR-48")
def test_dares_and_strikes_need_not_win_the_trick() -> None:
    deal = dealt("schwesing", {"N": "8S", "E": "JC", "S": "QC", "W": "QS"}).tricks("N: 8S / JC / QC / QS")
    assert (deal.winners, deal.points) == (["E"], {"N-S": 1})
    deal = dealt("schwesing", {"N": "7C", "E": "8S", "S": "KH", "W": "QS"}).tricks("N: 7C / 8S / KH / QS")
    assert (deal.winners, deal.points) == (["N"], {"N-S": 3})


# Tricks of two and three cards: the plays of N, E, S and W, what happens, and the points.
OF_SEVERAL = [
    ("8S 8D / QC QS / 10C 10S / KC KD", ["dare N 8S"], {"N-S": 1}),
    ("KH KD / QC QS / 10C 10S / 8C 8D", ["dare N KH"], {"N-S": 1}),
    ("KH KD / JC QS / 10C 10S / 8C 8D", ["dare N KH", "strike E JC"], {"E-W": 2}),
    ("KH KC / QC QS / JC 10S / 8C 8D", ["dare N KH"], {"N-S": 1}),
    ("JC JS / KH 8S / 10C 10S / 8C 8D", [], {}),
    ("10C 10S / 8S QC / KH QS / JC QH", ["dare E 8S", "strike S KH", "dare S KH", "counter-strike W JC"], {"E-W": 4}),
    ("10C 10S / 8S QC / KH JC / QS QH", ["dare E 8S", "strike S KH"], {"N-S": 2}),
    ("10C 10S / 8S JC / KH QC / QS QH", ["dare E 8S", "strike S KH"], {"N-S": 2}),
    ("10C 10S / 8S KH / QC QS / JC QH", ["dare E KH"], {"E-W": 1}),
    ("10C 10S / 8S KH / JC QS / QC QH", ["dare E KH", "strike S JC"], {"N-S": 2}),
    ("8S 8D / KH JC / 10C 10S / QC QS", ["dare N 8S", "strike E KH"], {"E-W": 2}),
    ("8S 8D / KH QC / 10C JC / QH QS", ["dare N 8S", "strike E KH", "dare E KH", "counter-strike S JC"], {"N-S": 4}),
    ("8S 8D / QC QS / KH KD / JC QH", ["dare N 8S", "dare S KH", "strike W JC"], {"E-W": 3}),
    ("8S 8D / QC QS / KH JC / QD QH", ["dare N 8S"], {"N-S": 1}),
    ("10C 10S / QC QS / QD QH / KH 8S", [], {}),
    ("7C 7D / 8S QC / KH QS / KC QH", ["dare E 8S", "strike S KH", "dare S KH"], {"N-S": 3}),
    ("8S 8D 8H / QC QS KC / 10C 10S KS / 6C 6S QD", ["dare N 8S"], {"N-S": 1}),
    ("8S 8D 8H / KH QS KC / 10C JC KS / 6C 6S QD",
     ["dare N 8S", "strike E KH", "dare E KH", "counter-strike S JC"], {"N-S": 4}),
    ("8S 8D 8H / QC QS KC / KH 10S KS / JC 6S QD", ["dare N 8S", "dare S KH", "strike W JC"], {"E-W": 3}),
    ("KH KD KS / QC QS 8S / 10C JC 10S / 6C 6S QD", ["dare N KH"], {"N-S": 1}),
    ("KH KD KS / JC QS 8S / 10C QH 10S / 6C 6S QD", ["dare N KH", "strike E JC"], {"E-W": 2}),
    ("10C 10S 10H / 8S KH JC / QC QS KS / 6C 6S QD", [], {}),
    ("10C 10S 10H / 8S KH QC / JC QS KS / 6C 6S QD", ["dare E KH", "strike S JC"], {"N-S": 2}),
]  # fmt: skip


@pytest.mark.clause("BR-48")
@pytest.mark.parametrize(("plays", "events", "points"), OF_SEVERAL)
def test_dares_and_strikes_in_double_and_triple_tricks(plays: str, events: list[str], points: dict[str, int]) -> None:
    deal = dealt("schwesing", dict(zip("NESW", plays.split("/"), strict=True))).tricks(f"N: {plays}")
    assert deal.events == [f"0 {event}" for event in events]
    assert deal.points == points


@pytest.mark.clause("BR-X6")
def test_worked_example_6() -> None:
    deal = dealt("schwesing", {"N": "8S", "E": "QC", "S": "JC", "W": "KH"}).tricks("N: 8S / QC / JC / KH")
    assert deal.winners == ["S"]
    assert deal.points == {"E-W": 2}


@pytest.mark.clause("BR-X7")
def test_worked_example_7() -> None:
    deal = dealt("schwesing", {"N": "7D", "E": "8S", "S": "KH", "W": "JC"}).tricks("N: 7D / 8S / KH / JC")
    assert deal.winners == ["N"]
    assert deal.points == {"E-W": 4}


# Declared and undeclared: + declared, - undeclared, the plays of N, E, S and W.
DECLARED = [
    ("8+ / Q / Q / Q", ["dare N 8S"], {"N-S": 1}),
    ("8+ / Q / Q / K", ["dare N 8S", "strike W KH"], {"E-W": 1}),
    ("8+ / K- / Q / Q", ["dare N 8S", "strike E KH"], {"E-W": 1}),  # undeclared, it still strikes
    ("8+ / K- / J / Q", ["dare N 8S", "strike E KH"], {"E-W": 1}),  # and can't be struck back
    ("8+ / K+ / Q / Q", ["dare N 8S", "strike E KH", "dare E KH"], {"E-W": 2}),
    ("8+ / K+ / J / Q", ["dare N 8S", "strike E KH", "dare E KH", "counter-strike S JC"], {"N-S": 2}),
    ("8+ / Q / K+ / Q", ["dare N 8S", "dare S KH"], {"N-S": 2}),
    ("8+ / Q / K+ / J", ["dare N 8S", "dare S KH", "strike W JC"], {"E-W": 2}),
    ("8+ / Q / K- / Q", ["dare N 8S"], {"N-S": 1}),
    ("8+ / Q / K- / J", ["dare N 8S"], {"N-S": 1}),
    ("8- / K+ / Q / Q", ["dare E KH"], {"E-W": 1}),
    ("8- / K+ / J / Q", ["dare E KH", "strike S JC"], {"N-S": 1}),
    ("8- / K- / J / Q", [], {}),
    ("8- / Q / K+ / Q", ["dare S KH"], {"N-S": 1}),
    ("8- / Q / K+ / J", ["dare S KH", "strike W JC"], {"E-W": 1}),
    ("8- / Q / Q / K", [], {}),
    ("K+ / J / Q / Q", ["dare N KH", "strike E JC"], {"E-W": 1}),
    ("K- / J / Q / Q", [], {}),
    ("K+ / 8 / Q / Q", ["dare N KH"], {"N-S": 1}),
]


@pytest.mark.clause("BR-60")
@pytest.mark.parametrize(("plays", "events", "points"), DECLARED)
def test_who_declares_what(plays: str, events: list[str], points: dict[str, int]) -> None:
    said = {"+": " declared", "-": " undeclared"}
    moves = {}
    for who, play in zip("NESW", plays.split(" / "), strict=True):
        moves[who] = MATADORS.get(play[0], DUDS[who]) + said.get(play[-1], "")
    deal = dealt("schwesing+optional-daring", {who: move.split()[0] for who, move in moves.items()})
    deal.play(*(f"{who}: {move}" for who, move in moves.items()))
    assert deal.events == [f"0 {event}" for event in events]
    assert deal.points == points


@pytest.mark.clause("BR-60")
def test_the_choice_is_offered_where_there_is_a_dare_and_nowhere_else() -> None:
    name = "schwesing+optional-daring"
    deal = dealt(name, {"N": "8S QC 10D", "E": "KH 8C 6C", "S": "10H QS 9S", "W": "JC QH KD"})
    assert deal.may("N", "8S declared")
    assert deal.may("N", "8S undeclared")
    assert not deal.may("N", "8S")
    assert deal.may("N", "QC")
    assert not deal.may("N", "QC declared")
    with pytest.raises(IllegalMoveError, match="North must say whether 8♠ is declared"):
        deal.play("N: 8S")
    deal.play("N: QC", "E: 8C", "S: 10H")
    assert deal.may("W", "JC")
    assert not deal.may("W", "JC declared")
    # Last to play, with the next higher in hand, with it in the same play, and with it gone: no choice.
    assert dealt(name, {"N": "8S KH"}).may("N", "8S")
    double = dealt(name, {"N": "10C 10S", "E": "8S KH"}).play("N: 10C 10S")
    assert double.may("E", "8S KH declared")
    assert not double.may("E", "8S KH")
    assert dealt(name, {"N": "QC", "E": "QS", "S": "QH", "W": "KH"}).play("N: QC", "E: QS", "S: QH").may("W", "KH")
    assert dealt(name, {"N": "JC", "E": "KH"}).play("N: JC").may("E", "KH")


@pytest.mark.clause("BR-60")
def test_a_triple_that_is_led_may_be_declared() -> None:
    deal = dealt("schwesing+optional-daring", {"E": "8S 8D 8H"})
    assert deal.may("E", "8S 8D 8H declared")
    assert deal.may("E", "8S 8D 8H undeclared")
    assert deal.play("E: 8S 8D 8H declared").events == ["0 dare E 8S"]


@pytest.mark.clause("BR-60")
def test_what_a_strike_is_worth_is_a_key() -> None:
    for strike in (1, 2, 5):
        name = f"schwesing+daring.strike={strike}"
        assert play_pattern(name, "8--K").points == {"E-W": strike}
        assert play_pattern(name, "8K--").points == {"E-W": strike + 1}
        assert play_pattern(name, "8KJ-").points == {"N-S": 2 * strike}
        assert play_pattern(name, "8-KJ").points == {"E-W": strike + 1}
        assert play_pattern(name, "8-K-").points == {"N-S": 2}


@pytest.mark.clause("BR-61")
def test_a_matador_played_undeclared_does_not_lose_the_game() -> None:
    # Both sides need a point, and North-South have four tricks.
    start = ("N: 9C / QC / QS / QH", "N: AC / 10C / 10S / 10H", "N: 9S / 8C / 8D / 8H", "N: AS / KC / KS / KD")
    name = "schwesing+optional-daring"
    safe = planned(name, *start, "N: 7C / 6C / 8S undeclared / KH", score=(11, 11))
    assert (safe.match_winner, safe.points) == ("N-S", {"N-S": 2})
    bold = planned(name, *start, "N: 7C / 6C / 8S declared / KH", score=(11, 11))
    assert (bold.match_winner, bold.points) == ("E-W", {"E-W": 1})
