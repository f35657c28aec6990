"""What can go wrong while cards are played: a limit that a game breaks, and a plugin that fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from numbers import Integral

import numpy as np

from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import (
    NO_FAULT,
    NO_MOVE,
    NO_SUCH_MOVE,
    NO_SUCH_PLACE,
    TOO_MANY_EVENTS,
    TOO_MANY_SHUFFLES,
)
from trickbook.kernel.limits import MAX_ATTEMPTS, MAX_EVENTS
from trickbook.plugins import PluginError, said
from trickbook.wording import one_line

_LONGEST = 60

_FAULTS = {
    TOO_MANY_EVENTS: f"a deal had more than {MAX_EVENTS} events",
    NO_MOVE: "a player had no legal move",
    TOO_MANY_SHUFFLES: f"the cut showed a refused card {MAX_ATTEMPTS} times running (cut.refused)",
}


class SimulationError(ValueError):
    """Deals that can't be played: a request out of range, or a game that breaks a limit."""


def check_seed(seed: int) -> None:
    """Raise `SimulationError` for a seed that is no whole number, or out of range."""
    if not is_whole(seed, 1 << 64):
        raise SimulationError(f"the seed is {shown(seed)}; expected a whole number from 0 to 2**64 - 1")


def is_whole(number: object, limit: int) -> bool:
    """Say whether something is a whole number, of Python or NumPy, from 0 to below a limit."""
    return isinstance(number, Integral) and not isinstance(number, bool) and 0 <= int(number) < limit


def shown(value: object) -> str:
    """Return what was given where something else was expected, in one short line."""
    text = one_line(repr(value))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def check_game(game: object) -> None:
    """Raise `SimulationError` for what is not a compiled game."""
    if not isinstance(game, CompiledGame):
        hint = f"; did you mean trickbook.load({shown(game)})?" if isinstance(game, str) else ""
        raise SimulationError(f"expected a game, as trickbook.load returns it, found {shown(game)}{hint}")


def check_fault(game: CompiledGame, fault: int, players: str = "") -> None:
    """Raise for the fault that compiled code has found, if it is one; `players` are their names as typed.

    Raises `SimulationError` for a limit that the game breaks, `trickbook.plugins.PluginError` where a plugin is to blame.
    """
    if fault == NO_FAULT:
        return
    if fault == NO_SUCH_MOVE:
        raise PluginError(f"{_named('player', _plugin_bots(players))} chose a move that there is not")
    if fault == NO_SUCH_PLACE:
        raise PluginError(
            f"{_named('plugin', list(game.plugins))}, in what it does while cards are played, "
            "named a word, a kind of event, a seat or a card that there is not"
        )
    raise SimulationError(f"{game.game} can't be played: {_FAULTS[fault]}")


@contextmanager
def playing(game: CompiledGame, players: str = "") -> Iterator[None]:
    """Call compiled code within this: whole numbers overflow as is meant, and what a plugin's function raises names it.

    Raises `trickbook.plugins.PluginError` for that; what is raised in a game in which no plugin has a say is let through.
    """
    try:
        with np.errstate(over="ignore"):
            yield
    except (SimulationError, PluginError):
        raise
    except (Exception, SystemExit) as error:
        suspects = [*game.plugins, *(name.partition(".")[0] for name in _plugin_bots(players))]
        if not suspects:
            raise
        raise PluginError(
            f"{_named('plugin', list(dict.fromkeys(suspects)))} failed while cards were played: {said(error)}"
        ) from error


def _plugin_bots(players: str) -> list[str]:
    return list(dict.fromkeys(name.strip() for name in players.split(",") if "." in name))


def _named(what: str, names: list[str]) -> str:
    if len(names) == 1:
        return f"{what} {names[0]!r}"
    return f"one of the {what}s {', '.join(map(repr, names))}"
