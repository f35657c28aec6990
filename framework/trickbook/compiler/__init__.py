"""From a rulebook and its plugins to the flat record of numbers that the kernel reads.

A module for each part of the rulebook; nothing here knows a game.
"""

from trickbook.compiler.compiling import compile_game
from trickbook.compiler.game import CompiledGame

__all__ = ["CompiledGame", "compile_game"]
