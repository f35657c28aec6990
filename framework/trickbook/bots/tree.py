"""The tree of a search through information sets, and one simulation in it.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, IEEE Transactions on Computational Intelligence and AI
in Games 4 (2012), algorithm 1. A simulation goes down the one tree by moves that are legal in its world, adds one node, and
plays the rest of the deal out. The move j is made for which

    (X(j) + P e(j)) / (n(j) + P) + C s sqrt(ln(a + 2) / (n(j) + P))

is greatest: X the sum of what it has brought to the side that makes it, n its visits, a those of the node it leads on from,
s the standard deviation of all that this search has brought, so that it does not matter in what unit a deal is measured. A
move that has not been made counts from the first visit on as one that could have been, so that it is tried in the end,
whatever is thought of it. (The paper counts, for each move, the visits at which it was there to be made; the difference is
within the logarithm.) What is not in the paper: P visits are counted beforehand, of e, the mean of all that this search has
brought to the side, and s times T more for the move that the greedy player would make, T less for the others. So search
begins with greedy play, and leaves it where there is evidence; with random playouts T is 0. C, P and T are `exploration`,
`prior` and `trust` of `trickbook.bots.Player`; where most card points win a deal, only the share `by_points` of P and T counts.

The tree holds what the seat at its root can see. A node is named by a hash of the moves that lead to it. What others play
face down is one move to it, whichever cards it is; that another passes by an announcement leaves no trace.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.bots.buffers import DEALT, GREEDY_PLAYOUT, MAX_DEPTH, WORLD, Buffers
from trickbook.bots.greedy import greedy_move
from trickbook.bots.playouts import make, play_world
from trickbook.kernel import moves
from trickbook.kernel.bits import NONE
from trickbook.kernel.copying import copy_hot
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.layout import (
    ANNOUNCE,
    FACE_DOWN,
    FACE_UP_ONLY,
    NAMING,
    NO_FAULT,
    OVER,
    PASSING,
    STEP,
    Moves,
    Rules,
    State,
)
from trickbook.kernel.randomness import below, keyed, mixed, number

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


@inlined
def is_hidden(move: Any) -> bool:
    """Say whether others don't see which cards a move is made with; the manner of a naming is its number."""
    return bool(move.kind != NAMING and move.manner & FACE_DOWN)


@helper
def merge_face_down(room: Moves, count: int, drawn: Any) -> int:
    """Keep one of the face-down moves, by lot, since the seat at the root can't tell them apart; return how many are left."""
    kept = 0
    merged = 0
    place = 0
    for i in range(count):
        if is_hidden(room[i]):
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
    while nodes[slot].name != NONE and nodes[slot].name != name:
        slot = (slot + 1) & mask
    return slot  # type: ignore[return-value]


@inlined
def expected(node: Any, mean: float, prior: float, share: float) -> float:
    """Return what a move is expected to bring: its mean, drawn towards another. `share` is 1 / (visits + prior)."""
    return float((node.total + prior * mean) * share)


@inlined
def most_promising(
    buffers: Buffers, exploration: float, count: int, visits: int, trusted: int, mean: float, prior: float, trust: float
) -> int:
    """Return the place of the move to try next, where so many are legal after a node with so many visits."""
    known = buffers.known[0]
    exploration *= known.spread * np.sqrt(buffers.logarithms[visits + 2])
    chosen = 0
    best = -np.inf
    for i in range(count):
        node = buffers.nodes[known.slot[i]]
        share = 1.0 / (node.visits + prior)
        worth = expected(node, mean + (trust if i == trusted else -trust) * known.spread, prior, share)
        worth += exploration * np.sqrt(share)
        if worth > best:
            best = worth
            chosen = i
    return chosen


@helper
def descend(
    rules: Rules, buffers: Buffers, offers: Any, played: Any, trick_complete: Any, player: Any, key: Any
) -> int:
    """Go down the tree in the buffers' world, add a node, and return how many moves were made."""
    world = buffers.worlds[WORLD]
    known = buffers.known[0]
    room = buffers.moves
    nodes = buffers.nodes
    line = nodes[known.path[0]].name
    depth = 1
    is_new = nodes[known.path[0]].visits == 0
    while not is_new and depth < MAX_DEPTH and world.phase != OVER and world.fault == NO_FAULT:
        count = moves.legal_moves(rules, world, offers, room)
        if count == 0:
            break
        is_own = world.turn == known.seat
        if (rules.face_down != FACE_UP_ONLY or world.phase == STEP) and not is_own:
            count = merge_face_down(room, count, number(key, _TREE_STREAM + depth))
        side = world.side_of[world.turn]
        chosen = 0
        if count > 1:
            trusted = greedy_move(rules, world, room, count) if player.playout == GREEDY_PLAYOUT else -1
            for i in range(count):
                name = named(line, world, room[i], is_own or not is_hidden(room[i]))
                known.slot[i] = slot_of(nodes, player.table_mask, name)
            visits = nodes[known.path[depth - 1]].visits
            mean = known.average[side]
            left = player.by_points if rules.won_by_card_points else 1.0
            trust = player.trust * left if trusted >= 0 else 0.0
            chosen = most_promising(
                buffers, player.exploration, count, visits, trusted, mean, player.prior * left, trust
            )
        name = named(line, world, room[chosen], is_own or not is_hidden(room[chosen]))
        slot = slot_of(nodes, player.table_mask, name)
        is_new = nodes[slot].visits == 0
        if is_new:
            nodes[slot].name = name
        known.path[depth] = slot
        known.path_side[depth] = side
        depth += 1
        if is_own or world.phase != ANNOUNCE or room[chosen].kind != PASSING:
            line = name
        make(rules, world, room[chosen], played, trick_complete)
    return depth


@helper
def plant(state: State, buffers: Buffers, player: Any, room: Moves, count: int) -> None:
    """Begin a tree with so many moves at its root."""
    known = buffers.known[0]
    nodes = buffers.nodes
    table = player.table_mask + 1
    for slot in range(table + count):
        nodes[slot].name = NONE
        nodes[slot].visits = 0
        nodes[slot].total = 0.0
    for i in range(count):  # after the table: they are always there, however many there are
        known.root[i] = table + i
        nodes[table + i].name = named(_ROOT, state, room[i], True)
    for side in range(state.sides):
        known.average[side] = 0.0
    known.squares = 0.0
    known.spread = 0.0
    known.simulations = 0


@helper
def simulate(
    rules: Rules,
    buffers: Buffers,
    offers: Any,
    played: Any,
    trick_complete: Any,
    player: Any,
    move: Any,
    root: int,
    key: Any,
) -> None:
    """Make a move in the world that is dealt, go down the tree from its node, play to the end, and count what it has brought."""
    known = buffers.known[0]
    nodes = buffers.nodes
    world = buffers.worlds[WORLD]
    copy_hot(rules, world, buffers.worlds[DEALT])
    side = world.side_of[known.seat]
    known.path[0] = root
    known.path_side[0] = side
    make(rules, world, move, played, trick_complete)
    depth = descend(rules, buffers, offers, played, trick_complete, player, key)
    play_world(rules, buffers, offers, played, trick_complete, player.playout, keyed(key, 0))
    for i in range(depth):
        node = nodes[known.path[i]]
        node.visits += 1
        node.total += known.value[known.path_side[i]]
    known.simulations += 1
    for i in range(world.sides):
        known.average[i] += (known.value[i] - known.average[i]) / known.simulations
    known.squares += known.value[side] * known.value[side]
    known.spread = np.sqrt(max(known.squares / known.simulations - known.average[side] * known.average[side], 0.0))
