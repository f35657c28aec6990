"""Shokha: wild cards above all others, which join leads and combinations (KP-02, KP-05, KP-06, KP-09, KP-10).

All of it ends up in tables: which card beats which, and which cards go together. A wild card keeps its own suit
and points. Of several, the one named first is the highest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trickbook.cards import RANKS, Pack, card_text, parse_card
from trickbook.hooks import BeatenBy, EventKind, Field, Pools, Problem, RunTime, hookimpl
from trickbook.rulebook import Rulebook


@hookimpl
def trickbook_keys() -> Sequence[Field]:
    """Add the wild cards, and the ranks that they may stand for."""
    return [
        Field("shokha.cards", "cards", ["6S"], "the wild cards, highest first; they beat all others", '["6S"]'),
        Field(
            "shokha.stands_for",
            "ranks",
            ["10"],
            "the ranks that a wild card may stand for in a combination of certain ranks",
            '["10"]',
        ),
    ]


@hookimpl
def trickbook_check(rulebook: Rulebook, pack: Pack) -> Sequence[Problem]:
    """Refuse a game without a wild card."""
    if rulebook.get("shokha.cards"):
        return []
    return [Problem("shokha.cards", "there is no wild card", "one card at least, or a game without the plugin")]


def _steps(rulebook: Rulebook, pack: Pack) -> list[int]:
    """Return the wild cards as masks, highest first; copies of a card share one."""
    return [sum(1 << place for place in pack.places[card]) for card in rulebook.get("shokha.cards")]


@hookimpl
def trickbook_beaten_by(rulebook: Rulebook, pack: Pack, beaten_by: BeatenBy) -> Mapping[tuple[int, int], int]:
    """Let a wild card beat every card but itself and higher wild ones, and be beaten by those alone (KP-02, KP-06)."""
    steps = _steps(rulebook, pack)
    wild = sum(steps)
    higher = {place: sum(steps[:i]) for i, step in enumerate(steps) for place in pack.members(step)}
    return {(trump, place): higher.get(place, beaters | wild) for (trump, place), beaters in beaten_by.items()}


@hookimpl
def trickbook_pools(rulebook: Rulebook, pack: Pack, pools: Pools) -> tuple[int, ...] | None:
    """Let wild cards join leads, and the combinations in which they may stand for a card (KP-05, KP-09, KP-10)."""
    if pools.of != "lead":
        named = rulebook.get(f"combination.{pools.of}.of")
        may_stand_for = rulebook.get("shokha.stands_for")
        if named and not any(_rank(name) in may_stand_for for name in named):
            return None
    wild = sum(_steps(rulebook, pack))
    return tuple(mask | wild for mask in pools.masks)


def _rank(name: str) -> str:
    return name if name in RANKS else name[:-1]


@hookimpl
def trickbook_run_time(rulebook: Rulebook, pack: Pack) -> RunTime:
    """Count the leads with a wild card in them."""
    from trickbook_shokha import run_time

    wild = sum(_steps(rulebook, pack))
    places = pack.members(wild)
    return RunTime(
        settings=(len(places), *places),
        events=(EventKind("wild-lead", "a lead has a wild card in it", recorded=False),),
        watch=wild,
        played=run_time.played,
    )


@hookimpl
def trickbook_sentences(rulebook: Rulebook) -> Sequence[str]:
    """Say the rules of the wild cards."""
    cards = [card_text(parse_card(card)) for card in rulebook.get("shokha.cards")]
    ranks = rulebook.get("shokha.stands_for")
    beat = "beats" if len(cards) == 1 else "beat"
    sentences = [f"{' and '.join(cards)} {beat} every other card, trumps too, and may join any lead as a wild card."]
    if len(cards) > 1:
        sentences.append("Of them, the one named first is the highest.")
    in_others = f", in one of certain ranks for a {' or a '.join(ranks)}" if ranks else ""
    sentences.append(f"In a combination of one suit a wild card stands for a card of that suit{in_others}.")
    return sentences
