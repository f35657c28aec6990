"""Whatever is typed: the right exit code, the nearest right name, and never a traceback."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import Run
from tests.test_examples import ROOT, typed
from trickbook import __version__
from trickbook.cli import main
from trickbook.cli.errors import explain
from trickbook.cli.parser import Parser, make_parser


def leaves(parser: Parser) -> Iterator[Parser]:
    """Yield the parsers of all commands."""
    for command in parser.commands.values():
        yield from leaves(command) if command.commands else [command]


COMMANDS_PAGE = ROOT / "docs" / "reference" / "commands.md"
COMMANDS = list(leaves(make_parser()))
GROUPS = [make_parser(), *(command for command in make_parser().commands.values() if command.commands)]


@pytest.mark.parametrize("parser", COMMANDS + GROUPS, ids=lambda parser: parser.prog)
def test_every_command_has_help_with_an_example(run: Run, parser: Parser) -> None:
    result = run(*parser.prog.split()[1:], "--help")
    assert result.code == 0
    assert f"Example:\n  {parser.example}\n" in result.out
    assert result.err == ""


def test_every_example_stands_on_a_page_whose_commands_are_run() -> None:
    """By `tests/test_examples.py`."""
    shown = [line for line, _ in typed(COMMANDS_PAGE)]
    assert [parser.example for parser in COMMANDS + GROUPS if parser.example not in shown] == []


def test_every_option_is_explained() -> None:
    for parser in COMMANDS:
        for action in parser._actions:
            assert action.help, (parser.prog, action.dest)
            assert action.help is not argparse.SUPPRESS


def test_options_mean_the_same_everywhere() -> None:
    meanings: dict[str, set[str]] = {}
    for parser in COMMANDS:
        for action in parser._actions:
            for option in action.option_strings:
                meanings.setdefault(option, set()).add(f"{action.dest} {action.metavar} {action.type}")
    assert {option for option, found in meanings.items() if len({word.split()[0] for word in found}) > 1} == set()


def test_what_reports_has_json() -> None:
    for parser in COMMANDS:
        if parser.prog == "trickbook play":  # a conversation, and no report; what is played is kept as a record
            continue
        assert any("--json" in action.option_strings for action in parser._actions), parser.prog


def test_version(run: Run) -> None:
    result = run("--version")
    assert (result.code, result.out) == (0, f"trickbook {__version__}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["shw", "schwesing"], "did you mean show?"),
        (["simulat"], "did you mean simulate?"),
        (["quux"], "the commands are list,"),
        ([], "which command?"),
        (["plugin"], "which command?"),
        (["plugin", "lst"], "did you mean list?"),
        (["cache", "clea"], "clear"),
        (["simulate", "schwesing", "--sed", "3"], "did you mean --seed?"),
        (["simulate", "schwesing", "--sed=3"], "did you mean --seed?"),
        (["show", "schwesing", "--tolm"], "did you mean --toml?"),
        (["--verson"], "did you mean --version?"),
        (["show"], "GAME"),
        (["show", "schwesing", "treia"], "'treia'"),
        (["show", "schwesing", "--json", "--toml"], "--json"),
        (["show", "shwesing"], "did you mean schwesing?"),
        (["show", "optional-daring"], "house rule"),
        (["show", "schwesing+optional-darin"], "did you mean optional-daring?"),
        (["simulate", "schwesing", "-n"], "-n"),
        (["simulate", "schwesing", "-n", "\N{ARABIC-INDIC DIGIT THREE}"], "expected a whole number"),
        (["simulate", "schwesing", "-n", "1_000"], "expected a whole number"),
        (["compare", "treia", "--precision", "1", "--metric", "deals", "--csv", "a.csv"], "row a deal"),
        (["compare", "treia", "--precision", "1", "--ask", "luck"], "--metric"),
        (["replay", "nothing.jsonl"], "nothing.jsonl"),
        (["replay", "."], "."),
        (["replay", "a\0b"], ""),
        (["show", "a\0b"], ""),
        (["show", "\udcff"], ""),
        (["show", ""], ""),
        (["show", "+"], ""),
        (["show", "x" * 100_000], ""),
        (["show", "[" * 5000], ""),
        (["trick", "schwesing", "\udcff: 10D"], ""),
        (["trick", "schwesing", "W: " + "10D " * 500], ""),
        (["list", "--plugin", "\0"], "--plugin"),
        (["simulate", "schwesing", "-n", "9" * 5000], ""),
        (["simulate", "schwesing", "--bots", ","], ""),
        (["simulate", "schwesing", "--record", "a\0b"], ""),
        (["simulate", "schwesing", "--record", ""], ""),
        (["simulate", "schwesing", "--record", "x" * 5000], ""),
    ],
)
def test_bad_usage(run: Run, arguments: list[str], said: str) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert said in result.err
    assert result.err.endswith("\n")
    assert "bug" not in result.err
    assert result.out == ""


WORDS = st.sampled_from(
    [
        *make_parser().commands,
        *{option for parser in COMMANDS for action in parser._actions for option in action.option_strings},
        *(
            "schwesing",
            "treia+singles-only",
            "bruus-two",
            "+",
            "=",
            "-",
            "--",
            "N: 8S",
            "E: 10D 10S",
            "0",
            "3",
            "-1",
            "1,1",
        ),
    ]
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(arguments=st.lists(WORDS | st.text(max_size=6), max_size=6))
def test_anything_typed_is_answered(
    arguments: list[str],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path_factory.getbasetemp())
    # What comes from standard input, or clears what others have compiled, is no business of this test.
    if "clear" not in arguments and "-" not in arguments:
        assert main(arguments) in (0, 1, 2)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "bug" not in err, err


def test_an_unexpected_error_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRICKBOOK_DEBUG", raising=False)
    code, lines = explain(KeyError("a\nb"))
    assert code == 2
    (line,) = lines
    assert "bug" in line
    assert "KeyError" in line
    monkeypatch.setenv("TRICKBOOK_DEBUG", "1")
    assert "KeyError" in explain(KeyError("x"))[1][0]


def test_errors_of_files_name_the_file() -> None:
    assert explain(PermissionError(13, "Permission denied", "deals.jsonl")) == (
        2,
        ["trickbook: deals.jsonl: Permission denied"],
    )


def test_a_missing_file_is_named_as_typed(run: Run, tmp_path: Path) -> None:
    assert run("simulate", "schwesing", "-n", "1", "--record", "nowhere/x.jsonl").err.startswith(
        "trickbook: nowhere/x.jsonl: "
    )


@pytest.mark.parametrize(
    "command", [("compare", "schwesing"), ("ladder", "schwesing"), ("sweep", "schwesing", "match.target")]
)
@pytest.mark.parametrize("address", ["", " "])
def test_a_scheduler_has_an_address(run: Run, command: tuple[str, ...], address: str) -> None:
    result = run(*command, "--scheduler", address)
    assert result.code == 2
    assert "argument --scheduler: expected the address that dask scheduler prints" in result.err


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "one.toml"), "one.toml is a symbolic link that leads to no file"),
        (("simulate", "schwesing", "-n", "2", "--record", "one.toml"), "one.toml: Too many levels of symbolic links"),
        (("compare", "schwesing", "-n", "2", "--csv", "one.toml"), "one.toml: Too many levels of symbolic links"),
        (("compare", "schwesing", "-n", "2", "--resume", "one.toml"), "one.toml: Too many levels of symbolic links"),
        (("compare", "schwesing", "-n", "2", "--csv", "folder/x"), "folder/x: Too many levels of symbolic links"),
        (("replay", "one.toml"), "one.toml: Too many levels of symbolic links"),
        (("check", "schwesing", "--plugin", "one.toml"), "there is no file 'one.toml'"),
    ],
)
def test_links_that_go_round_in_a_circle(run: Run, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    for link, place in (("one.toml", "two.toml"), ("two.toml", "one.toml"), ("folder", "folder")):
        (tmp_path / link).symlink_to(place)
    result = run(*arguments)
    assert result.code == (1 if arguments == ("check", "one.toml") else 2)  # there it is a finding
    assert said in result.err + result.out
    assert "bug" not in result.err
