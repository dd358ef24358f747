"""Sentences for a trace, compared with the events in the rules.

An event may be so rare that no game of a check has it.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from string import Formatter
from typing import Any


def check_sentences(play: Callable[..., Any], sentences: Mapping[str, str]) -> None:
    """Refuse a sentence that needs more than its event has.

    Events with a name or fields that are computed are left to `replay`.

    Raises:
        ValueError: there is one.
    """
    try:
        file = inspect.getsourcefile(play) or ""
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, TypeError, SyntaxError):
        return  # rules that were typed into a notebook, say
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(attr="tell"), [ast.Constant(str(name))], keywords):
                fields = [one.arg for one in keywords]
                if name not in sentences or None in fields:
                    continue
                known = {*fields, *(["who"] if "seat" in fields else [])}
                placeholders = [one for _, one, *_ in Formatter().parse(sentences[name]) if one]
                missing = {re.split(r"[.\[]", one)[0] for one in placeholders} - known
                if missing:
                    raise ValueError(
                        f'the sentence "{sentences[name]}" needs {", ".join(sorted(missing))}; the '
                        f"event {name} has {', '.join(map(str, fields)) or 'nothing'} ({file}, "
                        f"line {node.lineno})"
                    )
