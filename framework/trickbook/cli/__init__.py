"""The command `trickbook`: parse arguments, call, print.

A module for each command, or group of commands. Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from trickbook.cli.engine import ending_in_order
from trickbook.cli.errors import explain
from trickbook.cli.parser import Leaving
from trickbook.cli.streams import discard_output, flush_output, note, own_output, prepare_streams


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with the arguments given, or those of the process, and return the exit code.

    0: done; 1: the answer is no; 2: the command or its input is wrong; 130: interrupted; 143: told to end. Never raises.
    """
    prepare_streams()
    with ending_in_order():
        code = _guarded(arguments)
    try:
        flush_output()
        sys.stderr.flush()
    except OSError as error:
        code = _failed(error)
    return code


def _guarded(arguments: Sequence[str] | None) -> int:
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except Leaving as leaving:
        return leaving.status
    except BaseException as error:
        return _failed(error)


def _failed(error: BaseException) -> int:
    try:
        if isinstance(error, OSError):
            discard_output()
        code, lines = explain(error)
        for line in lines:
            note(line)
    except OSError:  # nobody listens any more
        discard_output()
    return code


def _run(arguments: Sequence[str]) -> int:
    from trickbook.cli.parser import make_parser

    options = make_parser().parse(arguments)
    options.typed = list(arguments)
    with own_output():
        code: int = options.run(options)
    return code
