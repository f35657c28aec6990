"""What players do in proved endings."""

from __future__ import annotations

from functools import cache

from tests.bots.searching import Searcher
from tests.endings.positions import Ending, endings, game_named
from tests.endings.proof import legal_moves
from trickbook.bots.buffers import NO_EQUITY, new_buffers
from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import State


class Solver(Searcher):
    """A player for whom every point counts the same, as in the proof."""

    def __init__(self, game: CompiledGame, name: str) -> None:
        super().__init__(game, name)
        self.buffers = new_buffers(self.players, NO_EQUITY)

    def solve(self, state: State) -> tuple[int, list[float]]:
        """Choose a move, and return in how many worlds the ending was solved, and what each legal move is worth on average."""
        count = len(legal_moves(self.game, state))
        self.choice(state)
        book = self.buffers.slate.book[0]
        return int(book.solved), [float(total) / float(book.weight) for total in book.total[:count] if book.solved]


@cache
def kept(name: str) -> tuple[CompiledGame, list[Ending]]:
    """Return a game, and the endings that are kept for it."""
    return game_named(name), endings(name)


def accuracy(name: str, player: str) -> dict[bool, tuple[int, int]]:
    """Return how many endings of a game a player plays right, and of how many: those with open cards (`True`), and the others."""
    game, found = kept(name)
    searcher = Solver(game, player)
    right = {True: (0, 0), False: (0, 0)}
    for ending in found:
        state = ending.state(game)
        before = legal_moves(game, state)
        good, of = right[ending.is_open]
        right[ending.is_open] = good + ending.is_right(before.index(searcher.choice(state))), of + 1
    return right
