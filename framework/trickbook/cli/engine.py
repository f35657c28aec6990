"""Getting the compiled engine ready: a word to the user on the first run ever."""

from __future__ import annotations

import os
from pathlib import Path

from trickbook.cli.streams import note


def announce_compiling(module: str = "playing") -> None:
    """Say so if a module of the engine has never been compiled here. Call it before the module is imported."""
    from trickbook.kernel import jit

    if not jit.JIT or any(jit.cache_folder().rglob(f"{module}.*.nbi")):
        return
    note("Compiling the engine; this takes up to half a minute, and is done once.")
    if not _can_write(jit.cache_folder()):
        note(f"It can't be kept, since {jit.cache_root()} can't be written; TRICKBOOK_CACHE names another folder.")


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
