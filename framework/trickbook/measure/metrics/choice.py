"""Choice: how much the rules leave to the players."""

from __future__ import annotations

import numpy as np

from trickbook.compiler import CompiledGame
from trickbook.measure.metrics.figures import floats
from trickbook.measure.metrics.metric import AMOUNT, CHOICE, DEALS, SCALE, Metric
from trickbook.measure.statistics import COUNT, MEAN, POSITIVE, ZERO_TO_ONE, Values
from trickbook.simulation.batches import Rows


def choices(rows: Rows, game: CompiledGame) -> Values:
    """`choices`: how many times a player had more than one legal move; to pass is a move here."""
    return floats(rows["choices"])


def legal_moves(rows: Rows, game: CompiledGame) -> Values:
    """`options` / `asked`: legal moves a decision, of the decisions of the deal; to pass is a move here.

    Each deal has the same weight, whatever its length. Source: the branching factor, as CardStock has it (Bell and
    Goadrich 2016, Automated playtesting with RECYCLEd CARDSTOCK). Moves that differ in cards of equal power are
    different moves.
    """
    return np.where(rows["asked"] > 0, rows["options"] / np.maximum(rows["asked"], 1), np.nan)


def real_choices(rows: Rows, game: CompiledGame) -> Values:
    """`choices` / `asked`: the share of the decisions of a deal that had more than one legal move."""
    return np.where(rows["asked"] > 0, rows["choices"] / np.maximum(rows["asked"], 1), np.nan)


METRICS = (
    Metric(
        name="choices",
        title="Real choices",
        unit="choices a deal",
        what="decisions with more than one legal move; to pass counts as one",
        theme=CHOICE,
        sample=DEALS,
        method=MEAN,
        bounds=COUNT,
        values=choices,
        quantity=AMOUNT,
        more="a deal has {} real choices more",
        less="a deal has {} real choices fewer",
    ),
    Metric(
        name="legal-moves",
        title="Legal moves a decision",
        unit="moves a decision",
        what="legal moves there are in a decision",
        theme=CHOICE,
        sample=DEALS,
        method=MEAN,
        bounds=POSITIVE,
        values=legal_moves,
        quantity=AMOUNT,
        more="a decision has {} legal moves more",
        less="a decision has {} legal moves fewer",
    ),
    Metric(
        name="real-choices",
        title="Share of real choices",
        unit="share of a deal's decisions",
        what="the part of the decisions that have more than one legal move",
        theme=CHOICE,
        sample=DEALS,
        method=MEAN,
        bounds=ZERO_TO_ONE,
        values=real_choices,
        quantity=SCALE,
        told_in_hundreds=True,
        more="{} more of the decisions are real choices",
        less="{} fewer of the decisions are real choices",
    ),
)
"""The metrics of this theme."""
