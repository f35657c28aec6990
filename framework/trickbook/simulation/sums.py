"""Matches added up as they are played: sums of whole numbers, which take no more room for more deals."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.bots import search_of
from trickbook.bots.buffers import new_buffers
from trickbook.bots.equity import equity_for
from trickbook.bots.playing import play_out, stand_before
from trickbook.bots.tallying import TALLY, tally_matches, tally_states
from trickbook.compiler import CompiledGame
from trickbook.errors import check_fault, playing
from trickbook.kernel.layout import NO_FAULT, new_moves, new_state
from trickbook.kernel.limits import MAX_MOVES
from trickbook.kernel.starting import STARTERS
from trickbook.portable import PortableGame
from trickbook.simulation.batches import (
    MATCHES_IN_BLOCK,
    Block,
    LineUp,
    Progress,
    in_order,
    line_up_of_matches,
    matches_in_block,
)

MANY = 100_000
"""With so many deals, or matches, blocks are larger: then those that are begun in vain weigh little."""
MATCHES_IN_LARGE_BLOCK = 1024
_NO_LIMIT = 1 << 62


def new_tally() -> Any:
    """Return a tally of nothing, a record of dtype `trickbook.bots.tallying.TALLY`."""
    return np.zeros(1, TALLY).view(np.recarray)[0]


def add(whole: Any, part: Any) -> None:
    """Add the tally of deals that come after those of another to it."""
    before = int(whole.deals)
    last_end = before + int(part.last_end) if part.ended else int(whole.last_end)
    for name in TALLY.names or ():
        whole[name] += part[name]
    whole.last_end = last_end
    whole.goes_on = part.goes_on
    whole.fault = part.fault


def tally_of(block: Block) -> Any:
    """Return the tally of a block of deals whose states were kept."""
    found = new_tally()
    tally_states(block.states, found)
    return found


@dataclass(frozen=True)
class _Part:
    """A block of whole matches, by the numbers of the first and of how many."""

    first: int
    count: int


def _play(
    portable: PortableGame, line_up: LineUp, equity: NDArray[np.float64], seed: int, most_deals: int, part: _Part
) -> Any:
    """Add up a block of matches, or its first deals if there are more."""
    game, state, tally = portable.game, new_state(), new_tally()
    stand_before(state, seed, part.first)
    hooks = game.hooks
    with playing(game, line_up.names):
        tally_matches(
            game.rules, state, *STARTERS, play_out, hooks.offers, hooks.played, hooks.trick_complete,
            search_of(line_up.players), line_up.plugin_bots(game), line_up.players, new_buffers(line_up.players, equity),
            new_moves(MAX_MOVES), tally, part.first + part.count - 1, most_deals,
        )  # fmt: skip
    if tally.fault != NO_FAULT:
        check_fault(game, int(tally.fault), line_up.names)
    return tally


def tally(
    game: CompiledGame,
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    bots: str = "greedy",
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Any:
    """Play matches one after another, and return their sums, a record of dtype `trickbook.bots.tallying.TALLY`.

    They are the matches of `trickbook.simulation.batches.match_blocks`, which says what is asked for and raised; no row is kept of a
    deal, so memory does not grow with their number.
    """
    line_up = line_up_of_matches(game, bots, seed, threads, deals, matches)
    wanted = deals or matches or 0
    in_block = matches_in_block(line_up, MATCHES_IN_BLOCK if wanted < MANY else MATCHES_IN_LARGE_BLOCK)
    equity = equity_for(game, line_up.players)
    play = partial(_play, line_up.portable(game), line_up, equity, seed)
    most = deals or _NO_LIMIT
    whole = new_tally()
    parts = _parts(wanted, in_block)
    with closing(in_order(partial(play, most), _parts(wanted, in_block), threads, executor)) as results:
        for part, found in zip(parts, results, strict=True):
            left = most - int(whole.deals)
            # Only the last block may have more than there are to be; its first deals are played again.
            add(whole, found if found.deals <= left else play(left, part))
            if progress:
                progress(int(whole.deals) if deals else part.first + part.count, wanted)
            if whole.deals == most:
                break
    return whole


def _parts(matches: int, in_block: int) -> Iterator[_Part]:
    """Yield blocks of so many matches in all; a match has one deal or more."""
    for first in range(0, matches, in_block):
        yield _Part(first, min(in_block, matches - first))
