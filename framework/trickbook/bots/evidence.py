"""How likely what others have played is in a world: hands that explain it better are thought of more often.

A world says what each seat holds now. Going back through the log, what a seat has played is put back into its hand, and what
it has drawn since, which nobody else saw, is taken out of it by lot. So each play of another seat becomes a choice among the
moves that it had, and it is taken to have made each with a chance that grows with what the greedy player sees in it: a
softmax of `worth_of_move` at the temperature `Player.temperature`, and a share `Player.slips` of moves made by lot. That the
plays are what they are makes a world as likely as the product of these chances. Worlds are dealt as if all were as likely,
and then chosen with chances in proportion to it: importance resampling.

Before a play all seats knew the same but for their own hands. So what all saw is written down once a decision (`look_back`),
from what the seat that searches knows, and a world adds the hand alone. Announcements, passes, claims and leads of
combinations are no evidence here; what a duty tells is in `worlds`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.bots.desk import BLANK, MAX_PAST, PAST, WORLD, Desk
from trickbook.bots.greedy import outlook, worth_of_move
from trickbook.bots.worlds import deal_world
from trickbook.kernel import moves
from trickbook.kernel.bits import NONE, bit, lowest, size, without_lowest
from trickbook.kernel.copying import copy_hot
from trickbook.kernel.jit import helper, inlined
from trickbook.kernel.layout import CLAIM, FACE_DOWN, FACE_UP_ONLY, FOLLOW, LEAD, PLAY, Rules, State
from trickbook.kernel.moves import takes_over
from trickbook.kernel.randomness import below, keyed, mixed, number

_GOLDEN = 0.6180339887498949
_DRAWING_STREAM = np.uint64(1 << 33)


@helper
def look_back_at_draws(rules: Rules, blank: State, known: Any) -> None:
    """Write down how many cards each seat has drawn after each trick, and after which of them the stock was gone."""
    hand = rules.hand
    stock = rules.cards - blank.seats * hand if rules.draws else 0
    known.stock_gone = -1
    for trick in range(blank.tricks):
        hand -= blank.trick_size[trick]
        each = 0
        if trick < blank.tricks - 1 or blank.phase != CLAIM:  # claims come before the draw
            each = min(rules.hand - hand, stock // blank.seats)
        known.drawn_after[trick] = each
        hand += each
        stock -= each * blank.seats
        if stock == 0 and each > 0:
            known.stock_gone = trick


@inlined
def is_evidence(rules: Rules, blank: State, i: int, seat: int) -> bool:
    """Say whether a move in the log was a choice of another seat among leads, or among plays to a trick."""
    leads = i % blank.seats == 0
    is_open = not leads or blank.move_combination[i] == rules.combinations
    return bool(is_open and blank.move_kind[i] == PLAY and blank.move_seat[i] != seat)


@inlined
def clear_table(then: State) -> None:
    """Begin a trick."""
    then.to_play = then.seats
    for seat in range(then.seats):
        then.trick_cards[seat] = NONE


@helper
def lay_again(rules: Rules, blank: State, then: State, i: int) -> None:
    """Go on by a move of the log, in what all saw."""
    seat = then.turn
    cards = blank.move_cards[i]
    then.trick_cards[seat] = cards
    then.to_play -= 1
    if blank.move_flags[i] & FACE_DOWN == 0:
        then.face_up |= cards
        if then.phase == LEAD or takes_over(rules, then, cards):
            then.winning = cards
            then.winner = seat
    trick = then.tricks
    if then.to_play == 0 and trick < blank.tricks:
        side = blank.side_of[blank.trick_winner[trick]]
        then.tricks_won[side] += blank.trick_size[trick] if rules.counts_cards else 1
        if rules.face_down == FACE_UP_ONLY:
            then.card_points[side] += blank.trick_points[trick]
        then.tricks += 1
        clear_table(then)


@helper
def look_back(rules: Rules, desk: Desk, most: int) -> None:
    """Write down what all saw before each play of another seat: the last of the deal, no more than so many, and none in a play for the pot.

    It reads the blank world alone, and writes over the one that is played.
    """
    blank = desk.worlds[BLANK]
    then = desk.worlds[WORLD]
    copy_hot(rules, then, blank)
    known = desk.known[0]
    look_back_at_draws(rules, blank, known)
    known.past = 0
    plays = 0
    for i in range(blank.moves):
        if is_evidence(rules, blank, i, known.seat):
            plays += 1
    if blank.contest or plays == 0:
        return
    then.face_up = NONE
    then.tricks = 0
    then.stock_left = rules.cards - blank.seats * rules.hand
    then.events = 0
    then.participants = bit(blank.seats) - bit(0)
    for side in range(blank.sides):
        then.tricks_won[side] = 0
        then.card_points[side] = 0
    clear_table(then)
    for i in range(blank.moves):
        then.turn = blank.move_seat[i]
        then.phase = FOLLOW
        if then.to_play == blank.seats:
            then.phase = LEAD
            then.leader = then.turn
            then.lead_size = size(blank.move_cards[i])
        while then.events < blank.events and bit(blank.event_card[then.events]) & then.face_up != NONE:
            then.events += 1
        if is_evidence(rules, blank, i, known.seat):
            plays -= 1
            if plays < most:
                copy_hot(rules, desk.worlds[PAST + known.past], then)
                known.past_log[known.past] = i
                known.past += 1
        lay_again(rules, blank, then, i)
        if then.to_play == blank.seats:
            then.stock_left -= known.drawn_after[then.tricks - 1] * blank.seats


@helper
def take_back_draw(world: State, known: Any, trick: int, key: Any) -> None:
    """Take out of the hands of others what they have drawn after a trick: by lot, but for the turned card."""
    for seat in range(world.seats):
        if seat != known.seat:
            hand = known.hand_then[seat]
            drawn = known.drawn_after[trick]
            if trick == known.stock_gone and world.turned >= 0 and hand & bit(world.turned) != NONE:
                hand &= ~bit(world.turned)
                drawn -= 1
            for _ in range(drawn):
                left = below(number(key, known.drawn), size(hand))
                known.drawn += 1
                rest = hand
                for _ in range(left):
                    rest = without_lowest(rest)
                hand &= ~bit(lowest(rest))
            known.hand_then[seat] = hand


@helper
def chance_of_play(rules: Rules, then: State, cards: Any, flags: int, offers: Any, desk: Desk, player: Any) -> float:
    """Return how likely the seat to move was to make this play, with its hand of then; 1 if it had no choice."""
    room = desk.moves
    worth = desk.known[0].total
    count = moves.legal_moves(rules, then, offers, room)
    if count < 2:
        return 1.0
    seen = outlook(rules, then)
    made = -1
    most = -np.inf
    for i in range(count):
        worth[i] = worth_of_move(rules, then, room[i], seen)
        most = max(most, worth[i])
        if room[i].cards == cards and room[i].manner == flags:
            made = i
    if made < 0:  # a plugin offers another choice now than it did then
        return 1.0
    scale = 1.0 / (player.temperature * (seen.mean if rules.has_card_points else 1.0))
    total = 0.0
    for i in range(count):
        total += np.exp((worth[i] - most) * scale)
    return float((1.0 - player.slips) * np.exp((worth[made] - most) * scale) / total + player.slips / count)


@helper
def likelihood(rules: Rules, desk: Desk, offers: Any, player: Any, key: Any) -> float:
    """Return how likely the plays that are looked back at are in the desk's world, beside those of other worlds."""
    world = desk.worlds[WORLD]
    blank = desk.worlds[BLANK]  # which has the log
    known = desk.known[0]
    known.drawn = 0
    drawing = mixed(key + _DRAWING_STREAM)
    for seat in range(world.seats):
        known.hand_then[seat] = world.hands[seat]
        known.hidden_then[seat] = world.hidden[seat]
    chance = 1.0
    left = known.past
    trick = world.tricks  # in which the hands were these
    i = blank.moves
    hidden = known.hidden_moves
    while left > 0:
        i -= 1
        while trick > i // world.seats:
            trick -= 1
            take_back_draw(world, known, trick, drawing)
        seat = int(blank.move_seat[i])
        if seat != known.seat:
            cards = blank.move_cards[i]
            flags = int(blank.move_flags[i])
            if flags & FACE_DOWN:
                hidden -= 1
                cards = known.hidden_cards[hidden]
                known.hidden_then[seat] &= ~cards
            known.hand_then[seat] |= cards
            if known.past_log[left - 1] == i:
                left -= 1
                then = desk.worlds[PAST + left]
                then.hands[seat] = known.hand_then[seat]
                then.hidden[seat] = known.hidden_then[seat]
                chance *= chance_of_play(rules, then, cards, flags, offers, desk, player)
    return chance


@helper
def weigh_worlds(rules: Rules, desk: Desk, offers: Any, player: Any, key: Any) -> int:
    """Deal worlds and write down their likelihoods, added up; return how many, which is 0 where there is nothing to go by."""
    count = int(player.budget * player.weighed)
    if count == 0 or rules.duties > 0 or rules.steps > 0:
        return 0
    look_back(rules, desk, min(player.past, MAX_PAST))
    if desk.known[0].past == 0:
        return 0
    total = 0.0
    for i in range(count):
        own = keyed(key, i)
        deal_world(rules, desk, own)
        total += likelihood(rules, desk, offers, player, own)
        desk.chances[i] = total
    return count


@helper
def likely_world(desk: Desk, weighed: int, sample: int) -> int:
    """Return which world comes next, of so many that are weighed: the next one, if none are.

    They are drawn in proportion to their likelihood, at the points of the golden ratio's sequence: spread evenly, however few have come.
    """
    if weighed == 0:
        return sample
    point = (sample + 0.5) * _GOLDEN
    point = (point - np.floor(point)) * desk.chances[weighed - 1]
    low = 0
    high = weighed - 1
    while low < high:
        middle = (low + high) // 2
        if desk.chances[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low
