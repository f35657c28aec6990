"""Stronger players in `trickbook compare`, as typed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

FEW = ("compare", "bura", "bura+closed", "-n", "300", "--matches", "2")
PLAYER = ("--stronger", "ismcts:20", "--stronger-deals", "40")
_PATIENCE = 120.0


def timeless(document: Any) -> Any:
    """Return a document without its times."""
    if isinstance(document, dict):
        times = ("seconds", "decisions_per_second", "seconds_needed")
        return {key: timeless(value) for key, value in document.items() if key not in times}
    return [timeless(part) for part in document] if isinstance(document, list) else document


def test_stronger_players_play_other_deals_of_the_same_games(run: Run) -> None:
    stronger = run(*FEW, *PLAYER, "--json").json["stronger"]
    assert (stronger["player"], stronger["deals"], stronger["complete"]) == ("ismcts:20", 40, True)
    assert stronger["seed"] == 2**63 + 1
    samples = {metric["sample"] for metric in stronger["comparison"]["metrics"]}
    assert samples == {"single deals"}
    # What the same players say when they are named by --bots, on the same seed, is the same to the last digit.
    alone = run(
        "compare", *FEW[1:3], "-n", "40", "--matches", "1", "--bots", "ismcts:20", "--seed", str(2**63 + 1), "--json"
    )
    named = {metric["name"]: metric["values"] for metric in alone.json["metrics"]}
    assert {metric["name"]: metric["values"] for metric in stronger["comparison"]["metrics"]}.items() <= named.items()


def test_nothing_depends_on_threads_or_on_a_file_to_go_on_from(run: Run, tmp_path: Path) -> None:
    one = run(*FEW, *PLAYER, "--threads", "1", "--json").json
    three = run(*FEW, *PLAYER, "--threads", "3", "--resume", "work", "--json").json
    whole = (tmp_path / "work").read_bytes()
    lines = whole.splitlines(keepends=True)
    assert sum(b"ismcts:20" in line for line in lines) > 1
    (tmp_path / "work").write_bytes(b"".join(lines[:-1]))
    again = run(*FEW, *PLAYER, "--resume", "work", "--json").json
    assert timeless(one) == timeless(three) == timeless(again)
    assert (tmp_path / "work").read_bytes() == whole


def test_the_report_says_first_what_greedy_players_show_and_then_what_the_others_do(run: Run) -> None:
    result = run(*FEW, *PLAYER, "--html", "r.html")
    text = " ".join(result.out.split())
    heading = "40 deals of each between ismcts:20 players, other deals than those above (seed 1 + 2^63)"
    assert text.index("players greedy, seed 1") < text.index("decisions a second") < text.index(heading)
    page = Path("r.html").read_text("utf-8")
    assert "With stronger players" in page
    assert heading in page
    assert "at the speed of this run" not in page  # the page is the same every time


def test_fast_leaves_them_out(run: Run) -> None:
    result = run(*FEW, "--fast")
    assert result.code == 0
    assert "ismcts" not in result.out + result.err
    assert run(*FEW, "--fast", "--json").json["stronger"] is None


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--bots", "random"), "--bots says who plays"),
        (("--ask", "luck", "--duplicate", "4"), "--ask luck names its own players"),
    ],
)
def test_where_they_are_left_out_that_is_said(run: Run, arguments: tuple[str, ...], reason: str) -> None:
    result = run(*FEW, *arguments)
    assert result.code == 0
    assert f"No stronger players have played: {reason}" in result.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--fast", "--stronger", "ismcts:20"), "--fast leaves them out"),
        (("--detect", "0.1", "--stronger-deals", "20"), "--detect only plans"),
        (("--stronger", "greedy"), "no player who searches"),
        (("--stronger", "ismcts:20,greedy"), "no player who searches"),
        (("--stronger", "ismcts"), "did you mean ismcts:500?"),
        (("--stronger-deals", "0"), "from 1 to"),
    ],
)
def test_what_does_not_go_together_is_refused(run: Run, arguments: tuple[str, ...], words: str) -> None:
    result = run(*FEW[:3], *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_answers_are_judged_in_the_place_of_findings(run: Run) -> None:
    document = run(*FEW, *PLAYER, "--ask", "drama", "--json").json
    answers = [answer["metric"] for answer in document["answers"]]
    assert [verdict["metric"] for verdict in document["stronger"]["verdicts"]] == answers
    assert document["stronger"]["only"] == []


@pytest.mark.skipif(sys.platform == "win32", reason="a process can't be sent an interruption alone, and SIGTERM ends it at once")
@pytest.mark.parametrize(
    ("number", "code", "said"), [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "told to end")]
)
def test_an_interruption_leaves_the_figures_and_what_was_played_so_far(
    tmp_path: Path, number: int, code: int, said: str
) -> None:
    work = (*FEW, "--stronger", "ismcts:50", "--stronger-deals", "100000", "--threads", "1", "--resume", "work")
    command = [sys.executable, "-m", "trickbook", *work]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    file = tmp_path / "work"
    end = time.monotonic() + _PATIENCE
    while not (file.exists() and file.read_bytes().count(b"ismcts:50") > 6):
        assert time.monotonic() < end
        time.sleep(0.02)
    process.send_signal(number)
    out, err = (part.decode() for part in process.communicate(timeout=_PATIENCE))
    assert process.returncode == code, err
    assert "Traceback" not in err
    assert f"trickbook: {said}; " in err
    assert "deals between ismcts:50 players were done" in err
    assert "goes on from work" in err
    assert "players greedy, seed 1" in " ".join(out.split())
    assert "Stopped early: " in out.partition("decisions a second")[2]
    assert "deals of each between ismcts:50 players" in " ".join(out.split())


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_cluster_that_fails_among_the_stronger_costs_nothing_of_the_others(
    run: Run, monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    from trickbook.study import Study
    from trickbook.study.cluster import ClusterError

    play = Study.play

    def failing(study: Study, *arguments: Any, **options: Any) -> None:
        if study.bots == "ismcts:20":
            raise ClusterError("the cluster is gone")
        play(study, *arguments, **options)

    monkeypatch.setattr(Study, "play", failing)
    result = run(*FEW, *PLAYER, *form, "--html", "r.html")
    assert result.code == 2
    assert "trickbook: the cluster is gone" in result.err
    assert "300 deals" in Path("r.html").read_text("utf-8")
    if form:
        assert (result.json["deals"], result.json["stronger"]) == (300, None)
    else:
        assert result.out.startswith("300 deals and 2 whole games of each")


def test_a_finding_about_whole_games_says_how_many_would_tell(run: Run) -> None:
    """A game to 4 points is shorter than one to 12 by more than chance does, whoever plays."""
    games = ("schwesing", "schwesing+match.target=4")
    result = run("compare", *games, "-n", "40", "--matches", "100", "--stronger", "ismcts:4", "--stronger-deals", "20")
    assert result.code == 0
    text = " ".join(result.out.split())
    assert "ismcts:4 players have played no whole games. About 20 whole games of each would tell, if it is nothing" in text
    assert "--bots ismcts:4 -n 20 --matches 20 plays them, in " in text
    document = run(
        "compare", *games, "-n", "40", "--matches", "100", "--stronger", "ismcts:4", "--stronger-deals", "20", "--json"
    ).json
    verdict = next(entry for entry in document["stronger"]["verdicts"] if entry["metric"] == "deals")
    assert (verdict["stronger"], verdict["deals_needed"], verdict["matches_needed"]) == (None, None, 20)


def test_rule_weight_between_players_who_search_is_nothing_where_the_rules_are_the_same(run: Run) -> None:
    """A game beside itself: whatever its players do by chance, the rule that is none weighs exactly nothing."""
    document = run("compare", "bura", "bura", "-n", "60", "--matches", "1", "--bots", "ismcts:20", "--json").json
    weight = next(metric for metric in document["metrics"] if metric["name"] == "rule-weight")
    by_chance, other = weight["values"]
    assert by_chance["mean"] == other["mean"] > 0
    assert weight["differences"][0]["mean"] == 0
    json.dumps(document)


def test_rule_weight_between_greedy_players_is_as_it_was(run: Run) -> None:
    document = run(*FEW, "--fast", "--json").json
    weight = next(metric for metric in document["metrics"] if metric["name"] == "rule-weight")
    assert weight["values"][0]["mean"] == 0
    assert weight["differences"][0]["mean"] == weight["values"][1]["mean"] > 0
