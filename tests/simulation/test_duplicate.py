"""Deals played in duplicate, and what is made of their scores, beside values worked out by hand."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import trickbook
from trickbook.bots.playing import ROW
from trickbook.simulation.duplicate import _scored, luck_share, play_duplicate, side_results


def rows_with(*scores: tuple[int, ...]) -> np.ndarray:
    rows = np.zeros(len(scores), ROW)
    for row, of_sides in zip(rows, scores, strict=True):
        row["score"][: len(of_sides)] = of_sides
    return rows


def test_a_side_makes_its_score_less_the_mean_of_the_others() -> None:
    # 3 - 1 and 1 - 3; with three: 4 - (1 + 0)/2, 1 - (4 + 0)/2, 0 - (4 + 1)/2
    assert side_results(trickbook.load("schwesing"), rows_with((3, 1))).tolist() == [[2, -2]]
    assert side_results(trickbook.load("bura+table.players=3"), rows_with((4, 1, 0))).tolist() == [[3.5, -1, -2.5]]


def test_penalty_points_count_against_a_side() -> None:
    assert side_results(trickbook.load("kozel-points"), rows_with((0, 4))).tolist()[0][:2] == [4, -4]


def test_margins_and_deals_won_of_two_sides() -> None:
    """A wins 2:0 at side 0, then loses 1:0 at side 1: a margin of (2 - 1) / 2, half of the turns won. Then a tie, and 3:0."""
    played = _scored(trickbook.load("schwesing"), (rows_with((2, 0), (1, 1)), rows_with((1, 0), (0, 3))))
    assert played.margins.tolist() == [0.5, 1.5]
    assert played.won.tolist() == [0.5, 0.75]
    assert played.results.tolist() == [[2, 1], [0, -3]]


def test_a_deal_that_three_sides_share_is_won_by_a_third() -> None:
    game = trickbook.load("bura+table.players=3")
    # A has 2 - (-1 - 1)/2 = 3 at side 0; then all tie; then -1 - (2 - 1)/2 = -1.5 at side 2.
    played = _scored(game, (rows_with((2, -1, -1)), rows_with((0, 0, 0)), rows_with((2, -1, -1))))
    assert played.margins.tolist() == pytest.approx([0.5])
    assert played.won.tolist() == pytest.approx([4 / 9])


def test_luck_share_by_hand() -> None:
    """Less the means of the turns: (2, 0), (0, -1), (-2, 1). Deals: 1, -1/2, -1/2, so B = 2 (1 + 1/4 + 1/4) / 2 = 3/2.

    What is left: (1, -1), (1/2, -1/2), (-3/2, 3/2), so E = (2 + 1/2 + 9/2) / 2 = 7/2; (3/2 - 7/2) / (3/2 + 7/2) = -2/5.
    """
    assert luck_share(np.array([[3.0, 1.0], [1.0, 0.0], [-1.0, 2.0]])) == pytest.approx(-2 / 5)
    assert luck_share(np.array([[1.0, -1.0], [-1.0, 1.0]])) == -1.0
    assert luck_share(np.zeros((3, 2))) == 0.0
    assert np.isnan(luck_share(np.zeros((1, 2))))


@pytest.mark.parametrize("name", ["treia", "bura+table.players=3"])
def test_turns_share_shuffles_and_dealers_and_seat_the_players_in_turn(name: str) -> None:
    game = trickbook.load(name)
    sides = int(game.rules.sides)
    played = play_duplicate(game, "greedy", "random", deals=300, seed=5)
    assert len(played.turns) == sides
    for rows in played.turns:
        assert (rows["match"] == np.arange(300)).all()
        for field in ("dealer", "attempt", "first_leader"):
            assert (rows[field] == played.turns[0][field]).all()
    # Whoever is greedy is ahead: the players do change seats.
    for turn, rows in enumerate(played.turns):
        assert side_results(game, rows)[:, turn].mean() > 0.1


def test_any_number_of_threads_gives_the_same() -> None:
    game = trickbook.load("schwesing")
    one = play_duplicate(game, "ismcts:20", "greedy", deals=250, seed=2)
    two = play_duplicate(game, "ismcts:20", "greedy", deals=250, seed=2, threads=2)
    with ThreadPoolExecutor(3) as pool:
        three = play_duplicate(game, "ismcts:20", "greedy", deals=250, seed=2, executor=pool)
    for other in (two, three):
        assert (other.margins == one.margins).all()
        assert all((mine == theirs).all() for mine, theirs in zip(one.turns, other.turns, strict=True))


def test_players_who_are_alike_and_leave_nothing_to_chance_have_no_margin() -> None:
    played = play_duplicate(trickbook.load("kozel-points"), "greedy", "greedy", deals=100)
    assert not played.margins.any()
    assert played.luck() == 1.0
