"""A game without one of its keys, or without one of its plugins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from trickbook.compiler import CompiledGame, compile_game
from trickbook.plugins import PluginError, PluginSet
from trickbook.rulebook import Origin, Rulebook, RulebookError, load
from trickbook.rulebook.finish import NOT_RULES
from trickbook.rulebook.resolve import PLAYERS
from trickbook.rulebook.sources import split_game


@dataclass(frozen=True)
class Whole:
    """A game as it stands, which can be loaded again without some of its keys."""

    rulebook: Rulebook
    """The game."""
    plugins: PluginSet
    """The plugins that there are."""

    @cached_property
    def compiled(self) -> CompiledGame:
        """The game, compiled."""
        return compile_game(self.rulebook, self.plugins)

    @cached_property
    def house_rules(self) -> tuple[str, ...]:
        """The house rules on it, from left to right; without those that only say how many play."""
        number = len(split_game(self.rulebook.game)) - 1
        return tuple(
            rule for rule in self.rulebook.lineage[len(self.rulebook.lineage) - number :] if not _players(rule)
        )

    def keys_of(self, layer: str) -> dict[str, Origin]:
        """Return the keys that a layer sets and no later one sets again, with their places."""
        return {
            path: origin
            for path, origin in self.rulebook.origins.items()
            if origin.layer == layer and origin.line and path.partition(".")[0] not in NOT_RULES
        }

    def without(self, keys: Collection[Origin]) -> Rulebook | None:
        """Return the game as it is without some keys; None if it can't be played then."""
        places = [(origin.file, origin.line, origin.column) for origin in keys]
        try:
            return load(self.rulebook.game, plugins=self.plugins, without=places)
        except RulebookError:
            return None


def _players(rule: str) -> bool:
    return rule.startswith(PLAYERS)


def compiled_or_none(rulebook: Rulebook, plugins: PluginSet) -> CompiledGame | None:
    """Return a game compiled, or None if a plugin refuses it, or fails."""
    try:
        return compile_game(rulebook, plugins)
    except (RulebookError, PluginError):
        return None


def with_value(rulebook: Rulebook, path: str, value: Any) -> Rulebook:
    """Return a rulebook in which one key has another value, unchecked."""
    return replace(rulebook, values=_with(rulebook.values, path.split("."), value))


def without_plugin(rulebook: Rulebook, name: str) -> Rulebook:
    """Return a rulebook that does not use a plugin, whose keys stay in it."""
    return with_value(rulebook, "plugins", [other for other in rulebook.get("plugins") if other != name])


def _with(values: Mapping[str, Any], path: list[str], value: Any) -> dict[str, Any]:
    first, *rest = path
    return {**values, first: _with(values[first], rest, value) if rest else value}
