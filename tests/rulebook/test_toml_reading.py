"""Reading TOML with positions, and all its errors at once."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickbook.rulebook.toml import LONGEST_FILE, MOST_ERRORS, Document, read_toml


def read(text: str) -> Document:
    return read_toml(text.encode(), "f.toml")


def places(document: Document) -> list[tuple[int, int]]:
    return [(finding.line, finding.column) for finding in document.findings]


def nested(document: Document) -> dict[str, Any]:
    """Put entries and tables together again."""
    values: dict[str, Any] = {}
    for path in document.tables:
        table = values
        for part in path:
            table = table.setdefault(part, {})
    for entry in document.entries:
        table = values
        for part in entry.path[:-1]:
            table = table.setdefault(part, {})
        table[entry.path[-1]] = entry.value
    return values


def test_positions_of_keys_and_items() -> None:
    document = read('a = 1\n[b.c]\n  d.e = [1,\n    2]\nf = { g = "♠", h = [] }\n"i j" = 0x1F\n')
    found = [(entry.path, entry.value, entry.position, entry.items) for entry in document.entries]
    assert found == [
        (("a",), 1, (1, 1), ()),
        (("b", "c", "d", "e"), [1, 2], (3, 3), ((3, 10), (4, 5))),
        (("b", "c", "f", "g"), "♠", (5, 7), ()),
        (("b", "c", "f", "h"), [], (5, 16), ()),
        (("b", "c", "i j"), 31, (6, 1), ()),
    ]
    assert document.tables == {
        ("b",): (2, 2),
        ("b", "c"): (2, 2),
        ("b", "c", "d"): (3, 3),
        ("b", "c", "f"): (5, 1),
    }
    assert document.findings == []


def test_windows_line_ends_and_a_byte_order_mark() -> None:
    document = read_toml("\ufeffa = 1\r\n[b]\r\nc = 2\r\n".encode(), "f.toml")
    assert [(entry.path, entry.position) for entry in document.entries] == [
        (("a",), (1, 1)),
        (("b", "c"), (3, 1)),
    ]
    assert document.findings == []


# A text, where its errors are, and the keys that are read all the same.
BROKEN = {
    "two values missing": ("a =\nb = 1\nc =\nd = 2\n", [(1, 4), (3, 4)], ["b", "d"]),
    "a list that is not closed": ("a = [1, 2\nb = 1\n", [(2, 1)], ["b"]),
    "a list not closed before a table": ("a = [1, 2\n[t]\nb = 1\n", [(2, 2)], ["t.b"]),
    "a text that is not closed": ('a = "x\nb = 1\n', [(1, 7)], ["b"]),
    "a long text that is not closed": ('b = 1\na = """x\ny\n', [(2, 1)], ["b"]),
    "a list with a wrong item": ("a = [\n  1,\n  x,\n  2,\n]\nb = 1\n", [(3, 3)], ["b"]),
    "a number with a leading zero": ("a = 01\nb = 1\n", [(1, 6)], ["b"]),
    "two on a line": ("a = 1 b = 2\nc = 1\n", [(1, 7)], ["c"]),
    "garbage": ("a = 1\n= 3\n???\nb = 1\n", [(2, 1), (3, 1)], ["a", "b"]),
    "a header that is not closed": ("[t\na = 1\n[u]\nb = 1\n", [(1, 3)], ["u.b"]),
    "bad escapes": ('a = "\\q"\nb = 1\nc = "\\u12"\n', [(1, 8), (3, 8)], ["b"]),
    "a control sign": ("a = 1\nb = '\x01'\n", [(2, 6)], ["a"]),
    "too deep": ("a = " + "[" * 5000 + "\nb = 1\n", [(1, 1)], ["b"]),
    "digits without end": ("a = " + "9" * 5000 + "\nb = 1\n", [(1, 1)], ["b"]),
}


@pytest.mark.parametrize(("text", "errors", "keys"), BROKEN.values(), ids=BROKEN)
def test_syntax_errors_all_at_once(text: str, errors: list[tuple[int, int]], keys: list[str]) -> None:
    document = read(text)
    assert [line for line, _ in places(document)] == [line for line, _ in errors]
    assert [".".join(entry.path) for entry in document.entries] == keys
    for (_, column), (_, expected) in zip(places(document), errors, strict=True):
        assert abs(column - expected) <= 1, "tomllib points at the sign or just behind it"


# A text, where a key is set again, and where it was set first.
TWICE = {
    "a key": ("a = 1\nb = 2\na = 3\n", (3, 1), (1, 1)),
    "a key in a table": ("[t]\na = 1\n[u]\na = 1\n[t.v]\n[w]\n a = 1\n a = 2\n", (8, 2), (7, 2)),
    "a table": ("[t]\na = 1\n[u]\n[ t ]\nb = 1\n", (4, 3), (1, 2)),
    "a key in a table that is there twice": ("t.a = 1\nt.b = 2\nt.a = 3\n", (3, 1), (1, 1)),
    "a value, then a table": ("t = 1\n[t]\na = 1\n", (2, 2), (1, 1)),
    "a table, then a value": ("[t.u]\na = 1\n[t]\nu = 1\n", (4, 1), (1, 2)),
    "a value, then a table in it": ("t = 1\n[t.u]\na = 1\n", (2, 2), (1, 1)),
}


@pytest.mark.parametrize(("text", "second", "first"), TWICE.values(), ids=TWICE)
def test_both_places_of_what_is_set_twice(text: str, second: tuple[int, int], first: tuple[int, int]) -> None:
    (finding,) = read(text).findings
    assert (finding.line, finding.column) == second
    assert finding.problem == f"is set twice, first on line {first[0]}, column {first[1]}"


def test_duplicates_and_syntax_errors_together() -> None:
    document = read("a = 1\na = 2\nb = \n[t]\n[t]\n")
    assert sorted(places(document)) == [(2, 1), (3, 5), (5, 2)]


def test_a_key_twice_in_an_inline_table() -> None:
    (finding,) = read("b = 1\nt = { a = 1, a = 2 }\n").findings
    assert (finding.line, finding.key) == (2, "t")


def test_a_table_that_is_opened_again_by_dots() -> None:
    """Only `tomllib` sees this one."""
    (finding,) = read("a.b = 1\n[a]\nc = 2\n").findings
    assert finding.line == 2


def test_bytes_that_are_no_text() -> None:
    (finding,) = read_toml(b"a = 1\n\xc3\xa4 \xff", "f.toml").findings
    assert (finding.line, finding.column) == (2, 3)
    assert finding.problem == "is not text in UTF-8"


def test_a_file_that_is_too_long() -> None:
    (finding,) = read("#" * (LONGEST_FILE + 1)).findings
    assert finding.expected == f"at most {LONGEST_FILE} bytes"
    assert read("#" * LONGEST_FILE).findings == []


def test_reading_stops_after_many_errors() -> None:
    assert len(read("=\n" * 1000).findings) == MOST_ERRORS


KEYS = st.one_of(st.sampled_from(["a", "b-c", "1", "10"]), st.text(max_size=3))
VALUES = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_reads_what_tomllib_reads(values: dict[str, Any]) -> None:
    import tomli_w

    text = tomli_w.dumps(values)
    assert tomllib.loads(text) == values
    document = read(text)
    if not any("double brackets" in finding.problem for finding in document.findings):
        assert document.findings == []
        assert nested(document) == values
