"""The keys of duties, and of what happens between dealing and the first lead."""

from __future__ import annotations

from trickbook.kernel.limits import MAX_CARDS
from trickbook.rulebook.field import BEFORE, Field

STEP_FIELDS = (
    Field(
        "step.*.does",
        "choice",
        "name",
        "what each player does in turn, forehand first: name the tricks to be taken, or give cards away",
        '"give"',
        choices=("name", "give"),
        unsaid=True,
    ),
    Field("step.*.least", "number", 0, "the smallest number that may be named", "1", high=MAX_CARDS, unsaid=True),
    Field(
        "step.*.most",
        "number or word",
        "hand",
        "the largest number that may be named: so many, or the cards in a hand",
        "7",
        choices=("hand",),
        high=MAX_CARDS,
        unsaid=True,
    ),
    Field(
        "step.*.hook",
        "yes or no",
        False,
        "the last to name may not make the sum of the numbers that of the tricks",
        "true",
        unsaid=True,
    ),
    Field("step.*.cards", "number", 3, "how many cards are given", "1", low=1, high=4, unsaid=True),
    Field(
        "step.*.to",
        "words",
        ["left"],
        "to whom cards are given, deal after deal, and from the first again",
        '["left", "right", "across", "nobody"]',
        choices=("left", "right", "across", "nobody"),
        unsaid=True,
    ),
    Field("step.*.before", "text", "", BEFORE, '"bids"'),
)
"""The keys of steps."""

DUTY_FIELDS = (
    Field(
        "duty.*.meaning",
        "text",
        "",
        "what the duty says, for who is told that a card may not be played",
        '"follow suit"',
        unsaid=True,
    ),
    Field(
        "duty.*.at",
        "choice",
        "any",
        "whether it is for who leads, for who follows, or for both",
        '"lead"',
        choices=("any", "lead", "follow"),
        unsaid=True,
    ),
    Field(
        "duty.*.trick",
        "choice",
        "any",
        "the tricks in which it holds: all, the first, those after it, or the last",
        '"first"',
        choices=("any", "first", "later", "last"),
        unsaid=True,
    ),
    Field(
        "duty.*.led",
        "choice",
        "any",
        "it holds only if a trump was led, or a plain suit",
        '"plain"',
        choices=("any", "trump", "plain"),
        unsaid=True,
    ),
    Field(
        "duty.*.wins",
        "choice",
        "any",
        "it holds only while an opponent wins the trick, or the partner",
        '"opponent"',
        choices=("any", "opponent", "partner"),
        unsaid=True,
    ),
    Field(
        "duty.*.suit",
        "choice",
        "any",
        "the cards that are to be played, if there are such in the hand: those of this suit",
        '"led"',
        choices=("any", "led", "trump", "led-or-trump", "plain"),
        unsaid=True,
    ),
    Field("duty.*.cards", "members", [], "and among these; empty: all", '["H", "QS"]', unsaid=True),
    Field("duty.*.beats", "yes or no", False, "and only those that beat what wins the trick now", "true", unsaid=True),
    Field("duty.*.avoid", "yes or no", False, "any but such cards are to be played", "true", unsaid=True),
    Field(
        "duty.*.until",
        "members",
        [],
        "it holds until one of these cards has been played; empty: throughout the deal",
        '["H", "QS"]',
        unsaid=True,
    ),
    Field("duty.*.before", "text", "", BEFORE, '"follow"'),
)
"""The keys of duties: the first that can be met narrows the choice, then the next, in their order."""
