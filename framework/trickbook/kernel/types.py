"""The Numba types of the kernel's records."""

from __future__ import annotations

import numba
from numba import types

from trickbook.kernel.layout import MOVE, RULES, STATE

RULES_TYPE = numba.from_dtype(RULES)
"""A record of rules."""
STATE_TYPE = numba.from_dtype(STATE)
"""A state."""
MOVES_TYPE = types.Array(numba.from_dtype(MOVE), 1, "C")
"""A list of moves."""
WORD_TYPE = types.int64
"""A number."""
MASK_TYPE = types.uint64
"""A set of cards."""
