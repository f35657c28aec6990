"""What the `game` field of a record means: rulebooks and house rules, stacked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.referee.following.bids import OhHell, OhHellRules, Spades, SpadesRules
from tests.referee.following.deal import Deal, Rules
from tests.referee.following.hearts import Hearts, HeartsRules
from tests.referee.following.points import Briscola, BriscolaRules, Sueca, SuecaRules, Tressette, TressetteRules
from tests.referee.following.whist import KnockoutRules, KnockoutWhist, Whist, WhistRules


@dataclass(frozen=True)
class Game:
    deal: type[Deal]
    rules: Rules
    seats: tuple[int, ...]
    cards: int = 52


GAMES: Mapping[str, Game] = {
    "whist": Game(Whist, WhistRules(), (4,)),
    "hearts": Game(Hearts, HeartsRules(), (4,)),
    "spades": Game(Spades, SpadesRules(), (4,)),
    "oh-hell": Game(OhHell, OhHellRules(), (3, 4, 5)),
    "briscola": Game(Briscola, BriscolaRules(), (2, 4), 40),
    "tressette": Game(Tressette, TressetteRules(), (4,), 40),
    "sueca": Game(Sueca, SuecaRules(), (4,), 40),
    "knockout-whist": Game(KnockoutWhist, KnockoutRules(), (2, 3, 4, 5, 6, 7)),
}


def _set(**changes: Any) -> Callable[[Any], Any]:
    return lambda rules: replace(rules, **changes)


HOUSE_RULES: Mapping[str, tuple[str, Callable[[Any], Any]]] = {}
"""A house rule: the game that it can be laid on, and what it changes."""


def rules_of(name: str) -> Game:
    """The game that a `game` field names; raises KeyError for a house rule that was not written a second time."""
    game, *layers = name.split("+")
    found = GAMES[game]
    rules = found.rules
    for layer in layers:
        fits, change = HOUSE_RULES[layer]
        if fits != game:
            raise KeyError(f"{layer} is not for {game}")
        rules = change(rules)
    return replace(found, rules=rules)
