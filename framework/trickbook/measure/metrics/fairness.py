"""Fairness: what a seat is worth before a card is played."""

from __future__ import annotations

import numpy as np

from trickbook.compiler import CompiledGame
from trickbook.measure.metrics.figures import by_side, deal_winner, floats, margin, of_side, side_at_place
from trickbook.measure.metrics.metric import AMOUNT, DEALS, FAIRNESS, FREQUENCY, GAIN, Family, Metric
from trickbook.measure.statistics import COUNT, MEAN, SHARE, Limits, Values
from trickbook.simulation.batches import Rows


def tricks(rows: Rows, game: CompiledGame) -> Values:
    """`tricks_won[F]`: tricks as the game counts them; a double trick of Bruus is two (BR-36)."""
    return floats(of_side(rows, "tricks_won", rows["first_side"]))


def points(rows: Rows, game: CompiledGame) -> Values:
    """`score[F]`: all that the deal gives forehand's side, dares and strikes included.

    Penalty points where the game counts those, of which fewer are better; where there is a pot, chips won less chips
    staked and paid.
    """
    return floats(of_side(rows, "score", rows["first_side"]))


def points_of_place(rows: Rows, game: CompiledGame, place: int) -> Values:
    """`score[S]`, where S is the side PLACE - 1 places after F: (`first_side` + PLACE - 1) mod `sides`.

    Place 1 is forehand's own side, and stands under `points`. In single deals seats belong to the sides in turn,
    so the dealer's side is the last where each plays for themselves, and the second of two partnerships.
    """
    return floats(of_side(rows, "score", side_at_place(rows, place)))


def places(prefix: str, title: str, what: str, game: CompiledGame) -> list[tuple[int, str, str, str]]:
    """Return the places after forehand's in which a side of a game may sit."""
    nth = {2: "2nd", 3: "3rd"}
    return [
        (
            place - 1,
            f"{prefix}.{place}",
            f"{title} {nth.get(place, f'{place}th')} side",
            f"{what} side that is {nth.get(place, f'{place}th')} to play",
        )
        for place in range(2, int(game.rules.sides) + 1)
    ]


def point_places(game: CompiledGame) -> list[tuple[int, str, str, str]]:
    """Return the metrics `points.PLACE` of a game."""
    return places("points", "Points of the", "what the deal gives the", game)


def winning_places(game: CompiledGame) -> list[tuple[int, str, str, str]]:
    """Return the metrics `deals-won.PLACE` of a game."""
    return places("deals-won", "Deals won by the", "how often the deal is won by the", game)


def points_in_all(rows: Rows, game: CompiledGame) -> Values:
    """The sum of `score` over the sides: what the deal gives all of them together, or costs them."""
    return floats(by_side(rows, "score", 0).sum(axis=1))


def deals_won(rows: Rows, game: CompiledGame) -> Values:
    """1 if F wins the deal, else 0; a tie is 0.

    The side that has most tricks alone when the deal is over wins it (most card points, where `end.won_by` says so),
    also where a side reached the target in the middle of the deal. Where a claim or a combination ended the deal,
    the side that took the pot wins it, and nobody if the claim was wrong. Where only a claim or a combination wins
    the pot (`pot.won_by`), nobody wins a deal in which all cards are played and nobody claims (BU-11).
    """
    return floats(deal_winner(rows, game) == rows["first_side"])


def deals_won_by_place(rows: Rows, game: CompiledGame, place: int) -> Values:
    """1 if the side PLACE - 1 places after F wins the deal (as in `deals-won`), else 0.

    Place 1 is forehand's own side, and stands under `deals-won`; places are those of `points.PLACE`.
    """
    return floats(deal_winner(rows, game) == side_at_place(rows, place))


def deals_undecided(rows: Rows, game: CompiledGame) -> Values:
    """1 if no side wins the deal (as in `deals-won`), else 0.

    Source: drawishness of Browne (2008), Automatic generation and evaluation of recombination games, of a deal.
    """
    return floats(deal_winner(rows, game) < 0)


def side_balance(rows: Rows, game: CompiledGame) -> Values:
    """1 if F wins the deal (as in `deals-won`), else 0, less 1 / `sides`; a deal that nobody wins is not counted.

    So 0 is balance, 0.03 says that forehand's side wins 3 of 100 decided deals more than its part, and the sign
    says in whose favour. The amount without its sign, as balance is often given (Browne 2008, balance; CardStock,
    fairness), is not used: its mean is above 0 even in a game that is fair, by as much as the sample is small.
    """
    winner = deal_winner(rows, game)
    return np.where(winner >= 0, floats(winner == rows["first_side"]) - 1 / rows["sides"], np.nan)


def seat_advantage(rows: Rows, game: CompiledGame) -> Values:
    """`score[F]` less the mean `score` of the other sides; what it is worth to lead first."""
    return margin(rows, rows["first_side"])


def dealer_advantage(rows: Rows, game: CompiledGame) -> Values:
    """`score[D]` less the mean `score` of the other sides, where D = `dealer` mod `sides` is the dealer's side.

    Left out where there are two sides: there it is `seat-advantage` with the other sign, or the same.
    """
    return margin(rows, rows["dealer"] % rows["sides"])


METRICS = (
    Metric(
        name="tricks",
        title="Tricks of forehand's side",
        unit="tricks a deal",
        what="tricks that forehand's side wins",
        theme=FAIRNESS,
        sample=DEALS,
        method=MEAN,
        bounds=COUNT,
        values=tricks,
        quantity=AMOUNT,
        more="forehand's side wins {} tricks a deal more",
        less="forehand's side wins {} tricks a deal fewer",
    ),
    Metric(
        name="points",
        title="Points of forehand's side",
        unit="points a deal",
        what="what the deal gives forehand's side",
        theme=FAIRNESS,
        sample=DEALS,
        method=MEAN,
        values=points,
        points=True,
        quantity=GAIN,
        more="a deal gives forehand's side {} points more",
        less="a deal gives forehand's side {} points fewer",
    ),
    Family(
        name="points.PLACE",
        unit="points a deal",
        what="what the deal gives the side that is 2nd, 3rd, ... to play",
        theme=FAIRNESS,
        sample=DEALS,
        method=MEAN,
        values=points_of_place,
        members=point_places,
        points=True,
        quantity=GAIN,
        more="WHAT rises by {} points",
        less="WHAT falls by {} points",
    ),
    Metric(
        name="points-in-all",
        title="Points of all sides",
        unit="points a deal",
        what="what the deal gives all sides together",
        theme=FAIRNESS,
        sample=DEALS,
        method=MEAN,
        values=points_in_all,
        points=True,
        quantity=GAIN,
        more="a deal gives all sides together {} points more",
        less="a deal gives all sides together {} points fewer",
    ),
    Metric(
        name="seat-advantage",
        title="Forehand's side above others",
        unit="points a deal",
        what="how much the deal gives forehand's side above the mean of the others",
        theme=FAIRNESS,
        sample=DEALS,
        method=MEAN,
        values=seat_advantage,
        points=True,
        quantity=GAIN,
        more="forehand's side does better by {} points a deal",
        less="forehand's side does worse by {} points a deal",
        favours=True,
    ),
    Metric(
        name="dealer-advantage",
        title="Dealer's side above others",
        unit="points a deal",
        what="how much the deal gives the dealer's side above the mean of the others",
        theme=FAIRNESS,
        sample=DEALS,
        method=MEAN,
        values=dealer_advantage,
        applies=lambda game: bool(game.rules.sides > 2),
        points=True,
        quantity=GAIN,
        more="the dealer's side does better by {} points a deal",
        less="the dealer's side does worse by {} points a deal",
        favours=True,
    ),
    Metric(
        name="deals-won",
        title="Deals forehand's side wins",
        unit="share of deals",
        what="how often forehand's side wins the deal, of all deals, those that nobody wins too",
        theme=FAIRNESS,
        sample=DEALS,
        method=SHARE,
        values=deals_won,
        quantity=FREQUENCY,
        more="forehand's side wins {} more often",
        less="forehand's side wins {} less often",
    ),
    Family(
        name="deals-won.PLACE",
        unit="share of deals",
        what="how often the deal is won by the side that is 2nd, 3rd, ... to play",
        theme=FAIRNESS,
        sample=DEALS,
        method=SHARE,
        values=deals_won_by_place,
        members=winning_places,
        quantity=FREQUENCY,
        more="TITLE rise by {}",
        less="TITLE fall by {}",
    ),
    Metric(
        name="deals-undecided",
        title="Deals that nobody wins",
        unit="share of deals",
        what="how often no side wins the deal",
        theme=FAIRNESS,
        sample=DEALS,
        method=SHARE,
        values=deals_undecided,
        quantity=FREQUENCY,
        more="{} more are won by nobody",
        less="{} fewer are won by nobody",
    ),
    Metric(
        name="side-balance",
        title="Balance of the sides",
        unit="share of decided deals above an equal part",
        what="how much more than its equal part of the decided deals forehand's side wins; 0 is balance",
        theme=FAIRNESS,
        sample=DEALS,
        method=MEAN,
        bounds=Limits(-0.5, 1.0),
        values=side_balance,
        quantity=FREQUENCY,
        counted="deals that somebody wins",
        told_in_hundreds=True,
        more="forehand's side wins {} more of the decided deals",
        less="forehand's side wins {} fewer of the decided deals",
    ),
)
"""The metrics of this theme."""
