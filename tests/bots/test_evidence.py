"""What others have played says what they hold: earlier plays as all saw them, and worlds weighed by them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import trickbook
from tests.bots.positions import another_world, copy_of, deal, greedy_plays, holds_what_it_must_have_led
from tests.bots.searching import Searcher
from trickbook.bots.desk import WORLD
from trickbook.compiler import CompiledGame
from trickbook.game.table import Table
from trickbook.kernel import engine
from trickbook.kernel.layout import FACE_UP_ONLY, FOLLOW, LEAD, PLAY, State, new_moves
from trickbook.kernel.limits import MAX_MOVES

GAMES = ("schwesing+optional-daring", "bruus-two", "bura+table.players=3", "bura+closed", "kozel-money", "kozel-points")
SEEN = ("phase", "turn", "leader", "face_up", "tricks", "tricks_won", "stock_left", "trump", "turned")
"""Fields that everybody sees, and that an earlier play is looked at with."""
SEEN_IN_TRICK = ("lead_size", "to_play", "winner", "winning", "participants")
"""The same, where the trick has begun."""


def deals(game: CompiledGame, count: int, seed: int) -> list[list[State]]:
    """Return copies of the states before each decision of some deals, played by lot."""
    luck = Random(seed)
    played = []
    for match in range(count):
        table = Table(game, seed, match)
        states = []
        while not table.is_over:
            states.append(copy_of(table.state))
            moves = table.legal_moves()
            passes = [i for i, move in enumerate(moves) if move.kind in ("pass", "claim")]
            table.play_legal(passes[-1] if passes else luck.randrange(len(moves)))
        played.append(states)
    return played


@pytest.mark.parametrize("name", GAMES)
def test_earlier_plays_are_looked_at_as_they_were_seen(name: str) -> None:
    """The states of the deal itself are the truth; a leader who was asked for a combination first is left out."""
    game = trickbook.load(name)
    searcher = Searcher(game, "ismcts:10")
    compared = 0
    for states in deals(game, 3, seed=21):
        before = {int(state.moves): state for state in states}  # the last before each move in the log
        for state in states[::3]:
            if state.contest:
                continue
            searcher.weigh(state, 1)
            world = searcher.with_log_of(state)
            past = searcher.past()
            plays = [
                i
                for i in range(int(state.moves))
                if state.move_seat[i] != state.turn and state.move_kind[i] == PLAY and before[i].phase in (LEAD, FOLLOW)
            ]
            assert [i for i, _ in past] == plays[-24:]
            for i, then in past:
                was = before[i]
                fields = (*SEEN, *(SEEN_IN_TRICK if was.phase == FOLLOW else ()))
                for field in fields:
                    assert np.array_equal(then[field], was[field]), (field, i)
                if game.rules.face_down == FACE_UP_ONLY:
                    assert np.array_equal(then.card_points, was.card_points)
                seat = int(was.turn)
                hand = int(then.hands[seat])
                later = [int(world.move_cards[j]) for j in range(i, int(world.moves)) if world.move_seat[j] == seat]
                assert hand.bit_count() == int(was.hands[seat]).bit_count()
                assert hand & int(world.move_cards[i]) == int(world.move_cards[i])
                assert hand & ~(int(world.hands[seat]) | sum(later)) == 0
                assert int(then.hidden[seat]).bit_count() == int(was.hidden[seat]).bit_count()
                compared += 1
    assert compared > 50


@pytest.mark.parametrize("name", GAMES)
def test_exchanging_cards_that_the_seat_cannot_see_changes_no_likelihood(name: str) -> None:
    game = trickbook.load(name)
    searcher = Searcher(game, "ismcts:10")
    luck = Random(3)
    compared = 0
    for states in deals(game, 3, seed=22):
        for state in states:
            world = another_world(game, state, int(state.turn), luck)
            if not holds_what_it_must_have_led(game, world, int(state.turn)):
                assert searcher.weigh(state, 5) == searcher.weigh(world, 5)
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("name", GAMES)
def test_the_chances_of_all_moves_of_a_decision_add_up_to_one(name: str) -> None:
    game = trickbook.load(name)
    searcher = Searcher(game, "ismcts:10")
    room = new_moves(MAX_MOVES)
    for state in deals(game, 1, seed=23)[0]:
        count = engine.legal_moves(game.rules, state, game.hooks.offers, room)
        if state.phase in (LEAD, FOLLOW) and count > 1:
            moves = [(int(room[i].cards), int(room[i].manner)) for i in range(count)]
            chances = [searcher.chance(state, *move) for move in moves]
            assert sum(chances) == pytest.approx(1)
            assert min(chances) >= searcher.players[0].slips / count * 0.999


def test_a_seat_that_throws_points_away_has_nothing_to_win_them_with() -> None:
    """KD is led, and QD is thrown to it: who held AD or a trump would have taken it. So worlds in which it holds AD are unlikely."""
    game = trickbook.load("kozel-points", players=2)
    table = deal(game, ["KD 7S 8S 9S", "QD 7H 8H 9H"], "7C")
    table.play(["KD"])
    then = copy_of(table.state)
    searcher = Searcher(game, "ismcts:10")
    ace = 1 << game.pack.places["AD"][0]
    queen = 1 << game.pack.places["QD"][0]
    without = int(then.hands[1])
    room = new_moves(MAX_MOVES)

    def chance() -> float:
        count = engine.legal_moves(game.rules, then, game.hooks.offers, room)
        (manner,) = [int(room[i].manner) for i in range(count) if int(room[i].cards) == queen]
        return searcher.chance(then, queen, manner)

    plain = chance()
    then.hands[1] = without & ~(1 << game.pack.places["9H"][0]) | ace
    assert chance() < plain


@pytest.mark.parametrize("name", ["schwesing", "bura", "kozel-money", "kozel-points"])
def test_likely_worlds_are_nearer_to_the_truth(name: str) -> None:
    """Between greedy players: the cards that a seat holds have a greater share of the likelihood than of the worlds."""
    game = trickbook.load(name)
    searcher = Searcher(game, "ismcts:10")
    gains = []
    for match in range(80):
        table = Table(game, 24, match)
        while not table.is_over:
            state = table.state
            if state.moves >= 4 and state.moves % 3 == 0 and not state.contest:
                seat = (int(state.turn) + 1) % int(state.seats)
                truth = int(state.hands[seat])
                weights, shared = np.zeros(40), np.zeros(40)
                for key in range(40):
                    weights[key] = searcher.weigh(state, key)
                    shared[key] = (int(searcher.desk.worlds[WORLD].hands[seat]) & truth).bit_count()
                gains.append(float((weights * shared).sum() / weights.sum() - shared.mean()))
            table.play_legal(table.legal_moves().index(greedy_plays(table)))
    found = np.array(gains)
    assert found.mean() > 4 * found.std() / len(found) ** 0.5
