"""The games that follow suit, written a second time from their clauses alone: names of cards and lists, no masks.

A `Deal` knows whose turn it is, what may be done, and what the deal comes to; a `Match` goes from deal to deal.
Nothing here knows the package that it checks. It is slow, and meant to be read beside the clauses.
"""

from tests.referee.following.games import GAMES, HOUSE_RULES, rules_of
from tests.referee.following.judge import judge

__all__ = ["GAMES", "HOUSE_RULES", "judge", "rules_of"]
