"""`trickbook trick`: settle one trick."""

from __future__ import annotations

import argparse

from trickbook.cli import options as shared
from trickbook.cli.engine import STEPPING, compiling
from trickbook.cli.options import MOST_CARDS, whole_number
from trickbook.cli.parser import Parser
from trickbook.cli.streams import print_json, say


def add(parser: Parser) -> None:
    """Add the command."""
    command = parser.command(
        "trick",
        "settle one trick: who wins, step by step and why, and what is scored",
        'trickbook trick schwesing "W: 10D 10S" "N: 6H AD" "E: JH 9C" "S: AS AH"',
        run,
    )
    shared.add_game(command)
    command.add_argument(
        "plays",
        nargs="+",
        metavar="PLAY",
        help='who plays and what, such as "W: 10D 10S", in the order in which the plays fall; the first one leads',
    )
    command.add_argument("--trump", metavar="SUIT", help="the trump suit, in games that have one: C S H D")
    command.add_argument(
        "--gone", action="append", default=[], metavar="CARDS", help="cards that were played earlier in the deal"
    )
    command.add_argument(
        "--holding",
        action="append",
        default=[],
        metavar="SEAT: CARDS",
        help='cards held besides those played, such as "S: JC"; may be repeated',
    )
    command.add_argument(
        "--stock",
        type=whole_number(0, MOST_CARDS),
        metavar="N",
        help="number of cards left in the stock (default: it is not exhausted)",
    )
    command.add_argument(
        "--face-down", action="append", default=[], metavar="SEAT", help="who plays face down; may be repeated"
    )
    command.add_argument(
        "--declare", action="append", default=[], metavar="SEAT", help="who declares a dare; may be repeated"
    )
    shared.add_json(command)
    shared.add_players(command)
    shared.add_plugins(command)


def run(options: argparse.Namespace) -> int:
    """Settle a trick, and print how."""
    from trickbook.cards import card_name, parse_cards

    plugins = shared.plugin_set(options)
    gone = [card_name(card) for cards in options.gone for card in parse_cards(cards)]
    with compiling(STEPPING):
        from trickbook.game.settle import settle_trick

        settled = settle_trick(
            options.game,
            options.plays,
            trump=options.trump,
            gone=gone,
            holding=options.holding,
            stock=options.stock,
            face_down=options.face_down,
            declare=options.declare,
            players=options.players,
            plugins=plugins,
        )
    if options.json:
        print_json(settled.as_json())
    else:
        for line in settled.lines():
            say(line)
    return 0
