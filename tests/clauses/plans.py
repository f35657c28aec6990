"""Whole deals, trick by trick, that several tests play: the leader's card first, then the others' clockwise.

The cards were laid out by hand. The seats of a plan can be turned, for a deal with another forehand.
"""

from __future__ import annotations

from collections.abc import Sequence

from trickbook.game.seats import COMPASS

# All 36 cards: North-South win tricks 1, 3, 5 and 8, East-West the others. Nobody dares: the matadors fall
# when the stock is gone.
NINE_TRICKS = (
    "N: 9C / QS / 6D / 10H",
    "N: QC / 9S / 10C / 8C",
    "E: KC / QD / 8H / 9H",
    "N: 8D / 9D / KD / KS",
    "E: 10S / QH / 6H / AC",
    "N: 10D / AS / 7C / 7D",
    "E: 7S / 7H / JD / 6C",
    "E: 6S / JC / JS / 8S",
    "S: AD / KH / AH / JH",
)
# All 32 cards without the sixes: four tricks each, and nobody dares.
FOUR_EACH = (
    "N: 9C / QS / JD / 10H",
    "N: QC / 9S / 10C / 8C",
    "E: KC / QD / 8H / 9H",
    "N: 8D / 9D / KD / KS",
    "E: 10S / QH / JH / AC",
    "N: 10D / AS / 7C / 7D",
    "E: 7H / 7S / AD / AH",
    "S: JS / JC / 8S / KH",
)
# The same, but for East, who dares in the second trick.
FOUR_EACH_AND_A_DARE = (
    FOUR_EACH[0],
    "N: QC / 8S / 10C / 8C",
    *FOUR_EACH[2:7],
    "S: JS / JC / 9S / KH",
)
# North takes five tricks running.
FIVE_TO_NONE = (
    "N: 9C / QC / QS / QH",
    "N: AC / 10C / 10S / 10H",
    "N: 9S / 8C / 8D / 8H",
    "N: AS / KC / KS / KD",
    "N: 9H / QD / 10D / JD",
)
# East takes the first trick, North the next five.
FIVE_TO_ONE = (
    "N: 10D / AD / QS / QH",
    "E: QC / 10S / 10H / 9C",
    "N: AC / 10C / 8D / 8H",
    "N: 9S / 8C / KS / KD",
    "N: AS / KC / JD / JS",
    "N: 9H / QD / 7D / 7H",
)


def turned(plan: Sequence[str], steps: int) -> list[str]:
    """The plan with everybody so many seats further clockwise."""
    return [COMPASS[(COMPASS.index(line[0]) + steps) % 4] + line[1:] for line in plan]
