"""Where figures come from: which games, who played, from which seed and score, how much, and with which versions.

Made once for a study, and shown by each of its outputs: tables on screen, JSON, pages, tables of deals and records.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import version
from typing import Any

from trickbook.compiler import CompiledGame
from trickbook.version import KERNEL, VERSION

_PACKAGES = ("numba", "numpy")
_NAMES = {"trickbook": "Trickbook", "numba": "Numba", "numpy": "NumPy", "python": "Python"}
SAMPLES = {"deals": "deals", "matches": "whole games", "duplicate": "deals in duplicate"}
"""What is played of each game, and how it is called."""


@lru_cache(1)
def _versions() -> tuple[tuple[str, str], ...]:
    packages = ((name, version(name)) for name in _PACKAGES)
    return (("trickbook", VERSION), ("kernel", KERNEL), *packages, ("python", platform.python_version()))


def versions() -> dict[str, str]:
    """Return the versions of all that results depend on: trickbook, kernel, numba, numpy, python."""
    return dict(_versions())


@dataclass(frozen=True)
class Played:
    """A game that was played, as exactly as it can be named."""

    game: str
    """Its name as typed."""
    digest: str
    """The digest of its resolved rulebook."""
    plugins: Mapping[str, str] = field(default_factory=dict)
    """The plugins that its rules or its players need, each with its version."""

    @classmethod
    def of(cls, game: CompiledGame, plugins: Iterable[tuple[str, str]] = ()) -> Played:
        """Name a game; `plugins` are those of its players, by name and version."""
        own = {(name, game.plugin_set.version(name)) for name in game.plugins}
        return cls(game.game, game.rulebook.digest, dict(sorted(own.union(plugins))))


@dataclass(frozen=True)
class Origin:
    """Where the figures of a study come from."""

    games: tuple[Played, ...]
    bots: str
    """Who played, as typed."""
    seed: int
    scores: tuple[int, ...] = ()
    """The score at which each single deal began, by side; none: at nothing."""
    sizes: Mapping[str, int] = field(default_factory=dict)
    """How much of each game was played, by the names of `SAMPLES`."""
    versions: Mapping[str, str] = field(default_factory=versions)
    """What it was played with; see `versions`."""

    @property
    def plugins(self) -> dict[str, str]:
        """The plugins of all games, each with its version."""
        return {name: found for game in self.games for name, found in game.plugins.items()}

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data, such as stands under `origin` in JSON, Parquet and records."""
        return {
            "games": [{"game": game.game, "digest": game.digest, "plugins": dict(game.plugins)} for game in self.games],
            "bots": self.bots,
            "seed": self.seed,
            "from": list(self.scores),
            "sample": dict(self.sizes),
            "versions": dict(self.versions),
        }

    def sample_words(self) -> str:
        """Return how much of each game was played: `10000 deals, 200 whole games`."""
        return ", ".join(f"{number} {SAMPLES[name]}" for name, number in self.sizes.items() if number)

    def versions_words(self) -> str:
        """Return the versions in a line, those of plugins too."""
        found = dict(self.versions)
        kernel = found.pop("kernel", "")
        words = [
            f"{_NAMES.get(name, name)} {number}" + (f" (kernel {kernel})" if name == "trickbook" and kernel else "")
            for name, number in found.items()
        ]
        # The version of a plugin that is a file is a long hash.
        plugins = [f"{name} {number[:12]}" for name, number in self.plugins.items()]
        return ", ".join([*words, *(["plugins " + ", ".join(plugins)] if plugins else [])])

    def digests_words(self) -> str:
        """Return the digest of each game's rules in a line."""
        return ", ".join(f"{game.game} {game.digest}" for game in self.games)


def score_words(scores: Sequence[int]) -> str:
    """Return a score at which deals begin.

    >>> score_words([11, 10]), score_words([])
    ('11:10', '0')
    """
    return ":".join(map(str, scores)) or "0"
