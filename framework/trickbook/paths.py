"""Where a path leads."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def resolved(path: Path) -> Path:
    """Return the place to which a path leads, through all symbolic links.

    Raises `OSError`, which names the path, where links go round in a circle: `Path.resolve` raises something else, or nothing,
    by the version of Python.
    """
    try:
        found = path.resolve()
    except RuntimeError:
        found = path
    if found.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return found
