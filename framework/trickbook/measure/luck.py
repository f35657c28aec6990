"""Skill and luck: how much of a deal's result the cards decide, and how much it helps to think more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trickbook.bots import budget_of
from trickbook.compiler import CompiledGame
from trickbook.measure.differences import (
    contrast_by_reach,
    mean_beside,
    paired_difference,
    unpaired_difference,
)
from trickbook.measure.intervals import mover
from trickbook.measure.metrics.figures import unit_of
from trickbook.measure.statistics import ZERO_TO_ONE, Contrast, Estimate
from trickbook.measure.t_distribution import t_quantile
from trickbook.simulation.duplicate import luck_share

GROUPS = 200
"""Groups of deals of which one at a time is left out, for the interval of the luck share."""
FEWEST_DEALS = 10
"""With fewer deals the luck share has no interval."""
SIMPLEST = "random"
"""Who plays against a player that does not search."""


class LuckError(ValueError):
    """Players of which skill and luck can't be told."""


@dataclass(frozen=True)
class Luck:
    """Skill and luck in a game, between a player and a weaker one who exchange seats."""

    game: str
    unit: str
    """What margins count: `points`, `penalty points` or `chips`; more is better in all of them."""
    player: str
    weaker: str
    """The same player with a quarter of its simulations; `random` for one that does not search."""
    deals: int
    luck: Estimate
    """The share of the variance of a deal's result that the cards explain: 1 at most, and down to -1 / (k - 1) for k turns
    where a deal's turns are less alike than those of other deals; see `trickbook.simulation.duplicate.luck_share`."""
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

    Raises `LuckError` for several names, for random players, than whom none is weaker, and for less than four simulations;
    `trickbook.bots.BotError` for a name that is no player's.
    """
    if "," in player:
        raise LuckError(f"{player!r} names several players; expected one, who plays against a weaker one")
    player = player.strip()
    simulations = budget_of(player)
    if player == SIMPLEST:
        raise LuckError("nobody is weaker than random; expected another player, such as greedy")
    if not simulations:
        return SIMPLEST
    kind, _, *playouts = player.split(":")
    if simulations < 4:
        raise LuckError(f"{player} has no quarter of its simulations; expected at least 4, such as {kind}:200")
    return ":".join((kind, str(simulations // 4), *playouts))


def check_deals(deals: int) -> None:
    """Raise `LuckError` for fewer than two deals, which can't differ."""
    if deals < 2:
        raise LuckError(
            f"{deals} deals in duplicate were asked for; expected at least 2, since luck is how deals differ"
        )


def _scaled(share: float, turns: int) -> float:
    """Return an intraclass correlation on the scale on which it is nearly normal (Fisher 1925, section 39).

    It is ½ ln((1 + (k - 1) r) / (1 - r)) for k turns, half the logarithm of the ratio of the mean squares between deals and
    within them; for two turns it is artanh r.
    """
    return 0.5 * float(np.log((1 + (turns - 1) * share) / (1 - share)))


def _unscaled(scaled: float, turns: int) -> float:
    """Return the intraclass correlation from what `_scaled` makes of it."""
    ratio = float(np.exp(2 * scaled))
    return (ratio - 1) / (ratio + turns - 1)


@dataclass(frozen=True)
class _Jackknifed:
    """The luck share of all deals and, without one group of them at a time, on the scale of `_scaled`."""

    turns: int
    whole: float
    left_out: NDArray[np.float64]

    @property
    def deviations(self) -> NDArray[np.float64]:
        """How far those without a group are from their mean."""
        centred: NDArray[np.float64] = self.left_out - self.left_out.mean()
        return centred

    def bounds(self, t: float) -> tuple[float, float]:
        """Return the bounds of the luck share, so many standard errors from it on the scale."""
        groups = len(self.left_out)
        error = float(np.sqrt((groups - 1) / groups * (self.deviations**2).sum()))
        return _unscaled(self.whole - t * error, self.turns), _unscaled(self.whole + t * error, self.turns)


def _jackknifed(results: NDArray[np.float64], most_groups: int = GROUPS) -> _Jackknifed | None:
    """Leave out one group of deals at a time; None where the share has no interval."""
    deals, turns = results.shape
    if deals < FEWEST_DEALS or turns < 2:
        return None
    groups = min(most_groups, deals)
    member = np.arange(deals) * groups // deals
    parts = [results, *(results[member != group] for group in range(groups))]
    shares = [luck_share(part) for part in parts if (part != part.mean(axis=0)).any()]
    if len(shares) < len(parts) or not all(-1 / (turns - 1) < share < 1 for share in shares):
        return None
    whole, *left_out = (_scaled(share, turns) for share in shares)
    return _Jackknifed(turns, whole, np.array(left_out))


def luck_interval(results: NDArray[np.float64], groups: int = GROUPS) -> Estimate:
    """Estimate the share of the variance that the deals explain, `trickbook.simulation.duplicate.luck_share`.

    `results` are deals × turns. The interval is by the jackknife in groups of deals (Tukey 1958; Efron and Stein 1981), on
    Fisher's scale ½ ln((1 + (k - 1) r) / (1 - r)) for k turns, on which the share r is nearly normal, with Student's t for
    one less than the number of groups. Unlike that of Shrout and Fleiss (1979), by the F distribution, it needs no normal
    results, which deals don't have. There is none for fewer than ten deals, if the results don't vary, or if the turns of
    each deal come out the same but for those of one group of deals at most: nothing is known then of how rare that is.
    """
    share = luck_share(results)
    found = _jackknifed(results, groups)
    if found is None:
        return Estimate(share, None, None, len(results))
    low, high = found.bounds(t_quantile(len(found.left_out) - 1))
    return Estimate(share, low, high, len(results))


def possible(share: float) -> float:
    """Return the nearest part that cards can decide, from 0 to 1, to what an intraclass correlation estimates."""
    return min(max(share, 0.0), 1.0)


def bounded(estimate: Estimate) -> Estimate:
    """Return a luck share with its interval as the part that the cards decide, which is from 0 to 1.

    The intraclass correlation, which estimates it without bias, may come out below 0 by chance, or where a good deal for one
    side in one turn is a bad one for it in another; the cards then decide nothing that could be told from the results.
    """
    low, high = (None if bound is None else possible(bound) for bound in (estimate.low, estimate.high))
    return Estimate(possible(estimate.mean), low, high, estimate.n)


def luck_of(
    game: CompiledGame,
    player: str,
    results: NDArray[np.float64],
    margins: NDArray[np.float64],
    won: NDArray[np.float64],
) -> Luck:
    """Estimate luck and skill from deals that a player has played in duplicate against a weaker one.

    The figures of the deals are those of `trickbook.simulation.duplicate.Duplicate`.

    **Luck**: each deal is played in as many turns as there are sides, the players exchanged. What the turns have in common is
    the deal's; the intraclass correlation (Shrout and Fleiss 1979) is its share of the variance of what a side makes of a
    deal, after the mean of each turn, which is the players' strength, has been taken away. The rest is what else the
    players did with the same cards. It is the share for these players, and larger for players more alike.

    **Skill**: the margin over a player with a quarter of the simulations (`weaker_than`) is how much it helps to think
    four times as long. For a player who does not search it is the margin over random ones. Where most deals come out even,
    its interval is that of `trickbook.measure.differences.mean_beside`.

    Raises what `weaker_than` raises.
    """
    even = 1 / int(game.rules.sides)
    return Luck(
        game=game.game,
        unit=unit_of(game),
        player=player,
        weaker=weaker_than(player),
        deals=len(margins),
        luck=luck_interval(results),
        skill=mean_beside(margins, 0.0),
        won=mean_beside(won, even, 1 - even, ZERO_TO_ONE),
        margins=margins,
        results=results,
    )


def luck_difference(first: Luck, other: Luck, paired: bool) -> Contrast:
    """Return how much larger the part that the cards decide (`bounded`) is in `other` than in `first`.

    `paired`: deal i has the same shuffle in both.

    The two intervals, which are not symmetric, are put together by `trickbook.measure.intervals.mover`. Their correlation,
    if they are paired, is that of the two jackknives, which leave out the same deals; so what shuffles in common buy is in
    it. If all results are the same then, no difference has been seen, and nobody knows how far it can be. If a share has no
    interval, neither has the difference.
    """
    shares = possible(other.luck.mean), possible(first.luck.mean)
    difference = shares[0] - shares[1]
    if paired and np.array_equal(first.results, other.results):
        return Contrast(0.0, None, None, 1.0, differing=0)
    ours, theirs = _jackknifed(other.results), _jackknifed(first.results)
    if ours is None or theirs is None:
        return Contrast(difference, None, None, None)

    def from_share(found: _Jackknifed, share: float, t: float) -> tuple[float, float]:
        low, high = map(possible, found.bounds(t))
        return share - low, high - share

    correlation = _correlation(ours, theirs) if paired else 0.0
    return contrast_by_reach(
        difference,
        lambda t: mover(
            from_share(ours, shares[0], t), from_share(theirs, shares[1], t), correlation
        ),
        min(len(ours.left_out), len(theirs.left_out)) - 1,
    )  # fmt: skip


def _correlation(ours: _Jackknifed, theirs: _Jackknifed) -> float:
    """Return the correlation of two shares, from what they are without the same groups of deals."""
    both = float((ours.deviations**2).sum() * (theirs.deviations**2).sum())
    return float((ours.deviations * theirs.deviations).sum()) / both**0.5 if both > 0 else 0.0


def skill_difference(first: Luck, other: Luck, paired: bool) -> Contrast:
    """Return how much the margin of the player over the weaker one is above that in `first`, deal by deal if `paired`."""
    return (paired_difference if paired else unpaired_difference)(first.margins, other.margins)
