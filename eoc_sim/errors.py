"""Errors whose text is meant for the user, and the nearest valid name to a wrong one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any


class InputError(Exception):
    """What the user gave cannot be used; the text is one sentence that says what, where and why.

    The command line prints it and ends with exit code 2.
    """


class SeveralErrors(InputError):
    """Several faults of one file: a line that names it, then a line each."""


class StrategyError(InputError):
    """A strategy cannot be loaded, or did what the rules do not allow.

    ``events`` is the trace of the game up to there, if one was kept.
    """

    events: Sequence[dict[str, Any]] = ()


class UnknownName(InputError):
    """Something that a game does not have, though another may: ``kind`` says what ``name`` is."""

    def __init__(self, kind: str, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.name = name


class UnknownStrategy(UnknownName, StrategyError):
    """A strategy that a game does not have, by name or by the file that it is in."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__("strategy", name, sentence)


class EngineError(Exception):
    """The engine found its own state impossible: a fault of the program, never of the user."""


def nearest(name: str, candidates: Iterable[str]) -> str:
    """The candidate most like ``name``, as the end of an error's text.

    >>> nearest("hoader", ["hoarder", "vegas"])
    ' Did you mean "hoarder"?'
    >>> nearest("xyz", ["hoarder", "vegas"])
    ''
    """
    found = nearest_name(name, candidates)
    return f' Did you mean "{found}"?' if found else ""


def nearest_name(name: str, candidates: Iterable[str]) -> str:
    """The candidate most like ``name``, whatever its case; empty if none is much like it."""
    by_lower = {str(candidate).lower(): str(candidate) for candidate in candidates}
    close = difflib.get_close_matches(name.lower(), list(by_lower), n=1, cutoff=0.6)
    return by_lower[close[0]] if close else ""
