"""Skill and luck: how much of a deal's result the cards decide, and how much it helps to think more."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import isnan

import numpy as np
from numpy.typing import NDArray

from trickbook.compare.comparing import Comparison, Difference, Measured, Value
from trickbook.compare.metrics import DEALS, Metric
from trickbook.compare.statistics import (
    MEAN,
    SHARE,
    Contrast,
    Estimate,
    Values,
    mean_by_t,
    paired_difference,
    t_quantile,
    two_sided_p,
)
from trickbook.compiler import CompiledGame
from trickbook.duplicate import luck_share, play_duplicate
from trickbook.simulate import Progress, Rows

GROUPS = 200
"""Groups of deals of which one at a time is left out, for the interval of the luck share."""
SIMPLEST = "random"
"""Who plays against a player that does not search."""


class LuckError(ValueError):
    """Players of which skill and luck can't be told."""


@dataclass(frozen=True)
class Luck:
    """Skill and luck in a game, between a player and a weaker one who exchange seats."""

    game: str
    player: str
    weaker: str
    """The same player with a quarter of its simulations; `random` for one that does not search."""
    deals: int
    luck: Estimate
    """The share of the variance of a deal's result that the cards explain, 0 to 1."""
    skill: Estimate
    """The margin of the player over the weaker one: points, or chips, a deal, the deal played in duplicate."""
    won: Estimate
    """The share of deals that the player wins of the weaker one, in duplicate."""
    margins: NDArray[np.float64]
    """The margin in each deal."""
    results: NDArray[np.float64]
    """What the first side has made of each deal in each turn: deals × turns."""


def weaker_than(player: str) -> str:
    """Return a player with a quarter of the simulations; `random` for one that does not search.

    >>> weaker_than("ismcts:200:random")
    'ismcts:50:random'

    Raises `LuckError` for random players, than whom none is weaker, for less than four simulations, and for several names.
    """
    if "," in player:
        raise LuckError(f"{player!r} names several players; expected one, who plays against a weaker one")
    kind, *rest = player.strip().split(":")
    if kind == SIMPLEST:
        raise LuckError("nobody is weaker than random; expected another player, such as greedy")
    if not rest or not rest[0].isdigit():
        return SIMPLEST
    if int(rest[0]) < 4:
        raise LuckError(f"{player} has no quarter of its simulations; expected at least 4, such as {kind}:200")
    return ":".join((kind, str(int(rest[0]) // 4), *rest[1:]))


def check_deals(deals: int) -> None:
    """Raise `LuckError` for fewer than two deals, which can't differ."""
    if deals < 2:
        raise LuckError(
            f"{deals} deals in duplicate were asked for; expected at least 2, since luck is how deals differ"
        )


def luck_interval(results: NDArray[np.float64], groups: int = GROUPS) -> Estimate:
    """Estimate the share of the variance that the deals explain, `trickbook.duplicate.luck_share`.

    The interval is by the jackknife in groups of deals (Tukey 1958; Efron and Stein 1981), on the scale artanh of the
    share, on which it is nearly normal (Fisher 1925), with Student's t for one less than the number of groups. It needs
    no normal scores, which deals don't have. None where there are fewer than ten deals, or where all deals have the
    same result.
    """
    deals = len(results)
    share = luck_share(results)
    if deals < 10 or not -1 < share < 1:
        return Estimate(share, None, None, deals)
    groups = min(groups, deals)
    member = np.arange(deals) * groups // deals
    left_out = np.array([luck_share(results[member != group]) for group in range(groups)])
    scaled = np.arctanh(np.clip(left_out, -1 + 1e-12, 1 - 1e-12))
    whole = float(np.arctanh(share))
    error = float(np.sqrt((groups - 1) / groups * ((scaled - scaled.mean()) ** 2).sum()))
    half = t_quantile(groups - 1) * error
    return Estimate(share, float(np.tanh(whole - half)), float(np.tanh(whole + half)), deals)


def skill_and_luck(
    game: CompiledGame,
    bots: str = "greedy",
    *,
    deals: int = 1000,
    seed: int = 1,
    threads: int = 1,
    executor: Executor | None = None,
    scores: Sequence[int] = (),
    progress: Progress | None = None,
) -> Luck:
    """Play deals in duplicate between a player and a weaker one, and estimate luck and skill.

    **Luck**: each deal is played in as many turns as there are sides, the players exchanged. What the turns have in common is
    the deal's; the intraclass correlation (Shrout and Fleiss 1979) is its share of the variance of what a side makes of a
    deal, after the mean of each turn, which is the players' strength, has been taken away. The rest is what else the
    players did with the same cards. It is the share for these players, and larger for players more alike.

    **Skill**: the margin over a player with a quarter of the simulations (`weaker_than`) is how much it helps to think
    four times as long; two budgets are enough where the curve is flat. For a player who does not search it is the
    margin over random ones.

    Raises `LuckError` for several names, players of which none is weaker, or fewer than two deals; what `play_duplicate`
    raises.
    """
    weaker = weaker_than(bots)
    check_deals(deals)
    played = play_duplicate(
        game, bots, weaker, deals=deals, seed=seed, threads=threads, executor=executor, scores=scores, progress=progress
    )
    return luck_of(game.game, bots, played.results, played.margins, played.won)


def luck_of(
    game: str,
    player: str,
    results: NDArray[np.float64],
    margins: NDArray[np.float64],
    won: NDArray[np.float64],
) -> Luck:
    """Estimate luck and skill from deals that a player has played in duplicate against a weaker one; see `skill_and_luck`."""
    return Luck(
        game,
        player,
        weaker_than(player),
        len(margins),
        luck_interval(results),
        mean_by_t(margins),
        mean_by_t(won),
        margins,
        results,
    )


def luck_difference(first: Luck, other: Luck) -> Contrast:
    """Return how much the luck share of `other` is above that of `first`.

    The two intervals, on the scale artanh, are taken as independent; the shuffles they may have in common only make the
    interval wider than it need be.
    """
    difference = other.luck.mean - first.luck.mean
    bounds = [(luck.luck.low, luck.luck.high) for luck in (first, other)]
    if any(low is None or high is None for low, high in bounds):
        return Contrast(difference, None, None, None)
    half = sum(((high or 0.0) - (low or 0.0)) ** 2 for low, high in bounds) ** 0.5 / 2
    if half == 0:
        return Contrast(difference, difference, difference, 0.0 if difference else 1.0)
    df = min(GROUPS, first.deals, other.deals) - 1
    p = two_sided_p(difference / (half / t_quantile(df)), df)
    return Contrast(difference, difference - half, difference + half, p)


def skill_difference(first: Luck, other: Luck) -> Contrast:
    """Return how much the margin of the player over the weaker one is above that in `first`, deal by deal."""
    return paired_difference(first.margins, other.margins)


def with_luck(comparison: Comparison, lucks: Sequence[Luck]) -> Comparison:
    """Return a comparison that has skill and luck too, from deals of the same games played in duplicate."""
    players = f"{lucks[0].player} over {lucks[0].weaker}"
    entries = (
        (_LUCK, "luck", luck_difference),
        (replace(_SKILL, what=f"{_SKILL.what}: {players}"), "skill", skill_difference),
    )
    found = []
    for metric, field, difference in entries:
        values = tuple(
            Value(place, luck.game, estimate)
            for place, luck in enumerate(lucks)
            if not isnan((estimate := getattr(lucks[place], field)).mean)
        )
        differences = tuple(
            Difference(place, luck.game, lucks[0].game, contrast, contrast.p)
            for place, luck in enumerate(lucks)
            if place > 0 and not isnan((contrast := difference(lucks[0], luck)).mean)
        )
        found.append(Measured(metric, values, differences))
    return replace(comparison, metrics=(*found, *comparison.metrics))


def _not_by_deal(rows: Rows, game: CompiledGame) -> Values:
    """Found from deals played in duplicate, and not from one deal at a time; see `trickbook.compare.luck`."""
    return np.full(len(rows), np.nan)


_LUCK = Metric(
    name="luck",
    title="Decided by the cards",
    unit="share of the variance",
    what="the share of what a side makes of a deal that the cards explain, the deal played in duplicate",
    theme="fairness",
    sample=DEALS,
    method=SHARE,
    values=_not_by_deal,
    among="parts of the variance",
)
_SKILL = Metric(
    name="skill",
    title="Margin of skill",
    unit="points a deal",
    what="the margin over a weaker player, the deal played in duplicate",
    theme="fairness",
    sample=DEALS,
    method=MEAN,
    values=_not_by_deal,
)

OF_DUPLICATE = (_LUCK.name, _SKILL.name)
"""The names of the metrics that are found from deals in duplicate."""
