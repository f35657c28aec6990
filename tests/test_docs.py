"""The documentation says what the code does: pages are current, clauses tested, keys real, links whole."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import make
from trickbook.compiler import compile_game
from trickbook.kernel.layout import NO_TRUMP
from trickbook.plugins import PluginSet
from trickbook.rulebook import load
from trickbook.rulebook.fields import FIELDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


CLAUSES = make.clauses()


def test_generated_pages_are_current() -> None:
    check = [sys.executable, str(ROOT / "docs" / "make.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_clause_entries_are_complete() -> None:
    ids = [clause["id"] for clause in CLAUSES]
    assert len(ids) == len(set(ids))
    for clause in CLAUSES:
        assert set(clause) >= {"id", "summary", "family", "keys"}, clause["id"]
        assert set(clause) <= {"id", "summary", "family", "keys", "shown_by", "shows", "decided", "later"}, clause["id"]
        assert clause["family"] in make.FAMILIES, clause["id"]
        assert clause.get("decided", False) == ("our choice" in clause["summary"].lower()), clause["id"]


def test_every_clause_has_a_test() -> None:
    tested = make.clause_tests()
    untested = [c["id"] for c in CLAUSES if not c.get("later") and c["id"] not in tested]
    assert not untested, f"no test is marked pytest.mark.clause(...) with: {', '.join(untested)}"


def test_tests_name_known_clauses() -> None:
    unknown = set(make.clause_tests()) - {clause["id"] for clause in CLAUSES}
    assert not unknown, f"not in docs/clauses.toml: {sorted(unknown)}"


def test_clauses_name_real_keys() -> None:
    plugins = make.bundled_plugins()
    known = {field.path for field in FIELDS}
    known |= {f"plugin:{name}" for name in plugins}
    known |= {field.path for fields in make.plugin_fields().values() for field in fields}
    named = {key: clause["id"] for clause in CLAUSES if not clause.get("later") for key in clause["keys"]}
    unknown = {key: clause for key, clause in named.items() if key not in known}
    assert not unknown


def test_every_section_has_a_heading() -> None:
    sections = {field.path.partition(".")[0] if "." in field.path else "" for field in FIELDS}
    assert sections == set(make.SECTIONS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_resolve(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        if "://" in target or target.startswith("mailto:"):
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), f"{page.relative_to(ROOT)} links to {target}, which is not there"
        if anchor:
            assert anchor in _anchors(linked), f"{page.relative_to(ROOT)}: no heading {target}"


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ +(.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_every_page_is_reached_from_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    reached = {index}
    waiting = [index]
    while waiting:
        page = waiting.pop()
        for target in LINK.findall(page.read_text("utf-8")):
            linked = (page.parent / target.partition("#")[0]).resolve()
            if linked.suffix == ".md" and linked.is_relative_to(ROOT / "docs") and linked not in reached:
                reached.add(linked)
                waiting.append(linked)
    assert not {page for page in PAGES if page.is_relative_to(ROOT / "docs")} - reached


@pytest.mark.parametrize("name", ["upset", "herald"])
def test_example_plugins_compile(name: str, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "write-a-plugin.md").read_text("utf-8")
    (code,) = re.findall(rf'```python\n("""{name.title()}:.*?)```', page, re.DOTALL)
    plugin = tmp_path / f"{name}.py"
    plugin.write_text(code, "utf-8")
    house_rule = tmp_path / "house-rule.toml"
    house_rule.write_text(f'[append]\nplugins = ["{name}"]\n', "utf-8")
    plugins = PluginSet([plugin])
    game = compile_game(load(f"schwesing+{house_rule}", plugins=plugins), plugins)
    spitz, six = game.pack.places["JC"][0], game.pack.places["6D"][0]
    assert bool(int(game.rules.beaten_by[NO_TRUMP, spitz]) >> six & 1) == (name == "upset")
    assert ("herald" in [event.name for event in game.events]) == (name == "herald")


def test_the_test_command_is_one() -> None:
    command = "python -m pytest"
    readme = (ROOT / "README.md").read_text("utf-8")
    assert re.search(rf"^{command}$", readme, re.MULTILINE)
    assert re.search(rf"^\t\$\(BIN\)/{command}$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert re.search(rf'^step "Tests" {command}$', (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
