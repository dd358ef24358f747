"""Checks of the sentences and sections in a game's source.

They read the source: an event may be too rare to occur in test games, and sections may stand below
the game.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

from eoc_sim.errors import nearest

REPORT_NAMES = {"FIRST_SECTIONS", "SECTIONS", "ANSWERS", "VERDICTS", "QUESTIONS", "BASIS"}
"""The names by which a file declares parts of a report."""


def check_sentences(play: Callable[..., Any], sentences: Mapping[str, str]) -> None:
    """Refuse sentences without their fields, and misspelt events.

    Events whose name or fields are computed are left to `replay`.

    Raises:
        ValueError: there is such a sentence or event.
    """
    file, tree = _source(play)
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(attr="tell"), [ast.Constant(str(name))], keywords):
                fields = [keyword.arg for keyword in keywords]
                where = f"({file}, line {node.lineno})"
                if name not in sentences and nearest(name, sentences):
                    raise ValueError(
                        f"there is no sentence for the event {name}.{nearest(name, sentences)} "
                        f"{where}"
                    )
                if name not in sentences or None in fields:
                    continue
                names = {*fields, *(["who"] if "seat" in fields else [])}
                placeholders = [
                    placeholder
                    for _, placeholder, *_ in Formatter().parse(sentences[name])
                    if placeholder
                ]
                missing = {
                    re.split(r"[.\[]", placeholder)[0] for placeholder in placeholders
                } - names
                if missing:
                    raise ValueError(
                        f'the sentence "{sentences[name]}" '
                        f"{lacking(name, missing, map(str, fields))} {where}"
                    )


def lacking(event: str, missing: Collection[str], fields: Iterable[str]) -> str:
    """Describe what a sentence needs and its event lacks."""
    cure = "; pass seat= to tell" if "who" in missing else ""
    has = ", ".join(fields) or "nothing"
    return f"needs {', '.join(sorted(missing))}; the event {event} has {has}{cure}"


def has_report(play: Callable[..., Any]) -> bool:
    """Check if the file of the rules declares parts of a report."""
    _, tree = _source(play)
    return any(
        isinstance(target, ast.Name) and target.id in REPORT_NAMES
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    )


def _source(play: Callable[..., Any]) -> tuple[str, ast.Module]:
    """Read the file of the rules; empty for a notebook."""
    try:
        file = inspect.getsourcefile(play) or ""
        return file, ast.parse(Path(file).read_bytes())
    except (OSError, TypeError, SyntaxError):
        return "", ast.Module([], [])
