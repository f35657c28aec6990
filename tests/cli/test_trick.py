"""`trick`: the worked examples of the sources, as a person types them."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


@pytest.mark.clause("BR-X1")
def test_first_worked_example(run: Run) -> None:
    result = run("trick", "schwesing", "W: 10D 10S", "N: 6H AD", "E: JH 9C", "S: AS AH")
    assert result.code == 0
    assert "9♣ beats A♦" in result.out
    assert "J♥ beats 6♥" in result.out
    assert "East wins" in result.out


@pytest.mark.clause("BR-X1")
def test_trick_as_json(run: Run) -> None:
    document = run("trick", "schwesing", "W: 10D 10S", "N: 6H AD", "E: JH 9C", "S: AS AH", "--json").json
    assert document["game"] == "schwesing"
    assert (document["leader"], document["winner"], document["size"]) == (3, 1, 2)
    assert [step["seat"] for step in document["steps"]] == [3, 0, 1, 2]
    assert [step["takes_over"] for step in document["steps"]] == [True, True, True, False]
    assert sorted(document["steps"][0]["cards"]) == ["10D", "10S"]
    assert all(set(step) == {"seat", "cards", "takes_over", "why"} for step in document["steps"])
    assert document["events"] == []
    assert document["points"] == {}


@pytest.mark.clause("BR-X6")
def test_strike(run: Run) -> None:
    document = run("trick", "schwesing", "N: 8S", "E: 10D", "S: JC", "W: KH", "--json").json
    assert document["winner"] == 2
    assert document["points"] == {"E-W": 2}
    kinds = [(event["kind"], event["seat"], event["card"]) for event in document["events"]]
    assert kinds == [("dare", 0, "8S"), ("strike", 3, "KH")]


@pytest.mark.clause("BR-X7")
def test_counter_strike(run: Run) -> None:
    document = run("trick", "schwesing", "N: 7D", "E: 8S", "S: KH", "W: JC", "--json").json
    assert document["winner"] == 0
    assert document["points"] == {"E-W": 4}


@pytest.mark.clause("BR-40")
@pytest.mark.parametrize(
    "more",
    [("--stock", "0"), ("--gone", "KH"), ("--holding", "N: KH")],
    ids=["stock exhausted", "next matador gone", "next matador held"],
)
def test_what_makes_a_dare_none(run: Run, more: tuple[str, ...]) -> None:
    document = run("trick", "schwesing", "N: 8S", "E: 10D", "S: JC", "W: QH", *more, "--json").json
    assert document["events"] == []


@pytest.mark.clause("BR-60")
def test_declared_dare(run: Run) -> None:
    plays = ("N: 8S", "E: 10D", "S: JC", "W: KH")
    silent = run("trick", "schwesing+optional-daring", *plays, "--json").json
    assert silent["points"] == {}
    declared = run("trick", "schwesing+optional-daring", *plays, "--declare", "N", "--json").json
    assert declared["points"] == {"E-W": 1}


@pytest.mark.parametrize("plays", [("0: 10d", "1: ♣J", "2: td", "3: a♠"), ("P1: 10D", "P2: JC", "P3: 10D", "P4: AS")])
def test_a_card_in_two_places_is_refused(run: Run, plays: tuple[str, ...]) -> None:
    result = run("trick", "schwesing", *plays)
    assert result.code == 2
    assert "10♦" in result.err


@pytest.mark.parametrize(
    ("plays", "said"),
    [
        (("W: 10D 10S", "N: 6H"), "lead.sizes"),
        (("W: 10D AS", "N: 6H 7H"), "lead.same"),
        (("W: 10D", "E: 6H"), "out of turn"),
        (("W: 10D", "N: 1X"), "1X"),
        (("Q: 10D",), "seat"),
        (("10D",), "10D"),
        (("W: 2D", "N: 6H"), "2"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_reason(run: Run, plays: tuple[str, ...], said: str) -> None:
    result = run("trick", "schwesing", *plays)
    assert result.code == 2
    assert said in result.err
    assert result.out == ""


@pytest.mark.clause("BU-13")
def test_a_bura_alone_is_settled_as_if_it_were_led(run: Run) -> None:
    result = run("trick", "bura", "P1: 10H 7H 6H", "--trump", "H")
    assert result.code == 0
    assert "Announced, it would win the pot at once" in result.out
    assert "P1 wins so far" in result.out


@pytest.mark.clause("KP-07")
def test_what_must_be_face_down_is_said(run: Run) -> None:
    result = run("trick", "kozel-points", "--trump", "H", "P1: 10D AD", "P2: AH 7C", "P3: 8D 9D")
    assert "P2 plays 7♣ A♥ face down: only A♥ beats 10♦ or A♦, and one card can't beat two." in result.out
    assert "P3 plays 8♦ 9♦ face down: nothing played beats 10♦ or A♦." in result.out
    assert "must be played face down (follow.face_down)" in result.out
    steps = run("trick", "kozel-points", "--trump", "H", "P1: 10D AD", "P2: AH 7C", "P3: 8D 9D", "--json").json["steps"]
    assert [step.get("face_down", False) for step in steps] == [False, True, True]


@pytest.mark.clause("BU-V3")
def test_what_is_hidden_by_choice_has_no_power(run: Run) -> None:
    result = run("trick", "bura+closed", "--trump", "D", "P1: QS 7S", "P2: 9D JS", "--face-down", "P2")
    assert "P2 plays 9♦ J♠ face down: it could take over, but face down it has no power." in result.out
    assert "P1 wins the trick" in result.out


@pytest.mark.clause("BR-32")
def test_which_cards_are_too_few_is_said(run: Run) -> None:
    """Of the aces A♣ A♠ A♥, 9♦ and J♣ beat any; a third card that does is lacking."""
    result = run("trick", "schwesing", "N: AC AS AH", "E: 9D JC 6C", "S: QC QD QH", "W: KC KS KD")
    assert "only 9♦ and J♣ beat A♣, A♠ or A♥, and two cards can't beat three." in result.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("schwesing", "W: 8S", "N: 6H", "--face-down", "N"), "6♥ must be played face up, as all cards in this game"),
        (("kozel-points", "--trump", "H", "P1: 10D", "--face-down", "P1"), "10♦ must be played face up, as every lead"),
        (("bura", "--trump", "H", "P2: AC", "P1: 8H", "--holding", "P1: 6H 7H 9H"), "P1 has 4 cards; a hand has 3"),
        (("schwesing", "W: 10D 10S 10C 10H 9D"), "West has 5 cards; a hand has 3 (deal.hand)"),
        (
            ("schwesing", "W: 8S", "--stock", "25"),
            "25 cards can't be left in the stock; once all have their hands there are 24",
        ),
    ],
)
def test_what_can_not_be_is_refused_with_its_reason(run: Run, arguments: tuple[str, ...], said: str) -> None:
    result = run("trick", *arguments)
    assert result.code == 2
    assert said in result.err
