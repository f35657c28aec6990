"""The rulebooks and house rules of the Bruus family, against their clauses."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.rulebook.helpers import findings_of
from trickbook.plugins import PluginSet
from trickbook.rulebook import Rulebook, load, shipped_rulebooks, shipped_variants

PLUGINS = PluginSet()


def loaded(game: str) -> Rulebook:
    return load(game, plugins=PLUGINS)


def test_listing() -> None:
    assert {"schwesing", "treia", "bruus-two"} <= {shipped.id for shipped in shipped_rulebooks()}
    variants = {shipped.id: shipped for shipped in shipped_variants()}
    assert {
        "optional-daring",
        "nine-of-sixteen",
        "six-players",
        "schwesing-tournament",
        "singles-only",
    } <= set(variants)
    assert {id for id, shipped in variants.items() if shipped.conjectural} == {"six-players"}
    for shipped in (*shipped_rulebooks(), *shipped_variants()):
        assert shipped.name
        assert shipped.about
        assert Path(shipped.file).is_file()


@pytest.mark.clause("BR-01", "BR-02", "BR-03", "BR-04", "BR-07")
def test_schwesing_pack_and_rank() -> None:
    game = loaded("schwesing")
    assert game.get("pack.ranks") == ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert game.get("pack.suits") == ["C", "S", "H", "D"]
    assert game.get("order.ladder") == ["JC", "KH", "8S", "9", "A", "J", "6"]
    assert game.get("order.below") == "duds"


@pytest.mark.clause("BR-10", "BR-11", "BR-12", "BR-20", "BR-23", "BR-24")
def test_schwesing_deal() -> None:
    game = loaded("schwesing")
    assert (game.get("table.players"), game.get("table.partners_at"), game.get("table.partnerships")) == (
        4,
        [4],
        2,
    )
    assert game.get("cut.refused") == ["JC", "KH", "8S"]
    assert game.get("deal") == {"hand": 3, "hands": [], "at_a_time": 3}
    assert game.get("lead.first") == "left"
    assert game.get("draw") == {"after_trick": True, "at_once": True}
    assert (game.get("end.tricks"), game.get("end.won_by")) == ("majority", "tricks")


@pytest.mark.clause("BR-30", "BR-34", "BR-36")
def test_schwesing_doubles_and_triples() -> None:
    game = loaded("schwesing")
    assert (game.get("lead.sizes"), game.get("lead.same")) == ([1, 2], "rank")
    assert list(game.get("combination")) == ["triple"]
    triple = game.get("combination.triple")
    assert (triple["cards"], triple["same"], triple["gives"]) == (3, "rank", "lead")
    assert (triple["must"], triple["first_trick"], triple["announced"]) == (True, True, False)
    assert game.get("end.counts") == "cards"


@pytest.mark.clause("BR-05", "BR-41", "BR-43", "BR-50", "BR-52")
def test_schwesing_plugins_and_score() -> None:
    game = loaded("schwesing")
    assert game.get("plugins") == ["sevens", "daring"]
    assert game.get("sevens.rank") == ["7"]
    assert game.get("daring") == {"matadors": ["JC", "KH", "8S"], "declared": False, "strike": 2}
    points = {name: row["points"] for name, row in game.get("score").items()}
    assert points == {"sweep": 2, "won": 1, "tied": 0, "lost": 0}
    assert list(points) == ["sweep", "won", "tied", "lost"]
    assert game.get("score.sweep.others_tricks_to") == 0
    assert (game.get("match.target"), game.get("match.ends_deal")) == (12, True)


@pytest.mark.clause("BR-53")
def test_schwesing_notes() -> None:
    notes = " ".join(loaded("schwesing").get("notes"))
    assert all(word in notes for word in ("gathers its tricks", "Schreiber", "signal"))


def changed(game: str, base: str) -> set[str]:
    """Return the keys of rules in which two games differ."""
    one, two = loaded(game), loaded(base)
    keys = set(one.origins) | set(two.origins)
    words = {"name", "about", "source", "notes", "decided", "parent", "conjectural"}

    def value(rulebook: Rulebook, key: str) -> object:
        return rulebook.get(key) if key in rulebook.origins else None

    return {key for key in keys - words if value(one, key) != value(two, key)}


@pytest.mark.clause("TR-01", "TR-02", "TR-03", "TR-04")
def test_treia_is_schwesing_but_for_its_differences() -> None:
    no_sixes = {"pack.ranks", "order.ladder", "order.ranks", "points.6"}
    assert changed("treia", "schwesing") == no_sixes | {"score.tied.carry", "match.target", "match.double"}
    game = loaded("treia")
    assert game.get("pack.ranks") == ["7", "8", "9", "10", "J", "Q", "K", "A"]
    assert game.get("order.ladder") == ["JC", "KH", "8S", "9", "A", "J"]
    assert (game.get("score.tied.carry"), game.get("carry.counts")) == (1, "points")
    assert (game.get("match.target"), game.get("match.double")) == (10, "no-trick-points")


@pytest.mark.clause("TR-05")
def test_treia_notes_keep_those_of_schwesing() -> None:
    notes = loaded("treia").get("notes")
    assert notes[:-1] == loaded("schwesing").get("notes")
    assert "schnapps" in notes[-1]


@pytest.mark.clause("TW-01", "TW-02")
def test_two_players() -> None:
    players = {"table.players", "table.players_allowed", "table.partners_at"}
    assert changed("bruus-two", "schwesing") == players | {"end.tricks"}
    assert loaded("bruus-two").get("end.tricks") == 5
    no_sixes = {"pack.ranks", "order.ladder", "order.ranks", "points.6"}
    first = "bruus-two+nine-of-sixteen"
    assert changed(first, "bruus-two") == no_sixes | {"end.tricks", "score.tied.carry"}
    assert (loaded(first).get("end.tricks"), loaded(first).get("score.tied.carry")) == ("majority", 1)
    assert loaded(first).get("match.target") == 12


@pytest.mark.clause("SX-01")
def test_six_players() -> None:
    players = {"table.players", "table.players_allowed", "table.partners_at"}
    assert changed("schwesing+six-players", "schwesing") == players | {"score.tied.carry"}
    game = loaded("schwesing+six-players")
    assert game.get("conjectural") is True
    assert (game.get("table.players"), game.get("table.partners_at"), game.get("table.partnerships")) == (
        6,
        [6],
        2,
    )


@pytest.mark.clause("TO-01", "TO-03")
def test_tournament() -> None:
    game = "schwesing+schwesing-tournament"
    assert changed(game, "schwesing") == {"tournament.sessions", "match.target"}
    assert loaded(game).get("tournament") == {"sessions": 3, "rounds": 4, "deals": 4, "players": 4}
    assert loaded(game).get("match.target") == 0


@pytest.mark.clause("TO-01")
@pytest.mark.parametrize("players", [5, 6, 7, 9, 62])
def test_a_tournament_is_for_a_multiple_of_four(players: int) -> None:
    (finding,) = findings_of("schwesing+schwesing-tournament", players=players)
    assert finding.expected == "a multiple of 4"


@pytest.mark.clause("BR-54")
def test_singles_only() -> None:
    game = loaded("schwesing+singles-only")
    assert game.get("lead.sizes") == [1]
    assert game.get("combination") == {}
    assert not any("Three cards of a rank" in text for text in game.get("decided"))


@pytest.mark.clause("BR-60")
def test_optional_daring() -> None:
    assert changed("schwesing+optional-daring", "schwesing") == {"daring.declared", "daring.strike"}
    daring = loaded("schwesing+optional-daring").get("daring")
    assert (daring["declared"], daring["strike"]) == (True, 1)


RULEBOOKS = [shipped.id for shipped in shipped_rulebooks()]


@pytest.mark.parametrize("shipped", [*shipped_rulebooks(), *shipped_variants()], ids=lambda shipped: shipped.id)
def test_each_variant_changes_something_where_it_fits(shipped: object) -> None:
    from trickbook.rulebook import Shipped

    assert isinstance(shipped, Shipped)
    text = tomllib.loads(Path(shipped.file).read_text("utf-8"))
    if shipped.id in RULEBOOKS:
        assert "fits" not in text
        return
    assert "parent" not in text
    base = (text.get("fits") or ["schwesing"])[0]
    assert loaded(f"{base}+{shipped.id}").digest != loaded(base).digest


def test_importing_is_light() -> None:
    """Numba and NumPy take longer to import than `show` may take altogether."""
    code = (
        "import sys, trickbook.rulebook as r; r.shipped_rulebooks()\n"
        "print(*sorted({'numba', 'numpy', 'cerberus', 'tree_sitter'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


@pytest.mark.clause("BR-05")
def test_sevens_are_told_rank_by_rank() -> None:
    def told(ranks: str) -> list[str]:
        rulebook = loaded(f"schwesing+sevens.rank={ranks}")
        return PLUGINS.sentences(["sevens"], rulebook).get("sevens", [])

    assert told("[]") == []
    assert [said[:26] for said in told('["8", "9"]')] == ["An 8 is beaten by an 8 of ", "A 9 is beaten by a 9 of a "]
