"""`trickbook replay --list-differing` and `--side-by-side`: the courses that one deal takes in several games."""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING

from trickbook.cli import options as shared
from trickbook.cli.errors import UsageError
from trickbook.cli.files import lines_of
from trickbook.cli.streams import print_json, say

if TYPE_CHECKING:
    from trickbook.plugins import PluginSet
    from trickbook.records.courses import Courses, Differing

SHOWN = 20
"""The default number of differing deals that are listed."""
_NARROWEST = 40
_BETWEEN = 3
_USUAL_WIDTH = 100
_MOST = 1 << 62


def add(command: argparse._ActionsContainer) -> None:
    """Add the options."""
    command.add_argument(
        "--list-differing",
        nargs="?",
        type=shared.whole_number(1, shared.MOST_DEALS),
        const=SHOWN,
        metavar="N",
        help=f"list the deals that games in the file play otherwise, those first that bring the most different (default: {SHOWN} of them)",
    )
    command.add_argument(
        "--side-by-side",
        type=_deal,
        metavar="MATCH[.DEAL]",
        help="tell how one deal went in each game of the file, side by side, from the first trick that differs; "
        "MATCH alone is a single deal of a study, by its number",
    )


def _deal(text: str) -> tuple[int, int | None]:
    """Read the number of a match, and of a deal in it, from 0."""
    found = re.fullmatch(r"([0-9]{1,18})(?:\.([0-9]{1,9}))?", text)
    if not found or int(found[1]) >= _MOST:
        raise argparse.ArgumentTypeError(f"expected MATCH or MATCH.DEAL, such as 17 or 17.0, found {text[:40]!r}")
    return int(found[1]), None if found[2] is None else int(found[2])


@contextmanager
def _about(file: str) -> Iterator[None]:
    from trickbook.plugins import PluginError
    from trickbook.records import RecordError
    from trickbook.rulebook import RulebookError

    try:
        yield
    except (RecordError, RulebookError, PluginError) as error:
        raise UsageError(f"{file}: {error}") from error


def list_differing(options: argparse.Namespace) -> int:
    """List the deals that differ between the games of a file."""
    from trickbook.records.courses import Differences, records_on

    differences = Differences()
    with _about(options.file):
        for data in records_on(lines_of(options.file)):
            if data["format"] == "trickbook-record":
                differences.take(data)
    if not differences.deals:
        raise UsageError(f"{options.file}: no deal is there in two games, such as compare --record writes")
    listed = differences.most_surprising()[: options.list_differing]
    if options.json:
        print_json(
            {
                "file": options.file,
                "deals": differences.deals,
                "moves_differ": differences.moves_differ,
                "scores_differ": differences.scores_differ,
                "differing": [_json(deal) for deal in listed],
            }
        )
        return 0
    say(
        f"{options.file}: of {differences.deals:,} deals that two games have, {differences.moves_differ:,} are played otherwise, "
        f"and {differences.scores_differ:,} bring something else."
    )
    for deal in listed:
        say(_line(deal))
    if left := len(differences.found) - len(listed):
        say(f"  and {left:,} more")
    if listed:
        say(f"See one with: trickbook replay {options.file} --side-by-side {listed[0].key}")
    return 0


def _json(deal: Differing) -> dict[str, object]:
    return {
        "sample": deal.key.sample or None,
        "seed": deal.key.seed,
        "match": deal.key.match,
        "deal": deal.key.deal,
        "game": deal.game,
        "against": deal.against,
        "move": deal.move,
        "score": list(deal.score),
        "against_score": list(deal.against_score),
    }


def _line(deal: Differing) -> str:
    parts = "the same moves" if deal.move is None else f"parts at move {deal.move + 1}"
    brings = " / ".join(":".join(map(str, score)) for score in (deal.against_score, deal.score))
    return f"  {deal.key!s:>8}  {parts:<17}  brings {brings}  ({deal.against} / {deal.game})"


def side_by_side(options: argparse.Namespace, plugins: PluginSet) -> int:
    """Tell how one deal went in each game of a file."""
    from trickbook.records import Rules
    from trickbook.records.courses import courses_of

    match, deal = options.side_by_side
    with _about(options.file):
        courses = courses_of(lines_of(options.file), match, deal, Rules(plugins))
    if options.json:
        print_json(_document(options.file, courses))
        return 0
    width = shutil.get_terminal_size((_USUAL_WIDTH, 0)).columns
    for line in courses.opening():
        say(line)
    for line in _beside(courses, width):
        say(line)
    return 0


def _document(file: str, courses: Courses) -> dict[str, object]:
    move = courses.move
    return {
        "file": file,
        "sample": courses.key.sample or None,
        "seed": courses.key.seed,
        "match": courses.key.match,
        "deal": courses.key.deal,
        "first_difference": None if move is None else {"move": move, "trick": courses.trick_of(move)},
        "common_tricks": courses.common_tricks,
        "courses": [
            {
                "game": course.record["game"],
                "score": course.record["score"],
                "opening": list(course.told.opening),
                "tricks": [list(trick) for trick in course.told.tricks],
                "ending": list(course.told.ending),
            }
            for course in courses.courses
        ],
    }


def _beside(courses: Courses, width: int) -> Iterator[str]:
    """Yield the courses in columns, trick beside trick; one after another where there is no room for columns."""
    games = courses.games
    column = (width - _BETWEEN * (len(games) - 1)) // len(games)
    if column < _NARROWEST:
        for place, game in enumerate(games):
            yield from ("", f"{game}:")
            for part in courses.parts():
                yield from part[place]
        return

    def row(cells: tuple[str, ...]) -> str:
        return (" " * _BETWEEN).join(f"{cell:<{column}}" for cell in cells).rstrip()

    def folded(line: str) -> list[str]:
        indent = line[: len(line) - len(line.lstrip())]
        return wrap(line, column, initial_indent="", subsequent_indent=f"{indent}    ") or [""]

    yield ""
    heads: list[tuple[str, ...]] = [(game, "-" * min(len(game), column)) for game in games]
    for part in [heads, *courses.parts()]:
        cells = [[short for line in lines for short in folded(line)] for lines in part]
        yield from map(row, zip_longest(*cells, fillvalue=""))
