"""Compiled code on disk: where it is, what it depends on, and how it is written and read.

A folder of code is named by a hash of all that the code depends on, so nothing in it is ever out of date. A file holds one function,
behind a checksum. It is written beside its place and then moved there; what can't be written is not kept, and what can't be read is
compiled again. So whoever else compiles at the same time, a full disk or a damaged file cost time, and nothing else.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import re
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import config, runtime, serialize

from trickbook.kernel.linking import from_parts, parts_of

SUFFIX = ".code"
"""What the names of files with compiled code end with."""
UNUSED_DAYS = 30
"""A folder of another version that was not used for so long is removed."""

_SOURCES = Path(__file__).parent.parent
_CONFIG: Any = config
_LLVM: Any = llvm
_RUNTIME: Any = runtime
_DAY = 24 * 60 * 60
_CHECKSUM = 32
_PLAIN = (int, float, str, bytes, np.generic)
_FOLDER = re.compile(r"[0-9a-f]{16}")
_ENDINGS = (SUFFIX, ".part", ".lock", ".nbi", ".nbc")
"""Endings of the files that are ours; the last two are of versions that left it to Numba to write them."""


def cache_root() -> Path:
    """Return the folder that holds compiled code: TRICKBOOK_CACHE, or the user's cache folder of the platform."""
    if chosen := os.environ.get("TRICKBOOK_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "trickbook"


def processor() -> str:
    """Return the name of the processor that code is compiled for, and what it can do."""
    name = _CONFIG.CPU_NAME or _LLVM.get_host_cpu_name()
    features = _CONFIG.CPU_FEATURES
    return f"{name} {_LLVM.get_host_cpu_features().flatten() if features is None else features}"


@cache
def _common(processor: str) -> bytes:
    digest = hashlib.sha256()
    versions = (
        numba.__version__,
        _LLVM.llvm_version_info,
        np.__version__,
        sys.implementation.name,
        platform.python_version(),
    )
    options = (_CONFIG.BOUNDSCHECK, _CONFIG.OPT, _CONFIG.DEBUGINFO_DEFAULT)
    for part in (*versions, *options, platform.machine(), processor, _SOURCES):
        digest.update(str(part).encode() + b"\0")
    for folder in ("kernel", "bots"):
        for source in sorted((_SOURCES / folder).glob("*.py")):
            digest.update(source.read_bytes())
    return digest.digest()


def fingerprint(*sources: Path) -> str:
    """Return a hash of all that compiled code depends on: sources and their place, versions, options of Numba, the processor.

    `sources` are files that it depends on beside the kernel's and the players'.
    """
    digest = hashlib.sha256(_common(processor()))
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder of this version's compiled code."""
    return cache_root() / fingerprint()


def is_cached() -> bool:
    """Say whether this version's code has been compiled before."""
    return any(cache_folder().glob(f"*{SUFFIX}"))


class KeptCode:
    """Compiled code of one function in a folder: what Numba asks for it, and gives it to keep."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self.function = function
        self.folder = folder

    @property
    def cache_path(self) -> str:
        """The folder, as text."""
        return str(self.folder)

    def file(self, signature: Any) -> Path | None:
        """Return the file of the function with a signature; None if it is made round something that can't be told again."""
        code = self.function.__code__
        cells = tuple(cell.cell_contents for cell in self.function.__closure__ or ())
        if not all(isinstance(cell, _PLAIN) for cell in cells):
            return None
        digest = hashlib.sha256("\0".join(map(str, (signature, code.co_firstlineno, cells))).encode() + code.co_code)
        name = f"{self.function.__module__}.{self.function.__qualname__}".replace("<", "").replace(">", "")
        return self.folder / f"{name[-80:]}-{digest.hexdigest()[:16]}{SUFFIX}"

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return what was kept, ready to be called; None if there is nothing, or it is damaged."""
        file = self.file(signature)
        try:
            kept = file.read_bytes() if file else b""
            if hashlib.sha256(kept[_CHECKSUM:]).digest() != kept[:_CHECKSUM]:
                return None
            _mark_used(self.folder)
        except OSError:
            return None
        # Not `target.refresh()`, which imports all that Numba may need to compile, and takes longer than the code to load.
        _RUNTIME.rtsys.initialize(target)
        import_module("numba.experimental.function_type")  # which can tell the type of a pointer
        return from_parts(pickle.loads(kept[_CHECKSUM:]), signature, target)

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep compiled code, if it can be kept, and written."""
        file = self.file(signature)
        if file and not result.library.has_dynamic_globals:  # these are addresses in this process
            content = _dumps(parts_of(result, signature))
            write(file, hashlib.sha256(content).digest() + content)

    def flush(self) -> None:
        """Do nothing: what is here is never out of date."""


def _mark_used(folder: Path) -> None:
    now = time.time()
    if now - folder.stat().st_mtime > _DAY:
        with suppress(OSError):
            os.utime(folder, (now, now))


def _dumps(value: Any) -> bytes:
    dumps: Any = serialize.dumps
    return bytes(dumps(value))


def write(file: Path, content: bytes) -> bool:
    """Write a file so that it is there as a whole or not at all; say whether it could be written."""
    beside = file.with_name(f"{file.name}.{uuid.uuid4().hex[:8]}.part")
    try:
        make(file.parent)
        beside.write_bytes(content)
        beside.replace(file)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        return False
    return True


def make(folder: Path) -> None:
    """Make the folder of a version, if it is not there, and clear those that were not used for long."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        clear_unused(folder.parent)


def compiled_files(root: Path) -> Iterator[Path]:
    """Yield the files of compiled code, and no others: the folder may be anything that TRICKBOOK_CACHE names."""
    if not root.is_dir():
        return
    for folder in sorted(root.iterdir()):
        if _FOLDER.fullmatch(folder.name) and folder.is_dir():
            yield from files_in(folder)


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files of compiled code in the folder of one version."""
    yield from (file for file in sorted(folder.rglob("*")) if file.suffix in _ENDINGS and file.is_file())


def clear(root: Path, files: Iterable[Path]) -> None:
    """Delete files below a folder, and what is empty then."""
    folders = set()
    for file in files:
        file.unlink(missing_ok=True)
        folders |= {folder for folder in file.parents if root in folder.parents}
    for folder in sorted(folders, reverse=True):
        with suppress(OSError):  # something else is in it
            folder.rmdir()


def clear_unused(root: Path) -> None:
    """Delete the code of versions that have not been used for `UNUSED_DAYS`."""
    with suppress(OSError):
        oldest = time.time() - UNUSED_DAYS * _DAY
        for folder in root.iterdir():
            if _FOLDER.fullmatch(folder.name) and folder.is_dir() and folder.stat().st_mtime < oldest:
                clear(root, list(files_in(folder)))
