"""A comparison in the making: played step by step by anybody, stopped at any time, and taken up again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import replace
from difflib import get_close_matches
from itertools import chain, islice
from pathlib import Path
from time import perf_counter

from trickbook import defaults
from trickbook.answers.stronger import judge
from trickbook.bots import budget_of
from trickbook.compiler import CompiledGame
from trickbook.errors import check_game, shown
from trickbook.game.loading import load
from trickbook.game.standings import standings
from trickbook.measure.comparison import CompareError, Comparison, Measured, Precision, Standings, check_size
from trickbook.measure.luck import Luck, check_deals, luck_of, weaker_than
from trickbook.measure.metrics import AGAIN, DEALS, DUPLICATE, MATCHES, Metric, metrics_of
from trickbook.measure.metrics.in_duplicate import LUCK, SKILL
from trickbook.measure.sample_size import Looks
from trickbook.origin import Played
from trickbook.plugins import PluginSet
from trickbook.simulation.batches import Progress, at_a_table, check_request, in_a_match, in_order, starting_scores
from trickbook.simulation.duplicate import casts_of
from trickbook.study.beside import deals_for, other_seed
from trickbook.study.journal import WorkFile
from trickbook.study.measuring import can_be_paired, measure, measured_of
from trickbook.study.recording import Recording
from trickbook.study.samples import Plan, Samples
from trickbook.study.skill import SkillCurve, curve_of, with_curves, with_luck, with_skill
from trickbook.study.units import TOTALS, Work, play
from trickbook.study.workers import workers

FEWEST_MATCHES = 200
"""Whole matches that are played, unless more are asked for or there are many deals."""
DEALS_TO_A_MATCH = 50
"""With many deals, one whole match is played for so many."""
MOST = 10_000_000
"""Deals, or matches, of each game that are played at most for a wanted precision, if nothing is said."""
USUAL_METRIC = "deals-won"
"""The metric that is to be known so precisely, if nothing is said."""


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
        deals: int | None = None,
        matches: int | None = None,
        seed: int = 1,
        bots: str = "greedy",
        scores: Sequence[int] = (),
        players: int | None = None,
        plugins: PluginSet | None = None,
        keep: Sequence[str] = (),
        precision: float | None = None,
        metric: str | None = None,
        most: int = MOST,
        duplicate: int | None = None,
        skill: str | None = None,
        skill_deals: int = defaults.CURVE_DEALS,
        record: Callable[[str], object] | None = None,
    ) -> None:
        """Plan what is to be played; see `compare` for what is asked for and raised.

        With a `metric`, only the sample that it is about is played: no more than `most`, if no number is given.

        So many deals are played in `duplicate` besides, for skill and luck of `bots` (`trickbook.measure.luck.luck_of`). And for
        each point of the skill curve of a player, `skill`, `skill_deals` are (`trickbook.study.skill.curve_of`).

        `keep` names fields of the row of a single deal (`trickbook.bots.playing.ROW`) to be kept in `samples`.

        `record` is given the records of single deals and whole matches (`trickbook.records`), as lines of text, step by step; nothing
        of them is held. A step that a file of earlier work has without its records is played again.
        """
        if isinstance(games, str):
            raise CompareError(f"{games!r} is one game; expected a list of games, such as [{games!r}]")
        if not isinstance(games, Sequence):
            raise CompareError(f"expected a list of games, such as ['schwesing', 'treia'], found {shown(games)}")
        if not games:
            raise CompareError("there is nothing to compare; expected one game, and others to set against it")
        check_request(seed, deals=deals, matches=matches)
        if precision is not None:
            check_size("precision", precision)
        self.games = tuple(
            load(game, players=players, plugins=plugins) if isinstance(game, str) else game for game in games
        )
        """The games, the first of which is the measure."""
        for game in self.games:
            check_game(game)
        self.names = tuple(game.game for game in self.games)
        """Their names."""
        self.curve = curve_of(skill) if skill else ()
        """The players of the skill curve, if there is one, from the most simulations to the fewest."""
        duels = self._duels(bots, duplicate, skill_deals)
        for game in self.games:
            starting_scores(game, scores)
            in_a_match(game, bots)
        self.seed = seed
        """The seed of all shuffles and choices."""
        self.bots = bots
        """Who plays."""
        self.scores = tuple(scores)
        """The score at which each single deal begins, by side; none: at nothing."""
        self.paired = can_be_paired(self.games)
        """Whether deal i has the same shuffle in all games."""
        self.metrics = metrics_of(*self.games)
        """What is measured."""
        works = tuple(
            Work(at_a_table(game, bots).portable(game), seed, bots, tuple(scores), tuple(keep), record is not None)
            for game in self.games
        )
        self.metric = None if metric is None and precision is None else self._chosen(metric or USUAL_METRIC)
        """The metric that is to be known, if there is one."""
        self.looks = None if precision is None else Looks(precision)
        """When the precision is looked at, if one is wanted."""
        # Whoever plays until a metric is known does not know how many single deals, or matches, there will be.
        self.plan = Plan(
            works,
            self._sizes(deals, matches, most),
            duels,
            duels_first=self.metric is not None,
            again=self._is_played_again(),
        )
        """What is to be played."""
        self._recording = Recording(record, self._played_games(), bots, seed, scores) if record else None
        self._head = works, self.metrics
        self.beside: Study | None = None
        """The same games between stronger players, once they play."""
        self._asks_luck = duplicate is not None
        self.samples = Samples()
        """What has been played."""
        self.complete = False
        """Whether all has been played, or as much as was wanted."""
        self._seconds = 0.0
        self._moves = 0

    def _played_games(self) -> tuple[Played, ...]:
        return tuple(Played.of(work.game.game, work.game.plugins) for work in self.plan.works)

    def measured_in(self, name: str) -> Metric:
        """Return a metric by name that one of the games has, and the plan plays for.

        Raises `CompareError` if there is none, naming the nearest.
        """
        return _named(name, {metric.name: metric for metric in self._played_for() if metric.shown})

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

    def _chosen(self, name: str) -> Metric:
        """Return a metric by name, if it says something of all games together."""
        metric = _named(name, {metric.name: metric for metric in self.metrics})
        for game in self.games:
            if not metric.of_two and name not in [entry.name for entry in metrics_of(game)]:
                raise CompareError(f"{game.game} has no metric {name!r}; expected one that all games have")
        if metric.stakes:
            raise CompareError(
                f"{name!r} counts {' in one game and '.join(dict.fromkeys(metric.stakes))} in another, which can't be compared; "
                "expected a metric that counts the same in all games"
            )
        return metric

    def _duels(self, bots: str, duplicate: int | None, skill_deals: int) -> dict[str, int]:
        """Return how many deals in duplicate players are to have against weaker ones."""
        found = {} if duplicate is None else {bots.strip(): duplicate}
        for player in self.curve:
            found[player] = max(found.get(player, 0), skill_deals)
        for player, deals in found.items():
            check_deals(deals)
            for game in self.games:
                casts_of(game, player, weaker_than(player))
        return found

    def _sizes(self, deals: int | None, matches: int | None, most: int) -> dict[str, int]:
        """Return how many deals, and matches, there are to be, at most."""
        if self.metric is None:
            deals = deals or defaults.DEALS
            return {DEALS: deals, MATCHES: matches or max(FEWEST_MATCHES, deals // DEALS_TO_A_MATCH)}
        asked, other = (deals, matches) if self.metric.sample == DEALS else (matches, deals)
        if other is not None:
            raise CompareError(
                f"{self.metric.name} is found from {self.metric.sample}, and only these are played: "
                f"expected no number of {'whole matches' if self.metric.sample == DEALS else 'deals'}"
            )
        return {self.metric.sample: asked or most}

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
        self,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        scheduler: str | None = None,
        resume: Path | str | None = None,
        progress: Progress | None = None,
        until: Callable[[Samples], bool] | None = None,
    ) -> None:
        """Play on, to the end of the plan, or until a rule is content with the samples after one of its steps.

        The rule is that the wanted precision is reached, if there is one, or `until`.

        Units are played on so many `threads`, as many as there are processors if nothing is said; by an `executor`,
        which then has no more than about twice so many at a time; or by the workers of a Dask cluster, by the address of
        its `scheduler`. Nothing depends on which. What is played is written to the file `resume`, and what it has already
        is not played again. After an interruption, what is complete is there, and can be gone on from.

        Raises `SimulationError` for a game that breaks a limit, `CompareError` for both an executor and a scheduler,
        `trickbook.study.journal.ResumeError` for the file of another comparison,
        `trickbook.study.cluster.ClusterError` for a cluster that can't be used, and whatever the executor raises.
        """
        start = perf_counter()
        with ExitStack() as opened:
            try:
                check_request(self.seed, threads=threads)
                file = opened.enter_context(WorkFile(Path(resume), *self._head)) if resume else None
                executor, threads = opened.enter_context(workers(threads, executor, scheduler))
                self._play(threads, executor, file, progress, until)
            finally:
                self._seconds += perf_counter() - start

    def _play(
        self,
        threads: int,
        executor: Executor | None,
        file: WorkFile | None,
        progress: Progress | None,
        until: Callable[[Samples], bool] | None,
    ) -> None:
        self.complete = False
        done = self.samples.total
        steps = islice(self.plan.steps(), self.samples.steps, None)
        units = chain.from_iterable(islice(self.plan.steps(), self.samples.steps, None))
        results = in_order(play, units, threads, executor, file.known if file else lambda _: None)
        try:
            for step in steps:
                played = []
                for unit in step:
                    played.append(next(results))
                    if file is None or file.add(unit, played[-1]):
                        self._moves += played[-1].moves
                    done += unit.count
                    if progress:
                        progress(done, self.plan.total)
                self.samples.add(step, [replace(result, lines=()) for result in played])
                if self._recording:
                    self._recording.add(step, played)
                if (until or self._is_enough)(self.samples):
                    break
            self.complete = True
        finally:
            results.close()

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
            deals = deals or deals_for(player, self.samples, self.metrics, len(self.games), beside.plan.again)
            works = tuple(replace(work, part=player) for work in beside.plan.works)
            beside.plan = replace(beside.plan, works=works, sizes={DEALS: deals})
            beside._head = self._head
            self.beside = beside
        return self.beside

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
        for place, game in enumerate(self.games):
            if game.tournament_players and self.samples.size(MATCHES):
                totals = self.samples.column(place, MATCHES, TOTALS).tolist()
                yield Standings(self.names[place], len(totals), tuple(standings(totals)))

    def lucks(self, player: str) -> list[Luck]:
        """Return luck and skill of each game, by the deals that a player has played in duplicate so far; none if there are none."""
        if not self.samples.size(DUPLICATE, player):
            return []
        figures = ("results", "margins", "won")
        return [
            luck_of(game, player, *(self.samples.duplicate(place, player, figure) for figure in figures))
            for place, game in enumerate(self.games)
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


def _named(name: str, known: Mapping[str, Metric]) -> Metric:
    if not isinstance(name, str):
        raise CompareError(f"expected the name of a metric, such as {USUAL_METRIC}, found {shown(name)}")
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
        raise CompareError(f"there is no metric {name!r} in these games{hint}")
    return known[name]
