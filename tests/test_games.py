"""The list of all games is what ships, and fits as the house rules say."""

from __future__ import annotations

import pytest

from tests.games import RULEBOOKS, all_tables, fitting, games, numbers, stacks, tables

FITTING = {
    "briscola": "",
    "bruus-two": "nine-of-sixteen optional-daring schwesing-tournament singles-only six-players",
    "bura": "bura-leads-only bura-only closed last-trick-leads no-sixes right-leads tens-below-jacks three-aces-win",
    "hearts": "any-club-opens five-at-hearts hearts-at-any-time jack-of-diamonds moon-subtracts no-passing points-in-first-trick "
    "queen-does-not-break three-at-hearts",
    "knockout-whist": "",
    "kozel-money": "bura-leads-only closed last-trick-leads no-sixes right-leads tens-below-jacks winner-deals",
    "kozel-points": "game-to-16 last-trick-leads moskva-three-aces no-shokha right-leads tens-below-jacks three-at-most "
    "tie-doubles winner-deals",
    "oh-hell": "down-and-up down-only exact-only five-for-exact no-hook no-trump off-by",
    "schwesing": "optional-daring schwesing-tournament singles-only six-players",
    "spades": "failed-nil-helps jokers-high name-at-least-one nil-fifty no-bags no-nil spades-at-any-time spades-to-250",
    "sueca": "",
    "treia": "optional-daring schwesing-tournament singles-only six-players",
    "tressette": "no-last-trick tressette-to-31",
    "whist": "american-whist hearts-are-trumps long-whist no-trump",
}
"""House rules by the rulebook that they fit, as their clauses have it."""


@pytest.mark.parametrize("rulebook", FITTING)
def test_house_rules_fit_the_games_that_they_were_made_for(rulebook: str) -> None:
    assert " ".join(fitting(rulebook)) == FITTING[rulebook]


@pytest.mark.clause("BU-01", "KM-01", "KP-01")
def test_numbers_of_players_are_those_of_the_clauses() -> None:
    assert sorted(numbers("bura")) == [2, 3, 4, 5, 6]
    assert sorted(numbers("kozel-money")) == [2, 3, 4, 5]
    assert (numbers("kozel-points"), numbers("schwesing")) == ((4, 2, 3), (4,))


def test_everything_is_in_the_list() -> None:
    assert set(FITTING) <= set(RULEBOOKS)
    assert {game.partition("+")[0] for game in games()} == set(RULEBOOKS) == {game for game, _ in tables()}
    assert {part for game in games() for part in game.split("+")[1:]} == set(" ".join(FITTING.values()).split())
    for rulebook in FITTING:
        piled = {part for stack in stacks() if stack.startswith(rulebook) for part in stack.split("+")[1:]}
        assert piled == set(fitting(rulebook))
    assert {("schwesing+six-players", 6), ("bura+closed", 5), ("kozel-points+tie-doubles", 2)} <= set(all_tables())
