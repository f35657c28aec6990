"""How many deals stronger players play beside a comparison: as many as take less than a minute, whatever clock there is.

The number is found from figures of the deals that were played, never from the time they took, so it is the same on every
machine. A search of N simulations plays N worlds out at each decision that has a choice, on average half a deal each:
N × choices × decisions / 2 moves for a deal. One such move takes 180 to 300 billionths of a second in the shipped games.
"""

from __future__ import annotations

import numpy as np

from trickbook.bots import budget_of
from trickbook.measure.metrics import DEALS
from trickbook.study.samples import Samples
from trickbook.study.sums import LENGTHS

MOVES = 300_000_000
"""Moves in worlds played out that stronger players may make in all: about a minute of one processor, half of one on two."""
FEWEST = 20
"""Deals that are played in any case."""
_OTHER_DEALS = 1 << 63
_ALL_SEEDS = 1 << 64


def other_seed(seed: int) -> int:
    """Return the seed of the deals of the stronger players: other deals, so that what they say is independent."""
    return (seed + _OTHER_DEALS) % _ALL_SEEDS


def moves_in_deal(samples: Samples, place: int, simulations: int) -> float:
    """Return about how many moves a search makes in the worlds of one deal of a game, if all its players search."""
    choices, decisions = (float(np.nanmean(samples.opening(place, name))) for name in LENGTHS)
    return simulations * choices * decisions / 2


def deals_for(player: str, samples: Samples, games: int, again: bool) -> int:
    """Return how many deals of each game a player who searches is to play, no more than others have played.

    With `again`, the first game is played twice. The number has two digits that count.
    """
    simulations = max(budget_of(player), 1)
    moves = [moves_in_deal(samples, place, simulations) for place in range(games)]
    deals = int(MOVES / max(sum(moves) + (moves[0] if again else 0.0), 1.0))
    step = 10 ** max(len(str(deals)) - 2, 0)
    rounded_down: int = deals // step * step
    return min(max(rounded_down, FEWEST), samples.size(DEALS))
