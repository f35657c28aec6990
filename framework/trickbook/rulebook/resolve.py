"""Putting layers on each other: parents first, then the rulebook, then house rules from left to right.

Tables merge, everything else replaces; `[append]` and `[remove]` change lists and tables of names explicitly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from trickbook.rulebook.fields import FIELDS, Field
from trickbook.rulebook.messages import expected_of, nearest_of, one_of, quoted, shown
from trickbook.rulebook.model import DEFAULT, Finding, Origin, PluginSource
from trickbook.rulebook.readings import canonical
from trickbook.rulebook.schema import Fault, Format
from trickbook.rulebook.toml import Document, Entry, Path, Position

ABOUT_ITSELF = ("name", "about", "source", "format", "parent", "fits")
"""Keys with which a house rule speaks of itself, not of the game."""
PLAYERS = ("table.players=", "tournament.players=")
"""How a value set in place begins that says only how many play."""
_CHANGES = ("append", "remove")
_PLUGINS = ("plugins",)


@dataclass(frozen=True)
class Layer:
    """One file, or one value set in place, on its way into a game."""

    id: str
    """The rulebook or house rule by its id, or the value as typed."""
    file: str
    """The file as findings name it."""
    document: Document
    """What stands in it."""
    kind: Literal["rulebook", "house rule", "in place"]
    """What it is: a rulebook or a house rule in a file, or a value set in place."""
    fits: bool = True
    """It is made for this game; otherwise it is judged, but changes nothing."""

    @property
    def name(self) -> str:
        """What the file says that it is called; its id if it says nothing."""
        named = (entry.value for entry in self.document.entries if entry.path == ("name",))
        return next((name for name in named if isinstance(name, str) and name), self.id)

    def origin(self, position: Position) -> Origin:
        """Return the origin of what stands at a position."""
        return Origin(self.file, *position, self.id)


@dataclass(frozen=True)
class Setting:
    """The value of one key, and where it was set."""

    value: Any
    """The value, with ranks, suits and cards as the format names them."""
    origin: Origin
    """Where the key stands."""
    layer: int = -1
    """Number of the layer that had the last say; -1 for a default."""
    items: tuple[Origin, ...] = ()
    """Where each item stands, if the value is a list."""


@dataclass
class Resolution:
    """The layers of a game so far, put together."""

    plugins: PluginSource
    """The plugins that are there."""
    settings: dict[Path, Setting] = field(default_factory=dict)
    """What the layers set, by key path."""
    rows: dict[Path, Setting] = field(default_factory=dict)
    """The named entries of tables such as `combination`, in the order of the files."""
    faulty: set[Path] = field(default_factory=set)
    """Keys that a layer gives a value that they can't have."""
    findings: list[Finding] = field(default_factory=list)
    """All that is wrong so far."""
    format: Format = field(default_factory=lambda: Format(FIELDS))
    """The keys that the layers so far may set."""
    main: Origin = DEFAULT
    """The top of the rulebook, for what is missing altogether."""
    judged_from: int = 0
    """The first layer whose keys are warned of: the rulebook, or the house rules on it, which may leave keys of it idle."""

    def __post_init__(self) -> None:
        self._formats: dict[tuple[str, ...], Format] = {(): self.format}
        self._plugins_only = Format([known for known in FIELDS if known.path == "plugins"])
        self._layers = 0
        self._on_top = False
        self._added: dict[str, tuple[Field, ...] | None] = {}

    # -- reading -----------------------------------------------------------------------------------------

    def setting(self, path: Path) -> Setting:
        """Return the setting of a key, its default where no layer sets it.

        Raises `KeyError` if the format has no such key.
        """
        if path in self.settings:
            return self.settings[path]
        known = self.format.field(path)
        if known is None:
            raise KeyError(".".join(path))
        items = (DEFAULT,) * len(known.default) if isinstance(known.default, list) else ()
        return Setting(known.default, DEFAULT, -1, items)

    def names(self, table: Path) -> list[str]:
        """Return the names that the layers give to the entries of a table."""
        return [path[-1] for path in self.rows if path[:-1] == table]

    def value(self, path: str) -> Any:
        """Return the value of a key by its path with dots, its default where no layer sets it.

        Of `order.ranks` it is the ranks that are in the pack, so that house rules for pack and order stack either way.
        """
        held = self.setting(tuple(path.split(".")))
        if path == "order.ranks":
            pack = self.value("pack.ranks")
            return [rank for rank in held.value if rank in pack]
        return held.value

    def ordered_names(self, table: Path) -> list[str]:
        """Return the names of a table's entries: by `before`, or of each rank of the pack for points."""
        names = self.names(table)
        if table == ("points",):
            return list(dict.fromkeys([*self.value("pack.ranks"), *names]))
        if (*table, "*", "before") not in self.format.fields:
            return names
        targets = {name: self.setting((*table, name, "before")).value for name in names}
        placed = [name for name in names if not targets[name]]
        moved = [name for name in names if targets[name]]
        while ready := [name for name in moved if targets[name] in placed]:
            for name in ready:
                placed.insert(placed.index(targets[name]), name)
                moved.remove(name)
        return placed + moved

    # -- adding a layer ----------------------------------------------------------------------------------

    def add(self, layer: Layer) -> None:
        """Put a layer on top. All that is wrong with it goes to the findings."""
        if layer.kind == "rulebook" or (not self._on_top and not layer.id.startswith(PLAYERS)):
            self.judged_from = self._layers
        self._on_top |= layer.kind != "rulebook" and not layer.id.startswith(PLAYERS)
        self.findings += layer.document.findings
        entries = layer.document.entries
        first = [entry for entry in entries if _target(entry) == _PLUGINS]
        rest = [entry for entry in entries if _target(entry) != _PLUGINS]
        self.format = self._plugins_only
        self._change(layer, first, {})
        self._use_plugins()
        self._change(layer, rest, layer.document.tables)
        self._layers += 1

    def drop_unused(self) -> None:
        """Forget the keys of plugins that a later layer has taken out of use."""
        self.settings = {path: held for path, held in self.settings.items() if self.format.field(path)}
        self.rows = {path: row for path, row in self.rows.items() if self._is_row(path)}

    def _change(self, layer: Layer, entries: Sequence[Entry], tables: dict[Path, Position]) -> None:
        plain = [entry for entry in entries if entry.path[0] not in _CHANGES or len(entry.path) == 1]
        tables = {path: position for path, position in tables.items() if path[0] not in _CHANGES}
        faulty = self._judge(layer, plain, tables)
        if not layer.fits:
            return
        for path, position in tables.items():
            if layer.kind != "in place" and not _within(path, faulty) and self._is_row(path):
                self.rows.setdefault(path, Setting(None, layer.origin(position), self._layers))
        for entry in plain:
            of_file = layer.kind == "house rule" and entry.path[0] in ABOUT_ITSELF
            if not of_file and not _within(entry.path, faulty):
                self._set(layer, entry)
        for change in reversed(_CHANGES):
            for entry in entries:
                if entry.path[0] == change and len(entry.path) > 1:
                    self._change_list(layer, change, entry)

    def _judge(self, layer: Layer, entries: Sequence[Entry], tables: dict[Path, Position]) -> set[Path]:
        """Find what is wrong with plain entries, and return the paths at fault."""
        by_path = {entry.path: entry for entry in entries}
        faulty: set[Path] = set()
        if not entries and not tables:
            return faulty
        for fault in self.format.faults(_nested(entries, tables)):
            known = self.format.field(fault.path)
            faulty.add(fault.path)
            if known:
                self.faulty.add(fault.path)
            if self._added.get(fault.path[0], ()) is None:
                continue
            entry = by_path.get(fault.path)
            position = entry.position if entry else _first(fault.path, entries, tables)
            if entry and fault.item is not None and fault.item < len(entry.items):
                position = entry.items[fault.item]
            self._find(layer, position, self._of_plugin(fault))
        return faulty

    def _of_plugin(self, fault: Fault) -> Fault:
        """Say so where an unknown key is one of a plugin that is not in use."""
        name = fault.path[0]
        if name not in self.plugins.names() or name in self.setting(_PLUGINS).value:
            return fault
        problem = f"belongs to the plugin {name}, which the game does not use"
        return Fault(fault.path, None, problem, f'plugins = ["{name}"]', id="plugin-not-used")

    def _row(self, path: Path) -> Path | None:
        """Return the named entry of a table in which a key stands, if it stands in one."""
        return next((path[:n] for n in range(2, len(path) + 1) if self._is_row(path[:n])), None)

    def _is_row(self, path: Path) -> bool:
        return self.format.is_named(path[:-1])

    def _set(self, layer: Layer, entry: Entry) -> None:
        known = self.format.field(entry.path)
        if known is None:
            return
        row = self._row(entry.path)
        if row and row not in self.rows and layer.kind == "in place" and row != entry.path:
            self._no_such_name(layer, entry, row)
            return
        for length in range(2, len(entry.path) + 1):
            named = entry.path[:length]
            if self._is_row(named) and named not in self.rows:
                self.rows[named] = Setting(None, layer.origin(entry.position), self._layers)
        items = tuple(map(layer.origin, entry.items))
        value = canonical(known.kind, entry.value)
        self.settings[entry.path] = Setting(value, layer.origin(entry.position), self._layers, items)

    # -- append and remove -------------------------------------------------------------------------------

    def _change_list(self, layer: Layer, change: str, entry: Entry) -> None:
        target = _target(entry)
        known = self.format.field(target)
        fault = None
        if known and isinstance(known.default, list):
            self._change_items(layer, change, entry, target, known)
        elif change == "remove" and self.format.is_named(target):
            self._remove_names(layer, entry, target)
        elif known:
            problem = f"{change} is for lists, and this is {expected_of(known)}"
            fault = Fault(target, None, problem, "the key in its own table", id="not-a-list")
        elif self.format.is_table(target):
            fault = Fault(
                target, None, f"{change} is for lists, and this is a table", "the key of a list", id="not-a-list"
            )
        elif self._added.get(target[0], ()) is not None:
            fault = self._of_plugin(self.format.unknown(target))
        if fault:
            self._find(layer, entry.position, fault._replace(path=entry.path))

    def _change_items(self, layer: Layer, change: str, entry: Entry, target: Path, known: Field) -> None:
        row = self._row(target)
        if row and row not in self.rows:
            self._no_such_name(layer, entry, row)
            return
        self._judge_items(layer, entry, target)
        if target in self.faulty:
            return
        old = self.setting(target)
        items = canonical(known.kind, entry.value)
        origins = tuple(map(layer.origin, entry.items))
        if change == "append":
            value, places = [*old.value, *items], old.items + origins
        else:
            self._must_be_there(layer, entry, items, old.value)
            kept = [n for n, item in enumerate(old.value) if item not in items]
            value, places = [old.value[n] for n in kept], tuple(old.items[n] for n in kept)
        self.settings[target] = Setting(value, layer.origin(entry.position), self._layers, places)

    def _judge_items(self, layer: Layer, entry: Entry, target: Path) -> None:
        for fault in self.format.faults(_nested([replace(entry, path=target)], {})):
            self.faulty.add(target)
            in_list = fault.item is not None and fault.item < len(entry.items)
            position = entry.items[fault.item or 0] if in_list else entry.position
            self._find(layer, position, fault._replace(path=entry.path))

    def _remove_names(self, layer: Layer, entry: Entry, table: Path) -> None:
        names = entry.value
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            fault = Fault(
                entry.path, None, f"{shown(names)} is not a list of names", "a list of names", id="not-a-list"
            )
            self._find(layer, entry.position, fault)
            return
        self._must_be_there(layer, entry, names, self.names(table))
        for name in names:
            gone = (*table, name)
            for row in [row for row in self.rows if row[: len(gone)] == gone]:
                del self.rows[row]
            for path in [path for path in self.settings if path[: len(gone)] == gone]:
                del self.settings[path]

    def _must_be_there(self, layer: Layer, entry: Entry, items: Sequence[Any], there: Sequence[Any]) -> None:
        for item, position in zip(items, entry.items, strict=False):
            if item not in there:
                texts = [str(one) for one in there]
                expected = one_of(texts) if texts else "something that is there: there is nothing"
                problem = f"{shown(item)} is not there to remove"
                fault = Fault(entry.path, None, problem, expected, nearest_of(str(item), texts), "no-such-entry")
                self._find(layer, position, fault)

    def _no_such_name(self, layer: Layer, entry: Entry, row: Path) -> None:
        names = self.names(row[:-1])
        expected = one_of(names) if names else "an entry that is there: there is none"
        problem = f"there is no {row[-2]} {quoted(row[-1])}"
        fault = Fault(entry.path, None, problem, expected, nearest_of(row[-1], names), "no-such-entry")
        self._find(layer, entry.position, fault)

    # -- plugins -----------------------------------------------------------------------------------------

    def _use_plugins(self) -> None:
        """Take the keys of the plugins in use into the format, and find what is wrong with the plugins."""
        used = self.setting(_PLUGINS)
        for name, origin in zip(used.value, used.items, strict=True):
            if name not in self._added:
                self._added[name] = self._ask(name, origin)
        key = tuple(dict.fromkeys(name for name in used.value if self._added[name] is not None))
        if key not in self._formats:
            self._formats[key] = Format(FIELDS, {name: self._added[name] or () for name in key})
        self.format = self._formats[key]

    def _ask(self, name: str, origin: Origin) -> tuple[Field, ...] | None:
        """Return the keys of a plugin, or None and a finding if it can't be used."""
        there = self.plugins.names()
        if name in there:
            try:
                problem = self.plugins.problem(name)
                fields = self.plugins.fields(name) if problem is None else ()
            except ValueError as error:
                problem = str(error)
            if problem is None:
                return fields
            words = (f"the plugin {quoted(name)} can't be used: {problem}", "a plugin that works", "", "plugin-broken")
        else:
            words = self._missing(name, there)
        self.findings.append(Finding(origin.file, origin.line, origin.column, "plugins", *words))
        return None

    def _missing(self, name: str, there: Sequence[str]) -> tuple[str, str, str, str]:
        """Return what is wrong, expected, nearest and the kind of finding for a plugin that is not there."""
        if name in getattr(self.plugins, "left_out", ()):
            problem = f"the plugin {quoted(name)} is installed, and was left out on request (--no-plugins)"
            return problem, "the command without --no-plugins", "", "plugin-left-out"
        have = f"one that is there ({', '.join(there) or 'there are none'})"
        expected = f"{have}, or first pip install the package that has it, or name its file with --plugin FILE"
        return f"there is no plugin {quoted(name)}", expected, nearest_of(name, there), "plugin-missing"

    def _find(self, layer: Layer, position: Position, fault: Fault) -> None:
        self.findings.append(
            Finding(layer.file, *position, ".".join(fault.path), fault.problem, fault.expected, fault.nearest, fault.id)
        )


def _target(entry: Entry) -> Path:
    """Return the key path that an entry sets, or changes by `append` and `remove`."""
    if entry.path[0] in _CHANGES and len(entry.path) > 1:
        return tuple(".".join(entry.path[1:]).split("."))
    return entry.path


def _nested(entries: Iterable[Entry], tables: Iterable[Path]) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for path in tables:
        _table(nested, path)
    for entry in entries:
        _table(nested, entry.path[:-1])[entry.path[-1]] = entry.value
    return nested


def _table(nested: dict[str, Any], path: Path) -> dict[str, Any]:
    for part in path:
        nested = nested.setdefault(part, {})
    return nested


def _within(path: Path, faulty: set[Path]) -> bool:
    return any(path[:length] in faulty for length in range(1, len(path) + 1))


def _first(path: Path, entries: Iterable[Entry], tables: dict[Path, Position]) -> Position:
    """Return where a table is first named."""
    inside: Iterator[Position] = (entry.position for entry in entries if entry.path[: len(path)] == path)
    return tables.get(path) or next(inside, (1, 1))
