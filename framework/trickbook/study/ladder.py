"""A ladder: players against each other in duplicate, and by how much each beats the next.

The margin is in points, or chips, a deal; it and the share of deals won are means over deals, with one value a deal
(`trickbook.simulation.duplicate`), so a deal's turns, which share the cards, count as one. Their intervals are by Student's t, or, where
most deals come out even, as `trickbook.measure.differences.paired_difference` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, islice, pairwise
from time import perf_counter
from typing import Any, Unpack

from trickbook.bots import budget_of
from trickbook.compiler import CompiledGame
from trickbook.defaults import LADDER_BOTS as BOTS
from trickbook.defaults import LADDER_DEALS as DEALS
from trickbook.errors import check_game
from trickbook.game.loading import load
from trickbook.measure.differences import difference_from, mean_beside
from trickbook.measure.luck import possible
from trickbook.measure.metrics import DUPLICATE
from trickbook.measure.metrics.figures import unit_of
from trickbook.measure.statistics import ZERO_TO_ONE, Contrast, Estimate, rounded
from trickbook.origin import Origin, Played
from trickbook.plugins import PluginSet
from trickbook.simulation.batches import Progress, check_request
from trickbook.simulation.duplicate import line_ups_of
from trickbook.study.runner import How, Player, Runner
from trickbook.study.samples import Samples
from trickbook.study.units import Step, Unit, Work, most_in_unit

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
    """Which share of a deal's result the cards decide between these two (`trickbook.simulation.duplicate.luck_share`)."""
    deals: int
    turns: int
    """How often each deal was played."""
    seconds: float
    alike: bool = False
    """Whether both are one player, of which no margin is expected."""
    differing: int = 0
    """Deals that do not come out the same in all turns."""

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
    origin: Origin
    """Where the figures come from; its sample is what each pair was to play."""
    complete: bool = True
    """Whether all pairs have played all deals; if not, a rung has what there is."""

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
                    "alike": rung.alike,
                    "luck": None if rung.luck != rung.luck else rounded(possible(rung.luck)),
                    "seconds": round(rung.seconds, 3),
                }
                for rung in self.rungs
            ],
            "complete": self.complete,
            "origin": self.origin.as_json(),
            "seconds": round(self.seconds, 3),
        }


def _numbers(found: Contrast | Estimate) -> dict[str, float | None]:
    numbers = {"mean": rounded(found.mean), "low": rounded(found.low), "high": rounded(found.high)}
    return numbers | ({"p": rounded(found.p)} if isinstance(found, Contrast) else {})


def pairs_of(bots: Sequence[str], meet: str = NEXT) -> list[tuple[str, str]]:
    """Return who meets whom: the later of the two named first, since players are named from the weakest up.

    >>> pairs_of(["random", "greedy", "ismcts:200"])
    [('greedy', 'random'), ('ismcts:200', 'greedy')]

    Raises `LadderError` for fewer than two players, or another word for who meets whom.
    """
    if meet not in (NEXT, ALL):
        raise LadderError(f"there is no way to meet {meet!r}; expected {NEXT!r} or {ALL!r}")
    names = [bot.strip() for bot in bots]
    if len(names) < 2:
        raise LadderError(f"a ladder needs at least two players, but only {names} is there")
    pairs = pairwise(names) if meet == NEXT else combinations(names, 2)
    return [(later, earlier) for earlier, later in pairs]


def told_apart(bots: Sequence[str]) -> list[str]:
    """Return names by which players are told apart: those that are named more than once are numbered.

    >>> told_apart(["greedy", "random", "greedy"])
    ['greedy (1)', 'random', 'greedy (2)']
    """
    names = [bot.strip() for bot in bots]
    return [
        f"{name} ({names[: place + 1].count(name)})" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


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


class LadderRun:
    """A ladder in the making, which can be stopped, and gone on with."""

    def __init__(
        self,
        game: str | CompiledGame,
        bots: Sequence[str] = BOTS,
        *,
        meet: str = NEXT,
        deals: int = DEALS,
        seed: int = 1,
        players: int | None = None,
        plugins: PluginSet | None = None,
    ) -> None:
        """Plan who meets whom; see `ladder` for what is asked for and raised."""
        check_request(seed, deals=deals)
        self.game = load(game, players=players, plugins=plugins) if isinstance(game, str) else game
        """The game."""
        check_game(self.game)
        self.deals = deals
        """Deals that each pair is to play."""
        self.bots = tuple(bot.strip() for bot in bots)
        """The players, from the weakest up."""
        self.pairs = pairs_of(bots, meet)
        self._shown = pairs_of(told_apart(bots), meet)
        """Who meets whom."""
        self._works = [
            Work(line_ups_of(self.game, bot, against)[0].portable(self.game), seed, bot, (), against=against)
            for bot, against in self.pairs
        ]
        self._played = [Samples(duels={bot: deals}) for bot, _ in self.pairs]
        self._seconds = [0.0 for _ in self.pairs]

    def play(self, runner: Runner | None = None, **how: Unpack[How]) -> None:
        """Play on to the end, one pair after another; see `trickbook.study.Study.play`.

        The progress is told in hundredths of the work. After an interruption, what is complete is there.
        """
        runner = Runner.of(runner, how)
        share = _Share(self.pairs, self.deals, runner.progress)
        with runner.opened(self._works, ()) as player:
            for place in range(len(self.pairs)):
                start = perf_counter()
                try:
                    self._play_pair(place, player, share)
                finally:
                    self._seconds[place] += perf_counter() - start

    def _play_pair(self, place: int, player: Player, share: _Share) -> None:
        samples = self._played[place]
        done = samples.steps
        with closing(player.play(lambda: islice(self._steps(place), done, None))) as steps:
            for played in steps:
                samples.add(played.step, played.results)
                share.tell(place, samples.total)

    def _steps(self, place: int) -> Iterator[Step]:
        work = self._works[place]
        most = most_in_unit(DUPLICATE, work)
        for first in range(0, self.deals, most):
            yield (Unit(work, place, DUPLICATE, first, min(most, self.deals - first)),)

    @property
    def has_begun(self) -> bool:
        """Whether enough has been played to say something of a pair."""
        return any(samples.total > 1 for samples in self._played)

    def ladder(self) -> Ladder:
        """Return the ladder, as far as it has been played; a pair that has played less than two deals is left out."""
        rungs = [rung for place in range(len(self.pairs)) if (rung := self._rung(place))]
        return Ladder(
            game=self.game.game,
            digest=self.game.rulebook.digest,
            unit=unit_of(self.game),
            sides=int(self.game.rules.sides),
            seed=self._works[0].seed,
            rungs=tuple(rungs),
            seconds=sum(self._seconds),
            origin=self._origin(),
            complete=[rung.deals for rung in rungs] == [self.deals for _ in self.pairs],
        )

    def _origin(self) -> Origin:
        plugins = {plugin for work in self._works for plugin in work.game.plugins}
        played = (Played.of(self.game, plugins),)
        return Origin(played, ",".join(self.bots), self._works[0].seed, sizes={"duplicate": self.deals})

    def _rung(self, place: int) -> Rung | None:
        samples, player = self._played[place], self.pairs[place][0]
        if samples.total < 2:
            return None
        sums = samples.duels(0, player)
        even = 1 / int(self.game.rules.sides)
        return Rung(
            bot=self._shown[place][0],
            against=self._shown[place][1],
            differing=sums.results.differing,
            alike=self.pairs[place][0] == self.pairs[place][1],
            unit=unit_of(self.game),
            margin=difference_from(0.0, sums.margins),
            won=mean_beside(sums.won, even, 1 - even, ZERO_TO_ONE),
            even=even,
            luck=sums.results.share(),
            deals=sums.results.deals,
            turns=sums.results.turns,
            seconds=self._seconds[place],
        )


def ladder(
    game: str | CompiledGame,
    bots: Sequence[str] = BOTS,
    *,
    meet: str = NEXT,
    deals: int = DEALS,
    seed: int = 1,
    players: int | None = None,
    plugins: PluginSet | None = None,
    runner: Runner | None = None,
    **how: Unpack[How],
) -> Ladder:
    """Play pairs of players against each other in duplicate.

    `bots` are named from the weakest up; with `meet="next"` each meets the one before it, with `"all"` all others. Each
    pair plays the same `deals`, once for each side that the first of them may have. A game is one that is loaded, or a name as
    `trickbook.load` takes it, with `players` and `plugins`. A `runner`, or what one is made of (`trickbook.study.runner.Runner`), says
    how it is played, and results don't depend on it; the progress is told in hundredths of the work.

    >>> played = ladder("schwesing", ["random", "greedy"], deals=100)
    >>> played.rungs[0].is_better
    True

    Raises `LadderError` for what `pairs_of` refuses; `SimulationError`, `BotError` and what `trickbook.load` and
    `trickbook.study.Study.play` raise.
    """
    played = LadderRun(game, bots, meet=meet, deals=deals, seed=seed, players=players, plugins=plugins)
    played.play(Runner.of(runner, how))
    return played.ladder()
