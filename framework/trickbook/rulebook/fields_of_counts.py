"""The keys of counts and tallies, and those of the score that are about counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trickbook.rulebook.field import BEFORE, MAX_SCORE, Field

BUILT_IN = ("tricks", "card_points", "named", "missed", "hand", "deal")
"""Counts that every game has: tricks and card points won, the number named, by how much it was missed, the cards dealt to
each, and the number of the deal in its match, from 1."""
_BY = Field(
    "count.*.by",
    "choice",
    "side",
    "whether it is worked out for a side, or for each of its seats and added up",
    '"seat"',
    choices=("side", "seat"),
    unsaid=True,
)

COUNT_FIELDS = (
    _BY,
    Field(
        "count.*.if.*",
        "range",
        [],
        "it is 0 unless this count is in a range: a built-in one (tricks, card_points, named, missed, hand, deal), or one named above",
        "[1, 13]",
        low=-MAX_SCORE,
        unsaid=True,
    ),
    Field("count.*.points", "number", 0, "a fixed part of it", "-6", low=-MAX_SCORE, unsaid=True),
    Field("count.*.each.*", "number", 0, "how often this count is in it", "1", low=-MAX_SCORE, unsaid=True),
    Field("count.*.cards", "members", [], "one for each of these cards", '["H", "QS"]', unsaid=True),
    Field(
        "count.*.where",
        "choice",
        "won",
        "the cards meant: those in tricks that were won, or those held before the first lead",
        '"held"',
        choices=("won", "held"),
        unsaid=True,
    ),
    Field("count.*.before", "text", "", BEFORE, '"bags"'),
)
"""The keys of counts."""

SCORE_FIELDS = (
    Field(
        "score.*.group",
        "text",
        "",
        "of the rows of one group the first that fits counts; what groups give is added up",
        '"bonus"',
        unsaid=True,
    ),
    Field(
        "score.*.by",
        "choice",
        "side",
        "whether it is asked of a side, or of each of its seats by the seat's own counts",
        '"seat"',
        choices=("side", "seat"),
        unsaid=True,
    ),
    Field(
        "score.*.if.*",
        "range",
        [],
        "the row is for a side whose count is in a range",
        "[7, 13]",
        low=-MAX_SCORE,
        unsaid=True,
    ),
    Field(
        "score.*.if_other.*",
        "range",
        [],
        "the row is for a side one of whose opponents has a count in a range",
        "[26, 26]",
        low=-MAX_SCORE,
        unsaid=True,
    ),
    Field(
        "score.*.each.*",
        "number",
        0,
        "what the side is given for each of a count, besides `points`",
        "10",
        low=-MAX_SCORE,
        unsaid=True,
    ),
    Field(
        "score.*.divide",
        "number",
        1,
        "what the row gives is divided by this, and rounded down",
        "3",
        low=1,
        high=1000,
        unsaid=True,
    ),
)
"""The keys of the score that are about counts."""
ABOUT_COUNTS = {field.path.split(".")[2]: field for field in SCORE_FIELDS}
"""The same by the name that they have in a row."""

TALLY_FIELDS = (
    Field(
        "tally.*.keeps", "text", "", "the count that is added up from deal to deal of a match", '"bags"', unsaid=True
    ),
    Field("tally.*.every", "number", 10, "as often as it comes to so many …", "10", low=1, unsaid=True),
    Field("tally.*.points", "number", 0, "… the side is given this", "-100", low=-MAX_SCORE, unsaid=True),
    Field("tally.*.before", "text", "", BEFORE, '"bags"'),
)
"""The keys of what is kept from deal to deal."""


def is_about_counts(row: Mapping[str, Any]) -> bool:
    """Say whether a row of the score says something of counts; of a key with names of its own, such as `if`, it has these names."""
    return any(
        bool(row[key]) if field.path.endswith("*") else row[key] != field.default for key, field in ABOUT_COUNTS.items()
    )
