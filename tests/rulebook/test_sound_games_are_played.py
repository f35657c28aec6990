"""Whatever is called sound is played, recorded, and replayed the same: mutated rulebooks and house rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import trickbook
from tests.rulebook.test_rulebook_fuzz import mutations
from trickbook.compiler import CompiledGame
from trickbook.plugins import PluginSet
from trickbook.records import record_lines, replay
from trickbook.rulebook import RulebookError
from trickbook.simulation.batches import SimulationError, match_blocks

DEALS = 8
SHARE = 50
PLUGINS = PluginSet()


def sound_games(folder: Path, number: int) -> Iterator[tuple[CompiledGame, bytes]]:
    """Yield the games among so many mutated files that load, each once."""
    path = folder / "mutated.toml"
    seen: set[str] = set()
    for name, data in mutations(number):
        path.write_bytes(data)
        try:
            game = trickbook.load(name.format(path), plugins=PLUGINS)
        except RulebookError:
            continue
        if game.rulebook.digest not in seen:
            seen.add(game.rulebook.digest)
            yield game, data


def play_and_replay(folder: Path, number: int) -> int:
    played = 0
    for game, data in sound_games(folder, number):
        for bots in ("random", "greedy"):
            known: set[str] = set()
            try:
                blocks = match_blocks(game, deals=DEALS, seed=6, bots=bots, keep=True)
                lines = [line for block in blocks for line in record_lines(game, block, 6, known)]
            except SimulationError as error:
                if "cut.refused" not in str(error):  # all but a few cuts refused: that can be, and is said
                    raise AssertionError(data) from error
                continue
            assert [result.problems for result in replay(lines, PLUGINS) if result.problems] == [], data
        played += 1
    return played


def test_some(tmp_path: Path) -> None:
    assert play_and_replay(tmp_path, 5000 // SHARE) > 0


@pytest.mark.deep
def test_five_thousand(tmp_path: Path) -> None:
    assert play_and_replay(tmp_path, 5000) > 50
