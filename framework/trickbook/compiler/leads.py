"""What may be led together, and combinations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from trickbook.cards import Pack, rank_of, suit_of
from trickbook.compiler.pack import in_suits, mask_of, mask_of_places
from trickbook.hooks import Pools
from trickbook.kernel.layout import NO_TRUMP, TRUMPS, Rules
from trickbook.kernel.limits import MAX_POOLS
from trickbook.plugins import PluginError, PluginSet, answers
from trickbook.rulebook.model import Rulebook


def set_leads(rules: Rules, rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str]) -> None:
    """Set which cards can be led together, plugins asked (BR-30, KP-05)."""
    pools = Pools("lead", NO_TRUMP, _pools(rulebook.get("lead.same"), mask_of_places(range(len(pack))), pack))
    masks = _ask_for_pools(pools, rulebook, pack, plugins, names)
    rules.lead_pools = len(masks)
    for i, mask in enumerate(masks):
        rules.lead_pool[i] = mask
        for place in pack.members(mask):
            rules.lead_mates[place] |= np.uint64(mask)


def set_combinations(rules: Rules, rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str]) -> None:
    """Set the combinations, in the order of their priority, for each suit that may be trump."""
    combinations: Mapping[str, Mapping[str, Any]] = rulebook.get("combination")
    rules.combinations = len(combinations)
    for i, (combination, keys) in enumerate(combinations.items()):
        rules.combination_size[i] = keys["cards"]
        rules.combination_least[i] = keys["at_least"]
        rules.combination_gives[i] = keys["gives"] == "pot"
        rules.combination_must[i] = keys["must"]
        rules.combination_first_trick[i] = keys["first_trick"]
        rules.combination_full_hand[i] = keys["full_hand"]
        rules.combination_announced[i] = keys["announced"]
        for trump in range(TRUMPS):
            cards = mask_of(keys["of"], rulebook, pack) & in_suits(keys["suits"], trump, pack)
            pools = Pools(combination, trump, _pools(keys["same"], cards, pack))
            masks = _ask_for_pools(pools, rulebook, pack, plugins, names)
            rules.combination_pools[i] = max(rules.combination_pools[i], len(masks))
            for j, mask in enumerate(masks):
                rules.combination_pool[i, trump, j] = mask
                for place in pack.members(mask):
                    rules.combination_mates[i, trump, place] |= np.uint64(mask)
            rules.combination_least_of[i, trump] = mask_of(keys["at_least_of"], rulebook, pack) & in_suits(
                keys["at_least_suits"], trump, pack
            )


def _pools(same: str, cards: int, pack: Pack) -> tuple[int, ...]:
    """Return the cards that go together, as one mask a rank, a suit, or one for all."""
    if same == "any":
        return (cards,)
    of: Callable[[int], int] = rank_of if same == "rank" else suit_of
    kinds = sorted({of(card) for card in pack.cards})
    masks = [
        mask_of_places(place for place, card in enumerate(pack.cards) if of(card) == kind) & cards for kind in kinds
    ]
    return tuple(mask for mask in masks if mask)


def _ask_for_pools(
    pools: Pools, rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str]
) -> tuple[int, ...]:
    changed_by = ""
    masks = pools.masks
    for name, answer in plugins.ask(names, "trickbook_pools", rulebook=rulebook, pack=pack, pools=pools):
        where = f"plugin {name!r}, hook 'trickbook_pools'"
        with answers(name, "trickbook_pools"):
            answer = tuple(int(mask) for mask in answer)
        if not bool(masks) <= len(answer) <= MAX_POOLS or not all(0 < mask < 1 << len(pack) for mask in answer):
            raise PluginError(
                f"{where}: expected 1 to {MAX_POOLS} masks of cards of the pack for {pools.of!r}, found {answer}"
            )
        if changed_by and tuple(answer) != masks:
            raise PluginError(
                f"plugins {changed_by!r} and {name!r} both decide which cards go together in {pools.of!r}, differently"
            )
        changed_by = name
        masks = tuple(answer)
    return masks
