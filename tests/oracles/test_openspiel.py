"""Hearts, spades and oh hell beside OpenSpiel: legal moves at every decision of random games, and what a deal gives.

Where OpenSpiel plays by other rules than our rulebook, the house rules in tests/data/oracles say which. Not compared is its
option `can_lead_hearts_instead_of_qs`: that the queen of spades alone does not hold back the hearts is no filter of cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.comparing import compare, moves_of
from tests.oracles.openspiel import Dealt, Hearts, OhHell, Oracle, Spades
from tests.oracles.tables import walk_at_table
from tests.referee.following.walking import Walk

HOUSE_RULES = Path(__file__).parent.parent / "data" / "oracles"
SEED = 20
FEW, MANY = 150, 2000
"""Games in each run of the tests, and in the deep one."""

OPTIONS: Mapping[str, tuple[str, bool]] = {
    "hearts-points-in-the-first-trick": ("no_pts_on_first_trick", False),
    "hearts-any-club": ("can_lead_any_club", True),
    "hearts-jack": ("jd_bonus", True),
    "hearts-no-tricks": ("avoid_all_tricks_bonus", True),
    "hearts-unbroken": ("must_break_hearts", False),
    "hearts-queen-does-not-break": ("qs_breaks_hearts", False),
}
"""Our house rule for each of the options of OpenSpiel's hearts."""

SHAPES = ((3, 1), (3, 7), (3, 17), (4, 2), (4, 12), (5, 1), (5, 5), (5, 10))
"""Players and tricks of oh hell."""


def played(dealt: Dealt) -> Walk:
    return walk_at_table(dealt.game, dealt.pack, dealt.dealer, moves_of(dealt))


def agree(oracle: Oracle, games: int) -> None:
    compared = compare(oracle, played, games, SEED)
    assert not compared.difference, compared.difference
    assert compared.decisions >= compared.games


def laid_on(game: str, *names: str) -> str:
    return "+".join([game, *(str(HOUSE_RULES / f"{name}.toml") for name in names)])


def hearts(*names: str, **parameters: Any) -> Hearts:
    return Hearts(laid_on("hearts", *names), **parameters, **dict(OPTIONS[name] for name in names))


def few_and_many() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.deep)])


@few_and_many()
@pytest.mark.parametrize("passing", [True, False])
def test_hearts(passing: bool, games: int) -> None:
    agree(hearts(pass_cards=passing), games)


@few_and_many()
@pytest.mark.parametrize("option", OPTIONS)
def test_hearts_with_an_option(option: str, games: int) -> None:
    agree(hearts(option), games)


def test_hearts_with_all_options() -> None:
    without_a_rule_to_change = "hearts-queen-does-not-break"
    agree(hearts(*(option for option in OPTIONS if option != without_a_rule_to_change)), FEW)


@pytest.mark.deep
@pytest.mark.parametrize("size", range(2, len(OPTIONS)))
def test_hearts_with_several_options(size: int) -> None:
    for options in combinations(OPTIONS, size):
        if not {"hearts-unbroken", "hearts-queen-does-not-break"} <= set(options):
            agree(hearts(*options, pass_cards=False), FEW)


@few_and_many()
def test_spades(games: int) -> None:
    agree(Spades(laid_on("spades", "openspiel-spades")), games)


@few_and_many()
@pytest.mark.parametrize("penalty", [False, True])
def test_oh_hell(penalty: bool, games: int) -> None:
    game = laid_on("oh-hell", "oh-hell-off-by") if penalty else "oh-hell"
    for players, tricks in SHAPES:
        agree(OhHell(game, players=players, tricks=tricks, off_bid_penalty=penalty), games // len(SHAPES))


class TestDeviations:
    """Each rule by which OpenSpiel departs from ours is seen without its house rule, and told with the way to it."""

    def test_spades_are_never_broken_there(self) -> None:
        difference = compare(Spades("spades"), played, FEW, SEED).difference
        record, told = difference.split("\n")
        assert record.startswith('{"game": "spades", "seats": 4, "dealer": 3, "pack": [')
        assert told.startswith("only we allow [('play', ")
        assert told.endswith("only the oracle allows []")

    @pytest.mark.parametrize("option", OPTIONS)
    def test_each_option_of_hearts_changes_something(self, option: str) -> None:
        name, value = OPTIONS[option]
        assert compare(Hearts("hearts", **{name: value}), played, FEW, SEED).difference

    def test_each_part_of_the_house_rule_for_spades_is_needed(self) -> None:
        only_unbroken = "spades+duty.unbroken.until=[]"
        difference = compare(Spades(only_unbroken), played, FEW, SEED).difference
        assert "; the oracle gives [" in difference
