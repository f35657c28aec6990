"""How layers are put on each other, and its laws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.rulebook.helpers import PLUGINS, Write, findings_of
from trickbook.rulebook import Rulebook, load

SIX_TO_A = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def loaded(game: str) -> Rulebook:
    return load(game, plugins=PLUGINS)


def leaves(values: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Return every value by its key path."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        here = f"{path}.{key}" if path else key
        found |= leaves(value, here) if isinstance(value, Mapping) and value else {here: value}
    return found


def test_tables_merge_and_everything_else_replaces(write: Write) -> None:
    house = write("house.toml", "[table]\npartners_at = [2, 4]\n[lead]\nsizes = [1]\n")
    before, after = leaves(loaded("schwesing").values), leaves(loaded(f"schwesing+{house}").values)
    assert {key for key in after if after[key] != before[key]} == {"table.partners_at", "lead.sizes"}
    assert (after["table.partners_at"], after["lead.sizes"]) == ([2, 4], [1])


def test_append_and_remove_are_explicit(write: Write) -> None:
    house = write(
        "house.toml",
        "[append]\n'lead.sizes' = [3]\nnotes = ['One more.']\n[remove]\n'lead.sizes' = [2]\nscore = ['sweep']\n",
    )
    game = loaded(f"schwesing+{house}")
    assert game.get("lead.sizes") == [1, 3]
    assert game.get("notes") == [*loaded("schwesing").get("notes"), "One more."]
    assert list(game.get("score")) == ["won", "tied", "lost"]


def test_a_list_is_set_before_it_is_changed(write: Write) -> None:
    house = write("house.toml", "append = { 'lead.sizes' = [3] }\n[remove]\n'lead.sizes' = [2]\n[lead]\nsizes = [1, 2]")
    assert loaded(f"schwesing+{house}").get("lead.sizes") == [1, 3]


def test_append_and_remove_start_from_the_default(write: Write) -> None:
    mine = write("mine.toml", "[append]\n'lead.sizes' = [2]\n[remove]\n'pack.ranks' = ['2', '3']\n[score.all]\n")
    game = loaded(str(mine))
    assert game.get("lead.sizes") == [1, 2]
    assert game.get("pack.ranks") == ["4", "5", *SIX_TO_A]
    assert game.get("order.ranks") == [*reversed(game.get("pack.ranks"))], "the default follows the pack"


def test_entries_stand_in_the_order_of_the_files_unless_moved(write: Write) -> None:
    house = write(
        "house.toml",
        "[combination.kings]\nof = ['K']\nbefore = 'triple'\n[combination.nines]\nof = ['9']\n"
        "[combination.aces]\nof = ['A']\nbefore = 'kings'\n",
    )
    game = loaded(f"schwesing+{house}")
    assert list(game.get("combination")) == ["aces", "kings", "triple", "nines"]
    assert {row["before"] for row in game.get("combination").values()} == {""}


def test_keys_that_an_entry_leaves_out_have_their_defaults(write: Write) -> None:
    house = write("house.toml", "[combination.three]\nsame = 'rank'\n")
    assert loaded(f"schwesing+{house}").get("combination.three.cards") == 3


def test_an_entry_removed_and_made_again_starts_anew(write: Write) -> None:
    one = write("one.toml", "[remove]\ncombination = ['triple']\n")
    two = write("two.toml", "[combination.triple]\nsame = 'rank'\n")
    game = loaded(f"schwesing+{one}+{two}")
    assert game.get("combination.triple.must") is False


def test_a_plugin_taken_out_of_use_takes_its_keys_along(write: Write) -> None:
    house = write("house.toml", "[remove]\nplugins = ['daring']\n")
    game = loaded(f"schwesing+{house}")
    assert game.get("plugins") == ["sevens"]
    with pytest.raises(KeyError):
        game.get("daring")


def test_a_house_rule_brings_a_plugin(write: Write) -> None:
    mine = write("mine.toml", "[score.all]\n")
    house = write("house.toml", "[append]\nplugins = ['daring']\n[daring]\nstrike = 5\n")
    assert loaded(f"{mine}+{house}").get("daring.strike") == 5


def test_a_child_replaces_the_plugins_of_its_parent(write: Write) -> None:
    mine = write("mine.toml", "parent = 'schwesing'\nplugins = ['daring']\n")
    game = loaded(str(mine))
    assert game.get("plugins") == ["daring"]
    with pytest.raises(KeyError):
        game.get("sevens.rank")


def test_a_house_rule_speaks_of_itself(write: Write) -> None:
    house = write("house.toml", "name = 'Mine'\nabout = 'Less'\nsource = 'me'\nfits = ['schwesing']\n")
    with_it, without = loaded(f"schwesing+{house}"), loaded("schwesing")
    assert with_it.values == without.values
    assert with_it.lineage == ("schwesing", "house")


def test_names_are_brought_to_one_form(write: Write) -> None:
    house = write(
        "house.toml",
        "[cut]\nrefused = ['♣j', 'kh']\n"
        "[pack]\nsuits = ['♣', 's', '♥', 'D']\n[order]\nladder = ['Jc', 't', '9', 'a']\n",
    )
    game = loaded(f"schwesing+{house}")
    assert game.get("cut.refused") == ["JC", "KH"]
    assert game.get("pack.suits") == ["C", "S", "H", "D"]
    assert game.get("order.ladder") == ["JC", "10", "9", "A"]


# -- where values come from ------------------------------------------------------------------------------


def test_origins_say_file_line_and_column(write: Write) -> None:
    mine = write("mine.toml", "parent = 'schwesing'\n\n[match]\n  target = 3\n")
    house = write("house.toml", "[append]\n 'lead.sizes' = [3]\n")
    game = loaded(f"{mine}+{house}+table.partnerships=2")
    target, sizes, partnerships = (game.origins[key] for key in ("match.target", "lead.sizes", "table.partnerships"))
    assert (target.file, target.line, target.column, target.layer) == (str(mine), 4, 3, "mine")
    assert (sizes.file, sizes.line, sizes.column, sizes.layer) == (str(house), 2, 2, "house")
    assert (partnerships.file, partnerships.line) == (game.game, 1)
    assert (partnerships.column, partnerships.layer) == (game.game.index("table") + 1, "table.partnerships=2")
    assert game.origins["deal.hand"].layer == "schwesing"
    assert game.origins["deal.hand"].file.endswith("schwesing.toml")
    assert game.origins["pot.stake"].layer == "default"
    assert set(game.origins) == {key for key in leaves(game.values) if leaves(game.values)[key] != {}}


def test_lineage_and_game(write: Write) -> None:
    mine = write("mine.toml", "parent = 'treia'\n")
    game = loaded(f" {mine} + singles-only+ match.target = 3 ")
    assert game.game == f"{mine}+singles-only+match.target=3"
    assert game.lineage == ("mine", "treia", "schwesing", "singles-only", "match.target=3")


# -- laws ------------------------------------------------------------------------------------------------

CHOICES: dict[str, tuple[Any, ...]] = {
    "match.target": (5, 12, 16),
    "match.ends_deal": (True, False),
    "lead.first": ("left", "right"),
    "lead.sizes": ([1], [1, 2], [2, 1]),
    "daring.strike": (0, 1, 7),
    "daring.declared": (True, False),
    "score.sweep.points": (2, 3),
    "score.tied.carry": (0, 1),
    "combination.triple.must": (True, False),
    "draw.at_once": (True, False),
    "end.tricks": ("all", "majority", 4),
    "order.ladder": (["JC", "9"], ["8S", "KH", "A"]),
}


def toml(changes: Mapping[str, Any]) -> str:
    import tomli_w

    return "".join(f"{key} = {tomli_w.dumps({'v': value}).partition(' = ')[2]}" for key, value in changes.items())


VARIANTS = st.dictionaries(st.sampled_from(sorted(CHOICES)), st.integers(0, 2)).map(
    lambda picks: {key: CHOICES[key][pick % len(CHOICES[key])] for key, pick in picks.items()}
)
LAW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@LAW
@given(VARIANTS)
def test_a_variant_changes_the_keys_that_it_names_and_no_others(write: Write, variant: dict[str, Any]) -> None:
    house = write("house.toml", toml(variant))
    before, after = leaves(loaded("schwesing").values), leaves(loaded(f"schwesing+{house}").values)
    assert after == before | variant


@LAW
@given(VARIANTS)
def test_setting_twice_is_setting_once(write: Write, variant: dict[str, Any]) -> None:
    house = write("house.toml", toml(variant))
    once, twice = loaded(f"treia+{house}"), loaded(f"treia+{house}+{house}")
    assert (once.values, once.digest) == (twice.values, twice.digest)


@LAW
@given(VARIANTS, VARIANTS)
def test_the_later_wins(write: Write, one: dict[str, Any], two: dict[str, Any]) -> None:
    first, second = write("one.toml", toml(one)), write("two.toml", toml(two))
    both = write("both.toml", toml(one | two))
    assert loaded(f"schwesing+{first}+{second}").digest == loaded(f"schwesing+{both}").digest


@LAW
@given(VARIANTS, VARIANTS)
def test_variants_that_share_no_key_commute(write: Write, one: dict[str, Any], two: dict[str, Any]) -> None:
    two = {key: value for key, value in two.items() if key not in one}
    first, second = write("one.toml", toml(one)), write("two.toml", toml(two))
    there, back = loaded(f"schwesing+{first}+{second}"), loaded(f"schwesing+{second}+{first}")
    assert (there.values, there.digest) == (back.values, back.digest)


def test_an_empty_variant_is_neutral(write: Write) -> None:
    house = write("house.toml", "# nothing\n")
    for game in ("schwesing", "treia", "bruus-two"):
        with_it, without = loaded(f"{game}+{house}"), loaded(game)
        assert (with_it.values, with_it.origins) == (without.values, without.origins)


@LAW
@given(VARIANTS)
def test_in_place_is_the_same_as_in_a_file(write: Write, variant: dict[str, Any]) -> None:
    house = write("house.toml", toml(variant))
    pieces = "".join(
        "+" + line for line in toml(variant).replace("\n    ", "").replace(",\n]", "]").split("\n") if line
    )
    assert loaded("schwesing" + pieces).digest == loaded(f"schwesing+{house}").digest


# -- the game as typed -----------------------------------------------------------------------------------


def test_words_without_quotes_in_place() -> None:
    game = loaded('schwesing+lead.first=right+cut.refused=[JC, ♥k]+sevens.rank=[7,8]+notes=["a+b"]')
    assert game.get("lead.first") == "right"
    assert game.get("cut.refused") == ["JC", "KH"]
    assert game.get("sevens.rank") == ["7", "8"]
    assert game.get("notes") == ["a+b"]


def test_a_row_is_not_made_in_place() -> None:
    (finding,) = findings_of("schwesing+score.sweeep.points=3")
    assert (finding.line, finding.column, finding.nearest) == (1, 11, "sweep")
    assert finding.problem == 'there is no score "sweeep"'


def test_a_house_rule_next_to_the_rulebook(write: Write) -> None:
    mine = write("mine.toml", "parent = 'base'\n")
    write("base.toml", "parent = 'schwesing'\n[match]\ntarget = 7\n")
    write("house.toml", "[deal]\nat_a_time = 1\n")
    game = loaded(f"{mine}+house+house.toml")
    assert (game.get("match.target"), game.get("deal.at_a_time")) == (7, 1)
    assert game.lineage == ("mine", "base", "schwesing", "house", "house")


def test_players_are_short_for_a_key() -> None:
    game = load("bruus-two", players=2, plugins=PLUGINS)
    assert game.game == "bruus-two+table.players=2"
    tournament = load("schwesing+schwesing-tournament", players=12, plugins=PLUGINS)
    assert tournament.game == "schwesing+schwesing-tournament+tournament.players=12"
    assert (tournament.get("table.players"), tournament.get("tournament.players")) == (4, 12)
    assert load(tournament.game, plugins=PLUGINS).values == tournament.values


@pytest.mark.parametrize(
    ("game", "column", "problem", "nearest"),
    [
        ("schwesingg", 1, 'there is no rulebook "schwesingg"', "schwesing"),
        ("", 1, 'there is no rulebook ""', ""),
        ("singles-only", 1, '"singles-only" is a house rule, not a rulebook', ""),
        ("schwesing+treia", 11, '"treia" is a rulebook, not a house rule', ""),
        ("schwesing+ singles-onyl", 12, 'there is no house rule "singles-onyl"', "singles-only"),
        ("schwesing+", 11, 'there is no house rule ""', ""),
        ("schwesing++singles-only", 11, 'there is no house rule ""', ""),
        ("match.target=3", 1, "there is no rulebook before it", ""),
        ("schwesing+match.target=", 11, "invalid value", ""),
        ("\0", 1, "control character ('\\x00')", ""),
        ("schwesing+\x1b[31m", 11, "control character ('\\x1b')", ""),
        ("schwesing+our-table.toml", 11, 'there is no file "our-table.toml"', ""),
        ("here/is/nothing", 1, 'there is no file "here/is/nothing"', ""),
        ("x" * 5000, 1, "", ""),
    ],
)
def test_games_that_are_not_there(game: str, column: int, problem: str, nearest: str) -> None:
    (finding,) = findings_of(game)
    assert (finding.line, finding.column, finding.nearest) == (1, column, nearest)
    assert problem in finding.problem


def test_a_missing_file_has_a_short_finding_with_the_nearest_file(write: Write) -> None:
    right = write("our-table.toml", "[match]\ntarget = 15\n")
    wrong = right.with_name("our-tabel.toml")
    (finding,) = findings_of(f"schwesing+{wrong}")
    assert (finding.expected, finding.nearest) == ("", str(right))


def test_a_smaller_pack_is_said_to_need_remove() -> None:
    findings = findings_of("schwesing+pack.ranks=[7,8,9,10,J,Q,K,A]")
    assert [(finding.key, finding.problem) for finding in findings] == [("order.ladder", '"6" is not in the pack')]
    assert findings[0].expected.endswith('or to take it from the list too: "order.ladder" = ["6"] under [remove]')
    (own,) = findings_of("treia+cut.refused=[6H]")
    assert "[remove]" not in own.expected
