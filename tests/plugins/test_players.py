"""Players that plugins add: named on the command line, handed only what their seat may see, refused if unsound."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import trickbook
from tests.bots.positions import another_world, copy_of, holds_what_it_must_have_led, positions
from tests.cli.conftest import Run, run  # noqa: F401
from trickbook.bots import BotError, added_bots, bots_named
from trickbook.bots.buffers import BLANK, new_buffers
from trickbook.bots.plugin_bots import hide
from trickbook.kernel.layout import FACE_DOWN
from trickbook.plugins import PluginError, PluginSet
from trickbook.simulation.batches import simulate, simulate_singles

GAMES = ("schwesing+optional-daring", "bura+closed", "kozel-money+closed", "kozel-points")


def test_a_plugins_player_plays_beside_others(run: Run, club: Path) -> None:  # noqa: F811
    arguments = ("ladder", "schwesing", "--plugin", str(club), "-n", "100", "--bots", "club.first,club.thrifty,greedy")
    result = run(*arguments, "--json")
    assert result.code == 0, result.err
    met = [(pair["bot"], pair["against"], (pair["margin"]["low"] or 0) > 0) for pair in result.json["pairs"]]
    assert met[1] == ("greedy", "club.thrifty", True)


def test_the_list_names_players(run: Run, club: Path) -> None:  # noqa: F811
    bots = {bot["name"]: bot["about"] for bot in run("list", "--plugin", str(club), "--json").json["bots"]}
    assert bots["club.first"] == "makes the first legal move"
    assert {"random", "greedy", "montecarlo:N", "ismcts:N"} < set(bots)
    assert "club.thrifty" in run("list", "--plugin", str(club)).out


def test_it_does_what_its_function_says(club: Path) -> None:
    """A player who makes the first move needs no luck: with others who do, a deal depends on its shuffle alone."""
    game = trickbook.load("treia", plugins=PluginSet([club]))
    one, two = (simulate_singles(game, deals=40, seed=3, bots=bots) for bots in ("club.first", "club.meddling"))
    assert np.array_equal(one, two)
    mixed = simulate(game, matches=3, seed=3, bots="club.first,ismcts:5,greedy,club.thrifty", threads=2)
    assert np.array_equal(
        mixed, simulate(game, matches=3, seed=3, bots="club.first,ismcts:5,greedy,club.thrifty", threads=1)
    )


@pytest.mark.parametrize("name", GAMES)
def test_what_it_is_handed_depends_on_nothing_hidden(name: str) -> None:
    game = trickbook.load(name)
    buffers = new_buffers(bots_named("greedy", 1))
    luck = Random(2)
    differ = 0
    for state in positions(game, 6, seed=7):
        seat = int(state.turn)
        world = another_world(game, state, seat, luck)
        if holds_what_it_must_have_led(game, world, seat):
            continue
        # What another seat played face down has points of its own in this world.
        for trick in range(int(state.tricks)):
            laid = range(trick * int(state.seats), (trick + 1) * int(state.seats))
            for i in laid:
                if state.move_flags[i] & FACE_DOWN and int(state.move_seat[i]) != seat:
                    world.trick_points[trick] += points(game, world.move_cards[i]) - points(game, state.move_cards[i])
        if state.tricks:
            last = range((int(state.tricks) - 1) * int(state.seats), int(state.tricks) * int(state.seats))
            world.in_trick = np.bitwise_or.reduce([world.move_cards[i] for i in last])
        # Whatever else tells where cards lie, or how many moves others had, is another number here.
        world.seed = np.uint64(99)
        world.decision_key = np.uint64(98)
        world.options += 3
        world.choices += 1
        for other in set(range(int(state.seats))) - {seat}:
            world.decisions[other] += 1  # to hold a combination and pass is a decision
        for shuffled in ("left", "swap_with", "stands_at", "in_order"):
            world[shuffled][:] = luck.randrange(1, 50)
        world.pack[: int(state.stock_next)] = luck.randrange(20)
        with np.errstate(over="ignore"):
            hide(game.rules, state, buffers)
            seen = copy_of(buffers.worlds[BLANK])
            hide(game.rules, world, buffers)
        for field in seen.dtype.names:
            assert np.array_equal(seen[field], buffers.worlds[BLANK][field]), field
        assert seen.hands[seat] == state.hands[seat]
        assert not any(seen.hands[other] for other in range(int(state.seats)) if other != seat)
        differ += not np.array_equal(world.hands, state.hands)
    assert differ > 30


def points(game: trickbook.CompiledGame, cards: np.uint64) -> int:
    return sum(int(game.rules.card_points[place]) for place in range(64) if int(cards) >> place & 1)


@pytest.mark.parametrize(
    ("bots", "error", "said"),
    [
        ("club.firts", BotError, "did you mean club.first?"),
        ("clubb.first", PluginError, "did you mean 'club'?"),
        ("daring.first", BotError, "the plugin 'daring' adds none"),
        ("club.wrong", PluginError, "'club.wrong' chose a move that there is not"),
    ],
)
def test_players_that_are_not_there_or_do_wrong_are_refused(
    club: Path, bots: str, error: type[Exception], said: str
) -> None:
    game = trickbook.load("schwesing", plugins=PluginSet([club]))
    with pytest.raises(error) as refused:
        simulate(game, deals=5, bots=bots)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("5", "trickbook_bots"),
        ("[5]", "expected players"),
        ("[Bot('A b', '', f)]", "lower-case"),
        ("[Bot('a', '', f), Bot('a', '', f)]", "different names"),
        ("[Bot('a', '', len)]", "plain Python function"),
        ("[Bot('a', '', lambda rules: 0)]", "expected the parameters"),
        ("[Bot('a', '', text)]", "hook 'choose'"),
        ("[Bot('a', '', half)]", "expected a whole number to be returned, found float64"),
        ("[Bot('a', '', whether)]", "expected a whole number to be returned, found bool"),
    ],
)
def test_unsound_players_are_refused_by_name(tmp_path: Path, answer: str, said: str) -> None:
    file = tmp_path / "odd.py"
    file.write_text(
        "from trickbook.hooks import Bot, hookimpl\n"
        "def f(rules, view, moves, count, drawn):\n    return 0\n"
        "def text(rules, view, moves, count, drawn):\n    return 'text'\n"
        "def half(rules, view, moves, count, drawn):\n    return count / 2\n"
        "def whether(rules, view, moves, count, drawn):\n    return count > 2\n"
        f"@hookimpl\ndef trickbook_bots():\n    return {answer}\n",
        encoding="utf-8",
    )
    game = trickbook.load("schwesing", plugins=PluginSet([file]))
    with pytest.raises((PluginError, BotError)) as refused:
        simulate(game, deals=1, bots="odd.a")
    assert "odd" in str(refused.value)
    assert said in str(refused.value)


def test_names_are_found_in_their_order(club: Path) -> None:
    bots = added_bots("club.thrifty,greedy,club.first,club.thrifty", PluginSet([club]))
    assert [bot.name for bot in bots] == ["thrifty", "first"]
    assert bots_named("club.thrifty,greedy,club.first,club.thrifty", 4).kind.tolist() == [
        5,
        1,
        6,
        5,
    ]  # after the five of this project
