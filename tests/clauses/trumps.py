"""Deals of Bura and Kozel with chosen cards, and ends of deals with chosen points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tests.dealing import Deal, cards_of, game_of
from trickbook.cards import SUITS
from trickbook.compiler import CompiledGame
from trickbook.game.table import Move, Table
from trickbook.kernel import engine
from trickbook.kernel.layout import LEAD

PASS = Move(kind="pass")


def words_to_move(words: str) -> Move:
    """`claim`, `pass`, or cards, which `down` or `as bura` may follow."""
    words = words.strip()
    if words in ("claim", "pass"):
        return Move(kind=words)
    cards, _, name = words.partition(" as ")
    face_down = cards.endswith(" down")
    return Move(
        cards_of(cards.removesuffix(" down")), "announce" if name else "play", face_down=face_down, announce=name
    )


class TrumpDeal(Deal):
    """A deal in which passes need not be told: who does not claim or announce, passes."""

    def name(self, seat: int) -> str:
        return f"P{seat + 1}"

    def play(self, *moves: str) -> TrumpDeal:
        """Play moves such as `P1: KD 9D`, `P2: claim`, `P1: 9D 8D 7D as bura`, `P2: 6C down`."""
        for told in moves:
            who, _, words = told.partition(":")
            move = words_to_move(words)
            while (self.turn != who.strip() or self.table.find(move) is None) and self.table.find(PASS) is not None:
                self.table.play(PASS)
            assert self.turn == who.strip(), f"{told}: it is {self.turn}'s turn"
            self.table.play(move)
        return self

    def may(self, who: str, words: str) -> bool:
        """Whether it is this seat's turn, and it may play so."""
        return self.turn == who and self.table.find(words_to_move(words)) is not None

    def pass_on(self) -> TrumpDeal:
        """Let everybody pass who is asked for a claim or a combination."""
        while self.table.find(PASS) is not None:
            self.table.play(PASS)
        return self

    def finish(self) -> TrumpDeal:
        """Play the deal to its end: all pass where they can, and play their first legal move otherwise."""
        while not self.over:
            place = self.table.find(PASS)
            self.table.play_legal(0 if place is None else place)
        return self

    def next_deal(self) -> TrumpDeal:
        self.table.next_deal()
        return self

    @property
    def is_lead(self) -> bool:
        return bool(self.table.state.phase == LEAD)

    @property
    def pot(self) -> int:
        return int(self.table.state.pot)

    @property
    def dealer(self) -> str:
        return self.name(int(self.table.state.dealer))

    @property
    def players(self) -> list[int]:
        return [int(player) for player in self.table.state.players[: self.table.seats]]

    def lay_out(
        self,
        hands: Mapping[str, str],
        *,
        trump: str,
        leader: str,
        points: Sequence[int] = (),
        tricks: Sequence[int] = (),
        stock: int = 0,
    ) -> TrumpDeal:
        """Let the deal stand between two tricks: these hands, what the sides have won, so many cards to draw."""
        state = self.table.state
        for seat in range(self.table.seats):
            state.hands[seat] = 0
        for who, cards in hands.items():
            state.hands[self.seat(who)] = self.table.game.pack.mask(cards_of(cards))
        for side in range(int(state.sides)):
            state.card_points[side] = points[side] if points else 0
            state.tricks_won[side] = tricks[side] if tricks else 1
        state.trump = SUITS.index(trump)
        state.leader = self.seat(leader)
        state.tricks = 1
        state.stock_left = stock
        with np.errstate(over="ignore"):
            engine.ask_for_combinations(self.table.game.rules, state)
        self.table.look()
        return self


def begun(
    name: str, players: int | None = None, *, dealer: str | None = None, score: Sequence[int] = (), carry: int = 0
) -> TrumpDeal:
    """A first deal as it comes, at these scores. Without a dealer, the last seat deals, and P1 leads first."""
    deal = TrumpDeal(Table(game_of(name, players)))
    state = deal.table.state
    pack = [int(place) for place in state.pack[: len(deal.table.game.pack)]]
    state.dealer = deal.table.seats - 1 if dealer is None else deal.seat(dealer)
    state.carry_in = carry
    staked = int(state.pot_staked) // deal.table.seats
    for side, points in enumerate(score):
        state.score[side] = points - staked
    deal.table.deal_pack(pack)
    return deal


def dealt(
    name: str,
    hands: Mapping[str, str],
    turned: str,
    stock: str = "",
    *,
    players: int | None = None,
    dealer: str | None = None,
) -> TrumpDeal:
    """A first deal with these hands, this turned card, and this stock from its top.

    Without a number of players, those whose hands are given play.
    """
    deal = begun(name, players or len(hands), dealer=dealer)
    table = deal.table
    by_seat = {deal.seat(who): cards_of(cards) for who, cards in hands.items()}
    named = [card for hand in by_seat.values() for card in hand] + [turned, *cards_of(stock)]
    assert len(set(named)) == len(named), f"twice: {[card for card in named if named.count(card) > 1]}"
    assert all(len(hand) == table.game.rules.hand for hand in by_seat.values())
    free = [card for card in table.game.pack.places if card not in named]
    for seat in range(table.seats):
        if seat not in by_seat:
            by_seat[seat] = tuple(_harmless(free, turned, table.game))
    order = [
        by_seat[(deal.forehand + turn) % table.seats][card]
        for card in range(int(table.game.rules.hand))
        for turn in range(table.seats)
    ]
    table.deal_pack([table.game.pack.places[card][0] for card in [*order, turned, *cards_of(stock), *free]])
    return deal


def _harmless(free: list[str], turned: str, game: CompiledGame) -> list[str]:
    """Take a hand without combinations from the free cards: low, plain, of several suits."""
    hand: list[str] = []
    for _ in range(int(game.rules.hand)):
        card = min(
            free,
            key=lambda card: (card[-1] == turned[-1], sum(card[-1] == held[-1] for held in hand), free.index(card)),
        )
        free.remove(card)
        hand.append(card)
    return hand
