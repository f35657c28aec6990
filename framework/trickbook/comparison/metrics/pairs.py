"""Rule weight: how often a rule matters, from the same deals played by the same players in two games.

These metrics are about two games, the first and another one. Deals with other packs are other deals, so games with
different packs have no rule weight.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trickbook.comparison.metrics.metric import DEALS, EVENTS, FREQUENCY, Metric
from trickbook.comparison.statistics import SHARE, Values
from trickbook.compiler import CompiledGame
from trickbook.simulation import Rows


def have_the_same_deals(games: Sequence[CompiledGame]) -> bool:
    """Say whether deal i is the same in all games: the same cards in the same places of the pack, and the same cut."""
    first = games[0]
    return all(
        tuple(game.pack.cards) == tuple(first.pack.cards)
        and game.rules.seats == first.rules.seats
        and game.rules.cut == first.rules.cut
        and game.rules.cut_refused == first.rules.cut_refused
        for game in games
    )


def played_differently(rows: Rows, game: CompiledGame) -> Values:
    """1 if `course`, a hash of all moves in order, is not that of the same deal in the first game; else 0.

    Somebody has chosen differently, or the deal has ended elsewhere. A dare that is declared is the same move as one that
    needs no declaring; one that is declined is another. The first game differs from itself in no deal. Where one deal
    differs, it is certain that the rule matters, so p is 0, and the metric is none of those for whose number p is
    corrected. One game alone has no value.

    Players who search choose by chance where moves are nearly equal. Between them the first game is played again, on the
    same deals, by other random numbers of the players, and every game is set against that, the first one too: its value is
    how often the same players play the same game otherwise by chance, and a difference is what there is above that, with an
    interval and a p like those of all others.
    """
    return np.full(len(rows), np.nan)


def won_differently(rows: Rows, game: CompiledGame) -> Values:
    """1 if another side wins (as in `deals-won`, nobody being one too) than in the same deal of the first game; else 0.

    What is said at `rule-weight` holds here too.
    """
    return np.full(len(rows), np.nan)


METRICS = (
    Metric(
        name="rule-weight",
        title="Deals played differently",
        unit="share of deals",
        what="how often the same players play the same deal otherwise than in the first game",
        theme=EVENTS,
        sample=DEALS,
        method=SHARE,
        values=played_differently,
        of_two="course",
        quantity=FREQUENCY,
    ),
    Metric(
        name="other-winner",
        title="Deals another side wins",
        unit="share of deals",
        what="how often another side wins the same deal, with the same players, than in the first game",
        theme=EVENTS,
        sample=DEALS,
        method=SHARE,
        values=won_differently,
        of_two="winner",
        quantity=FREQUENCY,
    ),
)
"""The metrics of this theme."""
