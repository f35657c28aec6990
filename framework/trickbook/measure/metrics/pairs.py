"""Rule weight: how often a rule matters, from the same deals played by the same players in two games.

These metrics are about two games, the first and another one. A deal is the same if every seat is dealt, and draws, the same
cards; where the pack, the hands or the way of dealing differ, deals are other deals, and there is no rule weight.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trickbook.compiler import CompiledGame
from trickbook.measure.metrics.metric import DEALS, EVENTS, FREQUENCY, Metric
from trickbook.measure.statistics import SHARE, Values
from trickbook.simulation.batches import Rows

_DEALT_BY = (
    ("number of players", ("seats",)),
    ("cut", ("cut", "cut_refused")),
    ("size of a hand", ("hand",)),
    ("number of cards dealt at a time", ("at_a_time",)),
    ("way of drawing", ("draws", "draw_at_once")),
)
"""What says which cards a seat gets from a shuffle, in words and in the rules."""


def why_other_deals(games: Sequence[CompiledGame]) -> str:
    """Return in a word or two what makes deal i another deal in some of the games; nothing if it is the same in all.

    It is the same if the same shuffle gives each seat the same cards, at first and, as far as the course is the same, from the
    stock. How trump is found matters where cards are drawn: a card that is turned is drawn last.
    """
    first = games[0]
    for game in games:
        if tuple(game.pack.cards) != tuple(first.pack.cards):
            return "pack"
        for words, fields in _DEALT_BY:
            if any(game.rules[field] != first.rules[field] for field in fields):
                return words
        if first.rules.draws and game.rules.turned != first.rules.turned:
            return "turned card"
    return ""


def have_the_same_deals(games: Sequence[CompiledGame]) -> bool:
    """Say whether deal i is the same in all games; see `why_other_deals`."""
    return not why_other_deals(games)


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


def scored_differently(rows: Rows, game: CompiledGame) -> Values:
    """1 if `score`, what the deal gives each side, is not for all sides that of the same deal in the first game; else 0.

    A rule that leaves play as it is and counts it otherwise shows here, and not in `rule-weight`. What is said there holds here too.
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
        name="other-score",
        title="Deals scored differently",
        unit="share of deals",
        what="how often the same deal, with the same players, gives a side something else than in the first game",
        theme=EVENTS,
        sample=DEALS,
        method=SHARE,
        values=scored_differently,
        of_two="result",
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
