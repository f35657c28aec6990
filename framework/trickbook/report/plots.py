"""Plots of a comparison, as Matplotlib figures.

Needs Matplotlib, which comes with the extra `report`: `pip install "trickbook[report]"`.

    from trickbook.report import plots
    plots.differences(comparison).savefig("differences.png")

A figure is made without pyplot and its state, so that nothing has to be closed. Its colours are those of `PALETTE`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from trickbook.answers.words import in_hundreds, is_clear, is_none, lower_first, section_of, skill_points
from trickbook.extras import needed
from trickbook.measure.comparison import Comparison, Difference, Measured, Value
from trickbook.measure.metrics import MATCHES
from trickbook.measure.statistics import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PALETTE = ("#1f5f8b", "#b4532a", "#4f7a3a", "#7d4f9e", "#a8842c", "#2a8a86", "#a63d5c", "#5b6470")
"""The colours of the games after the first, in turn."""
INK = "#23282e"
MUTED = "#6a717a"
RULE = "#d5d2ca"
WIDTH = 4.9
"""Inches; narrow enough to be read on a phone, where a figure is scaled down."""
_ROW = 0.5
_SERIES = 0.15
_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "trickbook",
    "text.parse_math": False,  # games may be named with dollars
    "font.family": "sans-serif",
    "font.size": 11.0,
    "text.color": INK,
    "axes.edgecolor": RULE,
    "axes.labelcolor": MUTED,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelsize": 10.0,
    "ytick.labelsize": 10.0,
    "legend.frameon": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
}


@contextmanager
def _styled() -> Iterator[None]:
    """Draw in the style of the reports, whatever the user's own settings are."""
    with needed("report"):
        import matplotlib as mpl
    with mpl.rc_context():
        mpl.rcdefaults()
        parameters: dict[str, Any] = mpl.rcParams  # type: ignore[assignment]
        parameters.update(_STYLE)
        yield


def colour(place: int) -> str:
    """Return the colour of a game by its place among those compared; the first one's is that of the text.

    >>> colour(0) == INK
    True
    """
    return INK if place == 0 else PALETTE[(place - 1) % len(PALETTE)]


def scale_of(measured: Measured) -> float:
    """Return by how much the values of a metric are multiplied to be told: 100 for shares and rates."""
    return 100.0 if in_hundreds(measured) else 1.0


def _figure(height: float) -> Figure:
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTH, height), layout="constrained")


def _bare(axes: Axes) -> None:
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", length=3)


def _interval(axes: Axes, y: float, result: Any, scale: float, paint: str, *, full: bool = True) -> None:
    """Draw a mean as a dot and its interval as a line; hollow where the difference is not clear."""
    if result.low is not None and result.high is not None:
        axes.plot([scale * result.low, scale * result.high], [y, y], color=paint, linewidth=2, solid_capstyle="round")
    face = paint if full else "white"
    axes.plot([scale * result.mean], [y], "o", color=paint, markersize=6, markerfacecolor=face, markeredgewidth=1.5)


def differences(comparison: Comparison, places: Sequence[int] | None = None) -> Figure:
    """Return a figure of the differences from the first game, each with its 95 % interval.

    One panel for each section of the report, in its own unit; a line for each metric, above it its name; a colour for
    each game at one of the `places` (all after the first). A full dot is a clear difference, a hollow one is not.
    Metrics of which no difference was seen are left out.

    Raises `trickbook.extras.MissingExtraError` without Matplotlib.
    """
    places = range(1, len(comparison.games)) if places is None else places
    with _styled():
        panels: list[tuple[str, list[tuple[Measured, list[Difference]]]]] = []
        for section, group in groupby(comparison.metrics, section_of):
            rows = [
                (measured, [d for d in measured.differences if d.place in places and not is_none(d)])
                for measured in group
                if measured.metric.shown and not measured.metric.of_two
            ]
            rows = [row for row in rows if row[1]]
            if rows:
                panels.append((section, rows))
        if not panels:
            figure = _figure(0.8)
            figure.text(0.5, 0.5, "No difference was seen in anything that was measured.", ha="center", va="center")
            return figure
        step = _ROW + _SERIES * (len(places) - 1)
        heights = [0.35 + step * len(rows) for _, rows in panels]
        figure = _figure(sum(heights) + 0.5 * len(panels))
        figure.set_layout_engine("constrained", h_pad=0.09)
        every = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
        for axes, (section, rows) in zip(every, panels, strict=True):
            _panel(axes, section, rows, places, step)
        every[-1].set_xlabel("← less than in the first game · more →", fontsize=10)
        return figure


def _panel(
    axes: Axes, section: str, rows: list[tuple[Measured, list[Difference]]], places: Sequence[int], step: float
) -> None:
    axes.axvline(0, color=MUTED, linewidth=1)
    for number, (measured, found) in enumerate(rows):
        y = number * step
        axes.annotate(
            measured.metric.title, (0, y - 0.16), xycoords=("axes fraction", "data"), fontsize=10, va="center"
        )
        if number:
            axes.axhline(y - 0.31, color=RULE, linewidth=0.6)
        for difference in found:
            place = difference.place
            _interval(
                axes,
                y + 0.02 + _SERIES * list(places).index(place),
                difference.contrast,
                scale_of(measured),
                colour(place),
                full=is_clear(difference),
            )
    axes.set_ylim(len(rows) * step - 0.28, -0.32)
    axes.set_yticks([])
    axes.set_title(section, loc="left", fontsize=10, color=MUTED, pad=8)
    low, high = axes.get_xlim()
    axes.set_xlim(min(low, 0.0), max(high, 0.0))
    _bare(axes)


def sweep(
    comparison: Comparison, measured: Measured, order: Sequence[int], labels: Sequence[str], axis: str = ""
) -> Figure:
    """Return a figure of one metric in a row of games, each with its 95 % interval.

    `order` has the places of the games, in which `labels` name them; `axis` says what the labels are.

    Raises `trickbook.extras.MissingExtraError` without Matplotlib.
    """
    by_place = {value.place: value.estimate for value in measured.values}
    lying = any(len(label) > 6 for label in labels)
    scale = scale_of(measured)
    with _styled():
        figure = _figure(0.8 + 0.34 * len(order) if lying else 3.0)
        axes = figure.subplots()
        for number, place in enumerate(order):
            estimate = by_place.get(place)
            if estimate is None:
                continue
            paint = INK if place == 0 else PALETTE[0]
            if lying:
                _interval(axes, number, estimate, scale, paint)
                continue
            if estimate.low is not None and estimate.high is not None:
                bounds = [scale * estimate.low, scale * estimate.high]
                axes.plot([number, number], bounds, color=paint, linewidth=2, solid_capstyle="round")
            axes.plot([number], [scale * estimate.mean], "o", color=paint, markersize=6)
        if lying:
            axes.set_ylim(len(order) - 0.5, -0.5)
            axes.set_yticks(range(len(order)), labels)
            axes.grid(axis="x", color=RULE, linewidth=0.6)
            _bare(axes)
        else:
            axes.set_xticks(range(len(order)), labels)
            axes.set_xlabel(axis)
            axes.grid(axis="y", color=RULE, linewidth=0.6)
        axes.set_axisbelow(True)
        title = f"{measured.metric.title}, {lower_first(section_of(measured))}"
        axes.set_title(title, loc="left", fontsize=10, color=MUTED)
        return figure


def distribution(comparison: Comparison, measured: Measured, places: Sequence[int] | None = None) -> Figure:
    """Return a figure of how the values of a metric are spread, in the games at some `places` (all of them).

    A bar is as high as the share of deals, or matches, in 100; beside one another stand those of the games.

    Raises `trickbook.extras.MissingExtraError` without Matplotlib.
    """
    places = range(len(comparison.games)) if places is None else places
    found = [value for value in measured.values if value.place in places and value.distribution]
    with _styled():
        figure = _figure(2.6)
        axes = figure.subplots()
        binned = any(bar.low < bar.high for value in found for bar in value.distribution)
        (_outlines if binned else _bars)(axes, found)
        of = "matches" if measured.metric.sample == MATCHES else measured.metric.among
        axes.set_title(f"{measured.metric.title}: in 100 {of}", loc="left", fontsize=10, color=MUTED, pad=8)
        axes.set_xlabel(measured.metric.unit, fontsize=10)
        axes.grid(axis="y", color=RULE, linewidth=0.6)
        axes.set_axisbelow(True)
        _bare(axes)
        return figure


def _bars(axes: Axes, found: Sequence[Value]) -> None:
    """Draw a bar for each single value, those of the games beside one another."""
    places = sorted({bar.low for value in found for bar in value.distribution})
    room = 0.84 * min((high - low for low, high in pairwise(places)), default=1.0)
    width = room / max(len(found), 1)
    for number, value in enumerate(found):
        shift = -room / 2 + width * (number + 0.5)
        axes.bar(
            [bar.low + shift for bar in value.distribution],
            [100 * bar.share for bar in value.distribution],
            width=width,
            color=colour(value.place),
        )


def _outlines(axes: Axes, found: Sequence[Value]) -> None:
    """Draw the outline of a histogram for each game."""
    for value in found:
        bars = value.distribution
        edges = [*(bar.low for bar in bars), bars[-1].high]
        axes.stairs([100 * bar.share for bar in bars], edges, color=colour(value.place), linewidth=1.6)


def winner_known(comparison: Comparison, places: Sequence[int] | None = None) -> Figure:
    """Return a figure of how early the winner is known, in the games at some `places` (all of them).

    In how many of 100 deals the side that leads after a part of the tricks wins the deal, with its 95 % interval.

    Raises `trickbook.extras.MissingExtraError` without Matplotlib.
    """
    places = range(len(comparison.games)) if places is None else places
    curves: dict[int, list[tuple[int, Estimate]]] = {}
    for measured in winner_known_metrics(comparison):
        percent = int(measured.metric.name.rpartition(".")[2])
        for value in measured.values:
            curves.setdefault(value.place, []).append((percent, value.estimate))
    with _styled():
        figure = _figure(2.8)
        axes = figure.subplots()
        for place in (place for place in places if place in curves):
            x = [percent for percent, _ in curves[place]]
            estimates = [estimate for _, estimate in curves[place]]
            paint = colour(place)
            low = [100 * (e.mean if e.low is None else e.low) for e in estimates]
            high = [100 * (e.mean if e.high is None else e.high) for e in estimates]
            axes.fill_between(x, low, high, color=paint, alpha=0.18, linewidth=0)
            axes.plot(x, [100 * e.mean for e in estimates], color=paint, linewidth=2, marker="o", markersize=4)
        axes.set_title("The leader wins, in 100 deals", loc="left", fontsize=10, color=MUTED, pad=8)
        axes.set_xlabel("part of the tricks played, in 100", fontsize=10)
        axes.set_xticks(range(10, 100, 10))
        axes.grid(axis="y", color=RULE, linewidth=0.6)
        axes.set_axisbelow(True)
        _bare(axes)
        return figure


def winner_known_metrics(comparison: Comparison) -> list[Measured]:
    """Return the points of the curve of how early the winner is known; none where it is not measured."""
    return [measured for measured in comparison.metrics if measured.metric.name.startswith("leader-wins.")]


def skill_curve(comparison: Comparison, places: Sequence[int] | None = None) -> Figure:
    """Return a figure of what it helps to think four times as long, in the games at some `places` (all of them).

    For each number of simulations the margin of a player over one with a quarter of them, with its 95 % interval. Where
    the curve comes down to nothing, to think longer is of no more use.

    Raises `trickbook.extras.MissingExtraError` without Matplotlib.
    """
    places = range(len(comparison.games)) if places is None else places
    points = skill_points(comparison)[::-1]
    with _styled():
        figure = _figure(2.8)
        axes = figure.subplots()
        axes.axhline(0, color=MUTED, linewidth=1)
        for number, place in enumerate(places):
            shift = 0.06 * (number - (len(places) - 1) / 2)
            found = [
                (x + shift, value.estimate)
                for x, measured in enumerate(points)
                for value in measured.values
                if value.place == place
            ]
            paint = colour(place)
            axes.plot(
                [x for x, _ in found], [e.mean for _, e in found], color=paint, linewidth=1.4, marker="o", markersize=5
            )
            for x, estimate in found:
                if estimate.low is not None and estimate.high is not None:
                    axes.plot([x, x], [estimate.low, estimate.high], color=paint, linewidth=2, solid_capstyle="round")
        labels = [
            measured.metric.title.removesuffix(" simulations").replace(" over ", "\nover ") for measured in points
        ]
        axes.set_xticks(range(len(points)), labels)
        axes.set_xlim(-0.4, len(points) - 0.6)
        axes.set_xlabel("simulations for a move", fontsize=10)
        axes.set_title(f"Margin, {points[0].metric.unit}", loc="left", fontsize=10, color=MUTED, pad=8)
        axes.grid(axis="y", color=RULE, linewidth=0.6)
        axes.set_axisbelow(True)
        _bare(axes)
        return figure


_VARIABLES = {
    INK: "var(--ink)",
    MUTED: "var(--muted)",
    RULE: "var(--rule)",
    "#ffffff": "var(--paper)",
    **{paint: f"var(--series-{number})" for number, paint in enumerate(PALETTE, start=1)},
}
_HEAD = re.compile(r"^.*?<svg [^>]*?viewBox=\"([^\"]*)\"[^>]*>", re.DOTALL)
_CLIP = re.compile(r"\bp[0-9a-f]{10}\b")
_METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
_COLOUR = re.compile("|".join(map(re.escape, _VARIABLES)))
_NAME = re.compile(r'(\bid="|url\(#|href="#)')
_FONT = re.compile(r"font: ([\d.]+)px [^;\"]*")


def as_svg(figure: Figure, name: str, title: str, description: str) -> str:
    """Return a figure as an SVG element to stand in a page.

    Colours are variables of the page's style sheet, texts are in its font, every id begins with `name`, and screen
    readers read the title and the description. The same figure gives the same text.
    """
    from html import escape

    file = io.StringIO()
    with _styled():
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    text = _METADATA.sub("", file.getvalue())
    head = (
        rf'<svg viewBox="\1" role="img" aria-labelledby="{name}-title {name}-description">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-description">{escape(description)}</desc>'
    )
    head = head.replace("\\", "\\\\").replace("\\\\1", "\\1")
    # Matplotlib names a clip path by where it lies in memory.
    numbers: dict[str, str] = {}
    text = _CLIP.sub(lambda found: numbers.setdefault(found[0], f"clip{len(numbers) + 1}"), text)
    inner = _HEAD.match(text)
    body = _NAME.sub(rf"\g<1>{name}-", text[inner.end() :] if inner else text).replace("xlink:href", "href")
    body = _FONT.sub(r"font-size: \1px", _COLOUR.sub(lambda found: _VARIABLES[found[0]], body))
    return _HEAD.sub(head, inner[0] if inner else "") + body
