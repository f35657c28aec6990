"""Plugins that end the program, raise what nobody expects, print, or can't be printed: a command survives them all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

HEAD = """
import sys
from trickbook.hooks import Bot, EventKind, Field, Measure, RunTime, hookimpl

class Odd(BaseException):
    pass

class Mute(Exception):
    def __str__(self):
        raise ValueError("no message")

class Hidden:
    def __repr__(self):
        raise ValueError("no text")
    __str__ = __repr__

def leave():
    yield 1
    sys.exit(0)
"""
PARAMETERS = {
    "keys": "",
    "check": "rulebook, pack",
    "beaten_by": "rulebook, pack, beaten_by",
    "pools": "rulebook, pack, pools",
    "run_time": "rulebook, pack",
    "metrics": "rulebook, pack",
    "sentences": "rulebook",
    "bots": "",
}
"""Every hook, with its parameters."""
BODIES = {
    "ends the program": "sys.exit(0)",
    "raises no Exception": "raise Odd('odd')",
    "raises as a generator does when it is closed": "raise GeneratorExit",
    "raises what has no message": "raise Mute",
    "answers with a generator that ends the program": "return leave()",
    "answers with what can't be printed": "return [Hidden()]",
}


def mine(folder: Path, source: str) -> str:
    """Write a plugin called `mine`, and a house rule that needs it; return the game."""
    (folder / "mine.py").write_text(HEAD + source, encoding="utf-8")
    (folder / "rule.toml").write_text('[append]\nplugins = ["mine"]\n', encoding="utf-8")
    return "schwesing+rule.toml"


def hook(name: str, *lines: str) -> str:
    return "\n".join([f"@hookimpl\ndef trickbook_{name}({PARAMETERS[name]}):", *(f"    {line}" for line in lines), ""])


@pytest.mark.parametrize("name", PARAMETERS)
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_whatever_a_hook_does_the_plugin_and_the_hook_are_named(run: Run, tmp_path: Path, name: str, body: str) -> None:
    game = mine(tmp_path, hook(name, body))
    command = {"bots": ["simulate", "bura", "--bots", "mine.x"], "sentences": ["show", game]}.get(name, ["trick", game])
    result = run(*command, *(["8S"] if command[0] == "trick" else []), "--plugin", "mine.py")
    assert (result.code, result.out) == (2, "")
    assert f"plugin 'mine', hook 'trickbook_{name}'" in result.err
    assert "this is a bug" not in result.err


@pytest.mark.parametrize("source", ["sys.exit(0)", "raise Odd", "raise Mute", "def __dir__(): raise Odd"])
def test_whatever_a_plugin_does_while_it_is_looked_at_it_is_listed(run: Run, tmp_path: Path, source: str) -> None:
    mine(tmp_path, source)
    for command in (["list"], ["plugin", "list"]):
        result = run(*command, "--plugin", "mine.py")
        assert (result.code, result.err) == (0, "")
        assert "CAN'T BE USED: plugin 'mine'" in result.out
        assert " daring " in result.out


@pytest.mark.parametrize("source", ["this is not Python", hook("bots", "raise OSError"), hook("keys", "return [1]")])
def test_all_that_is_sound_is_listed_beside_what_is_not(run: Run, tmp_path: Path, source: str) -> None:
    mine(tmp_path, source)
    result = run("list", "--json", "--plugin", "mine.py")
    assert result.code == 0
    problems = {plugin["name"]: plugin["problem"] for plugin in result.json["plugins"]}
    assert "'mine'" in problems.pop("mine")
    assert set(problems.values()) == {""}
    assert {"random", "greedy"} <= {bot["name"] for bot in result.json["bots"]}


def test_a_hook_that_was_imported_by_a_star_is_explained(run: Run, tmp_path: Path) -> None:
    mine(tmp_path, "from trickbook.hooks import *")
    result = run("list", "--plugin", "mine.py")
    assert "`from trickbook.hooks import *`" in result.out
    assert "@hookimpl" not in result.out


def test_a_metric_that_ends_the_program_does_not_look_as_if_all_were_done(run: Run, tmp_path: Path) -> None:
    measure = "Measure('mine.x', 'x', 'x a deal', 'an x', lambda rows: sys.exit(0))"
    game = mine(tmp_path, hook("metrics", f"return [{measure}]"))
    result = run("compare", game, "-n", "4", "--bots", "random", "--json", "--plugin", "mine.py")
    assert (result.code, result.out) == (2, "")
    assert result.err


def test_an_interruption_is_one_and_says_whose_code_ran(run: Run, tmp_path: Path) -> None:
    game = mine(tmp_path, hook("sentences", "raise KeyboardInterrupt"))
    result = run("show", game, "--plugin", "mine.py")
    assert (result.code, result.out) == (130, "")
    assert "interrupted" in result.err
    assert "plugin 'mine', hook 'trickbook_sentences'" in result.err


NOISY = "".join(
    [
        "print('noise at import')\n",
        "def choose(rules, view, moves, count, drawn):\n    print('noise in a move')\n    return 0\n",
        "def values(rows):\n    print('noise in a metric')\n    return rows['tricks']\n",
        *(
            hook(name, f"print('noise in {name}')", "return None")
            for name in PARAMETERS
            if name not in ("bots", "metrics")
        ),
        hook("bots", "print('noise in bots')", "return [Bot('x', 'takes the first move', choose)]"),
        hook("metrics", "print('noise in metrics')", "return [Measure('mine.x', 'x', 'x a deal', 'an x', values)]"),
    ]
)


@pytest.mark.parametrize(
    ("command", "noise"),
    [
        (["list", "--json"], "bots"),
        (["plugin", "list", "--json"], "keys"),
        (["check", "GAME", "--json"], "sentences"),
        (["show", "GAME", "--json"], "sentences"),
        (["trick", "GAME", "W: 8S", "--json"], "pools"),
        (["simulate", "GAME", "-n", "4", "--bots", "mine.x", "--json"], "a move"),
        (["simulate", "GAME", "-n", "1", "--bots", "random", "--record", "-"], "run_time"),
        (["compare", "GAME", "-n", "4", "--bots", "random", "--json"], "a metric"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_what_a_plugin_prints_does_not_get_into_the_data(
    run: Run, tmp_path: Path, command: list[str], noise: str
) -> None:
    game = mine(tmp_path, NOISY)
    result = run(*(game if word == "GAME" else word for word in command), "--plugin", "mine.py")
    assert result.code == 0, result.err
    assert "noise at import" in result.err
    assert f"noise in {noise}" in result.err
    for document in result.out.splitlines() if "--record" in command else [result.out]:
        assert isinstance(json.loads(document), dict | list)


def test_what_show_prints_as_toml_is_toml(run: Run, tmp_path: Path) -> None:
    game = mine(tmp_path, NOISY)
    result = run("show", game, "--toml", "--plugin", "mine.py")
    assert result.code == 0
    assert "noise" not in result.out
    assert result.out.startswith("# schwesing+rule.toml")
