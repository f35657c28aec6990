"""How compiled functions are put together: what calls what gives the right result, and code is where it should be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import pytest
from numba import types

from trickbook.kernel.jit import JIT, apart, compile_cached, helper, inlined

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")

WHOLE = types.int64(types.int64)


@helper
def twice(number: int) -> int:
    """Return 2 n."""
    return 2 * number


@apart
def divided(number: int) -> int:
    """Return 2 n / 3, by another helper and a function of Numba's own."""
    return min(twice(number) // 3, 1000)


@helper
def divided_often(number: int) -> int:
    """Return the sum of 2 i / 3 for all i below n."""
    total = 0
    for i in range(number):
        total += divided(i) + divided(i + number)
    return total


@inlined
def forced(number: int) -> int:
    """Call what must not be copied though this is."""
    return divided_often(number) + 1


def outer(number: int) -> int:
    """Call them all."""
    return forced(number) + divided(number)


def functions_of(compiled: Any) -> set[str]:
    """Return the names of the functions in the machine code of a compiled one, less what Numba puts round it."""
    (result,) = compiled.overloads.values()
    names = [function.name for function in result.library.get_defined_functions()]
    return {name for word in ("twice", "divided_often", "divided", "forced", "outer") for name in names if word in name}


def test_inner_functions_are_linked_into_the_outer_one(tmp_path: Path) -> None:
    # 2 i / 3 rounded down for i = 0, 1, 2 and 3, 4, 5: 0 + 0 + 1 + 2 + 2 + 3 = 8; and 1, and 2 for 3 itself.
    compiled = compile_cached(outer, WHOLE, tmp_path)
    assert compiled(3) == 11


def test_what_is_apart_stays_apart_even_below_a_function_that_is_copied(tmp_path: Path) -> None:
    names = functions_of(compile_cached(outer, WHOLE, tmp_path))
    assert any("divided" in name and "often" not in name for name in names)
    assert not any("forced" in name for name in names)


def test_what_is_kept_gives_the_same(tmp_path: Path) -> None:
    compile_cached(outer, WHOLE, tmp_path)
    again: Any = compile_cached(outer, WHOLE, tmp_path)
    assert again.stats.cache_hits
    assert again(3) == 11


def test_names_in_machine_code_are_short(tmp_path: Path) -> None:
    names = functions_of(compile_cached(outer, WHOLE, tmp_path))
    assert names
    assert max(map(len, names)) < 300


def test_numba_can_call_inner_functions_by_itself() -> None:
    # As a plugin may, whose functions are compiled by `numba.njit` and nothing else.
    foreign: Any = numba.njit(lambda number: divided_often(number) + divided(number))
    assert foreign(3) == 10
