"""How fast the kernel plays random deals of Schwesing, beside OpenSpiel's random players on spades. See README.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from statistics import median
from time import thread_time
from typing import Any

import numpy as np
from numba import types

import trickbook
from trickbook.bots import bots_named, plugin_bots_of, search_of
from trickbook.bots.buffers import new_buffers
from trickbook.bots.chance import draw_lot, random_move
from trickbook.bots.playing import ROW, play_matches, play_out, stand_before
from trickbook.kernel.jit import JIT, entry
from trickbook.kernel.layout import FOLLOW, GOES_ON, OVER, STATE, Rules, new_moves, new_state
from trickbook.kernel.limits import MAX_MOVES
from trickbook.kernel.matches import next_deal, start_deal, start_match
from trickbook.kernel.moves import legal_moves, takes_over
from trickbook.kernel.run_time import POINTERS, RunTimeHooks
from trickbook.kernel.starting import STARTERS
from trickbook.kernel.tricks import apply_move
from trickbook.kernel.types import MOVES_TYPE, RULES_TYPE, STATE_TYPE

SEED = 7
DEALS = 20_000
SPADES_DEALS = 2_000
POSITIONS = 128
"""Positions that legal moves and matching are timed on: few enough to stay in the processor's cache."""
STRIDE = 37
"""One decision in so many is kept as a position."""
REPEATS = 400

_STATES = types.Array(STATE_TYPE, 1, "C")
_MASKS = types.Array(types.uint64, 1, "C")


class Kernel:
    """Random matches of a game, played by the compiled loop that `trickbook simulate` uses."""

    def __init__(self, rules: Rules, hooks: RunTimeHooks, deals: int) -> None:
        self.rules = rules
        self.hooks = hooks
        self.state = new_state()
        stand_before(self.state, SEED, 0)
        self.players = bots_named("random", int(rules.tournament_players))
        self.buffers = new_buffers(self.players)
        self.room = new_moves(MAX_MOVES)
        self.rows = np.zeros(deals, ROW).view(np.recarray)
        self.kept = np.zeros(0, STATE).view(np.recarray)

    def play(self) -> int:
        """Play on, and return how many decisions there were: every card or set of cards played, forced or not."""
        hooks = self.hooks
        play_matches(
            self.rules, self.state, *STARTERS, play_out, hooks.offers, hooks.played, hooks.trick_complete,
            search_of(self.players), plugin_bots_of((), self.players), self.players, self.buffers, self.room,
            self.rows, self.kept, False, 1 << 60,
        )  # fmt: skip
        return int(self.rows.moves.sum())


class Spades:
    """Random deals of spades, played by OpenSpiel's own loop over its own random players, all in C++."""

    def __init__(self, deals: int) -> None:
        import pyspiel

        self.evaluate = pyspiel.evaluate_bots
        self.game = pyspiel.load_game("spades")
        self.bots = [pyspiel.make_uniform_random_bot(player, SEED + player) for player in range(4)]
        self.deals = deals
        self.decisions_a_deal = self._count()

    def _count(self) -> int:
        """Count the decisions of a deal, chance left out: four bids and 52 cards, each time."""
        counts = set()
        for seed in range(50):
            state = self.game.new_initial_state()
            self.evaluate(state, self.bots, seed)
            counts.add(sum(step.player >= 0 for step in state.full_history()))
        (count,) = counts
        return count

    def play(self) -> int:
        """Play deals, and return how many decisions there were."""
        for seed in range(self.deals):
            self.evaluate(self.game.new_initial_state(), self.bots, seed)
        return self.deals * self.decisions_a_deal


@entry(
    types.int64(
        RULES_TYPE,
        STATE_TYPE,
        POINTERS["offers"],
        POINTERS["played"],
        POINTERS["trick_complete"],
        MOVES_TYPE,
        _STATES,
        _MASKS,
    )
)
def keep_positions(
    rules: Any, state: Any, offers: Any, played: Any, trick_complete: Any, room: Any, positions: Any, chosen: Any
) -> int:
    """Play random deals, and keep every 37th position with the cards played there; return how many decisions there were."""
    start_match(rules, state, 0)
    decisions = 0
    while decisions < STRIDE * len(positions):
        if state.outcome == GOES_ON:
            next_deal(rules, state)
        else:
            start_match(rules, state, state.match + 1)
        start_deal(rules, state)
        while state.phase != OVER and decisions < STRIDE * len(positions):
            count = legal_moves(rules, state, offers, room)
            place = random_move(state, room, count, draw_lot(state))
            if decisions % STRIDE == 0:
                positions[decisions // STRIDE] = state
                chosen[decisions // STRIDE] = room[place].cards
            move = room[place]
            apply_move(rules, state, move.cards, np.int64(move.kind), np.int64(move.manner), played, trick_complete)
            decisions += 1
    return decisions


@entry(types.int64(RULES_TYPE, STATE_TYPE, types.int64))
def time_dealing(rules: Any, state: Any, deals: int) -> int:
    """Shuffle, cut and deal again and again, up to the first decision."""
    for deal in range(deals):
        state.deal = deal
        start_deal(rules, state)
    return deals


@entry(types.int64(RULES_TYPE, POINTERS["offers"], MOVES_TYPE, _STATES, types.int64))
def time_legal_moves(rules: Any, offers: Any, room: Any, positions: Any, repeats: int) -> int:
    """List the legal moves of each position again and again."""
    total = 0
    for _ in range(repeats):
        for i in range(len(positions)):
            total += legal_moves(rules, positions[i], offers, room)
    return total


@entry(types.int64(RULES_TYPE, _STATES, _MASKS, types.int64))
def time_matching(rules: Any, positions: Any, chosen: Any, repeats: int) -> int:
    """Ask of each position, again and again, whether the cards played there beat those that were winning."""
    total = 0
    for _ in range(repeats):
        for i in range(len(positions)):
            total += takes_over(rules, positions[i], chosen[i])
    return total


def timed(run: Callable[[], int]) -> tuple[float, int]:
    """Return the processor time of a call in seconds, and what it returns."""
    started = thread_time()
    result = run()
    return thread_time() - started, result


def parts_of_a_deal(game: trickbook.CompiledGame, rounds: int) -> dict[str, float]:
    """Return the share of each part in the time of a deal."""
    rules, hooks = game.rules, game.hooks
    without_hooks = np.array([rules]).view(np.recarray)[0]
    without_hooks.watch_plays = 0
    without_hooks.watch_offers = 0
    whole, bare = Kernel(rules, hooks, DEALS), Kernel(without_hooks, hooks, DEALS)
    state, room = new_state(), new_moves(MAX_MOVES)
    state.seed = SEED
    positions = np.zeros(POSITIONS, STATE).view(np.recarray)
    chosen = np.zeros(POSITIONS, np.uint64)
    keep_positions(rules, state, hooks.offers, hooks.played, hooks.trick_complete, room, positions, chosen)
    follows = positions.phase == FOLLOW
    followed, answers = positions[follows], chosen[follows]

    times: dict[str, list[float]] = {}
    for _ in range(rounds):
        seconds, decisions = timed(whole.play)
        decision = seconds / decisions
        a_deal = decisions / DEALS
        seconds, decisions = timed(bare.play)
        measured = {
            "whole": decision * a_deal,
            "hooks": max(0.0, (decision - seconds / decisions) * a_deal),
            "dealing": timed(lambda: time_dealing(rules, state, DEALS))[0] / DEALS,
            "legal moves": timed(lambda: time_legal_moves(rules, hooks.offers, room, positions, REPEATS))[0]
            / (REPEATS * POSITIONS) * a_deal,
            "matching": timed(lambda: time_matching(rules, followed, answers, REPEATS))[0]
            / (REPEATS * POSITIONS) * a_deal,
        }  # fmt: skip
        for part, seconds in measured.items():
            times.setdefault(part, []).append(seconds)
    best = {part: median(seconds) for part, seconds in times.items()}
    whole_deal = best.pop("whole")
    shares = {part: best[part] / whole_deal for part in ("dealing", "legal moves", "matching", "hooks")}
    return {**shares, "choosing, playing, scoring": 1 - sum(shares.values())}


def spread(values: list[float], scale: float = 1.0, digits: int = 1) -> str:
    """Return the least, the median and the greatest of some values."""
    return "  ".join(f"{value / scale:8.{digits}f}" for value in (min(values), median(values), max(values)))


def main() -> int:
    """Measure, print, and say whether the kernel is fast enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three rounds instead of fifteen")
    parser.add_argument(
        "--at-least", type=float, default=0.0, metavar="RATIO", help="fail if the median ratio is below"
    )
    options = parser.parse_args()
    if not JIT:
        parser.error("NUMBA_DISABLE_JIT is set: there is nothing to measure")
    rounds = 3 if options.quick else 15
    game = trickbook.load("schwesing")
    kernel, spades = Kernel(game.rules, game.hooks, DEALS), Spades(SPADES_DEALS)
    kernel.play()
    spades.play()
    ours, theirs, ratios = [], [], []
    for _ in range(rounds):
        # Half of ours, all of theirs, half of ours: what else the machine does weighs on both alike.
        before, first = timed(kernel.play)
        seconds, decisions = timed(spades.play)
        after, second = timed(kernel.play)
        ours.append((first + second) / (before + after))
        theirs.append(decisions / seconds)
        ratios.append(ours[-1] / theirs[-1])
    a_deal = float(kernel.rows.moves.mean())
    print(f"Random deals on one core, {rounds} rounds                 least    median  greatest")
    print(f"Trickbook, Schwesing, {a_deal:.1f} a deal: million decisions/s {spread(ours, 1e6)}")
    print(f"OpenSpiel, spades,    {spades.decisions_a_deal:.1f} a deal: million decisions/s {spread(theirs, 1e6, 2)}")
    print(f"Ratio                                                 {spread(ratios)}")
    print("Share of the time of a deal:")
    for part, share in parts_of_a_deal(game, rounds).items():
        print(f"  {part:<28}{share:5.0%}")
    if median(ratios) < options.at_least:
        print(
            f"too slow: the median ratio is {median(ratios):.1f}, expected at least {options.at_least:g}",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
