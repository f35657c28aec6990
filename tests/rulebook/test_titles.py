"""What games are called, for people."""

from __future__ import annotations

import pytest

from trickbook.plugins import PluginSet
from trickbook.rulebook import from_flat, load, to_flat

PLUGINS = PluginSet()


@pytest.mark.parametrize(
    ("game", "title"),
    [
        ("schwesing", "Bruus (Schwesing)"),
        ("schwesing+optional-daring", "Bruus (Schwesing) with optional daring"),
        ("bura+closed+table.players=3", "Bura with closed cards for 3 players"),
        ("bura+closed+three-aces-win+match.target=9", "Bura with closed cards, three aces win and match.target=9"),
    ],
)
def test_what_a_game_is_called(game: str, title: str) -> None:
    assert load(game, plugins=PLUGINS).title == title


def test_rules_without_their_house_rules_are_called_as_they_are_typed() -> None:
    """A record has what the house rules make of the game, not what they are called."""
    game = "schwesing+optional-daring"
    assert from_flat(to_flat(load(game, plugins=PLUGINS)), plugins=PLUGINS, game=game).title == game
    assert (
        from_flat(to_flat(load("schwesing", plugins=PLUGINS)), plugins=PLUGINS, game="schwesing").title
        == "Bruus (Schwesing)"
    )
