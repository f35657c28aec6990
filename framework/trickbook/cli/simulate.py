"""`trickbook simulate`: play deals, match after match."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trickbook.cli import options as shared
from trickbook.cli.endings import tell
from trickbook.cli.engine import TALLYING, compiling, playing
from trickbook.cli.files import STANDARD, try_to_write, whole_file
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import discard_output, output, print_json, say
from trickbook.kernel.limits import MAX_POINTS

if TYPE_CHECKING:
    from trickbook.compiler import CompiledGame
    from trickbook.origin import Origin
    from trickbook.simulation.batches import Block

DEALS = 1000
"""The default number of deals."""
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
    shared.add_play(command, f"number of deals (default: {DEALS:,})", "number of whole matches instead")
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
    with compiling(*playing(options.bots), TALLYING):
        from trickbook.compiler import compile_game

        game = compile_game(rulebook, plugins)
    began = time.perf_counter()
    sums, totals, problem = _play(game, options)
    seconds = time.perf_counter() - began
    origin = _origin(game, options, {"deals": int(sums.deals), "matches": int(sums.ended)})
    report = summary(game, sums, origin, seconds, totals)
    if options.json:
        print_json(report)
    else:
        stream = sys.stderr if options.record == STANDARD else output()
        for line in (*_lines(report), "", f"Rules: {origin.digests_words()}", origin.versions_words()):
            say(line, stream)
    return tell([problem] if problem else [])


def sides_stay(game: CompiledGame) -> bool:
    """Say whether the same players are a side all through a match: nobody goes out, and no partners are drawn."""
    return not game.rules.sessions and (
        not game.rules.limit or game.rules.limit_ends_match or int(game.rules.sides) == 2
    )


def _play(game: CompiledGame, options: argparse.Namespace) -> tuple[Any, list[list[int]], OSError | None]:
    """Play what was asked for, and write the records as the deals are played.

    Returns the tally, the totals of the players at the end of each tournament, and why there are no records. Where
    the file can't be written to the end, all is played nevertheless.
    """
    asked: dict[str, Any] = {
        "deals": None if options.matches else options.deals or DEALS,
        "matches": options.matches,
        "seed": options.seed,
        "bots": options.bots,
        "threads": shared.threads(options),
    }
    with Progress(game.game, "matches" if options.matches else "deals") as progress:
        if options.record or game.rules.sessions:
            return _play_kept(game, options, asked, progress)
        from trickbook.simulation.sums import tally

        return tally(game, **asked, progress=progress), [], None


def _play_kept(
    game: CompiledGame, options: argparse.Namespace, asked: dict[str, Any], progress: Progress
) -> tuple[Any, list[list[int]], OSError | None]:
    """Play with the state at the end of each deal, of which records and the totals of tournaments are made."""
    from trickbook.kernel.layout import GOES_ON
    from trickbook.simulation.batches import match_blocks
    from trickbook.simulation.sums import add, new_tally, tally_of

    sums = new_tally()
    totals: list[list[int]] = []
    players = int(game.rules.tournament_players)
    wanted = options.matches or asked["deals"]

    def played() -> Iterator[Block]:
        for block in match_blocks(game, **asked, keep=True):
            add(sums, tally_of(block))
            if game.rules.sessions:
                totals.extend(block.states["totals"][block.rows["outcome"] != GOES_ON, :players].tolist())
            yield block
            progress(int(block.rows["match"][-1]) + 1 if options.matches else int(sums.deals), wanted)

    blocks = played()
    problem = None
    try:
        if options.record:
            _write_records(options.record, game, blocks, options)
    except BrokenPipeError:
        raise
    except OSError as error:
        problem = error
        if options.record == STANDARD:
            discard_output()
    for _ in blocks:
        pass
    return sums, totals, problem


def _origin(game: CompiledGame, options: argparse.Namespace, sizes: Mapping[str, int]) -> Origin:
    """Return where the figures come from; `sizes` is nothing in a record, which begins before it is known."""
    from trickbook.origin import Origin, Played
    from trickbook.simulation.batches import in_a_match

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
    game: CompiledGame, sums: Any, origin: Origin, seconds: float, totals: Sequence[list[int]] = ()
) -> dict[str, Any]:
    """Return what came of the deals, from their tally: totals, means a deal, the sides where they stay the same, else the players.

    `totals` are those of the players at the end of each tournament.
    """
    from trickbook.game.seats import side_name
    from trickbook.game.standings import ranks, standings

    deals, whole = int(sums.deals), int(sums.ended)
    sides, seats = int(game.rules.sides), int(game.rules.seats)

    def a_deal(figure: Any) -> float:
        return int(figure) / deals

    return {
        "game": game.game,
        "digest": game.rulebook.digest,
        "seed": origin.seed,
        "bots": origin.bots,
        "deals": deals,
        "matches": whole,
        "matches_drawn": 0 if game.rules.sessions else int(sums.drawn),
        "matches_stopped": int(sums.stopped),
        "matches_with_too_many_points": int(sums.too_many_points),
        "cut_off": bool(sums.goes_on),
        "deals_a_match": int(sums.last_end) / whole if whole else None,
        "cards_a_deal": a_deal(sums.cards),
        "moves_a_deal": a_deal(sums.moves),
        "choices_a_deal": a_deal(sums.choices),
        "tricks_a_deal": a_deal(sums.tricks),
        "events_a_deal": {event.name: a_deal(sums.events[i]) for i, event in enumerate(game.events)},
        "sides": [
            {
                "side": side_name(side, [seat % sides for seat in range(seats)]),
                "tricks_a_deal": a_deal(sums.tricks_won[side]),
                "points_a_deal": a_deal(sums.score[side]),
                "matches_won": int(sums.won[side]),
            }
            for side in range(sides)
        ]
        if sides_stay(game)
        else [],
        "players": [] if sides_stay(game) else [_player(sums, player) for player in range(_players(game))],
        "standings": [standing.as_json() for standing in standings(totals)],
        "tournaments": [{"totals": each, "ranks": ranks(each)} for each in totals],
        "points_are_penalties": game.points_are_penalties,
        "from": [],
        "origin": origin.as_json(),
        "seconds": seconds,
        "decisions_per_second": int(sums.moves) / seconds,
    }


def _players(game: CompiledGame) -> int:
    return int(game.rules.tournament_players)


def _player(sums: Any, player: int) -> dict[str, Any]:
    """Return the entry of a player, numbered as at the start of a match; means are of the deals in which it played."""
    deals = int(sums.player_deals[player])
    return {
        "player": player,
        "deals": deals,
        "tricks_a_deal": int(sums.player_tricks[player]) / deals if deals else None,
        "points_a_deal": int(sums.player_score[player]) / deals if deals else None,
        "matches_won": int(sums.player_won[player]),
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
    from trickbook.game.standings import Standing, standing_lines

    if report["standings"]:
        yield ""
        yield from standing_lines([Standing(**entry) for entry in report["standings"]], len(report["tournaments"]))
    too_many = (
        f"stopped with more than {MAX_POINTS:,} points, of a side or in the pot, or more doublings than are counted"
    )
    yield ""
    yield f"How sure such means are is told by: trickbook compare {report['game']}"
    for what, meaning in (
        ("drawn", "drawn: nobody won"),
        ("stopped", "stopped before anybody won"),
        ("with_too_many_points", too_many),
    ):
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
