"""How many deals are needed to see an effect, asked before they are played."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trickbook.answers.words import lower_first
from trickbook.compiler import CompiledGame
from trickbook.measure.comparison import CompareError, check_size
from trickbook.measure.metrics import DEALS
from trickbook.measure.sample_size import PILOT, Needed, needed_of
from trickbook.measure.statistics import rounded
from trickbook.origin import Origin, score_words
from trickbook.plugins import PluginSet
from trickbook.simulation.batches import Progress
from trickbook.study.measuring import measure
from trickbook.study.study import USUAL_METRIC, Study


@dataclass(frozen=True)
class Detection:
    """How many deals, or matches, are needed to see an effect of a given size."""

    games: tuple[str, ...]
    metric: str
    title: str
    unit: str
    sample: str
    """What is counted: single deals, or whole matches."""
    effect: float
    seed: int
    bots: str
    pilot: int
    """Deals, or matches, in the pilot sample."""
    half_width: float
    """Half the width of the 95 % interval in the pilot sample, the widest of all games."""
    needed: tuple[Needed, ...]
    origin: Origin
    """Where the figures of the pilot sample come from."""

    def as_json(self) -> dict[str, Any]:
        """Return what `trickbook compare --detect --json` prints."""
        return {
            "games": list(self.games),
            "metric": self.metric,
            "unit": self.unit,
            "sample": self.sample,
            "effect": self.effect,
            "seed": self.seed,
            "bots": self.bots,
            "pilot": self.pilot,
            "half_width": rounded(self.half_width),
            "needed": [{"power": plan.power, "n": plan.units} for plan in self.needed],
            "from": list(self.origin.scores),
            "origin": self.origin.as_json(),
        }

    def sentences(self) -> list[str]:
        """Return the answer in words."""
        unit = "deal" if self.sample == DEALS else "match"
        units = "deals" if self.sample == DEALS else "matches"
        what = "a difference from the first game" if len(self.games) > 1 else "a difference from a given value"
        each = " of each game" if len(self.games) > 1 else ""
        return [
            f"To see {what} of {self.effect:g} ({self.unit}) in {lower_first(self.title)}:",
            *(f"  {plan.units:,} {unit if plan.units == 1 else units}{each}, to find it in {plan.power:.0%} of studies" for plan in self.needed),
            f"By a pilot sample of {self.pilot:,} {units}{each}, players {self.bots}, seed {self.seed}, "
            f"deals from {score_words(self.origin.scores)}; tests at the 5 % level, two-sided.",
            f"Rules: {self.origin.digests_words()}",
            self.origin.versions_words(),
        ]


def detect(
    games: Sequence[str | CompiledGame],
    effect: float,
    *,
    metric: str = USUAL_METRIC,
    pilot: int = PILOT,
    seed: int = 1,
    bots: str = "greedy",
    threads: int | None = None,
    executor: Executor | None = None,
    scheduler: str | None = None,
    resume: Path | str | None = None,
    scores: Sequence[int] = (),
    players: int | None = None,
    plugins: PluginSet | None = None,
    progress: Progress | None = None,
) -> Detection:
    """Say how many deals are needed to see an effect of a given size in a metric, from a pilot sample.

    The effect is a difference from the first game, or, of a game alone, from a given value. With several games, that
    counts which needs most. The numbers are as good as the pilot sample says how much games differ: with 500 deals they
    are off by a tenth or so, and by more for rare things. See `trickbook.measure.sample_size.needed_of`.

    Raises `CompareError` for an effect that is not from 0.000001 to 1,000,000, a metric that the games don't have, and a pilot sample in
    which it does not count, or never varies; what `compare` raises.
    """
    check_size("effect", effect)
    study = Study(
        games, seed=seed, bots=bots, scores=scores, players=players, plugins=plugins, metric=metric, most=pilot
    )
    study.play(threads=threads, executor=executor, scheduler=scheduler, resume=resume, progress=progress)
    chosen = study.metric
    assert chosen is not None
    least, most = chosen.limits.least, chosen.limits.most
    span = None if least is None or most is None else most - least
    if span is not None and effect > span:
        in_hundreds = f"; {effect:g} in 100 is {effect / 100:g}" if chosen.method.in_hundreds else ""
        raise CompareError(
            f"an effect of {effect:g} is larger than any in {metric} ({chosen.unit}); expected no more than {span:g}{in_hundreds}"
        )
    found = measure(chosen, study.names, study.samples, study.paired)
    half = found.half_width() if found else None
    plans = [needed_of(result, pilot, effect) for result in found.results()] if found else []
    known = [plan for plan in plans if plan]
    if half is None or len(known) < len(plans):
        raise CompareError(f"{metric} has too few values in a pilot sample of {pilot} {chosen.sample} to say")
    return Detection(
        study.names,
        metric,
        chosen.title,
        chosen.unit,
        chosen.sample,
        effect,
        seed,
        bots,
        pilot,
        half,
        max(known, key=lambda plan: plan[0].units),
        study.comparison().origin,
    )
