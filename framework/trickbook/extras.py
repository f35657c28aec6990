"""What comes with an extra: imported when it is first needed, and named where it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtraError(ValueError):
    """Something was asked for that needs packages which are not installed."""


@contextmanager
def needed(extra: str) -> Iterator[None]:
    """Say which extra to install, if an import inside the block fails.

    Raises `MissingExtraError`.
    """
    try:
        yield
    except ImportError as error:
        package = error.name or str(error)
        raise MissingExtraError(
            f'this needs the package {package}, which is not installed; pip install "trickbook[{extra}]" brings it'
        ) from error
