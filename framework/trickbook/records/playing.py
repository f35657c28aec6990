"""The deal of a record, played again at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trickbook.cards import CardError
from trickbook.compiler import CompiledGame
from trickbook.game.table import IllegalMoveError, Move, Table
from trickbook.kernel.layout import ANNOUNCEMENT, CLAIMING, DECLARED, DECLINED, FACE_DOWN, GIVING, NAMING, PLAY
from trickbook.kernel.limits import MAX_DOUBLINGS, MAX_POINTS
from trickbook.records.format import SINGLE_DEALS, RecordError, check_shape, is_number, name_of, sample_of


def table_at(game: CompiledGame, record: Mapping[str, Any]) -> Table:
    """Return a table at which the pack of a record is dealt, with the seats, scores, carry and pot that it states.

    Raises `RecordError` if something is missing, or these don't fit together.
    """
    check_shape(record)
    places = pack_places(game, record["pack"])
    check_seats(game, record)
    table = Table(game, match=record["match"])
    adopt(table, record)
    table.deal_pack(places)
    return table


def play_moves(table: Table, record: Mapping[str, Any]) -> None:
    """Make the moves of a record one by one, passes inferred, so that `table.tricks` tells the deal.

    Raises `trickbook.game.table.IllegalMoveError` at the first that is not legal.
    """
    for data in _one_by_one(table.game, record["moves"]):
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


def _one_by_one(game: CompiledGame, moves: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the moves of a record with a move for each card that is given, in the order in which they are chosen."""
    single: list[Mapping[str, Any]] = []
    for data in moves:
        if "give" not in data:
            single.append(data)
            continue
        try:
            cards = game.pack.names(game.pack.mask(data["give"]))
        except CardError:
            cards = data["give"]
        single += [{**data, "give": [card]} for card in cards]
    return single


def _pass(table: Table) -> bool:
    place = table.find(Move(kind="pass"))
    if place is not None:
        table.play_legal(place)
    return place is not None


def pack_places(game: CompiledGame, names: list[str]) -> list[int]:
    """Return the places of named cards in the pack of a game; raises `RecordError` if they are not its cards, each once."""
    left = {name: list(places) for name, places in game.pack.places.items()}
    places = [left[name].pop(0) for name in map(name_of, names) if left.get(name)]
    if not len(names) == len(places) == len(game.pack):
        raise RecordError(f"pack: expected each of the {len(game.pack)} cards of the game once")
    return places


def check_seats(game: CompiledGame, record: Mapping[str, Any]) -> None:
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
        and record.get("leader", 0) < seats
        and all(player < int(game.rules.tournament_players) for player in record["players"])
        and all(abs(points) <= MAX_POINTS for points in record["before"])
        and record["carry"][0] <= (MAX_DOUBLINGS if game.rules.carry_doubles else MAX_POINTS)
    )
    if not sound:
        raise RecordError(
            f"seats, players, teams, dealer, before and carry don't fit together, or don't fit {record['game']}"
        )
    if game.first_lead_is_handed_on and "leader" not in record:
        raise RecordError(
            f"the record has no 'leader'; expected the seat that is due to lead first: in {record['game']} the deal before decides"
        )
    pot = record["pot"]
    if pot is not None and not all(is_number(pot.get(key), MAX_POINTS + 1) for key in ("before", "staked", "left")):
        raise RecordError("pot: expected before, staked and left")


def adopt(table: Table, record: Mapping[str, Any]) -> None:
    """Let a table stand where a record in the middle of a match, which `check_seats` has seen, says it stands."""
    state = table.state
    seats, sides = record["seats"], len(record["before"])
    state.seats, state.sides, state.deal = seats, sides, record["deal"]
    state.cycle = record["match"] if sample_of(record)[0] == SINGLE_DEALS else record["deal"]
    for seat in range(seats):
        state.players[seat] = record["players"][seat]
        state.side_of[seat] = record["teams"][seat]
    state.dealer = record["dealer"]
    state.opens = record.get("leader", -1)
    state.carry_in = record["carry"][0]
    pot = record["pot"]
    state.pot = state.pot_before = state.pot_staked = 0
    if pot is not None:
        state.pot = state.pot_before = pot["before"]
        state.stake_due = int(pot["staked"] > 0)
    for side in range(sides):
        state.score[side] = record["before"][side]


def play(table: Table, record: Mapping[str, Any], problems: list[str]) -> bool:
    """Play the moves of a record, passes inferred; say whether the deal came to its end."""
    moves = _one_by_one(table.game, record["moves"])
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
    if move.kind == "name":
        return data["seat"], 0, NAMING, data["name"], 0
    flags = FACE_DOWN * (move.face_down or move.kind == "give")
    if move.declare is not None:
        flags |= DECLARED if move.declare else DECLINED
    try:
        cards = game.pack.mask(move.cards)
        combination = game.combinations.index(move.announce) if move.announce else 0
    except ValueError:
        return data["seat"], 0, PLAY, 0, 0
    kind = ANNOUNCEMENT if move.announce else GIVING if move.kind == "give" else PLAY
    return data["seat"], cards, kind, flags, combination


def _as_move(data: Mapping[str, Any]) -> Move:
    if "name" in data:
        return Move(kind="name", number=data["name"])
    if "give" in data:
        return Move(tuple(data["give"]), "give")
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
