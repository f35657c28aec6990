"""Which moves are legal: leads, plays, combinations, claims."""

from __future__ import annotations

from typing import Any

from numba import types

from trickbook.kernel.bits import NONE, bit, lowest, size, unsigned, without_lowest
from trickbook.kernel.duties import allowed
from trickbook.kernel.jit import apart, helper, inlined, recursive
from trickbook.kernel.layout import (
    ANNOUNCE,
    ANNOUNCEMENT,
    CLAIM,
    CLAIMING,
    DECLARED,
    DECLINED,
    FACE_DOWN,
    FACE_DOWN_BY_CHOICE,
    FACE_UP_ONLY,
    FOLLOW,
    LEAD,
    PASSING,
    PLAY,
    STEP,
    Moves,
    Rules,
    State,
)
from trickbook.kernel.limits import MAX_PLAY
from trickbook.kernel.listing import add_move
from trickbook.kernel.steps import step_moves
from trickbook.kernel.types import MASK_TYPE, MOVES_TYPE, RULES_TYPE, WORD_TYPE


@recursive(types.boolean(RULES_TYPE, WORD_TYPE, MASK_TYPE, MASK_TYPE))
def all_beaten(rules: Rules, trump: int, targets: Any, cards: Any) -> bool:
    """Say whether each of the targets is beaten by a different one of the cards: a matching (BR-32, BU-06)."""
    beaters = rules.beaten_by[trump, lowest(targets)] & cards
    targets = without_lowest(targets)
    if targets == NONE:
        return beaters != NONE
    while beaters != NONE:
        if all_beaten(rules, trump, targets, cards & ~bit(lowest(beaters))):
            return True
        beaters = without_lowest(beaters)
    return False


@inlined
def takes_over(rules: Rules, state: State, cards: Any) -> bool:
    """Say whether cards beat those that win the trick now (BR-33)."""
    if state.lead_size == 1:
        return (rules.beaten_by[unsigned(state.trump), lowest(state.winning)] & cards) != NONE
    return all_beaten(rules, state.trump, state.winning, cards)


@inlined
def add_singles(moves: Moves, count: int, pool: Any, chosen: Any, kind: int) -> int:
    """Add a move for every card of a pool, each with the cards chosen already, and return the new length of the list."""
    while pool != NONE:
        count = add_move(moves, count, chosen | bit(lowest(pool)), kind, 0)
        pool = without_lowest(pool)
    return count


@recursive(WORD_TYPE(MOVES_TYPE, WORD_TYPE, MASK_TYPE, WORD_TYPE, MASK_TYPE, WORD_TYPE))
def add_subsets(moves: Moves, count: int, pool: Any, wanted: int, chosen: Any, kind: int) -> int:
    """Add a move for every way to choose so many cards of a pool, and return the new length of the list."""
    if wanted == 1:
        return add_singles(moves, count, pool, chosen, kind)
    while size(pool) >= wanted:
        first = bit(lowest(pool))
        pool ^= first
        if wanted == 2:
            count = add_singles(moves, count, pool, chosen | first, kind)
        else:
            count = add_subsets(moves, count, pool, wanted - 1, chosen | first, kind)
    return count


@inlined
def lies_in_earlier(cards: Any, pools: Any, pool: int) -> bool:
    """Say whether cards lie within a pool that comes before this one."""
    for earlier in range(pool):  # noqa: SIM110  (Numba has no any() of a generator)
        if cards & ~pools[earlier] == NONE:
            return True
    return False


@helper
def drop_repeated(moves: Moves, first: int, count: int, pools: Any, pool: int) -> int:
    """Drop the moves from `first` on that lie within an earlier pool, too: they stand in the list already."""
    kept = first
    for i in range(first, count):
        if not lies_in_earlier(moves[i].cards, pools, pool):
            moves[kept].cards = moves[i].cards
            moves[kept].kind = moves[i].kind
            kept += 1
    return kept


@inlined
def may_have(hand: Any, wanted: int, mates: Any) -> bool:
    """Say whether a hand may have so many cards that go together: the lowest of them has its mates above it."""
    while size(hand) >= wanted:
        if size(hand & mates[lowest(hand)]) >= wanted:
            return True
        hand = without_lowest(hand)
    return False


@helper
def lead_moves(rules: Rules, state: State, moves: Moves) -> int:
    """List the leads: so many cards of one rank, of one suit, or any (BR-30, BU-05, KM-02, KP-05)."""
    hand = state.hands[unsigned(state.turn)]
    count = 0
    for wanted in range(1, min(size(hand), MAX_PLAY) + 1):
        if not (rules.lead_sizes >> wanted) & 1:
            continue
        if wanted == 1:
            count = add_singles(moves, count, hand, NONE, PLAY)
            continue
        if not may_have(hand, wanted, rules.lead_mates):
            continue
        earlier = NONE
        for pool in range(rules.lead_pools):
            together = hand & rules.lead_pool[pool]
            if size(together) >= wanted:
                first = count
                count = add_subsets(moves, count, together, wanted, NONE, PLAY)
                if size(together & earlier) >= wanted:
                    count = drop_repeated(moves, first, count, rules.lead_pool, pool)
            earlier |= rules.lead_pool[pool]
    return count


@inlined
def holds(rules: Rules, state: State, combination: int, seat: int) -> bool:
    """Say whether a seat holds a combination (BR-34, BU-12, KM-03, KP-09, KP-10)."""
    hand = state.hands[seat]
    wanted = rules.combination_size[combination]
    if not may_have(hand, wanted, rules.combination_mates[combination, state.trump]):
        return False
    if rules.combination_full_hand[combination] and size(hand) < rules.hand:
        return False
    least = rules.combination_least[combination]
    least_of = rules.combination_least_of[combination, state.trump]
    for pool in range(rules.combination_pools[combination]):
        cards = hand & rules.combination_pool[combination, state.trump, pool]
        if size(cards) >= wanted and size(cards & least_of) >= least:
            return True
    return False


@apart
def combination_moves(rules: Rules, state: State, moves: Moves, kind: int) -> int:
    """List the ways in which the seat to move can lead, or play, the combination in question."""
    combination = state.combination
    hand = state.hands[state.turn]
    wanted = rules.combination_size[combination]
    least = rules.combination_least[combination]
    least_of = rules.combination_least_of[combination, state.trump]
    pools = rules.combination_pool[combination, state.trump]
    earlier = NONE
    count = 0
    for pool in range(rules.combination_pools[combination]):
        together = hand & pools[pool]
        repeats = size(together & earlier) >= wanted
        earlier |= pools[pool]
        if size(together) < wanted:
            continue
        first = count
        count = add_subsets(moves, count, together, wanted, NONE, kind)
        if repeats:
            count = drop_repeated(moves, first, count, pools, pool)
        kept = first
        for i in range(first, count):
            if size(moves[i].cards & least_of) >= least:
                kept = add_move(moves, kept, moves[i].cards, kind, 0)
        count = kept
    return count


@helper
def add_face_down(rules: Rules, state: State, moves: Moves, count: int) -> int:
    """Turn plays that don't beat face down, and add the choice to hide one that does, if there is one (BU-V3, KP-07)."""
    for i in range(count):
        if not takes_over(rules, state, moves[i].cards):
            moves[i].manner = FACE_DOWN
        elif rules.face_down == FACE_DOWN_BY_CHOICE:
            count = add_move(moves, count, moves[i].cards, moves[i].kind, FACE_DOWN)
    return count


@helper
def add_declarations(rules: Rules, state: State, offers: Any, moves: Moves, count: int) -> int:
    """Split each play at which a plugin offers a choice: declared, or declined (BR-60)."""
    for i in range(count):
        cards = moves[i].cards
        if cards & rules.watch_offers != NONE and offers(rules, state, rules.hook_owner, state.turn, cards):
            count = add_move(moves, count, cards, moves[i].kind, moves[i].manner | DECLINED)
            moves[i].manner |= DECLARED
    return count


@inlined
def legal_moves(rules: Rules, state: State, offers: Any, moves: Moves) -> int:
    """List the legal moves of the seat to move, and return how many there are."""
    phase = state.phase
    if phase == FOLLOW:
        if state.pot_trick:
            count = combination_moves(rules, state, moves, PLAY)
        elif state.lead_size == 1:
            hand = state.hands[unsigned(state.turn)]
            if rules.duties > 0:
                hand = allowed(rules, state, hand)
            count = add_singles(moves, 0, hand, NONE, PLAY)
        else:
            count = add_subsets(moves, 0, state.hands[unsigned(state.turn)], state.lead_size, NONE, PLAY)
        if rules.face_down != FACE_UP_ONLY:
            count = add_face_down(rules, state, moves, count)
    elif phase == LEAD:
        if rules.duties > 0:
            count = add_singles(moves, 0, allowed(rules, state, state.hands[unsigned(state.turn)]), NONE, PLAY)
        else:
            count = lead_moves(rules, state, moves)
    elif phase == ANNOUNCE:
        announced = rules.combination_announced[state.combination]
        count = combination_moves(rules, state, moves, ANNOUNCEMENT if announced else PLAY)
        if rules.watch_offers != NONE:
            count = add_declarations(rules, state, offers, moves, count)
        if not rules.combination_must[state.combination]:
            count = add_move(moves, count, NONE, PASSING, 0)
        return count
    elif phase == CLAIM:
        count = add_move(moves, 0, NONE, CLAIMING, 0)
        return add_move(moves, count, NONE, PASSING, 0)
    elif phase == STEP:
        return step_moves(rules, state, moves)
    else:
        return 0
    if rules.watch_offers != NONE:
        count = add_declarations(rules, state, offers, moves, count)
    return count


@helper
def same_move(moves: Moves, count: int, cards: Any, kind: int, flags: int) -> int:
    """Return the place of a move in a list, or -1."""
    for i in range(count):
        if moves[i].cards == cards and moves[i].kind == kind and moves[i].manner == flags:
            return i
    return -1
