"""Sevens: a card that is led can be beaten by a higher suit of its own rank, and by nothing else.

Led or not, such a card beats only a lower suit of its rank (BR-05, BR-06). No rank or ladder can say that, but
the table of what beats what can.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trickbook.cards import RANKS, SUITS, Pack, rank_of, suit_of
from trickbook.hooks import BeatenBy, Field, Problem, hookimpl
from trickbook.rulebook import Rulebook


@hookimpl
def trickbook_keys() -> Sequence[Field]:
    """Add the ranks that follow the rule of the sevens."""
    return [
        Field(
            "sevens.rank", "ranks", ["7"], "the ranks that are beaten only by a higher suit of their own rank", '["7"]'
        )
    ]


@hookimpl
def trickbook_check(rulebook: Rulebook, pack: Pack) -> Sequence[Problem]:
    """Refuse a rank that the pack lacks."""
    return [
        Problem("sevens.rank", f"there is no {rank} in the pack", f"one of {' '.join(rulebook.get('pack.ranks'))}")
        for rank in rulebook.get("sevens.rank")
        if rank not in rulebook.get("pack.ranks")
    ]


@hookimpl
def trickbook_beaten_by(rulebook: Rulebook, pack: Pack, beaten_by: BeatenBy) -> Mapping[tuple[int, int], int]:
    """Let each seven be beaten by the sevens of higher suits alone, and beat nothing else."""
    height = {SUITS.index(suit): -i for i, suit in enumerate(rulebook.get("pack.suits"))}
    ranks = {RANKS.index(rank) for rank in rulebook.get("sevens.rank")}
    sevens = sum(1 << place for place, card in enumerate(pack.cards) if rank_of(card) in ranks)
    changes = {}
    for (trump, place), beaters in beaten_by.items():
        card = pack.cards[place]
        if rank_of(card) in ranks:
            beaters = sum(
                1 << other
                for other, higher in enumerate(pack.cards)
                if rank_of(higher) == rank_of(card) and height[suit_of(higher)] > height[suit_of(card)]
            )
        else:
            beaters &= ~sevens
        changes[trump, place] = beaters
    return {entry: mask for entry, mask in changes.items() if mask != beaten_by[entry]}


@hookimpl
def trickbook_sentences(rulebook: Rulebook) -> Sequence[str]:
    """Say the rule of the sevens."""
    return [_sentence(f"{'an' if rank in ('8', 'A') else 'a'} {rank}") for rank in rulebook.get("sevens.rank")]


def _sentence(card: str) -> str:
    return (
        f"{card[0].upper()}{card[1:]} is beaten by {card} of a higher suit and by nothing else; "
        f"it beats nothing but {card} of a lower suit."
    )
