"""What winning a card is worth by the score table, as players see it before anybody knows how the deal will end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trickbook.cards import Pack
from trickbook.compiler.pack import members
from trickbook.kernel.layout import Rules
from trickbook.rulebook.fields import FIELDS
from trickbook.rulebook.model import Rulebook

CARD_POINTS = "card_points"
_CONDITIONS = ("sides", "result", "tricks_from", "tricks_to", "card_points_from", "card_points_to", "others_tricks_to")
_UNCONDITIONAL = {key: field.default for key in _CONDITIONS for field in FIELDS if field.path == f"score.*.{key}"}


def set_worth(rules: Rules, rulebook: Rulebook, pack: Pack) -> None:
    """Set what winning each card is worth: its card points, and what the score gives for counts of cards that are won.

    The unit is a card point, and the sign that of card points: where least wins a deal, more is worse. Of each group of
    the score the first row without a condition counts, as the usual one. Where card points give nothing by themselves, as
    where they only decide who wins, one in the score counts as one card point.
    """
    counts: Mapping[str, Mapping[str, Any]] = rulebook.get("count")
    places = range(len(pack))
    brings = {name: _count_of_card(name, counts, pack) for name in counts}
    scored = [0.0 for _ in places]
    for_points = 0.0
    for row in _usual_rows(rulebook.get("score")):
        for name, factor in row["each"].items():
            share = factor / row["divide"]
            if name == CARD_POINTS:
                for_points += share
            elif name in brings:
                scored = [so_far + share * brings[name][place] for place, so_far in enumerate(scored)]
    unit = abs(for_points) or 1.0
    if bool(rules.least_wins) != bool(rules.least_wins_deal):
        unit = -unit
    for place in places:
        rules.card_worth[place] = float(rules.card_points[place]) + scored[place] / unit
    rules.has_card_worth = any(float(rules.card_worth[place]) for place in places)
    rules.pack_worth = sum(float(rules.card_worth[place]) for place in places)
    rules.cards_score = any(scored)
    rules.sweep = _sweep(rulebook, pack)


def _sweep(rulebook: Rulebook, pack: Pack) -> int:
    """Return the cards of the first row of the score that is for a side with all of them; the empty set if there is none."""
    counts: Mapping[str, Mapping[str, Any]] = rulebook.get("count")
    for row in rulebook.get("score").values():
        for name, (least, _) in row["if"].items():
            keys = counts.get(name)
            cards = members(keys["cards"], pack) if keys and keys["where"] == "won" else 0
            if cards and least == cards.bit_count():
                return cards
    return 0


def _usual_rows(rows: Mapping[str, Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Give the first row of each group that has no condition."""
    found = set()
    for row in rows.values():
        is_usual = not row["if"] and not row.get("if_other")
        is_usual = is_usual and all(row[key] == default for key, default in _UNCONDITIONAL.items())
        if is_usual and row["group"] not in found:
            found.add(row["group"])
            yield row


def _count_of_card(name: str, counts: Mapping[str, Mapping[str, Any]], pack: Pack) -> list[float]:
    """Return by how much a count grows with each card that is won; counts that hang on a condition are left out."""
    keys = counts[name]
    places = range(len(pack))
    if keys["if"]:
        return [0.0 for _ in places]
    own = members(keys["cards"], pack) if keys["where"] == "won" else 0
    found = [float(own >> place & 1) for place in places]
    for other, factor in keys["each"].items():
        if other in counts:
            grows = _count_of_card(other, counts, pack)
            found = [so_far + factor * grows[place] for place, so_far in enumerate(found)]
    return found
