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

import trickbook
from tests.bots.positions import choice
from tests.endings.proof import Proof, TooMuch, legal_moves
from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import CLAIM
from trickbook.table import Table

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

    def table(self, game: CompiledGame) -> Table:
        """Return a table at which the position stands."""
        table = Table(game, SEED, self.match)
        moves = iter(self.moves)
        left = len(self.moves)
        while True:
            count = len(table.legal_moves())
            if count > 1:
                if not left:
                    return table
                left -= 1
            table.play_legal(next(moves) if count > 1 else 0)


def endings(name: str) -> list[Ending]:
    """Return the endings that are kept for a game, by the name of its file."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Ending(**json.loads(line)) for line in lines]


def found(game: CompiledGame, first: int) -> Iterator[Ending]:
    """Yield endings in which the moves differ in value, a few of each deal, from the first deal of a match on."""
    for match in count_up(first):
        luck = Random(match)
        table = Table(game, SEED, match)
        made: list[int] = []
        kept = 0
        while not table.is_over and kept < MOST_OF_A_DEAL:
            count = len(table.legal_moves())
            if count == 1:
                table.play_legal(0)
                continue
            if table.state.phase != CLAIM:
                try:
                    proof = Proof(game, table.state)
                    values = [round(value, 12) for value in proof.values()]
                    if max(values) - min(values) > DIFFER and len(values) == count:
                        kept += 1
                        yield Ending(match, list(made), len(proof.worlds), values)
                except TooMuch:
                    pass  # not an ending
            table.look()
            place = luck.randrange(count)
            if luck.random() >= BY_LOT:
                place = legal_moves(game, table.state).index(choice(game, table.state))
            made.append(place)
            table.play_legal(place)


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
