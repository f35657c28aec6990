"""A game that can be sent to another process or machine: resolved data, and the plugins it needs by name and version.

The plugins are those of its rules, and those whose players play it.

Compiled code does not travel. Whoever gets the data compiles it, with plugins of its own, and refuses if they are not
the ones that the game was compiled with.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from trickbook.compiler import CompiledGame, compile_game
from trickbook.plugins import PluginSet
from trickbook.rulebook import from_flat, to_flat
from trickbook.version import KERNEL, VERSION

_MOST_KEPT = 64
_COMPILING = Lock()


class NotTheSameError(ValueError):
    """A game can't be played here as it would be where it comes from."""


class PortableGame:
    """A compiled game that can be pickled. Equal ones have the same name, rules and plugins."""

    def __init__(self, game: CompiledGame, players_of: Iterable[str] = ()) -> None:
        """Make a game ready to be sent. `players_of` names the plugins whose players play it, beside those of its rules."""
        names = sorted({*game.plugins, *players_of})
        self._game: CompiledGame | None = game
        self._flat = to_flat(game.rulebook)
        self.name = game.game
        """The game as typed."""
        self.digest = game.rulebook.digest
        """The digest of its rules."""
        self.plugins = tuple((name, game.plugin_set.version(name)) for name in names)
        """The name and version of each plugin that it needs."""
        self.files = tuple(
            (name, str(file.resolve()), _hash_of(file)) for name in names if (file := game.plugin_set.file(name))
        )
        """The name, the path and a hash of the source of each of them that is a file."""
        self.made_by = (VERSION, KERNEL)
        """The versions of Trickbook and of its kernel."""

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_game": None}

    @property
    def game(self) -> CompiledGame:
        """The game, compiled here if it came from elsewhere.

        Raises `NotTheSameError` if Trickbook or a plugin is of another version here, or the rules come out different;
        `PluginError` if a plugin is missing.
        """
        if self._game is None:
            with _COMPILING:  # where compiled code is kept is a setting of the whole process
                self._game = _compiled(self)
        return self._game

    def _identity(self) -> tuple[Any, ...]:
        return self.name, self.digest, self.plugins, self.files, self.made_by

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PortableGame) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())


def _hash_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@lru_cache(_MOST_KEPT)
def _plugins(files: tuple[tuple[str, str, str], ...], installed: bool) -> PluginSet:
    """Return the plugins, which are the same for games that need the same files: compiled once, and not for each game."""
    return PluginSet([Path(path) for _, path, _ in files], installed=installed)


@lru_cache(_MOST_KEPT)
def _compiled(portable: PortableGame) -> CompiledGame:
    if portable.made_by != (VERSION, KERNEL):
        raise NotTheSameError(
            f"Trickbook {' (kernel '.join(portable.made_by)}) sent {portable.name}, and here is Trickbook {VERSION} "
            f"(kernel {KERNEL}); install the same version everywhere"
        )
    for name, path, source in portable.files:
        if not Path(path).is_file():
            raise NotTheSameError(f"{portable.name} needs the plugin {name!r}, and its file {path} is not there")
        if _hash_of(Path(path)) != source:
            raise NotTheSameError(f"{portable.name} needs the plugin {name!r}, and its file {path} is another here")
    plugins = _plugins(portable.files, len(portable.files) < len(portable.plugins))
    there = set(plugins.names())
    for name, version in portable.plugins:
        if name not in there:
            raise NotTheSameError(f"{portable.name} needs the plugin {name!r} {version}, which is not installed here")
        if plugins.version(name) != version:
            raise NotTheSameError(
                f"{portable.name} needs the plugin {name!r} {version}, and here it is {plugins.version(name)}"
            )
    game = compile_game(from_flat(portable._flat, plugins=plugins, game=portable.name), plugins)
    if game.rulebook.digest != portable.digest:
        raise NotTheSameError(
            f"the rules of {portable.name} come out as {game.rulebook.digest} here, and were {portable.digest}"
        )
    return game
