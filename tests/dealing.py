"""Deals with chosen cards, and moves as text: "N: 10D 10S"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Self

import trickbook
from trickbook.cards import card_name, parse_cards
from trickbook.compiler import CompiledGame
from trickbook.game.seats import parse_seat, seat_name, side_name
from trickbook.game.table import Move, Table

RANKS_TO_FILL_WITH = ("Q", "10", "8", "K", "6", "J", "A", "9", "7", "5", "4", "3", "2")
MATADORS = ("JC", "KH", "8S")


@cache
def game_of(name: str, players: int | None = None) -> CompiledGame:
    """The compiled game; each is compiled once in a run of the tests."""
    return trickbook.load(name, players=players)


def cards_of(text: str) -> tuple[str, ...]:
    return tuple(card_name(card) for card in parse_cards(text))


def rank(card: str) -> str:
    return card[:-1]


class Deal:
    """One deal at a table, and what the tests ask of it, in the words of the clauses."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def seat(self, name: str) -> int:
        return parse_seat(name, self.table.seats)

    def name(self, seat: int) -> str:
        return seat_name(seat, self.table.seats)

    def play(self, *moves: str) -> Self:
        """Play moves; each must be of the seat whose turn it is."""
        for told in moves:
            who, _, words = told.partition(":")
            assert self.turn == who.strip(), f"{told}: it is {self.turn}'s turn"
            for move in self.moves_of(words):
                self.table.play(move)
        return self

    def moves_of(self, words: str) -> Iterable[Move]:
        """The moves that words stand for: cards, which `declared` or `undeclared` may follow."""
        return [move_of(words)]

    def tricks(self, *lines: str) -> Self:
        """Play whole tricks: `N: JC / QC / 8C / 10C` has the leader's play first, then the others' clockwise."""
        for line in lines:
            leader, _, plays = line.partition(":")
            first = self.seat(leader.strip())
            for turn, play in enumerate(plays.split("/")):
                self.play(f"{self.name((first + turn) % self.table.seats)}: {play}")
        return self

    def may(self, who: str, words: str) -> bool:
        """Whether it is this seat's turn, and it may play so."""
        return self.turn == who and self.table.find(move_of(words)) is not None

    @property
    def turn(self) -> str | None:
        return None if self.table.turn is None else self.name(self.table.turn)

    def hand(self, who: str) -> set[str]:
        return set(self.table.hand(self.seat(who)))

    @property
    def winners(self) -> list[str]:
        """Who has won each complete trick."""
        state = self.table.state
        return [self.name(int(seat)) for seat in state.trick_winner[: state.tricks]]

    @property
    def gains(self) -> list[int]:
        """What the deal gives each side."""
        return [int(points) for points in self.table.state.deal_score[: self.table.state.sides]]

    @property
    def card_points(self) -> list[int]:
        return [int(points) for points in self.table.state.card_points[: self.table.state.sides]]

    @property
    def events(self) -> list[str]:
        """What happened, such as `0 dare N 8S`, tricks counted from 0."""
        state, game = self.table.state, self.table.game
        return [
            f"{int(state.event_trick[i])} {game.events[state.event_kind[i]].name} "
            f"{self.name(int(state.event_seat[i]))} {game.pack.name(int(state.event_card[i]))}"
            for i in range(int(state.events))
        ]

    @property
    def points(self) -> dict[str, int]:
        """What the deal has given to each side so far, sides without points left out."""
        sides = [side_name(side, self.table.side_of) for side in range(int(self.table.state.sides))]
        gained = {name: int(self.table.state.deal_score[side]) for side, name in enumerate(sides)}
        return {name: points for name, points in gained.items() if points}

    @property
    def over(self) -> bool:
        return self.table.is_over

    @property
    def carry(self) -> tuple[int, int]:
        return int(self.table.state.carry_in), int(self.table.state.carry_out)

    @property
    def match_winner(self) -> str | None:
        """The side that has won the match."""
        winner = int(self.table.state.outcome_winner)
        return side_name(winner, self.table.side_of) if self.table.is_match_over and winner >= 0 else None

    @property
    def forehand(self) -> int:
        return (int(self.table.state.dealer) + 1) % self.table.seats

    def next(self, *lines: str, hands: Mapping[str, str] | None = None, stock: str = "") -> Deal:
        """Go on to the next deal of the match, with chosen cards, as in `dealt` or, with lines, as in `planned`."""
        self.table.next_deal()
        if lines:
            hands, stock = hands_and_stock(self, lines)
        return self.deal(hands or {}, stock).tricks(*lines)

    def deal(self, hands: Mapping[str, str], stock: str) -> Deal:
        """Deal these cards in place of those that were dealt."""
        by_seat = {self.seat(who): list(cards_of(cards)) for who, cards in hands.items()}
        self.table.deal_pack(pack_of(self.table.game, self.table.seats, self.forehand, by_seat, stock))
        return self


def move_of(words: str) -> Move:
    """The move that words such as `8S declared` stand for."""
    declare = {"declared": True, "undeclared": False}.get(words.split()[-1])
    if declare is not None:
        words = words.rsplit(maxsplit=1)[0]
    return Move(cards_of(words), declare=declare)


def fillers(game: CompiledGame, named: Iterable[str]) -> list[str]:
    """The cards that nobody named, duds first, matadors last."""
    named = set(named)
    free = [name for name in game.pack.places if name not in named]
    return sorted(free, key=lambda card: (card in MATADORS, RANKS_TO_FILL_WITH.index(rank(card))))


def pack_of(
    game: CompiledGame, seats: int, forehand: int, hands: Mapping[int, Sequence[str]], stock: str = ""
) -> list[int]:
    """The pack in dealing order that gives these hands, three cards each at once from forehand on, and this stock.

    Hands are filled up with cards that nobody named, no two of a rank; the rest goes under the stock.
    """
    top = list(cards_of(stock))
    named = [card for hand in hands.values() for card in hand] + top
    assert len(named) == len(set(named)), f"twice: {sorted(card for card in named if named.count(card) > 1)}"
    free = fillers(game, named)
    order: list[str] = []
    for turn in range(seats):
        hand = list(hands.get((forehand + turn) % seats, ()))
        while len(hand) < 3:
            card = next(card for card in free if rank(card) not in {rank(held) for held in hand})
            free.remove(card)
            hand.append(card)
        assert len(hand) == 3
        order += hand
    return [game.pack.places[card][0] for card in [*order, *top, *free]]


def dealt(
    name: str,
    hands: Mapping[str, str] | None = None,
    stock: str = "",
    *,
    dealer: str | None = None,
    score: Sequence[int] = (),
    trick_score: Sequence[int] = (),
    carry: int = 0,
    seed: int = 0,
) -> Deal:
    """A first deal with these hands (see `pack_of`) and this stock from its top, at these scores of the sides.

    Without a dealer, the first seat is forehand.
    """
    game = game_of(name)
    deal = Deal(Table(game, seed))
    state = deal.table.state
    state.dealer = deal.table.seats - 1 if dealer is None else deal.seat(dealer)
    state.carry_in = carry
    for side, points in enumerate(score):
        state.score[side] = points
    for side, points in enumerate(trick_score):
        state.trick_score[side] = points
    return deal.deal(hands or {}, stock)


def planned(name: str, *lines: str, dealer: str | None = None, score: Sequence[int] = (), carry: int = 0) -> Deal:
    """A deal in which everybody comes to hold what these tricks need, in time, with the tricks played.

    Each line is a trick as in `Deal.tricks`; the leader of the next must have won it.
    """
    deal = dealt(name, dealer=dealer, score=score, carry=carry)
    hands, stock = hands_and_stock(deal, lines)
    return dealt(name, hands, stock, dealer=dealer, score=score, carry=carry).tricks(*lines)


def hands_and_stock(deal: Deal, lines: Sequence[str]) -> tuple[dict[str, str], str]:
    """The hands and the stock that the tricks need: each plays the cards in the order in which they come."""
    seats = deal.table.seats
    comes: dict[int, list[str]] = {seat: [] for seat in range(seats)}
    leaders, sizes = [], []
    for line in lines:
        leader, _, plays = line.partition(":")
        leaders.append(deal.seat(leader.strip()))
        sizes.append(len(move_of(plays.split("/")[0]).cards))
        for turn, play in enumerate(plays.split("/")):
            comes[(leaders[-1] + turn) % seats] += move_of(play).cards
    free = fillers(deal.table.game, [card for cards in comes.values() for card in cards])
    for cards in comes.values():
        while len(cards) < 3:
            cards.append(next(card for card in free if rank(card) not in {rank(held) for held in cards}))
            free.remove(cards[-1])
    drawn = dict.fromkeys(comes, 3)
    stock: list[str] = []
    left = len(deal.table.game.pack) - 3 * seats
    for size, winner in zip(sizes, leaders[1:], strict=False):
        each = min(size, (left - len(stock)) // seats)
        for turn in range(seats):
            seat = (winner + turn) % seats
            while len(comes[seat]) < drawn[seat] + each:
                last = {rank(card) for card in comes[seat][-2:]}
                comes[seat].append(next(card for card in free if len(last | {rank(card)}) > 1))
                free.remove(comes[seat][-1])
            stock += comes[seat][drawn[seat] : drawn[seat] + each]
            drawn[seat] += each
    hands = {deal.name(seat): " ".join(cards[:3]) for seat, cards in comes.items()}
    return hands, " ".join(stock)
