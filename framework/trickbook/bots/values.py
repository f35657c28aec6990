"""What the end of a deal is worth to each side.

With a match equity table, where two sides play a match to a target or a limit: the chance of winning the match, so
that at eleven all nothing counts but who gets the next point. A match that is won counts 1/2 + v/2, one that is lost
1/2 - v/2, where v is what the match counts (TR-04). Elsewhere, where points or chips are worth what they say: the
side's score in this deal, less the mean of the others'.

To this comes a little for the share of the tricks or card points, worth less than any point: it tells apart moves
that otherwise come to the same.
"""

from __future__ import annotations

from typing import Any

from trickbook.kernel.dealing import following
from trickbook.kernel.jit import helper
from trickbook.kernel.layout import GOES_ON, Rules, State

SHARE = 0.05
"""What all tricks, or card points, of a deal are worth beside the score, in points."""


@helper
def chance_of_first_side(state: State, equity: Any) -> float:
    """Return the chance that side 0 wins the match, after a deal; double games count beyond 0 and 1."""
    if state.outcome != GOES_ON:
        if state.outcome_winner < 0:
            return 0.5
        half = 0.5 * state.outcome_value
        return 0.5 + half if state.outcome_winner == 0 else 0.5 - half
    last = equity.shape[2] - 1
    return float(
        equity[
            state.side_of[following(state, state.dealer)],
            min(state.carry_out, equity.shape[1] - 1),
            min(max(state.score[0], 0), last),
            min(max(state.score[1], 0), last),
        ]
    )


@helper
def worth(rules: Rules, state: State, equity: Any, side: int) -> float:
    """Return what a deal that is over is worth to a side, without the share of tricks or card points."""
    if len(equity) > 0 and state.sides == 2:
        chance = chance_of_first_side(state, equity)
        return chance if side == 0 else 1.0 - chance
    all_scores = 0
    for other in range(state.sides):
        all_scores += state.deal_score[other]
    score = state.deal_score[side] - (all_scores - state.deal_score[side]) / max(state.sides - 1, 1)
    return float(-score if rules.least_wins else score)


@helper
def settle(rules: Rules, state: State, equity: Any, value: Any) -> None:
    """Write what a deal that is over is worth to each side."""
    amounts = state.card_points if rules.won_by_card_points else state.tricks_won
    all_amounts = 0
    for side in range(state.sides):
        all_amounts += amounts[side]
    share = SHARE / (2 * equity.shape[2]) if len(equity) > 0 and state.sides == 2 else SHARE
    for side in range(state.sides):
        won = share * amounts[side] / max(all_amounts, 1)
        # What is named is to be met, not beaten: how many tricks there are beside it says nothing.
        won = 0.0 if rules.steps > 0 and state.named[0] >= 0 else -won if rules.least_wins_deal else won
        value[side] = won + worth(rules, state, equity, side)
