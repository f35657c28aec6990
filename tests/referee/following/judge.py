"""The entry: the lines of a record file of these games in, every complaint out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tests.referee.following.deal import Deal, Move
from tests.referee.following.games import rules_of
from tests.referee.following.match import Match


def judge(lines: Iterable[str]) -> list[str]:
    """Everything that is wrong with the deals of a file, a complaint a line; whole matches from their first deal."""
    complaints: list[str] = []
    match: Match | None = None
    place = None
    for number, line in enumerate(lines, 1):
        data = json.loads(line)
        if data["format"] != "trickbook-record":
            continue
        here = (data["game"], data["match"])
        if here != place:
            match = Match(rules_of(data["game"]), data["seats"], data["dealer"])
            place = here
        assert match is not None
        complaints += [f"line {number}: {complaint}" for complaint in judge_deal(match, data)]
    return complaints


def moves_of(data: Mapping[str, Any]) -> list[tuple[int, Move]]:
    """The moves of a record, each with its seat; cards that are given one by one."""
    moves: list[tuple[int, Move]] = []
    for move in data["moves"]:
        if "name" in move:
            moves.append((move["seat"], ("name", move["name"])))
        elif "give" in move:
            moves += [(move["seat"], ("give", card)) for card in move["give"]]
        else:
            moves += [(move["seat"], ("play", card)) for card in move["cards"]]
    return moves


def judge_deal(match: Match, data: Mapping[str, Any]) -> list[str]:
    """What is wrong with one deal, at its place in a match, which goes on to the next."""
    wrong: list[str] = []

    def expect(what: str, found: object, expected: object) -> None:
        if found != expected:
            wrong.append(f"{what} is {found!r}; expected {expected!r}")

    expect("deal", data["deal"], match.number)
    expect("seats", data["seats"], match.seats)
    expect("dealer", data["dealer"], match.dealer)
    expect("before", data["before"], match.scores)
    if match.reason:
        wrong.append(f"a deal after the match has ended ({match.reason})")
    if wrong:
        return wrong
    expect("cards in the pack", len(set(data["pack"])), match.game.cards)
    deal = match.deal(data["pack"])
    expect("teams", data["teams"], [deal.side(seat) for seat in range(deal.seats)])
    expect("trump", data["trump"], deal.trump)
    expect("turned", data["turned"], deal.turned)
    if not wrong and _play(deal, data, wrong):
        score = match.settle(deal)
        tricks = [{"leader": each.leader, "winner": each.winner, "size": 1} for each in deal.tricks]
        expect("tricks", data["tricks"], tricks)
        expect("tricks_won", data["tricks_won"], deal.tricks_by_side())
        if data["card_points"] is not None:
            expect("card_points", data["card_points"], deal.card_points())
        expect("score", data["score"], score)
        expect("after", data["after"], match.scores)
        outcome = data["outcome"] and {key: data["outcome"][key] for key in ("winner", "reason")}
        expect("outcome", outcome, {"winner": match.winner, "reason": match.reason} if match.reason else None)
        if not match.reason:
            match.go_on()
    return wrong


def _play(deal: Deal, data: Mapping[str, Any], wrong: list[str]) -> bool:
    """Make the moves of a record; whether the deal came to its end."""
    moves = moves_of(data)
    for place, (seat, move) in enumerate(moves):
        if deal.over:
            wrong.append(f"{len(moves) - place} moves after the end of the deal")
            return False
        if seat != deal.turn:
            wrong.append(f"move {place} is by seat {seat}; expected seat {deal.turn}")
            return False
        if move not in deal.legal():
            wrong.append(f"move {place} is {move}; expected one of {sorted(deal.legal(), key=str)}")
            return False
        deal.make(move)
    if not deal.over:
        wrong.append(f"the deal stops after {len(moves)} moves; expected seat {deal.turn} to move")
    return deal.over
