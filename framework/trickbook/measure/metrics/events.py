"""Events: what happens in a deal, how often, and what it comes with."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import CARRIES, ENDED_POT, FACE_UP_ONLY, FOR_SIDES, GIVES_POINTS, GIVES_POT
from trickbook.kernel.limits import MAX_PLAY
from trickbook.measure.metrics.figures import floats, has_claims, has_pot, margin
from trickbook.measure.metrics.metric import AMOUNT, DEALS, EVENTS, FREQUENCY, GAIN, Family, Metric
from trickbook.measure.statistics import COUNT, MEAN, RATE, SHARE, Values
from trickbook.simulation.batches import Rows

_SIZES = {2: "Double tricks", 3: "Triple tricks", 4: "Quadruple tricks"}


def tricks_of_size(rows: Rows, game: CompiledGame, size: int) -> Values:
    """`tricks_of_size[SIZE]`: tricks to which each played so many cards; counted once, whatever they score."""
    return floats(rows["tricks_of_size"][:, size])


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
    return floats(rows["events"][:, kind])


def kinds(game: CompiledGame) -> list[tuple[int, str, str, str]]:
    """Return the kinds of event of a game's plugins."""
    return [
        (number, f"event.{kind.name}", kind.name.capitalize(), kind.meaning) for number, kind in enumerate(game.events)
    ]


def side_with_most(of_sides: NDArray[Any], sides: NDArray[Any]) -> NDArray[Any]:
    """Return the side of each row that has most of something, more than each other; -1 if none has."""
    amounts = np.where(np.arange(of_sides.shape[1]) < sides[:, np.newaxis], of_sides.astype(np.int64), -1)
    most = amounts.max(axis=1)
    alone = (amounts == most[:, np.newaxis]).sum(axis=1) == 1
    return np.where(alone & (most > 0), amounts.argmax(axis=1), -1)


def event_worth(rows: Rows, game: CompiledGame, kind: int) -> Values:
    """`score[S]` less the mean `score` of the other sides, where S has most `side_events[KIND]`, more than each other.

    A deal in which no side has most of them alone is not counted. This is an association: it says how those fare to whom
    it happens, and not what it causes. Who strikes may have held the better cards anyhow.
    """
    return margin(rows, side_with_most(rows["side_events"][:, kind], rows["sides"]))


def worths(game: CompiledGame) -> list[tuple[int, str, str, str]]:
    """Return the metrics `event-worth.KIND` of a game."""
    return [
        (
            number,
            f"event-worth.{kind.name}",
            f"Margin with {kind.name}"[:28],
            f"by how much the side with most of these is above the others, in deals in which one side has most: {kind.meaning}",
        )
        for number, kind in enumerate(game.events)
    ]


def announcements(rows: Rows, game: CompiledGame, number: int) -> Values:
    """`combinations[NUMBER]`: announcements of the combination with this NAME, whether it gives the lead or the pot.

    There is one metric for each combination of the rulebook that is announced. One that is not, but is simply led
    (`combination.*.announced`), shows in the tricks of its size.
    """
    return floats(rows["combinations"][:, number])


def announced(game: CompiledGame) -> list[tuple[int, str, str, str]]:
    """Return the combinations of a game that are announced."""
    return [
        (
            number,
            f"combination.{name}",
            f"Announced: {name}"[:28],
            f"announcements of the combination {name}",
        )
        for number, name in enumerate(game.combinations)
        if game.rules.combination_announced[number]
    ]


def face_down(rows: Rows, game: CompiledGame) -> Values:
    """`face_down`: cards played face down, by all."""
    return floats(rows["face_down"])


def carried(rows: Rows, game: CompiledGame) -> Values:
    """1 if `carry_out` > 0, else 0: the deal hands points or doublings on to the next, as a Bock does (TR-02)."""
    return floats(rows["carry_out"] > 0)


def can_carry(game: CompiledGame) -> bool:
    """Say whether a row of the score table hands anything on."""
    return bool(game.rules.score_row[: game.rules.score_rows, CARRIES].any())


def claims_right(rows: Rows, game: CompiledGame) -> Values:
    """1 if `claimer` >= 0 and `pot_taker` >= 0, else 0: a player claimed, and had won enough card points (BU-09)."""
    return floats((rows["claimer"] >= 0) & (rows["pot_taker"] >= 0))


def claims_wrong(rows: Rows, game: CompiledGame) -> Values:
    """1 if `claimer` >= 0 and `pot_taker` < 0, else 0: a player claimed, and had too few card points (BU-09)."""
    return floats((rows["claimer"] >= 0) & (rows["pot_taker"] < 0))


def pots_by_combination(rows: Rows, game: CompiledGame) -> Values:
    """1 if `ended` says that a combination ended the deal, else 0.

    The holder took the pot at once, or it was played for among several holders (BU-13, BU-V1, KM-03). How often each
    combination is announced, those that only give the lead too, is `combination.NAME`.
    """
    return floats(rows["ended"] == ENDED_POT)


def combinations_win_pot(game: CompiledGame) -> bool:
    """Say whether a combination may give the pot."""
    rules = game.rules
    return bool((rules.combination_gives[: rules.combinations] == GIVES_POT).any())


def pots_left(rows: Rows, game: CompiledGame) -> Values:
    """1 if `pot_left` > 0, else 0: chips stay in the pot for the next deal.

    Nobody won the pot (BU-11), a claim was wrong (BU-09), or a rest could not be split (KM-04).
    """
    return floats(rows["pot_left"] > 0)


def penalties(rows: Rows, game: CompiledGame, points: int) -> Values:
    """The number of sides with `score[SIDE]` = POINTS, divided by `sides`.

    There is a metric for each number of points that the score table gives, where the match has a limit at which a side
    goes out, and no target (KP-13 to KP-15). A single deal has no doublings from earlier deals (HK-01).
    """
    given = rows["score"] == points
    at_table = np.arange(given.shape[1]) < rows["sides"][:, np.newaxis]
    return floats((given & at_table).sum(axis=1) / rows["sides"])


def penalty_kinds(game: CompiledGame) -> list[tuple[int, str, str, str]]:
    """Return the points that the score table of a game may give as penalties."""
    if not game.points_are_penalties:
        return []
    rules = game.rules
    table = rules.score_row[: rules.score_rows]
    kinds = sorted({int(row[GIVES_POINTS]) for row in table if row[FOR_SIDES] in (0, rules.sides)})
    return [
        (points, f"penalty.{points}", f"Penalties of {points}", f"how often a side is given {points} penalty points")
        for points in kinds
    ]


METRICS = (
    Family(
        name="event-worth.KIND",
        unit="points above the other sides",
        what="how the side with most events of each kind of each plugin fares: an association",
        theme=EVENTS,
        sample=DEALS,
        method=MEAN,
        values=event_worth,
        members=worths,
        points=True,
        quantity=GAIN,
        counted="deals in which one side alone has most of these events",
    ),
    Metric(
        name="face-down",
        title="Cards played face down",
        unit="cards a deal",
        what="cards played face down, by all",
        theme=EVENTS,
        sample=DEALS,
        method=MEAN,
        bounds=COUNT,
        values=face_down,
        applies=lambda game: bool(game.rules.face_down != FACE_UP_ONLY),
        quantity=AMOUNT,
        more="{} cards a deal more are played face down",
        less="{} cards a deal fewer are played face down",
    ),
    Family(
        name="tricks-of-SIZE",
        unit="tricks a deal",
        what="tricks to which each plays SIZE cards",
        theme=EVENTS,
        sample=DEALS,
        method=RATE,
        values=tricks_of_size,
        members=sizes,
        quantity=FREQUENCY,
        more="TITLE rise by {}",
        less="TITLE fall by {}",
    ),
    Family(
        name="event.KIND",
        unit="events a deal",
        what="events of each kind of each plugin in use, such as dares",
        theme=EVENTS,
        sample=DEALS,
        method=RATE,
        values=events_of_kind,
        members=kinds,
        quantity=FREQUENCY,
        more="TITLE happens {} more often",
        less="TITLE happens {} less often",
    ),
    Family(
        name="combination.NAME",
        unit="announcements a deal",
        what="announcements of each combination of the rulebook",
        theme=EVENTS,
        sample=DEALS,
        method=RATE,
        values=announcements,
        members=announced,
        quantity=FREQUENCY,
        more="WHAT rise by {}",
        less="WHAT fall by {}",
    ),
    Metric(
        name="carried",
        title="Points carried on (Bock)",
        unit="share of deals",
        what="how often a deal hands something on to the next",
        theme=EVENTS,
        sample=DEALS,
        method=SHARE,
        values=carried,
        applies=can_carry,
        quantity=FREQUENCY,
        more="points are carried on {} more often",
        less="points are carried on {} less often",
    ),
    Metric(
        name="claims-right",
        title="Right claims",
        unit="share of deals",
        what="how often a player claims the pot and has the card points",
        theme=EVENTS,
        sample=DEALS,
        method=SHARE,
        values=claims_right,
        applies=has_claims,
        quantity=FREQUENCY,
        more="right claims rise by {}",
        less="right claims fall by {}",
    ),
    Metric(
        name="claims-wrong",
        title="Wrong claims",
        unit="share of deals",
        what="how often a player claims the pot and has too few card points",
        theme=EVENTS,
        sample=DEALS,
        method=SHARE,
        values=claims_wrong,
        applies=has_claims,
        quantity=FREQUENCY,
        more="wrong claims rise by {}",
        less="wrong claims fall by {}",
    ),
    Metric(
        name="pots-by-combination",
        title="Pots won by a combination",
        unit="share of deals",
        what="how often a combination wins the pot",
        theme=EVENTS,
        sample=DEALS,
        method=SHARE,
        values=pots_by_combination,
        applies=combinations_win_pot,
        quantity=FREQUENCY,
        more="a combination wins the pot {} more often",
        less="a combination wins the pot {} less often",
    ),
    Metric(
        name="pots-left",
        title="Pots left to the next deal",
        unit="share of deals",
        what="how often a deal leaves chips in the pot",
        theme=EVENTS,
        sample=DEALS,
        method=SHARE,
        values=pots_left,
        applies=has_pot,
        quantity=FREQUENCY,
        more="chips stay in the pot {} more often",
        less="chips stay in the pot {} less often",
    ),
    Family(
        name="penalty.POINTS",
        unit="share of the results of sides",
        what="how often a side is given POINTS penalty points",
        theme=EVENTS,
        sample=DEALS,
        method=RATE,
        values=penalties,
        members=penalty_kinds,
        among="results of sides",
        quantity=FREQUENCY,
        more="TITLE rise by {}",
        less="TITLE fall by {}",
    ),
)
"""The metrics of this theme."""
