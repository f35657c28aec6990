"""What a person types for a move: a number, cards in any notation, or words."""

from __future__ import annotations

from dataclasses import replace

from trickbook.cards import CardError, card_name, parse_card
from trickbook.game.table import Move
from trickbook.play.view import Choice, View
from trickbook.wording import listed

_WORDS: dict[str, dict[str, bool]] = {
    "down": {"face_down": True},
    "up": {"face_down": False},
    "declare": {"declare": True},
    "declared": {"declare": True},
    "silent": {"declare": False},
    "undeclared": {"declare": False},
}
_SILENT = ("play", "lead", "give", "face", "announce", "name")
"""Words that change nothing: what is chosen says it."""


class ReadingError(ValueError):
    """A text that names no move."""


def read_move(view: View, text: str) -> Move:
    """Return the move that a text names, legal or not.

    A number from the list of choices, `claim`, `pass`, or cards (`10D`, `♦10`, `td`), and behind them `down`, `up`,
    `declare` or `silent` where there is more than one way to play them. Raises `ReadingError` for what is none.
    """
    words = text.replace(",", " ").split()
    for choice in view.choices:
        if words == [choice.key] or (
            len(words) == 1 and words[0].lower() == choice.move.kind and not choice.move.cards
        ):
            return choice.move
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        raise ReadingError(f"there is no choice {words[0]}; expected {_keys(view)}")
    if words and words[0].lower() in ("claim", "pass"):
        return Move(kind=words[0].lower())
    cards, how = _cards_and_how(words)
    if not cards:
        raise ReadingError("no card is named; type the number of a choice, or cards such as 10D")
    return _fitting(view, cards, how)


def read_moves(view: View, text: str) -> list[Move]:
    """Return the moves that a text names: one, or, where cards are given away, one for each of them, from the lowest up.

    Raises `ReadingError` for what is none.
    """
    words = text.replace(",", " ").split()
    if view.asked == "give" and len(words) > 1:
        cards, _ = _cards_and_how(words)
        return [Move((card,), "give") for card in sorted(cards, key=parse_card)]
    return [read_move(view, text)]


def _cards_and_how(words: list[str]) -> tuple[tuple[str, ...], dict[str, bool]]:
    cards: list[str] = []
    how: dict[str, bool] = {}
    for word in words:
        plain = word.lower()
        if plain in _WORDS:
            how |= _WORDS[plain]
        elif plain not in _SILENT:
            try:
                cards.append(card_name(parse_card(word)))
            except CardError as error:
                raise ReadingError(f"{error}; help lists what can be typed") from error
    return tuple(cards), how


def _fitting(view: View, cards: tuple[str, ...], how: dict[str, bool]) -> Move:
    """Return the one legal move with these cards; or, if there is none, the move as it was typed, for the rules to refuse."""
    wanted = sorted(cards)
    same = [choice for choice in view.choices if sorted(choice.move.cards) == wanted]
    fit = [choice for choice in same if all(getattr(choice.move, name) == value for name, value in how.items())]
    if len(fit) > 1 and not how.get("face_down"):  # cards are played as usual if nothing else is said
        open_ones = [choice for choice in fit if not choice.move.face_down]
        fit = open_ones if len(open_ones) == 1 else fit
    if len(fit) == 1:
        return fit[0].move
    if fit:
        raise ReadingError(f"there is more than one way to do that: {listed([_shown(choice) for choice in fit], 'or')}")
    kind = "give" if view.asked == "give" else "play"
    return replace(Move(cards, kind), face_down=how.get("face_down", False), declare=how.get("declare"))


def _shown(choice: Choice) -> str:
    return f"{choice.key} {choice.text}"


def _keys(view: View) -> str:
    keys = [choice.key for choice in view.choices]
    return listed(keys, "or") if len(keys) < 3 or view.asked == "name" else f"{keys[0]} to {keys[-1]}"
