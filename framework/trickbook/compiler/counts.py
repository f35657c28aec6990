"""Counts, and what the score gives for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trickbook.cards import Pack
from trickbook.compiler.pack import members
from trickbook.kernel.layout import (
    BY_SEAT,
    CONDITIONS,
    DIVIDES,
    FIXED,
    GROUP,
    HELD,
    OTHERS_COUNT,
    OWN_COUNT,
    TALLY_EVERY,
    TALLY_KEEPS,
    TALLY_POINTS,
    TERMS,
    Rules,
)
from trickbook.rulebook.fields_of_counts import BUILT_IN, is_about_counts
from trickbook.rulebook.model import Rulebook


def set_counts(rules: Rules, rulebook: Rulebook, pack: Pack) -> None:
    """Set the counts in their order, the rows of the score that are about counts, and what is kept from deal to deal."""
    counts: Mapping[str, Mapping[str, Any]] = rulebook.get("count")
    number = {name: place for place, name in enumerate((*BUILT_IN, *counts))}
    rules.counts = len(number)
    for name, keys in counts.items():
        row = rules.count_row[number[name]]
        _set_linear(row, keys, number)
        row[HELD] = keys["where"] == "held"
        rules.count_cards[number[name]] = members(keys["cards"], pack)
    rows: Mapping[str, Mapping[str, Any]] = rulebook.get("score")
    groups = list(dict.fromkeys(keys["group"] for keys in rows.values()))
    rules.by_counts = any(is_about_counts(keys) for keys in rows.values())
    rules.score_groups = len(groups)
    for place, keys in enumerate(rows.values()):
        row = rules.score_linear[place]
        _set_linear(row, keys, number)
        row[GROUP] = groups.index(keys["group"])
        row[DIVIDES] = keys["divide"]
    tallies: Mapping[str, Mapping[str, Any]] = rulebook.get("tally")
    rules.tallies = len(tallies)
    for place, keys in enumerate(tallies.values()):
        row = rules.tally[place]
        row[TALLY_KEEPS] = number[keys["keeps"]]
        row[TALLY_EVERY] = keys["every"]
        row[TALLY_POINTS] = keys["points"]


def _set_linear(row: Any, keys: Mapping[str, Any], number: Mapping[str, int]) -> None:
    row[BY_SEAT] = keys["by"] == "seat"
    row[FIXED] = keys["points"]
    conditions = [(OWN_COUNT, name, *span) for name, span in keys["if"].items()]
    conditions += [(OTHERS_COUNT, name, *span) for name, span in keys.get("if_other", {}).items()]
    for i, (whose, name, low, high) in enumerate(conditions):
        at = CONDITIONS + 4 * i
        row[at : at + 4] = whose, number[name], low, high
    for i, (name, factor) in enumerate(keys["each"].items()):
        at = TERMS + 2 * i
        row[at : at + 2] = number[name], factor
