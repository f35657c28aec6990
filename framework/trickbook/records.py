"""Records of deals, one JSON object a line: writing them, and playing them again.

Before the first record of a rulebook stands a line with the rulebook itself, so that a record never depends on
what a name means later. Format version 1; `docs/reference/records.md` describes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from trickbook.cards import SUITS
from trickbook.compiler import CompiledGame, compile_game
from trickbook.kernel.layout import (
    ANNOUNCEMENT,
    BY_DEALS,
    BY_LAST_LEFT,
    BY_STOP,
    BY_TARGET,
    CLAIMING,
    DECLARED,
    DECLINED,
    FACE_DOWN,
    GOES_ON,
    NO_TRUMP,
    PLAY,
    STATE,
    State,
)
from trickbook.plugins import PluginError, PluginSet
from trickbook.rulebook import RulebookError, from_flat, to_flat
from trickbook.rulebook import load as load_rulebook
from trickbook.simulate import Block
from trickbook.table import IllegalMoveError, Move, Table
from trickbook.version import KERNEL

RECORD_FORMAT = "trickbook-record"
RULES_FORMAT = "trickbook-rules"
FORMAT_VERSION = 1
REASONS = {BY_TARGET: "target", BY_LAST_LEFT: "last-left", BY_DEALS: "deals", BY_STOP: "stopped"}
"""Why a match ended, by the kernel's number."""
_NO_DIGEST = "0" * 16
_NOT_COMPARED = {"format", "version", "game", "digest", "kernel", "seed", "match", "deal", "moves"}


class RecordError(ValueError):
    """A line that is not a record, or can't be played again."""


def record_of(game: CompiledGame, state: State, seed: int) -> dict[str, Any]:
    """Return the record of a deal that is over, as plain data."""
    pack = game.pack
    # As a dictionary, since reading fields of a NumPy record one by one is slow.
    values: dict[str, Any] = dict(zip(STATE.names or (), state.item(), strict=True))
    seats, sides = values["seats"], values["sides"]
    return {
        "format": RECORD_FORMAT,
        "version": FORMAT_VERSION,
        "game": game.game,
        "digest": game.rulebook.digest,
        "kernel": KERNEL,
        "seed": seed,
        "match": values["match"],
        "deal": values["deal"],
        "seats": seats,
        "players": values["players"][:seats].tolist(),
        "teams": values["side_of"][:seats].tolist(),
        "dealer": values["dealer"],
        "pack": [pack.name(place) for place in values["pack"][: len(pack)].tolist()],
        "trump": None if values["trump"] == NO_TRUMP else SUITS[values["trump"]],
        "turned": None if values["turned"] < 0 else pack.name(values["turned"]),
        "moves": [_move(game, *logged) for logged in _logged(values, "moves", _MOVE_LOG)],
        "tricks": [
            {"leader": leader, "winner": winner, "size": size}
            for leader, winner, size in _logged(values, "tricks", _TRICK_LOG)
        ],
        "events": [
            {"trick": trick, "kind": game.events[kind].name, "seat": seat, "card": pack.name(card)}
            for trick, kind, seat, card in _logged(values, "events", _EVENT_LOG)
            if game.events[kind].recorded
        ],
        "tricks_won": values["tricks_won"][:sides].tolist(),
        "card_points": values["card_points"][:sides].tolist() if game.has_card_points else None,
        "carry": [values["carry_in"], values["carry_out"]],
        "pot": {"before": values["pot_before"], "staked": values["pot_staked"], "left": values["pot"]}
        if game.has_pot
        else None,
        "before": values["before"][:sides].tolist(),
        "score": values["deal_score"][:sides].tolist(),
        "after": values["score"][:sides].tolist(),
        "outcome": _outcome(game, values),
    }


_MOVE_LOG = ("move_seat", "move_cards", "move_kind", "move_flags", "move_combination")
_TRICK_LOG = ("trick_leader", "trick_winner", "trick_size")
_EVENT_LOG = ("event_trick", "event_kind", "event_seat", "event_card")


def _logged(values: Mapping[str, Any], count: str, columns: tuple[str, ...]) -> Iterable[tuple[int, ...]]:
    return zip(*(values[column][: values[count]].tolist() for column in columns), strict=True)


def _move(game: CompiledGame, seat: int, cards: int, kind: int, flags: int, combination: int) -> dict[str, Any]:
    if kind == CLAIMING:
        return {"seat": seat, "claim": True}
    move: dict[str, Any] = {"seat": seat, "cards": game.pack.names(cards)}
    if flags & FACE_DOWN:
        move["face_down"] = True
    if flags & (DECLARED | DECLINED):
        move["declare"] = bool(flags & DECLARED)
    if kind == ANNOUNCEMENT:
        move["announce"] = game.combinations[combination]
    return move


def _outcome(game: CompiledGame, values: Mapping[str, Any]) -> dict[str, Any] | None:
    if values["outcome"] == GOES_ON:
        return None
    winner = values["outcome_winner"]
    outcome: dict[str, Any] = {
        "winner": None if winner < 0 else winner,
        "value": values["outcome_value"],
        "reason": REASONS[values["outcome"]],
    }
    if players := game.tournament_players:
        outcome["totals"] = values["totals"][:players].tolist()
    return outcome


def rules_line(game: CompiledGame) -> str:
    """Return the line that stands before the first record of a rulebook."""
    rulebook = game.rulebook
    return json.dumps(
        {
            "format": RULES_FORMAT,
            "version": FORMAT_VERSION,
            "game": game.game,
            "digest": rulebook.digest,
            "rules": to_flat(rulebook),
        },
        ensure_ascii=False,
    )


def record_lines(game: CompiledGame, block: Block, seed: int, known: set[str]) -> Iterator[str]:
    """Yield the lines of a block whose states were kept, without line ends.

    `known` has the digests whose rules have been written, and is added to.
    """
    for i in range(len(block.states)):
        if game.rulebook.digest not in known:
            known.add(game.rulebook.digest)
            yield rules_line(game)
        yield json.dumps(record_of(game, block.states[i], seed))


def rules_on(line: str) -> Mapping[str, Any] | None:
    """Return what stands on a line of rules, as it is written; None if the line is none."""
    if RULES_FORMAT not in line:  # most lines are records, and need not be parsed for this
        return None
    try:
        data = _parsed(line)
        return data if data["format"] == RULES_FORMAT and _states_rules(data) else None
    except RecordError:
        return None


def _states_rules(data: Mapping[str, Any]) -> bool:
    return (
        isinstance(data.get("digest"), str)
        and isinstance(data.get("game"), str)
        and isinstance(data.get("rules"), dict)
    )


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


class _Replayer:
    """What is known from the lines before: the rulebooks, and the table of the match being played."""

    def __init__(self, plugins: PluginSet) -> None:
        self.has_begun = False
        """Whether there was a line that is a record or rules, sound or not."""
        self._plugins = plugins
        self._games: dict[str, CompiledGame] = {}
        self._by_name: dict[tuple[str, int], CompiledGame] = {}
        self._table: Table | None = None
        self._is_sound = False
        """Whether the last record came out the same, so that the next can be played on from it."""
        self._is_whole = False
        """Whether the match is known from its first deal."""
        self._last: _Place | None = None
        """Where the last record stood; None at the beginning, and after a line that can't be read."""
        self._begun: dict[tuple[str, str, int], set[int]] = {}
        self._over: dict[tuple[str, str, int], set[int]] = {}

    def take(self, number: int, line: str) -> Replayed | None:
        data: Any = None
        try:
            data = _parsed(line)
            self.has_begun = True
            if data["format"] == RULES_FORMAT:
                self._take_rules(data)
                return None
            return self._take_record(number, data)
        except (RecordError, RulebookError, PluginError) as error:
            self._last, self._table = None, None
            game = data.get("game") if isinstance(data, dict) else ""
            return Replayed(
                number, game if isinstance(game, str) else "", -1, -1, tuple(str(error).splitlines()), None, {}
            )

    def _take_rules(self, data: Mapping[str, Any]) -> None:
        if not _states_rules(data):
            raise RecordError("a line of rules needs a game, a digest and rules")
        digest, name = data["digest"], data["game"]
        if data.get("version") != FORMAT_VERSION:
            raise RecordError(f"the rules have format version {data.get('version')!r}; expected {FORMAT_VERSION}")
        rulebook = from_flat(data["rules"], game=name, plugins=self._plugins)
        if rulebook.digest != digest:
            raise RecordError(f"the rules have the digest {rulebook.digest}, not {digest}: they were changed")
        self._games[digest] = compile_game(rulebook, self._plugins)

    def _game(self, record: Mapping[str, Any]) -> CompiledGame:
        digest, name = record["digest"], record["game"]
        if digest in self._games:
            return self._games[digest]
        if self._table is not None and self._last is not None and self._last.match_key == _Place.of(record).match_key:
            return self._table.game
        if digest != _NO_DIGEST:
            raise RecordError(f"no rules with the digest {digest} stand before this record")
        # A record written by hand may leave it to its seats to say how many play.
        players = max([record["seats"], *(player + 1 for player in record["players"])])
        if (name, players) not in self._by_name:
            rulebook = load_rulebook(name, plugins=self._plugins)
            if players != rulebook.get("table.players") and players in rulebook.get("table.players_allowed"):
                rulebook = load_rulebook(name, players=players, plugins=self._plugins)
            self._by_name[name, players] = compile_game(rulebook, self._plugins)
        return self._by_name[name, players]

    def _take_record(self, number: int, record: Mapping[str, Any]) -> Replayed:
        _check_shape(record)
        game = self._game(record)
        place = _Place.of(record)
        misplaced = self._misplaced(place)
        problems = [] if misplaced is None else [misplaced]
        follows = misplaced is None and self._last is not None and place.deal > 0 and self._is_sound
        table = self._table_for(game, record, follows)
        self._is_whole = place.deal == 0 or (follows and self._is_whole)
        different = _differences(_stated_beginning(record), _beginning(game, table.state))
        problems += different
        if not different and _play(table, record, problems):
            again = record_of(game, table.state, record["seed"])
            seen = record
            if not self._is_whole:
                seen, again = _without_history(record), _without_history(again)
            problems += _differences(seen, {key: again[key] for key in again if key not in _NOT_COMPARED})
        self._table, self._last, self._is_sound = table, place, not problems
        self._begun.setdefault(place.source, set()).add(place.match)
        if record["outcome"] is not None or table.is_match_over:
            self._over.setdefault(place.source, set()).add(place.match)
        return Replayed(number, place.game, place.match, place.deal, tuple(problems), table, record)

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
        places = _pack_places(game, record["pack"])
        _check_seats(game, record)
        table = self._table
        if table is not None and follows:
            table.next_deal()
        else:
            table = Table(game, match=record["match"])
            if record["deal"] > 0:
                _adopt(table, record)
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
    match: int
    deal: int

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> _Place:
        return cls(*(record[key] for key in cls._fields))

    @property
    def source(self) -> tuple[str, str, int]:
        """What numbers the matches."""
        return self[:3]

    @property
    def match_key(self) -> tuple[str, str, int, int]:
        """What all deals of a match share."""
        return self[:4]


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
        **{key: record[key] for key in ("seats", "players", "teams", "dealer", "before")},
        "carry taken over": record["carry"][0],
        "pot before": pot.get("before"),
        "pot staked": pot.get("staked"),
    }


def _beginning(game: CompiledGame, state: State) -> dict[str, Any]:
    """Return how the deal at a table begins, in the words of `_stated_beginning`."""
    seats, sides = int(state.seats), int(state.sides)
    return {
        "seats": seats,
        "players": state.players[:seats].tolist(),
        "teams": state.side_of[:seats].tolist(),
        "dealer": int(state.dealer),
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


def _parsed(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this line is not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") not in (RECORD_FORMAT, RULES_FORMAT):
        raise RecordError(
            f"this line is neither a record (format {RECORD_FORMAT!r}) nor rules (format {RULES_FORMAT!r})"
        )
    return data


_NUMBER = "a whole number of 0 or more"
_SHAPES: dict[str, tuple[str, Any]] = {
    "version": ("1", lambda v: v == FORMAT_VERSION and type(v) is int),
    "game": ("a text", lambda v: isinstance(v, str)),
    "digest": ("a text", lambda v: isinstance(v, str)),
    "kernel": ("a text", lambda v: isinstance(v, str)),
    "seed": (_NUMBER, lambda v: _is_number(v, 1 << 64)),
    "match": (_NUMBER, lambda v: _is_number(v, 1 << 62)),
    "deal": (_NUMBER, lambda v: _is_number(v, 1 << 31)),
    "seats": (_NUMBER, lambda v: _is_number(v, 64)),
    "dealer": (_NUMBER, lambda v: _is_number(v, 64)),
    "players": ("a list of numbers", lambda v: _is_list(v, lambda x: _is_number(x, 64))),
    "teams": ("a list of numbers", lambda v: _is_list(v, lambda x: _is_number(x, 64))),
    "pack": ("a list of cards", lambda v: _is_list(v, lambda x: isinstance(x, str))),
    "trump": ("a suit letter or null", lambda v: v is None or isinstance(v, str)),
    "turned": ("a card or null", lambda v: v is None or isinstance(v, str)),
    "moves": ("a list of moves", lambda v: _is_list(v, lambda x: isinstance(x, dict))),
    "tricks": ("a list of tricks", lambda v: _is_list(v, lambda x: isinstance(x, dict))),
    "events": ("a list of events", lambda v: _is_list(v, lambda x: isinstance(x, dict))),
    "tricks_won": ("a list of numbers", lambda v: _is_list(v, _is_any_number)),
    "card_points": ("a list of numbers or null", lambda v: v is None or _is_list(v, _is_any_number)),
    "carry": ("two numbers", lambda v: _is_list(v, lambda x: _is_number(x, 1 << 31)) and len(v) == 2),
    "pot": ("a table or null", lambda v: v is None or isinstance(v, dict)),
    "before": ("a list of numbers", lambda v: _is_list(v, _is_any_number)),
    "score": ("a list of numbers", lambda v: _is_list(v, _is_any_number)),
    "after": ("a list of numbers", lambda v: _is_list(v, _is_any_number)),
    "outcome": ("a table or null", lambda v: v is None or isinstance(v, dict)),
}


def _is_number(value: Any, limit: int) -> bool:
    return type(value) is int and 0 <= value < limit


def _is_any_number(value: Any) -> bool:
    return type(value) is int and abs(value) < 1 << 60


def _is_list(value: Any, each: Any) -> bool:
    return isinstance(value, list) and all(each(item) for item in value)


def table_at(game: CompiledGame, record: Mapping[str, Any]) -> Table:
    """Return a table at which the pack of a record is dealt, with the seats, scores, carry and pot that it states.

    Raises `RecordError` if these don't fit together.
    """
    places = _pack_places(game, record["pack"])
    _check_seats(game, record)
    table = Table(game, match=record["match"])
    _adopt(table, record)
    table.deal_pack(places)
    return table


def play_moves(table: Table, record: Mapping[str, Any]) -> None:
    """Make the moves of a record one by one, passes inferred, so that `table.tricks` tells the deal.

    Raises `trickbook.table.IllegalMoveError` at the first that is not legal.
    """
    for data in record["moves"]:
        move = _as_move(data)
        place = None
        while place is None and not table.is_over:
            place = table.find(move) if table.turn == data["seat"] else None
            if place is None and not _pass(table):
                break
        if place is None:
            table.play(move)
        else:
            table.play_legal(place)
    while not table.is_over and _pass(table):
        pass


def _pass(table: Table) -> bool:
    place = table.find(Move(kind="pass"))
    if place is not None:
        table.play_legal(place)
    return place is not None


def _check_shape(record: Mapping[str, Any]) -> None:
    for key, (expected, is_right) in _SHAPES.items():
        if key not in record:
            raise RecordError(f"the record has no {key!r}; expected {expected}")
        if not is_right(record[key]):
            raise RecordError(f"{key}: expected {expected}, found {json.dumps(record[key])[:80]}")
    for move in record["moves"]:
        if not _is_number(move.get("seat"), 64):
            raise RecordError(f"a move has no seat: {json.dumps(move)[:80]}")
        if not ("claim" in move or _is_list(move.get("cards"), lambda x: isinstance(x, str))):
            raise RecordError(f"a move has neither cards nor a claim: {json.dumps(move)[:80]}")


def _pack_places(game: CompiledGame, names: list[str]) -> list[int]:
    left = {name: list(places) for name, places in game.pack.places.items()}
    places = [left[name].pop(0) for name in names if left.get(name)]
    if not len(names) == len(places) == len(game.pack):
        raise RecordError(f"pack: expected each of the {len(game.pack)} cards of the game once")
    return places


def _check_seats(game: CompiledGame, record: Mapping[str, Any]) -> None:
    """Raise `RecordError` if what a record states of its beginning does not fit together, or the game."""
    seats = record["seats"]
    sides = len(record["before"])
    teams = record["teams"]
    sound = (
        2 <= seats <= int(game.rules.seats)
        and len(record["players"]) == len(set(record["players"])) == len(teams) == seats
        and 2 <= sides <= int(game.rules.sides)
        and set(teams) == set(range(sides))
        and record["dealer"] < seats
        and all(player < int(game.rules.tournament_players) for player in record["players"])
        and all(abs(points) < 1 << 31 for points in record["before"])
    )
    if not sound:
        raise RecordError(f"seats, players, teams, dealer and before don't fit together, or don't fit {record['game']}")
    pot = record["pot"]
    if pot is not None and not all(_is_number(pot.get(key), 1 << 31) for key in ("before", "staked", "left")):
        raise RecordError("pot: expected before, staked and left")


def _adopt(table: Table, record: Mapping[str, Any]) -> None:
    """Let a table stand where a record in the middle of a match, which `_check_seats` has seen, says it stands."""
    state = table.state
    seats, sides = record["seats"], len(record["before"])
    state.seats, state.sides, state.deal = seats, sides, record["deal"]
    for seat in range(seats):
        state.players[seat] = record["players"][seat]
        state.side_of[seat] = record["teams"][seat]
    state.dealer = record["dealer"]
    state.carry_in = record["carry"][0]
    pot = record["pot"]
    state.pot = state.pot_before = state.pot_staked = 0
    if pot is not None:
        state.pot = state.pot_before = pot["before"]
        state.stake_due = int(pot["staked"] > 0)
    for side in range(sides):
        state.score[side] = record["before"][side]


def _play(table: Table, record: Mapping[str, Any], problems: list[str]) -> bool:
    """Play the moves of a record, passes inferred; say whether the deal came to its end."""
    moves = record["moves"]
    if table.game.pack.has_copies:
        return _play_by_name(table, record, problems)
    wrong = table.play_log([_log_entry(table.game, move) for move in moves])
    if wrong is None:
        return True
    if wrong == len(moves):
        problems.append("the record stops before the deal is over")
    elif table.is_over:
        problems.append(f"move {wrong}: the deal is over")
    elif table.turn != moves[wrong]["seat"]:
        problems.append(f"move {wrong}: seat {moves[wrong]['seat']} moves, but it is seat {table.turn}'s turn")
    else:
        problems.append(f"move {wrong}: {table.why_not(_as_move(moves[wrong]))}")
    return False


def _play_by_name(table: Table, record: Mapping[str, Any], problems: list[str]) -> bool:
    """Play the moves of a record where copies share a name: which copy is meant depends on who holds it."""
    try:
        play_moves(table, record)
    except IllegalMoveError as error:
        problems.append(str(error))
        return False
    if not table.is_over:
        problems.append("the record stops before the deal is over")
    return table.is_over


def _log_entry(game: CompiledGame, data: Mapping[str, Any]) -> tuple[int, int, int, int, int]:
    """Return a move as the kernel's log writes it; what no log can hold becomes a move that is never legal."""
    move = _as_move(data)
    if move.kind == "claim":
        return data["seat"], 0, CLAIMING, 0, 0
    flags = FACE_DOWN * move.face_down
    if move.declare is not None:
        flags |= DECLARED if move.declare else DECLINED
    try:
        cards = game.pack.mask(move.cards)
        combination = game.combinations.index(move.announce) if move.announce else 0
    except ValueError:
        return data["seat"], 0, PLAY, 0, 0
    return data["seat"], cards, ANNOUNCEMENT if move.announce else PLAY, flags, combination


def _as_move(data: Mapping[str, Any]) -> Move:
    if "cards" not in data:
        return Move(kind="claim")
    announce = data.get("announce", "")
    declare = data.get("declare")
    return Move(
        tuple(data["cards"]),
        "announce" if announce else "play",
        data.get("face_down") is True,
        declare if isinstance(declare, bool) else None,
        announce if isinstance(announce, str) else "?",
    )
