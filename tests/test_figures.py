"""The figures of the documentation agree with samples that are played afresh, with other seeds."""

from __future__ import annotations

import dataclasses

import pytest

import figure
import house_rules
import strength
import trickbook
from figure import Figure
from trickbook.answers.words import differences_of
from trickbook.measure.statistics import Contrast

ROWS = figure.kept(house_rules.NAME)["rows"]
STRENGTH = figure.kept(strength.NAME)
OTHER_SEED = 2


def test_every_house_rule_has_its_row() -> None:
    assert [(row["game"], row["house_rule"]) for row in ROWS] == list(house_rules.studies())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']}+{row['house_rule']}")
def test_what_a_house_rule_does_is_found_again(row: dict) -> None:
    games = [row["game"], f"{row['game']}+{row['house_rule']}"]
    told = [Figure(**found) for found in (row["otherwise"], *row["effects"]) if found]
    comparison = trickbook.compare(games, deals=2000, matches=100, seed=OTHER_SEED, bots=house_rules.PLAYERS)
    found = {measured.metric.name: difference.contrast for measured, difference in differences_of(comparison, 1)}
    assert {entry.what: entry.agrees_with(found[entry.what]) for entry in told} == {entry.what: True for entry in told}


def check_strength(game: str, pair: strength.Pair) -> None:
    name = f"{pair.better} over {pair.against}"
    (told,) = (e["margin"] for e in STRENGTH["figures"] if e["game"] == game and e["margin"]["what"] == name)
    assert Figure(**told).agrees_with(strength.played(game, pair, part=4, seed=OTHER_SEED).margin)


@pytest.mark.parametrize("game", [*strength.GAMES, *strength.FOLLOWING])
def test_how_strong_greedy_is_is_found_again(game: str) -> None:
    check_strength(game, strength.PAIRS[0])


@pytest.mark.deep
@pytest.mark.parametrize(("game", "pair"), [match for match in strength.MATCHES if match[1] != strength.PAIRS[0]])
def test_how_strong_players_are_who_search_is_found_again(game: str, pair: strength.Pair) -> None:
    check_strength(game, pair)


def test_a_page_tells_its_figures() -> None:
    assert all(entry["margin"]["words"] in strength.page() for entry in STRENGTH["figures"])
    page = house_rules.page()
    assert all(effect["words"] in page for row in ROWS for effect in row["effects"])
    assert all(row["otherwise"]["words"] in page for row in ROWS if row["otherwise"])


@pytest.mark.parametrize(("mean", "agrees"), [(1.0, True), (1.39, True), (1.45, False), (0.55, False), (0.61, True)])
def test_a_figure_that_is_off_is_noticed(mean: float, agrees: bool) -> None:
    # Intervals twice as wide are 0.8 to 1.2 and mean ± 0.2: they meet while the means are at most 0.4 apart.
    kept = Figure("drama", 1.0, 0.9, 1.1, "")
    assert kept.agrees_with(Contrast(mean, mean - 0.1, mean + 0.1, None)) is agrees


def test_the_lopsided_interval_of_a_rare_thing_is_widened_on_each_side_by_itself() -> None:
    kept = Figure("sweeps", 0.0, 0.0, 0.02, "")
    assert kept.agrees_with(Contrast(0.059, 0.049, 0.08, None))  # 0.039 is below 0.04
    assert not kept.agrees_with(Contrast(0.061, 0.051, 0.09, None))
    with pytest.raises(ValueError, match="expected a sample with an interval"):
        kept.agrees_with(dataclasses.replace(Contrast(0.0, 0.0, 0.0, None), low=None))
