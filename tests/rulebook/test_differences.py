"""What rulebooks differ in, and who set it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from trickbook.plugins import PluginSet
from trickbook.rulebook import Rulebook, RuleDifference, load, rule_differences


def differing(*games: str) -> dict[str, RuleDifference]:
    plugins = PluginSet()
    rulebooks: list[Rulebook] = [load(game, plugins=plugins) for game in games]
    return {rule.key: rule for rule in rule_differences(rulebooks, plugins.fields("daring"))}


def test_a_game_and_itself_have_none() -> None:
    assert differing("schwesing", "schwesing") == {}


def test_names_and_notes_are_no_rules() -> None:
    assert set(differing("schwesing", "schwesing+optional-daring")) == {"daring.declared", "daring.strike"}


def test_each_value_has_its_origin_and_the_key_its_meaning() -> None:
    rule = differing("schwesing", "schwesing+optional-daring")["daring.declared"]
    assert [setting.value for setting in rule.settings] == [False, True]
    origin = rule.settings[1].origin
    assert origin is not None
    assert Path(origin.file).name == "optional-daring.toml"
    assert rule.meaning == "a dare counts only if its player declares it"


def test_a_combination_that_one_game_lacks() -> None:
    rules = differing("schwesing", "schwesing+singles-only")
    assert rules["combination.triple.cards"].settings[1].value is None
    assert rules["combination.triple.cards"].settings[0].value == 3
    assert rules["lead.sizes"].settings[1].value == [1]


def test_keys_of_one_combination_stand_together() -> None:
    keys = [key.rpartition(".")[0] for key in differing("kozel-points", "bura") if key.startswith("combination.")]
    assert sum(one != other for one, other in pairwise(keys)) == len(set(keys)) - 1
