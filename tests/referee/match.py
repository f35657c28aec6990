"""What goes from deal to deal: place in the file, seats, dealer, scores, carry, pot, the end of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.referee import bruus, bura_kozel
from tests.referee.games import Rules, rules_of
from tests.referee.record import NAMES, NUMBER, SUITS, Deal, Fault, Outcome
from tests.referee.tournament import Tournament
from tests.referee.trick import Ending, Settled

ALL_CARDS = frozenset(range(len(NAMES)))
NO_SIXES = ALL_CARDS - {NUMBER["6" + suit] for suit in SUITS}
STOPPED_AFTER = 1000
"""A match may be stopped after so many deals, where the game does not set another number."""


@dataclass(frozen=True, slots=True)
class Past:
    """The deal before, and what its clauses made of it (None where a fault hides it)."""

    deal: Deal
    settled: Settled | None
    ending: Ending | None
    trick_points: tuple[int, ...] | None


def still_in(after: Sequence[int], limit: int) -> list[int]:
    """The sides that are not out after a deal (KP-15, KP-16)."""
    sides = range(len(after))
    under = [side for side in sides if after[side] < limit]
    if under:
        return under
    most = max(after)
    if after.count(most) == 1:
        return [side for side in sides if after[side] != most]
    return list(sides)


class Course:
    """The course of a record file, judged deal by deal."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.past: Past | None = None
        self.begun = False
        self.seats_at_start: int | None = None
        self.tournament: Tournament | None = None

    def lose_track(self) -> None:
        """A record could not be read: what follows is not measured against it."""
        self.past = None
        self.begun = True

    def judge(self, deal: Deal) -> list[Fault]:
        """Everything that is wrong with the next deal of the file."""
        try:
            rules = rules_of(deal.game)
        except Fault as fault:
            self.lose_track()
            return [fault]
        faults = self._check_place(deal)
        past = self.past
        same_run = past is not None and _run(past.deal) == _run(deal)
        if not same_run:
            self.seats_at_start = None
            self.tournament = Tournament(rules) if rules.tournament else None
        follows = (
            past is not None
            and same_run
            and past.deal.match == deal.match
            and past.deal.number + 1 == deal.number
            and past.deal.outcome is None
        )
        table_faults = _check_table(deal, rules)
        faults += table_faults
        trick_points: tuple[int, ...] | None = None
        if self.tournament is not None and deal.number % self.tournament.deals_a_table == 0:
            faults += self.tournament.sit_down(deal)
            faults += _check_new_session(past.deal if past is not None and follows else None, deal)
            trick_points = (0,) * deal.sides
        elif past is not None and follows:
            faults += _check_chain(past, deal, rules)
            trick_points = past.trick_points
        elif deal.number == 0:
            faults += self._check_start(deal)
            trick_points = (0,) * deal.sides
        faults += _check_sum(deal)
        settled, ending = None, None
        if not table_faults:
            try:
                settled = self._settle(deal, rules, trick_points or (0,) * deal.sides)
            except Fault as fault:
                faults.append(fault)
            else:
                more, ending = _compare(deal, settled, may_drop_carry=self.tournament is not None)
                faults += more
        known = trick_points is not None and ending is not None
        after = ending.trick_points if known and ending is not None else None
        if self.tournament is not None:
            self.tournament.count(deal)
            faults += self.tournament.close(deal)
        elif not table_faults:
            faults += _check_outcome(deal, rules, ending, after)
        self.past = Past(deal, settled, ending, after)
        self.begun = True
        return faults

    def _settle(self, deal: Deal, rules: Rules, trick_points: tuple[int, ...]) -> Settled:
        if rules.bruus:
            return bruus.settle(deal, rules, trick_points)
        return bura_kozel.settle(deal, rules, self.strict)

    def _check_place(self, deal: Deal) -> list[Fault]:
        """Matches and deals count from 0, without gaps; only the last match may be cut off."""
        past = self.past.deal if self.past is not None else None
        if past is None:
            expected = (0, 0)
            if self.begun:
                return []
        elif _run(past) != _run(deal):
            expected = (0, 0)
        elif past.outcome is None:
            expected = (past.match, past.number + 1)
        else:
            expected = (past.match + 1, 0)
        faults = []
        if past is not None and past.outcome is None and (_run(past) != _run(deal) or past.match != deal.match):
            faults.append(Fault("record", f"match {past.match} breaks off before this record", "its outcome first"))
        if (deal.match, deal.number) != expected:
            faults.append(
                Fault(
                    "record",
                    f"this is match {deal.match}, deal {deal.number}",
                    f"match {expected[0]}, deal {expected[1]}",
                )
            )
        return faults

    def _check_start(self, deal: Deal) -> list[Fault]:
        """A match begins with everybody, at nothing; the first dealer is drawn by lot."""
        faults = []
        if deal.players != tuple(range(deal.seats)):
            faults.append(
                Fault(
                    "record",
                    f"the players are {list(deal.players)}",
                    f"{list(range(deal.seats))} at the start",
                )
            )
        if any(deal.before):
            faults.append(Fault("record", f"before is {list(deal.before)}", "nothing at the start of a match"))
        if deal.taken:
            faults.append(Fault("record", f"carry takes over {deal.taken}", "0 at the start of a match"))
        if deal.pot is not None and (deal.pot.before, deal.pot.staked) != (0, deal.seats):
            faults.append(Fault("BU-02", f"the pot is {deal.pot}", f"before 0, staked {deal.seats}"))
        if self.seats_at_start is None:
            self.seats_at_start = deal.seats
        elif deal.seats != self.seats_at_start:
            faults.append(
                Fault(
                    "record",
                    f"there are {deal.seats} seats",
                    f"{self.seats_at_start}, as in the match before",
                )
            )
        return faults


def _run(deal: Deal) -> tuple[str, str, int]:
    return deal.game, deal.digest, deal.seed


def _check_table(deal: Deal, rules: Rules) -> list[Fault]:
    """What must stand before a deal can be played: seats, sides, pack, and the fields that the game has."""
    faults = []
    allowed = (2, *rules.seats) if rules.limit and deal.number else rules.seats
    if deal.seats not in allowed:
        faults.append(Fault("record", f"there are {deal.seats} seats", f"one of {allowed}"))
    partners = deal.seats in rules.partners_at
    teams = tuple(seat % 2 if partners else seat for seat in range(deal.seats))
    if deal.teams != teams:
        faults.append(Fault("record", f"teams are {list(deal.teams)}", f"{list(teams)}"))
    if len(set(deal.players)) != deal.seats:
        faults.append(Fault("record", f"the players are {list(deal.players)}", "nobody twice"))
    pack = ALL_CARDS if rules.sixes else NO_SIXES
    if frozenset(deal.pack) != pack:
        clause = "BR-01" if rules.sixes else "TR-01"
        if not rules.bruus:
            clause = "BU-01" if rules.sixes else "BU-V4"
        faults.append(Fault(clause, f"the pack has {len(deal.pack)} cards", f"the {len(pack)} cards of the game"))
    for name, value, wanted in (
        ("trump", deal.trump, not rules.bruus),
        ("turned", deal.turned, not rules.bruus),
        ("card_points", deal.card_points, not rules.bruus),
        ("pot", deal.pot, rules.has_pot),
    ):
        if (value is not None) != wanted:
            faults.append(Fault("record", f"{name} is {value}", f"{'one' if wanted else 'null'} in {rules.game}"))
    if deal.pot is not None and deal.pot.staked not in (0, deal.seats):
        faults.append(Fault("BU-02", f"{deal.pot.staked} chips are staked", f"{deal.seats}, or none"))
    return faults


def _check_new_session(past: Deal | None, deal: Deal) -> list[Fault]:
    """A session begins at nothing, or goes on with what its match has so far."""
    faults = []
    if any(deal.before) and (past is None or past.after != deal.before):
        faults.append(Fault("TO-01", f"before is {list(deal.before)}", "nothing at the start of a session"))
    if deal.taken and (past is None or past.handed != deal.taken):
        faults.append(Fault("TR-02", f"carry takes over {deal.taken}", "nothing at the start of a session"))
    return faults


def _check_chain(past: Past, deal: Deal, rules: Rules) -> list[Fault]:
    """Everything that a deal takes over from the one before it."""
    faults = _check_seating(past, deal, rules)
    if deal.taken != past.deal.handed:
        faults.append(
            Fault(
                _carry_clause(rules),
                f"carry takes over {deal.taken}",
                f"{past.deal.handed}, what the last deal handed on",
            )
        )
    if deal.pot is not None and past.deal.pot is not None:
        clause = past.settled.clause if past.settled else "BU-02"
        if deal.pot.before != past.deal.pot.left:
            faults.append(Fault(clause, f"the pot is {deal.pot.before} before", f"{past.deal.pot.left}, what was left"))
        stakes = past.ending.stakes if past.ending else (0, deal.seats)
        if deal.pot.staked not in stakes:
            faults.append(Fault(clause, f"{deal.pot.staked} chips are staked", " or ".join(map(str, stakes))))
    return faults


def _carry_clause(rules: Rules) -> str:
    return "TR-02" if rules.bruus else "HK-01"


def _check_seating(past: Past, deal: Deal, rules: Rules) -> list[Fault]:
    """Who sits where, who deals, and with what score, after those who are out have left (KP-15 to KP-17)."""
    last = past.deal
    players = list(last.players)
    if rules.limit and last.sides == last.seats:
        players = [last.players[side] for side in still_in(last.after, rules.limit)]
    someone_left = len(players) < last.seats
    turns = [tuple(players[turn:] + players[:turn]) for turn in range(len(players) if someone_left else 1)]
    if deal.players not in turns:
        clause = "KP-15" if rules.limit else "record"
        return [Fault(clause, f"the players are {list(deal.players)}", f"{players}, in their order round the table")]
    faults = []
    scores = {player: last.after[last.teams[seat]] for seat, player in enumerate(last.players)}
    for seat, player in enumerate(deal.players):
        if deal.before[deal.teams[seat]] != scores[player]:
            what = f"player {player} stands at {deal.before[deal.teams[seat]]} before the deal"
            faults.append(Fault("record", what, f"{scores[player]}, as after the last one"))
    if past.settled is not None:
        dealer = past.settled.next_dealer
        while last.players[dealer] not in players:
            dealer = (dealer + 1) % last.seats
        if deal.players[deal.dealer] != last.players[dealer]:
            what = f"seat {deal.dealer}, player {deal.players[deal.dealer]}, deals"
            faults.append(Fault(past.settled.dealer_clause, what, f"player {last.players[dealer]}"))
    return faults


def _check_sum(deal: Deal) -> list[Fault]:
    after = tuple(before + score for before, score in zip(deal.before, deal.score, strict=True))
    if deal.after != after:
        return [Fault("record", f"after is {list(deal.after)}", f"{list(after)}, before and score together")]
    return []


def _compare(deal: Deal, settled: Settled, *, may_drop_carry: bool) -> tuple[list[Fault], Ending | None]:
    """Hold what the record says against what its moves come to; the ending that it describes."""
    faults = _compare_tricks(deal, settled) + _compare_events(deal, settled)
    if list(deal.tricks_won) != settled.tricks_won:
        clause = settled.tricks_clause
        faults.append(Fault(clause, f"tricks_won is {list(deal.tricks_won)}", f"{settled.tricks_won}"))
    if deal.card_points is not None and list(deal.card_points) != settled.card_points:
        faults.append(Fault("BU-01", f"card_points is {list(deal.card_points)}", f"{settled.card_points}"))
    fitting = [ending for ending in settled.endings if ending.score == deal.score]
    if not fitting:
        wanted = " or ".join(str(list(ending.score)) for ending in settled.endings)
        clause = settled.carry_clause if deal.taken else settled.clause
        return [
            *faults,
            Fault(clause, f"score is {list(deal.score)}", f"{wanted}: {settled.why}"),
        ], None
    carries = [
        ending
        for ending in fitting
        if deal.handed == (0 if deal.outcome is not None else ending.handed) or (may_drop_carry and not deal.handed)
    ]
    if not carries:
        wanted = "0: the match ends" if deal.outcome is not None else " or ".join(str(each.handed) for each in fitting)
        return [*faults, Fault(settled.carry_clause, f"carry hands on {deal.handed}", wanted)], fitting[0]
    ending = carries[0]
    if deal.pot is not None and deal.pot.left != ending.left:
        faults.append(Fault(settled.clause, f"{deal.pot.left} is left in the pot", f"{ending.left}: {settled.why}"))
    return faults, ending


def _compare_tricks(deal: Deal, settled: Settled) -> list[Fault]:
    for number, (told, found) in enumerate(zip(deal.tricks, settled.tricks, strict=False)):
        if told != found:
            return [Fault(settled.winner_clause, f"trick {number} is {told}", f"{found}")]
    if len(deal.tricks) != len(settled.tricks):
        return [Fault("record", f"there are {len(deal.tricks)} tricks", f"{len(settled.tricks)}")]
    return []


EVENT_CLAUSES = {"dare": "BR-40", "strike": "BR-42", "counter-strike": "BR-45"}


def _compare_events(deal: Deal, settled: Settled) -> list[Fault]:
    told, found = list(deal.events), settled.events
    if told == found:
        return []
    if sorted(told) == sorted(found):
        return [Fault("record", "the events are out of order", f"{found}, as they happen")]
    missing = [event for event in found if event not in told]
    extra = [event for event in told if event not in found]
    clause = EVENT_CLAUSES.get((missing or extra or told)[0].kind, "record")
    return [Fault(clause, f"the events are {told}", f"{found}")]


def _check_outcome(
    deal: Deal, rules: Rules, ending: Ending | None, trick_points: tuple[int, ...] | None
) -> list[Fault]:
    """A match ends with the deal that its clauses say, and says so."""
    clause, values, expected = _expected_outcome(deal, rules, ending, trick_points)
    told = deal.outcome
    if told is None and expected is None:
        return []
    if expected is None and told is not None and told.reason == "stopped":
        if deal.number + 1 < (rules.at_most or STOPPED_AFTER):
            return [Fault("record", f"the match is stopped after {deal.number + 1} deals", "more of them")]
        if told.winner is not None or told.totals is not None:
            return [Fault("record", f"the outcome is {told}", "no winner of a match that is stopped")]
        return []
    if told is None:
        return [Fault(clause, "there is no outcome", f"{expected}")]
    if expected is None:
        return [Fault(clause, f"the outcome is {told}", "none: the match goes on")]
    if (told.winner, told.reason, told.totals) != (expected.winner, expected.reason, None):
        return [Fault(clause, f"the outcome is {told}", f"{expected}")]
    if told.value not in values:
        return [
            Fault(
                "TR-04" if rules.double else "record",
                f"the value is {told.value}",
                " or ".join(map(str, values)),
            )
        ]
    return []


def _expected_outcome(
    deal: Deal, rules: Rules, ending: Ending | None, trick_points: tuple[int, ...] | None
) -> tuple[str, tuple[int, ...], Outcome | None]:
    """The clause that ends the match or lets it go on, the values that it may have, and the outcome."""
    if rules.bruus:
        clause = "TR-03" if rules.double else "BR-52"
        winner = ending.reached if ending is not None else None
        if ending is None and rules.target:
            winner = next((side for side, points in enumerate(deal.after) if points >= rules.target), None)
        if winner is None:
            return clause, (), None
        values: tuple[int, ...] = (1,)
        if rules.double:
            values = (1, 2) if trick_points is None else (1,) if trick_points[1 - winner] else (2,)
        return clause, values, Outcome(winner, values[0], "target", None)
    if rules.limit:
        left = still_in(deal.after, rules.limit)
        clause = "KP-16" if min(deal.after) >= rules.limit else "KP-15"
        return clause, (1,), Outcome(left[0], 1, "last-left", None) if len(left) == 1 else None
    clause = "BU-15" if rules.game == "bura" else "KM-05"
    if deal.number + 1 != rules.deals:
        return clause, (), None
    most = max(deal.after)
    richest = deal.after.index(most) if deal.after.count(most) == 1 else None
    return clause, (1,) if richest is not None else (0, 1), Outcome(richest, 1, "deals", None)
