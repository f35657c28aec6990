"""`trickbook check`: can it be played as it stands?"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from trickbook.cli import options as shared
from trickbook.cli.engine import PLAYING, compiling
from trickbook.cli.errors import UsageError
from trickbook.cli.parser import Parser
from trickbook.cli.streams import print_json, say

if TYPE_CHECKING:
    from trickbook.plugins import PluginSet
    from trickbook.rulebook import Finding, Rulebook


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "check",
        "look for mistakes: load and compile each game, and play a deal",
        "trickbook check schwesing+optional-daring treia",
        run,
    )
    command.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help="a rulebook, with house rules stacked on it by +; a house rule alone is tried on those it is made for",
    )
    command.add_argument("--strict", action="store_true", help="take warnings for errors: exit code 1 if there is one")
    command.add_argument(
        "--explain", metavar="ID", help="say what a kind of finding is about, with an example and how it is mended"
    )
    shared.add_json(command)
    shared.add_players(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Check games, and return 1 if there is a finding that is no warning, or with `--strict` any."""
    if options.explain is not None:
        return _explain(options)
    if not options.games:
        raise UsageError("which game? Name one or more, or a kind of finding with --explain ID")
    plugins = shared.plugin_set(options)
    found: list[tuple[str, Finding]] = []
    for typed in options.games:
        for game, findings in _verdicts(typed, plugins, options.players):
            found += [(game, finding) for finding in findings]
            if not options.json:
                _report(game, findings)
    if options.json:
        print_json([{"game": game, **vars(finding)} for game, finding in found])
    return 1 if any(options.strict or not finding.warning for _, finding in found) else 0


def _explain(options: argparse.Namespace) -> int:
    from trickbook.cli.parser import nearest
    from trickbook.rulebook.catalogue import catalogue

    kinds = catalogue()
    kind = kinds.get(options.explain)
    if kind is None:
        near = nearest(options.explain, list(kinds))
        raise UsageError(
            f"there is no kind of finding {options.explain!r}{near or '; the kinds are ' + ', '.join(kinds)}"
        )
    if options.json:
        print_json({**vars(kind), "page": kind.page})
        return 0
    say(f"{kind.id}{' (a warning)' if kind.warning else ''}: {kind.about}")
    for heading, text in (("Example", kind.example), ("Mended", kind.mend)):
        lines = text.splitlines()
        if text:
            say()
            say(f"{heading}, in a house rule:" if text.endswith("\n") else f"{heading}:")
            for line in lines:
                say(f"  {line}")
    say()
    say(f"See {kind.page}")
    return 0


def _report(game: str, findings: list[Finding]) -> None:
    for finding in findings:
        say(f"{finding} [{finding.id}]" if finding.id else str(finding))
    warnings = sum(finding.warning for finding in findings)
    errors = len(findings) - warnings
    if errors:
        say(f"{game}: {_number(errors, 'finding')}" + (f", {_number(warnings, 'warning')}" if warnings else ""))
    else:
        warned = f", with {_number(warnings, 'warning')}" if warnings else ""
        say(f"{game}: sound; it loads, compiles and plays{warned}")


def _number(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def check(game: str, plugins: PluginSet, players: int | None = None) -> list[Finding]:
    """Load and compile a game, play a deal with random players, and return what was found wrong, and what is warned of."""
    from trickbook.rulebook import Finding, RulebookError, load

    try:
        return _warnings(load(game, players=players, plugins=plugins), plugins)
    except RulebookError as error:
        # What is wrong with a default has no place in any file.
        return [
            finding if finding.line else replace(finding, file=game, line=1, column=1) for finding in error.findings
        ]
    except ValueError as error:
        from trickbook.cli.errors import is_ours

        if not is_ours(error):
            raise
        return [Finding(game, 1, 1, "", str(error))]


def _warnings(rulebook: Rulebook, plugins: PluginSet) -> list[Finding]:
    """Compile a game, play a deal, and return what it is warned of."""
    with compiling(PLAYING):
        from trickbook.compiler import compile_game
        from trickbook.effects import warnings_of
        from trickbook.simulation.batches import simulate_singles

        game = compile_game(rulebook, plugins)
    simulate_singles(game, deals=1, bots="random")
    plugins.sentences(rulebook.get("plugins"), rulebook)
    return warnings_of(rulebook, plugins)


def _verdicts(typed: str, plugins: PluginSet, players: int | None) -> Iterator[tuple[str, list[Finding]]]:
    """Yield games and what is wrong with each: the one typed, or a house rule on each rulebook that it is made for.

    A house rule that does not say for which it is made need not suit all rulebooks, only some.
    """
    from trickbook.rulebook import shipped_rulebooks

    fits = _made_for(typed)
    if fits is None:
        yield typed, check(typed, plugins, players)
    elif fits:
        yield from ((game, check(game, plugins, players)) for game in (f"{rulebook}+{typed}" for rulebook in fits))
    else:
        games = [f"{shipped.id}+{typed}" for shipped in shipped_rulebooks()]
        verdicts = [(game, check(game, plugins, players)) for game in games]
        sound = [verdict for verdict in verdicts if all(finding.warning for finding in verdict[1])]
        yield from sound or [min(verdicts, key=lambda verdict: len(verdict[1]))]


def _made_for(typed: str) -> list[str] | None:
    """Return the rulebooks that a house rule is made for, none for all of them; None if it is no house rule.

    What `fits` something is a house rule, and so is what changes lists without having a parent.
    """
    from trickbook.rulebook import shipped_variants
    from trickbook.rulebook.toml import read_toml

    files = {shipped.id: Path(shipped.file) for shipped in shipped_variants()}
    for path in (files.get(typed), Path(typed), Path(f"{typed}.toml")):
        try:
            if path is None or not path.is_file():
                continue
            entries = {entry.path: entry.value for entry in read_toml(path.read_bytes(), str(path)).entries}
        except (OSError, ValueError):  # loading it will say what is wrong
            return None
        fits = entries.get(("fits",))
        if isinstance(fits, list) and all(isinstance(name, str) for name in fits):
            return fits
        changes = any(key[0] in ("append", "remove") for key in entries)
        return [] if path == files.get(typed) or (changes and ("parent",) not in entries) else None
    return None
