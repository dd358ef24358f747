"""Errors with a message for the user, and suggestions of valid names."""

from __future__ import annotations

import difflib
import re
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any


class InputError(Exception):
    """An input that cannot be used.

    The message says what is wrong, where, and why. The command line prints it and exits with
    code 2.
    """


class SeveralErrors(InputError):
    """Several faults in one file: its name, then a line per fault."""


class StrategyError(InputError):
    """A strategy that cannot be loaded or that broke the rules.

    ``events`` is the trace of the game up to that point, if one was kept, and ``game`` the game's
    number, if known.
    """

    events: Sequence[dict[str, Any]] = ()
    game: int = -1


class GameError(InputError):
    """A failure of a game's own rules.

    Game number ``game`` fails again if it is replayed. ``awaits_strategy`` marks a game that was
    still waiting for a strategy's decision.
    """

    def __init__(self, sentence: str, game: int = -1, awaits_strategy: bool = False) -> None:
        super().__init__(sentence)
        self.game = game
        self.awaits_strategy = awaits_strategy


class VersionChanged(StrategyError):
    """A change to files since a run, which prevents restoring its version."""

    def __init__(self, change: str) -> None:
        super().__init__(f"{change} since the run was played; play it again.")


class UnknownName(InputError):
    """A name that a game does not have, though another game may.

    ``kind`` says what ``name`` is.
    """

    def __init__(self, kind: str, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.name = name


class UnknownStrategy(UnknownName, StrategyError):
    """A strategy that a game does not have, by name or file."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__("strategy", name, sentence)


class EngineError(Exception):
    """An impossible state of the engine: a bug, never the user's fault."""


def failure(error: Exception) -> str:
    """Describe an error in a user's function, with its line.

    Call this where the error is caught, in the caller of that function.
    """
    _, *lines = traceback.extract_tb(error.__traceback__)
    # Later frames may belong to this package or a library, which the user's function called.
    frames = [
        line for line in lines if Path(line.filename).parent == Path(lines[0].filename).parent
    ]
    kind = "" if isinstance(error, (EngineError, InputError)) else f"{type(error).__name__}: "
    reason = kind + " ".join(str(error).split()).rstrip(".")
    return f"{reason}; {frames[-1].filename}, line {frames[-1].lineno}" if frames else reason


def nearest(name: str, candidates: Iterable[str]) -> str:
    """Suggest the candidate most like ``name``, as the end of a message.

    >>> nearest("hoader", ["hoarder", "vegas"])
    ' Did you mean "hoarder"?'
    >>> nearest("xyz", ["hoarder", "vegas"])
    ''
    """
    suggestion = nearest_name(name, candidates)
    return f' Did you mean "{suggestion}"?' if suggestion else ""


def no_such(noun: str, name: str, names: Iterable[str], *, nouns: str = "", where: str = "") -> str:
    """Say that a name is unknown, list all names and suggest one.

    >>> no_such("table", "seets", ["games", "seats"])
    'There is no table "seets"; the tables are games, seats. Did you mean "seats"?'
    >>> no_such("switch", "snow", ["gust"], where="rules.toml")
    'rules.toml: there is no switch "snow"; the only switch is gust.'
    """
    names = list(names)
    many = f"the {nouns or noun + 's'} are" if len(names) > 1 else f"the only {noun} is"
    listing = f"; {many} {', '.join(names)}" if names else ""
    start = f"{where}: there" if where else "There"
    return f'{start} is no {noun} "{name}"{listing}.{nearest(name, names)}'


def suggested_name(message: str) -> str:
    """Return the name that a message suggests, or "".

    >>> suggested_name('There is no strategy "hoader".' + nearest("hoader", ["hoarder", "vegas"]))
    'hoarder'
    """
    match = re.search(r'Did you mean "(.+?)"\?', message)
    return match[1] if match else ""


def nearest_option(option: str, options: Iterable[str]) -> str:
    """Suggest the option most like ``option``, as the end of a message.

    Leading dashes are ignored. Option names are short, so they must match more closely than other
    names.

    >>> nearest_option("--gmaes", ["--games", "--quiet"])
    ' Did you mean "--games"?'
    >>> nearest_option("--out", ["--games", "--quiet"])
    ''
    """
    by_name = {known_option.lstrip("-"): known_option for known_option in options}
    suggestion = nearest_name(option.lstrip("-"), by_name, likeness=0.7)
    return f' Did you mean "{by_name[suggestion]}"?' if suggestion else ""


def nearest_name(name: str, candidates: Iterable[str], likeness: float = 0.6) -> str:
    """Find the candidate most like ``name``, ignoring case, or return ""."""
    by_lower = {str(candidate).lower(): str(candidate) for candidate in candidates}
    matches = difflib.get_close_matches(name.lower(), list(by_lower), n=1, cutoff=likeness)
    return by_lower[matches[0]] if matches else ""


def misspelt_name(name: str, candidates: Iterable[str]) -> str:
    """Find the candidate that ``name`` misspells, or return "".

    >>> misspelt_name("FIRST_SECTION", ["FIRST_SECTIONS", "SECTIONS"])
    'FIRST_SECTIONS'
    >>> misspelt_name("MY_SECTIONS", ["FIRST_SECTIONS", "SECTIONS"])
    ''
    """
    return nearest_name(name, candidates, likeness=0.85)


def nearest_file(file: Path) -> str:
    """Suggest the most similarly named file in a missing file's folder."""
    try:
        names = [
            neighbour.name for neighbour in file.parent.iterdir() if neighbour.suffix == file.suffix
        ]
    except OSError:
        names = []
    name = nearest_name(file.name, names)
    return f'. Did you mean "{file.parent / name}"?' if name else ""
