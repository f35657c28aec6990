"""The notation of cards in and out, and packs of up to 64 cards."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickbook import cards
from trickbook.cards import (
    JOKERS,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    UNIVERSE,
    CardError,
    Pack,
    card_name,
    card_text,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)

NAMES = [rank + suit for rank in RANKS for suit in SUITS] + list(JOKERS)


def test_examples_in_the_docs() -> None:
    assert doctest.testmod(cards).failed == 0


@pytest.mark.parametrize(
    "text",
    [
        "10D",
        "TD",
        "10d",
        "td",
        "10♦",
        "♦10",
        "T♦",
        "♦T",
        "♦t",
        "d10",
        "D10",
        "10♢",
        "♢10",
        " 10D ",
        "10♦\ufe0f",
    ],
)
def test_ways_to_write_a_card(text: str) -> None:
    assert card_name(parse_card(text)) == "10D"


@pytest.mark.parametrize(
    ("name", "text"), [("10D", "10♦"), ("AS", "A♠"), ("6C", "6♣"), ("KH", "K♥"), ("X1", "X1"), ("X2", "X2")]
)
def test_names_for_programs_and_for_people(name: str, text: str) -> None:
    card = parse_card(name)
    assert (card_name(card), card_text(card)) == (name, text)
    assert parse_card(text) == card
    assert parse_card(name.lower()) == card


@pytest.mark.parametrize(
    "text", ["", " ", "1D", "11D", "D", "10", "10DD", "DD", "XX", "X3", "0H", "10D 9D", "♦", "A♠S"]
)
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(CardError, match="is not a card: expected a rank"):
        parse_card(text)


def test_the_universe_is_rank_by_rank() -> None:
    assert [card_name(card) for card in range(UNIVERSE)] == NAMES
    assert [parse_card(name) for name in NAMES] == list(range(54))
    assert (parse_card("2C"), parse_card("2D"), parse_card("3C"), parse_card("AD")) == (0, 3, 4, 51)


def test_rank_and_suit_numbers() -> None:
    assert (rank_of(parse_card("2C")), suit_of(parse_card("2C"))) == (0, 0)
    assert (rank_of(parse_card("AD")), suit_of(parse_card("AD"))) == (12, 3)
    for joker in JOKERS:
        assert (rank_of(parse_card(joker)), suit_of(parse_card(joker))) == (13, 4)


def test_a_list_of_cards() -> None:
    assert [card_name(card) for card in parse_cards("10d, ♠a  6C,x1")] == ["10D", "AS", "6C", "X1"]
    assert parse_cards("  ") == []
    with pytest.raises(CardError, match="'10E' is not a card"):
        parse_cards("10D 10E")


# -- packs -----------------------------------------------------------------------------------------------


def test_the_pack_of_schwesing() -> None:
    pack = Pack.of(RANKS[4:])
    assert len(pack) == 36
    assert [pack.name(place) for place in (0, 1, 4, 35)] == ["6C", "6S", "7C", "AD"]


def test_a_double_pack_with_jokers() -> None:
    pack = Pack.of(["9", "A"], copies=2, jokers=2)
    assert len(pack) == 2 * (2 * 4 + 2)
    assert pack.places["9C"] == (0, 10)
    assert pack.places["X2"] == (9, 19)
    assert pack.text(pack.places["AH"][1]) == "A♥"


def test_the_lowest_free_copy_is_meant() -> None:
    pack = Pack.of(["9", "A"], copies=2)
    first, second = pack.places["AS"]
    assert pack.mask(["AS"]) == 1 << first
    assert pack.mask(["AS", "as"]) == 1 << first | 1 << second
    with pytest.raises(CardError, match="AS is named more often than the pack has it"):
        pack.mask(["AS", "AS", "AS"])


def test_a_card_that_the_pack_lacks() -> None:
    with pytest.raises(CardError, match="6H is not in this pack"):
        Pack.of(RANKS[5:]).mask(["7H", "6H"])


def test_names_and_texts_of_a_mask() -> None:
    pack = Pack.of(RANKS[4:])
    mask = pack.mask(["10♦", "6C", "AS"])
    assert pack.names(mask) == ["6C", "10D", "AS"]
    assert pack.texts(mask) == "6♣ 10♦ A♠"
    assert pack.texts(0) == ""


PACKS = st.builds(
    Pack.of,
    st.lists(st.sampled_from(RANKS), unique=True),
    st.lists(st.sampled_from(SUITS), unique=True),
    st.integers(0, 2),
    st.integers(1, 2),
).filter(lambda pack: 0 < len(pack) <= 64)


def spellings(name: str) -> st.SearchStrategy[str]:
    """Ways to write a card."""
    if name in JOKERS:
        return st.sampled_from([name, name.lower()])
    rank, suit = name[:-1], name[-1]
    ranks = [rank, rank.lower()] + (["T", "t"] if rank == "10" else [])
    suits = [suit, suit.lower(), SUIT_SYMBOLS[SUITS.index(suit)]]
    return st.sampled_from(
        [one + two for one in ranks for two in suits] + [two + one for one in ranks for two in suits]
    )


@given(st.sampled_from(NAMES).flatmap(lambda name: st.tuples(st.just(name), spellings(name))))
def test_every_spelling_means_its_card(pair: tuple[str, str]) -> None:
    name, text = pair
    assert card_name(parse_card(text)) == name


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_an_error(text: str) -> None:
    try:
        card = parse_card(text)
    except CardError:
        return
    assert card_name(card) in NAMES


@given(PACKS)
def test_a_pack_is_in_order_and_each_place_has_its_name(pack: Pack) -> None:
    assert list(pack.cards) == sorted(set(pack.cards))
    assert sorted(place for places in pack.places.values() for place in places) == list(range(len(pack)))
    for place in range(len(pack)):
        assert place in pack.places[pack.name(place)]
        assert parse_card(pack.text(place)) == parse_card(pack.name(place))


@given(PACKS, st.data())
def test_masks_there_and_back(pack: Pack, data: st.DataObject) -> None:
    mask = data.draw(st.integers(0, (1 << len(pack)) - 1))
    members = pack.members(mask)
    assert sum(1 << place for place in members) == mask
    back = pack.mask(pack.names(mask))
    assert sorted(pack.names(back)) == sorted(pack.names(mask))
    assert back.bit_count() == mask.bit_count()
    if len(pack.places) == len(pack):
        assert back == mask
    assert parse_cards(pack.texts(mask)) == parse_cards(" ".join(pack.names(mask)))


@given(PACKS)
def test_the_whole_pack_fits_in_64_bits(pack: Pack) -> None:
    whole = pack.mask([pack.name(place) for place in range(len(pack))])
    assert whole == (1 << len(pack)) - 1
    assert whole < 1 << 64
