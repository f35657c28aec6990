"""All worlds that a seat can't tell from the one it is in, where they can be counted.

They are those that `worlds.deal_world` deals by lot, from what `worlds.look` writes down. Worlds that differ only in
which of a side's tricks a hidden card lies in, or in the order of the stock, are laid out once, and weigh as much as there are of
them: the ways in which the cards can have been played face down (KP-07), and the share of the orders of the stock whose last
card the cut would not have refused (BR-11).
"""

from __future__ import annotations

from typing import Any

from trickbook.bots.desk import BLANK, Desk
from trickbook.bots.knowledge import points_of
from trickbook.bots.slate import MAX_PILE, MAX_WORLDS
from trickbook.bots.worlds import is_barred
from trickbook.kernel.bits import NONE, bit, lowest, size, without_lowest
from trickbook.kernel.jit import helper
from trickbook.kernel.layout import Rules, State
from trickbook.kernel.limits import MAX_SEATS
from trickbook.kernel.moves import all_beaten

_PILES = MAX_SEATS
"""Places 0 to `MAX_SEATS` - 1 are hands; from here on come the sides' tricks."""
_TABLE = 2 * MAX_SEATS
"""From here on, face down on the table before a seat."""
_STOCK = 3 * MAX_SEATS


@helper
def prepare_places(rules: Rules, state: State, desk: Desk) -> float:
    """Write down which cards may be anywhere, and how many each place takes; return no less than the worlds there are."""
    known = desk.known[0]
    book = desk.slate.book[0]
    for place in range(_STOCK + 1):
        book.left[place] = 0
        book.held[place] = NONE
    taken = 0
    for seat in range(state.seats):
        if seat != known.seat:
            book.left[seat] = known.hand_size[seat]
            taken += known.hand_size[seat]
    for j in range(known.hidden_moves):
        side = known.hidden_side[j]
        place = _PILES + side if side >= 0 else _TABLE + state.move_seat[known.hidden_log[j]]
        book.left[place] += known.hidden_size[j]
        taken += known.hidden_size[j]
    for i in range(known.unseen_size):
        book.cards[i] = known.unseen[i]
        book.at[i] = -1
    book.size = known.unseen_size
    if known.turned_with >= 0:
        book.cards[book.size] = state.turned
        book.at[book.size] = -1
        book.size += 1
    book.left[_STOCK] = book.size - taken
    worlds = 1.0
    cards = book.size
    for place in range(_STOCK + 1):
        for i in range(book.left[place]):
            worlds *= cards / (i + 1.0)
            cards -= 1
    return worlds


@helper
def may_be(desk: Desk, card: int, place: int) -> bool:
    """Say whether a card of the list may be in a place: the turned card stays with the seat that has drawn it."""
    known = desk.known[0]
    if desk.slate.book[0].left[place] == 0:
        return False
    if card < known.unseen_size or place == known.turned_with:
        return True
    if place < _PILES or place == _STOCK:
        return False
    for j in range(known.hidden_moves):
        if known.hidden_turned[j]:
            side = known.hidden_side[j]
            if place == (_PILES + side if side >= 0 else _TABLE + known.turned_with):
                return True
    return False


@helper
def may_have_been(rules: Rules, desk: Desk, j: int, cards: Any) -> bool:
    """Say whether cards may be what a seat has played face down."""
    known = desk.known[0]
    blank = desk.worlds[BLANK]
    if known.turned_with >= 0 and cards & bit(blank.turned) != NONE and not known.hidden_turned[j]:
        return False
    under = known.hidden_under[j]
    return bool(under == NONE or not all_beaten(rules, blank.trump, under, cards))


@helper
def spread(pool: Any, cards: Any) -> Any:
    """Return those cards of a pool that a set of numbers means, the lowest card being number 0."""
    chosen = NONE
    while cards != NONE:
        if cards & bit(0) != NONE:
            chosen |= bit(lowest(pool))
        pool = without_lowest(pool)
        cards >>= bit(0)
    return chosen


@helper
def ways_to(rules: Rules, desk: Desk, side: int) -> float:
    """Return in how many ways the cards in a side's pile can have been played face down there."""
    known = desk.known[0]
    ways = desk.slate.ways
    pile = desk.slate.book[0].held[_PILES + side]
    parts = 1 << size(pile)
    for part in range(parts):
        ways[part] = 0.0
    ways[0] = 1.0
    done = 0
    for j in range(known.hidden_moves):
        if known.hidden_side[j] != side:
            continue
        wanted = known.hidden_size[j]
        for part in range(parts):
            if ways[part] == 0.0 or size(bit(0) * part) != done:
                continue
            rest = (parts - 1) ^ part
            more = rest
            while more > 0:
                cards = bit(0) * more
                if size(cards) == wanted and may_have_been(rules, desk, j, spread(pile, cards)):
                    ways[part | more] += ways[part]
                more = (more - 1) & rest
        done += wanted
    return float(ways[parts - 1])


@helper
def lay_world(rules: Rules, desk: Desk, number: int) -> bool:
    """Lay out the world in which all cards are where the book says; say whether it is one."""
    known = desk.known[0]
    slate = desk.slate
    book = slate.book[0]
    slate.states[number] = desk.worlds[BLANK]
    world = slate.states[number]
    weight = 1.0
    for seat in range(world.seats):
        if seat != known.seat:
            world.hands[seat] = book.held[seat]
    for j in range(known.hidden_moves):
        if known.hidden_side[j] < 0:
            i = known.hidden_log[j]
            seat = world.move_seat[i]
            cards = book.held[_TABLE + seat]
            if not may_have_been(rules, desk, j, cards):
                return False
            world.move_cards[i] = cards
            world.hidden[seat] |= cards
            world.trick_cards[seat] = cards
            world.gone |= cards
    for seat in range(world.seats):
        if seat != known.seat:
            world.hands[seat] |= world.trick_cards[seat]
            barred = is_barred(rules, world, known, seat)
            world.hands[seat] &= ~world.trick_cards[seat]
            if barred:
                return False
    for side in range(world.sides):
        pile = book.held[_PILES + side]
        if pile != NONE:
            weight *= ways_to(rules, desk, side)
            world.card_points[side] += points_of(rules, pile)
            world.gone |= pile
    stock = book.held[_STOCK]
    if stock != NONE and rules.cut:
        weight *= size(stock & ~rules.cut_refused) / size(stock)
    place = world.stock_next
    while stock != NONE:
        world.pack[place] = lowest(stock)
        stock = without_lowest(stock)
        place += 1
    slate.weight[number] = weight
    return weight > 0.0


@helper
def lay_worlds(rules: Rules, desk: Desk, most: int) -> int:
    """Lay out worlds, after `prepare_places`, up to so many; return how many there are."""
    book = desk.slate.book[0]
    worlds = 0
    card = 0
    if book.size == 0:
        return 1 if lay_world(rules, desk, 0) else 0
    while card >= 0 and worlds < most:
        place = book.at[card]
        if place >= 0:
            book.held[place] &= ~bit(book.cards[card])
            book.left[place] += 1
        place += 1
        while place <= _STOCK and not may_be(desk, card, place):
            place += 1
        if place > _STOCK:
            book.at[card] = -1
            card -= 1
            continue
        book.at[card] = place
        book.held[place] |= bit(book.cards[card])
        book.left[place] -= 1
        if card + 1 < book.size:
            card += 1
        elif lay_world(rules, desk, worlds):
            worlds += 1
    return worlds


@helper
def can_be_counted(desk: Desk, worlds: float) -> bool:
    """Say whether there are few enough worlds, after `prepare_places`, and no pile is too large."""
    book = desk.slate.book[0]
    for side in range(MAX_SEATS):
        if book.left[_PILES + side] > MAX_PILE:
            return False
    return worlds <= MAX_WORLDS
