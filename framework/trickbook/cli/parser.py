"""The parser of the command line: all commands, and the nearest right name for a wrong one."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import NoReturn

from trickbook.version import VERSION
from trickbook.wording import one_line

Run = Callable[[argparse.Namespace], int]
"""What a command does: it returns the exit code."""
_NUMBERS = re.compile(r"-\d[\d,-]*")
_OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


class Leaving(SystemExit):
    """The parser has said all that there is to say: help, or what is wrong with the arguments.

    Any other `SystemExit` is somebody else's, and must not end a command as if it were done.
    """

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status
        """The exit code."""


class Parser(argparse.ArgumentParser):
    """A parser that knows its commands, and says in one line what is wrong."""

    def __init__(self, prog: str, about: str, example: str) -> None:
        super().__init__(
            prog,
            description=about[:1].upper() + about[1:] + ".",
            epilog=f"Example:\n  {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.about = about
        """One line that says what it is for."""
        self.example = example
        """A command line that works."""
        self.commands: dict[str, Parser] = {}
        """The commands one level down, by name."""
        self._choice: argparse._SubParsersAction[Parser] | None = None

    def command(self, name: str, about: str, example: str, run: Run | None = None) -> Parser:
        """Add a command, and return its parser. One without `run` is a group of further commands."""
        if self._choice is None:
            self._choice = self.add_subparsers(metavar="COMMAND", title="commands", parser_class=Parser)
        prog = f"{self.prog} {name}"
        parser = self._choice.add_parser(name, prog=prog, about=about, example=example, help=about)
        self.commands[name] = parser
        if run is not None:
            parser.set_defaults(run=run, parser=parser)
        return parser

    def parse(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parse arguments; leave with exit code 2 and a message if something is wrong with them."""
        self._check_command(arguments)
        arguments = _with_negative_numbers(arguments)
        options, unknown = self.parse_known_args(arguments)
        if unknown:
            parser: Parser = options.parser
            parser.refuse(unknown[0])
        return options

    def refuse(self, argument: str) -> NoReturn:
        """Leave because of an argument that there is no place for."""
        if argument.startswith("-") and len(argument) > 1:
            name = argument.partition("=")[0]
            self.error(f"there is no option {name}" + nearest(name, _OPTION.findall(self.format_help())))
        self.error(f"there is no place for {argument!r}")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Leave, after saying why on standard error."""
        if message:
            self._print_message(message, sys.stderr)
        raise Leaving(status)

    def error(self, message: str) -> NoReturn:
        """Leave with exit code 2."""
        self.exit(2, f"{self.prog}: {one_line(message)}\nTry: {self.prog} --help\n")

    def _check_command(self, arguments: Sequence[str]) -> None:
        if not self.commands:
            return
        for place, argument in enumerate(arguments):
            if argument in self.commands:
                self.commands[argument]._check_command(arguments[place + 1 :])
                return
            if not argument.startswith("-"):
                known = f"; the commands are {', '.join(self.commands)}"
                near = _by_meaning(argument, self.commands) or nearest(argument, self.commands)
                self.error(f"there is no command {argument!r}" + (near or known))
            if argument in ("-h", "--help", "--version"):
                return
            self.refuse(argument)
        self.error(f"which command? There are {', '.join(self.commands)}")


def _with_negative_numbers(arguments: Sequence[str]) -> list[str]:
    """Join an option with a value such as -5,11, which argparse would take for another option."""
    joined: list[str] = []
    for argument in arguments:
        if _NUMBERS.fullmatch(argument) and joined and joined[-1].startswith("--") and "=" not in joined[-1]:
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined


_BY_MEANING = {
    "list": "games ls catalogue index names",
    "check": "validate lint verify test explain error",
    "show": "print view cat rules display describe info rule sheet",
    "trick": "settle judge referee argue who wins argument",
    "simulate": "run deal deals sample record generate",
    "compare": "versus vs diff difference evaluate measure study stats statistics",
    "sweep": "grid vary tune scan range",
    "ladder": "rank rating league players strength skill elo",
    "play": "game hand try terminal table",
    "replay": "watch reproduce load",
    "new": "create init make add edit write",
    "derive": "variant delta patch",
    "schema": "editor completion autocomplete format",
    "plugin": "plugins extension extensions addon",
    "cache": "clear clean compile compiled",
}
"""Words that people may type for a command that has another name."""


def _by_meaning(name: str, commands: Sequence[str] | dict[str, Parser]) -> str:
    """Return a question that proposes the command that a word means, or nothing."""
    word = name.casefold().removeprefix("--")
    near = [command for command, words in _BY_MEANING.items() if word in words.split() and command in commands]
    return f"; did you mean {near[0]}?" if near else ""


def nearest(name: str, names: Sequence[str] | dict[str, Parser]) -> str:
    """Return a question that proposes the name most like the one given, or nothing.

    >>> nearest("shw", ["list", "show"])
    '; did you mean show?'
    """
    near = get_close_matches(name, names, 1)
    return f"; did you mean {near[0]}?" if near else ""


def make_parser() -> Parser:
    """Return the parser of the whole command line."""
    from trickbook.cli import (
        cache,
        check,
        compare,
        derive,
        ladder,
        listing,
        new,
        play,
        plugin,
        replay,
        schema,
        show,
        simulate,
        sweep,
        trick,
    )

    parser = Parser(
        "trickbook", "trick-taking card games by their own house rules", "trickbook compare schwesing treia -n 10000"
    )
    parser.add_argument("--version", action="version", version=f"trickbook {VERSION}", help="print the version")
    for module in (
        listing,
        check,
        show,
        new,
        derive,
        trick,
        simulate,
        compare,
        sweep,
        ladder,
        play,
        replay,
        schema,
        plugin,
        cache,
    ):
        module.add(parser)
    return parser
