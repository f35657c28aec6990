"""The tables of a page, as plain data for its template."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from trickbook.answers.words import (
    differences_of,
    interval_text,
    is_clear,
    is_none,
    names_of,
    p_text,
    section_of,
    stake_text,
    writer_of,
)
from trickbook.cards import cards_text
from trickbook.measure.comparison import Comparison, Measured
from trickbook.plugins import PluginSet
from trickbook.rulebook import Field, Rulebook, Setting, rule_differences
from trickbook.rulebook.fields import FIELDS

SIDE_BY_SIDE = 3
"""Games that have room beside one another in a table."""


class _Cell(NamedTuple):
    value: str
    where: str
    is_same: bool = False
    """As in the first game."""


def rule_tables(rulebooks: Sequence[Rulebook], plugins: PluginSet) -> list[dict[str, Any]]:
    """Return the tables of rules that differ: one of all games where they have room, else one of each and the first."""
    names = dict.fromkeys(name for rulebook in rulebooks for name in rulebook.get("plugins"))
    fields = [field for name in names for field in plugins.fields(name)]
    if len(rulebooks) <= SIDE_BY_SIDE + 1:
        return [_rule_table(rulebooks, fields)]
    return [_rule_table([rulebooks[0], rulebook], fields) for rulebook in rulebooks[1:]]


def _rule_table(rulebooks: Sequence[Rulebook], fields: Sequence[Field]) -> dict[str, Any]:
    games = [rulebook.title for rulebook in rulebooks]
    cards = {field.path for field in (*FIELDS, *fields) if field.kind == "cards"}
    return {
        "name": f"{', '.join(games[1:])} beside {games[0]}",
        "games": games,
        "rows": [
            {"key": rule.key, "meaning": rule.meaning, "cells": [*_cells(rule.settings, rule.key in cards)]}
            for rule in rule_differences(rulebooks, fields)
        ],
    }


def _cells(settings: Sequence[Setting], are_cards: bool) -> Iterator[_Cell]:
    first = settings[0]
    yield _cell(first, are_cards)
    for setting in settings[1:]:
        same = setting.value == first.value
        yield _Cell("the same", "", is_same=True) if same else _cell(setting, are_cards)


def _cell(setting: Setting, are_cards: bool) -> _Cell:
    """Return a value, cards as people read them, and where it was set."""
    origin = setting.origin
    if setting.value is None:
        return _Cell("–", "no such rule")
    value = in_plain_words(cards_text(setting.value) if are_cards else setting.value)
    if origin is None:
        return _Cell(value, "")
    if not origin.line:
        return _Cell(value, "default")
    if "=" in origin.layer:
        return _Cell(value, "set in place")
    return _Cell(value, f"{Path(origin.file).name}, line {origin.line}")


def in_plain_words(value: Any) -> str:
    """Return a value of a rulebook without the marks of TOML.

    >>> in_plain_words(["A", "10"]), in_plain_words(True), in_plain_words([])
    ('A 10', 'yes', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {in_plain_words(inner)}" for key, inner in value.items()) or "none"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(map(in_plain_words, value)) or "none"
    return str(value) or "none"


def difference_table(comparison: Comparison, place: int) -> dict[str, Any]:
    """Return the table of a game's differences from the first, by its place among those compared."""
    rows = differences_of(comparison, place)
    sections = []
    for section, group in groupby(rows, lambda row: section_of(row[0])):
        written = []
        for measured, difference in group:
            contrast = difference.contrast
            write = writer_of(measured, [contrast], sign=True)
            none = is_none(difference)
            written.append(
                {
                    "title": measured.metric.title,
                    "mean": "none seen" if none else minus(write(contrast.mean)),
                    "interval": minus(interval_text(contrast.low, contrast.high, write)),
                    "p": "" if none else p_text(contrast.p),
                    "is_clear": is_clear(difference),
                }
            )
        sections.append({"name": section, "rows": written})
    return {"caption": f"{names_of(comparison)[place]} minus {names_of(comparison)[0]}", "sections": sections}


def soft(game: str) -> str:
    """Let a game's name be broken where a house rule begins."""
    return game.replace("+", "+\u200b")


def minus(text: str) -> str:
    """Put a real minus before numbers."""
    return re.sub(r"-(?=\d)", "−", text)


def value_tables(comparison: Comparison, metrics: Sequence[Measured]) -> list[dict[str, Any]]:
    """Return the tables of some metrics in all games: so many games in each as have room."""
    places = range(len(comparison.games))
    step = SIDE_BY_SIDE if len(places) > SIDE_BY_SIDE + 1 else len(places)
    return [_value_table(comparison, metrics, places[start : start + step]) for start in range(0, len(places), step)]


def _value_table(comparison: Comparison, metrics: Sequence[Measured], places: Sequence[int]) -> dict[str, Any]:
    return {
        "games": [names_of(comparison)[place] for place in places],
        "sections": [
            {"name": section, "rows": [_value_row(measured, places) for measured in group]}
            for section, group in groupby(metrics, section_of)
        ],
    }


def _value_row(measured: Measured, places: Sequence[int]) -> dict[str, Any]:
    write = writer_of(measured, [value.estimate for value in measured.values])
    by_place = {value.place: value.estimate for value in measured.values}
    cells = []
    for place in places:
        estimate = by_place.get(place)
        cells.append(
            {"mean": "–", "interval": ""}
            if estimate is None
            else {
                "mean": minus(write(estimate.mean)) + stake_text(measured, place),
                "interval": minus(interval_text(estimate.low, estimate.high, write)),
            }
        )
    return {"title": measured.metric.title, "what": measured.metric.what, "cells": cells}
