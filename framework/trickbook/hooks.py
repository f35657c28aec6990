"""What a plugin may say: the manual of the plugin interface.

A plugin is a module (or an object) that is registered under a name by an entry point of the group
`trickbook`, or named on the command line with `--plugin FILE`. Its functions are marked with `hookimpl`:

    from trickbook.hooks import Field, hookimpl

    @hookimpl
    def trickbook_keys():
        return [Field("echo.points", "number", 1, "what an echo is worth", "2")]

A hook takes only those of its parameters that it names. A rulebook uses a plugin by naming it under `plugins`;
others are not even imported, unless one of their players is named in `--bots`, or all are listed. Of a rulebook a plugin is
asked while it is loaded (its keys), while it is compiled (problems, tables, run-time hooks, metrics), and when it is put in
words (sentences). Each time it is compiled anew, in another process too, the plugin is asked anew, so an answer must
depend on nothing but what it is asked about. Inside a deal only its compiled functions run.
Two plugins that give different answers to one question are refused, by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pluggy

from trickbook.cards import Pack
from trickbook.rulebook.fields import Field as Field
from trickbook.rulebook.model import Rulebook

GROUP = "trickbook"
"""The group of entry points, and the name of the pluggy project."""
hookspec = pluggy.HookspecMarker(GROUP)
hookimpl = pluggy.HookimplMarker(GROUP)
"""Marks a function of a plugin as the implementation of a hook."""

BeatenBy = Mapping[tuple[int, int], int]
"""For a trump suit (0 to 3 for C S H D, 4 for none) and the place of a card: the mask of cards that beat it."""


@dataclass(frozen=True)
class Problem:
    """Something in a rulebook that a plugin can't work with; it becomes a finding of `trickbook check`."""

    key: str
    """The key at fault, such as `daring.matadors`."""
    problem: str
    """What is wrong."""
    expected: str = ""
    """What would be right."""


@dataclass(frozen=True)
class Word:
    """A number that a run-time plugin remembers while cards are played. It begins as 0."""

    name: str
    """What it is, for readers."""
    lifetime: str
    """When it is set back to 0: after each `trick`, `deal` or `match`."""


@dataclass(frozen=True)
class EventKind:
    """A kind of event that a run-time plugin writes into the log."""

    name: str
    """Its name in records and metrics, such as `counter-strike`."""
    meaning: str
    """One line that says what it is."""
    recorded: bool = True
    """Whether it is written into records; otherwise it is counted only, since the moves tell it."""


@dataclass(frozen=True)
class RunTime:
    """What a plugin does while cards are played.

    The functions are plain Python that Numba can compile, with the parameters shown, and return a whole number
    (0 where nothing is asked). `trickbook.kernel.run_time` has what they may call.
    """

    settings: Sequence[int] = ()
    """Numbers from the plugin's keys; read with `setting(rules, own, place)`."""
    words: Sequence[Word] = ()
    """Its words, read with `word` and changed with `set_word`, by place."""
    events: Sequence[EventKind] = ()
    """Its kinds of event, written with `add_event`, by place."""
    watch: int = 0
    """Mask of the cards that matter: the hooks are called only for plays, and tricks, with one of them."""
    offers: Callable[..., int] | None = None
    """`offers(rules, state, own, seat, cards)`: does this play come with a choice to declare something? Asked
    while legal moves are listed, before the cards are laid."""
    played: Callable[..., int] | None = None
    """`played(rules, state, own, seat, cards, flags)`: called when a play has been laid. `flags` has `DECLARED` or
    `DECLINED` if a choice was offered."""
    trick_complete: Callable[..., int] | None = None
    """`trick_complete(rules, state, own, winner)`: called when a trick is complete, before the points of the deal."""
    dares: int = 0
    """Mask of the cards with which players dare, and strike: one of them is worth something if the next higher of them
    is not played after it, by an opponent in the same trick. The greedy player weighs that; it knows of nothing else that a
    plugin does."""
    choice_offered: bool = False
    """Whether `offers` may ever say yes."""


MEASURE_METHODS = ("mean", "rate", "share")
MEASURE_SAMPLES = ("deals", "matches")


@dataclass(frozen=True)
class Measure:
    """A metric that a plugin adds to comparisons: a plain function over the rows of many deals at once."""

    name: str
    """Its name in JSON, such as `upset.turns`; no other metric may have it."""
    title: str
    """Its name for people, at most 28 characters."""
    unit: str
    """What its mean counts, such as `upsets a deal`."""
    what: str
    """What it is, in one line."""
    values: Callable[[Any], Any]
    """`values(rows)`: one number for each deal, or for each match; NaN where it does not count. `rows` is a NumPy
    array of dtype `trickbook.bots.playing.ROW`, a row a deal, of whole matches where the sample is `matches`."""
    method: str = "mean"
    """How the interval is found: `mean` (by Student's t), `rate` (of something that may be rare), or `share` (the values
    are 0 or 1)."""
    sample: str = "deals"
    """`deals`, single ones that begin at the same score, or whole `matches`."""


@dataclass(frozen=True)
class Bot:
    """A player that a plugin adds, for `--bots PLUGIN.NAME`.

    `choose` is plain Python that Numba can compile: `choose(rules, view, moves, count, drawn)`. It returns the place of one of
    the first `count` of `moves`, each with `cards` (a mask), `kind` and `manner`. `view` is a copy of the state in which all
    is blank that the seat to move may not see; `drawn` are 64 random bits, which depend on seed, deal, seat and decision. It is
    asked only where there is a choice. `trickbook.kernel.layout` names the fields and the numbers in them,
    `trickbook.bots.knowledge` and `trickbook.kernel.bits` have functions that it may call.
    """

    name: str
    """Its name within the plugin: lower-case letters, digits and hyphens."""
    about: str
    """One line that says how it plays."""
    choose: Callable[..., int]
    """The function that chooses its moves."""
    plugin: str = ""
    """The name of the plugin; filled in when it is loaded."""


@dataclass(frozen=True)
class Pools:
    """Cards that may be led, or combined, together."""

    of: str
    """`lead`, or the name of a combination."""
    trump: int
    """The trump suit, 4 for none; leads have the same pools whatever is trump, and say 4."""
    masks: tuple[int, ...] = field(default=())
    """One mask a pool: a rank, a suit, or all cards."""


# ---------------------------------------------------------------------------------------------
# While a rulebook is loaded
# ---------------------------------------------------------------------------------------------


@hookspec
def trickbook_keys() -> Sequence[Field]:
    """Say which keys the plugin adds to a rulebook.

    Called when a rulebook that names the plugin is loaded, before it is validated. Every path must begin with the
    plugin's name and a dot. The keys are checked, documented and shown like any other.
    """
    raise NotImplementedError


@hookspec
def trickbook_check(rulebook: Rulebook, pack: Pack) -> Sequence[Problem]:
    """Say what in a valid rulebook the plugin can't work with, such as a card that is not in the pack.

    Called before compiling. An empty list means that all is well.
    """
    raise NotImplementedError


@hookspec
def trickbook_warnings(rulebook: Rulebook, pack: Pack, beaten_by: BeatenBy) -> Sequence[Problem]:
    """Say what in a rulebook can be played, and is hardly meant, such as a card that strikes another and does not beat it.

    Called by `trickbook check` once the game is compiled; `beaten_by` is the whole table of what beats what.
    """
    raise NotImplementedError


# ---------------------------------------------------------------------------------------------
# While a rulebook is compiled
# ---------------------------------------------------------------------------------------------


@hookspec
def trickbook_beaten_by(rulebook: Rulebook, pack: Pack, beaten_by: BeatenBy) -> BeatenBy:
    """Change which cards beat which.

    Called once, with the whole table. Return only the entries that change. Two plugins that change one entry
    differently are refused.
    """
    raise NotImplementedError


@hookspec
def trickbook_pools(rulebook: Rulebook, pack: Pack, pools: Pools) -> tuple[int, ...]:
    """Change which cards may be led together, or make a combination together.

    Called for the leads, and for each combination and trump suit. Return the masks that take the place of
    `pools.masks`, or None to leave them.
    """
    raise NotImplementedError


@hookspec
def trickbook_run_time(rulebook: Rulebook, pack: Pack) -> RunTime:
    """Say what the plugin does while cards are played. Called once; the functions are compiled."""
    raise NotImplementedError


@hookspec
def trickbook_metrics(rulebook: Rulebook, pack: Pack) -> Sequence[Measure]:
    """Say what else to measure when this game is compared with others.

    Called once, while compiling; the functions are called with blocks of rows, after the deals have been played, and are
    plain Python with NumPy. A name that another plugin of the game uses, or that is one of the metrics of
    `trickbook compare` already, is refused.
    """
    raise NotImplementedError


# ---------------------------------------------------------------------------------------------
# Who plays
# ---------------------------------------------------------------------------------------------


@hookspec
def trickbook_bots() -> Sequence[Bot]:
    """Say which players the plugin adds.

    Called when a player of the plugin is named in `--bots`, whatever the game, and by `trickbook list` and `trickbook plugin
    list`. No rulebook need name the plugin.
    """
    raise NotImplementedError


# ---------------------------------------------------------------------------------------------
# For people
# ---------------------------------------------------------------------------------------------


@hookspec
def trickbook_sentences(rulebook: Rulebook) -> Sequence[str]:
    """Say in sentences what the plugin makes of this rulebook, for `show` and the rule sheet."""
    raise NotImplementedError
