"""The score table, claims and the pot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trickbook.kernel.limits import MAX_DOUBLINGS, MAX_POINTS
from trickbook.rulebook.checks.endings import Endings, tricks_give
from trickbook.rulebook.checks.view import Rule, View
from trickbook.rulebook.model import Finding

_RESULTS = {"won": "has won", "tied": "has tied", "lost": "has lost"}


@dataclass(frozen=True)
class _Row:
    """A row of the score as intervals."""

    key: str
    sides: int
    result: str
    tricks: tuple[int, int]
    card_points: tuple[int, int]
    others: tuple[int, int]


@dataclass(frozen=True)
class _Case:
    """How a side can stand at the end of a deal."""

    sides: int
    result: str
    tricks: int
    others: int
    card_points: int

    def __str__(self) -> str:
        tricks = "1 trick" if self.tricks == 1 else f"{self.tricks} tricks"
        points = f" and {self.card_points} card points" if self.card_points else ""
        side = f"a side that {_RESULTS[self.result]} with {tricks}{points}"
        return f"{self.sides} sides, {side}, its opponents with {self.others}"


def intervals_are_not_empty(view: View) -> Iterator[Finding]:
    """In a row of the score, from is not above to."""
    for row in view.rows("score"):
        for what in ("tricks", "card_points"):
            low, high = view[f"{row}.{what}_from"], view[f"{row}.{what}_to"]
            if low > high:
                problem = f"from {low} to {high} is nothing"
                yield view.find(f"{row}.{what}_from", problem, f"{high} or less", because=[f"{row}.{what}_to"])


def every_case_is_scored(view: View) -> Iterator[Finding]:
    """The rows of the score leave no case open, and each row has a case of its own."""
    keys = view.rows("score")
    if view.scores_by_counts:
        return
    if not keys:
        if not view["pot.stake"]:
            expected = "a row at least, such as [score.won], or a pot"
            yield view.find("score", "nothing says what a deal is worth", expected)
        return
    rows = [_row(view, key) for key in keys]
    used: set[str] = set()
    if view["table.players"] not in (view["table.players_allowed"] or [view["table.players"]]):
        return  # nobody has said how so many would score
    reachable = _numbers_of_sides(view)
    for sides in reachable:
        endings = Endings.of(view, sides)
        for result in _RESULTS:
            fitting = [row for row in rows if row.sides in (0, sides) and row.result in ("any", result)]
            open_case = None
            for case, row in _settled(view, sides, result, fitting):
                if row:
                    used.add(row.key)
                elif open_case is None and endings.have(result, case.tricks, case.others):
                    open_case = case
            if open_case:
                expected = "a row for it, or a last row without conditions"
                because = [*keys, "table.players", "table.partners_at"]
                yield view.find("score", f"no row for {open_case}", expected, because=because)
    for row in rows:
        empty = row.tricks[0] > row.tricks[1] or row.card_points[0] > row.card_points[1]
        if row.key not in used and not empty and (row.sides == 0 or row.sides in reachable):
            problem = "no case is left for this row: it can't happen, or rows above it have it all"
            yield view.find(row.key, problem, "a row higher up, or none", because=[f"{row.key}.before"])


def rows_that_happen(view: View) -> set[str]:
    """Return the key paths of those rows of the score that some deal of this game can come to; all where it uses counts.

    Rows for another number of sides than play at this table are taken to happen elsewhere.
    """
    keys = view.rows("score")
    if view.scores_by_counts or view["table.players"] not in (view["table.players_allowed"] or [view["table.players"]]):
        return set(keys)
    rows = [_row(view, key) for key in keys]
    happen = {row.key for row in rows if row.sides and row.sides not in _numbers_of_sides(view)}
    for sides in _numbers_of_sides(view):
        endings = Endings.of(view, sides)
        for result in _RESULTS:
            fitting = [row for row in rows if row.sides in (0, sides) and row.result in ("any", result)]
            happen |= {
                row.key
                for case, row in _settled(view, sides, result, fitting)
                if row and endings.have(result, case.tricks, case.others)
            }
    return happen


def _numbers_of_sides(view: View) -> range:
    """Return with how many sides a deal may be scored: fewer than at the start where sides go out."""
    return range(2 if view["match.limit"] and view["match.limit_ends"] == "out" else view.sides, view.sides + 1)


def _row(view: View, key: str) -> _Row:
    def between(what: str) -> tuple[int, int]:
        return view[f"{key}.{what}_from"], view[f"{key}.{what}_to"]

    others = (0, view[f"{key}.others_tricks_to"])
    return _Row(key, view[f"{key}.sides"], view[f"{key}.result"], between("tricks"), between("card_points"), others)


def _settled(view: View, sides: int, result: str, rows: Sequence[_Row]) -> Iterator[tuple[_Case, _Row | None]]:
    """Yield each case with the first row that fits it; card points only where that can change."""
    most = view.cards_each(view["table.players"] * sides // view.sides)
    by_tricks = view["end.won_by"] == "tricks"
    for tricks in range(most + 1):
        with_tricks = [row for row in rows if row.tricks[0] <= tricks <= row.tricks[1]]
        for others in range(most - tricks + 1):
            if by_tricks and not tricks_give(result, sides, tricks, others):
                continue
            with_others = [row for row in with_tricks if others <= row.others[1]]
            if not by_tricks and result == "lost" and not others:
                continue
            low, high = _points_that_give("any" if by_tricks else result, view.card_points)
            without_tricks = not tricks or (not by_tricks and result == "tied" and not others)
            reachable = (low, min(high, 0) if without_tricks else high)
            for points in _changes(reachable, [row.card_points for row in with_others]):
                fits = (row for row in with_others if row.card_points[0] <= points <= row.card_points[1])
                yield _Case(sides, result, tricks, others, points), next(fits, None)


def _points_that_give(result: str, total: int) -> tuple[int, int]:
    """Return the least and the most card points with which a side can have won, tied or lost."""
    return {"won": (1, total), "tied": (0, total // 2), "lost": (0, (total - 1) // 2)}.get(result, (0, total))


def _changes(within: tuple[int, int], intervals: Sequence[tuple[int, int]]) -> list[int]:
    """Return the first number of a range, and those in it at which an interval starts or has ended."""
    low, high = within
    edges = {low, *(start for start, _ in intervals), *(end + 1 for _, end in intervals)}
    return sorted(edge for edge in edges if low <= edge <= high)


def scores_have_room(view: View) -> Iterator[Finding]:
    """Carried doublings come to at most `MAX_DOUBLINGS`, and the points of a match to at most `MAX_POINTS`, if that can be foreseen."""
    rows = view.rows("score")
    if not rows:
        return
    yield from _falls_have_room(view, rows)
    deals = _deals_without_end(view)
    points = max(rows, key=lambda row: abs(view[f"{row}.points"]))
    most = abs(view[f"{points}.points"])
    if deals * most > MAX_POINTS:
        problem = f"{deals} deals can come to more than {MAX_POINTS} points"
        because = ["match.deals", "match.at_most", "tournament.rounds", "tournament.deals"]
        yield view.find(f"{points}.points", problem, f"at most {MAX_POINTS // deals}", because=because)
    if view["carry.counts"] != "doublings":
        return
    carry = max(rows, key=lambda row: view[f"{row}.carry"])
    room = MAX_DOUBLINGS if not most else min(MAX_DOUBLINGS, (MAX_POINTS // most).bit_length() - 1)
    if view[f"{carry}.carry"] > room:
        problem = f"{most} points doubled {view[f'{carry}.carry']} times are more than {MAX_POINTS}"
        if room == MAX_DOUBLINGS:
            problem = f"{view[f'{carry}.carry']} doublings are more than can be carried"
        because = ["carry.counts", f"{points}.points"]
        yield view.find(f"{carry}.carry", problem, f"{room} or less", because=because)
    least = min(rows, key=lambda row: view[f"{row}.carry"])
    if view[f"{carry}.carry"] <= room < view[f"{least}.carry"] * (deals - 1):
        problem = "every row hands on doublings, so they never end"
        yield view.find(f"{least}.carry", problem, "0 in a row at least", because=["carry.counts"])


def _falls_have_room(view: View, rows: Sequence[str]) -> Iterator[Finding]:
    """What a side loses has room in a match: it may lose in every deal, and never come to a target or a limit."""
    least = min(rows, key=lambda row: view[f"{row}.points"])
    deals = _deals_at_most(view)
    if _deals_without_end(view) == 1 and deals * -view[f"{least}.points"] > MAX_POINTS:
        problem = f"{deals} deals can cost more than {MAX_POINTS} points"
        because = ["match.at_most", "match.deals"]
        yield view.find(f"{least}.points", problem, f"{-(MAX_POINTS // deals)} or more", because=because)


def _deals_at_most(view: View) -> int:
    """Return after how many deals a match ends if no score ends it."""
    return int(view["match.deals"] or view["match.at_most"])


def _deals_without_end(view: View) -> int:
    """Return how many deals a match has if no score ends it, and 1 if one may: nobody can say how many that takes."""
    if view["tournament.sessions"]:
        return int(view["tournament.rounds"] * view["tournament.deals"])
    if view["match.target"] or view["match.limit"]:
        return 1
    return _deals_at_most(view)


def claims_are_for_the_pot(view: View) -> Iterator[Finding]:
    """A claim needs a pot, and so many card points."""
    claim = view["claim.points"]
    if claim and not view["pot.stake"]:
        problem = "there is no pot to claim"
        yield view.find("claim.points", problem, "0, or a pot.stake", because=["pot.stake"])
    elif claim > view.card_points:
        problem = f"nobody can have {claim} card points: the pack has {view.card_points}"
        because = ["pack.ranks", "pack.suits", "pack.copies"]
        yield view.find("claim.points", problem, f"{view.card_points} or less", because=because)


def the_pot_can_be_won(view: View) -> Iterator[Finding]:
    """A pot that is won by claims needs claims, and who took the pot deals next only if there is one."""
    if view["pot.stake"] and view["pot.won_by"] == "claim" and not view["claim.points"]:
        problem = "the pot is won by a claim, and there are no claims"
        expected = '"most", or claim.points'
        yield view.find("pot.won_by", problem, expected, because=["pot.stake", "claim.points"])
    if view["dealer.next"] == "pot" and not view["pot.stake"]:
        problem = "there is no pot to take"
        yield view.find("dealer.next", problem, '"left", or a pot.stake', because=["pot.stake"])


def card_points_that_decide_are_there(view: View) -> Iterator[Finding]:
    """Where most card points decide, cards have points."""
    for key, value, needed in (
        ("end.won_by", "card-points", True),
        ("pot.won_by", "most", view["pot.stake"]),
    ):
        if view[key] == value and needed and not view.card_points:
            problem = "card points decide, and no card has any"
            yield view.find(key, problem, "points for a rank", because=["pack.ranks", "pot.stake"])


RULES: tuple[Rule, ...] = (
    intervals_are_not_empty,
    every_case_is_scored,
    scores_have_room,
    claims_are_for_the_pot,
    the_pot_can_be_won,
    card_points_that_decide_are_there,
)
"""The rules of this module."""
