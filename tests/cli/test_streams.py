"""The command as a process: pipes that close, terminals without UTF-8, folders that can't be written, and its start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from trickbook.cli.streams import own_output, print_json, print_rich, say

Command = Callable[..., subprocess.CompletedProcess[bytes]]
ON_WINDOWS = sys.platform == "win32"
TRICK = ("trick", "schwesing", "W: 10D 10S", "N: 6H AD", "E: JH 9C", "S: AS AH")


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["ascii", "C"],
)
def test_without_utf8_suits_are_letters(command: Command, environment: dict[str, str]) -> None:
    done = command(*TRICK, environment=environment)
    assert done.returncode == 0
    assert b"9C beats AD" in done.stdout
    assert done.stdout.isascii()


def test_help_and_show_without_utf8(command: Command) -> None:
    for arguments in (["--help"], ["show", "schwesing"]):
        assert command(*arguments, environment={"PYTHONIOENCODING": "ascii"}).returncode == 0


def test_tables_without_utf8(command: Command) -> None:
    arguments = ("compare", "schwesing", "treia", "-n", "50", "--matches", "2", "--stronger-deals", "20")
    done = command(*arguments, environment={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"?" not in done.stdout


@pytest.mark.parametrize(
    "arguments", [["list"], ["show", "schwesing"], ["--help"], ["simulate", "schwesing", "-n", "50", "--record", "-"]]
)
def test_a_closed_pipe_is_no_error(command: Command, arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = command(*arguments, stdout=writer)
    os.close(writer)
    assert done.returncode == 0
    assert b"rror" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_said(command: Command) -> None:
    with Path("/dev/full").open("wb") as full:
        done = command("list", stdout=full)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(ON_WINDOWS, reason="no such shell")
def test_closed_streams(command: Command, tmp_path: Path) -> None:
    program = f"{sys.executable} -m trickbook"
    for line, code in (
        (f"{program} list >&-", 0),
        (f"{program} list 2>&-", 0),
        (f"{program} nonsense 2>&- >&-", 2),
        (f"{program} replay - <&-", 2),
    ):
        done = subprocess.run(["sh", "-c", line], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == code, line
        assert b"Traceback" not in done.stderr


def test_a_cache_that_cannot_be_written(command: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    blocked = {"TRICKBOOK_CACHE": str(tmp_path / "file" / "cache"), "HOME": str(tmp_path / "file")}
    for arguments in (["list"], ["cache"], ["cache", "clear"], ["show", "treia"]):
        assert command(*arguments, environment=blocked).returncode == 0, arguments
    done = command("check", "bruus-two", environment={**blocked, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stderr


@pytest.mark.deep
def test_the_first_run_ever_says_that_it_compiles(command: Command, tmp_path: Path) -> None:
    folder = {"TRICKBOOK_CACHE": str(tmp_path / "cache")}
    first = command("simulate", "schwesing", "-n", "1", "--json", environment=folder)
    assert first.returncode == 0
    assert b"once" in first.stderr
    second = command("simulate", "schwesing", "-n", "1", "--json", environment=folder)
    assert second.stderr == b""


@pytest.mark.deep
def test_compiling_without_a_folder_for_it(command: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    done = command("check", "schwesing", environment={"TRICKBOOK_CACHE": str(tmp_path / "file" / "cache")})
    assert done.returncode == 0
    assert b"can't be written" in done.stderr


@pytest.mark.parametrize("arguments", [["list"], ["show", "schwesing"], ["--help"], ["--version"], ["plugin", "list"]])
def test_what_is_quick_loads_nothing_heavy(tmp_path: Path, arguments: list[str]) -> None:
    code = (
        "import sys; from trickbook.cli import main; main(sys.argv[1:]); "
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    heavy = {"numba", "numpy", "rich", "llvmlite", "tomli_w"}
    if arguments[0].startswith("--"):
        heavy |= {"cerberus", "pluggy", "tree_sitter", "importlib_metadata"}
    assert not heavy & loaded


@pytest.mark.parametrize("arguments", [["list"], ["show", "schwesing"], ["--help"]])
def test_what_is_quick_takes_little_of_the_processor(tmp_path: Path, arguments: list[str]) -> None:
    # Time of the processor, the best of three, so that other work on the machine matters little.
    resource = pytest.importorskip("resource")

    def seconds() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "trickbook", *arguments], cwd=tmp_path, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return float(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    assert min(seconds() for _ in range(3)) < 0.3


@pytest.mark.deep
@pytest.mark.skipif(ON_WINDOWS, reason="no signals of this kind")
def test_interrupting_the_compiler_ends_it_at_once(tmp_path: Path) -> None:
    environment = {**os.environ, "TRICKBOOK_CACHE": str(tmp_path / "cache")}
    process: Any = subprocess.Popen(
        [sys.executable, "-m", "trickbook", "check", "schwesing"], env=environment, stderr=subprocess.PIPE
    )
    process.stderr.readline()
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=5) == -signal.SIGINT
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.skipif(ON_WINDOWS, reason="no signals of this kind")
def test_interrupting_a_long_run(tmp_path: Path) -> None:
    arguments = [
        sys.executable,
        "-m",
        "trickbook",
        "simulate",
        "schwesing",
        "-n",
        "900000000",
        "--record",
        "deals.jsonl",
    ]
    process: Any = subprocess.Popen(arguments, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    for _ in range(600):
        if list(tmp_path.glob(".deals.jsonl.*.part")):
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    # Python ends itself by the signal, which shells report as 130 too, if it strikes in the middle of an import.
    assert process.returncode in (130, -signal.SIGINT)
    assert b"interrupted" in said
    assert b"deals.jsonl was not written" in said
    assert b"Traceback" not in said
    assert not list(tmp_path.iterdir())


ESCAPE = "\x1b[31m"
NASTY = f"a{ESCAPE}b\nc"


@pytest.mark.parametrize(
    "arguments",
    [
        (NASTY,),
        ("show", NASTY),
        ("show", "schwesing", f"--{NASTY}"),
        ("check", f"schwesing+{NASTY}.toml"),
        ("check", f"{NASTY}.toml"),
        ("replay", NASTY),
        ("simulate", "schwesing", "--bots", NASTY),
        ("simulate", "schwesing", "-n", NASTY),
        ("trick", "schwesing", NASTY),
        ("trick", "schwesing", f"N: {NASTY}"),
        ("trick", "bura", "P1: 6H", "--trump", NASTY),
        ("list", "--plugin", NASTY),
    ],
    ids=ascii,
)
def test_what_is_typed_does_not_reach_a_terminal_as_it_is(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.code in (1, 2)
    assert "\x1b" not in result.out + result.err
    # A line each: where the answer is that a check found something, the number of findings; else how to get help.
    assert all(line.startswith(("trickbook", "Try: ", '"', "a", "schwesing")) for line in result.err.splitlines())
    assert "\nc" not in result.out + result.err


def test_what_stands_in_a_file_does_not_reach_a_terminal_as_it_is(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        'parent = "schwesing"\nname = "red \\u001b[31m"\nabout = """two\nlines"""\n[append]\nnotes = ["bell \\u0007"]\n',
        "utf-8",
    )
    shown = run("show", "own.toml").out
    assert "\x1b" not in shown
    assert "red \\x1b[31m" in shown
    assert "\ntwo lines\n" in shown
    assert "  - bell \\x07\n" in shown


def test_what_a_plugin_says_does_not_reach_a_terminal_as_it_is(run: Run, tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(
        '"""Loud \\x1b[31m: a plugin."""\n'
        "from trickbook.hooks import hookimpl\n"
        "@hookimpl\n"
        "def trickbook_sentences(rulebook):\n"
        '    return ["first\\nsecond \\x1b[31m"]\n',
        "utf-8",
    )
    (tmp_path / "own.toml").write_text('[append]\nplugins = ["loud"]\n', "utf-8")
    assert "\x1b" not in run("plugin", "list", "--plugin", "loud.py").out
    assert "  - first second \\x1b[31m\n" in run("show", "schwesing+own.toml", "--plugin", "loud.py").out


def test_what_a_record_says_does_not_reach_a_terminal_as_it_is(run: Run, tmp_path: Path) -> None:
    run("simulate", "schwesing", "-n", "2", "--record", "deals.jsonl")
    text = (tmp_path / "deals.jsonl").read_text("utf-8").replace('"game": "schwesing"', '"game": "\\u001b[31m\\nx"')
    (tmp_path / "deals.jsonl").write_text(text, "utf-8")
    result = run("replay", "deals.jsonl", "--show")
    assert "\x1b" not in result.out + result.err
    assert "deal 0 of \\x1b[31m x. " in result.out


def test_only_what_a_command_prints_is_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    with own_output():
        print("others")
        say("own")
        print_json({})
        print_rich(lambda console: console.print("table"))
    print("after")
    assert capsys.readouterr() == ("own\n{}\ntable\nafter\n", "others\n")
