"""Worlds that a seat can't tell from the one it is in: determinization.

A seat knows what `knowledge` says, and besides: how many cards each seat holds, the stock has, and each play that
lies face down has; who has drawn the turned card; that the last card of the pack was not one that the cut refuses
(BR-11); that a play which had to be face down did not beat what won then (KP-07); that nobody who was asked for
a compulsory combination and did not lead it held one (BR-34); and that those who play for the pot hold the combination
(BU-13). All else is drawn by lot, each way with the same chance but for a little: where a condition fails, that
play, all hands, or the stock are drawn again, up to `TRIES` times.

`look` writes what the seat knows, once a decision; `deal_world` reads nothing else.
"""

from __future__ import annotations

from typing import Any

from trickbook.bots.buffers import BLANK, WORLD, Buffers
from trickbook.bots.constraints import count_ways, deal_holders, look_at_hands
from trickbook.bots.drawing import draw_cards, draw_from
from trickbook.bots.knowledge import pack_of, points_of, seen
from trickbook.kernel.bits import NONE, bit, lowest, size, unsigned, without_lowest
from trickbook.kernel.copying import copy_hot
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.layout import CLAIM, FACE_DOWN, FACE_DOWN_IF_BEATEN, FACE_UP_ONLY, FOLLOW, Rules, State
from trickbook.kernel.moves import all_beaten, holds
from trickbook.kernel.randomness import below, number

TRIES = 16
"""How often a play, the hands or the stock are drawn until they fit what the seat knows."""


@helper
def look(rules: Rules, state: State, buffers: Buffers) -> None:
    """Write down what the seat to move knows, and a state in which all else is blank."""
    seat = state.turn
    known = buffers.known[0]
    buffers.worlds[BLANK] = state
    blank = buffers.worlds[BLANK]
    known.seat = seat
    blank.seed = NONE
    blank.decision_key = NONE
    for place in range(rules.cards):
        blank.pack[place] = 0
    known.turned_with = -1
    known.turned_choices = 0
    turned = NONE if state.turned < 0 else bit(state.turned)
    for other in range(state.seats):
        known.hand_size[other] = size(state.hands[other])
        known.must[other] = NONE
        known.giving_size[other] = 0
        if other != seat:
            # Whoever has drawn the turned card is known, and not whether it still holds it.
            if (state.hands[other] | state.hidden[other]) & turned != NONE and state.face_up & turned == NONE:
                known.turned_with = other
                known.turned_choices = size(state.hands[other])
                known.must[other] = turned
            blank.hands[other] = NONE
            blank.hidden[other] = NONE
    known.hidden_moves = 0
    if rules.face_down != FACE_UP_ONLY:
        look_at_face_down(rules, state, buffers)
    look_at_combinations(rules, state, buffers)
    unseen = pack_of(rules) & ~seen(state, seat)
    known.unseen_size = 0
    while unseen != NONE:
        known.unseen[known.unseen_size] = lowest(unseen)
        known.unseen_size += 1
        unseen = without_lowest(unseen)
    if rules.duties > 0 or rules.steps > 0:
        look_at_hands(rules, state, buffers)
        count_ways(rules, state, buffers)


@helper
def trick_of_last_draw(rules: Rules, state: State) -> int:
    """Return how many tricks had been played when the stock was gone; as many as there are if it lasts."""
    hand = rules.hand
    stock = rules.cards - state.seats * hand
    for trick in range(state.tricks):
        if stock == 0:
            return trick
        hand -= state.trick_size[trick]
        each = min(rules.hand - hand, stock // state.seats)
        hand += each
        stock -= each * state.seats
    return int(state.tricks)


@inlined
def count_points(state: State, winner: int, points: int) -> None:
    """Let so many more card points be in the tricks of a seat."""
    state.seat_points[winner] += points
    state.card_points[state.side_of[winner]] += points


@helper
def look_at_face_down(rules: Rules, state: State, buffers: Buffers) -> None:
    """Write down what the seat knows of plays that others have made face down, and blank their cards."""
    known = buffers.known[0]
    blank = buffers.worlds[BLANK]
    last_draw = trick_of_last_draw(rules, state)
    winning = NONE
    for i in range(state.moves):
        trick = i // state.seats
        cards = state.move_cards[i]
        other = state.move_seat[i]
        if state.move_flags[i] & FACE_DOWN == 0:
            winning = cards
        elif other != known.seat:
            j = known.hidden_moves
            known.hidden_moves = j + 1
            known.hidden_seat[j] = other
            known.hidden_size[j] = size(cards)
            known.hidden_under[j] = winning if rules.face_down == FACE_DOWN_IF_BEATEN else NONE
            known.hidden_winner[j] = -1
            blank.gone &= ~cards
            blank.move_cards[i] = NONE
            if trick < state.tricks:
                winner = unsigned(int(state.trick_winner[trick]))
                known.hidden_winner[j] = winner
                blank.seat_won[winner] &= ~cards
                count_points(blank, winner, -points_of(rules, cards))
            else:
                blank.trick_cards[other] = NONE
            known.hidden_turned[j] = 0
            if other == known.turned_with and trick >= last_draw:
                can_beat = rules.beaten_by[state.trump, lowest(winning)] & bit(state.turned) != NONE
                if known.hidden_under[j] == NONE or size(cards) > 1 or not can_beat:
                    known.hidden_turned[j] = 1
                    known.turned_choices += size(cards)


@helper
def look_at_combinations(rules: Rules, state: State, buffers: Buffers) -> None:
    """Write down who did not hold which compulsory combination when it was asked for, for this trick (BR-34, BR-35)."""
    known = buffers.known[0]
    due = state.leader
    if state.phase == FOLLOW and state.combination < rules.combinations:
        due += state.seats - state.asked
    for combination in range(rules.combinations):
        known.barred[combination] = NONE
        is_asked = state.tricks > 0 or rules.combination_first_trick[combination]
        if state.phase != CLAIM and is_asked and rules.combination_must[combination]:
            asked = state.seats if combination < state.combination else 0
            if combination == state.combination:
                asked = state.asked
            for step in range(asked):
                known.barred[combination] |= bit((due + step) % state.seats)


@helper
def draw_combination(rules: Rules, world: State, known: Any, first: int, key: Any) -> Any:
    """Draw the cards of the combination in question, from a place of the unseen cards on (BU-13)."""
    combination = world.combination
    wanted = rules.combination_size[combination]
    least = rules.combination_least[combination]
    left = NONE
    for place in range(first, known.unseen_size):
        left |= bit(known.unseen[place])
    fitting = 0
    chosen = NONE
    for i in range(rules.combination_pools[combination]):
        pool = rules.combination_pool[combination, world.trump, i]
        enough = size(pool & left & rules.combination_least_of[combination, world.trump]) >= least
        if size(pool & left) >= wanted and enough:
            fitting += 1
            if below(number(key, known.drawn), fitting) == 0:
                chosen = pool
            known.drawn += 1
    cards = draw_from(known, first, least, chosen & rules.combination_least_of[combination, world.trump], key)
    return cards | draw_from(known, first + size(cards), wanted - size(cards), chosen, key)


@helper
def deal_face_down(rules: Rules, buffers: Buffers, key: Any, turned_at: int) -> int:
    """Deal the plays that others have made face down; return how many unseen cards are dealt.

    `turned_at` counts down over the cards among which the turned card may be: it is where it gets to 0.
    """
    known = buffers.known[0]
    world = buffers.worlds[WORLD]
    first = 0
    for j in range(known.hidden_moves):
        count = known.hidden_size[j]
        own = NONE
        if known.hidden_turned[j]:
            if 0 <= turned_at < count:
                own = bit(world.turned)
                count -= 1
            turned_at -= known.hidden_size[j]
        cards = own | draw_cards(known, first, count, key)
        under = known.hidden_under[j]
        for _ in range(TRIES):
            if under == NONE or not all_beaten(rules, world.trump, under, cards):
                break
            cards = own | draw_cards(known, first, count, key)
        first += count
        other = known.hidden_seat[j]
        known.hidden_cards[j] = cards
        world.hidden[other] |= cards
        world.gone |= cards
        if known.hidden_winner[j] >= 0:
            winner = unsigned(known.hidden_winner[j])
            world.seat_won[winner] |= cards
            count_points(world, winner, points_of(rules, cards))
        else:
            world.trick_cards[other] = cards
    return first


@inlined
def is_barred(rules: Rules, world: State, known: Any, seat: int) -> bool:
    """Say whether a seat held, when the trick began, a combination that it would have had to lead."""
    for combination in range(rules.combinations):
        if known.barred[combination] & bit(seat) != NONE and holds(rules, world, combination, seat):
            return True
    return False


@helper
def deal_hand(rules: Rules, buffers: Buffers, seat: int, own: Any, first: int, key: Any) -> int:
    """Deal the hand of another seat, of which some cards are known; return how many unseen cards are dealt."""
    known = buffers.known[0]
    world = buffers.worlds[WORLD]
    count = known.hand_size[seat] - size(own)
    cards = own
    if world.pot_trick and world.participants & bit(seat) != NONE and world.trick_cards[seat] == NONE:
        cards |= draw_combination(rules, world, known, first, key)
    drawn = size(cards) - size(own)
    world.hands[seat] = cards | draw_cards(known, first + drawn, count - drawn, key)
    return int(first + count)


@helper
def deal_hands(rules: Rules, buffers: Buffers, turned_at: int, start: int, key: Any) -> int:
    """Deal the hands of the others, again until they fit; return how many unseen cards are dealt."""
    known = buffers.known[0]
    world = buffers.worlds[WORLD]
    first = start
    for _ in range(TRIES):
        first = start
        fits = True
        for seat in range(world.seats):
            if seat != known.seat:
                # With a place below 0 the turned card is still held.
                own = bit(world.turned) if seat == known.turned_with and turned_at < 0 else NONE
                first = deal_hand(rules, buffers, seat, own, first, key)
                world.hands[seat] |= world.trick_cards[seat]
                fits = fits and not is_barred(rules, world, known, seat)
                world.hands[seat] &= ~world.trick_cards[seat]
        if fits:
            break
    return first


@helper
def deal_world(rules: Rules, buffers: Buffers, key: Any) -> None:
    """Deal a world that fits what the seat knows, with the random numbers of a stream."""
    world = buffers.worlds[WORLD]
    copy_hot(rules, world, buffers.worlds[BLANK])
    known = buffers.known[0]
    known.drawn = 0
    if rules.duties > 0 or rules.steps > 0:
        deal_holders(rules, buffers, key)
        return
    turned_at = -1
    if known.turned_with >= 0:
        turned_at = below(number(key, 0), known.turned_choices) - known.hand_size[known.turned_with]
        known.drawn = 1
    first = deal_face_down(rules, buffers, key, turned_at) if known.hidden_moves else 0
    first = deal_hands(rules, buffers, turned_at, first, key)
    stock = known.unseen_size - first
    for _ in range(TRIES):
        draw_cards(known, first, stock, key)
        if stock == 0 or not rules.cut or rules.cut_refused & bit(known.unseen[known.unseen_size - 1]) == NONE:
            break
    for i in range(stock):
        world.pack[world.stock_next + i] = known.unseen[first + i]
