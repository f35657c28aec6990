"""Which cards beat which."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trickbook.cards import RANKS, SUITS, UNIVERSE, Pack, rank_of, suit_of
from trickbook.compiler.pack import expand, mask_of_places
from trickbook.kernel.layout import TRUMPS, Rules
from trickbook.plugins import PluginError, PluginSet, answers
from trickbook.rulebook.model import Rulebook


def set_beaten_by(rules: Rules, rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str]) -> None:
    """Set which cards beat which: by the order of the rulebook, and what plugins change in it.

    Raises `trickbook.plugins.PluginError` if plugins contradict each other, or name cards that are not there.
    """
    beats, beaten_by = rules.beats, rules.beaten_by
    for (trump, card), mask in _with_changes(rulebook, pack, plugins, names, _beaten_by(rulebook, pack)).items():
        beaten_by[trump, card] = mask
        for beater in range(len(pack)):
            if mask >> beater & 1:
                beats[trump, beater] |= np.uint64(1 << card)


def _beaten_by(rulebook: Rulebook, pack: Pack) -> dict[tuple[int, int], int]:
    """Return which cards beat which: the ladder (BR-02 to BR-04), then ranks within suits, and trumps (BU-06)."""
    strength = {rank: len(RANKS) - i for i, rank in enumerate(rulebook.get("order.ranks"))}
    last_wins = rulebook.get("order.equal") == "last"
    table: dict[tuple[int, int], int] = {}
    for trump in range(TRUMPS):
        ladder = expand(rulebook.get("order.ladder"), rulebook, pack, trump)
        on_ladder = mask_of_places(place for step in ladder for place in step)
        higher = 0
        for step in ladder:
            for place in step:
                table[trump, place] = higher | (mask_of_places(step) & ~(1 << place) if last_wins else 0)
            higher |= mask_of_places(step)
        for place, card in enumerate(pack.cards):
            if on_ladder >> place & 1:
                continue
            beaters = on_ladder
            if rulebook.get("order.below") == "suits" and suit_of(card) < len(SUITS):
                for other, stronger in enumerate(pack.cards):
                    if on_ladder >> other & 1 or suit_of(stronger) == len(SUITS):
                        continue
                    same_suit = suit_of(stronger) == suit_of(card)
                    beats = (
                        strength[RANKS[rank_of(stronger)]] > strength[RANKS[rank_of(card)]]
                        or (last_wins and other != place and stronger % UNIVERSE == card % UNIVERSE)
                        if same_suit
                        else suit_of(stronger) == trump
                    )
                    beaters |= beats << other
            table[trump, place] = beaters
    return table


def _with_changes(
    rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str], table: dict[tuple[int, int], int]
) -> dict[tuple[int, int], int]:
    changed_by: dict[tuple[int, int], str] = {}
    changed = dict(table)
    for name, changes in plugins.ask(names, "trickbook_beaten_by", rulebook=rulebook, pack=pack, beaten_by=dict(table)):
        with answers(name, "trickbook_beaten_by"):
            changes = {(int(trump), int(place)): int(mask) for (trump, place), mask in changes.items()}
        for entry, mask in changes.items():
            if entry not in table or not 0 <= mask < 1 << len(pack):
                raise PluginError(
                    f"plugin {name!r}, hook 'trickbook_beaten_by': there is no entry {entry} for a mask {mask} in a pack of {len(pack)} cards"
                )
            if entry in changed_by and changed[entry] != mask:
                raise PluginError(
                    f"plugins {changed_by[entry]!r} and {name!r} both decide what beats {pack.name(entry[1])}, differently"
                )
            changed_by[entry] = name
            changed[entry] = mask
    return changed
