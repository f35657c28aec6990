"""Records of deals, one JSON object a line: writing them, and playing them again.

Before the first record of a rulebook stands a line with the rulebook itself, so that a record never depends on
what a name means later. Format version 1; `docs/reference/records.md` describes it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from trickbook.records.format import SINGLE_DEALS, WHOLE_MATCHES, RecordError, parsed, rules_on, sample_of

if TYPE_CHECKING:
    from trickbook.records.playing import play_moves as play_moves
    from trickbook.records.playing import table_at as table_at
    from trickbook.records.replaying import Replayed as Replayed
    from trickbook.records.replaying import Rules as Rules
    from trickbook.records.replaying import found_on as found_on
    from trickbook.records.replaying import replay as replay
    from trickbook.records.writing import record_lines as record_lines
    from trickbook.records.writing import record_of as record_of
    from trickbook.records.writing import rules_line as rules_line

# Imported when first used: what plays deals but keeps no records need not load what plays move by move.
_WHERE = {
    "Replayed": "replaying",
    "Rules": "replaying",
    "found_on": "replaying",
    "play_moves": "playing",
    "record_lines": "writing",
    "record_of": "writing",
    "replay": "replaying",
    "rules_line": "writing",
    "table_at": "playing",
}

__all__ = [
    "SINGLE_DEALS",
    "WHOLE_MATCHES",
    "RecordError",
    "Replayed",
    "Rules",
    "found_on",
    "parsed",
    "play_moves",
    "record_lines",
    "record_of",
    "replay",
    "rules_line",
    "rules_on",
    "sample_of",
    "table_at",
]


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        return getattr(import_module(f"trickbook.records.{_WHERE[name]}"), name)
    raise AttributeError(f"module 'trickbook.records' has no attribute {name!r}")
