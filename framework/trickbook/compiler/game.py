"""A game that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trickbook.cards import Pack
from trickbook.hooks import EventKind, Measure
from trickbook.kernel.layout import LAST_TRICK_LEADS, Rules
from trickbook.kernel.run_time import RunTimeHooks
from trickbook.plugins import PluginSet
from trickbook.rulebook.model import Rulebook


@dataclass(frozen=True)
class CompiledGame:
    """A game that can be played: its rulebook, its pack, its rules as numbers, and its compiled hooks."""

    rulebook: Rulebook
    """The resolved rulebook."""
    pack: Pack
    """The cards; a bit of a mask is a place in it."""
    rules: Rules
    """The record that the kernel reads."""
    hooks: RunTimeHooks
    """The plugins' compiled functions."""
    events: tuple[EventKind, ...]
    """The kinds of event, by their number in the log."""
    combinations: tuple[str, ...]
    """The names of the combinations, by priority."""
    plugins: Mapping[str, str]
    """The versions of the plugins in use, by name."""
    measures: tuple[tuple[str, Measure], ...] = ()
    """What plugins add to comparisons, each with the plugin's name."""
    plugin_set: PluginSet = field(default_factory=PluginSet, compare=False, repr=False)
    """All plugins that are there, whose players may play."""

    @property
    def game(self) -> str:
        """The game as typed, such as `schwesing+optional-daring`."""
        return self.rulebook.game

    @property
    def has_card_points(self) -> bool:
        """Whether cards count for the side that wins them."""
        return any(self.rulebook.get("points").values())

    @property
    def first_lead_is_handed_on(self) -> bool:
        """Whether who leads first depends on the deal before, so that a record states it (BU-V6)."""
        return bool(self.rules.first_lead >= LAST_TRICK_LEADS)

    @property
    def has_pot(self) -> bool:
        """Whether players stake chips."""
        return bool(self.rulebook.get("pot.stake"))

    @property
    def points_are_penalties(self) -> bool:
        """Whether fewer points are better, as where there is a limit at which a side goes out, and no target to reach (KP-13)."""
        return bool(self.rules.least_wins) and not self.rules.target

    @property
    def tournament_players(self) -> int:
        """How many take part in the tournament; 0 if it is none."""
        return int(self.rulebook.get("tournament.players")) if self.rulebook.get("tournament.sessions") else 0
