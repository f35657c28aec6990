"""Length: how long a deal is, in cards, tricks, moves and minutes."""

from __future__ import annotations

from trickbook.compiler import CompiledGame
from trickbook.measure.metrics.figures import floats
from trickbook.measure.metrics.metric import AMOUNT, DEALS, LENGTH, TIME, Metric
from trickbook.measure.statistics import COUNT, MEAN, POSITIVE, Values
from trickbook.simulation.batches import Rows

SECONDS_A_DEAL = 60
"""Taken to gather, shuffle, cut and deal the cards, and to write down the score."""
SECONDS_A_CHOICE = 6
"""Taken for a decision with more than one legal move."""
SECONDS_A_FORCED_MOVE = 2
"""Taken for a decision with one legal move."""


def seconds(rows: Rows) -> Values:
    """Return the seconds that each deal is taken to last at a table; see `minutes`."""
    forced = rows["asked"] - rows["choices"]
    return floats(SECONDS_A_DEAL + SECONDS_A_CHOICE * rows["choices"] + SECONDS_A_FORCED_MOVE * forced)


def cards(rows: Rows, game: CompiledGame) -> Values:
    """`cards`: the cards played until the deal is over."""
    return floats(rows["cards"])


def tricks_played(rows: Rows, game: CompiledGame) -> Values:
    """`tricks`: tricks played, by all; one to which each plays two cards is counted once."""
    return floats(rows["tricks"])


def decisions(rows: Rows, game: CompiledGame) -> Values:
    """`moves`: plays (of any number of cards), announcements and claims, forced ones too; not passes."""
    return floats(rows["moves"])


def minutes(rows: Rows, game: CompiledGame) -> Values:
    """(60 + 6 `choices` + 2 (`asked` - `choices`)) / 60.

    An assumption, and no measurement: 60 seconds to gather, shuffle, cut and deal the cards and to write the score, 6 for
    a decision with more than one legal move, 2 for one without. It is meant to compare games, not to plan an evening.
    """
    return seconds(rows) / 60


METRICS = (
    Metric(
        name="cards",
        title="Cards",
        unit="cards a deal",
        what="cards played until the deal is over",
        theme=LENGTH,
        sample=DEALS,
        method=MEAN,
        bounds=COUNT,
        values=cards,
        quantity=AMOUNT,
        more="a deal takes {} cards more",
        less="a deal takes {} cards fewer",
    ),
    Metric(
        name="tricks-played",
        title="Tricks played",
        unit="tricks a deal",
        what="tricks played until the deal is over, of any size",
        theme=LENGTH,
        sample=DEALS,
        method=MEAN,
        bounds=COUNT,
        values=tricks_played,
        quantity=AMOUNT,
        more="a deal takes {} tricks more",
        less="a deal takes {} tricks fewer",
    ),
    Metric(
        name="decisions",
        title="Moves made",
        unit="moves a deal",
        what="moves made, forced ones included; to pass is none",
        theme=LENGTH,
        sample=DEALS,
        method=MEAN,
        bounds=COUNT,
        values=decisions,
        quantity=AMOUNT,
        more="a deal takes {} moves more",
        less="a deal takes {} moves fewer",
    ),
    Metric(
        name="minutes",
        title="Minutes at an assumed pace",
        unit="minutes a deal",
        what="how long a deal lasts, at an assumed pace",
        theme=LENGTH,
        sample=DEALS,
        method=MEAN,
        bounds=POSITIVE,
        values=minutes,
        quantity=TIME,
        more="a deal is {} longer",
        less="a deal is {} shorter",
    ),
)
"""The metrics of this theme."""
