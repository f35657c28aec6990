"""What the rules of a game do in it: keys without effect, plugins that override, cards that beat nothing.

A key is judged by leaving it out: the game is loaded and compiled with and without it, and what the kernel reads is compared.
"""

from trickbook.effects.sameness import same_game, why_same
from trickbook.effects.warning import warnings_of

__all__ = ["same_game", "warnings_of", "why_same"]
