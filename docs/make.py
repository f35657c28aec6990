"""Write the pages of the documentation that come from the code, so that they can't drift from it.

    python docs/make.py            writes them
    python docs/make.py --check    exit code 1 if one is out of date

A page is a function that returns its text, and an entry in `PAGES`.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import house_rules
import picture
import strength
from trickbook.cli.parser import Parser, make_parser
from trickbook.kernel import limits
from trickbook.measure.metrics import METRICS, Metric
from trickbook.measure.metrics.in_duplicate import METRICS as IN_DUPLICATE
from trickbook.plugins import PluginSet
from trickbook.report.deal_tables import BY_SIDE, DEAL_MEANING, ORIGIN
from trickbook.report.deal_tables import FIELDS as FIELDS_OF_DEALS
from trickbook.rulebook.catalogue import PAGE as FINDINGS_PAGE
from trickbook.rulebook.catalogue import Kind, catalogue
from trickbook.rulebook.fields import FIELDS, KINDS, Field

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PICTURE = "<!-- picture: written by docs/make.py -->\n"
"""What stands before the part of the page on the architecture that is made from the code."""
NOTE = "<!-- Written by docs/make.py; change its sources, then run `python docs/make.py`. -->\n"

SECTIONS = {
    "": "The rulebook itself",
    "table": "Who sits at the table",
    "pack": "The pack",
    "order": "Which card beats which",
    "trump": "Trumps",
    "points": "What cards count",
    "deal": "Dealing",
    "cut": "The cut",
    "step": "Steps before the first lead: numbers are named, cards are given away",
    "lead": "Leading",
    "follow": "Following",
    "duty": "Duties: what must be played",
    "combination": "Combinations: cards that give the lead, or the pot",
    "draw": "Drawing",
    "end": "The end of a deal",
    "count": "Counts: what the score goes by, besides tricks and card points",
    "claim": "Claims",
    "score": "The score of a deal",
    "tally": "Tallies: counts that are kept from deal to deal",
    "carry": "What is carried to the next deal",
    "pot": "The pot",
    "dealer": "The next dealer",
    "match": "The match",
    "tournament": "Tournaments",
}
"""A heading for each section of the format, by the first word of its keys."""
REMARKS = {
    "step": "Forehand begins, and the dealer comes last. All give before anybody sees what he gets.",
    "duty": "The duties are gone through in the order in which they stand. Each that holds now narrows what may be played to its cards, "
    "or with `avoid` to all others, unless nothing would be left.",
    "count": "Counts are worked out when a deal is over, in the order in which they stand; each may use those before it, and `tricks`, "
    "`card_points`, `named`, `missed` (by how many tricks the named number was missed), `hand` (cards dealt to each) and `deal` (from 1). "
    "A count is its `points`, and so many of each other count, and of its `cards`; 0 if a condition under `if` does not hold.",
    "combination": "Before each trick the combinations are gone through in the order in which they stand; "
    "of several holders of one, the first in playing order comes first.",
    "score": "A table of decisions. When a deal is over, each side gets what the first row that fits it "
    "says; a row fits if all its conditions hold. A side that no row fits gets nothing. Rows may belong to groups: then the first that "
    "fits in each group counts, and what they give is added up.",
}
"""What the keys of a section have in common, where it needs saying."""
FAMILIES = {
    "bruus": "Bruus and Treia",
    "bura-kozel": "Bura and Kozel",
    "whist": "Whist and Knockout Whist",
    "hearts": "Hearts",
    "spades": "Spades",
    "oh-hell": "Oh Hell",
    "italian": "Briscola and Tressette",
    "sueca": "Sueca",
}
"""A heading for each family of games."""
CLAUSES_HEAD = """\
# The rules, clause by clause

Every rule of the games that ship has an id. The table says which keys of the
[rulebook format](rulebook-format.md) or which plugin state it, which tests check it, and a command that shows
it at work, which is tested too. A rule without a key is one that the engine always plays by. *Our choice* marks
what the sources leave open. X marks a worked example, V a variant. The table is made from
[clauses.toml](../clauses.toml) and from the tests."""
FORMAT_HEAD = """\
# The rulebook format

A rulebook is a TOML file. It states only what differs from the defaults below, or from its `parent`. A house
rule is a file of the same kind, stacked on a rulebook with `+`; see
[how variants stack](../explanation/how-variants-stack.md). The key `lead.sizes` is written as `sizes` under
the heading `[lead]`. `NAME` stands for a name of your own choice: `combination.NAME.cards` is `cards` under
`[combination.three-of-a-kind]`, say.

`[append]` adds to a list that stands in a layer below, `[remove]` takes from it.

An unknown key is an error, at every depth; `trickbook check` names the nearest key that there is.

## Limits
"""
METRICS_HEAD = """\
# Metrics

What `trickbook compare` measures. Each metric has a value in every single deal, or in every whole match; the mean of
the values is shown with its 95 % interval. Luck and skill come from deals in duplicate, and only if they are
asked for. [Fair comparisons](../explanation/fair-comparisons.md) says how the
samples are played and what the intervals mean.

The formulas name the figures of a deal as `trickbook.simulate` returns them, a row a deal. F is the side of forehand,
the player who is due to lead first. A metric that means nothing in a game has no value there.
"""

TABLES_HEAD = """\
# Tables of deals

`trickbook compare` and `trickbook sweep` write their single deals with `--csv FILE` and `--parquet FILE`: a row a deal, all
games one below another. Parquet needs `pip install "trickbook[report]"`. pandas, Polars and DuckDB read both:

```python
import pandas
deals = pandas.read_parquet("deals.parquet")
deals.groupby("game")["metric_deals_won"].mean()
```

The mean of a column `metric_NAME` by game is the mean that `compare` shows. Where a game has no such thing, or a deal does
not count, there is no value: nothing between two commas in CSV, null in Parquet. In Parquet the meaning of each column
stands in the metadata of the schema too. Whole matches are a sample of their own, and are not in the table.

Where the figures come from, that is players, seed, start score, sample, rules and versions, stands in the last columns of every row, so that
rows still say it when they are cut up or put together; a line of remarks at the top would be no CSV. In Parquet it
stands in the metadata of the schema besides, as JSON under the key `trickbook`, the same as `origin` in [`--json`](json.md#origin).

CSV is in UTF-8 with a line of names first (RFC 4180, but lines end with a line feed alone). SIDE is a side from 0, KIND a kind
of event, NAME a [metric](metrics.md); in names, what is neither letter nor digit is `_`.

| column | kind | what stands in it |
|---|---|---|
"""
COMMANDS_HEAD = """\
# Commands

`python -m trickbook` is the same as `trickbook`. A GAME is the id of a rulebook, such as `schwesing`, or the path of
a TOML file, and house rules stacked on it from left to right with `+`: ids, paths, or keys set in place. See
[how variants stack](../explanation/how-variants-stack.md). What `--json` prints is described in
[a page of its own](json.md).
"""
COMMANDS_TAIL = """
## Exit codes

| code | |
|---|---|
| 0 | done |
| 1 | done, and the answer is no: a check failed, a replay differs |
| 2 | the command or its input is wrong; the message says how |
| 130 | interrupted from the keyboard; the message says what was done |
| 143 | told to end (SIGTERM), which is done in the same way |

Messages and progress go to standard error, so that what is piped is only data. A progress bar is shown on a
terminal, for what takes longer than a second; elsewhere a line after 10 seconds, and then ever more seldom.
Where a terminal has no suits, `10♦` is printed as `10D`. A pipe that
is closed by its reader is no error.

## Environment

| variable | |
|---|---|
| `TRICKBOOK_CACHE` | the folder for compiled code, instead of the user's cache folder |
| `TRICKBOOK_DEBUG` | set to 1, it shows where in the code an unexpected error came from |
| `NO_COLOR` | set to 1, it keeps colours out of tables |
"""


def bundled_plugins() -> list[str]:
    """Return the names of the plugins that this project brings."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return sorted(project["entry-points"]["trickbook"])


def plugin_fields() -> dict[str, tuple[Field, ...]]:
    """Return the further keys of each bundled plugin."""
    plugins = PluginSet()
    return {name: tuple(plugins.fields(name)) for name in bundled_plugins()}


def clauses() -> list[dict[str, Any]]:
    """Return the entries of docs/clauses.toml, in order."""
    entries: list[dict[str, Any]] = tomllib.loads((DOCS / "clauses.toml").read_text("utf-8"))["clause"]
    return entries


def _marked(node: ast.AST) -> Iterator[str]:
    """Find the ids in every `pytest.mark.clause(...)` below a node of the syntax tree."""
    for call in ast.walk(node):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr == "clause"
            and isinstance(call.func.value, ast.Attribute)
            and call.func.value.attr == "mark"
        ):
            for argument in call.args:
                # A test names its clauses in plain words, so that a search for an id finds it.
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise SystemExit(f"line {argument.lineno}: a clause id must be written out, not computed")
                yield argument.value


def clause_tests() -> dict[str, list[tuple[Path, str]]]:
    """Return, for each clause id that a test names, the file and the name of every such test.

    The mark may stand on a test, on a parameter of a test, on a class of tests, or be a file's `pytestmark`.
    """
    found: dict[str, list[tuple[Path, str]]] = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        scopes: list[ast.stmt] = list(ast.parse(path.read_text("utf-8")).body)
        for scope in scopes:
            if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = scope.name
                marked = [clause for decorator in scope.decorator_list for clause in _marked(decorator)]
                if isinstance(scope, ast.ClassDef):
                    scopes += scope.body
            else:
                name, marked = path.stem, list(_marked(scope))
            for clause in dict.fromkeys(marked):
                found.setdefault(clause, []).append((path.relative_to(ROOT), name))
    return found


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("\n", " ")


def _command(shown_by: str) -> str:
    """Return a command as it is typed, in a cell of a table."""
    return " \\| ".join(f"trickbook {part}" for part in shown_by.split(" | "))


def clauses_page() -> str:
    """Return the page that shows by what each clause is played, and by what it is tested."""
    tests = clause_tests()
    lines = [NOTE, CLAUSES_HEAD]
    for family, title in FAMILIES.items():
        lines += [f"\n## {title}\n", "| clause | rule | stated by | tests | shown by |", "|---|---|---|---|---|"]
        for clause in (entry for entry in clauses() if entry["family"] == family):
            keys = "<br>".join(f"`{key}`" for key in clause["keys"]) or "engine"
            links = [f"[{name}](../../{path.as_posix()})" for path, name in tests.get(clause["id"], [])]
            tested = "<br>".join(links) or ("later" if clause.get("later") else "none yet")
            shown = f"`{_command(clause['shown_by'])}`" if "shown_by" in clause else "nothing yet"
            lines.append(f"| {clause['id']} | {_cell(clause['summary'])} | {keys} | {tested} | {shown} |")
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _range(field: Field) -> str:
    """Say which values a key takes."""
    numbers = f"{field.low} to {field.high}"
    choices = ", ".join(f"`{_toml(choice)}`" for choice in field.choices)
    if field.kind == "number":
        return f"whole number, {numbers}"
    if field.kind in ("numbers", "repeated"):
        return f"{KINDS[field.kind]}, {numbers}"
    if field.kind == "words":
        return f"a list of {choices}"
    if field.kind == "choice":
        return f"one of {choices}"
    if field.kind == "number or word":
        return f"whole number, {numbers}, or one of {choices}"
    return KINDS[field.kind]


def _field_rows(fields: tuple[Field, ...]) -> list[str]:
    rows = ["| key | meaning | default | values | example |", "|---|---|---|---|---|"]
    for field in fields:
        # A name at the end of a path is that of a rank, or of a count: points.A = 11, each.tricks = 1.
        last = "RANK" if field.path == "points.*" else "COUNT"
        key = (f"{field.path[:-1]}{last}" if field.path.endswith("*") else field.path).replace("*", "NAME")
        written = key.rpartition(".")[2].replace("RANK", "A")
        if last == "COUNT" and field.path.endswith("*"):
            written = f"{field.path.split('.')[-2]}.tricks"
        rows.append(
            f"| `{key}` | {_cell(field.meaning)} | `{_toml(field.default)}` | {_cell(_range(field))} "
            f"| `{written} = {field.example}` |"
        )
    return rows


def format_page() -> str:
    """Return the page of all keys of a rulebook."""
    by_section: dict[str, list[Field]] = {}
    for field in FIELDS:
        by_section.setdefault(field.path.partition(".")[0] if "." in field.path else "", []).append(field)
    lines = [
        NOTE,
        FORMAT_HEAD,
        "| at most | |",
        "|---|---|",
        f"| {limits.MAX_CARDS} | physical cards in a pack |",
        f"| {limits.MAX_SEATS} | seats at a table |",
        f"| {limits.MAX_PLAY} | cards in one play |",
        f"| {limits.MAX_COMBINATIONS} | combinations |",
        f"| {limits.MAX_SCORE_ROWS} | rows in the table of scores |",
        f"| {limits.MAX_PLAYERS} | players in a tournament |",
        f"| {limits.MAX_RUN_TIME_PLUGINS} | plugins that act while cards are played |",
    ]
    for section, fields in by_section.items():
        heading = f"{SECTIONS[section]}: `{section}`" if section else SECTIONS[section]
        lines += ["", f"## {heading}\n"]
        if section in REMARKS:
            lines.append(f"{REMARKS[section]}\n")
        lines += _field_rows(tuple(fields))
    for plugin, further in plugin_fields().items():
        lines += ["", f"## With the plugin `{plugin}`\n", *_field_rows(further)]
    return "\n".join(lines) + "\n"


def commands(parser: Parser) -> Iterator[Parser]:
    """Yield the parser of every command that does something, in order."""
    for command in parser.commands.values():
        if command.commands:
            yield from commands(command)
        else:
            yield command


def _argument_rows(command: Parser) -> Iterator[tuple[str, str]]:
    """Yield the arguments and options of a command as they are typed, each with its meaning."""
    for action in command._actions:
        metavar = str(action.metavar or action.dest)
        if action.option_strings == ["-h", "--help"]:
            continue
        if action.option_strings:
            typed = f"{action.option_strings[-1]} {metavar}" if action.nargs != 0 else action.option_strings[-1]
        else:
            typed = f"{metavar}..." if action.nargs == "+" else metavar
        yield typed, str(action.help).replace("%%", "%")


def _rows(rows: Iterable[tuple[str, str]]) -> list[str]:
    return [f"| `{left}` | {_cell(right)} |" for left, right in rows]


def commands_page() -> str:
    """Return the page of all commands, with what each takes."""
    every = list(commands(make_parser()))
    typed = [row for command in every for row in _argument_rows(command)]
    times = Counter(option for option, _ in typed if option.startswith("-"))
    # What comes after a semicolon is about one command.
    shared = {option: text.partition(";")[0] for option, text in reversed(typed) if times[option] > 1}
    lines = [NOTE, COMMANDS_HEAD, "| command | |", "|---|---|"]
    for command in every:
        lines.append(f"| [`{command.prog}`](#{command.prog.replace(' ', '-')}) | {_cell(command.about)} |")
    lines += ["| `trickbook --version` | print the version |", "| `trickbook COMMAND --help` | explain a command |"]
    lines += ["", "## Options that mean the same everywhere", "", "| option | |", "|---|---|"]
    lines += _rows(reversed(shared.items()))
    for command in every:
        lines += ["", f"## `{command.prog}`", "", command.about[:1].upper() + command.about[1:] + ".", ""]
        lines += ["```console", f"$ {command.example}", "```", "", "| | |", "|---|---|"]
        lines += _rows(_argument_rows(command))
    return "\n".join(lines) + "\n" + COMMANDS_TAIL


def metrics_page() -> str:
    """Return the page of all metrics, each with its formula."""
    lines = [NOTE, METRICS_HEAD, "| name | what it is | unit | sample | mean and interval |", "|---|---|---|---|---|"]
    for metric in (*METRICS, *IN_DUPLICATE):
        link = f"[`{metric.name}`](#{metric.name.lower().replace('.', '')})"
        lines.append(f"| {link} | {_cell(metric.what)} | {metric.unit} | {metric.sample} | {metric.method.name} |")
    for metric in (*METRICS, *IN_DUPLICATE):
        lines += [
            "",
            f"## {metric.name}",
            "",
            metric.formula if isinstance(metric, Metric) and metric.formula else inspect.getdoc(metric.values) or "",
        ]
        if metric.counted:
            lines += ["", f"Counted: {metric.counted}."]
    return "\n".join(lines) + "\n"


def tables_page() -> str:
    """Return the page of the columns of a table of deals."""
    rows = [("game", "text", "the game as typed"), ("deal", "whole number", DEAL_MEANING)]
    rows += [(column.name, column.kind, column.meaning) for column in FIELDS_OF_DEALS]
    rows += [(f"{field}_SIDE", "whole number", meaning) for field, meaning in BY_SIDE]
    rows += [("events_KIND", "whole number", "events of each kind of each plugin in use")]
    rows += [("metric_NAME", "number", "the value of each metric of single deals")]
    rows += [(column.name, column.kind, column.meaning) for column in ORIGIN]
    return NOTE + "\n" + TABLES_HEAD + "".join(f"| `{name}` | {kind} | {_cell(what)} |\n" for name, kind, what in rows)


def house_rules_page() -> str:
    """Return the page of what house rules do."""
    return NOTE + "\n" + house_rules.page()


def strength_page() -> str:
    """Return the page of how strong players are."""
    return NOTE + "\n" + strength.page()


def architecture_page() -> str:
    """Return the page of the architecture, with the picture of the parts drawn anew; its prose is written by hand."""
    page = (DOCS / "architecture.md").read_text("utf-8")
    before, begin, rest = page.partition(PICTURE)
    _, end, after = rest.partition("<!-- end -->\n")
    return f"{before}{begin}{picture.picture()}\n{picture.table()}{end}{after}"


FINDINGS_HEAD = """\
# What `check` finds

Each kind of finding has an id, which stands in brackets behind it and in [`--json`](json.md#check); `trickbook check --explain ID`
prints what stands here. An example is a game as typed, or a house rule for Schwesing.
"""


def findings_page() -> str:
    """Return the page of all kinds of finding."""
    kinds = list(catalogue().values())
    lines = [NOTE, FINDINGS_HEAD]
    for heading, warnings in (("## Errors: the game can't be played", False), ("## Warnings: a rule does nothing", True)):
        lines += [heading, ""]
        for kind in kinds:
            if kind.warning == warnings:
                lines += _finding_lines(kind)
    return "\n".join(lines).rstrip() + "\n"


def _finding_lines(kind: Kind) -> Iterator[str]:
    yield from (f"### {kind.id}", "", kind.about, "")
    for heading, text in (("Example", kind.example), ("Mended", kind.mend)):
        if text.endswith("\n"):
            language = "toml" if heading == "Mended" else "text"
            yield from (f"{heading}:", "", f"```{language}", text.rstrip().replace("\ufeff", "<U+FEFF>"), "```", "")
        elif text:
            is_game = kind.example != ""
            yield from (f"{heading}: `{text}`" if is_game else text, "")


PAGES: dict[Path, Callable[[], str]] = {
    DOCS / "architecture.md": architecture_page,
    DOCS / "explanation" / "strength.md": strength_page,
    DOCS / "explanation" / "what-house-rules-do.md": house_rules_page,
    DOCS / "reference" / "clauses.md": clauses_page,
    DOCS / "reference" / "commands.md": commands_page,
    ROOT / FINDINGS_PAGE: findings_page,
    DOCS / "reference" / "metrics.md": metrics_page,
    DOCS / "reference" / "rulebook-format.md": format_page,
    DOCS / "reference" / "tables.md": tables_page,
}
"""The pages, and what writes each."""


def main(arguments: list[str]) -> int:
    """Write the pages, or with `--check` only say which are out of date."""
    if arguments not in ([], ["--check"]):
        print("usage: python docs/make.py [--check]", file=sys.stderr)
        return 2
    stale = [
        (page, text)
        for page, text in ((page, make()) for page, make in PAGES.items())
        if not page.exists() or page.read_text("utf-8") != text
    ]
    for page, text in stale:
        if arguments:
            print(f"{page.relative_to(ROOT)} is out of date: run python docs/make.py", file=sys.stderr)
        else:
            page.write_text(text, "utf-8", newline="\n")
            print(f"{page.relative_to(ROOT)} written")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
