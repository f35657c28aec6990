"""The two records of the kernel, and the numbers with a meaning in them.

Masks have a bit for each place of the pack. Seats, sides and places count from 0; -1 means none. A trump is a
suit number, or `NO_TRUMP`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from trickbook.kernel.limits import (
    CORE,
    MAX_CARDS,
    MAX_COMBINATIONS,
    MAX_CONDITIONS,
    MAX_COUNTS,
    MAX_DIRECTIONS,
    MAX_DUTIES,
    MAX_EVENTS,
    MAX_HANDS,
    MAX_LOG,
    MAX_PLAYERS,
    MAX_POOLS,
    MAX_RUN_TIME_PLUGINS,
    MAX_SCORE_ROWS,
    MAX_SEATS,
    MAX_SETTINGS,
    MAX_STEPS,
    MAX_TALLIES,
    MAX_WORDS,
    UNIVERSE,
)

TRUMPS = 5
"""Rows of the tables that depend on the trump suit: four suits, and none."""
NO_TRUMP = 4

# Phases of a deal.
CLAIM, ANNOUNCE, LEAD, FOLLOW, OVER, STEP = range(6)
# Kinds of move. The manner of a naming is the number that is named.
PLAY, ANNOUNCEMENT, CLAIMING, PASSING, NAMING, GIVING = range(6)
# Flags of a move.
FACE_DOWN = 1
DECLARED = 2
DECLINED = 4
# What a combination gives.
GIVES_LEAD, GIVES_POT = range(2)
# Face-down play.
FACE_UP_ONLY, FACE_DOWN_IF_BEATEN, FACE_DOWN_BY_CHOICE = range(3)
# How the pot is won at the end of a deal.
POT_BY_CLAIM, POT_BY_MOST = range(2)
# How a deal ended.
ENDED_PLAYED, ENDED_CLAIM, ENDED_POT, ENDED_TARGET = range(4)
# Results of a side, as bits, for the score table.
WON, TIED, LOST = 1, 2, 4
# Columns of the score table. Bounds are within the range; 0 sides are any number of them.
SCORE_COLUMNS = 9
(
    FOR_SIDES,
    FOR_RESULTS,
    TRICKS_FROM,
    TRICKS_TO,
    CARD_POINTS_FROM,
    CARD_POINTS_TO,
    OTHERS_TRICKS_TO,
    GIVES_POINTS,
    CARRIES,
) = range(SCORE_COLUMNS)
# Effective suits beside the printed ones: trumps, and none.
TRUMP_SUIT, SUITLESS = 4, 5
# Columns of a duty.
DUTY_COLUMNS = 7
DUTY_AT, DUTY_TRICK, DUTY_LED, DUTY_WINS, DUTY_SUIT, DUTY_BEATS, DUTY_AVOIDS = range(DUTY_COLUMNS)
# When a duty holds: whoever plays; in which tricks; by what was led; by who wins now. ALWAYS stands for all of each.
ALWAYS = 0
AT_LEAD, AT_FOLLOW = 1, 2
IN_FIRST, IN_LATER, IN_LAST = 1, 2, 3
TRUMP_LED, PLAIN_LED = 1, 2
OPPONENT_WINS, PARTNER_WINS = 1, 2
# The suit of a duty's cards.
ANY_SUIT, LED_SUIT, TRUMPS_ONLY, LED_OR_TRUMP, PLAIN_SUITS = range(5)
# Columns of a step, and what it does. After the last column come the directions of giving, in steps clockwise; 0: nobody.
STEP_COLUMNS = 6
STEP_DOES, STEP_LEAST, STEP_MOST, STEP_HOOK, STEP_CARDS, STEP_DIRECTIONS = range(STEP_COLUMNS)
NAMES, GIVES = range(2)
HAND_AT_MOST = -1
# Who leads first, beside so many steps clockwise from the dealer.
HOLDER_LEADS, LAST_TRICK_LEADS, LAST_DEAL_LEADS = 2, 3, 4
# Who deals next.
LEFT_DEALS, POT_DEALS, RIGHT_DEALS, WINNER_DEALS, LOSER_DEALS = range(5)
# Counts that every game has.
TRICKS, CARD_POINTS, NAMED, MISSED, HAND, DEAL = range(6)
# Columns of a row that is linear in counts, which ends with conditions (of whom, count, from, to) and terms (count, factor).
BY_SEAT, GROUP, FIXED, DIVIDES, HELD, CONDITIONS = range(6)
TERMS = CONDITIONS + 4 * MAX_CONDITIONS
LINEAR_COLUMNS = TERMS + 2 * MAX_CONDITIONS
NO_CONDITION, OWN_COUNT, OTHERS_COUNT = range(3)
# Columns of a tally.
TALLY_COLUMNS = 3
TALLY_KEEPS, TALLY_EVERY, TALLY_POINTS = range(TALLY_COLUMNS)
# Why a match ended.
GOES_ON, BY_TARGET, BY_LAST_LEFT, BY_DEALS, BY_STOP, BY_TOO_MANY_POINTS, BY_LIMIT = range(7)
# Lifetimes of a plugin's word.
FOR_TRICK, FOR_DEAL, FOR_MATCH = range(3)
# Faults: things that a compiled game can't do, found while playing.
NO_FAULT, TOO_MANY_EVENTS, TOO_MANY_SHUFFLES, NO_MOVE, NO_SUCH_MOVE, NO_SUCH_PLACE = range(6)

_WORD = np.int64
_MASK = np.uint64

RULES = np.dtype(
    [
        ("cards", _WORD),  # in the pack
        ("core", _WORD),  # cards that are shuffled first, in every game
        ("universe", _WORD),  # cards shuffled, of which the pack is a part: the core, and then as many as needed
        ("place_of", np.int8, (UNIVERSE,)),  # number in the order of shuffling -> place in the pack, or -1
        ("suit", np.int8, (MAX_CARDS,)),
        ("rank", np.int8, (MAX_CARDS,)),
        ("card_points", np.int16, (MAX_CARDS,)),
        ("has_card_points", _WORD),
        (
            "card_worth",
            np.float64,
            (MAX_CARDS,),
        ),  # what winning a card brings by the score table, in card points: for players
        ("has_card_worth", _WORD),
        ("pack_worth", np.float64),  # that of the whole pack
        ("sweep", _MASK),  # cards for which there is a row of the score for who wins them all: for players
        ("cards_score", _WORD),  # 1: the score counts cards that are won, beside card points: for players
        ("beaten_by", _MASK, (TRUMPS, MAX_CARDS)),  # which cards beat this one
        ("beats", _MASK, (TRUMPS, MAX_CARDS)),  # which cards this one beats: the same the other way round, for players
        ("trump", _WORD),  # the fixed trump suit, or NO_TRUMP
        ("turned", _WORD),  # 1: a card is turned for trump
        ("dealers_last", _WORD),  # 1: the last card dealt is shown for trump, and the dealer's
        # Table and deal.
        ("seats", _WORD),
        ("sides", _WORD),
        ("hand", _WORD),  # the largest, where hands differ from deal to deal
        ("hand_sizes", _WORD),  # how many different deals there are; 0: all hands are alike
        ("hands", np.uint8, (MAX_HANDS,)),
        ("at_a_time", _WORD),
        ("cut", _WORD),  # 1: the pack is cut
        ("cut_refused", _MASK),
        # Leads and plays.
        ("first_lead", _WORD),  # steps from the dealer, clockwise, or one of the words above
        ("leading_cards", _WORD),
        ("leading_card", np.uint8, (MAX_CARDS,)),  # whose holder leads first
        ("steps", _WORD),
        ("step", np.int8, (MAX_STEPS, STEP_COLUMNS + MAX_DIRECTIONS)),
        # Suits that are followed, and duties.
        ("duties", _WORD),
        ("duty", np.int8, (MAX_DUTIES, DUTY_COLUMNS)),
        ("duty_cards", _MASK, (MAX_DUTIES,)),
        ("duty_until", _MASK, (MAX_DUTIES,)),  # a card of these ends it; none: it holds throughout
        ("followed_suit", np.uint8, (TRUMPS, MAX_CARDS)),  # 0 to 3, TRUMP_SUIT or SUITLESS
        ("suit_cards", _MASK, (TRUMPS, SUITLESS + 1)),
        ("lead_sizes", _WORD),  # bit k: k cards may be led
        ("lead_pools", _WORD),
        ("lead_pool", _MASK, (MAX_POOLS,)),  # cards that may be led together
        ("lead_mates", _MASK, (MAX_CARDS,)),  # cards in a pool with this one
        ("face_down", _WORD),
        # Combinations, by priority.
        ("combinations", _WORD),
        ("combination_size", _WORD, (MAX_COMBINATIONS,)),
        ("combination_pools", _WORD, (MAX_COMBINATIONS,)),
        ("combination_pool", _MASK, (MAX_COMBINATIONS, TRUMPS, MAX_POOLS)),
        ("combination_least", _WORD, (MAX_COMBINATIONS,)),
        ("combination_least_of", _MASK, (MAX_COMBINATIONS, TRUMPS)),
        ("combination_gives", _WORD, (MAX_COMBINATIONS,)),
        ("combination_must", _WORD, (MAX_COMBINATIONS,)),
        ("combination_first_trick", _WORD, (MAX_COMBINATIONS,)),
        ("combination_full_hand", _WORD, (MAX_COMBINATIONS,)),
        ("combination_announced", _WORD, (MAX_COMBINATIONS,)),
        ("combination_mates", _MASK, (MAX_COMBINATIONS, TRUMPS, MAX_CARDS)),  # cards in a pool with this one
        # Drawing, end and score of a deal.
        ("counts_cards", _WORD),  # 1: a trick counts as many as each has played to it
        ("draws", _WORD),
        ("draw_at_once", _WORD),
        ("end_tricks", _WORD, (MAX_SEATS + 1,)),  # by seats at the table: tricks of a side that end the deal; 0: none
        ("end_card_points", _WORD),  # card points of a side that end the deal; 0: none
        ("won_by_card_points", _WORD),
        ("least_wins_deal", _WORD),
        ("last_trick_points", _WORD),
        ("claim_points", _WORD),
        ("claim_wrong_multiplies", _WORD),
        ("score_rows", _WORD),
        ("score_row", _WORD, (MAX_SCORE_ROWS, SCORE_COLUMNS)),
        ("by_counts", _WORD),  # 1: the score is linear in counts
        ("score_groups", _WORD),
        ("counts", _WORD),  # the built-in ones included
        ("count_row", np.int32, (MAX_COUNTS, LINEAR_COLUMNS)),
        ("count_cards", _MASK, (MAX_COUNTS,)),
        ("score_linear", np.int32, (MAX_SCORE_ROWS, LINEAR_COLUMNS)),
        ("tallies", _WORD),
        ("tally", np.int32, (MAX_TALLIES, TALLY_COLUMNS)),
        ("carry_doubles", _WORD),
        ("stake", _WORD),
        ("pot_won_by", _WORD),
        # Match.
        ("deals_next", _WORD),
        ("target", _WORD),
        ("target_ends_deal", _WORD),
        ("limit", _WORD),
        ("limit_ends_match", _WORD),
        ("least_wins", _WORD),
        ("match_deals", _WORD),
        ("at_most", _WORD),
        ("double", _WORD),
        ("sessions", _WORD),
        ("session_deals", _WORD),
        ("tournament_players", _WORD),
        # Plugins.
        ("hook_owner", _WORD),  # the plugin whose run-time hooks are called
        ("watch_offers", _MASK),
        ("watch_plays", _MASK),
        ("dares", _MASK),  # cards with which a player dares or strikes, for players
        ("setting", _WORD, (MAX_RUN_TIME_PLUGINS, MAX_SETTINGS)),
        ("first_word", _WORD, (MAX_RUN_TIME_PLUGINS,)),
        ("own_words", _WORD, (MAX_RUN_TIME_PLUGINS,)),
        ("first_event", _WORD, (MAX_RUN_TIME_PLUGINS,)),
        ("own_events", _WORD, (MAX_RUN_TIME_PLUGINS,)),
        ("words", _WORD),
        ("word_lifetime", _WORD, (MAX_WORDS,)),
    ],
    align=True,
)
"""A compiled rulebook: nothing in it changes while it is played."""

# What playing on from here needs, and all that a search copies for each world.
_HOT: list[Any] = [
    # The trick and the hands.
    ("hands", _MASK, (MAX_SEATS,)),
    ("trick_cards", _MASK, (MAX_SEATS,)),  # by seat, of the trick being played
    ("hidden", _MASK, (MAX_SEATS,)),  # cards this seat played face down
    ("seat_won", _MASK, (MAX_SEATS,)),  # cards in the tricks that this seat has won
    ("in_trick", _MASK),  # all cards of the last trick that was completed
    ("winning", _MASK),  # the cards that win the trick now
    ("gone", _MASK),  # cards played in this deal, the trick being played included
    ("face_up", _MASK),  # those of them that everybody saw
    ("participants", _MASK),  # seats that play to this trick
    ("decision_key", _MASK),
    ("phase", _WORD),
    ("turn", _WORD),  # the seat to move
    ("leader", _WORD),  # who leads, or is due to lead
    ("winner", _WORD),  # the seat that wins the trick now
    ("lead_size", _WORD),  # cards each plays to this trick
    ("to_play", _WORD),  # seats that have yet to play to this trick
    ("combination", _WORD),  # the one being asked for, or led for the pot
    ("asked", _WORD),  # how many seats have been asked
    ("pot_trick", _WORD),  # 1: the trick is played for the pot
    ("trump", _WORD),
    ("turned", _WORD),  # place of the turned card; -1: none
    ("turned_to", _WORD),  # the seat that has drawn it, as all have seen; -1: nobody yet
    ("stock_next", _WORD),
    ("stock_left", _WORD),
    ("tricks", _WORD),  # tricks completed
    ("decisions", _WORD, (MAX_SEATS,)),  # moves made by each seat in this deal, passes included
    ("fault", _WORD),
    ("unlogged", _WORD),  # 1: neither log nor accounts are kept, as in a world of a search
    # The score.
    ("tricks_won", _WORD, (MAX_SEATS,)),
    ("card_points", _WORD, (MAX_SEATS,)),
    ("deal_score", _WORD, (MAX_SEATS,)),
    ("score", _WORD, (MAX_SEATS,)),
    ("trick_score", _WORD, (MAX_SEATS,)),  # the part of it won for tricks
    ("ended", _WORD),
    ("claimer", _WORD),
    ("pot_taker", _WORD),
    ("carry_in", _WORD),
    ("carry_out", _WORD),
    ("pot", _WORD),
    # The match.
    ("side_of", _WORD, (MAX_SEATS,)),
    ("seats", _WORD),
    ("sides", _WORD),
    ("dealer", _WORD),
    ("deal", _WORD),
    ("stake_due", _WORD),
    ("out", _WORD),  # sides that leave after this deal, as bits
    ("outcome", _WORD),  # why the match ended, or GOES_ON
    ("outcome_winner", _WORD),  # a side, or -1
    ("outcome_value", _WORD),
    ("pack", np.uint8, (MAX_CARDS + 8,)),  # in dealing order: the stock is in it
]
# What games with duties or steps need besides.
_OF_DUTIES: list[Any] = [
    ("led", _WORD),  # the suit led, as it is followed
    ("step", _WORD),  # the step that is taken
    ("hand", _WORD),  # cards dealt to each
    ("cycle", _WORD),  # the number of the deal, as hand sizes and directions of giving go by it
    ("given_to", _WORD),  # to whom cards are given, in steps clockwise; 0: to nobody
    ("named", _WORD, (MAX_SEATS,)),  # the number that each has named, or -1
    ("seat_tricks", _WORD, (MAX_SEATS,)),
    ("seat_points", _WORD, (MAX_SEATS,)),  # card points
    ("held", _MASK, (MAX_SEATS,)),  # cards that this seat held before the first lead
    ("giving", _MASK, (MAX_SEATS,)),  # cards that this seat is giving away
    ("given", _MASK, (MAX_SEATS,)),  # cards that this seat has given away in this deal
    ("tally", _WORD, (MAX_TALLIES, MAX_SEATS)),  # by side
]
# What plugins need besides.
_OF_PLUGINS: list[Any] = [
    ("words", _WORD, (MAX_WORDS,)),
    ("events", _WORD),
    ("event_trick", np.uint8, (MAX_EVENTS,)),
    ("event_kind", np.uint8, (MAX_EVENTS,)),
    ("event_seat", np.uint8, (MAX_EVENTS,)),
    ("event_card", np.uint8, (MAX_EVENTS,)),
]
# Accounts, what shuffling works with, and the log: written while cards are played, and read when the deal is over.
_COLD: list[Any] = [
    ("lacks", _MASK, (MAX_SEATS,)),  # cards that this seat does not hold, as all can tell from its plays
    ("first_leader", _WORD),  # who was due to lead to the first trick
    ("opens", _WORD),  # the seat that leads first by what happened in the deal before; -1: none does
    ("first_play", _WORD),  # moves in the log before the first lead
    ("seat_counts", np.int32, (MAX_SEATS, MAX_COUNTS)),  # worked out when the deal is over
    ("side_counts", np.int32, (MAX_SEATS, MAX_COUNTS)),
    ("before", _WORD, (MAX_SEATS,)),
    ("pot_before", _WORD),
    ("pot_staked", _WORD),
    ("players", _WORD, (MAX_SEATS,)),
    ("totals", _WORD, (MAX_PLAYERS,)),  # of the players of a tournament
    ("seating", np.uint8, (MAX_PLAYERS,)),
    ("seed", _MASK),
    ("match", _WORD),
    ("attempt", _WORD),
    ("choices", _WORD),  # moves in this deal that had a legal alternative
    ("options", _WORD),  # legal moves there were in this deal, added up over all decisions
    ("left", np.int8, (CORE,)),
    ("swap_with", np.uint8, (CORE,)),
    ("stands_at", np.uint8, (UNIVERSE,)),
    ("in_order", np.int8, (UNIVERSE,)),
    ("moves", _WORD),
    ("move_cards", _MASK, (MAX_LOG,)),
    ("move_seat", np.uint8, (MAX_LOG,)),
    ("move_kind", np.uint8, (MAX_LOG,)),
    ("move_combination", np.uint8, (MAX_LOG,)),
    ("move_flags", np.uint8, (MAX_LOG,)),
    ("trick_leader", np.uint8, (MAX_CARDS,)),
    ("trick_winner", np.uint8, (MAX_CARDS,)),
    ("trick_size", np.uint8, (MAX_CARDS,)),
    ("trick_points", np.int32, (MAX_CARDS,)),  # card points
]

STATE = np.dtype([*_HOT, *_OF_DUTIES, *_OF_PLUGINS, *_COLD], align=True)
"""One match at one moment: the deal being played, its log, and the accounts of the match. What a search needs comes first."""
HOT_BYTES = np.dtype(_HOT, align=True).itemsize
"""How much of a state a search copies where no plugin is called while cards are played."""
HOT_BYTES_OF_DUTIES = np.dtype([*_HOT, *_OF_DUTIES], align=True).itemsize
"""How much of a state a search copies in games with duties or steps."""
HOT_BYTES_OF_PLUGINS = np.dtype([*_HOT, *_OF_DUTIES, *_OF_PLUGINS], align=True).itemsize
"""How much of a state a search copies in other games."""

MOVE = np.dtype([("cards", _MASK), ("kind", np.uint8), ("manner", np.uint8)], align=True)
"""A move: the cards, its kind, and its manner: a set of flags. The triple names it.

No field is called flags or size: without the JIT, those are attributes of every NumPy scalar."""

Rules: TypeAlias = Any
"""A record of dtype `RULES`."""
State: TypeAlias = Any
"""A record of dtype `STATE`."""
Moves: TypeAlias = Any
"""An array of dtype `MOVE`."""


def new_state() -> State:
    """Return a state with nothing in it, as `starting.start_match` takes it."""
    return np.zeros(1, STATE).view(np.recarray)[0]


def new_rules() -> Rules:
    """Return an empty record of rules, for the compiler to fill."""
    return np.zeros(1, RULES).view(np.recarray)[0]


def new_moves(room: int) -> Moves:
    """Return room for so many moves."""
    return np.zeros(room, MOVE).view(np.recarray)
