"""Endings whose best moves are proved: kept as data, and found anew by `python -m tests.endings.positions GAME...`.

A line of `tests/data/endings/GAME.jsonl` is an ending: the match (the deal is its first), the places of the moves made among the
legal ones, forced moves left out, how many worlds the seat to move can't tell apart, and the value of each legal move as `proof.py` finds it.
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
from tests.bots.positions import choice
from tests.endings.proof import Key, Proof, TooMuchError, legal_moves
from trickbook.compiler import CompiledGame
from trickbook.kernel import engine
from trickbook.kernel.layout import CLAIM, OVER, State, new_state

FOLDER = Path(__file__).parents[1] / "data" / "endings"
GAMES = {
    "schwesing": "schwesing",
    "treia": "treia",
    "bruus-two": "bruus-two",
    "bura": "bura",
    "kozel-money": "kozel-money",
    "kozel-money-three": "kozel-money+table.players=3",
    "kozel-points": "kozel-points",
    "kozel-points-two": "kozel-points+table.players=2",
}
"""The games by the name of their file."""
SEED = 9
WANTED = 240
BY_LOT = 0.3
"""The share of moves made by lot; all others are those of the greedy player."""
MOST_OF_A_DEAL = 3
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


def dealt(game: CompiledGame, match: int) -> State:
    """Return the first deal of a match."""
    state = new_state()
    with np.errstate(over="ignore"):
        engine.start_match(game.rules, state, np.uint64(SEED), match)
        engine.start_deal(game.rules, state)
    return state


def play(game: CompiledGame, state: State, move: Key) -> None:
    """Make a move."""
    hooks = game.hooks
    with np.errstate(over="ignore"):
        engine.apply_move(game.rules, state, np.uint64(move[0]), move[1], move[2], hooks.played, hooks.trick_complete)


def endings(name: str) -> list[Ending]:
    """Return the endings that are kept for a game, by the name of its file."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Ending(**json.loads(line)) for line in lines]


def found(game: CompiledGame, first: int) -> Iterator[Ending]:
    """Yield endings in which the moves differ in value, a few of each deal, from the first deal of a match on."""
    for match in count_up(first):
        luck = Random(match)
        state = dealt(game, match)
        made: list[int] = []
        kept = 0
        while state.phase != OVER and kept < MOST_OF_A_DEAL:
            legal = legal_moves(game, state)
            if len(legal) == 1:
                play(game, state, legal[0])
                continue
            values = proved(game, state) if state.phase != CLAIM else None
            if values and max(values[1]) - min(values[1]) > DIFFER:
                kept += 1
                yield Ending(match, list(made), *values)
            place = luck.randrange(len(legal))
            if luck.random() >= BY_LOT:
                place = legal.index(choice(game, state))
            made.append(place)
            play(game, state, legal[place])


def proved(game: CompiledGame, state: State) -> tuple[int, list[float]] | None:
    """Return the number of worlds, and the value of each legal move, if it can be proved."""
    try:
        proof = Proof(game, state)
        return len(proof.worlds), [round(value, 12) for value in proof.values()]
    except TooMuchError:
        return None


def make(name: str, seconds: float) -> None:
    """Write a file of endings, as many as are wanted, or as are found in some time; go on from those that are there."""
    game = trickbook.load(GAMES[name])
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}.jsonl"
    kept = endings(name) if path.exists() else []
    first = kept[-1].match + 1 if kept else 0
    start = perf_counter()
    with path.open("a", encoding="utf-8") as file:
        for ending in found(game, first):
            if len(kept) >= WANTED or perf_counter() - start > seconds:
                break
            kept.append(ending)
            file.write(json.dumps(asdict(ending), separators=(",", ":")) + "\n")
    print(name, len(kept), round(perf_counter() - start, 1), flush=True)


if __name__ == "__main__":
    for argument in sys.argv[2:]:
        make(argument, float(sys.argv[1]))
