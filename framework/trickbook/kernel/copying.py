"""Copies of what playing on from a state needs: what a search takes of it for each world."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from trickbook.kernel.bits import NONE
from trickbook.kernel.jit import inlined
from trickbook.kernel.layout import HOT_BYTES, HOT_BYTES_OF_DUTIES, HOT_BYTES_OF_PLUGINS, STATE, Rules, State


def _copy_first(to: State, origin: State, count: int) -> None:
    """Copy the fields that lie within so many bytes of a state."""
    for name, (_, offset, *_) in (STATE.fields or {}).items():
        if offset < count:
            to[name] = origin[name]


@intrinsic
def _copy_bytes(typing_context: Any, to: Any, origin: Any, count: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, origin, count = arguments
        cgutils.raw_memcpy(builder, to, origin, count, 1)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.void(to, origin, types.int64), emit


@overload(_copy_first, inline="always")
def _copy_first_compiled(to: Any, origin: Any, count: Any) -> Any:
    def copy(to: Any, origin: Any, count: Any) -> Any:
        _copy_bytes(to, origin, count)  # type: ignore[call-arg]

    return copy


@inlined
def copy_hot(rules: Rules, to: State, origin: State) -> None:
    """Copy what playing on needs. The copy keeps no log: what stands behind in the record is left as it is, and means nothing."""
    count = HOT_BYTES
    if rules.words > 0 or rules.watch_plays != NONE:
        count = HOT_BYTES_OF_PLUGINS
    elif rules.duties > 0 or rules.steps > 0 or rules.by_counts:
        count = HOT_BYTES_OF_DUTIES
    _copy_first(to, origin, count)
    to.unlogged = 1
