"""What is said of one key of a rulebook, and the kinds of value that keys have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MAX_SCORE = 1_000_000
"""Points in one entry of a rulebook."""
FORMAT = 1
"""The version of the rulebook format. It is raised where a file would come to mean something else."""
BEFORE = "the name of the entry that this one goes before; without it, entries stand in the order of the files"
"""What the key `before` of named entries does."""


@dataclass(frozen=True)
class Field:
    """One key of a rulebook.

    `kind` is one of the names in `KINDS`. `low` and `high` bound a whole number, or each number of a list.
    """

    path: str
    """Key path, such as `lead.sizes` or `combination.*.cards`."""
    kind: str
    """What the value is: a name in `KINDS`."""
    default: Any
    """The value where the rulebook says nothing."""
    meaning: str
    """One line that says what the key does."""
    example: str
    """A line of TOML (the value only)."""
    choices: tuple[str, ...] = ()
    """The words allowed, for `choice`, `words` and `number or word`."""
    low: int = 0
    """Smallest number allowed."""
    high: int = MAX_SCORE
    """Largest number allowed."""
    unsaid: bool = False
    """Where no file sets it, the digest and the flat rulebook leave it out: so games keep the digest that they had before
    the format knew the key."""


KINDS = {
    "text": "a text",
    "texts": "a list of texts",
    "yes or no": "true or false",
    "number": "a whole number",
    "numbers": "a list of whole numbers",
    "choice": "a word from a list",
    "number or word": "a whole number, or a word from a list",
    "suit": "a suit letter",
    "ranks": "a list of ranks",
    "suits": "a list of suit letters",
    "cards": "a list of cards",
    "ladder": "a list of ranks and cards, highest first",
    "repeated": "a list of whole numbers",
    "rungs": "a list of ranks and cards, highest first, and of ranks of trumps (`J-trump`) or of their colour (`J-colour`)",
    "names": "a list of names of rulebooks, house rules or plugins",
    "words": "a list of words",
    "members": "a list of suit letters, ranks and cards",
    "range": "a list of two whole numbers, the smallest and the largest that fit",
}
"""What each kind of value is, in words."""
