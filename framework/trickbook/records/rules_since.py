"""What has changed in a game's rules since deals of it were recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trickbook.plugins import PluginSet
from trickbook.rulebook import RulebookError, RuleDifference, from_flat, load, rule_differences


def changes_since(rules: Mapping[str, Any], plugins: PluginSet) -> list[RuleDifference]:
    """Return the rules of a line of rules that its game, by the name that it has there, has otherwise today.

    The first setting of each is that of the record, the second today's. None are returned where the game is not to be found
    today, or what is recorded can't be read: replaying says so.
    """
    try:
        today = load(rules["game"], plugins=plugins)
        if today.digest == rules["digest"]:
            return []
        then = from_flat(rules["rules"], game=rules["game"], plugins=plugins)
    except (RulebookError, ValueError):
        return []
    return rule_differences([then, today])
