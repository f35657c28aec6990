"""The games that follow suit beside the second writing of their rules, decision by decision; and mistakes that must be seen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.oracles.tables import walk_at_table
from tests.referee.following import GAMES, HOUSE_RULES, judge, rules_of
from tests.referee.following.walking import random_deal
from trickbook.cli import main

FEW, MANY = 60, 10_000
"""Deals of each game in each run of the tests, and in the deep one."""

NUMBERS = 24
"""Deals of a match among which the number is drawn: hand sizes and whom cards are given to go by it."""

MISTAKES: Mapping[str, tuple[str, ...]] = {
    "whist": (
        'trump.chosen="none"',
        'trump.chosen="fixed"',
        'duty.follow.trick="first"',
        'order.ranks=["K","A","Q","J","10","9","8","7","6","5","4","3","2"]',
        "score.odd-tricks.points=-5",
        "score.odd-tricks.each.tricks=2",
        'lead.first="right"',
        "deal.at_a_time=13",
        "score.odd-tricks.if.tricks=[8,13]",
    ),
    "hearts": (
        'duty.unbroken.until=["H"]',
        "duty.unbroken.until=[]",
        'duty.unbroken.cards=["H","QS"]',
        'duty.no-points.cards=["H"]',
        'duty.no-points.trick="any"',
        'duty.opening.cards=["C"]',
        'lead.holder=["3C"]',
        'step.pass.to=["left","across","right","nobody"]',
        'step.pass.to=["left"]',
        "step.pass.cards=4",
        "points.QS=12",
        "points.H=2",
        "score.moon-of-another.points=25",
        "score.moon.points=26",
    ),
    "spades": (
        "duty.unbroken.until=[]",
        'duty.unbroken.until=["S","H"]',
        'trump.suit="H"',
        "step.bids.least=1",
        "step.bids.most=12",
        "count.helping.if.named=[0,13]",
        "score.nil-made.points=50",
        "score.nil-failed.points=-50",
        "score.made.each.named=9",
        "score.set.each.named=-9",
        "score.bags.each.bags=2",
        "tally.bags.every=5",
        "count.bags.each.nil-tricks=0",
    ),
    "oh-hell": (
        "step.bids.hook=false",
        'duty.follow.trick="later"',
        "step.bids.most=3",
        'trump.chosen="none"',
        "score.exact.points=5",
        "score.exact.if.missed=[0,1]",
        "score.tricks.each.tricks=2",
        "deal.hands=[1,2,3,4,5,6,7,8,9,10,10,9,8,7,6,5,4,3,2]",
        'duty.follow.suit="led-or-trump"',
    ),
    "briscola": (
        'order.ranks=["A","K","3","Q","J","7","6","5","4","2"]',
        'order.ranks=["A","3","Q","K","J","7","6","5","4","2"]',
        "points.3=9",
        "points.J=1",
        'trump.chosen="none"',
        "draw.after_trick=false",
        "deal.hand=4",
        "deal.at_a_time=3",
        "score.won.points=2",
    ),
    "tressette": (
        'order.ranks=["A","3","2","K","Q","J","7","6","5","4"]',
        'order.ranks=["2","3","A","K","Q","J","7","6","5","4"]',
        "points.last_trick=0",
        "points.A=2",
        "points.K=0",
        "score.points.divide=2",
        "deal.at_a_time=10",
        'duty.follow.trick="first"',
    ),
    "sueca": (
        'order.ranks=["A","7","K","Q","J","6","5","4","3","2"]',
        'order.ranks=["A","K","7","J","Q","6","5","4","3","2"]',
        "points.7=9",
        "points.Q=3",
        'trump.chosen="none"',
        "score.two.if.card_points=[85,120]",
        "score.one.if.card_points=[60,90]",
        "score.two.points=1",
        "deal.at_a_time=5",
    ),
    "knockout-whist": (
        'trump.chosen="none"',
        "deal.hands=[7,6,5,4,3,2]",
        "score.knocked-out.if.tricks=[0,1]",
        "score.knocked-out.points=2",
        'duty.follow.trick="first"',
        "deal.at_a_time=7",
        'lead.first="dealer"',
    ),
}
"""Seven deliberate mistakes at least in each rulebook, of one key each."""


@cache
def deals_of(name: str, seats: int, count: int) -> list[Any]:
    """Deals played at random by the second writing: dealer, number of the deal, pack, moves, what might have been done."""
    deals = []
    for at in range(count):
        rng = Random(f"{name} {seats} {at}")
        dealer, number = rng.randrange(seats), rng.randrange(NUMBERS)
        deals.append((dealer, number, *random_deal(rules_of(name), seats, dealer, number, rng)))
    return deals


def agrees(name: str, played_as: str, seats: int, count: int) -> bool:
    """Whether all deals, played by a rulebook, are what the second writing says."""
    game = played_as if seats == GAMES[name.partition("+")[0]].usual else f"{played_as}+table.players={seats}"
    return all(
        walk_at_table(game, pack, dealer, moves, number) == expected
        for dealer, number, pack, moves, expected in deals_of(name, seats, count)
    )


TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.deep)])
def test_every_decision_and_every_score(name: str, seats: int, count: int) -> None:
    assert agrees(name, name, seats, count)


@pytest.mark.parametrize("house_rule", HOUSE_RULES)
def test_house_rules(house_rule: str) -> None:
    for game in HOUSE_RULES[house_rule].fits:
        name = f"{game}+{house_rule}"
        assert agrees(name, name, GAMES[game].usual, FEW)


@pytest.mark.parametrize(
    ("name", "mistake"), [(name, mistake) for name, mistakes in MISTAKES.items() for mistake in mistakes]
)
def test_a_mistake_in_a_rulebook_is_seen(name: str, mistake: str) -> None:
    assert not agrees(name, f"{name}+{mistake}", GAMES[name].usual, FEW)


@pytest.mark.parametrize("name", GAMES)
def test_seven_mistakes_in_each_rulebook(name: str) -> None:
    assert len(MISTAKES[name]) >= 7


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Whole matches of each game, as `simulate` records them."""
    folder: Path = tmp_path_factory.mktemp("records")
    files = {}
    for name in GAMES:
        file = folder / f"{name}.jsonl"
        main(["simulate", name, "-n", "80", "--seed", "3", "--bots", "random", "--record", str(file)])
        files[name] = file.read_text("utf-8").splitlines()
    return files


@pytest.mark.parametrize("name", GAMES)
def test_whole_matches_are_judged_right(records: dict[str, list[str]], name: str) -> None:
    assert judge(records[name]) == []
    deals = [json.loads(line) for line in records[name] if '"trickbook-record"' in line]
    assert len(deals) == 80


MUTATIONS = {
    "dealer": lambda deal: deal.update(dealer=(deal["dealer"] + 1) % deal["seats"]),
    "trick": lambda deal: deal["tricks"][0].update(winner=(deal["tricks"][0]["winner"] + 1) % deal["seats"]),
    "score": lambda deal: deal["score"].__setitem__(0, deal["score"][0] + 1),
    "after": lambda deal: deal["after"].__setitem__(0, deal["after"][0] - 1),
    "tricks_won": lambda deal: deal["tricks_won"].__setitem__(0, deal["tricks_won"][0] + 1),
    "last move": lambda deal: deal["moves"].pop(),
    "moves": lambda deal: deal["moves"].insert(-1, deal["moves"].pop()),
    "pack": lambda deal: deal["pack"].insert(0, deal["pack"].pop(20)),
}


def test_bags_that_are_not_paid_for_are_caught(tmp_path: Path) -> None:
    """Bags of a single deal seldom come to ten, so this mistake in the rulebook takes whole matches to be seen."""
    file = tmp_path / "deals.jsonl"
    main(
        [
            "simulate",
            "spades+tally.bags.points=-90",
            "-n",
            "40",
            "--seed",
            "3",
            "--bots",
            "random",
            "--record",
            str(file),
        ]
    )
    lines = file.read_text("utf-8").replace("spades+tally.bags.points=-90", "spades").splitlines()
    assert any("score is" in complaint for complaint in judge(lines))


@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize("name", GAMES)
def test_a_changed_record_is_caught(records: dict[str, list[str]], name: str, mutation: str) -> None:
    lines = [line for line in records[name] if '"trickbook-record"' in line][:3]
    deal = json.loads(lines[2])
    MUTATIONS[mutation](deal)
    assert judge(lines) == []
    assert judge([*lines[:2], json.dumps(deal)]) != []
