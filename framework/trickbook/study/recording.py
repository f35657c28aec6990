"""The records of a study: all its single deals and whole matches, written as they are played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trickbook.origin import Origin, Played
from trickbook.study.units import Result, Step


class Recording:
    """Passes records on step by step, with the rules before the first of each game."""

    def __init__(
        self, write: Callable[[str], object], played: Sequence[Played], bots: str, seed: int, scores: Sequence[int]
    ) -> None:
        """Take what writes; the rest says where the records come from."""
        self._write = write
        # How much will be played is not known yet.
        self._origin = Origin(tuple(played), bots, seed, tuple(scores)).as_json()
        self._known: set[str] = set()

    def add(self, step: Step, results: Sequence[Result]) -> None:
        """Write the records of a step, all at once."""
        from trickbook.records import rules_line

        lines: list[str] = []
        for unit, result in zip(step, results, strict=True):
            game = unit.work.game.game
            if result.lines and game.rulebook.digest not in self._known:
                self._known.add(game.rulebook.digest)
                lines.append(rules_line(game, self._origin))
            lines += result.lines
        if lines:
            self._write("".join(f"{line}\n" for line in lines))
