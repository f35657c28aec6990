"""Reading TOML with the position of every key, going on after errors.

`tomllib` says what a value is; tree-sitter says where each key and each item of a list stands.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from trickbook.rulebook.model import Finding
from trickbook.rulebook.syntax_words import in_plain_words

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

LONGEST_FILE = 64 * 1024
"""Bytes that a rulebook file may have."""
MOST_ERRORS = 25
"""Syntax errors after which reading a file stops."""
_LONGEST_PATH = 50
_LONGEST_VALUE = 200
_DEEPEST = 16

Path = tuple[str, ...]
Position = tuple[int, int]


@dataclass(frozen=True)
class Entry:
    """One `key = value` of a file. Keys inside an inline table are entries of their own."""

    path: Path
    """The whole key path, tables included."""
    value: Any
    """The value as `tomllib` reads it."""
    position: Position
    """Line and column of the key."""
    items: tuple[Position, ...] = ()
    """Line and column of each item, where the value is a list."""


@dataclass
class Document:
    """What could be read of a file, and what was wrong with it."""

    entries: list[Entry] = field(default_factory=list)
    """All keys with values, in the order of the file."""
    tables: dict[Path, Position] = field(default_factory=dict)
    """Every table, whether it has a header of its own or not, and where it first appears."""
    findings: list[Finding] = field(default_factory=list)
    """Syntax errors and duplicate keys."""


def read_toml(data: bytes, file: str) -> Document:
    """Read a TOML file, with positions; `file` is the name for the findings.

    Never raises: what is wrong stands in the findings, and all that is right in the entries.
    """
    document = Document()
    if len(data) > LONGEST_FILE:
        expected = f"at most {LONGEST_FILE} bytes"
        document.findings.append(Finding(file, 1, 1, "", "the file is too long", expected, id="file-too-long"))
        return document
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode().split("\n")
        place = (len(before), len(before[-1]) + 1)
        document.findings.append(Finding(file, *place, "", "is not text in UTF-8", "TOML in UTF-8", id="not-utf-8"))
        return document
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    problem = _problem(text)
    if problem:
        text = _blank_errors(text, file, document)
    reader = _TreeReader(text, file, document)
    if reader.broken and not problem:
        _read_mapping(tomllib.loads(text), (), document)
    else:
        reader.read()
    if problem and not document.findings:
        line, column = problem.position or (1, 1)
        words = in_plain_words("", problem.text)
        document.findings.append(Finding(file, line, column, "", words.problem, words.expected, id=words.id))
    return document


def mapping_document(values: Mapping[str, Any]) -> Document:
    """Return nested mappings as a document in which everything stands at line 1."""
    document = Document()
    _read_mapping(values, (), document)
    return document


def _read_mapping(values: Mapping[str, Any], path: Path, document: Document) -> None:
    for key, value in values.items():
        here = (*path, str(key))
        if isinstance(value, Mapping) and len(here) < _DEEPEST:
            document.tables[here] = (1, 1)
            _read_mapping(value, here, document)
        else:
            items = ((1, 1),) * len(value) if isinstance(value, list) else ()
            document.entries.append(Entry(here, value, (1, 1), items))


# -- what is wrong ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Problem:
    text: str
    position: Position | None
    """None where the text ends too early."""


_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_STATEMENT = re.compile(r"""\s*(\[\[?[\w"'. -]+\]\]?\s*(#.*)?$|[\w"'.-]+\s*=)""")
_KEY = re.compile(r"""\s*([\w"'.-]+)\s*=""")


def _problem(text: str) -> _Problem | None:
    """Say what `tomllib` finds wrong first."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _PLACE.search(message)
        words = _PLACE.sub("", message)
        words = words[:1].lower() + words[1:]
        position = (int(place[1]), int(place[2])) if place and place[1] else None
        return _Problem(words, position)
    except RecursionError:
        return _Problem("is nested too deeply", (1, 1))
    except (ValueError, OverflowError):
        return _Problem("has a value out of range", (1, 1))
    return None


def _blank_errors(text: str, file: str, document: Document) -> str:
    """Record all syntax errors, and return the text with the statements at fault blanked out.

    Each statement is judged alone, so keys that are set twice are not found here.
    """
    lines = text.split("\n")
    kept = list(lines)
    start = 0
    section_lost = False
    while start < len(lines) and len(document.findings) < MOST_ERRORS:
        end, problem = _statement(lines, start)
        is_header = lines[start].lstrip().startswith("[")
        if problem:
            line, column = problem.position or (1, 1)
            key = _KEY.match(lines[start].replace("\ufeff", ""))
            words = in_plain_words(lines[start + line - 1], problem.text)
            document.findings.append(
                Finding(file, start + line, column, key[1] if key else "", words.problem, words.expected, id=words.id)
            )
            end = _next_statement(lines, start, start + line - 1 if problem.position else start + 1)
        section_lost = bool(problem) if is_header else section_lost
        if problem or section_lost:
            kept[start:end] = [""] * (end - start)
        start = end
    return "\n".join(kept[:start])


def _statement(lines: list[str], start: int) -> tuple[int, _Problem | None]:
    """Return the line after the statement that starts at a line, and what is wrong with it."""
    problem = None
    for end in range(start + 1, min(start + _LONGEST_VALUE, len(lines)) + 1):
        problem = _problem("\n".join(lines[start:end]) + "\n")
        if problem is None or problem.position:
            return end, problem
    return start + 1, problem


def _next_statement(lines: list[str], start: int, error: int) -> int:
    """Return the line at which to go on after a statement with an error on a line of it."""
    if error == start:
        return start + 1
    while error < len(lines) and not _STATEMENT.match(lines[error]):
        error += 1
    return error


# -- where everything stands -----------------------------------------------------------------------------


@cache
def _parser() -> Parser:
    import tree_sitter_toml
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_toml.language()))


class _TreeReader:
    """Turns the syntax tree of a text without syntax errors into entries."""

    def __init__(self, text: str, file: str, document: Document):
        self.file = file
        self.document = document
        self.rows = text.encode().split(b"\n")
        self.root = _parser().parse(text.encode()).root_node
        self.broken = self.root.has_error
        self.headers: dict[Path, Position] = {}
        self.leaves: dict[Path, Position] = {}
        self.dotted: dict[Path, tuple[Path, Position]] = {}

    def read(self) -> None:
        """Read the whole tree."""
        for node in self.root.named_children:
            if node.type == "pair":
                self.pair(node, ())
            elif node.type in ("table", "table_array_element"):
                self.table(node)

    def table(self, node: Node) -> None:
        """Read a `[table]` and its pairs."""
        path = _key_path(node.named_children[0])
        position = self.position(node.named_children[0])
        if node.type == "table_array_element":
            problem = "stands in double brackets"
            self.find(position, path, problem, f"[{'.'.join(path)}] or [{'.'.join(path)}.NAME]", "double-brackets")
            return
        if self.too_deep(path, position):
            return
        first = self.headers.get(path) or self.leaf_above(path)
        if first:
            self.twice(position, path, first)
            if path not in self.headers:
                return
        elif path in self.dotted:
            self.after_dots(position, path)
            return
        else:
            self.headers[path] = position
            self.table_seen(path, position)
        for child in node.named_children[1:]:
            if child.type == "pair":
                self.pair(child, path)

    def pair(self, node: Node, table: Path) -> None:
        """Read one `key = value`."""
        if node.has_error:
            return
        key, value = (child for child in node.named_children if child.type != "comment")
        path = (*table, *_key_path(key))
        position = self.position(key)
        if self.too_deep(path, position):
            return
        first = self.leaf_above(path)
        if first is None and value.type != "inline_table":
            first = self.document.tables.get(path)
        if first:
            self.twice(position, path, first)
            return
        self.table_seen(path[:-1], position)
        for length in range(len(table) + 1, len(path)):
            self.dotted.setdefault(path[:length], (path, position))
        if value.type == "inline_table" and len(path) < _DEEPEST:
            self.table_seen(path, position)
            for child in value.named_children:
                if child.type == "pair":
                    self.pair(child, path)
            return
        self.leaves[path] = position
        items = [child for child in value.named_children if child.type != "comment"]
        places = tuple(map(self.position, items)) if value.type == "array" else ()
        self.document.entries.append(Entry(path, _value(value), position, places))

    def too_deep(self, path: Path, position: Position) -> bool:
        """Record a key with more names than any has; say whether it is one."""
        if len(path) > _LONGEST_PATH:
            self.find(position, path[:_LONGEST_PATH], f"a key of {len(path)} names", f"at most {_LONGEST_PATH}")
        return len(path) > _LONGEST_PATH

    def leaf_above(self, path: Path) -> Position | None:
        """Return where the path, or a part of it that would have to be a table, has been given a value."""
        places = (self.leaves.get(path[:length]) for length in range(len(path), 0, -1))
        return next((place for place in places if place), None)

    def table_seen(self, path: Path, position: Position) -> None:
        """Remember a table and those that it stands in."""
        for length in range(1, len(path) + 1):
            self.document.tables.setdefault(path[:length], position)

    def after_dots(self, position: Position, path: Path) -> None:
        """Record a table that comes after a key that was set in it with dots, which TOML forbids."""
        key, first = self.dotted[path]
        name = ".".join(path)
        problem = f"[{name}] comes after {'.'.join(key)}, which stands with dots on line {first[0]}"
        self.find(position, path, problem, f"all its keys under [{name}], or all with dots", "table-after-dotted-key")

    def twice(self, position: Position, path: Path, first: Position) -> None:
        """Record a key that is set twice."""
        problem = f"is set twice, first on line {first[0]}, column {first[1]}"
        self.find(position, path, problem, "each key once", "key-set-twice")

    def find(self, position: Position, path: Path, problem: str, expected: str, id: str = "not-toml") -> None:
        """Record a finding."""
        self.document.findings.append(Finding(self.file, *position, ".".join(path), problem, expected, id=id))

    def position(self, node: Node) -> Position:
        """Return line and column of a node, counted in characters from 1."""
        row, column = node.start_point
        return row + 1, len(self.rows[row][:column].decode(errors="replace")) + 1


def _key_path(node: Node) -> Path:
    return tuple(_key_parts(node))


def _key_parts(node: Node) -> Iterator[str]:
    stack = [node]
    while stack:
        part = stack.pop()
        if part.type == "dotted_key":
            stack.extend(reversed(part.named_children))
        else:
            text = (part.text or b"").decode()
            yield next(iter(tomllib.loads(f"{text} = 0"))) if part.type == "quoted_key" else text


def _value(node: Node) -> Any:
    return tomllib.loads("value = " + (node.text or b"").decode())["value"]
