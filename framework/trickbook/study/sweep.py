"""Sweeps: one rule through a range of values, or one house rule at a time, all on the same shuffles."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from trickbook.answers.words import clearness, is_clear
from trickbook.measure.comparison import Comparison, Measured
from trickbook.rulebook import Rulebook, RulebookError

MOST_GAMES = 64
"""Games that a sweep may have."""
_SHOWN = 3
_MOST_DIGITS = 18
_ENDS = ("match.target", "match.limit", "match.deals", "tournament.sessions")
"""The keys that say when a match is over."""
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.(\d+))?")
_COMMA = re.compile(r",(?![^\[]*\])")


class SweepError(ValueError):
    """A sweep that can't be made."""


@dataclass(frozen=True)
class Plan:
    """The games of a sweep, the first of which is the measure."""

    games: tuple[str, ...]
    """The games to compare, as typed: the measure first."""
    labels: tuple[str, ...]
    """For each game what it is called in the sweep: a value, or a house rule."""
    order: tuple[int, ...]
    """The places of the games in the order in which they are shown."""
    axis: str
    """What the labels are: the key path, or `house rule`."""
    measure: str
    """What all others are set against, in a sentence."""


def read_values(text: str) -> list[str]:
    """Read the values of a sweep: a range with both ends, with or without a step, or a list.

    Raises `SweepError` for an empty or a very long one.

    >>> read_values("6..10..2"), read_values("never,may")
    (['6', '8', '10'], ['never', 'may'])
    """
    if match := _RANGE.fullmatch(text.strip()):
        if max(len(number or "") for number in match.groups()) > _MOST_DIGITS:
            raise SweepError(
                f"the range has a number of more than {_MOST_DIGITS} digits; expected one such as 6..16..2"
            )
        low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if low > high or step == 0:
            raise SweepError(f"{text!r} has no values; expected LOW..HIGH or LOW..HIGH..STEP, such as 6..16..2")
        if (high - low) // step >= MOST_GAMES:
            raise SweepError(
                f"{text!r} has more than {MOST_GAMES} values; a step makes it shorter: {low}..{high}..STEP"
            )
        return [str(value) for value in range(low, high + 1, step)]
    values = [value.strip() for value in _COMMA.split(text)]
    if not all(values):
        raise SweepError(
            f"{text!r} has a value that is empty; expected a list such as 6,12,16, or a range such as 6..16"
        )
    if len(values) > MOST_GAMES:
        raise SweepError(f"{len(values)} values were given; expected at most {MOST_GAMES}")
    return list(dict.fromkeys(values))


def through_values(game: str, key: str, values: Sequence[str], found: Sequence[Any], own: Any) -> Plan:
    """Plan a sweep of one key; `found` is what each of the `values` typed comes to, and `own` the value of the game as it is.

    The measure is the game as it is, if its own value is among them, else the first.

    >>> through_values("schwesing", "match.target", ["10", "12"], [10, 12], 12).games
    ('schwesing+match.target=12', 'schwesing+match.target=10')
    """
    if own in found:
        measure = list(found).index(own)
        sentence = f"Set against {key}={values[measure]}, as {game} has it."
    else:
        measure = 0
        has = "does not have it" if own is None else f"has {json.dumps(own, ensure_ascii=False)}"
        sentence = f"Set against {key}={values[0]}, the first of them; {game} itself {has}."
    shown = [measure, *(place for place in range(len(values)) if place != measure)]
    return Plan(
        games=tuple(f"{game}+{key}={values[place]}" for place in shown),
        labels=tuple(values[place] for place in shown),
        order=tuple(shown.index(place) for place in range(len(values))),
        axis=key,
        measure=sentence,
    )


def explained(error: RulebookError, rulebook: Rulebook, key: str) -> SweepError | None:
    """Return why a game can't be swept through a key that ends matches, if it has another such key; else None.

    `error` is what came of trying, and `rulebook` the game as it is.
    """
    other = next((name for name in _ENDS if name != key and rulebook.get(name)), None)
    if key not in _ENDS or rulebook.get(key) or other is None:
        return None
    return SweepError(
        f"{rulebook.game} can't be swept through {key}: {other}, which is {rulebook.get(other)}, ends its matches "
        f"({error.findings[0].problem}); did you mean {other}?"
    )


def one_at_a_time(game: str, rules: Sequence[str]) -> Plan:
    """Plan a sweep that puts one house rule at a time on a game, which is the measure.

    >>> one_at_a_time("bura", ["closed", "no-sixes"]).games
    ('bura', 'bura+closed', 'bura+no-sixes')
    """
    games = (game, *(f"{game}+{rule}" for rule in rules))
    return Plan(games, (game, *rules), tuple(range(len(games))), "house rule", f"Set against {game}.")


def chosen(comparison: Comparison, names: Sequence[str] = ()) -> list[Measured]:
    """Return the metrics of the names given, as far as they have values in these games.

    If none are named, the three that differ most clearly, or the first if none does.
    """
    if names:
        by_name = {measured.metric.name: measured for measured in comparison.metrics}
        return [by_name[name] for name in names if name in by_name]

    def most(measured: Measured) -> float:
        return max((clearness(d) for d in measured.differences if is_clear(d)), default=0.0)

    ordered = sorted(comparison.metrics, key=most, reverse=True)
    first = [measured for measured in ordered if most(measured) > 0][:_SHOWN] or ordered[:1]
    return [measured for measured in comparison.metrics if measured in first]
