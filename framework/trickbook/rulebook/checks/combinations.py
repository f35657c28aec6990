"""Combinations, and the order of entries with names."""

from __future__ import annotations

from collections.abc import Iterator

from trickbook.cards import JOKERS
from trickbook.kernel.limits import MAX_COMBINATIONS, MAX_SCORE_ROWS
from trickbook.rulebook.checks.view import Rule, View, groups_of
from trickbook.rulebook.messages import nearest_of, one_of, quoted
from trickbook.rulebook.model import Finding


def entries_stand_before_others(view: View) -> Iterator[Finding]:
    """`before` names another entry of the table, and never goes round in a circle."""
    for table in ("combination", "score"):
        names = view.resolution.names((table,))
        targets = {name: view[f"{table}.{name}.before"] for name in names}
        for name, target in targets.items():
            if target and target not in names:
                problem = f"there is no {table} {quoted(target)}"
                yield view.find(f"{table}.{name}.before", problem, one_of(names), nearest_of(target, names))
            elif target and name in _chain(target, targets):
                yield view.find(f"{table}.{name}.before", "goes before itself", "another entry")


def _chain(name: str, targets: dict[str, str]) -> list[str]:
    """Return an entry, the one that it goes before, and so on."""
    chain: list[str] = []
    while name and name not in chain:
        chain.append(name)
        name = targets.get(name, "")
    return chain


def tables_are_not_too_long(view: View) -> Iterator[Finding]:
    """There are at most `MAX_COMBINATIONS` combinations and `MAX_SCORE_ROWS` rows of the score."""
    for table, most in (("combination", MAX_COMBINATIONS), ("score", MAX_SCORE_ROWS)):
        rows = view.rows(table)
        if len(rows) > most:
            last = view.resolution.names((table,))[most]
            yield view.find(f"{table}.{last}", f"there are {len(rows)} entries", f"at most {most}")


def combinations_mean_some_cards(view: View) -> Iterator[Finding]:
    """Not any cards whatever make a combination, as when a house rule is for one that the game does not have."""
    rows = view.rows("combination")
    known = [row.partition(".")[2] for row in rows if not _means_any_cards(view, row)]
    for row in rows:
        if _means_any_cards(view, row):
            problem = f"any {view[f'{row}.cards']} cards make this combination"
            there = ", ".join(known) or "there is none"
            expected = f"of, suits, same or at_least, or a combination that is there ({there})"
            yield view.find(row, problem, expected, nearest_of(row.partition(".")[2], known))


def _means_any_cards(view: View, row: str) -> bool:
    narrow = view[f"{row}.of"] or view[f"{row}.at_least"]
    return not narrow and view[f"{row}.suits"] == view[f"{row}.same"] == "any"


def combinations_fit_in_a_hand(view: View) -> Iterator[Finding]:
    """A combination is no larger than a hand."""
    hand = view.hand
    for row in view.rows("combination"):
        if view[f"{row}.cards"] > hand:
            problem = f"{view[f'{row}.cards']} cards can't be held in a hand of {hand}"
            yield view.find(f"{row}.cards", problem, f"{hand} or less", because=[row, "deal.hand"])


def trumps_need_a_trump_suit(view: View) -> Iterator[Finding]:
    """A combination of trumps or plain suits needs a trump suit."""
    if view["trump.chosen"] != "none":
        return
    for row in view.rows("combination"):
        for key in (f"{row}.suits", f"{row}.at_least_suits"):
            if view[key] != "any":
                problem = f"{quoted(view[key])} has no meaning in a game without trumps"
                yield view.find(key, problem, '"any", or a trump suit', because=["trump.chosen"])


def pots_need_a_stake(view: View) -> Iterator[Finding]:
    """A combination gives the pot only where there is one."""
    for row in view.rows("combination"):
        if view[f"{row}.gives"] == "pot" and not view["pot.stake"]:
            problem = "there is no pot to give"
            yield view.find(f"{row}.gives", problem, '"lead", or a pot.stake', because=["pot.stake"])


def pots_are_played_for_openly(view: View) -> Iterator[Finding]:
    """Where a holder may lead the same cards for the pot or just lead them, it is said for which."""
    for row in view.rows("combination"):
        if view[f"{row}.gives"] == "pot" and not (view[f"{row}.must"] or view[f"{row}.announced"]):
            problem = "who leads these cards need not play for the pot, and nothing tells whether it does"
            because = [f"{row}.must", f"{row}.gives"]
            yield view.find(f"{row}.announced", problem, f"true, or {row}.must = true", because=because)


def combinations_can_be_made(view: View) -> Iterator[Finding]:
    """The cards of the pack can make each combination."""
    for row in view.rows("combination"):
        size, at_least = view[f"{row}.cards"], view[f"{row}.at_least"]
        if at_least > size:
            problem = f"at least {at_least} cards out of {size}"
            yield view.find(f"{row}.at_least", problem, f"{size} or less", because=[f"{row}.cards"])
        elif size <= view.hand and not _can_be_made(view, row, size, at_least):
            keys = ("of", "suits", "same", "at_least", "at_least_of", "at_least_suits")
            because = [row, "pack.ranks", "pack.suits", *(f"{row}.{key}" for key in keys)]
            problem = "no cards of the pack make this combination"
            yield view.find(f"{row}.cards", problem, "fewer cards, or others", because=because)


def _can_be_made(view: View, row: str, size: int, at_least: int) -> bool:
    suits: list[str] = view["pack.suits"]
    trumps = (
        [""] if view["trump.chosen"] == "none" else [view["trump.suit"]] if view["trump.chosen"] == "fixed" else suits
    )
    for trump in trumps:
        cards = _cards(view, view[f"{row}.of"], view[f"{row}.suits"], trump)
        some = _cards(view, view[f"{row}.at_least_of"], view[f"{row}.at_least_suits"], trump)
        for group in groups_of(cards, view[f"{row}.same"]):
            copies = view["pack.copies"]
            if len(group) * copies >= size and len(group & some) * copies >= at_least:
                return True
    return False


def _cards(view: View, names: list[str], suits: str, trump: str) -> set[str]:
    """Return the cards that a list of ranks and cards means, all for an empty list, in some suits."""
    wanted = {card for card in view.pack if not names or card in names or card[:-1] in names}
    if suits == "any" or not trump:
        return wanted
    plain = {card for card in wanted if card not in JOKERS}
    return {card for card in plain if (card[-1] == trump) == (suits == "trump")}


RULES: tuple[Rule, ...] = (
    entries_stand_before_others,
    tables_are_not_too_long,
    combinations_mean_some_cards,
    combinations_fit_in_a_hand,
    trumps_need_a_trump_suit,
    pots_need_a_stake,
    pots_are_played_for_openly,
    combinations_can_be_made,
)
"""The rules of this module."""
