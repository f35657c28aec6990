"""How fast ISMCTS searches in Schwesing and Kozel, beside OpenSpiel's ISMCTS in hearts and euchre. See README.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, median
from time import perf_counter, thread_time
from typing import Any

import numpy as np

import trickbook
from trickbook.bots import bots_named, search_of
from trickbook.bots.buffers import new_buffers
from trickbook.bots.equity import equity_for
from trickbook.game.table import Table
from trickbook.kernel import engine
from trickbook.kernel.jit import JIT
from trickbook.kernel.layout import STATE, new_moves
from trickbook.kernel.limits import MAX_MOVES
from trickbook.simulation.batches import simulate_singles

SEED = 7
DEALS = 200
"""Random deals from which positions are taken."""
POSITIONS = 24
"""Positions that are searched in a round."""
SIMULATIONS = 1000
"""Simulations for a move."""
THREAD_DEALS = 640
"""Deals that are played on one thread, and on two."""


@dataclass
class Contestant:
    """Somebody who searches positions of a game."""

    name: str
    to_the_end: float
    """The mean number of decisions from a position, that one included, to the end of the deal in random play."""
    search: Callable[[], None]
    """Search all positions, `SIMULATIONS` times each."""

    def simulations_a_second(self) -> float:
        """Search, and return how many simulations there were in a second of the thread's processor time."""
        start = thread_time()
        self.search()
        return POSITIONS * SIMULATIONS / (thread_time() - start)


def spread_out(positions: Sequence[Any]) -> list[Any]:
    """Return as many positions as are searched, from all parts of the deals."""
    return Random(SEED).sample(positions, POSITIONS)


def trickbook_plays(name: str, playouts: str) -> Contestant:
    """Take positions from random deals of a game, to be searched by `ismcts`."""
    game = trickbook.load(name)
    luck = Random(SEED)
    positions: list[Any] = []
    to_the_end: list[int] = []
    for match in range(DEALS):
        table = Table(game, SEED, match)
        decisions: list[bool] = []
        while not table.is_over:
            count = len(table.legal_moves())
            decisions.append(count > 1)
            if count > 1:
                positions.append(np.array([table.state], STATE).view(np.recarray)[0])
            table.play_legal(luck.randrange(count))
        to_the_end += [len(decisions) - i for i, is_real in enumerate(decisions) if is_real]
    players = bots_named(f"ismcts:{SIMULATIONS}:{playouts}", 1)
    buffers, move, room = new_buffers(players, equity_for(game, players)), search_of(players), new_moves(MAX_MOVES)
    hooks, chosen = game.hooks, spread_out(positions)

    def search() -> None:
        for state in chosen:
            count = engine.legal_moves(game.rules, state, hooks.offers, room)
            move(game.rules, state, hooks.offers, hooks.played, hooks.trick_complete, players[0], room, count, buffers)

    return Contestant(f"Trickbook, {name}, {playouts} playouts", fmean(to_the_end), search)


def openspiel_plays(name: str) -> Contestant:
    """Take positions from random deals of a game, to be searched by OpenSpiel's ISMCTS, random playouts, all in C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    luck = Random(SEED)
    positions: list[Any] = []
    to_the_end: list[int] = []
    for _ in range(DEALS):
        state = game.new_initial_state()
        decisions: list[bool] = []
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                decisions.append(len(actions) > 1)
                if len(actions) > 1:
                    positions.append(state.clone())
            state.apply_action(luck.choice(actions))
        to_the_end += [len(decisions) - i for i, is_real in enumerate(decisions) if is_real]
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(SEED, evaluator, 2.0, SIMULATIONS, -1, final, False, True)
    chosen = spread_out(positions)

    def search() -> None:
        for state in chosen:
            bot.step(state)

    return Contestant(f"OpenSpiel, {name.partition('(')[0]}", fmean(to_the_end), search)


def two_threads(rounds: int) -> float:
    """Return how many times as fast two threads are as one, in whole deals: the median of the rounds, by the clock."""
    game = trickbook.load("schwesing")

    def seconds(threads: int) -> float:
        start = perf_counter()
        simulate_singles(game, deals=THREAD_DEALS, seed=SEED, bots="ismcts:200", threads=threads)
        return perf_counter() - start

    seconds(2)
    return median(seconds(1) / seconds(2) for _ in range(rounds))


def main() -> int:
    """Measure, print, and say whether search is fast enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="rounds, in each of which everybody searches in turn")
    parser.add_argument(
        "--at-least", type=float, default=0.0, metavar="RATIO", help="fail if a median ratio with random playouts is below"
    )
    parser.add_argument("--threads", action="store_true", help="measure two threads against one too, on an idle machine")
    options = parser.parse_args()
    if not JIT:
        parser.error("NUMBA_DISABLE_JIT is set: there is nothing to measure")
    ours = [trickbook_plays(game, "random") for game in ("schwesing", "kozel-points")]
    greedy = [trickbook_plays(game, "greedy") for game in ("schwesing", "kozel-points")]
    theirs = [openspiel_plays(game) for game in ("hearts(pass_cards=False)", "euchre")]
    everybody = [*ours, *greedy, *theirs]
    with np.errstate(over="ignore"):
        speeds = [[one.simulations_a_second() for one in everybody] for _ in range(options.rounds + 1)][1:]
    print(f"{'One thread, ' + str(options.rounds) + ' rounds, medians':<46}{'simulations':>12}{'decisions':>12}{'decisions':>14}")
    print(f"{'':<46}{'a second':>12}{'to the end':>12}{'a second':>14}")
    for one, speed in zip(everybody, zip(*speeds, strict=True), strict=True):
        print(f"{one.name:<46}{median(speed):>12,.0f}{one.to_the_end:>12.1f}{median(speed) * one.to_the_end:>14,.0f}")
    least = float("inf")
    for other in theirs:
        for one in [*ours, *greedy]:
            pairs = [(speed[everybody.index(one)], speed[everybody.index(other)]) for speed in speeds]
            ratio = median(own * one.to_the_end / (their * other.to_the_end) for own, their in pairs)
            print(f"{one.name} / {other.name}: {ratio:.1f}")
            if one in ours:
                least = min(least, ratio)
    if options.threads:
        print(f"Two threads are {two_threads(options.rounds):.2f} times as fast as one")
    if least < options.at_least:
        print(f"too slow: a median ratio is {least:.1f}, expected at least {options.at_least:g}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
