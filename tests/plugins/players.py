"""A plugin of players, as the text of a file."""

CLUB = '''
"""Players of our club."""
from trickbook.bots.knowledge import still_out
from trickbook.hooks import Bot, hookimpl
from trickbook.kernel.bits import size

def first(rules, view, moves, count, drawn):
    return 0

def thrifty(rules, view, moves, count, drawn):
    best = 0
    for i in range(count):
        if size(moves[i].cards) * size(still_out(rules, view, view.turn)) < size(moves[best].cards):
            best = i
    return best + int(drawn % 1)

def wrong(rules, view, moves, count, drawn):
    return count

def meddling(rules, view, moves, count, drawn):
    moves[0].cards = moves[count - 1].cards
    view.hands[view.turn] = 0
    return 0

@hookimpl
def trickbook_bots():
    return [Bot("first", "makes the first legal move", first), Bot("thrifty", "saves cards", thrifty),
            Bot("wrong", "makes no legal move", wrong), Bot("meddling", "changes what it is handed", meddling)]
'''
