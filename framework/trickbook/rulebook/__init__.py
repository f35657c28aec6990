"""Rulebooks: finding, resolving and checking them.

A rulebook is data in TOML. `load` takes a game as a person types it and gives a complete `Rulebook`, or
raises `RulebookError` with everything that is wrong.
"""

from trickbook.rulebook.differences import RuleDifference, Setting, rule_differences
from trickbook.rulebook.fields import FIELDS, Field
from trickbook.rulebook.finish import to_flat, to_toml
from trickbook.rulebook.loading import from_flat, load
from trickbook.rulebook.model import (
    Finding,
    NoPlugins,
    Origin,
    PluginSource,
    Rulebook,
    RulebookError,
)
from trickbook.rulebook.sources import Shipped, shipped_rulebooks, shipped_variants

__all__ = [
    "FIELDS",
    "Field",
    "Finding",
    "NoPlugins",
    "Origin",
    "PluginSource",
    "RuleDifference",
    "Rulebook",
    "RulebookError",
    "Setting",
    "Shipped",
    "from_flat",
    "load",
    "rule_differences",
    "shipped_rulebooks",
    "shipped_variants",
    "to_flat",
    "to_toml",
]
