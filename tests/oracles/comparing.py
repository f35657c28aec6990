"""Our games beside an oracle's, decision by decision: legal moves as sets, whose turn it is, and what the deal gives."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from tests.oracles.openspiel import Dealt, Oracle
from tests.referee.following.deal import Move


class Ours(Protocol):
    """One deal as we play it."""

    @property
    def over(self) -> bool: ...

    @property
    def turn(self) -> int: ...

    def legal(self) -> set[Move]: ...

    def make(self, move: Move) -> None: ...

    def by_seat(self) -> list[int]:
        """What each seat's side gets for the deal."""
        ...


Play = Callable[[Dealt], Ours]
"""Deals at our table what an oracle has dealt."""


@dataclass(frozen=True)
class Compared:
    """What came of some games."""

    games: int
    decisions: int
    difference: str
    """The shortest way to a difference, as a record, with what each says; empty if there is none."""


def compare(oracle: Oracle, play: Play, games: int, seed: int) -> Compared:
    """Play random games of an oracle's at our table."""
    decisions = 0
    shortest: tuple[int, str] | None = None
    for number in range(games):
        dealt = oracle.deal(Random(f"{seed} {number}"))
        difference = _compare_one(oracle, dealt, play(dealt), Random(number))
        decisions += len(dealt.moves)
        if difference and (shortest is None or len(dealt.moves) < shortest[0]):
            shortest = len(dealt.moves), f"{_record(dealt)}\n{difference}"
    return Compared(games, decisions, shortest[1] if shortest else "")


def _compare_one(oracle: Oracle, dealt: Dealt, ours: Ours, rng: Random) -> str:
    """Play one game to its end, or to the first difference, which is said."""
    while not dealt.state.is_terminal():
        if ours.over:
            return "we: the deal is over; the oracle: it is not"
        if ours.turn != dealt.state.current_player():
            return f"we: seat {ours.turn} moves; the oracle: seat {dealt.state.current_player()}"
        mine, theirs = oracle.known(dealt, ours.legal()), oracle.moves(dealt)
        if mine != theirs:
            only_we, only_they = sorted(mine - theirs, key=str), sorted(theirs - mine, key=str)
            return f"only we allow {only_we}; only the oracle allows {only_they}"
        move = rng.choice(sorted(theirs, key=str))
        oracle.make(dealt, move)
        ours.make(move)
    if not ours.over:
        return "we: the deal is not over; the oracle: it is"
    if ours.by_seat() != oracle.scores(dealt):
        return f"we give {ours.by_seat()}; the oracle gives {oracle.scores(dealt)}"
    return ""


def _record(dealt: Dealt) -> str:
    """The deal and its moves so far, as records write them."""
    moves: list[dict[str, object]] = []
    for seat, (kind, what) in dealt.moves:
        if kind == "name":
            moves.append({"seat": seat, "cards": [], "name": what})
        elif kind == "give":
            if moves and moves[-1]["seat"] == seat:
                moves[-1]["cards"] += [what]  # type: ignore[operator]
            else:
                moves.append({"seat": seat, "cards": [what], "give": True})
        else:
            moves.append({"seat": seat, "cards": [what]})
    fields = {"game": dealt.game, "seats": dealt.seats, "dealer": dealt.dealer, "pack": dealt.pack, "moves": moves}
    return json.dumps(fields)
