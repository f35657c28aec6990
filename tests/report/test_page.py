"""The HTML report in a real browser: complete, quiet, alone, and as wide as a phone."""

from __future__ import annotations

import html.parser
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import trickbook
from trickbook.report.page import html_page
from trickbook.study import Comparison

pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
PHONE = 390
PLOTS = {"differences-1", "winner-known", "distribution-1", "distribution-2", "distribution-3"}
HOSTILE = "a<b>&$x$\"'{{7*7}}"
"""What a user may well name a file."""

in_browser = pytest.mark.skipif(not (BROWSER and DRIVER), reason="needs chromium and chromedriver")


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return trickbook.compare(["schwesing", "treia", "schwesing+optional-daring"], deals=400, matches=20)


@pytest.fixture(scope="module")
def skilled(comparison: Comparison) -> Comparison:
    """The same with a skill curve made up by hand."""
    from tests.study.test_skill import made_up
    from trickbook.study.skill import SkillCurve, with_curves

    players = [("ismcts:200", "ismcts:50", 0.2), ("ismcts:50", "ismcts:12", 0.8)]
    return with_curves(
        comparison, [SkillCurve(game, tuple(made_up(*player, game) for player in players)) for game in comparison.games]
    )


@pytest.fixture(scope="module")
def page(comparison: Comparison) -> str:
    return html_page(comparison, command="trickbook compare schwesing treia schwesing+optional-daring -n 400")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER or ""
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    for argument in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--user-data-dir={tmp_path_factory.mktemp('browser')}",
    ):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


def opened(browser: Any, text: str, folder: Path, *, width: int = 1000, scheme: str = "light") -> list[str]:
    """Open a page, and return the addresses that it asked for."""
    file = folder / "report.html"
    file.write_text(text, "utf-8", newline="\n")
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width == PHONE}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    feature = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", feature)
    browser.get_log("performance")
    browser.get(file.as_uri())
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
    return [url for url in sent if url != file.as_uri()]


@in_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, 1000])
def test_the_page_is_quiet_alone_and_fits(browser: Any, page: str, tmp_path: Path, scheme: str, width: int) -> None:
    asked = opened(browser, page, tmp_path, width=width, scheme=scheme)
    assert [url for url in asked if not url.startswith("data:")] == []
    assert browser.get_log("browser") == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    for plot in browser.find_elements("css selector", "figure svg"):
        assert plot.size["width"] > 250
        assert plot.size["height"] > 80


@in_browser
def test_plots_follow_light_and_dark(browser: Any, page: str, tmp_path: Path) -> None:
    script = "return getComputedStyle(document.querySelector('figure svg text')).fill"
    opened(browser, page, tmp_path, scheme="light")
    light = browser.execute_script(script)
    opened(browser, page, tmp_path, scheme="dark")
    assert browser.execute_script(script) != light


@in_browser
def test_text_stands_out_from_the_paper(browser: Any, page: str, tmp_path: Path) -> None:
    """4.5 to 1 is what WCAG 2.2 asks of text (success criterion 1.4.3)."""
    for scheme in ("light", "dark"):
        opened(browser, page, tmp_path, scheme=scheme)
        paper = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
        for selector in (".lead", ".note", ".meaning", ".mark", "figure svg text"):
            found = browser.execute_script(
                "const s = getComputedStyle(document.querySelector(arguments[0])); "
                "return arguments[0].includes('svg') ? s.fill : s.color",
                selector,
            )
            assert _contrast(found, paper) >= 4.5, (scheme, selector)


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colours (WCAG 2.2, relative luminance)."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_all_plots_are_there(page: str) -> None:
    assert {name.removesuffix("-title") for name in re.findall(r'<title id="([\w-]+)"', page)} == PLOTS
    assert page.count("<svg") == page.count('role="img"') == page.count("<figcaption>") == len(PLOTS)


def test_the_skill_curve_is_drawn_where_it_was_asked_for(skilled: Comparison, page: str) -> None:
    text = html_page(skilled)
    assert 'id="skill-curve-title"' in text
    assert "What it helps to think longer" in text
    assert "50 over 12 simulations" in text
    assert "100 of each game" in text
    assert "skill" not in page.partition("</style>")[2]


@in_browser
@pytest.mark.parametrize("width", [PHONE, 1000])
def test_the_page_with_a_skill_curve_fits(browser: Any, skilled: Comparison, tmp_path: Path, width: int) -> None:
    asked = opened(browser, html_page(skilled), tmp_path, width=width, scheme="dark")
    assert [url for url in asked if not url.startswith("data:")] == []
    assert browser.get_log("browser") == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width


class _Reader(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            if name in ("href", "src", "xlink:href", "data", "srcset", "action"):
                self.links.append(str(value))


def test_no_scripts_no_double_ids_no_links_out(page: str) -> None:
    reader = _Reader()
    reader.feed(page)
    assert len(reader.ids) == len(set(reader.ids))
    assert "script" not in reader.tags
    assert all(link.startswith(("#", "data:,")) for link in reader.links)
    assert {link.removeprefix("#") for link in reader.links if link.startswith("#")} <= set(reader.ids)
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)


def test_the_page_says_what_differs_and_who_set_it(page: str) -> None:
    row = re.search(r"<code>match.target</code>.*?</tr>", page, re.DOTALL)
    assert row is not None
    assert "12" in row[0]
    assert "treia.toml, line 29" in row[0]
    assert "the same" in row[0]


def test_the_page_says_how_it_was_made(page: str, comparison: Comparison) -> None:
    assert "trickbook compare schwesing treia schwesing+optional-daring -n 400" in page
    for rulebook in comparison.rulebooks:
        assert rulebook.digest in page
    assert f"Trickbook {trickbook.__version__}" in page


def test_the_same_comparison_gives_the_same_page(comparison: Comparison) -> None:
    assert html_page(comparison) == html_page(comparison)


def test_names_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "rule.toml").write_text("[match]\ntarget = 16\n", "utf-8")
    folder = tmp_path / HOSTILE.replace('"', "").replace("/", "")
    folder.mkdir()
    rule = folder / "rule.toml"
    rule.write_text("[match]\ntarget = 16\n", "utf-8")
    comparison = trickbook.compare(["schwesing", f"schwesing+{rule}"], deals=50, matches=5)
    text = html_page(comparison, command=f"trickbook {HOSTILE}", heading_words=HOSTILE)
    assert "<b>" not in text
    assert "a&lt;b&gt;&amp;$x$" in text
    assert "{{7*7}}" in text
