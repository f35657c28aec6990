"""What a game that can be played is warned of: keys that mean nothing beside others, and matches without end.

Only keys set in the topmost part of a game are judged: a house rule may leave keys of the rulebook below it idle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from trickbook.rulebook.checks.scoring import rows_that_happen
from trickbook.rulebook.checks.view import Rule, View
from trickbook.rulebook.model import Finding

_ENDS = ("match.target", "match.limit", "match.deals", "tournament.sessions")


class _Idle(NamedTuple):
    """When a key means nothing."""

    key: str
    when: Callable[[View], bool]
    why: str
    instead: str
    because: tuple[str, ...] = ()


def _carries_nothing(view: View) -> bool:
    if view.scores_by_counts:
        return False
    happen = rows_that_happen(view)
    return not any(view[f"{row}.carry"] for row in view.rows("score") if row in happen)


_IDLE = (
    _Idle(
        "table.partnerships",
        lambda view: not view["table.partners_at"],
        "nobody has a partner",
        "table.partners_at = [4], say",
    ),
    _Idle(
        "order.ladder_belongs",
        lambda view: not view["order.ladder"],
        "there is nothing on the ladder",
        "cards on order.ladder",
    ),
    _Idle(
        "trump.suit",
        lambda view: view["trump.chosen"] != "fixed",
        "the trump suit is not fixed",
        'trump.chosen = "fixed"',
    ),
    _Idle(
        "deal.hand",
        lambda view: bool(view["deal.hands"]),
        "deal.hands says how many cards are dealt",
        "deal.hands = []",
    ),
    _Idle(
        "lead.holder",
        lambda view: view["lead.first"] != "holder",
        "the holder of a card does not lead first",
        'lead.first = "holder"',
    ),
    _Idle(
        "lead.same",
        lambda view: max(view["lead.sizes"], default=1) == 1,
        "only one card is led at a time",
        "lead.sizes = [1, 2], say",
    ),
    _Idle(
        "draw.at_once",
        lambda view: not view["draw.after_trick"],
        "nothing is drawn after a trick",
        "draw.after_trick = true",
    ),
    _Idle(
        "claim.wrong_multiplies",
        lambda view: not view["claim.points"],
        "there are no claims",
        "claim.points = 31, say",
    ),
    _Idle(
        "carry.counts",
        lambda view: _carries_nothing(view),
        "no deal that can happen hands anything on",
        "carry = 1 in a row of the score that can happen",
    ),
    _Idle("pot.won_by", lambda view: not view["pot.stake"], "there is no pot", "pot.stake = 1"),
    _Idle("match.limit_ends", lambda view: not view["match.limit"], "there is no limit", "match.limit = 12, say"),
    _Idle("match.ends_deal", lambda view: not view["match.target"], "there is no target", "match.target = 12, say"),
    *(
        _Idle(
            f"tournament.{key}",
            lambda view: not view["tournament.sessions"],
            "this is no tournament",
            "tournament.sessions = 3, say",
        )
        for key in ("rounds", "deals", "players")
    ),
)


def key_means_nothing(view: View) -> Iterator[Finding]:
    """A key that another key makes meaningless."""
    for idle in _IDLE:
        if view.is_judged(idle.key) and idle.when(view):
            yield view.find(idle.key, f"means nothing here: {idle.why}", f"{idle.instead}, or to leave it out")
    for row in view.rows("combination"):
        for key in (f"{row}.at_least_of", f"{row}.at_least_suits"):
            if view.is_judged(key) and not view[f"{row}.at_least"]:
                problem = "means nothing here: at_least is 0, so no such card is asked for"
                yield view.find(key, problem, f"{row}.at_least = 1, say, or to leave it out")


def score_row_never_happens(view: View) -> Iterator[Finding]:
    """A row of the score that gives something, in a case that no deal of the game can come to."""
    happen = rows_that_happen(view)
    for row in view.rows("score"):
        given = [key for key in (f"{row}.points", f"{row}.carry") if view.is_judged(key) and view[key]]
        if given and row not in happen:
            problem = "no deal can come to this row of the score" + _since(view, row)
            yield view.find(given[0], problem, "conditions that can be met, or to leave it out")


def _since(view: View, row: str) -> str:
    if view[f"{row}.result"] == "tied" and view["end.won_by"] == "tricks":
        most = view.cards_each(view["table.players"])
        return f": {most} tricks are played, and nobody can tie"
    return ""


def match_may_never_end(view: View) -> Iterator[Finding]:
    """Neither a target nor a limit nor a number of deals ends a match."""
    if not any(view[key] for key in _ENDS):
        problem = f"nothing ends a match: it is stopped after {view['match.at_most']} deals (match.at_most), and nobody has won"
        expected = "match.target or match.limit above 0, or match.deals"
        yield view.find("match.target", problem, expected, because=_ENDS)


def target_is_out_of_reach(view: View) -> Iterator[Finding]:
    """A target that no side can come to, since no deal gives points."""
    rows = view.rows("score")
    if not view["match.target"] or view.scores_by_counts or view["plugins"] or view["match.least_wins"]:
        return
    happen = rows_that_happen(view)
    if all(view[f"{row}.points"] <= 0 and not view[f"{row}.carry"] for row in rows if row in happen):
        problem = "nobody can come to this target: no row of the score that can happen gives points"
        yield view.find("match.target", problem, "a row that gives points", because=rows)


RULES: tuple[Rule, ...] = (
    key_means_nothing,
    score_row_never_happens,
    match_may_never_end,
    target_is_out_of_reach,
)
"""The rules of this module."""
