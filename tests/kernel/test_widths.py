"""Every number has room: what the limits allow fits into the fields that hold it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import trickbook
from trickbook.bots.playing import ROW
from trickbook.kernel.layout import RULES, STATE
from trickbook.kernel.limits import (
    CORE,
    MAX_ATTEMPTS,
    MAX_CARDS,
    MAX_COMBINATIONS,
    MAX_EVENT_KINDS,
    MAX_EVENTS,
    MAX_LOG,
    MAX_MOVES,
    MAX_PLAY,
    MAX_PLAYERS,
    MAX_POINTS,
    MAX_SEATS,
    UNIVERSE,
)
from trickbook.records import record_lines, replay
from trickbook.records.transcript import transcript
from trickbook.rulebook.fields import FIELDS
from trickbook.simulation.batches import match_blocks

HIGH = {field.path: field.high for field in FIELDS}
CARD_POINTS = MAX_CARDS * HIGH["points.*"]
SEAT, PLACE = MAX_SEATS - 1, MAX_CARDS - 1
ASKED = MAX_LOG + MAX_CARDS * MAX_SEATS * (MAX_COMBINATIONS + 1)
"""Moves of a deal, and passes: each seat is asked for each combination, and for a claim, before each trick."""

STATES = {
    **dict.fromkeys(("pack", "left", "in_order", "event_card"), PLACE),
    **dict.fromkeys(("move_seat", "trick_leader", "trick_winner", "event_seat"), SEAT),
    "seating": MAX_PLAYERS - 1,
    "swap_with": CORE - 1,
    "stands_at": UNIVERSE - 1,
    "move_kind": 3,
    "move_flags": 7,
    "move_combination": MAX_COMBINATIONS,
    "trick_size": MAX_PLAY,
    "trick_points": CARD_POINTS,
    "event_trick": MAX_CARDS,
    "event_kind": MAX_EVENT_KINDS - 1,
}
ROWS = {
    **dict.fromkeys(("seats", "sides"), MAX_SEATS),
    **dict.fromkeys(("dealer", "first_leader", "first_side", "claimer", "pot_taker", "half_time_side"), SEAT),
    **dict.fromkeys(("outcome_winner", "trick_side"), SEAT),
    **dict.fromkeys(("score", "before", "pot_before", "pot_left"), MAX_POINTS),
    **dict.fromkeys(("tricks_won", "tricks", "tricks_of_size", "cards", "face_down"), MAX_CARDS),
    **dict.fromkeys(("card_points", "trick_worth"), CARD_POINTS),
    **dict.fromkeys(("events", "side_events"), MAX_EVENTS),
    **dict.fromkeys(("asked", "choices"), ASKED),
    **dict.fromkeys(("ended", "outcome", "outcome_value", "fault"), 10),
    **dict.fromkeys(("carry_in", "carry_out"), HIGH["score.*.carry"] * HIGH["match.at_most"]),
    "deal": HIGH["match.at_most"],
    "attempt": MAX_ATTEMPTS,
    "moves": MAX_LOG,
    "options": ASKED * MAX_MOVES,
    "combinations": MAX_LOG,
    "pot_staked": MAX_SEATS * HIGH["pot.stake"],
}
RULEBOOKS = {"place_of": PLACE, "suit": 4, "rank": 13, "card_points": HIGH["points.*"]}


@pytest.mark.parametrize(("record", "most"), [(STATE, STATES), (ROW, ROWS), (RULES, RULEBOOKS)])
def test_narrow_fields_hold_what_the_limits_allow(record: np.dtype[np.void], most: dict[str, int]) -> None:
    narrow = {name: record[name].base for name in record.names or () if record[name].base.itemsize < 8}
    assert set(narrow) == set(most)
    for name, kind in narrow.items():
        assert np.iinfo(kind).max >= most[name], name


EIGHT = """
name = "Eight with dear cards"
table.players = 8
deal.hand = 6
draw.after_trick = false
lead.sizes = [1, 6]
lead.same = "any"
end.won_by = "card-points"
score.any.points = 1
match.deals = 2
[points]
"""


def test_a_trick_of_48_cards_of_1000_points(tmp_path: Path) -> None:
    path = tmp_path / "eight.toml"
    path.write_text(
        EIGHT
        + "".join(f"{rank} = 1000\n" for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])
    )
    game = trickbook.load(str(path))
    known: set[str] = set()
    block = next(match_blocks(game, deals=60, seed=4, bots="random", keep=True))
    played = np.arange(MAX_CARDS) < block.rows["tricks"][:, np.newaxis]
    worth = np.where(played, block.rows["trick_worth"], 0)
    assert worth.sum(axis=1).tolist() == [48_000] * 60
    # A trick that each plays k cards to has 8 k of them, 1000 points each.
    sizes = [state.trick_size[: state.tricks] for state in block.states]
    for row, size in zip(worth, sizes, strict=True):
        assert row[: len(size)].tolist() == [8000 * int(cards) for cards in size]
    assert worth.max() == 48_000
    lines = list(record_lines(game, block, 4, known))
    for result in replay(lines):
        assert result.problems == ()
        assert any("48000 card points" in line for line in transcript(game, result.record)) is (
            [trick["size"] for trick in result.record["tricks"]] == [6]
        )
