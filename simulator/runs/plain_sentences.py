"""A check of a trace's sentences against the events in the rules.

It reads the source, since an event may be too rare to occur in test games.
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
    """Refuse a sentence that needs fields which its event lacks.

    Events whose name or fields are computed are left to `replay`.

    Raises:
        ValueError: there is such a sentence.
    """
    try:
        file = inspect.getsourcefile(play) or ""
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, TypeError, SyntaxError):
        return  # for example, rules typed into a notebook
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
