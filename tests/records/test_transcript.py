"""Transcripts: deals whose records were made by hand, told to people."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, run
from tests.dealing import game_of
from trickbook.game.score_reasons import why_score
from trickbook.records import play_moves, record_lines, table_at
from trickbook.records.transcript import transcript
from trickbook.simulation.batches import match_blocks

__all__ = ["run"]

RECORDS = Path(__file__).resolve().parents[1] / "data" / "records"


@cache
def told(name: str, deal: int) -> tuple[str, ...]:
    """The lines that tell a deal of a file of records."""
    for line in (RECORDS / f"{name}.jsonl").read_text("utf-8").splitlines():
        record: dict[str, Any] = json.loads(line)
        if record["format"] == "trickbook-record" and record["deal"] == deal:
            return tuple(transcript(game_of(record["game"], max(3, record["seats"])), record))
    raise AssertionError(f"{name} has no deal {deal}")


@pytest.mark.parametrize(
    ("name", "deal", "lines"),
    [
        pytest.param(
            "schwesing",
            5,
            [
                "The match stands at N-S 8, E-W 4.",
                "  East plays J♠ Q♣: only J♠ beats 8♣ or 8♥, and one card can't beat two.",
                "  Drawn: West Q♦ K♠, North 8♠ 8♦, East 6♣ K♥ and South J♣ Q♥.",
                "    That is a strike and a dare.",
                "    That is a counter-strike.",
                "  For a dare, a strike, a dare and a counter-strike N-S scores 4 at once.",
                "N-S has reached 12, and the deal stops there (match.ends_deal).",
                "N-S wins the match (target).",
            ],
        ),
        pytest.param(
            "treia",
            1,
            [
                "N-S has as many tricks, 4 to 4: no points (score.tied).",
                "One point is carried to the next deal (carry.counts).",
            ],
        ),
        pytest.param(
            "treia",
            2,
            [
                "One point is carried over from the deal before.",
                "  For a dare and a strike N-S scores 2 at once.",
                "N-S has five tricks or more, which ends the deal (end.tricks).",
                "N-S has most tricks, 5 to 0: two points (score.sweep).",
                "N-S also gets one point carried over from the deal before (carry.counts).",
                "E-W has fewer tricks, 0 to 5: no points (score.lost).",
                "Score: N-S +5, E-W +0.",
            ],
        ),
        pytest.param("treia", 4, ["N-S wins the match, which counts double (target)."]),
        pytest.param(
            "bura",
            0,
            [
                "Each stakes one chip; the pot holds 3.",
                "P2 shows 7♣ 8♣ 9♣ (bura).",
                "P2 takes the pot of 3.",
            ],
        ),
        pytest.param(
            "bura+closed",
            0,
            [
                "  P1 leads 9♣ 10♣ K♣ (molodka).",
                "  P1 wins the trick, with 25 card points.",
                "P1 claims 31 card points and has 25: wrong (claim.points).",
                "P1 pays 2 into the pot, which then holds 4 (claim.wrong_multiplies).",
            ],
        ),
        pytest.param(
            "bura+closed",
            1,
            ["Nobody stakes anew, and 4 stayed from before; the pot holds 4.", "Nobody claims; the pot of 4 stays (pot.won_by)."],
        ),
        pytest.param(
            "kozel-points",
            0,
            [
                "P1 has fewer card points, 0 to 69 and 51, and no tricks: six penalty points (score.no-trick).",
                "P2 has most card points, 69 to 0 and 51: no penalty points (score.most).",
                "P3 has fewer card points, 51 to 0 and 69: two penalty points (score.enough-of-three).",
            ],
        ),
        pytest.param("kozel-points", 2, ["P1 is out (match.limit)."],),
        pytest.param(
            "kozel-money",
            11,
            ["P1 has most card points and takes the pot of 5 (pot.won_by)."],
        ),
    ],
)  # fmt: skip
def test_a_deal_is_told(name: str, deal: int, lines: list[str]) -> None:
    assert [line for line in lines if line not in told(name, deal)] == []


def test_a_round_of_drawing_that_cannot_serve_all_is_told() -> None:
    # Kozel for money, five players: 36 cards less 20 dealt leave 16, that is three rounds and one card.
    lines = told("kozel-money", 11)
    assert lines.count("  One card is left, too few for all, and stays out.") == 1
    assert sum(line.startswith("  Drawn: ") for line in lines) == 3


def test_a_short_stock_is_told() -> None:
    """Schwesing: a pair first, then singles, leaves 24 - 8 = 16, 12, 8, 4, 0; a pair at 4 left is served with one each."""
    record = next(
        record
        for record in simulated("schwesing", 60)
        if any(trick["size"] > 1 for trick in record["tricks"]) and _drawn_short(record)
    )
    told = transcript(game_of("schwesing"), record)
    assert any("one card each, since the stock can't give everybody two cards" in line for line in told)


def _drawn_short(record: dict[str, Any]) -> bool:
    left = 24
    for trick in record["tricks"][:-1]:
        if 0 < left < 4 * trick["size"] == 8:
            return True
        left -= min(left, 4 * trick["size"])
    return False


def simulated(name: str, deals: int) -> list[dict[str, Any]]:
    game = game_of(name)
    blocks = match_blocks(game, deals=deals, seed=5, bots="random", keep=True)
    lines = [line for block in blocks for line in record_lines(game, block, 5, {game.rulebook.digest})]
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize(
    "name", ["schwesing", "treia", "schwesing+optional-daring", "kozel-points+tie-doubles", "kozel-points"]
)
def test_the_reasons_add_up_to_the_score(name: str) -> None:
    numbers = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8}
    game = game_of(name)
    for record in simulated(name, 80):
        table = table_at(game, record)
        play_moves(table, record)
        sides = len(record["score"])
        points = [sum(trick.scored[side] for trick in table.tricks) for side in range(sides)]
        names = ["N-S", "E-W"][:sides]
        for sentence in why_score(game, table.state):
            who, said, worth = sentence.partition(": ")
            if said and who.split()[0] in names:
                number = worth.split()[0]
                points[names.index(who.split()[0])] += numbers[number] if number in numbers else int(number)
            elif " also gets " in sentence:
                number = sentence.split(" also gets ")[1].split()[0]
                points[names.index(sentence.split()[0])] += numbers[number] if number in numbers else int(number)
        assert points == record["score"], (record["deal"], record["score"])


def test_every_line_is_a_sentence() -> None:
    for line in told("schwesing", 5):
        assert line.endswith((".", ":")), line


def test_a_line_of_rules_is_told(run: Run) -> None:
    run("simulate", "schwesing+optional-daring", "-n", "2", "--record", "deals.jsonl")
    result = run("replay", "deals.jsonl", "--show", "--line", "1")
    assert result.code == 0
    assert "Bruus (Schwesing), that is the rulebook schwesing with the house rule optional-daring" in result.out
    assert "digest" in result.out
    assert "Match 0" not in result.out
    assert run("replay", "deals.jsonl", "--show").out.index("The rules of") == 0


def test_a_line_that_is_not_there(run: Run) -> None:
    run("simulate", "schwesing", "-n", "2", "--record", "deals.jsonl")
    result = run("replay", "deals.jsonl", "--show", "--line", "9")
    assert result.code == 2
    assert "nothing on line 9; the last line is 3" in result.err


def test_a_record_that_stops_too_early_is_told_as_far_as_it_goes() -> None:
    record = json.loads((RECORDS / "schwesing.jsonl").read_text("utf-8").splitlines()[0])
    record["moves"] = record["moves"][:6]
    lines = transcript(game_of("schwesing"), record)
    assert lines[-1] == "Here the record stops, before the deal is over."
    assert not any(line.startswith(("Score", "Tricks:")) for line in lines)


def test_an_illegal_move_is_told_with_the_reason() -> None:
    record = json.loads((RECORDS / "schwesing.jsonl").read_text("utf-8").splitlines()[0])
    record["moves"][1]["cards"] = record["moves"][0]["cards"]
    assert transcript(game_of("schwesing"), record)[-1].startswith("Here the record goes wrong: ")


def ends_of(run: Run, *lines: str) -> list[str]:
    """What is said of tallies and scores in a file of records."""
    Path("kept.jsonl").write_text("".join(lines), "utf-8")
    out = run("replay", "kept.jsonl", "--show").out
    return [line for line in out.splitlines() if "(tally" in line or line.startswith("Score: ")]


def test_what_is_kept_is_told_from_deal_to_deal(run: Run) -> None:
    """Bags by hand: tricks beyond those named; of N-S and E-W none, E-W one, none, N-S one, E-W one, N-S one."""
    options = ("--matches", "1", "--seed", "2", "--record", "-")
    lines = run("simulate", "spades", *options).out.splitlines(keepends=True)
    kept, expected = [0, 0], []
    for line in lines[1:8]:
        record = json.loads(line)
        named = [
            sum(move["name"] for move in record["moves"] if move["seat"] % 2 == side and "name" in move)
            for side in (0, 1)
        ]
        for side, name in enumerate(("N-S", "E-W")):
            kept[side] += max(0, record["tricks_won"][side] - named[side])
            if kept[side]:
                expected.append(f"{name} has {['no', 'one bag', 'two bags'][kept[side]]} to carry on (tally.bags).")
        expected.append("Score: N-S {:+d}, E-W {:+d}.".format(*record["score"]))
    assert kept == [2, 2]
    assert ends_of(run, *lines[:8]) == expected


def test_where_what_was_kept_is_not_known_the_transcript_says_so(run: Run) -> None:
    options = ("--matches", "1", "--seed", "2", "--record", "-")
    rules, *deals = run("simulate", "spades", *options).out.splitlines(keepends=True)
    said = ends_of(run, rules, deals[5])
    assert said[0].startswith("What was kept from the deals before is not known here")
    assert said[1] == "N-S has one bag to carry on (tally.bags)."
