"""Asking at the terminal what to change in a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from trickbook.cli.errors import UsageError
from trickbook.cli.streams import say

if TYPE_CHECKING:
    from trickbook.plugins import PluginSet
    from trickbook.rulebook import Field, Rulebook

_WORDS = ("name", "about", "source", "conjectural", "notes", "decided", "format", "parent", "fits")


def game(plugins: PluginSet) -> str:
    """Ask for the game to change."""
    from trickbook.rulebook import shipped_rulebooks

    for shipped in shipped_rulebooks():
        say(f"  {shipped.id}: {shipped.name}")
    return _asked("Which game? ") or "schwesing"


def name() -> str:
    """Ask what the house rule is called."""
    return _asked("What is the house rule called? ")


def mechanisms(rulebook: Rulebook, plugins: PluginSet) -> Iterator[str]:
    """Yield the keys of a game by section, each with its present value and what it does."""
    section = ""
    for path, field in _keys(rulebook, plugins):
        if path.partition(".")[0] != section:
            section = path.partition(".")[0]
            yield from ("", f"[{section}]")
        yield f"  {path} = {json.dumps(rulebook.get(path), ensure_ascii=False)}"
        yield f"      {field.meaning}"


def changes(rulebook: Rulebook, plugins: PluginSet) -> list[str]:
    """Ask for changes until there are no more; each is tried at once, and one that can't be is asked for again."""
    from trickbook.rulebook import RulebookError, load

    keys = dict(_keys(rulebook, plugins))
    sections = list(dict.fromkeys(path.partition(".")[0] for path in keys))
    made: list[str] = []
    while section := _choice("What is to change? (Enter: nothing more)", sections):
        inside = [path for path in keys if path.partition(".")[0] == section]
        shown = [f"{path} = {_text(rulebook.get(path))}: {keys[path].meaning}" for path in inside]
        chosen = _choice(f"Which of [{section}]?", inside, shown)
        if not chosen:
            continue
        value = _asked(f"{chosen} = ")
        if not value:
            continue
        try:
            load("+".join([rulebook.game, *made, f"{chosen}={value}"]), plugins=plugins)
        except RulebookError as error:
            for finding in error.findings:
                say(f"  {finding}")
        else:
            made.append(f"{chosen}={value}")
    return made


def _keys(rulebook: Rulebook, plugins: PluginSet) -> Iterator[tuple[str, Field]]:
    from trickbook.rulebook import FIELDS
    from trickbook.rulebook.schema import Format

    format = Format(FIELDS, {name: plugins.fields(name) for name in rulebook.get("plugins")})
    for path in rulebook.origins:
        field = format.field(tuple(path.split(".")))
        if field is not None and path not in _WORDS and not path.endswith(".before"):
            yield path, field


def _choice(question: str, names: list[str], shown: list[str] | None = None) -> str:
    """Ask for one of some names, by its number or as it stands; return an empty text for none."""
    for number, text in enumerate(shown or names, 1):
        say(f"{number:4}  {text}")
    while answer := _asked(f"{question} "):
        if answer in names:
            return answer
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        say(f"There is no {answer!r}; expected a number from 1 to {len(names)}, or a name")
    return ""


def _asked(question: str) -> str:
    from trickbook.cli.streams import output

    output().write(question)
    output().flush()
    try:
        return input().strip()
    except EOFError:
        raise UsageError("standard input has ended; nothing was written") from None


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
