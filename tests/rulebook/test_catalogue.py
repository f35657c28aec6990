"""The catalogue: each kind's example has it, what mends it does not, and nothing is found that is not in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from trickbook.cli.check import check
from trickbook.plugins import PluginSet
from trickbook.rulebook import Finding, Rulebook, RulebookError, load
from trickbook.rulebook.catalogue import Kind, catalogue

KINDS = catalogue()
PLUGINS = PluginSet()


def typed(text: str, folder: Path) -> str:
    """The game of an example: as it stands, or Schwesing with the house rule that it is."""
    if not text.endswith("\n"):
        return text
    path = folder / "rule.toml"
    path.write_text(text, "utf-8")
    return f"schwesing+{path}"


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.example], ids=lambda kind: kind.id)
def test_an_example_has_its_finding_and_what_mends_it_has_not(kind: Kind, tmp_path: Path) -> None:
    found = check(typed(kind.example, tmp_path), PLUGINS)
    assert [finding.warning for finding in found if finding.id == kind.id][:1] == [kind.warning]
    assert {finding.id for finding in found} <= KINDS.keys()
    game = typed(kind.mend, tmp_path)
    if kind.warning:
        assert kind.id not in [finding.id for finding in check(game, PLUGINS)]
    else:
        assert isinstance(load(game, plugins=PLUGINS), Rulebook)


def test_every_kind_is_mended() -> None:
    assert [kind.id for kind in KINDS.values() if not (kind.mend and kind.about)] == []


def only(game: str, plugins: PluginSet = PLUGINS) -> Finding:
    with pytest.raises(RulebookError) as found:
        load(game, plugins=plugins)
    (finding,) = found.value.findings
    return finding


def of_file(tmp_path: Path, text: str, on: str = "schwesing+") -> Finding:
    path = tmp_path / "rule.toml"
    path.write_text(text, "utf-8")
    return only(f"{on}{path}")


def test_a_key_at_the_top_is_sent_to_its_table(tmp_path: Path) -> None:
    finding = of_file(tmp_path, "deals = 7\n")
    assert (finding.line, finding.column, finding.nearest) == (1, 1, "match.deals")
    assert finding.expected == "it under [match]"


def test_a_parent_in_a_table_belongs_on_top_and_nothing_follows_from_it(tmp_path: Path) -> None:
    finding = of_file(tmp_path, '[match]\nparent = "bura"\n', on="")
    assert (finding.key, finding.line) == ("match.parent", 2)
    assert finding.problem == '"parent" belongs at the top of the file'


@pytest.mark.parametrize(
    ("key", "problem", "nearest"),
    [
        ("lead.sizes=2", "2 is not a list of whole numbers", "[2]"),
        ("pack.suits=H", '"H" is not a list of suits', '["H"]'),
        ("lead.sizes=0", "0 is not a list of whole numbers", ""),  # nor would [0] do
    ],
)
def test_what_should_be_a_list_is_said_to(key: str, problem: str, nearest: str) -> None:
    finding = only(f"schwesing+{key}")
    assert (finding.problem, finding.nearest) == (problem, nearest)


@pytest.mark.parametrize(
    ("text", "line", "problem", "expected"),
    [
        ("[lead]\nsame = rank\n", 2, "rank stands without quotes", '"rank"'),
        ("[cut]\nrefused = [JC, KH]\n", 2, "JC stands without quotes", '["JC", "KH"]'),
        ("[lead]\nsame = “rank”\n", 2, "has curly quotes, such as “", 'straight ones: "rank"'),
        ("[match]\n\ufefftarget = 3\n", 2, "has a byte order mark in the middle of the file", ""),
        (
            "match.target = 3\n[match]\ndeals = 2\n",
            2,
            "[match] comes after match.target, which stands with dots on line 1",
            "all its keys under [match], or all with dots",
        ),
    ],
)
def test_broken_toml_is_told_in_plain_words(tmp_path: Path, text: str, line: int, problem: str, expected: str) -> None:
    finding = of_file(tmp_path, text)
    assert finding.line == line
    assert finding.problem.startswith(problem)
    assert finding.expected.startswith(expected)


def test_a_list_in_place_shows_how_it_is_quoted() -> None:
    finding = only("schwesing+daring.matadors=JC,KH,9S")
    assert finding.expected == """'daring.matadors=["JC", "KH", "9S"]', the game in single quotes at a command line"""


def test_plugins_that_are_missing(tmp_path: Path) -> None:
    assert "--plugin FILE" in of_file(tmp_path, '[append]\nplugins = ["darring"]\n').expected
    with pytest.raises(RulebookError) as found:
        load("kozel-points", plugins=PluginSet(installed=False))
    assert [finding.id for finding in found.value.findings] == ["plugin-left-out"]
    assert "was left out on request (--no-plugins)" in found.value.findings[0].problem


def test_a_file_of_a_newer_format_is_refused(tmp_path: Path) -> None:
    finding = of_file(tmp_path, "format = 2\n")
    assert finding.problem == "the file is written in format 2 of rulebooks, and this version knows up to 1"
    path = tmp_path / "rule.toml"
    path.write_text("format = 1\n[match]\ntarget = 13\n", "utf-8")
    known = load(f"schwesing+{path}", plugins=PLUGINS)
    assert known.digest == load("schwesing+match.target=13", plugins=PLUGINS).digest
