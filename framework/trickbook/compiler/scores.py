"""When a deal ends, and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trickbook.cards import Pack
from trickbook.compiler.pack import mask_of
from trickbook.kernel.layout import (
    CARD_POINTS_FROM,
    CARD_POINTS_TO,
    CARRIES,
    FOR_RESULTS,
    FOR_SIDES,
    GIVES_POINTS,
    LOST,
    OTHERS_TRICKS_TO,
    TIED,
    TRICKS_FROM,
    TRICKS_TO,
    WON,
    Rules,
)
from trickbook.rulebook.hands import hand_sizes
from trickbook.rulebook.model import Rulebook

_RESULTS = {"any": WON | TIED | LOST, "won": WON, "tied": TIED, "lost": LOST}


def set_end_and_score(rules: Rules, rulebook: Rulebook, pack: Pack) -> None:
    """Set when a deal ends, cuts that are refused, claims, the pot, and the rows of the score."""
    get = rulebook.get
    rules.counts_cards = get("end.counts") == "cards"
    for seats in range(1, get("table.players") + 1):
        rules.end_tricks[seats] = tricks_that_end(rulebook, pack, seats)
    rules.end_card_points = get("end.card_points")
    rules.won_by_card_points = get("end.won_by") == "card-points"
    rules.least_wins_deal = get("end.least_wins")
    refused = get("cut.refused")
    rules.cut = bool(refused)
    rules.cut_refused = mask_of(refused, rulebook, pack) if refused else 0
    rules.claim_points = get("claim.points")
    rules.claim_wrong_multiplies = get("claim.wrong_multiplies")
    rules.carry_doubles = get("carry.counts") == "doublings"
    rules.stake = get("pot.stake")
    rules.pot_won_by = get("pot.won_by") == "most"
    rows: Mapping[str, Mapping[str, Any]] = get("score")
    rules.score_rows = len(rows)
    for i, row in enumerate(rows.values()):
        columns = rules.score_row[i]
        columns[FOR_SIDES] = row["sides"]
        columns[FOR_RESULTS] = _RESULTS[row["result"]]
        columns[TRICKS_FROM] = row["tricks_from"]
        columns[TRICKS_TO] = row["tricks_to"]
        columns[CARD_POINTS_FROM] = row["card_points_from"]
        columns[CARD_POINTS_TO] = row["card_points_to"]
        columns[OTHERS_TRICKS_TO] = row["others_tricks_to"]
        columns[GIVES_POINTS] = row["points"]
        columns[CARRIES] = row["carry"]


def tricks_that_end(rulebook: Rulebook, pack: Pack, seats: int) -> int:
    """Return how many tricks of a side end the deal where so many sit at the table; 0: it ends when all are played.

    A majority is one of the tricks of one card that so many would play: when a side goes out, the others have more cards each.
    """
    end = rulebook.get("end.tricks")
    if end == "majority":
        tricks = len(pack) // seats if rulebook.get("draw.after_trick") else max(hand_sizes(rulebook.get))
        return tricks // 2 + 1
    return 0 if end == "all" else int(end)
