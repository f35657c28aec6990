"""Compare games: what is measured, how sure it is, and how games differ.

    >>> import trickbook
    >>> comparison = trickbook.compare(["schwesing", "treia"], deals=100, bots="random")
    >>> [value.game for value in comparison.metrics[0].values]
    ['schwesing', 'treia']

The package can be called: `trickbook.compare(...)` is `trickbook.compare.compare(...)`, whichever is imported first.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from trickbook.compare.comparing import CompareError, Comparison
from trickbook.compare.measuring import can_be_paired
from trickbook.compare.study import Study, compare

__all__ = ["CompareError", "Comparison", "Study", "can_be_paired", "compare"]


class _CallablePackage(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Comparison:
        return compare(*arguments, **options)


sys.modules[__name__].__class__ = _CallablePackage
