"""The skill curve, and how luck and skill stand in a comparison beside what else is measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isnan

from trickbook.bots import budget_of
from trickbook.measure.comparison import Comparison, Difference, Measured, Value
from trickbook.measure.corrections import corrected
from trickbook.measure.luck import SIMPLEST, Luck, LuckError, bounded, luck_difference, skill_difference, weaker_than
from trickbook.measure.metrics import Metric
from trickbook.measure.metrics.in_duplicate import LUCK, POINT, SKILL
from trickbook.measure.statistics import Contrast, Estimate

FEWEST_SIMULATIONS = 10
"""Players with fewer than so many simulations hardly search; a curve ends before them."""


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

    Raises `LuckError` for a player that does not search, which has no curve, and what `weaker_than` raises.
    """
    weaker = weaker_than(player)
    if weaker == SIMPLEST:
        raise LuckError(f"{player} does not search, and has no skill curve; expected a player such as ismcts:200")
    players = [player.strip()]
    while budget_of(weaker) // 4 >= FEWEST_SIMULATIONS:
        players.append(weaker)
        weaker = weaker_than(weaker)
    return tuple(players)


def with_luck(comparison: Comparison, lucks: Sequence[Luck]) -> Comparison:
    """Return a comparison that has luck too, from deals of the same games played in duplicate."""
    players = _players(lucks[0])
    metric = replace(
        LUCK,
        what=f"{LUCK.what}, {_between(lucks[0])}",
        between=players,
        more=f"{LUCK.more} between {' and '.join(players)}",
        less=f"{LUCK.less} between {' and '.join(players)}",
    )
    difference = partial(luck_difference, paired=comparison.paired)
    return _with(comparison, [_measured(metric, lucks, lambda found: bounded(found.luck), difference)])


def with_skill(comparison: Comparison, lucks: Sequence[Luck]) -> Comparison:
    """Return a comparison that has skill too: what a player makes of a deal more than a weaker one."""
    return _with(comparison, [_skill(lucks, comparison.paired)])


def with_curves(comparison: Comparison, curves: Sequence[SkillCurve]) -> Comparison:
    """Return a comparison that has skill too, that is the first points of the curves, and all their points; there is one at least.

    The points are not compared: neighbours share a player, and the first one is the skill itself.
    """
    skill = _skill([curve.points[0] for curve in curves], comparison.paired)
    points = []
    for lucks in zip(*(curve.points for curve in curves), strict=True):
        simulations, fewer = budget_of(lucks[0].player), budget_of(lucks[0].weaker)
        point = replace(
            POINT,
            name=POINT.name.replace("SIMULATIONS", str(simulations)),
            title=f"{simulations:,} over {fewer:,} simulations",
            unit=skill.metric.unit,
            what=_margin(lucks[0]),
            between=_players(lucks[0]),
        )
        points.append(_measured(point, lucks, lambda luck: luck.skill, None))
    found = _with(comparison, [skill, *points])
    return replace(found, duplicate=max(found.duplicate, *(curve.points[0].deals for curve in curves)))


def _skill(lucks: Sequence[Luck], paired: bool) -> Measured:
    units = tuple(luck.unit for luck in lucks)
    metric = replace(
        SKILL,
        unit=f"{' or '.join(dict.fromkeys(units))} a deal",
        what=_margin(lucks[0]),
        between=_players(lucks[0]),
        stakes=units if len(set(units)) > 1 else (),
        more=f"{lucks[0].player} gains {{}} {units[0]} a deal more over {lucks[0].weaker}",
        less=f"{lucks[0].player} gains {{}} {units[0]} a deal less over {lucks[0].weaker}",
    )
    return _measured(metric, lucks, lambda luck: luck.skill, partial(skill_difference, paired=paired))


def _margin(luck: Luck) -> str:
    return f"what {luck.player} makes of a deal more than {luck.weaker}, the deal played in duplicate"


def _players(luck: Luck) -> tuple[str, str]:
    return luck.player, luck.weaker


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
            if place > 0 and 0 in estimates and difference and metric.can_differ(place)
        ),
    )
