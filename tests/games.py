"""The games that tests play: all that ships, as one list. What is added to rulebooks or house rules is tested from then on.

A game is named as at the command line: `schwesing`, `bura+closed`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from trickbook.plugins import PluginSet
from trickbook.rulebook import RulebookError, load, shipped_rulebooks, shipped_variants

Game = str
Table = tuple[str, int]
"""A game, and how many play it."""

RULEBOOKS: tuple[Game, ...] = tuple(shipped.id for shipped in shipped_rulebooks())
VARIANTS: tuple[str, ...] = tuple(shipped.id for shipped in shipped_variants())
_PLUGINS = PluginSet()


def fitting(rulebook: Game) -> tuple[str, ...]:
    """Return the house rules that fit a rulebook, in the order of their names."""
    return tuple(variant for variant in VARIANTS if _is_sound(f"{rulebook}+{variant}"))


@cache
def numbers(rulebook: Game) -> tuple[int, ...]:
    """Return how many may play a game by its rulebook, its usual number first."""
    found = load(rulebook, plugins=_PLUGINS)
    usual = found.get("table.players")
    return (usual, *(number for number in found.get("table.players_allowed") if number != usual))


def games() -> tuple[Game, ...]:
    """Return each rulebook, alone and with each house rule that fits it."""
    return tuple(
        game
        for rulebook in RULEBOOKS
        for game in (rulebook, *(f"{rulebook}+{variant}" for variant in fitting(rulebook)))
    )


@cache
def stacks() -> tuple[Game, ...]:
    """Return each rulebook with its house rules piled up, as many as go together; what does not begins another pile."""
    found: list[Game] = []
    for rulebook in RULEBOOKS:
        left = list(fitting(rulebook))
        while left:
            stack = _piled(rulebook, (*left, *fitting(rulebook)))
            left = [variant for variant in left if variant not in stack.split("+")]
            found += [stack] if stack.count("+") > 1 else []
    return tuple(found)


def _piled(rulebook: Game, variants: Iterable[str]) -> Game:
    stack = rulebook
    for variant in variants:
        if variant not in stack.split("+") and _is_sound(f"{stack}+{variant}"):
            stack += f"+{variant}"
    return stack


@cache
def _is_sound(game: Game) -> bool:
    try:
        load(game, plugins=_PLUGINS)
    except RulebookError:
        return False
    return True


def tables() -> tuple[Table, ...]:
    """Return each rulebook for each number of players."""
    return tuple((rulebook, number) for rulebook in RULEBOOKS for number in numbers(rulebook))


def seated() -> tuple[Game, ...]:
    """Return each rulebook, also with `+table.players=N` for each number of players, and with each house rule that fits it."""
    return (*games(), *(f"{rulebook}+table.players={number}" for rulebook, number in tables()))


@cache
def all_tables() -> tuple[Table, ...]:
    """Return each game and each stack for each number of players that it can be played by."""
    found: list[Table] = []
    for game in (*games(), *stacks()):
        rulebook = game.partition("+")[0]
        allowed = load(game, plugins=_PLUGINS).get("table.players_allowed")
        found += [
            (game, number) for number in (allowed if len(allowed) == 1 else numbers(rulebook)) if number in allowed
        ]
    return tuple(found)
