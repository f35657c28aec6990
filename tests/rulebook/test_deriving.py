"""The house rule that turns one game into another gives that game's digest, and as a file too."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games import RULEBOOKS, games
from tests.rulebook.helpers import Write
from trickbook.plugins import PluginSet
from trickbook.rulebook import Rulebook, RulebookError, load
from trickbook.rulebook.deriving import derive, nested
from trickbook.rulebook.loading import load_with
from trickbook.rulebook.writing import to_house_rule

PLUGINS = PluginSet()
CHANGES = {
    "match.target": st.integers(1, 30),
    "deal.at_a_time": st.integers(1, 3),
    "lead.sizes": st.sampled_from(["[1]", "[1,2]", "[1,3]"]),
    "lead.same": st.sampled_from(["suit", "rank", "any"]),
    "score.won.points": st.integers(-5, 5),
    "score.tied.carry": st.integers(0, 3),
    "order.ladder": st.sampled_from(["[JC,KH]", "[]", "[KH,JC,9]"]),
    "cut.refused": st.sampled_from(["[]", "[JC]", "[JC,KH]"]),
    "points.A": st.integers(0, 11),
    "daring.strike": st.integers(1, 9),
    "score.sweep.before": st.sampled_from(["won", "tied", '""']),
    "combination.triple.must": st.sampled_from(["true", "false"]),
    "follow.face_down": st.sampled_from(["never", "may", "must"]),
}
STACKS = st.fixed_dictionaries({}, optional=CHANGES)


def loaded(game: str) -> Rulebook:
    return load(game, plugins=PLUGINS)


def assert_derived(one: Rulebook, other: Rulebook) -> None:
    reached = load_with(one.game, nested(derive(one, other, PLUGINS)), plugins=PLUGINS)
    assert reached.digest == other.digest, f"{one.game} -> {other.game}"


@pytest.mark.parametrize("game", RULEBOOKS)
def test_each_rulebook_turns_into_every_other(game: str) -> None:
    one = loaded(game)
    for other in RULEBOOKS:
        assert_derived(one, loaded(other))


def test_house_rules_are_derived_again() -> None:
    for game in games():
        rulebook = game.partition("+")[0]
        assert_derived(loaded(rulebook), loaded(game))
        assert_derived(loaded(game), loaded(rulebook))


@settings(max_examples=40, deadline=None)
@given(STACKS, STACKS)
def test_any_two_stacks_turn_into_each_other(first: dict[str, object], second: dict[str, object]) -> None:
    try:
        one, other = (
            loaded("+".join(["schwesing", *(f"{key}={value}" for key, value in stack.items())]))
            for stack in (first, second)
        )
    except RulebookError:
        return
    assert_derived(one, other)
    assert_derived(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("schwesing", "treia"), ("treia", "schwesing"), ("whist", "hearts"), ("bura", "spades")]
)
def test_as_a_file_it_gives_the_same(write: Write, one: str, other: str) -> None:
    changes = derive(loaded(one), loaded(other), PLUGINS)
    path = write("rule.toml", to_house_rule(changes, below=one, name="Derived", fits=[one]))
    assert loaded(f"{one}+{path}").digest == loaded(other).digest


def test_only_what_differs_is_written(write: Write) -> None:
    changes = derive(loaded("schwesing"), loaded("treia"), PLUGINS)
    # Treia, clause by clause: 32 cards, no sixes on the ladder, ties carried over, ten matchsticks, double without points.
    assert [".".join(change.path) for change in changes] == [
        "pack.ranks",
        "order.ladder",
        "score.tied.carry",
        "match.target",
        "match.double",
    ]
    assert [change.before for change in changes][-2:] == [12, "never"]
    assert derive(loaded("schwesing"), loaded("schwesing"), PLUGINS) == []
