"""A house rule as a TOML file for people: only what differs, each key with what it does and what it was before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from trickbook.rulebook.deriving import Change
from trickbook.wording import one_line


def to_house_rule(
    changes: Sequence[Change], *, below: str, name: str = "", about: str = "", fits: Sequence[str] = ()
) -> str:
    """Return the text of a house rule; `below` is what the game is called that it is put on.

    >>> change = Change(("match", "target"), 15, "the points that win the match; 0: no target", 12)
    >>> print(to_house_rule([change], below="Bruus", name="To fifteen"), end="")
    # A house rule for Bruus: only what differs from it.
    <BLANKLINE>
    name = "To fifteen"
    <BLANKLINE>
    [match]
    # the points that win the match; 0: no target
    # (before: 12)
    target = 15
    """
    return "\n".join(_lines(changes, below, {"name": name, "about": about, "fits": list(fits)})) + "\n"


def _lines(changes: Sequence[Change], below: str, head: Mapping[str, Any]) -> Iterator[str]:
    yield f"# A house rule for {one_line(below)}: only what differs from it."
    yield ""
    for key, value in head.items():
        if value:
            yield _toml({key: value})
    tables: dict[tuple[str, ...], list[Change]] = {}
    for change in changes:
        if isinstance(change.value, Mapping):
            tables.setdefault(change.path, [])
        else:
            tables.setdefault(change.path[:-1], []).append(change)
    for change in tables.pop((), ()):  # above the first table
        yield from ("", *_key(change))
    for table, inside in tables.items():
        yield from ("", f"[{_dotted(table)}]")
        for change in inside:
            yield from _key(change)


def _key(change: Change) -> Iterator[str]:
    if change.path[0] == "remove":
        yield "# taken out"
    if change.meaning:
        yield f"# {one_line(change.meaning)}"
    if change.before is not None:
        yield f"# (before: {_toml({'x': change.before}, one_line=True).partition(' = ')[2]})"
    yield _toml({change.path[-1]: change.value})


def _dotted(table: tuple[str, ...]) -> str:
    return ".".join(_toml({part: 0}).partition(" = ")[0] for part in table)


def _toml(values: dict[str, Any], one_line: bool = False) -> str:
    import tomli_w

    text = tomli_w.dumps(values).rstrip("\n")
    return (
        " ".join(line.strip() for line in text.split("\n")).replace("[ ", "[").replace(", ]", "]")
        if one_line or len(text) < 120
        else text
    )
