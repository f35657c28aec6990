"""The one door to a game: from what a person types to something that can be played."""

from __future__ import annotations

from trickbook.compiler import CompiledGame, compile_game
from trickbook.plugins import PluginSet
from trickbook.rulebook import load as load_rulebook


def load(game: str, *, players: int | None = None, plugins: PluginSet | None = None) -> CompiledGame:
    """Load and compile a game.

    `game` is a rulebook's id or a path to a TOML file, and house rules stacked on it with `+`: ids, paths, or keys
    set in place. `players` is short for `+table.players=N`.

    Raises `trickbook.RulebookError` with all that is wrong, and `trickbook.plugins.PluginError` for a plugin that fails.

    >>> load("schwesing+match.target=16").rulebook.get("match.target")
    16
    """
    plugins = plugins or PluginSet()
    return compile_game(load_rulebook(game, players=players, plugins=plugins), plugins)
