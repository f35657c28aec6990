"""A recorded deal as a person can follow it: why each trick fell as it did, who drew what, and what scored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from trickbook.cards import SUIT_SYMBOLS, SUITS, cards_text
from trickbook.compiler import CompiledGame
from trickbook.game.reasons import counted, play_lines, with_article
from trickbook.game.score_reasons import why_score
from trickbook.game.seats import seat_words, side_name
from trickbook.game.standings import ranking
from trickbook.game.table import IllegalMoveError, Table, Trick
from trickbook.kernel.layout import ENDED_POT, State
from trickbook.kernel.limits import MAX_POINTS
from trickbook.records import SINGLE_DEALS, play_moves, record_of, sample_of, table_at
from trickbook.records.replaying import Kept
from trickbook.rulebook.sources import split_game
from trickbook.wording import listed

_LACKS_TALLIES = (
    "What was kept from the deals before is not known here; what follows is reckoned as if nothing had been (tally)."
)


def transcript(game: CompiledGame, record: Mapping[str, Any], kept: Kept | None = None) -> list[str]:
    """Return the lines that tell a deal; `kept` is what tallies have from the deals before, if that is known.

    A move that is not legal ends the transcript, with the reason. Raises `trickbook.records.RecordError` if the
    record can't even be dealt.
    """
    found = told(game, record, kept)
    return [*found.opening, *chain.from_iterable(found.tricks), *found.ending]


@dataclass(frozen=True)
class Told:
    """A deal in words, in its parts."""

    opening: tuple[str, ...]
    """What stands before the first trick: the match, the deal, and what each is dealt."""
    tricks: tuple[tuple[str, ...], ...]
    """For each trick its plays and why they take over, who draws what, and what is scored at once."""
    ending: tuple[str, ...]
    """What comes of the deal, and why; or why it ends early."""
    plays: tuple[int, ...]
    """How many plays each trick has."""


def told(game: CompiledGame, record: Mapping[str, Any], kept: Kept | None = None) -> Told:
    """Tell a deal part by part; see `transcript`."""
    return _Transcript(game, record, kept).told()


def rules_in_words(rules: Mapping[str, Any]) -> str:
    """Return what a line of rules in a file of records says, in a sentence or two."""
    rulebook, *house_rules = split_game(rules["game"])
    stacked = ""
    if house_rules:
        stacked = f" with the house {'rule' if len(house_rules) == 1 else 'rules'} "
        stacked += listed([piece.text for piece in house_rules])
    name = rules["rules"].get("name")
    named = f"{name}, that is " if isinstance(name, str) else ""
    return (
        f"The rules of {rules['game']}: {named}the rulebook {rulebook.text}{stacked}. "
        f"Their digest is {rules['digest']}; the deals that name it were played by them."
    )


class _Transcript:
    """One deal, played again at a table that remembers its tricks."""

    def __init__(self, game: CompiledGame, record: Mapping[str, Any], kept: Kept | None) -> None:
        self._game = game
        self._record = record
        self._table: Table = table_at(game, record)
        if kept is not None:
            self._table.state.tally[:] = kept
        follows = record["deal"] > 0 and sample_of(record)[0] != SINGLE_DEALS
        self._lacks_tallies = kept is None and follows and game.rules.tallies > 0
        self._names: list[str] = []
        self._told: Mapping[str, Any] = record
        """What the moves come to, whatever the record says."""

    def told(self) -> Told:
        """Return the deal in words."""
        table = self._table
        self._names = [side_name(side, table.side_of) for side in range(len(table.score))]
        stock = table.stock_left
        opening = (*self._opening(), *self._steps())
        trouble = ""
        try:
            play_moves(table, self._record)
        except IllegalMoveError as error:
            trouble = f"Here the record goes wrong: {error}."
        self._told = record_of(self._game, table.state, self._record["seed"])
        tricks = []
        for number, trick in enumerate(table.tricks):
            stock -= sum(map(len, trick.drawn.values()))
            tricks.append((*self._tell_trick(number, trick), *self._tell_drawing(trick, stock)))
        if not trouble and not table.is_over:
            trouble = "Here the record stops, before the deal is over."
        # The outcome as recorded: what a match counts depends on deals that need not be there.
        comes = [trouble] if trouble else ending(self._game, table.state, self._told, self._record["outcome"])
        doubt = [_LACKS_TALLIES] if self._lacks_tallies and not trouble else []
        return Told(opening, tuple(tricks), (*doubt, *comes), tuple(len(trick.steps) for trick in table.tricks))

    def _who(self, seat: int) -> str:
        return seat_words(seat, self._table.seats)

    def _opening(self) -> Iterator[str]:
        record, table = self._record, self._table
        yield f"Match {record['match']}, deal {record['deal']} of {record['game']}. {self._who(record['dealer'])} deals."
        if self._game.rules.sessions:
            seated = [f"P{player + 1} is {self._who(seat)}" for seat, player in enumerate(record["players"])]
            place, within = divmod(record["deal"], int(self._game.rules.session_deals))
            session, at = divmod(place, self._game.tournament_players // table.seats)
            yield f"Session {session + 1}, table {at + 1}, deal {within + 1}: {', '.join(seated)}."
        if any(record["before"]):
            yield f"The match stands at {_by_side(self._names, record['before'])}."
        if taken := record["carry"][0]:
            if self._game.rules.carry_doubles:
                yield f"Points of this deal are doubled{'' if taken == 1 else f' {taken} times over'}."
            else:
                yield f"{counted(taken, 'point').capitalize()} {'is' if taken == 1 else 'are'} carried over from the deal before."
        if pot := record["pot"]:
            staked = pot["staked"] // table.seats
            stakes = f"Each stakes {counted(staked, 'chip')}" if staked else "Nobody stakes anew"
            before = f", and {pot['before']} stayed from before" if pot["before"] else ""
            yield f"{stakes}{before}; the pot holds {pot['before'] + pot['staked']}."
        if table.trump is not None:
            place = int(table.state.turned)
            turned = f", {self._game.pack.text(place)} turned" if place >= 0 else ""
            yield f"Trumps are {SUIT_SYMBOLS[SUITS.index(table.trump)]}{turned}."
        for seat in range(table.seats):
            yield f"  {self._who(seat)} is dealt {cards_text(table.hand(seat))}."

    def _steps(self) -> Iterator[str]:
        """Tell what is named and given before the first lead."""
        for move in self._record["moves"]:
            if "name" in move:
                yield f"{self._who(move['seat'])} names {counted(move['name'], 'trick')}."
            elif "give" in move:
                yield f"{self._who(move['seat'])} gives away {cards_text(move['give'])}."

    def _tell_trick(self, number: int, trick: Trick) -> Iterator[str]:
        state = self._table.state
        each = "" if trick.size == 1 else f", {counted(trick.size)} each"
        for_pot = ", for the pot" if state.pot_trick and number == len(self._table.tricks) - 1 else ""
        yield f"Trick {number + 1}{each}{for_pot}:"
        yield from self._tell_lead(number, trick)
        events = [event for event in self._told["events"] if event["trick"] == number]
        for i, step in enumerate(trick.steps):
            kinds = [event["kind"] for event in events if event["seat"] == step.seat and event["card"] in step.cards]
            for line in play_lines(step, i == 0, self._table.seats, kinds):
                yield f"  {line}"
        if trick.winner is None:
            return
        worth = f", with {counted(int(state.trick_points[number]), 'card point')}" if self._game.has_card_points else ""
        yield f"  {self._who(trick.winner)} wins the trick{worth}."
        if trick.size > 1 and self._game.rulebook.get("end.counts") == "cards":
            yield f"  It counts as {counted(trick.size, 'trick')} (end.counts)."
        for side, points in enumerate(trick.scored):
            if points:
                why = listed([with_article(event["kind"]) for event in events])
                yield f"  {f'For {why} ' if why else ''}{self._names[side]} scores {points} at once."

    def _tell_lead(self, number: int, trick: Trick) -> Iterator[str]:
        """Say by which combination somebody leads who was not due to."""
        leads = [move for move in self._told["moves"] if move.get("announce") and move["cards"]]
        due = self._table.tricks[number - 1].winner if number else int(self._table.state.first_leader)
        leader = trick.steps[0]
        if leader.seat == due or due is None:
            return
        cards = set(leader.cards)
        named = [move["announce"] for move in leads if move["seat"] == leader.seat and set(move["cards"]) == cards]
        what = f"announced ({named[0]})" if named else f"of {counted(trick.size, 'card')} that must be led"
        yield f"  The lead is {self._who(leader.seat)}'s and not {self._who(due)}'s, by a combination {what}."

    def _tell_drawing(self, trick: Trick, stock: int) -> Iterator[str]:
        """Say who draws what; and once, when the stock can't serve everybody."""
        if not trick.drawn:
            return
        drawn = listed([f"{self._who(seat)} {cards_text(cards)}" for seat, cards in trick.drawn.items()])
        each = min(map(len, trick.drawn.values()))
        short = f", {counted(each)} each, since the stock can't give everybody {counted(trick.size)}"
        yield f"  Drawn{short if each < trick.size else ''}: {drawn}."
        if not stock:
            yield "  The stock is gone."
        elif stock < self._table.seats:
            yield f"  {counted(stock).capitalize()} {'is' if stock == 1 else 'are'} left, too few for all, and stay{'s' * (stock == 1)} out."


def _by_side(names: Sequence[str], amounts: Sequence[int], form: Callable[[int], str] = str) -> str:
    return ", ".join(f"{name} {form(amount)}" for name, amount in zip(names, amounts, strict=True))


def ending(
    game: CompiledGame, state: State, told: Mapping[str, Any], outcome: Mapping[str, Any] | None
) -> Iterator[str]:
    """Yield sentences that say what came of a deal that is over, and why.

    `told` is what its moves come to, as `trickbook.records.record_of` has it; `outcome` is that of the match.
    """
    names = [side_name(side, told["teams"]) for side in range(len(told["score"]))]
    if state.ended == ENDED_POT and not state.pot_trick:
        shown = told["moves"][-1]
        yield f"{seat_words(shown['seat'], told['seats'])} shows {cards_text(shown['cards'])} ({shown['announce']})."
    yield f"Tricks: {_by_side(names, told['tricks_won'])}."
    if told["card_points"] is not None:
        yield f"Card points: {_by_side(names, told['card_points'])}."
    yield from why_score(game, state)
    yield f"Score: {_by_side(names, told['score'], '{:+d}'.format)}."
    yield f"Match: {_by_side(names, told['after'])}."
    if state.out and outcome is None:
        out = [name for side, name in enumerate(names) if int(state.out) >> side & 1]
        yield f"{listed(out)} {'is' if len(out) == 1 else 'are'} out (match.limit)."
    if outcome is not None:
        yield from _outcome(names, outcome)


def _outcome(names: Sequence[str], outcome: Mapping[str, Any]) -> Iterator[str]:
    if outcome.get("reason") == "too-many-points":
        yield f"Nobody wins the match: its points are more than the {MAX_POINTS:,} that are counted."
    elif totals := outcome.get("totals"):
        yield f"The tournament is over ({outcome.get('reason')}); the ranks, by points over all sessions:"
        yield from (f"  {line}" for line in ranking(totals))
        return
    winner = outcome.get("winner")
    name = names[winner] if isinstance(winner, int) and 0 <= winner < len(names) else "Nobody"
    double = ", which counts double" if outcome.get("value") == 2 else ""
    yield f"{name} wins the match{double} ({outcome.get('reason')})."
