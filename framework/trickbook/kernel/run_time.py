"""Hooks that plugins have called while cards are played, and what such a hook may ask and do.

Each is a plain Python function, compiled for one signature and called through a typed pointer, so that one
compiled kernel serves all plugins. `own` is the plugin's number: pass it on to the functions below.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import numba
import numpy as np
from numba import types

from trickbook.kernel.bits import NONE, bit, lowest, size, without_lowest
from trickbook.kernel.jit import JIT, compile_cached, entry, helper, inlined
from trickbook.kernel.kept import cache_root, fingerprint
from trickbook.kernel.layout import DECLARED, DECLINED, FACE_DOWN, NO_SUCH_PLACE, TOO_MANY_EVENTS, Rules, State
from trickbook.kernel.limits import MAX_EVENTS
from trickbook.kernel.scoring import give
from trickbook.kernel.types import MOVES_TYPE, RULES_TYPE, STATE_TYPE

SIGNATURES = {
    "offers": types.int64(RULES_TYPE, STATE_TYPE, types.int64, types.int64, types.uint64),
    "played": types.int64(RULES_TYPE, STATE_TYPE, types.int64, types.int64, types.uint64, types.int64),
    "trick_complete": types.int64(RULES_TYPE, STATE_TYPE, types.int64, types.int64),
    "choose": types.int64(RULES_TYPE, STATE_TYPE, MOVES_TYPE, types.int64, types.uint64),
}
"""The signature of each run-time hook, and of a plugin's player."""
POINTERS = {name: types.FunctionType(signature) for name, signature in SIGNATURES.items()}
"""The Numba type of a pointer to each run-time hook."""
PARAMETERS = {
    "offers": ("rules", "state", "own", "seat", "cards"),
    "played": ("rules", "state", "own", "seat", "cards", "flags"),
    "trick_complete": ("rules", "state", "own", "winner"),
    "choose": ("rules", "view", "moves", "count", "drawn"),
}
"""The parameters of each run-time hook, by name and order."""


class HookError(ValueError):
    """A run-time hook that can't be compiled."""


@dataclass(frozen=True)
class RunTimeHooks:
    """One compiled function for each run-time hook."""

    offers: Callable[..., int]
    played: Callable[..., int]
    trick_complete: Callable[..., int]


@inlined
def setting(rules: Rules, own: int, place: int) -> int:
    """Return one of the numbers that the plugin took from its keys when the rulebook was compiled."""
    return rules.setting[own, place]


@inlined
def word(rules: Rules, state: State, own: int, place: int) -> int:
    """Return one of the plugin's words."""
    return state.words[rules.first_word[own] + place]


@inlined
def set_word(rules: Rules, state: State, own: int, place: int, value: int) -> None:
    """Change one of the plugin's words; one that it has not named ends the deal with the fault `NO_SUCH_PLACE`."""
    if place < 0 or place >= rules.own_words[own]:
        state.fault = NO_SUCH_PLACE
        return
    state.words[rules.first_word[own] + place] = value


@helper
def add_event(rules: Rules, state: State, own: int, kind: int, seat: int, card: int) -> None:
    """Write one of the plugin's kinds of event into the log of the deal.

    A kind that the plugin has not named, a seat or a card that there is not ends the deal with the fault `NO_SUCH_PLACE`.
    """
    i = state.events
    if i == MAX_EVENTS:
        state.fault = TOO_MANY_EVENTS
        return
    if min(kind, seat, card) < 0 or kind >= rules.own_events[own] or seat >= state.seats or card >= rules.cards:
        state.fault = NO_SUCH_PLACE
        return
    state.event_trick[i] = state.tricks
    state.event_kind[i] = rules.first_event[own] + kind
    state.event_seat[i] = seat
    state.event_card[i] = card
    state.events = i + 1


@helper
def add_points(state: State, seat: int, points: int) -> None:
    """Give points to the side of a seat, at once; a seat that there is not ends the deal with the fault `NO_SUCH_PLACE`."""
    if seat < 0 or seat >= state.seats:
        state.fault = NO_SUCH_PLACE
        return
    give(state, state.side_of[seat], points)


@inlined
def are_opponents(state: State, seat: int, other: int) -> bool:
    """Say whether two seats are on different sides."""
    return state.side_of[seat] != state.side_of[other]


def _never(rules: Rules, state: State, own: int, seat: int, cards: Any) -> int:
    return 0


def _nothing_played(rules: Rules, state: State, own: int, seat: int, cards: Any, flags: int) -> int:
    return 0


def _nothing_complete(rules: Rules, state: State, own: int, winner: int) -> int:
    return 0


NO_HOOKS = RunTimeHooks(
    entry(SIGNATURES["offers"])(_never),
    entry(SIGNATURES["played"])(_nothing_played),
    entry(SIGNATURES["trick_complete"])(_nothing_complete),
)
"""What is called where no plugin wants to be."""


def compile_hook(name: str, function: Callable[..., int], plugin: str) -> Callable[..., int]:
    """Compile a run-time hook of a plugin.

    `name` is a key of `SIGNATURES`. Raises `HookError` with plugin, hook, file, line and reason if the function
    is not a plain function with the parameters of the hook, can't be compiled, or returns no whole number.
    """
    if not inspect.isfunction(function):
        raise HookError(
            f"plugin {plugin!r}, hook {name!r}: expected a plain Python function, found {type(function).__name__}"
        )
    code = function.__code__
    where = f"plugin {plugin!r}, hook {name!r} ({code.co_filename}, line {code.co_firstlineno})"
    found = tuple(inspect.signature(function).parameters)
    if found != PARAMETERS[name]:
        raise HookError(f"{where}: expected the parameters ({', '.join(PARAMETERS[name])}), found ({', '.join(found)})")
    if not JIT:
        return function
    try:
        return _compiled(name, function)
    except Exception as error:  # Numba raises its own errors, and whatever its passes stumble over
        raise HookError(f"{where}: {_reason(error)}") from error


@cache
def _compiled(name: str, function: Callable[..., int]) -> Callable[..., int]:
    # A plugin in a package may call what stands beside it.
    file = Path(function.__code__.co_filename)
    sources = (
        sorted(file.parent.glob("*.py"))
        if "." in function.__module__ or (file.parent / "__init__.py").exists()
        else [file]
    )
    folder = cache_root() / fingerprint(*sources)
    # Numba would turn whatever is returned into a whole number.
    compiled: Any = compile_cached(function, SIGNATURES[name].args, folder)
    (found,) = compiled.nopython_signatures
    accepted = (types.Integer,) if name == "choose" else (types.Integer, types.Boolean)
    if not isinstance(found.return_type, accepted):
        raise TypeError(f"expected a whole number to be returned, found {found.return_type}")
    if found.return_type == types.int64:
        return cast(Callable[..., int], compiled)
    return compile_cached(function, SIGNATURES[name], folder)


def _reason(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During:", "File ", "- "))]
    return " ".join((telling or lines or [type(error).__name__])[:4])


@dataclass(frozen=True)
class Watching:
    """Hooks, the number of their plugin, and the cards that it watches, as a mask."""

    hooks: RunTimeHooks
    own: int
    watch: int


def chain(first: Watching, second: Watching) -> RunTimeHooks:
    """Return hooks that call those of two plugins, one after the other, each for the cards that it watches."""
    offers_1, offers_2 = first.hooks.offers, second.hooks.offers
    played_1, played_2 = first.hooks.played, second.hooks.played
    complete_1, complete_2 = first.hooks.trick_complete, second.hooks.trick_complete
    one, two = first.own, second.own
    watch_1, watch_2 = np.uint64(first.watch), np.uint64(second.watch)

    def offers(rules: Rules, state: State, own: int, seat: int, cards: Any) -> int:
        offered = 0
        if cards & watch_1 != NONE:
            offered |= offers_1(rules, state, one, seat, cards)
        if cards & watch_2 != NONE:
            offered |= offers_2(rules, state, two, seat, cards)
        return offered

    def played(rules: Rules, state: State, own: int, seat: int, cards: Any, flags: int) -> int:
        if cards & watch_1 != NONE:
            played_1(rules, state, one, seat, cards, flags)
        if cards & watch_2 != NONE:
            played_2(rules, state, two, seat, cards, flags)
        return 0

    def trick_complete(rules: Rules, state: State, own: int, winner: int) -> int:
        if state.in_trick & watch_1 != NONE:
            complete_1(rules, state, one, winner)
        if state.in_trick & watch_2 != NONE:
            complete_2(rules, state, two, winner)
        return 0

    if not JIT:
        return RunTimeHooks(offers, played, trick_complete)
    compiled = [numba.njit(SIGNATURES[f.__name__])(f) for f in (offers, played, trick_complete)]
    return RunTimeHooks(*compiled)


__all__ = [
    "DECLARED",
    "DECLINED",
    "FACE_DOWN",
    "NONE",
    "add_event",
    "add_points",
    "are_opponents",
    "bit",
    "lowest",
    "np",
    "set_word",
    "setting",
    "size",
    "without_lowest",
    "word",
]
