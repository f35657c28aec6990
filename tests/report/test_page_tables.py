"""The tables of a page, as plain data."""

from __future__ import annotations

import trickbook
from trickbook.plugins import PluginSet
from trickbook.report.page_tables import rule_tables, value_tables


def test_cards_are_written_as_people_read_them() -> None:
    """The rule tables of a page have symbols of suits, as `trick` and `replay` have them."""
    games = [trickbook.load(game) for game in ("schwesing", 'schwesing+daring.matadors=["KH","8S","JC"]')]
    (table,) = rule_tables([game.rulebook for game in games], PluginSet())
    (row,) = [row for row in table["rows"] if row["key"] == "daring.matadors"]
    assert [cell.value for cell in row["cells"]] == ["J♣ K♥ 8♠", "K♥ 8♠ J♣"]


def test_chips_beside_points_are_told_apart() -> None:
    comparison = trickbook.compare(["schwesing", "bura"], deals=5, matches=1, bots="random")
    points = [measured for measured in comparison.metrics if measured.metric.name == "points"]
    ((section,),) = [table["sections"] for table in value_tables(comparison, points)]
    (row,) = section["rows"]
    assert [cell["mean"].rpartition(" ")[2] for cell in row["cells"]] == ["points", "chips"]
