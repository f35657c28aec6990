"""Defaults of commands and functions, and the names that both know; the help of a command has it from here."""

from __future__ import annotations

DEALS = 10_000
"""Single deals of each game that are compared."""
DUPLICATE_DEALS = 1000
"""Deals that are played in duplicate to tell skill from luck."""
CURVE_DEALS = 200
"""Deals that are played in duplicate for each point of a skill curve."""
BOTS = "greedy"
"""Who plays."""
STRONGER = "ismcts:100"
"""The player who searches, with whom `trickbook compare` plays too."""
LADDER_BOTS = ("random", "greedy", "ismcts:200", "ismcts:1000")
"""The players of a ladder, from the weakest up."""
LADDER_DEALS = 500
"""Deals that each pair of a ladder plays."""
QUESTIONS = ("balance", "length", "luck", "drama", "usage")
"""What can be asked of house rules; `trickbook.answers.questions` has what each is."""
