"""The search of version 0.1, whole and as it was, kept to measure others against. It is not worked on.

It is `trickbook.bots.ismcts` before nodes counted the visits of what led to them: a move that has not been made is never counted
as one that could have been, so below the root search may never try what the greedy player would not do. Its greedy player, who
chooses the same moves as the one of today, is kept too, so that the time that it takes is the time that it took. Only how worlds are
looked for is shared (`look`, `deal_world`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.bots.buffers import GREEDY_PLAYOUT, MAX_DEPTH, SEARCH, WORLD, Buffers
from trickbook.bots.chance import draw_lot, random_move
from trickbook.bots.greedy import (
    ADDED,
    DECIDES,
    ELSE,
    LEADS,
    NEVER,
    THE_POT,
    chance_of_trick,
    chance_to_beat,
    claims,
    missing,
    worth_of_daring,
)
from trickbook.bots.knowledge import mean_points, none_among, pack_of, points_of, still_out
from trickbook.bots.playouts import make, search_key
from trickbook.bots.values import settle
from trickbook.bots.worlds import deal_world, look
from trickbook.kernel import moves
from trickbook.kernel.bits import NONE, ONE, lowest, size, without_lowest
from trickbook.kernel.jit import entry, helper, inlined
from trickbook.kernel.layout import (
    ANNOUNCE,
    CLAIM,
    FACE_DOWN,
    FACE_UP_ONLY,
    FOLLOW,
    GIVES_POT,
    NO_FAULT,
    OVER,
    PASSING,
    Moves,
    Rules,
    State,
)
from trickbook.kernel.moves import takes_over
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
def strength(rules: Rules, state: State, card: int, out: Any, hand: int) -> float:
    """Return the chance that a card wins a later trick: unseen cards that beat it count, and those that it beats."""
    unseen = size(out)
    beaters = size(rules.beaten_by[state.trump, card] & out)
    if unseen == 0 or 2 * beaters > unseen:
        return 0.0
    beaten = NONE
    for other in range(rules.cards):
        beaten |= (rules.beaten_by[state.trump, other] >> np.uint64(card) & ONE) << np.uint64(other)
    beats = size(beaten & out)
    return none_among(beaters, unseen, hand) * (LEADS + (1.0 - LEADS) * beats / unseen)


@inlined
def worth_of_keeping(rules: Rules, state: State, cards: Any, out: Any, hand: int, trick: float) -> float:
    """Return what cards would bring later: each its strength, times its own points and what others add to a trick."""
    worth = 0.0
    while cards != NONE:
        card = lowest(cards)
        worth += strength(rules, state, card, out, hand) * (trick + rules.card_points[card])
        cards = without_lowest(cards)
    return worth


@helper
def greedy_move(rules: Rules, state: State, room: Moves, count: int) -> int:
    """Return the place of the move that the greedy player makes."""
    seat = state.turn
    if state.phase == CLAIM:
        return 0 if claims(rules, state, seat) else 1
    side = state.side_of[seat]
    hand = size(state.hands[seat])
    out = still_out(rules, state, seat)
    follows = state.phase == FOLLOW
    to_come = state.to_play - 1 if follows else state.seats - 1
    lacking = missing(rules, state)
    mean = mean_points(rules, pack_of(rules)) if rules.has_card_points else 0.0
    trick = mean * (state.seats - 1) if rules.has_card_points else 1.0  # what others add to a trick of one card
    on_table = NONE
    if_thrown = 0.0
    if follows:
        for other in range(state.seats):
            on_table |= state.trick_cards[other] & state.face_up
        beats = chance_to_beat(rules, state, state.winning, out, hand)
        if_thrown = chance_of_trick(state, seat, state.side_of[state.winner] == side, to_come, beats)
    best = 0
    most = 2 * NEVER
    for i in range(count):
        cards = room[i].cards
        value = 0.0  # of passing
        if room[i].kind != PASSING:
            chance = if_thrown
            if not follows or (not room[i].manner & FACE_DOWN and takes_over(rules, state, cards)):
                chance = chance_of_trick(state, seat, True, to_come, chance_to_beat(rules, state, cards, out, hand))
            worth = float(size(cards) if rules.counts_cards else 1)
            if rules.has_card_points:
                others = size(cards) * (state.seats - 1) - size(on_table)
                worth = points_of(rules, on_table | cards) + ADDED * mean * others
            weight = DECIDES if 0 < lacking <= worth else 1.0
            value = chance * worth * weight - ELSE * trick * size(cards)
            value -= worth_of_keeping(rules, state, cards, out, hand, trick)
            if cards & rules.dares != NONE:
                value += worth_of_daring(rules, state, seat, cards, int(room[i].manner), out, hand, to_come)
            if state.phase == ANNOUNCE and rules.combination_gives[state.combination] == GIVES_POT:
                value += THE_POT
        if value > most:
            best = i
            most = value
    return best


@helper
def play_world(
    rules: Rules, buffers: Buffers, offers: Any, played: Any, trick_complete: Any, playout: int, key: Any
) -> None:
    """Play the deal of the buffers' world to its end, and write what it is worth to each side."""
    world = buffers.worlds[WORLD]
    room = buffers.moves
    world.decision_key = key
    while world.phase != OVER and world.fault == NO_FAULT:
        drawn = draw_lot(world)
        count = moves.legal_moves(rules, world, offers, room)
        if count == 0:  # a world that should not be: no hand was found to fit what the seat knows
            break
        chosen = 0
        if count > 1:
            is_greedy = playout == GREEDY_PLAYOUT
            chosen = greedy_move(rules, world, room, count) if is_greedy else random_move(world, room, count, drawn)
        make(rules, world, room[chosen], played, trick_complete)
    settle(rules, world, buffers.equity, buffers.known[0].value)


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
    while nodes[slot].name != NONE and nodes[slot].name != name:
        slot = (slot + 1) & mask
    return slot  # type: ignore[return-value]


@inlined
def expected(node: Any, mean: float, prior: float, share: float) -> float:
    """Return what a move is expected to bring: its mean, drawn towards another. `share` is 1 / (visits + prior)."""
    return float((node.total + prior * mean) * share)


@inlined
def most_promising(
    buffers: Buffers, slots: Any, count: int, trusted: int, mean: float, spread: float, prior: float, trust: float
) -> int:
    """Return the place of the move to try next."""
    chosen = 0
    best = -np.inf
    for i in range(count):
        node = buffers.nodes[slots[i]]
        share = 1.0 / (node.visits + prior)
        worth = expected(node, mean + (trust if i == trusted else -trust) * spread, prior, share)
        worth += EXPLORATION * spread * np.sqrt(buffers.logarithms[node.available + 2] * share)
        if worth > best:
            best = worth
            chosen = i
    return chosen


@helper
def descend(
    rules: Rules, buffers: Buffers, offers: Any, played: Any, trick_complete: Any, player: Any, spread: float, key: Any
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
        if rules.face_down != FACE_UP_ONLY and not is_own:
            count = merge_face_down(room, count, number(key, _TREE_STREAM + depth))
        side = world.side_of[world.turn]
        chosen = 0
        if count > 1:
            trusted = greedy_move(rules, world, room, count) if player.playout == GREEDY_PLAYOUT else -1
            for i in range(count):
                name = named(line, world, room[i], is_own or not room[i].manner & FACE_DOWN)
                slot = slot_of(nodes, player.table_mask, name)
                known.slot[i] = slot
                nodes[slot].available += nodes[slot].visits > 0
            chosen = most_promising(
                buffers, known.slot, count, trusted, known.average[side], spread, PRIOR, TRUST if trusted >= 0 else 0.0
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


@entry(SEARCH)
def baseline_move(
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
    """Return the place of the move that the search of version 0.1 makes."""
    look(rules, state, buffers)
    known = buffers.known[0]
    nodes = buffers.nodes
    table = player.table_mask + 1
    for slot in range(table + count):
        nodes[slot].name = NONE
        nodes[slot].visits = 0
        nodes[slot].available = 0
        nodes[slot].total = 0.0
    for i in range(count):  # after the table: they are always there, however many there are
        known.root[i] = table + i
        nodes[table + i].name = named(_ROOT, state, room[i], True)
    for side in range(state.sides):
        known.average[side] = 0.0
    side = state.side_of[state.turn]
    key = search_key(state)
    squares = 0.0
    spread = 0.0
    trusted = greedy_move(rules, state, room, count) if player.playout == GREEDY_PLAYOUT else -1
    trust = ROOT_TRUST if trusted >= 0 else 0.0
    for simulation in range(player.budget):
        chosen = simulation % count
        if simulation >= FIRST * count:
            mean = known.average[side]
            chosen = most_promising(buffers, known.root, count, trusted, mean, spread, ROOT_PRIOR, trust)
        known.path[0] = known.root[chosen]
        known.path_side[0] = side
        own = keyed(key, nodes[known.root[chosen]].visits)
        deal_world(rules, buffers, own)
        make(rules, buffers.worlds[WORLD], room[chosen], played, trick_complete)
        depth = descend(rules, buffers, offers, played, trick_complete, player, spread, own)
        play_world(rules, buffers, offers, played, trick_complete, player.playout, keyed(own, 0))
        for i in range(depth):
            node = nodes[known.path[i]]
            node.visits += 1
            node.total += known.value[known.path_side[i]]
        for i in range(count):
            nodes[known.root[i]].available = simulation
        for i in range(state.sides):
            known.average[i] += (known.value[i] - known.average[i]) / (simulation + 1)
        squares += known.value[side] * known.value[side]
        spread = np.sqrt(max(squares / (simulation + 1) - known.average[side] * known.average[side], 0.0))
    best = 0
    most = -np.inf
    for i in range(count):
        node = nodes[known.root[i]]
        mean = known.average[side] + (trust if i == trusted else -trust) * spread
        worth = expected(node, mean, ROOT_PRIOR, 1.0 / (node.visits + ROOT_PRIOR))
        if worth > most:
            most = worth
            best = i
    return best
