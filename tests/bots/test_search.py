"""Players who search: they see what their seat sees, play the match, and beat those who don't search."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from unittest.mock import patch

import numpy as np
import pytest

import trickbook
from tests.bots.positions import CLOSED, another_world, deal, holds_what_it_must_have_led, positions
from tests.bots.searching import Searcher
from tests.bots.without_jit import digests_without_jit
from trickbook.bots import BotError, bots_named
from trickbook.compiler import CompiledGame
from trickbook.kernel import engine
from trickbook.kernel.layout import DECLARED, State
from trickbook.simulation.batches import simulate, simulate_singles

PLAYERS = ("montecarlo:12", "ismcts:12", "ismcts:40:random")
GAMES = ("schwesing", "treia", "bruus-two", "bura+table.players=3", "bura+closed", "kozel-money", "kozel-points")


# Names


def test_names_say_kind_budget_and_playouts() -> None:
    players = bots_named("ismcts:500, greedy, montecarlo:9:random, random", 4)
    assert players.kind.tolist() == [3, 1, 2, 0]
    assert players.budget.tolist() == [500, 0, 9, 0]
    assert players.playout.tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ismtcs:5", "did you mean ismcts?"),
        ("gredy", "did you mean greedy?"),
        ("ismcts", "did you mean ismcts:500?"),
        ("greedy:5", "did you mean greedy?"),
        ("ismcts:0", "from 1 to 1000000"),
        ("ismcts:1000001", "from 1 to 1000000"),
        ("ismcts:²", "from 1 to 1000000"),
        ("montecarlo:-1", "from 1 to 1000000"),
        ("ismcts:5:greeedy", "did you mean greedy?"),
        ("ismcts:5:greedy:1", "did you mean ismcts:5:greedy?"),
        ("greedy,random", "2 players are named for 4 seats"),
        ("", "there is no player ''"),
    ],
)
def test_wrong_names_are_refused(name: str, message: str) -> None:
    with pytest.raises(BotError) as error:
        bots_named(name, 4)
    assert message in str(error.value)


# What they may see


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", GAMES)
def test_exchanging_cards_that_the_seat_cannot_see_changes_nothing(name: str, player: str) -> None:
    game = trickbook.load(name)
    searcher = Searcher(game, player)
    luck = Random(11)
    compared = 0
    for state in positions(game, 4, seed=4):
        world = another_world(game, state, int(state.turn), luck)
        if not holds_what_it_must_have_led(game, world, int(state.turn)):
            assert searcher.choice(world) == searcher.choice(state)
            compared += not (world.hands == state.hands).all()
    assert compared > 40


# The match


@pytest.mark.clause("BR-61")
@pytest.mark.parametrize("player", ["montecarlo:400", "ismcts:400:random"])
def test_declares_nothing_that_can_lose_a_match_as_good_as_won(player: str) -> None:
    """Both need one point; the side has four tricks, and the seven of clubs is a sure fifth."""
    game = trickbook.load("schwesing+optional-daring")
    table = deal(game, ["8D QC 8C", "KH 7C QD", "10S QS 10H", "AC 6D QH"])
    table.play(["8D"])
    table.state.score[:2] = 11, 11
    table.state.tricks_won[1] = 4
    table.look()
    assert not Searcher(game, player).choice(table.state)[2] & DECLARED


@pytest.mark.clause("BR-60")
@pytest.mark.parametrize("player", ["montecarlo:1000", "ismcts:1000:random"])
def test_declares_a_dare_that_is_likely_to_win_the_match(player: str) -> None:
    """The side needs one point, and the others all but one of theirs."""
    game = trickbook.load("schwesing+optional-daring")
    table = deal(game, ["8D QC 8C", "KH 8H QD", "10S QS 10H", "AC 6D QH"])
    table.play(["8D"])
    table.state.score[:2] = 1, 11
    table.look()
    cards, _, flags = Searcher(game, player).choice(table.state)
    assert game.pack.names(cards) == ["KH"]
    assert flags & DECLARED


def refuted() -> tuple[CompiledGame, State]:
    """Return an ending: clubs are trumps, the stock is empty, and whoever leads has 58 card points, the other 47. All cards are known."""
    game = trickbook.load("kozel-money", players=2)
    state = deal(game, ["9H JH JD QS", "6D 8S AC KS"], "7C").state
    own, other = (sum(1 << game.pack.places[card][0] for card in hand.split()) for hand in ("9H JH JD", "6D 8S AC"))
    state.hands[:2] = own, other
    state.face_up = state.gone = (1 << len(game.pack)) - 1 & ~(own | other)
    state.stock_left = 0
    state.stock_next = len(game.pack)
    state.tricks = 15
    state.card_points[:2] = 58, 47
    return game, state


@pytest.mark.parametrize("endings", [0.0, 8.0], ids=["searched", "solved"])
def test_finds_a_refutation_that_the_greedy_player_would_not_find(endings: float) -> None:
    """JH: the ace takes it, for 60. If 6D is led then, JD beats it, and both have 60; if 8S, 9H is thrown, and JD beats 6D. A tie.

    9H looks as good, as 8S could be thrown to it. But if 6D is thrown, the ace takes a knave, and no card that is left beats
    8S: 47 + 13 + 2 are more than half. JD: the ace takes it, and no heart beats 6D or 8S.
    """
    game, state = refuted()
    for worlds in (1000, 5000):
        searcher = Searcher(game, f"ismcts:{worlds}")
        searcher.players[0].endings = endings
        cards, _, _ = searcher.choice(state)
        assert game.pack.names(cards) == ["JH"]


def test_opponents_do_what_is_best_for_them() -> None:
    """By the lines above JH brings a tie, 0, and 9H and JD lose: -2.

    Opponents who helped would let 9H win. The share of card points beside that is less than 0.05.
    """
    game, state = refuted()
    searcher = Searcher(game, "ismcts:5000")
    searcher.players[0].endings = 0.0
    searcher.choice(state)
    known, nodes = searcher.buffers.known[0], searcher.buffers.nodes
    worth = {}
    for place in range(engine.legal_moves(game.rules, state, game.hooks.offers, searcher.room)):
        node = nodes[known.root[place]]
        worth[game.pack.text(int(searcher.room[place].cards).bit_length() - 1)] = node.total / node.visits
    assert worth == {card: pytest.approx(value, abs=0.15) for card, value in {"9♥": -2, "J♥": 0, "J♦": -2}.items()}


@pytest.mark.deep
def test_the_search_of_version_0_1_is_kept_with_its_fault() -> None:
    """It takes a minute to compile. What it plays was seen before it was kept: 9H, with 50,000 worlds too."""
    game, state = refuted()
    cards, _, _ = Searcher(game, "ismcts-first:1000").choice(state)
    assert game.pack.names(cards) == ["9H"]


# As a whole


def test_plays_the_same_on_any_number_of_threads() -> None:
    game = trickbook.load("bruus-two")
    bots = "ismcts:6,montecarlo:6:random"
    one, two = (simulate(game, matches=40, seed=3, bots=bots, threads=threads) for threads in (1, 2))
    assert np.array_equal(one, two)
    one, two = (simulate_singles(game, deals=50, seed=3, bots="ismcts:200", threads=threads) for threads in (1, 2))
    assert np.array_equal(one, two)


def test_search_takes_nothing_from_the_random_numbers_of_the_game() -> None:
    game = trickbook.load("schwesing")
    searched, greedy = (simulate(game, matches=6, seed=5, bots=bots) for bots in ("ismcts:3", "greedy"))
    for field in ("attempt", "dealer", "first_leader"):
        first = [rows[rows["deal"] == 0][field] for rows in (searched, greedy)]
        assert np.array_equal(*first)


def margin(name: str, better: str, worse: str, deals: int, seed: int) -> tuple[float, float]:
    """Play each deal twice, the sides exchanged; return the mean margin of the better, and its standard error."""
    game = trickbook.load(name)
    half = int(game.rules.seats) // 2
    margins = np.zeros(deals)
    for own, order in enumerate(((better, worse), (worse, better))):
        rows = simulate_singles(game, deals=deals, seed=seed, bots=",".join(order * half))
        margins += (rows["score"][:, own] - rows["score"][:, 1 - own]) / 2
    if game.rules.limit:  # penalty points
        margins = -margins
    return float(margins.mean()), float(margins.std() / deals**0.5)


@pytest.mark.parametrize(
    ("name", "better", "worse", "deals"),
    [
        ("schwesing", "greedy", "random", 500),
        ("schwesing", "ismcts:60", "random", 100),
        ("schwesing", "ismcts:200:random", "random", 100),
        ("kozel-money", "ismcts:200", "greedy", 150),
        ("kozel-points", "ismcts:200", "greedy", 250),
    ],
)
def test_the_better_player_wins(name: str, better: str, worse: str, deals: int) -> None:
    """Equal players come to four standard errors once in 30,000 times."""
    mean, error = margin(name, better, worse, deals, seed=8)
    assert mean > 4 * error


@pytest.mark.deep
@pytest.mark.parametrize("name", ["schwesing", "bura", "bura+closed"])
def test_search_beats_the_greedy_player(name: str) -> None:
    mean, error = margin(name, "ismcts:200", "greedy", 6000, seed=9)
    assert mean > 4 * error


def _digest(game: str) -> str:
    with patch("trickbook.bots.equity.DEALS", 4):
        rows = simulate_singles(trickbook.load(game), deals=1, seed=6, bots="ismcts:8,montecarlo:4")
    return hashlib.sha256(repr(rows.tolist()).encode()).hexdigest()


def test_chooses_the_same_without_the_jit(tmp_path: Path) -> None:
    path = tmp_path / "closed.toml"
    path.write_text(CLOSED, encoding="utf-8")
    games = ["bruus-two+optional-daring", "kozel-points+table.players=2", str(path)]
    assert digests_without_jit("tests.bots.test_search", games) == [_digest(game) for game in games]
