"""Points, chips and doublings beyond what is counted end their match, and no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import trickbook
from tests.clauses.test_bura import before_a_trick_worth
from tests.clauses.test_kozel_points import last_trick
from tests.cli.conftest import Run, run
from trickbook.kernel.layout import BY_TOO_MANY_POINTS
from trickbook.measure.metrics.match import deals_in_match
from trickbook.records import record_of
from trickbook.rulebook import RulebookError

__all__ = ["run"]

RUNAWAY = "bura+claim.wrong_multiplies=10+match.deals=0+match.at_most=40"
"""Players who choose at random claim wrongly in most deals, and ten of them make the pot too large."""


def test_a_pot_beyond_what_is_counted() -> None:
    deal = before_a_trick_worth(10, mine=20, name="bura+claim.wrong_multiplies=10")
    deal.table.state.pot = 300_000_000
    deal.play("P1: 10S", "P2: 9S", "P1: claim")
    # 30 is wrong: P1 would owe 2,700,000,000 for a pot of 3,000,000,000.
    assert deal.table.is_match_over
    assert deal.match_winner is None
    record = record_of(deal.table.game, deal.table.state, 0)
    assert record["outcome"] == {"winner": None, "value": 1, "reason": "too-many-points"}
    assert record["pot"]["left"] == 2_000_000_000
    assert record["after"][0] == -2_000_000_000
    assert record["score"] == [after - before for before, after in zip(record["before"], record["after"], strict=True)]


@pytest.mark.parametrize(("carried", "is_over"), [(29, False), (30, True)])
def test_doublings_beyond_what_is_counted(carried: int, is_over: bool) -> None:
    """A tie hands on one more doubling, and 30 are counted."""
    deal = last_trick([60, 60], players=2, carry=carried, name="kozel-points+tie-doubles")
    assert deal.table.is_match_over is is_over
    assert (int(deal.table.state.outcome) == BY_TOO_MANY_POINTS) is is_over
    assert deal.carry == (carried, 0 if is_over else 30)


def test_all_other_matches_are_played(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    report = run("simulate", RUNAWAY, "--matches", "30", "--bots", "random", "--record", str(file), "--json").json
    assert report["matches"] == 30
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()[1:]]
    reasons = [record["outcome"]["reason"] for record in records if record["outcome"]]
    assert len(reasons) == 30
    too_many = reasons.count("too-many-points")
    assert too_many > 0
    assert report["matches_with_too_many_points"] == too_many
    assert report["matches_stopped"] == too_many + reasons.count("stopped")
    assert run("replay", str(file)).code == 0
    told = run("simulate", RUNAWAY, "--matches", "30", "--bots", "random").out
    assert (
        f"{too_many:,} of the matches {'was' if too_many == 1 else 'were'} stopped with more than 2,000,000,000" in told
    )


def test_metrics_of_matches_leave_them_out() -> None:
    rows = trickbook.simulate(RUNAWAY, matches=30, bots="random")
    values = deals_in_match(rows, trickbook.load(RUNAWAY))
    ends = rows["outcome"][rows["outcome"] != 0]
    assert [value != value for value in values.tolist()] == [end in (BY_TOO_MANY_POINTS, 4) for end in ends]


def test_what_a_match_can_cost_is_foreseen() -> None:
    """In a match to a target a side may lose in every deal: a million times 2,000 points is what is counted."""
    game = "schwesing+match.at_most=1000000+score.lost.points="
    trickbook.load(f"{game}-2000")
    with pytest.raises(
        RulebookError, match=r"1000000 deals can cost more than 2000000000 points; expected -2000 or more"
    ):
        trickbook.load(f"{game}-2001")
