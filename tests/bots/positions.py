"""Positions made by hand, what the greedy player does in them, and worlds that a seat can't tell from its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
from numba import types

import trickbook
from trickbook.bots.greedy import greedy_move
from trickbook.compiler import CompiledGame
from trickbook.game.table import Move, Table
from trickbook.kernel import engine
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import FACE_DOWN, PLAY, STATE, Moves, Rules, State, new_moves
from trickbook.kernel.limits import MAX_MOVES
from trickbook.kernel.types import MOVES_TYPE, RULES_TYPE, STATE_TYPE

TRUMPS = """
name = "A game with trumps, card points and claims"
[table]
players = 2
partners_at = [4]
[pack]
ranks = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
[points]
A = 11
10 = 10
K = 4
Q = 3
J = 2
[trump]
chosen = "turned"
[lead]
sizes = [1, 2, 3]
same = "suit"
[combination.trumps]
cards = 3
suits = "trump"
gives = "pot"
[combination.aces]
cards = 3
of = ["A"]
[combination.suit]
cards = 3
suits = "plain"
same = "suit"
[end]
won_by = "card-points"
[claim]
points = 31
[pot]
stake = 1
[match]
deals = 12
"""
"""A rulebook like those of the games with trumps: everything that the games on the ladder lack."""
CLOSED = TRUMPS + '[follow]\nface_down = "may"\n'
"""The same with cards played face down."""


@entry(types.int64(RULES_TYPE, STATE_TYPE, MOVES_TYPE, types.int64))
def _ask(rules: Rules, state: State, moves: Moves, count: int) -> int:
    return greedy_move(rules, state, moves, count)


def choice(game: CompiledGame, state: State) -> tuple[int, int, int]:
    """Return the move that the greedy player makes: cards, kind, flags."""
    room = new_moves(MAX_MOVES)
    count = engine.legal_moves(game.rules, state, game.hooks.offers, room)
    chosen = room[_ask(game.rules, state, room, count)]
    return int(chosen.cards), int(chosen.kind), int(chosen.manner)


def greedy_plays(table: Table) -> Move:
    """Return the move that the greedy player makes at a table."""
    table.look()
    wanted = choice(table.game, table.state)
    moves = table.legal_moves()
    (place,) = [
        i
        for i, entry_ in enumerate(table._room[: len(moves)])
        if (int(entry_.cards), int(entry_.kind), int(entry_.manner)) == wanted
    ]
    return moves[place]


def deal(game: CompiledGame, hands: Sequence[str], turned: str = "") -> Table:
    """Return a table with these hands, the first of them leading, the rest of the pack as the stock in pack order."""
    table = Table(game)
    seats = len(hands)
    table.state.dealer = seats - 1
    of_seat = [[game.pack.places[card][0] for card in hand.split()] for hand in hands]
    batch = int(game.rules.at_a_time)
    order = [
        card
        for start in range(0, int(game.rules.hand), batch)
        for cards in of_seat
        for card in cards[start : start + batch]
    ]
    order += [game.pack.places[turned][0]] if turned else []
    table.deal_pack([*order, *(place for place in range(len(game.pack)) if place not in order)])
    return table


def positions(game: CompiledGame, deals: int, seed: int) -> Iterator[State]:
    """Yield the state before each decision of some deals, played by lot."""
    luck = Random(seed)
    for match in range(deals):
        table = Table(game, seed, match)
        while not table.is_over:
            moves = table.legal_moves()
            if len(moves) > 1:
                yield table.state
            passes = [i for i, move in enumerate(moves) if move.kind in ("pass", "claim")]
            table.play_legal(passes[-1] if passes and luck.random() < 0.9 else luck.randrange(len(moves)))


def copy_of(state: State) -> State:
    """Return a copy of a state."""
    copies = np.zeros(1, STATE).view(np.recarray)
    copies[0] = state
    return copies[0]


def _bits(mask: Any) -> list[int]:
    return [place for place in range(64) if int(mask) >> place & 1]


def _mask(places: Sequence[int]) -> np.uint64:
    return np.uint64(sum(1 << place for place in places))


def another_world(game: CompiledGame, state: State, seat: int, luck: Random) -> State:
    """Return a state that a seat can't tell from its own: the cards that it has not seen lie elsewhere.

    The cards of other hands, those that others give away or have played face down, and the stock are shuffled; the turned card
    stays where it is.
    """
    world = copy_of(state)
    turned = int(state.turned)
    others = [other for other in range(int(state.seats)) if other != seat]
    hands = {other: [card for card in _bits(state.hands[other]) if card != turned] for other in others}
    giving = {other: _bits(state.giving[other]) for other in others}
    hidden_moves = [
        i
        for i in range(int(state.moves))
        if state.move_kind[i] == PLAY and state.move_flags[i] & FACE_DOWN and int(state.move_seat[i]) != seat
    ]
    hidden = {i: [card for card in _bits(state.move_cards[i]) if card != turned] for i in hidden_moves}
    in_stock = int(state.stock_left) - (turned >= 0 and int(state.stock_left) > 0)
    start = int(state.stock_next)
    cards = [card for hand in (*hands.values(), *giving.values(), *hidden.values()) for card in hand]
    cards += [int(card) for card in state.pack[start : start + in_stock]]
    luck.shuffle(cards)
    points_of = {place: int(game.rules.card_points[place]) for place in range(len(game.pack))}
    for other, hand in hands.items():
        kept = int(state.hands[other]) & ~int(_mask(hand))
        world.hands[other] = np.uint64(kept) | _mask([cards.pop() for _ in hand])
    for other, chosen in giving.items():
        world.giving[other] = _mask([cards.pop() for _ in chosen])
    for old in hidden.values():
        world.seat_won &= ~_mask(old)
    for i, old in hidden.items():
        player = int(state.move_seat[i])
        new = [cards.pop() for _ in old]
        gone, come = _mask(old), _mask(new)
        world.move_cards[i] = (world.move_cards[i] & ~gone) | come
        trick = i // int(state.seats)
        if trick < int(state.tricks):
            winner = int(state.trick_winner[trick])
            more = sum(points_of[card] for card in new) - sum(points_of[card] for card in old)
            world.seat_won[winner] |= _mask(new)
            world.seat_points[winner] += more
            world.card_points[int(state.side_of[winner])] += more
        else:
            world.trick_cards[player] = (world.trick_cards[player] & ~gone) | come
    for other in others:
        own = [i for i in hidden_moves if int(state.move_seat[i]) == other]
        world.hidden[other] = _mask([card for i in own for card in _bits(world.move_cards[i])])
    world.gone = np.uint64(
        int(world.face_up) | sum(int(world.hidden[any_seat]) for any_seat in range(int(state.seats)))
    )
    world.pack[start : start + in_stock] = cards
    return world


def holds_what_it_must_have_led(game: CompiledGame, state: State, seat: int) -> bool:
    """Say whether another seat had cards when the trick began that it would have had to lead (BR-34)."""
    must = [i for i in range(int(game.rules.combinations)) if game.rules.combination_must[i]]
    for other in range(int(state.seats)):
        held = int(state.hands[other]) | int(state.trick_cards[other])
        for i in must:
            pools = game.rules.combination_pool[i, int(state.trump), : int(game.rules.combination_pools[i])]
            size = int(game.rules.combination_size[i])
            if other != seat and any((held & int(pool)).bit_count() >= size for pool in pools):
                return True
    return False


def load_text(text: str, path: Any, ending: str = "") -> CompiledGame:
    """Write a rulebook to a file and load it."""
    path.write_text(text, encoding="utf-8")
    return trickbook.load(f"{path}{ending}")
