"""The schema that rulebooks are checked by is sound itself: at run time nobody looks."""

from __future__ import annotations

import pytest
from cerberus import SchemaError

from trickbook.rulebook import schema
from trickbook.rulebook.fields import FIELDS


def test_cerberus_accepts_the_schema_of_all_our_fields() -> None:
    rules = schema._all_rules(FIELDS)
    assert schema._validator_class()(rules).schema.schema == rules, "and has nothing to fill in"


def test_what_is_no_schema_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "_rules", lambda field: {"type": "no such type"})
    with pytest.raises(SchemaError):
        schema._schema(FIELDS)
