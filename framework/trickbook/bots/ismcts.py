"""Single-observer information set Monte Carlo tree search (ISMCTS).

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, IEEE Transactions on Computational Intelligence
and AI in Games 4 (2012), algorithm 1. Each simulation deals a world, goes down the one tree by moves that are legal in
it, adds one node, and plays the rest of the deal out. The move j is made for which

    (X(j) + P e(j)) / (n(j) + P) + EXPLORATION s sqrt(ln(a(j) + 2) / (n(j) + P))

is greatest: X the sum of what it has brought to the side that makes it, n its visits, a how often it was there to be
made, s the standard deviation of all that this search has brought, so that it does not matter in what unit a deal is
measured. What is not in the paper: P visits are counted beforehand, of e, the mean of all that this search has brought
to the side, and s times T more for the move that the greedy player would make, T less for the others. So search begins
with greedy play, and leaves it where there is evidence; with random playouts T is 0. P and T are `ROOT_PRIOR` and
`ROOT_TRUST` at the root, `PRIOR` and `TRUST` below it; they were tried on 2,500 deals each of Schwesing and Bura.

All moves at the root see the same worlds in the same order, so that luck is common to them and cancels. Each is tried
`FIRST` times, and at the end the one is made whose (X + P e) / (n + P) is greatest.

The tree holds what the seat at its root can see. A node is named by a hash of the moves that lead to it. What
others play face down is one move to it, whichever cards it is; that another passes by an announcement leaves no trace.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.bots.desk import GREEDY_PLAYOUT, MAX_DEPTH, WORLD, Desk
from trickbook.bots.greedy import greedy_move
from trickbook.bots.playouts import make, play_world, search_key
from trickbook.bots.worlds import deal_world, look
from trickbook.kernel import moves
from trickbook.kernel.bits import NONE
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.layout import ANNOUNCE, FACE_DOWN, FACE_UP_ONLY, NO_FAULT, OVER, PASSING, Moves, Rules, State
from trickbook.kernel.randomness import below, keyed, mixed, number

EXPLORATION = 2.0
"""How much is tried that looks worse."""
FIRST = 5
"""In how many worlds each move at the root is tried at first."""
ROOT_PRIOR = 40.0
"""How many visits the expectation counts for, at the root."""
ROOT_TRUST = 0.25
"""How far apart the greedy player's move and the others are expected to be, in half standard deviations, at the root."""
PRIOR = 8.0
"""How many visits the expectation counts for, further down."""
TRUST = 1.0
"""How far apart moves are expected to be further down."""
_ROOT = np.uint64(1)
_CARDS = np.uint64(0x9FB21C651E98DF25)
_MANNER = np.uint64(0xD6E8FEB86659FD93)
_TREE_STREAM = 1 << 32


@inlined
def named(line: Any, world: State, move: Any, is_seen: bool) -> Any:
    """Return the name of the node to which a move leads from a line of moves, as the seat at the root sees it."""
    manner = (
        np.int64(move.kind) | np.int64(move.manner) << 4 | world.turn << 8 | world.combination << 16 | world.phase << 32
    )
    cards = move.cards if is_seen else NONE
    return mixed(line + (cards + _MANNER * np.uint64(manner)) * _CARDS)


@helper
def merge_face_down(room: Moves, count: int, drawn: Any) -> int:
    """Keep one of the face-down moves, by lot, since the seat at the root can't tell them apart; return how many are left."""
    kept = 0
    merged = 0
    place = 0
    for i in range(count):
        if room[i].manner & FACE_DOWN:
            merged += 1
            if merged == 1:
                place = kept
                kept += 1
            elif below(mixed(drawn + np.uint64(i)), merged) > 0:
                continue
            room[place] = room[i]
        else:
            room[kept] = room[i]
            kept += 1
    return kept


@inlined
def slot_of(nodes: Any, mask: int, name: Any) -> int:
    """Return the place of a node in the table, or the free one where it would stand."""
    slot = np.int64(name & np.uint64(mask))
    while nodes[slot].visits > 0 and nodes[slot].name != name:
        slot = (slot + 1) & mask
    return slot  # type: ignore[return-value]


@inlined
def expected(node: Any, mean: float, prior: float) -> float:
    """Return what a move is expected to bring: its mean, drawn towards another by so many visits."""
    return float((node.total + prior * mean) / (node.visits + prior))


@inlined
def most_promising(desk: Desk, count: int, trusted: int, mean: float, spread: float, prior: float, trust: float) -> int:
    """Return the place of the move to try next."""
    chosen = 0
    best = -np.inf
    for i in range(count):
        node = desk.nodes[desk.slots[i]]
        worth = expected(node, mean + trust * spread if i == trusted else mean - trust * spread, prior)
        worth += EXPLORATION * spread * np.sqrt(desk.logarithms[node.available + 2] / (node.visits + prior))
        if worth > best:
            best = worth
            chosen = i
    return chosen


@helper
def descend(
    rules: Rules, desk: Desk, offers: Any, played: Any, trick_complete: Any, player: Any, spread: float, key: Any
) -> int:
    """Go down the tree in the desk's world, add a node, and return how many moves were made."""
    world = desk.worlds[WORLD]
    known = desk.known[0]
    room = desk.moves
    nodes = desk.nodes
    line = nodes[known.path[0]].name
    depth = 1
    is_new = nodes[known.path[0]].visits == 0
    while not is_new and depth < MAX_DEPTH and world.phase != OVER and world.fault == NO_FAULT:
        count = moves.legal_moves(rules, world, offers, room)
        if count == 0:
            break
        is_own = world.turn == known.seat
        if rules.face_down != FACE_UP_ONLY and not is_own:
            count = merge_face_down(room, count, number(key, _TREE_STREAM + depth))
        side = world.side_of[world.turn]
        chosen = 0
        if count > 1:
            trusted = greedy_move(rules, world, room, count) if player.playout == GREEDY_PLAYOUT else -1
            for i in range(count):
                name = named(line, world, room[i], is_own or not room[i].manner & FACE_DOWN)
                slot = slot_of(nodes, player.table_mask, name)
                desk.slots[i] = slot
                nodes[slot].available += nodes[slot].visits > 0
            chosen = most_promising(
                desk, count, trusted, known.mean[side], spread, PRIOR, TRUST if trusted >= 0 else 0.0
            )
        name = named(line, world, room[chosen], is_own or not room[chosen].manner & FACE_DOWN)
        slot = slot_of(nodes, player.table_mask, name)
        is_new = nodes[slot].visits == 0
        if is_new:
            nodes[slot].name = name
            nodes[slot].available = 1
        known.path[depth] = slot
        known.path_side[depth] = side
        depth += 1
        if is_own or world.phase != ANNOUNCE or room[chosen].kind != PASSING:
            line = name
        make(rules, world, room[chosen], played, trick_complete)
    return depth


@helper
def ismcts_move(
    rules: Rules,
    state: State,
    offers: Any,
    played: Any,
    trick_complete: Any,
    player: Any,
    room: Moves,
    count: int,
    desk: Desk,
) -> int:
    """Return the place of the move that was tried most."""
    look(rules, state, desk)
    known = desk.known[0]
    nodes = desk.nodes
    for slot in range(player.table_mask + 1):
        nodes[slot].visits = 0
        nodes[slot].available = 0
        nodes[slot].total = 0.0
    for side in range(state.sides):
        known.mean[side] = 0.0
    side = state.side_of[state.turn]
    key = search_key(state)
    squares = 0.0
    spread = 0.0
    trusted = greedy_move(rules, state, room, count) if player.playout == GREEDY_PLAYOUT else -1
    trust = ROOT_TRUST if trusted >= 0 else 0.0
    for simulation in range(player.budget):
        for i in range(count):
            slot = slot_of(nodes, player.table_mask, named(_ROOT, state, room[i], True))
            desk.slots[i] = slot
            nodes[slot].available = simulation
        if simulation < FIRST * count:
            chosen = simulation % count
        else:
            chosen = most_promising(desk, count, trusted, known.mean[side], spread, ROOT_PRIOR, trust)
        slot = desk.slots[chosen]
        nodes[slot].name = named(_ROOT, state, room[chosen], True)
        known.path[0] = slot
        known.path_side[0] = side
        own = keyed(key, nodes[slot].visits)
        deal_world(rules, desk, own)
        world = desk.worlds[WORLD]
        make(rules, world, room[chosen], played, trick_complete)
        depth = descend(rules, desk, offers, played, trick_complete, player, spread, own)
        play_world(rules, desk, offers, played, trick_complete, player.playout, keyed(own, 0))
        for i in range(depth):
            node = nodes[known.path[i]]
            node.visits += 1
            node.total += known.value[known.path_side[i]]
        for i in range(state.sides):
            known.mean[i] += (known.value[i] - known.mean[i]) / (simulation + 1)
        squares += known.value[side] * known.value[side]
        spread = np.sqrt(max(squares / (simulation + 1) - known.mean[side] * known.mean[side], 0.0))
    best = 0
    most = -1.0
    most = -np.inf
    for i in range(count):
        node = nodes[slot_of(nodes, player.table_mask, named(_ROOT, state, room[i], True))]
        worth = expected(node, known.mean[side] + (trust if i == trusted else -trust) * spread, ROOT_PRIOR)
        if worth > most:
            most = worth
            best = i
    return best
