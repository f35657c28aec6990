"""Rulebooks with duties, steps and counts as layers: flat and back, house rules on top, digests."""

from __future__ import annotations

from pathlib import Path

import pytest

import trickbook
from trickbook.rulebook import from_flat, load, to_flat, to_toml

GAMES = ("whist", "hearts", "spades", "oh-hell", "tressette", "sueca", "briscola")


@pytest.mark.parametrize("name", GAMES)
def test_flat_and_back(name: str, tmp_path: Path) -> None:
    rulebook = load(name)
    assert from_flat(to_flat(rulebook), game=name).digest == rulebook.digest
    path = tmp_path / "flat.toml"
    path.write_text(to_toml(rulebook), "utf-8")
    assert load(str(path)).digest == rulebook.digest


def test_what_the_format_did_not_always_know_is_not_in_games_without_it() -> None:
    flat = to_flat(trickbook.load("kozel-points").rulebook)
    assert not {"duty", "step", "count", "tally"} & set(flat)
    assert "hands" not in flat["deal"]
    assert flat["score"]
    assert all("if" not in row and "group" not in row for row in flat["score"].values())


def test_the_order_of_duties_is_part_of_the_rules() -> None:
    game = "hearts"
    assert load(game).digest != load(game + '+duty.no-points.before="follow"').digest


def test_their_words_are_not() -> None:
    game = "hearts"
    assert load(game).digest == load(game + '+duty.follow.meaning="bekennen"').digest


def test_a_house_rule_takes_a_duty_and_a_condition_away(tmp_path: Path) -> None:
    path = tmp_path / "free.toml"
    path.write_text('[remove]\nduty = ["no-points"]\n"score.moon.if" = ["penalty-cards"]\n', "utf-8")
    rulebook = load(f"hearts+{path}")
    assert list(rulebook.get("duty")) == ["opening", "follow", "unbroken"]
    assert rulebook.get("score.moon.if") == {}


def test_a_house_rule_adds_a_duty_and_a_count(tmp_path: Path) -> None:
    path = tmp_path / "jack.toml"
    text = '[count.jack]\ncards = ["JD"]\n[score.jack]\ngroup = "jack"\nif.jack = [1, 1]\npoints = -10\n'
    path.write_text(text + '[duty.head]\nat = "follow"\nsuit = "led"\nbeats = true\n', "utf-8")
    rulebook = load(f"hearts+{path}")
    assert rulebook.get("score.jack.if") == {"jack": [1, 1]}
    assert list(rulebook.get("duty"))[-1] == "head"
