"""Compare games: what is measured, how sure it is, and how games differ.

>>> import trickbook
>>> comparison = trickbook.compare(["schwesing", "treia"], deals=100, bots="random")
>>> [value.game for value in comparison.metrics[0].values]
['schwesing', 'treia']
"""

from __future__ import annotations

from trickbook.measure.comparison import CompareError, Comparison
from trickbook.study.at_once import compare
from trickbook.study.measuring import can_be_paired
from trickbook.study.study import Study

__all__ = ["CompareError", "Comparison", "Study", "can_be_paired", "compare"]
