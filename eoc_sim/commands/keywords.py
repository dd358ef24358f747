"""The keyword arguments of commands in Python, and their options."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, cast

from eoc_sim.commands.channel import Channel, OnProgress
from eoc_sim.commands.options import (
    FamilyOptions,
    GameOptions,
    RelearnOptions,
    RunOptions,
    WhoOptions,
    check_precision,
)
from eoc_sim.counts import limits
from eoc_sim.defaults import MAX_RELEARN_GAMES, MIN_RELEARN_GAMES
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.loaded_strategies import forget_files

if TYPE_CHECKING:
    from eoc_sim.commands.result import Result
    from eoc_sim.simulator.kernel.strategy import Strategy

Value = str | int | float
"""A value of a switch, or of a cell of the components."""
R = TypeVar("R", bound="Result")
Function = TypeVar("Function", bound=Callable[..., Any])


class VersionKeywords(TypedDict, total=False):
    """The keywords for the game, its version and the random seed."""

    game: str | Path
    rules: str | Path | None
    settings: Mapping[str, Value] | None
    data: str | Path | None
    card: Mapping[str, Value] | None
    change: Mapping[str, Value] | None
    seed: int


class GameKeywords(VersionKeywords, total=False):
    """The keywords for the game and the players."""

    seats: Sequence[str | Path | Strategy] | None
    players: int | None
    seating: str


class FolderKeywords(TypedDict, total=False):
    """The keywords for cores, the folder and progress."""

    jobs: int
    out: str | Path | None
    resume: bool
    fresh: bool
    on_progress: OnProgress | None


class SearchKeywords(VersionKeywords, FolderKeywords, total=False):
    """The keywords of a search for parameters."""


class RunKeywords(GameKeywords, FolderKeywords, total=False):
    """The keywords for a run: its game, number of games and tables."""

    games: int | None
    backend: str
    scheduler: str | None
    wait_for_workers: float
    keep: str | Sequence[str] | None
    no_history: bool


class WhoKeywords(RunKeywords, total=False):
    """The keywords of commands that also play other line-ups."""

    who: str | Sequence[str] | None
    who_games: int | None


class CheckKeywords(WhoKeywords, total=False):
    """The keywords of commands that also play members of the data family."""

    family: int | None
    family_games: int | None


class LearnKeywords(CheckKeywords, total=False):
    """The keywords of commands that also let strategies learn each version."""

    relearn: bool
    learning_games: int | None


_MEANINGS = {
    "seats": "The strategies of the seats: names, files or loaded strategies.",
    "players": "The number of players.",
    "seating": "How strategies change seats from game to game: balanced, rotate or fixed.",
    "game": "A built-in or installed game, or your own as a file or module.",
    "rules": "A rule preset or a .toml file.",
    "settings": "Values of rule switches.",
    "data": "Your own components: a folder, a sheet or a workbook.",
    "card": "Values of cells in the cards sheet; keys are NUMBER.COLUMN.",
    "change": "Values of any cells and switches, with keys as in ``vary`` of `eoc_sim.sweep`.",
    "seed": "The random seed: the same seed gives the same games.",
    "games": "Games of each version.",
    "jobs": "Cores to use; -1 uses all of them.",
    "backend": "Where games are played: local (threads), loky (processes) or dask (a cluster).",
    "scheduler": "The address of the cluster's scheduler.",
    "wait_for_workers": "Seconds to wait for workers of the cluster.",
    "keep": "Result tables to write, or all, or none.",
    "out": "The folder for the results, by default the next free one in results.",
    "resume": "Continue the run in ``out``.",
    "fresh": "Replace the run in ``out``.",
    "no_history": "Do not add the run to results/history.jsonl.",
    "on_progress": "A function that is called with the progress while games are played.",
    "who": "Other line-ups that also play: names, all or off.",
    "who_games": "Games of each of these line-ups.",
    "family": "Members of the data family in which everything is played again.",
    "family_games": "Games of each version in each member.",
    "relearn": "Play each version again with strategies that have learnt it.",
    "learning_games": "Games from which strategies learn a version.",
}
"""Descriptions of the shared keywords for docstrings, in order."""
_DEFAULTS = {
    **{field.name: field.default for kind in (GameOptions, RunOptions) for field in fields(kind)},
    "game": GameOptions.name,
    "relearn": RelearnOptions.relearn,
    "family": FamilyOptions.members,
    "no_history": False,
    "who": WhoOptions.text,
}
_REPEATABLE = ("ban", "allow", "never")
"""Keywords that become a separate option for each of their values."""
_LIMITS = {
    "family": (1, math.inf),
    "family_games": (1, math.inf),
    "who_games": (1, math.inf),
    "learning_games": (MIN_RELEARN_GAMES, MAX_RELEARN_GAMES),
}
"""The minimum and maximum value of a keyword, in any game."""


def _default(name: str) -> Any:
    """Return a keyword's default, which is that of its option."""
    default = _DEFAULTS.get(name)
    return None if default == () else default


def with_keywords(kind: type, *excluded_names: str) -> Callable[[Function], Function]:
    """Add the keywords of a kind to a function's signature, with defaults."""

    def decorate(function: Function) -> Function:
        original = inspect.signature(function)
        own_parameters = [
            parameter
            for parameter in original.parameters.values()
            if parameter.kind is not parameter.VAR_KEYWORD
        ]
        added_parameters = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=_default(name),
                annotation=getattr(annotation, "__forward_arg__", annotation),
            )
            for name, annotation in kind.__annotations__.items()
            if name not in excluded_names
        ]
        signature = original.replace(parameters=[*own_parameters, *added_parameters])

        @wraps(function)
        def wrapper(*positional: Any, **keywords: Any) -> Any:
            arguments = signature.bind(*positional, **keywords)
            arguments.apply_defaults()
            return function(*arguments.args, **arguments.kwargs)

        wrapper.__signature__ = signature  # type: ignore[attr-defined]
        wrapper.__doc__ = _document(inspect.getdoc(function) or "", list(signature.parameters))
        return cast(Function, wrapper)

    return decorate


def _document(text: str, names: Sequence[str]) -> str:
    """Add descriptions of the shared keywords among ``names`` to a docstring."""
    described_names = set(re.findall(r"^ {4}(\w+): ", text, re.MULTILINE))
    lines = [
        f"    {name}: {meaning}"
        for name, meaning in _MEANINGS.items()
        if name in names and name not in described_names
    ]
    body, raises, errors = text.partition("Raises:\n")
    if "Args:\n" not in body:
        body += "Args:\n\n"
    return "\n".join([body.rstrip(), *lines, "", raises + errors])


class Call:
    """The keywords of a call, as options and as a command line.

    ``words`` are the positional arguments, ``keywords`` the keywords that only this command has.
    """

    def __init__(
        self, command: str, options: Mapping[str, Any], *words: Any, **keywords: Any
    ) -> None:
        self._keywords = {**keywords, **options}
        for name, (minimum, maximum) in _LIMITS.items():
            self.check(name, minimum, maximum)
        check_precision(keywords.get("precision"))
        self.words = tuple(_text(word) for word in words if word is not None)
        self._line = ("eoc-sim", *command.split(), *self.words, *self._options())
        forget_files()  # files may have changed since an earlier call

    def check(self, name: str, minimum: float, maximum: float = math.inf) -> None:
        """Refuse a keyword whose value is not within these limits."""
        value = self._keywords.get(name)
        if value is not None and not minimum <= value <= maximum:
            raise InputError(f"{name}={value} should be {limits(minimum, maximum)}.")

    def _options(self) -> list[str]:
        """List the keywords as options, except those with default values."""
        options = []
        for name, value in self._keywords.items():
            if name == "on_progress" or value is None or value == _default(name):
                continue
            option = "--set" if name == "settings" else f"--{name.strip('_').replace('_', '-')}"
            if value is True:
                options.append(option)
            elif isinstance(value, Mapping) or name in _REPEATABLE:
                for pair in pairs_of(value) if isinstance(value, Mapping) else value:
                    options += [option, pair]
            elif value is not False:
                options += [option, _text(value)]
        return options

    def pairs(self, name: str) -> tuple[str, ...]:
        """Format a mapping as on the command line, each item as KEY=VALUE."""
        settings = self._keywords[name] or {}
        if not isinstance(settings, Mapping):
            raise InputError(
                f'{name} should be a mapping, such as {{"KEY": [1, 2]}}, not {settings!r}.'
            )
        return pairs_of(settings)

    def text(self, name: str) -> str | None:
        """Return a value as text, or several values joined with commas."""
        value = self._keywords.get(name)
        return None if value is None else _text(value)

    @property
    def game(self) -> str:
        """The name of the game, or of its file or module."""
        game: str | Path = self._keywords["game"]
        return str(game) if isinstance(game, Path) else game

    @property
    def options(self) -> GameOptions:
        """The options that select the game and its version."""
        options = GameOptions(
            self.game,
            self.text("seats"),
            rules=self.text("rules"),
            settings=self.pairs("settings"),
            data=self.text("data"),
            card=self.pairs("card"),
            change=self.pairs("change"),
            **self._pick("players", "seed", "seating"),
        )
        options.check()
        return options

    @property
    def run_options(self) -> RunOptions:
        """The options for how to play and what to keep."""
        return RunOptions(
            out=self.text("out"),
            keep=self.text("keep"),
            channel=Channel(self._keywords.get("on_progress")),
            command_line=self._line,
            learning=RelearnOptions(
                self._keywords.get("relearn", False), self._keywords.get("learning_games")
            ),
            family=FamilyOptions(*map(self._keywords.get, ("family", "family_games"))),
            who=WhoOptions(self.text("who"), self._keywords.get("who_games")),
            **self._pick(
                "games", "jobs", "backend", "scheduler", "resume", "fresh", "wait_for_workers"
            ),
        )

    def add_to_history(self, result: R) -> R:
        """Add a run to the history unless ``no_history`` is set."""
        if self._keywords["no_history"]:
            return result
        from eoc_sim.commands.history_file import add_entry

        try:
            add_entry(result.folder, result.game)
        except InputError as error:
            note = f"The run is not in the history. {error}"
            return replace(result, notes=(*result.notes, note))
        return result

    def _pick(self, *names: str) -> dict[str, Any]:
        """Pick the named keywords that the command has."""
        return {name: self._keywords[name] for name in names if name in self._keywords}


def pairs_of(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """Format a mapping as on the command line, each item as KEY=VALUE."""
    return tuple(f"{key}={_text(value)}" for key, value in settings.items())


def _text(value: Any) -> str:
    """Format a value as on the command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(_text, value))
    return str(getattr(value, "spec", value))
