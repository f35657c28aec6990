"""The course of a deal: who leads when, how early it is decided, how dramatic it is.

A side's lead is in what its tricks have brought so far: tricks as the game counts them, or card points where those
decide. That is what the cards tell; where tricks are put away face down, players may not know it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import ENDED_PLAYED
from trickbook.measure.metrics.figures import by_side, deal_winner, floats, has_claims, tricks_decide
from trickbook.measure.metrics.metric import AMOUNT, COURSE, DEALS, FREQUENCY, SCALE, Family, Metric
from trickbook.measure.statistics import COUNT, MEAN, SHARE, ZERO_TO_ONE, Values
from trickbook.simulation.batches import Rows


def amounts(rows: Rows) -> NDArray[np.int32]:
    """Return what each side has won after each trick: shape (rows, most tricks of a row, sides).

    After the last trick of a deal it stays as it is.
    """
    longest = max(int(rows["tricks"].max(initial=0)), 1)
    sides = int(rows["sides"].max(initial=1))
    played = np.arange(longest) < rows["tricks"][:, np.newaxis]
    worth = np.where(played, rows["trick_worth"][:, :longest], 0).astype(np.int32)
    winner = rows["trick_side"][:, :longest]
    gained = worth[:, :, np.newaxis] * (winner[:, :, np.newaxis] == np.arange(sides))
    return np.cumsum(gained, axis=1, dtype=np.int32)


def leaders(won: NDArray[np.int32]) -> NDArray[np.intp]:
    """Return the side that leads alone after each trick, or -1, from what `amounts` returns."""
    most = won.max(axis=2)
    alone = (won == most[:, :, np.newaxis]).sum(axis=2) == 1
    return np.where(alone, won.argmax(axis=2), -1)


def leader_after(rows: Rows, percent: int) -> NDArray[Any]:
    """Return the side that leads alone after so many in 100 of the deal's tricks, rounded up; -1 if none does."""
    tricks = rows["tricks"].astype(np.int64)
    place = np.maximum(-(-tricks * percent // 100), 1) - 1
    leading = np.take_along_axis(leaders(amounts(rows)), place[:, np.newaxis], axis=1)[:, 0]
    return np.where(tricks > 0, leading, -1)


def sweeps(rows: Rows, game: CompiledGame) -> Values:
    """1 if only one side has tricks at the end, else 0.

    A deal that a combination for the pot or the target ended early is 0. Left out of games in which a claim ends the deal, where
    it is hardly ever played out: that there are no sweeps would say nothing of how one-sided deals are.
    """
    with_tricks = (by_side(rows, "tricks_won", 0) > 0).sum(axis=1)
    return floats((with_tricks == 1) & (rows["ended"] == ENDED_PLAYED))


def half_time(rows: Rows, game: CompiledGame) -> Values:
    """1 if `half_time_side` wins the deal (as in `deals-won`), else 0; a tie is 0.

    Let T be the tricks of all sides when the deal is over, as the game counts them. Half-time is the end of the first
    trick after which at least T/2 are won. The side that leads is the one that has most tricks alone at that
    moment; a deal in which none has is not counted. Left out of games that card points decide, by most of them or
    by a claim, or in which only the pot is won: to be ahead in tricks is not to be ahead there.
    """
    won = floats(deal_winner(rows, game) == rows["half_time_side"])
    return np.where(rows["half_time_side"] >= 0, won, np.nan)


def comebacks(rows: Rows, game: CompiledGame) -> Values:
    """1 if another side than L wins the deal (as in `deals-won`), else 0.

    L is the side that leads alone, by `trick_side` and `trick_worth`, after half of the `tricks`, rounded up. A deal in
    which none leads then, or that nobody wins, is not counted. A double trick is one trick here.
    """
    leading, winner = leader_after(rows, 50), deal_winner(rows, game)
    return np.where((leading >= 0) & (winner >= 0), floats(leading != winner), np.nan)


def decided_at(rows: Rows, game: CompiledGame) -> Values:
    """The least k / `tricks` such that the winner (as in `deals-won`) leads alone after trick k and every later one.

    1 if the winner does not lead at the end: the last move gave it the deal. Deals that nobody wins, or in which no
    trick was played, are not counted.

    Source: decisiveness and uncertainty, of Browne (2008), ask when the outcome was certain in the view of a searching
    player. That depends on the player, who may err. The moment from which the winner has in fact led does not.
    """
    winner, tricks = deal_winner(rows, game), rows["tricks"]
    leading = leaders(amounts(rows))
    places = np.arange(leading.shape[1])
    not_leading = (leading != winner[:, np.newaxis]) & (places < tricks[:, np.newaxis])
    last = np.where(not_leading, places, -1).max(axis=1)
    counted = (winner >= 0) & (tricks > 0)
    return np.where(counted, np.minimum(last + 2, tricks) / np.maximum(tricks, 1), np.nan)


def lead_changes(rows: Rows, game: CompiledGame) -> Values:
    """How many times a side comes to lead alone that is not the one that last led alone.

    Source: lead change of Browne (2008), as Ludii computes it, with two corrections. There, the first lead counts as a
    change, and so do both a tie and its end, even if the same side leads again; here, neither is one. And it is not
    divided by the number of moves, by which long games look dull.
    """
    leading = leaders(amounts(rows))
    led = leading >= 0
    latest = np.maximum.accumulate(np.where(led, np.arange(leading.shape[1]), -1), axis=1)
    last_leader = np.where(latest >= 0, np.take_along_axis(leading, np.maximum(latest, 0), axis=1), -1)
    before, after = last_leader[:, :-1], last_leader[:, 1:]
    return floats(((before >= 0) & (before != after)).sum(axis=1))


def drama(rows: Rows, game: CompiledGame) -> Values:
    """The mean of √(g / W) over the tricks of the deal: how far, and for how long, the winner was behind.

    After a trick, g is what the side that is ahead has above the winner (as in `deals-won`), or 0; W is the
    `trick_worth` of all tricks of the deal. 0 is a deal in which the winner was never behind. Deals that nobody wins,
    or whose tricks bring nothing, are not counted.

    Source: drama of Browne (2008), also in Browne and Maire (2010), Evolutionary game design, and in CardStock (Bell and
    Goadrich 2016), with three corrections. Browne divides by the moves at which the winner was behind, so that to be
    behind for long counts no more than for a moment; here it is all tricks. Ludii and CardStock take the gap from
    playouts, which makes it a figure of the player; here it is what has been won. CardStock measures it in ranks, in which
    one trick behind is as much as eight, and a tie moves all ranks; here it is measured in tricks or card points.
    """
    winner = deal_winner(rows, game)
    won = amounts(rows)
    total = won[:, -1].sum(axis=1)
    own = np.take_along_axis(won, np.maximum(winner, 0)[:, np.newaxis, np.newaxis], axis=2)[:, :, 0]
    gap = won.max(axis=2) - own
    played = np.arange(won.shape[1]) < rows["tricks"][:, np.newaxis]
    depth = np.where(played, np.sqrt(gap / np.maximum(total, 1)[:, np.newaxis]), 0).sum(axis=1)
    counted = (winner >= 0) & (total > 0)
    return np.where(counted, depth / np.maximum(rows["tricks"], 1), np.nan)


def leader_wins(rows: Rows, game: CompiledGame, percent: int) -> Values:
    """1 if the side that leads alone after PERCENT in 100 of the `tricks`, rounded up, wins the deal; else 0.

    Not counted if none leads then. The nine of them are a curve that says how early the winner is known; they don't
    stand in the tables, and are not counted as comparisons.
    """
    leading = leader_after(rows, percent)
    return np.where(leading >= 0, floats(deal_winner(rows, game) == leading), np.nan)


def tenths(game: CompiledGame) -> list[tuple[int, str, str, str]]:
    """Return the points of the curve."""
    return [
        (
            percent,
            f"leader-wins.{percent}",
            f"Leader after {percent} % wins",
            f"how often the side that leads after {percent} in 100 of the tricks wins the deal",
        )
        for percent in range(10, 100, 10)
    ]


METRICS = (
    Metric(
        name="decided-at",
        title="Part played until decided",
        unit="share of the deal's tricks",
        what="after how much of the deal its winner leads for good",
        theme=COURSE,
        sample=DEALS,
        method=MEAN,
        bounds=ZERO_TO_ONE,
        values=decided_at,
        quantity=SCALE,
        counted="deals that somebody wins",
        told_in_hundreds=True,
        more="a deal is decided later by {} of its tricks",
        less="a deal is decided earlier by {} of its tricks",
    ),
    Metric(
        name="lead-changes",
        title="Changes of the lead",
        unit="changes a deal",
        what="how many times another side comes to lead",
        theme=COURSE,
        sample=DEALS,
        method=MEAN,
        bounds=COUNT,
        values=lead_changes,
        quantity=AMOUNT,
        more="the lead changes {} times a deal more",
        less="the lead changes {} times a deal less",
    ),
    Metric(
        name="drama",
        title="Drama",
        unit="0 to 1",
        what="how far, and for how long, the winner of the deal was behind",
        theme=COURSE,
        sample=DEALS,
        method=MEAN,
        bounds=ZERO_TO_ONE,
        values=drama,
        quantity=SCALE,
        counted="deals that somebody wins",
        more="the drama of a decided deal is {} higher on a scale from 0 to 1",
        less="the drama of a decided deal is {} lower on a scale from 0 to 1",
    ),
    Metric(
        name="sweeps",
        title="Sweeps",
        unit="share of deals",
        what="how often one side has all the tricks",
        theme=COURSE,
        sample=DEALS,
        method=SHARE,
        values=sweeps,
        applies=lambda game: not has_claims(game),
        quantity=FREQUENCY,
        more="sweeps rise by {}",
        less="sweeps fall by {}",
    ),
    Metric(
        name="half-time",
        title="Leader at half-time wins",
        unit="share of deals with a leader at half-time",
        what="how often the side that is ahead at half-time wins the deal, those that nobody wins counted too",
        theme=COURSE,
        sample=DEALS,
        method=SHARE,
        values=half_time,
        applies=tricks_decide,
        quantity=FREQUENCY,
        among="deals with a leader at half-time",
        counted="deals with a leader at half-time; one that nobody wins is not won by the leader",
        more="the leader at half-time wins {} more often",
        less="the leader at half-time wins {} less often",
    ),
    Metric(
        name="comebacks",
        title="Comebacks",
        unit="share of decided deals with a leader halfway",
        what="how often a side wins that another led after half of the tricks, of the deals that somebody wins",
        theme=COURSE,
        sample=DEALS,
        method=SHARE,
        values=comebacks,
        quantity=FREQUENCY,
        among="decided deals with a leader halfway",
        counted="deals that somebody wins and with a leader halfway",
        more="comebacks rise by {}",
        less="comebacks fall by {}",
    ),
    Family(
        name="leader-wins.PERCENT",
        unit="share of deals with a leader then",
        what="how often the side that leads after PERCENT in 100 of the tricks wins the deal",
        theme=COURSE,
        sample=DEALS,
        method=SHARE,
        values=leader_wins,
        members=tenths,
        shown=False,
        quantity=FREQUENCY,
        counted="deals with a leader then",
    ),
)
"""The metrics of this theme."""
