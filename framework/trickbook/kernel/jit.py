"""How functions are compiled, and where the compiled code is kept. The one place that speaks to Numba's options."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.types.function_type import CompileResultWAP

from trickbook.kernel.linking import APART, INNER, OUTER, for_any_value

Function = TypeVar("Function", bound=Callable[..., Any])

# As Any, since what a version of Numba says of its types differs from the next.
_NJIT: Any = numba.njit
_CONFIG: Any = numba.config

JIT = not _CONFIG.DISABLE_JIT
"""Whether functions are compiled; NUMBA_DISABLE_JIT=1 says no."""
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}
# What other compiled functions call owns no arrays, so it needs no counting of references. Unless told otherwise, Numba copies whatever
# is first called from a function of `inlined` into its callers, too.
_INNER = {**_OPTIONS, "_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": False}
_SOURCES = Path(__file__).parent.parent


def cache_root() -> Path:
    """Return the folder that holds compiled code: TRICKBOOK_CACHE, or the user's cache folder of the platform."""
    if chosen := os.environ.get("TRICKBOOK_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "trickbook"


def fingerprint(*sources: Path) -> str:
    """Return a hash of the sources that compiled code depends on, their place, the versions, and bounds checking.

    Numba's own cache does not notice that a function in another file has changed; a folder named by this hash does.
    """
    digest = hashlib.sha256()
    versions = (numba.__version__, np.__version__, platform.python_version())
    for part in (*versions, str(_CONFIG.BOUNDSCHECK), str(_SOURCES)):
        digest.update(part.encode() + b"\0")
    for folder in ("kernel", "bots"):
        for source in sorted((_SOURCES / folder).glob("*.py")):
            digest.update(source.read_bytes())
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder of this version's compiled code."""
    return cache_root() / fingerprint()


def is_cached() -> bool:
    """Say whether this version's code has been compiled before."""
    return any(cache_folder().rglob("*.nbi"))


@contextmanager
def _cached_in(folder: Path) -> Iterator[bool]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    before = _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = str(folder)
    try:
        yield writable
    finally:
        _CONFIG.CACHE_DIR = before


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
    """Compile a function for one signature; keep the result in a folder, if it can be written."""
    with _cached_in(folder) as writable:
        try:
            return _NJIT(signature, cache=writable, **options, **OUTER)(function)
        except Exception:
            # Either the function can't be compiled, and fails once more, or what was kept is damaged.
            compiled = _NJIT(signature, **options, **OUTER)(function)
            shutil.rmtree(folder, ignore_errors=True)
            return compiled
