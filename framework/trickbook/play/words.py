"""A view in words: what has happened since it was last told, how the table stands, and what there is to choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from trickbook.cards import SUIT_SYMBOLS, SUITS, card_text, cards_text, parse_card, rank_of, suit_of
from trickbook.game.reasons import counted, play_lines, with_article
from trickbook.game.seats import seat_words, side_name
from trickbook.game.table import Step
from trickbook.play.players import Advice, Expected
from trickbook.play.view import Choice, Played, TrickView, View, move_text
from trickbook.wording import listed

_ASKED = {
    "play": "Your move",
    "announce": "Do you announce it?",
    "claim": "Do you claim?",
    "name": "How many tricks do you name?",
    "give": "Give away cards, all at once such as 2C QS, or one by one from the lowest",
}
_UNITS = {
    "match": "Each figure is the chance of winning the match.",
    "double": "Each figure is the chance of winning the match; one that counts double goes beyond 0% and 100%.",
    "points": "Each figure is what this deal is expected to bring, in points more than the others' average.",
    "fewer": "Each figure is what this deal is expected to bring, in points fewer than the others' average; higher is better.",
    "chips": "Each figure is what this deal is expected to bring, in chips more than the others' average.",
}


def in_suits(cards: Iterable[str]) -> list[str]:
    """Return cards as a player holds them: suit by suit, the highest first.

    >>> in_suits(["7S", "10D", "AS"])
    ['AS', '7S', '10D']
    """
    return sorted(cards, key=lambda card: (suit_of(parse_card(card)), -rank_of(parse_card(card))))


def hand_line(view: View) -> str:
    """Return the seat's hand, a suit after another."""
    if view.seat is None:
        return "You sit out this deal."
    suits: dict[int, list[str]] = {}
    for card in in_suits(view.hand):
        suits.setdefault(suit_of(parse_card(card)), []).append(card)
    return "Your hand: " + ("  ".join(cards_text(cards) for cards in suits.values()) or "no cards") + "."


def side_lines(view: View) -> list[str]:
    """Return the score of the match, and the tricks of this deal."""
    names = [side_name(side, view.side_of) for side in range(len(view.score))]
    tricks = ", ".join(f"{name} {amount}" for name, amount in zip(names, view.tricks_won, strict=True))
    score = ", ".join(f"{name} {amount}" for name, amount in zip(names, view.score, strict=True))
    return [f"Tricks: {tricks}.", f"Score of the match: {score}."]


def trump_line(view: View) -> str:
    """Return what is trumps, and what is left in the stock; empty if there is neither."""
    said = []
    if view.trump is not None:
        turned = f" ({card_text(parse_card(view.turned))} turned)" if view.turned else ""
        said.append(f"Trumps are {SUIT_SYMBOLS[SUITS.index(view.trump)]}{turned}.")
    if view.stock_left:
        said.append(f"{counted(view.stock_left).capitalize()} left in the stock.")
    return " ".join(said)


def table_lines(view: View) -> list[str]:
    """Return how the table stands for the seat that looks."""
    me = "" if view.seat is None else f" You are {seat_words(view.seat, view.seats)}."
    lines = [f"{view.game}, match {view.match}, deal {view.deal}. {seat_words(view.dealer, view.seats)} deals.{me}"]
    if trump := trump_line(view):
        lines.append(trump)
    lines += side_lines(view)
    if any(number is not None for number in view.named):
        named = [
            f"{seat_words(seat, view.seats)} {number}" for seat, number in enumerate(view.named) if number is not None
        ]
        lines.append(f"Named: {', '.join(named)}.")
    if view.given:
        lines.append(f"You have given away {cards_text(in_suits(view.given))}.")
    return lines


def trick_lines(view: View, trick: TrickView) -> list[str]:
    """Return a trick, play by play."""
    lines = [f"Trick {trick.number}:"]
    for place, play in enumerate(trick.plays):
        lines += [f"  {line}" for line in played_lines(view, play, place == 0)]
    return lines + [f"  {line}" for line in taken_lines(view, trick)]


def played_lines(view: View, play: Played, leads: bool) -> list[str]:
    """Return a play in words."""
    if not play.cards:
        return [f"{seat_words(play.seat, view.seats)} plays {counted(play.size)} face down."]
    step = Step(play.seat, play.cards, play.takes_over, play.why, play.face_down, play.announced)
    return play_lines(step, leads, view.seats, play.kinds)


def taken_lines(view: View, trick: TrickView) -> list[str]:
    """Return who has taken a trick and with what, what it scored at once, and what the seat has drawn; nothing if it goes on."""
    if trick.winner is None:
        return []
    best = [play for play in trick.plays if play.takes_over][-1]
    lines = [f"{seat_words(trick.winner, view.seats)} takes the trick with {cards_text(best.cards)}."]
    for side, points in enumerate(trick.scored):
        if points:
            lines.append(f"{side_name(side, view.side_of)} scores {points} at once.")
    own = [drawn for drawn in trick.drawn if drawn.cards]
    lines += [f"You draw {cards_text(drawn.cards)}." for drawn in own]
    return lines


class Teller:
    """Tells what has happened since it was last asked."""

    def __init__(self) -> None:
        self._deal: tuple[int, int] | None = None
        self._named: tuple[int | None, ...] = ()
        self._tricks: tuple[TrickView, ...] = ()
        self._is_ended = False

    def news(self, view: View) -> list[str]:
        """Return what is new in a view; where it has gone back or to another deal, all that there is of it."""
        back = len(view.tricks) < len(self._tricks) or any(map(_is_shorter, view.tricks, self._tricks))
        if self._deal != (view.match, view.deal) or back or (self._is_ended and not view.is_over):
            self._deal, self._named, self._tricks, self._is_ended = (view.match, view.deal), (), (), False
        lines = list(self._named_lines(view))
        for at, trick in enumerate(view.tricks):
            lines += _news_of_trick(view, trick, self._tricks[at] if at < len(self._tricks) else None)
        if view.is_over and not self._is_ended:
            lines += ["The deal is over.", *view.ending]
        self._named, self._tricks, self._is_ended = view.named, view.tricks, view.is_over
        return lines

    def _named_lines(self, view: View) -> Iterator[str]:
        for seat, number in enumerate(view.named):
            before = self._named[seat] if seat < len(self._named) else None
            if number is not None and number != before:
                yield f"{seat_words(seat, view.seats)} names {counted(number, 'trick')}."


def _is_shorter(now: TrickView, before: TrickView) -> bool:
    return len(now.plays) < len(before.plays) or (now.winner is None and before.winner is not None)


def _news_of_trick(view: View, trick: TrickView, before: TrickView | None) -> Iterator[str]:
    if before is None:
        yield f"Trick {trick.number}:"
    told = before.plays if before else ()
    for place, play in enumerate(trick.plays):
        if place >= len(told):
            yield from (f"  {line}" for line in played_lines(view, play, place == 0))
        elif new := play.kinds[len(told[place].kinds) :]:
            what = listed([with_article(kind) for kind in new])
            yield f"  {cards_text(play.cards)} of {seat_words(play.seat, view.seats)} is {what}."
    if before is None or before.winner is None:
        yield from (f"  {line}" for line in taken_lines(view, trick))


def asked_lines(view: View) -> list[str]:
    """Return what the seat is asked, and what it can choose from."""
    if not view.choices:
        return []
    if view.asked == "name":
        numbers = listed([choice.key for choice in view.choices], "or")
        return [f"{_ASKED['name']} {numbers}."]
    return [f"{_ASKED[view.asked]}: {', '.join(choice_text(choice) for choice in view.choices)}."]


def choice_text(choice: Choice) -> str:
    """Return a choice with what to type for it."""
    return choice.text if choice.move.kind == "name" else f"{choice.key} {choice.text}"


def deal_line(record: Mapping[str, Any]) -> str:
    """Return what a deal of a record came to, in one line."""
    names = [side_name(side, record["teams"]) for side in range(len(record["score"]))]
    score = ", ".join(f"{name} {points:+d}" for name, points in zip(names, record["score"], strict=True))
    after = ", ".join(f"{name} {points}" for name, points in zip(names, record["after"], strict=True))
    return f"Deal {record['deal']}: {score}. Match: {after}."


def advice_lines(advice: Advice) -> list[str]:
    """Return what a player that searches would do, and what it expects of each move."""
    if len(advice.expected) == 1:
        return [f"There is one legal move: {move_text(advice.move)}."]
    lines = [f"{advice.player} would choose {move_text(advice.move)}. {_UNITS[advice.unit]}"]
    if advice.solved:
        worlds = max(one.tries for one in advice.expected)
        ways = "1 way" if worlds == 1 else f"{worlds} ways"
        lines.append(f"Worked out to the end of the deal with open cards, in {ways} in which the unseen cards may lie.")
    return lines + [
        f"  {_value(one, advice.unit):>6}  {move_text(one.move)}{_tries(one, advice)}" for one in advice.expected
    ]


def _value(one: Expected, unit: str) -> str:
    if one.value is None:
        return "?"
    return f"{100 * one.value:.0f}%" if unit in ("match", "double") else f"{one.value:+.1f}"


def _tries(one: Expected, advice: Advice) -> str:
    return "" if advice.solved else f" ({one.tries} {'try' if one.tries == 1 else 'tries'})"
