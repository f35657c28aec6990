"""Where the points of a deal come from, told from the figures with which the kernel scored it.

The rows of the score table that fit a side are found by the kernel's own functions. Who has most, and who shares the pot, is told
anew in words of Python; tests see that the reasons add up to the score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from inspect import unwrap
from typing import Any

from trickbook.compiler import CompiledGame
from trickbook.game.reasons import counted
from trickbook.game.seats import seat_words, side_name
from trickbook.kernel import engine, scoring
from trickbook.kernel.layout import (
    ENDED_CLAIM,
    ENDED_PLAYED,
    ENDED_POT,
    ENDED_TARGET,
    GIVES_POINTS,
    LOST,
    OVER,
    TALLY_EVERY,
    TALLY_KEEPS,
    TIED,
    TRICKS_FROM,
    TRICKS_TO,
    WON,
    State,
)
from trickbook.kernel.limits import MAX_DOUBLINGS
from trickbook.rulebook.fields_of_counts import BUILT_IN
from trickbook.wording import listed

_achieved = unwrap(scoring.achieved)


def pot_at_first(state: State) -> int:
    """Return how many chips the pot of a deal had once the stakes were in it."""
    return int(state.pot_before + state.pot_staked)


def from_pot(game: CompiledGame, state: State) -> list[int]:
    """Return the chips that each side had from the pot at the end of the deal; what a wrong claim cost is negative."""
    gains = [0] * int(state.sides)
    if state.phase != OVER or not game.has_pot:
        return gains
    if state.ended == ENDED_CLAIM:
        takers = [int(state.side_of[state.claimer])]
    elif state.ended == ENDED_POT:
        takers = [int(state.side_of[state.pot_taker])]
    else:
        takers = [side for side, result in enumerate(results(game, state)) if result != LOST]
    for side in takers:
        gains[side] = (pot_at_first(state) - int(state.pot)) // len(takers)
    return gains


def points_at_once(game: CompiledGame, state: State) -> list[int]:
    """Return what each side has scored in the deal for anything but its tricks and the pot, stakes included."""
    return [
        int(state.deal_score[side]) - int(state.trick_score[side]) - gained
        for side, gained in enumerate(from_pot(game, state))
    ]


def results(game: CompiledGame, state: State) -> list[int]:
    """Return `WON`, `TIED` or `LOST` for each side: whether it has most, shares the most, or has less."""
    amounts = _amounts(game, state)
    least = bool(game.rules.least_wins_deal)
    most = min(amounts) if least else max(amounts)
    return [LOST if amount != most else WON if amounts.count(most) == 1 else TIED for amount in amounts]


def _amounts(game: CompiledGame, state: State) -> list[int]:
    return [int(_achieved(game.rules, state, side)) for side in range(int(state.sides))]


def why_score(game: CompiledGame, state: State) -> Iterator[str]:
    """Yield sentences that say what the end of a deal was worth to whom, and why. The deal must be over."""
    side_of = [int(side) for side in state.side_of[: state.seats]]
    names = [side_name(side, side_of) for side in range(int(state.sides))]
    if state.ended == ENDED_TARGET:
        leader = max(range(len(names)), key=lambda side: int(state.score[side]))
        yield f"{names[leader]} has reached {int(game.rules.target)}, and the deal stops there (match.ends_deal)."
    elif state.ended == ENDED_CLAIM:
        yield from _why_claim(game, state)
    elif state.ended == ENDED_POT:
        who = seat_words(int(state.pot_taker), int(state.seats))
        yield f"{who} takes the pot of {pot_at_first(state)}."
    elif state.ended == ENDED_PLAYED:
        yield from _why_table(game, state, names)
        yield from _why_pot(game, state, names)


def _why_claim(game: CompiledGame, state: State) -> Iterator[str]:
    who = seat_words(int(state.claimer), int(state.seats))
    points, needed = int(state.card_points[state.side_of[state.claimer]]), int(game.rules.claim_points)
    right = points >= needed
    yield f"{who} claims {needed} card points and has {points}: {'right' if right else 'wrong'} (claim.points)."
    if right:
        yield f"{who} takes the pot of {pot_at_first(state)}."
    else:
        fine = int(state.pot) - pot_at_first(state)
        yield f"{who} pays {fine} into the pot, which then holds {int(state.pot)} (claim.wrong_multiplies)."


def _why_pot(game: CompiledGame, state: State, names: Sequence[str]) -> Iterator[str]:
    if not game.has_pot:
        return
    gains = from_pot(game, state)
    takers = [side for side, gained in enumerate(gains) if gained]
    pot = pot_at_first(state)
    if game.rulebook.get("pot.won_by") == "claim":
        yield f"Nobody claims; the pot of {pot} stays (pot.won_by)."
    elif len(takers) == 1:
        yield f"{names[takers[0]]} has most {_counted_by(game)} and takes the pot of {pot} (pot.won_by)."
    else:
        sharers = listed([names[side] for side, result in enumerate(results(game, state)) if result == TIED])
        rest = f"; {int(state.pot)} of it can't be split, and stays" if state.pot else ""
        yield f"{sharers} share most {_counted_by(game)}, and each takes {max(gains)} of the pot of {pot}{rest} (pot.won_by)."


def _why_table(game: CompiledGame, state: State, names: Sequence[str]) -> Iterator[str]:
    if not game.rules.score_rows:
        return
    end = int(game.rules.end_tricks[state.seats])
    for side, name in enumerate(names):
        if end and state.tricks_won[side] >= end and any(state.hands[: state.seats]):
            yield f"{name} has {counted(end, 'trick')} or more, which ends the deal (end.tricks)."
    enough = int(game.rules.end_card_points)
    for side, name in enumerate(names):
        if 0 < enough <= state.card_points[side] and any(state.hands[: state.seats]):
            yield f"{name} has {counted(enough, 'card point')} or more, which ends the deal (end.card_points)."
    rows = list(game.rulebook.get("score"))
    if game.rules.by_counts:
        yield from _why_counts(game, state, names)
        return
    for side, result in enumerate(results(game, state)):
        place = int(engine.fitting_row(game.rules, state, side, result))
        points = int(game.rules.score_row[place, GIVES_POINTS]) if place >= 0 else 0
        because = f"score.{rows[place]}" if place >= 0 else "no row of the score fits"
        yield f"{names[side]} has {_standing(game, state, side, result, place)}: {_worth(game, state, points)} ({because})."
        if result == WON and state.carry_in and not game.rules.carry_doubles:
            yield f"{names[side]} also gets {counted(int(state.carry_in), 'point')} carried over from the deal before (carry.counts)."
    if state.carry_out:
        yield _carried(game, state)


def _why_counts(game: CompiledGame, state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield what each row of the score that fits gives to each side, with the counts that it goes by; and the tallies."""
    rows: Mapping[str, Mapping[str, Any]] = game.rulebook.get("score")
    side_of = [int(side) for side in state.side_of[: state.seats]]
    for side, result in enumerate(results(game, state)):
        seats = [seat for seat, of in enumerate(side_of) if of == side]
        for group in range(int(game.rules.score_groups)):
            for seat in (-1, *seats):
                place = int(engine.fitting_in_group(game.rules, state, group, side, seat, result))
                if place < 0:
                    continue
                name = list(rows)[place]
                who = names[side] if seat < 0 else seat_words(seat, len(side_of))
                counts = state.side_counts[side] if seat < 0 else state.seat_counts[seat]
                worth = _points(game, int(engine.row_gives(game.rules, state, place, side, seat)))
                yield f"{who}{_with_counts(game, rows[name], counts)}: {worth} (score.{name})."
        for place, (name, keys) in enumerate(game.rulebook.get("tally").items()):
            kept, times = int(state.tally[place, side]), _times_full(game, state, place, side)
            cost = f", and {_points(game, times * keys['points'])} for it" if times else ""
            if kept or times:
                yield f"{names[side]} has {counted(kept, keys['keeps'].removesuffix('s'))} to carry on{cost} (tally.{name})."


def _times_full(game: CompiledGame, state: State, place: int, side: int) -> int:
    """Return how often a tally has become full in this deal: what was kept before it is not noted, but is below `every`."""
    keeps, every = int(game.rules.tally[place, TALLY_KEEPS]), int(game.rules.tally[place, TALLY_EVERY])
    return (
        -((int(state.tally[place, side]) - int(state.side_counts[side, keeps])) // every)
        if _has_more(state, place, side, keeps)
        else 0
    )


def _has_more(state: State, place: int, side: int, keeps: int) -> bool:
    return bool(state.side_counts[side, keeps] > state.tally[place, side])


def _with_counts(game: CompiledGame, keys: Mapping[str, Any], counts: Any) -> str:
    """Say which of its counts a row looks at, and how many there are."""
    number = {name: place for place, name in enumerate((*BUILT_IN, *game.rulebook.get("count")))}
    looked_at = dict.fromkeys([*keys["if"], *keys["each"]])
    said = [f"{name.replace('_', ' ').replace('-', ' ')} {int(counts[number[name]])}" for name in looked_at]
    return f" has {listed(said)}" if said else ""


def _points(game: CompiledGame, points: int) -> str:
    thing = "penalty point" if game.points_are_penalties else "point"
    return f"minus {counted(-points, thing)}" if points < 0 else counted(points, thing)


def _counted_by(game: CompiledGame) -> str:
    return "card points" if game.rules.won_by_card_points else "tricks"


def _standing(game: CompiledGame, state: State, side: int, result: int, place: int) -> str:
    amounts = _amounts(game, state)
    others = listed([str(amount) for other, amount in enumerate(amounts) if other != side])
    least = bool(game.rules.least_wins_deal)
    how = {WON: "fewest" if least else "most", TIED: "as many", LOST: "more" if least else "fewer"}[result]
    row = game.rules.score_row[place]
    tricks_matter = place >= 0 and game.rules.won_by_card_points and (row[TRICKS_FROM] > 0 or row[TRICKS_TO] == 0)
    tricks = f", and {counted(int(state.tricks_won[side]), 'trick')}" if tricks_matter else ""
    return f"{how} {_counted_by(game)}, {amounts[side]} to {others}{tricks}"


def _worth(game: CompiledGame, state: State, points: int) -> str:
    thing = "penalty point" if game.points_are_penalties else "point"
    doublings = int(state.carry_in) if game.rules.carry_doubles else 0
    worth = counted(points << min(doublings, MAX_DOUBLINGS), thing)
    return f"{worth}, {points} doubled {_times(doublings)}" if doublings and points else worth


def _times(number: int) -> str:
    return "once" if number == 1 else "twice" if number == 2 else f"{number} times"


def _carried(game: CompiledGame, state: State) -> str:
    carried = int(state.carry_out)
    if game.rules.carry_doubles:
        return f"The points of the next deal are doubled {_times(carried)} (carry.counts)."
    verb = "is" if carried == 1 else "are"
    return f"{counted(carried, 'point').capitalize()} {verb} carried to the next deal (carry.counts)."
