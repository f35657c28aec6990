"""A comparison as one HTML file that needs no network and no scripts.

Needs Jinja2 and Matplotlib, which come with the extra `report`: `pip install "trickbook[report]"`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.answers.stronger_words import HOW_JUDGED, heading_of, sentences_of
from trickbook.answers.words import (
    called,
    clear_means,
    clearness,
    differences_of,
    heading,
    in_words,
    is_clear,
    names_of,
    skill_points,
    summary,
)
from trickbook.extras import needed
from trickbook.game.standings import standing_lines
from trickbook.measure.comparison import Comparison
from trickbook.measure.metrics import MATCHES
from trickbook.origin import SAMPLES, score_words
from trickbook.plugins import PluginSet
from trickbook.report import plots
from trickbook.report.page_tables import SIDE_BY_SIDE, difference_table, minus, rule_tables, soft, value_tables

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SPREAD = ("points", "tricks-played", "deals")
"""The metrics whose distributions are drawn: what a deal gives, how long it is, how long a game is."""
_HOW_SURE = (
    "The true value lies within a 95 % interval in 95 of 100 such studies. The figures are about the players who played: "
    "{bots}. A difference can be certain without being important; look at its size."
)


class Drawing(NamedTuple):
    """A plot as it stands in the page."""

    svg: Any
    """The SVG element, safe as it is."""
    caption: str
    """What it shows, in a sentence."""


class Sketch(NamedTuple):
    """A plot that a page is to have."""

    name: str
    """A word for its ids."""
    title: str
    """What it is, for screen readers."""
    caption: str
    """What it shows, in a sentence."""
    draw: Callable[[], Figure]
    """What draws it."""


def html_page(
    comparison: Comparison,
    *,
    command: str = "",
    answer: Sequence[str] = (),
    sentences: Sequence[str] | None = None,
    first: Sequence[Sketch] = (),
    kind: str = "Trickbook · a comparison of games",
    heading_words: str = "",
    only_values: bool = False,
    plugins: PluginSet | None = None,
) -> str:
    """Return the text of a report: one file, in light and dark, for a screen of any width and for paper.

    `command` is the command line that made it; `answer` has sentences to put before the summary, `sentences` those in
    its place; `first` has plots to put before all else; `heading_words` stand in the place of the games' names. With
    `only_values` what differs from the first game is left to these plots. The same comparison gives the same text. What
    users named, such as games and files, is escaped.

    Raises `trickbook.extras.MissingExtraError` without Jinja2 or Matplotlib.
    """
    with needed("report"):
        import jinja2
        from markupsafe import Markup

    def drawings(sketches: Sequence[Sketch]) -> list[Drawing]:
        return [
            Drawing(Markup(plots.as_svg(sketch.draw(), sketch.name, sketch.title, sketch.caption)), sketch.caption)
            for sketch in sketches
        ]

    pages = files("trickbook.report").joinpath("pages")
    environment = jinja2.Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters |= {"soft": soft, "minus": minus}
    template = environment.from_string(pages.joinpath("report.html").read_text("utf-8"))
    against = range(0) if only_values else range(1, len(comparison.games))
    text: str = template.render(
        style=Markup(pages.joinpath("report.css").read_text("utf-8").rstrip()),
        title=heading_words or " · ".join(names_of(comparison)),
        heading_words=heading_words,
        kind=kind,
        games=names_of(comparison),
        called=called(comparison),
        played=heading(comparison),
        sentences=[*answer, *(summary(comparison) if sentences is None else sentences)]
        or [f"{names_of(comparison)[0]}, by itself."],
        how_sure=_HOW_SURE.format(bots=comparison.bots),
        figures_first=drawings(first),
        rules=rule_tables(comparison.rulebooks, plugins or PluginSet()) if against else None,
        key=_key(comparison),
        figures=drawings(_difference_sketches(comparison)) if against else [],
        figures_of_skill=drawings(_skill_sketches(comparison)),
        skill_tables=value_tables(comparison, skill_points(comparison)),
        figures_more=drawings(_more_sketches(comparison)),
        difference_tables=[difference_table(comparison, place) for place in against],
        clear_means=f"A full dot, or “clear”: {clear_means(comparison)}.",
        value_tables=value_tables(comparison, [m for m in comparison.metrics if m.metric.shown]),
        standings=[
            ("\n".join(standing_lines(each.players, each.tournaments)), each.game) for each in comparison.standings
        ],
        stronger=_stronger(comparison),
        command=command,
        made=_made(comparison),
    )
    return text


def _stronger(comparison: Comparison) -> dict[str, Any] | None:
    """Return what stronger players say, without times."""
    if comparison.stronger is None:
        return None
    return {
        "played": heading_of(comparison.stronger, comparison.seed),
        "sentences": list(sentences_of(comparison)),
        "how": f"{HOW_JUDGED[0].upper()}{HOW_JUDGED[1:]}.",
    }


def _key(comparison: Comparison) -> list[dict[str, Any]]:
    """Return which colour is which game's."""
    colours = len(plots.PALETTE)
    return [
        {"series": (place - 1) % colours + 1 if place else 0, "game": game}
        for place, game in enumerate(names_of(comparison))
    ]


def _difference_sketches(comparison: Comparison) -> list[Sketch]:
    """Return the plots of differences: so many games in each as have room."""
    games = names_of(comparison)
    first = games[0]
    sketches = []
    others = range(1, len(comparison.games))
    for start in range(0, len(others), SIDE_BY_SIDE):
        places = others[start : start + SIDE_BY_SIDE]
        names = ", ".join(games[place] for place in places)
        sketches.append(
            Sketch(
                f"differences-{start + 1}",
                f"Differences from {first}",
                f"{names} minus {first}: each difference with its 95 % interval. " + _clearest(comparison, places),
                partial(plots.differences, comparison, places),
            )
        )
    return sketches


def _clearest(comparison: Comparison, places: Sequence[int]) -> str:
    """Return in words what a plot of differences shows."""
    found = []
    for place in places:
        rows = differences_of(comparison, place)
        clear = [row for row in rows if is_clear(row[1])]
        if clear:
            row = max(clear, key=lambda row: clearness(row[1]))
            found.append(f"{names_of(comparison)[place]}, {in_words(*row)}")
    return f"Clearest: {'; '.join(found)}." if found else "None is clear."


def _more_sketches(comparison: Comparison) -> list[Sketch]:
    """Return the plots of how values are spread and how early the winner is known, of as many games as have room."""
    places = range(min(len(comparison.games), SIDE_BY_SIDE + 1))
    names = ", ".join(names_of(comparison)[place] for place in places)
    sketches = []
    if plots.winner_known_metrics(comparison):
        sketches.append(
            Sketch(
                "winner-known",
                "How early the winner is known",
                f"{names}: how often the side that leads after a part of the tricks wins the deal. The later a curve "
                "rises, the longer a deal stays open; the band is the 95 % interval.",
                partial(plots.winner_known, comparison, places),
            )
        )
    by_name = {measured.metric.name: measured for measured in comparison.metrics}
    drawn = [by_name[name] for name in _SPREAD if name in by_name]
    for number, measured in enumerate(drawn, start=1):
        sketches.append(
            Sketch(
                f"distribution-{number}",
                f"Distribution: {measured.metric.title}",
                f"{names}: {measured.metric.what}; in how many of 100 "
                f"{'matches' if measured.metric.sample == MATCHES else 'deals'} it is how much.",
                partial(plots.distribution, comparison, measured, places),
            )
        )
    return sketches


def _skill_sketches(comparison: Comparison) -> list[Sketch]:
    """Return the plot of the skill curve, if it was asked for, of as many games as have room."""
    if not skill_points(comparison):
        return []
    places = range(min(len(comparison.games), SIDE_BY_SIDE + 1))
    names = ", ".join(names_of(comparison)[place] for place in places)
    return [
        Sketch(
            "skill-curve",
            "The skill curve",
            f"{names}: what a player makes of a deal more than one with a quarter of its simulations, with the 95 % "
            "interval. Where the curve comes down to nothing, this player gains no more by thinking; it says nothing of the game.",
            partial(plots.skill_curve, comparison, places),
        )
    ]


def _made(comparison: Comparison) -> list[tuple[str, str]]:
    """Return how a comparison was made, without times, so that the page is the same every time."""
    origin = comparison.origin
    digests = [(f"digest of {game.game}", game.digest) for game in origin.games]
    each = " of each game" if len(comparison.games) > 1 else ""
    return [
        *((SAMPLES[name], f"{number:,}{each}") for name, number in origin.sizes.items() if number),
        ("deals begin at", score_words(origin.scores)),
        ("shuffles", "the same in all games" if comparison.paired else "not the same in all games"),
        ("players", origin.bots),
        ("seed", str(origin.seed)),
        *digests,
        ("versions", origin.versions_words()),
    ]
