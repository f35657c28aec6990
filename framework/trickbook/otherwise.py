"""Playing a deal with other choices by lot: the same cards and players, and other random numbers for what players decide.

It stands beside the kernel, so that nobody who does not ask for it compiles it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trickbook.bots.desk import Desk
from trickbook.bots.playing import PLAY_OUT, play_out
from trickbook.kernel.jit import JIT, cache_root, compile_cached, fingerprint
from trickbook.kernel.layout import Moves, Rules, State
from trickbook.kernel.randomness import keyed

_OTHER = 1


def _play_out_otherwise(
    rules: Rules,
    state: State,
    offers: Any,
    played: Any,
    trick_complete: Any,
    search: Any,
    guests: Any,
    players: Any,
    at_seat: Any,
    desk: Desk,
    room: Moves,
) -> None:
    """Play a deal to its end as `play_out` does, by other streams of random numbers."""
    seed = state.seed
    state.decision_key = keyed(state.decision_key, _OTHER)
    state.seed = keyed(seed, _OTHER)  # from which those who search draw; the cards have been dealt
    play_out(rules, state, offers, played, trick_complete, search, guests, players, at_seat, desk, room)
    state.seed = seed


play_out_otherwise: Any = (
    compile_cached(_play_out_otherwise, PLAY_OUT, cache_root() / fingerprint(Path(__file__)))
    if JIT
    else _play_out_otherwise
)
"""What plays a deal out in the place of `trickbook.bots.playing.play_out`."""
