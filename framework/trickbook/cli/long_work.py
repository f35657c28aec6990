"""What `compare`, `sweep` and `ladder` have in common: work that is long, shared out, interrupted, and gone on with."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from trickbook.cli import options as shared
from trickbook.cli.errors import explain
from trickbook.cli.files import STANDARD
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import note

if TYPE_CHECKING:
    from trickbook.compare import Study


def add_precision(command: Parser) -> None:
    """Add `--precision`."""
    command.add_argument(
        "--precision",
        type=shared.positive_number,
        metavar="WIDTH",
        help="play until the 95 %% interval of the metric reaches no farther than so much to each side; "
        "-n is the most then",
    )


def add(command: Parser) -> None:
    """Add `--resume` and `--scheduler`."""
    command.add_argument(
        "--resume",
        type=shared.file_name,
        metavar="FILE",
        help="write what is played to a file as it goes, and go on from what the file has already",
    )
    command.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="play on a Dask cluster: the address that dask scheduler prints, such as tcp://192.0.2.1:8786",
    )


def check(options: argparse.Namespace) -> None:
    """Refuse what does not go together; ends the command."""
    if options.threads and options.scheduler:
        options.parser.error("--threads and --scheduler can't both be given: the cluster's workers have theirs")
    if options.resume == STANDARD:
        options.parser.error("--resume takes the name of a file, not -")


def play(study: Study, options: argparse.Namespace, what: str) -> KeyboardInterrupt | None:
    """Play, and return the interruption from the keyboard, if there was one.

    Raises it if it came before anything could be shown.
    """
    try:
        with Progress(what, "deals and matches", lambda: _so_far(study)) as progress:
            study.play(
                threads=shared.threads(options),
                scheduler=options.scheduler,
                resume=options.resume,
                progress=progress,
            )
    except KeyboardInterrupt as interruption:
        if not study.samples.steps:
            raise
        return interruption
    return None


def exit_code(interruption: KeyboardInterrupt | None, options: argparse.Namespace) -> int:
    """Return the exit code, when all that there is has been printed; say so if it was interrupted."""
    if not interruption:
        return 0
    if options.resume:
        interruption.add_note(f"the same command goes on from {options.resume}")
    code, lines = explain(interruption)
    for line in lines:
        note(line)
    return code


def _so_far(study: Study) -> str:
    """Return the first metric with its interval, as far as it is known."""
    from trickbook.compare.words import in_brief

    measured = study.measured(study.metric or study.metrics[0])
    return in_brief(measured) if measured else ""
