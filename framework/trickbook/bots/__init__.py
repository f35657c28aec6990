"""Players that choose moves inside compiled code. Each sees what its seat may see."""

from __future__ import annotations

from difflib import get_close_matches

BOTS = {
    "random": "any legal move with equal chance; claims once in 16 times, announces every second time",
    "greedy": "takes a trick cheaply when it is worth having, and otherwise throws what is worth least",
}
"""The players by name, with a line each; a player's number is its place."""


class BotError(ValueError):
    """A name that is no player's, or the wrong number of names."""


def bot_numbers(names: str, seats: int) -> list[int]:
    """Return the numbers of the players at each seat: one name for all, or one a seat, separated by commas.

    >>> bot_numbers("greedy", 4)
    [1, 1, 1, 1]

    Raises `BotError` for an unknown name, or when there is neither one name nor one a seat.
    """
    chosen = [name.strip() for name in names.split(",")]
    for name in chosen:
        if name not in BOTS:
            near = get_close_matches(name, BOTS, 1)
            raise BotError(
                f"there is no player {name!r}; the players are {', '.join(BOTS)}"
                + (f"; did you mean {near[0]}?" if near else "")
            )
    if len(chosen) not in (1, seats):
        raise BotError(f"{len(chosen)} players are named for {seats} seats; expected one name for all, or one a seat")
    numbers = [list(BOTS).index(name) for name in chosen]
    return numbers * seats if len(numbers) == 1 else numbers
