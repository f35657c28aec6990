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
from trickbook.measure.metrics.columns import once
from trickbook.measure.metrics.figures import alone_with_most, by_side, deal_winner, floats, has_claims, tricks_decide
from trickbook.measure.metrics.metric import AMOUNT, COURSE, DEALS, FREQUENCY, SCALE, Family, Metric
from trickbook.measure.statistics import COUNT, MEAN, SHARE, ZERO_TO_ONE, Values
from trickbook.simulation.batches import Rows


@once
def amounts(rows: Rows) -> NDArray[np.int32]:
    """Return what each side has won after each trick: shape (sides, most tricks of a row, rows).

    After the last trick of a deal it stays as it is.
    """
    longest = max(int(rows["tricks"].max(initial=0)), 1)
    sides = int(rows["sides"].max(initial=1))
    winner = np.ascontiguousarray(rows["trick_side"][:, :longest].T)
    worth = np.ascontiguousarray(rows["trick_worth"][:, :longest].T).astype(np.int32)
    worth *= played(rows, longest)
    return np.stack([np.cumsum(worth * (winner == side), axis=0, dtype=np.int32) for side in range(sides)])


def played(rows: Rows, longest: int) -> NDArray[np.bool_]:
    """Return whether each trick of a row was played: shape (tricks, rows)."""
    found: NDArray[np.bool_] = np.arange(longest)[:, np.newaxis] < rows["tricks"]
    return found


@once
def leaders(rows: Rows) -> NDArray[Any]:
    """Return the side that leads alone after each trick, or -1: shape (tricks, rows); after the last trick it stays as it is."""
    return alone_with_most(amounts(rows))


@once
def leader_after(rows: Rows, percent: int) -> NDArray[Any]:
    """Return the side that leads alone after so many in 100 of the deal's tricks, rounded up; -1 if none does."""
    tricks = rows["tricks"].astype(np.int64)
    place = np.maximum(-(-tricks * percent // 100), 1) - 1
    leading = leaders(rows)[place, np.arange(len(place))]
    return np.where(tricks > 0, leading, -1)


def sweeps(rows: Rows, game: CompiledGame) -> Values:
    """1 if only one side has tricks at the end, else 0.

    A deal that a combination for the pot or the target ended early is 0. Left out of games in which a claim ends the deal, where
    it is hardly ever played out: that there are no sweeps would say nothing of how one-sided deals are.
    """
    with_tricks = sum((won > 0).astype(np.int8) for won in by_side(rows, "tricks_won", 0).T)
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
    leading = leaders(rows)
    not_leading = (leading != winner) & played(rows, len(leading))
    last = np.full(len(rows), -1)
    for place, behind in enumerate(not_leading):
        last = np.where(behind, place, last)
    counted = (winner >= 0) & (tricks > 0)
    return np.where(counted, np.minimum(last + 2, tricks) / np.maximum(tricks, 1), np.nan)


def lead_changes(rows: Rows, game: CompiledGame) -> Values:
    """How many times a side comes to lead alone that is not the one that last led alone.

    Source: lead change of Browne (2008), as Ludii computes it, with two corrections. There, the first lead counts as a
    change, and so do both a tie and its end, even if the same side leads again; here, neither is one. And it is not
    divided by the number of moves, by which long games look dull.
    """
    changes = np.zeros(len(rows))
    last = leaders(rows)[0]
    for leading in leaders(rows)[1:]:
        latest = np.where(leading >= 0, leading, last)
        changes += (last >= 0) & (latest != last)
        last = latest
    return changes


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
    total = won[:, -1].sum(axis=0)
    own, most = won[0].copy(), won[0]
    for side, amount in enumerate(won[1:], start=1):
        np.copyto(own, amount, where=winner == side)
        most = np.maximum(most, amount)
    part = (most - own) / np.maximum(total, 1)
    depth = (np.sqrt(part, out=part) * played(rows, len(part))).sum(axis=0)
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
        unit="share of decided deals with a leader after half of the tricks",
        what="how often a side wins that another led after half of the tricks, of the deals that somebody wins",
        theme=COURSE,
        sample=DEALS,
        method=SHARE,
        values=comebacks,
        quantity=FREQUENCY,
        among="decided deals with a leader after half of the tricks",
        counted="deals that somebody wins and with a leader after half of the tricks",
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
