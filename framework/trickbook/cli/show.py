"""`trickbook show`: a resolved rulebook, and where each value was set."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trickbook.cli import options as shared
from trickbook.cli.parser import Parser
from trickbook.cli.streams import print_json, print_text, say

if TYPE_CHECKING:
    from trickbook.plugins import PluginSet
    from trickbook.rulebook import Origin, Rulebook

_IN_WORDS = ("name", "about", "source", "conjectural", "notes", "decided", "format", "parent", "fits")
"""Keys that are printed as sentences, or that say nothing once a rulebook is resolved."""
_WIDEST = 60


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "show",
        "the resolved rulebook, each value with the file and line that set it",
        "trickbook show schwesing+match.target=16",
        run,
    )
    shared.add_game(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument("--toml", action="store_true", help="print it as one TOML file without a parent")
    form.add_argument("--all", action="store_true", help="print the keys that are left at their defaults, too")
    form.add_argument("--json", action="store_true", help="print one JSON document, and nothing else")
    shared.add_players(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Print a rulebook."""
    from trickbook.rulebook import load, to_toml

    plugins = shared.plugin_set(options)
    rulebook = load(options.game, players=options.players, plugins=plugins)
    if options.toml:
        print_text(to_toml(rulebook))
    elif options.json:
        print_json(_document(rulebook, plugins))
    else:
        for line in [*_lines(rulebook, plugins, options.all)]:  # a plugin may fail at the end
            say(line)
    return 0


def _sentences(rulebook: Rulebook, plugins: PluginSet) -> dict[str, list[str]]:
    """Return what the plugins in use say of the rulebook."""
    names: Sequence[str] = rulebook.get("plugins")
    said = plugins.sentences(names, rulebook)
    return {name: said.get(name, []) for name in names}


def _document(rulebook: Rulebook, plugins: PluginSet) -> dict[str, Any]:
    return {
        "game": rulebook.game,
        "lineage": rulebook.lineage,
        "digest": rulebook.digest,
        "conjectural": rulebook.get("conjectural"),
        "values": rulebook.values,
        "origins": {path: vars(origin) for path, origin in rulebook.origins.items()},
        "plugins": _sentences(rulebook, plugins),
    }


def _lines(rulebook: Rulebook, plugins: PluginSet, defaults_too: bool) -> Iterator[str]:
    names = _short_names(rulebook)
    yield f"{rulebook.game}: {rulebook.get('name')}"
    yield from (text for text in (rulebook.get("about"), _source(rulebook)) if text)
    if rulebook.get("conjectural"):
        where = _where(rulebook.origins["conjectural"], names)
        yield f"CONJECTURAL: the source does not know these rules; they are a guess ({where})"
    yield f"Digest {rulebook.digest}"
    yield ""
    yield "Set by"
    yield from (f"  {line}" for line in _layers(rulebook, names))
    yield ""
    yield from _keys(rulebook, names, defaults_too)
    for heading, key in (("Notes", "notes"), ("Decided where the source is silent", "decided")):
        yield from _paragraphs(heading, rulebook.get(key))
    for name, sentences in _sentences(rulebook, plugins).items():
        yield from _paragraphs(f"Plugin {name}", sentences)


def _source(rulebook: Rulebook) -> str:
    return f"Source: {rulebook.get('source')}" if rulebook.get("source") else ""


def _paragraphs(heading: str, texts: Sequence[str]) -> Iterator[str]:
    if texts:
        yield ""
        yield heading
        yield from (f"  - {text}" for text in texts)


def _layers(rulebook: Rulebook, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each layer, from the bottom up, with its whole path."""
    from trickbook.rulebook.sources import split_game

    files = {origin.layer: origin.file for origin in rulebook.origins.values()}
    house_rules = split_game(rulebook.game)[1:]
    in_place = {piece.text for piece in house_rules if piece.key is not None}
    rulebooks = rulebook.lineage[: len(rulebook.lineage) - len(house_rules)]
    for layer in [*reversed(rulebooks), *rulebook.lineage[len(rulebooks) :]]:
        file = files.get(layer, "")
        place = (
            "set in place"
            if layer in in_place
            else f"{names[file]}: {file}"
            if file
            else "sets nothing that still stands"
        )
        yield f"{layer}  ({place})"


def _short_names(rulebook: Rulebook) -> dict[str, str]:
    """Return each file's name without its folder, or the path where two would have one name."""
    files = {origin.file for origin in rulebook.origins.values()}
    times = Counter(Path(file).name for file in files)
    return {file: Path(file).name if times[Path(file).name] == 1 else file for file in files}


def _where(origin: Origin, names: Mapping[str, str]) -> str:
    if not origin.line:
        return "default"
    if "=" in origin.layer:
        return f"set in place: {origin.layer}"
    return f"{names[origin.file]}:{origin.line}"


def _keys(rulebook: Rulebook, names: Mapping[str, str], defaults_too: bool) -> Iterator[str]:
    """Yield a line for each key, under the heading of its section; how many are left out, where there are."""
    sections: dict[str, list[tuple[str, str]]] = {}
    folded = 0
    for path, origin in rulebook.origins.items():
        section, _, key = path.rpartition(".")
        if path in _IN_WORDS or key == "before":
            continue
        if not (defaults_too or origin.line):
            folded += 1
            continue
        text = f"{key} = {json.dumps(rulebook.get(path), ensure_ascii=False)}"
        sections.setdefault(section, []).append((text, _where(origin, names)))
    width = min(_WIDEST, max((len(text) for rows in sections.values() for text, _ in rows), default=0))
    for section, rows in sections.items():
        if section:
            yield ""
            yield f"[{section}]"
        for text, where in rows:
            yield f"  {text:{width}}  # {where}"
    if folded:
        yield ""
        yield f"{folded} keys are left at their defaults; --all prints them too."
