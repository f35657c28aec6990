"""Names of seats and sides, as people and programs write them."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral

COMPASS = ("N", "E", "S", "W")
"""The seats of a table of four, clockwise from 0."""
COMPASS_WORDS = ("North", "East", "South", "West")
"""The same, in words."""


class SeatError(ValueError):
    """A text that is not a seat of the table."""


def check_number(seat: int, seats: int) -> int:
    """Return the number of a seat; raises `SeatError` if the table has no such seat."""
    if type(seat) is bool or not isinstance(seat, Integral) or not 0 <= int(seat) < seats:
        raise SeatError(f"{seat!r} is not a seat at this table; expected a number from 0 to {seats - 1}")
    return int(seat)


def seat_name(seat: int, seats: int) -> str:
    """Return the short name of a seat: a compass letter at a table of four, else `P1`, `P2`, ...

    >>> seat_name(0, 4), seat_name(0, 3)
    ('N', 'P1')
    """
    return COMPASS[seat] if seats == len(COMPASS) else f"P{seat + 1}"


def seat_words(seat: int, seats: int) -> str:
    """Return the long name of a seat: `North`, or `P1`."""
    return COMPASS_WORDS[seat] if seats == len(COMPASS) else f"P{seat + 1}"


def parse_seat(text: str, seats: int) -> int:
    """Read a seat: its number from 0, `P1` and so on, or a compass letter or word at a table of four.

    Raises `SeatError` if the table has no such seat.
    """
    plain = text.strip().upper()
    if plain.isascii() and plain.isdigit() and len(plain) < 4 and int(plain) < seats:
        return int(plain)
    for seat in range(seats):
        if plain in (f"P{seat + 1}", seat_name(seat, seats), seat_words(seat, seats).upper()):
            return seat
    names = ", ".join(seat_name(seat, seats) for seat in range(seats))
    raise SeatError(f"{text.strip()!r} is not a seat at this table; the seats are {names}")


def side_name(side: int, side_of: Sequence[int]) -> str:
    """Return the name of a side by its seats, such as `N-S` or `P1`.

    >>> side_name(1, [0, 1, 0, 1])
    'E-W'
    """
    return "-".join(seat_name(seat, len(side_of)) for seat, its_side in enumerate(side_of) if its_side == side)
