"""Finding rulebooks and house rules: what ships, what is a file, what is set in place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from trickbook.rulebook.messages import nearest_of, one_of, quoted
from trickbook.rulebook.toml import LONGEST_FILE

RULEBOOKS = "trickbook.rulebooks"
"""The package that holds the rulebooks that ship."""
VARIANTS = "trickbook.variants"
"""The package that holds the house rules that ship."""


class Shipped(NamedTuple):
    """A rulebook or house rule that comes with Trickbook."""

    id: str
    """The name to type."""
    name: str
    """What people call it."""
    about: str
    """One line about it."""
    conjectural: bool
    """Its rules are a guess."""
    file: str
    """The file it stands in."""
    fits: tuple[str, ...] = ()
    """Of a house rule, the rulebooks for which it is made; none where it fits any."""


@dataclass(frozen=True)
class Piece:
    """One part of a game as typed, between two `+`."""

    text: str
    """The part, without blanks round it, or round the `=` of a value set in place."""
    column: int
    """Where it starts in the game, from 1."""

    @property
    def key(self) -> str | None:
        """The key path, if the part sets a value in place."""
        match = _IN_PLACE.match(self.text)
        return match[1] if match else None


@dataclass(frozen=True)
class Source:
    """The text of one rulebook or house rule."""

    id: str
    """The name to type, or the stem of the file's name."""
    file: str
    """The file, as it is named in findings."""
    data: bytes
    """What stands in it."""
    folder: Path | None
    """The folder in which to look for what it names; None for what ships."""


_IN_PLACE = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\.(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_BARE_WORD = re.compile(r"[\w♣♠♥♦-]+")
_BARE_LIST = re.compile(r"\[[\w♣♠♥♦,\s-]*\]")


def shipped_rulebooks() -> list[Shipped]:
    """List the rulebooks that ship, by id."""
    return list(_shipped(RULEBOOKS))


def shipped_variants() -> list[Shipped]:
    """List the house rules that ship, by id."""
    return list(_shipped(VARIANTS))


def _shipped(package: str) -> Iterator[Shipped]:
    for id, resource in sorted(_resources(package).items()):
        head = tomllib.loads(resource.read_text("utf-8"))
        words = (str(head.get("name", id)), str(head.get("about", "")))
        fits = tuple(map(str, head.get("fits", ())))
        yield Shipped(id, *words, head.get("conjectural", False) is True, str(resource), fits)


def _resources(package: str) -> dict[str, Traversable]:
    return {
        resource.name.removesuffix(".toml"): resource
        for resource in files(package).iterdir()
        if resource.name.endswith(".toml")
    }


def split_game(game: str) -> list[Piece]:
    """Split a game at each `+` that stands outside quotes and brackets."""
    pieces = []
    start, depth, quote = 0, 0, ""
    for place, sign in enumerate([*game, "+"]):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "[]{}":
            depth += 1 if sign in "[{" else -1
        if place == len(game) or (sign == "+" and depth <= 0 and not quote):
            part = game[start:place]
            column = start + 1 + len(part) - len(part.lstrip())
            key = _IN_PLACE.match(part)
            text = f"{key[1]}={part[key.end() :].strip()}" if key else part.strip()
            pieces.append(Piece(text, column))
            start = place + 1
    return pieces


def in_place_toml(piece: Piece) -> str:
    """Return the TOML for a value set in place; words without quotes become texts.

    >>> in_place_toml(Piece("trump.chosen=turned", 1))
    'trump.chosen="turned"'
    """
    match = _IN_PLACE.match(piece.text)
    value = piece.text[match.end() :].strip() if match else ""
    try:
        tomllib.loads(f"value = {value}")
    except ValueError:
        if _BARE_WORD.fullmatch(value):
            value = quoted(value)
        elif _BARE_LIST.fullmatch(value):
            value = _BARE_WORD.sub(lambda word: quoted(word[0]), value)
    return f"{match[1] if match else piece.text}={value}"


class NotFoundError(ValueError):
    """There is no such rulebook or house rule, or it can't be read."""

    def __init__(self, problem: str, expected: str, nearest: str = ""):
        super().__init__(problem, expected, nearest)
        self.problem = problem
        """What is wrong."""
        self.expected = expected
        """What would be right."""
        self.nearest = nearest
        """The name most like the one given, or an empty text."""


def find_rulebook(name: str, named_in: Source | None = None) -> Source:
    """Find a rulebook by its id or path; a parent also next to the file that names it.

    Raises `NotFoundError`.
    """
    shipped = _resources(RULEBOOKS)
    if name in _resources(VARIANTS) and name not in shipped:
        expected = f"a rulebook before it, such as {min(shipped)}+{name}"
        raise NotFoundError(f"{quoted(name)} is a house rule, not a rulebook", expected)
    return _find("rulebook", name, shipped, named_in)


def find_variant(name: str, named_in: Source) -> Source:
    """Find a house rule by its id or path, also next to the rulebook it is put on.

    Raises `NotFoundError`.
    """
    shipped = _resources(VARIANTS)
    if name in _resources(RULEBOOKS) and name not in shipped:
        raise NotFoundError(f"{quoted(name)} is a rulebook, not a house rule", "one rulebook, then house rules")
    return _find("house rule", name, shipped, named_in)


def _find(kind: str, name: str, shipped: Mapping[str, Traversable], named_in: Source | None) -> Source:
    if name in shipped:
        return Source(name, str(shipped[name]), shipped[name].read_bytes(), None)
    paths = [Path(name), Path(f"{name}.toml")]
    if named_in and named_in.folder:
        paths += [named_in.folder / path for path in paths]
    for path in paths if name else ():
        try:
            if path.exists() and not path.is_file() and path.suffix == ".toml":
                raise NotFoundError(f"{path} is not a file", "the path of a TOML file")
            if path.is_file():
                with path.open("rb") as file:
                    data = file.read(LONGEST_FILE + 1)
                return Source(path.name.removesuffix(".toml"), str(path), data, path.parent)
        except NotFoundError:
            raise
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise NotFoundError(f"{path} can't be read: {reason}", "a file that can be read") from None
    for path in paths if name else ():
        if path.is_symlink():
            raise NotFoundError(f"{path} is a symbolic link that leads to no file", "a file that is there")
    if _is_path(name):
        raise NotFoundError(f"there is no file {quoted(name)}", "", _nearest_file(paths))
    expected = f"{one_of(sorted(shipped))}, or the path of a TOML file"
    raise NotFoundError(f"there is no {kind} {quoted(name)}", expected, nearest_of(name, shipped))


def _is_path(name: str) -> bool:
    """Say whether a name can only mean a file: it ends like one, or names a folder."""
    return name.endswith(".toml") or "/" in name or "\\" in name


def _nearest_file(paths: Sequence[Path]) -> str:
    """Return the TOML file beside one of the paths whose name is most like it, or an empty text."""
    for path in paths:
        try:
            beside = [file.stem for file in path.parent.glob("*.toml")]
        except (OSError, ValueError):  # a path that no system can have
            continue
        if near := nearest_of(path.stem, beside):
            return str(path.with_name(f"{near}.toml"))
    return ""
