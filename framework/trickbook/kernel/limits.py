"""What there is room for in the kernel's records. The rulebook format states and checks these limits."""

MAX_CARDS = 64
"""Physical cards in a pack: one bit each in a mask."""
MAX_SEATS = 8
"""Seats at a table."""
MAX_PLAY = 8
"""Cards in one play."""
MAX_PLAYERS = 64
"""Players in a tournament."""
MAX_COMBINATIONS = 8
"""Combinations in a rulebook."""
MAX_POOLS = 16
"""Pools of cards that go together: ranks, suits or all cards."""
MAX_SCORE_ROWS = 32
"""Rows in a score table."""
MAX_RUN_TIME_PLUGINS = 8
"""Plugins with hooks that are called while cards are played."""
MAX_SETTINGS = 16
"""Numbers that a run-time plugin takes from its keys."""
MAX_WORDS = 32
"""Words of plugin state."""
MAX_EVENTS = 64
"""Events in one deal."""
MAX_EVENT_KINDS = 16
"""Kinds of event in one game."""
MAX_MOVES = 4096
"""Legal moves in one decision."""
MAX_STEPS = 4
"""Steps between dealing and the first lead."""
MAX_DIRECTIONS = 8
"""Directions in which cards are given, deal after deal."""
MAX_GIVEN = 32
"""Cards that are given away in one deal."""
MAX_LOG = 72 + MAX_GIVEN + MAX_STEPS * MAX_SEATS
"""Recorded moves of one deal: every card played alone, a claim, cards given and numbers named."""
MAX_HANDS = 64
"""Hand sizes, deal after deal."""
MAX_DUTIES = 16
"""Duties in a rulebook."""
BUILT_IN_COUNTS = 6
"""Counts that every game has."""
MAX_COUNTS = 24
"""Counts in a rulebook, the built-in ones included."""
MAX_CONDITIONS = 4
"""Conditions on counts in one row, and counts that it adds up."""
MAX_TALLIES = 4
"""Counts that are kept from deal to deal."""
MAX_ATTEMPTS = 10_000
"""Shuffles before a deal is given up because the cut never allows it."""
CORE = 32
"""Cards that are shuffled first: 7 to A in four suits."""
UNIVERSE = 128
"""Cards that may be shuffled, of which a pack is a part."""
MAX_POINTS = 2_000_000_000
"""Points or chips of a side, or in the pot."""
MAX_DOUBLINGS = 30
"""Doublings carried to a deal."""
