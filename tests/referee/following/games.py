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
    """How many may play, the usual number first."""
    cards: int = 52

    @property
    def usual(self) -> int:
        return self.seats[0]


GAMES: Mapping[str, Game] = {
    "whist": Game(Whist, WhistRules(), (4,)),
    "hearts": Game(Hearts, HeartsRules(), (4,)),
    "spades": Game(Spades, SpadesRules(), (4,)),
    "oh-hell": Game(OhHell, OhHellRules(), (4, 3, 5)),
    "briscola": Game(Briscola, BriscolaRules(), (2, 4), 40),
    "tressette": Game(Tressette, TressetteRules(), (4,), 40),
    "sueca": Game(Sueca, SuecaRules(), (4,), 40),
    "knockout-whist": Game(KnockoutWhist, KnockoutRules(), (4, 2, 3, 5, 6, 7)),
}


def _set(**changes: Any) -> Callable[[Any], Any]:
    return lambda rules: replace(rules, **changes)


@dataclass(frozen=True)
class HouseRule:
    fits: tuple[str, ...]
    change: Callable[[Any], Any]


def _rule(game: str, **changes: Any) -> HouseRule:
    return HouseRule((game,), _set(**changes))


HOUSE_RULES: Mapping[str, HouseRule] = {
    "jack-of-diamonds": _rule("hearts", jack=-10),
    "moon-subtracts": _rule("hearts", moon="subtracts"),
    "no-passing": _rule("hearts", to=(0,)),
    "queen-does-not-break": _rule("hearts", breaks=("H",)),
    "hearts-at-any-time": _rule("hearts", breaks=()),
    "points-in-first-trick": _rule("hearts", not_in_first_trick=()),
    "any-club-opens": _rule("hearts", opening=("C",)),
    "no-bags": _rule("spades", bags_penalty=0),
    "spades-at-any-time": _rule("spades", any_lead=True),
    "no-nil": _rule("spades", nil=0, nil_helps=True),
    "name-at-least-one": _rule("spades", least=1),
    "failed-nil-helps": _rule("spades", nil_helps=True),
    "nil-fifty": _rule("spades", nil=50),
    "spades-to-250": _rule("spades", target=250),
    "no-hook": _rule("oh-hell", hook=False),
    "down-and-up": _rule("oh-hell", hands=(*range(10, 1, -1), *range(1, 11))),
    "down-only": _rule("oh-hell", hands=tuple(range(10, 0, -1)), deals=10),
    "exact-only": _rule("oh-hell", only_exact=True),
    "five-for-exact": _rule("oh-hell", bonus=5),
    "off-by": _rule("oh-hell", penalty=1),
    "no-trump": HouseRule(("whist", "oh-hell"), _set(trump="none")),
    "long-whist": _rule("whist", target=10),
    "american-whist": _rule("whist", target=7),
    "hearts-are-trumps": _rule("whist", trump="H"),
    "tressette-to-31": _rule("tressette", target=31),
    "no-last-trick": _rule("tressette", last=0),
}
"""The house rules that ship: the games that each can be laid on, and what it changes."""


def rules_of(name: str) -> Game:
    """The game that a `game` field names; raises KeyError for a house rule that was not written a second time."""
    game, *layers = name.split("+")
    found = GAMES[game]
    rules = found.rules
    for layer in layers:
        house_rule = HOUSE_RULES[layer]
        if game not in house_rule.fits:
            raise KeyError(f"{layer} is not for {game}")
        rules = house_rule.change(rules)
    return replace(found, rules=rules)
