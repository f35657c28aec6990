"""What a loaded rulebook is, and what can be wrong with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from trickbook.rulebook.fields import Field
from trickbook.wording import listed, one_line

_PLAYERS = "table.players="


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a game, and where."""

    file: str
    """The file, or the game as typed where a value was set in place."""
    line: int
    """Line in the file, from 1."""
    column: int
    """Character in the line, from 1."""
    key: str
    """Key path with dots; empty where the finding is about a whole file."""
    problem: str
    """What is wrong."""
    expected: str = ""
    """What would be right."""
    nearest: str = ""
    """The right name most like the one given; empty if there is none."""
    id: str = ""
    """The kind of finding: a name of the catalogue, `trickbook.rulebook.catalogue`."""
    warning: bool = False
    """The game can be played; but a rule in it does nothing, or not what it seems to."""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " + ("warning: " if self.warning else "")
        place += f"{self.key}: " if self.key else ""
        expected = f"; expected {self.expected}" if self.expected else ""
        nearest = f"; did you mean {self.nearest}?" if self.nearest else ""
        return place + self.problem + expected + nearest


class RulebookError(ValueError):
    """A game that can't be played as it stands."""

    def __init__(self, findings: Iterable[Finding]):
        self.findings = tuple(findings)
        """All that is wrong, in the order of the files; one finding or more."""
        super().__init__("\n".join(map(str, self.findings)))

    def __reduce__(self) -> tuple[type[RulebookError], tuple[tuple[Finding, ...]]]:
        return type(self), (self.findings,)


@dataclass(frozen=True)
class Origin:
    """Where a value was set."""

    file: str
    """The file; the game as typed for a value set in place; empty for a default."""
    line: int
    """Line in the file, from 1; 0 for a default."""
    column: int
    """Character in the line, from 1; 0 for a default."""
    layer: str
    """The rulebook or house rule by its id, the value as typed where it was set in place, or `default`."""


DEFAULT = Origin("", 0, 0, "default")
"""The origin of every value that no file sets."""


@dataclass(frozen=True)
class Rulebook:
    """A game with its parents and house rules resolved, checked and complete."""

    game: str
    """The game as typed, without blanks: `schwesing+optional-daring`."""
    values: Mapping[str, Any]
    """Every key of the format and of the plugins in use, nested as in the files. Entries with names stand
    in the order of their priority."""
    origins: Mapping[str, Origin]
    """For each key path, where it was set."""
    lineage: tuple[str, ...]
    """The rulebook, its parent, its parent's parent and so on, then the house rules from left to right."""
    digest: str
    """Sixteen hexadecimal digits that differ where rules differ; names, sources and notes don't count."""
    house_rules: tuple[str, ...] = ()
    """What each house rule on it is called, from left to right: its name, or the value as typed where it was set in place."""
    warnings: tuple[Finding, ...] = field(default=(), compare=False, repr=False)
    """What in it can be seen to be without effect, without compiling it; `trickbook.effects` finds more."""

    @property
    def title(self) -> str:
        """What the game is called, for people: `Bruus (Schwesing) with optional daring`; the game as typed if it has no name."""
        name = one_line(str(self.values.get("name", ""))) or self.game
        if not self.house_rules:
            return self.game if "+" in self.game else name
        players = [rule for rule in self.house_rules if rule.startswith(_PLAYERS)]
        rules = [rule[:1].lower() + rule[1:] for rule in self.house_rules if rule not in players]
        title = f"{name} with {listed(rules)}" if rules else name
        return f"{title} for {players[-1].removeprefix(_PLAYERS)} players" if players else title

    def get(self, path: str) -> Any:
        """Return the value at a key path such as `match.target`; for a table, a mapping.

        Raises `KeyError` if there is no such key.
        """
        value: Any = self.values
        for part in path.split("."):
            if not isinstance(value, Mapping) or part not in value:
                raise KeyError(path)
            value = value[part]
        return value


class PluginSource(Protocol):
    """What loading a rulebook needs to know about plugins."""

    def names(self) -> Sequence[str]:
        """Return the names of the plugins that are there."""
        ...

    def problem(self, name: str) -> str | None:
        """Return why a plugin that is there can't be used; None if it can."""
        ...

    def fields(self, name: str) -> tuple[Field, ...]:
        """Return the keys that a plugin adds to the format, all of them under its name.

        Raises a `ValueError` that says why, if it can't.
        """
        ...


class NoPlugins:
    """A plugin source without plugins."""

    def names(self) -> Sequence[str]:
        """Return no names."""
        return ()

    def problem(self, name: str) -> str | None:
        """Return None: there is no plugin that could be broken."""
        return None

    def fields(self, name: str) -> tuple[Field, ...]:
        """Return no fields."""
        return ()
