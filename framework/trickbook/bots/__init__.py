"""Players that choose moves inside compiled code, each by what its seat may see.

A player is named as in `ismcts:500:random`: its kind; for one that searches, the budget, that is how many worlds it
plays out for a move; and who plays them out (default: `greedy`). A player that a plugin adds is named as in
`club.careful`: the plugin, and its name there (`trickbook.hooks.Bot`).

Importing this module is light; what it returns needs NumPy, and `search_of` and `plugin_bots_of` load compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from trickbook.hooks import Bot
    from trickbook.plugins import PluginSet

BOTS = {
    "random": "any legal move with equal chance; claims once in 16 times, announces every second time",
    "greedy": "takes a trick cheaply when it is worth having, and otherwise throws what is worth least",
    "montecarlo:N": "plays every move out in the same worlds, N playouts in all, and makes the best on average",
    "ismcts:N": "searches a tree of what it can see, through N worlds (single-observer ISMCTS), and solves short endings",
    "ismcts-first:N": "the search of version 0.1, kept to measure others against",
}
"""The players by name, with a line each; a player's kind is its place. N is a number; `:random` may follow it."""
PLAYOUTS = ("random", "greedy")
"""Who plays a world to its end, for a player that searches."""
MAX_BUDGET = 1_000_000
"""The most worlds that a player may search for one move."""

_KINDS = [name.removesuffix(":N") for name in BOTS]
_TREES = ("ismcts", "ismcts-first")
_SEARCHES = [name.removesuffix(":N") for name in BOTS if name.endswith(":N")]


class BotError(ValueError):
    """A name that is no player's, a budget out of range, or the wrong number of names."""


class Player(NamedTuple):
    """A player as compiled code knows it; the fields are those of `trickbook.bots.buffers.PLAYER`.

    From `exploration` on they are constants of `ismcts`, which stand here so that others can be tried without compiling anew.
    """

    kind: int
    """Its place in `BOTS`; those that plugins add come after them."""
    budget: int = 0
    """How many worlds it plays out for a move; 0: it does not search."""
    playout: int = 0
    """Who plays them out, by its place in `PLAYOUTS`."""
    table_mask: int = 0
    """The last place of its tree's table."""
    exploration: float = 2.0
    """How much is tried in the tree that looks worse."""
    prior: float = 8.0
    """How many visits the expectation counts for in the tree."""
    trust: float = 1.0
    """How far apart the greedy player's move and the others are expected to be in the tree, in half standard deviations."""
    by_points: float = 0.5
    """What of `prior` and `trust` is left where most card points win a deal: the greedy player is further from the best there."""
    root_prior: float = 40.0
    """How many visits the expectation counts for at the root."""
    root_trust: float = 0.25
    """How far apart moves are expected to be at the root."""
    halves: int = 1
    """1: at the root the better half of the moves goes on to the next round; 0: all have the same number of simulations."""
    endings: float = 8.0
    """How many moves may be made to solve an ending, for each world of the budget; 0: none is solved."""
    least_worlds: int = 30
    """In how many worlds an ending must be solved at least, if there are so many."""
    sees_all: int = 0
    """1: it sees all cards, as no player may who is named: for measuring what there would be to gain at most."""


def _known(name: str, what: str, names: Sequence[str], shown: Sequence[str]) -> int:
    if name in names:
        return list(names).index(name)
    near = get_close_matches(name, names, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise BotError(f"there is no {what} {name!r}; expected one of {', '.join(shown)}{hint}")


def player_names(names: str) -> list[str]:
    """Return the names of players one by one, as typed: one for all, or one a seat, separated by commas.

    Raises `BotError` for what is no text.
    """
    if not isinstance(names, str):
        raise BotError(f"the players are {names!r}; expected a text, such as 'greedy' or 'greedy,random'")
    return [name.strip() for name in names.split(",")]


def _added(names: str) -> list[str]:
    """Return the names of players that plugins add, each once, in the order in which they are named first."""
    return list(dict.fromkeys(name for name in player_names(names) if "." in name.partition(":")[0]))


def _player(name: str, added: Sequence[str] = ()) -> Player:
    """Return a player by name; `added` are the names of those that plugins add."""
    if name in added:
        return Player(len(BOTS) + list(added).index(name))
    kind, *rest = name.split(":")
    number = _known(kind, "player", _KINDS, [*BOTS, "PLUGIN.NAME"])
    if kind not in _SEARCHES:
        if rest:
            raise BotError(f"{kind} takes no number, but {name!r} was asked for; did you mean {kind}?")
        return Player(number)
    if not rest:
        raise BotError(f"{kind} needs the number of worlds to play out for a move; did you mean {kind}:500?")
    if not (rest[0].isascii() and rest[0].isdigit() and 1 <= int(rest[0]) <= MAX_BUDGET):
        raise BotError(f"{name!r}: expected a whole number from 1 to {MAX_BUDGET} after {kind}:, found {rest[0]!r}")
    if len(rest) > 2:
        raise BotError(f"{name!r}: expected {kind}:N or {kind}:N:random; did you mean {':'.join((kind, *rest[:2]))}?")
    playout = PLAYOUTS.index("greedy") if len(rest) == 1 else _known(rest[1], "playout", PLAYOUTS, PLAYOUTS)
    budget = int(rest[0])
    table = 1 << (2 * budget).bit_length() if kind in _TREES else 1
    return Player(number, budget, playout, table - 1)


def budget_of(name: str) -> int:
    """Return how many worlds a player plays out for a move; 0 if it does not search, or is a plugin's.

    >>> budget_of("ismcts:500:random")
    500

    Raises `BotError` for a name that is no player's.
    """
    return _player(name.strip(), _added(name)).budget


def bots_named(names: str, seats: int) -> NDArray[Any]:
    """Return the players by seat, as an array of dtype `PLAYER`: one name for all, or one a seat, separated by commas.

    >>> [int(kind) for kind in bots_named("greedy,ismcts:500", 2)["kind"]]
    [1, 3]

    Raises `BotError` for an unknown name, a budget that is missing or out of range, or when there is neither one
    name nor one a seat. Whether a plugin has the player that is asked of it, `added_bots` finds out.
    """
    import numpy as np

    from trickbook.bots.buffers import PLAYER

    added = _added(names)
    players = [_player(name, added) for name in player_names(names)]
    if len(players) not in (1, seats):
        raise BotError(f"{len(players)} players are named for {seats} seats; expected one name for all, or one a seat")
    return np.array(players if len(players) == seats else players * seats, PLAYER).view(np.recarray)


def added_bots(names: str, plugins: PluginSet) -> tuple[Bot, ...]:
    """Return the players among those named that plugins add, in the order of their kinds.

    Raises `BotError` if a plugin has no such player, and `trickbook.plugins.PluginError` if it is not there or not sound.
    """
    found = []
    for name in _added(names):
        plugin, _, own = name.partition(".")
        bots = plugins.bots(plugin)
        shown = [f"{plugin}.{bot.name}" for bot in bots]
        if not bots:
            raise BotError(f"there is no player {name!r}: the plugin {plugin!r} adds none")
        found.append(bots[_known(f"{plugin}.{own}", "player", shown, shown)])
    return tuple(found)


def search_of(players: NDArray[Any]) -> Callable[..., int]:
    """Return the compiled function that players who search call for their moves; one that does nothing if none does.

    The player kept to measure others against is asked as plugin bots are (`plugin_bots_of`).
    """
    from trickbook.bots.buffers import ISMCTS, MONTECARLO

    if not ((players["kind"] >= MONTECARLO) & (players["kind"] <= ISMCTS)).any():
        from trickbook.bots.choosing import no_search

        return no_search
    from trickbook.bots.searching import search_move

    return search_move


def plugin_bots_of(added: tuple[Bot, ...], players: NDArray[Any]) -> Callable[..., int]:
    """Return the compiled function that asks plugin bots for their moves; one that does nothing if there are none.

    Guests are plugins' players, and the player kept to measure others against, so that it is compiled, or loaded, only where it plays.
    Raises `trickbook.kernel.run_time.HookError` if one can't be compiled.
    """
    from trickbook.bots.buffers import ISMCTS_FIRST

    asked: Callable[..., int]
    if (players["kind"] == ISMCTS_FIRST).any():
        from trickbook.bots.baseline import baseline_move as asked
    else:
        from trickbook.bots.choosing import no_search as asked
    if not added:
        return asked
    from trickbook.bots.plugin_bots import ask_plugin_bots

    return ask_plugin_bots(added, asked)
