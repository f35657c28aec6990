"""A comparison at once: planned, played to its end, and measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path

from trickbook import defaults
from trickbook.compiler import CompiledGame
from trickbook.measure.comparison import CompareError, Comparison
from trickbook.measure.metrics import DEALS
from trickbook.plugins import PluginSet
from trickbook.simulation.batches import Progress, check_request
from trickbook.study.study import Study, check_stronger


def compare(
    games: Sequence[str | CompiledGame],
    *,
    deals: int | None = None,
    seed: int = 1,
    bots: str = "greedy",
    threads: int | None = None,
    executor: Executor | None = None,
    scheduler: str | None = None,
    resume: Path | str | None = None,
    matches: int | None = None,
    scores: Sequence[int] = (),
    players: int | None = None,
    plugins: PluginSet | None = None,
    keep: Sequence[str] = (),
    precision: float | None = None,
    metric: str | None = None,
    duplicate: int | None = None,
    skill: str | None = None,
    skill_deals: int = defaults.CURVE_DEALS,
    record: Callable[[str], object] | None = None,
    stronger: str | None = None,
    stronger_deals: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play games on the same shuffles, and compare each with the first.

    `deals` single deals of each (10,000 if nothing is said) are begun at `scores`, one for each side (nothing, if none are given), and, as a
    sample of its own, so many whole `matches` are played: 200, or one for 50 deals if that is more. A game is one that is
    loaded, or a name as `trickbook.load` takes it, with `players` and `plugins`. Results don't depend on the number of
    `threads`, which is that of the processors if none is given, nor on the `executor` of `concurrent.futures` that plays
    instead, or the Dask cluster with the address `scheduler`. What is played is written to the file `resume`, and not played again when
    the same call is made with the same file.
    `keep` names fields of the row of a single deal that are kept in the samples (`trickbook.bots.playing.ROW`). With
    `duplicate`, so many deals are played in duplicate too, and skill and luck are among what is measured
    (`trickbook.measure.luck.luck_of`); with `skill`, the name of a player, its skill curve is, from `skill_deals` for each point.
    `record`, such as the `write` of an open file, is given the records of all single deals and whole matches as text.

    With `stronger`, the name of a player who searches, that player plays too, `stronger_deals` of each game, or as many as take
    less than a minute, and `Comparison.stronger` says of each finding whether it holds (`trickbook.answers.stronger`). The
    command does so by itself; here nobody plays who is not asked, since a program often plays many comparisons.

    With a `precision`, deals are played until the interval of the difference of a `metric` from the first game (of its
    mean, if there is one game) reaches no farther than so much to each side, by the rule of `trickbook.measure.sample_size`;
    `deals` is the most there may be then. With a `metric`, `deals-won` if none is named, only the sample that it is
    about is played.

    Raises `CompareError` for no games, or a metric that they don't have; `trickbook.measure.luck.LuckError` for players of which
    skill and luck can't be told; `SimulationError`, `BotError` and what `trickbook.load` and `Study.play` raise.

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
        precision=precision,
        metric=metric,
        duplicate=duplicate,
        skill=skill,
        skill_deals=skill_deals,
        record=record,
    )
    if stronger:
        check_stronger(stronger)
        check_request(seed, deals=stronger_deals)
        if DEALS not in study.plan.sizes or len(study.games) == 1:
            raise CompareError("stronger players play single deals of several games; expected these to be compared")
    study.play(threads=threads, executor=executor, scheduler=scheduler, resume=resume, progress=progress)
    if stronger:
        beside = study.prepare_stronger(stronger, stronger_deals)
        beside.play(threads=threads, executor=executor, scheduler=scheduler, resume=resume, progress=progress)
    return study.comparison()
