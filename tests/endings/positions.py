"""Endings whose best moves are proved: kept as data, and found anew by `python -m tests.endings.positions GAME...`.

A line of `tests/data/endings/GAME.jsonl` is an ending: the match (the deal is its first), the places of the moves made among the
legal ones, forced moves left out, in how many worlds the seat to move may be, and the value of each legal move as `proof.py` finds it. The
deals are played by lot, but nobody claims, and the values of the moves differ.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count as count_up
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np

import trickbook
from tests.endings.proof import MOST_MOVES, Key, NoProofError, Proof, legal_moves, play
from trickbook.compiler import CompiledGame
from trickbook.kernel import starting
from trickbook.kernel.layout import ANNOUNCE, CLAIM, OVER, State, new_state

FOLDER = Path(__file__).parents[1] / "data" / "endings"
GAMES = ("schwesing", "treia", "bruus-two", "bura", "kozel-money", "kozel-points")
TWO = "kozel-points"
"""The game that is played by two here: with four the worlds are too many to be counted."""
SEED = 9
WANTED = 210
MOST_OF_A_DEAL = 2
SOME_MOVES = 8000
"""How many moves may be made to prove an ending, but for every eighth deal: so that most are found fast."""
DIFFER = 1e-9


@dataclass(frozen=True)
class Ending:
    """A position near the end of a deal, and what each legal move is worth there."""

    match: int
    moves: list[int]
    worlds: int
    values: list[float]

    @property
    def is_open(self) -> bool:
        """Whether the seat to move knows where all cards are."""
        return self.worlds == 1

    def is_right(self, place: int) -> bool:
        """Say whether a move is a best one."""
        return self.values[place] >= max(self.values) - DIFFER

    def state(self, game: CompiledGame) -> State:
        """Return the position."""
        state = dealt(game, self.match)
        moves = list(self.moves)
        while True:
            legal = legal_moves(game, state)
            if len(legal) > 1 and not moves:
                return state
            play(game, state, legal[moves.pop(0) if len(legal) > 1 else 0])


def game_named(name: str) -> CompiledGame:
    """Return a game as its endings are played."""
    return trickbook.load(name, players=2 if name == TWO else None)


def dealt(game: CompiledGame, match: int) -> State:
    """Return the first deal of a match."""
    state = new_state()
    starting.start_match(game.rules, state, np.uint64(SEED), match)
    starting.start_deal(game.rules, state)
    return state


def endings(name: str) -> list[Ending]:
    """Return the endings that are kept for a game."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Ending(**json.loads(line)) for line in lines]


def proved(game: CompiledGame, state: State, most: int = MOST_MOVES) -> tuple[int, list[float]] | None:
    """Return the number of worlds, and the value of each legal move, if it can be proved by no more moves than `most`."""
    try:
        proof = Proof(game, state, most)
    except NoProofError:
        return None
    return proof.worlds, [round(value, 12) for value in proof.values]


def is_near_the_end(state: State) -> bool:
    """Say whether it is worth trying to prove a position."""
    hands = [int(state.hands[seat]).bit_count() for seat in range(int(state.seats))]
    return state.phase not in (CLAIM, ANNOUNCE) and (bool(state.stock_left) or sum(hands) <= 9)


def found(game: CompiledGame, first: int) -> Iterator[Ending]:
    """Yield endings in which the moves differ in value, a few of each deal, from the first deal of a match on."""
    for match in count_up(first):
        luck = Random(match)
        state = dealt(game, match)
        made: list[int] = []
        kept = 0
        while state.phase != OVER and kept < MOST_OF_A_DEAL:
            legal: list[Key] = legal_moves(game, state)
            if len(legal) == 1:
                play(game, state, legal[0])
                continue
            values = proved(game, state, SOME_MOVES if match % 8 else MOST_MOVES) if is_near_the_end(state) else None
            if values and max(values[1]) - min(values[1]) > DIFFER:
                kept += 1
                yield Ending(match, list(made), *values)
            place = len(legal) - 1 if state.phase == CLAIM else luck.randrange(len(legal))
            made.append(place)
            play(game, state, legal[place])


def make(name: str, seconds: float) -> None:
    """Write a file of endings, as many as are wanted, or as are found in some time; go on from those that are there."""
    game = game_named(name)
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}.jsonl"
    kept = endings(name) if path.exists() else []
    start = perf_counter()
    with path.open("a", encoding="utf-8") as file:
        for ending in found(game, kept[-1].match + 1 if kept else 0):
            if len(kept) >= WANTED or perf_counter() - start > seconds:
                break
            kept.append(ending)
            file.write(json.dumps(asdict(ending), separators=(",", ":")) + "\n")
            file.flush()
    print(name, len(kept), round(perf_counter() - start, 1), flush=True)


if __name__ == "__main__":
    for argument in sys.argv[2:]:
        make(argument, float(sys.argv[1]))
