"""Rule weight: how often a rule matters, from the same deals played by the same players in two games.

Only deals with the same pack are the same deals, so games with different packs have no rule weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.compare.metrics.metric import DEALS, EVENTS, Metric
from trickbook.compare.statistics import SHARE, Contrast, Estimate, Values
from trickbook.compiler import CompiledGame
from trickbook.simulate import Rows


def _not_of_one_game(rows: Rows, game: CompiledGame) -> Values:
    """Found from two games at a time; see `differs`."""
    return np.full(len(rows), np.nan)


RULE_WEIGHT = Metric(
    name="rule-weight",
    title="Deals played differently",
    unit="share of deals",
    what="how often the same players make another move than in the first game, on the same deal",
    theme=EVENTS,
    sample=DEALS,
    method=SHARE,
    values=_not_of_one_game,
)
OTHER_WINNER = Metric(
    name="other-winner",
    title="Deals another side wins",
    unit="share of deals",
    what="how often another side wins than in the first game, with the same players on the same deal",
    theme=EVENTS,
    sample=DEALS,
    method=SHARE,
    values=_not_of_one_game,
)
PAIR_METRICS = ((RULE_WEIGHT, "course"), (OTHER_WINNER, "winner"))
"""The metrics of two games, each with the figure of a deal that differs."""


def have_one_pack(games: Sequence[CompiledGame]) -> bool:
    """Say whether games have the same cards, in the same places of the pack."""
    return all(game.pack.cards == games[0].pack.cards for game in games)


def differs(first: NDArray[Any], other: NDArray[Any]) -> Values:
    """1 in each deal in which a figure differs between two games, else 0.

    Of `course`, a hash of all moves in order, it says that somebody has chosen differently, or that the deal ended
    elsewhere; of the side that wins (as in `deals-won`, -1 for none), that another one does.

    Players who search draw other worlds as soon as anything in the deal is different, and then choose differently by
    chance too. So the weight of a rule between players who search includes how often they waver.
    """
    return (first != other).astype(np.float64)


def against_itself(n: int) -> Estimate:
    """Return what the first game has: on the same deals it differs from itself in none, and that is certain."""
    return Estimate(0.0, 0.0, 0.0, n)


def as_contrast(share: Estimate) -> Contrast:
    """Return the share of deals that differ as a difference from the first game; p is 0 as soon as one differs."""
    return Contrast(share.mean, share.low, share.high, 0.0 if share.mean else 1.0)
