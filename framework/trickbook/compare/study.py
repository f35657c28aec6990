"""A comparison in the making: played step by step by anybody, stopped at any time, and taken up again."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from itertools import chain, islice
from time import perf_counter

from trickbook.bots import bots_named
from trickbook.compare.comparing import CompareError, Comparison, can_be_paired, measured_of
from trickbook.compare.metrics import DEALS, MATCHES, metrics_of
from trickbook.compare.samples import Plan, Samples
from trickbook.compare.work import Result, Unit, Work, play
from trickbook.compiler import CompiledGame
from trickbook.games import load
from trickbook.plugins import PluginSet
from trickbook.portable import PortableGame
from trickbook.simulate import Progress, check_request, in_order, starting_scores

FEWEST_MATCHES = 200
"""Whole matches that are played, unless more are asked for or there are many deals."""
DEALS_TO_A_MATCH = 50
"""With many deals, one whole match is played for so many."""


class Study:
    """Games that are played on the same shuffles, as far as they have been played.

    >>> study = Study(["schwesing", "treia"], deals=100, bots="random")
    >>> study.play()
    >>> study.comparison().deals
    100
    """

    def __init__(
        self,
        games: Sequence[str | CompiledGame],
        *,
        deals: int = 10_000,
        matches: int | None = None,
        seed: int = 1,
        bots: str = "greedy",
        scores: Sequence[int] = (),
        players: int | None = None,
        plugins: PluginSet | None = None,
        keep: Sequence[str] = (),
    ) -> None:
        """Plan what is to be played; see `compare` for what is asked for and raised.

        `keep` names fields of a deal's row (`trickbook.bots.playing.ROW`) to be kept in `samples`.
        """
        if not games:
            raise CompareError("there is nothing to compare; expected one game, and others to set against it")
        if matches is None:
            matches = max(FEWEST_MATCHES, deals // DEALS_TO_A_MATCH)
        check_request(seed, deals=deals, matches=matches)
        self.games = tuple(
            load(game, players=players, plugins=plugins) if isinstance(game, str) else game for game in games
        )
        """The games, the first of which is the measure."""
        self.names = tuple(game.game for game in self.games)
        """Their names."""
        for game in self.games:
            starting_scores(game, scores)
            bots_named(bots, int(game.rules.seats))
            bots_named(bots, int(game.rules.tournament_players))
        self.seed = seed
        """The seed of all shuffles and choices."""
        self.bots = bots
        """Who plays."""
        self.paired = can_be_paired(self.games)
        """Whether deal i has the same shuffle in all games."""
        self.metrics = metrics_of(*self.games)
        """What is measured."""
        works = tuple(Work(PortableGame(game), seed, bots, tuple(scores), tuple(keep)) for game in self.games)
        self.plan = Plan(works, {DEALS: deals, MATCHES: matches})
        """What is to be played."""
        self.samples = Samples()
        """What has been played."""
        self.complete = False
        """Whether all has been played, or as much as was wanted."""
        self._seconds = 0.0

    def play(
        self,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Progress | None = None,
        until: Callable[[Samples], bool] = lambda _: False,
        known: Callable[[Unit], Result | None] = lambda _: None,
        finished: Callable[[Unit, Result], None] = lambda *_: None,
    ) -> None:
        """Play on, to the end of the plan, or until a rule is content with the samples after one of its steps.

        Units are played on so many `threads`, as many as there are processors if nothing is said, or by an
        `executor`, which then has no more than twice so many at a time. Nothing depends on either. `known` gives the
        results of units that need not be played; `finished` is called with each unit in order. If it is interrupted,
        what is complete stays, and can be gone on from.

        Raises `SimulationError` for a game that breaks a limit, and whatever the executor raises.
        """
        if threads is None:
            threads = os.cpu_count() or 1
        check_request(self.seed, threads=threads)
        start = perf_counter()
        total = len(self.games) * sum(self.plan.sizes.values())
        done = len(self.games) * sum(self.samples.size(sample) for sample in self.plan.sizes)
        steps = islice(self.plan.steps(), self.samples.steps, None)
        # A step is taken up by whoever plays before it is asked for here.
        units = chain.from_iterable(islice(self.plan.steps(), self.samples.steps, None))
        results = in_order(play, units, threads, executor, known)
        try:
            for step in steps:
                played = []
                for unit in step:
                    played.append(next(results))
                    finished(unit, played[-1])
                    done += unit.count
                    if progress:
                        progress(done, total)
                self.samples.add(step, played)
                if until(self.samples):
                    break
            self.complete = True
        finally:
            results.close()
            self._seconds += perf_counter() - start

    def comparison(self) -> Comparison:
        """Set the games side by side, by what has been played so far."""
        return Comparison(
            games=self.names,
            deals=self.samples.size(DEALS),
            matches=self.samples.size(MATCHES),
            seed=self.seed,
            bots=self.bots,
            paired=self.paired,
            metrics=measured_of(self.metrics, self.names, self.samples, self.paired),
            seconds=self._seconds,
            decisions_per_second=self.samples.moves / self._seconds if self._seconds else 0.0,
            complete=self.complete,
            samples=self.samples,
            rulebooks=tuple(game.rulebook for game in self.games),
        )


def compare(
    games: Sequence[str | CompiledGame],
    *,
    deals: int = 10_000,
    seed: int = 1,
    bots: str = "greedy",
    threads: int | None = None,
    executor: Executor | None = None,
    matches: int | None = None,
    scores: Sequence[int] = (),
    players: int | None = None,
    plugins: PluginSet | None = None,
    keep: Sequence[str] = (),
    progress: Progress | None = None,
) -> Comparison:
    """Play games on the same shuffles, and compare each with the first.

    `deals` single deals of each are begun at `scores` (nothing, if none are given), and, as a sample of its own, so
    many whole `matches` are played: 200, or one for 50 deals if that is more. A game is one that is loaded, or a name
    as `trickbook.load` takes it, with `players` and `plugins`. Results don't depend on the number of `threads`, which
    is that of the processors if none is given, nor on the `executor` of `concurrent.futures` that plays instead.
    `keep` names fields of a deal's row that are kept in the samples (`trickbook.bots.playing.ROW`).

    Raises `CompareError` for no games; `SimulationError`, `BotError` and what `trickbook.load` raises.

    >>> comparison = compare(["schwesing", "treia"], deals=100, bots="random")
    >>> comparison.paired
    True
    """
    study = Study(
        games,
        deals=deals,
        matches=matches,
        seed=seed,
        bots=bots,
        scores=scores,
        players=players,
        plugins=plugins,
        keep=keep,
    )
    study.play(threads=threads, executor=executor, progress=progress)
    return study.comparison()
