"""The pack, the order of its cards, and cards named anywhere."""

from __future__ import annotations

from collections.abc import Iterator

from trickbook.cards import RANKS, SUITS
from trickbook.kernel.limits import MAX_CARDS
from trickbook.rulebook.card_points import LAST_TRICK
from trickbook.rulebook.checks.view import Rule, View
from trickbook.rulebook.messages import nearest_of, quoted, shown
from trickbook.rulebook.model import Finding
from trickbook.wording import listed

_MAY_REPEAT = ("texts", "repeated", "range", "words")
_PACK = ("pack.ranks", "pack.suits", "pack.jokers", "pack.copies", "pack.without")


def nothing_is_named_twice(view: View) -> Iterator[Finding]:
    """A list of names or numbers has each but once."""
    for path, setting in view.resolution.settings.items():
        field = view.resolution.format.field(path)
        if path in view.resolution.faulty or field is None or field.kind in _MAY_REPEAT:
            continue
        for item, value in enumerate(setting.value if isinstance(setting.value, list) else ()):
            if value in setting.value[:item]:
                yield view.find(".".join(path), f"{shown(value)} is named twice", "each once", item=item)


def pack_is_not_too_large(view: View) -> Iterator[Finding]:
    """A pack has at most `MAX_CARDS` cards."""
    if view.pack_size > MAX_CARDS:
        problem = f"the pack has {view.pack_size} cards"
        yield view.find("pack", problem, f"at most {MAX_CARDS}", because=_PACK)


def cards_left_out_were_in_the_pack(view: View) -> Iterator[Finding]:
    """What is left out would be in the pack otherwise, and something is left of it."""
    for item, name in enumerate(view["pack.without"]):
        if name not in view.whole_pack:
            problem = f"{quoted(name)} is not in the pack anyway"
            yield view.find("pack.without", problem, _in_pack(view, name), item=item)
    if view["pack.without"] and not view.pack:
        yield view.find("pack.without", "no card is left", "fewer cards", because=_PACK)


def equal_cards_are_there(view: View) -> Iterator[Finding]:
    """Which of two copies wins is said only where there are copies."""
    if view["order.equal"] != "first" and view["pack.copies"] == 1:
        problem = "there is one copy of each card"
        yield view.find("order.equal", problem, '"first", or pack.copies = 2', because=["pack.copies"])


def named_cards_are_in_the_pack(view: View) -> Iterator[Finding]:
    """Every rank, suit and card that a rule names is in the pack."""
    known = {
        "ranks": frozenset(view["pack.ranks"]),
        "suits": frozenset(view["pack.suits"]),
        "cards": view.pack,
        "ladder": view.pack | frozenset(view["pack.ranks"]),
        "rungs": view.pack | frozenset(view["pack.ranks"]) | _relative(view),
        "members": view.pack | frozenset(view["pack.ranks"]) | frozenset(view["pack.suits"]),
    }
    for key in _keys(view):
        field = view.resolution.format.field(tuple(key.split(".")))
        if field is None or field.kind not in known or key.startswith("pack."):
            continue
        in_pack = known[field.kind]
        for item, name in enumerate(view[key]):
            if name not in in_pack:
                expected = _in_pack(view, name)
                if view.is_below(key, _PACK):
                    expected += f', or to take it from the list too: "{key}" = [{quoted(name)}] under [remove]'
                yield view.find(key, f"{quoted(name)} is not in the pack", expected, item=item)


def _relative(view: View) -> frozenset[str]:
    """Return the ranks of the pack as they are named relative to trumps."""
    return frozenset(f"{rank}-{which}" for rank in view["pack.ranks"] for which in ("trump", "colour"))


def ranks_relative_to_trumps_need_trumps(view: View) -> Iterator[Finding]:
    """The ladder names a card of the trump suit only where there is one."""
    for item, name in enumerate(view["order.ladder"]):
        if "-" in name and view["trump.chosen"] == "none":
            problem = f"{quoted(name)} has no meaning in a game without trumps"
            yield view.find("order.ladder", problem, "a rank or a card, or a trump suit", item=item)


def _keys(view: View) -> list[str]:
    """Return the keys that are set, and those of plugins."""
    added = [known for known in view.resolution.format.fields if "*" not in known]
    return list(dict.fromkeys(".".join(path) for path in (*view.resolution.settings, *added) if _sound(view, path)))


def _sound(view: View, path: tuple[str, ...]) -> bool:
    return path not in view.resolution.faulty


def _in_pack(view: View, name: str) -> str:
    """Say what the pack has in the place of a name: suits for a suit, ranks for a rank, else cards."""
    if name in SUITS:
        return f"a suit of the pack ({' '.join(view['pack.suits'])})"
    jokers = f", and {view['pack.jokers']} jokers" if view["pack.jokers"] else ""
    kind = "rank" if name in RANKS else "card"
    left_out = f", without {' '.join(view['pack.without'])}" if view["pack.without"] else ""
    return f"a {kind} of the pack ({' '.join(view['pack.ranks'])} in {' '.join(view['pack.suits'])}{jokers}{left_out})"


def points_are_of_ranks_in_the_pack(view: View) -> Iterator[Finding]:
    """Points are given to ranks, suits and cards that are in the pack, and to the last trick."""
    ranks = view["pack.ranks"]
    others = {*view["pack.suits"], *view.pack, LAST_TRICK}
    for rank in view.resolution.names(("points",)):
        if rank not in ranks and rank not in others:
            problem = f"{quoted(rank)} is not {'in the pack' if rank in RANKS else 'a rank'}"
            yield view.find(f"points.{rank}", problem, f"one of {' '.join(ranks)}", nearest_of(rank, ranks))


def ladder_names_each_card_once(view: View) -> Iterator[Finding]:
    """A card does not stand on the ladder under its rank, nor a rank whose cards are all above it."""
    above: set[str] = set()
    for item, name in enumerate(view["order.ladder"]):
        cards = {name + suit for suit in view["pack.suits"]} if name in RANKS else {name}
        if cards <= above and name not in view["order.ladder"][:item]:
            problem = f"{quoted(name)} is on the ladder already"
            expected = "a card above its rank" if name not in RANKS else "a rank with cards not named above it"
            yield view.find("order.ladder", problem, expected, item=item)
        above |= cards


def every_rank_has_a_place(view: View) -> Iterator[Finding]:
    """Where cards beat lower ones of their suit, each rank with cards off the ladder has its place."""
    if view["order.below"] != "suits":
        return
    ladder, order = view["order.ladder"], view["order.ranks"]
    missing = [
        rank
        for rank in view["pack.ranks"]
        if rank not in order and rank not in ladder and not all(rank + suit in ladder for suit in view["pack.suits"])
    ]
    if missing:
        verb = "has" if len(missing) == 1 else "have"
        problem = f"{listed([quoted(rank) for rank in missing], 'and')} {verb} no place"
        expected = "every rank of the pack that is not on the ladder"
        yield view.find("order.ranks", problem, expected, because=["pack.ranks", "order.ladder", "order.below"])


def trump_is_a_suit_of_the_pack(view: View) -> Iterator[Finding]:
    """There is a trump suit only in a pack with suits, and the fixed one is one of them."""
    chosen, suits = view["trump.chosen"], view["pack.suits"]
    if chosen != "none" and not suits:
        problem = "there can't be a trump suit in a pack without suits"
        yield view.find("trump.chosen", problem, '"none"', because=["pack.suits"])
    elif chosen == "fixed" and view["trump.suit"] not in suits:
        problem = f"{quoted(view['trump.suit'])} is not in the pack"
        because = ["pack.suits", "trump.chosen"]
        yield view.find("trump.suit", problem, f"one of {' '.join(suits)}", because=because)


def a_cut_can_be_accepted(view: View) -> Iterator[Finding]:
    """Two cards at least may be shown in the cut, one at the bottom of each packet."""
    refused = set(view["cut.refused"]) & view.pack
    if refused and view.pack_size - len(refused) * view["pack.copies"] < 2:
        problem = "every cut would be refused"
        yield view.find("cut.refused", problem, "two cards at least that are not refused", because=_PACK)


RULES: tuple[Rule, ...] = (
    nothing_is_named_twice,
    pack_is_not_too_large,
    cards_left_out_were_in_the_pack,
    equal_cards_are_there,
    named_cards_are_in_the_pack,
    points_are_of_ranks_in_the_pack,
    ladder_names_each_card_once,
    ranks_relative_to_trumps_need_trumps,
    every_rank_has_a_place,
    trump_is_a_suit_of_the_pack,
    a_cut_can_be_accepted,
)
"""The rules of this module."""
