"""The Bruus family: which card beats which, dares and strikes, and one deal from its moves."""

from __future__ import annotations

from collections.abc import Sequence

from tests.referee.games import Rules
from tests.referee.record import (
    NAMES,
    NUMBER,
    RANK_CARDS,
    SUITS,
    Deal,
    Event,
    Fault,
    Move,
    Trick,
    cards_text,
    mask_text,
)
from tests.referee.trick import Ending, Moves, Settled, same, winner_of

SPITZ, BRUUS, TOLLER_HUND = NUMBER["JC"], NUMBER["KH"], NUMBER["8S"]
MATADORS = (SPITZ, BRUUS, TOLLER_HUND)
NEXT_HIGHER = {TOLLER_HUND: BRUUS, BRUUS: SPITZ}
BEATERS = ("9C", "9S", "9H", "9D", "AC", "AS", "AH", "AD", "JS", "JH", "JD", "6C", "6S", "6H", "6D")
COUNTERS = (*MATADORS, *(NUMBER[name] for name in BEATERS))
SEVENS = tuple(NUMBER["7" + suit] for suit in SUITS)
GROUPS = tuple(RANK_CARDS.values())


def _beaten_by() -> tuple[int, ...]:
    """For each card the set of those that beat it (BR-02 to BR-07)."""
    every_counter = sum(1 << card for card in COUNTERS)
    table = [every_counter] * len(NAMES)
    for order in (COUNTERS, SEVENS):
        higher = 0
        for card in order:
            table[card] = higher
            higher |= 1 << card
    return tuple(table)


BEATEN_BY = _beaten_by()


def _holds_three(hand: int) -> bool:
    return hand.bit_count() == 3 and same(hand, GROUPS)


def compulsory_leader(hands: Sequence[int], due: int) -> int | None:
    """The first seat, from the one due to lead, that holds three cards of one rank (BR-34, BR-35)."""
    seats = len(hands)
    for turn in range(seats):
        if _holds_three(hands[(due + turn) % seats]):
            return (due + turn) % seats
    return None


def dare_offered(move: int, hand: int, gone: int, last: bool, stock_left: int) -> int | None:
    """The matador among the cards of this play that meets BR-40, if there is one.

    `hand` is what the player held before the play, `gone` what was played in the deal before it. There can't
    be two: with Bruus in the same play, Toller Hund does not meet (b).
    """
    if last or not stock_left:
        return None
    for matador, higher in NEXT_HIGHER.items():
        if move >> matador & 1 and not (gone | hand) >> higher & 1:
            return matador
    return None


class Daring:
    """The dares and strikes of one trick (BR-42 to BR-48, BR-60)."""

    def __init__(self, teams: Sequence[int], strike: int) -> None:
        self.teams = teams
        self.strike = strike
        self.toller_hund: int | None = None
        self.bruus: int | None = None
        self.toller_hund_struck = False
        self.bruus_struck = False

    def play(self, seat: int, cards: int, dares: int | None) -> list[tuple[str, int]]:
        """Take one play, with the matador that dares in it; what happens, a strike before a dare."""
        happens = []
        if cards >> BRUUS & 1 and self._opposed(self.toller_hund, seat):
            self.toller_hund_struck = True
            happens.append(("strike", BRUUS))
        if cards >> SPITZ & 1 and self._opposed(self.bruus, seat):
            self.bruus_struck = True
            happens.append(("counter-strike" if self.toller_hund_struck else "strike", SPITZ))
        if dares is not None:
            happens.append(("dare", dares))
            if dares == BRUUS:
                self.bruus = seat
            else:
                self.toller_hund = seat
        return happens

    def _opposed(self, darer: int | None, seat: int) -> bool:
        return darer is not None and self.teams[darer] != self.teams[seat]

    def points(self) -> tuple[int, int] | None:
        """The side that scores, and what (BR-43 to BR-47; with a strike worth 1, BR-60)."""
        if self.toller_hund is None and self.bruus is None:
            return None
        first = self.toller_hund if self.toller_hund is not None else self.bruus
        assert first is not None
        darers = self.teams[first]
        strikers = 1 - darers
        if self.toller_hund_struck and self.bruus is not None:
            return (darers, 2 * self.strike) if self.bruus_struck else (strikers, self.strike + 1)
        dares = (self.toller_hund is not None) + (self.bruus is not None)
        if self.toller_hund_struck or self.bruus_struck:
            return strikers, self.strike + dares - 1
        return darers, dares


def _deal_out(deal: Deal, rules: Rules) -> Moves:
    """Three cards each, at once, from forehand on (BR-12)."""
    hands = [0] * deal.seats
    for turn in range(deal.seats):
        for card in deal.pack[3 * turn : 3 * turn + 3]:
            hands[(deal.dealer + 1 + turn) % deal.seats] |= 1 << card
    return Moves(deal, hands, list(deal.pack[3 * deal.seats :]), "BR-23", "BR-24")


def _check_lead(move: Move, at: int, forced: bool, hand: int, rules: Rules) -> None:
    size = len(move.cards)
    text = f"move {at} leads {cards_text(move.cards)}"
    if forced and size != 3:
        raise Fault("BR-34", text, f"all of {mask_text(hand)}, three of a rank")
    if size > 1 and rules.singles:
        raise Fault("BR-54", text, "a single card")
    if size > 3 or not same(move.mask, GROUPS):
        raise Fault("BR-30", text, "one card, or two or three of one rank")


def _draw(moves: Moves, winner: int, size: int) -> None:
    """The winner draws first, each all cards at once; a short stock serves all alike (BR-23, BR-37)."""
    count = min(size, moves.stock_left // moves.seats)
    for turn in range(moves.seats):
        moves.draw((winner + turn) % moves.seats, count)


def settle(deal: Deal, rules: Rules, trick_points: Sequence[int]) -> Settled:
    """Play the moves of a deal; `trick_points` are the points for tricks in the match so far (TR-04)."""
    if deal.pack[-1] in MATADORS:
        raise Fault("BR-11", f"the bottom card of the pack is {NAMES[deal.pack[-1]]}", "a new cut: it is a matador")
    moves = _deal_out(deal, rules)
    tricks: list[Trick] = []
    events: list[Event] = []
    tricks_won = [0] * deal.sides
    daring_points = [0] * deal.sides
    leader = (deal.dealer + 1) % deal.seats
    gone = 0
    while True:
        compulsory = None if rules.singles else compulsory_leader(moves.hands, leader)
        seat_clause = "BR-20"
        if compulsory is not None:
            mover = moves.peek()
            rival = mover is not None and _holds_three(moves.hands[mover.seat])
            seat_clause = "BR-35" if rival else "BR-34"
            leader = compulsory
        daring = Daring(deal.teams, rules.strike)
        plays: list[tuple[int, Sequence[int]]] = []
        for turn in range(deal.seats):
            seat = (leader + turn) % deal.seats
            hand = moves.hands[seat]
            move = moves.take(seat, "BR-10" if turn else seat_clause)
            at = moves.at - 1
            if not turn:
                _check_lead(move, at, compulsory is not None, hand, rules)
            elif len(move.cards) != len(plays[0][1]):
                raise Fault("BR-31", f"move {at} is of {len(move.cards)} cards", f"{len(plays[0][1])}, as were led")
            if move.face_down:
                raise Fault("record", f"move {at} is face down", "an open card: Bruus has no others")
            if move.announce is not None:
                raise Fault("record", f"move {at} announces {move.announce}", "no announcement: Bruus has none")
            dares = dare_offered(move.mask, hand, gone, turn == deal.seats - 1, moves.stock_left)
            if (move.declare is not None) != (rules.declared and dares is not None):
                offered = f"the choice with {NAMES[dares]}" if rules.declared and dares is not None else "no choice"
                raise Fault("BR-60" if rules.declared else "BR-41", f"move {at}: declare is {move.declare}", offered)
            if move.declare is False:
                dares = None
            events += [
                Event(len(tricks), kind, seat, NAMES[card]) for kind, card in daring.play(seat, move.mask, dares)
            ]
            gone |= move.mask
            plays.append((seat, move.cards))
        size = len(plays[0][1])
        winner = winner_of(plays, BEATEN_BY)
        tricks.append(Trick(leader, winner, size))
        tricks_won[deal.teams[winner]] += size
        if gained := daring.points():
            daring_points[gained[0]] += gained[1]
        over = tricks_won[deal.teams[winner]] >= rules.needed
        reached = _reached(deal, rules, daring_points)
        if reached is not None:
            moves.no_more("BR-52", "the match is won by daring")
            break
        if over:
            moves.no_more("BR-24", f"a side has {rules.needed} tricks")
            break
        _draw(moves, winner, size)
        if not any(moves.hands):
            moves.no_more("BR-12", "all cards are played")
            break
        leader = winner
    return Settled(
        tricks=tricks,
        events=events,
        tricks_won=tricks_won,
        card_points=None,
        endings=_endings(deal, rules, tricks_won, daring_points, reached, trick_points),
        next_dealer=(deal.dealer + 1) % deal.seats,
        why=f"{daring_points} for daring, {tricks_won} tricks, {deal.taken} carried",
        clause="BR-43" if any(daring_points) else "BR-50",
        dealer_clause="BR-10",
        winner_clause="BR-32",
        tricks_clause="BR-36",
        carry_clause="TR-02",
    )


def _reached(deal: Deal, rules: Rules, gained: Sequence[int]) -> int | None:
    """The side that stands at the target, if one does (BR-52)."""
    if rules.target:
        for side in range(deal.sides):
            if deal.before[side] + gained[side] >= rules.target:
                return side
    return None


def _endings(
    deal: Deal,
    rules: Rules,
    tricks_won: Sequence[int],
    daring_points: Sequence[int],
    reached: int | None,
    trick_points: Sequence[int],
) -> list[Ending]:
    """What may be written for the deal (BR-50 to BR-52, TR-02)."""
    winner = next((side for side in range(deal.sides) if tricks_won[side] >= rules.needed), None)
    endings = []
    if reached is not None:
        endings.append(Ending(tuple(daring_points), trick_points=tuple(trick_points), reached=reached))
    if winner is not None:
        # The dare that wins the match may fall in the trick that wins the deal: whether the points for
        # tricks are then still written is left open; the match was won before them.
        for_tricks = (1 if tricks_won[1 - winner] else 2) + deal.taken
        score = [points + for_tricks * (side == winner) for side, points in enumerate(daring_points)]
        so_far = [points + for_tricks * (side == winner) for side, points in enumerate(trick_points)]
        if reached is None:
            endings.append(Ending(tuple(score), trick_points=tuple(so_far), reached=_reached(deal, rules, score)))
        else:
            endings.append(Ending(tuple(score), trick_points=tuple(trick_points), reached=reached))
    elif reached is None:
        endings.append(Ending(tuple(daring_points), handed=deal.taken + 1, trick_points=tuple(trick_points)))
    return endings
