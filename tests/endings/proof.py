"""What each move of an ending is worth, by going through all lines of play in all worlds: slow, plain, and apart from the players' code.

A world is a way in which the cards can lie that fits all that the seat to move has seen. In each of them both sides play as well as can
be, with open cards; a move is worth the mean of that over the worlds. So where the seat has no choice to come, no move is better on average,
however well the others play; where it has one, it could not tell in which world it is, and the ending is left out unless there is one
world alone. A deal is worth the points of the side less those of the other, penalty points turned round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
from numba import types

from tests.bots.positions import copy_of
from trickbook.compiler import CompiledGame
from trickbook.kernel import engine
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import (
    CLAIM,
    FACE_DOWN,
    FACE_DOWN_IF_BEATEN,
    FACE_UP_ONLY,
    FOLLOW,
    LEAD,
    OVER,
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
World = tuple[State, float]
"""A state, and how likely it is."""

MOST_UNSEEN = 20
MOST_HIDDEN = 10
MOST_WORLDS = 3000
MOST_MOVES = 60_000


class NoProofError(Exception):
    """The ending has too many worlds or moves, cards are drawn before it is over, or the seat has a choice to come."""


_ROOM = new_moves(MAX_MOVES)


def legal_moves(game: CompiledGame, state: State) -> list[Key]:
    """Return the legal moves: cards, kind, manner."""
    moves: list[Key] = _ROOM[: engine.legal_moves(game.rules, state, game.hooks.offers, _ROOM)].tolist()
    return moves


def play(game: CompiledGame, state: State, move: Key) -> None:
    """Make a move."""
    hooks = game.hooks
    engine.apply_move(game.rules, state, np.uint64(move[0]), move[1], move[2], hooks.played, hooks.trick_complete)


# Worlds


def places(mask: Any) -> list[int]:
    """Return the cards of a set."""
    return [place for place in range(64) if int(mask) >> place & 1]


def mask_of(cards: Sequence[int]) -> int:
    """Return a set of cards."""
    return sum(1 << card for card in cards)


def beats(game: CompiledGame, trump: int, cards: Sequence[int], under: Sequence[int]) -> bool:
    """Say whether cards beat others, each a different one."""
    beaten_by = game.rules.beaten_by[trump]
    return any(
        all(int(beaten_by[low]) >> high & 1 for low, high in zip(under, order, strict=True))
        for order in permutations(cards)
    )


def must_have_led(game: CompiledGame, state: State, held: int) -> bool:
    """Say whether a hand at the beginning of the trick has a combination that must be led (BR-34)."""
    rules, trump = game.rules, int(state.trump)
    for i in range(int(rules.combinations)):
        is_asked = rules.combination_must[i] and (state.tricks or rules.combination_first_trick[i])
        if not is_asked or (rules.combination_full_hand[i] and held.bit_count() < int(rules.hand)):
            continue
        for pool in range(int(rules.combination_pools[i])):
            together = held & int(rules.combination_pool[i, trump, pool])
            enough = (together & int(rules.combination_least_of[i, trump])).bit_count() >= rules.combination_least[i]
            if together.bit_count() >= rules.combination_size[i] and enough:
                return True
    return False


def last_draw(game: CompiledGame, state: State) -> int:
    """Return how many tricks had been played when the stock was gone: before, nobody can have played the turned card."""
    left, hand = len(game.pack) - int(state.seats) * int(game.rules.hand), int(game.rules.hand)
    for trick in range(int(state.tricks)):
        if left == 0:
            return trick
        hand -= int(state.trick_size[trick])
        each = min(int(game.rules.hand) - hand, left // int(state.seats))
        hand, left = hand + each, left - each * int(state.seats)
    return int(state.tricks)


class Unseen:
    """What the seat to move does not see: cards, hands of others, and what others have played face down."""

    def __init__(self, game: CompiledGame, state: State) -> None:
        self.game, self.state, self.seat = game, state, int(state.turn)
        self.others = [other for other in range(int(state.seats)) if other != self.seat]
        self.turned = int(state.turned)
        known = int(state.hands[self.seat]) | int(state.face_up) | int(state.hidden[self.seat])
        is_out = self.turned >= 0 and not known >> self.turned & 1
        self.holder = int(state.turned_to) if is_out else -1
        self.cards = [
            card
            for card in range(len(game.pack))
            if not known >> card & 1 and (card != self.turned or self.holder >= 0)
        ]
        # The bin of a play that lies face down is the side that has won it, or that it lies on the table (-1 less the seat).
        self.hidden: list[tuple[int, int, list[int] | None, int]] = []
        drawn_at, winning = last_draw(game, state), list[int]()
        for i in range(int(state.moves) if game.rules.face_down != FACE_UP_ONLY else 0):
            mover, trick = int(state.move_seat[i]), i // int(state.seats)
            if not state.move_flags[i] & FACE_DOWN:
                winning = places(state.move_cards[i])
            elif mover != self.seat:
                under = winning if game.rules.face_down == FACE_DOWN_IF_BEATEN else None
                side = int(state.side_of[state.trick_winner[trick]]) if trick < state.tricks else -1 - mover
                may_be_turned = mover == self.holder and trick >= drawn_at
                self.hidden.append((int(state.move_cards[i]).bit_count(), int(may_be_turned), under, side))

    def ways(self, bin_: int) -> dict[int, int]:
        """Return the sets of cards that can lie in a bin, and in how many ways they can have been played there."""
        found = {0: 1}
        for size, may_be_turned, under, side in self.hidden:
            if side != bin_:
                continue
            after: dict[int, int] = {}
            for laid in combinations(self.cards, size):
                if self.turned in laid and not may_be_turned:
                    continue
                if under is not None and beats(self.game, int(self.state.trump), laid, under):
                    continue
                new = mask_of(laid)
                for before, times in found.items():
                    if not before & new:
                        after[before | new] = after.get(before | new, 0) + times
            found = after
            if len(found) > 10 * MOST_WORLDS:
                raise NoProofError
        return found

    def hands(self, cards: int, others: Sequence[int]) -> Iterator[dict[int, int]]:
        """Yield the ways to deal hands to others from some cards."""
        if not others:
            yield {}
            return
        size = int(self.state.hands[others[0]]).bit_count()
        for hand in combinations(places(cards), size):
            own = mask_of(hand)
            if self.turned in hand and others[0] != self.holder:
                continue
            for rest in self.hands(cards & ~own, others[1:]):
                yield {others[0]: own, **rest}


def worlds_of(game: CompiledGame, state: State) -> list[World]:
    """Return the worlds that the seat to move can't tell from its own, with weights that add up to 1.

    Worlds that differ only in the order of the stock, or in which cards make up the points of a side's tricks, are one. Raises `NoProofError`.
    """
    if state.pot_trick or (state.phase in (LEAD, FOLLOW) and state.combination < game.rules.combinations):
        raise NoProofError
    unseen = Unseen(game, state)
    hidden = sum(size for size, *_ in unseen.hidden)
    ways_to_deal, left = 1, len(unseen.cards) - hidden
    for other in unseen.others:
        size = int(state.hands[other]).bit_count()
        ways_to_deal, left = ways_to_deal * comb(left, size), left - size
    if len(unseen.cards) > MOST_UNSEEN or hidden > MOST_HIDDEN or ways_to_deal > MOST_WORLDS:
        raise NoProofError
    bins = sorted({side for *_, side in unseen.hidden})
    ways = {bin_: unseen.ways(bin_) for bin_ in bins}
    points = [int(game.rules.card_points[card]) for card in range(len(game.pack))]
    must_lead = cache(lambda held: must_have_led(game, state, held))
    points_in = cache(lambda mask: sum(points[card] for card in places(mask)))
    weights: dict[Any, float] = {}
    for hands in unseen.hands(mask_of(unseen.cards), unseen.others):
        rest = mask_of(unseen.cards) & ~sum(hands.values())
        for parts, times in together(ways, bins, rest):
            stock = places(rest & ~sum(parts.values()))
            if unseen.turned in stock:
                continue
            on_table = {-1 - bin_: cards for bin_, cards in parts.items() if bin_ < 0}
            if state.phase != CLAIM and any(
                must_lead(hand | on_table.get(other, int(state.trick_cards[other]) & int(state.face_up)))
                for other, hand in hands.items()
            ):
                continue
            weight = float(times)
            if stock and game.rules.cut:
                weight *= sum(not int(game.rules.cut_refused) >> card & 1 for card in stock) / len(stock)
            won = tuple(points_in(parts.get(side, 0)) for side in range(int(state.sides)))
            key = (tuple(hands.items()), tuple(on_table.items()), won)
            if weight:
                weights[key] = weights.get(key, 0.0) + weight
            if len(weights) > MOST_WORLDS:
                raise NoProofError
    total = sum(weights.values())
    if not total:
        raise NoProofError
    return [(world(unseen, *map(dict, key[:2]), key[2]), weight / total) for key, weight in weights.items()]


def together(ways: dict[int, dict[int, int]], bins: Sequence[int], cards: int) -> Iterator[tuple[dict[int, int], int]]:
    """Yield what can lie in all bins together, out of some cards, and in how many ways it can have come there."""
    if not bins:
        yield {}, 1
        return
    for laid, times in ways[bins[0]].items():
        if laid & ~cards == 0:
            for parts, more in together(ways, bins[1:], cards & ~laid):
                yield {bins[0]: laid, **parts}, times * more


def world(unseen: Unseen, hands: dict[int, int], on_table: dict[int, int], won: Sequence[int]) -> State:
    """Return a world: the hands of others, their cards on the table, and the points that lie hidden in the tricks of each side."""
    made, state = copy_of(unseen.state), unseen.state
    for other, hand in hands.items():
        made.hands[other] = np.uint64(hand)
    for other, cards in on_table.items():
        made.trick_cards[other] = np.uint64(cards)
    points = unseen.game.rules.card_points
    for i in range(int(state.moves) if unseen.hidden else 0):
        trick = i // int(state.seats)
        if state.move_flags[i] & FACE_DOWN and int(state.move_seat[i]) != unseen.seat and trick < state.tricks:
            side = int(state.side_of[state.trick_winner[trick]])
            made.card_points[side] -= sum(int(points[card]) for card in places(state.move_cards[i]))
    for side, more in enumerate(won):
        made.card_points[side] += more
    return made


# Play

_STATES = types.Array(STATE_TYPE, 1, "C")
_MOST_STATES = 16_000
_CHILDREN = np.zeros(_MOST_STATES, STATE).view(np.recarray)
_PARENTS = np.zeros(_MOST_STATES, np.int64)


@entry(
    types.int64(
        RULES_TYPE,
        _STATES,
        types.FunctionType(engine._LEGAL_MOVES),
        types.FunctionType(engine._APPLY_MOVE),
        POINTERS["offers"],
        POINTERS["played"],
        POINTERS["trick_complete"],
        MOVES_TYPE,
        types.Array(types.int64, 1, "C"),
        _STATES,
    )
)
def _expand(
    rules: Rules,
    states: Any,
    legal_moves: Any,
    apply_move: Any,
    offers: Any,
    played: Any,
    trick_complete: Any,
    room: Any,
    parents: Any,
    children: Any,
) -> int:
    """Make each legal move in each state, and return how many there are; -1 if there is no room for them."""
    total = 0
    for i in range(len(states)):
        count = legal_moves(rules, states[i], offers, room)
        if total + count > len(children):
            return -1
        for j in range(count):
            children[total] = states[i]
            move = room[j]
            apply_move(
                rules, children[total], move.cards, np.int64(move.kind), np.int64(move.manner), played, trick_complete
            )
            parents[total] = i
            total += 1
    return total


class Proof:
    """The values of the moves from a state."""

    def __init__(self, game: CompiledGame, state: State, most: int = MOST_MOVES) -> None:
        """Go through all worlds; raises `NoProofError`, also if that takes more moves than `most`."""
        self.game, self.seat, self.most = game, int(state.turn), most
        self.side, self.made = int(state.side_of[self.seat]), 0
        self.has_choices = False
        if state.sides != 2:
            raise NoProofError
        one = np.zeros(1, STATE).view(np.recarray)
        one[0] = state
        self.values_in(one)  # in most positions cards are still to be drawn: one world shows it
        worlds = worlds_of(game, state)
        self.worlds = len(worlds)
        if self.worlds > 1 and (self.has_choices or self.made * self.worlds > most):
            raise NoProofError
        states = np.zeros(self.worlds, STATE).view(np.recarray)
        for i, (each, _) in enumerate(worlds):
            states[i] = each
        weights = np.array([weight for _, weight in worlds])
        self.values: list[float] = (weights @ self.values_in(states)).tolist()
        if self.has_choices and self.worlds > 1:
            raise NoProofError

    def values_in(self, worlds: Any) -> Any:
        """Return what each legal move comes to in each world: a row for each world."""
        _, made = self.expand(worlds)
        return self.values_of(made).reshape(len(worlds), -1)

    def expand(self, states: Any) -> tuple[Any, Any]:
        """Return what all legal moves make of some states, and of which state each comes."""
        hooks = self.game.hooks
        total = _expand(
            *(self.game.rules, states, engine.legal_moves, engine.apply_move),
            *(hooks.offers, hooks.played, hooks.trick_complete, _ROOM, _PARENTS, _CHILDREN),
        )
        self.made += total
        if total < 0 or self.made > self.most:
            raise NoProofError
        parents, made = _PARENTS[:total].copy(), _CHILDREN[:total].copy()
        if ((made["stock_left"] < states["stock_left"][parents]) & (made["phase"] != OVER)).any():
            raise NoProofError
        return parents, made

    def values_of(self, states: Any) -> Any:
        """Return what each of some states comes to."""
        scores = states["deal_score"].astype(float)
        margins = scores[:, self.side] - scores[:, 1 - self.side]
        values = -margins if self.game.rules.limit else margins
        goes_on = np.flatnonzero(states["phase"] != OVER)
        if len(goes_on):
            states = states[goes_on]
            parents, made = self.expand(states)
            firsts = np.flatnonzero(np.diff(parents, prepend=-1))
            counts = np.diff(firsts, append=len(parents))
            self.has_choices |= bool(((states["turn"] == self.seat) & (counts > 1)).any())
            after = self.values_of(made)
            is_own = states["side_of"][np.arange(len(states)), states["turn"]] == self.side
            highest, lowest = np.maximum.reduceat(after, firsts), np.minimum.reduceat(after, firsts)
            values[goes_on] = np.where(is_own, highest, lowest)
        return values
