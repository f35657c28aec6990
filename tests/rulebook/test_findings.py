"""Each kind of finding, at its exact place. The place is the mark in the text, counted by the test itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rulebook.helpers import PLUGINS, Write, findings_of, unmark
from trickbook.rulebook import RulebookError, load

CHILD = 'parent = "schwesing"\n'

# What one file says wrongly: its text with a mark, the key, a part of the problem, the nearest right name.
ONE_FILE = {
    "unknown table": ("[▸led]\nsizes = [1]", "led", "is not a key", "lead"),
    "a misspelt append": ("[▸apend]\n'lead.sizes' = [3]", "apend", "is not a key", "append"),
    "unknown key": ("[lead]\nfirst = 'left'\n▸szes = [1]", "lead.szes", "is not a key", "lead.sizes"),
    "unknown key with dots": ("▸lead.szes = [1]", "lead.szes", "is not a key", "lead.sizes"),
    "unknown key in an inline table": ("lead = { ▸szes = [1] }", "lead.szes", "is not a key", "lead.sizes"),
    "unknown key in a row": (
        "[score.won]\n  ▸pints = 1",
        "score.won.pints",
        "is not a key",
        "score.won.points",
    ),
    "unknown key at the wrong depth": ("▸sizes = [1]", "sizes", "is not a key", "lead.sizes"),
    "unknown key of a plugin": ("[daring]\n▸striek = 1", "daring.striek", "is not a key", "daring.strike"),
    "a table below a value": ("[▸lead.sizes.more]", "lead.sizes", "a table is not", ""),
    "a value in place of a table": ("▸lead = 3", "lead", "is 3", ""),
    "a value in place of a row": ("[score]\n▸won = 1", "score.won", "is 1", ""),
    "true for a number": ("[table]\n▸players = true", "table.players", "true is not a whole number", ""),
    "a fraction": ("[table]\n▸players = 4.0", "table.players", "4.0 is not a whole number", ""),
    "not a number": ("[match]\n▸target = nan", "match.target", "nan is not a whole number", ""),
    "endless": ("[match]\n▸target = inf", "match.target", "inf is not a whole number", ""),
    "a text for a number": ("[match]\n▸target = '12'", "match.target", '"12" is not a whole number', ""),
    "a date": ("[match]\n▸target = 2024-01-01", "match.target", "a date or time is not", ""),
    "too small": ("[table]\n▸players = 1", "table.players", "1 is too small", ""),
    "too large": ("[table]\n▸players = 9", "table.players", "9 is too large", ""),
    "far too large": (f"[match]\n▸target = {10**40}", "match.target", "is too large", ""),
    "a number for yes or no": ("[daring]\n▸declared = 1", "daring.declared", "1 is not true or false", ""),
    "a word that is no choice": (
        "[lead]\n▸same = 'rnak'",
        "lead.same",
        '"rnak" is not one of the words',
        "rank",
    ),
    "neither number nor word": ("[end]\n▸tricks = 'majorty'", "end.tricks", '"majorty" is not', "majority"),
    "a number that is too small, or a word": ("[end]\n▸tricks = 0", "end.tricks", "0 is too small", ""),
    "a text for a list": ("[lead]\n▸sizes = '1'", "lead.sizes", '"1" is not a list of whole numbers', ""),
    "an item that is not a number": (
        "[lead]\nsizes = [1, ▸'2']",
        "lead.sizes",
        '"2" is not a whole number',
        "",
    ),
    "an item on a line of its own": (
        "[lead]\nsizes = [\n  1,  # one\n  ▸true,\n]",
        *("lead.sizes", "true is not a whole number", ""),
    ),
    "a rank without quotes": ("[pack]\nranks = ['A', ▸10]", "pack.ranks", "10 is not a rank", '"10"'),
    "not a rank": ("[pack]\nranks = [▸'1', 'A']", "pack.ranks", '"1" is not a rank', ""),
    "not a suit": ("[pack]\nsuits = ['C', ▸'X']", "pack.suits", '"X" is not a suit', ""),
    "not a card": ("[cut]\nrefused = ['JC', ▸'JJ']", "cut.refused", '"JJ" is not a card', ""),
    "not on any ladder": (
        "[order]\nladder = ['JC', ▸'Z']",
        "order.ladder",
        '"Z" is not a rank or a card',
        "",
    ),
    "after a wide sign": (
        "notes = ['♠♠']\nabout = '♠'\nlead = { ▸szes = 1 }",
        "lead.szes",
        "is not a key",
        "lead.sizes",
    ),
    "a name with a blank": ("[▸score.'a b']\npoints = 1", "score.a b", "is not a name", ""),
    "a list of tables": ("[[▸score]]\npoints = 1", "score", "double brackets", ""),
    "fits in a rulebook": ("▸fits = ['schwesing']", "fits", "fits is for house rules", ""),
    "an unknown parent": ("▸parent = 'schwesin'", "parent", 'there is no rulebook "schwesin"', "schwesing"),
    "a house rule as parent": ("▸parent = 'singles-only'", "parent", "is a house rule, not a rulebook", ""),
    "a plugin that is not there": ("plugins = ['sevens', ▸'darring']", "plugins", "no plugin", "daring"),
    "a plugin that is broken": ("[append]\nplugins = [▸'broken']", "plugins", "has no docstring", ""),
    "append to what is no list": (
        "[append]\n▸'match.target' = 1",
        "append.match.target",
        "append is for lists",
        "",
    ),
    "append to a table": ("[append]\n▸lead = [1]", "append.lead", "this is a table", ""),
    "append to an unknown key": (
        "[append]\n▸'lead.szes' = [1]",
        "append.lead.szes",
        "is not a key",
        "lead.sizes",
    ),
    "append something wrong": ("[append]\n'lead.sizes' = [▸'x']", "append.lead.sizes", '"x" is not', ""),
    "append to a row that is not there": (
        "[append]\n▸'combination.tripel.of' = ['A']",
        *("append.combination.tripel.of", 'there is no combination "tripel"', "triple"),
    ),
    "remove an item that is not there": (
        "[remove]\n'lead.sizes' = [1, ▸3]",
        "remove.lead.sizes",
        "3 is not there",
        "",
    ),
    "remove a name that is not there": (
        "[remove]\ncombination = [▸'tripel']",
        "remove.combination",
        "is not there",
        "triple",
    ),
    "remove names that are no names": (
        "[remove]\n▸combination = 'triple'",
        "remove.combination",
        "not a list of names",
        "",
    ),
}


@pytest.mark.parametrize(("marked", "key", "problem", "nearest"), ONE_FILE.values(), ids=ONE_FILE)
def test_one_file(write: Write, marked: str, key: str, problem: str, nearest: str) -> None:
    whole = marked if "parent" in marked else CHILD + marked
    text, place = unmark(whole)
    path = write("mine.toml", text)
    found = [finding for finding in findings_of(str(path)) if finding.key == key]
    assert [(finding.file, finding.nearest) for finding in found] == [(str(path), nearest)]
    assert problem in found[0].problem
    assert (found[0].line, found[0].column) == place


def test_a_finding_reads_as_file_line_column_key_and_words(write: Write) -> None:
    path = write("mine.toml", CHILD + "[lead]\nsame = 'rnak'")
    (finding,) = findings_of(str(path))
    assert str(finding) == (
        f'{path}:3:1: lead.same: "rnak" is not one of the words; expected "rank", "suit" or "any"; did you mean rank?'
    )


# What all files together say wrongly, as house rules on shipped games.
TOGETHER = {
    "a ladder of sixes without sixes": (
        "treia",
        "[append]\n'order.ladder' = [▸'6']",
        *("order.ladder", '"6" is not in the pack'),
    ),
    "a card that is not in the pack": (
        "treia",
        "cut.refused = ['JC', ▸'6H']",
        "cut.refused",
        '"6H" is not in the pack',
    ),
    "a rank of a plugin that is not in the pack": (
        "treia",
        "sevens.rank = [▸'6']",
        "sevens.rank",
        "not in the pack",
    ),
    "points of a rank that is not in the pack": (
        "treia",
        "[points]\nA = 11\n▸6 = 1",
        "points.6",
        "not in the pack",
    ),
    "points of no rank": ("treia", "[points]\n▸B = 1", "points.B", '"B" is not a rank'),
    "a suit that is not in the pack": (
        "schwesing",
        "[remove]\n'pack.suits' = ['S']\n'order.ladder' = ['8S']\n'daring.matadors' = ['8S']\n"
        "'cut.refused' = ['8S']\n[trump]\nchosen = 'fixed'\n▸suit = 'S'",
        *("trump.suit", '"S" is not in the pack'),
    ),
    "a rank twice in the pack": (
        "schwesing",
        "[append]\n'pack.ranks' = [▸'6']",
        "pack.ranks",
        '"6" is named twice',
    ),
    "a card twice on the ladder": (
        "schwesing",
        "[append]\n'order.ladder' = [▸'KH']",
        "order.ladder",
        "named twice",
    ),
    "a card below its rank": (
        "schwesing",
        "[append]\n'order.ladder' = [▸'9C']",
        "order.ladder",
        "on the ladder already",
    ),
    "a rank whose cards are all named": (
        "schwesing",
        "[append]\n'order.ladder' = ['QC', 'QS', 'QH', 'QD', ▸'Q']",
        *("order.ladder", "on the ladder already"),
    ),
    "a rank without a place": (
        "schwesing",
        "[order]\nbelow = 'suits'\n▸ranks = ['A', 'K', 'Q', 'J', '9', '8', '7', '6']",
        *("order.ranks", '"10" has no place'),
    ),
    "a pack that is too large": ("schwesing", "[pack]\n▸copies = 2", "pack", "the pack has 72 cards"),
    "more cards dealt than there are": (
        "schwesing",
        "[deal]\n▸hand = 10",
        "deal.hand",
        "40 cards, and the pack has 36",
    ),
    "no card left to turn": (
        "schwesing",
        "[deal]\n▸hand = 9\n[trump]\nchosen = 'turned'",
        *("deal.hand", "9 cards each for 4 players and the turned card are 37 cards, and the pack has 36"),
    ),
    "packets larger than a hand": (
        "schwesing",
        "[deal]\n▸at_a_time = 4",
        "deal.at_a_time",
        "more than a hand of 3",
    ),
    "nothing to lead": ("schwesing", "[lead]\n▸sizes = []", "lead.sizes", "nothing may be led"),
    "a lead larger than a hand": (
        "schwesing",
        "[lead]\nsizes = [1, ▸4]",
        "lead.sizes",
        "4 cards can't be led",
    ),
    "a lead of five of a rank": (
        "bruus-two",
        "[deal]\nhand = 6\n[lead]\nsizes = [1, ▸5]",
        *("lead.sizes", "no 5 cards of the pack have their rank in common"),
    ),
    "too many ways to play": (
        "bruus-two",
        "[deal]\nhand = 18\n[lead]\n▸sizes = [1, 4]",  # 2 (18 + C(18, 4)) = 2 (18 + 3060): each declared or declined
        *("lead.sizes", "more than 4096 ways to play"),
    ),
    "a combination larger than a hand": (
        "schwesing",
        "[combination.triple]\n▸cards = 4",
        *("combination.triple.cards", "4 cards can't be held in a hand of 3"),
    ),
    "a combination that no cards make": (
        "schwesing",
        "[combination.pair]\n▸cards = 2\nof = ['JC']",
        *("combination.pair.cards", "no cards of the pack make this"),
    ),
    "a combination of five of a rank": (
        "bruus-two",
        "[deal]\nhand = 5\n[combination.triple]\n▸cards = 5",
        *("combination.triple.cards", "no cards of the pack make this"),
    ),
    "at least more than all": (
        "schwesing",
        "[combination.triple]\n▸at_least = 4",
        *("combination.triple.at_least", "at least 4 cards out of 3"),
    ),
    "trumps in a game without": (
        "schwesing",
        "[combination.triple]\n▸suits = 'trump'",
        *("combination.triple.suits", "no meaning in a game without trumps"),
    ),
    "a pot that is not there": (
        "schwesing",
        "[combination.triple]\n▸gives = 'pot'",
        *("combination.triple.gives", "there is no pot to give"),
    ),
    "before what is not there": (
        "schwesing",
        "[score.close]\nresult = 'won'\n▸before = 'sweeep'",
        *("score.close.before", 'there is no score "sweeep"'),
    ),
    "before itself": ("schwesing", "[score.won]\n▸before = 'won'", "score.won.before", "goes before itself"),
    "a combination that any cards make": (
        "schwesing",
        "[▸combination.tripel]\ngives = 'lead'",
        *("combination.tripel", "any 3 cards make this"),
    ),
    "too many combinations": (
        "schwesing",
        "".join(f"[combination.c{n}]\n" for n in range(7)) + "[▸combination.c7]",
        *("combination.c7", "there are 9 entries"),
    ),
    "not for so many players": (
        "schwesing",
        "[table]\n▸players = 3",
        "table.players",
        "not made for 3 players",
    ),
    "unequal partnerships": (
        "schwesing",
        "[append]\n'table.partners_at' = [▸5]",
        "table.partners_at",
        "equal partnerships",
    ),
    "a target and a limit": ("schwesing", "[match]\n▸limit = 5", "match.limit", "both a target"),
    "claims without a pot": (
        "schwesing",
        "[points]\nA = 11\n[claim]\n▸points = 31",
        "claim.points",
        "no pot to claim",
    ),
    "a claim that nobody can have": (
        "schwesing",
        "[points]\nA = 11\n[claim]\n▸points = 45\n[pot]\nstake = 1",
        *("claim.points", "nobody can have 45 card points: the pack has 44"),
    ),
    "a pot without claims": ("schwesing", "[pot]\n▸stake = 1", "pot.won_by", "there are no claims"),
    "dealing after a pot that is not there": (
        "schwesing",
        "[dealer]\n▸next = 'pot'",
        "dealer.next",
        "no pot to take",
    ),
    "card points without points": (
        "schwesing",
        "[end]\n▸won_by = 'card-points'",
        "end.won_by",
        "no card has any",
    ),
    "a tournament with empty seats": (
        "schwesing+schwesing-tournament",
        "[tournament]\n▸players = 6",
        *("tournament.players", "6 players don't fill tables of 4"),
    ),
    "too many ways to hide a play": (
        "kozel-points",  # 2 C(14, 7) = 6864; all would be well if nothing could be hidden: 14 + 3432
        "[table]\nplayers_allowed = [2]\nplayers = 2\n[deal]\nhand = 14\n[lead]\n▸sizes = [1, 7]\n[follow]\nface_down = 'may'",
        *("lead.sizes", "more than 4096 ways to play"),
    ),
    "too many ways to make a combination": (
        "bruus-two",  # 2 C(18, 4) = 6120, each declared or declined
        "[deal]\nhand = 18\n[lead]\nsizes = [1]\n[combination.big]\n▸cards = 4\nsame = 'suit'",
        *("combination.big.cards", "more than 4096 ways to choose 4 cards"),
    ),
    "more tricks than there are": ("schwesing", "[end]\n▸tricks = 10", "end.tricks", "a deal has 9 tricks"),
    "a cut that is always refused": (
        "schwesing",
        "[pack]\nranks = ['J']\nsuits = ['C', 'S']\n[order]\nladder = ['JC']\n[sevens]\nrank = []\n"
        "[daring]\nmatadors = ['JC']\n[cut]\n▸refused = ['JC']",
        *("cut.refused", "every cut would be refused"),
    ),
    "more doublings than there is room for": (
        "schwesing",
        "[carry]\ncounts = 'doublings'\n[score.sweep]\npoints = 1\n[score.tied]\n▸carry = 31",
        *("score.tied.carry", "31 doublings are more than can be carried"),
    ),
    "points doubled too often": (
        "kozel-points",  # a million doubled ten times is 1,024 million, and eleven times more than 2,000 million
        "[carry]\ncounts = 'doublings'\n[score.sixty-all]\npoints = 1_000_000\n▸carry = 11",
        *("score.sixty-all.carry", "1000000 points doubled 11 times"),
    ),
    "doublings without an end": (
        "schwesing",  # one in each of 31 deals, so that the last is doubled 30 times; a 32nd would be too much
        "[match]\ntarget = 0\ndeals = 32\n[carry]\ncounts = 'doublings'\n[score]\nsweep = { ▸carry = 1 }\n"
        "won = { carry = 1 }\ntied = { carry = 1 }\nlost = { carry = 1 }",
        *("score.sweep.carry", "every row hands on doublings"),
    ),
    "more points than there is room for": (
        "schwesing",
        "[match]\ntarget = 0\ndeals = 2001\nat_most = 2001\n[score.won]\n▸points = 1_000_000",
        *("score.won.points", "2001 deals can come to more than 2000000000 points"),
    ),
    "an interval of nothing": (
        "schwesing",
        "[score.close]\nresult = 'won'\n▸tricks_from = 6\ntricks_to = 5\nbefore = 'sweep'",
        *("score.close.tricks_from", "from 6 to 5 is nothing"),
    ),
    "a row without a case": ("schwesing", "[▸score.swep]\npoints = 3", "score.swep", "no case is left"),
    "a row that can't happen": (
        "schwesing",
        "[▸score.bare]\nresult = 'won'\ntricks_to = 0\nbefore = 'sweep'",
        *("score.bare", "no case is left"),
    ),
    "a trump suit in a pack without suits": (
        "schwesing",
        "[pack]\nsuits = []\njokers = 2\n[trump]\n▸chosen = 'turned'",
        *("trump.chosen", "a pack without suits"),
    ),
    "a target in a tournament": (
        "schwesing+schwesing-tournament",
        "[match]\n▸target = 12",
        *("match.target", "a tournament is played to the end of its sessions"),
    ),
    "a plugin's key without the plugin": (
        "schwesing",
        "[remove]\nplugins = ['daring']\n[▸daring]\nstrike = 1",
        *("daring", "belongs to the plugin daring, which the game does not use"),
    ),
}


@pytest.mark.parametrize(("game", "marked", "key", "problem"), TOGETHER.values(), ids=TOGETHER)
def test_together(write: Write, game: str, marked: str, key: str, problem: str) -> None:
    text, place = unmark(marked)
    path = write("house.toml", text)
    found = [f for f in findings_of(f"{game}+{path}") if f.key == key and problem in f.problem]
    assert [finding.file for finding in found] == [str(path)]
    assert (found[0].line, found[0].column) == place


IN_BOUNDS = {
    "a hand of thirteen": (  # who leads has 13 + C(13, 2) + C(13, 3) + C(13, 8) = 1664 ways at most
        "[deal]\nhand = 13\n[lead]\nsizes = [1, 2, 3, 8]\nsame = 'any'"
    ),
    "a hand of thirteen, and plays that may be hidden": (  # who follows has 2 C(13, 8) = 2574
        "[deal]\nhand = 13\n[lead]\nsizes = [1, 2, 3, 8]\nsame = 'any'\n[follow]\nface_down = 'may'"
    ),
    "very many points": "[match]\ndeals = 2000\nat_most = 2000\n[score.won]\npoints = 1_000_000",
    "points that a target bounds": "[match]\ntarget = 12\nat_most = 1_000_000\n[score.won]\npoints = 3000",
    "very many doublings": "[match]\ndeals = 9\n[carry]\ncounts = 'doublings'\n[score.lost]\ncarry = 30",
    "one trick, which somebody wins": (  # nobody ties
        "[pack]\nranks = ['A']\n[deal]\nhand = 1\n[end]\ntricks = 1\n[remove]\nscore = ['tied']"
    ),
}


@pytest.mark.parametrize("text", IN_BOUNDS.values(), ids=IN_BOUNDS)
def test_what_there_is_room_for_is_let_through(write: Write, text: str) -> None:
    plain = write(
        "plain.toml",
        "[match]\ndeals = 1\n[score.won]\nresult = 'won'\n[score.tied]\nresult = 'tied'\n[score.lost]\nresult = 'lost'\n",
    )
    house = write("house.toml", text)
    assert load(f"{plain}+{house}").get("table.players") == 4


# Nine tricks, in whatever leads, and five of them end the deal: nobody has lost to fewer, and two sides can't tie.
OPEN_CASES = {
    "lost": (
        "[remove]\nscore = ['lost']",
        "2 sides, a side that has lost with 0 tricks, its opponents with 5",
    ),
    "tied": (
        "table.partners_at = []\n[remove]\nscore = ['tied']",
        "4 sides, a side that has tied with 3 tricks, its opponents with 6",
    ),
    "a sweep": (
        "[score.won]\ntricks_from = 6\n[score.sweep]\ntricks_from = 6",
        "2 sides, a side that has won with 5 tricks, its opponents with 0",
    ),
    "card points": (
        "[points]\nA = 11\n[score.lost]\ncard_points_to = 20",
        "2 sides, a side that has lost with 1 trick and 21 card points, its opponents with 5",
    ),
    "other numbers of sides": (
        "table.partners_at = []\n[score.lost]\nsides = 2",
        "4 sides, a side that has lost with 0 tricks, its opponents with 5",
    ),
}


@pytest.mark.parametrize(("text", "case"), OPEN_CASES.values(), ids=OPEN_CASES)
def test_an_open_case_is_named_in_words(write: Write, text: str, case: str) -> None:
    path = write("house.toml", text)
    problems = [finding.problem for finding in findings_of(f"schwesing+{path}") if finding.key == "score"]
    assert problems == [f"no row for {case}"]


def test_with_a_limit_fewer_sides_are_scored_too(write: Write) -> None:
    text = (
        "table.partners_at = []\n[match]\ntarget = 0\nlimit = 12\n[score.lost]\nsides = 4\n"
        "[score.three]\nresult = 'lost'\nsides = 3"
    )
    path = write("house.toml", text)
    (finding,) = findings_of(f"schwesing+{path}")  # two have 18 cards each, of which 10 are more than half
    assert finding.problem == "no row for 2 sides, a side that has lost with 0 tricks, its opponents with 10"


def test_a_game_that_says_nothing_of_the_score(write: Write) -> None:
    path = write("mine.toml", "")
    (finding,) = findings_of(str(path))
    assert (finding.file, finding.line, finding.column) == (str(path), 1, 1)
    assert finding.problem == "nothing says what a deal is worth"


def test_all_layers_report_at_once(write: Write) -> None:
    base = write("base.toml", "[score.all]\npoints = 1\n[led]\nsizes = [1]\n")
    middle = write("middle.toml", "parent = 'base'\n[lead]\nsizes = ['x']\n")
    house = write("house.toml", "[match]\ntarget = true\n[append]\n'pack.ranks' = ['1']\n")
    game = f"{middle}+{house}+lead.same=rnak+singles-onl"
    found = [(finding.file, finding.line, finding.column, finding.key) for finding in findings_of(game)]
    assert sorted(found) == sorted(
        [
            (str(base), 3, 2, "led"),
            (str(middle), 3, 10, "lead.sizes"),
            (str(house), 2, 1, "match.target"),
            (str(house), 4, 17, "append.pack.ranks"),
            (game, 1, game.index("lead.same") + 1, "lead.same"),
            (game, 1, game.index("singles-onl") + 1, ""),
        ]
    )


def test_the_findings_of_a_file_stand_in_its_order(write: Write) -> None:
    path = write("mine.toml", "parent = 'schwesing'\n[table]\nplayers = 99\n[led]\nsizes = [1]\n[lead]\nsizes = [9]\n")
    assert [(finding.line, finding.key) for finding in findings_of(str(path))] == [
        (3, "table.players"),
        (4, "led"),
        (7, "lead.sizes"),
    ]


def test_a_file_with_a_plus_in_its_name(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write("a+b.toml", "[match]\ntarget = 3\n").parent)
    for game in ("a+b.toml", "schwesing+a+b.toml", "schwesing+singles-only+a+b.toml+match.target=3"):
        first = findings_of(game)[0]
        assert 'the name of the file "a+b.toml" has a +' in first.problem
        assert "without +" in first.expected


def test_a_folder_is_no_rulebook(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    for name in ("folder.toml", "folder"):
        (finding,) = findings_of(str(tmp_path / name))
        assert finding.problem == f"{tmp_path / 'folder.toml'} is not a file"


def test_a_house_rule_that_does_not_fit_names_what_it_fits(write: Write) -> None:
    path = write("house.toml", "name = 'Mine'\nfits = ['bruus-two', 'kozel']\nled = 1\n")
    fits, led = findings_of(f"treia+{path}")
    assert (fits.file, fits.line, fits.column, fits.key) == (str(path), 2, 1, "fits")
    assert fits.problem == 'the house rule does not fit "treia" or "schwesing"'
    assert fits.expected == "one of bruus-two, kozel, or a rulebook that comes from it"
    assert led.key == "led"


def test_a_house_rule_fits_descendants(write: Write) -> None:
    path = write("house.toml", "fits = ['schwesing']\n[match]\ntarget = 3\n")
    assert load(f"treia+{path}", plugins=PLUGINS).get("match.target") == 3


def test_a_house_rule_has_no_parent(write: Write) -> None:
    path = write("house.toml", "parent = 'schwesing'\n")
    (finding,) = findings_of(f"treia+{path}")
    assert (finding.line, finding.column, finding.key) == (1, 1, "parent")
    assert finding.problem == "a house rule has no parent"


def test_parents_in_a_circle(write: Write) -> None:
    one = write("one.toml", "name = 'One'\nparent = 'two'\n")
    two = write("two.toml", "parent = 'one.toml'\n")
    (finding,) = findings_of(str(one))
    assert (finding.file, finding.line, finding.column, finding.key) == (str(two), 1, 1, "parent")
    assert finding.problem == f"the parents go round in a circle: {one} -> {two} -> {one}"


def test_its_own_parent(write: Write) -> None:
    one = write("one.toml", "parent = 'one'\n")
    (finding,) = findings_of(str(one))
    assert "in a circle" in finding.problem


def test_a_plugin_that_is_missing_keeps_its_keys_to_itself(write: Write) -> None:
    path = write("mine.toml", CHILD + "[append]\nplugins = ['trumps-up']\n[trumps-up]\nhow = 3\n")
    (finding,) = findings_of(str(path))
    assert (finding.line, finding.column, finding.key) == (3, 12, "plugins")
    assert "pip install" in finding.expected


def test_without_plugins_those_needed_are_named() -> None:
    with pytest.raises(RulebookError) as error:
        load("schwesing")
    assert [finding.problem for finding in error.value.findings] == [
        'there is no plugin "sevens"',
        'there is no plugin "daring"',
    ]


def test_a_check_that_needs_a_faulty_key_is_left_out(write: Write) -> None:
    path = write("house.toml", "[table]\nplayers = 'six'\n[deal]\nhand = 30\n")
    keys = [finding.key for finding in findings_of(f"schwesing+{path}")]
    assert "table.players" in keys
    assert "deal.hand" not in keys


def test_players_that_the_game_does_not_take() -> None:
    finding, *_ = findings_of("schwesing", players=5)
    assert (finding.file, finding.line, finding.column) == ("schwesing+table.players=5", 1, 11)
    assert finding.problem == "the game is not made for 5 players"


KOZEL = """
[table]
players_allowed = [2, 3, 4]
partners_at = [4]
[pack]
ranks = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
[points]
A = 11
10 = 10
K = 4
Q = 3
J = 2
[deal]
hand = 4
[end]
won_by = "card-points"
[score.won]
result = "won"
[score.tied]
result = "tied"
points = 2
[score.none]
tricks_to = 0
points = 6
[score.few-of-three]
sides = 3
card_points_to = 20
points = 4
[score.enough-of-three]
sides = 3
points = 2
[score.few]
card_points_to = 30
points = 4
[score.enough]
points = 2
[match]
limit = 12
"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_score_by_card_points_for_any_number_of_sides(write: Write, players: int) -> None:
    path = write("kozel.toml", KOZEL)
    assert load(str(path), players=players).get("table.players") == players


def test_a_score_by_card_points_with_a_case_open(write: Write) -> None:
    path = write("kozel.toml", KOZEL.replace("[score.enough]", "[score.enough]\ncard_points_to = 58"))
    problems = [finding.problem for finding in findings_of(str(path), players=2)]
    assert problems == [
        "no row for 2 sides, a side that has lost with 1 trick and 59 card points, its opponents with 17"
    ]


def test_every_hand_must_have_a_lead(write: Write) -> None:
    house = write("house.toml", "[lead]\nsizes = [2]\n")
    (finding,) = findings_of(f"schwesing+{house}")
    assert (finding.line, finding.key, finding.problem) == (2, "lead.sizes", "a hand may have no lead")


def test_a_match_must_not_be_stopped_before_its_last_deal(write: Write) -> None:
    house = write("house.toml", "[match]\ntarget = 0\ndeals = 2000\n")
    (finding,) = findings_of(f"schwesing+{house}")
    assert (finding.key, finding.problem) == ("match.at_most", "a match of 2000 deals would be stopped after 1000")


MANY = 1500


@pytest.mark.parametrize(
    "text",
    [
        "parent = 'schwesing'\n[deal]\n" + "\n".join(f"unknown_{n} = 1" for n in range(MANY)),
        "parent = 'schwesing'\n[cut]\nrefused = [" + ", ".join(f"'Z{n}'" for n in range(MANY)) + "]",
        "parent = 'schwesing'\n" + "\n".join(f"[combination.c{n}]\nwrong = 1" for n in range(MANY)),
    ],
)
def test_findings_have_a_cap_and_are_found_in_linear_time(
    write: Write, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    from cerberus.errors import ValidationError

    compared = 0
    less = ValidationError.__lt__

    def counted(one: ValidationError, other: ValidationError) -> bool:
        nonlocal compared
        compared += 1
        return bool(less(one, other))

    monkeypatch.setattr(ValidationError, "__lt__", counted)
    found = findings_of(str(write("many.toml", text)))
    assert len(found) == 201
    assert found[-1].problem in (
        f"{MANY - 200:,} more are found after these",
        f"{2 * MANY + 1 - 200:,} more are found after these",
    )
    assert found[-1].expected == "fewer: mend these first"
    # Errors are sorted, once: some comparisons for each, and not as many as there are errors.
    assert compared < 40 * MANY


def test_as_many_findings_as_are_told_need_no_word_of_more(write: Write) -> None:
    for number, last in ((200, "unknown_199"), (201, "")):
        text = "parent = 'schwesing'\n[deal]\n" + "\n".join(f"unknown_{n} = 1" for n in range(number))
        found = findings_of(str(write("many.toml", text)))
        assert len(found) == number
        assert found[-1].key == (f"deal.{last}" if last else "")
    assert found[-1].problem == "1 more is found after these"
