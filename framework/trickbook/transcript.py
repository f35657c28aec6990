"""A recorded deal as a person can follow it, with why each trick fell as it did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from trickbook.cards import SUIT_SYMBOLS, SUITS, cards_text
from trickbook.compiler import CompiledGame
from trickbook.explaining import counted, listed
from trickbook.records import play_moves, table_at
from trickbook.seats import seat_words, side_name
from trickbook.table import IllegalMoveError, Step, Table, Trick


def transcript(game: CompiledGame, record: Mapping[str, Any]) -> list[str]:
    """Return the lines that tell a deal.

    A move that is not legal ends the transcript, with the reason. Raises `trickbook.records.RecordError` if the
    record can't even be dealt.
    """
    table = table_at(game, record)
    seats = table.seats

    def name(seat: int) -> str:
        return seat_words(seat, seats)

    lines = [f"Match {record['match']}, deal {record['deal']} of {record['game']}. {name(record['dealer'])} deals."]
    if table.trump is not None:
        turned = f", {cards_text([record['turned']])} turned" if record["turned"] else ""
        lines.append(f"Trumps are {SUIT_SYMBOLS[SUITS.index(table.trump)]}{turned}.")
    lines += [f"  {name(seat)} is dealt {cards_text(table.hand(seat))}" for seat in range(seats)]
    trouble = ""
    try:
        play_moves(table, record)
    except IllegalMoveError as error:
        trouble = f"Here the record goes wrong: {error}."
    for number, trick in enumerate(table.tricks):
        lines += _tell_trick(number, trick, record, name)
    lines += _tell_claims(record, name)
    return [*lines, trouble] if trouble else lines + _tell_end(table, record)


def _tell_trick(number: int, trick: Trick, record: Mapping[str, Any], name: Callable[[int], str]) -> list[str]:
    kind = "" if trick.size == 1 else f", {counted(trick.size)} each"
    lines = [f"Trick {number + 1}{kind}:"]
    events = [event for event in record["events"] if event.get("trick") == number]
    for i, step in enumerate(trick.steps):
        verb = "leads" if i == 0 else "plays"
        lines.append(
            f"  {name(step.seat)} {verb} {cards_text(step.cards)}{_reason(i, step)}{_told_events(step, events)}"
        )
    if trick.winner is not None:
        lines.append(f"  {name(trick.winner)} wins the trick.")
    return lines


def _reason(i: int, step: Step) -> str:
    return "" if i == 0 else f" and takes over: {step.why}" if step.takes_over else f": {step.why}"


def _told_events(step: Step, events: Sequence[Mapping[str, Any]]) -> str:
    kinds = [event["kind"] for event in events if event["seat"] == step.seat and event["card"] in step.cards]
    return f" ({listed(kinds)})" if kinds else ""


def _tell_claims(record: Mapping[str, Any], name: Callable[[int], str]) -> list[str]:
    return [f"{name(move['seat'])} claims." for move in record["moves"] if move.get("claim")]


def _tell_end(table: Table, record: Mapping[str, Any]) -> list[str]:
    sides = [side_name(side, table.side_of) for side in range(len(record["score"]))]
    lines = [
        "Tricks: " + ", ".join(f"{side} {won}" for side, won in zip(sides, record["tricks_won"], strict=True)) + "."
    ]
    if record["card_points"] is not None:
        lines.append(
            "Card points: " + ", ".join(f"{s} {n}" for s, n in zip(sides, record["card_points"], strict=True)) + "."
        )
    lines.append("Score: " + ", ".join(f"{s} {n:+d}" for s, n in zip(sides, record["score"], strict=True)) + ".")
    lines.append("Match: " + ", ".join(f"{s} {n}" for s, n in zip(sides, record["after"], strict=True)) + ".")
    if record["carry"][1]:
        lines.append(f"{record['carry'][1]} is carried to the next deal.")
    outcome = record["outcome"]
    if outcome is not None:
        winner = "nobody wins the match" if outcome["winner"] is None else f"{sides[outcome['winner']]} wins the match"
        double = " double" if outcome["value"] == 2 else ""
        lines.append(f"{winner[0].upper()}{winner[1:]}{double} ({outcome['reason']}).")
    return lines
