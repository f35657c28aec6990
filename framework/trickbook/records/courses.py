"""The courses that one deal takes in several games: which deals differ, from which move, and both told side by side.

Records are of one deal if they have the same seed, match and deal, and stand in the same sample of a study.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from trickbook.cards import cards_text
from trickbook.compiler import CompiledGame
from trickbook.game.seats import seat_words
from trickbook.records import SINGLE_DEALS, WHOLE_MATCHES, RecordError, Rules, parsed, sample_of
from trickbook.records.format import check_shape, name_of
from trickbook.records.transcript import Told, told
from trickbook.wording import listed

_RULES = "trickbook-rules"


class DealKey(NamedTuple):
    """Which deal a record is of."""

    sample: str
    """`SINGLE_DEALS` or `WHOLE_MATCHES`; empty for records that are of no study."""
    seed: int
    match: int
    deal: int

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> DealKey:
        """Return which deal a record is of."""
        return cls(sample_of(record)[0], record["seed"], record["match"], record["deal"])

    def __str__(self) -> str:
        """Return its number as it is typed: of a single deal the match alone."""
        return f"{self.match}" if self.sample == SINGLE_DEALS else f"{self.match}.{self.deal}"


@dataclass(frozen=True)
class Differing:
    """A deal that is not played alike in two games, or does not bring the same."""

    key: DealKey
    game: str
    against: str
    """The game that has the deal first in the file."""
    move: int | None
    """The first move that differs, from 0; None if all are the same."""
    score: tuple[int, ...]
    """What the deal brings each side in `game`."""
    against_score: tuple[int, ...]
    """The same in `against`."""

    @property
    def surprise(self) -> int:
        """By how much what the deal brings differs: the sum over the sides."""
        sides = zip(self.score, self.against_score, strict=False)
        return sum(abs(here - there) for here, there in sides)


class Differences:
    """The differing deals of a file, found line by line; of each deal only the moves in brief are held."""

    def __init__(self) -> None:
        self.deals = 0
        """Deals that two games or more have had; each game after the first counts."""
        self.found: list[Differing] = []
        """The deals that differ, in the order of the file."""
        self._first: dict[DealKey, tuple[str, array[int], tuple[int, ...]]] = {}

    def take(self, record: Mapping[str, Any]) -> None:
        """Take the next record."""
        key, score = DealKey.of(record), tuple(record["score"])
        moves = array("L", (zlib.crc32(json.dumps(_named(move)).encode()) for move in record["moves"]))
        if key not in self._first:
            self._first[key] = record["game"], moves, score
            return
        self.deals += 1
        against, others, other_score = self._first[key]
        move = _first_difference(others, moves)
        if move is not None or score != other_score:
            self.found.append(Differing(key, record["game"], against, move, score, other_score))

    @property
    def moves_differ(self) -> int:
        """How many deals are played otherwise."""
        return sum(deal.move is not None for deal in self.found)

    @property
    def scores_differ(self) -> int:
        """How many deals bring something else, played otherwise or not."""
        return sum(deal.score != deal.against_score for deal in self.found)

    def most_surprising(self) -> list[Differing]:
        """Return the differing deals, those first whose results differ most, and of these the earliest to part."""
        return sorted(self.found, key=lambda deal: (-deal.surprise, deal.move is None, deal.move or 0))


def _named(move: Mapping[str, Any]) -> list[Any]:
    """Return what a move does at the table; whether it is declared is no move of its own."""
    return [
        move["seat"],
        sorted(map(name_of, move.get("cards", ()))),
        move.get("face_down") is True,
        move.get("announce"),
        "claim" in move,
    ]


def _first_difference(moves: Sequence[Any], others: Sequence[Any]) -> int | None:
    if moves == others:
        return None
    places = zip(moves, others, strict=False)
    return next((i for i, (here, there) in enumerate(places) if here != there), min(len(moves), len(others)))


def records_on(lines: Iterable[str]) -> Iterator[Mapping[str, Any]]:
    """Yield what stands on the lines of a file of records: rules and records, as they are written.

    Raises `RecordError`, which names the line, for one that is neither or lacks what is needed here.
    """
    needed = {"seed": int, "match": int, "deal": int, "game": str, "moves": list, "score": list}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = parsed(line)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from error
        is_sound = all(isinstance(data.get(key), kind) for key, kind in needed.items())
        is_sound = data["format"] == _RULES or (is_sound and min(data["seed"], data["match"], data["deal"]) >= 0)
        moves = data.get("moves")
        if data["format"] != _RULES and not (is_sound and moves is not None and all(map(_is_move, moves))):
            raise RecordError(f"line {number}: this record does not say, in a way that can be read, which deal it is and how it was played")
        yield data


def _is_move(move: Any) -> bool:
    if not (isinstance(move, dict) and isinstance(move.get("seat"), int) and isinstance(move.get("cards", []), list)):
        return False
    return all(isinstance(card, str) for card in move.get("cards", []))


@dataclass(frozen=True)
class Course:
    """A deal as it went in one game."""

    game: CompiledGame
    record: Mapping[str, Any]
    told: Told


@dataclass(frozen=True)
class Courses:
    """One deal as it went in several games."""

    key: DealKey
    courses: tuple[Course, ...]
    """Two or more, in the order of the file."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games' names as recorded."""
        return tuple(course.record["game"] for course in self.courses)

    @property
    def move(self) -> int | None:
        """The first move that is not the same in all games, from 0; None if all are."""
        moves = [[_named(move) for move in course.record["moves"]] for course in self.courses]
        found = [place for others in moves[1:] if (place := _first_difference(moves[0], others)) is not None]
        return min(found, default=None)

    @property
    def common_tricks(self) -> int:
        """How many tricks, from the first on, are told alike in all games; 0 if the cards dealt are not the same."""
        first, *others = (course.told for course in self.courses)
        if any(course.opening[1:] != first.opening[1:] for course in others):
            return 0
        fewest = min(len(course.tricks) for course in (first, *others))
        alike = (all(course.tricks[i] == first.tricks[i] for course in others) for i in range(fewest))
        return next((i for i, same in enumerate(alike) if not same), fewest)

    def trick_of(self, move: int) -> int:
        """Return in which trick a move stands, from 0."""
        course = self.courses[0]
        plays = sum("cards" in entry for entry in course.record["moves"][:move])
        for number, size in enumerate(course.told.plays):
            if plays < size:
                return number
            plays -= size
        return len(course.told.plays)

    def parting(self) -> str:
        """Say in a sentence where the courses part."""
        move = self.move
        if move is None:
            same = len({tuple(course.record["score"]) for course in self.courses}) == 1
            return f"All moves are the same{', and so is what they bring' if same else ', and bring something else'}."
        does = [f"{_does(course, move)} in {course.record['game']}" for course in self.courses]
        return f"The first move that differs is in trick {self.trick_of(move) + 1}: {listed(does, 'and')}."

    def opening(self) -> list[str]:
        """Return what the courses have in common before they part, in brief."""
        first = self.courses[0]
        alike = self.common_tricks
        lines = [f"{self}. {seat_words(first.record['dealer'], first.record['seats'])} deals."]
        openings = {course.told.opening[1:] for course in self.courses}
        if len(openings) == 1:
            lines += first.told.opening[1:]
        if alike:
            who = [seat_words(trick["winner"], first.record["seats"]) for trick in first.record["tricks"][:alike]]
            tricks = f"Tricks 1 to {alike} are the same" if alike > 1 else "Trick 1 is the same"
            lines.append(
                f"{tricks}; the winners: {listed(who, 'and')}." if alike > 1 else f"{tricks}; {who[0]} wins it."
            )
        return [*lines, self.parting()]

    def parts(self) -> list[list[tuple[str, ...]]]:
        """Return what comes then: part by part, for each game its lines."""
        alike = self.common_tricks
        openings = [course.told.opening[1:] for course in self.courses]
        most = max(len(course.told.tricks) for course in self.courses)
        tricks: list[list[tuple[str, ...]]] = []
        same: list[int] = []
        for i in range(alike, most):
            cells = [course.told.tricks[i] if i < len(course.told.tricks) else () for course in self.courses]
            if len(set(cells)) == 1:
                same.append(i)
            else:
                tricks += [*self._folded(same), cells]
                same = []
        endings = [course.told.ending for course in self.courses]
        return [*([openings] if len(set(openings)) > 1 else []), *tricks, *self._folded(same), endings]

    def _folded(self, tricks: Sequence[int]) -> list[list[tuple[str, ...]]]:
        """Return tricks that are told alike in all games as a line, if there are any."""
        if not tricks:
            return []
        numbers = f"Trick {tricks[0] + 1}" if len(tricks) == 1 else f"Tricks {tricks[0] + 1} to {tricks[-1] + 1}"
        return [[(f"{numbers}: the same.",)] * len(self.courses)]

    def __str__(self) -> str:
        """Return which deal of which games it is."""
        key = self.key
        deal = f"Deal {key.match}" if key.sample == SINGLE_DEALS else f"Match {key.match}, deal {key.deal}"
        return f"{deal} of {listed(self.games, 'and')}, seed {key.seed}"


def _does(course: Course, move: int) -> str:
    moves = course.record["moves"]
    if move >= len(moves):
        return "nobody moves any more"
    entry = moves[move]
    who = seat_words(entry["seat"], course.record["seats"])
    if "claim" in entry:
        return f"{who} claims"
    does = f"announces {entry['announce']} with" if entry.get("announce") else "plays"
    return f"{who} {does} {cards_text(entry['cards'])}{' face down' if entry.get('face_down') else ''}"


def courses_of(lines: Iterable[str], match: int, deal: int | None, rules: Rules) -> Courses:
    """Return the courses of a deal, from the lines of a file of records.

    Without a number of the `deal`, the single deal is looked for first, and then the first deal of the match; with one, a deal of a whole
    match. Of several seeds the first counts that two games have.

    Raises `RecordError` if fewer than two games have it, and what `Rules` raises.
    """
    found: dict[DealKey, list[Course]] = {}
    games: dict[str, None] = {}
    for data in records_on(lines):
        if data["format"] == _RULES:
            rules.take(data)
            continue
        games[data["game"]] = None
        if (data["match"], data["deal"]) == (match, deal or 0):
            check_shape(data)
            game = rules.game_of(data)
            found.setdefault(DealKey.of(data), []).append(Course(game, data, told(game, data)))
    wanted = (SINGLE_DEALS, WHOLE_MATCHES, "") if deal is None else (WHOLE_MATCHES, "", SINGLE_DEALS)
    for key in sorted(found, key=lambda key: wanted.index(key.sample)):
        if len(found[key]) > 1:
            return Courses(key, tuple(found[key]))
    what = f"match {match}" if deal is None else f"deal {deal} of match {match}"
    if not found:
        raise RecordError(f"there is no record of {what}; the file has deals of {listed([*games], 'and') or 'nothing'}")
    only = next(iter(found.values()))[0].record["game"]
    raise RecordError(f"only {only} has a record of {what}; expected two games, such as compare --record writes")
