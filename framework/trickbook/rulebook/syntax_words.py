"""Broken TOML in plain words: what a person most likely meant by a line that can't be read."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

_CURLY = re.compile("[“”„‟‘’‚«»]")
_MARK = "\ufeff"
_VALUE = re.compile(r"""=\s*(?P<value>[^"'\[{#\n][^"'\[{#\n]*?)\s*(#.*)?$""")
_WORD = re.compile(r"[^\W\d][\w♣♠♥♦-]*|\d+[^\W\d][\w♣♠♥♦-]*")
_LIST = re.compile(r"""=\s*\[(?P<value>[^"']*)\]\s*(#.*)?$""")
_TOML_WORDS = ("true", "false", "inf", "nan")


class Words(NamedTuple):
    """What is wrong with a line, in the words of a finding."""

    problem: str
    expected: str
    id: str


def in_plain_words(line: str, problem: str) -> Words:
    """Return the words for a line of which a TOML reader says only `problem`."""
    if _MARK in line:
        what = "has a byte order mark in the middle of the file, which no editor shows; perhaps two files were joined"
        return Words(what, "the line typed anew, or the file saved without it", "byte-order-mark-in-mid-file")
    if curly := _CURLY.search(line):
        straight = _CURLY.sub('"', line.partition("=")[2].strip())
        expected = f"straight ones: {straight}" if straight else "straight ones"
        return Words(f"has curly quotes, such as {curly[0]}", expected, "curly-quotes")
    bare = _LIST.search(line) or _VALUE.search(line)
    words = [word.strip() for word in bare["value"].split(",") if word.strip()] if bare else []
    unquoted = [word for word in words if _WORD.fullmatch(word) and word not in _TOML_WORDS]
    if bare and unquoted:
        # A list keeps its brackets, and several words without them get some.
        whole = ", ".join(word if word in _TOML_WORDS else json.dumps(word, ensure_ascii=False) for word in words)
        listed = bare.re is _LIST or len(words) > 1
        what = f"{unquoted[0]} stands without quotes"
        return Words(what, f"[{whole}]" if listed else whole, "text-without-quotes")
    return Words(problem, "" if problem.startswith("expected") else "TOML", "not-toml")
