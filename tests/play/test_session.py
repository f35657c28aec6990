"""The session: what a seat sees, that the machine plays as it does elsewhere, and going back."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import trickbook
from tests.games import RULEBOOKS, games, stacks
from trickbook.cards import CardError, card_name, parse_card
from trickbook.game.seats import SeatError
from trickbook.game.table import IllegalMoveError, Move
from trickbook.play.conversation import Conversation
from trickbook.play.players import Adviser
from trickbook.play.session import Session, SessionError
from trickbook.play.view import View
from trickbook.records import record_of, replay, rules_line
from trickbook.simulation.batches import match_blocks

HIDING = ("bura+closed", "kozel-money+closed", "hearts", "schwesing", "treia")
"""Games with cards that lie face down or are passed on, and with dares."""


def cards_in(data: Any) -> Iterator[str]:
    """Yield all cards named anywhere in plain data, in texts too."""
    if isinstance(data, dict):
        for value in data.values():
            yield from cards_in(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from cards_in(value)
    elif isinstance(data, str):
        for word in data.replace(",", " ").replace(";", " ").split():
            try:
                yield card_name(parse_card(word.strip(".:()")))
            except CardError:
                continue


def may_see(session: Session, player: int) -> set[str]:
    """Return the cards that a player's seat has seen, told from the kernel's accounts."""
    state, pack = session.table.state, session.game.pack
    seen = int(state.face_up)
    players = state.players[: session.table.seats].tolist()
    if player in players:
        seat = players.index(player)
        for own in (state.hands, state.hidden, state.giving, state.given, state.trick_cards, state.held):
            seen |= int(own[seat])
    if int(state.turned) >= 0:
        seen |= 1 << int(state.turned)
    return set(pack.names(seen))


def play_at_random(session: Session, deals: int, draw: random.Random) -> Iterator[View]:
    """Choose at random until so many deals are over, or the match is; yield the view before each choice, and at the end."""
    conversation = Conversation(session, lambda: pytest.fail("nobody asks"), lambda _: [])
    conversation.opening()
    while True:
        view = session.view()
        yield view
        if view.is_over and (session.is_over or len(session.records) >= deals):
            return
        before = (
            view.deal,
            session.records[-1:],
            view.hand,
            view.named,
            view.given,
            session.table.state.decisions.sum(),
        )
        conversation.enter(draw.choice(view.choices).key if view.choices else "")
        now = session.view()
        after = (now.deal, session.records[-1:], now.hand, now.named, now.given, session.table.state.decisions.sum())
        assert before != after, f"{view.choices} could not be chosen"


@pytest.mark.parametrize("game", [*RULEBOOKS, "bura+closed", "schwesing+optional-daring", "oh-hell+no-hook"])
def test_games_can_be_played_by_choosing_at_random(game: str) -> None:
    session = Session(trickbook.load(game), seed=11)
    for view in play_at_random(session, 2, random.Random(game)):
        assert view.is_over or view.choices
    lines = [rules_line(session.game), *map(json.dumps, session.records)]
    assert [result.problems for result in replay(lines)] == [()] * len(session.records)
    assert session.records


@pytest.mark.deep
@pytest.mark.parametrize("game", dict.fromkeys((*games(), *stacks())))
def test_every_game_and_house_rule_can_be_played_for_a_thousand_deals(game: str) -> None:
    compiled, draw, deals, match = trickbook.load(game), random.Random(game), 0, 0
    while deals < 1000:
        session = Session(compiled, seed=12, match=match, seat=match % int(compiled.rules.seats))
        for view in play_at_random(session, 1000 - deals, draw):
            assert view.is_over or view.choices
        deals += len(session.records)
        match += 1


@pytest.mark.parametrize("game", [*HIDING, "spades", "tressette", "bruus-two"])
def test_a_view_names_no_card_that_its_player_has_not_seen(game: str) -> None:
    session = Session(trickbook.load(game), seed=5)
    looked = 0
    for _ in play_at_random(session, 1, random.Random(5)):
        for player in [*range(session.table.seats), -1]:
            view = session.view_of(player)
            data = view.as_json()
            if session.table.is_over:  # how the deal came out is told to all, with what was shown for it
                data["ending"] = ()
            assert set(cards_in(data)) <= may_see(session, player)
            looked += bool(view.hand)
    assert looked > 5


def test_the_seed_is_in_no_view() -> None:
    view = Session(trickbook.load("bura"), seed=987654321).view()
    assert "987654321" not in str(view.as_json())


def test_only_who_is_asked_whether_to_announce_or_claim_is_said_to_be_asked() -> None:
    asked = 0
    for seed in range(30):
        session = Session(trickbook.load("kozel-money"), seed=seed)
        for view in play_at_random(session, 1, random.Random(seed)):
            if view.asked in ("announce", "claim"):
                asked += 1
                assert view.turn == view.seat
                assert session.view_of(-1).turn is None
    assert asked


@pytest.mark.parametrize("game", ["schwesing", "hearts", "kozel-money", "oh-hell", "knockout-whist"])
@pytest.mark.parametrize("bots", ["greedy", "random"])
def test_the_machine_plays_as_in_simulations(game: str, bots: str) -> None:
    compiled = trickbook.load(game)
    session = Session(compiled, seed=3, match=2, bots=bots)
    session.finish_match()
    (block,) = [
        block
        for blocks in [list(match_blocks(compiled, matches=3, seed=3, bots=bots, keep=True))]
        for block in blocks
        if (block.rows["match"] == 2).any()
    ]
    states = [state for state in block.states if state.match == 2]
    assert session.records == [record_of(compiled, state, 3) for state in states]


def test_a_later_deal_is_the_same_as_when_it_is_come_to() -> None:
    game = trickbook.load("schwesing")
    first = Session(game, seed=9)
    first.finish_deal()
    first.next_deal()
    assert first.view() == Session(game, seed=9, deal=1).view()
    with pytest.raises(SessionError, match="the match is over after deal"):
        Session(game, seed=9, deal=500)


def test_a_deal_is_taken_from_a_record_and_comes_out_the_same() -> None:
    game = trickbook.load("schwesing")
    played = Session(game, seed=21, deal=1)
    played.finish_deal()
    again = Session(game, record=played.records[1])
    again.finish_deal()
    assert again.records == played.records[1:]


def test_what_is_taken_back_is_as_it_was() -> None:
    session = Session(trickbook.load("bura"), seed=8)
    views = []
    while not session.table.is_over:
        views.append(session.view())
        session.play(session.view().choices[0].move)
    assert len(session.records) == 1
    while views:
        session.undo()
        assert session.view() == views.pop()
    assert session.records == []
    with pytest.raises(SessionError, match="nothing to take back"):
        session.undo()


def test_another_seat_is_taken_over_and_given_back() -> None:
    session = Session(trickbook.load("spades"), seed=8)
    before = session.view()
    session.take_seat(2)
    assert session.seat == 2
    assert session.view().hand != before.hand
    session.undo()
    assert session.view() == before
    with pytest.raises(SeatError):
        session.take_seat(4)


def test_a_card_that_a_duty_forbids_is_refused_with_the_duty() -> None:
    found = False
    for seed in range(20):
        session = Session(trickbook.load("whist"), seed=seed)
        view = session.view()
        if not view.tricks:
            continue
        led = view.tricks[0].plays[0].cards[0][-1]
        others = [card for card in view.hand if card[-1] != led]
        if len(others) == len(view.hand) or not others:
            continue
        found = True
        with pytest.raises(IllegalMoveError, match=r"duty\."):
            session.play(Move((others[0],)))
        assert session.view() == view
    assert found


def test_cards_are_given_away_all_at_once_in_any_order() -> None:
    session = Session(trickbook.load("hearts"), seed=4)
    conversation = Conversation(session, lambda: pytest.fail("nobody asks"), lambda _: [])
    conversation.opening()
    before = session.view()
    assert before.asked == "give"
    low, *_, middle, high = sorted(before.hand, key=parse_card)
    missing = next(card for card in ("2C", "3C", "4C", "5C") if card not in before.hand)
    refused = conversation.enter(f"{high} {missing} {middle}")
    assert missing[:-1] in " ".join(refused)
    assert session.view() == before
    conversation.enter(f"{high} {low} {middle}")
    after = session.view()
    assert set(after.given) == {low, middle, high}
    assert after.asked != "give"


def test_a_seat_at_which_nobody_sits_is_refused() -> None:
    with pytest.raises(SeatError, match="is not a seat"):
        Session(trickbook.load("bura"), seat=2)


def test_advice_is_what_that_player_plays() -> None:
    game = trickbook.load("schwesing")
    session = Session(game, seed=6, bots="ismcts:40")
    adviser = Adviser(game, "ismcts:40")
    asked = 0
    while not session.table.is_over:
        advice = adviser.advise(session.table)
        legal = [choice.move for choice in session.view().choices]
        assert sorted(map(str, legal)) == sorted(str(one.move) for one in advice.expected)
        if len(legal) > 1 and not advice.solved:
            assert sum(one.tries for one in advice.expected) == 40
            assert advice.unit == "match"
            assert all(one.value is None or -0.01 < one.value < 1.01 for one in advice.expected)
        assert advice.expected[0].move == advice.move
        if advice.solved:
            assert advice.expected[0].value == pytest.approx(max(one.value or 0.0 for one in advice.expected))
        # The machine, asked for the same seat at the same table, does the same.
        assert session.table.legal_moves()[session._players.choose(session.table)] == advice.move
        asked += 1
        session.play(advice.move)
    assert asked > 3
