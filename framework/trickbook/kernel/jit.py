"""How functions are compiled. The one place that speaks to Numba's options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import typeinfer
from numba.core.types.function_type import CompileResultWAP

from trickbook.kernel.kept import KeptCode, cache_folder
from trickbook.kernel.linking import APART, INNER, OUTER, for_any_value, found_at_once

Function = TypeVar("Function", bound=Callable[..., Any])

# As Any, since what a version of Numba says of its types differs from the next.
_NJIT: Any = numba.njit
_CONFIG: Any = numba.config
_register: Any = typeinfer.register_dispatcher

JIT = not _CONFIG.DISABLE_JIT
"""Whether functions are compiled; NUMBA_DISABLE_JIT=1 says no."""
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}
# What other compiled functions call owns no arrays, so it needs no counting of references. Unless told otherwise, Numba copies whatever
# is first called from a function of `inlined` into its callers, too.
_INNER = {**_OPTIONS, "_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": False}


def helper(function: Function) -> Function:
    """Compile a function that other compiled functions call."""
    return for_any_value(_NJIT(**_INNER, **INNER)(function)) if JIT else function


def apart(function: Function) -> Function:
    """Compile a function that is not copied into those that call it: for what does much, or is called seldom or at many places."""
    return for_any_value(_NJIT(**_INNER, **APART)(function)) if JIT else function


def inlined(function: Function) -> Function:
    """Compile a function into each function that calls it: for what runs at every move."""
    return for_any_value(_NJIT(**{**_INNER, "forceinline": True}, **INNER)(function)) if JIT else function


def recursive(signature: Any) -> Callable[[Function], Function]:
    """Compile a function that calls itself, and keep the result on disk; Numba's type inference needs its signature."""

    def decorate(function: Function) -> Function:
        return compile_cached(function, signature, cache_folder(), _INNER) if JIT else function

    return decorate


def entry(signature: Any) -> Callable[[Function], Function]:
    """Compile a function that Python calls, at once for one signature, and keep the result on disk."""

    def decorate(function: Function) -> Function:
        return compile_cached(function, signature, cache_folder()) if JIT else function

    return decorate


def pointer(function: Function, signature: Any) -> Any:
    """Return a compiled function as a value that can stand in a tuple of which compiled code takes it."""
    return CompileResultWAP(cast(Any, function).overloads[signature.args]) if JIT else function


def compile_cached(function: Function, signature: Any, folder: Path, options: Mapping[str, Any] = _OPTIONS) -> Function:
    """Compile a function for one signature, or take what was kept of it in a folder; keep it there, if it can be written."""
    compiled = _NJIT(**options, **OUTER)(function)
    compiled._cache = KeptCode(function, folder)
    with _register(compiled):  # so that it finds itself by its name, if it calls itself
        compiled.compile(signature)
    compiled.disable_compile()
    return cast(Function, found_at_once(compiled))
