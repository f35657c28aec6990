"""What `compare`, `sweep` and `ladder` have in common: work that is long, shared out, interrupted, and gone on with."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Unpack, cast

from trickbook.cli import options as shared
from trickbook.cli import outputs
from trickbook.cli.endings import Output, tell, write_all
from trickbook.cli.files import STANDARD
from trickbook.cli.parser import Parser
from trickbook.cli.progress import Progress
from trickbook.cli.streams import STANDARD_OUTPUT, flush_output

if TYPE_CHECKING:
    from trickbook.compiler import CompiledGame
    from trickbook.study import Study
    from trickbook.study.asked import Asked, Options
    from trickbook.study.ladder import LadderRun
    from trickbook.study.runner import Runner


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


Stop = KeyboardInterrupt | OSError | ValueError
"""What ends long work before its end: an interruption from the keyboard, a file of `--resume` that can't be written, or a cluster
that fails. Of stronger players it is anything that Trickbook refuses."""


def stopping() -> tuple[type[BaseException], ...]:
    """Return what ends long work before its end, as far as that leaves something to be shown."""
    from trickbook.study.cluster import ClusterError

    return KeyboardInterrupt, OSError, ClusterError


def asked(options: argparse.Namespace, games: Sequence[CompiledGame], **more: Unpack[Options]) -> Asked:
    """Return what the options that `compare` and `sweep` have in common ask of games, and what more is asked."""
    from trickbook.study.asked import Asked

    together: Options = {
        **more,
        "deals": options.deals,
        "matches": options.matches,
        "seed": options.seed,
        "bots": options.bots,
        "precision": options.precision,
        "keep": outputs.kept(options),
    }
    return Asked.of(games, **together)


def runner_of(options: argparse.Namespace, progress: Progress) -> Runner:
    """Return how the options let something be played."""
    from trickbook.study.runner import Runner

    return Runner(shared.threads(options), None, options.scheduler, options.resume, progress)


def play(
    work: Study | LadderRun,
    options: argparse.Namespace,
    what: str,
    units: str = "deals and matches",
    *,
    needed: bool = True,
) -> Stop | None:
    """Play, and return what stopped it, if anything did.

    Raises it if it came before anything could be shown of what is `needed`.
    """
    from trickbook.study import Study

    so_far = [partial(_so_far, work)] if isinstance(work, Study) and needed else []
    try:
        with Progress(what, units, *so_far) as progress:
            work.play(runner_of(options, progress))
    except stopping() as stop:
        if needed and not work.has_begun:
            raise
        return cast(Stop, stop)
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
