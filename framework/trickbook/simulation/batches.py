"""Batches of deals: matches in blocks, played on any number of threads, with the same result.

A block is a fixed number of matches. Every block begins from the seed and its matches' numbers alone, and blocks
are put together in order, so nothing depends on how many there are at a time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from trickbook.bots import BotError, added_bots, bots_named, player_names, plugin_bots_of, search_of
from trickbook.bots.buffers import new_buffers
from trickbook.bots.equity import equity_for
from trickbook.bots.playing import ROW, play_matches, play_out, play_single_deals, stand_before
from trickbook.compiler import CompiledGame
from trickbook.errors import SimulationError as SimulationError
from trickbook.errors import check_fault, check_game, check_seed, is_whole, playing, shown
from trickbook.game.loading import load
from trickbook.kernel.layout import BY_STOP, BY_TOO_MANY_POINTS, NO_FAULT, STATE, new_moves, new_state
from trickbook.kernel.limits import MAX_MOVES, MAX_POINTS, MAX_SEATS
from trickbook.kernel.run_time import HookError
from trickbook.kernel.starting import STARTERS
from trickbook.portable import PortableGame
from trickbook.wording import one_line

Item = TypeVar("Item")
Result = TypeVar("Result")

MATCHES_IN_BLOCK = 256
"""Matches in a block of whole matches, where nobody searches; where somebody does, each is a block of its own."""
MATCHES_KEPT_IN_BLOCK = 64
"""Matches in a block of which the states are kept, each of which has some kilobytes."""
DEALS_IN_BLOCK = 2048
"""Deals in a block of single deals, where nobody searches."""
_MOST = 1 << 62
_ROWS_AT_ONCE = 4096  # to call compiled code takes as long as a few deals

Rows = NDArray[Any]
"""An array of dtype `ROW`, a row a deal."""
Progress = Callable[[int, int], None]
"""Called now and then with what is done and what there is to do."""


@dataclass(frozen=True)
class Block:
    """Deals in order: their figures, and their final states if these were asked for."""

    rows: Rows
    """A row a deal, of dtype `trickbook.bots.playing.ROW`."""
    states: NDArray[Any]
    """The kernel's state at the end of each deal, of dtype `trickbook.kernel.layout.STATE`; empty if not asked for."""


def was_stopped(outcomes: NDArray[Any]) -> NDArray[np.bool_]:
    """Say of outcomes of matches whether it was stopped before anybody won: after its most deals, or with too many points."""
    stopped: NDArray[np.bool_] = (outcomes == BY_STOP) | (outcomes == BY_TOO_MANY_POINTS)
    return stopped


def _checked(game: CompiledGame, players: str, rows: Rows) -> Rows:
    faults = rows["fault"][rows["fault"] != NO_FAULT]
    if len(faults):
        check_fault(game, int(faults[0]), players)
    return rows


def check_request(seed: int, **counts: int | None) -> None:
    """Raise `SimulationError` for a seed out of range, or a count that is no whole number or below 1."""
    check_seed(seed)
    for name, count in counts.items():
        if count is not None and not is_whole(count, _MOST):
            raise SimulationError(f"{shown(count)} {name} were asked for; expected a whole number of at least 1")
        if count == 0:
            raise SimulationError(f"0 {name} were asked for; expected at least 1")


def starting_scores(game: CompiledGame, scores: Sequence[int]) -> NDArray[np.int64]:
    """Return the scores at which single deals begin, by side; nothing for all if none are given.

    Raises `SimulationError` if there is not one for each side, or if the match would be over with them, or a side out, as the
    kernel has it: who has the target and more than all others has won (BR-52), and who has the limit is out (KP-15), unless
    all have it and two share the most (KP-16).
    """
    sides, target, limit = int(game.rules.sides), int(game.rules.target), int(game.rules.limit)
    for score in scores:
        if not is_whole(abs(score) if isinstance(score, int) else score, MAX_POINTS):
            raise SimulationError(f"deals can't begin at a score of {shown(score)}; expected whole numbers")
    if scores and len(scores) != sides:
        were = "1 score was" if len(scores) == 1 else f"{len(scores)} scores were"
        raise SimulationError(f"{were} given for the {sides} sides of {game.game}; expected one for each")
    most = max(scores, default=0)
    shared = sum(score == most for score in scores) > 1
    if target and most >= target and not shared:
        raise SimulationError(
            f"deals can't begin at a score of {most}: {target} points win a match of {game.game}; expected less for each side"
        )
    fewest = min(scores, default=0)
    if limit and game.rules.limit_ends_match and most >= limit and sum(score == fewest for score in scores) == 1:
        raise SimulationError(
            f"deals can't begin at a score of {most}: {limit} points end a match of {game.game}; expected less for each side"
        )
    if limit and not game.rules.limit_ends_match and most >= limit and not (shared and fewest >= limit):
        raise SimulationError(
            f"deals can't begin at a score of {most}: a side with {limit} points is out in {game.game}; "
            "expected less for each side, or as much for all"
        )
    end = target or limit
    if end and most >= 2 * end:
        raise SimulationError(
            f"deals can't begin at a score of {most} for all: a match of {game.game} is over at {end}, and no deal gives so much at once; "
            f"expected less than {2 * end}"
        )
    start = np.zeros(MAX_SEATS, np.int64)
    start[: len(scores)] = scores
    return start


@dataclass(frozen=True)
class LineUp:
    """Who plays. Only names and numbers, so that it can be sent elsewhere: plugins' players are compiled where they play."""

    names: str
    """The players' names as typed."""
    players: NDArray[Any]
    """The players by seat, or by number in a match; of dtype `trickbook.bots.buffers.PLAYER`."""

    @property
    def budget(self) -> int:
        """The most worlds that one of them plays out for a move."""
        return int(self.players["budget"].max())

    def plugin_bots(self, game: CompiledGame) -> Callable[..., int]:
        """Return the compiled function that asks plugins' players for their moves.

        Raises `BotError` for one that is not there or can't be compiled.
        """
        try:
            return plugin_bots_of(added_bots(self.names, game.plugin_set), self.players)
        except HookError as error:
            raise BotError(one_line(str(error))) from error

    def portable(self, game: CompiledGame) -> PortableGame:
        """Return a game that can be sent to wherever they are to play it, the plugins of its players included.

        Raises `BotError` for a player that is not there.
        """
        return PortableGame(game, [bot.plugin for bot in added_bots(self.names, game.plugin_set)])


def at_a_table(game: CompiledGame, bots: str) -> LineUp:
    """Return who plays single deals: one name for all, or one a seat.

    Raises `BotError` for players that are not there, or the wrong number of names.
    """
    return _checked_line_up(game, bots, int(game.rules.seats))


def in_a_match(game: CompiledGame, bots: str) -> LineUp:
    """Return who plays matches, by number: as at a table; in a tournament of more players, names for one table go round.

    Raises `BotError` for players that are not there, or the wrong number of names.
    """
    names = player_names(bots)
    seats, players = int(game.rules.seats), int(game.rules.tournament_players)
    return _checked_line_up(game, ",".join(names * (players // seats)) if len(names) == seats else bots, players)


def _checked_line_up(game: CompiledGame, bots: str, players: int) -> LineUp:
    line_up = LineUp(bots, bots_named(bots, players))
    line_up.plugin_bots(game)  # what can't be compiled is found here, and not in a thread
    return line_up


def play_match_block(
    portable: PortableGame,
    line_up: LineUp,
    equity: NDArray[np.float64],
    seed: int,
    keep: bool,
    wanted: int,
    last: int,
    in_block: int,
    first: int,
) -> Block:
    """Play a block of whole matches, up to a last match, or the first of its deals if no more than so many are wanted."""
    game = portable.game
    state = new_state()
    room = new_moves(MAX_MOVES)
    players, search, plugin_bots = line_up.players, search_of(line_up.players), line_up.plugin_bots(game)
    buffers = new_buffers(players, equity)
    stand_before(state, seed, first)
    rows: list[Rows] = []
    states = []
    at_once = written = min(_ROWS_AT_ONCE, wanted)
    hooks = game.hooks
    while written == at_once and len(rows) * at_once < wanted:
        part = np.zeros(at_once, ROW).view(np.recarray)
        kept = np.zeros(at_once if keep else 1, STATE).view(np.recarray)
        with playing(game, line_up.names):
            written = play_matches(
                game.rules, state, *STARTERS, play_out, hooks.offers, hooks.played, hooks.trick_complete, search, plugin_bots,
                players, buffers, room, part, kept, keep, min(first + in_block, last) - 1,
            )  # fmt: skip
        rows.append(_checked(game, line_up.names, part[:written]))
        states.append(kept[: written if keep else 0])
    return Block(np.concatenate(rows), np.concatenate(states).view(np.recarray))


def play_single_block(
    portable: PortableGame,
    line_up: LineUp,
    equity: NDArray[np.float64],
    seed: int,
    scores: NDArray[np.int64],
    last: int,
    in_block: int,
    first: int,
    *,
    keep: bool = False,
    chance: int = 0,
) -> Block:
    """Play a block of single deals, up to a last match; with `keep`, the state at the end of each is kept.

    For `chance` see `trickbook.bots.playing.play_single_deals`.
    """
    game = portable.game
    rows = np.zeros(min(in_block, last - first), ROW).view(np.recarray)
    states = np.zeros(len(rows) if keep else 0, STATE).view(np.recarray)
    state = new_state()
    stand_before(state, seed, first)
    hooks = game.hooks
    search, plugin_bots, buffers = (
        search_of(line_up.players),
        line_up.plugin_bots(game),
        new_buffers(line_up.players, equity),
    )
    room = new_moves(MAX_MOVES)
    at_once = 1 if keep else len(rows)
    with playing(game, line_up.names):
        for start in range(0, len(rows), at_once):
            part = rows[start : start + at_once]
            play_single_deals(
                game.rules, state, *STARTERS, play_out, hooks.offers, hooks.played, hooks.trick_complete, search, plugin_bots,
                line_up.players, buffers, room, part, first + start, scores, chance,
            )  # fmt: skip
            if keep:
                states[start] = state
            _checked(game, line_up.names, part)
    return Block(rows, states)


def in_order(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    threads: int,
    executor: Executor | None,
    known: Callable[[Item], Result | None] = lambda _: None,
) -> Generator[Result, None, None]:
    """Yield the result of each item in order, working ahead on the threads or the executor, but not far.

    No more than twice as many items as `threads` are under way. Those whose result is `known` are not worked at.
    """
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise SimulationError(f"expected an executor of concurrent.futures, found {shown(executor)}")
    with nullcontext(executor) if executor or threads == 1 else ThreadPoolExecutor(threads) as pool:
        ahead: deque[Future[Result]] = deque()
        try:
            for item in items:
                found = known(item)
                if pool is None:
                    yield work(item) if found is None else found
                    continue
                ahead.append(pool.submit(work, item) if found is None else _done(found))
                if len(ahead) > 2 * threads:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()


def _done(result: Result) -> Future[Result]:
    future: Future[Result] = Future()
    future.set_result(result)
    return future


def matches_in_block(line_up: LineUp, most: int = MATCHES_IN_BLOCK) -> int:
    """Return how many whole matches make a block: one, if somebody searches."""
    return 1 if line_up.budget else most


def singles_in_block(line_up: LineUp) -> int:
    """Return how many single deals make a block: a move takes as long as its search, threads share no block, and who stops
    the play has to wait for the blocks under way.
    """
    return max(DEALS_IN_BLOCK // (1 + line_up.budget), 1)


def line_up_of_matches(
    game: CompiledGame, bots: str, seed: int, threads: int, deals: int | None, matches: int | None
) -> LineUp:
    """Return who plays matches one after another, once all that is asked for is checked; see `match_blocks`."""
    if (deals is None) == (matches is None):
        raise SimulationError("expected a number of deals or a number of matches, one of them")
    check_game(game)
    check_request(seed, deals=deals, matches=matches, threads=threads)
    return in_a_match(game, bots)


def match_blocks(
    game: CompiledGame,
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    bots: str = "greedy",
    threads: int = 1,
    executor: Executor | None = None,
    keep: bool = False,
) -> Iterator[Block]:
    """Play matches one after another, and yield their deals in blocks.

    Stops when so many `deals` are played, in the middle of a match if need be, or after so many `matches`.
    `bots` names one player for all, or one for each, by their numbers at the start of a match; in a tournament of more
    players than seats, names for the seats of one table go round.

    Raises `SimulationError` for a count below 1, both or neither, a seed out of range, or a game that breaks a
    limit; `BotError` for players that are not there.
    """
    line_up = line_up_of_matches(game, bots, seed, threads, deals, matches)
    in_block = matches_in_block(line_up, MATCHES_KEPT_IN_BLOCK if keep else MATCHES_IN_BLOCK)
    last = matches or deals or 0  # a match has one deal or more
    left = deals
    most = 1 << 62 if deals is None else deals
    equity = equity_for(game, line_up.players)
    work = partial(play_match_block, line_up.portable(game), line_up, equity, seed, keep, most, last, in_block)
    for block in in_order(work, range(0, last, in_block), threads, executor):
        rows, states = block.rows, block.states
        if left is not None:
            rows, states = rows[:left], states[:left]
            left -= len(rows)
        yield Block(rows, states)
        if left == 0:
            return


def simulate(
    game: str | CompiledGame,
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    bots: str = "greedy",
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Rows:
    """Play matches one after another, and return a row of figures for each deal; see `match_blocks`.

    A game is one that is loaded, or a name as `trickbook.load` takes it.

    >>> rows = simulate("schwesing", deals=10, seed=3, bots="random")
    >>> len(rows), int(rows["deal"][0])
    (10, 0)

    Raises what `match_blocks` and `trickbook.load` raise.
    """
    if isinstance(game, str):
        game = load(game)
    blocks = match_blocks(game, deals=deals, matches=matches, seed=seed, bots=bots, threads=threads, executor=executor)
    return _all_rows(blocks, deals or matches or 0, progress, by_match=deals is None)


def _all_rows(blocks: Iterable[Block], wanted: int, progress: Progress | None, by_match: bool = False) -> Rows:
    """Put the rows of blocks together, and tell the progress by deals or by matches."""
    parts: list[Rows] = []
    done = 0
    for block in blocks:
        parts.append(block.rows)
        if progress:
            done = int(block.rows["match"][-1]) + 1 if by_match else done + len(block.rows)
            progress(done, wanted)
    return np.concatenate(parts)


def single_blocks(
    game: CompiledGame,
    *,
    deals: int,
    seed: int = 1,
    bots: str = "greedy",
    threads: int = 1,
    executor: Executor | None = None,
    scores: Sequence[int] = (),
) -> Iterator[Block]:
    """Play single deals: the first deal of match 0, 1, 2, ..., the deal going round, each begun at the given scores.

    Deal i of one game has the same shuffle and dealer as deal i of another that shares its pack, if as many play.

    Raises `SimulationError` for a count below 1, a seed out of range, scores that `starting_scores` refuses, or a game that
    breaks a limit; `BotError` for players that are not there.
    """
    check_game(game)
    check_request(seed, deals=deals, threads=threads)
    start = starting_scores(game, scores)
    line_up = at_a_table(game, bots)
    in_block = singles_in_block(line_up)
    equity = equity_for(game, line_up.players)
    work = partial(play_single_block, line_up.portable(game), line_up, equity, seed, start, deals, in_block)
    yield from in_order(work, range(0, deals, in_block), threads, executor)


def simulate_singles(
    game: CompiledGame,
    *,
    deals: int,
    seed: int = 1,
    bots: str = "greedy",
    threads: int = 1,
    executor: Executor | None = None,
    scores: Sequence[int] = (),
    progress: Progress | None = None,
) -> Rows:
    """Play single deals, and return a row of figures for each; see `single_blocks`."""
    blocks = single_blocks(game, deals=deals, seed=seed, bots=bots, threads=threads, executor=executor, scores=scores)
    return _all_rows(blocks, deals, progress)
