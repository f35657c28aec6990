"""The deals of a study, kept, and one deal's courses in two games side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import trickbook
from tests.cli.conftest import Run
from trickbook.cli import long_work
from trickbook.study.study import Study

STUDY = ("compare", "schwesing", "schwesing+optional-daring", "-n", "80", "--matches", "3", "--seed", "3")


def records_in(path: Path) -> list[dict[str, Any]]:
    return [
        data
        for line in path.read_text("utf-8").splitlines()
        if (data := json.loads(line))["format"] == "trickbook-record"
    ]


def deal(game: str, score: list[int], *cards: str, match: int = 0, **study: Any) -> dict[str, Any]:
    """A record as far as it matters for which deals differ: each of the seats 0, 1, ... plays a card."""
    moves = [{"seat": seat, "cards": [card]} for seat, card in enumerate(cards)]
    return {
        "format": "trickbook-record", "game": game, "seed": 1, "match": match, "deal": 0, "moves": moves, "score": score,
        "study": {"sample": "deals", "place": 0} | study,
    }  # fmt: skip


def write(path: str, *records: dict[str, Any]) -> None:
    Path(path).write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")


def test_the_deals_of_a_study_are_kept_and_replay(run: Run) -> None:
    assert run(*STUDY, "--record", "study.jsonl").code == 0
    records = records_in(Path("study.jsonl"))
    single = [record for record in records if record["study"]["sample"] == "deals"]
    for place, game in enumerate(STUDY[1:3]):
        own = [record for record in single if record["study"]["place"] == place]
        assert [record["match"] for record in own] == [*range(80)]
        assert {(record["game"], record["deal"], record["seed"]) for record in own} == {(game, 0, 3)}
        whole = [record for record in records if record["study"] == {"sample": "matches", "place": place}]
        assert sorted({record["match"] for record in whole}) == [0, 1, 2]
        assert sum(record["outcome"] is not None for record in whole) == 3
    result = run("replay", "study.jsonl", "--json")
    assert (result.code, result.json["problems"]) == (0, [])
    assert (result.json["single_deals"], result.json["matches"]) == (160, 6)
    assert result.json["deals"] == len(records)
    assert (
        f"160 single deals and {len(records) - 160} deals of 6 matches, all legal" in run("replay", "study.jsonl").out
    )


def test_the_records_are_those_deals_that_were_measured(run: Run) -> None:
    found = run(*STUDY, "--record", "study.jsonl", "--csv", "deals.csv", "--json").json
    (points,) = [entry for entry in found["metrics"] if entry["name"] == "event.dare"]
    records = [record for record in records_in(Path("study.jsonl")) if record["study"]["sample"] == "deals"]
    for value in points["values"]:
        own = [record for record in records if record["game"] == value["game"]]
        dares = sum(event["kind"] == "dare" for record in own for event in record["events"])
        assert dares / len(own) == pytest.approx(value["mean"], abs=1e-6)


def test_the_bytes_depend_neither_on_threads_nor_on_what_was_there(run: Run) -> None:
    run(*STUDY, "--record", "one.jsonl", "--threads", "1", "--resume", "work")
    run(*STUDY, "--record", "two.jsonl", "--threads", "2")
    run(*STUDY, "--record", "again.jsonl", "--resume", "work")
    first = Path("one.jsonl").read_bytes()
    assert first == Path("two.jsonl").read_bytes() == Path("again.jsonl").read_bytes()


def test_work_without_records_is_played_again_for_them(run: Run) -> None:
    run(*STUDY, "--resume", "work")
    run(*STUDY, "--resume", "work", "--record", "study.jsonl")
    run(*STUDY, "--record", "other.jsonl")
    assert Path("study.jsonl").read_bytes() == Path("other.jsonl").read_bytes()


def test_single_deals_from_a_score_replay(run: Run) -> None:
    run(*STUDY, "--from", "11,10", "--record", "study.jsonl")
    records = [record for record in records_in(Path("study.jsonl")) if record["study"]["sample"] == "deals"]
    assert {tuple(record["before"]) for record in records} == {(11, 10)}
    assert run("replay", "study.jsonl").code == 0


def test_a_game_against_itself_replays(run: Run) -> None:
    run("compare", "schwesing", "schwesing", "-n", "10", "--matches", "2", "--record", "study.jsonl")
    assert run("replay", "study.jsonl").code == 0
    listed = run("replay", "study.jsonl", "--list-differing", "--json").json
    assert listed["deals"] > 10
    assert listed["differing"] == []


def test_a_sweep_is_kept(run: Run) -> None:
    run("sweep", "schwesing", "match.target", "10,12", "-n", "5", "--matches", "2", "--record", "study.jsonl")
    assert run("replay", "study.jsonl", "--json").json["single_deals"] == 10


def test_an_interruption_leaves_whole_records(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    add = trickbook.study.samples.Samples.add

    def interrupted(samples: Any, step: Any, results: Any) -> None:
        if samples.steps == 2:
            raise KeyboardInterrupt
        add(samples, step, results)

    monkeypatch.setattr(trickbook.study.samples.Samples, "add", interrupted)
    result = run("compare", "schwesing", "treia", "-n", "5000", "--record", "study.jsonl", "--threads", "1")
    assert result.code == 130
    assert Path("study.jsonl").read_bytes().endswith(b"\n")
    assert len(records_in(Path("study.jsonl"))) >= 2 * 2048
    assert [path.name for path in Path().iterdir()] == ["study.jsonl"]


def test_an_interruption_before_anything_leaves_no_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Study, "play", interrupted)
    result = run(*STUDY, "--record", "study.jsonl")
    assert result.code == 130
    assert "study.jsonl was not written" in result.err
    assert not [*Path().iterdir()]


def test_a_full_disk_costs_only_the_records(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    play = long_work.play

    def full(study: Study, options: Any, what: str) -> Any:
        def fail(text: str) -> None:
            raise OSError(28, "No space left on device")

        recorder = study._recording._write.__self__  # type: ignore[union-attr, attr-defined]
        monkeypatch.setattr(recorder, "_file", type("Full", (), {"write": staticmethod(fail)})())
        return play(study, options, what)

    monkeypatch.setattr(long_work, "play", full)
    result = run(*STUDY, "--record", "study.jsonl")
    assert result.code == 2
    assert "80 deals and 3 whole games" in " ".join(result.out.split())
    assert "No space left" in result.err
    assert not Path("study.jsonl").exists()


def test_records_go_to_standard_output(run: Run) -> None:
    result = run(*STUDY, "--record", "-")
    assert result.code == 0
    assert {json.loads(line)["format"] for line in result.out.splitlines()} == {"trickbook-rules", "trickbook-record"}
    assert run(*STUDY, "--record", "-", "--json").code == 2


def test_differing_deals_are_listed_the_most_surprising_first(run: Run) -> None:
    write(
        "study.jsonl",
        deal("a", [1, 0], "9C", "8D", match=0),
        deal("b", [1, 0], "9C", "8D", match=0, place=1),  # the same
        deal("a", [1, 0], "9C", "8D", match=1),
        deal("b", [1, 0], "9C", "8C", match=1, place=1),  # played otherwise, the same points
        deal("a", [1, 0], "9C", "8D", match=2),
        deal("b", [0, 2], "9C", "8D", match=2, place=1),  # the same moves, other points
        deal("a", [1, 0], "9C", "8D", match=3),  # there in one game only
    )
    found = run("replay", "study.jsonl", "--list-differing", "--json").json
    assert (found["deals"], found["moves_differ"], found["scores_differ"]) == (3, 1, 1)
    assert [(entry["match"], entry["move"]) for entry in found["differing"]] == [(2, None), (1, 1)]
    assert (found["differing"][0]["against_score"], found["differing"][0]["score"]) == ([1, 0], [0, 2])
    text = run("replay", "study.jsonl", "--list-differing").out
    assert "of 3 deals that two games have, 1 are played otherwise, and 1 bring something else" in text
    assert "--side-by-side 2" in text
    assert "parts at move 2" in text
    assert "and 1 more" in run("replay", "study.jsonl", "--list-differing", "1").out


def test_two_courses_stand_side_by_side_from_the_trick_that_differs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    run(
        "compare",
        "schwesing",
        "schwesing+optional-daring",
        "-n",
        "400",
        "--matches",
        "1",
        "--seed",
        "3",
        "--record",
        "s.jsonl",
    )
    records = records_in(Path("s.jsonl"))
    # 8S dares, K♥ strikes and dares, J♣ strikes: 4 points at Schwesing (BR-45), and 2 in the older form (BR-60).
    (number,) = [
        entry["match"] for entry in run("replay", "s.jsonl", "--list-differing", "1", "--json").json["differing"]
    ]
    pair = [record for record in records if record["study"]["sample"] == "deals" and record["match"] == number]
    assert len(pair) == 2
    found = run("replay", "s.jsonl", "--side-by-side", str(number))
    assert found.code == 0
    lines = found.out.splitlines()
    assert lines[0].startswith(f"Deal {number} of schwesing and schwesing+optional-daring, seed 3.")
    head = next(line for line in lines if line.startswith("schwesing  "))
    column = head.index("schwesing+optional-daring")
    (scores,) = [line for line in lines if line.startswith("Score: ")]
    for record, text in zip(pair, (scores[:column], scores[column:]), strict=True):
        north, east = record["score"]
        assert text.strip() == f"Score: N-S {north:+d}, E-W {east:+d}."
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run("replay", "s.jsonl", "--side-by-side", str(number)).out.splitlines()
    assert narrow.index("schwesing:") < narrow.index("schwesing+optional-daring:")
    document = run("replay", "s.jsonl", "--side-by-side", str(number), "--json").json
    assert [course["score"] for course in document["courses"]] == [record["score"] for record in pair]


def test_the_sentence_names_the_first_move_that_differs(run: Run) -> None:
    run("compare", "schwesing", "treia", "-n", "200", "--matches", "1", "--record", "s.jsonl")
    records = [record for record in records_in(Path("s.jsonl")) if record["study"]["sample"] == "deals"]
    document = run("replay", "s.jsonl", "--side-by-side", "5", "--json").json
    here, there = [record["moves"] for record in records if record["match"] == 5]
    move = document["first_difference"]["move"]
    assert here[:move] == there[:move]
    assert here[move] != there[move]
    names = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
    text = " ".join(run("replay", "s.jsonl", "--side-by-side", "5").out.split())
    for moves, game in ((here, "schwesing"), (there, "treia")):
        seat = ("North", "East", "South", "West")[moves[move]["seat"]]
        cards = " ".join(card[:-1] + names[card[-1]] for card in moves[move]["cards"])
        assert f"{seat} plays {cards} in {game}" in text


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--side-by-side", "7"), "there is no record of match 7"),
        (("--side-by-side", "3"), "only a has a record"),
        (("--side-by-side", "x"), "expected MATCH or MATCH.DEAL"),
        (("--list-differing", "--show"), "not allowed with"),
        (("--list-differing", "--side-by-side", "1"), "not allowed with"),
    ],
)
def test_what_is_not_there_is_said(run: Run, options: tuple[str, ...], says: str) -> None:
    simulated = run("simulate", "schwesing", "-n", "1", "--record", "one.jsonl")
    assert simulated.code == 0
    text = (
        Path("one.jsonl")
        .read_text("utf-8")
        .replace('"game": "schwesing"', '"game": "a"')
        .replace('"match": 0', '"match": 3')
    )
    Path("one.jsonl").write_text(text, "utf-8")
    result = run("replay", "one.jsonl", *options)
    assert result.code == 2
    assert says in result.err


def test_records_of_one_game_have_nothing_to_list(run: Run) -> None:
    run("simulate", "schwesing", "-n", "3", "--record", "one.jsonl")
    result = run("replay", "one.jsonl", "--list-differing")
    assert result.code == 2
    assert "no deal is there in two games" in result.err
