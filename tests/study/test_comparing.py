"""Whole comparisons: what is paired, what is left out, what is written."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

import trickbook
import trickbook.report.text
from trickbook.answers.questions import QUESTIONS, asked
from trickbook.answers.words import summary, writer_of
from trickbook.game.table import Table
from trickbook.measure.statistics import Contrast, Estimate
from trickbook.report.text import print_report
from trickbook.simulation.batches import SimulationError, simulate, simulate_singles
from trickbook.study import CompareError, Comparison, can_be_paired, compare

TIMES = ("seconds", "decisions_per_second")


def played(*games: str, **options: Any) -> Comparison:
    return compare(games, **{"deals": 300, "matches": 20, "bots": "random", **options})


def timeless(comparison: Comparison) -> dict[str, Any]:
    return {key: value for key, value in comparison.as_json().items() if key not in TIMES}


def written(comparison: Comparison) -> str:
    """Return the report as it is piped: no terminal, 80 columns."""
    file = StringIO()
    print_report(comparison, Console(file=file, width=80))
    return file.getvalue()


def width(result: Estimate | Contrast) -> float:
    assert result.low is not None
    assert result.high is not None
    return result.high - result.low


def test_players_named_one_a_seat_go_round_in_a_tournament() -> None:
    game = "schwesing+schwesing-tournament+tournament.players=8"
    comparison = compare([game], deals=8, matches=1, bots="greedy,random,greedy,random")
    assert comparison.matches == 1


def test_a_game_is_not_seen_to_differ_from_itself() -> None:
    comparison = played("schwesing", "schwesing")
    assert comparison.paired
    for measured in comparison.metrics:
        if measured.metric.shown:
            (difference,) = measured.differences
            contrast = difference.contrast
            assert contrast.is_unseen, measured.metric.name
            assert contrast.p == (1 if measured.values[0].estimate.n > 1 else None), measured.metric.name
            # What was not seen in so many deals may be there all the same.
            assert contrast.excluded is None or contrast.excluded > 0, measured.metric.name
        if not measured.metric.of_two:
            assert measured.values[0].estimate == measured.values[1].estimate
    assert summary(comparison) == ["Between Bruus (Schwesing) and Bruus (Schwesing) no difference was seen in anything that was measured."]


def test_schwesing_and_treia_see_their_cards_in_the_same_order() -> None:
    schwesing, treia = trickbook.load("schwesing"), trickbook.load("treia")
    assert can_be_paired([schwesing, treia])
    compared = 0
    for match in range(40):
        tables = [Table(game, seed=5, match=match) for game in (schwesing, treia)]
        if any(table.state.attempt for table in tables):
            continue  # the cut was refused in one of them: another shuffle
        long, short = (
            [table.game.pack.name(place) for place in table.state.pack[: len(table.game.pack)]] for table in tables
        )
        assert [card for card in long if card[0] != "6"] == short
        compared += 1
    assert compared > 10


def test_dealers_are_the_same_in_all_games() -> None:
    for game in ("schwesing", "treia"):
        rows = simulate_singles(trickbook.load(game), deals=10, seed=2, bots="random")
        assert rows["dealer"].tolist() == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]


def test_means_are_those_of_the_samples() -> None:
    comparison = played("schwesing", "treia", seed=9)
    by_name = {measured.metric.name: measured for measured in comparison.metrics}
    means = []
    for game, value in zip(("schwesing", "treia"), by_name["cards"].values, strict=True):
        rows = simulate_singles(trickbook.load(game), deals=300, seed=9, bots="random")
        means.append(rows["cards"].mean())
        assert value.estimate.mean == pytest.approx(means[-1])
        assert value.estimate.n == 300
        matches = simulate(trickbook.load(game), matches=20, seed=9, bots="random")
        (deals,) = [value.estimate for value in by_name["deals"].values if value.game == game]
        assert deals.mean == pytest.approx(len(matches) / 20)
        assert deals.n == 20
    assert by_name["cards"].differences[0].contrast.mean == pytest.approx(means[1] - means[0])


def test_pairing_needs_as_many_players() -> None:
    assert played("schwesing", "schwesing+six-players").paired is False
    assert played("schwesing", "bruus-two").paired is False
    assert played("bruus-two", "bruus-two+nine-of-sixteen").paired is True


def test_pairing_makes_intervals_of_differences_narrower() -> None:
    comparison = played("schwesing", "schwesing+optional-daring", deals=2000)
    (points,) = [measured for measured in comparison.metrics if measured.metric.name == "points"]
    before, after = (width(value.estimate) for value in points.values)
    assert width(points.differences[0].contrast) < (before**2 + after**2) ** 0.5


def test_a_metric_that_does_not_apply_is_left_out() -> None:
    document = played("schwesing", "treia").as_json()
    (carried,) = [metric for metric in document["metrics"] if metric["name"] == "carried"]
    assert [value["game"] for value in carried["values"]] == ["treia"]
    assert carried["differences"] == []
    document = played("treia", "schwesing").as_json()
    (carried,) = [metric for metric in document["metrics"] if metric["name"] == "carried"]
    assert carried["differences"] == []


def test_matches_that_are_stopped_are_not_counted() -> None:
    document = played("schwesing+match.at_most=2").as_json()
    assert "deals" not in [metric["name"] for metric in document["metrics"]]


def test_the_shape_of_the_json() -> None:
    document = played("schwesing", "treia", "schwesing+singles-only").as_json()
    assert set(document) == {
        *("games", "deals", "matches", "duplicate", "seed", "bots", "paired", "complete", "beforehand", "metrics"),
        *("precision", "from", "origin", "standings", "stronger"),
        *TIMES,
    }
    assert document["games"] == ["schwesing", "treia", "schwesing+singles-only"]
    assert (document["deals"], document["matches"], document["seed"]) == (300, 20, 1)
    assert (document["bots"], document["paired"], document["complete"]) == ("random", True, True)
    assert document["seconds"] > 0
    assert document["decisions_per_second"] > 0
    for metric in document["metrics"]:
        assert set(metric) == {
            *("name", "unit", "what", "theme", "sample", "method", "shown", "values", "differences"),
            *("quantity", "counted", "between", "stakes"),
        }
        assert all(metric[text] for text in ("name", "unit", "what", "theme", "sample", "method"))
        for value in metric["values"]:
            assert set(value) == {"game", "mean", "low", "high", "n", "distribution"}
            assert value["game"] in document["games"]
            assert value["n"] <= {"single deals": 300, "whole matches": 20}[metric["sample"]]
            if value["n"] > 1:
                assert value["low"] <= value["mean"] <= value["high"]
        for difference in metric["differences"]:
            assert set(difference) == {"game", "against", "mean", "low", "high", "p", "p_holm"}
            assert difference["against"] == "schwesing"
            assert difference["game"] in document["games"][1:]
            if difference["p"] is not None:
                assert difference["low"] <= difference["mean"] <= difference["high"]
                assert 0 <= difference["p"] <= difference["p_holm"] <= 1
            means = {value["game"]: value["mean"] for value in metric["values"]}
            assert difference["mean"] == pytest.approx(means[difference["game"]] - means["schwesing"], abs=1e-8)
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_what_is_chosen_beforehand_is_corrected_by_itself() -> None:
    """Three games give the chosen metric two differences: the smaller p is doubled, the larger is kept if it is more."""
    games = ("schwesing", "treia", "schwesing+optional-daring")
    plain, chosen = played(*games), asked(played(*games), QUESTIONS["length"])
    assert (plain.beforehand, chosen.beforehand) == ((), ("match-minutes",))
    for before, after in zip(plain.metrics, chosen.metrics, strict=True):
        corrected = [difference.p_holm for difference in after.differences]
        if after.metric.name == "match-minutes":
            p = [difference.contrast.p or 0.0 for difference in after.differences]
            smaller = min(1.0, 2 * min(p))
            assert corrected == [smaller if found == min(p) else max(smaller, found) for found in p]
        else:  # two differences fewer to be corrected for
            assert all(
                (a or 0) <= (b or 0) for a, b in zip(corrected, [d.p_holm for d in before.differences], strict=True)
            )


def test_one_deal_is_enough_for_json() -> None:
    document = played("schwesing", "treia", deals=1, matches=1).as_json()
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_results_do_not_depend_on_threads() -> None:
    one, two = (played("schwesing", "treia", deals=5000, threads=threads) for threads in (1, 2))
    assert timeless(one) == timeless(two)


def test_scores_that_deals_begin_at() -> None:
    # One point from the end, a deal ends with the first dare that is not struck.
    nothing, nearly = (played("schwesing", scores=scores).metrics for scores in ((), (11, 11)))
    cards = [measured.values[0].estimate.mean for metrics in (nothing, nearly) for measured in metrics
             if measured.metric.name == "cards"]  # fmt: skip
    assert cards[1] < cards[0]


def test_progress_ends_at_the_end() -> None:
    seen: list[tuple[int, int]] = []
    played("schwesing", "treia", progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (640, 640)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})


def test_the_package_can_be_called() -> None:
    comparison = trickbook.compare([trickbook.load("schwesing")], deals=10, matches=1, bots="random")
    assert comparison.games == ("schwesing",)
    assert all(not measured.differences for measured in comparison.metrics)


def test_what_can_not_be_compared() -> None:
    with pytest.raises(CompareError, match="nothing to compare"):
        compare([])
    with pytest.raises(SimulationError, match="0 deals"):
        played("schwesing", deals=0)
    with pytest.raises(SimulationError, match="0 matches"):
        played("schwesing", matches=0)


@pytest.mark.parametrize(
    "games", [("schwesing",), ("schwesing", "treia"), ("schwesing", "treia", "treia", "bruus-two")]
)
def test_the_report_fits_into_80_columns(games: tuple[str, ...]) -> None:
    text = written(played(*games))
    assert "\x1b" not in text
    assert max(len(line) for line in text.splitlines()) <= 80
    for title in ("Tricks of forehand's side", "Counter-strike", "Deals forehand's side wins", "In 100 deals"):
        assert title in text
    assert text.count(" minus ") == len(games) - 1


def test_the_report_of_one_deal() -> None:
    assert "unknown" in written(played("schwesing", "treia", deals=1, matches=1))


def test_the_sentence_names_what_differs_clearly() -> None:
    (sentence,) = summary(played("schwesing", "schwesing+singles-only", deals=2000))
    assert sentence.startswith("Bruus (Schwesing) with singles only beside Bruus (Schwesing), played by random: ")
    assert " seconds longer" in sentence
    assert "metrics clearly differ." in sentence


def test_a_bound_that_is_not_0_does_not_look_like_it() -> None:
    """By its width of 0.05 alone, the interval would have two decimals."""
    measured = trickbook.compare(["schwesing"], deals=20, matches=1, bots="random").metrics[0]
    write = writer_of(measured, [Contrast(-0.027, -0.0526, -0.0014, 0.04)], sign=True)
    assert (write(-0.0526), write(-0.0014)) == ("-0.053", "-0.001")
    write = writer_of(measured, [Contrast(-0.027, -0.056, 0.0014, 0.06)], sign=True)
    assert (write(-0.056), write(0.0014)) == ("-0.06", "+0.00")
