"""Trickbook: trick-taking card games by their own house rules.

    >>> import trickbook
    >>> game = trickbook.load("schwesing+optional-daring")
    >>> game.rulebook.get("match.target")
    12

What it offers is imported when it is first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from trickbook.version import VERSION

if TYPE_CHECKING:
    from trickbook.compiler import CompiledGame as CompiledGame
    from trickbook.game.loading import load as load
    from trickbook.game.table import Move as Move
    from trickbook.game.table import Table as Table
    from trickbook.plugins import PluginSet as PluginSet
    from trickbook.rulebook import RulebookError as RulebookError
    from trickbook.simulation.batches import simulate as simulate
    from trickbook.study import Study as Study
    from trickbook.study import compare as compare

__version__ = VERSION

_WHERE = {
    "CompiledGame": "compiler",
    "Move": "game.table",
    "PluginSet": "plugins",
    "RulebookError": "rulebook",
    "Study": "study",
    "Table": "game.table",
    "compare": "study",
    "load": "game.loading",
    "simulate": "simulation.batches",
}

__all__ = [
    "CompiledGame",
    "Move",
    "PluginSet",
    "RulebookError",
    "Study",
    "Table",
    "__version__",
    "compare",
    "load",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        return getattr(import_module(f"trickbook.{_WHERE[name]}"), name)
    raise AttributeError(f"module 'trickbook' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
