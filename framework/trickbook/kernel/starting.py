"""The beginning of deals and matches as Python, and other compiled code, call it: each compiled once, and kept on disk.

Importing this module compiles its functions, or loads what was compiled before. Compiled code that plays whole deals takes
them as pointers, which costs nothing beside a deal, so that they are compiled once and not in every caller anew.
"""

from __future__ import annotations

from typing import Any

from numba import types

from trickbook.kernel import matches
from trickbook.kernel.jit import entry
from trickbook.kernel.layout import Rules, State
from trickbook.kernel.types import MASK_TYPE, RULES_TYPE, STATE_TYPE, WORD_TYPE

START_MATCH = types.void(RULES_TYPE, STATE_TYPE, MASK_TYPE, WORD_TYPE)
START_DEAL = types.void(RULES_TYPE, STATE_TYPE)
STARTS = (types.FunctionType(START_MATCH), types.FunctionType(START_DEAL), types.FunctionType(START_DEAL))
"""The types of `start_match`, `next_deal` and `start_deal` as pointers, in this order."""


@entry(START_MATCH)
def start_match(rules: Rules, state: State, seed: Any, match: int) -> None:
    """Begin a match: seat the players and draw the first dealer."""
    state.seed = seed
    matches.start_match(rules, state, match)


@entry(START_DEAL)
def next_deal(rules: Rules, state: State) -> None:
    """Go on to the next deal of the match, up to the dealing of the cards."""
    matches.next_deal(rules, state)


@entry(START_DEAL)
def start_deal(rules: Rules, state: State) -> None:
    """Shuffle, cut and deal, and go to the first decision."""
    matches.start_deal(rules, state)


STARTERS = (start_match, next_deal, start_deal)
"""The functions, in the order of `STARTS`."""
