"""The skill curve, and how luck and skill stand in a comparison beside what else is measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan

from trickbook.comparison.comparing import Comparison, Difference, Measured, Value
from trickbook.comparison.luck import (
    SIMPLEST,
    Luck,
    LuckError,
    luck_difference,
    skill_and_luck,
    skill_difference,
    weaker_than,
)
from trickbook.comparison.measuring import corrected
from trickbook.comparison.metrics import Metric
from trickbook.comparison.metrics.in_duplicate import METRICS
from trickbook.comparison.statistics import Contrast, Estimate
from trickbook.compiler import CompiledGame
from trickbook.simulation import Progress

CURVE_DEALS = 200
"""Deals of each point of a skill curve, if nothing is said."""
FEWEST_SIMULATIONS = 10
"""Players with fewer than so many simulations hardly search; a curve ends before them."""
_LUCK, _SKILL, _POINTS = METRICS


@dataclass(frozen=True)
class SkillCurve:
    """What it helps a player to think four times as long, for more and more simulations, in one game."""

    game: str
    points: tuple[Luck, ...]
    """The player over one with a quarter of its simulations, that one over its quarter, and so on."""


def curve_of(player: str) -> tuple[str, ...]:
    """Return a player and those with a quarter, a sixteenth ... of its simulations, whose own quarter is ten or more.

    >>> curve_of("ismcts:1000")
    ('ismcts:1000', 'ismcts:250', 'ismcts:62')

    Raises `LuckError` for a player that does not search, and what `weaker_than` raises.
    """
    weaker = weaker_than(player)
    if weaker == SIMPLEST:
        raise LuckError(f"{player} does not search, and has no skill curve; expected a player such as ismcts:200")
    players = [player.strip()]
    while simulations_of(weaker) // 4 >= FEWEST_SIMULATIONS:
        players.append(weaker)
        weaker = weaker_than(weaker)
    return tuple(players)


def simulations_of(player: str) -> int:
    """Return the number of simulations in the name of a player who searches."""
    return int(player.split(":")[1])


def skill_curve(
    game: CompiledGame,
    player: str = "ismcts:200",
    *,
    deals: int = CURVE_DEALS,
    seed: int = 1,
    threads: int = 1,
    scores: Sequence[int] = (),
    first: Luck | None = None,
    progress: Progress | None = None,
) -> SkillCurve:
    """Play a player, and those with ever fewer simulations, each against one with a quarter of them, in duplicate.

    All points are from the same deals, and the whole curve costs a third more than its first point. `first` is that point,
    if it has been played. Raises what `curve_of` and `trickbook.duplicate.play_duplicate` raise.
    """
    players = curve_of(player)
    points = [first] if first else []
    for place in range(len(points), len(players)):
        points.append(
            skill_and_luck(
                game,
                players[place],
                deals=deals,
                seed=seed,
                threads=threads,
                scores=scores,
                progress=_part(progress, place, len(players)) if progress else None,
            )
        )
    return SkillCurve(game.game, tuple(points))


def _part(progress: Progress, place: int, number: int) -> Progress:
    """Return how one of several parts tells its progress."""
    return lambda done, total: progress(place * total + done, number * total)


def with_luck(comparison: Comparison, lucks: Sequence[Luck]) -> Comparison:
    """Return a comparison that has luck too, from deals of the same games played in duplicate."""
    assert isinstance(_LUCK, Metric)
    metric = replace(_LUCK, what=f"{_LUCK.what}, {_between(lucks[0])}")
    return _with(comparison, [_measured(metric, lucks, lambda found: found.luck, luck_difference)])


def with_skill(comparison: Comparison, lucks: Sequence[Luck]) -> Comparison:
    """Return a comparison that has skill too: what a player makes of a deal more than a weaker one."""
    return _with(comparison, [_skill(lucks)])


def with_curves(comparison: Comparison, curves: Sequence[SkillCurve]) -> Comparison:
    """Return a comparison that has skill too, that is the first points of the curves, and all their points.

    The points are not compared: neighbours share a player, and the first one is the skill itself.
    """
    skill = _skill([curve.points[0] for curve in curves])
    points = []
    for lucks in zip(*(curve.points for curve in curves), strict=True):
        simulations, fewer = simulations_of(lucks[0].player), simulations_of(lucks[0].weaker)
        point = replace(
            skill.metric,
            name=_POINTS.name.replace("SIMULATIONS", str(simulations)),
            title=f"{simulations:,} over {fewer:,} simulations",
            what=_margin(lucks[0]),
            shown=False,
        )
        points.append(_measured(point, lucks, lambda luck: luck.skill, None))
    found = _with(comparison, [skill, *points])
    return replace(found, duplicate=max(found.duplicate, *(curve.points[0].deals for curve in curves)))


def _skill(lucks: Sequence[Luck]) -> Measured:
    assert isinstance(_SKILL, Metric)
    units = " or ".join(dict.fromkeys(luck.unit for luck in lucks))
    metric = replace(_SKILL, unit=f"{units} a deal", what=_margin(lucks[0]))
    return _measured(metric, lucks, lambda luck: luck.skill, skill_difference)


def _margin(luck: Luck) -> str:
    return f"what {luck.player} makes of a deal more than {luck.weaker}, the deal played in duplicate"


def _between(luck: Luck) -> str:
    return f"the deal played in duplicate between {luck.player} and {luck.weaker}"


def _with(comparison: Comparison, found: Sequence[Measured]) -> Comparison:
    """Put more before what is measured, and correct p for the number of all differences anew."""
    names = {measured.metric.name for measured in found}
    others = [measured for measured in comparison.metrics if measured.metric.name not in names]
    return replace(comparison, metrics=corrected([*found, *others], comparison.beforehand))


def _measured(
    metric: Metric,
    lucks: Sequence[Luck],
    estimate: Callable[[Luck], Estimate],
    difference: Callable[[Luck, Luck], Contrast] | None,
) -> Measured:
    """Return a metric of all games in which it can be said, and its differences if it is to be compared."""
    estimates: Mapping[int, Estimate] = {
        place: found for place, luck in enumerate(lucks) if not isnan((found := estimate(luck)).mean)
    }
    return Measured(
        metric,
        tuple(Value(place, lucks[place].game, found) for place, found in estimates.items()),
        tuple(
            Difference(place, lucks[place].game, lucks[0].game, difference(lucks[0], lucks[place]))
            for place in estimates
            if place > 0 and 0 in estimates and difference
        ),
    )
