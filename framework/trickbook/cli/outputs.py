"""Files that a comparison can be written to: a page, and tables of its deals."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trickbook.cli import options as shared
from trickbook.cli.endings import Output, add_notes
from trickbook.cli.errors import UsageError
from trickbook.cli.files import STANDARD, try_to_write, whole_bytes, whole_file
from trickbook.cli.parser import Parser
from trickbook.cli.recording import Recorder
from trickbook.extras import needed
from trickbook.paths import resolved

if TYPE_CHECKING:
    from trickbook.compiler import CompiledGame
    from trickbook.plugins import PluginSet
    from trickbook.report.deal_tables import DealTable
    from trickbook.study import Comparison, Study


def add(command: Parser) -> None:
    """Add `--html`, `--csv`, `--parquet` and `--record`."""
    command.add_argument(
        "--html", type=shared.file_name, metavar="FILE", help="write a report: one HTML file that needs no network"
    )
    command.add_argument(
        "--csv",
        type=shared.file_name,
        metavar="FILE",
        help="write the single deals of all games, a row each, as CSV; - is standard output",
    )
    command.add_argument(
        "--parquet", type=shared.file_name, metavar="FILE", help="write the single deals of all games as Parquet"
    )
    command.add_argument(
        "--record",
        type=shared.file_name,
        metavar="FILE",
        help="write each deal to a file of records; - is standard output; "
        "trickbook replay FILE --list-differing finds those that games play otherwise",
    )


def check(options: argparse.Namespace) -> None:
    """See to it, before anything is played, that what is to be written can be.

    Raises `trickbook.extras.MissingExtraError` if packages are missing, `UsageError` if two files are one, and `OSError` for
    a file that can't be written.
    """
    names = names_of(options)
    files = [resolved(Path(name)) for name in (*names, options.resume) if name]
    if len(set(files)) < len(files):
        raise UsageError("--html, --csv, --parquet, --record and --resume need a file each")
    if options.json and STANDARD in names:
        raise UsageError("--json and a file named - would both write to standard output")
    for name in names:
        try_to_write(name)
    if options.html:
        with needed("report"):
            import jinja2  # noqa: F401
            import matplotlib  # noqa: F401
    if options.parquet:
        with needed("report"):
            import pyarrow  # noqa: F401


def check_deals(options: argparse.Namespace, study: Study) -> None:
    """See to it, before anything is played, that there will be single deals for a table of them.

    Raises `UsageError` if only whole matches are to be played.
    """
    from trickbook.measure.metrics import DEALS

    if (options.csv or options.parquet) and DEALS not in study.plan.sizes and study.metric:
        raise UsageError(f"--csv and --parquet have a row a deal, and {study.metric.name} is found from whole matches")


def names_of(options: argparse.Namespace) -> list[str]:
    """Return the names of the files to write."""
    return [name for name in (options.html, options.csv, options.parquet, options.record) if name]


@contextmanager
def owed(options: argparse.Namespace, recorder: Recorder) -> Iterator[None]:
    """Let an interruption of this block, after which no file will be written, say so; records are written in it."""
    try:
        with recorder.writing():
            yield
    except KeyboardInterrupt as interruption:
        add_notes(interruption, [name for name in names_of(options) if name != options.record])
        raise


def to_standard(options: argparse.Namespace) -> bool:
    """Say whether a file goes to standard output, so that nothing else may be printed there."""
    return STANDARD in names_of(options)


def kept(options: argparse.Namespace) -> Sequence[str]:
    """Return the fields of deals that must be kept for what is to be written."""
    if not (options.csv or options.parquet):
        return ()
    from trickbook.report.deal_tables import KEPT

    return KEPT


def files(
    options: argparse.Namespace,
    games: Sequence[CompiledGame],
    comparison: Comparison,
    plugins: PluginSet,
    recorder: Recorder,
    **page: Any,
) -> list[Output]:
    """Return the files that were asked for, each written whole or not at all; `page` is what `html_page` takes besides."""

    def write_page() -> None:
        from trickbook.report.page import html_page

        command = shlex.join(["trickbook", *options.typed])
        with whole_file(options.html) as file:
            file.write(html_page(comparison, command=command, plugins=plugins, **page))

    def write_csv() -> None:
        with whole_file(options.csv) as file:
            deals().write_csv(file)

    def write_parquet() -> None:
        with whole_bytes(options.parquet) as file:
            deals().write_parquet(file)

    def deals() -> DealTable:
        from trickbook.report.deal_tables import DealTable

        return DealTable(games, comparison)

    writers: list[tuple[str | None, Callable[[], None]]] = [
        (options.html, write_page),
        (options.csv, write_csv),
        (options.parquet, write_parquet),
        (options.record, recorder.check),  # written while it was played; what went wrong is said with the rest
    ]
    return [(name, write) for name, write in writers if name]
