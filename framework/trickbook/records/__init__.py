"""Records of deals, one JSON object a line: writing them, and playing them again.

Before the first record of a rulebook stands a line with the rulebook itself, so that a record never depends on
what a name means later. Format version 1; `docs/reference/records.md` describes it.
"""

from trickbook.records.format import SINGLE_DEALS, WHOLE_MATCHES, RecordError, parsed, rules_on, sample_of
from trickbook.records.playing import play_moves, table_at
from trickbook.records.replaying import Replayed, Rules, found_on, replay
from trickbook.records.writing import record_lines, record_of, rules_line

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
