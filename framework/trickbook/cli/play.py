"""`trickbook play`: a hand against the machine."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trickbook.cli import options as shared
from trickbook.cli.engine import PLAYING, SEARCHING, STEPPING, compiling, playing
from trickbook.cli.errors import UsageError
from trickbook.cli.files import STANDARD, lines_of, try_to_write, whole_file
from trickbook.cli.parser import Parser
from trickbook.cli.streams import output, print_text, say

if TYPE_CHECKING:
    from trickbook.compiler import CompiledGame
    from trickbook.play.conversation import Conversation
    from trickbook.play.session import Session
    from trickbook.plugins import PluginSet

_ADVICE = "ismcts:500"
_MOST_MATCHES = 2**62 - 1
_MOST_DEALS = 10_000
_SEEDS = 10**9


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "play", "play a hand against the machine, at the terminal", "trickbook play schwesing --seat S", run
    )
    command.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="a rulebook, with house rules stacked on it by +; may be left out with --deal-from, whose record names one",
    )
    command.add_argument(
        "--seed",
        type=shared.whole_number(0, 2**64 - 1),
        metavar="S",
        help="picks the shuffles and the machine's choices (default: by chance; it is said at the end)",
    )
    command.add_argument("--match", type=shared.whole_number(0, _MOST_MATCHES), metavar="M", help="which match, from 0")
    command.add_argument(
        "--deal",
        type=shared.whole_number(0, _MOST_DEALS),
        metavar="D",
        help="which deal of it, from 0; the machine plays those before",
    )
    command.add_argument(
        "--deal-from", dest="source", type=shared.file_name, metavar="FILE", help="take the deal from a record"
    )
    command.add_argument(
        "--line",
        type=shared.whole_number(1, shared.MOST_DEALS),
        metavar="N",
        help="with --deal-from: the record on this line of the file (default: the first)",
    )
    command.add_argument(
        "--seat", metavar="SEAT", default="0", help="where you sit: N E S W, P1 P2 ... (default: the first)"
    )
    command.add_argument(
        "--bots",
        default="greedy",
        metavar="NAME[,NAME...]",
        help=f"who plays: one name for all, or one for each seat (default: greedy); {shared.PLAYERS}",
    )
    command.add_argument(
        "--advice", default=_ADVICE, metavar="ismcts:N", help=f"who answers when you type ? (default: {_ADVICE})"
    )
    command.add_argument(
        "--record",
        type=shared.file_name,
        metavar="FILE",
        help="keep the deals that are played to the end, as trickbook replay reads them",
    )
    command.add_argument(
        "--plain",
        action="store_true",
        help="line by line, for screen readers and pipes; so it is where there is no terminal",
    )
    shared.add_players(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Play until the person leaves."""
    _check(options)
    plugins = shared.plugin_set(options)
    compiled = [STEPPING, *playing(options.bots)]
    with compiling(*dict.fromkeys(compiled)):
        record, game = _found(options, plugins)
        session = _session(options, game, record)
    conversation = _conversation(options, session)
    try:
        _play(options, conversation)
    finally:
        for line in _farewell(options, conversation):
            say(line)
    return 0


def _check(options: argparse.Namespace) -> None:
    """Raise `UsageError` for options that don't go together, or a file that can't be written."""
    if options.source is None and options.game is None:
        options.parser.error("which GAME? trickbook list shows what there is")
    if options.source is None and options.line is not None:
        options.parser.error("--line goes with --deal-from")
    for name in ("seed", "match", "deal"):
        if options.source is not None and getattr(options, name) is not None:
            options.parser.error(f"--{name} does not go with --deal-from, whose record says which deal it is")
    if STANDARD in (options.record, options.source):
        raise UsageError("standard input and output are where you play; name a file")
    if options.record:
        try_to_write(options.record)
    options.seed = secrets.randbelow(_SEEDS) if options.seed is None else options.seed


def _found(options: argparse.Namespace, plugins: PluginSet) -> tuple[Mapping[str, Any] | None, CompiledGame]:
    """Return the record that is asked for, if one is, and the game."""
    from trickbook.game.loading import load

    record, game = _recorded(options, plugins) if options.source else (None, None)
    if options.game:
        game = load(options.game, players=options.players, plugins=plugins)
    assert game is not None
    return record, game


def _recorded(options: argparse.Namespace, plugins: PluginSet) -> tuple[Mapping[str, Any], CompiledGame]:
    from trickbook.records import RecordError, Rules, found_on

    try:
        return found_on(lines_of(options.source), options.line, Rules(plugins))
    except RecordError as error:
        raise UsageError(f"{options.source}: {error}") from error


def _session(options: argparse.Namespace, game: CompiledGame, record: Mapping[str, Any] | None) -> Session:
    from trickbook.game.seats import parse_seat
    from trickbook.play.session import Session
    from trickbook.records import RecordError

    seats = record["seats"] if record else int(game.rules.seats)
    seat = parse_seat(options.seat, seats)
    try:
        return Session(
            game,
            seed=options.seed,
            match=options.match or 0,
            deal=options.deal or 0,
            bots=options.bots,
            seat=seat,
            record=record,
        )
    except RecordError as error:
        raise UsageError(f"{options.source}: {error}") from error


def _conversation(options: argparse.Namespace, session: Session) -> Conversation:
    from trickbook.play.conversation import Conversation
    from trickbook.play.players import Adviser

    def adviser() -> Adviser:
        with compiling(PLAYING, SEARCHING):
            return Adviser(session.game, options.advice)

    from trickbook.play.players import check_adviser

    check_adviser(options.advice)
    return Conversation(
        session, adviser, _sheet, (lambda played: _keep(options.record, played)) if options.record else None
    )


def _sheet(game: CompiledGame) -> Sequence[str]:
    """Return the rules of a game as lines."""
    said = [game.rulebook.get("name"), game.rulebook.get("about")]
    return [*(line for line in said if line), f"trickbook show {game.game} prints every rule, and where it is set."]


def _keep(name: str, session: Session) -> None:
    """Write the deals that are over: after each anew, so that whatever happens later, they are there."""
    from trickbook.records import rules_line

    with whole_file(name) as file:
        if session.records:
            file.write(rules_line(session.game) + "\n")
        file.writelines(json.dumps(record) + "\n" for record in session.records)


def _play(options: argparse.Namespace, conversation: Conversation) -> None:
    if not options.plain and _is_terminal():
        from trickbook.play.screen import play_on_screen

        play_on_screen(conversation, output())
        return
    from trickbook.play.plain import play_plain

    if sys.stdin is None:
        raise UsageError("standard input is closed; there is nothing to play from")

    def prompt() -> None:
        print_text("> ")
        output().flush()

    play_plain(conversation, sys.stdin.buffer, say, prompt)


def _is_terminal() -> bool:
    import os

    there = sys.stdin is not None and sys.stdin.isatty() and output().isatty()
    return there and os.environ.get("TERM") != "dumb"


def _farewell(options: argparse.Namespace, conversation: Conversation) -> list[str]:
    session = conversation.session
    lines = conversation.farewell()
    if options.record:
        kept = "They are" if len(session.records) > 1 else "It is"
        lines.append(
            f"{kept} in {options.record}." if session.records else f"There is nothing to keep in {options.record}."
        )
    if options.source is None:
        match = f" --match {options.match}" if options.match else ""
        lines.append(f"trickbook play {options.game} --seed {options.seed}{match} deals the same cards again.")
    return lines
