"""What one seat may see of a table, as plain data: all that a screen or a page for that seat is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from trickbook.cards import cards_text
from trickbook.game.reasons import counted
from trickbook.game.table import Move, Step, Table, Trick
from trickbook.kernel.layout import ANNOUNCE, CLAIM, STEP


@dataclass(frozen=True)
class Played:
    """One play of a trick."""

    seat: int
    cards: tuple[str, ...]
    """Its cards; none where they lie face down and are another's."""
    size: int
    """How many cards it is."""
    face_down: bool
    takes_over: bool
    """Whether it wins the trick now; true of a lead."""
    why: str
    """The reason; empty for what lies face down and is another's."""
    announced: str
    """The combination that it is announced as, a lead."""
    kinds: tuple[str, ...]
    """The kinds of event that it made, such as `dare`."""


@dataclass(frozen=True)
class Drawn:
    """What a seat has drawn."""

    seat: int
    size: int
    cards: tuple[str, ...]
    """The cards, one's own only."""


@dataclass(frozen=True)
class TrickView:
    """A trick, complete or not."""

    number: int
    """From 1."""
    plays: tuple[Played, ...]
    winner: int | None
    scored: tuple[int, ...]
    """What it has scored at once, by side."""
    drawn: tuple[Drawn, ...]


@dataclass(frozen=True)
class Choice:
    """A legal move, and how it is chosen."""

    key: str
    """What to type: its number from 1; where a number of tricks is named, that."""
    text: str
    move: Move


@dataclass(frozen=True)
class View:
    """What a seat sees. Neither the seed, nor other hands, nor the stock, nor what others have played face down is in it."""

    game: str
    match: int
    deal: int
    seat: int | None
    """The seat that looks; None for a player who sits out this deal."""
    seats: int
    side_of: tuple[int, ...]
    dealer: int
    turn: int | None
    """The seat to move; None once the deal is over, and where another is asked for what only some are asked."""
    trump: str | None
    turned: str | None
    """The card that was turned for trump."""
    stock_left: int
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    tricks: tuple[TrickView, ...]
    """The tricks of this deal, the one being played last."""
    tricks_won: tuple[int, ...]
    """By side."""
    score: tuple[int, ...]
    """Of the match, by side."""
    named: tuple[int | None, ...]
    given: tuple[str, ...]
    """The cards that the seat has chosen to give away."""
    asked: str
    """What the seat is asked, if it is its turn: `play`, `announce`, `claim`, `name` or `give`; else nothing."""
    choices: tuple[Choice, ...]
    ending: tuple[str, ...]
    """What came of the deal and why, in sentences, once it is over."""
    is_over: bool
    is_match_over: bool

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)


def look(table: Table, seat: int | None, ending: tuple[str, ...] = ()) -> View:
    """Return what a seat sees of a table."""
    state = table.state
    is_own = seat is not None and table.turn == seat
    is_secret = int(state.phase) in (ANNOUNCE, CLAIM) and not is_own
    choices = choices_at(table) if is_own else ()
    return View(
        game=table.game.game,
        match=int(state.match),
        deal=int(state.deal),
        seat=seat,
        seats=table.seats,
        side_of=tuple(table.side_of),
        dealer=int(state.dealer),
        turn=None if is_secret else table.turn,
        trump=table.trump,
        turned=None if state.turned < 0 else table.game.pack.name(int(state.turned)),
        stock_left=table.stock_left,
        hand=() if seat is None else table.hand(seat),
        hand_sizes=tuple(int(hand).bit_count() for hand in state.hands[: table.seats]),
        tricks=tuple(_trick(table, number, trick, seat) for number, trick in enumerate(table.tricks)),
        tricks_won=tuple(table.tricks_won),
        score=tuple(table.score),
        named=tuple(table.named),
        given=() if seat is None else tuple(table.game.pack.names(int(state.giving[seat]) | int(state.given[seat]))),
        asked=_asked(int(state.phase), choices),
        choices=choices,
        ending=ending,
        is_over=table.is_over,
        is_match_over=table.is_match_over,
    )


def _asked(phase: int, choices: tuple[Choice, ...]) -> str:
    if not choices:
        return ""
    if phase == STEP:
        return choices[0].move.kind
    return {ANNOUNCE: "announce", CLAIM: "claim"}.get(phase, "play")


def _trick(table: Table, number: int, trick: Trick, seat: int | None) -> TrickView:
    state, pack = table.state, table.game.pack
    kinds: dict[tuple[int, str], list[str]] = {}
    for i in range(int(state.events)):
        kind = table.game.events[int(state.event_kind[i])]
        if int(state.event_trick[i]) == number and kind.recorded:
            kinds.setdefault((int(state.event_seat[i]), pack.name(int(state.event_card[i]))), []).append(kind.name)
    return TrickView(
        number=number + 1,
        plays=tuple(_played(step, seat, kinds) for step in trick.steps),
        winner=trick.winner,
        scored=tuple(trick.scored),
        drawn=tuple(Drawn(who, len(cards), cards if who == seat else ()) for who, cards in trick.drawn.items()),
    )


def _played(step: Step, seat: int | None, kinds: Mapping[tuple[int, str], list[str]]) -> Played:
    is_hidden = step.face_down and step.seat != seat
    made = [] if is_hidden else [kind for card in step.cards for kind in kinds.get((step.seat, card), [])]
    return Played(
        seat=step.seat,
        cards=() if is_hidden else step.cards,
        size=len(step.cards),
        face_down=step.face_down,
        takes_over=step.takes_over,
        why="" if is_hidden else step.why,
        announced=step.announced,
        kinds=tuple(made),
    )


def choices_at(table: Table) -> tuple[Choice, ...]:
    """Return the legal moves of the seat to move, in the kernel's order, and how each is chosen."""
    return tuple(
        Choice(str(i if move.number is None else move.number), move_text(move), move)
        for i, move in enumerate(table.legal_moves(), 1)
    )


def move_text(move: Move) -> str:
    """Return a move in a few words.

    >>> move_text(Move(("10D",), face_down=True)), move_text(Move(kind="name", number=1))
    ('10♦ face down', 'one trick')
    """
    cards = cards_text(move.cards)
    if move.kind == "name":
        return counted(move.number or 0, "trick")
    if move.kind == "give":
        return f"give {cards}"
    if move.kind == "announce":
        return f"announce {move.announce} with {cards}"
    if not move.cards:
        return move.kind
    how = " face down" if move.face_down else ""
    return f"{cards}{how}" + ("" if move.declare is None else ", declared" if move.declare else ", not declared")
