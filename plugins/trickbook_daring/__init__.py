"""Daring: playing a matador while the next higher one may still strike it (BR-40 to BR-48, BR-60, BR-61)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from trickbook.cards import Pack, card_text, parse_card
from trickbook.hooks import BeatenBy, EventKind, Field, Problem, RunTime, Word, hookimpl
from trickbook.rulebook import Rulebook


@hookimpl
def trickbook_keys() -> Sequence[Field]:
    """Add the matadors, whether a dare must be declared, and what a strike is worth."""
    return [
        Field(
            "daring.matadors", "cards", ["JC", "KH", "8S"], "the three matadors, highest first", '["JC", "KH", "8S"]'
        ),
        Field("daring.declared", "yes or no", False, "a dare counts only if its player declares it", "true"),
        Field("daring.strike", "number", 2, "what a strike is worth; an unstruck dare is worth 1", "1", high=100),
    ]


@hookimpl
def trickbook_check(rulebook: Rulebook, pack: Pack) -> Sequence[Problem]:
    """Refuse matadors that are not three different cards of the pack."""
    matadors = rulebook.get("daring.matadors")
    problems = [
        Problem("daring.matadors", f"{card} is not in the pack", "cards of the pack")
        for card in matadors
        if len(pack.places.get(card, ())) == 0
    ]
    if len(set(matadors)) != 3 or len(matadors) != 3:
        problems.append(Problem("daring.matadors", f"there are {len(set(matadors))} different cards", "three"))
    if rulebook.get("pack.copies") > 1:
        problems.append(Problem("daring.matadors", "the pack has each card twice", "a pack with one of each"))
    return problems


@hookimpl
def trickbook_warnings(rulebook: Rulebook, pack: Pack, beaten_by: BeatenBy) -> Sequence[Problem]:
    """Warn of a matador that is not beaten by the one that strikes it."""
    matadors: list[str] = rulebook.get("daring.matadors")
    problems = []
    for higher, lower in pairwise(matadors):
        striking, struck = pack.places[higher][0], pack.places[lower][0]
        if not any(mask >> striking & 1 for (_, place), mask in beaten_by.items() if place == struck):
            strikes, is_struck = (card_text(parse_card(card)) for card in (higher, lower))
            problem = f"{strikes} strikes {is_struck}, and does not beat it"
            problems.append(Problem("daring.matadors", problem, "matadors each of which beats the next"))
    return problems


@hookimpl
def trickbook_run_time(rulebook: Rulebook, pack: Pack) -> RunTime:
    """Watch the three matadors, and keep account of dares and strikes in the trick being played."""
    from trickbook_daring import run_time

    highest, middle, lowest = (pack.places[card][0] for card in rulebook.get("daring.matadors"))
    declared = bool(rulebook.get("daring.declared"))
    matadors = 1 << highest | 1 << middle | 1 << lowest
    return RunTime(
        settings=(highest, middle, lowest, int(declared), rulebook.get("daring.strike")),
        words=(
            Word("who dared with the lowest matador, counted from 1", "trick"),
            Word("who dared with the middle matador, counted from 1", "trick"),
            Word("who struck the lowest matador, counted from 1", "trick"),
            Word("who struck the middle matador, counted from 1", "trick"),
        ),
        events=(
            EventKind("dare", "a matador is played while the next higher one may still strike it"),
            EventKind("strike", "an opponent plays the next higher matador on a dare, in the same trick"),
            EventKind("counter-strike", "the highest matador strikes a dare that was itself a strike"),
        ),
        watch=matadors,
        dares=matadors,
        offers=run_time.offers if declared else None,
        played=run_time.played,
        trick_complete=run_time.trick_complete,
        choice_offered=declared,
    )


@hookimpl
def trickbook_sentences(rulebook: Rulebook) -> Sequence[str]:
    """Say the rules of daring."""
    highest, middle, lowest = (card_text(parse_card(card)) for card in rulebook.get("daring.matadors"))
    strike = rulebook.get("daring.strike")
    sentences = [
        f"Playing {lowest} or {middle} is a dare if the next higher matador has not been played, its player does not hold that one, "
        "another player is still to play to the trick, and the stock is not exhausted.",
        f"An opponent who plays the next higher matador later in the trick strikes it. {highest} does not strike {lowest}.",
        f"A dare that is not struck is worth 1; a strike is worth {strike} to the striking side.",
        f"{middle} that strikes {lowest} can be a dare itself: not struck, {strike + 1}; struck by {highest}, {2 * strike} (counter-strike).",
        f"One side may dare twice in a trick: 2; if {middle} is then struck, {strike + 1} to the opponents.",
    ]
    if rulebook.get("daring.declared"):
        sentences.append(
            "The player says, in playing the card, whether it dares; undeclared, it can neither gain nor lose, but can still strike."
        )
    return sentences
