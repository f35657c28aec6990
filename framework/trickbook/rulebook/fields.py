"""The keys of a rulebook: one table, from which schema, defaults, messages and reference page are made.

A path is a key path in the TOML file; `*` stands for a name that the rulebook chooses (a combination, a row
of the score, a rank). Plugins add fields of the same kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trickbook.cards import RANKS, SUITS
from trickbook.kernel.limits import MAX_CARDS, MAX_PLAY, MAX_PLAYERS, MAX_SEATS

MAX_SCORE = 1_000_000
"""Points in one entry of a rulebook."""


@dataclass(frozen=True)
class Field:
    """One key of a rulebook.

    `kind` is one of the names in `KINDS`. `low` and `high` bound a whole number, or each number of a list.
    """

    path: str
    """Key path, such as `lead.sizes` or `combination.*.cards`."""
    kind: str
    """What the value is: a name in `KINDS`."""
    default: Any
    """The value where the rulebook says nothing."""
    meaning: str
    """One line that says what the key does."""
    example: str
    """A line of TOML (the value only)."""
    choices: tuple[str, ...] = ()
    """The words allowed, for `choice` and `number or word`."""
    low: int = 0
    """Smallest number allowed."""
    high: int = MAX_SCORE
    """Largest number allowed."""


KINDS = {
    "text": "a text",
    "texts": "a list of texts",
    "yes or no": "true or false",
    "number": "a whole number",
    "numbers": "a list of whole numbers",
    "choice": "a word from a list",
    "number or word": "a whole number, or a word from a list",
    "suit": "a suit letter",
    "ranks": "a list of ranks",
    "suits": "a list of suit letters",
    "cards": "a list of cards",
    "ladder": "a list of ranks and cards, highest first",
    "names": "a list of names of rulebooks, house rules or plugins",
}
"""What each kind of value is, in words."""

_BEFORE = "the name of the entry that this one goes before; without it, entries stand in the order of the files"

FIELDS = (
    Field("name", "text", "", "what people call the game or the house rule", '"Bruus as played at Schwesing"'),
    Field("about", "text", "", "one line about it", '"Four players, two partnerships, 36 cards"'),
    Field("source", "text", "", "where the rules are from", '"the club at Schwesing"'),
    Field("conjectural", "yes or no", False, "the source doesn't know these rules: they are a guess", "true"),
    Field(
        "notes", "texts", [], "rules that touch no card: etiquette, who keeps the score", '["Partners may not signal."]'
    ),
    Field(
        "decided",
        "texts",
        [],
        "points on which the source is silent, and what this rulebook decides",
        '["The first dealer is drawn by lot."]',
    ),
    Field("parent", "text", "", "the rulebook that this one differs from", '"schwesing"'),
    Field(
        "fits",
        "names",
        [],
        "the rulebooks that a house rule is made for, their descendants included; empty: all",
        '["schwesing"]',
    ),
    Field("plugins", "names", [], "the plugins that the rules need", '["sevens", "daring"]'),
    Field("table.players", "number", 4, "how many play at the table", "4", low=2, high=MAX_SEATS),
    Field(
        "table.players_allowed",
        "numbers",
        [],
        "the numbers of players for which the game is made; empty: any",
        "[2, 3, 4]",
        low=2,
        high=MAX_SEATS,
    ),
    Field(
        "table.partners_at",
        "numbers",
        [],
        "the numbers of players at which they play in partnerships, seated in turn",
        "[4]",
        low=2,
        high=MAX_SEATS,
    ),
    Field(
        "table.partnerships",
        "number",
        2,
        "how many partnerships there are where players have partners",
        "2",
        low=2,
        high=MAX_SEATS,
    ),
    Field("pack.ranks", "ranks", list(RANKS), "the ranks in the pack", '["7", "8", "9", "10", "J", "Q", "K", "A"]'),
    Field(
        "pack.suits",
        "suits",
        list(SUITS),
        "the suits in the pack, highest first where suits have a rank",
        '["C", "S", "H", "D"]',
    ),
    Field("pack.jokers", "number", 0, "how many jokers (X1, X2) are in the pack", "1", high=2),
    Field("pack.copies", "number", 1, "how many of each card", "2", low=1, high=2),
    Field(
        "order.ladder",
        "ladder",
        [],
        "cards above all others, whatever their suit, highest first; a rank stands for its cards in suit order less those named",
        '["JC", "KH", "8S", "9", "A", "J", "6"]',
    ),
    Field(
        "order.ranks",
        "ranks",
        list(reversed(RANKS)),
        "the ranks within a suit, highest first; those that the pack lacks are passed over",
        '["A", "10", "K", "Q", "J", "9", "8", "7", "6"]',
    ),
    Field(
        "order.below",
        "choice",
        "suits",
        "what the cards that are not on the ladder do: beat lower ones of their suit, or nothing at all",
        '"duds"',
        choices=("suits", "duds"),
    ),
    Field(
        "trump.chosen", "choice", "none", "how the trump suit is found", '"turned"', choices=("none", "fixed", "turned")
    ),
    Field("trump.suit", "suit", "H", "the trump suit, where it is fixed", '"H"'),
    Field("points.*", "number", 0, "what a card of this rank counts for the side that wins it", "11", high=1000),
    Field("deal.hand", "number", 3, "how many cards each is dealt, and draws up to", "3", low=1, high=MAX_CARDS),
    Field("deal.at_a_time", "number", 1, "how many cards are dealt at a time", "3", low=1, high=MAX_CARDS),
    Field(
        "cut.refused",
        "cards",
        [],
        "the cards that, shown in the cut, make the dealer shuffle again",
        '["JC", "KH", "8S"]',
    ),
    Field(
        "lead.first", "choice", "left", "who leads first, seen from the dealer", '"right"', choices=("left", "right")
    ),
    Field("lead.sizes", "numbers", [1], "how many cards may be led together", "[1, 2]", low=1, high=MAX_PLAY),
    Field(
        "lead.same",
        "choice",
        "suit",
        "what cards that are led together have in common",
        '"rank"',
        choices=("rank", "suit", "any"),
    ),
    Field(
        "follow.face_down",
        "choice",
        "never",
        "when a card is played face down: a play that does not beat the best so far must be, one that does may be",
        '"must"',
        choices=("never", "must", "may"),
    ),
    Field("combination.*.cards", "number", 3, "how many cards make the combination", "3", low=1, high=MAX_PLAY),
    Field("combination.*.of", "ladder", [], "the ranks and cards that it is made of; empty: any", '["A", "10"]'),
    Field(
        "combination.*.suits",
        "choice",
        "any",
        "the suits that it is made of",
        '"trump"',
        choices=("any", "trump", "plain"),
    ),
    Field(
        "combination.*.same",
        "choice",
        "any",
        "what its cards have in common",
        '"suit"',
        choices=("rank", "suit", "any"),
    ),
    Field(
        "combination.*.at_least", "number", 0, "how many of its cards must be among `at_least_of`", "1", high=MAX_PLAY
    ),
    Field("combination.*.at_least_of", "ladder", [], "the ranks and cards meant by `at_least`", '["A"]'),
    Field(
        "combination.*.at_least_suits",
        "choice",
        "any",
        "the suits meant by `at_least`",
        '"trump"',
        choices=("any", "trump", "plain"),
    ),
    Field(
        "combination.*.gives",
        "choice",
        "lead",
        "what it gives to its holder; the pot only if nobody holds one above it that gives the pot",
        '"pot"',
        choices=("lead", "pot"),
    ),
    Field("combination.*.must", "yes or no", False, "its holder has no choice", "true"),
    Field("combination.*.first_trick", "yes or no", True, "it counts before the first trick too", "false"),
    Field(
        "combination.*.full_hand",
        "yes or no",
        False,
        "it counts only in a full hand, of as many cards as are dealt",
        "true",
    ),
    Field("combination.*.announced", "yes or no", True, "it is announced by its name; otherwise just led", "false"),
    Field("combination.*.before", "text", "", _BEFORE, '"molodka"'),
    Field("draw.after_trick", "yes or no", True, "cards are drawn from the stock after each trick", "false"),
    Field(
        "draw.at_once",
        "yes or no",
        False,
        "each draws all missing cards at once; otherwise one at a time in turn",
        "true",
    ),
    Field(
        "end.tricks",
        "number or word",
        "all",
        "the deal ends when a side has so many tricks, or more than half of what those at the table play (majority), or when all are played",
        '"majority"',
        choices=("all", "majority"),
        low=1,
        high=MAX_CARDS,
    ),
    Field(
        "end.counts",
        "choice",
        "tricks",
        "what a trick of several cards counts: one trick, or as many as each has played to it",
        '"cards"',
        choices=("tricks", "cards"),
    ),
    Field(
        "end.won_by",
        "choice",
        "tricks",
        "what decides who has won the deal: most tricks or most card points",
        '"card-points"',
        choices=("tricks", "card-points"),
    ),
    Field(
        "claim.points",
        "number",
        0,
        "the card points that a player may claim between tricks; 0: no claims",
        "31",
        high=MAX_SCORE,
    ),
    Field(
        "claim.wrong_multiplies",
        "number",
        2,
        "a wrong claimer pays until the pot is so many times as large",
        "2",
        low=1,
        high=10,
    ),
    Field("score.*.sides", "number", 0, "the row is for so many sides; 0: any number", "2", high=MAX_SEATS),
    Field(
        "score.*.result",
        "choice",
        "any",
        "the row is for a side that has most alone, shares the most, or has less",
        '"won"',
        choices=("any", "won", "tied", "lost"),
    ),
    Field(
        "score.*.tricks_from", "number", 0, "the row is for a side with at least so many tricks", "5", high=MAX_CARDS
    ),
    Field(
        "score.*.tricks_to",
        "number",
        MAX_CARDS,
        "the row is for a side with at most so many tricks",
        "0",
        high=MAX_CARDS,
    ),
    Field("score.*.card_points_from", "number", 0, "the row is for a side with at least so many card points", "31"),
    Field(
        "score.*.card_points_to", "number", MAX_SCORE, "the row is for a side with at most so many card points", "30"
    ),
    Field(
        "score.*.others_tricks_to",
        "number",
        MAX_CARDS,
        "the row is for a side whose opponents have at most so many tricks together",
        "0",
        high=MAX_CARDS,
    ),
    Field("score.*.points", "number", 0, "what the side is given", "2", low=-MAX_SCORE),
    Field("score.*.carry", "number", 0, "what the deal hands on to the next: points, or doublings", "1", high=100),
    Field("score.*.before", "text", "", _BEFORE, '"won"'),
    Field(
        "carry.counts",
        "choice",
        "points",
        "carried points go to the next side that wins a deal; carried doublings double all points of the next deal",
        '"doublings"',
        choices=("points", "doublings"),
    ),
    Field(
        "pot.stake",
        "number",
        0,
        "the chips that each player puts into the pot before a deal, unless a wrong claim filled it; 0: no pot",
        "1",
        high=1,
    ),
    Field(
        "pot.won_by",
        "choice",
        "claim",
        "how the pot is won at the end of a deal: by a claim, or by who has most (`end.won_by`), a tie splitting it",
        '"most"',
        choices=("claim", "most"),
    ),
    Field(
        "dealer.next",
        "choice",
        "left",
        "who deals next: the next player, or the one who took the pot or claimed (else the same); past players who are out",
        '"pot"',
        choices=("left", "pot"),
    ),
    Field("match.target", "number", 0, "the points that win the match; 0: no target", "12"),
    Field(
        "match.ends_deal", "yes or no", True, "a side that reaches the target in the middle of a deal ends it", "false"
    ),
    Field(
        "match.limit",
        "number",
        0,
        "the points at which a side is out; the last one left wins; 0: nobody goes out",
        "12",
    ),
    Field(
        "match.deals",
        "number",
        0,
        "the match ends after so many deals, and most points win it, the fewest where there is a limit; 0: no fixed number",
        "12",
        high=1_000_000,
    ),
    Field(
        "match.at_most",
        "number",
        1000,
        "a match that has not ended after so many deals is stopped",
        "1000",
        low=1,
        high=1_000_000,
    ),
    Field(
        "match.double",
        "choice",
        "never",
        "when a match counts double: never, or if the losers have no points for tricks",
        '"no-trick-points"',
        choices=("never", "no-trick-points"),
    ),
    Field("tournament.sessions", "number", 0, "how many sessions a tournament has; 0: no tournament", "3", high=1000),
    Field("tournament.rounds", "number", 4, "rounds in a session", "4", low=1, high=1000),
    Field("tournament.deals", "number", 4, "deals in a round", "4", low=1, high=1000),
    Field(
        "tournament.players",
        "number",
        4,
        "how many players take part; a multiple of the players at a table",
        "8",
        low=2,
        high=MAX_PLAYERS,
    ),
)
"""Every key that a rulebook or a house rule may set, in the order of the reference page."""
