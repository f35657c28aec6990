"""What is said of rules that can't matter: each of the issue's examples, and nothing of rules that do."""

from __future__ import annotations

import pytest

from trickbook.effects import same_game, warnings_of, why_same
from trickbook.game.loading import load as load_game
from trickbook.plugins import PluginSet
from trickbook.rulebook import Finding, load

PLUGINS = PluginSet()


def warned(game: str) -> list[Finding]:
    return warnings_of(load(game, plugins=PLUGINS), PLUGINS)


@pytest.mark.parametrize(
    ("change", "id", "key", "words"),
    [
        # The sevens plugin has the last word over the ladder.
        (
            'order.ladder=["7C","JC","KH","8S","9","A","J","6"]',
            "plugin-overrides-key",
            "order.ladder",
            '"7C" has no effect here: the plugin sevens decides',
        ),
        # Nothing but the jack of clubs beats the king of hearts.
        (
            'daring.matadors=["10C","KH","8S"]',
            "plugin-warns",
            "daring.matadors",
            "10♣ strikes K♥, and does not beat it",
        ),
        # The jack of clubs strikes a dare with the king of hearts, which now stands above it.
        (
            'order.ladder=["KH","JC","8S","9","A","J","6"]',
            "plugin-warns",
            "daring.matadors",
            "J♣ strikes K♥, and does not beat it",
        ),
        ("match.target=0", "match-may-never-end", "match.target", "nothing ends a match"),
        ("pack.jokers=1", "card-beats-nothing", "pack.jokers", "X1 beats no card"),
        ("pack.jokers=2", "card-beats-nothing", "pack.jokers", "X1 and X2 beat no card"),
        # A Bock where nine tricks are played: two sides can't have as many.
        (
            "score.tied.carry=1",
            "score-row-never-happens",
            "score.tied.carry",
            "9 tricks are played, and nobody can tie",
        ),
        ("carry.counts=doublings", "key-means-nothing", "carry.counts", "no deal that can happen hands anything on"),
        ("trump.suit=C", "key-means-nothing", "trump.suit", "the trump suit is not fixed"),
        # Nothing but the ladder beats anything, so the order within suits is for nothing.
        (
            'order.ranks=["6","7","8","9","10","J","Q","K","A"]',
            "key-without-effect",
            "order.ranks",
            "is compiled to the same rules",
        ),
        ("match.target=12", "house-rule-changes-nothing", "", '"match.target=12" changes nothing'),
    ],
)
def test_a_rule_that_cannot_matter_is_said_to(change: str, id: str, key: str, words: str) -> None:
    found = warned(f"schwesing+{change}")
    assert [(finding.id, finding.key) for finding in found] == [(id, key)]
    assert words in found[0].problem
    assert found[0].expected
    if key != "daring.matadors" or change.startswith(key):
        assert (found[0].file, found[0].line, found[0].column) == (f"schwesing+{change}", 1, len("schwesing+") + 1)
    assert found[0].warning
    assert "warning: " in str(found[0])


@pytest.mark.parametrize(
    "change",
    [
        'order.ladder=["JC","KH","9","8S","A","J","6"]',
        'order.ladder=["X1","JC","KH","8S","9","A","J","6"]+pack.jokers=1',
        'daring.matadors=["JC","KH","9S"]',
        "match.target=16",
        "match.target=0+match.deals=8",
        "score.won.points=2",
        "trump.chosen=fixed+order.below=suits+trump.suit=C",
        "optional-daring",
        "singles-only",
    ],
)
def test_a_rule_that_matters_is_not_warned_of(change: str) -> None:
    assert warned(f"schwesing+{change}") == []


@pytest.mark.parametrize("game", ["schwesing", "kozel-points", "knockout-whist", "treia"])
def test_rulebooks_that_ship_have_nothing_to_be_warned_of(game: str) -> None:
    assert warned(game) == []


def test_left_and_right_are_one_for_two_players() -> None:
    assert [finding.id for finding in warned("bura+table.players=2+right-leads")] == ["no-difference-seen"]
    assert warned("bura+table.players=3+right-leads") == []


def test_a_house_rule_is_not_blamed_for_what_it_leaves_idle() -> None:
    # A wrong claim costs something at Bura; where nobody claims, that key has nothing to do, and nobody set it for that.
    assert warned('bura+claim.points=0+pot.won_by="most"') == []


def test_why_games_are_the_same() -> None:
    one, same, idle, other = (
        load_game(game, plugins=PLUGINS)
        for game in ("schwesing", "schwesing+match.target=12", "schwesing+trump.suit=C", "schwesing+match.target=13")
    )
    assert same_game(one, same)
    assert why_same(one.rulebook, same.rulebook) == "all their rules are the same"
    assert same_game(one, idle)
    assert why_same(one.rulebook, idle.rulebook) == "they differ only in trump.suit, which has no effect in them"
    assert not same_game(one, other)
