"""Tournaments: who sits down in which session, and the individual totals (TO-01 to TO-03)."""

from __future__ import annotations

from tests.referee.games import Rules
from tests.referee.record import Deal, Fault, Outcome


class Tournament:
    """A tournament on its way, in tables: a table is four players, and the deals of one session.

    Whether a match is a table, a session or the whole tournament is left open by the format, but a file keeps
    to one. The number of players, where the game does not say it, shows when the first session is over.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = rules.tournament_players
        self.totals: dict[int, int] = {}
        self.seated: set[int] = set()
        self.tables = 0
        self.tables_in_match = 0
        self.tables_a_match: int | None = None

    @property
    def deals_a_table(self) -> int:
        return self.rules.rounds * self.rules.deals_a_round

    @property
    def tables_in_all(self) -> int | None:
        return None if self.players is None else self.rules.sessions * self.players // 4

    def sit_down(self, deal: Deal) -> list[Fault]:
        """Take the players of a new table: in a session each plays once."""
        players = set(deal.players)
        if len(self.seated) == self.players:
            self.seated = set()
        again = players & self.seated
        if again and self.players is None:
            self.players = len(self.seated)
            self.seated = set()
            again = set()
        faults = []
        strangers = set() if self.players is None else players - set(range(self.players))
        if again or strangers or len(players) != deal.seats:
            faults.append(
                Fault("TO-01", f"the players are {list(deal.players)}", "four who sit down once in a session")
            )
        self.seated |= players
        return faults

    def count(self, deal: Deal) -> None:
        """A team's points count for both partners."""
        for player, team in zip(deal.players, deal.teams, strict=True):
            self.totals[player] = self.totals.get(player, 0) + deal.score[team]

    def close(self, deal: Deal) -> list[Fault]:
        """Check the outcome of a deal, and keep the books where a table's session is over."""
        faults = []
        table_over = deal.number % self.deals_a_table == self.deals_a_table - 1
        if not table_over:
            if deal.outcome is not None:
                faults.append(Fault("TO-01", "the match ends here", f"{self.deals_a_table} deals in a session"))
            return faults
        self.tables += 1
        self.tables_in_match += 1
        if deal.outcome is not None:
            faults += self._check_outcome(deal, deal.outcome)
            self.tables_a_match = self.tables_a_match or self.tables_in_match
        if deal.outcome is None and self.tables_in_match in (self.tables_a_match, self.tables_in_all):
            faults.append(Fault("TO-01", "there is no outcome", "the end of the match: its sessions are over"))
        if deal.outcome is not None:
            self.tables_in_match = 0
        if self.tables == self.tables_in_all:
            self.tables = 0
            self.totals = {}
            self.seated = set()
        return faults

    def _check_outcome(self, deal: Deal, outcome: Outcome) -> list[Fault]:
        faults = []
        if outcome.winner is not None or outcome.reason != "deals" or outcome.value not in (0, 1):
            faults.append(Fault("TO-02", f"the outcome is {outcome}", "no winner, value 1, reason deals"))
        if outcome.totals is None:
            return [*faults, Fault("TO-02", "there are no totals", "the players' totals so far")]
        if self.players is None:
            self.players = len(outcome.totals)
        if self.players % 4 or len(outcome.totals) != self.players:
            faults.append(Fault("TO-01", f"there are {len(outcome.totals)} totals", "one a player, a multiple of four"))
        expected = tuple(self.totals.get(player, 0) for player in range(self.players))
        if outcome.totals != expected:
            faults.append(Fault("TO-02", f"the totals are {list(outcome.totals)}", f"{list(expected)}"))
        whole = {1, self.players // 4, self.tables_in_all}
        if self.tables_a_match is None and self.tables_in_match not in whole:
            faults.append(
                Fault(
                    "TO-01",
                    f"a match of {self.tables_in_match} tables",
                    f"one of {sorted(filter(None, whole))}",
                )
            )
        elif self.tables_a_match not in (None, self.tables_in_match):
            faults.append(
                Fault("TO-01", f"a match of {self.tables_in_match} tables", f"{self.tables_a_match}, as before")
            )
        return faults
