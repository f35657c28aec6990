"""What a player that searches works with: arrays made once, one set for each thread."""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import extending, types
from numpy.typing import NDArray

from trickbook.bots.slate import SLATE_TYPE, SOLVE, Slate, new_slate
from trickbook.kernel.jit import pointer
from trickbook.kernel.layout import MOVE, RULES, STATE
from trickbook.kernel.limits import MAX_CARDS, MAX_COMBINATIONS, MAX_LOG, MAX_MOVES, MAX_SEATS
from trickbook.kernel.run_time import POINTERS
from trickbook.kernel.types import MOVES_TYPE, RULES_TYPE, STATE_TYPE

MAX_DEPTH = 64
"""How deep a search tree can be."""
MAX_WAYS = 1 << 17
"""Entries in the table of ways to deal cards that some hands can't have."""
WORLDS = 3
WORLD, BLANK, DEALT = range(WORLDS)
"""Places among buffers' worlds: the one that is played, what the seat knows of it, and one that is dealt and not yet played."""

RANDOM, GREEDY, MONTECARLO, ISMCTS, ISMCTS_FIRST = range(5)
"""Kinds of player; those that plugins add come after them."""
RANDOM_PLAYOUT, GREEDY_PLAYOUT = range(2)
"""Who plays a world to its end."""

_WORD = np.int64
_MASK = np.uint64
_EXTENDING: Any = extending

PLAYER = np.dtype(
    [
        ("kind", _WORD),
        ("budget", _WORD),
        ("playout", _WORD),
        ("table_mask", _WORD),
        ("exploration", np.float64),
        ("prior", np.float64),
        ("trust", np.float64),
        ("by_points", np.float64),
        ("root_prior", np.float64),
        ("root_trust", np.float64),
        ("halves", _WORD),
        ("endings", np.float64),
        ("least_worlds", _WORD),
        ("sees_all", _WORD),
    ],
    align=True,
)
"""A player: the fields are told of in `trickbook.bots.Player`."""

NODE = np.dtype([("name", _MASK), ("total", np.float64), ("visits", np.int32), ("available", np.int32)], align=True)
"""A move in a search tree: the hash of the moves up to it, and its statistics for the side that makes it.

`available` is of the search of version 0.1."""

KNOWN = np.dtype(
    [
        ("seat", _WORD),  # who looks
        ("hand_size", _WORD, (MAX_SEATS,)),  # cards that each seat holds
        ("barred", _MASK, (MAX_COMBINATIONS,)),  # seats that did not hold this combination when the trick began
        ("turned_with", _WORD),  # the seat that has drawn the turned card and not shown it, or -1
        ("turned_choices", _WORD),  # how many places it can have
        ("hidden_moves", _WORD),  # plays of others that lie face down
        ("hidden_seat", _WORD, (MAX_LOG,)),
        ("hidden_size", _WORD, (MAX_LOG,)),
        ("hidden_cards", _MASK, (MAX_LOG,)),  # in the world that is dealt
        ("hidden_under", _MASK, (MAX_LOG,)),  # the cards they did not beat; the empty set if they may have
        ("hidden_winner", _WORD, (MAX_LOG,)),  # the seat that has won them, or -1: on the table
        ("hidden_turned", _WORD, (MAX_LOG,)),  # 1: the turned card may be among them
        ("unseen", np.uint8, (MAX_CARDS,)),  # cards that may be anywhere
        ("unseen_size", _WORD),
        ("must", _MASK, (MAX_SEATS,)),  # cards that each hand has for sure, given away or shown
        ("giving_size", _WORD, (MAX_SEATS,)),  # cards that each has chosen to give away
        ("holders", _WORD),  # other hands with room for unseen cards, and the stock
        ("holder", _WORD, (MAX_SEATS,)),  # a seat, or MAX_SEATS for the stock
        ("holder_room", _WORD, (MAX_SEATS,)),
        ("holder_lacks", _MASK, (MAX_SEATS,)),
        ("stride", _WORD, (MAX_SEATS,)),  # in the table of ways, of one card of room
        ("layer", _WORD),
        ("bound", _WORD),  # unseen cards that some holder can't have; they come first
        ("exact", _WORD),  # 1: the ways are counted
        ("dealt", _MASK, (MAX_SEATS,)),  # to each holder, in this world
        ("room_left", _WORD, (MAX_SEATS,)),
        ("drawn", _WORD),  # random numbers drawn for this world
        ("value", np.float64, (MAX_SEATS,)),  # what the deal played out is worth to each side
        ("average", np.float64, (MAX_SEATS,)),  # the mean of that in this search
        ("path", _WORD, (MAX_DEPTH,)),  # the nodes of the line that is played
        ("path_side", _WORD, (MAX_DEPTH,)),
        ("slot", _WORD, (MAX_MOVES,)),  # the node of each legal move in the world
        ("root", _WORD, (MAX_MOVES,)),  # the node of each move at the root
        ("order", _WORD, (MAX_MOVES,)),  # the moves at the root, those that are still in question first
        ("simulations", _WORD),  # how many there have been
        ("squares", np.float64),  # what they have brought to the seat's side, squared, and added up
        ("spread", np.float64),  # its standard deviation
        ("total", np.float64, (MAX_MOVES,)),  # what each move at the root has brought
    ],
    align=True,
)
"""What a seat knows at a decision, beside what is on the table; and the line being played."""


class Buffers(NamedTuple):
    """What a player that searches works with."""

    worlds: Any
    """States: `WORLD`, `BLANK` and `DEALT`."""
    known: Any
    """One record of dtype `KNOWN`."""
    moves: Any
    """Room for the legal moves in a world."""
    nodes: Any
    """The search tree: a hash table of dtype `NODE`, and after it the moves at the root."""
    logarithms: Any
    """The natural logarithm of each whole number that a visit count can reach."""
    equity: Any
    """The match equity table (`trickbook.bots.equity`); empty if scores are worth what they say."""
    rules: Any
    """A copy of the rules, for players of plugins."""
    ways: Any
    """Room for the ways to deal the cards that some hands can't have (`trickbook.bots.constraints`)."""
    slate: Slate
    """What endings are solved on."""
    solve: Any
    """The function that solves them (`trickbook.bots.endings`)."""


PLAYER_TYPE = numba.from_dtype(PLAYER)
PLAYERS_TYPE = types.Array(PLAYER_TYPE, 1, "C")
_NUMBA: Any = types
BUFFERS_TYPE = _NUMBA.NamedTuple(
    [
        types.Array(numba.from_dtype(STATE), 1, "C"),
        types.Array(numba.from_dtype(KNOWN), 1, "C"),
        MOVES_TYPE,
        types.Array(numba.from_dtype(NODE), 1, "C"),
        types.Array(types.float64, 1, "C"),
        types.Array(types.float64, 4, "C"),
        types.Array(numba.from_dtype(RULES), 1, "C"),
        types.Array(types.float64, 1, "C"),
        SLATE_TYPE,
        types.FunctionType(SOLVE),
    ],
    Buffers,
)


@_EXTENDING.typeof_impl.register(Buffers)  # type: ignore[untyped-decorator]
def _type_of(buffers: Buffers, context: Any) -> Any:
    """Tell Numba the type of buffers: it would go through all fields of all records in them at each call."""
    return BUFFERS_TYPE


SEARCH = types.int64(
    RULES_TYPE,
    STATE_TYPE,
    POINTERS["offers"],
    POINTERS["played"],
    POINTERS["trick_complete"],
    PLAYER_TYPE,
    MOVES_TYPE,
    types.int64,
    BUFFERS_TYPE,
)
"""The signature of a function that chooses the moves of players who search."""

NO_EQUITY: NDArray[np.float64] = np.zeros((0, 0, 0, 0))
"""The match equity table of a game in which every point counts the same."""


def solver(solves: bool) -> Any:
    """Return a pointer to what solves endings; to what does nothing if nobody asks for it, so that it is not compiled."""
    if solves:
        from trickbook.bots.solving import solve
    else:
        from trickbook.bots.slate import solve_nothing as solve
    return pointer(solve, SOLVE)


def _records(room: int, dtype: Any) -> Any:
    return np.zeros(room, dtype).view(np.recarray)


def new_buffers(players: NDArray[Any], equity: NDArray[np.float64] = NO_EQUITY) -> Buffers:
    """Return buffers with room for each of some players."""
    budget = int(players["budget"].max())
    moves = MAX_MOVES if budget or int(players["kind"].max()) > ISMCTS else 1
    solves = bool(((players["kind"] == ISMCTS) & (players["endings"] > 0)).any())
    numbers = np.arange(budget + 3, dtype=np.float64)
    numbers[0] = 1.0
    return Buffers(
        _records(WORLDS, STATE),
        _records(1, KNOWN),
        _records(moves, MOVE),
        _records(int(players["table_mask"].max()) + 1 + moves, NODE),
        np.log(numbers),
        np.ascontiguousarray(equity, np.float64),
        _records(1, RULES),
        np.zeros(MAX_WAYS if moves > 1 else 1),
        new_slate(solves),
        solver(solves),
    )
