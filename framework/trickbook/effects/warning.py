"""What a game that can be played is warned of, beside what its keys alone show."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from trickbook.cards import JOKERS, RANKS, SUITS, rank_of, suit_of
from trickbook.compiler import CompiledGame
from trickbook.compiler.warnings import warnings_of_plugins
from trickbook.effects.leaving_out import Whole, compiled_or_none, with_value, without_plugin
from trickbook.effects.sameness import DEALS, MATCHES, same_game, same_play
from trickbook.plugins import PluginSet
from trickbook.rulebook import Finding, Origin, Rulebook
from trickbook.rulebook.messages import quoted
from trickbook.wording import listed

_ORDERED = ("order", "cut", "trump", "combination")
"""Sections of which compiling shows what has no effect; a key of another is a number of its own."""

_OF_MATCHES = ("match.", "tournament.")
"""Keys that a few deals can't show to be without effect."""


def warnings_of(rulebook: Rulebook, plugins: PluginSet) -> list[Finding]:
    """Return all that a game that can be played is warned of, each with the place where it is set.

    Raises `RulebookError` and `PluginError` as `compile_game` does.
    """
    whole = Whole(rulebook, plugins)
    found = list(rulebook.warnings)
    layers = whole.house_rules or rulebook.lineage[:1]
    found += _of_ladder(whole, layers)
    found += _of_cards(whole, layers)
    told = {(finding.file, finding.line, finding.column) for finding in found}
    for layer in layers:
        warned = [*_of_layer(whole, layer)]
        found += [finding for finding in warned if (finding.file, finding.line, finding.column) not in told]
    found += warnings_of_plugins(whole.compiled)
    return list(dict.fromkeys(found))


def _finding(id: str, origin: Origin, key: str, problem: str, expected: str) -> Finding:
    return Finding(origin.file, origin.line, origin.column, key, problem, expected, id=id, warning=True)


# -- keys and house rules --------------------------------------------------------------------------------


def _of_layer(whole: Whole, layer: str) -> Iterator[Finding]:
    keys = whole.keys_of(layer)
    is_house_rule = layer in whole.house_rules
    if is_house_rule and (idle := _idle_house_rule(whole, layer, keys)):
        yield idle
        return
    for key, origin in keys.items():
        if is_house_rule or key.partition(".")[0] in (*_ORDERED, *whole.rulebook.get("plugins")):
            yield from _of_key(whole, key, origin)


def _idle_house_rule(whole: Whole, layer: str, keys: dict[str, Origin]) -> Finding | None:
    """Return the finding of a house rule that changes nothing, if it is one."""
    first = next(iter(keys.values()), None)
    if first is None:
        return None
    before = whole.without([*keys.values()])
    if before is None:
        return None
    expected = "a house rule that differs from the game below it, or to leave it out"
    if before.digest == whole.rulebook.digest:
        problem = f"the house rule {quoted(layer)} changes nothing: the game has these rules without it"
        return _finding("house-rule-changes-nothing", first, "", problem, expected)
    compiled = compiled_or_none(before, whole.plugins)
    if compiled is None or same_game(whole.compiled, compiled) or any(key.startswith(_OF_MATCHES) for key in keys):
        return None
    if not same_play(whole.compiled, compiled):
        return None
    problem = f"the house rule {quoted(layer)} made no difference in the first {DEALS} deals of {MATCHES} matches of random players"
    return _finding("no-difference-seen", first, "", problem, expected)


def _of_key(whole: Whole, key: str, origin: Origin) -> Iterator[Finding]:
    before = whole.without([origin])
    if before is None or before.digest == whole.rulebook.digest:
        return
    compiled = compiled_or_none(before, whole.plugins)
    if compiled is None or not same_game(whole.compiled, compiled):
        return
    deciding = _overriding(whole, before)
    if deciding:
        problem = f"has no effect in this game: the plugin {deciding} decides this in its place"
        yield _finding("plugin-overrides-key", origin, key, problem, f"to leave it out, or the game without {deciding}")
    else:
        problem = "has no effect in this game: with and without it the game is compiled to the same rules"
        yield _finding("key-without-effect", origin, key, problem, "to leave it out")


def _overriding(whole: Whole, before: Rulebook) -> str:
    """Return the plugin without which two rulebooks that are the same would differ; an empty text if there is none."""
    for name in whole.rulebook.get("plugins"):
        ours, theirs = (
            compiled_or_none(without_plugin(rulebook, name), whole.plugins) for rulebook in (whole.rulebook, before)
        )
        if ours and theirs and not same_game(ours, theirs):
            return str(name)
    return ""


# -- cards -----------------------------------------------------------------------------------------------


def _of_ladder(whole: Whole, layers: tuple[str, ...]) -> Iterator[Finding]:
    """Yield the ranks and cards on the ladder that are of no effect there, since a plugin decides what they beat."""
    origin = whole.rulebook.origins["order.ladder"]
    ladder = whole.rulebook.get("order.ladder")
    if origin.layer not in layers or not whole.rulebook.get("plugins"):
        return
    for place, name in enumerate(ladder):
        shorter = with_value(whole.rulebook, "order.ladder", ladder[:place] + ladder[place + 1 :])
        compiled = compiled_or_none(shorter, whole.plugins)
        if compiled and same_game(whole.compiled, compiled) and (deciding := _overriding(whole, shorter)):
            problem = (
                f"{quoted(name)} has no effect here: the plugin {deciding} decides what it beats, and what beats it"
            )
            expected = f"a ladder without {quoted(name)}, or the game without {deciding}"
            yield _finding("plugin-overrides-key", origin, "order.ladder", problem, expected)


def _of_cards(whole: Whole, layers: tuple[str, ...]) -> Iterator[Finding]:
    """Yield jokers that beat nothing, and ranks that do although they are not the lowest of their suits."""
    game = whole.compiled
    get = whole.rulebook.get
    jokers = [name for name in JOKERS[: get("pack.jokers")] if _beats_nothing(game, game.pack.places[name])]
    origin = whole.rulebook.origins["pack.jokers"]
    if jokers and origin.layer in layers:
        verb = "beats" if len(jokers) == 1 else "beat"
        problem = f"{listed(jokers)} {verb} no card: nothing says which cards a joker beats"
        yield _finding("card-beats-nothing", origin, "pack.jokers", problem, "a place for it on order.ladder")
    if get("order.below") != "suits":
        return
    for rank in get("order.ranks")[:-1]:
        places = [place for place, card in enumerate(game.pack.cards) if _is(card, rank)]
        origin = _last_set(whole, ("order.ranks", "plugins"))
        if places and origin.layer in layers and _beats_nothing(game, places):
            problem = f"the rank {quoted(rank)} beats no card, and is not the lowest of its suits"
            yield _finding("card-beats-nothing", origin, "order.ranks", problem, "a rank that beats those after it")


def _is(card: int, rank: str) -> bool:
    return suit_of(card) < len(SUITS) and RANKS[rank_of(card)] == rank


def _beats_nothing(game: CompiledGame, places: tuple[int, ...] | list[int]) -> bool:
    return not np.any(game.rules.beats[:, list(places)])


def _last_set(whole: Whole, keys: tuple[str, ...]) -> Origin:
    origins = [whole.rulebook.origins[key] for key in keys]
    return next((origin for origin in reversed(origins) if origin.line), origins[0])
