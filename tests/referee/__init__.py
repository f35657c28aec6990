"""A referee: judges whole record files by the clauses of the rules, with nothing of the package it checks.

Written from the clauses and the record format alone, in plain Python, so that it can disagree. Where the
clauses are silent it takes either reading.
"""

from tests.referee.judge import judge

__all__ = ["judge"]
