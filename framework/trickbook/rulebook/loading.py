"""The one door: a game as typed in, a resolved and checked rulebook out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from trickbook.rulebook.checks import check, warnings
from trickbook.rulebook.field import FORMAT
from trickbook.rulebook.finish import finish
from trickbook.rulebook.messages import one_of, quoted
from trickbook.rulebook.model import Finding, NoPlugins, PluginSource, Rulebook, RulebookError
from trickbook.rulebook.readings import READINGS
from trickbook.rulebook.resolve import Layer, Resolution
from trickbook.rulebook.sources import (
    NotFoundError,
    Piece,
    Source,
    find_rulebook,
    find_variant,
    in_place_toml,
    split_game,
)
from trickbook.rulebook.toml import Document, Entry, Position, mapping_document, read_toml

MOST_FINDINGS = 200
"""Findings that are told of one game."""
_LONGEST_CHAIN = 20
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What can't be in the name of a game, which is printed wherever the game is."""


def load(
    game: str,
    *,
    players: int | None = None,
    plugins: PluginSource | None = None,
    without: Collection[Place] = (),
) -> Rulebook:
    """Load a game: find its files, resolve parents and house rules, and check everything.

    `game` is a rulebook id, a path to a TOML file, or either with house rules stacked with `+`: ids, paths,
    or values such as `match.target=16`. `players` is short for `+table.players=N`, in a tournament for
    `+tournament.players=N`. `plugins` says which plugins there are; without it there are none. `without` are places
    (file, line, column, as in an `Origin`) of keys that are left out, as if they did not stand there.

    Raises `RulebookError` with all findings, if there are any.
    """
    if not isinstance(game, str):
        problem = f"the game is {game!r}"
        raise RulebookError(
            [Finding(type(game).__name__, 1, 1, "", problem, "a text, such as 'schwesing+optional-daring'")]
        )
    if control := _CONTROL.search(game):
        problem = f"the game has a line break or another control character ({control[0]!a})"
        raise RulebookError([Finding(quoted(game), 1, control.start() + 1, "", problem, "a game in one line")])
    loading = _Loading(game, plugins or NoPlugins(), without)
    loading.read()
    if players is not None:
        loading.set_players(players)
    return loading.rulebook()


def load_with(game: str, house_rule: Mapping[str, Any], *, plugins: PluginSource | None = None) -> Rulebook:
    """Load a game with a house rule on it that stands in no file, given as nested values.

    Raises `RulebookError` with all findings, if there are any.
    """
    loading = _Loading(game, plugins or NoPlugins())
    loading.read()
    loading.add(Layer("house rule", "house rule", mapping_document(house_rule), "house rule"))
    return loading.rulebook()


def from_flat(
    values: Mapping[str, Any], *, plugins: PluginSource | None = None, game: str = "", file: str = "rules"
) -> Rulebook:
    """Load a rulebook from nested values, such as those in a record, and check everything.

    `game` is the name that the rulebook is to bear, `file` the name for findings, which have no better
    position than line 1.

    Raises `RulebookError` with all findings, if there are any.
    """
    loading = _Loading(game or "rules", plugins or NoPlugins())
    layer = Layer(loading.game, file, mapping_document(values), "rulebook")
    loading.refuse(layer, "parent", "rules that stand alone have no parent", "nothing")
    loading.add_rulebook(layer)
    return loading.rulebook()


Place = tuple[str, int, int]
"""Where a key stands: file, line and column, as in an `Origin`."""


class _Loading:
    """One game being loaded."""

    def __init__(self, game: str, plugins: PluginSource, without: Collection[Place] = ()):
        self.without = frozenset(without)
        self.pieces = split_game(game)
        self.game = "+".join(piece.text for piece in self.pieces)
        self.resolution = Resolution(plugins)
        self.findings = self.resolution.findings
        self.rulebooks: list[str] = []
        self.house_rules: list[str] = []
        self.called: list[str] = []
        self.complete = True

    def read(self) -> None:
        """Find, read and put together all layers."""
        first, *others = self.pieces
        rulebook = self.read_rulebook(first)
        for piece in others:
            if piece.key is not None:
                self.set_in_place(piece)
            elif rulebook:
                self.add_house_rule(piece, rulebook)

    def read_rulebook(self, piece: Piece) -> Source | None:
        """Read a rulebook and its parents, and add them, the oldest first."""
        if piece.key is not None:
            problem = f"{quoted(piece.text)} sets a value, and there is no rulebook before it"
            self.find(self.game, (1, piece.column), "", problem, f"a game such as schwesing+{piece.text}")
            self.complete = False
            return None
        try:
            source = find_rulebook(piece.text)
        except NotFoundError as error:
            self.not_found(error, self.game, (1, piece.column), "")
            return None
        chain = [_layer(source, "rulebook")]
        current = source
        while parent := self.parent(chain[-1], current, [layer.file for layer in chain]):
            current = parent
            chain.append(_layer(parent, "rulebook"))
        for layer in reversed(chain):
            self.add_rulebook(layer)
        return source

    def parent(self, layer: Layer, source: Source, files: list[str]) -> Source | None:
        """Find the parent that a rulebook names."""
        for entry in layer.document.entries:
            if entry.path != ("parent",) or not isinstance(entry.value, str) or not entry.value:
                continue
            try:
                parent = find_rulebook(entry.value, source)
            except NotFoundError as error:
                self.not_found(error, layer.file, entry.position, "parent")
                return None
            if parent.file in files:
                circle = " -> ".join((*files[files.index(parent.file) :], parent.file))
                self.no_parent(layer, entry, f"the parents go round in a circle: {circle}")
                return None
            if len(files) == _LONGEST_CHAIN:
                self.no_parent(layer, entry, f"there are more than {_LONGEST_CHAIN} parents")
                return None
            return parent
        return None

    def no_parent(self, layer: Layer, entry: Entry, problem: str) -> None:
        """Record that a parent can't be one."""
        self.complete = False
        expected = "a rulebook that does not come from this one"
        self.find(layer.file, entry.position, "parent", problem, expected, id="not-found")

    def add_rulebook(self, layer: Layer) -> None:
        """Put a rulebook on top of its parents."""
        self.refuse(layer, "fits", "fits is for house rules, and this is a rulebook", "parent, or nothing")
        self.rulebooks.insert(0, layer.id)
        self.resolution.main = layer.origin((1, 1))
        self.add(layer)

    def add_house_rule(self, piece: Piece, rulebook: Source) -> None:
        """Put a house rule on top."""
        self.house_rules.append(piece.text)
        try:
            source = find_variant(piece.text, rulebook)
        except NotFoundError as error:
            self.not_found(error, self.game, (1, piece.column), "")
            return
        layer = _layer(source, "house rule")
        self.refuse(layer, "parent", "a house rule has no parent", "fits, or nothing")
        for entry in layer.document.entries:
            names = entry.value if entry.path == ("fits",) and isinstance(entry.value, list) else ()
            if names and not set(self.rulebooks) & {name for name in names if isinstance(name, str)}:
                problem = f"the house rule does not fit {' or '.join(map(quoted, self.rulebooks))}"
                expected = f"{one_of(map(str, names))}, or a rulebook that comes from it"
                self.find(layer.file, entry.position, "fits", problem, expected, id="does-not-fit")
                layer = replace(layer, fits=False)
        self.house_rules[-1] = source.id
        self.called.append(layer.name)
        self.add(layer)

    def set_players(self, players: int) -> None:
        """Set how many play, in a tournament how many take part."""
        key = "tournament.players" if self.resolution.value("tournament.sessions") else "table.players"
        piece = Piece(f"{key}={players}", len(self.game) + 2)
        self.game += f"+{piece.text}"
        self.set_in_place(piece)

    def set_in_place(self, piece: Piece) -> None:
        """Put a value set in place on top."""
        self.house_rules.append(piece.text)
        self.called.append(piece.text)
        document = read_toml(in_place_toml(piece).encode(), self.game)
        place = (1, piece.column)
        entries = [self.in_place(entry, place) for entry in document.entries]
        findings = [replace(finding, line=1, column=piece.column) for finding in document.findings]
        findings = [self.in_quotes(piece, finding) for finding in findings]
        document = Document(entries, dict.fromkeys(document.tables, place), findings)
        layer = Layer(piece.text, self.game, document, "in place")
        for key in ("format", "parent", "fits"):
            self.refuse(layer, key, f"{key} can't be set in place", "a key of the game")
        self.add(layer)

    def in_quotes(self, piece: Piece, finding: Finding) -> Finding:
        """Let a finding of a text without quotes show how the whole value is typed where shells take quotes away."""
        if finding.id != "text-without-quotes":
            return finding
        return replace(
            finding, expected=f"'{piece.key}={finding.expected}', the game in single quotes at a command line"
        )

    def in_place(self, entry: Entry, place: Position) -> Entry:
        """Return an entry at the place of a value set in place; ranks there may be numbers without quotes."""
        field = self.resolution.format.field(entry.path)
        value = entry.value
        if isinstance(value, list) and field and field.kind in READINGS:
            value = [str(item) if type(item) is int else item for item in value]
        return replace(entry, value=value, position=place, items=(place,) * len(entry.items))

    def add(self, layer: Layer) -> None:
        """Put a layer on top."""
        for entry in layer.document.entries:
            if entry.path == ("format",) and type(entry.value) is int and entry.value > FORMAT:
                problem = (
                    f"the file is written in format {entry.value} of rulebooks, and this version knows up to {FORMAT}"
                )
                expected = f"{FORMAT}, or a newer version of Trickbook"
                self.find(layer.file, entry.position, "format", problem, expected, id="format-too-new")
        self.complete &= not layer.document.findings and not _has_lost_parent(layer)
        self.resolution.add(_less(layer, self.without) if self.without else layer)

    def rulebook(self) -> Rulebook:
        """Finish what has been read, or raise `RulebookError`."""
        self.resolution.drop_unused()
        if self.complete and self.rulebooks:
            self.findings += check(self.resolution)
        if self.findings:
            raise RulebookError(_in_order(self.findings))
        lineage = (*self.rulebooks, *self.house_rules)
        warned = tuple(_in_order(warnings(self.resolution)))
        return finish(self.resolution, self.game, lineage, tuple(self.called), warned)

    # -- findings ----------------------------------------------------------------------------------------

    def refuse(self, layer: Layer, key: str, problem: str, expected: str) -> None:
        """Record that a layer sets a key that it can't set."""
        for entry in layer.document.entries:
            if entry.path[0] == key:
                self.find(layer.file, entry.position, key, problem, expected, id="key-of-another-kind-of-file")

    def not_found(self, error: NotFoundError, file: str, position: Position, key: str) -> None:
        """Record that a file could not be found."""
        self.complete = False
        split = _file_with_plus([piece.text for piece in self.pieces])
        if split:
            expected = "a file without + in its name, since + stands between house rules"
            problem = f"{error.problem}, and the name of the file {quoted(split)} has a +"
            self.find(file, position, key, problem, expected, id="not-found")
            return
        self.find(file, position, key, error.problem, error.expected, error.nearest, "not-found")

    def find(
        self,
        file: str,
        position: Position,
        key: str,
        problem: str,
        expected: str,
        nearest: str = "",
        id: str = "not-found",
    ) -> None:
        """Record a finding."""
        self.findings.append(Finding(file, *position, key, problem, expected, nearest, id))


def _file_with_plus(pieces: list[str]) -> str:
    """Return the name of a file that was taken apart at a `+`, or an empty text."""
    for first in range(min(len(pieces), _LONGEST_CHAIN)):
        for last in range(first + 2, min(len(pieces), first + _LONGEST_CHAIN) + 1):
            name = "+".join(pieces[first:last])
            try:
                if Path(name).is_file():
                    return name
            except (OSError, ValueError):  # a name that no system can have
                return ""
    return ""


def _in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings once each: the files as they were first named, each from its first line to its last.

    There are `MOST_FINDINGS` at most, and then one that says how many more there would be.
    """
    once = list(dict.fromkeys(findings))
    files = list(dict.fromkeys(finding.file for finding in once))
    place = {file: number for number, file in enumerate(files)}
    found = sorted(once, key=lambda finding: (place[finding.file], finding.line, finding.column))
    more = len(found) - MOST_FINDINGS
    if more <= 0:
        return found
    last = found[MOST_FINDINGS - 1]
    rest = f"{more:,} more {'is' if more == 1 else 'are'} found after these"
    return [*found[:MOST_FINDINGS], replace(last, problem=rest, key="", expected="fewer: mend these first", nearest="")]


def _has_lost_parent(layer: Layer) -> bool:
    """Say whether a rulebook names its parent in a table: what the parent would bring is not to be missed too."""
    paths = (entry.path for entry in layer.document.entries)
    return layer.kind == "rulebook" and any(len(path) > 1 and path[-1] == "parent" for path in paths)


def _less(layer: Layer, places: frozenset[Place]) -> Layer:
    """Return a layer without the keys at some places, and without tables that are left with none."""
    document = layer.document
    kept = [entry for entry in document.entries if (layer.file, *entry.position) not in places]
    gone = [entry.path for entry in document.entries if entry not in kept]
    tables = {
        path: position
        for path, position in document.tables.items()
        if any(entry.path[: len(path)] == path for entry in kept) or not any(own[: len(path)] == path for own in gone)
    }
    return replace(layer, document=Document(kept, tables, document.findings))


def _layer(source: Source, kind: Literal["rulebook", "house rule"]) -> Layer:
    return Layer(source.id, source.file, read_toml(source.data, source.file), kind)
