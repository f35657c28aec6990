"""Cards as small integers, packs of them, and their notation.

A card is its number in the *universe*: fifty-two cards, rank by rank from 2 to A, each rank in the suits
C S H D, then two jokers; the second copy of a card is the same number plus `UNIVERSE`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Rank names, in nominal order, lowest first."""
SUITS = ("C", "S", "H", "D")
"""Suit letters: clubs, spades, hearts, diamonds."""
SUIT_SYMBOLS = ("♣", "♠", "♥", "♦")
"""Suit symbols, in the order of `SUITS`."""
JOKERS = ("X1", "X2")
"""Joker names."""
UNIVERSE = len(RANKS) * len(SUITS) + len(JOKERS)
"""How many different cards there are: 54."""
JOKER_RANK = len(RANKS)
"""The rank number of a joker, one above the ace."""
NO_SUIT = len(SUITS)
"""The suit number of a joker."""

_SUIT_READINGS = {letter: i for i, letter in enumerate(SUITS)} | {s: i for i, s in enumerate(SUIT_SYMBOLS)}
_SUIT_READINGS |= {white: i for i, white in enumerate("♧♤♡♢")}
_RANK_READINGS = {name: i for i, name in enumerate(RANKS)} | {"T": RANKS.index("10")}
_EMOJI_SELECTOR = "\ufe0f"


class CardError(ValueError):
    """A text that is not a card."""


def parse_card(text: str) -> int:
    """Read one card, and return its number in the universe.

    Takes `10D`, `TD`, `10♦`, `♦10`, in either case, and `X1`, `X2` for jokers.

    >>> parse_card("10D") == parse_card("♦t") == parse_card("10♦")
    True

    Raises `CardError` if the text is not a card.
    """
    if not isinstance(text, str):
        raise CardError(f"{text!r} is not a card: expected its name, such as '10D' or '10♦'")
    plain = text.strip().replace(_EMOJI_SELECTOR, "").upper()
    if plain in JOKERS:
        return len(RANKS) * len(SUITS) + JOKERS.index(plain)
    for rank, suit in ((plain[:-1], plain[-1:]), (plain[1:], plain[:1])):
        if rank in _RANK_READINGS and suit in _SUIT_READINGS:
            return _RANK_READINGS[rank] * len(SUITS) + _SUIT_READINGS[suit]
    raise CardError(
        f"{text!r} is not a card: expected a rank ({' '.join(RANKS)}) and a suit ({' '.join(SUITS)}), "
        "such as 10D or 10♦"
    )


def parse_cards(text: str) -> list[int]:
    """Read cards separated by blanks or commas, in the order given.

    >>> [card_name(card) for card in parse_cards("10d, ♠a")]
    ['10D', 'AS']

    Raises `CardError` for the first word that is not a card.
    """
    return [parse_card(word) for word in text.replace(",", " ").split()]


def rank_of(card: int) -> int:
    """Return the rank number of a card of the universe: 0 for a 2, 12 for an ace, 13 for a joker."""
    return min(card % UNIVERSE // len(SUITS), JOKER_RANK)


def suit_of(card: int) -> int:
    """Return the suit number of a card of the universe, `NO_SUIT` for a joker."""
    return NO_SUIT if rank_of(card) == JOKER_RANK else card % UNIVERSE % len(SUITS)


def card_name(card: int) -> str:
    """Return the name of a card as programs read it, such as `10D`. Copies of a card share their name."""
    card %= UNIVERSE
    if rank_of(card) == JOKER_RANK:
        return JOKERS[card - len(RANKS) * len(SUITS)]
    return RANKS[rank_of(card)] + SUITS[suit_of(card)]


def card_text(card: int) -> str:
    """Return a card as people read it, such as `10♦`."""
    card %= UNIVERSE
    if rank_of(card) == JOKER_RANK:
        return JOKERS[card - len(RANKS) * len(SUITS)]
    return RANKS[rank_of(card)] + SUIT_SYMBOLS[suit_of(card)]


def cards_text(cards: Iterable[str]) -> str:
    """Return named cards as people read them, separated by blanks.

    >>> cards_text(["10D", "AS"])
    '10♦ A♠'
    """
    return " ".join(card_text(parse_card(card)) for card in cards)


@dataclass(frozen=True)
class Pack:
    """The cards of a game, in ascending order; a card of the kernel is its place here.

    `cards` holds universe numbers, copies included (`card + UNIVERSE * copy`).
    """

    cards: tuple[int, ...]

    @classmethod
    def of(
        cls,
        ranks: Sequence[str],
        suits: Sequence[str] = SUITS,
        jokers: int = 0,
        copies: int = 1,
        without: Sequence[str] = (),
    ) -> Pack:
        """Make the pack of all given ranks in all given suits, and jokers, `copies` times, some named cards left out.

        >>> len(Pack.of(RANKS[4:]).cards)
        36
        """
        once = [RANKS.index(rank) * len(SUITS) + SUITS.index(suit) for rank in ranks for suit in suits]
        once += [len(RANKS) * len(SUITS) + joker for joker in range(jokers)]
        left_out = {parse_card(card) for card in without}
        once = [card for card in once if card not in left_out]
        return cls(tuple(sorted(card + UNIVERSE * copy for card in once for copy in range(copies))))

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """For each card name, the places of its copies in the pack."""
        places: dict[str, tuple[int, ...]] = {}
        for place, card in enumerate(self.cards):
            places[card_name(card)] = (*places.get(card_name(card), ()), place)
        return places

    @property
    def has_copies(self) -> bool:
        """Whether cards share their name."""
        return len(self.places) < len(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def name(self, place: int) -> str:
        """Return the name (`10D`) of the card at a place of the pack."""
        return card_name(self.cards[place])

    def text(self, place: int) -> str:
        """Return the card at a place of the pack as people read it (`10♦`)."""
        return card_text(self.cards[place])

    def mask(self, names: Iterable[str]) -> int:
        """Return the bit mask of the named cards; a name given twice means two copies.

        Raises `CardError` for a card that the pack lacks, or has too few of.
        """
        mask = 0
        for name in names:
            places = self.places.get(card_name(parse_card(name)), ())
            free = [place for place in places if not mask >> place & 1]
            if not free:
                problem = "is named more often than the pack has it" if places else "is not in this pack"
                raise CardError(f"{name} {problem}")
            mask |= 1 << free[0]
        return mask

    def members(self, mask: int) -> list[int]:
        """Return the places of the cards in a bit mask, ascending."""
        return [place for place in range(len(self.cards)) if mask >> place & 1]

    def names(self, mask: int) -> list[str]:
        """Return the names of the cards in a bit mask, ascending."""
        return [self.name(place) for place in self.members(mask)]

    def texts(self, mask: int) -> str:
        """Return the cards in a bit mask as people read them, separated by blanks, ascending."""
        return " ".join(self.text(place) for place in self.members(mask))
