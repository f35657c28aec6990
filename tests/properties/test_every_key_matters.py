"""Every key of the format changes how a game goes: no option is read and then forgotten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import trickbook
from tests.properties.keys_of_duties import DUTY_CHANGES, DUTY_NO_CHANGE
from trickbook.plugins import PluginSet
from trickbook.records import record_of
from trickbook.rulebook.fields import FIELDS
from trickbook.simulation.batches import match_blocks

PLUGINS = PluginSet()
GAMES = ("treia", "bruus-two")
TRUMP_GAMES = ("bura", "kozel-money", "kozel-points")
DEALS = (60, 1500)
"""Deals to look for a change in: few at first."""

ACES = "+points.A=11"
BY_SUIT = '+order.below="suits"'
TRUMP = BY_SUIT + '+trump.chosen="fixed"'
NO_SIXES = (
    '+pack.ranks=["7","8","9","10","J","Q","K","A"]+order.ladder=["JC","KH","8S","9","A","J"]'
    '+end.tricks="majority"+score.tied.carry=1'
)
POT = ACES + '+pot.stake=1+pot.won_by="most"'
ANY_TABLE = "+table.players_allowed=[]+table.players=4+table.partners_at=[4]"
HOUSE_RULES = Path(__file__).parent.parent / "data" / "house-rules"
ROW = f"+{HOUSE_RULES / 'row.toml'}"
PAIR = f"+{HOUSE_RULES / 'pair.toml'}"
ANY_CARDS = '+deal.hand=4+end.tricks="all"'
NO_TARGET = '+match.target=0+match.double="never"'
SESSIONS = NO_TARGET + ANY_TABLE + "+tournament.sessions=2"

# For each key: what else is set, on both sides of the comparison; and what the key is set to, on one or on each of two.
CHANGES: dict[str, tuple[str, str, str]] = {
    "plugins": ("", "", "plugins=[]"),
    "table.players": (ANY_TABLE, "", "table.players=3"),
    "table.partners_at": (ANY_TABLE, "", "table.partners_at=[]"),
    "table.partnerships": (ANY_TABLE, "", "table.partnerships=4"),
    "pack.ranks": (
        '+order.ladder=["JC","KH","8S","9","A","J"]',
        'pack.ranks=["7","8","9","10","J","Q","K","A"]',
        'pack.ranks=["7","8","9","10","J","K","A"]',
    ),
    "pack.suits": ("", "", 'pack.suits=["S","C","H","D"]'),
    "pack.jokers": ("", "", "pack.jokers=2"),
    "pack.copies": ("+plugins=[]+cut.refused=[]" + NO_SIXES, "", "pack.copies=2"),
    "order.ladder": ('+order.ladder=["JC","KH","8S","9","A","J"]', "", 'order.ladder=["KH","JC","8S","9","A","J"]'),
    "order.ranks": (NO_SIXES + BY_SUIT, "", 'order.ranks=["10","A","K","Q","J","9","8","7"]'),
    "order.below": ("", "", 'order.below="suits"'),
    "trump.chosen": (BY_SUIT, "", 'trump.chosen="turned"'),
    "trump.suit": (TRUMP, "", 'trump.suit="C"'),
    "points.*": (ACES + '+end.won_by="card-points"', "", "points.K=4"),
    "deal.hand": ("", "", "deal.hand=4"),
    "deal.at_a_time": ("", "", "deal.at_a_time=1"),
    "cut.refused": ("", "", "cut.refused=[]"),
    "lead.first": (ANY_TABLE, "", 'lead.first="right"'),
    "lead.sizes": ("", "", "lead.sizes=[1]"),
    "lead.same": ("", "", 'lead.same="suit"'),
    "follow.face_down": ("", "", 'follow.face_down="must"'),
    "combination.*.cards": ("", "", "combination.triple.cards=2"),
    "combination.*.of": ("", "", 'combination.triple.of=["Q"]'),
    "combination.*.suits": (TRUMP, "", 'combination.triple.suits="plain"'),
    "combination.*.same": ("", "", 'combination.triple.same="suit"'),
    "combination.*.at_least": ('+combination.triple.at_least_of=["AC","QC"]', "", "combination.triple.at_least=1"),
    "combination.*.at_least_of": (
        "+combination.triple.at_least=1",
        'combination.triple.at_least_of=["A"]',
        'combination.triple.at_least_of=["Q"]',
    ),
    "combination.*.at_least_suits": (
        TRUMP + "+combination.triple.at_least=3",
        "",
        'combination.triple.at_least_suits="plain"',
    ),
    "combination.*.gives": (POT, "", 'combination.triple.gives="pot"'),
    "combination.*.must": ("", "", "combination.triple.must=false"),
    "combination.*.first_trick": ("", "", "combination.triple.first_trick=false"),
    "combination.*.full_hand": (ANY_CARDS, "", "combination.triple.full_hand=true"),
    "combination.*.announced": ("", "", "combination.triple.announced=true"),
    "combination.*.before": (PAIR, "", 'combination.pair.before="triple"'),
    "draw.after_trick": ('+end.tricks="majority"', "", "draw.after_trick=false"),
    "draw.at_once": ("", "", "draw.at_once=false"),
    "end.tricks": ("", "", "end.tricks=3"),
    "end.counts": ("", "", 'end.counts="tricks"'),
    "end.won_by": (ACES, "", 'end.won_by="card-points"'),
    "claim.points": (POT, "", "claim.points=20"),
    "claim.wrong_multiplies": (POT + "+claim.points=20", "", "claim.wrong_multiplies=3"),
    "score.*.sides": (ROW, "", "score.extra.sides=3"),
    "score.*.result": (ROW, "", 'score.extra.result="won"'),
    "score.*.tricks_from": (ROW, "", "score.extra.tricks_from=5"),
    "score.*.tricks_to": (ROW, "", "score.extra.tricks_to=4"),
    "score.*.card_points_from": (ROW + ACES, "", "score.extra.card_points_from=20"),
    "score.*.card_points_to": (ROW + ACES, "", "score.extra.card_points_to=20"),
    "score.*.others_tricks_to": (ROW, "", "score.extra.others_tricks_to=3"),
    "score.*.points": ("", "", "score.won.points=3"),
    "score.*.carry": (NO_SIXES, "", "score.tied.carry=2"),
    "score.*.before": (ROW, "", 'score.extra.before="won"'),
    "carry.counts": (NO_SIXES, "", 'carry.counts="doublings"'),
    "pot.stake": (ACES + '+pot.won_by="most"', "", "pot.stake=1"),
    "pot.won_by": (ACES + "+pot.stake=1+claim.points=20+match.at_most=12", "", 'pot.won_by="most"'),
    "dealer.next": (POT, "", 'dealer.next="pot"'),
    "match.target": ("", "", "match.target=7"),
    "match.ends_deal": ("", "", "match.ends_deal=false"),
    "match.limit": (NO_TARGET, "", "match.limit=7"),
    "match.deals": ("", "", "match.deals=3"),
    "match.at_most": ("", "", "match.at_most=3"),
    "match.double": ("+match.target=3", 'match.double="never"', 'match.double="no-trick-points"'),
    "tournament.sessions": (NO_TARGET + ANY_TABLE, "", "tournament.sessions=2"),
    "tournament.rounds": (SESSIONS, "", "tournament.rounds=3"),
    "tournament.deals": (SESSIONS, "", "tournament.deals=3"),
    "tournament.players": (SESSIONS, "", "tournament.players=8"),
    "sevens.rank": ("", "", 'sevens.rank=["7","10"]'),
    "daring.matadors": ("", "", 'daring.matadors=["JC","8S","KH"]'),
    "daring.declared": ("", "", "daring.declared=true"),
    "daring.strike": ("", "", "daring.strike=5"),
}
NO_CHANGE = {
    **dict.fromkeys(("name", "about", "source", "conjectural", "notes", "decided"), "tells people about the game"),
    "format": "says how the file is to be read, and is checked while loading",
    "parent": "says where values come from, and can't be set in place",
    "fits": "says on which rulebooks a house rule may be laid, and is checked while loading",
    "table.players_allowed": "says which numbers of players are accepted, and is checked while loading",
}


@cache
def behaviour(name: str, deals: int) -> str:
    """All that happens in some deals by random players."""
    game = trickbook.load(name, plugins=PLUGINS)
    blocks = match_blocks(game, deals=deals, seed=6, bots="random", keep=True)
    return "\n".join(_told(game, state) for block in blocks for state in block.states)


def _told(game: trickbook.CompiledGame, state: object) -> str:
    record = record_of(game, state, 6)
    return json.dumps({key: value for key, value in record.items() if key not in ("game", "digest")})


def assert_matters(game: str, key: str) -> None:
    other, one, two = CHANGES[key]
    first = game + other + ("+" + one if one else "")
    second = game + other + "+" + two
    assert any(behaviour(first, deals) != behaviour(second, deals) for deals in DEALS), f"{second} is {first}"


def all_keys() -> Iterator[str]:
    yield from (field.path for field in FIELDS)
    for plugin in ("sevens", "daring"):
        yield from (field.path for field in PLUGINS.fields(plugin))


def test_every_key_is_looked_at() -> None:
    assert sorted(all_keys()) == sorted([*CHANGES, *NO_CHANGE, *DUTY_CHANGES, *DUTY_NO_CHANGE])


@pytest.mark.parametrize("key", DUTY_CHANGES)
def test_the_key_matters_where_suit_is_followed(key: str) -> None:
    game, one, two = DUTY_CHANGES[key]
    first = game + ("+" + one if one else "")
    assert any(behaviour(first, deals) != behaviour(f"{game}+{two}", deals) for deals in DEALS)


@pytest.mark.parametrize("key", CHANGES)
def test_the_key_matters_at_schwesing(key: str) -> None:
    assert_matters("schwesing", key)


@pytest.mark.deep
@pytest.mark.parametrize("key", CHANGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_key_matters_elsewhere(game: str, key: str) -> None:
    assert_matters(game, key)


@pytest.mark.parametrize(
    ("variant", "game"),
    [
        ("optional-daring", "schwesing"),
        ("singles-only", "schwesing"),
        ("six-players", "schwesing"),
        ("schwesing-tournament", "schwesing"),
        ("nine-of-sixteen", "bruus-two"),
        *((variant, "bura") for variant in ("three-aces-win", "bura-only", "closed", "bura-leads-only")),
        *((variant, game) for variant in ("no-sixes", "closed") for game in ("bura", "kozel-money")),
        ("bura-leads-only", "kozel-money"),
        *(("tens-below-jacks", game) for game in TRUMP_GAMES),
        # Of two players, one is on the left and on the right.
        *(("right-leads", f"{game}+table.players=3") for game in TRUMP_GAMES),
        *(
            (variant, "kozel-points")
            for variant in (
                "moskva-three-aces",
                "tie-doubles",
                "game-to-16",
                "no-shokha",
                "three-at-most",
                "winner-deals",
            )
        ),
        *(("last-trick-leads", game) for game in TRUMP_GAMES),
    ],
)
def test_every_house_rule_matters(variant: str, game: str) -> None:
    assert any(behaviour(game, deals) != behaviour(f"{game}+{variant}", deals) for deals in DEALS)


@pytest.mark.parametrize("change", ['shokha.cards=["6H"]', "shokha.stands_for=[]"])
def test_the_keys_of_the_shokha_matter(change: str) -> None:
    assert any(behaviour("kozel-points", deals) != behaviour(f"kozel-points+{change}", deals) for deals in DEALS)
