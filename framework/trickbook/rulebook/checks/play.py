"""Dealing, leading and the end of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from trickbook.kernel.limits import MAX_MOVES
from trickbook.rulebook.checks.view import Rule, View, groups_of
from trickbook.rulebook.model import Finding

_PACK = ("pack.ranks", "pack.suits", "pack.jokers", "pack.copies", "pack.without")


def the_pack_is_large_enough(view: View) -> Iterator[Finding]:
    """The pack holds all hands, and the turned card."""
    turned = view["trump.chosen"] == "turned"
    needed = view.hand * view["table.players"] + turned
    if needed > view.pack_size:
        key = "deal.hands" if view["deal.hands"] else "deal.hand"
        hands = f"{view.hand} cards each for {view['table.players']} players"
        hands += " and the turned card" if turned else ""
        problem = f"{hands} are {needed} cards, and the pack has {view.pack_size}"
        because = ["table.players", "trump.chosen", *_PACK]
        yield view.find(key, problem, f"at most {view.pack_size} cards in all", because=because)


def a_packet_is_no_larger_than_a_hand(view: View) -> Iterator[Finding]:
    """No more cards are dealt at a time than make a hand."""
    hand = view.hand
    if view["deal.at_a_time"] > hand:
        problem = f"{view['deal.at_a_time']} cards at a time are more than a hand of {hand}"
        yield view.find("deal.at_a_time", problem, f"{hand} or less", because=["deal.hand"])


def leads_come_from_a_hand(view: View) -> Iterator[Finding]:
    """Every hand has a lead, and there are hands from which each size of lead can come."""
    hand, sizes, same = view.hand, view["lead.sizes"], view["lead.same"]
    most = max((len(group) for group in groups_of(view.pack, same)), default=0) * view["pack.copies"]
    if not sizes:
        yield view.find("lead.sizes", "nothing may be led", "one number at least, such as [1]")
    elif 1 not in sizes:
        yield view.find("lead.sizes", "a hand may have no lead", "1 among the sizes: a single card can always be led")
    for item, size in enumerate(sizes):
        if size > hand:
            problem = f"{size} cards can't be led from a hand of {hand}"
            yield view.find("lead.sizes", problem, f"{hand} or less", item=item)
        elif size > most:
            problem = f"no {size} cards of the pack have their {same} in common"
            yield view.find("lead.sizes", problem, f"{most} or less", item=item)


def ways_to_play_are_few(view: View) -> Iterator[Finding]:
    """At one decision there are at most `MAX_MOVES` ways to play.

    Who leads chooses among all sizes; who follows has one size, and may choose to play face down; who holds a combination may
    pass. With plugins there can be twice as many: each play declared or declined, or the same cards found in two pools.
    """
    hand = view.hand
    hidden = 2 if view["follow.face_down"] == "may" else 1
    twice = 2 if view["plugins"] else 1
    leads = [comb(hand, size) for size in set(view["lead.sizes"])]
    because = ["deal.hand", "follow.face_down", "plugins"]
    if max(sum(leads), hidden * max(leads, default=0)) * twice > MAX_MOVES:
        problem = f"more than {MAX_MOVES} ways to play from a hand of {hand}"
        yield view.find("lead.sizes", problem, "smaller leads, or a smaller hand", because=because)
    for row in view.rows("combination"):
        size = view[f"{row}.cards"]
        if comb(hand, size) * hidden * twice + 1 > MAX_MOVES:
            problem = f"more than {MAX_MOVES} ways to choose {size} cards from a hand of {hand}"
            yield view.find(f"{row}.cards", problem, "fewer cards, or a smaller hand", because=[row, *because])


def the_deal_can_end_by_tricks(view: View) -> Iterator[Finding]:
    """A deal that ends after so many tricks has so many."""
    tricks, most = view["end.tricks"], view.cards_each(view["table.players"])
    if isinstance(tricks, int) and tricks > most:
        problem = f"a deal has {most} tricks"
        because = ["deal.hand", "table.players", "draw.after_trick", *_PACK]
        yield view.find("end.tricks", problem, f'{most} or less, "majority" or "all"', because=because)


def the_deal_can_end_by_card_points(view: View) -> Iterator[Finding]:
    """A deal that ends at so many card points has so many, all see them, and nobody needs to claim as many."""
    points, claim = view["end.card_points"], view["claim.points"]
    if not points:
        return
    if points > view.card_points:
        problem = f"nobody can have {points} card points: the pack has {view.card_points}"
        yield view.find("end.card_points", problem, f"{view.card_points} or less", because=_PACK)
    if claim >= points:
        problem = f"the deal ends at {points} card points by itself, and a claim is for {claim}"
        yield view.find("end.card_points", problem, f"0, or more than {claim}", because=["claim.points"])
    if view["follow.face_down"] != "never":
        problem = "cards are played face down, so nobody can tell when a side has so many card points"
        yield view.find("end.card_points", problem, '0, or follow.face_down = "never"', because=["follow.face_down"])


def the_next_dealer_is_known(view: View) -> Iterator[Finding]:
    """A pot has a winner, but no loser; and in a tournament the deal goes round."""
    following = view["dealer.next"]
    if following == "loser" and view["pot.stake"]:
        problem = "where a pot is played for, nobody loses the deal"
        yield view.find("dealer.next", problem, '"left", "right", "winner" or "pot"', because=["pot.stake"])
    if following in ("right", "winner", "loser") and view["tournament.sessions"]:
        problem = "in a tournament the deal passes to the left"
        yield view.find("dealer.next", problem, '"left"', because=["tournament.sessions"])


RULES: tuple[Rule, ...] = (
    the_pack_is_large_enough,
    a_packet_is_no_larger_than_a_hand,
    leads_come_from_a_hand,
    ways_to_play_are_few,
    the_deal_can_end_by_tricks,
    the_deal_can_end_by_card_points,
    the_next_dealer_is_known,
)
"""The rules of this module."""
