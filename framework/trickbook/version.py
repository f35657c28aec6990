"""The version of Trickbook, in one place."""

VERSION = "0.1.0"
KERNEL = "1"
"""Changes when the same seed would give other deals, or the players would make other moves."""
