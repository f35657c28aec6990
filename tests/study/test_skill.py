"""The skill curve, and luck and skill beside what else is compared."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import trickbook
from trickbook.answers.questions import QUESTIONS, answers, asked
from trickbook.answers.words import heading, skill_points
from trickbook.measure.differences import mean_beside
from trickbook.measure.luck import Luck, LuckError, luck_interval
from trickbook.measure.metrics import DUPLICATE
from trickbook.measure.statistics import holm
from trickbook.report.text import print_report
from trickbook.simulation.duplicate import play_duplicate
from trickbook.study import Comparison, Study
from trickbook.study.skill import SkillCurve, curve_of, with_curves, with_luck, with_skill


def made_up(player: str, weaker: str, shift: float, game: str = "a", unit: str = "points") -> Luck:
    numbers = np.random.default_rng(int(10 * shift) + len(game))
    results = numbers.normal(0, 1, (100, 1)) + numbers.normal(0, 1, (100, 2))
    margins = numbers.normal(shift, 1, 100)
    skill = mean_beside(margins, 0.0)
    return Luck(game, unit, player, weaker, 100, luck_interval(results), skill, skill, margins, results)


@pytest.fixture(scope="module")
def played() -> Comparison:
    return trickbook.compare(["schwesing", "treia"], deals=50, matches=5, bots="random")


CURVES = [
    SkillCurve(
        game,
        (made_up("ismcts:200", "ismcts:50", 0.1 + more, game), made_up("ismcts:50", "ismcts:12", 0.9 + more, game)),
    )
    for game, more in (("schwesing", 0.0), ("treia", 0.5))
]


def test_the_players_of_a_curve() -> None:
    assert curve_of("ismcts:200") == ("ismcts:200", "ismcts:50")
    assert curve_of("montecarlo:3200:random") == (
        "montecarlo:3200:random", "montecarlo:800:random", "montecarlo:200:random", "montecarlo:50:random"
    )  # fmt: skip
    assert curve_of("ismcts:8") == ("ismcts:8",)
    for player in ("greedy", "random", "ismcts:3", "ismcts:200,greedy"):
        with pytest.raises(LuckError, match=player.partition(",")[0]):
            curve_of(player)


def test_a_curve_is_made_of_units_and_takes_the_point_that_tells_luck() -> None:
    study = Study(["bura"], deals=1, matches=1, bots="ismcts:160", duplicate=12, skill="ismcts:160", skill_deals=12)
    assert study.plan.duels == {"ismcts:160": 12, "ismcts:40": 12}
    duels = [unit for (unit,) in study.plan.steps() if unit.sample == DUPLICATE]
    assert [(unit.work.bots, unit.work.against, unit.count) for unit in duels] == [
        ("ismcts:160", "ismcts:40", 12),
        ("ismcts:40", "ismcts:10", 12),
    ]
    assert study.compared()[:2] == ["luck", "skill"]
    seen: list[tuple[int, int]] = []
    study.play(threads=1, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (26, 26)
    (curve,) = study.curves()
    assert [point.deals for point in curve.points] == [12, 12]
    game = trickbook.load("bura")
    assert np.array_equal(curve.points[1].margins, play_duplicate(game, "ismcts:40", "ismcts:10", deals=12).margins)


def test_players_whose_weaker_one_is_the_same_are_kept_apart_in_a_file(tmp_path: Path) -> None:
    """ismcts:40 and ismcts:43 both meet ismcts:10."""
    file = tmp_path / "work"
    for player in ("ismcts:40", "ismcts:43"):
        study = Study(["bura"], deals=1, matches=1, skill=player, skill_deals=12)
        study.play(resume=file, threads=1)
        played = play_duplicate(trickbook.load("bura"), player, "ismcts:10", deals=12)
        assert np.array_equal(study.samples.duplicate(0, player, "margins"), played.margins)


def test_points_are_measured_and_the_first_is_compared(played: Comparison) -> None:
    comparison = with_curves(played, CURVES)
    skill, *points = [measured for measured in comparison.metrics if measured.metric.name.startswith("skill")]
    assert [point.metric.name for point in points] == ["skill.200", "skill.50"]
    assert skill_points(comparison) == points
    assert [len(measured.differences) for measured in (skill, *points)] == [1, 0, 0]
    assert skill.values[1].estimate == CURVES[1].points[0].skill == points[0].values[1].estimate
    difference = skill.differences[0].contrast.mean
    assert difference == pytest.approx(CURVES[1].points[0].skill.mean - CURVES[0].points[0].skill.mean)
    assert skill.metric.what.startswith("what ismcts:200 makes of a deal more than ismcts:50")
    assert " and 100 deals in duplicate of each, " in heading(comparison)
    assert comparison.as_json()["duplicate"] == 100
    named = {metric["name"]: metric for metric in comparison.as_json()["metrics"]}
    assert named["skill.50"]["sample"] == "deals in duplicate"
    assert named["skill.50"]["shown"] is False
    assert [value["mean"] for value in named["skill.50"]["values"]] == pytest.approx(
        [curve.points[1].skill.mean for curve in CURVES]
    )


def test_p_of_luck_and_skill_is_corrected_with_all_others(played: Comparison) -> None:
    lucks = [made_up("greedy", "random", 1.0, game) for game in ("schwesing", "treia")]
    comparison = replace(with_luck(with_skill(played, lucks), lucks), compared=("luck", "skill", *played.compared))
    counted = [difference for measured in comparison.metrics if not measured.metric.of_two
               for difference in measured.differences]  # fmt: skip
    assert {measured.metric.name for measured in comparison.metrics[:2]} == {"luck", "skill"}
    assert [difference.p_holm for difference in counted] == holm([difference.contrast.p for difference in counted])
    # Asked about, luck is chosen beforehand, and there is one difference of it.
    (answer,) = answers(comparison, QUESTIONS["luck"])
    assert answer.difference is not None
    assert answer.difference.p_holm == answer.difference.contrast.p
    assert asked(comparison, QUESTIONS["luck"]).beforehand == ("luck",)
    assert comparison.metrics[0].metric.method.name == "intraclass correlation, interval by the jackknife"


def test_units_of_margins_are_those_of_the_games(played: Comparison) -> None:
    lucks = [made_up("greedy", "random", 1.0), made_up("greedy", "random", 1.0, unit="chips")]
    assert with_skill(played, lucks).metrics[0].metric.unit == "points or chips a deal"
    assert with_skill(played, [lucks[1], lucks[1]]).metrics[0].metric.unit == "chips a deal"


def test_the_curve_is_printed(played: Comparison) -> None:
    file = StringIO()
    print_report(with_curves(played, CURVES), Console(file=file, width=80))
    text = file.getvalue()
    assert "What it helps ismcts:200 to think four times as long, points a deal:" in text
    assert "50 over 12 simulations" in text
    assert max(map(len, text.splitlines())) <= 80


def test_what_a_game_alone_has(played: Comparison) -> None:
    alone = replace(played, games=("schwesing",), metrics=())
    comparison = with_curves(alone, CURVES[:1])
    assert [len(measured.values) for measured in comparison.metrics] == [1, 1, 1]
    assert all(not measured.differences for measured in comparison.metrics)
