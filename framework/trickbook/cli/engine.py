"""Getting the compiled engine ready: a word to the user on the first run ever, and a clean end if it is interrupted."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from trickbook.cli.errors import EndedError
from trickbook.cli.streams import note

PLAYING = "trickbook.bots.playing"
"""The module of compiled code that plays deals with bots."""
TALLYING = "trickbook.bots.tallying"
"""The module of compiled code that adds deals up as they are played."""
SEARCHING = "trickbook.bots.searching"
"""The module of compiled code with the players that search."""
SOLVING = "trickbook.bots.solving"
"""The module of compiled code that solves endings for players who search."""
PLUGIN_BOTS = "trickbook.bots.plugin_bots"
"""The module of compiled code that asks plugins' players."""
STEPPING = "trickbook.kernel.engine"
"""The module of compiled code that plays move by move."""
EVERYTHING = (PLAYING, TALLYING, STEPPING, SOLVING, SEARCHING, PLUGIN_BOTS)
"""All modules of compiled code that commands need."""
_DOES = {PLAYING: "playing whole deals", STEPPING: "playing move by move", SOLVING: "players who search"}


def playing(bots: str) -> tuple[str, ...]:
    """Return the modules of compiled code that players need.

    Raises `trickbook.bots.BotError` for a name that is no player's.
    """
    from trickbook.bots import budget_of

    searches = [budget_of(name) > 0 for name in bots.split(",")]
    return (PLAYING, *([SOLVING, SEARCHING] if any(searches) else []), *([PLUGIN_BOTS] if "." in bots else []))


def raises_when_interrupted() -> bool:
    """Say whether an interruption from the keyboard raises `KeyboardInterrupt` here; if not, leave it as it is."""
    in_main = threading.current_thread() is threading.main_thread()
    return in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _end(*_: object) -> None:
    raise EndedError


def raises_when_ended() -> bool:
    """Say whether being told to end raises `EndedError` here."""
    return threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is _end


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let the process, told to end inside this block (SIGTERM), do so as after an interruption from the keyboard.

    Nothing is changed where somebody else has seen to that, or in another thread than the main one.
    """
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def compiling(*modules: str) -> Iterator[None]:
    """Load modules of compiled code, and compile games inside this block.

    If a module has never been compiled here, say so. An interruption from the keyboard, or SIGTERM, ends the process at once:
    raised in the middle of the compiler, it would be swallowed, or bring Python down.
    """
    _announce(modules)
    if PLAYING in modules and not is_compiled([PLAYING]):
        # With so much compiled already it takes a few seconds more, later and alone three times as many.
        modules = (*modules, TALLYING, STEPPING)
    raises, ends = raises_when_interrupted(), raises_when_ended()
    if raises:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if ends:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        for module in modules:
            import_module(module)
        yield
    finally:
        if raises:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if ends:
            signal.signal(signal.SIGTERM, _end)


def _announce(modules: tuple[str, ...]) -> None:
    from trickbook.kernel.jit import JIT
    from trickbook.kernel.kept import cache_folder, cache_root

    if not JIT or is_compiled(modules):
        return
    takes = "half a minute" if SEARCHING in modules else "20 seconds"
    note(f"Compiling the engine for {_DOES[modules[0]]}; this takes about {takes}, and is done once.")
    if not _can_write(cache_folder()):
        note(f"It can't be kept, since {cache_root()} can't be written; TRICKBOOK_CACHE names another folder.")


def is_compiled(modules: Sequence[str]) -> bool:
    """Say whether each of some modules has been compiled before."""
    from trickbook.kernel.kept import SUFFIX, cache_folder

    folder = cache_folder()
    return all(any(folder.glob(f"{module}.*{SUFFIX}")) for module in modules)


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
