"""Write the JSON schema of answers, and the page that documents it.

Both come from the dataclasses in ``eoc_sim.answer_types``. With ``--check`` the script writes no
file and exits with 1 if the schema or the page is out of date.
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, TypeGuard, Union, get_args, get_origin, get_type_hints

from eoc_sim.answer_types import SCHEMA, Answer

REFERENCE = Path(__file__).resolve().parents[1] / "docs" / "reference"
SCHEMA_FILE = REFERENCE / "json.schema.json"
PAGE = REFERENCE / "json.md"
GENERATED_MARK = "<!-- The rest of this page is written by scripts/reference_json.py. -->\n"
SIMPLE_TYPES = {
    str: ("string", "text"),
    int: ("integer", "whole number"),
    float: ("number", "number"),
    bool: ("boolean", "true or false"),
    types.NoneType: ("null", "null"),
}


RESULTS = get_args(get_type_hints(Answer)["result"])
"""The possible classes of ``result``; its ``type`` is the class's name."""


def parts(kind: type) -> list[tuple[str, Any, str]]:
    """List a class's fields: name, type and meaning."""
    hints = get_type_hints(kind, include_extras=True)
    return [(field.name, *get_args(hints[field.name])[:2]) for field in fields(kind)]


def is_class(kind: Any) -> TypeGuard[type]:
    """Check if a type is one of the answer's classes."""
    return isinstance(kind, type) and is_dataclass(kind)


def classes(kind: Any = Answer, found: tuple[type, ...] = ()) -> tuple[type, ...]:
    """List a type's classes, each before its parts."""
    if is_class(kind):
        if kind in found:
            return found
        found = (*found, kind)
        inner = [part for _, part, _ in parts(kind)]
    else:
        inner = list(get_args(kind))
    for part in inner:
        found = classes(part, found)
    return found


def schema_of(kind: Any) -> dict[str, Any]:
    """Return the JSON schema of a type."""
    if kind is Any:
        return {}
    if kind in SIMPLE_TYPES:
        return {"type": SIMPLE_TYPES[kind][0]}
    if is_class(kind):
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if get_origin(kind) is Annotated:
        return schema_of(get_args(kind)[0])
    inner = get_args(kind)
    if get_origin(kind) is list:
        return {"type": "array", "items": schema_of(inner[0])}
    if get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": schema_of(inner[1])}
    assert get_origin(kind) in (Union, types.UnionType)
    return {"anyOf": [schema_of(part) for part in inner]}


def definition(kind: type) -> dict[str, Any]:
    """Return the JSON schema of a class."""
    tag = {"type": {"const": kind.__name__}} if kind in RESULTS else {}
    properties = tag | {
        name: {**schema_of(part), "description": meaning} for name, part, meaning in parts(kind)
    }
    return {
        "description": inspect.getdoc(kind),
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }


def schema() -> dict[str, Any]:
    """Return the JSON schema of an answer."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"An answer from eoc-sim (schema version {SCHEMA})",
        **definition(Answer),
        "$defs": {kind.__name__: definition(kind) for kind in classes() if kind is not Answer},
    }


def words(kind: Any) -> str:
    """Name a type in words, with links to classes."""
    if kind is Any:
        return "any value"
    if kind in SIMPLE_TYPES:
        return SIMPLE_TYPES[kind][1]
    if is_class(kind):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    inner = get_args(kind)
    if get_origin(kind) is list:
        return f"list of {words(inner[0])}"
    if get_origin(kind) is dict:
        return f"object of {words(inner[1])}"
    *first, last = map(words, inner)
    return f"{', '.join(first)} or {last}"


def page() -> Iterator[str]:
    """Yield the lines of the tables of all classes."""
    for kind in classes():
        yield f"\n## {kind.__name__}\n\n{inspect.getdoc(kind)}\n\n"
        yield "| field | type | meaning |\n|---|---|---|\n"
        if kind in RESULTS:
            yield f'| `type` | text | `"{kind.__name__}"` |\n'
        for name, part, meaning in parts(kind):
            yield f"| `{name}` | {words(part)} | {meaning} |\n"


def main() -> int:
    """Write both files, or check them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    introduction = PAGE.read_text(encoding="utf-8").partition(GENERATED_MARK)[0]
    texts = {
        SCHEMA_FILE: json.dumps(schema(), indent=1) + "\n",
        PAGE: introduction + GENERATED_MARK + "".join(page()),
    }
    stale = [file for file, text in texts.items() if not is_current(file, text)]
    for file in stale:
        if check:
            print(f"{file} is out of date; run python scripts/reference_json.py.")
        else:
            file.write_text(texts[file], encoding="utf-8")
    return 1 if check and stale else 0


def is_current(file: Path, text: str) -> bool:
    """Return whether a file has this text."""
    return file.is_file() and file.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
