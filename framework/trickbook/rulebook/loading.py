"""The one door: a game as typed in, a resolved and checked rulebook out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from trickbook.rulebook.checks import check
from trickbook.rulebook.finish import finish
from trickbook.rulebook.messages import nearest_of, quoted
from trickbook.rulebook.model import Finding, NoPlugins, PluginSource, Rulebook, RulebookError
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
from trickbook.rulebook.toml import Document, mapping_document, read_toml

_LONGEST_CHAIN = 20


def load(game: str, *, players: int | None = None, plugins: PluginSource | None = None) -> Rulebook:
    """Load a game: find its files, resolve parents and house rules, and check everything.

    `game` is a rulebook id, a path to a TOML file, or either with house rules stacked with `+`: ids, paths, or
    values such as `match.target=16`. `players` is short for `+table.players=N`, in a tournament for
    `+tournament.players=N`. `plugins` says which plugins there are; without it there are none.

    Raises `RulebookError` with all findings, if there are any.
    """
    loading = _Loading(game, plugins or NoPlugins())
    loading.read()
    if players is not None:
        key = "tournament.players" if loading.resolution.value("tournament.sessions") else "table.players"
        loading.set_in_place(Piece(f"{key}={players}", len(loading.game) + 2))
    return loading.rulebook()


def from_flat(
    values: Mapping[str, Any], *, plugins: PluginSource | None = None, game: str = "", file: str = "rules"
) -> Rulebook:
    """Load a rulebook from nested values, such as those in a record, and check everything.

    `game` is the name that the rulebook is to bear, `file` the name for findings, which have no better position
    than line 1.

    Raises `RulebookError` with all findings, if there are any.
    """
    loading = _Loading(game or "rules", plugins or NoPlugins())
    loading.add_rulebook(Layer(loading.game, file, mapping_document(values), False))
    return loading.rulebook()


class _Loading:
    """One game being loaded."""

    def __init__(self, game: str, plugins: PluginSource):
        self.pieces = split_game(game)
        self.game = "+".join(piece.text for piece in self.pieces)
        self.resolution = Resolution(plugins)
        self.findings = self.resolution.findings
        self.rulebooks: list[str] = []
        self.house_rules: list[str] = []
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
        chain = [_layer(source)]
        current = source
        while parent := self.parent(chain[-1], current, [layer.file for layer in chain]):
            current = parent
            chain.append(_layer(parent))
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
            if parent.file in files or len(files) >= _LONGEST_CHAIN:
                circle = " -> ".join((*files[files.index(parent.file) :], parent.file)) if parent.file in files else ""
                problem = f"the parents go round in a circle: {circle}" if circle else "there are too many parents"
                self.find(layer.file, entry.position, "parent", problem, "a rulebook that does not come from this one")
                self.complete = False
                return None
            return parent
        return None

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
        layer = replace(_layer(source), house_rule=True)
        self.refuse(layer, "parent", "a house rule has no parent", "fits, or nothing")
        for entry in layer.document.entries:
            names = entry.value if entry.path == ("fits",) and isinstance(entry.value, list) else ()
            if names and not set(self.rulebooks) & {name for name in names if isinstance(name, str)}:
                problem = f"the house rule does not fit {' or '.join(map(quoted, self.rulebooks))}"
                expected = f"one of {', '.join(map(str, names))}, or a rulebook that comes from it"
                self.find(layer.file, entry.position, "fits", problem, expected)
        self.house_rules[-1] = source.id
        self.add(layer)

    def set_in_place(self, piece: Piece) -> None:
        """Put a value set in place on top."""
        if piece.text not in self.game.split("+"):
            self.game += f"+{piece.text}"
        self.house_rules.append(piece.text)
        document = read_toml(in_place_toml(piece).encode(), self.game)
        place = (1, piece.column)
        entries = [replace(e, position=place, items=(place,) * len(e.items)) for e in document.entries]
        findings = [replace(finding, line=1, column=piece.column) for finding in document.findings]
        layer = Layer(piece.text, self.game, Document(entries, dict.fromkeys(document.tables, place), findings), False)
        for key in ("parent", "fits"):
            self.refuse(layer, key, f"{key} can't be set in place", "a key of the game")
        self.add(layer)

    def add(self, layer: Layer) -> None:
        """Put a layer on top."""
        self.complete &= not layer.document.findings
        self.resolution.add(layer)

    def rulebook(self) -> Rulebook:
        """Finish what has been read, or raise `RulebookError`."""
        self.resolution.drop_unused()
        if self.complete and self.rulebooks:
            self.findings += check(self.resolution)
        if self.findings:
            raise RulebookError(dict.fromkeys(self.findings))
        return finish(self.resolution, self.game, (*self.rulebooks, *self.house_rules))

    # -- findings ----------------------------------------------------------------------------------------

    def refuse(self, layer: Layer, key: str, problem: str, expected: str) -> None:
        """Record that a layer sets a key that it can't set."""
        for entry in layer.document.entries:
            if entry.path[0] == key:
                self.find(layer.file, entry.position, key, problem, expected)

    def not_found(self, error: NotFoundError, file: str, position: tuple[int, int], key: str) -> None:
        """Record that a file could not be found."""
        self.complete = False
        self.find(file, position, key, error.problem, error.expected, error.nearest)

    def find(
        self, file: str, position: tuple[int, int], key: str, problem: str, expected: str, nearest: str = ""
    ) -> None:
        """Record a finding."""
        self.findings.append(Finding(file, *position, key, problem, expected, nearest))


def _layer(source: Source) -> Layer:
    return Layer(source.id, source.file, read_toml(source.data, source.file), False)
