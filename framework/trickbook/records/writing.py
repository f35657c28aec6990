"""From the state of a deal that is over to the lines of a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from trickbook.cards import SUITS
from trickbook.compiler import CompiledGame
from trickbook.kernel.layout import (
    ANNOUNCEMENT,
    BY_DEALS,
    BY_LAST_LEFT,
    BY_LIMIT,
    BY_STOP,
    BY_TARGET,
    BY_TOO_MANY_POINTS,
    CLAIMING,
    DECLARED,
    DECLINED,
    FACE_DOWN,
    GIVING,
    GOES_ON,
    NAMING,
    NO_TRUMP,
    STATE,
    State,
)
from trickbook.records.format import FORMAT_VERSION, RECORD_FORMAT, RULES_FORMAT
from trickbook.rulebook import to_flat
from trickbook.simulation.batches import Block
from trickbook.version import KERNEL

REASONS = {
    BY_TARGET: "target",
    BY_LAST_LEFT: "last-left",
    BY_LIMIT: "limit",
    BY_DEALS: "deals",
    BY_STOP: "stopped",
    BY_TOO_MANY_POINTS: "too-many-points",
}
"""Why a match ended, by the kernel's number."""


def record_of(game: CompiledGame, state: State, seed: int) -> dict[str, Any]:
    """Return the record of a deal that is over, as plain data."""
    pack = game.pack
    # As a dictionary, since reading fields of a NumPy record one by one is slow.
    values: dict[str, Any] = dict(zip(STATE.names or (), state.item(), strict=True))
    seats, sides = values["seats"], values["sides"]
    return {
        "format": RECORD_FORMAT,
        "version": FORMAT_VERSION,
        "game": game.game,
        "digest": game.rulebook.digest,
        "kernel": KERNEL,
        "seed": seed,
        "match": values["match"],
        "deal": values["deal"],
        "seats": seats,
        "players": values["players"][:seats].tolist(),
        "teams": values["side_of"][:seats].tolist(),
        "dealer": values["dealer"],
        **({"leader": values["first_leader"]} if game.first_lead_is_handed_on else {}),
        "pack": [pack.name(place) for place in values["pack"][: len(pack)].tolist()],
        "trump": None if values["trump"] == NO_TRUMP else SUITS[values["trump"]],
        "turned": None if values["turned"] < 0 else pack.name(values["turned"]),
        "moves": _moves(game, values),
        "tricks": [
            {"leader": leader, "winner": winner, "size": size}
            for leader, winner, size in _logged(values, "tricks", _TRICK_LOG)
        ],
        "events": [
            {"trick": trick, "kind": game.events[kind].name, "seat": seat, "card": pack.name(card)}
            for trick, kind, seat, card in _logged(values, "events", _EVENT_LOG)
            if game.events[kind].recorded
        ],
        "tricks_won": values["tricks_won"][:sides].tolist(),
        "card_points": values["card_points"][:sides].tolist() if game.has_card_points else None,
        "carry": [values["carry_in"], values["carry_out"]],
        "pot": {"before": values["pot_before"], "staked": values["pot_staked"], "left": values["pot"]}
        if game.has_pot
        else None,
        "before": values["before"][:sides].tolist(),
        "score": values["deal_score"][:sides].tolist(),
        "after": values["score"][:sides].tolist(),
        "outcome": _outcome(game, values),
    }


_MOVE_LOG = ("move_seat", "move_cards", "move_kind", "move_flags", "move_combination")
_TRICK_LOG = ("trick_leader", "trick_winner", "trick_size")
_EVENT_LOG = ("event_trick", "event_kind", "event_seat", "event_card")


def _logged(values: Mapping[str, Any], count: str, columns: tuple[str, ...]) -> Iterable[tuple[int, ...]]:
    return zip(*(values[column][: values[count]].tolist() for column in columns), strict=True)


def _moves(game: CompiledGame, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the moves in order; the cards that a seat gives away stand together in one."""
    moves: list[dict[str, Any]] = []
    for logged in _logged(values, "moves", _MOVE_LOG):
        move = _move(game, *logged)
        if "give" in move and moves and "give" in moves[-1] and moves[-1]["seat"] == move["seat"]:
            moves[-1]["give"] += move["give"]
        else:
            moves.append(move)
    return moves


def _move(game: CompiledGame, seat: int, cards: int, kind: int, flags: int, combination: int) -> dict[str, Any]:
    if kind == CLAIMING:
        return {"seat": seat, "claim": True}
    if kind == NAMING:
        return {"seat": seat, "name": flags}
    if kind == GIVING:
        return {"seat": seat, "give": game.pack.names(cards)}
    move: dict[str, Any] = {"seat": seat, "cards": game.pack.names(cards)}
    if flags & FACE_DOWN:
        move["face_down"] = True
    if flags & (DECLARED | DECLINED):
        move["declare"] = bool(flags & DECLARED)
    if kind == ANNOUNCEMENT:
        move["announce"] = game.combinations[combination]
    return move


def _outcome(game: CompiledGame, values: Mapping[str, Any]) -> dict[str, Any] | None:
    if values["outcome"] == GOES_ON:
        return None
    winner = values["outcome_winner"]
    outcome: dict[str, Any] = {
        "winner": None if winner < 0 else winner,
        "value": values["outcome_value"],
        "reason": REASONS[values["outcome"]],
    }
    if players := game.tournament_players:
        outcome["totals"] = values["totals"][:players].tolist()
    return outcome


def rules_line(game: CompiledGame, origin: Mapping[str, Any] | None = None) -> str:
    """Return the line that stands before the first record of a rulebook; `origin` says where the records come from."""
    rulebook = game.rulebook
    line = {
        "format": RULES_FORMAT,
        "version": FORMAT_VERSION,
        "game": game.game,
        "digest": rulebook.digest,
        "rules": to_flat(rulebook),
    }
    return json.dumps(line | ({"origin": origin} if origin else {}), ensure_ascii=False)


def record_lines(
    game: CompiledGame, block: Block, seed: int, known: set[str], origin: Mapping[str, Any] | None = None
) -> Iterator[str]:
    """Yield the lines of a block whose states were kept, without line ends.

    `known` has the digests whose rules have been written, and is added to; `origin` is that of `rules_line`.
    """
    for i in range(len(block.states)):
        if game.rulebook.digest not in known:
            known.add(game.rulebook.digest)
            yield rules_line(game, origin)
        yield json.dumps(record_of(game, block.states[i], seed))
