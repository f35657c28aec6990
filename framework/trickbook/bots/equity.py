"""The match equity table: the chance of winning the match from any score, before a deal.

Made from deals between greedy players, and then by backward induction: with p(x, y, k) the share of deals that bring x to
the dealer's side and y to the other, and hand on the carry k, the chance E of side 0 is

    E(dealer's side, carry, a, b) = sum of p(x, y, k) E(other side, k, a + x, b + y),

1 where side 0 has won the match and 0 where it has lost it. See Keeler and Spencer: Optimal Doubling in Backgammon,
Operations Research 23 (1975), for scores as chances. What the deal brings is taken to be the same from any score.

A table takes 0.1 s to make (0.6 s for Treia, with its carry), so it is made for each sample that is played, and not kept on disk.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.bots import Player
from trickbook.bots.buffers import GREEDY, NO_EQUITY, PLAYER, new_buffers
from trickbook.bots.choosing import no_search
from trickbook.bots.playing import ROW, play_out, play_single_deals
from trickbook.compiler import CompiledGame
from trickbook.errors import playing
from trickbook.kernel.layout import Rules, new_moves, new_state
from trickbook.kernel.limits import MAX_MOVES, MAX_SEATS
from trickbook.kernel.starting import STARTERS

DEALS = 4096
"""Deals from which a table is made."""
LONGEST = 64
"""The highest target or limit for which a table is made: the time that it takes grows with its third power."""
MAX_CARRY = 6
"""The highest carry that the table tells apart."""
_BEYOND = 16
"""Scores that the table has beyond the target or limit."""
_SEED = 20
_SWEEPS = 1000
_EXACT = 1e-9


def equity_for(game: CompiledGame, players: NDArray[Any]) -> NDArray[np.float64]:
    """Return the match equity table of a game, for players of whom some search.

    Its indices are the dealer's side, the carry, and the scores of both sides. It is empty if nobody searches, or
    where a score is worth what it says: in games with a pot, in tournaments, with more than two sides, and with a target or
    limit beyond `LONGEST`, where few deals are near the end of a match.
    """
    rules = game.rules
    end = int(rules.target or rules.limit)
    if not players["budget"].any() or rules.sides != 2 or rules.stake or not 0 < end <= LONGEST:
        return NO_EQUITY
    return _induced(rules, *_outcomes(game))


def _outcomes(game: CompiledGame) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the outcomes of a deal, and how likely each is.

    An outcome is the score of the dealer's side, that of the other, the carry, and who has won: 0 the dealer's side,
    1 the other, -1 nobody.
    """
    rules = game.rules
    greedy = np.array([tuple(Player(GREEDY))] * int(rules.seats), PLAYER).view(np.recarray)
    rows = np.zeros(DEALS, ROW).view(np.recarray)
    state = new_state()
    state.seed = np.uint64(_SEED)
    hooks = game.hooks
    with playing(game):
        play_single_deals(
            rules, state, *STARTERS, play_out, hooks.offers, hooks.played, hooks.trick_complete, no_search, no_search, greedy,
            new_buffers(greedy), new_moves(MAX_MOVES), rows, 0, np.zeros(MAX_SEATS, np.int64), 0,
        )  # fmt: skip
    amounts = rows["card_points"] if rules.won_by_card_points else rows["tricks_won"]
    deal = np.arange(DEALS)
    own = rows["dealer"] % 2
    won = np.sign(amounts[deal, 1 - own] - amounts[deal, own])
    winner = np.where(won == 0, -1, (won + 1) // 2)
    table = np.stack([rows["score"][deal, own], rows["score"][deal, 1 - own], rows["carry_out"], winner], axis=1)
    outcomes, times = np.unique(table.astype(np.int64), axis=0, return_counts=True)
    return outcomes, times / DEALS


def _ended(rules: Rules, room: int) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Say for each score whether the match is over (BR-52, KP-15, KP-16), and return the chance of side 0 then."""
    scores = np.arange(room)
    own, other = scores[:, None], scores[None, :]
    high = np.maximum(own, other) >= (rules.target or rules.limit)
    more = np.where(own > other, 1.0, np.where(own < other, 0.0, 0.5))
    return high & (own != other), more if rules.target else 1.0 - more


def _induced(rules: Rules, outcomes: NDArray[np.int64], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the table to which the induction comes, by sweeps over all scores until nothing changes."""
    room = int(rules.target or rules.limit) + _BEYOND
    carries = MAX_CARRY + 1 if outcomes[:, 2].any() else 1
    is_over, at_end = _ended(rules, room)
    scores = np.arange(room)
    table = np.broadcast_to(at_end, (2, carries, room, room)).copy()
    for _ in range(_SWEEPS):
        before = table.copy()
        for side in range(2):
            for carry in range(carries):
                chance = np.zeros((room, room))
                for outcome, share in zip(outcomes, shares, strict=True):
                    points, handed_on = _with_carry(rules, outcome, carry)
                    own, other = (np.clip(scores + points[i], 0, room - 1) for i in (side, 1 - side))
                    chance += share * before[1 - side, min(handed_on, carries - 1)][np.ix_(own, other)]
                table[side, carry] = np.where(is_over, at_end, chance)
        if np.abs(table - before).max() < _EXACT:
            break
    return table


def _with_carry(rules: Rules, outcome: NDArray[np.int64], carry: int) -> tuple[list[int], int]:
    """Return what an outcome brings to the dealer's side and the other with a carry taken over, and what it hands on (TR-02, HK-01)."""
    own, other, carried, winner = (int(number) for number in outcome)
    points = [own, other]
    if rules.carry_doubles:
        return [own << carry, other << carry], carry + carried if carried else 0
    if winner < 0:
        return points, carry + carried
    points[winner] += carry
    return points, 0
