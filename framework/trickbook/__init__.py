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
    from trickbook.comparison import Study as Study
    from trickbook.comparison import compare as compare
    from trickbook.compiler import CompiledGame as CompiledGame
    from trickbook.games import load as load
    from trickbook.plugins import PluginSet as PluginSet
    from trickbook.rulebook import RulebookError as RulebookError
    from trickbook.simulation import simulate as simulate
    from trickbook.table import Move as Move
    from trickbook.table import Table as Table

__version__ = VERSION

_WHERE = {
    "CompiledGame": "compiler",
    "Move": "table",
    "PluginSet": "plugins",
    "RulebookError": "rulebook",
    "Study": "comparison",
    "Table": "table",
    "compare": "comparison",
    "load": "games",
    "simulate": "simulation",
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
