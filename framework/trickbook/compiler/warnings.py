"""What plugins warn of in a game that can be played."""

from __future__ import annotations

from collections.abc import Iterator

from trickbook.compiler.game import CompiledGame
from trickbook.kernel.layout import TRUMPS
from trickbook.plugins import answers
from trickbook.rulebook.model import DEFAULT, Finding
from trickbook.wording import one_line


def warnings_of_plugins(game: CompiledGame) -> Iterator[Finding]:
    """Yield what the plugins of a game warn of; raises `PluginError` if one fails."""
    rulebook = game.rulebook
    table = {
        (trump, place): int(game.rules.beaten_by[trump, place])
        for trump in range(TRUMPS)
        for place in range(len(game.pack))
    }
    asked = game.plugin_set.ask(
        rulebook.get("plugins"), "trickbook_warnings", rulebook=rulebook, pack=game.pack, beaten_by=table
    )
    for name, problems in asked:
        with answers(name, "trickbook_warnings"):
            said = [tuple(one_line(str(text)) for text in (p.key, p.problem, p.expected)) for p in problems]
        for key, problem, expected in said:
            origin = rulebook.origins.get(key, DEFAULT)
            place = (origin.file, origin.line, origin.column)
            yield Finding(*place, key, problem, expected, id="plugin-warns", warning=True)
