"""The pack: its order, what beats what, and which cards are meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from trickbook.cards import JOKER_RANK, RANKS, SUITS, UNIVERSE, Pack, card_name, parse_card, rank_of, suit_of
from trickbook.kernel.layout import NO_TRUMP, Rules
from trickbook.kernel.limits import CORE
from trickbook.rulebook.card_points import LAST_TRICK, points_of_card
from trickbook.rulebook.model import Rulebook

_ONE_OF_EACH = sorted(
    range(UNIVERSE),
    key=lambda card: (
        rank_of(card) < RANKS.index("7") or rank_of(card) == JOKER_RANK,
        rank_of(card) == JOKER_RANK,
        -rank_of(card),
        card,
    ),
)


_SHUFFLING_ORDER = [*_ONE_OF_EACH, *(card + UNIVERSE for card in _ONE_OF_EACH)]
"""The order in which cards are shuffled: 7 to A, then 6, 5, 4, 3, 2, the jokers, and all of them once more."""


def set_pack(rules: Rules, rulebook: Rulebook, pack: Pack) -> None:
    """Set the cards of the pack: place, suit, rank and points."""
    rules.cards = len(pack)
    order = {card: number for number, card in enumerate(_SHUFFLING_ORDER)}
    rules.core = CORE
    rules.universe = max(CORE, *(order[card] + 1 for card in pack.cards))
    rules.place_of[:] = -1
    points: Mapping[str, int] = rulebook.get("points")
    rules.last_trick_points = points.get(LAST_TRICK, 0)
    for place, card in enumerate(pack.cards):
        rules.place_of[order[card]] = place
        rules.suit[place] = suit_of(card)
        rules.rank[place] = rank_of(card)
        rules.card_points[place] = points_of_card(points, card_name(card))
    rules.has_card_points = any(points.values())


def members(names: Iterable[str], pack: Pack) -> int:
    """Return the mask of the cards that suits, ranks and cards stand for."""
    wanted = set(names)
    return mask_of_places(
        place for place in range(len(pack)) if wanted & {pack.name(place), pack.name(place)[:-1], pack.name(place)[-1]}
    )


def expand(entries: Iterable[str], rulebook: Rulebook, pack: Pack, trump: int = NO_TRUMP) -> list[list[int]]:
    """Expand a ladder: for each step, highest first, the places of its cards (copies share a step).

    A rank stands for its cards in suit order, less those that are named as cards anywhere in the ladder. Without a
    trump suit, what is relative to it stands for no card.
    """
    entries = [said for entry in entries if (said := _with_trump(entry, trump))]
    named = {parse_card(entry) for entry in entries if entry not in RANKS}
    steps = []
    for entry in entries:
        if entry in RANKS:
            cards = [RANKS.index(entry) * len(SUITS) + SUITS.index(suit) for suit in rulebook.get("pack.suits")]
            steps += [card for card in cards if card not in named]
        else:
            steps.append(parse_card(entry))
    by_card: dict[int, list[int]] = {}
    for place, card in enumerate(pack.cards):
        by_card.setdefault(card % UNIVERSE, []).append(place)
    return [by_card[card] for card in dict.fromkeys(steps) if card in by_card]


def _with_trump(entry: str, trump: int) -> str:
    """Return an entry of a ladder with the suit that it means (clubs and spades, hearts and diamonds are of one colour); empty without."""
    rank, relative, which = entry.partition("-")
    if not relative:
        return entry
    return "" if trump == NO_TRUMP else rank + SUITS[trump if which == "trump" else trump ^ 1]


def mask_of_places(places: Iterable[int]) -> int:
    """Return the mask of cards at some places of a pack."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def mask_of(entries: Sequence[str], rulebook: Rulebook, pack: Pack, trump: int = NO_TRUMP) -> int:
    """Return the mask of cards that are named as on a ladder; of the whole pack if none are."""
    return (
        mask_of_places(place for step in expand(entries, rulebook, pack, trump) for place in step)
        if entries
        else mask_of_places(range(len(pack)))
    )


def in_suits(which: str, trump: int, pack: Pack) -> int:
    """Return the mask of cards in `any` suit, in the `trump` suit, or in the `plain` ones, with a trump as given."""
    if which == "any":
        return mask_of_places(range(len(pack)))
    trumps = mask_of_places(place for place, card in enumerate(pack.cards) if suit_of(card) == trump != NO_TRUMP)
    return trumps if which == "trump" else mask_of_places(range(len(pack))) & ~trumps
