"""Plugins named by their file: used in one process after another, broken in many ways, two at a time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import trickbook
from trickbook.errors import SimulationError, check_fault, playing
from trickbook.kernel.layout import TOO_MANY_SHUFFLES
from trickbook.plugins import PluginError, PluginSet
from trickbook.rulebook import load
from trickbook.simulation.batches import simulate

COUNTER = """
from trickbook.hooks import EventKind, RunTime, hookimpl
from trickbook.kernel.run_time import add_event

def played(rules, state, own, seat, cards, flags):
    add_event(rules, state, own, 0, seat, 0)
    return 0

@hookimpl
def trickbook_run_time(rulebook, pack):
    return RunTime(events=[EventKind("queen", "a queen of clubs is played")], watch=pack.mask(["QC"]), played=played)
"""


def set_up(folder: Path, source: str) -> tuple[str, Path]:
    """Write a plugin, and a house rule that needs it; return the game and the plugin's file."""
    plugin = folder / "mine.py"
    plugin.write_text(source, encoding="utf-8")
    rule = folder / "rule.toml"
    rule.write_text('[append]\nplugins = ["mine"]\n', encoding="utf-8")
    return f"schwesing+{rule}", plugin


def test_compiled_hooks_of_a_file_serve_the_next_process(tmp_path: Path) -> None:
    game, plugin = set_up(tmp_path, COUNTER)
    command = [sys.executable, "-m", "trickbook", "simulate", game, "--plugin", str(plugin), "-n", "5", "--json"]
    outputs = []
    for _ in range(2):
        run = subprocess.run(command, capture_output=True, text=True, env=os.environ, timeout=300)
        assert run.returncode == 0, run.stderr
        outputs.append(json.loads(run.stdout)["events_a_deal"])
    assert outputs[0] == outputs[1]


def test_two_plugins_are_called_for_their_own_cards_only(tmp_path: Path) -> None:
    game, plugin = set_up(tmp_path, COUNTER)
    rows = simulate(trickbook.load(game, plugins=PluginSet([plugin])), deals=200, seed=1, bots="random")
    plain = simulate(trickbook.load("schwesing"), deals=200, seed=1, bots="random")
    # The queen of clubs is played once in a deal or not at all, and dares are what they were without the plugin.
    assert rows["events"][:, 3].max() == 1
    assert (rows["events"][:, :3] == plain["events"][:, :3]).all()


IDLE = """
from trickbook.hooks import RunTime, hookimpl

def played(rules, state, own, seat, cards, flags):
    return 0

@hookimpl
def trickbook_run_time(rulebook, pack):
    return RunTime(watch=(1 << len(pack)) - 1, played=played)
"""


def test_a_hook_that_does_nothing_changes_no_move(tmp_path: Path) -> None:
    game, plugin = set_up(tmp_path, IDLE)
    rows = simulate(trickbook.load(game, plugins=PluginSet([plugin])), deals=100, seed=1, bots="greedy")
    plain = simulate(trickbook.load("schwesing"), deals=100, seed=1, bots="greedy")
    assert (rows["course"] == plain["course"]).all()


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (
            "add_event(rules, state, own, 1, seat, 0)",
            "named a word, a kind of event, a seat or a card that there is not",
        ),
        ("add_event(rules, state, own, 0, 4, 0)", "that there is not"),
        ("add_event(rules, state, own, 0, seat, 36)", "that there is not"),
        ("add_event(rules, state, own, -1, seat, 0)", "that there is not"),
        ("set_word(rules, state, own, 1, 5)", "that there is not"),
        ("add_points(state, 8, 1)", "that there is not"),
        (
            "if seat >= 0: raise ValueError('not on a Sunday')",
            "failed while cards were played: ValueError: not on a Sunday",
        ),
    ],
)
def test_a_hook_that_fails_while_cards_are_played_is_named(does: str, said: str, tmp_path: Path) -> None:
    """Schwesing has 36 cards and four seats; the plugin has one word and one kind of event."""
    source = COUNTER.replace("add_event(rules, state, own, 0, seat, 0)", does)
    source = source.replace("import add_event", "import add_event, add_points, set_word")
    source = source.replace("RunTime(", "RunTime(words=[Word('w', 'deal')], ").replace(
        "RunTime, hook", "RunTime, Word, hook"
    )
    game, plugin = set_up(tmp_path, source)
    compiled = trickbook.load(game, plugins=PluginSet([plugin]))
    with pytest.raises(PluginError) as refused:
        simulate(compiled, deals=100, bots="random")
    assert "'mine'" in str(refused.value)
    assert said in str(refused.value)
    with pytest.raises(PluginError, match="'mine'"):
        play_at_a_table(compiled, deals=40)


def play_at_a_table(game: trickbook.CompiledGame, deals: int) -> None:
    table = trickbook.Table(game, seed=7)
    for _ in range(deals):
        while not table.is_over:
            table.play(table.legal_moves()[-1])
        table.next_deal()


def test_a_limit_that_a_game_with_plugins_breaks_is_not_theirs() -> None:
    game = trickbook.load("schwesing")
    with pytest.raises(SimulationError, match="the cut showed a refused card 10000 times running"):
        check_fault(game, TOO_MANY_SHUFFLES)
    with pytest.raises(SimulationError, match="a refused card"), playing(game):
        check_fault(game, TOO_MANY_SHUFFLES)


HOOK = (
    "from trickbook.hooks import EventKind, RunTime, hookimpl\nfrom trickbook.rulebook.fields import Field\n@hookimpl\n"
)


@pytest.mark.parametrize(
    "source",
    [
        "raise SystemExit(3)",
        "raise RuntimeError('no')",
        "this is not Python",
        "def trickbook_keys():\n    return []\n",
        HOOK + "def trickbook_kees():\n    return []\n",
        HOOK + "def trickbook_keys():\n    return 5\n",
        HOOK + "def trickbook_keys():\n    return [Field('mine.x', 'unheard of', 1, 'what', '1')]\n",
        HOOK + "def trickbook_keys():\n    return [Field('other.x', 'number', 1, 'what', '1')]\n",
        HOOK + "def trickbook_keys():\n    return [Field('mine.x', 'number', 'one', 'what', '1')]\n",
        HOOK + "def trickbook_keys():\n    return [Field('mine.x', 'ranks', [1], 'what', '1')]\n",
        HOOK + "def trickbook_check(rulebook):\n    return 5\n",
        HOOK + "def trickbook_beaten_by(rulebook):\n    return [1, 2]\n",
        HOOK + "def trickbook_beaten_by(rulebook):\n    return {(4, 0): 'x'}\n",
        HOOK + "def trickbook_beaten_by(rulebook):\n    return {(9, 0): 1}\n",
        HOOK + "def trickbook_pools(pools):\n    return ()\n",
        HOOK + "def trickbook_pools(pools):\n    return ('x',)\n",
        HOOK + "def trickbook_pools(pools):\n    return (1 << 70,)\n",
        HOOK + "def trickbook_pools(pools):\n    return tuple(range(1, 40))\n",
        HOOK + "def trickbook_run_time(rulebook):\n    return 5\n",
        HOOK + "def trickbook_run_time(rulebook):\n    return RunTime(settings=['x'])\n",
        HOOK + "def trickbook_run_time(rulebook):\n    return RunTime(watch=1, played=print)\n",
        HOOK + "def trickbook_run_time(rulebook):\n    def played(rules, state, own):\n        return 0\n"
        "    return RunTime(watch=1, played=played)\n",
        HOOK + "def trickbook_run_time(rulebook):\n    def played(rules, state, own, seat, cards, flags):\n"
        "        return 'text'\n    return RunTime(watch=1, played=played)\n",
    ],
)  # fmt: skip
def test_a_broken_plugin_is_refused_by_name(source: str, tmp_path: Path) -> None:
    game, plugin = set_up(tmp_path, source)
    with pytest.raises((PluginError, trickbook.RulebookError), match="mine"):
        trickbook.load(game, plugins=PluginSet([plugin]))


@pytest.mark.parametrize("answer", ["'one text'", "[1]", "5"])
def test_sentences_are_a_list_of_texts(answer: str, tmp_path: Path) -> None:
    game, plugin = set_up(tmp_path, HOOK + f"def trickbook_sentences(rulebook):\n    return {answer}\n")
    plugins = PluginSet([plugin])
    with pytest.raises(PluginError, match="'mine', hook 'trickbook_sentences'"):
        plugins.sentences(["mine"], load(game, plugins=plugins))


def test_a_file_may_not_take_the_name_of_an_installed_plugin(tmp_path: Path) -> None:
    file = tmp_path / "daring.py"
    file.write_text("", encoding="utf-8")
    with pytest.raises(PluginError, match="two plugins are called 'daring'"):
        PluginSet([file])
