"""The entry: the lines of a record file in, every complaint out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tests.referee.match import Course
from tests.referee.record import Fault, is_digest, is_number, read_deal

UNKNOWN_DIGEST = "0" * 16
"""What a record written by hand has for a digest: no rules need stand before it."""


def judge(lines: Iterable[str], *, strict: bool = False) -> list[str]:
    """Everything that is wrong with a record file, a complaint a line: record, clause, what, expected.

    Records count from 0; lines with the rules count as lines only, from 1. `strict` holds Kozel for money to
    KM-03, by which a bura or four aces is not a choice; without it a holder may pass, as in
    `tests/data/records/kozel-money.jsonl`.
    """
    complaints = []
    course = Course(strict)
    ruled: set[str] = set()
    seen: set[str] = set()
    record = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"line {number}: "
        try:
            data = _parse(line)
            if data["format"] == "trickbook-rules":
                ruled.add(_rules_digest(data, seen))
                continue
            where = f"record {record}, line {number}: "
            record += 1
            deal = read_deal(data)
        except Fault as fault:
            complaints.append(where + str(fault))
            course.lose_track()
            continue
        faults = course.judge(deal)
        if deal.digest not in seen | ruled | {UNKNOWN_DIGEST}:
            faults.insert(0, Fault("record", f"the digest {deal.digest} is new", "a line with its rules first"))
        seen.add(deal.digest)
        complaints += [where + str(fault) for fault in faults]
    return complaints


def _parse(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError as error:
        raise Fault("record", f"the line is not JSON ({error})", "one JSON object a line") from None
    if not isinstance(data, dict) or data.get("format") not in ("trickbook-record", "trickbook-rules"):
        raise Fault("record", "the line is of no known format", "trickbook-record or trickbook-rules")
    return data


def _rules_digest(data: dict[str, Any], seen: set[str]) -> str:
    """Check a line with the rules, which must stand before the first record of their digest."""
    digest = data.get("digest")
    if not isinstance(digest, str) or not is_digest(digest):
        raise Fault("record", f"the digest of the rules is {digest!r}", "sixteen hex digits")
    good = is_number(data.get("version")) and data["version"] == 1 and isinstance(data.get("game"), str)
    if not good or not isinstance(data.get("rules"), dict) or not data["rules"]:
        raise Fault("record", "the rules are not whole", "version 1, game, digest and rules")
    if digest in seen:
        raise Fault("record", f"the rules of {digest} come after a record", "them before its first record")
    return digest
