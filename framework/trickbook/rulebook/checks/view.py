"""What the checks see of a game: values, numbers derived from them, and where to put a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Any, TypeAlias

from trickbook.cards import JOKERS
from trickbook.rulebook.card_points import LAST_TRICK, points_of_card
from trickbook.rulebook.fields_of_counts import ABOUT_COUNTS, is_about_counts
from trickbook.rulebook.hands import hand_sizes
from trickbook.rulebook.model import DEFAULT, Finding, Origin
from trickbook.rulebook.resolve import Resolution, Setting


class UnsoundError(Exception):
    """A rule asks for a key that has a faulty value."""


class View:
    """A game with all layers put together, as the checks see it."""

    def __init__(self, resolution: Resolution):
        self.resolution = resolution

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key; raises `UnsoundError` where the files give it one that it can't have."""
        if tuple(key.split(".")) in self.resolution.faulty:
            raise UnsoundError(key)
        return self.resolution.value(key)

    def setting(self, key: str) -> Setting:
        """Return a key's setting."""
        return self.resolution.setting(tuple(key.split(".")))

    def rows(self, table: str) -> list[str]:
        """Return the key paths of the named entries of a table, in priority order."""
        return [f"{table}.{name}" for name in self.resolution.ordered_names((table,))]

    def find(
        self,
        key: str,
        problem: str,
        expected: str,
        nearest: str = "",
        item: int | None = None,
        because: Sequence[str] = (),
    ) -> Finding:
        """Make a finding about a key, or about one item of its list.

        It stands where the key is set; if other keys can be to blame, where the last of all of them was set;
        if all are defaults, at the top of the rulebook.
        """
        if item is not None:
            origin = self.setting(key).items[item]
        else:
            origin = max((self._setting(path) for path in (key, *because)), key=lambda s: s.layer).origin
        if origin == DEFAULT:
            origin = self._top(key)
        return Finding(origin.file, origin.line, origin.column, key, problem, expected, nearest)

    def is_below(self, key: str, others: Sequence[str]) -> bool:
        """Say whether the key is set, and one of the others in a later layer."""
        layer = self.setting(key).layer
        return self.setting(key).origin != DEFAULT and any(self._setting(other).layer > layer for other in others)

    def is_judged(self, key: str) -> bool:
        """Say whether a key is set, to something else than its default, where warnings are given: in house rules, else in the rulebook."""
        path = tuple(key.split("."))
        field = self.resolution.format.field(path)
        setting = self.resolution.settings.get(path)
        if field is None or setting is None or path in self.resolution.faulty:
            return False
        return setting.layer >= self.resolution.judged_from and setting.value != field.default

    def _setting(self, key: str) -> Setting:
        path = tuple(key.split("."))
        return self.resolution.rows.get(path) or (
            self.setting(key) if self.resolution.format.field(path) else Setting(None, DEFAULT)
        )

    def _top(self, key: str) -> Origin:
        """Return where the plugin that a key belongs to is named, or the top of the rulebook."""
        plugins = self.resolution.setting(("plugins",))
        for name, origin in zip(plugins.value, plugins.items, strict=True):
            if key.split(".")[0] == name:
                return origin
        return self.resolution.main

    # -- derived numbers ---------------------------------------------------------------------------------

    @cached_property
    def pack(self) -> frozenset[str]:
        """The names of the cards in the pack."""
        return self.whole_pack - frozenset(self["pack.without"])

    @cached_property
    def whole_pack(self) -> frozenset[str]:
        """The names of the cards in the pack, and of those that are left out of it."""
        cards = (rank + suit for rank, suit in product(self["pack.ranks"], self["pack.suits"]))
        return frozenset(cards) | frozenset(JOKERS[: self["pack.jokers"]])

    @cached_property
    def pack_size(self) -> int:
        """How many cards the pack has, copies included."""
        return len(self.pack) * int(self["pack.copies"])

    @cached_property
    def card_points(self) -> int:
        """What all cards of the pack count together."""
        points = {name: self[f"points.{name}"] for name in self.resolution.ordered_names(("points",))}
        cards = sum(points_of_card(points, card) for card in self.pack)
        return int(cards * self["pack.copies"] + points.get(LAST_TRICK, 0))

    @property
    def hand(self) -> int:
        """How many cards each is dealt at most."""
        return max(hand_sizes(self.__getitem__))

    @property
    def scores_by_counts(self) -> bool:
        """Whether the score uses counts: then what no row fits is worth nothing."""
        return any(is_about_counts(self._row_about_counts(row)) for row in self.rows("score"))

    def _row_about_counts(self, row: str) -> dict[str, Any]:
        """Return the part of a row of the score that is about counts; of a table only which names it has."""
        return {
            key: self.resolution.names((*row.split("."), key)) if field.path.endswith("*") else self[f"{row}.{key}"]
            for key, field in ABOUT_COUNTS.items()
        }

    @property
    def sides(self) -> int:
        """How many sides a match starts with."""
        players: int = self["table.players"]
        return int(self["table.partnerships"]) if players in self["table.partners_at"] else players

    def cards_each(self, players: int) -> int:
        """Return how many cards each player plays in a deal, which is the greatest number of tricks."""
        hand: int = self.hand
        stock = max(0, self.pack_size - hand * players)
        return hand + (stock // players if self["draw.after_trick"] else 0)


def groups_of(cards: Iterable[str], same: str) -> list[set[str]]:
    """Divide cards into those that have their rank or suit in common; jokers have each other."""
    if same == "any":
        return [set(cards)]
    part = slice(-1) if same == "rank" else slice(-1, None)
    groups: dict[str, set[str]] = {}
    for card in cards:
        groups.setdefault("" if card in JOKERS else card[part], set()).add(card)
    return list(groups.values())


Rule: TypeAlias = Callable[[View], Iterator[Finding]]
"""A check: takes the view of a game and yields what is wrong."""
