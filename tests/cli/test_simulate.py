"""`simulate` and `replay`: what is played, written down, and played again."""

from __future__ import annotations

import io
import json
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from trickbook.cli.files import whole_file
from trickbook.cli.progress import Progress

ROOT = Path(__file__).resolve().parent.parent.parent


def test_simulate_prints_a_table(run: Run) -> None:
    result = run("simulate", "schwesing", "-n", "50")
    assert result.code == 0
    assert result.err == ""
    assert "50 deals" in result.out
    assert "N-S" in result.out


def test_simulate_as_json(run: Run) -> None:
    document = run("simulate", "schwesing", "-n", "200", "--seed", "3", "--bots", "random", "--json").json
    assert document["game"] == "schwesing"
    assert (document["deals"], document["seed"], document["bots"]) == (200, 3, "random")
    assert [side["side"] for side in document["sides"]] == ["N-S", "E-W"]
    assert sum(side["matches_won"] for side in document["sides"]) == document["matches"]
    # Five tricks win a deal of nine (BR-24), so no deal has fewer than five, or more than nine.
    assert 5 <= sum(side["tricks_a_deal"] for side in document["sides"]) <= 9
    assert set(document["events_a_deal"]) == {"dare", "strike", "counter-strike"}


def test_whole_matches(run: Run) -> None:
    document = run("simulate", "treia", "--matches", "7", "--json").json
    assert document["matches"] == 7
    assert document["cut_off"] is False


def test_the_number_of_threads_changes_nothing(run: Run, tmp_path: Path) -> None:
    for threads in ("1", "2", "3"):
        run("simulate", "treia", "-n", "700", "--seed", "3", "--threads", threads, "--record", f"{threads}.jsonl")
    one, two, three = ((tmp_path / f"{threads}.jsonl").read_bytes() for threads in "123")
    assert one == two == three
    assert one.count(b"\n") == 701
    assert b"\r" not in one


def test_fewer_deals_are_the_beginning_of_more(run: Run, tmp_path: Path) -> None:
    run("simulate", "schwesing", "-n", "40", "--record", "part.jsonl")
    run("simulate", "schwesing", "-n", "90", "--record", "whole.jsonl")
    assert (tmp_path / "whole.jsonl").read_bytes().startswith((tmp_path / "part.jsonl").read_bytes())


def test_records_on_standard_output(run: Run, tmp_path: Path) -> None:
    result = run("simulate", "schwesing", "-n", "5", "--record", "-")
    run("simulate", "schwesing", "-n", "5", "--record", "file.jsonl")
    assert result.out == (tmp_path / "file.jsonl").read_text("utf-8")
    assert all(json.loads(line) for line in result.out.splitlines())
    assert "5 deals" in result.err


def test_simulate_then_replay(run: Run) -> None:
    run("simulate", "schwesing+optional-daring", "-n", "300", "--seed", "3", "--record", "deals.jsonl")
    result = run("replay", "deals.jsonl")
    assert result.code == 0
    assert "300 deals" in result.out
    assert "all legal, all the same" in result.out
    document = run("replay", "deals.jsonl", "--json").json
    counted = {"deals", "matches", "single_deals", "tournaments"}
    assert set(document) == {"file", "games", *counted, "ok", "problems", "rules_since"}
    assert (document["games"], document["deals"], document["ok"]) == (["schwesing+optional-daring"], 300, True)


def test_a_changed_record_is_found_on_its_line(run: Run, tmp_path: Path) -> None:
    run("simulate", "schwesing", "-n", "5", "--record", "deals.jsonl")
    path = tmp_path / "deals.jsonl"
    lines = path.read_text("utf-8").splitlines()
    record = json.loads(lines[3])
    record["tricks_won"] = [9, 9]
    lines[3] = json.dumps(record)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    result = run("replay", "deals.jsonl")
    assert result.code == 1
    assert result.out.startswith("deals.jsonl:4: tricks_won")
    problems = run("replay", "deals.jsonl", "--json")
    assert problems.code == 1
    (problem,) = problems.json["problems"]
    assert (problem["line"], problem["match"], problem["deal"]) == (4, 0, 2)


@pytest.mark.parametrize("game", ["schwesing", "treia", "schwesing+optional-daring"])
def test_records_by_hand_replay(run: Run, game: str) -> None:
    result = run("replay", str(ROOT / "tests" / "data" / "records" / f"{game}.jsonl"))
    assert result.code == 0, result.out


def test_replay_shows_deals_to_people(run: Run) -> None:
    result = run("replay", str(ROOT / "tests" / "data" / "records" / "schwesing.jsonl"), "--show")
    assert result.code == 0
    assert "Match 0, deal 0 of schwesing" in result.out
    assert "takes over" in result.out
    assert "beats" in result.out


def test_replay_shows_one_deal(run: Run) -> None:
    file = str(ROOT / "tests" / "data" / "records" / "schwesing.jsonl")
    result = run("replay", file, "--show", "--line", "2")
    assert "Match 0, deal 1 of schwesing" in result.out
    assert result.out.count("Match 0, deal") == 1
    assert run("replay", file, "--line", "2").code == 2


def test_replay_reads_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run("simulate", "schwesing", "-n", "5", "--record", "deals.jsonl")
    data = io.TextIOWrapper(io.BytesIO((tmp_path / "deals.jsonl").read_bytes()), "ascii")
    monkeypatch.setattr(sys, "stdin", data)
    assert "5 deals" in run("replay", "-").out


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", 2),
        (b"\n\n", 2),
        (b"{}\n", 2),
        (b"not json\n", 2),
        (b'not json\n{"format": "trickbook-record"}\n', 1),
        (b'{"format": "trickbook-rules"}\nnot json\n', 1),
        (b"\xff\xfe\n", 2),
        (b'{"format": "trickbook-record"}\n', 1),
    ],
)
def test_what_is_no_file_of_records(run: Run, tmp_path: Path, content: bytes, code: int) -> None:
    (tmp_path / "file.jsonl").write_bytes(content)
    result = run("replay", "file.jsonl")
    assert result.code == code
    assert "file.jsonl" in result.out + result.err


def test_a_record_file_is_whole_or_untouched(run: Run, tmp_path: Path) -> None:
    (tmp_path / "deals.jsonl").write_text("precious\n", "utf-8")
    failed = run("simulate", "schwesing", "-n", "5", "--bots", "nobody", "--record", "deals.jsonl")
    assert failed.code == 2
    assert (tmp_path / "deals.jsonl").read_text("utf-8") == "precious\n"
    assert [path.name for path in tmp_path.iterdir()] == ["deals.jsonl"]
    assert run("simulate", "schwesing", "-n", "5", "--record", "deals.jsonl").code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["deals.jsonl"]


def test_an_interrupted_file_is_not_there(tmp_path: Path) -> None:
    def write() -> None:
        with whole_file(str(tmp_path / "deals.jsonl")) as file:
            file.write("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        write()
    assert caught.value.__notes__ == [f"{tmp_path / 'deals.jsonl'} was not written"]
    assert not list(tmp_path.iterdir())


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old", "utf-8")
    try:
        (tmp_path / "link").symlink_to(tmp_path / "real")
    except OSError:
        pytest.skip("no links here")
    with whole_file(str(tmp_path / "link")) as file:
        file.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text("utf-8") == "new"


def test_an_interruption_says_what_was_done(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import trickbook.records

    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(trickbook.records, "record_lines", interrupted)
    result = run("simulate", "schwesing", "-n", "5", "--record", "deals.jsonl")
    assert result.code == 130
    assert "interrupted" in result.err
    assert "0" in result.err
    assert "deals.jsonl was not written" in result.err
    assert not list(tmp_path.iterdir())


def test_an_interruption_that_is_swallowed_is_raised_again() -> None:
    before = signal.getsignal(signal.SIGINT)

    def work() -> None:
        with Progress("a test") as progress:
            progress(1, 3)
            with suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            progress(2, 3)

    with pytest.raises(KeyboardInterrupt) as caught:
        work()
    assert caught.value.__notes__ == ["1 of 3 deals were done"]
    assert signal.getsignal(signal.SIGINT) == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-n", "0"), "from 1"),
        (("-n", "many"), "whole number"),
        (("-n", "5", "--matches", "2"), "--matches"),
        (("--seed", "-1"), "from 0"),
        (("--seed", str(2**64)), "from 0"),
        (("--bots", "greey"), "greedy"),
        (("--bots", "greedy,random"), "4"),
        (("--threads", "0"), "from 1"),
        (("--record", "no/such/folder/deals.jsonl"), "no/such/folder"),
        (("--record", "."), "."),
        (("--record", "-", "--json"), "--json"),
        (("--players", "5"), "table.players"),
        (("--plugin", "nothing.py"), "nothing.py"),
    ],
)
def test_bad_options_are_refused(run: Run, arguments: tuple[str, ...], said: str) -> None:
    result = run("simulate", "schwesing", *arguments)
    assert result.code == 2
    assert said in result.err
    assert result.out == ""
