"""What each move of an ending is worth, by going through all worlds: slow, plain, and apart from the players' code.

The cards may be played, and dealt, in every way that fits what the seat to move has seen. It plays alike where it can't tell
worlds apart; its partner and its opponents see all cards. A *plan* is what the seat does from here on; what a plan comes to is a
vector, a number for each world. All plans are kept but those that another equals or betters in every world, so the best one is found, and not
just a good one. A deal is worth the points of the side less the mean of the others', penalty points turned round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb, factorial, prod
from typing import Any

import numpy as np
from numba import types

from tests.bots.positions import copy_of
from trickbook.compiler import CompiledGame
from trickbook.kernel import engine
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import (
    ANNOUNCE,
    CLAIM,
    CLAIMING,
    FACE_DOWN,
    FACE_DOWN_IF_BEATEN,
    FACE_UP_ONLY,
    FOLLOW,
    LEAD,
    OVER,
    PASSING,
    STATE,
    Rules,
    State,
    new_moves,
)
from trickbook.kernel.limits import MAX_MOVES
from trickbook.kernel.run_time import POINTERS
from trickbook.kernel.types import MOVES_TYPE, RULES_TYPE, STATE_TYPE

Key = tuple[int, int, int]
"""A move: cards, kind, manner."""
Vector = tuple[float, ...]
"""What a plan comes to in each of some states."""
World = tuple[State, float]
"""A state, and its weight."""

MOST_WORLDS = 700
MOST_LINES = 6000
MOST_LINES_OF_A_WORLD = 216
MOST_PLANS = 200
MOST_MOVES = 20_000


class TooMuchError(Exception):
    """The ending has too many worlds, plans or moves, or goes on to where cards are drawn."""


def _places(mask: Any) -> list[int]:
    left, places = int(mask), []
    while left:
        places.append((left & -left).bit_length() - 1)
        left &= left - 1
    return places


def _mask(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


# Worlds


def _beats(game: CompiledGame, state: State, cards: Sequence[int], under: Sequence[int]) -> bool:
    beaten_by = game.rules.beaten_by[int(state.trump)]
    return any(
        all(int(beaten_by[low]) >> high & 1 for low, high in zip(under, order, strict=True))
        for order in permutations(cards)
    )


def _must_have_led(game: CompiledGame, state: State, held: Sequence[int]) -> bool:
    """Say whether a hand at the beginning of the trick has a combination that must be led."""
    rules, trump = game.rules, int(state.trump)
    for i in range(int(rules.combinations)):
        size = int(rules.combination_size[i])
        if not rules.combination_must[i] or (rules.combination_full_hand[i] and len(held) < int(rules.hand)):
            continue
        if not state.tricks and not rules.combination_first_trick[i]:
            continue
        least, least_of = int(rules.combination_least[i]), int(rules.combination_least_of[i, trump])
        for pool in range(int(rules.combination_pools[i])):
            together = [card for card in held if int(rules.combination_pool[i, trump, pool]) >> card & 1]
            if len(together) >= size and sum(least_of >> card & 1 for card in together) >= least:
                return True
    return False


def _hidden_plays(game: CompiledGame, state: State) -> Iterator[tuple[int, int, list[int] | None]]:
    """Yield the plays that others have made face down: place in the log, cards, and what they did not beat."""
    winning: list[int] = []
    if game.rules.face_down == FACE_UP_ONLY:
        return
    for i in range(int(state.moves)):
        if not state.move_flags[i] & FACE_DOWN:
            winning = _places(state.move_cards[i])
        elif int(state.move_seat[i]) != int(state.turn):
            under = winning if game.rules.face_down == FACE_DOWN_IF_BEATEN else None
            yield i, int(state.move_cards[i]).bit_count(), under


def worlds_of(game: CompiledGame, state: State) -> list[World]:
    """Return all worlds that the seat to move can't tell from its own, with their weights.

    Worlds are one if they differ only in which trick of a side a hidden card lies in, or in the order of the stock. Raises `TooMuchError`.
    """
    rules, seat, seats = game.rules, int(state.turn), int(state.seats)
    if state.contest or (state.phase in (LEAD, FOLLOW) and state.combination < rules.combinations):
        raise TooMuchError
    others = [other for other in range(seats) if other != seat]
    sizes = [int(state.hands[other]).bit_count() for other in others]
    known = int(state.hands[seat]) | int(state.face_up) | int(state.hidden[seat])
    turned = int(state.turned)
    holder = int(state.turned_to) if turned >= 0 and not known >> turned & 1 else -1
    unseen = [card for card in range(len(game.pack)) if not known >> card & 1 and (card != turned or holder >= 0)]
    hidden = list(_hidden_plays(game, state))
    if sum(size for _, size, _ in hidden) > 11 or len(unseen) > 20:
        raise TooMuchError
    ways_to_deal, left = 1, len(unseen) - sum(size for _, size, _ in hidden)
    for size in sizes:
        ways_to_deal, left = ways_to_deal * comb(left, size), left - size
    lines = prod(factorial(int(state.hands[other]).bit_count()) for other in range(seats))
    if ways_to_deal > MOST_WORLDS:
        raise TooMuchError
    if not state.stock_left and (lines > MOST_LINES_OF_A_WORLD or ways_to_deal * lines > MOST_LINES):
        raise TooMuchError
    drawn_at = _last_draw(game, state)
    # The cards played face down: which, which of them each side has won or a seat has on the table, in how many ways.
    ways: dict[tuple[tuple[int, ...], ...], int] = {((),) * (seats * 2): 1}
    for i, size, under in hidden:
        mover, trick = int(state.move_seat[i]), i // seats
        bin_ = int(state.side_of[state.trick_winner[trick]]) if trick < state.tricks else seats + mover
        after: dict[tuple[tuple[int, ...], ...], int] = {}
        for laid, times in ways.items():
            used = {card for part in laid for card in part}
            for cards in combinations([card for card in unseen if card not in used], size):
                if turned in cards and not (mover == holder and trick >= drawn_at):
                    continue
                if under is not None and _beats(game, state, cards, under):
                    continue
                key = tuple(tuple(sorted((*part, *cards))) if j == bin_ else part for j, part in enumerate(laid))
                after[key] = after.get(key, 0) + times
        ways = after
        if len(ways) > 20_000:
            raise TooMuchError
    worlds: list[World] = []
    for laid, times in ways.items():
        used = {card for part in laid for card in part}
        for hands in _hands([card for card in unseen if card not in used], sizes):
            if holder >= 0 and turned not in used and turned not in hands[others.index(holder)]:
                continue
            if state.phase != CLAIM and any(
                _must_have_led(
                    game, state, [*hand, *_places(state.trick_cards[other] & state.face_up), *laid[seats + other]]
                )
                for other, hand in zip(others, hands, strict=True)
            ):
                continue
            stock = [card for card in unseen if card not in used and not any(card in hand for hand in hands)]
            weight = float(times)
            if stock and rules.cut:
                weight *= sum(not int(rules.cut_refused) >> card & 1 for card in stock)
            if weight:
                worlds.append((_world(game, state, others, hands, laid), weight))
            if len(worlds) > MOST_WORLDS:
                raise TooMuchError
    return worlds


def _last_draw(game: CompiledGame, state: State) -> int:
    """Return how many tricks had been played when the turned card was drawn: before, nobody can have played it."""
    left, hand = len(game.pack) - int(state.seats) * int(game.rules.hand), int(game.rules.hand)
    for trick in range(int(state.tricks)):
        if left == 0:
            return trick
        hand -= int(state.trick_size[trick])
        each = min(int(game.rules.hand) - hand, left // int(state.seats))
        hand, left = hand + each, left - each * int(state.seats)
    return int(state.tricks)


def _hands(cards: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        for rest in _hands([card for card in cards if card not in hand], sizes[1:]):
            yield [hand, *rest]


def _world(game: CompiledGame, state: State, others: list[int], hands: Any, laid: Any) -> State:
    world, seats = copy_of(state), int(state.seats)
    points = game.rules.card_points
    for other, hand in zip(others, hands, strict=True):
        world.hands[other] = np.uint64(_mask(hand))
        if laid[seats + other]:
            world.trick_cards[other] = np.uint64(_mask(laid[seats + other]))
    for i, _, _ in _hidden_plays(game, state):
        trick = i // seats
        if trick < state.tricks:
            side = int(state.side_of[state.trick_winner[trick]])
            world.card_points[side] -= sum(int(points[card]) for card in _places(state.move_cards[i]))
    for side in range(int(state.sides)):
        world.card_points[side] += sum(int(points[card]) for card in laid[side])
    seen_gone = int(state.face_up) | int(state.hidden[state.turn])
    world.gone = np.uint64(seen_gone | _mask([card for part in laid for card in part]))
    return world


# Play

_ROOM = new_moves(MAX_MOVES)
_MADE = new_moves(MAX_MOVES)
_PARENTS = np.zeros(MAX_MOVES, np.int64)
_CHILDREN = np.zeros(MAX_MOVES, STATE).view(np.recarray)
_STATES = types.Array(STATE_TYPE, 1, "C")


def legal_moves(game: CompiledGame, state: State) -> list[Key]:
    """Return the legal moves: cards, kind, manner."""
    with np.errstate(over="ignore"):
        moves: list[Key] = _ROOM[: engine.legal_moves(game.rules, state, game.hooks.offers, _ROOM)].tolist()
    return moves


@entry(
    types.int64(
        RULES_TYPE,
        _STATES,
        POINTERS["offers"],
        POINTERS["played"],
        POINTERS["trick_complete"],
        MOVES_TYPE,
        MOVES_TYPE,
        types.Array(types.int64, 1, "C"),
        _STATES,
    )
)
def _expand(
    rules: Rules,
    states: Any,
    offers: Any,
    played: Any,
    trick_complete: Any,
    room: Any,
    made: Any,
    parents: Any,
    children: Any,
) -> int:
    """Make each legal move in each state, and return how many there are; -1 if there is no room for them."""
    total = 0
    for i in range(len(states)):
        count = engine.legal_moves(rules, states[i], offers, room)
        if total + count > len(children):
            return -1
        for j in range(count):
            children[total] = states[i]
            move = room[j]
            engine.apply_move(
                rules, children[total], move.cards, np.int64(move.kind), np.int64(move.manner), played, trick_complete
            )
            made[total] = move
            parents[total] = i
            total += 1
    return total


class Proof:
    """The values of the moves from a state."""

    def __init__(self, game: CompiledGame, state: State) -> None:
        self.game, self.seat = game, int(state.turn)
        self.side = int(state.side_of[self.seat])
        self.stock, self.made = int(state.stock_left), 0
        worlds = worlds_of(game, state)
        if not worlds:
            raise TooMuchError
        self.worlds = np.zeros(len(worlds), STATE).view(np.recarray)
        for i, (world, _) in enumerate(worlds):
            self.worlds[i] = world
        self.weights = np.array([weight for _, weight in worlds])
        self.weights /= self.weights.sum()

    def children(self, states: Any) -> tuple[list[Key], list[int], Any]:
        """Return the moves in some states, in which each is made, and what it makes of it. Of claims, those that make sense are made."""
        hooks = self.game.hooks
        with np.errstate(over="ignore"):
            total = _expand(
                self.game.rules, states, hooks.offers, hooks.played, hooks.trick_complete, _ROOM, _MADE, _PARENTS, _CHILDREN
            )  # fmt: skip
        self.made += total
        if total < 0 or self.made > MOST_MOVES:
            raise TooMuchError
        moves: list[Key] = _MADE[:total].tolist()
        parents = _PARENTS[:total].tolist()
        kept = list(range(total))
        if (states["phase"] == CLAIM).any():  # who has enough claims, and nobody else does (BU-09)
            own = states["side_of"][np.arange(len(states)), states["turn"]]
            enough = states["card_points"][np.arange(len(states)), own] >= self.game.rules.claim_points
            kept = [
                k
                for k in kept
                if states["phase"][parents[k]] != CLAIM or (moves[k][1] == CLAIMING) == enough[parents[k]]
            ]
        made = _CHILDREN[kept]
        if self.stock and ((made["phase"] != OVER) & (made["stock_left"] < self.stock)).any():
            raise TooMuchError
        return [moves[k] for k in kept], [parents[k] for k in kept], made

    def worths(self, states: Any) -> Any:
        """Return what each state is worth whose deal is over; not a number for the others."""
        scores = states["deal_score"][:, : int(states["sides"][0])].astype(float)
        own = scores[:, self.side]
        margin = own - (scores.sum(axis=1) - own) / (scores.shape[1] - 1)
        return np.where(states["phase"] == OVER, -margin if self.game.rules.limit else margin, np.nan)

    def plans(self, states: Any) -> list[Vector]:
        """Return what each plan comes to in each of some states that look alike."""
        worths = tuple(self.worths(states).tolist())
        if (states["phase"] == OVER).all():
            return [worths]
        is_own, groups, parents, made = self.groups(states)
        movers = states["side_of"][np.arange(len(states)), states["turn"]].tolist()
        found: list[Vector] = []
        for group in groups.values():
            came = self.plans(made[group])
            of = [parents[k] for k in group]
            if is_own:
                found += [_placed(worths, of, vector) for vector in came]
            else:
                found = [self._chosen(movers, old, of, vector) for old in found or [worths] for vector in came]
            found = _undominated(found)
        return found

    def groups(self, states: Any) -> tuple[bool, dict[Any, list[int]], list[int], Any]:
        """Return whether the seat is to move, the moves by what is seen of them, in which state each is made, and what it makes of it."""
        moves, parents, made = self.children(states)
        turns, phases = states["turn"].tolist(), states["phase"].tolist()
        asked = {turns[i] == self.seat for i in parents}
        if len(asked) > 1:
            raise TooMuchError
        is_own = asked.pop()
        groups: dict[Any, list[int]] = {}
        for k, (move, i) in enumerate(zip(moves, parents, strict=True)):
            if move[1] == PASSING and phases[i] == ANNOUNCE and not is_own and len(states) > 1:
                raise TooMuchError  # nobody sees that somebody was asked, and passed
            is_hidden = move[2] & FACE_DOWN and not is_own
            groups.setdefault((turns[i], move[0].bit_count() if is_hidden else -move[0], move[1:]), []).append(k)
        return is_own, groups, parents, made

    def _chosen(self, movers: list[int], old: Vector, of: list[int], came: Vector) -> Vector:
        """Let the mover in each state take this move if it is better for its side than those before."""
        new = list(old)
        for i, worth in zip(of, came, strict=True):
            better = max if movers[i] == self.side else min
            new[i] = worth if np.isnan(new[i]) else better(new[i], worth)
        return tuple(new)

    def values(self) -> list[float]:
        """Return the value of each legal move, in the order of the list of legal moves."""
        if self.stock and len(self.worlds) > 1:  # most go on to where cards are drawn: one world shows it
            self.plans(self.worlds[:1])
        _, groups, _, made = self.groups(self.worlds)
        return [
            max(float(np.dot(self.weights, vector)) for vector in self.plans(made[group])) for group in groups.values()
        ]


def _placed(worths: Vector, parents: Sequence[int], came: Vector) -> Vector:
    placed = list(worths)
    for i, worth in zip(parents, came, strict=True):
        placed[i] = worth
    return tuple(placed)


def _undominated(vectors: list[Vector]) -> list[Vector]:
    """Return the vectors that no other equals or betters in every place."""
    if len(vectors) == 1:
        return vectors
    kept: list[Vector] = []
    for vector in sorted(set(vectors), key=lambda each: -np.nansum(each)):
        numbers = np.nan_to_num(vector)  # a state not looked at yet is so in all of them
        if not any(bool(np.all(np.nan_to_num(other) >= numbers - 1e-12)) for other in kept):
            kept.append(vector)
    if len(kept) > MOST_PLANS:
        raise TooMuchError
    return kept
