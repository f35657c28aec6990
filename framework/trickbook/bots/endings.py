"""Endings: where the rest of a deal is short, each move is solved in all worlds that the seat can't tell apart, or in many of them.

In a world each move is worth what it comes to with open cards, if both sides play as well as can be (`solving`); a move, the mean
of that over the worlds. With one world left that is exact. With more, endings are solved only where the seat has no choice to come:
then no move is better on average, however well the others play. (Where it has one it could not tell in which world it is; to solve
each world as if it could, made it weaker in Kozel for points.) Worlds are counted where no card of others lies face down, and there are
no more than can be solved; otherwise they are dealt by lot (`worlds`).

Endings of two sides are solved, and only where no card is drawn before the deal ends. Moves that come out best are left to the search.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.bots.buffers import BLANK, WORLD, Buffers
from trickbook.bots.playouts import search_key
from trickbook.bots.slate import SOLVED, TOO_LONG
from trickbook.bots.worlds import deal_world, is_barred
from trickbook.kernel.bits import NONE, bit, lowest, size, without_lowest
from trickbook.kernel.jit import helper
from trickbook.kernel.layout import Moves, Rules, State
from trickbook.kernel.randomness import keyed

SAME = 1e-9
"""Moves whose values differ by no more are equally good."""


@helper
def ways_to_choose(cards: int, chosen: int) -> int:
    """Return in how many ways so many cards can be chosen from so many."""
    ways = 1
    for i in range(chosen):
        ways = ways * (cards - i) // (i + 1)
    return ways


@helper
def unseen_in_hand(buffers: Buffers, seat: int) -> int:
    """Return how many unseen cards a seat holds: all its cards but those that are known to be there."""
    known = buffers.known[0]
    return int(known.hand_size[seat] - size(known.must[seat]))


@helper
def count_worlds(buffers: Buffers, most: int) -> int:
    """Return how many ways there are to deal the hands of the others; more than `most` if they are more, or can't be counted."""
    known = buffers.known[0]
    if known.hidden_moves > 0:
        return most + 1
    worlds = 1
    cards = known.unseen_size
    for seat in range(buffers.worlds[BLANK].seats):
        if seat != known.seat:
            if known.giving_size[seat] > 0:
                return most + 1
            own = unseen_in_hand(buffers, seat)
            worlds *= ways_to_choose(cards, own)
            cards -= own
            if worlds > most:
                break
    return worlds


@helper
def lay_world(rules: Rules, buffers: Buffers, place: int) -> float:
    """Lay out the world at a place in the list of all; return how likely it is beside the others, 0 if it can't be."""
    buffers.worlds[WORLD] = buffers.worlds[BLANK]
    world = buffers.worlds[WORLD]
    known = buffers.known[0]
    pool = NONE
    for i in range(known.unseen_size):
        pool |= bit(known.unseen[i])
    for seat in range(world.seats):
        if seat == known.seat:
            continue
        wanted = unseen_in_hand(buffers, seat)
        left = size(pool)
        ways = ways_to_choose(left, wanted)
        which = place % ways
        place //= ways
        hand = NONE
        rest = pool
        while wanted > 0:
            left -= 1
            with_this = ways_to_choose(left, wanted - 1)
            if which < with_this:
                hand |= bit(lowest(rest))
                wanted -= 1
            else:
                which -= with_this
            rest = without_lowest(rest)
        pool &= ~hand
        hand |= known.must[seat]
        world.hands[seat] = hand | world.trick_cards[seat]
        barred = is_barred(rules, world, known, seat) or hand & world.lacks[seat] != NONE
        world.hands[seat] = hand
        if barred:
            return 0.0
    weight = 1.0
    if pool != NONE and rules.cut:  # the last card of the stock is none that the cut refuses
        weight = size(pool & ~rules.cut_refused) / size(pool)
    for i in range(size(pool)):
        world.pack[world.stock_next + i] = lowest(pool)
        pool = without_lowest(pool)
    return weight


@helper
def solve_world(
    rules: Rules, offers: Any, played: Any, trick_complete: Any, buffers: Buffers, count: int, weight: float
) -> bool:
    """Add what each move comes to in the buffers' world, times a weight; say whether that could be found."""
    slate = buffers.slate
    book = slate.book[0]
    slate.states[0] = buffers.worlds[WORLD]
    buffers.solve(rules, offers, played, trick_complete, slate, buffers.equity, 0, 0, -np.inf, np.inf)
    if book.failed != SOLVED:
        return False
    book.weight += weight
    for i in range(count):
        book.total[i] += weight * book.value[i]
    return True


@helper
def begin(book: Any, count: int) -> None:
    """Begin to add up what so many moves bring."""
    book.solved = 0
    book.weight = 0.0
    for i in range(count):
        book.total[i] = 0.0


@helper
def solve_ending(
    rules: Rules, state: State, offers: Any, played: Any, trick_complete: Any, player: Any, count: int, buffers: Buffers
) -> int:
    """Solve the ending that the buffers know; return in how many worlds, 0 if it can't be done. `book.total` has what the moves bring."""
    book = buffers.slate.book[0]
    known = buffers.known[0]
    most = int(player.budget * player.endings)
    begin(book, count)
    if most == 0 or state.sides != 2 or state.pot_trick:
        return 0
    worlds = count_worlds(buffers, most)
    is_counted = worlds <= most
    book.seat = known.seat
    book.side = state.side_of[known.seat]
    book.failed = SOLVED
    book.later = 0
    book.nodes = 0
    book.limit = most // min(worlds, player.least_worlds)
    key = search_key(state)
    place = 0
    until = worlds if is_counted else player.budget
    while place < until:
        weight = lay_world(rules, buffers, place) if is_counted else 1.0
        if not is_counted:
            deal_world(rules, buffers, keyed(key, place))
        place += 1
        if weight == 0.0:
            continue
        if not solve_world(rules, offers, played, trick_complete, buffers, count, weight):
            is_enough = not is_counted and book.solved >= player.least_worlds
            return int(book.solved) if is_enough and book.failed == TOO_LONG else 0
        if book.later and worlds > 1:
            return 0
        book.solved += 1
        if book.solved == 1:
            enough = most // max(book.nodes, 1)
            book.limit = 2 * most if is_counted else most
            if worlds > enough and enough < player.least_worlds:
                return 0
            if worlds > enough:
                until = min(enough, player.budget)
                if is_counted:  # too many after all
                    is_counted = False
                    place = 0
                    begin(book, count)
    return int(book.solved)


@helper
def keep_best(
    rules: Rules,
    state: State,
    offers: Any,
    played: Any,
    trick_complete: Any,
    player: Any,
    room: Moves,
    count: int,
    buffers: Buffers,
) -> int:
    """Leave the best of the legal moves in the list, if the ending can be solved; return how many are left, all of them if not."""
    book = buffers.slate.book[0]
    book.solved = solve_ending(rules, state, offers, played, trick_complete, player, count, buffers)
    if book.solved == 0:
        return count
    total = book.total
    best = -np.inf
    for i in range(count):
        best = max(best, total[i])
    kept = 0
    for i in range(count):
        if total[i] >= best - SAME * book.weight:
            room[kept] = room[i]
            kept += 1
    return kept
