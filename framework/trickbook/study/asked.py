"""What is asked of a study: one plain value, made and checked once, before anything is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import TypedDict, Unpack

from trickbook import defaults
from trickbook.compiler import CompiledGame
from trickbook.errors import check_game, shown
from trickbook.game.loading import load
from trickbook.measure.comparison import CompareError, check_size
from trickbook.measure.luck import check_deals, weaker_than
from trickbook.measure.metrics import DEALS, MATCHES, Metric, metrics_of
from trickbook.plugins import PluginSet
from trickbook.simulation.batches import at_a_table, check_request, in_a_match, starting_scores
from trickbook.simulation.duplicate import line_ups_of
from trickbook.study.skill import curve_of
from trickbook.study.units import Work

FEWEST_MATCHES = 200
"""Whole matches that are played, unless more are asked for or there are many deals."""
DEALS_TO_A_MATCH = 50
"""With many deals, one whole match is played for so many."""
MOST = 10_000_000
"""Deals, or matches, of each game that are played at most for a wanted precision, if nothing is said."""
USUAL_METRIC = "deals-won"
"""The metric that is to be known so precisely, if nothing is said."""


class Options(TypedDict, total=False):
    """What can be asked beside the games, by name; see the fields of `Asked`."""

    deals: int | None
    matches: int | None
    seed: int
    bots: str
    scores: Sequence[int]
    players: int | None
    plugins: PluginSet | None
    keep: Sequence[str] | None
    precision: float | None
    metric: str | None
    most: int
    duplicate: int | None
    skill: str | None
    skill_deals: int


@dataclass(frozen=True)
class Asked:
    """Games that are compiled, who plays them, how much, and what is to be known. Made by `Asked.of`, which checks it."""

    games: tuple[CompiledGame, ...]
    """The games, the first of which is the measure."""
    deals: int | None = None
    """Single deals of each game; the most, where a precision is wanted."""
    matches: int | None = None
    """Whole matches of each game."""
    seed: int = 1
    bots: str = defaults.BOTS
    """Who plays: one name for all, or one a seat."""
    scores: tuple[int, ...] = ()
    """The score at which each single deal begins, by side; none: at nothing."""
    keep: tuple[str, ...] | None = None
    """Fields of the row of a single deal (`trickbook.bots.playing.ROW`) that are kept, and with them the values of all metrics
    deal by deal; None: deals are added up, and memory does not grow with their number."""
    precision: float | None = None
    """Half the width that the interval of the metric is to have, at most."""
    metric: str | None = None
    """The name of the metric that is to be known; only the sample that it is about is played."""
    most: int = MOST
    """So many of that sample at most, if no number is given."""
    duplicate: int | None = None
    """Deals that are played in duplicate besides, for skill and luck of `bots` (`trickbook.measure.luck.luck_of`)."""
    skill: str | None = None
    """The player whose skill curve is played (`trickbook.study.skill.curve_of`)."""
    skill_deals: int = defaults.CURVE_DEALS
    """Deals in duplicate for each point of the curve."""

    @classmethod
    def of(cls, games: Sequence[str | CompiledGame], **options: Unpack[Options]) -> Asked:
        """Load the games, by `players` and `plugins` where they are named, and check all that is asked.

        Raises `CompareError` for no games, or a metric that they don't have; `trickbook.measure.luck.LuckError` for players of which
        skill and luck can't be told; `SimulationError`, `BotError` and what `trickbook.load` raises.
        """
        if isinstance(games, str):
            raise CompareError(f"{games!r} is one game; expected a list of games, such as [{games!r}]")
        if not isinstance(games, Sequence):
            raise CompareError(f"expected a list of games, such as ['schwesing', 'treia'], found {shown(games)}")
        if not games:
            raise CompareError("there is nothing to compare; expected one game, and others to set against it")
        check_request(options.get("seed", 1), deals=options.get("deals"), matches=options.get("matches"))
        precision, keep = options.get("precision"), options.get("keep")
        if precision is not None:
            check_size("precision", precision)
        players, plugins = options.pop("players", None), options.pop("plugins", None)
        loaded = tuple(
            load(game, players=players, plugins=plugins) if isinstance(game, str) else game for game in games
        )
        for game in loaded:
            check_game(game)
        given = {**options, "scores": tuple(options.get("scores", ())), "keep": None if keep is None else tuple(keep)}
        asked = cls(loaded, **given)  # type: ignore[arg-type]  # the fields have the types of the options
        asked._check()
        return asked

    def _check(self) -> None:
        """Raise what is wrong with the players and the metric; what is found on the way is kept."""
        _ = self.duels
        for game in self.games:
            starting_scores(game, self.scores)
            in_a_match(game, self.bots)
        self.sizes()

    @cached_property
    def curve(self) -> tuple[str, ...]:
        """The players of the skill curve, if there is one, from the most simulations to the fewest."""
        return curve_of(self.skill) if self.skill else ()

    @cached_property
    def metrics(self) -> list[Metric]:
        """What is measured."""
        return metrics_of(*self.games)

    def works(self, record: bool) -> tuple[Work, ...]:
        """Return the work on each game; `record`: with the records of its deals."""
        return tuple(
            Work(at_a_table(game, self.bots).portable(game), self.seed, self.bots, self.scores, self.keep or (), record)
            for game in self.games
        )

    @cached_property
    def duels(self) -> Mapping[str, int]:
        """How many deals in duplicate players are to have against weaker ones."""
        found = {} if self.duplicate is None else {self.bots.strip(): self.duplicate}
        for player in self.curve:
            found[player] = max(found.get(player, 0), self.skill_deals)
        for player, deals in found.items():
            check_deals(deals)
            for game in self.games:
                line_ups_of(game, player, weaker_than(player))
        return found

    @cached_property
    def chosen(self) -> Metric | None:
        """The metric that is to be known, if there is one; it says something of all games together."""
        if self.metric is None and self.precision is None:
            return None
        name = USUAL_METRIC if self.metric is None else self.metric
        metric = named_metric(name, {metric.name: metric for metric in self.metrics})
        for game in self.games:
            if not metric.of_two and name not in [entry.name for entry in metrics_of(game)]:
                raise CompareError(f"{game.game} has no metric {name!r}; expected one that all games have")
        if metric.stakes:
            raise CompareError(
                f"{name!r} counts {' in one game and '.join(dict.fromkeys(metric.stakes))} in another, which can't be compared; "
                "expected a metric that counts the same in all games"
            )
        return metric

    def sizes(self) -> dict[str, int]:
        """Return how many deals, and matches, there are to be, at most.

        Raises `CompareError` for a number of what the chosen metric is not about.
        """
        if self.chosen is None:
            deals = self.deals or defaults.DEALS
            return {DEALS: deals, MATCHES: self.matches or max(FEWEST_MATCHES, deals // DEALS_TO_A_MATCH)}
        numbers = {DEALS: self.deals, MATCHES: self.matches}
        asked, other = numbers.pop(self.chosen.sample), *numbers.values()
        if other is not None:
            raise CompareError(
                f"{self.chosen.name} is found from {self.chosen.sample}, and only these are played: "
                f"expected no number of {'whole matches' if self.chosen.sample == DEALS else 'deals'}"
            )
        return {self.chosen.sample: asked or self.most}


def named_metric(name: str, known: Mapping[str, Metric]) -> Metric:
    """Return a metric by name. Raises `CompareError` if there is none, naming the nearest."""
    if not isinstance(name, str):
        raise CompareError(f"expected the name of a metric, such as {USUAL_METRIC}, found {shown(name)}")
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
        raise CompareError(f"there is no metric {name!r} in these games{hint}")
    return known[name]
