"""What is wrong with duties, steps and counts is found, where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.duties.hands import RULEBOOKS
from trickbook.rulebook import RulebookError, load


@pytest.mark.parametrize(
    ("game", "rule", "finding"),
    [
        ("hearts", 'duty.follow.suit="let"', 'duty.follow.suit: "let" is not one of the words'),
        ("hearts", 'duty.opening.suit="led"', "is for who follows, and the duty is for the lead"),
        ("hearts", "duty.no-points.cards=[]", "the duty names no cards"),
        ("hearts", 'duty.no-points.cards=["1H"]', '"1H" is not a suit, a rank or a card'),
        ("hearts", "lead.holder=[]", "nothing says of which card"),
        ("hearts", 'lead.first="left"', "no holder of a card leads first"),
        ("hearts", "step.pass.cards=4", ""),
        ("hearts", "step.pass.cards=5", "5 is too large"),
        ("hearts", 'step.pass.to=["up"]', '"up" is not one of the words'),
        ("hearts", "score.moon.if.penalty-cards=[14]", "penalty-cards: "),
        ("hearts", "score.moon.if.penalty-cards=[14, 2]", "from 14 to 2 is nothing"),
        ("hearts", "lead.sizes=[1, 2]", "with duties cards are led one at a time"),
        ("hearts", 'follow.face_down="may"', "with duties all cards are played face up"),
        ("hearts", "match.limit=0", "there is no limit that could end the match"),
        ("spades", 'tally.bags.keeps="bag"', 'there is no count "bag"'),
        ("spades", 'score.nil-made.by="side"', 'other rows of the group "nil" are asked by'),
        ("spades", "step.bids.least=14", "nobody can name 14 or more, and 13 at most"),
        ("oh-hell", "draw.after_trick=true", "hands differ from deal to deal"),
        (
            "oh-hell",
            "deal.hands=[14]",
            "14 cards each for 4 players and the turned card are 57 cards, and the pack has 52",
        ),
        ("whist", "points.B=3", '"B" is not a rank'),
        ("whist", "points.last_trick=3", ""),
        ("spades", "count.over.each.named=-1000000", "count.made-over: it can come to more than 2000000000"),
    ],
)
def test_findings(game: str, rule: str, finding: str) -> None:
    name = f"{game}+{rule}"
    if not finding:
        load(name)
        return
    with pytest.raises(RulebookError) as found:
        load(name)
    assert finding in str(found.value)


def test_an_unknown_count_is_found_where_it_is_named(tmp_path: Path) -> None:
    text = (RULEBOOKS / "hearts.toml").read_text().replace("if.penalty-cards", "if.penalty-card", 1)
    path = tmp_path / "club.toml"
    path.write_text(text)
    with pytest.raises(RulebookError) as found:
        load(str(path))
    assert 'there is no count "penalty-card" above it' in str(found.value)
    assert "did you mean penalty-cards?" in str(found.value)


@pytest.mark.parametrize(
    ("game", "finding"),
    [
        ("kozel-points", "with steps all cards are played face up"),
        ("schwesing", "there are both combinations and steps"),
        ("bura", "there are both combinations and steps"),
    ],
)
def test_steps_are_for_open_cards(game: str, finding: str, tmp_path: Path) -> None:
    """A search deals worlds with steps from what all have seen, and would leave out what lies face down."""
    path = tmp_path / "naming.toml"
    path.write_text('[step.bids]\ndoes = "name"\n', "utf-8")
    with pytest.raises(RulebookError) as found:
        load(f"{game}+{path}")
    assert finding in str(found.value)
