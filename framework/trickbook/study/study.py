"""A comparison in the making: played step by step by anybody, stopped at any time, and taken up again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from time import perf_counter
from typing import Unpack

from trickbook import defaults
from trickbook.answers.stronger import judge
from trickbook.bots import budget_of
from trickbook.compiler import CompiledGame
from trickbook.errors import shown
from trickbook.measure.comparison import CompareError, Comparison, Measured, Precision, Standings
from trickbook.measure.luck import Luck, luck_of
from trickbook.measure.metrics import AGAIN, DEALS, DUPLICATE, MATCHES, Metric, metrics_of
from trickbook.measure.metrics.in_duplicate import LUCK, SKILL
from trickbook.measure.sample_size import Looks
from trickbook.origin import Played
from trickbook.simulation.batches import Progress, at_a_table, check_request
from trickbook.study.asked import Asked, Options, named_metric
from trickbook.study.beside import deals_for, other_seed
from trickbook.study.measuring import can_be_paired, measure, measured_of
from trickbook.study.recording import Recording
from trickbook.study.runner import How, Player, Runner
from trickbook.study.samples import Plan, Samples
from trickbook.study.skill import SkillCurve, with_curves, with_luck, with_skill


class Study:
    """Games that are played on the same shuffles, as far as they have been played.

    >>> study = Study(["schwesing", "treia"], deals=100, bots="random")
    >>> study.play()
    >>> study.comparison().deals
    100
    """

    def __init__(
        self,
        asked: Asked | Sequence[str | CompiledGame],
        *,
        record: Callable[[str], object] | None = None,
        **options: Unpack[Options],
    ) -> None:
        """Plan what is asked: a `trickbook.study.asked.Asked`, or the games and what one is made of, by name.

        `record` is given the records of single deals and whole matches (`trickbook.records`), as lines of text, step by step; nothing
        of them is held. A step that a file of earlier work has without its records is played again.

        Raises what `Asked.of` raises.
        """
        asked = asked if isinstance(asked, Asked) else Asked.of(asked, **options)
        self.asked = asked
        """What is asked."""
        self.games = asked.games
        """The games, the first of which is the measure."""
        self.names = tuple(game.game for game in self.games)
        """Their names."""
        self.curve = asked.curve
        """The players of the skill curve, if there is one, from the most simulations to the fewest."""
        self.seed = asked.seed
        """The seed of all shuffles and choices."""
        self.bots = asked.bots
        """Who plays."""
        self.scores = asked.scores
        """The score at which each single deal begins, by side; none: at nothing."""
        self.paired = can_be_paired(self.games)
        """Whether deal i has the same shuffle in all games."""
        self.metrics = asked.metrics
        """What is measured."""
        self.metric = asked.chosen
        """The metric that is to be known, if there is one."""
        self.looks = None if asked.precision is None else Looks(asked.precision)
        """When the precision is looked at, if one is wanted."""
        # Whoever plays until a metric is known does not know how many single deals, or matches, there will be.
        self.plan = Plan(
            asked.works(record is not None),
            asked.sizes(),
            asked.duels,
            duels_first=self.metric is not None,
            again=self._is_played_again(),
        )
        """What is to be played."""
        self._recording = Recording(record, self._played_games(), self.bots, self.seed, self.scores) if record else None
        self._head = self.plan.works, self.metrics
        self.beside: Study | None = None
        """The same games between stronger players, once they play."""
        self._asks_luck = asked.duplicate is not None
        self.samples = Samples(
            self.metrics,
            paired=self.paired,
            again=self.plan.again,
            duels=self.plan.duels,
            keep=asked.keep is not None,
        )
        """What has been played."""
        self.complete = False
        """Whether all has been played, or as much as was wanted."""
        self._seconds = 0.0
        self._moves = 0
        self._deals_now = 0

    def _played_games(self) -> tuple[Played, ...]:
        return tuple(Played.of(work.game.game, work.game.plugins) for work in self.plan.works)

    def measured_in(self, name: str) -> Metric:
        """Return a metric by name that one of the games has, and the plan plays for.

        Raises `CompareError` if there is none, naming the nearest.
        """
        return named_metric(name, {metric.name: metric for metric in self._played_for() if metric.shown})

    def compared(self) -> list[str]:
        """Return the names of the metrics that the first game and another have, and the plan plays for; of one game, all."""
        names = [{metric.name for metric in metrics_of(game)} for game in self.games]

        def is_compared(metric: Metric) -> bool:
            others = [place for place in range(1, len(names)) if metric.can_differ(place)] if len(names) > 1 else [0]
            return metric.name in names[0] and any(metric.name in names[place] for place in others)

        found = [metric.name for metric in self._played_for() if metric.of_two or is_compared(metric)]
        luck = (LUCK.name,) if self._asks_luck else ()
        skill = (SKILL.name,) if self.plan.duels else ()
        return [*luck, *skill, *found]

    def _played_for(self) -> list[Metric]:
        return [metric for metric in self.metrics if metric.sample in self.plan.sizes]

    def _is_played_again(self) -> bool:
        """Say whether rule weight has to be set against what players who search do by chance."""
        asked = self.metrics if self.metric is None else [self.metric]
        return any(metric.of_two for metric in asked) and at_a_table(self.games[0], self.bots).budget > 0

    def _is_enough(self, samples: Samples) -> bool:
        """Say whether what was wanted so precisely is known so precisely."""
        if self.looks is None or self.metric is None:
            return False
        n = samples.size(self.metric.sample)
        if not self.looks.is_due(n):
            return False
        found = measure(self.metric, self.names, samples, self.paired)
        return self.looks.is_enough(n, found.half_width() if found else None)

    def play(
        self, runner: Runner | None = None, *, until: Callable[[Samples], bool] | None = None, **how: Unpack[How]
    ) -> None:
        """Play on, to the end of the plan, or until a rule is content with the samples after one of its steps.

        The rule is that the wanted precision is reached, if there is one, or `until`. A `trickbook.study.runner.Runner`, or what one
        is made of, says how it is played; nothing depends on it. After an interruption, what is complete is there, and can be
        gone on from.

        Raises `SimulationError` for a game that breaks a limit, what `Runner.of` and `Runner.opened` raise, and whatever the
        executor raises.
        """
        runner = Runner.of(runner, how)
        start = perf_counter()
        try:
            with runner.opened(*self._head) as player:
                self._play(player, runner.progress, until or self._is_enough)
        finally:
            self._seconds += perf_counter() - start

    def _play(self, player: Player, progress: Progress | None, is_enough: Callable[[Samples], bool]) -> None:
        self.complete = False
        done, first = self.samples.total, self.samples.steps

        def tell(count: int) -> None:
            nonlocal done
            done += count
            if progress:
                progress(done, self.plan.total)

        with closing(player.play(lambda: islice(self.plan.steps(), first, None), tell)) as steps:
            for played in steps:
                self._moves += played.moves
                self._deals_now += sum(unit.count for unit in played.now if unit.sample == DEALS)
                self.samples.add(played.step, [replace(result, lines=()) for result in played.results])
                if self._recording:
                    self._recording.add(played.step, played.results)
                if is_enough(self.samples):
                    break
        self.complete = True

    def prepare_stronger(self, player: str, deals: int | None = None) -> Study:
        """Plan, once all single deals are played, the same games between stronger players, and return that study to be played.

        They play so many deals, other ones; if nothing is said, as many as take less than a minute
        (`trickbook.study.beside`). What was planned before with the same players is gone on with.

        Raises `BotError` for players that are not there, `CompareError` for several of them or if no single deals were played.
        """
        if self.beside is None or self.beside.bots != player:
            check_request(self.seed, deals=deals)
            check_stronger(player)
            if not self.samples.size(DEALS):
                raise CompareError("stronger players play single deals beside others; expected some of these before")
            beside = Study(
                self.games, deals=1, seed=other_seed(self.seed), bots=player, scores=self.plan.works[0].scores
            )
            deals = deals or deals_for(player, self.samples, len(self.games), beside.plan.again)
            works = tuple(replace(work, part=player) for work in beside.plan.works)
            beside.plan = replace(beside.plan, works=works, sizes={DEALS: deals})
            beside._head = self._head
            self.beside = beside
        return self.beside

    @property
    def has_begun(self) -> bool:
        """Whether anything has been played."""
        return self.samples.steps > 0

    def measured(self, metric: Metric) -> Measured | None:
        """Return one metric by what has been played so far; None if it has no value yet."""
        found = measured_of([metric], self.names, self.samples, self.paired)
        return found[0] if found else None

    def comparison(self) -> Comparison:
        """Set the games side by side, by what has been played so far."""
        beforehand = () if self.metric is None else (self.metric.name,)
        comparison = Comparison(
            games=self.names,
            deals=self.samples.size(DEALS),
            matches=self.samples.size(MATCHES),
            seed=self.seed,
            bots=self.bots,
            paired=self.paired,
            metrics=measured_of(self._measurable(), self.names, self.samples, self.paired, beforehand),
            seconds=self._seconds,
            deals_now=self._deals_now // len(self.games),
            decisions_per_second=self._moves / self._seconds if self._seconds else 0.0,
            complete=self.complete,
            samples=self.samples,
            precision=self._precision(),
            beforehand=beforehand,
            rulebooks=tuple(game.rulebook for game in self.games),
            duplicate=max((self.samples.size(DUPLICATE, player) for player in self.plan.duels), default=0),
            compared=tuple(self.compared()),
            scores=self.scores,
            played=self._played_games(),
            standings=tuple(self._standings()),
        )
        if self._asks_luck and (lucks := self.lucks(self.bots.strip())):
            comparison = with_luck(with_skill(comparison, lucks), lucks)
        if curves := self.curves():
            comparison = with_curves(comparison, curves)
        if self.beside and self.beside.samples.size(DEALS):
            comparison = replace(comparison, stronger=judge(comparison, self.beside.comparison()))
        return comparison

    def _measurable(self) -> list[Metric]:
        """Return the metrics that what has been played says: none of two games as long as nothing tells them from chance."""
        waits = self.plan.again and not self.samples.size(AGAIN)
        return [metric for metric in self.metrics if not (metric.of_two and waits)]

    def _standings(self) -> Iterator[Standings]:
        """Yield where the players of each tournament stand."""
        for place in range(len(self.games)):
            if found := self.samples.standings(place):
                yield Standings(self.names[place], found.tournaments, tuple(found.standings()))

    def lucks(self, player: str) -> list[Luck]:
        """Return luck and skill of each game, by the deals that a player has played in duplicate so far; none if there are none."""
        if not self.samples.size(DUPLICATE, player):
            return []
        found = [self.samples.duels(place, player) for place in range(len(self.games))]
        return [
            luck_of(game, player, sums.results, sums.margins, sums.won, sums.beside_first)
            for game, sums in zip(self.games, found, strict=True)
        ]

    def curves(self) -> list[SkillCurve]:
        """Return the skill curve of each game, with the points of which there are deals so far; none if there are none."""
        points = [lucks for player in self.curve if (lucks := self.lucks(player))]
        return [
            SkillCurve(game.game, tuple(lucks[place] for lucks in points))
            for place, game in enumerate(self.games)
            if points
        ]

    def _precision(self) -> Precision | None:
        if self.looks is None or self.metric is None:
            return None
        found = measure(self.metric, self.names, self.samples, self.paired)
        half = found.half_width() if found else None
        return Precision(self.metric.name, self.looks.precision, half, self.looks.reached, tuple(self.looks.sizes))


def check_stronger(player: str) -> None:
    """Raise `CompareError` for stronger players who are not one player for all, who searches, and what `budget_of` raises."""
    if not isinstance(player, str) or "," in player or not budget_of(player):
        name = player if isinstance(player, str) else shown(player)
        raise CompareError(f"{name} is no player who searches; expected one for all seats, such as {defaults.STRONGER}")
