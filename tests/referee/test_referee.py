"""The referee passes the records that show the format, and refuses each kind of fault by its clause."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.referee import judge
from tests.referee.bruus import BEATEN_BY, BRUUS, SPITZ, TOLLER_HUND, Daring, compulsory_leader, dare_offered
from tests.referee.bura_kozel import beaten_by, is_combination, one_suit, penalties
from tests.referee.games import rules_of
from tests.referee.match import still_in
from tests.referee.record import NUMBER
from tests.referee.trick import takes_over, winner_of

RECORDS = Path(__file__).parent.parent / "data" / "records"
FILES = sorted(path.name for path in RECORDS.glob("*.jsonl"))

Record = dict[str, Any]
Change = Callable[[Record], object]


def load(name: str) -> list[Record]:
    return [json.loads(line) for line in (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def lines_of(records: Sequence[Record]) -> list[str]:
    return [json.dumps(record) for record in records]


def clauses(complaints: Sequence[str], record: int) -> set[str]:
    """The clauses by which a record is refused."""
    found = (re.match(r"record (\d+), line \d+: \[([\w-]+)\] ", complaint) for complaint in complaints)
    return {match[2] for match in found if match and int(match[1]) == record}


def cards(text: str) -> list[int]:
    return [NUMBER[name] for name in text.split()]


def mask(text: str) -> int:
    return sum(1 << card for card in cards(text))


def plays(text: str) -> list[tuple[int, list[int]]]:
    return [(seat, cards(play)) for seat, play in enumerate(text.split(", "))]


def test_there_are_eight_example_files() -> None:
    assert len(FILES) == 8


@pytest.mark.parametrize("name", FILES)
def test_example_records_are_right(name: str) -> None:
    assert judge((RECORDS / name).read_text(encoding="utf-8").splitlines()) == []


@pytest.mark.parametrize("name", [name for name in FILES if name != "kozel-money.jsonl"])
def test_example_records_are_right_strictly(name: str) -> None:
    assert judge((RECORDS / name).read_text(encoding="utf-8").splitlines(), strict=True) == []


@pytest.mark.clause("KM-03")
def test_passed_buras_of_the_example_are_refused_strictly() -> None:
    """In these four deals somebody holds three trumps among four cards, and the deal goes on."""
    complaints = judge(lines_of(load("kozel-money")), strict=True)
    assert len(complaints) == 4
    assert [number for number in range(12) if clauses(complaints, number) == {"KM-03"}] == [1, 6, 8, 10]


# --- faults: file, record, clause, and what is changed in the record ---


def put(path: str, value: object) -> Change:
    """Set what stands at a path such as `moves.3.seat`."""

    def change(record: Record) -> None:
        *way, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
        place: Any = record
        for step in way:
            place = place[step]
        place[last] = value

    return change


def drop(path: str) -> Change:
    """Take away what stands at a path."""

    def change(record: Record) -> None:
        *way, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
        place: Any = record
        for step in way:
            place = place[step]
        del place[last]

    return change


def swap(first: int, second: int) -> Change:
    """Exchange two cards of the pack."""

    def change(record: Record) -> None:
        pack = record["pack"]
        pack[first], pack[second] = pack[second], pack[first]

    return change


def score(*points: int) -> Change:
    """Set the score, and what is after it."""

    def change(record: Record) -> None:
        record["score"] = list(points)
        record["after"] = [before + each for before, each in zip(record["before"], points, strict=True)]

    return change


def add(path: str, value: object) -> Change:
    return lambda record: record[path].append(value)


def keep(count: int) -> Change:
    """Keep the first moves only."""
    return lambda record: record.update(moves=record["moves"][:count])


def with_outcome(winner: int | None, value: int, reason: str) -> Change:
    return put("outcome", {"winner": winner, "value": value, "reason": reason})


FAULTS: list[tuple[str, int, str, Change]] = [
    # Bruus: cards and deal
    ("schwesing", 1, "BR-01", drop("pack.35")),
    ("treia", 0, "TR-01", add("pack", "6D")),
    ("schwesing", 1, "BR-11", swap(18, 35)),
    ("schwesing", 1, "BR-10", put("dealer", 1)),
    # Bruus: moves
    ("schwesing", 1, "BR-10", put("moves.1", {"seat": 2, "cards": ["9H"]})),
    ("schwesing", 1, "BR-20", put("moves.4", {"seat": 0, "cards": ["10S"]})),
    ("schwesing", 1, "BR-23", swap(12, 13)),
    ("schwesing", 1, "BR-23", put("moves.0.cards", ["KH"])),
    ("schwesing", 1, "BR-30", put("moves.4.cards", ["9C", "6H"])),
    ("schwesing", 1, "BR-31", put("moves.5.cards", ["10S"])),
    ("schwesing", 0, "BR-34", put("moves.0.cards", ["AS", "AC"])),
    ("schwesing", 3, "BR-34", put("moves.0", {"seat": 3, "cards": ["10C"]})),
    ("schwesing", 0, "BR-35", put("moves.0", {"seat": 1, "cards": ["6H", "6S", "6C"]})),
    ("schwesing", 1, "record", put("moves.1.face_down", True)),
    ("schwesing", 1, "record", put("moves.1.announce", "molodka")),
    ("schwesing", 0, "BR-41", put("moves.6.declare", True)),
    ("schwesing+optional-daring", 0, "BR-60", drop("moves.5.declare")),
    ("schwesing+optional-daring", 2, "BR-60", put("moves.4.declare", False)),
    ("schwesing+optional-daring", 3, "BR-40", put("moves.0.declare", True)),
    ("schwesing+optional-daring", 0, "BR-40", put("moves.5.declare", False)),
    # Bruus: the end of a deal
    ("schwesing", 1, "BR-24", add("moves", {"seat": 1, "cards": ["8H"]})),
    ("schwesing", 1, "BR-24", keep(8)),
    ("schwesing", 1, "BR-24", keep(10)),
    ("schwesing", 5, "BR-52", add("moves", {"seat": 2, "cards": ["QC"]})),
    # Bruus: tricks, events, points
    ("schwesing", 0, "BR-32", put("tricks.2.winner", 1)),
    ("schwesing", 0, "BR-32", put("tricks.2.leader", 1)),
    ("schwesing", 0, "BR-32", put("tricks.0.size", 1)),
    ("schwesing", 0, "record", drop("tricks.4")),
    ("schwesing", 0, "BR-36", put("tricks_won", [3, 2])),
    ("schwesing", 0, "record", put("card_points", [0, 0])),
    ("schwesing", 0, "BR-40", drop("events.0")),
    ("schwesing", 0, "BR-40", put("events.0.trick", 0)),
    ("schwesing", 3, "BR-42", drop("events.1")),
    ("schwesing", 3, "BR-45", put("events.3.kind", "strike")),
    ("schwesing", 3, "record", lambda record: record["events"].reverse()),
    ("schwesing", 0, "BR-43", score(1, 0)),
    ("schwesing", 1, "BR-50", score(0, 1)),
    ("schwesing+optional-daring", 0, "BR-43", score(4, 0)),
    # Bruus: from deal to deal
    ("schwesing", 1, "TR-02", put("carry", [0, 1])),
    ("treia", 1, "TR-02", put("carry", [0, 0])),
    ("treia", 2, "TR-02", put("carry", [0, 0])),
    ("treia", 2, "TR-02", score(4, 0)),
    ("treia", 4, "TR-02", put("carry", [1, 1])),
    ("schwesing", 2, "record", put("before", [2, 1])),
    ("schwesing", 2, "record", put("after", [2, 3])),
    ("schwesing", 0, "record", put("before", [1, 0])),
    ("schwesing", 0, "record", put("carry", [1, 0])),
    ("schwesing", 5, "BR-52", put("outcome", None)),
    ("schwesing", 5, "BR-52", put("outcome.winner", 1)),
    ("schwesing", 5, "BR-52", put("outcome.reason", "last-left")),
    ("schwesing", 5, "record", put("outcome.value", 2)),
    ("schwesing", 4, "BR-52", with_outcome(0, 1, "target")),
    ("schwesing", 4, "record", with_outcome(None, 1, "stopped")),
    ("treia", 4, "TR-03", put("outcome", None)),
    ("treia", 4, "TR-04", put("outcome.value", 1)),
    # Bura: deal and moves
    ("bura", 1, "BU-01", drop("pack.35")),
    ("bura", 1, "BU-03", put("turned", "9C")),
    ("bura", 1, "BU-03", put("trump", "D")),
    ("bura", 1, "BU-04", put("moves.0", {"seat": 0, "cards": ["6H"]})),
    ("bura", 1, "BU-07", put("moves.3", {"seat": 2, "cards": ["QH"]})),
    ("bura+closed", 2, "BU-05", put("moves.0.cards", ["8D", "QS"])),
    ("bura", 1, "BU-05", put("moves.22.cards", ["7D"])),
    ("bura", 1, "BU-05", put("moves.1", {"seat": 1, "cards": ["7S"]})),
    ("bura", 1, "BU-08", swap(10, 11)),
    ("bura", 1, "BU-08", put("moves.0.cards", ["AS"])),
    ("bura", 0, "BU-12", put("moves.0.announce", "molodka")),
    ("bura", 0, "BU-12", put("moves.0.announce", "three-aces")),
    ("bura", 0, "BU-12", put("moves.0.announce", "moskva")),
    ("bura", 5, "BU-05", drop("moves.0.announce")),
    ("bura", 1, "BU-12", put("moves.1.announce", "molodka")),
    ("bura", 0, "BU-13", add("moves", {"seat": 2, "cards": ["6D"]})),
    ("bura+closed", 10, "BU-13", keep(1)),
    ("bura", 1, "record", put("moves.1.face_down", True)),
    ("bura", 1, "record", put("moves.1.declare", True)),
    ("bura+closed", 1, "BU-V3", drop("moves.1.face_down")),
    ("bura+closed", 1, "BU-V3", put("moves.0.face_down", True)),
    ("bura+closed", 2, "BU-07", put("moves.1.face_down", True)),
    # Bura: claims, pot, points
    ("bura", 1, "BU-09", lambda record: record["moves"].insert(0, record["moves"].pop())),
    ("bura", 1, "BU-09", put("moves.27.seat", 2)),
    ("bura", 1, "BU-09", add("moves", {"seat": 0, "cards": ["8H"]})),
    ("bura", 1, "BU-11", lambda record: record["moves"].insert(25, record["moves"].pop())),
    ("bura", 1, "BU-11", keep(27)),
    ("bura", 1, "BU-11", keep(26)),
    ("bura", 1, "BU-06", put("tricks.0.winner", 1)),
    ("bura", 1, "BU-07", put("tricks_won", [4, 3, 2])),
    ("bura", 1, "BU-01", put("card_points", [40, 55, 25])),
    ("bura", 1, "BU-09", score(-1, 2, -1)),
    ("bura", 0, "BU-13", score(2, -1, -1)),
    ("bura", 1, "BU-09", put("pot.left", 1)),
    ("bura", 0, "BU-02", put("pot.staked", 2)),
    ("bura", 0, "BU-02", put("pot.before", 3)),
    ("bura", 2, "BU-09", put("pot.before", 1)),
    ("bura", 1, "record", put("pot", None)),
    ("bura+closed", 0, "BU-09", put("pot.left", 2)),
    ("bura+closed", 1, "BU-09", put("pot.staked", 2)),
    ("bura+closed", 2, "BU-11", put("pot.staked", 0)),
    ("bura+closed", 2, "BU-11", put("dealer", 1)),
    ("bura", 1, "BU-14", put("dealer", 2)),
    ("bura", 2, "BU-09", put("dealer", 1)),
    ("bura", 11, "BU-15", put("outcome", None)),
    ("bura", 11, "BU-15", put("outcome.winner", 0)),
    ("bura", 10, "BU-15", with_outcome(2, 1, "deals")),
    # Kozel for money
    ("kozel-money", 1, "KM-01", put("moves.0", {"seat": 0, "cards": ["9C"]})),
    ("kozel-money", 1, "KM-02", put("moves.0.cards", ["AC", "JC"])),
    ("kozel-money", 1, "KM-02", put("moves.20.cards", ["7C", "KC"])),
    ("kozel-money", 0, "KM-03", put("moves.0.announce", "bura")),
    ("kozel-money", 3, "KM-03", add("moves", {"seat": 0, "cards": ["KC"]})),
    ("kozel-money", 7, "BU-13", put("moves.1.cards", ["6S", "QS", "7D"])),
    ("kozel-money", 7, "BU-13", keep(1)),
    ("kozel-money", 1, "KM-04", score(-1, 4, -1, -1, -1)),
    ("kozel-money", 1, "KM-04", swap(21, 22)),
    ("kozel-money", 1, "KM-04", keep(20)),
    ("kozel-money", 2, "KM-05", put("dealer", 3)),
    ("kozel-money", 11, "KM-05", put("outcome.winner", 0)),
    # Kozel for points
    ("kozel-points", 0, "KP-03", put("turned", "8C")),
    ("kozel-points", 0, "KP-04", put("moves.0", {"seat": 2, "cards": ["KC"]})),
    ("kozel-points", 0, "KP-05", put("moves.0.cards", ["7C", "10H"])),
    ("kozel-points", 2, "KP-04", drop("moves.0.announce")),
    ("kozel-points", 0, "KP-06", put("moves.1.cards", ["7H"])),
    ("kozel-points", 0, "KP-06", put("tricks.0.winner", 2)),
    ("kozel-points", 0, "KP-07", drop("moves.1.face_down")),
    ("kozel-points", 0, "KP-07", put("moves.4.face_down", True)),
    ("kozel-points", 0, "KP-08", swap(13, 14)),
    ("kozel-points", 0, "KP-08", keep(18)),
    ("kozel-points", 0, "KP-09", put("moves.18.announce", "moskva")),
    ("kozel-points", 2, "KP-10", put("moves.0.announce", "molodka")),
    ("kozel-points", 0, "KP-11", put("moves.18.announce", "four-aces")),
    ("kozel-points", 0, "KP-12", put("tricks_won", [1, 2, 4])),
    ("kozel-points", 0, "KP-14", score(4, 0, 2)),
    ("kozel-points", 0, "HK-01", put("carry", [0, 1])),
    ("kozel-points", 3, "KP-13", score(4, 0)),
    ("kozel-points", 3, "KP-15", put("players", [0, 1])),
    ("kozel-points", 3, "KP-17", put("dealer", 1)),
    ("kozel-points", 3, "KP-15", put("outcome", None)),
    ("kozel-points", 2, "KP-15", with_outcome(1, 1, "last-left")),
    ("kozel-points-partners", 1, "KP-13", score(2, 0)),
    ("kozel-points-partners", 1, "KP-17", put("dealer", 2)),
    ("kozel-points-partners", 2, "KP-15", put("outcome.winner", 0)),
    # the format
    ("schwesing", 0, "record", put("teams", [0, 0, 1, 1])),
    ("schwesing", 0, "record", put("players", [1, 0, 2, 3])),
    ("schwesing", 3, "record", put("deal", 4)),
    ("schwesing", 0, "record", put("match", 1)),
    ("schwesing", 0, "record", put("digest", "0123456789abcdef")),
    ("schwesing", 0, "record", put("version", 2)),
    ("schwesing", 0, "record", put("pack.0", "1S")),
    ("schwesing", 0, "record", put("pack.0", "7C")),
    ("schwesing", 0, "record", put("dealer", True)),
    ("schwesing", 0, "record", put("moves.0.flag", 1)),
    ("schwesing", 0, "record", put("moves.0.face_down", False)),
    ("schwesing", 0, "record", drop("pot")),
    ("schwesing", 0, "record", put("trump", "H")),
    ("schwesing", 0, "record", put("game", "schwesin")),
    ("schwesing", 0, "record", put("game", "schwesing+optional")),
    ("schwesing", 0, "record", put("game", "schwesing+match.goal=12")),
    ("schwesing", 0, "record", put("game", "schwesing+match.target=many")),
    ("schwesing", 0, "record", put("game", "schwesing+tie-doubles")),
    ("kozel-points", 0, "record", put("game", "kozel-points+table.players=4")),
]


@pytest.mark.parametrize(
    ("name", "record", "clause", "change"),
    FAULTS,
    ids=[f"{number}-{fault[0]}-{fault[1]}-{fault[2]}" for number, fault in enumerate(FAULTS)],
)
def test_fault_is_refused_by_its_clause(name: str, record: int, clause: str, change: Change) -> None:
    records = load(name)
    changed = copy.deepcopy(records[record])
    change(changed)
    assert changed != records[record], "the change changes nothing"
    records[record] = changed
    assert clause in clauses(judge(lines_of(records)), record)


@pytest.mark.parametrize(
    ("name", "game", "clause"),
    [
        ("treia", "schwesing", "BR-01"),
        ("schwesing", "treia", "TR-01"),
        ("schwesing", "schwesing+singles-only", "BR-54"),
        ("schwesing", "schwesing+match.target=7", "BR-52"),
        ("schwesing", "schwesing+optional-daring", "BR-60"),
        ("schwesing", "schwesing+six-players", "record"),
        ("schwesing+optional-daring", "schwesing", "BR-41"),
        ("schwesing+optional-daring", "schwesing+optional-daring+daring.strike=2", "BR-43"),
        ("bura", "bura+closed", "BU-V3"),
        ("bura", "bura+no-sixes", "BU-V4"),
        ("bura", "bura+right-leads", "BU-V5"),
        ("bura", "bura+bura-only", "BU-12"),
        ("bura", "bura+three-aces-win", "BU-V1"),
        ("bura", "bura+bura-leads-only", "BU-11"),
        ("bura", "bura+match.deals=10", "BU-15"),
        ("bura", "bura+tens-below-jacks", "BU-07"),
        ("bura", "kozel-money", "BU-03"),
        ("bura+closed", "bura", "record"),
        ("kozel-points", "kozel-points+game-to-16", "KP-15"),
        ("kozel-points-partners", "kozel-points+game-to-16", "KP-15"),
    ],
)
def test_records_of_one_game_are_refused_as_another(name: str, game: str, clause: str) -> None:
    """House rules, and the strictness that they bring, are told apart."""
    complaints = judge(lines_of([record | {"game": game} for record in load(name)]))
    assert any(f"[{clause}]" in complaint for complaint in complaints)


# --- tournaments ---


def tournament(tables_a_match: int) -> list[Record]:
    """Three sessions of the same four deals, four times over; a team wins 24, the other 16, in each."""
    four = load("schwesing")[1:5]
    records: list[Record] = []
    for session, players in enumerate(([0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 1, 3])):
        before = [0, 0]
        for number in range(16):
            record = copy.deepcopy(four[number % 4])
            after = [old + new for old, new in zip(before, record["score"], strict=True)]
            match, table = divmod(session, tables_a_match)
            record |= {"game": "schwesing+schwesing-tournament", "match": match, "deal": 16 * table + number}
            record |= {"players": players, "before": before, "after": after}
            before = after
            records.append(record)
    totals = {15: [24, 16, 24, 16], 31: [48, 32, 40, 40], 47: [72, 56, 56, 56]}
    for place, points in totals.items():
        if (place + 1) % (16 * tables_a_match) == 0:
            records[place]["outcome"] = {"winner": None, "value": 1, "reason": "deals", "totals": points}
    return records


@pytest.mark.clause("TO-01", "TO-02", "TO-03")
@pytest.mark.parametrize("tables_a_match", [1, 3])
def test_a_tournament(tables_a_match: int) -> None:
    assert judge(lines_of(tournament(tables_a_match))) == []
    assert judge(lines_of(tournament(tables_a_match)[:40])) == []


@pytest.mark.clause("TO-01", "TO-02")
@pytest.mark.parametrize(
    ("record", "clause", "change"),
    [
        (15, "TO-02", put("outcome.totals", [24, 16, 16, 24])),
        (31, "TO-02", put("outcome.totals", [24, 16, 16, 24])),
        (31, "TO-02", put("outcome.winner", 0)),
        (31, "TO-02", drop("outcome.totals")),
        (31, "TO-01", put("outcome", None)),
        (14, "TO-01", with_outcome(None, 1, "deals")),
        (16, "TO-01", put("players", [0, 1, 4, 2])),
        (16, "TO-01", put("before", [24, 16])),
        (17, "record", put("players", [0, 1, 2, 3])),
    ],
)
def test_faults_of_a_tournament(record: int, clause: str, change: Change) -> None:
    records = tournament(1)
    change(records[record])
    assert clause in clauses(judge(lines_of(records)), record)


# --- the file as a whole ---


def test_only_the_last_match_may_be_cut_off() -> None:
    first = load("schwesing")
    second = [record | {"match": 1} for record in first]
    assert judge(lines_of(first + second[:3])) == []
    assert "record" in clauses(judge(lines_of(first[:3] + second)), 3)


def test_no_deal_is_left_out() -> None:
    records = load("schwesing")
    del records[2]
    assert "record" in clauses(judge(lines_of(records)), 2)


def test_a_file_begins_with_the_first_deal() -> None:
    assert "record" in clauses(judge(lines_of(load("schwesing")[1:])), 0)


def test_rules_stand_before_the_first_record_of_their_digest() -> None:
    digest = "00112233445566aa"
    records = lines_of([record | {"digest": digest} for record in load("schwesing")])
    rules = {
        "format": "trickbook-rules",
        "version": 1,
        "game": "schwesing",
        "digest": digest,
        "rules": {"a": 1},
    }
    line = json.dumps(rules)
    assert judge([line, *records]) == []
    assert any("come after a record" in complaint for complaint in judge([records[0], line, *records[1:]]))
    assert any("the digest" in complaint for complaint in judge(records))
    assert any("not whole" in complaint for complaint in judge([json.dumps(rules | {"rules": {}}), *records]))


@pytest.mark.parametrize("line", ["{", "[1]", '{"format": "other"}', '{"format": "trickbook-record"}'])
def test_what_is_no_record_is_a_complaint(line: str) -> None:
    assert len(judge([line])) == 1


def test_house_rules_stack() -> None:
    rules = rules_of("kozel-points+tie-doubles+game-to-16+table.players=3")
    assert (rules.tie_doubles, rules.limit, rules.seats) == (True, 16, (3,))
    assert rules_of("bruus-two+nine-of-sixteen").needed == 9
    assert rules_of("schwesing+optional-daring+daring.strike=2").strike == 2


# --- tricks, from the worked examples ---


@pytest.mark.clause("BR-X1", "BR-32")
def test_br_x1() -> None:
    assert winner_of(plays("10D 10S, 6H AD, JH 9C, AS AH"), BEATEN_BY) == 2
    assert not takes_over(cards("9S AS"), cards("JH 9C"), BEATEN_BY)
    assert not takes_over(cards("9S AH"), cards("JH 9C"), BEATEN_BY)


@pytest.mark.clause("BR-X2", "BR-33")
def test_br_x2() -> None:
    assert winner_of(plays("10D 10S, 6H AD, AS AH, JH 6C"), BEATEN_BY) == 2
    for two in ("9C JH", "9C 6C", "JH 6C"):
        assert not takes_over(cards(two), cards("AS AH"), BEATEN_BY)


@pytest.mark.clause("BR-X3", "BR-30")
def test_br_x3() -> None:
    kings = cards("KH KD")
    counters = cards("8S 9C 9S 9H 9D AC AS AH AD JS JH JD 6C 6S 6H 6D")
    assert all(takes_over([SPITZ, counter], kings, BEATEN_BY) for counter in counters)
    assert not takes_over(cards("JC 10D"), kings, BEATEN_BY)
    assert not takes_over(cards("8S 9C"), kings, BEATEN_BY)


@pytest.mark.clause("BR-X4", "BR-34")
def test_br_x4() -> None:
    north, east = 0, 1
    hands = [mask("AS AH AD"), mask("10D QS KC"), mask("9S 6H 7D"), mask("8C 8S QH")]
    assert compulsory_leader(hands, east) == north
    assert takes_over(cards("AC 9D JC"), cards("AS AH AD"), BEATEN_BY)


@pytest.mark.clause("BR-X5", "BR-35")
def test_br_x5() -> None:
    hands = [mask("AS AH AD"), mask("10D QS KC"), mask("9S 6H 7D"), mask("8C 8S 8H")]
    assert compulsory_leader(hands, 1) == 3
    assert not takes_over(cards("AS AH AD"), cards("8C 8S 8H"), BEATEN_BY)


TEAMS = (0, 1, 0, 1)


def daring_points(text: str, leader: int = 0, strike: int = 2) -> tuple[int, int] | None:
    """Settle a trick of single cards, all that the players hold, in which each that may be a dare is one."""
    daring = Daring(TEAMS, strike)
    gone = 0
    for turn, card in enumerate(cards(text)):
        dares = dare_offered(1 << card, 1 << card, gone, turn == 3, 24)
        daring.play((leader + turn) % 4, 1 << card, dares)
        gone |= 1 << card
    return daring.points()


@pytest.mark.clause("BR-X6", "BR-42")
def test_br_x6() -> None:
    assert winner_of(plays("8S, 10D, JC, KH"), BEATEN_BY) == 2
    assert daring_points("8S 10D JC KH") == (1, 2)


@pytest.mark.clause("BR-X7", "BR-45", "BR-05")
def test_br_x7() -> None:
    assert winner_of(plays("7D, 8S, KH, JC"), BEATEN_BY) == 0
    assert daring_points("7D 8S KH JC") == (1, 4)


@pytest.mark.clause("BR-43", "BR-44", "BR-46", "BR-60")
@pytest.mark.parametrize(
    ("trick", "modern", "old"),
    [
        ("8S 10D 10H 10C", (0, 1), (0, 1)),
        ("8S KH 10H 10C", (1, 3), (1, 2)),
        ("8S KH JC 10C", (0, 4), (0, 2)),
        ("8S KH 10C JC", (1, 3), (1, 2)),
        ("8S 10C KH 10D", (0, 2), (0, 2)),
        ("8S 10C KH JC", (1, 3), (1, 2)),
        ("8S 10C 10D KH", (1, 2), (1, 1)),
        ("KH JC 10C 10D", (1, 2), (1, 1)),
        ("KH 10D JC 10C", (0, 1), (0, 1)),
        ("KH 8S 10D 10C", (0, 1), (0, 1)),
        ("8S JC 10C 10D", (0, 1), (0, 1)),
        ("JC KH 10D 10C", None, None),
        ("10C 10D 10H 8S", None, None),
    ],
)
def test_points_for_daring(trick: str, modern: tuple[int, int] | None, old: tuple[int, int] | None) -> None:
    assert daring_points(trick) == modern
    assert daring_points(trick, strike=1) == old


@pytest.mark.clause("BR-40")
def test_what_is_a_dare() -> None:
    toller_hund, bruus, spitz = (1 << card for card in (TOLLER_HUND, BRUUS, SPITZ))
    assert dare_offered(toller_hund, toller_hund, 0, False, 1) == TOLLER_HUND
    assert dare_offered(toller_hund, toller_hund, bruus, False, 1) is None
    assert dare_offered(toller_hund, toller_hund | bruus, 0, False, 1) is None
    assert dare_offered(toller_hund, toller_hund | spitz, 0, False, 1) == TOLLER_HUND
    assert dare_offered(toller_hund, toller_hund, 0, True, 1) is None
    assert dare_offered(toller_hund, toller_hund, 0, False, 0) is None
    assert dare_offered(bruus | toller_hund, bruus | toller_hund, 0, False, 1) == BRUUS
    assert dare_offered(bruus | spitz, bruus | spitz, 0, False, 1) is None


@pytest.mark.clause("BR-05", "BR-06", "BR-07")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("7D, JC, 7H, KH", 2),
        ("7C, 7S, JC, 9C", 0),
        ("10D, 7C, QC, KC", 0),
        ("6D, 7C, 10C, QC", 0),
        ("KD, 6D, 6H, KH", 3),
        ("8C, KC, 8S, 9C", 2),
        ("7H 7D, 7S 7C, JC KH, 8S 9C", 1),
    ],
)
def test_sevens_counters_and_duds(trick: str, winner: int) -> None:
    assert winner_of(plays(trick), BEATEN_BY) == winner


@pytest.mark.clause("BU-X1", "BU-06")
def test_bu_x1() -> None:
    table = beaten_by("D")
    assert winner_of(plays("QS 7S, 9D JS, KD 8D"), table) == 2
    assert winner_of(plays("QS 7S, 9D JS, 8D 9S"), table) == 1
    assert winner_of(plays("QS 7S, 9D JS, KD 9S"), table) == 1


@pytest.mark.clause("BU-06")
def test_beating_is_a_matching() -> None:
    assert takes_over(cards("7S 6H"), cards("AS 6S"), beaten_by("H"))


@pytest.mark.clause("KP-X1", "KP-06")
def test_kp_x1() -> None:
    table = beaten_by("H", shokha=True)
    assert takes_over(cards("8H 6H QC"), cards("AC KC JC"), table)
    assert takes_over(cards("6S 7H 10C"), cards("8H 6H QC"), table)
    assert winner_of(plays("AC KC JC, 8H 6H QC, 6S 7H 10C"), table) == 2


@pytest.mark.clause("KP-X2", "KP-05")
def test_kp_x2() -> None:
    assert one_suit(mask("10D 6S KD"), shokha=True)
    assert not one_suit(mask("10D 6S KD"))
    assert not one_suit(mask("10D 6S KC"), shokha=True)
    for trump in "CSHD":
        table = beaten_by(trump, shokha=True)
        assert table[NUMBER["6S"]] == 0
        assert not takes_over(cards("AD AH AC"), cards("10D 6S KD"), table)


@pytest.mark.clause("HK-04")
def test_tens_below_jacks() -> None:
    assert takes_over(cards("JS"), cards("10S"), beaten_by("H", tens_low=True))
    assert not takes_over(cards("JS"), cards("10S"), beaten_by("H"))
    assert takes_over(cards("10S"), cards("9S"), beaten_by("H", tens_low=True))


@pytest.mark.clause("KP-09", "KP-10", "HK-02")
def test_moskva_and_molodka() -> None:
    rules = rules_of("kozel-points")
    for text in ("AS AH AD AC", "AS 10H 10D 10C", "AS 10H 10D 6S"):
        assert is_combination("moskva", mask(text), "H", rules)
    for text in ("10S 10H 10D 10C", "10S 10H 10D 6S", "AS AH AD", "AS AH KD 10C"):
        assert not is_combination("moskva", mask(text), "H", rules)
    assert is_combination("moskva", mask("AS AH AD"), "H", rules_of("kozel-points+moskva-three-aces"))
    for text in ("KS QS JS 9S", "KD QD JD 6S", "KH QH JH 6S"):
        assert is_combination("molodka", mask(text), "H", rules)
    for text in ("KS QS JS", "KD QD 6S 9S", "KD QD JD 9C"):
        assert not is_combination("molodka", mask(text), "H", rules)


# --- scores ---


@pytest.mark.clause("KP-13", "KP-14", "HK-01")
@pytest.mark.parametrize(
    ("card_points", "tricks", "expected"),
    [
        ([89, 31], [5, 1], (0, 2)),
        ([90, 30], [5, 1], (0, 4)),
        ([120, 0], [5, 1], (0, 4)),
        ([120, 0], [5, 0], (0, 6)),
        ([60, 60], [3, 3], (2, 2)),
        ([79, 21, 20], [3, 3, 1], (0, 2, 4)),
        ([99, 21, 0], [3, 3, 0], (0, 2, 6)),
        ([50, 50, 20], [3, 3, 1], (2, 2, 4)),
        ([40, 40, 40], [3, 3, 1], (2, 2, 2)),
    ],
)
def test_penalties(card_points: list[int], tricks: list[int], expected: tuple[int, ...]) -> None:
    (ending,) = penalties(card_points, tricks, 0, tie_doubles=False)
    assert (ending.score, ending.handed) == (expected, 0)


@pytest.mark.clause("HK-01")
def test_ties_that_double() -> None:
    (tie,) = penalties([60, 60], [3, 3], 1, tie_doubles=True)
    assert (tie.score, tie.handed) == ((0, 0), 2)
    (after,) = penalties([90, 30], [3, 3], 2, tie_doubles=True)
    assert (after.score, after.handed) == ((0, 16), 0)


@pytest.mark.clause("KP-15", "KP-16")
@pytest.mark.parametrize(
    ("after", "left"),
    [
        ([12, 6, 6], [1, 2]),
        ([12, 14, 6], [2]),
        ([12, 14, 16], [0, 1]),
        ([12, 16, 16], [0, 1, 2]),
        ([14, 14], [0, 1]),
        ([14, 16], [0]),
        ([11, 0], [0, 1]),
    ],
)
def test_who_is_out(after: list[int], left: list[int]) -> None:
    assert still_in(after, 12) == left
