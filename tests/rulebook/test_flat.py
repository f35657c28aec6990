"""A game as one flat rulebook: the same digest however it comes back."""

from __future__ import annotations

import json
import pickle

import pytest

from tests.rulebook.helpers import Write
from trickbook.plugins import PluginSet
from trickbook.rulebook import RulebookError, from_flat, load, to_flat, to_toml

PLUGINS = PluginSet()
GAMES = [
    "schwesing",
    "treia",
    "bruus-two",
    "bruus-two+nine-of-sixteen",
    "schwesing+optional-daring",
    "treia+optional-daring+singles-only",
    "schwesing+six-players",
    "schwesing+schwesing-tournament",
    "schwesing+match.target=16+lead.first=right",
]


@pytest.mark.parametrize("game", GAMES)
def test_flat_toml_keeps_the_digest(write: Write, game: str) -> None:
    rulebook = load(game, plugins=PLUGINS)
    path = write("flat.toml", to_toml(rulebook))
    again = load(str(path), plugins=PLUGINS)
    assert again.digest == rulebook.digest
    assert again.lineage == ("flat",)
    meanings = {"parent", "fits"}
    assert {key: value for key, value in again.values.items() if key not in meanings} == {
        key: value for key, value in rulebook.values.items() if key not in meanings
    }


@pytest.mark.parametrize("game", GAMES)
def test_flat_values_pass_through_json(game: str) -> None:
    rulebook = load(game, plugins=PLUGINS)
    again = from_flat(json.loads(json.dumps(to_flat(rulebook))), plugins=PLUGINS, game=game)
    assert (again.digest, again.game) == (rulebook.digest, game)


def test_rulebooks_and_errors_can_be_pickled() -> None:
    rulebook = load("treia", plugins=PLUGINS)
    assert pickle.loads(pickle.dumps(rulebook)) == rulebook
    with pytest.raises(RulebookError) as error:
        load("nothing")
    assert pickle.loads(pickle.dumps(error.value)).findings == error.value.findings


def test_the_digest_is_of_rules_not_of_words(write: Write) -> None:
    words = write(
        "words.toml",
        "parent = 'schwesing'\nname = 'X'\nabout = 'Y'\nsource = 'Z'\nnotes = []\ndecided = []\n",
    )
    rules = write("rules.toml", "parent = 'schwesing'\n[match]\ntarget = 13\n")
    schwesing = load("schwesing", plugins=PLUGINS).digest
    assert load(str(words), plugins=PLUGINS).digest == schwesing
    assert load(str(rules), plugins=PLUGINS).digest != schwesing
    assert len(schwesing) == 16
    assert int(schwesing, 16) >= 0


def test_the_digest_knows_the_order_of_priority(write: Write) -> None:
    one = write("one.toml", "[combination.a]\nsame = 'suit'\n[combination.b]\nsame = 'rank'\n[score.all]\n")
    two = write("two.toml", "[combination.b]\nsame = 'rank'\n[combination.a]\nsame = 'suit'\n[score.all]\n")
    moved = write(
        "moved.toml",
        "[combination.b]\nsame = 'rank'\n[combination.a]\nsame = 'suit'\nbefore = 'b'\n[score.all]\n",
    )
    digests = [load(str(path)).digest for path in (one, two, moved)]
    assert digests[0] == digests[2] != digests[1]


def test_flat_values_that_are_wrong() -> None:
    with pytest.raises(RulebookError) as error:
        from_flat({"led": {}, "match": {"target": True}, "parent": "schwesing", "name": None}, file="games.jsonl")
    found = {(finding.file, finding.line, finding.key) for finding in error.value.findings}
    assert found >= {("games.jsonl", 1, key) for key in ("led", "match.target", "parent", "name")}
