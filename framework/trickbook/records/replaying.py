"""Whether records are legal, and come out the same when they are played again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from trickbook.compiler import CompiledGame, compile_game
from trickbook.errors import SimulationError
from trickbook.game.table import Table
from trickbook.kernel.layout import State
from trickbook.plugins import PluginError, PluginSet
from trickbook.records.format import (
    FORMAT_VERSION,
    NO_DIGEST,
    RULES_FORMAT,
    SINGLE_DEALS,
    RecordError,
    check_rules,
    check_shape,
    parsed,
    respelled,
    sample_of,
)
from trickbook.records.playing import adopt, check_seats, pack_places, play
from trickbook.records.writing import record_of
from trickbook.rulebook import RulebookError, from_flat
from trickbook.rulebook import load as load_rulebook

Kept = tuple[tuple[int, ...], ...]
"""What each tally has, by side."""
_Source = tuple[str, str, int, str, int]
_NOT_COMPARED = {"format", "version", "game", "digest", "kernel", "seed", "match", "deal", "moves"}


@dataclass(frozen=True)
class Replayed:
    """A record that has been played again."""

    line: int
    """Its line in the file, from 1."""
    game: str
    """The game as the record names it; empty if the line is no record."""
    match: int
    deal: int
    problems: tuple[str, ...]
    """What is not legal, or comes out otherwise; empty if all is well."""
    table: Table | None
    """The table at the end of the deal, if it could be played; the next record changes it."""
    record: Mapping[str, Any]
    """The record itself; empty if the line is none."""
    kept: Kept | None = None
    """What tallies had from the deals before; None where the match is not known from its first deal."""


def replay(lines: Iterable[str], plugins: PluginSet | None = None) -> Iterator[Replayed]:
    """Play records again, in order, and say of each whether it is legal and comes out the same.

    A line that is no record gives a `Replayed` with the problem; reading goes on with the next. The first record may
    be in the middle of a match.

    Raises `RecordError` if there are lines, and none of them is a record or rules.
    """
    replayer = _Replayer(plugins or PluginSet())
    strange: list[Replayed] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        result = replayer.take(number, line)
        if not replayer.has_begun:
            strange += [result] if result is not None else []
            continue
        yield from strange
        strange.clear()
        if result is not None:
            yield result
    if strange:
        raise RecordError(f"no line is a record or rules; line {strange[0].line}: {strange[0].problems[0]}")


class Rules:
    """The games of a file of records, as its lines of rules state them, or, of a record by hand, as its name means."""

    def __init__(self, plugins: PluginSet) -> None:
        self._plugins = plugins
        self._games: dict[str, CompiledGame] = {}
        self._by_name: dict[tuple[str, int], CompiledGame] = {}

    def take(self, data: Mapping[str, Any]) -> None:
        """Take a line of rules; raises `RecordError` if it is not sound."""
        check_rules(data)
        digest, name = data["digest"], data["game"]
        if data.get("version") != FORMAT_VERSION:
            raise RecordError(f"the rules have format version {data.get('version')!r}; expected {FORMAT_VERSION}")
        rulebook = from_flat(data["rules"], game=name, plugins=self._plugins)
        if rulebook.digest != digest:
            raise RecordError(f"the rules have the digest {rulebook.digest}, not {digest}: they were changed")
        self._games[digest] = compile_game(rulebook, self._plugins)

    def game_of(self, record: Mapping[str, Any]) -> CompiledGame:
        """Return the game of a record; raises `RecordError` if its rules are not known."""
        digest, name = record["digest"], record["game"]
        if digest in self._games:
            return self._games[digest]
        if digest != NO_DIGEST:
            raise RecordError(f"no rules with the digest {digest} stand before this record")
        # A record written by hand may leave it to its seats to say how many play.
        players = max([record["seats"], *(player + 1 for player in record["players"])])
        if (name, players) not in self._by_name:
            rulebook = load_rulebook(name, plugins=self._plugins)
            if players != rulebook.get("table.players") and players in rulebook.get("table.players_allowed"):
                rulebook = load_rulebook(name, players=players, plugins=self._plugins)
            self._by_name[name, players] = compile_game(rulebook, self._plugins)
        return self._by_name[name, players]

    def __contains__(self, digest: str) -> bool:
        return digest in self._games


def found_on(lines: Iterable[str], number: int | None, rules: Rules) -> tuple[dict[str, Any], CompiledGame]:
    """Return the record on a line, from 1, or the first there is, with its cards as Trickbook names them, and its game.

    `rules` takes the lines of rules that stand before it. Raises `RecordError` if there is none there, or it is not sound.
    """
    last = 0
    for last, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if number not in (None, last) and RULES_FORMAT not in line:
            continue
        data = parsed(line)
        if data["format"] == RULES_FORMAT:
            rules.take(data)
            if last == number:
                raise RecordError(f"line {number} has the rules of {data['game']}, and no record")
            continue
        check_shape(data)
        record = respelled(data)
        return record, rules.game_of(record)
    if number is None:
        raise RecordError("there are no records in it")
    raise RecordError(f"there is no record on line {number}; the last line is {last}")


class _Replayer:
    """What is known from the lines before: the rulebooks, and the table of the match being played."""

    def __init__(self, plugins: PluginSet) -> None:
        self.has_begun = False
        """Whether there was a line that is a record or rules, sound or not."""
        self._rules = Rules(plugins)
        self._table: Table | None = None
        self._is_sound = False
        """Whether the last record came out the same, so that the next can be played on from it."""
        self._is_whole = False
        """Whether the match is known from its first deal."""
        self._last: _Place | None = None
        """Where the last record stood; None at the beginning, and after a line that can't be read."""
        self._begun: dict[_Source, set[int]] = {}
        self._over: dict[_Source, set[int]] = {}

    def take(self, number: int, line: str) -> Replayed | None:
        data: Any = None
        try:
            data = parsed(line)
            self.has_begun = True
            if data["format"] == RULES_FORMAT:
                self._rules.take(data)
                return None
            return self._take_record(number, data)
        except (RecordError, RulebookError, PluginError, SimulationError) as error:
            self._last, self._table = None, None
            game = data.get("game") if isinstance(data, dict) else ""
            return Replayed(
                number, game if isinstance(game, str) else "", -1, -1, tuple(str(error).splitlines()), None, {}
            )

    def _game(self, record: Mapping[str, Any], place: _Place) -> CompiledGame:
        """Return the game of a record: where the rules are not known, that of the match it goes on with."""
        going_on = self._table is not None and self._last is not None and self._last.match_key == place.match_key
        if going_on and record["digest"] not in self._rules:
            assert self._table is not None
            return self._table.game
        return self._rules.game_of(record)

    def _take_record(self, number: int, record: Mapping[str, Any]) -> Replayed:
        check_shape(record)
        record = respelled(record)
        place = _Place.of(record)
        game = self._game(record, place)
        misplaced = self._misplaced(place)
        problems = [] if misplaced is None else [misplaced]
        follows = misplaced is None and self._last is not None and place.deal > 0 and self._is_sound
        table = self._table_for(game, record, follows)
        self._is_whole = place.deal == 0 or (follows and self._is_whole)
        kept = tuple(map(tuple, table.state.tally.tolist())) if self._is_whole else None
        different = _differences(_stated_beginning(record), _beginning(game, table.state))
        problems += different
        if not different and play(table, record, problems):
            again = record_of(game, table.state, record["seed"])
            seen = record
            if not self._is_whole:
                seen, again = _without_history(record), _without_history(again)
            problems += _differences(seen, {key: again[key] for key in again if key not in _NOT_COMPARED})
        self._table, self._last, self._is_sound = table, place, not problems
        self._begun.setdefault(place.source, set()).add(place.match)
        if record["outcome"] is not None or table.is_match_over:
            self._over.setdefault(place.source, set()).add(place.match)
        return Replayed(number, place.game, place.match, place.deal, tuple(problems), table, record, kept)

    def _misplaced(self, place: _Place) -> str | None:
        """Return why a record can't stand where it does, if it can't."""
        name = f"deal {place.deal} of match {place.match}"
        last = self._last
        if place.match in self._over.get(place.source, ()):
            return f"{name} stands after the outcome of that match"
        if last is None:
            return None
        if last.match_key == place.match_key:
            return None if place.deal == last.deal + 1 else f"{name} follows deal {last.deal}"
        if place.match in self._begun.get(place.source, ()):
            return f"{name} follows another match; the deals of a match stand one after another"
        if place.deal > 0:
            return f"{name} follows another match; expected deal 0, since only the first match may begin in the middle"
        return None

    def _table_for(self, game: CompiledGame, record: Mapping[str, Any], follows: bool) -> Table:
        """Return a table at which the record's pack is dealt: of the next deal, a new match, or where it says it is."""
        places = pack_places(game, record["pack"])
        check_seats(game, record)
        table = self._table
        if table is not None and follows:
            table.next_deal()
        else:
            table = Table(game, match=record["match"])
            if record["deal"] > 0 or sample_of(record)[0] == SINGLE_DEALS:
                adopt(table, record)
            elif record["dealer"] < table.seats:
                table.state.dealer = record["dealer"]
        # Who plays together in a tournament is drawn by lot, which is not in the file.
        if game.rules.sessions and record["deal"] % game.rules.session_deals == 0 and record["seats"] == table.seats:
            table.state.players[: table.seats] = record["players"]
        table.deal_pack(places)
        return table


class _Place(NamedTuple):
    """Where a record stands among others."""

    game: str
    digest: str
    seed: int
    sample: str
    """The sample of a study, each of which counts its matches for itself."""
    game_place: int
    match: int
    deal: int

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> _Place:
        game, digest, seed, match, deal = (record[key] for key in ("game", "digest", "seed", "match", "deal"))
        return cls(game, digest, seed, *sample_of(record), match, deal)

    @property
    def source(self) -> _Source:
        """What numbers the matches."""
        return self[:5]

    @property
    def match_key(self) -> tuple[str, str, int, str, int, int]:
        """What all deals of a match share."""
        return self[:6]


def _differences(record: Mapping[str, Any], again: Mapping[str, Any]) -> list[str]:
    return [
        f"{key}: the record has {json.dumps(record[key])}, played again it is {json.dumps(again[key])}"
        for key in again
        if record[key] != again[key]
    ]


def _stated_beginning(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a record says its deal begins."""
    pot = record["pot"] or {}
    return {
        **{key: record[key] for key in ("seats", "players", "teams", "dealer", "leader", "before") if key in record},
        "carry taken over": record["carry"][0],
        "pot before": pot.get("before"),
        "pot staked": pot.get("staked"),
    }


def _due_to_lead(state: State) -> int:
    """Return who leads first where the deal before decides; the kernel says so only once the steps before it are taken."""
    return int(state.opens) if state.opens >= 0 else (int(state.dealer) + 1) % int(state.seats)


def _beginning(game: CompiledGame, state: State) -> dict[str, Any]:
    """Return how the deal at a table begins, in the words of `_stated_beginning`."""
    seats, sides = int(state.seats), int(state.sides)
    return {
        "seats": seats,
        "players": state.players[:seats].tolist(),
        "teams": state.side_of[:seats].tolist(),
        "dealer": int(state.dealer),
        **({"leader": _due_to_lead(state)} if game.first_lead_is_handed_on else {}),
        "before": state.before[:sides].tolist(),
        "carry taken over": int(state.carry_in),
        "pot before": int(state.pot_before) if game.has_pot else None,
        "pot staked": int(state.pot_staked) if game.has_pot else None,
    }


def _without_history(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without what depends on the deals before, beyond what it states of them."""
    outcome = record["outcome"]
    if outcome is not None:
        outcome = {key: None if key in ("value", "totals") else value for key, value in outcome.items()}
    return {**record, "outcome": outcome}
