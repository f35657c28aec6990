"""What the end of a deal is worth to who searches, in a game whose deals all go one way, and in endings worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

import trickbook
from tests.bots.positions import deal
from tests.bots.searching import Searcher
from trickbook.bots import bots_named
from trickbook.bots.equity import equity_for
from trickbook.compiler import CompiledGame

FOREHAND_WINS = """
name = "One card each, of different suits"
table.players = 2
pack.ranks = ["A"]
deal.hand = 1
draw.after_trick = false
lead.sizes = [1]
score.won.result = "won"
score.won.points = 1
score.else.points = 0
match.target = 2
"""
"""Nothing beats the card that is led, so whoever does not deal has the point; and the deal goes round."""


@pytest.fixture(scope="module")
def forehand_wins(tmp_path_factory: pytest.TempPathFactory) -> CompiledGame:
    path = tmp_path_factory.mktemp("games") / "forehand.toml"
    path.write_text(FOREHAND_WINS, encoding="utf-8")
    return trickbook.load(str(path))


ENDS = [
    # Who deals, the scores before the deal, and whether side 0 wins the match in the end.
    (0, (0, 0), 0),  # 0:1, side 1 deals; 1:1, side 0 deals; 1:2
    (1, (0, 0), 1),  # 1:0, side 0 deals; 1:1, side 1 deals; 2:1
    (0, (1, 0), 1),  # 1:1, side 1 deals; 2:1
    (1, (1, 0), 1),  # 2:0
    (0, (0, 1), 0),  # 0:2
    (1, (0, 1), 0),  # 1:1, side 0 deals; 1:2
    (0, (1, 1), 0),
    (1, (1, 1), 1),
]


@pytest.mark.parametrize(("dealer", "score", "wins"), ENDS)
def test_the_table_knows_who_wins(forehand_wins: CompiledGame, dealer: int, score: tuple[int, int], wins: int) -> None:
    table = equity_for(forehand_wins, bots_named("ismcts:2", 2))
    assert table[dealer, 0, score[0], score[1]] == wins


@pytest.mark.parametrize(
    ("own", "other", "led", "better"),
    [
        # The ace takes the ten, and the six is lost; who throws the six loses the ten, and then the ace to a plain seven.
        ("AH 6S", "10H 7D", "10H", "AH"),
        ("6H AS", "10S 7D", "10S", "AS"),
        # Nothing beats the ace; the ten takes the seven afterwards, and is lost to the ace if it is thrown.
        ("10D 6S", "AH 7D", "AH", "6S"),
        ("6D 10S", "AH 7S", "AH", "6D"),
    ],
)
@pytest.mark.parametrize("player", ["ismcts:40:random", "montecarlo:40:random"])
def test_card_points_are_taken_where_the_deal_is_decided(
    own: str, other: str, led: str, better: str, player: str
) -> None:
    """Kozel for money, clubs are trumps, the stock is empty, and one side has 80 points and so the pot."""
    game = trickbook.load("kozel-money", players=2)
    places = game.pack.places
    table = deal(game, ["10H 7D 10S AH", "6C 7C 8S 9S"], "KC")
    hands = [sum(1 << places[card][0] for card in hand.split()) for hand in (other, own)]
    state = table.state
    state.hands[:2] = hands
    state.face_up = state.gone = (1 << len(game.pack)) - 1 & ~sum(hands)
    state.stock_left, state.stock_next, state.tricks = 0, len(game.pack), 16
    state.card_points[:2] = 5, 80
    table.look()
    table.play([led])
    for seed in range(3):
        state.seed = np.uint64(seed)
        cards, _, _ = Searcher(game, player).choice(state)
        assert game.pack.names(cards) == [better]
