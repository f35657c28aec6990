"""A ladder: players against each other in duplicate, and by how much each beats the next.

The margin is in points, or chips, a deal; it and the share of deals won are means over deals, with one value a deal
(`trickbook.duplicate`), so a deal's turns, which share the cards, count as one. Their intervals are by Student's t, or, where
most deals come out even, as `trickbook.compare.statistics.paired_difference` says.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from time import perf_counter
from typing import Any

import numpy as np

from trickbook.bots import budget_of
from trickbook.compare.metrics.figures import unit_of
from trickbook.compare.statistics import Contrast, Estimate, mean_beside, paired_difference, rounded
from trickbook.compiler import CompiledGame
from trickbook.duplicate import play_duplicate
from trickbook.games import load
from trickbook.plugins import PluginSet
from trickbook.simulate import Progress

BOTS = ("random", "greedy", "ismcts:200", "ismcts:1000")
"""The players of a ladder, if none are named."""
DEALS = 500
"""Deals that each pair plays, if nothing is said."""
NEXT, ALL = "next", "all"
"""Who meets whom: each player the one before it, or all of them all others."""
_PER_CENT = 100
_MOVE = 10
"""What a move costs beside the worlds that are searched for it: of use for the time left only."""


class LadderError(ValueError):
    """A ladder that can't be played."""


@dataclass(frozen=True)
class Rung:
    """One pair: by how much a player beats another."""

    bot: str
    against: str
    unit: str
    """What the margin counts: `points`, `penalty points` or `chips`; more is better in all of them."""
    margin: Contrast
    """What `bot` makes of a deal more than `against`."""
    won: Estimate
    """The share of deals that `bot` wins."""
    even: float
    """The share that it would win if they were alike: 1 in so many as there are sides."""
    luck: float
    """Which share of a deal's result the cards decide between these two (`trickbook.duplicate.luck_share`)."""
    deals: int
    turns: int
    """How often each deal was played."""
    seconds: float

    @property
    def is_better(self) -> bool:
        """Whether the whole interval of the margin is above 0."""
        return self.margin.low is not None and self.margin.low > 0

    @property
    def is_worse(self) -> bool:
        """Whether the whole interval of the margin is below 0."""
        return self.margin.high is not None and self.margin.high < 0


@dataclass(frozen=True)
class Ladder:
    """What came of playing a game in duplicate with several players."""

    game: str
    digest: str
    unit: str
    """What margins count: `points`, `penalty points`, or `chips`; more is better in all of them."""
    sides: int
    seed: int
    rungs: tuple[Rung, ...]
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Return what `trickbook ladder --json` prints. Only the times differ from one run to the next."""
        return {
            "game": self.game,
            "digest": self.digest,
            "unit": self.unit,
            "sides": self.sides,
            "seed": self.seed,
            "pairs": [
                {
                    "bot": rung.bot,
                    "against": rung.against,
                    "deals": rung.deals,
                    "turns": rung.turns,
                    "margin": _numbers(rung.margin),
                    "won": _numbers(rung.won) | {"even": rounded(rung.even)},
                    "luck": None if rung.luck != rung.luck else rounded(rung.luck),
                    "seconds": round(rung.seconds, 3),
                }
                for rung in self.rungs
            ],
            "seconds": round(self.seconds, 3),
        }


def _numbers(found: Contrast | Estimate) -> dict[str, float | None]:
    numbers = {"mean": rounded(found.mean), "low": rounded(found.low), "high": rounded(found.high)}
    return numbers | ({"p": rounded(found.p)} if isinstance(found, Contrast) else {})


def pairs_of(bots: Sequence[str], meet: str = NEXT) -> list[tuple[str, str]]:
    """Return who meets whom: the later of the two named first, since players are named from the weakest up.

    >>> pairs_of(["random", "greedy", "ismcts:200"])
    [('greedy', 'random'), ('ismcts:200', 'greedy')]

    Raises `LadderError` for fewer than two players, one that is named twice, or another word for who meets whom.
    """
    if meet not in (NEXT, ALL):
        raise LadderError(f"there is no way to meet {meet!r}; expected {NEXT!r} or {ALL!r}")
    names = [bot.strip() for bot in bots]
    if len(names) < 2:
        raise LadderError(f"a ladder needs at least two players, but only {names} is there")
    for i, name in enumerate(names):
        if name in names[:i]:
            raise LadderError(f"{name} is named twice; a ladder needs players that differ")
    pairs = pairwise(names) if meet == NEXT else combinations(names, 2)
    return [(later, earlier) for earlier, later in pairs]


class _Share:
    """Tells progress in hundredths of the work, of which a pair that searches more has more."""

    def __init__(self, pairs: Sequence[tuple[str, str]], deals: int, progress: Progress | None) -> None:
        self.cost = [2 * _MOVE + budget_of(bot) + budget_of(against) for bot, against in pairs]
        self.deals = deals
        self.progress = progress

    def tell(self, pair: int, done: int) -> None:
        if self.progress:
            work = sum(self.cost[:pair]) + self.cost[pair] * done / self.deals
            self.progress(int(_PER_CENT * work / sum(self.cost)), _PER_CENT)


def ladder(
    game: str | CompiledGame,
    bots: Sequence[str] = BOTS,
    *,
    meet: str = NEXT,
    deals: int = DEALS,
    seed: int = 1,
    threads: int | None = None,
    players: int | None = None,
    plugins: PluginSet | None = None,
    progress: Progress | None = None,
    done: Callable[[Rung], None] | None = None,
) -> Ladder:
    """Play pairs of players against each other in duplicate.

    `bots` are named from the weakest up; with `meet="next"` each meets the one before it, with `"all"` all others. Each
    pair plays the same `deals`, once for each side that the first of them may have. A game is one that is loaded, or a name as
    `trickbook.load` takes it, with `players` and `plugins`. Results don't depend on the number of `threads`, which is that of
    the processors if none is given. `progress` is told hundredths of the work, `done` each pair that has been played.

    >>> played = ladder("schwesing", ["random", "greedy"], deals=100)
    >>> played.rungs[0].is_better
    True

    Raises `LadderError` for what `pairs_of` refuses; `SimulationError`, `BotError` and what
    `trickbook.load` raises.
    """
    loaded = load(game, players=players, plugins=plugins) if isinstance(game, str) else game
    pairs = pairs_of(bots, meet)
    share = _Share(pairs, deals, progress)
    start = perf_counter()
    rungs = []
    for place, (bot, against) in enumerate(pairs):
        rungs.append(_rung(loaded, bot, against, deals, seed, threads or os.cpu_count() or 1, place, share))
        if done:
            done(rungs[-1])
    return Ladder(
        game=loaded.game,
        digest=loaded.rulebook.digest,
        unit=unit_of(loaded),
        sides=int(loaded.rules.sides),
        seed=seed,
        rungs=tuple(rungs),
        seconds=perf_counter() - start,
    )


def _rung(
    game: CompiledGame, bot: str, against: str, deals: int, seed: int, threads: int, place: int, share: _Share
) -> Rung:
    start = perf_counter()
    even = 1 / int(game.rules.sides)
    whole = play_duplicate(
        game, bot, against, deals=deals, seed=seed, threads=threads, progress=lambda done, _: share.tell(place, done)
    )
    return Rung(
        bot=bot,
        against=against,
        unit=unit_of(game),
        margin=paired_difference(np.zeros(deals), whole.margins),
        won=mean_beside(whole.won, even),
        even=even,
        luck=whole.luck(),
        deals=deals,
        turns=len(whole.turns),
        seconds=perf_counter() - start,
    )
