"""`trickbook simulate`: play deals, match after match."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from trickbook.cli import options as shared
from trickbook.cli.endings import tell
from trickbook.cli.engine import STEPPING, compiling, playing
from trickbook.cli.files import STANDARD, try_to_write, whole_file
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import discard_output, output, print_json, say

if TYPE_CHECKING:
    from trickbook.compiler import CompiledGame
    from trickbook.origin import Origin
    from trickbook.simulation import Block, Rows

DEALS = 1000
"""Deals that are played if nothing is said."""
_BESIDE = 6
"""Sides, or players, that have room beside one another."""


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "simulate",
        "play deals, match after match",
        "trickbook simulate schwesing -n 2000 --seed 3 --record deals.jsonl",
        run,
    )
    shared.add_game(command)
    shared.add_play(command, f"so many deals; {DEALS:,} if nothing is said", "so many whole matches instead")
    command.add_argument(
        "--record",
        type=shared.file_name,
        metavar="FILE",
        help="write each deal to a file of records; - is standard output",
    )
    shared.add_json(command)
    shared.add_players(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Play deals, and print what came of them."""
    if options.deals and options.matches:
        options.parser.error("-n and --matches can't both be given")
    if options.json and options.record == STANDARD:
        options.parser.error("--json and --record - would both write to standard output")
    if options.record:
        try_to_write(options.record)
    plugins = shared.plugin_set(options)
    from trickbook.rulebook import load

    rulebook = load(options.game, players=options.players, plugins=plugins)
    with compiling(*playing(options.bots), *([STEPPING] if options.record else [])):
        from trickbook.compiler import compile_game
        from trickbook.kernel.layout import GOES_ON

        game = compile_game(rulebook, plugins)
    began = time.perf_counter()
    players = None if sides_stay(game) else Players(game)
    rows, problem = _play(game, options, players)
    seconds = time.perf_counter() - began
    origin = _origin(game, options, {"deals": len(rows), "matches": int((rows["outcome"] != GOES_ON).sum())})
    report = summary(game, rows, origin, seconds, players)
    if options.json:
        print_json(report)
    else:
        stream = sys.stderr if options.record == STANDARD else output()
        for line in (*_lines(report), "", f"Rules: {origin.digests_words()}", origin.versions_words()):
            say(line, stream)
    return tell([problem] if problem else [])


def sides_stay(game: CompiledGame) -> bool:
    """Say whether the same players are a side all through a match: nobody goes out, and no partners are drawn."""
    return not game.rules.sessions and (not game.rules.limit or int(game.rules.sides) == 2)


class Players:
    """Adds up figures by player, where sides change: players are numbered as at the start of a match."""

    def __init__(self, game: CompiledGame) -> None:
        self.count = int(game.rules.tournament_players)
        """How many there are."""
        self._is_tournament = bool(game.rules.sessions)
        self.deals = [0] * self.count
        """Deals in which each has played."""
        self.tricks = [0] * self.count
        """Tricks that the sides of each have won."""
        self.points = [0] * self.count
        """What the deals gave the sides of each."""
        self.won = [0] * self.count
        """Matches that the side of each has won."""
        self.totals: list[list[int]] = []
        """The totals of the players at the end of each tournament."""

    def add(self, block: Block) -> None:
        """Add the deals of a block, whose final states are kept."""
        from trickbook.kernel.layout import BY_STOP, GOES_ON

        for row, state in zip(block.rows, block.states, strict=True):
            ended = row["outcome"] not in (GOES_ON, BY_STOP)
            if ended and self._is_tournament:
                self.totals.append(state["totals"][: self.count].tolist())
            for seat in range(int(row["seats"])):
                player, side = int(state["players"][seat]), int(state["side_of"][seat])
                self.deals[player] += 1
                self.tricks[player] += int(row["tricks_won"][side])
                self.points[player] += int(row["score"][side])
                self.won[player] += bool(ended and row["outcome_winner"] == side)

    def as_json(self) -> list[dict[str, Any]]:
        """Return an entry a player; means are of the deals in which it played."""
        return [
            {
                "player": player,
                "deals": deals,
                "tricks_a_deal": self.tricks[player] / deals if deals else None,
                "points_a_deal": self.points[player] / deals if deals else None,
                "matches_won": self.won[player],
            }
            for player, deals in enumerate(self.deals)
        ]


def _play(game: CompiledGame, options: argparse.Namespace, players: Players | None) -> tuple[Rows, OSError | None]:
    """Play what was asked for, and write the records as the deals are played; return the deals, and why there are no records.

    Where the file can't be written to the end, all is played nevertheless.
    """
    import numpy as np

    from trickbook.simulation import match_blocks

    deals = None if options.matches else options.deals or DEALS
    blocks = match_blocks(
        game,
        deals=deals,
        matches=options.matches,
        seed=options.seed,
        bots=options.bots,
        threads=shared.threads(options),
        keep=bool(options.record or players),
    )
    parts: list[Rows] = []
    problem = None

    def played() -> Iterator[Block]:
        done = 0
        for block in blocks:
            parts.append(block.rows)
            if players:
                players.add(block)
            yield block
            done = done + len(block.rows) if deals else int(block.rows["match"][-1]) + 1
            progress(done, deals or options.matches)

    with Progress(game.game, "matches" if options.matches else "deals") as progress:
        counted = played()
        if options.record:
            try:
                _write_records(options.record, game, counted, options)
            except BrokenPipeError:
                raise
            except OSError as error:
                problem = error
                if options.record == STANDARD:
                    discard_output()
        for _ in counted:
            pass
    return np.concatenate(parts), problem


def _origin(game: CompiledGame, options: argparse.Namespace, sizes: Mapping[str, int]) -> Origin:
    """Return where the figures come from; `sizes` is nothing in a record, which begins before it is known."""
    from trickbook.origin import Origin, Played
    from trickbook.simulation import in_a_match

    played = Played.of(game, in_a_match(game, options.bots).portable(game).plugins)
    return Origin((played,), options.bots, options.seed, (), sizes)


def _write_records(name: str, game: CompiledGame, blocks: Iterator[Block], options: argparse.Namespace) -> None:
    from trickbook.records import record_lines

    known: set[str] = set()
    origin = _origin(game, options, {}).as_json()
    with whole_file(name) as file:
        for block in blocks:
            for line in record_lines(game, block, options.seed, known, origin=origin):
                file.write(line + "\n")


def summary(
    game: CompiledGame, rows: Rows, origin: Origin, seconds: float, players: Players | None = None
) -> dict[str, Any]:
    """Return what came of the deals: totals, means a deal, the sides where they stay the same, else the players."""
    from trickbook.kernel.layout import BY_STOP, GOES_ON
    from trickbook.seats import side_name
    from trickbook.standings import ranks, standings

    deals = len(rows)
    ended = rows["outcome"] != GOES_ON
    sides, seats = int(game.rules.sides), int(game.rules.seats)
    stopped = int((rows["outcome"] == BY_STOP).sum())

    def a_deal(figures: Any) -> float:
        return float(figures.sum()) / deals

    def won(side: int) -> int:
        return int((ended & (rows["outcome"] != BY_STOP) & (rows["outcome_winner"] == side)).sum())

    whole = int(ended.sum())
    drawn = int((ended & (rows["outcome"] != BY_STOP) & (rows["outcome_winner"] < 0)).sum())
    return {
        "game": game.game,
        "digest": game.rulebook.digest,
        "seed": origin.seed,
        "bots": origin.bots,
        "deals": deals,
        "matches": whole,
        "matches_drawn": 0 if game.rules.sessions else drawn,
        "matches_stopped": stopped,
        "cut_off": not bool(ended[-1]),
        "deals_a_match": (int(ended.nonzero()[0][-1]) + 1) / whole if whole else None,
        "cards_a_deal": a_deal(rows["cards"]),
        "moves_a_deal": a_deal(rows["moves"]),
        "choices_a_deal": a_deal(rows["choices"]),
        "tricks_a_deal": a_deal(rows["tricks"]),
        "events_a_deal": {event.name: a_deal(rows["events"][:, i]) for i, event in enumerate(game.events)},
        "sides": [
            {
                "side": side_name(side, [seat % sides for seat in range(seats)]),
                "tricks_a_deal": a_deal(rows["tricks_won"][:, side]),
                "points_a_deal": a_deal(rows["score"][:, side]),
                "matches_won": won(side),
            }
            for side in range(sides)
        ]
        if players is None
        else [],
        "players": [] if players is None else players.as_json(),
        "standings": [standing.as_json() for standing in standings(players.totals if players else [])],
        "tournaments": [{"totals": totals, "ranks": ranks(totals)} for totals in (players.totals if players else [])],
        "points_are_penalties": game.points_are_penalties,
        "from": [],
        "origin": origin.as_json(),
        "seconds": seconds,
        "decisions_per_second": float(rows["moves"].sum()) / seconds,
    }


def _lines(report: dict[str, Any]) -> Iterator[str]:
    matches = "1 match" if report["matches"] == 1 else f"{report['matches']:,} matches"
    deals = "1 deal" if report["deals"] == 1 else f"{report['deals']:,} deals"
    cut_off = ", and one cut off" if report["cut_off"] else ""
    yield f"{report['game']}: {deals}, {matches}{cut_off}; seed {report['seed']}, players {report['bots']}, matches from 0"
    yield ""
    rows = [("", ["a deal"])]
    rows += [(what, [f"{report[f'{what}_a_deal']:.2f}"]) for what in ("tricks", "cards", "moves", "choices")]
    rows += [(kind, [f"{number:.3f}"]) for kind, number in report["events_a_deal"].items()]
    if report["deals_a_match"] is not None:
        rows.append(("deals a match", [f"{report['deals_a_match']:.2f}"]))
    yield from _table(rows)
    shown = report["sides"] or report["players"]
    for start in range(0, len(shown), _BESIDE):
        yield ""
        yield from _table(_of_each(report, shown[start : start + _BESIDE]))
    from trickbook.standings import Standing, standing_lines

    if report["standings"]:
        yield ""
        yield from standing_lines([Standing(**entry) for entry in report["standings"]], len(report["tournaments"]))
    for what, meaning in (("drawn", "drawn: nobody won"), ("stopped", "stopped before anybody won")):
        number = report[f"matches_{what}"]
        if number:
            yield ""
            yield f"  {number:,} of the matches {'was' if number == 1 else 'were'} {meaning}"


def _of_each(report: dict[str, Any], shown: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """Return the rows of the table of sides, or of players where sides change."""
    rows = [("", [entry.get("side") or f"P{entry['player'] + 1}" for entry in shown])]
    points = "penalty points a deal (fewer is better)" if report["points_are_penalties"] else "points a deal"
    if report["players"]:
        rows.append(("deals played", [f"{entry['deals']:,}" for entry in shown]))
    for name, key in (("tricks a deal", "tricks_a_deal"), (points, "points_a_deal")):
        rows.append((name, ["-" if entry[key] is None else f"{entry[key]:.2f}" for entry in shown]))
    if any(entry["matches_won"] for entry in shown) or not report["players"]:
        rows.append(("matches won", [f"{entry['matches_won']:,}" for entry in shown]))
    return rows


def _table(rows: list[tuple[str, list[str]]]) -> Iterator[str]:
    """Yield the lines of a small table: names on the left, figures on the right."""
    first = max(len(name) for name, _ in rows)
    width = max(len(cell) for _, cells in rows for cell in cells)
    for name, cells in rows:
        yield f"  {name:{first}}  " + "  ".join(f"{cell:>{width}}" for cell in cells)
