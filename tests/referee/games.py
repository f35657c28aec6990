"""What the `game` field of a record means: the six rulebooks and the shipped house rules, stacked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tests.referee.record import Fault


@dataclass(frozen=True)
class Rules:
    """The points on which the games, and their house rules, differ."""

    game: str
    seats: tuple[int, ...]
    partners_at: tuple[int, ...] = ()
    sixes: bool = True
    at_most: int | None = None

    # the Bruus family
    needed: int = 5
    target: int = 0
    double: bool = False
    singles: bool = False
    declared: bool = False
    strike: int = 2
    tournament: bool = False
    sessions: int = 3
    rounds: int = 4
    deals_a_round: int = 4
    tournament_players: int | None = None

    # Bura and Kozel
    hand: int = 3
    lead_sizes: tuple[int, ...] = (1, 2, 3)
    combinations: tuple[str, ...] = ()
    wins_pot: frozenset[str] = frozenset()
    must: bool = False
    three_aces_are_moskva: bool = False
    face_down: str = "never"
    right_leads: bool = False
    tens_low: bool = False
    shokha: bool = False
    claim: int = 0
    wrong_multiplies: int = 2
    deals: int = 0
    limit: int = 0
    tie_doubles: bool = False

    @property
    def bruus(self) -> bool:
        return self.game in BRUUS

    @property
    def has_pot(self) -> bool:
        return self.game in ("bura", "kozel-money")


BRUUS = ("schwesing", "treia", "bruus-two")

RULEBOOKS = {
    "schwesing": Rules("schwesing", (4,), partners_at=(4,), target=12),
    "treia": Rules("treia", (4,), partners_at=(4,), sixes=False, target=10, double=True),
    "bruus-two": Rules("bruus-two", (2,), target=12),
    "bura": Rules(
        "bura",
        (2, 3, 4, 5, 6),
        combinations=("bura", "three-aces", "molodka"),
        wins_pot=frozenset({"bura"}),
        claim=31,
        deals=12,
    ),
    "kozel-money": Rules(
        "kozel-money",
        (2, 3, 4, 5),
        hand=4,
        lead_sizes=(1, 3),
        combinations=("bura", "four-aces"),
        wins_pot=frozenset({"bura", "four-aces"}),
        must=True,
        deals=12,
    ),
    "kozel-points": Rules(
        "kozel-points",
        (2, 3, 4),
        partners_at=(4,),
        hand=4,
        lead_sizes=(1, 2, 3, 4),
        combinations=("moskva", "molodka"),
        face_down="must",
        shokha=True,
        limit=12,
    ),
}

_BURA_LIKE = ("bura", "kozel-money")
_BURA_AND_KOZEL = ("bura", "kozel-money", "kozel-points")

# A house rule: the rulebooks that it can be laid on, and what it changes.
VARIANTS: Mapping[str, tuple[tuple[str, ...], Callable[[Rules], Rules]]] = {
    "optional-daring": (BRUUS, lambda r: replace(r, declared=True, strike=1)),
    "nine-of-sixteen": (("bruus-two",), lambda r: replace(r, sixes=False, needed=9)),
    "six-players": (("schwesing",), lambda r: replace(r, seats=(6,), partners_at=(6,), needed=4)),
    "schwesing-tournament": (("schwesing", "treia"), lambda r: replace(r, tournament=True, target=0)),
    "singles-only": (BRUUS, lambda r: replace(r, singles=True)),
    "three-aces-win": (("bura",), lambda r: replace(r, wins_pot=r.wins_pot | {"three-aces"})),
    "bura-only": (("bura",), lambda r: replace(r, combinations=("bura",))),
    "closed": (_BURA_LIKE, lambda r: replace(r, face_down="may")),
    "no-sixes": (_BURA_LIKE, lambda r: replace(r, sixes=False)),
    "right-leads": (_BURA_AND_KOZEL, lambda r: replace(r, right_leads=True)),
    "tie-doubles": (("kozel-points",), lambda r: replace(r, tie_doubles=True)),
    "moskva-three-aces": (("kozel-points",), lambda r: replace(r, three_aces_are_moskva=True)),
    "bura-leads-only": (_BURA_LIKE, lambda r: replace(r, wins_pot=r.wins_pot - {"bura"})),
    "tens-below-jacks": (_BURA_AND_KOZEL, lambda r: replace(r, tens_low=True)),
    "game-to-16": (("kozel-points",), lambda r: replace(r, limit=16)),
}

# A key set in place: the rulebooks for which the clauses say what it would mean, and the field it sets.
KEYS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "table.players": (tuple(RULEBOOKS), "seats"),
    "match.at_most": (tuple(RULEBOOKS), "at_most"),
    "match.target": (BRUUS, "target"),
    "match.limit": (("kozel-points",), "limit"),
    "match.deals": (_BURA_LIKE, "deals"),
    "daring.strike": (BRUUS, "strike"),
    "daring.declared": (BRUUS, "declared"),
    "claim.points": (("bura",), "claim"),
    "claim.wrong_multiplies": (("bura",), "wrong_multiplies"),
    "tournament.sessions": (("schwesing", "treia"), "sessions"),
    "tournament.rounds": (("schwesing", "treia"), "rounds"),
    "tournament.deals": (("schwesing", "treia"), "deals_a_round"),
    "tournament.players": (("schwesing", "treia"), "tournament_players"),
}


def _set_key(rules: Rules, key: str, text: str) -> Rules:
    games, field = KEYS[key]
    if rules.game not in games:
        raise Fault("record", f"{key} is set for {rules.game}", "a key with a meaning there")
    value: Any
    if field == "declared":
        if text not in ("true", "false"):
            raise Fault("record", f"{key} is {text}", "true or false")
        value = text == "true"
    else:
        if not text.isdecimal():
            raise Fault("record", f"{key} is {text}", "a whole number")
        value = int(text)
    if field == "seats":
        if value not in rules.seats:
            raise Fault("record", f"{rules.game} with {value} players", f"one of {rules.seats}")
        value = (value,)
    return replace(rules, **{field: value})


@cache
def rules_of(game: str) -> Rules:
    """The rules that a `game` field names, or a `Fault` for what it does not know."""
    name, *layers = game.split("+")
    if name not in RULEBOOKS:
        raise Fault("record", f"the rulebook {name} is unknown", "one of " + ", ".join(RULEBOOKS))
    rules = RULEBOOKS[name]
    for layer in layers:
        key, equals, text = layer.partition("=")
        if equals and key in KEYS:
            rules = _set_key(rules, key, text)
        elif not equals and key in VARIANTS:
            games, change = VARIANTS[key]
            if name not in games:
                raise Fault("record", f"{key} is laid on {name}", "a rulebook that it fits: " + ", ".join(games))
            rules = change(rules)
        else:
            known = KEYS if equals else VARIANTS
            raise Fault("record", f"{layer} is unknown", "one of " + ", ".join(known))
    return rules
