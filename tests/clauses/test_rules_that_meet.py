"""Each pair of rules of match, score, pot, dealer and end: refused, or played right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import trickbook
from tests.clauses.test_kozel_points import last_trick, play_last_trick
from tests.clauses.trumps import begun
from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import POT_DEALS, RULES
from trickbook.records import record_lines, record_of, replay
from trickbook.rulebook import RulebookError
from trickbook.simulation.batches import match_blocks

BASE = """
parent = "kozel-points"
table.players = 3
match.limit = 0
match.at_most = 12
score.won.result = "won"
score.won.points = 3
score.tied.result = "tied"
score.tied.points = 1
score.lost.result = "lost"
score.lost.points = 1
[remove]
score = ["most", "sixty-all", "tied-for-most", "enough-of-two", "enough-of-three", "some-tricks", "no-trick"]
"""
"""A game for three in which every deal gives every side something."""
SETTINGS = {
    "target": "match.target=9",
    "limit": "match.limit=9",
    "deals": "match.deals=5",
    "double": 'match.double="no-trick-points"',
    "tournament": "tournament.sessions=2+tournament.rounds=1+tournament.deals=3+tournament.players=6",
    "pot": 'pot.stake=1+pot.won_by="most"',
    "claim": "pot.stake=1+claim.points=31",
    "dealer": 'pot.stake=1+pot.won_by="most"+dealer.next="pot"',
    "majority": 'end.tricks="majority"',
    "tricks": 'end.won_by="tricks"',
    "carry": "score.tied.carry=1",
    "doublings": 'score.tied.carry=1+carry.counts="doublings"',
}
REFUSED = {
    frozenset(pair.split()): key
    for pair, key in {
        "target limit": "match.limit",
        "target tournament": "match.target",
        "limit tournament": "match.limit",
        "deals tournament": "match.deals",
        "limit double": "match.double",
        "limit pot": "match.limit",
        "limit claim": "match.limit",
        "limit dealer": "match.limit",
        "tournament pot": "tournament.sessions",
        "tournament claim": "tournament.sessions",
        "tournament dealer": "tournament.sessions",
    }.items()
}
"""Pairs that have no meaning together, and the key that is refused."""


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base.toml"
    path.write_text(BASE)
    return path


def pairs() -> Iterator[tuple[str, str]]:
    yield from combinations(SETTINGS, 2)


@pytest.mark.parametrize(("one", "other"), [pair for pair in pairs() if frozenset(pair) in REFUSED])
def test_what_has_no_meaning_together_is_refused(base: Path, one: str, other: str) -> None:
    with pytest.raises(RulebookError) as error:
        trickbook.load(f"{base}+{SETTINGS[one]}+{SETTINGS[other]}")
    assert [finding.key for finding in error.value.findings] == [REFUSED[frozenset((one, other))]]


@pytest.mark.parametrize(("one", "other"), [pair for pair in pairs() if frozenset(pair) not in REFUSED])
def test_all_else_is_played_as_its_rules_say(base: Path, one: str, other: str) -> None:
    game = trickbook.load(f"{base}+{SETTINGS[one]}+{SETTINGS[other]}")
    known: set[str] = set()
    blocks = list(match_blocks(game, deals=24, seed=3, bots="random", keep=True))
    records = [record_of(game, state, 3) for block in blocks for state in block.states]
    assert any(record["outcome"] for record in records)
    for record, following in zip(records, [*records[1:], None], strict=True):
        judge_end(game, record)
        if following is not None and record["outcome"] is None:
            judge_next(game, record, following)
    lines = [line for block in blocks for line in record_lines(game, block, 3, known)]
    assert [result.problems for result in replay(lines) if result.problems] == []


def alone(amounts: Sequence[int], best: int) -> int | None:
    """The side that alone has the best of some amounts."""
    return amounts.index(best) if amounts.count(best) == 1 else None


def judge_end(game: CompiledGame, record: dict[str, Any]) -> None:
    """Say what the rules say of the end of a match."""
    get, after, outcome = game.rulebook.get, record["after"], record["outcome"]
    number = record["deal"] + 1
    most, fewest = alone(after, max(after)), alone(after, min(after))
    in_it = [side for side, points in enumerate(after) if points < get("match.limit")]
    expected: tuple[str, int | None] | None = None
    if get("tournament.sessions"):
        expected = ("deals", None) if number == 12 else None
    elif get("match.target") and most is not None and after[most] >= get("match.target"):
        expected = ("target", most)
    elif get("match.limit") and len(in_it) == 1:
        expected = ("last-left", in_it[0])
    elif get("match.limit") and not in_it and len(after) == 2 and most is not None:
        expected = ("last-left", 1 - most)
    elif number == get("match.deals"):
        expected = ("deals", fewest if get("match.limit") else most)
    elif number == get("match.at_most"):
        expected = ("stopped", None)
    assert (outcome and (outcome["reason"], outcome["winner"])) == expected
    if outcome:
        # Every side has had points for tricks, so no match counts double.
        assert outcome["value"] == 1


def judge_next(game: CompiledGame, record: dict[str, Any], following: dict[str, Any]) -> None:
    """Say who deals after a deal in which all hands were played, and who is still there."""
    get, after = game.rulebook.get, record["after"]
    if get("tournament.sessions"):
        return
    limit = get("match.limit")
    out = {
        player
        for player, side in zip(record["players"], record["teams"], strict=True)
        if limit and after[side] >= limit
    }
    if len(out) < len(after):
        assert set(following["players"]) == set(record["players"]) - out
    seats = record["players"][record["dealer"] :] + record["players"][: record["dealer"]]
    dealer = seats[1]
    if get("dealer.next") == "pot":
        amounts = record["tricks_won"] if get("end.won_by") == "tricks" else record["card_points"]
        winner = alone(amounts, max(amounts))
        claims = [move["seat"] for move in record["moves"] if "claim" in move]
        taker = claims[0] if claims else None if winner is None else record["teams"].index(winner)
        dealer = seats[0] if taker is None else record["players"][taker]
    elif dealer not in following["players"]:
        dealer = next(player for player in seats[2:] if player in following["players"])
    assert following["players"][following["dealer"]] == dealer


class TestMatchOfPenaltiesThatEndsByDeals:
    """Penalties are what nobody wants (KP-13, KP-15): whoever has fewest has won."""

    def test_of_two(self) -> None:
        deal = last_trick([90, 30], players=2, name="kozel-points+match.deals=1")
        # The loser with 30 card points, and a trick, has 4 penalty points.
        assert deal.table.score == [0, 4]
        assert deal.match_winner == "P1"

    def test_of_three(self) -> None:
        deal = last_trick([60, 30, 30], players=3, score=[5, 9, 2], name="kozel-points+match.deals=1")
        assert deal.table.score == [5, 11, 4]
        assert deal.match_winner == "P3"

    def test_who_goes_out_has_not_won(self) -> None:
        deal = last_trick([60, 30, 30], players=3, score=[5, 10, 8], name="kozel-points+match.deals=1")
        assert deal.table.score == [5, 12, 10]
        assert deal.match_winner == "P1"

    def test_as_few_is_no_win(self) -> None:
        deal = last_trick([60, 60], players=2, score=[3, 3], name="kozel-points+match.deals=1")
        assert deal.table.is_match_over
        assert deal.match_winner is None


def test_a_match_that_ends_by_deals_counts_double_too() -> None:
    """TR-04: the losers have no points for tricks."""
    rows = trickbook.simulate("treia+match.target=0+match.deals=1", matches=60, seed=2, bots="random")
    for row in rows:
        scores = [int(score) for score in row["score"][:2]]
        dared = int(row["events"][0]) > 0
        if not dared and row["outcome_winner"] >= 0:  # without dares all points are for tricks
            assert int(row["outcome_value"]) == (2 if min(scores) == 0 else 1)
    assert {int(value) for value in rows["outcome_value"]} >= {2}


def test_who_is_out_does_not_deal() -> None:
    deal = last_trick([60, 30, 30], players=3, score=[5, 8, 10])
    table = deal.table
    # Where the dealer stays unless somebody takes a pot: P3 has dealt, nobody takes one, and P3 is out.
    rules = np.array([table.game.rules.item()], RULES).view(np.recarray)[0]
    rules.deals_next = POT_DEALS
    table.game = replace(table.game, rules=rules)
    deal.next_deal()
    assert deal.players == [0, 1]
    assert deal.dealer == "P1"


MAJORITY = 'kozel-points+end.tricks="majority"'


class TestMajorityAfterAnElimination:
    def test_of_three_who_have_twelve_cards_each(self) -> None:
        for before, is_over in ((5, False), (6, True)):
            deal = begun(MAJORITY, 3)
            deal.lay_out(
                {"P1": "AS 7D", "P2": "7S 8D", "P3": "8S 9D"}, trump="H", leader="P1", tricks=[before, 0, 0]
            ).play("P1: AS", "P2: 7S down", "P3: 8S down")
            assert deal.over is is_over

    def test_of_the_two_who_are_left_and_have_eighteen(self) -> None:
        for before, is_over in ((6, False), (8, False), (9, True)):
            deal = last_trick([60, 30, 30], players=3, score=[5, 10, 8], name=MAJORITY).next_deal()
            assert deal.players == [0, 2]
            deal.lay_out({"P1": "AS 7D", "P2": "7S 8D"}, trump="H", leader="P1", tricks=[before, 0])
            deal.play("P1: AS", "P2: 7S down")
            assert deal.over is is_over


def test_an_unannounced_combination_that_need_not_be_played_for_the_pot_is_refused() -> None:
    """Nobody could tell three trumps that are led from three trumps for the pot."""
    game = "kozel-money+combination.bura.must=false+combination.bura.announced=false"
    with pytest.raises(RulebookError) as error:
        trickbook.load(game)
    assert [finding.key for finding in error.value.findings] == ["combination.bura.announced"]
    for sound in ("must=true", "announced=true"):
        trickbook.load(f"{game}+combination.bura.{sound}")


def test_play_goes_on_after_an_elimination() -> None:
    deal = last_trick([60, 30, 30], players=3, score=[5, 10, 8]).next_deal()
    assert play_last_trick(deal, [90, 30]).gains == [0, 4]
