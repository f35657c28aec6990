"""Bura and both Kozels: beating, combinations, face-down cards, and one deal from its moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tests.referee.games import Rules
from tests.referee.record import (
    NAMES,
    NUMBER,
    RANK_CARDS,
    RANKS,
    SUIT_CARDS,
    SUITS,
    Deal,
    Fault,
    Move,
    Trick,
    cards_text,
)
from tests.referee.trick import Ending, Moves, Settled, same, takes_over

RANK_ORDER = ("A", "10", "K", "Q", "J", "9", "8", "7", "6")
TENS_LOW = ("A", "K", "Q", "J", "10", "9", "8", "7", "6")
VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
CARD_POINTS = tuple(VALUES.get(RANKS[card // 4], 0) for card in range(len(NAMES)))
ACES, TENS = RANK_CARDS["A"], RANK_CARDS["10"]
SHOKHA = NUMBER["6S"]


@cache
def beaten_by(trump: str, *, tens_low: bool = False, shokha: bool = False) -> tuple[int, ...]:
    """For each card the set of those that beat it (BU-06, KP-02, KP-06)."""
    table = [0] * len(NAMES)
    trumps = SUIT_CARDS[SUITS.index(trump)]
    for suit in SUITS:
        higher = 0 if suit == trump else trumps
        for rank in TENS_LOW if tens_low else RANK_ORDER:
            card = NUMBER[rank + suit]
            table[card] = higher
            higher |= 1 << card
    if shokha:
        table = [beaters | 1 << SHOKHA for beaters in table]
        table[SHOKHA] = 0
    return tuple(table)


def one_suit(mask: int, *, shokha: bool = False) -> bool:
    """Whether cards may be led together: of one suit, the shokha with any (BU-05, KP-05)."""
    return same(mask & ~(1 << SHOKHA) if shokha else mask, SUIT_CARDS)


def is_combination(name: str, mask: int, trump: str, rules: Rules) -> bool:
    """Whether exactly these cards are the combination (BU-12, KM-03, KP-09, KP-10, HK-02)."""
    count = mask.bit_count()
    trumps = SUIT_CARDS[SUITS.index(trump)]
    if name == "bura":
        return count == 3 and not mask & ~trumps
    if name == "three-aces":
        return count == 3 and not mask & ~ACES
    if name == "four-aces":
        return mask == ACES
    if name == "molodka":
        if rules.shokha:
            return count == 4 and one_suit(mask, shokha=True)
        return count == 3 and one_suit(mask) and bool(mask & ~trumps)
    # HK-02 leaves open whether the ace of trumps is one of the three, and whether the four cards still count.
    three_aces = rules.three_aces_are_moskva and count == 3 and not mask & ~ACES
    four = count == 4 and not mask & ~(ACES | TENS | 1 << SHOKHA) and bool(mask & ACES)
    return three_aces or four


def holds(name: str, hand: int, trump: str) -> bool:
    """Whether a hand holds one of the combinations that can win a pot."""
    if name == "bura":
        return (hand & SUIT_CARDS[SUITS.index(trump)]).bit_count() >= 3
    return (hand & ACES).bit_count() >= (4 if name == "four-aces" else 3)


class Clauses(NamedTuple):
    """The clauses of one game for what all three check."""

    first: str
    next: str
    lead: str
    size: str
    draw: str
    end: str
    announce: str
    face_down: str


CLAUSES = {
    "bura": Clauses("BU-04", "BU-07", "BU-05", "BU-05", "BU-08", "BU-11", "BU-12", "BU-V3"),
    "kozel-money": Clauses("KM-01", "KM-01", "KM-02", "KM-02", "KM-04", "KM-04", "KM-03", "BU-V3"),
    "kozel-points": Clauses("KP-04", "KP-04", "KP-05", "KP-06", "KP-08", "KP-08", "KP-11", "KP-07"),
}


class Play:
    """One deal on its way."""

    def __init__(self, deal: Deal, rules: Rules) -> None:
        self.deal = deal
        self.rules = rules
        self.clauses = CLAUSES[rules.game]
        dealt = rules.hand * deal.seats
        turned = deal.pack[dealt]
        if deal.turned != turned or deal.trump != SUITS[turned % 4]:
            shown = "nothing" if deal.turned is None else NAMES[deal.turned]
            raise Fault(
                "BU-03" if rules.has_pot else "KP-03",
                f"{shown} is turned, trump {deal.trump}",
                f"{NAMES[turned]}, trump {SUITS[turned % 4]}",
            )
        self.trump = SUITS[turned % 4]
        hands = [0] * deal.seats
        for number, card in enumerate(deal.pack[:dealt]):
            hands[(deal.dealer + 1 + number) % deal.seats] |= 1 << card
        stock = [*deal.pack[dealt + 1 :], turned]
        self.moves = Moves(deal, hands, stock, self.clauses.draw, self.clauses.end)
        self.beaten_by = beaten_by(self.trump, tens_low=rules.tens_low, shokha=rules.shokha)
        self.tricks: list[Trick] = []
        self.tricks_won = [0] * deal.sides
        self.card_points = [0] * deal.sides

    def order(self, first: int) -> list[int]:
        """The seats in playing order."""
        return [(first + turn) % self.deal.seats for turn in range(self.deal.seats)]

    def take(self, seat: int, seat_clause: str, end_clause: str | None = None) -> Move:
        move = self.moves.take(seat, seat_clause, end_clause)
        if move.declare is not None:
            raise Fault("record", f"move {self.moves.at - 1} says declare", "no such key: nothing is declared here")
        return move

    def trick(self, lead: Move, followers: Sequence[int], trumps_only: bool = False) -> int:
        """Play the rest of a trick; its winner."""
        winner, winning = lead.seat, lead.cards
        taken = sum(CARD_POINTS[card] for card in lead.cards)
        for seat in followers:
            move = self.take(seat, *(("BU-13", "BU-13") if trumps_only else (self.clauses.size,)))
            at = self.moves.at - 1
            text = f"move {at} plays {cards_text(move.cards)}"
            if len(move.cards) != len(lead.cards):
                raise Fault(self.clauses.size, text, f"{len(lead.cards)} cards, as were led")
            if trumps_only and not is_combination("bura", move.mask, self.trump, self.rules):
                raise Fault("BU-13", text, "three trumps")
            if move.announce is not None:
                raise Fault(
                    self.clauses.announce,
                    f"move {at} announces {move.announce}",
                    "no announcement: it is no lead",
                )
            beats = takes_over(move.cards, winning, self.beaten_by)
            self._check_face_down(move, at, beats)
            if beats and not move.face_down:
                winner, winning = seat, move.cards
            taken += sum(CARD_POINTS[card] for card in move.cards)
        side = self.deal.teams[winner]
        self.tricks.append(Trick(lead.seat, winner, len(lead.cards)))
        self.tricks_won[side] += 1
        self.card_points[side] += taken
        return winner

    def _check_face_down(self, move: Move, at: int, beats: bool) -> None:
        rule = self.rules.face_down
        if rule == "never" and move.face_down:
            raise Fault("record", f"move {at} is face down", "an open card: the game is played open")
        if rule != "never" and not beats and not move.face_down:
            raise Fault(
                self.clauses.face_down,
                f"move {at} is face up",
                "face down: it does not beat the best play so far",
            )
        if rule == "must" and beats and move.face_down:
            raise Fault(self.clauses.face_down, f"move {at} is face down", "face up: it beats the best play so far")

    def draw(self, winner: int) -> None:
        """One card at a time, the winner first, while a whole round can be served (BU-08, KM-04, KP-08)."""
        seats = self.deal.seats
        while self.moves.hands[winner].bit_count() < self.rules.hand and self.moves.stock_left >= seats:
            for seat in self.order(winner):
                self.moves.draw(seat, 1)

    def check_compulsory(self, due: int) -> None:
        """A bura or four aces is not a choice: the first in priority and playing order leads it (KM-03).

        A bura is three trumps among four cards: with fewer in hand it is left open. One that only gives the
        lead (HK-03) is a choice, and goes before four aces.
        """
        for name in self.rules.combinations:
            if name not in self.rules.wins_pot:
                move = self.moves.peek()
                if move is not None and move.announce == name:
                    return
                continue
            for seat in self.order(due):
                hand = self.moves.hands[seat]
                if hand.bit_count() == self.rules.hand and holds(name, hand, self.trump):
                    move = self.moves.peek()
                    if move is None or move.seat != seat or move.announce != name:
                        raise Fault(
                            "KM-03",
                            f"move {self.moves.at} is not {name} by seat {seat}",
                            "it: it is no choice",
                        )
                    return

    def announcement(self, move: Move) -> int | None:
        """Check an announcement; the seat that wins the pot with it, or None if it gives the lead."""
        name = move.announce
        assert name is not None
        text = f"move {self.moves.at - 1} announces {name} with {cards_text(move.cards)}"
        if name not in self.rules.combinations:
            raise Fault(self.clauses.announce, text, "one of " + ", ".join(self.rules.combinations))
        if not is_combination(name, move.mask, self.trump, self.rules):
            clause = {"moskva": "KP-09", "molodka": "KP-10"}.get(name) if self.rules.shokha else None
            raise Fault(clause or self.clauses.announce, text, f"cards that are a {name}")
        if not self._gives_pot(name):
            return None
        hands = self.moves.hands
        others = [seat for seat in self.order(move.seat)[1:] if holds(name, hands[seat], self.trump)]
        if name != "bura" or not others:
            return move.seat
        return self.trick(move, others, trumps_only=True)

    def _gives_pot(self, name: str) -> bool:
        if name not in self.rules.wins_pot:
            return False
        if name != "three-aces":
            return True
        # Three aces win only if nobody holds a bura (BU-V1); where that wins no pot (HK-03), either will do.
        bura_held = any(holds("bura", hand, self.trump) for hand in self.moves.hands)
        return not bura_held or ("bura" not in self.rules.wins_pot and self.moves.peek() is None)

    def check_lead(self, move: Move) -> None:
        """A lead without an announcement (BU-05, KM-02, KP-05)."""
        text = f"move {self.moves.at - 1} leads {cards_text(move.cards)}"
        if len(move.cards) not in self.rules.lead_sizes:
            raise Fault(self.clauses.lead, text, f"so many cards: {self.rules.lead_sizes}")
        if not one_suit(move.mask, shokha=self.rules.shokha):
            raise Fault(self.clauses.lead, text, "cards of one suit")


def settle(deal: Deal, rules: Rules, strict: bool) -> Settled:
    """Play the moves of a deal, and say what it comes to."""
    play = Play(deal, rules)
    moves, clauses = play.moves, play.clauses
    due = (deal.dealer + (-1 if rules.right_leads else 1)) % deal.seats
    due_clause = "BU-V5" if rules.right_leads else clauses.first
    while True:
        move = moves.peek()
        if move is not None and move.claim:
            return _claimed(play, move)
        if play.tricks:
            play.draw(due)
        if not any(moves.hands):
            moves.no_more(clauses.end, "all cards are played")
            return _all_played(play)
        if strict and rules.must:
            play.check_compulsory(due)
        lead = play.take(due if move is None or move.announce is None else move.seat, due_clause)
        if lead.face_down:
            raise Fault(clauses.face_down, f"move {moves.at - 1}, a lead, is face down", "face up")
        if lead.announce is None:
            play.check_lead(lead)
        elif (taker := play.announcement(lead)) is not None:
            clause = "BU-V1" if lead.announce == "three-aces" else "KM-03" if rules.must else "BU-13"
            moves.no_more(clause, "the pot is won")
            return _pot_taken(play, taker, clause)
        due = play.trick(lead, play.order(lead.seat)[1:])
        due_clause = clauses.next


def _settled(play: Play, clause: str, dealer_clause: str, endings: list[Ending], next_dealer: int, why: str) -> Settled:
    kozel = play.rules.game == "kozel-points"
    return Settled(
        tricks=play.tricks,
        events=[],
        tricks_won=play.tricks_won,
        card_points=play.card_points,
        endings=endings,
        next_dealer=next_dealer,
        why=why,
        clause=clause,
        dealer_clause=dealer_clause,
        winner_clause="KP-06" if kozel else "BU-06",
        tricks_clause="KP-12" if kozel else "BU-07",
        carry_clause="HK-01",
    )


def _pot_size(play: Play) -> int:
    assert play.deal.pot is not None
    return play.deal.pot.before + play.deal.pot.staked


def _chips(play: Play, gains: Sequence[int], stakes: tuple[int, ...]) -> Ending:
    """The net change of each, the stake included, what is left, and what may be staked for the next deal."""
    assert play.deal.pot is not None
    stake = 1 if play.deal.pot.staked else 0
    return Ending(tuple(gain - stake for gain in gains), left=_pot_size(play) - sum(gains), stakes=stakes)


def _one_gains(play: Play, seat: int, gain: int, stakes: tuple[int, ...]) -> list[Ending]:
    return [_chips(play, [gain if other == seat else 0 for other in range(play.deal.seats)], stakes)]


def _pot_taken(play: Play, taker: int, clause: str) -> Settled:
    """A combination wins the pot: in Bura its winner deals next (BU-14)."""
    seats = play.deal.seats
    endings = _one_gains(play, taker, _pot_size(play), (seats,))
    why = f"seat {taker} takes the pot"
    if play.rules.must:
        return _settled(play, clause, "KM-05", endings, (play.deal.dealer + 1) % seats, why)
    return _settled(play, clause, "BU-14", endings, taker, why)


def _claimed(play: Play, move: Move) -> Settled:
    """A claim: right, the pot; wrong, the claimer pays until it is doubled (BU-09)."""
    rules = play.rules
    if not rules.claim:
        raise Fault(play.clauses.end, f"move {play.moves.at} is a claim", "none: the game has no claim")
    if not play.tricks:
        raise Fault("BU-09", f"move {play.moves.at} is a claim", "none before the first trick")
    play.moves.at += 1
    play.moves.no_more("BU-09", "a claim ends the deal")
    points = play.card_points[move.seat]
    if points >= rules.claim:
        endings = _one_gains(play, move.seat, _pot_size(play), (play.deal.seats,))
        return _settled(play, "BU-09", "BU-09", endings, move.seat, f"{points} are enough for the claim")
    endings = _one_gains(play, move.seat, -_pot_size(play) * (rules.wrong_multiplies - 1), (0,))
    return _settled(play, "BU-09", "BU-09", endings, move.seat, f"{points} are not enough for the claim")


def _all_played(play: Play) -> Settled:
    """Nobody has claimed (BU-11), or the card points decide (KM-04, KP-12)."""
    deal, rules = play.deal, play.rules
    left_of_dealer = (deal.dealer + 1) % deal.seats
    if rules.game == "bura":
        nobody = [_chips(play, [0] * deal.seats, (deal.seats,))]
        return _settled(play, "BU-11", "BU-11", nobody, deal.dealer, "nobody claims")
    if rules.game == "kozel-money":
        most = max(play.card_points)
        share, rest = divmod(_pot_size(play), play.card_points.count(most))
        # Whether a pot with a rest in it is staked anew is left open.
        stakes = (0, deal.seats) if rest else (deal.seats,)
        split = [_chips(play, [share if points == most else 0 for points in play.card_points], stakes)]
        return _settled(play, "KM-04", "KM-05", split, left_of_dealer, f"{play.card_points} card points")
    endings = penalties(play.card_points, play.tricks_won, deal.taken, tie_doubles=rules.tie_doubles)
    clause = "HK-01" if deal.taken or any(e.handed for e in endings) else "KP-14" if deal.sides == 3 else "KP-13"
    why = f"{play.card_points} card points, {play.tricks_won} tricks"
    return _settled(play, clause, "KP-17", endings, left_of_dealer, why)


def penalties(card_points: Sequence[int], tricks_won: Sequence[int], taken: int, *, tie_doubles: bool) -> list[Ending]:
    """Penalty points (KP-13, KP-14), where ties double (HK-01) with what they hand on."""
    sides = len(card_points)
    most = max(card_points)
    enough = 31 if sides == 2 else 21
    tie = card_points.count(most) > 1
    score = []
    for points, tricks in zip(card_points, tricks_won, strict=True):
        lost = 2 if points >= enough else 4 if tricks else 6
        shared = 2 if tie else 0
        score.append((shared if points == most else lost) << taken)
    usual = Ending(tuple(score))
    if not (tie and tie_doubles):
        return [usual]
    if sides == 2:
        return [Ending((0, 0), handed=taken + 1)]
    # HK-01 speaks of 60 to 60: what it means for those who tie for most of three is left open.
    spared = tuple(0 if points == most else penalty for points, penalty in zip(card_points, score, strict=True))
    return [usual, Ending(spared, handed=taken + 1), Ending((0,) * sides, handed=taken + 1)]
