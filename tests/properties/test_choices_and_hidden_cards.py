"""What a player chooses never depends on cards that its seat can't see: every player, game and house rule, at all phases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import types

import trickbook
from tests.bots.positions import (
    TRUMPS,
    another_world,
    choice,
    copy_of,
    deal,
    holds_what_it_must_have_led,
    load_text,
    positions,
)
from tests.bots.searching import Searcher
from tests.games import seated
from trickbook.bots.chance import draw_lot, random_move
from trickbook.compiler import CompiledGame
from trickbook.game.table import Move
from trickbook.kernel import engine
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import ANNOUNCE, CLAIM, FOLLOW, LEAD, STEP, Moves, State, new_moves
from trickbook.kernel.limits import MAX_MOVES
from trickbook.kernel.types import MOVES_TYPE, STATE_TYPE

BOTS = ("random", "greedy", "montecarlo:9", "ismcts:12", "ismcts:12:random")
TRIES = 40
ENOUGH = 12


@entry(types.int64(STATE_TYPE, MOVES_TYPE, types.int64))
def _by_lot(state: State, moves: Moves, count: int) -> int:
    return random_move(state, moves, count, draw_lot(state))


def chooser(game: CompiledGame, bot: str) -> Callable[[State], tuple[int, int, int]]:
    """Return what a player chooses in a position: cards, kind, manner."""
    if bot == "greedy":
        return lambda state: choice(game, state)
    if bot != "random":
        return Searcher(game, bot).choice
    room = new_moves(MAX_MOVES)

    def by_lot(state: State) -> tuple[int, int, int]:
        with np.errstate(over="ignore"):
            count = engine.legal_moves(game.rules, state, game.hooks.offers, room)
            move = room[_by_lot(state, room, count)]
        return int(move.cards), int(move.kind), int(move.manner)

    return by_lot


def could_be(game: CompiledGame, state: State, world: State, seat: int) -> bool:
    """Say whether a world differs from the true one, and nobody in it holds what would have had to be led."""
    return not holds_what_it_must_have_led(game, world, seat) and not (world.hands == state.hands).all()


def test_no_choice_depends_on_hidden_cards() -> None:
    luck = Random(3)
    compared: Counter[tuple[str, str]] = Counter()
    phases: set[int] = set()
    games = seated()
    assert len(games) > 20
    for number, name in enumerate(games):
        game = trickbook.load(name)
        choosers = {bot: chooser(game, bot) for bot in BOTS}
        for place, state in enumerate(positions(game, 12, seed=number)):
            if compared[name, BOTS[0]] == ENOUGH:
                break
            seat = int(state.turn)
            if place % 3 or state.pot_trick:
                continue
            worlds = (another_world(game, state, seat, luck) for _ in range(TRIES))
            world = next((world for world in worlds if could_be(game, state, world, seat)), None)
            if world is None:
                continue
            phases.add(int(state.phase))
            for bot, choose in choosers.items():
                assert choose(world) == choose(state), (name, bot)
                compared[name, bot] += 1
    assert all(compared[name, bot] > 2 for name in games for bot in BOTS), compared
    assert phases == {CLAIM, ANNOUNCE, LEAD, FOLLOW, STEP}


@pytest.mark.clause("BU-13")
@pytest.mark.parametrize("bot", BOTS)
def test_no_choice_in_a_contest_for_the_pot_depends_on_hidden_cards(tmp_path: Path, bot: str) -> None:
    """Seat 0 leads three clubs; seat 1 has four, so a choice. Seat 3 takes no part: its cards and the stock change places."""
    text = TRUMPS.replace('ranks = ["6"', 'ranks = ["2", "3", "4", "5", "6"').replace(
        "[table]", "[deal]\nhand = 4\n[table]"
    )
    game = load_text(text, tmp_path / "trumps.toml", "+table.players=4")
    table = deal(game, ["6C 7C 8C 9D", "9C JC QC 3C", "10C KC AC 4H", "6D 7H 8S 9S"], turned="2C")
    table.play(Move(("6C", "7C", "8C"), "announce", announce="trumps"))
    state = table.state
    assert (state.pot_trick, state.turn, len(table.legal_moves())) == (1, 1, 4)
    choose = chooser(game, bot)
    chosen = choose(state)
    luck = Random(8)
    for _ in range(20):
        assert choose(exchanged(state, 3, luck)) == chosen


def exchanged(state: State, seat: int, luck: Random) -> State:
    """Return the state with the cards of one hand and of the stock shuffled, the turned card left where it is."""
    world = copy_of(state)
    held = [place for place in range(64) if int(state.hands[seat]) >> place & 1]
    start, left = int(state.stock_next), int(state.stock_left) - 1
    cards: list[Any] = [*held, *(int(card) for card in state.pack[start : start + left])]
    luck.shuffle(cards)
    world.hands[seat] = np.uint64(sum(1 << card for card in cards[: len(held)]))
    world.pack[start : start + left] = cards[len(held) :]
    return world
