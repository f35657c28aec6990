"""Duties: what may be played, why a card may not, and who wins."""

from __future__ import annotations

import pytest

from tests.dealing import game_of
from tests.duties.hands import deal, give, legal, tricks
from trickbook.game.settle import settle_trick
from trickbook.game.table import IllegalMoveError, Table

SPADES = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
HEARTS = SPADES.replace("S", "H")
CLUBS = SPADES.replace("S", "C")
DIAMONDS = SPADES.replace("S", "D")


def whist(**hands: str) -> Table:
    """North, then East, South, West; West deals, and his last card is trump."""
    return deal("whist", {"NESW".index(seat): cards for seat, cards in hands.items()})


class TestFollowingSuit:
    def test_any_card_may_be_led(self) -> None:
        hand = "2S 3H 4C 5D 6S 7H 8C 9D 10S JH QC KD AS"
        assert legal(whist(N=hand)) == set(hand.split())

    def test_who_has_the_suit_plays_it(self) -> None:
        table = whist(N=SPADES.replace("2S", "2C"), E="2S " + CLUBS.replace("2C ", ""))
        table.play(["3S"])
        assert legal(table) == {"2S"}

    def test_who_has_none_plays_any(self) -> None:
        table = whist(N=SPADES, E=HEARTS)
        table.play(["3S"])
        assert legal(table) == set(HEARTS.split())

    def test_the_reason_names_the_duty(self) -> None:
        table = whist(N=SPADES.replace("2S", "2C"), E="2S " + CLUBS.replace("2C ", ""))
        table.play(["3S"])
        with pytest.raises(IllegalMoveError) as found:
            table.play(["AC"])
        assert str(found.value) == (
            "East may not play A♣ now: who holds a card of the suit led plays one (duty.follow); 2♠ may be played"
        )


class TestTrumps:
    def test_the_dealers_last_card_is_trump_and_his(self) -> None:
        table = whist(N=SPADES, E=HEARTS, S=CLUBS, W=DIAMONDS)
        assert table.trump == "D"
        assert table.game.pack.name(int(table.state.turned)) == "AD"
        assert "AD" in table.hand(3)

    def test_a_trump_beats_the_suit_led(self) -> None:
        table = whist(N=SPADES, E=HEARTS, S=CLUBS, W=DIAMONDS)
        tricks(table, "AS AH AC 2D")
        assert table.tricks[0].winner == 3

    def test_a_card_of_another_suit_takes_nothing(self) -> None:
        table = whist(N=SPADES, E=HEARTS, S=CLUBS.replace("2C", "2D"), W="2C " + DIAMONDS.replace("2D ", ""))
        # Hearts and clubs are no trumps: diamonds are, as West's last card is the ace.
        tricks(table, "2S AH AC 2C")
        assert table.tricks[0].winner == 0


class TestHearts:
    def hearts(self, **hands: str) -> Table:
        """A deal in which nothing is given: the fourth of its round."""
        return deal("hearts", {"NESW".index(seat): cards for seat, cards in hands.items()}, cycle=3)

    def test_the_two_of_clubs_opens(self) -> None:
        table = self.hearts(S=CLUBS)
        assert table.turn == 2
        assert legal(table) == {"2C"}
        with pytest.raises(IllegalMoveError, match=r"the two of clubs opens the first trick \(duty.opening\)"):
            table.play(["3C"])

    def test_no_points_in_the_first_trick(self) -> None:
        table = self.hearts(N=CLUBS, E="QS AS AD " + " ".join(HEARTS.split()[:10]))
        table.play(["2C"])
        assert legal(table) == {"AS", "AD"}
        assert "duty.no-points" in table.why_not(table.legal_moves()[0].__class__(("QS",)))

    def test_with_nothing_but_points_any_of_them_goes(self) -> None:
        table = self.hearts(N=CLUBS, E="QS " + " ".join(HEARTS.split()[:12]))
        table.play(["2C"])
        assert legal(table) == {"QS", *HEARTS.split()[:12]}

    def test_hearts_are_broken_by_a_heart_or_the_queen(self) -> None:
        # North has clubs but the queen, and the two of hearts; East the spades; South hearts; West the rest.
        table = self.hearts(
            N=CLUBS.replace("QC", "2H"),
            E=SPADES.replace("2S", "QC"),
            S=HEARTS.replace("2H", "2S"),
            W=DIAMONDS,
        )
        tricks(table, "2C QC 2S 2D")  # South had to play his spade: all else are points
        assert table.turn == 1
        tricks(table, "AS")
        assert legal(table) == set(HEARTS.split()) - {"2H"}
        tricks(table, "AH 3D AC")  # a heart was thrown on it
        tricks(table, "KS KH 4D KC")
        assert table.turn == 1

    def test_hearts_may_not_be_led_before(self) -> None:
        hearts = " ".join(HEARTS.split()[:11])
        table = self.hearts(
            N=f"AC KC {hearts}",
            E="3C 5C " + " ".join(DIAMONDS.split()[:11]),
            S="4C 6C KD AD " + " ".join(SPADES.split()[:9]),
            W="2C 7C 8C 9C 10C JC QC JS QS KS AS KH AH",
        )
        tricks(table, "2C AC 3C 4C")
        assert legal(table) == {"KC"}
        with pytest.raises(IllegalMoveError, match=r"duty\.unbroken"):
            table.play(["2H"])
        tricks(table, "KC 5C 6C 7C")
        assert legal(table) == set(hearts.split())  # there is nothing else


class TestSettling:
    def test_a_trick_is_settled(self) -> None:
        game = game_of("hearts").game
        found = settle_trick(game, ["N: 5C", "E: KC", "S: QS", "W: AH"])
        assert found.winner == 1
        assert [step.takes_over for step in found.steps] == [True, True, False, False]

    def test_a_revoke_is_named(self) -> None:
        game = game_of("spades").game
        with pytest.raises(IllegalMoveError, match=r"duty\.follow"):
            settle_trick(game, ["N: 5C", "E: KS"], holding=["E: 2C"])


def test_what_duties_say_without_words() -> None:
    from trickbook.game.duty_reasons import duty_in_words

    keys = dict(game_of("hearts").rulebook.get("duty.no-points"))
    keys["meaning"] = ""
    assert duty_in_words(keys) == "no ♥ or Q♠ may be played in the first trick, unless there is nothing else"
    keys = dict(game_of("hearts").rulebook.get("duty.follow"))
    keys["meaning"] = ""
    assert duty_in_words(keys) == "cards of the suit led must be played by who has them"


def test_cards_are_given_and_received() -> None:
    table = deal("hearts", {0: SPADES, 1: HEARTS, 2: CLUBS, 3: DIAMONDS})
    assert legal(table) == set(SPADES.split()[:11])
    give(table, "QS KS AS", "2H 3H 4H")
    assert "2H" not in table.hand(2)  # nobody sees what he gets before all have given
    give(table, "2C 3C 4C", "2D 3D 4D")
    assert {"QS", "KS", "AS"} <= set(table.hand(1))
    assert {"2D", "3D", "4D"} <= set(table.hand(0))
    assert table.turn == 3  # West has the two of clubs now
    assert len(table.hand(3)) == 13


@pytest.mark.parametrize(("cycle", "to"), [(0, 1), (1, 3), (2, 2)])
def test_directions_go_round(cycle: int, to: int) -> None:
    table = deal("hearts", {0: SPADES, 1: HEARTS, 2: CLUBS, 3: DIAMONDS}, cycle=cycle)
    give(table, "QS KS AS", "2H 3H 4H", "2C 3C 4C", "2D 3D 4D")
    assert {"QS", "KS", "AS"} <= set(table.hand(to))
