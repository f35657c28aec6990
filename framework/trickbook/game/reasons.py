"""Reasons in words: why a play takes a trick over or not, and why a move is not legal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from trickbook.cards import CardError, cards_text
from trickbook.compiler import CompiledGame
from trickbook.game.duty_reasons import why_duty
from trickbook.game.seats import seat_words
from trickbook.kernel.layout import ANNOUNCE, CLAIM, LEAD, OVER, STEP, State
from trickbook.wording import listed

if TYPE_CHECKING:
    from trickbook.game.table import Move, Step

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def counted(number: int, thing: str = "card") -> str:
    """Return a number of things in words.

    >>> counted(2)
    'two cards'
    """
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {thing}{'' if number == 1 else 's'}"


def beaters(game: CompiledGame, trump: int, target: int, cards: int) -> int:
    """Return which of the cards beat a card, all as bits and places of the pack."""
    return int(game.rules.beaten_by[trump, target]) & cards


def matching(game: CompiledGame, trump: int, targets: int, cards: int) -> dict[int, int] | None:
    """Return which card beats which target, each target by a different card, or None if they can't all be beaten (BR-32).

    The targets come hardest to beat first, each with the lowest card that will do.
    """
    order = sorted(game.pack.members(targets), key=lambda card: int(game.rules.beaten_by[trump, card]).bit_count())
    weakness = {card: int(game.rules.beaten_by[trump, card]).bit_count() for card in game.pack.members(cards)}
    chosen: dict[int, int] = {}

    def assign(i: int, free: int) -> bool:
        if i == len(order):
            return True
        able = game.pack.members(beaters(game, trump, order[i], free))
        for card in sorted(able, key=lambda card: -weakness[card]):
            chosen[order[i]] = card
            if assign(i + 1, free & ~(1 << card)):
                return True
        chosen.pop(order[i], None)
        return False

    return chosen if assign(0, cards) else None


def why_play(game: CompiledGame, trump: int, winning: int, cards: int, face_down: bool) -> tuple[bool, str]:
    """Return whether a play takes the trick over, and why. With nothing winning yet, it is the lead."""
    text = game.pack.text
    if not winning:
        return True, "leads"
    pairs = matching(game, trump, winning, cards)
    if pairs is not None and not face_down:
        return True, "; ".join(f"{text(card)} beats {text(target)}" for target, card in pairs.items())
    if pairs is not None:
        return False, "it could take over, but face down it has no power"
    unbeaten = [target for target in game.pack.members(winning) if not beaters(game, trump, target, cards)]
    if unbeaten:
        return False, f"nothing played beats {listed([text(target) for target in unbeaten], 'or')}"
    return False, _why_too_few(game, trump, winning, cards)


def _why_too_few(game: CompiledGame, trump: int, winning: int, cards: int) -> str:
    """Say which cards are too few to beat which: where there is no matching, some targets share too few beaters (Hall)."""
    targets = game.pack.members(winning)
    for number in range(2, len(targets) + 1):
        for some in combinations(targets, number):
            able = 0
            for target in some:
                able |= beaters(game, trump, target, cards)
            few = able.bit_count()
            if few < number:
                who = listed([game.pack.text(card) for card in game.pack.members(able)])
                whom = listed([game.pack.text(target) for target in some], "or")
                return f"only {who} {'beats' if few == 1 else 'beat'} {whom}, and {counted(few)} can't beat {_NUMBERS[number]}"
    raise AssertionError("a play without a matching has too few beaters for some targets")


def play_lines(step: Step, is_lead: bool, seats: int, kinds: Sequence[str]) -> list[str]:
    """Return a play in words, and the kinds of event that it made, each a sentence on a line of its own."""
    who, cards = seat_words(step.seat, seats), cards_text(step.cards)
    if is_lead:
        announced = f" ({step.announced})" if step.announced else ""
        lines = [f"{who} leads {cards}{announced}."]
    elif step.takes_over:
        lines = [f"{who} plays {cards} and takes over: {step.why}."]
    else:
        lines = [f"{who} plays {cards}{' face down' if step.face_down else ''}: {step.why}."]
    return lines + ([f"  That is {listed([with_article(kind) for kind in kinds])}."] if kinds else [])


def with_article(noun: str) -> str:
    """Return a noun with `a` or `an`.

    >>> with_article("dare"), with_article("upset")
    ('a dare', 'an upset')
    """
    return f"{'an' if noun[:1] in tuple('aeiou') else 'a'} {noun}"


def why_illegal(game: CompiledGame, state: State, move: Move, legal: Sequence[Move]) -> str:
    """Return why a move is not legal at this moment, with the key of the rule that forbids it."""
    if state.phase == OVER:
        return "the deal is over"
    seats = int(state.seats)
    seat = int(state.turn)
    who = seat_words(seat, seats)
    if state.phase == ANNOUNCE:
        return _why_not_combination(game, state, who, legal)
    try:
        cards = game.pack.mask(move.cards)
    except CardError as error:
        return str(error)
    if missing := cards & ~int(state.hands[seat]):
        return f"{who} does not hold {game.pack.texts(missing)}"
    if move.kind == "claim" and state.phase != CLAIM:
        return (
            "a claim is made between two tricks (claim.points)"
            if game.rules.claim_points
            else "this game has no claims (claim.points)"
        )
    if state.phase == CLAIM:
        return f"{who} is asked whether to claim {int(game.rules.claim_points)} points (claim.points), and may claim or pass"
    if move.kind == "announce":
        return f"{who} does not hold {move.announce or 'such a combination'}, or may not announce it now (combination.{move.announce or '*'})"
    if state.phase == STEP or move.kind in ("name", "give"):
        return _why_not_step(game, state, who, move, legal)
    if not move.cards:
        return f"{who} must play; there is nothing to pass"
    if forbidden := why_duty(game, state, who, cards, legal):
        return forbidden
    reason = _why_no_lead(game, cards) if state.phase == LEAD else _why_no_follow(game, state, move, cards)
    return reason or _why_flags(who, move, legal, cards, game, leads=state.phase == LEAD)


def _why_not_step(game: CompiledGame, state: State, who: str, move: Move, legal: Sequence[Move]) -> str:
    if state.phase != STEP:
        return f"nothing is named or given once the cards are played; {who} must play"
    name = list(game.rulebook.get("step"))[int(state.step)]
    keys = game.rulebook.get(f"step.{name}")
    if keys["does"] == "give":
        number = counted(int(keys["cards"]))
        may = cards_text(card for one in legal for card in one.cards)
        return f"{who} gives away {number} (step.{name}), one after another in ascending order: {may} may be next"
    numbers = [one.number for one in legal if one.number is not None]
    if move.number is not None and keys["hook"] and numbers[0] < move.number < numbers[-1]:
        tricks = counted(int(state.hand), "trick")
        return f"{who} names last, and may not name {move.number}: the numbers would come to the {tricks} there are (step.{name}.hook)"
    return f"{who} names a number from {numbers[0]} to {numbers[-1]} (step.{name})"


def _why_not_combination(game: CompiledGame, state: State, who: str, legal: Sequence[Move]) -> str:
    name = game.combinations[state.combination]
    held = listed([game.pack.texts(game.pack.mask(move.cards)) for move in legal if move.cards], "or")
    if game.rules.combination_must[state.combination]:
        if game.rulebook.get(f"combination.{name}.gives") == "pot":
            return f"{who} holds {held}, and wins the pot with it before this trick (combination.{name}.must)"
        return f"{who} holds {held} and must lead it (combination.{name}.must)"
    return f"{who} is asked whether to announce {name} with {held}, and may do so or pass (combination.{name})"


def _why_no_lead(game: CompiledGame, cards: int) -> str:
    number = cards.bit_count()
    sizes = game.rulebook.get("lead.sizes")
    if number not in sizes:
        return f"{counted(number)} can't be led; a lead is {listed([_NUMBERS[size] for size in sorted(sizes)], 'or')} (lead.sizes)"
    pools = [int(game.rules.lead_pool[i]) for i in range(int(game.rules.lead_pools))]
    if number > 1 and not any(cards & ~pool == 0 for pool in pools):
        return f"{game.pack.texts(cards)} can't be led together; cards of a lead are of one {game.rulebook.get('lead.same')} (lead.same)"
    return ""


def _why_no_follow(game: CompiledGame, state: State, move: Move, cards: int) -> str:
    number = cards.bit_count()
    if number != int(state.lead_size):
        led = counted(int(state.lead_size))
        return f"the lead was {led}, so each plays {led}, not {_NUMBERS[number]} (lead.sizes)"
    if state.pot_trick:
        name = game.combinations[state.combination]
        return f"the trick is played for the pot: only {name} may be played (combination.{name}.gives)"
    return ""


def _why_flags(who: str, move: Move, legal: Sequence[Move], cards: int, game: CompiledGame, leads: bool) -> str:
    same = [other for other in legal if set(other.cards) == set(game.pack.names(cards))]
    if any(other.declare is None for other in same) and move.declare is not None:
        return f"{game.pack.texts(cards)} comes with nothing to declare here"
    if same and all(other.declare is not None for other in same) and move.declare is None:
        return f"{who} must say whether {game.pack.texts(cards)} is declared"
    if same and move.face_down and not any(other.face_down for other in same):
        text = game.pack.texts(cards)
        if game.rulebook.get("follow.face_down") == "never":
            return f"{text} must be played face up, as all cards in this game (follow.face_down)"
        if leads:
            return f"{text} must be played face up, as every lead"
        return f"{text} beats the best play so far, and must be played face up (follow.face_down)"
    if same and not move.face_down and all(other.face_down for other in same):
        return f"{game.pack.texts(cards)} does not beat the best play so far, and must be played face down (follow.face_down)"
    return f"{game.pack.texts(cards)} may not be played now"
