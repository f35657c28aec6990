"""Who plays: players, partners, match and tournament."""

from __future__ import annotations

from collections.abc import Iterator

from trickbook.rulebook.checks.view import Rule, View
from trickbook.rulebook.model import Finding
from trickbook.wording import listed


def players_are_allowed(view: View) -> Iterator[Finding]:
    """The game is made for this number of players."""
    allowed, players = view["table.players_allowed"], view["table.players"]
    if allowed and players not in allowed:
        expected = f"{listed([str(number) for number in allowed], 'or')} players (table.players_allowed)"
        problem = f"the game is not made for {players} players"
        yield view.find("table.players", problem, expected, because=["table.players_allowed"])


def partnerships_are_equal(view: View) -> Iterator[Finding]:
    """Partnerships have equally many players, one at least."""
    partnerships = view["table.partnerships"]
    for item, players in enumerate(view["table.partners_at"]):
        if players % partnerships:
            problem = f"{players} players can't form {partnerships} equal partnerships"
            multiples = listed([str(number) for number in range(partnerships, 9, partnerships)], "or")
            yield view.find("table.partners_at", problem, multiples, item=item)


def match_has_one_goal(view: View) -> Iterator[Finding]:
    """A match is won by points, or lost by them, not both."""
    if view["match.target"] and view["match.limit"]:
        problem = "there are both a target at which a side wins and a limit at which it is out"
        yield view.find("match.limit", problem, "one of the two, and 0 for the other", because=["match.target"])


def nobody_goes_out_for_chips(view: View) -> Iterator[Finding]:
    """Points at which a side is out are penalties, and nobody is out for chips that it has won (KP-15)."""
    if view["match.limit"] and view["pot.stake"]:
        problem = "with a limit points are penalties, and chips from the pot are won"
        yield view.find("match.limit", problem, "0, or no pot.stake", because=["pot.stake"])


def only_winners_count_double(view: View) -> Iterator[Finding]:
    """A match counts double if the losers have no points for tricks: they must be points, and be to be had (TR-04)."""
    if view["match.double"] == "never":
        return
    if view["match.limit"]:
        problem = "with a limit points are penalties, and losers have them"
        yield view.find("match.double", problem, '"never", or no match.limit', because=["match.limit"])
    elif not view.rows("score"):
        problem = "nobody gets points for tricks, so every match would count double"
        yield view.find("match.double", problem, '"never", or a row of the score', because=["pot.stake"])


def the_pot_stays_at_its_table(view: View) -> Iterator[Finding]:
    """In a tournament, whose tables play one after another, no pot is left for those at the next."""
    if view["tournament.sessions"] and view["pot.stake"]:
        problem = "a tournament goes on at other tables, and what is left in the pot would go with it"
        yield view.find("tournament.sessions", problem, "0, or no pot.stake", because=["pot.stake"])


def tournament_is_played_to_its_end(view: View) -> Iterator[Finding]:
    """A tournament ends after its sessions, and in no other way (TO-01, TO-03)."""
    if view["tournament.sessions"]:
        for key in ("match.target", "match.limit", "match.deals"):
            if view[key]:
                problem = f"a tournament is played to the end of its sessions, and {key} is {view[key]}"
                yield view.find(key, problem, "0", because=["tournament.sessions"])


def tournament_fills_tables(view: View) -> Iterator[Finding]:
    """All who take part in a tournament sit at full tables."""
    seats, players = view["table.players"], view["tournament.players"]
    if view["tournament.sessions"] and players % seats:
        problem = f"{players} players don't fill tables of {seats}"
        expected = f"a multiple of {seats}"
        because = ["table.players", "tournament.sessions"]
        yield view.find("tournament.players", problem, expected, because=because)


def match_is_not_stopped_early(view: View) -> Iterator[Finding]:
    """A match with a fixed number of deals has them all."""
    most = view["match.at_most"]
    sessions = view["tournament.sessions"]
    tables = view["tournament.players"] // view["table.players"]
    deals = sessions * view["tournament.rounds"] * view["tournament.deals"] * tables or view["match.deals"]
    if deals > most:
        problem = f"a match of {deals} deals would be stopped after {most}"
        because = ["tournament.sessions", "tournament.players"] if sessions else ["match.deals"]
        yield view.find("match.at_most", problem, f"{deals} or more", because=because)


RULES: tuple[Rule, ...] = (
    players_are_allowed,
    partnerships_are_equal,
    match_has_one_goal,
    nobody_goes_out_for_chips,
    only_winners_count_double,
    the_pot_stays_at_its_table,
    tournament_is_played_to_its_end,
    tournament_fills_tables,
    match_is_not_stopped_early,
)
"""The rules of this module."""
