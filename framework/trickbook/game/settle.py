"""Settling an argument: who wins one trick, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from trickbook.cards import SUIT_SYMBOLS, SUITS, card_name, cards_text, parse_card, parse_cards
from trickbook.compiler import CompiledGame, compile_game
from trickbook.errors import playing
from trickbook.game.reasons import play_lines
from trickbook.game.seats import parse_seat, seat_words, side_name
from trickbook.game.table import IllegalMoveError, Move, Step, Table
from trickbook.kernel import engine
from trickbook.kernel.layout import ANNOUNCE, FACE_UP_ONLY, GIVES_LEAD, GIVES_POT, RULES, Rules
from trickbook.plugins import PluginSet
from trickbook.rulebook import Rulebook
from trickbook.rulebook import load as load_rulebook


class SettleError(ValueError):
    """Plays from which no trick can be made: an unknown seat, a card played twice, a seat out of turn."""


@dataclass(frozen=True)
class Settled:
    """A trick that is settled."""

    game: str
    seats: int
    side_of: tuple[int, ...]
    leader: int
    winner: int
    """The seat that wins; of a trick that is not complete, the one that wins so far."""
    is_complete: bool
    size: int
    """Cards that each plays."""
    steps: tuple[Step, ...]
    events: tuple[dict[str, Any], ...]
    """Dares and the like: kind, seat and card."""
    points: dict[str, int]
    """What the trick scores at once, by side; for games that count cards, the card points of the trick."""
    announced: str = ""
    """The combination that the lead makes, where such are announced."""
    would_win_pot: bool = False
    """Whether to announce it would win the pot at once, so that the trick is played only if it is just led."""
    must_announce: bool = False
    """Whether to announce it is no choice."""
    counts_cards: bool = False
    """Whether `points` are card points."""
    is_for_pot: bool = False
    """Whether the holders of a combination play the trick for the pot (BU-13)."""
    hides_losers: bool = False
    """Whether a play that does not take over must be face down."""

    def as_json(self) -> dict[str, Any]:
        """Return plain data, as `trickbook trick --json` prints it."""
        return {
            "game": self.game,
            "leader": self.leader,
            "winner": self.winner,
            "complete": self.is_complete,
            "size": self.size,
            "announce": self.announced or None,
            "would_win_pot": self.would_win_pot,
            "steps": [
                {
                    "seat": step.seat,
                    "cards": list(step.cards),
                    "takes_over": step.takes_over,
                    "why": step.why,
                    **({"face_down": True} if step.face_down else {}),
                }
                for step in self.steps
            ],
            "events": list(self.events),
            "points": self.points,
        }

    def lines(self) -> list[str]:
        """Return the trick in words, a line a step."""
        lines = []
        for i, step in enumerate(self.steps):
            kinds = [event["kind"] for event in self.events if event["seat"] == step.seat]
            lines += play_lines(step, i == 0, self.seats, kinds)
            if i == 0 and self.would_win_pot:
                pot = "It wins the pot at once" if self.must_announce else "Announced, it would win the pot at once"
                lines.append(f"  {pot}; this is the trick if it is only led.")
        if self.hides_losers and any(step.face_down for step in self.steps):
            lines.append("What does not take the trick over must be played face down (follow.face_down).")
        who = seat_words(self.winner, self.seats)
        if self.is_complete:
            each = "" if self.size == 1 else f" of {self.size} cards each"
            lines.append(f"{who} wins the trick{each}{', and the pot with it' if self.is_for_pot else ''}.")
        else:
            lines.append(f"{who} wins so far; the trick is not complete.")
        for side, points in self.points.items():
            lines.append(f"{side} takes {points} card points." if self.counts_cards else f"{side} scores {points}.")
        return lines


def settle_trick(
    game: str,
    plays: Sequence[str],
    *,
    trump: str | None = None,
    gone: Sequence[str] = (),
    holding: Sequence[str] = (),
    stock: int | None = None,
    face_down: Sequence[str] = (),
    declare: Sequence[str] = (),
    players: int | None = None,
    plugins: PluginSet | None = None,
) -> Settled:
    """Settle one trick by the rules of a game.

    `plays` are texts such as `"W: 10D 10S"`, the lead first. `gone` are cards played earlier in the deal, `holding`
    texts such as `"S: JC"` for cards held besides those played, `stock` the number of cards left to draw (not
    exhausted, if not given), `face_down` seats that play face down, `declare` seats that declare a dare.

    Raises `SettleError` or `trickbook.cards.CardError` for plays that make no trick,
    `trickbook.game.table.IllegalMoveError` for one that the rules forbid, and what `trickbook.game.loading.load` raises.

    >>> settle_trick("schwesing", ["W: KH KD", "N: JC 6D"]).winner
    0
    """
    plugins = plugins or PluginSet()
    if not plays:
        raise SettleError("there is no play; expected one a seat, such as 'W: 10D 10S', the lead first")
    rulebook = load_rulebook(game, players=players, plugins=plugins)
    if players is None and _plays_tell_players(rulebook, len(plays)):
        rulebook = load_rulebook(game, players=len(plays), plugins=plugins)
    trick = _TrickTable(compile_game(rulebook, plugins), plays, holding)
    trick.set_up(trump, gone, stock)
    for (seat, cards), _ in zip(trick.plays, range(trick.seats), strict=False):
        trick.play(seat, cards, face_down, declare)
    return trick.settled()


def _plays_tell_players(rulebook: Rulebook, plays: int) -> bool:
    """Say whether the number of plays tells how many play: the game allows it, and nobody set another on purpose."""
    if plays == rulebook.get("table.players") or "table.players" in rulebook.origins["table.players"].layer:
        return False
    return plays in rulebook.get("table.players_allowed")


def _parse_play(text: str, seats: int) -> tuple[int, list[str]]:
    seat, colon, cards = text.partition(":")
    if not colon:
        raise SettleError(f"{text!r} names no seat; expected a seat, a colon and cards, such as 'W: 10D 10S'")
    names = [card_name(card) for card in parse_cards(cards)]
    return parse_seat(seat, seats), names


class _TrickTable:
    """A table set up for one trick."""

    def __init__(self, game: CompiledGame, plays: Sequence[str], holding: Sequence[str]) -> None:
        # The trick alone is settled: nothing is drawn after it, and the deal doesn't end with it.
        rules: Rules = np.array([game.rules.item()], RULES).view(np.recarray)[0]
        rules.draws = rules.score_rows = rules.claim_points = rules.stake = rules.limit = 0
        rules.steps = rules.last_trick_points = rules.limit_ends_match = 0
        rules.target_ends_deal = rules.target = rules.sessions = 0
        rules.end_tricks[:] = rules.end_card_points = 0
        self.game = replace(game, rules=rules)
        self.table = Table(self.game)
        self.seats = self.table.seats
        self.plays = [_parse_play(play, self.seats) for play in plays]
        self.holding = [_parse_play(play, self.seats) for play in holding]
        self.announced = ""
        self.would_win_pot = False
        self.leads_only: set[int] = set()
        for seat, cards in self.plays:
            if not cards:
                raise SettleError(f"{seat_words(seat, self.seats)} plays no cards")
        if len(self.plays) > self.seats:
            raise SettleError(f"there are {len(self.plays)} plays, and {self.seats} players")

    def set_up(self, trump: str | None, gone: Sequence[str], stock: int | None) -> None:
        """Give each seat its cards, and let the first play's seat be due to lead."""
        state, pack = self.table.state, self.game.pack
        named = [name for _, cards in [*self.plays, *self.holding] for name in cards]
        named_gone = [card_name(parse_card(card)) for card in gone]
        twice = {
            name for name in named + named_gone if (named + named_gone).count(name) > len(pack.places.get(name, "?"))
        }
        if twice:
            raise SettleError(f"{cards_text(sorted(twice))} can't be in two places")
        self._check_sizes(stock)
        used = 0
        for seat in range(self.seats):
            state.hands[seat] = 0
        for seat, cards in [*self.plays, *self.holding]:
            mask = self._mask(cards, used)
            state.hands[seat] |= np.uint64(mask)
            used |= mask
        mask = self._mask(named_gone, used)
        state.gone = state.face_up = np.uint64(mask)
        left = len(pack) - (used | mask).bit_count()
        if stock is not None and not 0 <= stock <= left:
            raise SettleError(f"{stock} cards can't be left in the stock; {left} are not accounted for")
        state.stock_left = max(left, 1) if stock is None else stock
        state.trump = self._trump(trump)
        state.leader = self.plays[0][0]
        # Duties of the first trick alone are not asked: which trick it is, nobody says.
        state.tricks = 1 if self.game.rules.duties else 0
        self._let_leads_be_leads()
        with playing(self.game):
            engine.ask_for_combinations(self.game.rules, state)
        self.table.tricks.clear()
        self.table.look()
        self.score = [int(points) for points in state.deal_score]

    def _check_sizes(self, stock: int | None) -> None:
        """Raise `SettleError` for a hand, or a stock, that is larger than the deal makes it."""
        hand = int(self.game.rules.hand)
        for seat in range(self.seats):
            held = sum(len(cards) for who, cards in [*self.plays, *self.holding] if who == seat)
            if held > hand:
                raise SettleError(f"{seat_words(seat, self.seats)} has {held} cards; a hand has {hand} (deal.hand)")
        most = len(self.game.pack) - self.seats * hand
        if stock is not None and stock > most:
            raise SettleError(f"{stock} cards can't be left in the stock; once all have their hands there are {most}")

    def _let_leads_be_leads(self) -> None:
        """Let a combination that wins the pot give the lead, but where its holders alone play for it (BU-13)."""
        rules, playing = self.game.rules, {seat for seat, _ in self.plays}
        for combination in range(int(rules.combinations)):
            alone = len(playing) == 1 or self._holders(combination) != playing
            if rules.combination_gives[combination] == GIVES_POT and alone:
                rules.combination_gives[combination] = GIVES_LEAD
                self.leads_only.add(combination)

    def _holders(self, combination: int) -> set[int]:
        rules, state = self.game.rules, self.table.state
        trump = int(state.trump)
        least_of = int(rules.combination_least_of[combination, trump])
        masks = rules.combination_pool[combination, trump][: rules.combination_pools[combination]]
        pools = [int(mask) for mask in masks]
        together = [(seat, int(state.hands[seat]) & pool) for seat in range(self.seats) for pool in pools]
        size, least = int(rules.combination_size[combination]), int(rules.combination_least[combination])
        return {
            seat for seat, cards in together if cards.bit_count() >= size and (cards & least_of).bit_count() >= least
        }

    def _mask(self, names: Sequence[str], used: int) -> int:
        mask = 0
        for name in names:
            places = [place for place in self.game.pack.places.get(name, ()) if not (used | mask) >> place & 1]
            if not places:
                self.game.pack.mask([name])
            mask |= 1 << places[0]
        return mask

    def _trump(self, trump: str | None) -> int:
        chosen = self.game.rulebook.get("trump.chosen")
        if trump is None:
            if chosen in ("turned", "dealer"):
                raise SettleError(
                    f"{self.game.game} is played with trumps: say which, with --trump and one of {' '.join(SUITS)}"
                )
            return int(self.game.rules.trump)
        plain = trump.strip().upper()
        if plain in SUIT_SYMBOLS:
            plain = SUITS[SUIT_SYMBOLS.index(plain)]
        if plain not in self.game.rulebook.get("pack.suits"):
            raise SettleError(
                f"{trump!r} is not a suit of this game; expected one of {' '.join(self.game.rulebook.get('pack.suits'))}"
            )
        if chosen == "none":
            raise SettleError(f"{self.game.game} has no trumps (trump.chosen)")
        return SUITS.index(plain)

    def play(self, seat: int, cards: Sequence[str], face_down: Sequence[str], declare: Sequence[str]) -> None:
        """Make one play."""
        table = self.table
        if self.is_complete:
            raise SettleError("the trick is complete before the last play")
        hidden = seat in [parse_seat(text, self.seats) for text in face_down]
        declared = seat in [parse_seat(text, self.seats) for text in declare]
        legal = table.legal_moves()
        if seat == table.turn:
            for move in legal:
                if sorted(move.cards) == sorted(cards) and self._fits(move, hidden, declared, legal):
                    if move.announce:
                        self.announced = move.announce
                        self.would_win_pot = int(table.state.combination) in self.leads_only
                    table.play(move)
                    return
        if table.state.phase == ANNOUNCE and table.find(Move(kind="pass")) is not None:
            table.play(Move(kind="pass"))
            self.play(seat, cards, face_down, declare)
            return
        if seat != table.turn and table.state.phase != ANNOUNCE:
            who, expected = seat_words(seat, self.seats), seat_words(int(table.state.turn), self.seats)
            raise SettleError(f"{who} plays out of turn; it is {expected}'s turn (seats go clockwise)")
        raise IllegalMoveError(table.why_not(Move(tuple(cards), face_down=hidden, declare=True if declared else None)))

    def _fits(self, move: Move, hidden: bool, declared: bool, legal: Sequence[Move]) -> bool:
        same = [other for other in legal if set(other.cards) == set(move.cards)]
        # What must be face down need not be said.
        down = hidden or all(other.face_down for other in same)
        return (
            move.face_down == down
            and (move.declare is None or move.declare == declared)
            and not (declared and move.declare is None)
        )

    @property
    def is_complete(self) -> bool:
        """Whether all have played."""
        return bool(self.table.tricks) and self.table.tricks[-1].winner is not None

    def settled(self) -> Settled:
        """Return the trick."""
        table, state = self.table, self.table.state
        trick = table.tricks[-1]
        events = tuple(
            {
                "kind": self.game.events[int(state.event_kind[i])].name,
                "seat": int(state.event_seat[i]),
                "card": self.game.pack.name(int(state.event_card[i])),
            }
            for i in range(int(state.events))
            if self.game.events[int(state.event_kind[i])].recorded
        )
        side_of = tuple(table.side_of)
        scored = {side: int(state.deal_score[side]) - self.score[side] for side in range(int(state.sides))}
        if self.game.has_card_points:
            scored = {side: int(state.card_points[side]) for side in range(int(state.sides))}
        return Settled(
            self.game.game,
            table.seats,
            side_of,
            trick.leader,
            int(state.winner) if trick.winner is None else trick.winner,
            trick.winner is not None,
            trick.size,
            tuple(trick.steps),
            events,
            {side_name(side, side_of): points for side, points in scored.items() if points},
            self.announced,
            self.would_win_pot,
            bool(self.announced and self.game.rulebook.get(f"combination.{self.announced}.must")),
            self.game.has_card_points,
            bool(state.pot_trick),
            self.game.rules.face_down != FACE_UP_ONLY,
        )
