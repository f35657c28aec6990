"""Files that a comparison can be written to: a page, and tables of its deals."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trickbook.cli import options as shared
from trickbook.cli.errors import UsageError
from trickbook.cli.files import STANDARD, try_to_write, whole_bytes, whole_file
from trickbook.cli.parser import Parser
from trickbook.extras import needed

if TYPE_CHECKING:
    from trickbook.compare import Comparison, Study
    from trickbook.compiler import CompiledGame
    from trickbook.plugins import PluginSet


def add(command: Parser) -> None:
    """Add `--html`, `--csv` and `--parquet`."""
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


def check(options: argparse.Namespace) -> None:
    """See to it, before anything is played, that what is to be written can be.

    Raises `trickbook.extras.MissingExtraError` if packages are missing, `UsageError` if two files are one, and `OSError` for
    a file that can't be written.
    """
    names = [name for name in (options.html, options.csv, options.parquet) if name]
    files = [Path(name).resolve() for name in (*names, options.resume) if name]
    if len(set(files)) < len(files):
        raise UsageError("--html, --csv, --parquet and --resume need a file each")
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
    from trickbook.compare.metrics import DEALS

    if (options.csv or options.parquet) and DEALS not in study.plan.sizes and study.metric:
        raise UsageError(f"--csv and --parquet have a row a deal, and {study.metric.name} is found from whole matches")


def to_standard(options: argparse.Namespace) -> bool:
    """Say whether a file goes to standard output, so that nothing else may be printed there."""
    return STANDARD in (options.html, options.csv, options.parquet)


def kept(options: argparse.Namespace) -> Sequence[str]:
    """Return the fields of deals that must be kept for what is to be written."""
    if not (options.csv or options.parquet):
        return ()
    from trickbook.compare.tables import KEPT

    return KEPT


def write(
    options: argparse.Namespace,
    games: Sequence[CompiledGame],
    comparison: Comparison,
    plugins: PluginSet,
    **page: Any,
) -> None:
    """Write the files that were asked for, each whole or not at all; `page` is what `html_page` takes besides."""
    if options.html:
        from trickbook.compare.page import html_page

        text = html_page(comparison, command=shlex.join(["trickbook", *options.typed]), plugins=plugins, **page)
        with whole_file(options.html) as file:
            file.write(text)
    if not (options.csv or options.parquet):
        return
    from trickbook.compare.tables import DealTable

    deals = DealTable(games, comparison)
    if options.csv:
        with whole_file(options.csv) as file:
            deals.write_csv(file)
    if options.parquet:
        with whole_bytes(options.parquet) as binary:
            deals.write_parquet(binary)
