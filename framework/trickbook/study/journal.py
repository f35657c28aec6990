"""The file of a comparison that may be stopped: a line for what is compared, and one for each unit that is played.

A line is a checksum (CRC-32, eight hexadecimal digits), a space, and JSON. The first says what is compared; the others
hold results, their arrays as Base64 of what zlib has packed. A line counts if it is whole, so whatever stopped
the writing, nothing wrong is read; what comes after a line that does not count is written anew.
"""

from __future__ import annotations

import json
import math
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, TypeGuard

import numpy as np
from numpy.typing import NDArray

from trickbook.measure.metrics import DUPLICATE, Metric
from trickbook.paths import resolved
from trickbook.study.units import Result, Unit, Work, is_result_of
from trickbook.version import KERNEL, VERSION

FORMAT = "trickbook-work"
FORMAT_VERSION = 1
_PLACE = tuple[int, str, int, int, str]
_TYPES_OF_PLACE = [int, str, int, int, str]
_MOST_IN_HEAD = 1 << 24
"""Bytes that the first line may have: what is no file of work may have no lines at all."""
_LONGEST = 1 << 24
"""Items that one side of an array is below."""
_MOST_MOVES = 1 << 62
_KIND = re.compile(r"[<|][iufb][1248]")
"""The types of the numbers in an array."""


class ResumeError(ValueError):
    """A file that can't be gone on from: it belongs to another comparison, or is none."""


def _identity(works: Sequence[Work], metrics: Sequence[Metric]) -> dict[str, Any]:
    """Return what must be the same for results to belong to one comparison."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "trickbook": VERSION,
        "kernel": KERNEL,
        "games": [
            {
                "game": work.game.name,
                "rules": work.game.digest,
                "plugins": {**dict(work.game.plugins), **{name: source for name, _, source in work.game.files}},
            }
            for work in works
        ],
        "seed": works[0].seed,
        "bots": "; ".join(dict.fromkeys(work.bots for work in works)),
        "from": list(works[0].scores),
        "columns": list(works[0].keep),
        "metrics": [metric.name for metric in metrics],
    }


def _line(document: Any) -> bytes:
    text = json.dumps(document, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _read(line: bytes) -> Any:
    """Return what a line says, or None if it is not whole, or no JSON."""
    check, _, text = line.rstrip(b"\n").partition(b" ")
    if not line.endswith(b"\n") or check != b"%08x" % zlib.crc32(text):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _from_array(array: NDArray[Any]) -> list[Any]:
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    return [little.dtype.str, list(array.shape), b64encode(zlib.compress(little.tobytes())).decode()]


def _to_array(said: Any) -> NDArray[Any]:
    kind, shape, text = said
    if not _KIND.fullmatch(kind) or not all(type(length) is int and 0 <= length < _LONGEST for length in shape):
        raise ValueError(kind)
    size = math.prod(shape) * np.dtype(kind).itemsize
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(b64decode(text), size + 1)  # no more, whatever it says it holds
    if len(data) != size:
        raise ValueError(kind)
    array: NDArray[Any] = np.frombuffer(data, np.dtype(kind)).reshape(shape)
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _to_arrays(said: Any) -> dict[str, NDArray[Any]]:
    return {name: _to_array(array) for name, array in said.items()}


def _from_lines(lines: Sequence[str]) -> dict[str, str]:
    """Return records as they stand in the file: only where there are any."""
    packed = b64encode(zlib.compress("\n".join(lines).encode())).decode()
    return {"records": packed} if lines else {}


def _to_lines(said: str) -> tuple[str, ...]:
    return tuple(zlib.decompress(b64decode(said)).decode().split("\n")) if said else ()


def _place_in(said: Any) -> _PLACE | None:
    """Return which unit a line is about, or None if it is about none."""
    place = said.get("unit") if isinstance(said, dict) else None
    if not isinstance(place, list) or [type(part) for part in place] != _TYPES_OF_PLACE:
        return None
    return tuple(place)


def _result_in(said: Any) -> Result | None:
    """Return the result that a line holds, or None if it holds none."""
    try:
        lines = _to_lines(said.get("records", ""))
        found = Result(said["moves"], _to_arrays(said["values"]), _to_arrays(said["columns"]), lines)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, zlib.error):
        return None
    return found if type(found.moves) is int and 0 <= found.moves < _MOST_MOVES else None


class WorkFile:
    """What has been played of a comparison, on disk. A context manager, which closes the file.

    More deals or matches may be asked for than before: the seed and the rules say what each unit is.
    """

    def __init__(self, path: Path, works: Sequence[Work], metrics: Sequence[Metric]) -> None:
        """Open a file, or begin one.

        Raises `ResumeError` if it belongs to another comparison, saying what differs, or to none, if it is no ordinary file, or
        if another process is writing it; `OSError` if it can't be read or written.
        """
        from filelock import FileLock, Timeout

        if path.exists() and not path.is_file():
            what = "a folder" if path.is_dir() else "a device or a pipe"
            raise ResumeError(f"{path} is {what}; expected an ordinary file, new or one that --resume wrote")
        self._path = path
        self._places: dict[_PLACE, tuple[int, int]] = {}
        self._end = 0
        head = _identity(works, metrics)
        place = resolved(path)
        path.touch()
        # A lock of the operating system, which lets go of it when a process ends in whatever way.
        beside = place.with_name(f".{place.name}.lock")
        lock = FileLock(beside)
        with ExitStack() as opened:
            try:
                opened.enter_context(lock.acquire(timeout=0))
            except Timeout:
                if not beside.exists():
                    raise ResumeError(
                        f"{path}: the file {beside}, by which others see that it is in use, can't be made; "
                        "expected a folder that can be written to"
                    ) from None
                raise ResumeError(f"{path} is in use by another process; expected a file for each") from None
            self._file: BinaryIO = opened.enter_context(path.open("r+b"))
            with self._named():
                self._find(path, head)
            self._opened = opened.pop_all()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Let an `OSError` say which file it is about."""
        try:
            yield
        except OSError as error:
            error.filename = error.filename or str(self._path)
            raise

    def _find(self, path: Path, head: dict[str, Any]) -> None:
        first = self._file.readline(_MOST_IN_HEAD)
        if _line(head).startswith(first) and not first.endswith(b"\n"):  # new, or cut off at once
            self._write(_line(head))
            return
        found = _read(first)
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ResumeError(
                f"{path} is not a file of work to go on from; name a new file, or one that --resume wrote"
            )
        if found != head:
            differences = list(dict.fromkeys(_differences(found, head))) or [
                "what it says of it is not as this version writes it"
            ]
            raise ResumeError(f"{path} belongs to another comparison: {'; '.join(differences)}")
        self._end = len(first)
        for line in self._lines():
            place = _place_in(_read(line))
            if place is None:
                break
            self._places[place] = self._end, len(line)
            self._end += len(line)

    def _lines(self) -> Iterator[bytes]:
        while line := self._file.readline():
            yield line

    def _write(self, line: bytes) -> None:
        with self._named():
            self._file.seek(self._end)
            self._file.write(line)
            self._file.truncate()
            self._file.flush()
        self._end += len(line)

    def known(self, unit: Unit) -> Result | None:
        """Return the result of a unit, if the file has it. What can't be its result is forgotten, and played again."""
        place = self._places.get(_place_of(unit))
        if place is None:
            return None
        with self._named():
            self._file.seek(place[0])
            line = self._file.read(place[1])
        found = _result_in(_read(line))
        if found is None or not is_result_of(unit, found):
            del self._places[_place_of(unit)]
            return None
        return found

    def add(self, unit: Unit, result: Result) -> bool:
        """Write the result of a unit, unless the file has it; say whether it was written."""
        if _place_of(unit) in self._places:
            return False
        start = self._end
        self._write(
            _line(
                _from_lines(result.lines)
                | {
                    "unit": _place_of(unit),
                    "moves": result.moves,
                    "values": {name: _from_array(array) for name, array in result.values.items()},
                    "columns": {name: _from_array(array) for name, array in result.columns.items()},
                }
            )
        )
        self._places[_place_of(unit)] = start, self._end - start
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.close()


def _place_of(unit: Unit) -> _PLACE:
    players = f"{unit.work.bots} {unit.work.against}" if unit.sample == DUPLICATE else unit.work.part
    return unit.place, unit.sample, unit.first, unit.count, players


def _differences(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[str]:
    """Yield in words how the comparison in a file differs from the one that is wanted."""
    for key in ("version", "trickbook", "kernel", "seed", "bots", "from", "columns"):
        if found.get(key) != wanted[key]:
            yield f"{key} {_said(found.get(key))} there, {_said(wanted[key])} here"
    theirs, ours = found.get("games"), wanted["games"]
    if not _are_games(theirs):
        yield "it names no games"
        return
    names = [", ".join(game["game"] for game in games) or "nothing" for games in (theirs, ours)]
    if names[0] != names[1]:
        yield f"games {names[0]} there, {names[1]} here"
        return
    for their, our in zip(theirs, ours, strict=True):
        if their["rules"] != our["rules"]:
            yield f"the rules of {our['game']} are others"
        for plugin in sorted({*their["plugins"], *our["plugins"]}):
            versions = [_said(game["plugins"].get(plugin)) for game in (their, our)]
            if versions[0] != versions[1]:
                # The version of a file is a long hash.
                there, here = (version[:12] for version in versions)
                yield f"plugin {plugin} {there} there, {here} here"
    if found.get("metrics") != wanted["metrics"]:
        yield "other metrics are measured"


def _are_games(said: Any) -> TypeGuard[list[dict[str, Any]]]:
    types = {"game": str, "rules": str, "plugins": dict}
    return isinstance(said, list) and all(
        isinstance(game, dict) and {key: type(value) for key, value in game.items()} == types for game in said
    )


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value)) or "nothing"
    return "nothing" if value is None else str(value)
