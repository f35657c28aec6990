"""Deals with chosen hands in games that follow suit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.dealing import game_of
from trickbook.game.table import Move, Table

RULEBOOKS = Path(__file__).parents[2] / "rulebooks"


def deal(
    name: str, hands: Mapping[int, str], dealer: int = 3, score: Sequence[int] = (), cycle: int = 0, then: str = ""
) -> Table:
    """A table at which these hands are dealt; hands that are not said get what is left, and so does the stock after `then`."""
    game = game_of(name)
    table = Table(game)
    state, pack = table.state, game.pack
    state.dealer, state.cycle = dealer, cycle
    for side, points in enumerate(score):
        state.score[side] = points
    size = int(game.rules.hands[cycle % game.rules.hand_sizes]) if game.rules.hand_sizes else int(game.rules.hand)
    held = {seat: [pack.places[card][0] for card in cards.split()] for seat, cards in hands.items()}
    top = [pack.places[card][0] for card in then.split()]
    free = [
        place for place in range(len(pack)) if place not in top and not any(place in hand for hand in held.values())
    ]
    for seat in range(table.seats):
        hand = held.setdefault(seat, [])
        while len(hand) < size:
            hand.append(free.pop())
        assert len(hand) == size
    order: list[int] = []
    at_a_time = int(game.rules.at_a_time)
    for start in range(0, size, at_a_time):
        for turn in range(1, table.seats + 1):
            order += held[(dealer + turn) % table.seats][start : start + at_a_time]
    table.deal_pack([*order, *top, *free])
    return table


def legal(table: Table) -> set[str]:
    """The cards that may be played, or given next."""
    return {move.cards[0] for move in table.legal_moves()}


def numbers(table: Table) -> list[int]:
    """The numbers that may be named."""
    return [move.number for move in table.legal_moves() if move.number is not None]


def name(table: Table, *named: int) -> None:
    """Let the players name these numbers in turn."""
    for number in named:
        table.play(Move(kind="name", number=number))


def give(table: Table, *hands: str) -> None:
    """Let the players give these cards away in turn."""
    for cards in hands:
        for card in cards.split():
            table.play(Move((card,), "give"))


def tricks(table: Table, *lines: str) -> Table:
    """Play tricks, each a line of cards in the order in which they are played."""
    for line in lines:
        for card in line.split():
            table.play([card])
    return table
