"""Duplicate: the same deals again with the players exchanged, so that who had the better cards does not matter.

In turn t of a deal the players A sit at side t and the players B at all other sides; there are as many turns as
sides. Shuffle, dealer and scores are the same in all turns of a deal. What a side makes of a deal is its score less
the mean score of the others, the sign turned in games where points are penalties, so that more is better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from trickbook.bots.equity import equity_for
from trickbook.compiler import CompiledGame
from trickbook.errors import check_game
from trickbook.portable import PortableGame
from trickbook.simulation.batches import (
    LineUp,
    Progress,
    Rows,
    at_a_table,
    check_request,
    in_order,
    play_single_block,
    singles_in_block,
    starting_scores,
)


@dataclass(frozen=True)
class Duplicate:
    """Deals in order, each played in all turns."""

    turns: tuple[Rows, ...]
    """For each turn a row of dtype `trickbook.bots.playing.ROW` a deal."""
    results: NDArray[np.float64]
    """What the first side has made of each deal in each turn: deals × turns. In turn 0 A sits there, later B."""
    margins: NDArray[np.float64]
    """The margin of A over B in each deal: what A has made of it, the mean of all turns; in points or chips."""
    won: NDArray[np.float64]
    """The share of its turns that A has won in each deal; one that k sides share counts 1/k. Equals win 1 in so many as there are sides."""

    def luck(self) -> float:
        """Return which share of a deal's result the cards decide; see `luck_share`."""
        return luck_share(self.results)


def side_results(game: CompiledGame, rows: Rows) -> NDArray[np.float64]:
    """Return what each side has made of each deal, deals × sides: its score less the mean of the others'.

    In games in which points are penalties (`match.limit`) the sign is turned. The rows are of single deals.
    """
    sides = int(game.rules.sides)
    scores: NDArray[np.float64] = rows["score"][:, :sides].astype(np.float64)
    others: NDArray[np.float64] = (scores.sum(axis=1, keepdims=True) - scores) / max(sides - 1, 1)
    return others - scores if game.points_are_penalties else scores - others


def luck_share(results: NDArray[np.float64]) -> float:
    """Return how alike the results of the same deals are, over turns in which others play them: deals × turns.

    It is the intraclass correlation ICC(3,1) of Shrout and Fleiss, Intraclass Correlations, Psychological Bulletin 86
    (1979): (B - E) / (B + (k - 1) E), with B the mean square between the deals, E that of what is left without the means of
    deals and turns, and k the number of turns. 1: the cards decide all; 0: they decide nothing. The least is -1 / (k - 1), where what a deal
    gives in one turn it takes in the others. With two turns it is close to
    their correlation. NaN for fewer than two deals or turns; 0 if all results are the same.

    >>> luck_share(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    1.0
    """
    deals, turns = results.shape
    if deals < 2 or turns < 2:
        return float("nan")
    centred = results - results.mean(axis=0)
    of_deal = centred.mean(axis=1, keepdims=True)
    between = turns * float((of_deal**2).sum()) / (deals - 1)
    left = float(((centred - of_deal) ** 2).sum()) / ((deals - 1) * (turns - 1))
    total = between + (turns - 1) * left
    return (between - left) / total if total > 0 else 0.0


def line_ups_of(game: CompiledGame, first: str, other: str) -> tuple[LineUp, ...]:
    """Return who plays in each turn of deals in duplicate: `first` is the player A, `other` the player B.

    Raises `BotError` for players that are not there, or a name that is not one player's.
    """
    sides, seats = int(game.rules.sides), int(game.rules.seats)
    return tuple(
        at_a_table(game, ",".join(first if seat % sides == turn else other for seat in range(seats)))
        for turn in range(sides)
    )


def play_duplicate_block(
    portable: PortableGame,
    line_ups: tuple[LineUp, ...],
    equity: NDArray[np.float64],
    seed: int,
    scores: NDArray[np.int64],
    last: int,
    in_block: int,
    first: int,
) -> Duplicate:
    """Play a block of single deals in all turns, up to a last deal; the parameters are those of `play_single_block`.

    Where both are one player, all turns would be the same game again, so that those after the first are played by other random numbers.
    """
    alike = len({line_up.names for line_up in line_ups}) == 1
    turns = (
        play_single_block(
            portable, line_up, equity, seed, scores, last, in_block, first, chance=int(alike and turn > 0)
        ).rows
        for turn, line_up in enumerate(line_ups)
    )
    return _scored(portable.game, tuple(turns))


def duplicate_blocks(
    game: CompiledGame,
    first: str,
    other: str,
    *,
    deals: int,
    seed: int = 1,
    threads: int = 1,
    executor: Executor | None = None,
    scores: Sequence[int] = (),
) -> Iterator[Duplicate]:
    """Play single deals in duplicate, and yield them in blocks: `first` is the player A, `other` the player B.

    Results don't depend on the number of threads, nor on the executor; for `scores` see `single_blocks`, which says what is raised.
    """
    check_game(game)
    check_request(seed, deals=deals, threads=threads)
    start = starting_scores(game, scores)
    line_ups = line_ups_of(game, first, other)
    in_block = singles_in_block(line_ups[0])
    equity = equity_for(game, line_ups[0].players)
    work = partial(play_duplicate_block, line_ups[0].portable(game), line_ups, equity, seed, start, deals, in_block)
    yield from in_order(work, range(0, deals, in_block), threads, executor)


def _scored(game: CompiledGame, turns: tuple[Rows, ...]) -> Duplicate:
    results = [side_results(game, rows) for rows in turns]
    own = np.stack([result[:, turn] for turn, result in enumerate(results)], axis=1)
    best = [result == result.max(axis=1, keepdims=True) for result in results]
    won = np.stack([top[:, turn] / top.sum(axis=1) for turn, top in enumerate(best)], axis=1)
    return Duplicate(turns, np.stack([result[:, 0] for result in results], axis=1), own.mean(axis=1), won.mean(axis=1))


def play_duplicate(
    game: CompiledGame,
    first: str,
    other: str,
    *,
    deals: int,
    seed: int = 1,
    threads: int = 1,
    executor: Executor | None = None,
    scores: Sequence[int] = (),
    progress: Progress | None = None,
) -> Duplicate:
    """Play single deals in duplicate; see `duplicate_blocks`.

    >>> import trickbook
    >>> played = play_duplicate(trickbook.load("schwesing"), "greedy", "greedy", deals=20)
    >>> len(played.turns), bool(played.margins.any()), played.luck()
    (2, False, 1.0)
    """
    parts: list[Duplicate] = []
    done = 0
    for part in duplicate_blocks(
        game, first, other, deals=deals, seed=seed, threads=threads, executor=executor, scores=scores
    ):
        parts.append(part)
        if progress:
            done += len(part.margins)
            progress(done, deals)
    return _joined(parts)


def _joined(parts: Sequence[Duplicate]) -> Duplicate:
    """Put blocks together, in order; there is at least one."""
    return Duplicate(
        tuple(np.concatenate(rows) for rows in zip(*(part.turns for part in parts), strict=True)),
        np.concatenate([part.results for part in parts]),
        np.concatenate([part.margins for part in parts]),
        np.concatenate([part.won for part in parts]),
    )
