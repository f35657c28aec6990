"""Numbers and units as they are written."""

from __future__ import annotations

import pytest

from trickbook.answers.words import with_unit, writer_of
from trickbook.measure.comparison import Measured
from trickbook.measure.metrics import METRICS, Metric
from trickbook.measure.statistics import Contrast

DECISIONS = next(metric for metric in METRICS if isinstance(metric, Metric) and metric.name == "decisions")


@pytest.mark.parametrize(
    ("number", "unit", "said"),
    [
        ("1", "chips a deal", "1 chip a deal"),
        ("-1", "penalty points a deal (fewer is better)", "-1 penalty point a deal (fewer is better)"),
        ("1.0", "points a deal", "1.0 points a deal"),
        ("2", "minutes longer", "2 minutes longer"),
        ("1", "minutes longer", "1 minute longer"),
        ("1", "in 100 deals", "1 in 100 deals"),
        ("1", "of 100 parts", "1 of 100 parts"),
        ("1", "less often", "1 less often"),
    ],
)
def test_one_of_a_thing(number: str, unit: str, said: str) -> None:
    assert with_unit(number, unit) == said


@pytest.mark.parametrize(
    ("low", "high", "bound"),
    [
        # By the width alone 2.5 / 2 asks for no decimals, and the bound of 0.0004 would be 0.
        (0.0004, 5.0, "+0.0004"),
        (0.3, 5.3, "+0.3"),
        (1.2, 6.2, "+1"),
    ],
)
def test_a_bound_that_is_not_0_never_looks_as_if_it_were(low: float, high: float, bound: str) -> None:
    found = Contrast((low + high) / 2, low, high, 0.01)
    assert writer_of(Measured(DECISIONS, (), ()), [found], sign=True)(low) == bound
