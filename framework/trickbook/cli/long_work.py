"""What `compare`, `sweep` and `ladder` have in common: work that is long, shared out, interrupted, and gone on with."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from trickbook.cli import options as shared
from trickbook.cli.endings import Output, tell, write_all
from trickbook.cli.files import STANDARD
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import STANDARD_OUTPUT, flush_output

if TYPE_CHECKING:
    from trickbook.study import Study


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
        type=_address,
        metavar="ADDRESS",
        help="play on a Dask cluster: the address that dask scheduler prints, such as tcp://192.0.2.1:8786",
    )


def _address(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError(
            "expected the address that dask scheduler prints, such as tcp://192.0.2.1:8786"
        )
    return text


def check(options: argparse.Namespace) -> None:
    """Refuse what does not go together; ends the command."""
    if options.threads and options.scheduler:
        options.parser.error("--threads and --scheduler can't both be given: the cluster's workers have theirs")
    if options.resume == STANDARD:
        options.parser.error("--resume takes the name of a file, not -")


Stop = KeyboardInterrupt | OSError
"""What ends long work before its end: an interruption from the keyboard, or a file of `--resume` that can't be written."""


def play(study: Study, options: argparse.Namespace, what: str) -> Stop | None:
    """Play, and return what stopped it, if anything did.

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
    except (KeyboardInterrupt, OSError) as stop:
        if not study.samples.steps:
            raise
        return stop
    return None


def _printed(report: Callable[[], None]) -> Output:
    def print_report() -> None:
        report()
        flush_output()

    return STANDARD_OUTPUT, print_report


def show(report: Callable[[], None]) -> list[BaseException]:
    """Print a report at once, though more is to come, and return what went wrong."""
    return write_all([_printed(report)])


def finish(
    options: argparse.Namespace, stop: Stop | None, report: Callable[[], None] | None, files: Sequence[Output] = ()
) -> int:
    """Print the report, write the files, say what has stopped the work or could not be written, and return the exit code.

    The report comes first, so that whoever stops the drawing of a page has it.
    """

    if isinstance(stop, KeyboardInterrupt) and options.resume:
        stop.add_note(f"the same command goes on from {options.resume}")
    problems = write_all([*([_printed(report)] if report else []), *files])
    return tell([*([stop] if stop else []), *problems])


def _so_far(study: Study) -> str:
    """Return the first metric with its interval, as far as it is known."""
    from trickbook.answers.words import in_brief

    measured = study.measured(study.metric or study.metrics[0])
    return in_brief(measured) if measured else ""
