"""The parts of the project and which imports which, read from the source, for the page on the architecture."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "framework" / "trickbook"
NAME = PACKAGE.name
SMALL = frozenset({"defaults", "extras", "origin", "paths", "portable", "version", "wording", "__init__", "__main__"})
"""Helpers without a rule or a figure in them: left out of the picture, not of the table."""


def parts() -> dict[str, str]:
    """Return what each part is for, by its name: the first line of its docstring, without the full stop."""
    found: dict[str, str] = {}
    for path in sorted(PACKAGE.iterdir()):
        source = path / "__init__.py" if path.is_dir() else path
        if source.suffix == ".py" and source.exists() and path.stem not in ("__init__", "__main__"):
            about = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
            found[path.stem] = about.partition("\n")[0].removesuffix(".")
    return found


def _imported(node: ast.AST) -> Iterator[str]:
    """Yield the parts that are imported below a node, but for what is imported for types alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.ImportFrom) and child.module and child.module.split(".")[0] == NAME:
            below = child.module.split(".")[1:]
            yield from below[:1] or (alias.name for alias in child.names)
        yield from _imported(child)


def arrows() -> dict[str, set[str]]:
    """Return which other parts each part imports."""
    known = parts()
    found: dict[str, set[str]] = {part: set() for part in known}
    for part in known:
        folder = PACKAGE / part
        for path in folder.rglob("*.py") if folder.is_dir() else [folder.with_suffix(".py")]:
            found[part] |= {other for other in _imported(ast.parse(path.read_text("utf-8"))) if other in known}
        found[part].discard(part)
    return found


def _reached(start: str, graph: dict[str, set[str]]) -> set[str]:
    """Return all that can be reached from a part."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for other in graph[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return found


def picture() -> str:
    """Return the picture as a Mermaid flowchart; an arrow that others say already, by a way round, is not drawn."""
    graph = {part: others - SMALL for part, others in arrows().items() if part not in SMALL}
    about = parts()
    lines = ["```mermaid", "flowchart TD"]
    for part in sorted(graph, key=lambda part: (-len(_reached(part, graph)), part)):
        lines.append(f'    {part}["{_label(part)} · {about[part].partition(":")[0]}"]')
    for part, others in sorted(graph.items()):
        for other in sorted(others):
            if not any(other in _reached(between, graph) for between in others - {other}):
                lines.append(f"    {part} --> {other}")
    return "\n".join([*lines, "```"]) + "\n"


def table() -> str:
    """Return what each part is for, as a Markdown table."""
    rows = [f"| `{_label(part)}` | {about} |" for part, about in parts().items()]
    return "\n".join(["| part of `framework/trickbook` | |", "|---|---|", *rows]) + "\n"


def _label(part: str) -> str:
    return f"{part}/" if (PACKAGE / part).is_dir() else f"{part}.py"
