"""`list`, `show` and `plugin list`: what there is, what it says, and where it was said."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from trickbook.rulebook import shipped_rulebooks, shipped_variants

BROKEN = "raise RuntimeError('this plugin is broken')\n"
ECHO = '''"""Echo: says what it hears."""

from trickbook.hooks import Field, hookimpl


@hookimpl
def trickbook_keys():
    return [Field("echo.loud", "yes or no", False, "whether it is loud", "true")]


@hookimpl
def trickbook_sentences(rulebook):
    return ["The walls answer."]
'''


@pytest.fixture
def echo(tmp_path: Path) -> str:
    (tmp_path / "echo.py").write_text(ECHO, "utf-8")
    (tmp_path / "rule.toml").write_text('[append]\nplugins = ["echo"]\n\n[echo]\nloud = true\n', "utf-8")
    return "schwesing+rule.toml"


def test_list_has_a_line_for_everything_that_ships(run: Run) -> None:
    result = run("list")
    assert result.code == 0
    assert result.err == ""
    for shipped in [*shipped_rulebooks(), *shipped_variants()]:
        (line,) = [line for line in result.out.splitlines() if line.split()[:1] == [shipped.id]]
        assert shipped.about in line
        assert Path(shipped.file).name in line
        assert all(fit in line for fit in shipped.fits)
        assert str(Path(shipped.file).parent) in result.out
        assert ("CONJECTURAL" in line) == shipped.conjectural
    for plugin in ("sevens", "daring"):
        assert any(line.startswith(f"  {plugin} ") and "trickbook" in line for line in result.out.splitlines())


def test_six_players_is_conjectural(run: Run) -> None:
    (variant,) = [entry for entry in run("list", "--json").json["variants"] if entry["id"] == "six-players"]
    assert variant["conjectural"] is True
    assert "CONJECTURAL" in run("show", "schwesing+six-players").out
    assert "CONJECTURAL" not in run("show", "schwesing").out


def test_list_as_json(run: Run) -> None:
    document = run("list", "--json").json
    assert set(document) == {"rulebooks", "variants", "plugins", "bots"}
    assert {entry["id"] for entry in document["rulebooks"]} >= {"schwesing", "treia", "bruus-two"}
    for entry in document["rulebooks"] + document["variants"]:
        assert set(entry) == {"id", "name", "about", "conjectural", "file", "fits"}
        assert Path(entry["file"]).is_file()
    (closed,) = [entry for entry in document["variants"] if entry["id"] == "closed"]
    assert closed["fits"] == ["bura", "kozel-money"]
    for entry in document["plugins"]:
        assert set(entry) == {"name", "version", "origin", "about", "problem"}


def test_list_survives_a_broken_plugin_and_names_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN, "utf-8")
    result = run("list", "--plugin", "broken.py")
    assert result.code == 0
    (line,) = [line for line in result.out.splitlines() if line.startswith("  broken")]
    assert "this plugin is broken" in line


def test_plugin_list(run: Run, echo: str) -> None:
    assert "Echo: says what it hears." in run("plugin", "list", "--plugin", "echo.py").out
    names = [entry["name"] for entry in run("plugin", "list", "--plugin", "echo.py", "--json").json]
    assert {"daring", "echo", "sevens"} <= set(names)
    assert run("plugin", "list", "--no-plugins", "--json").json == []
    alone = run("plugin", "list", "--no-plugins", "--plugin", "echo.py", "--json").json
    assert [entry["name"] for entry in alone] == ["echo"]


def test_without_plugins_a_game_that_needs_them_is_refused(run: Run) -> None:
    result = run("show", "schwesing", "--no-plugins")
    assert result.code == 2
    assert "sevens" in result.err
    assert "daring" in result.err
    assert result.out == ""


def test_show_names_the_file_and_line_of_each_value(run: Run) -> None:
    result = run("show", "treia+match.target=16")
    assert result.code == 0
    (file,) = [shipped.file for shipped in shipped_rulebooks() if shipped.id == "schwesing"]
    lines = Path(file).read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("hand = 3"))
    (shown,) = [line for line in result.out.splitlines() if line.strip().startswith("hand = 3")]
    assert shown.endswith(f"# schwesing.toml:{number}")
    (shown,) = [line for line in result.out.splitlines() if line.strip().startswith("target = 16")]
    assert "set in place" in shown
    assert file in result.out
    assert "at_most" not in result.out
    (shown,) = [
        line for line in run("show", "treia", "--all").out.splitlines() if line.strip().startswith("at_most = ")
    ]
    assert shown.endswith("# default")


def test_show_folds_what_is_left_at_its_default(run: Run) -> None:
    short, whole = run("show", "schwesing").out, run("show", "schwesing", "--all").out
    assert "# default" not in short
    left = sum(line.endswith("# default") for line in whole.splitlines())
    assert left > 0
    assert f"{left} keys are left at their defaults" in short


def test_show_has_every_section_once(run: Run) -> None:
    for form in ((), ("--all",)):
        headings = [line for line in run("show", "schwesing", *form).out.splitlines() if line.startswith("[")]
        assert len(headings) == len(set(headings))
    assert {"[pack]", "[combination.triple]", "[score.sweep]", "[daring]"} <= set(headings)


def test_show_has_notes_decisions_and_what_plugins_say(run: Run, echo: str) -> None:
    result = run("show", echo, "--plugin", "echo.py")
    assert "loud = true" in result.out
    assert "The walls answer." in result.out
    assert "Partners may not signal" in result.out
    assert "(BR-11)" in result.out


def test_show_names_layers_from_the_bottom_up(run: Run, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("[match]\ntarget = 3\n", "utf-8")
    lines = run("show", "treia+singles-only+other.toml").out.splitlines()
    layers = [line.strip().partition("  (")[0] for line in lines if "  (" in line and ".toml" in line]
    assert layers == ["schwesing", "treia", "singles-only", "other"]


def test_show_as_toml_loads_to_the_same_rules(run: Run, tmp_path: Path) -> None:
    result = run("show", "treia+match.target=16", "--toml")
    assert "parent" not in tomllib.loads(result.out)
    (tmp_path / "flat.toml").write_text(result.out, "utf-8")
    flat, stacked = run("show", "flat.toml", "--json").json, run("show", "treia+match.target=16", "--json").json
    assert flat["digest"] == stacked["digest"]


def test_show_as_json(run: Run) -> None:
    document = run("show", "schwesing+match.target=16", "--json").json
    assert set(document) == {"game", "lineage", "digest", "conjectural", "values", "origins", "plugins"}
    assert document["values"]["match"]["target"] == 16
    assert document["origins"]["match.target"]["layer"] == "match.target=16"
    assert document["lineage"] == ["schwesing", "match.target=16"]
    assert document["plugins"]["sevens"]


def test_players_is_short_for_a_key(run: Run) -> None:
    assert run("show", "schwesing+six-players", "--players", "6").code == 0
    refused = run("show", "schwesing", "--players", "5")
    assert refused.code == 2
    assert "table.players" in refused.err


def test_show_tells_a_file_from_a_value_set_in_place(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('parent = "schwesing"\n[match]\ntarget = 9\n', "utf-8")
    alone = run("show", "own.toml").out
    assert "  own  (own.toml: own.toml)\n" in alone
    assert "set in place" not in alone
    assert "\n\n[match]\n  target = 9" in alone
    assert "  match.target=8  (set in place)\n" in run("show", "own.toml+match.target=8").out
