"""What a comparison measures: a table of metrics, each with its formula.

A metric takes the rows of a sample (dtype `trickbook.bots.playing.ROW`) and returns one value for each deal or
match, NaN where it does not count. Formulas use the names of the row's fields; F is forehand's side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.compare.statistics import MEAN, RATE, SHARE, Method, Values
from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import (
    BY_LAST_LEFT,
    BY_STOP,
    ENDED_CLAIM,
    ENDED_PLAYED,
    ENDED_POT,
    GIVES_POT,
    GOES_ON,
    POT_BY_CLAIM,
)
from trickbook.kernel.limits import MAX_PLAY
from trickbook.simulate import Rows

DEALS = "single deals"
"""The sample of single deals, each begun at the same score."""
MATCHES = "whole matches"
"""The sample of matches played to their end."""


@dataclass(frozen=True)
class Metric:
    """Something that is measured in each deal or match."""

    name: str
    """Its name in JSON; never changes its meaning."""
    title: str
    """Its name for people, at most 28 characters."""
    unit: str
    """What its mean counts."""
    what: str
    """What it is, in one line."""
    sample: str
    """`DEALS` or `MATCHES`."""
    method: Method
    """How the mean and its interval are found."""
    values: Callable[[Rows, CompiledGame], Values]
    """The values, from rows in order; of matches, rows of whole matches. Its docstring has the formula."""
    applies: Callable[[CompiledGame], bool] = lambda _: True
    """Whether it means anything in a game."""
    among: str = "deals"
    """What a share or a rate is told as so many in 100 of."""

    def metrics(self, game: CompiledGame) -> list[Metric]:
        """Return the metric itself, if it applies to a game."""
        return [self] if self.applies(game) else []


@dataclass(frozen=True)
class Family:
    """Metrics of one kind, as many as a game has things to count."""

    name: str
    """The pattern of their names."""
    unit: str
    what: str
    sample: str
    method: Method
    values: Callable[[Rows, CompiledGame, int], Values]
    """As for a metric, given which of them."""
    members: Callable[[CompiledGame], Sequence[tuple[int, str, str, str]]]
    """For each metric of a game: which it is, its name, its title, and what it is."""
    among: str = "deals"
    """As for a metric."""

    def metrics(self, game: CompiledGame) -> list[Metric]:
        """Return the metrics of a game."""
        return [
            Metric(
                name,
                title,
                self.unit,
                what,
                self.sample,
                self.method,
                partial(_member, self.values, which),
                among=self.among,
            )
            for which, name, title, what in self.members(game)
        ]


def _member(values: Callable[[Rows, CompiledGame, int], Values], which: int, rows: Rows, game: CompiledGame) -> Values:
    return values(rows, game, which)


def _floats(values: NDArray[Any]) -> Values:
    return values.astype(np.float64)


def _of_first_side(rows: Rows, field: str) -> NDArray[Any]:
    of_all: NDArray[Any] = rows[field]
    return np.take_along_axis(of_all, rows["first_side"][:, np.newaxis].astype(np.intp), axis=1)[:, 0]


def _by_side(rows: Rows, field: str, absent: int) -> NDArray[Any]:
    """Return a field by side, with a value for sides that there are not."""
    of_all: NDArray[Any] = rows[field]
    return np.where(np.arange(of_all.shape[1]) < rows["sides"][:, np.newaxis], of_all, absent)


def _last_deals(rows: Rows) -> NDArray[np.intp]:
    """Return where the last deal of each match stands."""
    return np.flatnonzero(rows["outcome"] != GOES_ON)


def _by_match(rows: Rows, of_deals: NDArray[Any]) -> Values:
    """Add up a figure of the deals of each match; NaN for a match that was stopped."""
    last = _last_deals(rows)
    first = np.concatenate(([0], last[:-1] + 1))
    return np.where(rows["outcome"][last] == BY_STOP, np.nan, np.add.reduceat(_floats(of_deals), first))


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


def combinations_win_pot(game: CompiledGame) -> bool:
    """Say whether a combination may give the pot."""
    rules = game.rules
    return bool((rules.combination_gives[: rules.combinations] == GIVES_POT).any())


def sides_go_out(game: CompiledGame) -> bool:
    """Say whether a side goes out of the match at a limit."""
    return bool(game.rules.limit)


def deal_winner(rows: Rows, game: CompiledGame) -> NDArray[Any]:
    """Return the side that wins each single deal, or -1; the definition stands at `deals_won`."""
    amounts = _by_side(rows, "card_points" if game.rules.won_by_card_points else "tricks_won", -1)
    most = amounts.max(axis=1)
    alone = (amounts == most[:, np.newaxis]).sum(axis=1) == 1
    by_result = np.where(alone, amounts.argmax(axis=1), -1)
    for_pot = (rows["ended"] == ENDED_CLAIM) | (rows["ended"] == ENDED_POT) | only_pot_wins(game)
    # In the first deal of a match, seats belong to the sides in turn.
    by_pot = np.where(rows["pot_taker"] >= 0, rows["pot_taker"] % rows["sides"], -1)
    return np.where(for_pot, by_pot, by_result)


def tricks(rows: Rows, game: CompiledGame) -> Values:
    """`tricks_won[F]`: tricks as the game counts them; a double trick of Bruus is two (BR-36)."""
    return _floats(_of_first_side(rows, "tricks_won"))


def points(rows: Rows, game: CompiledGame) -> Values:
    """`score[F]`: all that the deal gives forehand's side, dares and strikes included.

    Penalty points where the game counts those; where there is a pot, chips won less chips staked and paid.
    """
    return _floats(_of_first_side(rows, "score"))


def deals_won(rows: Rows, game: CompiledGame) -> Values:
    """1 if F wins the deal, else 0; a tie is 0.

    The side that has most tricks alone when the deal is over wins it (most card points, where `end.won_by` says so),
    also where a side reached the target in the middle of the deal. Where a claim or a combination ended the deal,
    the side that took the pot wins it, and nobody if the claim was wrong. Where only a claim or a combination wins
    the pot (`pot.won_by`), nobody wins a deal in which all cards are played and nobody claims (BU-11).
    """
    return _floats(deal_winner(rows, game) == rows["first_side"])


def sweeps(rows: Rows, game: CompiledGame) -> Values:
    """1 if only one side has tricks at the end, else 0.

    A deal that a claim, a combination for the pot or the target ended early is 0.
    """
    with_tricks = (_by_side(rows, "tricks_won", 0) > 0).sum(axis=1)
    return _floats((with_tricks == 1) & (rows["ended"] == ENDED_PLAYED))


def half_time(rows: Rows, game: CompiledGame) -> Values:
    """1 if `half_time_side` wins the deal (as in `deals-won`), else 0; a tie is 0.

    Let T be the tricks of all sides when the deal is over, as the game counts them. Half-time is the end of the first
    trick after which at least T/2 are won. The side that leads is the one that has most tricks alone at that
    moment; a deal in which none has is not counted. Left out of games that card points decide, by most of them or
    by a claim, or in which only the pot is won: to be ahead in tricks is not to be ahead there.
    """
    won = _floats(deal_winner(rows, game) == rows["half_time_side"])
    return np.where(rows["half_time_side"] >= 0, won, np.nan)


def carried(rows: Rows, game: CompiledGame) -> Values:
    """1 if `carry_out` > 0, else 0: the deal hands points or doublings on to the next, as a Bock does (TR-02)."""
    return _floats(rows["carry_out"] > 0)


def can_carry(game: CompiledGame) -> bool:
    """Say whether a row of the score table hands anything on."""
    return bool(game.rules.score_row[: game.rules.score_rows, 8].any())


def claims_right(rows: Rows, game: CompiledGame) -> Values:
    """1 if `claimer` >= 0 and `pot_taker` >= 0, else 0: a player claimed, and had won enough card points (BU-09)."""
    return _floats((rows["claimer"] >= 0) & (rows["pot_taker"] >= 0))


def claims_wrong(rows: Rows, game: CompiledGame) -> Values:
    """1 if `claimer` >= 0 and `pot_taker` < 0, else 0: a player claimed, and had too few card points (BU-09)."""
    return _floats((rows["claimer"] >= 0) & (rows["pot_taker"] < 0))


def pots_by_combination(rows: Rows, game: CompiledGame) -> Values:
    """1 if `ended` says that a combination ended the deal, else 0.

    The holder took the pot at once, or it was played for among several holders (BU-13, BU-V1, KM-03). Combinations
    that only give the lead are not in the row of a deal, and not counted.
    """
    return _floats(rows["ended"] == ENDED_POT)


def pots_left(rows: Rows, game: CompiledGame) -> Values:
    """1 if `pot_left` > 0, else 0: chips stay in the pot for the next deal.

    Nobody won the pot (BU-11), a claim was wrong (BU-09), or a rest could not be split (KM-04).
    """
    return _floats(rows["pot_left"] > 0)


def pot(rows: Rows, game: CompiledGame) -> Values:
    """The sum of `pot_before` + `pot_staked` over the deals of a match, divided by their number.

    What earlier deals left is in it, which is why single deals can't tell. A match that was stopped, by
    `match.at_most`, is not counted.
    """
    return _by_match(rows, rows["pot_before"] + rows["pot_staked"]) / _by_match(rows, np.ones(len(rows)))


def penalties(rows: Rows, game: CompiledGame, points: int) -> Values:
    """The number of sides with `score[SIDE]` = POINTS, divided by `sides`.

    There is a metric for each number of points that the score table gives, where the match has a limit at which a side
    goes out, and no target (KP-13 to KP-15). A single deal has no doublings from earlier deals (HK-01).
    """
    given = rows["score"] == points
    at_table = np.arange(given.shape[1]) < rows["sides"][:, np.newaxis]
    return _floats((given & at_table).sum(axis=1) / rows["sides"])


def penalty_kinds(game: CompiledGame) -> list[tuple[int, str, str, str]]:
    """Return the points that the score table of a game may give as penalties."""
    rules = game.rules
    if rules.target or not rules.limit:
        return []
    table = rules.score_row[: rules.score_rows]
    kinds = sorted({int(row[7]) for row in table if row[0] in (0, rules.sides)})
    return [
        (points, f"penalty.{points}", f"Penalties of {points}", f"how often a side is given {points} penalty points")
        for points in kinds
    ]


def cards(rows: Rows, game: CompiledGame) -> Values:
    """`cards`: the cards played until the deal is over."""
    return _floats(rows["cards"])


def decisions(rows: Rows, game: CompiledGame) -> Values:
    """`moves`: plays (of any number of cards), announcements and claims, forced ones too; not passes."""
    return _floats(rows["moves"])


def choices(rows: Rows, game: CompiledGame) -> Values:
    """`choices`: how many times a player had more than one legal move; to pass is a move here."""
    return _floats(rows["choices"])


def tricks_of_size(rows: Rows, game: CompiledGame, size: int) -> Values:
    """`tricks_of_size[SIZE]`: tricks to which each played so many cards; counted once, whatever they score."""
    return _floats(rows["tricks_of_size"][:, size])


_SIZES = {2: "Double tricks", 3: "Triple tricks", 4: "Quadruple tricks"}


def sizes(game: CompiledGame) -> list[tuple[int, str, str, str]]:
    """Return the sizes above 1 that a trick of a game may have, by its leads and its combinations."""
    rules = game.rules
    combinations = {int(size) for size in rules.combination_size[: rules.combinations]}
    return [
        (
            size,
            f"tricks-of-{size}",
            _SIZES.get(size, f"Tricks of {size} cards"),
            f"tricks to which each plays {size} cards",
        )
        for size in range(2, MAX_PLAY + 1)
        if int(rules.lead_sizes) >> size & 1 or size in combinations
    ]


def events_of_kind(rows: Rows, game: CompiledGame, kind: int) -> Values:
    """`events[KIND]`: how often a plugin noted an event of this kind."""
    return _floats(rows["events"][:, kind])


def kinds(game: CompiledGame) -> list[tuple[int, str, str, str]]:
    """Return the kinds of event of a game's plugins."""
    return [
        (number, f"event.{kind.name}", kind.name.capitalize(), kind.meaning) for number, kind in enumerate(game.events)
    ]


def deals_in_match(rows: Rows, game: CompiledGame) -> Values:
    """The deals of the match: `deal` + 1 of its last one.

    A match that was stopped, by `match.at_most`, is not counted.
    """
    return _by_match(rows, np.ones(len(rows)))


def eliminations(rows: Rows, game: CompiledGame) -> Values:
    """The deals of a match after which a side goes out, several at once counted once (KP-15, KP-16).

    They are those with `sides` above that of the next deal, and the last one if `outcome` says that one side is left.
    A match that was stopped, by `match.at_most`, is not counted.
    """
    goes_out = rows["outcome"] == BY_LAST_LEFT
    goes_out[:-1] |= (rows["outcome"][:-1] == GOES_ON) & (rows["sides"][1:] < rows["sides"][:-1])
    return _by_match(rows, goes_out)


METRICS: tuple[Metric | Family, ...] = (
    Metric(
        name="tricks",
        title="Tricks of forehand's side",
        unit="tricks a deal",
        what="tricks that forehand's side wins",
        sample=DEALS,
        method=MEAN,
        values=tricks,
    ),
    Metric(
        name="points",
        title="Points of forehand's side",
        unit="points a deal",
        what="what the deal gives forehand's side",
        sample=DEALS,
        method=MEAN,
        values=points,
    ),
    Metric(
        name="cards",
        title="Cards",
        unit="cards a deal",
        what="cards played until the deal is over",
        sample=DEALS,
        method=MEAN,
        values=cards,
    ),
    Metric(
        name="decisions",
        title="Decisions",
        unit="moves a deal",
        what="moves made, forced ones included",
        sample=DEALS,
        method=MEAN,
        values=decisions,
    ),
    Metric(
        name="choices",
        title="Real choices",
        unit="choices a deal",
        what="decisions with more than one legal move",
        sample=DEALS,
        method=MEAN,
        values=choices,
    ),
    Family(
        name="tricks-of-SIZE",
        unit="tricks a deal",
        what="tricks to which each plays SIZE cards",
        sample=DEALS,
        method=RATE,
        values=tricks_of_size,
        members=sizes,
    ),
    Family(
        name="event.KIND",
        unit="events a deal",
        what="events of each kind of each plugin in use, such as dares",
        sample=DEALS,
        method=RATE,
        values=events_of_kind,
        members=kinds,
    ),
    Metric(
        name="deals-won",
        title="Deals forehand's side wins",
        unit="share of deals",
        what="how often forehand's side wins the deal",
        sample=DEALS,
        method=SHARE,
        values=deals_won,
    ),
    Metric(
        name="sweeps",
        title="Sweeps",
        unit="share of deals",
        what="how often one side has all the tricks",
        sample=DEALS,
        method=SHARE,
        values=sweeps,
    ),
    Metric(
        name="carried",
        title="Points carried on (Bock)",
        unit="share of deals",
        what="how often a deal hands something on to the next",
        sample=DEALS,
        method=SHARE,
        values=carried,
        applies=can_carry,
    ),
    Metric(
        name="claims-right",
        title="Right claims",
        unit="share of deals",
        what="how often a player claims the pot and has the card points",
        sample=DEALS,
        method=SHARE,
        values=claims_right,
        applies=has_claims,
    ),
    Metric(
        name="claims-wrong",
        title="Wrong claims",
        unit="share of deals",
        what="how often a player claims the pot and has too few card points",
        sample=DEALS,
        method=SHARE,
        values=claims_wrong,
        applies=has_claims,
    ),
    Metric(
        name="pots-by-combination",
        title="Pots won by a combination",
        unit="share of deals",
        what="how often a combination wins the pot",
        sample=DEALS,
        method=SHARE,
        values=pots_by_combination,
        applies=combinations_win_pot,
    ),
    Metric(
        name="pots-left",
        title="Pots left to the next deal",
        unit="share of deals",
        what="how often a deal leaves chips in the pot",
        sample=DEALS,
        method=SHARE,
        values=pots_left,
        applies=has_pot,
    ),
    Metric(
        name="half-time",
        title="Leader at half-time wins",
        unit="share of deals with a leader at half-time",
        what="how often the side that is ahead at half-time wins the deal",
        sample=DEALS,
        method=SHARE,
        values=half_time,
        applies=tricks_decide,
    ),
    Family(
        name="penalty.POINTS",
        unit="share of the results of sides",
        what="how often a side is given POINTS penalty points",
        sample=DEALS,
        method=RATE,
        values=penalties,
        members=penalty_kinds,
        among="results of sides",
    ),
    Metric(
        name="deals",
        title="Deals",
        unit="deals a game",
        what="deals until the game is over",
        sample=MATCHES,
        method=MEAN,
        values=deals_in_match,
    ),
    Metric(
        name="eliminations",
        title="Eliminations",
        unit="eliminations a game",
        what="deals after which a side goes out",
        sample=MATCHES,
        method=MEAN,
        values=eliminations,
        applies=sides_go_out,
    ),
    Metric(
        name="pot",
        title="Pot played for",
        unit="chips a deal",
        what="chips in the pot of a deal of the game, on average",
        sample=MATCHES,
        method=MEAN,
        values=pot,
        applies=has_pot,
    ),
)
"""All metrics, in the order of the report."""


def metrics_of(*games: CompiledGame) -> list[Metric]:
    """Return the metrics that mean something in any of the games, in order; a metric of several is the first one's."""
    found: dict[str, Metric] = {}
    for entry in METRICS:
        for game in games:
            for metric in entry.metrics(game):
                found.setdefault(metric.name, metric)
    return list(found.values())
