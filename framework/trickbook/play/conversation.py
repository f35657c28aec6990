"""What a person types at a table, and what is answered, line by line; the same for every screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trickbook.compiler import CompiledGame
from trickbook.game.seats import SeatError, parse_seat, seat_words
from trickbook.game.table import IllegalMoveError
from trickbook.play.players import Adviser
from trickbook.play.reading import ReadingError, read_moves
from trickbook.play.session import Session, SessionError
from trickbook.play.words import Teller, advice_lines, asked_lines, deal_line, hand_line, table_lines, trick_lines

HELP = (
    "Type the number of a choice, or cards in any notation: 10D, td or ♦10; several with blanks between.",
    "After cards, where there is more than one way to play them: down, up, declare, silent.",
    "  ?            what the machine would play, and what it expects of each move",
    "  undo (u)     take your last move back",
    "  table (t)    show the table again",
    "  last (l)     show the last trick",
    "  seat NAME    play on from another seat; the machine takes over yours",
    "  finish (f)   let the machine play this deal to its end",
    "  match        let the machine play the match to its end",
    "  rules (r)    show the rules",
    "  next (n)     deal again, once a deal is over; Enter does it too",
    "  quit (q)     leave",
)
_MOST = 200
"""Characters of a line that are read."""
Sheet = Callable[[CompiledGame], Sequence[str]]
"""What returns the rules of a game as lines."""


class Conversation:
    """A person at a table: each line that is typed is answered by lines."""

    def __init__(
        self,
        session: Session,
        adviser: Callable[[], Adviser],
        sheet: Sheet,
        keep: Callable[[Session], None] | None = None,
    ) -> None:
        """Take a session. `adviser` is called when advice is first asked for, `keep` whenever deals that are over are more or fewer."""
        self.session = session
        """The session."""
        self.is_done = False
        """Whether the person has left."""
        self._make_adviser = adviser
        self._adviser: Adviser | None = None
        self._sheet = sheet
        self._keep = keep
        self._kept = 0
        self._teller = Teller()
        self._commands: dict[str, Callable[[], list[str]]] = {
            "?": self._advise,
            "help": lambda: list(HELP),
            "undo": self._undo,
            "table": self._table,
            "last": self._last,
            "finish": self._finish,
            "match": self._finish_match,
            "rules": lambda: list(self._sheet(self.session.game)),
            "next": self._next,
            "quit": self._quit,
        }
        short = {name[0]: name for name in ("help", "undo", "table", "last", "finish", "rules", "next", "quit")}
        self._short = {**short, "exit": "quit", "hint": "?", "back": "undo"}

    def opening(self) -> list[str]:
        """Return what is said first."""
        return [*table_lines(self.session.view()), *self._after()]

    def enter(self, text: str) -> list[str]:
        """Do what a typed line says, and return what is answered. Raises only what `keep` raises, or a plugin's player."""
        words = text[:_MOST].split()
        try:
            if not words:
                return self._empty()
            name = words[0].lower()
            if name == "seat":
                return self._take_seat(" ".join(words[1:]))
            name = self._short.get(name, name)
            if name in self._commands and len(words) == 1:
                return self._commands[name]()
            return self._move(" ".join(words))
        except (ReadingError, SessionError, IllegalMoveError, SeatError) as error:
            return [f"{str(error)[:1].upper()}{str(error)[1:]}."]

    def farewell(self) -> list[str]:
        """Return what is said when the person leaves: which deals are over, and how the match stands."""
        deals = len(self.session.records)
        if not deals:
            return ["No deal was played to its end."]
        over = " The match is over." if self.session.table.is_match_over else ""
        return [f"{deals} {'deal was' if deals == 1 else 'deals were'} played to the end.{over}"]

    def _empty(self) -> list[str]:
        if self.session.is_over:
            return self._quit()
        return self._next() if self.session.table.is_over else self._after()

    def _move(self, text: str) -> list[str]:
        view = self.session.view()
        if view.is_over:
            return ["The deal is over. Enter deals again, undo takes back, help lists what can be typed."]
        made = 0
        try:
            for move in read_moves(view, text):
                self.session.play(move)
                made += 1
        except IllegalMoveError:
            for _ in range(made):
                self.session.undo()
            raise
        return self._after()

    def _after(self) -> list[str]:
        """Return what has happened since, and what comes now; see to the records."""
        if self._keep is not None and self._kept != len(self.session.records):
            self._kept = len(self.session.records)
            self._keep(self.session)
        view = self.session.view()
        lines = self._teller.news(view)
        if self.session.is_over:
            return [*lines, "Enter ends, undo takes back."]
        if view.is_over:
            return [*lines, "Enter deals again, undo takes back."]
        return [*lines, hand_line(view), *asked_lines(view)]

    def _table(self) -> list[str]:
        view = self.session.view()
        going_on = [trick for trick in view.tricks if trick.winner is None]
        lines = [*table_lines(view), *(line for trick in going_on for line in trick_lines(view, trick))]
        return [*lines, hand_line(view), *asked_lines(view)]

    def _last(self) -> list[str]:
        view = self.session.view()
        over = [trick for trick in view.tricks if trick.winner is not None]
        return trick_lines(view, over[-1]) if over else ["No trick is over yet."]

    def _advise(self) -> list[str]:
        if not self.session.view().choices:
            return ["There is nothing to choose now."]
        if self._adviser is None:
            self._adviser = self._make_adviser()
        return advice_lines(self._adviser.advise(self.session.table))

    def _undo(self) -> list[str]:
        self.session.undo()
        self._teller = Teller()
        return ["Taken back.", *self._after()]

    def _take_seat(self, name: str) -> list[str]:
        seats = self.session.table.seats
        seat = parse_seat(name, seats)
        self.session.take_seat(seat)
        return [f"You are {seat_words(seat, seats)} now.", *self._after()]

    def _finish(self) -> list[str]:
        self.session.finish_deal()
        return self._after()

    def _finish_match(self) -> list[str]:
        before = len(self.session.records)
        self.session.finish_match()
        return [*(deal_line(record) for record in self.session.records[before:-1]), *self._after()]

    def _next(self) -> list[str]:
        self.session.next_deal()
        return [*table_lines(self.session.view()), *self._after()]

    def _quit(self) -> list[str]:
        self.is_done = True
        return []
