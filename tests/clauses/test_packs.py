"""Packs that are no rectangle, jokers among the trumps, and copies of a card."""

from __future__ import annotations

import pytest

from tests.dealing import game_of
from trickbook.cards import Pack
from trickbook.game.settle import settle_trick
from trickbook.game.table import Table
from trickbook.plugins import PluginSet
from trickbook.rulebook import RulebookError, load


def test_cards_are_left_out_with_their_copies() -> None:
    pack = Pack.of(["9", "A"], copies=2, jokers=1, without=["AH", "X1"])
    assert len(pack) == 14
    assert "AH" not in pack.places
    assert "X1" not in pack.places


@pytest.mark.parametrize(
    ("game", "key", "found"),
    [
        ('whist+pack.without=["X1"]', "pack.without", "not in the pack anyway"),
        ('whist+pack.without=["2C"]+deal.hand=12+points.2C=1', "points.2C", "'2C'|\"2C\""),
        ('whist+order.equal="last"', "order.equal", "one copy of each card"),
        ('whist+pack.without=["2C"]', "deal.hand", "the pack has 51"),
    ],
)
def test_findings(game: str, key: str, found: str) -> None:
    with pytest.raises(RulebookError, match=found) as caught:
        load(game, plugins=PluginSet())
    assert key in [finding.key for finding in caught.value.findings]


def test_the_cards_that_are_left_stand_as_in_the_whole_pack() -> None:
    whole, part = game_of("bura"), game_of('bura+pack.without=["6C", "AD"]')
    for deal in range(5):
        orders = []
        for game in (whole, part):
            state = Table(game, 7, match=deal).state
            names = [game.pack.name(int(place)) for place in state.pack[: len(game.pack)]]
            orders.append([name for name in names if name not in ("6C", "AD")])
        assert orders[0] == orders[1]


@pytest.mark.clause("SP-V8")
class TestJokersHigh:
    NAME = "spades+jokers-high"

    @pytest.mark.parametrize(
        ("plays", "winner"),
        [
            (["N: AS", "E: X2", "S: X1", "W: KS"], 2),
            (["N: X1", "E: X2", "S: AS", "W: KS"], 0),
            (["N: AD", "E: KD", "S: X2", "W: QD"], 2),
        ],
    )
    def test_who_wins(self, plays: list[str], winner: int) -> None:
        assert settle_trick(self.NAME, plays).winner == winner

    def test_the_pack(self) -> None:
        pack = game_of(self.NAME).pack
        assert len(pack) == 52
        assert {"X1", "X2"} <= set(pack.places)
        assert not {"2C", "2D"} & set(pack.places)

    def test_a_joker_follows_spades_and_is_not_led_before_they_are_broken(self) -> None:
        table = Table(game_of(self.NAME))
        rules, pack = table.game.rules, table.game.pack
        spades = {place for place in range(52) if int(rules.followed_suit[1, place]) == 4}
        assert {pack.name(place) for place in spades} == {
            *(f"{rank}S" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")),
            "X1",
            "X2",
        }
        assert set(pack.names(int(rules.duty_until[1]))) == {pack.name(place) for place in spades}


@pytest.mark.clause("HE-V8", "HE-V9")
@pytest.mark.parametrize(
    ("name", "players", "hand", "opening"), [("three-at-hearts", 3, 17, "2C"), ("five-at-hearts", 5, 10, "3C")]
)
def test_hearts_for_three_and_five(name: str, players: int, hand: int, opening: str) -> None:
    table = Table(game_of(f"hearts+{name}"))
    assert table.seats == players
    assert all(len(table.hand(seat)) == hand for seat in range(players))
    assert sum(len(table.hand(seat)) for seat in range(players)) == len(table.game.pack)
    while not table.tricks and len(list(table.legal_moves())) != 1:
        table.play_legal(0)
    (lead,) = table.legal_moves()
    assert (lead.kind, lead.cards) == ("play", (opening,))
    while not table.is_over:
        table.play_legal(0)
    penalty = [int(points) for points in table.state.card_points[:players]]
    assert sum(penalty) == 26


@pytest.mark.clause("HK-09")
@pytest.mark.parametrize(("equal", "winner"), [("first", 0), ("last", 1)])
def test_copies(equal: str, winner: int) -> None:
    name = f'bura+no-sixes+pack.copies=2+order.equal="{equal}"'
    assert settle_trick(name, ["P1: 7C", "P2: 7C"], trump="H").winner == winner
    assert settle_trick(name, ["P1: 8C", "P2: 7C"], trump="H").winner == 0
    on_ladder = f'{name}+order.ladder=["7C"]'
    assert settle_trick(on_ladder, ["P1: 7C", "P2: 7C"], trump="H").winner == winner


class TestRanksRelativeToTrumps:
    """The bowers of Euchre: the jack of trumps, then the other jack of its colour, above the ace."""

    NAME = 'whist+order.ladder=["J-trump","J-colour"]+order.ladder_belongs="trump"'

    @pytest.mark.parametrize(
        ("trump", "right", "left", "plain"),
        [("C", "JC", "JS", "JH"), ("S", "JS", "JC", "JD"), ("H", "JH", "JD", "JC"), ("D", "JD", "JH", "JS")],
    )
    def test_who_wins(self, trump: str, right: str, left: str, plain: str) -> None:
        ace = f"A{trump}"
        assert settle_trick(self.NAME, [f"N: {ace}", f"E: {left}", f"S: {right}", "W: 2H"], trump=trump).winner == 2
        assert settle_trick(self.NAME, [f"N: {ace}", f"E: {left}", f"S: {plain}", "W: 3H"], trump=trump).winner == 1
        # The other jacks stand below the queen of their suit.
        queen = f"Q{plain[-1]}"
        assert settle_trick(self.NAME, [f"N: {plain}", f"E: {queen}", "S: 2C", "W: 2D"], trump=trump).winner != 0

    def test_the_left_bower_is_a_trump(self) -> None:
        rules, pack = game_of(self.NAME).rules, game_of(self.NAME).pack
        hearts = 2
        trumps = {pack.name(place) for place in range(52) if int(rules.followed_suit[hearts, place]) == 4}
        assert len(trumps) == 14
        assert {"JH", "JD", "2H"} <= trumps
        assert not {"JC", "JS", "AD"} & trumps

    def test_a_card_that_is_named_too_has_its_first_place(self) -> None:
        name = 'whist+order.ladder=["J-trump","JS","J"]+order.ladder_belongs="trump"'
        assert settle_trick(name, ["N: JH", "E: JC", "S: JS", "W: 2H"], trump="S").winner == 2
        assert settle_trick(name, ["N: JH", "E: JC", "S: JS", "W: 2H"], trump="C").winner == 1

    @pytest.mark.parametrize(
        ("name", "found"),
        [
            ('whist+no-trump+order.ladder=["J-trump"]', "no meaning in a game without trumps"),
            ('whist+order.ladder=["J-color"]', "J-trump"),
            ('sueca+order.ladder=["9-trump"]', "is not in the pack"),
        ],
    )
    def test_findings(self, name: str, found: str) -> None:
        with pytest.raises(RulebookError, match=found):
            load(name, plugins=PluginSet())
