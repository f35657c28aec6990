"""Our games beside an oracle's, decision by decision: legal moves as sets, whose turn it is, and what the deal gives."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.oracles.openspiel import Dealt, Oracle
from tests.referee.following.deal import Move
from tests.referee.following.walking import Walk

Play = Callable[[Dealt], Walk]
"""Makes an oracle's moves at our table."""


@dataclass(frozen=True)
class Compared:
    """What came of some games."""

    games: int
    decisions: int
    difference: str
    """The shortest way to a difference, as a record, with what each says; empty if there is none."""


def compare(oracle: Oracle, play: Play, games: int, seed: int) -> Compared:
    """Let an oracle play random games, and make its moves at our table."""
    decisions = 0
    shortest: tuple[int, str] | None = None
    for number in range(games):
        dealt = oracle.deal(Random(f"{seed} {number}"))
        oracle.play(dealt, Random(number))
        decisions += len(dealt.moves)
        found = first_difference(oracle, dealt, play(dealt))
        if found and (shortest is None or found[0] < shortest[0]):
            shortest = found[0], f"{record(dealt, found[0])}\n{found[1]}"
    return Compared(games, decisions, shortest[1] if shortest else "")


def first_difference(oracle: Oracle, dealt: Dealt, ours: Walk) -> tuple[int, str] | None:
    """How many moves lead to the first difference, and what it is; None if there is none."""
    for place, (turn, mine) in enumerate(ours.decisions):
        seat, theirs = dealt.moves[place][0], dealt.allowed[place]
        if turn != seat:
            return place, f"we: seat {turn} moves; the oracle: seat {seat}"
        mine = oracle.known(dealt.moves[:place], mine)
        if mine != theirs:
            only_we, only_they = sorted(mine - theirs, key=str), sorted(theirs - mine, key=str)
            return place, f"only we allow {only_we}; only the oracle allows {only_they}"
    if len(ours.decisions) < len(dealt.moves):
        return len(ours.decisions), "we: the deal is over; the oracle: it is not"
    if not ours.over:
        return len(dealt.moves), "we: the deal is not over; the oracle: it is"
    if ours.gains != oracle.scores(dealt):
        return len(dealt.moves), f"we give {ours.gains}; the oracle gives {oracle.scores(dealt)}"
    return None


def record(dealt: Dealt, length: int) -> str:
    """The deal and so many of its moves, as records write them."""
    moves: list[dict[str, Any]] = []
    for seat, (kind, what) in dealt.moves[:length]:
        if kind == "name":
            moves.append({"seat": seat, "name": what})
        elif kind == "play":
            moves.append({"seat": seat, "cards": [what]})
        elif moves and moves[-1]["seat"] == seat:
            moves[-1]["give"].append(what)
        else:
            moves.append({"seat": seat, "give": [what]})
    fields = {"game": dealt.game, "seats": dealt.seats, "dealer": dealt.dealer, "pack": dealt.pack, "moves": moves}
    return json.dumps(fields)


def moves_of(dealt: Dealt) -> list[Move]:
    return [move for _, move in dealt.moves]
