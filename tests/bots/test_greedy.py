"""What the greedy player does, and that it does not see what its seat can't see."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

import trickbook
from tests.bots.positions import (
    CLOSED,
    TRUMPS,
    another_world,
    choice,
    deal,
    greedy_plays,
    holds_what_it_must_have_led,
    load_text,
    positions,
)
from tests.bots.without_jit import digests_without_jit
from trickbook.compiler import CompiledGame
from trickbook.game.table import Table
from trickbook.kernel.layout import ANNOUNCE, CLAIM, FACE_DOWN
from trickbook.simulation.batches import simulate_singles


@pytest.fixture(scope="module")
def schwesing() -> CompiledGame:
    return trickbook.load("schwesing")


@pytest.fixture(scope="module")
def optional() -> CompiledGame:
    return trickbook.load("schwesing+optional-daring")


@pytest.fixture(scope="module")
def trumps(tmp_path_factory: pytest.TempPathFactory) -> CompiledGame:
    return load_text(TRUMPS, tmp_path_factory.mktemp("games") / "trumps.toml")


@pytest.fixture(scope="module")
def partners(tmp_path_factory: pytest.TempPathFactory) -> CompiledGame:
    return load_text(TRUMPS, tmp_path_factory.mktemp("games") / "trumps.toml", "+table.players=4")


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> CompiledGame:
    return load_text(CLOSED, tmp_path_factory.mktemp("games") / "closed.toml")


@pytest.fixture(scope="module")
def closed_partners(tmp_path_factory: pytest.TempPathFactory) -> CompiledGame:
    return load_text(CLOSED, tmp_path_factory.mktemp("games") / "closed.toml", "+table.players=4")


def play_on(table: Table, *plays: str) -> Table:
    for play in plays:
        table.play(play.split())
    return table


def cards_played(table: Table) -> set[str]:
    return set(greedy_plays(table).cards)


# What it may see


SHIPPED = ("treia", "bruus-two", "bura+table.players=3", "bura+closed", "kozel-money", "kozel-points")


@pytest.mark.clause("BU-V3", "KP-07")
@pytest.mark.parametrize("name", ["schwesing", "optional", "trumps", "partners", "closed", "closed_partners", *SHIPPED])
def test_exchanging_cards_that_the_seat_cannot_see_changes_nothing(name: str, request: pytest.FixtureRequest) -> None:
    game = trickbook.load(name) if name in SHIPPED else request.getfixturevalue(name)
    luck = Random(11)
    compared = 0
    phases = set()
    for state in positions(game, 8, seed=4):
        seat = int(state.turn)
        for _ in range(2):
            world = another_world(game, state, seat, luck)
            if not holds_what_it_must_have_led(game, world, seat):
                assert choice(game, world) == choice(game, state)
                compared += not (world.hands == state.hands).all()
                phases.add(int(state.phase))
    assert compared > 100
    assert ({CLAIM, ANNOUNCE} <= phases) == bool(game.rules.claim_points)


def test_worlds_differ_in_hidden_points(closed: CompiledGame) -> None:
    """The exchange reaches what only the winner of a claim would be told: the true points of tricks."""
    luck = Random(2)
    changed = 0
    for state in positions(closed, 6, seed=9):
        world = another_world(closed, state, int(state.turn), luck)
        changed += (world.card_points != state.card_points).any()
    assert changed > 20


# Taking and throwing


def test_takes_with_the_cheapest_card_that_wins(schwesing: CompiledGame) -> None:
    table = deal(schwesing, ["10D QC 8C", "8D KC QH", "10S QD 10H", "9C 6D KS"])
    assert cards_played(play_on(table, "10D", "8D", "10S")) == {"6D"}


def test_throws_what_is_worth_least_when_it_cannot_win(schwesing: CompiledGame) -> None:
    table = deal(schwesing, ["7C QC 8C", "8D KC QH", "10S QD 10H", "AC JD KS"])
    assert cards_played(play_on(table, "7C", "8D", "10S")) == {"KS"}


@pytest.mark.clause("BR-05", "BR-06")
def test_takes_a_seven_with_the_lowest_seven_that_will_do(schwesing: CompiledGame) -> None:
    table = deal(schwesing, ["7D QC 8C", "8D KC QH", "10S QD 10H", "7C JC 7H"])
    assert cards_played(play_on(table, "7D", "8D", "10S")) == {"7H"}


def test_wins_a_double_trick_with_just_enough(schwesing: CompiledGame) -> None:
    """K♥ K♦ needs J♣ for the king of hearts, and any counter for the other (BR-X3): the six, not the nine."""
    table = deal(schwesing, ["KH KD 8C", "8D KC QH", "10S QD 10H", "JC 9C 6D"])
    assert cards_played(play_on(table, "KH KD", "8D KC", "10S QD")) == {"JC", "6D"}


def test_does_not_overtake_the_partner_when_last(schwesing: CompiledGame) -> None:
    table = deal(schwesing, ["8D QC 8C", "9D KC QH", "10S QD 10H", "KH 6D QS"])
    assert cards_played(play_on(table, "8D", "9D", "10S")) == {"QS"}


def test_does_not_overtake_the_partner_whom_hardly_anybody_beats(schwesing: CompiledGame) -> None:
    """Only J♣ beats the partner's K♥."""
    table = deal(schwesing, ["KH QC 8C", "8D KC QD", "JC 9C 10H", "QH 6D QS"])
    assert cards_played(play_on(table, "KH", "8D")) != {"9C"}
    table = deal(schwesing, ["7C QC 8C", "8D KC QD", "AC 9C 10H", "QH 6D QS"])
    assert cards_played(play_on(table, "7C", "8D")) == {"10H"}


def test_the_same_card_of_an_opponent_is_taken(schwesing: CompiledGame) -> None:
    table = deal(schwesing, ["9D QC 8C", "8D KC QH", "10S QD 10H", "8S 6D QS"])
    assert cards_played(play_on(table, "9D", "8D", "10S")) == {"8S"}


def test_leads_a_pair_that_is_hard_to_beat(schwesing: CompiledGame) -> None:
    table = deal(schwesing, ["9C 9S 10D", "8D KC QH", "10S QD 10H", "KH 6D QS"])
    assert cards_played(table) == {"9C", "9S"}


def test_leads_the_seven_that_nothing_beats(schwesing: CompiledGame) -> None:
    table = deal(schwesing, ["7C QC 10D", "8D KC QH", "10S QD 10H", "KH 6D QS"])
    assert cards_played(table) == {"7C"}


# Daring


@pytest.mark.clause("BR-42", "BR-48")
def test_strikes_even_where_the_partner_has_the_trick(schwesing: CompiledGame) -> None:
    table = deal(schwesing, ["7C QC 8C", "8S KC QH", "KH QD 10H", "AC 6D QS"])
    assert cards_played(play_on(table, "7C", "8S")) == {"KH"}


@pytest.mark.clause("BR-42")
def test_does_not_take_jack_of_clubs_on_toller_hund_for_a_strike(schwesing: CompiledGame) -> None:
    table = deal(schwesing, ["7C QC 8C", "8S KC QH", "JC QD 10H", "AC 6D QS"])
    assert cards_played(play_on(table, "7C", "8S")) != {"JC"}


@pytest.mark.clause("BR-60")
def test_declares_a_dare_that_is_likely_to_succeed(optional: CompiledGame) -> None:
    table = play_on(deal(optional, ["8D QC 8C", "KH KC QD", "10S QS 10H", "AC 6D QH"]), "8D")
    assert greedy_plays(table).declare is True
    assert cards_played(table) == {"KH"}


@pytest.mark.clause("BR-61")
def test_plays_a_matador_undeclared_when_a_strike_would_lose_what_is_won(optional: CompiledGame) -> None:
    """Both need one point; the side has four tricks, and the seven of clubs is a sure fifth."""
    table = play_on(deal(optional, ["8D QC 8C", "KH 7C QD", "10S QS 10H", "AC 6D QH"]), "8D")
    table.state.score[:2] = 11, 11
    table.state.tricks_won[1] = 4
    assert greedy_plays(table).declare is False
    assert cards_played(table) == {"KH"}


# Card points and claims


def test_gives_points_to_the_partner_and_none_to_opponents(partners: CompiledGame) -> None:
    """Nothing beats the ace of trumps; clubs are trumps."""
    table = deal(partners, ["AS QH JH", "AC QD JD", "6S 7S 8H", "10D 6D 7H"], turned="9C")
    assert cards_played(play_on(table, "AS", "AC", "6S")) == {"10D"}
    table = deal(partners, ["AC QH JH", "KS QD JD", "6S 7S 8H", "10D KH 6D"], turned="9C")
    assert cards_played(play_on(table, "AC", "KS", "6S")) == {"6D"}


@pytest.mark.clause("BU-06")
def test_trumps_a_trick_with_points_as_low_as_it_can(trumps: CompiledGame) -> None:
    table = deal(trumps, ["10D QH JH", "6C AC 7S"], turned="9C")
    assert cards_played(play_on(table, "10D")) == {"6C"}


@pytest.mark.clause("BU-13")
def test_announces_what_wins_the_pot(trumps: CompiledGame) -> None:
    assert greedy_plays(deal(trumps, ["10D QH JH", "6C 7C 8C"], turned="9C")).announce == "trumps"


@pytest.mark.clause("BU-09")
@pytest.mark.parametrize(("points", "kind"), [(30, "pass"), (31, "claim")])
def test_claims_in_the_open_game_at_31(trumps: CompiledGame, points: int, kind: str) -> None:
    table = deal(trumps, ["AD QH JH", "6D 7H 7S"], turned="9C")
    play_on(table, "AD", "6D")
    assert table.state.phase == CLAIM
    table.state.card_points[table.state.side_of[table.state.turn]] = points
    assert greedy_plays(table).kind == kind


def taken_tricks(game: CompiledGame, plays: list[tuple[int, str, bool]]) -> Table:
    """Return a table at which seat 0 may claim, having won tricks of these plays: seat, card, whether face down."""
    table = deal(game, ["6D QH JH", "7D 7H 7S"], turned="9C")
    state = table.state
    for i, (seat, card, face_down) in enumerate(plays):
        mask = game.pack.mask([card])
        state.move_cards[i], state.move_seat[i], state.move_flags[i] = mask, seat, FACE_DOWN if face_down else 0
        state.trick_winner[i // 2], state.trick_size[i // 2] = 0, 1
        state.card_points[0] += game.rules.card_points[game.pack.places[card][0]]
        if face_down:
            state.hidden[seat] |= mask
        else:
            state.face_up |= mask
        state.gone |= mask
        state.seat_won[0] |= mask
    state.moves, state.tricks, state.phase, state.turn, state.leader = len(plays), len(plays) // 2, CLAIM, 0, 0
    return table


@pytest.mark.clause("BU-V3")
def test_claims_in_the_closed_game_on_what_it_knows(closed: CompiledGame) -> None:
    """11 + 10 + 10 = 31 were open."""
    known = [(0, "AD", False), (1, "6S", True), (0, "10D", False), (1, "10S", False)]
    assert greedy_plays(taken_tricks(closed, known)).kind == "claim"


@pytest.mark.clause("BU-V3")
def test_counts_its_own_hidden_cards_and_not_those_of_others(closed: CompiledGame) -> None:
    own = [(1, "AD", False), (0, "10S", True), (0, "10D", False), (1, "6S", False)]
    assert greedy_plays(taken_tricks(closed, own)).kind == "claim"
    others = [(0, "AD", False), (1, "10S", True), (0, "10D", False), (1, "6S", False)]
    assert greedy_plays(taken_tricks(closed, others)).kind == "pass"


# As a whole


@pytest.mark.parametrize("name", ["schwesing", "treia", "bruus-two", "schwesing+optional-daring"])
def test_beats_random_players(name: str) -> None:
    """If the sides were equal, more than 0.55 of 2000 deals would be won once in 200,000 times (z = 4.5)."""
    game = trickbook.load(name)
    deals = 2000
    bots = "greedy,random,greedy,random" if game.rules.seats == 4 else "greedy,random"
    rows = simulate_singles(game, deals=deals, seed=8, bots=bots)
    won = int((rows["tricks_won"][:, 0] > rows["tricks_won"][:, 1]).sum())
    assert won > 0.55 * deals
    assert rows["score"][:, 0].sum() > rows["score"][:, 1].sum()


def _digest(game: str) -> str:
    rows = simulate_singles(trickbook.load(game), deals=4, seed=6, bots="greedy")
    return hashlib.sha256(repr(rows.tolist()).encode()).hexdigest()


def test_chooses_the_same_without_the_jit(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("games") / "closed.toml"
    path.write_text(CLOSED, encoding="utf-8")
    games = ["schwesing+optional-daring", str(path)]
    assert digests_without_jit("tests.bots.test_greedy", games) == [_digest(game) for game in games]
