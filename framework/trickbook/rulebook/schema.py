"""Judging one file by the table of fields, with Cerberus: names, types, ranges and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.rulebook.fields import FIELDS, Field
from trickbook.rulebook.messages import expected_of, nearest_of, one_of, quoted, shown
from trickbook.rulebook.readings import READINGS
from trickbook.rulebook.toml import Path
from trickbook.wording import listed

if TYPE_CHECKING:
    from cerberus import Validator

_ITEM_KINDS = frozenset(
    {"texts", "numbers", "ranks", "suits", "cards", "ladder", "rungs", "names", "words", "members", "repeated", "range"}
)
_NUMBERS = ("numbers", "repeated", "range")
_WHOLE = ("number", "number or word", *_NUMBERS)
_NAME = r"[\w-]+"
_WORD_LIST = 12


class Fault(NamedTuple):
    """What is wrong with a value, without its place in a file."""

    path: Path
    """The key path."""
    item: int | None
    """Which item of a list is meant, from 0."""
    problem: str
    """What is wrong."""
    expected: str
    """What would be right."""
    nearest: str = ""
    """The right name most like the one given."""
    id: str = "value-not-taken"
    """The kind of finding."""


class Format:
    """The keys that are allowed: those of a table of fields, and those of the plugins in use.

    All keys of a plugin stand in a table of its name.
    """

    def __init__(self, core: Sequence[Field], plugins: Mapping[str, Sequence[Field]] | None = None):
        plugins = plugins or {}
        every = (*core, *(field for fields in plugins.values() for field in fields))
        self.fields = {tuple(field.path.split(".")): field for field in every}
        """Each field by its path, `*` included."""
        self.named = frozenset(
            known[:place] for known in self.fields for place, name in enumerate(known) if name == "*"
        )
        """The tables whose entries have names that a rulebook chooses, `*` for such names above them."""
        self._patterns = [known for known in self.fields if known.count("*") > 1]
        self._schemas = {"": _core_schema() if core is FIELDS else _schema(core)}
        self._schemas |= {name: _schema(fields) for name, fields in plugins.items() if fields}

    def field(self, path: Path) -> Field | None:
        """Return the field that a key path is an instance of."""
        for length in range(len(path)):
            field = self.fields.get((*path[:length], "*", *path[length + 1 :]))
            if field:
                return field
        if path in self.fields:
            return self.fields[path]
        return next(
            (self.fields[known] for known in self._patterns if len(known) == len(path) and _fits(path, known)), None
        )

    def is_named(self, table: Path) -> bool:
        """Say whether a table's entries have names that a rulebook chooses."""
        return table in self.named or any(len(known) == len(table) and _fits(table, known) for known in self.named)

    def names(self, path: Path) -> list[str] | None:
        """Return the keys allowed in the table at a path; None if any name is allowed, or it is no table."""
        inside = [known for known in self.fields if len(known) > len(path) and _fits(path, known)]
        names = list(dict.fromkeys(known[len(path)] for known in inside))
        return None if "*" in names else names

    def is_table(self, path: Path) -> bool:
        """Say whether there are fields below a path."""
        return any(len(known) > len(path) and _fits(path, known) for known in self.fields)

    def faults(self, document: Mapping[str, Any]) -> Iterator[Fault]:
        """Yield all that is wrong with nested values that a file gives."""
        for plugin, schema in self._schemas.items():
            part = {key: value for key, value in document.items() if (key if key in self._schemas else "") == plugin}
            if part:
                validator = _validator_class()(schema)
                validator.validate(part, normalize=False)
                yield from self._read(validator._errors)

    def _read(self, errors: Iterable[Any]) -> Iterator[Fault]:
        for error in sorted(errors):
            if error.is_group_error:
                yield from self._read(error.child_errors)
            else:
                yield self._fault(error)

    def _fault(self, error: Any) -> Fault:
        from cerberus import errors

        *above, last = error.document_path
        item = last if isinstance(last, int) else None
        path: Path = tuple(above) if item is not None else (*above, last)
        if error.code == errors.UNKNOWN_FIELD.code:
            return self.unknown(path, isinstance(error.value, Mapping))
        if error.code == errors.REGEX_MISMATCH.code:
            return Fault(path, None, "is not a name", "letters, digits, - and _", id="not-a-name")
        field = self.field(path)
        if field is None:
            names = self.names(path)
            keys = f"a table with {listed(names[:_WORD_LIST], 'and')}" if names else "a table of names"
            return Fault(path, None, f"is {shown(error.value)}", keys)
        return value_fault(field, path, item, error.value)

    def unknown(self, path: Path, is_table: bool = False) -> Fault:
        """Return the fault of a key that the format doesn't know."""
        *above, last = path
        elsewhere = "" if is_table else self._elsewhere(last)
        if above and not is_table and self.field((last,)):
            problem = f"{quoted(last)} belongs at the top of the file"
            expected = "it above the first [table], where no table is open"
            return Fault(path, None, problem, expected, last, id="key-in-wrong-table")
        if elsewhere and not above:
            table = elsewhere.rpartition(".")[0].replace("*", "NAME")
            problem, expected = "is not a key at the top of the file", f"it under [{table}]"
            return Fault(path, None, problem, expected, elsewhere, id="key-in-wrong-table")
        names = self.names(tuple(above)) or []
        if not above:
            names += ["append", "remove"]
        nearest = nearest_of(last, names)
        near = ".".join((*above, nearest)) if nearest else elsewhere
        return Fault(path, None, "is not a key", one_of(names), near, id="unknown-key")

    def _elsewhere(self, name: str) -> str:
        """Return the first key path of another table that ends in a name."""
        return next((".".join(path) for path in self.fields if path[-1] == name and len(path) > 1), "")


def value_fault(field: Field, path: Path, item: int | None, value: Any) -> Fault:
    """Return the fault of a value, or of one item of a list, that a field does not take."""
    words: Iterable[str] = field.choices
    nearest = nearest_of(value, words) if isinstance(value, str) else ""
    if item is not None and isinstance(value, int) and not isinstance(value, bool) and field.kind in READINGS:
        nearest = quoted(str(value)) if READINGS[field.kind](str(value)) else ""
    is_list = field.kind in _ITEM_KINDS and item is None
    if is_list and not isinstance(value, list | Mapping) and (one := _as_list(field, value)):
        nearest = one
    if isinstance(value, int) and not isinstance(value, bool) and field.kind in _WHOLE and not is_list:
        problem = f"{shown(value)} is too {'small' if value < field.low else 'large'}"
    else:
        problem = f"{shown(value)} is not {_what(field, item)}"
    return Fault(path, item, problem, expected_of(field, item is not None), nearest)


def _as_list(field: Field, value: Any) -> str:
    """Return a value that should be a list as one, as TOML writes it; an empty text if its items would not do either."""
    items = [item.strip() for item in value.split(",")] if isinstance(value, str) else [value]
    if field.kind in _NUMBERS:
        good = all(type(item) is int and field.low <= item <= field.high for item in items)
        return str(items) if good and field.kind != "range" else ""
    reading = READINGS.get(field.kind)
    if reading is None or not all(reading(str(item)) for item in items):
        return ""
    return f"[{', '.join(quoted(str(item)) for item in items)}]"


def _what(field: Field, item: int | None) -> str:
    if item is not None:
        if field.kind in _NUMBERS:
            return "a whole number"
        if field.kind == "words":
            return "one of the words"
        return {
            "ladder": "a rank or a card",
            "rungs": "a rank or a card",
            "members": "a suit, a rank or a card",
        }.get(field.kind, f"a {field.kind.removesuffix('s')}")
    if field.kind == "choice":
        return "one of the words"
    return {
        "yes or no": "true or false",
        "number": "a whole number",
        "numbers": "a list of whole numbers",
        "repeated": "a list of whole numbers",
        "range": "a list of two whole numbers",
        "members": "a list of suits, ranks and cards",
    }.get(field.kind, f"a list of {field.kind}" if field.kind in _ITEM_KINDS else f"a {field.kind}")


def _fits(path: Path, known: Path) -> bool:
    return all(part in ("*", name) for name, part in zip(path, known, strict=False))


@cache
def _core_schema() -> Any:
    """Return the Cerberus schema of our own fields, unchecked: that takes long, and a test has seen to it."""
    from cerberus.schema import UnvalidatedSchema

    return UnvalidatedSchema(_all_rules(FIELDS))


def _schema(fields: Iterable[Field]) -> Any:
    """Return the Cerberus schema of some fields, itself checked by Cerberus."""
    return _validator_class()(_all_rules(fields)).schema


def _all_rules(fields: Iterable[Field]) -> dict[str, Any]:
    return _nested_rules({tuple(field.path.split(".")): field for field in fields}, ())


def _nested_rules(fields: Mapping[Path, Field], path: Path) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    names = {"type": "dict", "keysrules": {"regex": _NAME}}
    for name in dict.fromkeys(known[len(path)] for known in fields if known[: len(path)] == path):
        here = (*path, name)
        if here in fields:
            rules[name] = _rules(fields[here])
        elif (*here, "*") in fields:
            rules[name] = names | {"valuesrules": _rules(fields[*here, "*"])}
        elif any(known[: len(here) + 1] == (*here, "*") for known in fields):
            row = {"type": "dict", "schema": _nested_rules(fields, (*here, "*"))}
            rules[name] = names | {"valuesrules": row}
        else:
            rules[name] = {"type": "dict", "schema": _nested_rules(fields, here)}
    return rules


def _rules(field: Field) -> dict[str, Any]:
    """Return the Cerberus rules of a field."""
    whole = {"type": "whole", "min": field.low, "max": field.high}
    if field.kind == "number":
        return whole
    if field.kind == "yes or no":
        return {"type": "boolean"}
    if field.kind == "text":
        return {"type": "string"}
    if field.kind == "choice":
        return {"type": "string", "allowed": list(field.choices)}
    if field.kind in ("numbers", "repeated"):
        return {"type": "list", "schema": whole}
    if field.kind == "range":
        return {"type": "list", "schema": whole, "minlength": 2, "maxlength": 2}
    if field.kind == "words":
        return {"type": "list", "schema": {"type": "string", "allowed": list(field.choices)}}
    if field.kind in ("texts", "names"):
        return {"type": "list", "schema": {"type": "string"}}

    if field.kind == "number or word":

        def check(path: str, value: Any, error: Any) -> None:
            number = isinstance(value, int) and not isinstance(value, bool)
            if not (field.low <= value <= field.high if number else value in field.choices):
                error(path, "not taken")

        return {"check_with": check}

    reading = READINGS[field.kind]

    def check_name(path: str, value: Any, error: Any) -> None:
        if not isinstance(value, str) or reading(value) is None:
            error(path, "not read")

    one = {"check_with": check_name}
    return one if field.kind == "suit" else {"type": "list", "schema": one}


@cache
def _validator_class() -> type[Validator]:
    """Return a Cerberus validator whose whole numbers are not booleans.

    It keeps its errors in a plain list: Cerberus sorts them anew, and all trees of them, with each that it finds.
    """
    from cerberus import TypeDefinition, Validator

    class RulebookValidator(Validator):  # type: ignore[misc]
        types_mapping = {**Validator.types_mapping, "whole": TypeDefinition("whole", (int,), (bool,))}  # noqa: RUF012

        def _error(self, *found: Any) -> None:
            if len(found) == 1:
                self._errors.extend(found[0])
            else:
                super()._error(*found)

    return RulebookValidator
