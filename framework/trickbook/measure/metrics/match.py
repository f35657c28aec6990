"""Whole matches: how long they last, and what only they can tell."""

from __future__ import annotations

import numpy as np

from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import BY_LAST_LEFT, GOES_ON
from trickbook.measure.metrics.figures import by_match, has_pot
from trickbook.measure.metrics.length import seconds
from trickbook.measure.metrics.metric import AMOUNT, MATCH, MATCHES, TIME, Metric
from trickbook.measure.statistics import COUNT, MEAN, POSITIVE, Values
from trickbook.simulation.batches import Rows


def deals_in_match(rows: Rows, game: CompiledGame) -> Values:
    """The deals of the match: `deal` + 1 of its last one.

    A match that was stopped, by `match.at_most` or by too many points, is not counted.
    """
    return by_match(rows, np.ones(len(rows)))


def match_decisions(rows: Rows, game: CompiledGame) -> Values:
    """The sum of `moves` over the deals of a match, as in `decisions`.

    A match that was stopped, by `match.at_most` or by too many points, is not counted.
    """
    return by_match(rows, rows["moves"])


def match_minutes(rows: Rows, game: CompiledGame) -> Values:
    """The sum over the deals of a match of what `minutes` takes a deal to last, by its assumed pace.

    A match that was stopped, by `match.at_most` or by too many points, is not counted.
    """
    return by_match(rows, seconds(rows)) / 60


def eliminations(rows: Rows, game: CompiledGame) -> Values:
    """The deals of a match after which a side goes out, several at once counted once (KP-15, KP-16).

    They are those with `sides` above that of the next deal, and the last one if `outcome` says that one side is left.
    A match that was stopped, by `match.at_most` or by too many points, is not counted.
    """
    goes_out = rows["outcome"] == BY_LAST_LEFT
    goes_out[:-1] |= (rows["outcome"][:-1] == GOES_ON) & (rows["sides"][1:] < rows["sides"][:-1])
    return by_match(rows, goes_out)


def sides_go_out(game: CompiledGame) -> bool:
    """Say whether a side goes out of the match at a limit."""
    return bool(game.rules.limit)


def pot(rows: Rows, game: CompiledGame) -> Values:
    """The sum of `pot_before` + `pot_staked` over the deals of a match, divided by their number.

    What earlier deals left is in it, which is why single deals can't tell. A match that was stopped, by
    `match.at_most` or by too many points, is not counted.
    """
    return by_match(rows, rows["pot_before"] + rows["pot_staked"]) / by_match(rows, np.ones(len(rows)))


METRICS = (
    Metric(
        name="deals",
        title="Deals",
        unit="deals a game",
        what="deals until the game is over",
        theme=MATCH,
        sample=MATCHES,
        method=MEAN,
        bounds=COUNT,
        values=deals_in_match,
        quantity=AMOUNT,
        counted="games that were not stopped by `match.at_most`",
        more="a game is {} deals longer",
        less="a game is {} deals shorter",
    ),
    Metric(
        name="match-decisions",
        title="Decisions",
        unit="moves a game",
        what="moves made until the game is over, forced ones included",
        theme=MATCH,
        sample=MATCHES,
        method=MEAN,
        bounds=COUNT,
        values=match_decisions,
        quantity=AMOUNT,
        counted="games that were not stopped by `match.at_most`",
        more="a game takes {} moves more",
        less="a game takes {} moves fewer",
    ),
    Metric(
        name="match-minutes",
        title="Minutes at an assumed pace",
        unit="minutes a game",
        what="how long a game lasts, at an assumed pace",
        theme=MATCH,
        sample=MATCHES,
        method=MEAN,
        bounds=POSITIVE,
        values=match_minutes,
        quantity=TIME,
        counted="games that were not stopped by `match.at_most`",
        more="a game is {} longer",
        less="a game is {} shorter",
    ),
    Metric(
        name="eliminations",
        title="Eliminations",
        unit="eliminations a game",
        what="deals after which a side goes out",
        theme=MATCH,
        sample=MATCHES,
        method=MEAN,
        bounds=COUNT,
        values=eliminations,
        applies=sides_go_out,
        quantity=AMOUNT,
        counted="games that were not stopped by `match.at_most`",
        more="{} eliminations a game more",
        less="{} eliminations a game fewer",
    ),
    Metric(
        name="pot",
        title="Pot played for",
        unit="chips a deal",
        what="chips in the pot of a deal of the game, on average",
        theme=MATCH,
        sample=MATCHES,
        method=MEAN,
        bounds=POSITIVE,
        values=pot,
        applies=has_pot,
        quantity=AMOUNT,
        counted="games that were not stopped by `match.at_most`",
        more="the pot of a deal is {} chips larger",
        less="the pot of a deal is {} chips smaller",
    ),
)
"""The metrics of this theme."""
