"""Probabilities corrected for how many differences are looked at together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from trickbook.measure.comparison import Measured
from trickbook.measure.statistics import holm


def corrected(found: Sequence[Measured], beforehand: Sequence[str] = ()) -> tuple[Measured, ...]:
    """Correct the p values for the number of differences, by `trickbook.measure.statistics.holm`.

    The differences of metrics that were chosen `beforehand` are corrected for their own number, and those of all others for
    theirs. Metrics of two games are among neither, unless they are set beside chance: they are certain as soon as one deal
    differs, and keep their p.
    """

    def is_certain(measured: Measured) -> bool:
        return bool(measured.metric.of_two) and not measured.beside_chance

    def is_chosen(measured: Measured) -> bool:
        return measured.metric.name in beforehand

    def of_family(chosen: bool) -> Iterator[float | None]:
        family = [entry for entry in found if is_chosen(entry) is chosen and not is_certain(entry)]
        return iter(holm([difference.contrast.p for entry in family for difference in entry.differences]))

    left = {chosen: of_family(chosen) for chosen in (True, False)}
    return tuple(
        replace(
            entry,
            differences=tuple(
                replace(
                    difference,
                    p_holm=difference.contrast.p if is_certain(entry) else next(left[is_chosen(entry)]),
                )
                for difference in entry.differences
            ),
        )
        for entry in found
    )
