"""Players that choose moves inside compiled code. Each sees what its seat may see.

A player is named as in `ismcts:500:random`: its kind; for one that searches, the budget, that is how many worlds it
plays out for a move; and who plays them out, `greedy` if nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickbook.bots.desk import PLAYER

BOTS = {
    "random": "any legal move with equal chance; claims once in 16 times, announces every second time",
    "greedy": "takes a trick cheaply when it is worth having, and otherwise throws what is worth least",
    "montecarlo:N": "plays every move out in the same worlds, N playouts in all, and makes the best on average",
    "ismcts:N": "searches a tree of what it can see, through N worlds (single-observer ISMCTS)",
}
"""The players by name, with a line each; a player's kind is its place. N is a number; `:random` may follow it."""
PLAYOUTS = ("random", "greedy")
"""Who plays a world to its end, for a player that searches."""
MAX_BUDGET = 1_000_000
"""The most worlds that a player may search for one move."""

_KINDS = [name.removesuffix(":N") for name in BOTS]
_SEARCHES = [name.removesuffix(":N") for name in BOTS if name.endswith(":N")]


class BotError(ValueError):
    """A name that is no player's, a budget out of range, or the wrong number of names."""


def _known(name: str, what: str, names: Sequence[str], shown: Sequence[str]) -> int:
    if name in names:
        return list(names).index(name)
    near = get_close_matches(name, names, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise BotError(f"there is no {what} {name!r}; expected one of {', '.join(shown)}{hint}")


def _player(name: str) -> tuple[int, int, int, int]:
    """Return the kind, budget, playout and last place of the tree's table of a player, by name."""
    kind, *rest = name.strip().split(":")
    number = _known(kind, "player", _KINDS, list(BOTS))
    if kind not in _SEARCHES:
        if rest:
            raise BotError(f"{kind} takes no number, but {name.strip()!r} was asked for; did you mean {kind}?")
        return number, 0, 0, 0
    if not rest:
        raise BotError(f"{kind} needs the number of worlds to play out for a move; did you mean {kind}:500?")
    if not (rest[0].isascii() and rest[0].isdigit() and 1 <= int(rest[0]) <= MAX_BUDGET):
        raise BotError(
            f"{name.strip()!r}: expected a whole number from 1 to {MAX_BUDGET} after {kind}:, found {rest[0]!r}"
        )
    if len(rest) > 2:
        raise BotError(
            f"{name.strip()!r}: expected {kind}:N or {kind}:N:random; did you mean {':'.join((kind, *rest[:2]))}?"
        )
    playout = PLAYOUTS.index("greedy") if len(rest) == 1 else _known(rest[1], "playout", PLAYOUTS, PLAYOUTS)
    budget = int(rest[0])
    table = 1 << (2 * budget).bit_length() if kind == "ismcts" else 1
    return number, budget, playout, table - 1


def bots_named(names: str, seats: int) -> NDArray[Any]:
    """Return the players by seat, as an array of dtype `PLAYER`: one name for all, or one a seat, separated by commas.

    >>> [int(kind) for kind in bots_named("greedy,ismcts:500", 2)["kind"]]
    [1, 3]

    Raises `BotError` for an unknown name, a budget that is missing or out of range, or when there is neither one
    name nor one a seat.
    """
    players = [_player(name) for name in names.split(",")]
    if len(players) not in (1, seats):
        raise BotError(f"{len(players)} players are named for {seats} seats; expected one name for all, or one a seat")
    return np.array(players if len(players) == seats else players * seats, PLAYER).view(np.recarray)


def search_of(players: NDArray[Any]) -> Callable[..., int]:
    """Return the compiled function that players who search call for their moves; one that does nothing if none does."""
    if not players["budget"].any():
        from trickbook.bots.choosing import no_search

        return no_search
    from trickbook.bots.searching import search_move

    return search_move
