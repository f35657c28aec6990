"""The catalogue of findings: what each kind is about, with an example and how it is mended.

The one source of `trickbook check --explain` and of the reference page. What a check across keys is about stands in its
docstring; the rest stands here. An example is a game as typed, or the text of a house rule for Schwesing, with a line break
at its end; the tests see that it gives the finding, and that what mends it does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from trickbook.rulebook.checks import RULES, WARNINGS, id_of

PAGE = "docs/reference/findings.md"
"""The page of the documentation that has them all."""
_CLAUSES = re.compile(r" \([A-Z]{2}-\d+(, [A-Z]{2}-\d+)*\)")


@dataclass(frozen=True)
class Kind:
    """A kind of finding."""

    id: str
    """Its name, as in `Finding.id`."""
    about: str
    """What holds where there is no such finding, or what is wrong where there is one."""
    example: str
    """A game, or a house rule, that has it; empty where no text alone has it."""
    mend: str
    """The same without it, or in words what to do."""
    warning: bool = False
    """The game can be played all the same."""

    @property
    def page(self) -> str:
        """Where the documentation speaks of it."""
        return f"{PAGE}#{self.id}"


_READING = {
    "not-toml": (
        "The line is no TOML.",
        "[match\ntarget = 15\n",
        "[match]\ntarget = 15\n",
    ),
    "text-without-quotes": (
        "Texts, cards and ranks stand in double quotes; numbers, true and false do not.",
        "[lead]\nsame = rank\n",
        '[lead]\nsame = "suit"\n',
    ),
    "curly-quotes": (
        "Quotes are the straight ones of the keyboard, not those of a word processor.",
        "[lead]\nsame = “suit”\n",
        '[lead]\nsame = "suit"\n',
    ),
    "byte-order-mark-in-mid-file": (
        "A byte order mark stands only at the start of a file, if at all.",
        "[match]\n\ufefftarget = 15\n",
        "[match]\ntarget = 15\n",
    ),
    "key-set-twice": (
        "Each key is set once in a file.",
        "[match]\ntarget = 15\ntarget = 16\n",
        "[match]\ntarget = 16\n",
    ),
    "table-after-dotted-key": (
        "What has been set with dots can't be a table further down.",
        "match.target = 15\n[match]\nends_deal = false\n",
        "[match]\ntarget = 15\nends_deal = false\n",
    ),
    "file-too-long": ("A rulebook has at most 64 KiB.", "", "Take out what is not a rule."),
    "not-utf-8": ("A rulebook is a text in UTF-8.", "", "Save the file in UTF-8."),
    "unknown-key": (
        "Every key is one of the format, or of a plugin in use.",
        "schwesing+match.targt=15",
        "schwesing+match.target=15",
    ),
    "key-in-wrong-table": (
        "A key stands in its own table, and what is said of the whole file above the first of them.",
        "deals = 7\n",
        "[match]\ntarget = 0\ndeals = 7\n",
    ),
    "value-not-taken": (
        "A value is of the kind that its key takes, and within bounds.",
        "schwesing+lead.sizes=2",
        "schwesing+lead.sizes=[1]",
    ),
    "not-a-name": (
        "Names of rows have letters, digits, - and _.",
        '[score."a b"]\npoints = 1\n',
        "[score.won]\npoints = 2\n",
    ),
    "double-brackets": ("Tables stand in single brackets.", "[[match]]\ntarget = 15\n", "[match]\ntarget = 15\n"),
    "plugin-missing": (
        "Every plugin that a rulebook names is installed, or named with --plugin FILE.",
        '[append]\nplugins = ["darring"]\n',
        "[daring]\nstrike = 3\n",
    ),
    "plugin-left-out": (
        "With --no-plugins the plugins that are installed are left out.",
        "",
        "Leave --no-plugins out.",
    ),
    "plugin-broken": (
        "A plugin can be imported, and its hooks are marked.",
        "",
        "Mend the plugin; the finding says what is wrong.",
    ),
    "plugin-not-used": (
        "Keys of a plugin stand only where the plugin is in use.",
        "treia+shokha.cards=[]",
        'kozel-points+shokha.cards=["6H"]',
    ),
    "plugin-refuses": (
        "A plugin can work with the values of its keys.",
        'schwesing+daring.matadors=["JC","KH"]',
        'schwesing+daring.matadors=["JC","KH","9S"]',
    ),
    "no-such-entry": (
        "What is removed, appended to, or set in place is there.",
        '[remove]\ncombination = ["tripel"]\n',
        '[remove]\ncombination = ["triple"]\n',
    ),
    "not-a-list": ("append and remove are for lists.", '[append]\n"match.target" = 1\n', "[match]\ntarget = 13\n"),
    "not-found": (
        "Rulebooks, house rules and parents are there, by id or as files.",
        "schwesing+singles",
        "schwesing+singles-only",
    ),
    "does-not-fit": (
        "A house rule is put on a rulebook that it is made for, or on one that comes from it.",
        "bura+singles-only",
        "treia+singles-only",
    ),
    "format-too-new": ("A file is of a format that this version of Trickbook knows.", "format = 99\n", "format = 1\n"),
    "key-of-another-kind-of-file": (
        "parent and format are for rulebooks, fits for house rules, and none of them is set in place.",
        "schwesing+parent=bura",
        "treia",
    ),
}
"""What is wrong with a file on its own: what each is about, an example, and the same mended."""

_TOGETHER = {
    "players-are-allowed": ("schwesing+table.players=3", "kozel-points+table.players=3"),
    "partnerships-are-equal": ('[append]\n"table.partners_at" = [5]\n', '[append]\n"table.partners_at" = [6]\n'),
    "match-has-one-goal": ("schwesing+match.limit=5", "schwesing+match.target=0+match.limit=5"),
    "nobody-goes-out-for-chips": ("bura+match.limit=5", "bura+match.deals=5"),
    "only-winners-count-double": (
        'kozel-points+match.double="no-trick-points"',
        'treia+match.double="no-trick-points"',
    ),
    "the-pot-stays-at-its-table": ("bura+match.deals=0+tournament.sessions=1", "bura+match.deals=16"),
    "tournament-is-played-to-its-end": (
        "schwesing+schwesing-tournament+match.target=12",
        "schwesing+schwesing-tournament+tournament.rounds=3",
    ),
    "tournament-fills-tables": (
        "schwesing+schwesing-tournament+tournament.players=6",
        "schwesing+schwesing-tournament+tournament.players=8",
    ),
    "match-is-not-stopped-early": ("bura+match.at_most=10", "bura+match.deals=10+match.at_most=10"),
    "nothing-is-named-twice": ('[append]\n"lead.sizes" = [1]\n', '[append]\n"lead.sizes" = [3]\n'),
    "pack-is-not-too-large": ("schwesing+pack.copies=2", "schwesing+pack.copies=1"),
    "named-cards-are-in-the-pack": ('treia+cut.refused=["6H"]', 'treia+cut.refused=["7H"]'),
    "cards-left-out-were-in-the-pack": ('schwesing+pack.without=["2D"]', "hearts+three-at-hearts"),
    "equal-cards-are-there": ("schwesing+order.equal=last", "schwesing+order.equal=first"),
    "ranks-relative-to-trumps-need-trumps": ('hearts+order.ladder=["J-trump"]', 'whist+order.ladder=["J-trump"]'),
    "the-deal-can-end-by-card-points": ("bura+end.card_points=130", "bura+end.card_points=61"),
    "the-next-dealer-is-known": ("bura+dealer.next=loser", "bura+dealer.next=winner"),
    "points-are-of-ranks-in-the-pack": ("treia+points.6=1", "treia+points.7=1"),
    "ladder-names-each-card-once": ('[append]\n"order.ladder" = ["9C"]\n', '[append]\n"order.ladder" = ["QC"]\n'),
    "every-rank-has-a-place": (
        '[order]\nbelow = "suits"\nranks = ["A", "K", "Q", "J", "9", "8", "7", "6"]\n',
        '[order]\nbelow = "suits"\nranks = ["A", "10", "K", "Q", "J", "9", "8", "7", "6"]\n',
    ),
    "trump-is-a-suit-of-the-pack": (
        'whist+pack.suits=["C","D","S"]+trump.chosen=fixed+trump.suit=H',
        "whist+trump.chosen=fixed+trump.suit=H",
    ),
    "a-cut-can-be-accepted": (
        'schwesing+plugins=[]+pack.ranks=["J"]+pack.suits=["C","S"]+order.ladder=[]+cut.refused=["JC"]',
        'schwesing+cut.refused=["JC"]',
    ),
    "the-pack-is-large-enough": ("schwesing+deal.hand=10", "schwesing+deal.hand=9"),
    "a-packet-is-no-larger-than-a-hand": ("schwesing+deal.at_a_time=4", "schwesing+deal.at_a_time=1"),
    "leads-come-from-a-hand": ("schwesing+lead.sizes=[]", "schwesing+lead.sizes=[1]"),
    "ways-to-play-are-few": ("bruus-two+deal.hand=18+lead.sizes=[1,4]", "bruus-two+deal.hand=6+lead.sizes=[1,4]"),
    "the-deal-can-end-by-tricks": ("schwesing+end.tricks=10", "schwesing+end.tricks=5"),
    "entries-stand-before-others": ("schwesing+score.won.before=sweeep", "schwesing+score.sweep.before=won"),
    "tables-are-not-too-long": (
        "".join(f'[combination.c{number}]\ncards = 2\nsame = "suit"\n' for number in range(8)),
        '[combination.c0]\ncards = 2\nsame = "suit"\n',
    ),
    "combinations-mean-some-cards": (
        '[combination.tripel]\ngives = "lead"\n',
        '[combination.triple]\ngives = "lead"\n',
    ),
    "combinations-fit-in-a-hand": ("schwesing+combination.triple.cards=4", "schwesing+combination.triple.cards=2"),
    "trumps-need-a-trump-suit": ("schwesing+combination.triple.suits=trump", "bura+combination.bura.suits=trump"),
    "pots-need-a-stake": ("schwesing+combination.triple.gives=pot", "schwesing+combination.triple.gives=lead"),
    "pots-are-played-for-openly": ("bura+combination.bura.announced=false", "bura+combination.bura.announced=true"),
    "combinations-can-be-made": (
        '[combination.pair]\ncards = 2\nof = ["JC"]\n',
        '[combination.pair]\ncards = 2\nof = ["JC", "KH"]\n',
    ),
    "tables-have-room": (
        "".join(f'[duty.d{number}]\nsuit = "led"\n' for number in range(40)),
        "[lead]\nsizes = [1]\n",
    ),
    "duties-are-for-single-cards": ("hearts+lead.sizes=[1,2]", "hearts+lead.sizes=[1]"),
    "duties-and-steps-are-for-open-cards": ("hearts+follow.face_down=may", "hearts+follow.face_down=never"),
    "duties-can-be-asked": ('hearts+duty.opening.suit="led"', "hearts+hearts-at-any-time"),
    "hand-sizes-fit-the-deal": ("oh-hell+draw.after_trick=true", "oh-hell+draw.after_trick=false"),
    "the-dealers-last-card-is-dealt": ("whist+deal.hand=5+draw.after_trick=true", "whist+draw.after_trick=false"),
    "the-first-leader-is-known": ("hearts+lead.holder=[]", 'hearts+lead.holder=["3C"]'),
    "steps-can-be-taken": ("spades+step.bids.least=14", "spades+step.bids.least=1"),
    "counts-are-known": ('spades+tally.bags.keeps="bag"', 'spades+tally.bags.keeps="bags"'),
    "counts-have-room": ("spades+count.over.each.named=-1000000", "spades+no-bags"),
    "a-group-is-asked-alike": ('spades+score.nil-made.by="side"', "spades+nil-fifty"),
    "a-limit-ends-something": ("hearts+match.limit=0", "hearts+match.limit=50"),
    "named-counts-are-named": ("[score.won]\neach = { named = 1 }\n", "[score.won]\npoints = 2\n"),
    "intervals-are-not-empty": (
        "schwesing+score.won.tricks_from=6+score.won.tricks_to=5",
        "schwesing+score.won.tricks_to=9",
    ),
    "every-case-is-scored": ('[remove]\nscore = ["lost"]\n', "[score.lost]\npoints = -1\n"),
    "scores-have-room": (
        "schwesing+match.target=0+match.deals=900+match.at_most=3000+score.lost.points=-1000000+match.deals=3000",
        "schwesing+match.target=0+match.deals=900",
    ),
    "claims-are-for-the-pot": (
        "schwesing+points.A=11+claim.points=31",
        "schwesing+points.A=11+claim.points=31+pot.stake=1",
    ),
    "the-pot-can-be-won": ("schwesing+pot.stake=1", 'schwesing+points.A=11+pot.stake=1+pot.won_by="most"'),
    "card-points-that-decide-are-there": (
        "schwesing+end.won_by=card-points",
        "schwesing+points.A=11+end.won_by=card-points",
    ),
    "key-means-nothing": ("schwesing+trump.suit=C", "whist+trump.chosen=fixed+trump.suit=C"),
    "score-row-never-happens": ("schwesing+score.tied.carry=1", "treia+score.tied.carry=2"),
    "match-may-never-end": ("schwesing+match.target=0", "schwesing+match.target=0+match.deals=12"),
    "target-is-out-of-reach": (
        "briscola+score.won.points=0",
        "briscola",
    ),
}
"""Of each check across keys an example, and the same mended."""

_EFFECTS = {
    "plugin-overrides-key": (
        "A plugin has the last word over a key, which is left without effect.",
        'schwesing+order.ladder=["7C","JC","KH","8S","9","A","J","6"]',
        'schwesing+order.ladder=["JC","8S","KH","9","A","J","6"]+daring.matadors=["JC","8S","KH"]',
    ),
    "key-without-effect": (
        "With and without the key the game is compiled to the same rules.",
        'schwesing+order.ranks=["6","7","8","9","10","J","Q","K","A"]',
        'whist+order.ranks=["A","10","K","Q","J","9","8","7","6","5","4","3","2"]',
    ),
    "house-rule-changes-nothing": (
        "The game below has all that the house rule says.",
        "schwesing+match.target=12",
        "schwesing+match.target=13",
    ),
    "no-difference-seen": (
        "With and without the house rule random players did and scored the same; what happens seldom may not have come up.",
        "bura+table.players=2+right-leads",
        "bura+table.players=3+right-leads",
    ),
    "card-beats-nothing": (
        "A joker, or a rank that is not the lowest, beats no card.",
        "schwesing+pack.jokers=1",
        'schwesing+pack.jokers=1+order.ladder=["X1","JC","KH","8S","9","A","J","6"]',
    ),
    "plugin-warns": (
        "A plugin finds that a rule can be played and is hardly meant.",
        'schwesing+daring.matadors=["10C","KH","8S"]',
        'schwesing+daring.matadors=["JC","KH","9S"]',
    ),
}
"""What compiling and playing shows: what each is about, an example, and the same mended."""


def catalogue() -> dict[str, Kind]:
    """Return all kinds of finding by id: those of one file, those across keys, and warnings."""
    return {kind.id: kind for kind in _kinds()}


def _kinds() -> Iterator[Kind]:
    for id, (about, example, mend) in _READING.items():
        yield Kind(id, about, example, mend)
    for rule in (*RULES, *WARNINGS):
        id = id_of(rule)
        about = _CLAUSES.sub("", (rule.__doc__ or "").split("\n", 1)[0])
        yield Kind(id, about, *_TOGETHER[id], warning=rule in WARNINGS)
    for id, (about, example, mend) in _EFFECTS.items():
        yield Kind(id, about, example, mend, warning=True)
