"""Figures that several metrics are made of, and what can be asked of a game. F is forehand's side."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import ENDED_CLAIM, ENDED_POT, GOES_ON, POT_BY_CLAIM
from trickbook.measure.statistics import Values
from trickbook.simulation.batches import Rows, was_stopped


def floats(values: NDArray[Any]) -> Values:
    """Return values as a metric has them."""
    return values.astype(np.float64)


def of_side(rows: Rows, field: str, side: NDArray[Any]) -> NDArray[Any]:
    """Return a field by side for one side of each row; of a side below 0, that of the first."""
    of_all: NDArray[Any] = rows[field]
    return np.take_along_axis(of_all, np.maximum(side, 0)[:, np.newaxis].astype(np.intp), axis=1)[:, 0]


def by_side(rows: Rows, field: str, absent: int) -> NDArray[Any]:
    """Return a field by side, with a value for sides that there are not."""
    of_all: NDArray[Any] = rows[field]
    return np.where(np.arange(of_all.shape[1]) < rows["sides"][:, np.newaxis], of_all, absent)


def side_at_place(rows: Rows, place: int) -> NDArray[Any]:
    """Return the side that is so many places after forehand's in the order of play of a match's first deal.

    There, seats belong to the sides in turn.
    """
    side: NDArray[Any] = (rows["first_side"] + place) % rows["sides"]
    return side


def margin(rows: Rows, side: NDArray[Any]) -> Values:
    """Return how much a side of each row scores above the mean of the others; NaN without others, or below side 0."""
    own = floats(of_side(rows, "score", side))
    total = floats(by_side(rows, "score", 0).sum(axis=1))
    others = floats(rows["sides"] - 1)
    valid = (side >= 0) & (others > 0)
    return np.where(valid, own - (total - own) / np.maximum(others, 1), np.nan)


def last_deals(rows: Rows) -> NDArray[np.intp]:
    """Return where the last deal of each match stands."""
    return np.flatnonzero(rows["outcome"] != GOES_ON)


def by_match(rows: Rows, of_deals: NDArray[Any]) -> Values:
    """Add up a figure of the deals of each match; NaN for a match that was stopped."""
    last = last_deals(rows)
    first = np.concatenate(([0], last[:-1] + 1))
    return np.where(was_stopped(rows["outcome"][last]), np.nan, np.add.reduceat(floats(of_deals), first))


def unit_of(game: CompiledGame) -> str:
    """Return what a deal is played for: `chips`, `penalty points` or `points`."""
    return "chips" if game.has_pot else "penalty points" if game.points_are_penalties else "points"


def has_pot(game: CompiledGame) -> bool:
    """Say whether there is a pot."""
    return game.has_pot


def has_claims(game: CompiledGame) -> bool:
    """Say whether a player may claim card points between two tricks."""
    return bool(game.rules.claim_points)


def only_pot_wins(game: CompiledGame) -> bool:
    """Say whether a deal is won by taking the pot and in no other way (BU-11)."""
    return game.has_pot and bool(game.rules.pot_won_by == POT_BY_CLAIM)


def tricks_decide(game: CompiledGame) -> bool:
    """Say whether most tricks win a deal: neither card points, nor a claim of them, nor the pot alone."""
    return not (game.rules.won_by_card_points or has_claims(game) or only_pot_wins(game))


def deal_winner(rows: Rows, game: CompiledGame) -> NDArray[Any]:
    """Return the side that wins each single deal, or -1; the definition stands at `deals_won`."""
    amounts = by_side(rows, "card_points" if game.rules.won_by_card_points else "tricks_won", -1)
    most = amounts.max(axis=1)
    alone = (amounts == most[:, np.newaxis]).sum(axis=1) == 1
    by_result = np.where(alone, amounts.argmax(axis=1), -1)
    for_pot = (rows["ended"] == ENDED_CLAIM) | (rows["ended"] == ENDED_POT) | only_pot_wins(game)
    # In the first deal of a match, seats belong to the sides in turn.
    by_pot = np.where(rows["pot_taker"] >= 0, rows["pot_taker"] % rows["sides"], -1)
    return np.where(for_pot, by_pot, by_result)
